#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
//
// How fast the playground is in a headless browser: how long it takes to start, and what script a frame with 500 bodies that
// move costs. Times of the main thread are those of its processor, so that they hold on a machine with other work.
//   node scripts/playground_speed.mjs [STARTS]
// SUNDER_BROWSER names the browser, where it is not chromium-headless-shell. Needs `./dev web` once.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const { chromium } = createRequire(path.join(root, "web", "package.json"))("playwright-core");
const executablePath = process.env.SUNDER_BROWSER ?? "/usr/bin/chromium-headless-shell";
const starts = Number(process.argv[2] ?? 5), frames = 200;
const scratch = mkdtempSync(path.join(tmpdir(), "sunder-speed-"));
const page = path.join(scratch, "playground.html");
execFileSync("python3", ["-B", path.join(root, "scripts", "playground_page.py"), "-o", page]);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
const median = (list) => list.toSorted((x, y) => x - y)[list.length >> 1];

/** A page that is ready, and seconds of its main thread since it was opened. */
async function open(fragment) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await tab.context().newCDPSession(tab);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const task = () => session.send("Performance.getMetrics").then(({ metrics }) => metrics.find((one) => one.name === "TaskDuration").value);
  await tab.goto(pathToFileURL(page).href + fragment);
  await tab.waitForSelector("html[data-ready=yes]");
  return { tab, task };
}

try {
  const begun = [];
  for (let i = 0; i < starts; ++i) {
    const { tab, task } = await open("");
    begun.push({ clock: await tab.evaluate(() => Number(document.documentElement.dataset.started)), processor: 1000 * (await task()) });
    await tab.close();
  }
  console.log(`start: ${median(begun.map((one) => one.clock)).toFixed(0)} ms by the clock, ${median(begun.map((one) => one.processor)).toFixed(0)} ms of the main thread`);
  const { tab, task } = await open("#scene=crowd");
  await tab.evaluate(() => window.playground.crowd.pause());
  const frame = (count) => tab.evaluate(async (often) => {
    const { crowd } = window.playground, before = { ...crowd.parts }, times = [];
    for (let i = 0; i < often; ++i) {
      crowd.frame();
      times.push(crowd.times.at(-1));
      await new Promise((next) => setTimeout(next, 20));
    }
    return { times, kernel: crowd.parts.kernel - before.kernel, drawing: crowd.parts.drawing - before.drawing };
  }, count);
  await frame(50);
  const before = await task();
  const { times, kernel, drawing } = await frame(frames);
  const milliseconds = (1000 * ((await task()) - before)) / frames;
  console.log(`a frame of 500 bodies: ${milliseconds.toFixed(2)} ms of the main thread, all told; script by the clock median ${median(times).toFixed(2)} ms, ` +
    `least ${Math.min(...times).toFixed(2)} ms, of which on average the kernel ${(kernel / frames).toFixed(2)} ms and the drawing ${(drawing / frames).toFixed(2)} ms`);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}
