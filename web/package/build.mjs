// SPDX-License-Identifier: Apache-2.0
//
// Builds the npm package from src/ and the modules of ../dist: `node package/build.mjs [--out FOLDER] [--dist FOLDER]`
// leaves lib/ here, a tarball in the first folder (build/web), and in the second (../dist) sunder_geometry.js with its
// worker.js, by which tests without npm ask the modules.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const web = path.dirname(here);
const option = (name, standard) => {
  const at = process.argv.indexOf(name);
  return path.resolve(at < 0 ? standard : process.argv[at + 1]);
};
const out = option("--out", path.join(web, "..", "build", "web"));
const dist = option("--dist", path.join(web, "dist"));
const lib = path.join(here, "lib");

rmSync(lib, { recursive: true, force: true });
execFileSync(path.join(web, "node_modules", ".bin", "tsc"), ["-p", here], { stdio: "inherit" });
for (const name of ["sunder_core", "sunder_whole"]) {
  writeFileSync(path.join(lib, `${name}.wasm`), gunzipSync(readFileSync(path.join(web, "dist", `${name}.wasm.gz`))));
}
const packed = readFileSync(path.join(web, "dist", "sunder_core.wasm.gz")).toString("base64");
writeFileSync(path.join(lib, "core_bytes.js"), `// SPDX-License-Identifier: Apache-2.0\nexport const packed = "${packed}";\n`);
copyFileSync(path.join(here, "src", "core_bytes.d.ts"), path.join(lib, "core_bytes.d.ts"));
copyFileSync(path.join(web, "..", "LICENSE"), path.join(here, "LICENSE"));
const banner = { js: "// SPDX-License-Identifier: Apache-2.0\n// Built from web/package/src by web/package/build.mjs." };
const shared = { absWorkingDir: web, bundle: true, format: "esm", target: "es2022", banner, logLevel: "warning" };
await build({ ...shared, entryPoints: [path.join(here, "src", "index.ts")], outfile: path.join(dist, "sunder_geometry.js") });
// The worker takes the library from the file beside it.
const beside = {
  name: "beside",
  setup: ({ onResolve }) => onResolve({ filter: /\/index\.js$/ }, () => ({ path: "./sunder_geometry.js", external: true })),
};
await build({ ...shared, entryPoints: [path.join(here, "src", "worker.ts")], outfile: path.join(dist, "worker.js"), plugins: [beside] });
mkdirSync(out, { recursive: true });
console.log(execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: here, encoding: "utf8" }).trim());
