#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// Makes docs/images/robot.webp: the page of `sunder robot path --html` about scenes/arm.urdf, in a headless browser.
//   node scripts/picture_of_page.mjs [PROGRAM] [BROWSER]
// Needs `./dev web` once, and chromium-headless-shell.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { chromium } = createRequire(path.join(root, "web", "package.json"))("playwright-core");
const [program = path.join(root, "build/release/sunder"), executablePath = "/usr/bin/chromium-headless-shell"] = process.argv.slice(2);
const scratch = mkdtempSync(path.join(tmpdir(), "sunder-picture-"));
const scene = (name) => path.join(root, "scenes", name);
try {
  const page = path.join(scratch, "plan.html");
  try {
    execFileSync(program, ["robot", "path", scene("arm.urdf"), "--srdf", scene("arm.srdf"), "--path", scene("arm_plan.csv"), "--scene", `${scene("arm_cell.obj")}@mm`, "--html", page], { stdio: "ignore" });
  } catch (error) {
    if (error.status !== 1) throw error; // 1: an edge is a hit, which is what the picture shows
  }
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
  const tab = await browser.newPage({ viewport: { width: 1280, height: 760 } });
  await tab.goto(pathToFileURL(page).href);
  await tab.waitForSelector("html[data-ready=yes]");
  await tab.waitForTimeout(500);
  const session = await tab.context().newCDPSession(tab);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  writeFileSync(path.join(root, "docs/images/robot.webp"), Buffer.from(data, "base64"));
  await browser.close();
} finally {
  rmSync(scratch, { recursive: true });
}
