// SPDX-License-Identifier: Apache-2.0
//
// Opens pages in a headless browser and lets axe-core examine them: contrast, names for screen readers, roles, the order of
// headings. Without a browser, or where npm fetched nothing, it says that and ends with status 77.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const kBrowsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const kTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const kScreen = { width: 1280, height: 900 };
const kPhone = { width: 390, height: 844 };

function skip(why) {
  console.log(`SKIPPED: ${why}`);
  process.exit(77);
}

function findBrowser() {
  if (process.env.SUNDER_BROWSER) return process.env.SUNDER_BROWSER;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = kBrowsers.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((one) => existsSync(one));
  return found ?? skip(`no browser; looked for ${kBrowsers.join(", ")} (or set SUNDER_BROWSER)`);
}

/** Opens a browser. `examine(name, file, ready, views)` returns what is wrong with a page in the light, and in the dark
 *  on a phone. */
export async function openBrowser() {
  if (!existsSync(path.join(web, "node_modules", "axe-core"))) skip("npm fetched no axe-core; ./dev web fetches it");
  const executablePath = findBrowser();
  const require = createRequire(path.join(web, "package.json"));
  const { chromium } = require("playwright-core");
  const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });

  /** The breaches that axe finds in a page as it is. */
  async function breaches(page) {
    const { violations } = await page.evaluate((tags) => globalThis.axe.run({ runOnly: tags, resultTypes: ["violations"], preload: false }), kTags);
    return violations.map(({ id, help, nodes }) => {
      const told = nodes.slice(0, 3).map((node) => `${node.target.join(" ")}  ${node.any[0]?.message ?? node.all[0]?.message ?? ""}`);
      return `${id}: ${help} (${nodes.length})\n      ${told.join("\n      ")}`;
    });
  }

  return {
    close: () => browser.close(),
    async examine(name, file, ready = undefined, views = ["light", "dark"]) {
      const [given, fragment = ""] = file.split("#");
      const found = [];
      const tell = (what, wrong) => {
        console.log(`${name}, ${what}: ${wrong.length === 0 ? "ok" : `${wrong.length} breaches`}`);
        for (const one of wrong) console.log(`    ${one}`);
        found.push(...wrong);
      };
      const page = await browser.newPage({ viewport: kScreen, colorScheme: "light", reducedMotion: "reduce" });
      const spoken = [];
      page.on("pageerror", (error) => spoken.push(`throws: ${error.message}`));
      page.on("console", (message) => { if (message.type() === "error") spoken.push(`logs: ${message.text()}`); });
      page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) spoken.push(`asks for ${request.url()}`); });
      await page.goto(pathToFileURL(given).href + (fragment && `#${fragment}`));
      if (ready) await page.waitForSelector(ready, { timeout: 60000 });
      await page.evaluate(axe);
      if (views.includes("light")) tell("light", await breaches(page));
      if (views.includes("dark")) {
        await page.emulateMedia({ colorScheme: "dark" });
        await page.setViewportSize(kPhone);
        tell("dark, on a phone", await breaches(page));
      }
      tell("what it says and asks for", spoken);
      await page.close();
      return found;
    },
  };
}
