// SPDX-License-Identifier: Apache-2.0
//
// A page of each kind of the site, examined by axe-core. `./dev site` runs it: node site.mjs FOLDER.
import path from "node:path";
import { openBrowser } from "./examine.mjs";

const folder = path.resolve(process.argv[2]);
const kPages = ["index.html", "check.html", "algorithms/gjk.html", "performance.html", "benchmarks.html", "api/cpp/index.html", "api/cpp/polytope.html",
  "api/python/bodies.html", "api/javascript/classes/Sunder.html"];
const browser = await openBrowser();
let count = 0;
for (const name of kPages) count += (await browser.examine(name, path.join(folder, name))).length;
await browser.close();
process.exit(count === 0 ? 0 : 1);
