// SPDX-License-Identifier: Apache-2.0
//
// Installs the package's tarball in a fresh folder and uses it as a user does: from Node, and from TypeScript, whose types
// must resolve as Node and as bundlers resolve them. With --bundlers also through esbuild, Vite and webpack, whose pages
// are opened in a browser. Webpack is fetched for that.
//   node web/test/package/packed.mjs build/web/sunder-geometry-0.2.0.tgz [--bundlers]
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { answerOf, browser } from "./browser.mjs";

const web = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const [tarball, ...flags] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "sunder-package-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const inFolder = (command, ...words) => execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
const write = (name, text) => writeFileSync(path.join(folder, name), text);
const say = (text) => console.log(`package: ${text}`);

write("package.json", JSON.stringify({ name: "user", private: true, type: "module" }));
inFolder("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", path.resolve(tarball));

// What a user writes; every answer is known.
const use = `
const say = {};
const sunder = await load();
const box = sunder.box([0.5, 0.5, 0.5]), at = { poseB: { translation: [3, 0, 0] } };
say.verdict = sunder.verdict(box, box, { poseB: { translation: [1, 0, 0] } });
const gap = sunder.distance(box, box, { ...at, certify: true });
say.proven = sunder.verify(box, box, gap, at).proven;
const whole = await load({ whole: true });
say.plane = whole.plane.verdict(whole.plane.polytope([0, 0, 1, 0, 0, 1]), whole.plane.polytope([1, 0, 2, 0, 2, 2]));
const pool = await Pool.open({ workers: 2 });
say.pool = [...(await pool.verdicts({ bodies: [[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]], poses: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], bodyA: 0, bodyB: 0 }))];
pool.close();
`;
const known = { verdict: "touching", proven: ["verdict", "distance"], plane: "touching", pool: [2] };

write("node.mjs", `import { load, Pool } from "sunder-geometry";\nimport { load as loadInline } from "sunder-geometry/inline";\n${use}
const inline = await loadInline();
say.inline = inline.verdict(inline.box([1, 1, 1]), inline.box([1, 1, 1]));
console.log(JSON.stringify(say));\n`);
assert.deepEqual(JSON.parse(inFolder("node", "node.mjs")), { ...known, inline: "overlapping" });
say("Node imports it");

// Types: the answers of each family, and what must not compile.
const typed = `
import { load, Pool, SunderError, type Contact, type Distance, type PlaneVector, type Polytope, type Vector } from "sunder-geometry";
import { load as loadInline } from "sunder-geometry/inline";

export async function use(): Promise<string> {
  const sunder = await load({ memoryLimit: 1 << 26 });
  const a: Polytope = sunder.polytope(new Float64Array(12)), solid = sunder.mesh([0, 0, 0], new Uint16Array(3), "surface");
  const gap: Distance = sunder.distance(a, solid, { poseA: sunder.pose({ quaternion: [1, 0, 0, 0] }), certify: true });
  const normal: Vector | null = gap.normal;
  const contact: Contact = sunder.contact(a, a, { max_points: 4 });
  const flat = sunder.plane.distance(sunder.plane.polygon([[[0, 0], [1, 0], [0, 1]]]), sunder.plane.polytope([0, 0]), { poseB: { angle: 1 } });
  const planar: PlaneVector | null = flat.normal;
  const any: number[] | null = sunder.inDimension(4).distance(sunder.inDimension(4).polytope([]), sunder.inDimension(4).polytope([])).normal;
  const met = sunder.cast(a, solid, { motionB: { translation: [1, 0, 0] } });
  for (const step of sunder.decide(a, solid, { trace: true }).steps ?? []) if (step.event === "contact") step.corners_a[0]?.[2].toFixed();
  // @ts-expect-error bodies of the plane are not bodies of space
  sunder.verdict(a, sunder.plane.polytope([]));
  // @ts-expect-error a mesh is no polytope
  sunder.relation(a, solid);
  // @ts-expect-error no such question
  sunder.collide(a, a);
  // @ts-expect-error a pose has no such key
  sunder.verdict(a, a, { poseB: { angle: 1 } });
  const pool = await Pool.open({ workers: 1 });
  const verdicts: Uint8Array = await pool.verdicts({ bodies: [], poses: [] }, { signal: AbortSignal.timeout(9) });
  if ((await loadInline()).isWhole) throw new SunderError("not_served", "no");
  return [normal?.[2], planar?.[1], any?.length, contact.points[0]?.id.a[0], met.time[1], verdicts.length, sunder.verify(a, a, gap).why].join();
}
`;
write("typed.ts", typed);
const tsc = path.join(web, "node_modules", ".bin", "tsc");
if (existsSync(tsc)) {
  for (const [module, resolution] of [["node16", "node16"], ["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    write("tsconfig.json", JSON.stringify({
      compilerOptions: { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: "es2022", lib: ["es2022", "dom"], types: [], module, moduleResolution: resolution, skipLibCheck: false },
      include: ["typed.ts"],
    }));
    inFolder(tsc, "-p", ".");
  }
  say("TypeScript finds its types, as Node and as bundlers resolve them");
} else {
  say("TypeScript was not fetched: types are not tested");
}

if (flags.includes("--bundlers")) {
  mkdirSync(path.join(folder, "source"));
  write("source/main.js", `import { load, Pool } from "sunder-geometry";
async function main() {${use}return say;}
main().catch((error) => ({ failure: String(error.stack ?? error) })).then((said) => fetch("/answer", { method: "POST", body: JSON.stringify(said) }));\n`);
  write("source/index.html", '<!DOCTYPE html><title>user</title><script type="module" src="./main.js"></script>');
  const html = '<!DOCTYPE html><title>user</title><script type="module" src="./main.js"></script>';
  const modules = path.join(folder, "node_modules", "sunder-geometry", "lib");
  const { build: vite } = await import("vite");
  const { build: esbuild } = await import("esbuild");
  inFolder("npm", "install", "--no-audit", "--no-fund", "--silent", "webpack@5.102.1");
  const bundlers = {
    async vite(out) {
      await vite({ root: path.join(folder, "source"), configFile: false, logLevel: "error", worker: { format: "es" }, build: { outDir: out, target: "es2022" } });
    },
    /** As docs/javascript.md says: esbuild copies no file that a URL names. */
    async esbuild(out) {
      await esbuild({
        entryPoints: { main: path.join(folder, "source", "main.js"), worker: path.join(modules, "worker.js") },
        bundle: true, splitting: true, format: "esm", target: "es2022", outdir: out, logLevel: "error",
      });
      for (const name of ["sunder_core.wasm", "sunder_whole.wasm"]) copyFileSync(path.join(modules, name), path.join(out, name));
      writeFileSync(path.join(out, "index.html"), html);
    },
    async webpack(out) {
      write("webpack.mjs", `import webpack from "webpack";
webpack({ mode: "production", context: ${JSON.stringify(folder)}, entry: "./source/main.js", output: { path: ${JSON.stringify(out)}, filename: "main.js" }, performance: false },
  (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });\n`);
      inFolder("node", "webpack.mjs");
      writeFileSync(path.join(out, "index.html"), html);
    },
  };
  for (const [name, build] of Object.entries(bundlers)) {
    const out = path.join(folder, `out-${name}`);
    mkdirSync(out);
    await build(out);
    if (!browser) {
      say(`${name} builds it; there is no browser to open it`);
      continue;
    }
    const { requests, console: spoken, ...said } = await answerOf(out, "index.html", { "favicon.ico": "" });
    assert.deepEqual(said, known, `${name}: ${JSON.stringify(said)}\n${spoken.join("\n")}\n${readdirSync(out, { recursive: true }).join("\n")}\n${requests}`);
    say(`${name} bundles it, and the page answers`);
  }
  // Served as it is, without a bundler.
  const plain = path.join(folder, "plain");
  cpSync(modules, path.join(plain, "lib"), { recursive: true });
  copyFileSync(path.join(folder, "source", "main.js"), path.join(plain, "main.js"));
  const map = '<!DOCTYPE html><title>user</title><script type="importmap">{"imports": {"sunder-geometry": "./lib/index.js"}}</script><script type="module" src="./main.js"></script>';
  if (browser) {
    const { requests, console: spoken, ...said } = await answerOf(plain, "index.html", { "index.html": map, "favicon.ico": "" });
    assert.deepEqual(said, known, `${JSON.stringify(said)}\n${spoken.join("\n")}\n${requests}`);
    say("a page imports it as it is served");
  }
}
