// SPDX-License-Identifier: Apache-2.0
//
// The pages that the program writes, and the playground, examined by axe-core. SUNDER names the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBrowser, web } from "./examine.mjs";

const scene = (name) => path.join(web, "..", "scenes", name);
const kReady = "html[data-ready]";
const kWritten = {
  report: ["check", scene("room.glb"), "--clearance", "0.1", "--html"],
  robot: ["robot", "path", scene("arm.urdf"), "--srdf", scene("arm.srdf"), "--path", scene("arm_plan.csv"), "--scene", `${scene("arm_cell.obj")}@mm`, "--html"],
  explain: ["explain", scene("room.glb"), "--bodies", "table/top", "chair 3/seat", "--algorithm", "gjk", "-o"],
};

const program = process.env.SUNDER;
if (!program) {
  console.log("SKIPPED: SUNDER names no program");
  process.exit(77);
}
const browser = await openBrowser();
const folder = mkdtempSync(path.join(tmpdir(), "sunder-axe-"));
const found = [];
try {
  for (const [name, command] of Object.entries(kWritten)) {
    const page = path.join(folder, `${name}.html`);
    try {
      execFileSync(program, [...command, page], { stdio: "ignore" });
    } catch (error) {
      if (error.status !== 1) throw error; // 1: something meets
    }
    found.push(...(await browser.examine(name, page, kReady)));
  }
  const playground = path.join(folder, "playground.html");
  execFileSync("python3", ["-B", path.join(web, "..", "scripts", "playground_page.py"), "-o", playground], { stdio: "ignore" });
  found.push(...(await browser.examine("playground", playground, kReady, ["light"])));
  found.push(...(await browser.examine("playground, two algorithms", `${playground}#case=libccd-0025-stacked-cubes&ask=depth&algorithm=sat&beside=epa`, kReady, ["dark"])));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
assert.equal(found.length, 0, "axe-core finds breaches; they are listed above");
