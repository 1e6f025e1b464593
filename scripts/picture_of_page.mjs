#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// Makes pictures of docs/images/ from pages that the program writes, in a headless browser: all of them, or those named.
//   node scripts/picture_of_page.mjs [NAME...]
// SUNDER and SUNDER_BROWSER name the program and the browser, where they are not build/release/sunder and chromium-headless-shell.
// Needs `./dev web` once.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { chromium } = createRequire(path.join(root, "web", "package.json"))("playwright-core");
const program = process.env.SUNDER ?? path.join(root, "build/release/sunder");
const executablePath = process.env.SUNDER_BROWSER ?? "/usr/bin/chromium-headless-shell";
const scene = (name) => path.join(root, "scenes", name);
const pictures = {
  robot: {
    of: ["robot", "path", scene("arm.urdf"), "--srdf", scene("arm.srdf"), "--path", scene("arm_plan.csv"), "--scene", `${scene("arm_cell.obj")}@mm`, "--html"],
    address: "", width: 1280, height: 760,
  },
  explain: {
    of: ["explain", scene("room.glb"), "--bodies", "table/top", "chair 3/seat", "--algorithm", "edge_projection", "-o"],
    address: "#step=3", width: 1280, height: 1000,
  },
  explain_meshes: { of: ["explain", scene("desk.glb"), "--bodies", "cup", "ball", "-o"], address: "#step=4", width: 1280, height: 1000 },
  playground: { packed: "scripts/playground_page.py", address: "#algorithm=gjk&beside=edge_projection&step=2", width: 1280, height: 860 },
};
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(pictures);
const scratch = mkdtempSync(path.join(tmpdir(), "sunder-picture-"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
try {
  for (const name of names) {
    const { of, packed, address, width, height } = pictures[name];
    const page = path.join(scratch, "page.html");
    try {
      if (packed) execFileSync("python3", ["-B", path.join(root, packed), "-o", page]);
      else execFileSync(program, [...of, page], { stdio: "ignore" });
    } catch (error) {
      if (error.status !== 1) throw error; // 1: something meets, which is what the picture shows
    }
    const tab = await browser.newPage({ viewport: { width, height } });
    await tab.goto(pathToFileURL(page).href + address);
    await tab.waitForSelector("html[data-ready=yes]");
    await tab.waitForTimeout(1500);
    const session = await tab.context().newCDPSession(tab);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
    writeFileSync(path.join(root, `docs/images/${name}.webp`), Buffer.from(data, "base64"));
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}
