// SPDX-License-Identifier: Apache-2.0
//
// The built modules of web/dist, as tests load them: no package is needed.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { load } from "../../dist/sunder_geometry.js";

export * from "../../dist/sunder_geometry.js";

export const bytesOf = (name) => gunzipSync(readFileSync(new URL(`../../dist/${name}.wasm.gz`, import.meta.url)));
const compiled = new Map();
function compile(name) {
  if (!compiled.has(name)) compiled.set(name, WebAssembly.compile(bytesOf(name)));
  return compiled.get(name);
}
export const core = async (options = {}) => load({ ...options, module: await compile("sunder_core") });
export const whole = async (options = {}) => load({ ...options, module: await compile("sunder_whole") });

export const cube = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]];
/** A solid that is not convex: an L of height 1. */
export const ell = (() => {
  const outline = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]];
  const points = [0, 1].flatMap((z) => outline.map(([x, y]) => [x, y, z]));
  const caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]].flatMap(([a, b, c]) => [[a, c, b], [a + 6, b + 6, c + 6]]);
  const sides = outline.flatMap((_, i) => {
    const j = (i + 1) % 6;
    return [[i, j, j + 6], [i, j + 6, i + 6]];
  });
  return { points, triangles: [...caps, ...sides] };
})();

export const shift = (x, y = 0, z = 0) => ({ translation: [x, y, z] });

export const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
/** A square of side 4 with a hole of side 2 in its middle. */
export const frame = [[[0, 0], [4, 0], [4, 4], [0, 4]], [[1, 1], [3, 1], [3, 3], [1, 3]]];

/** A body of the pipe, and its pose. */
export function poseOf({ transform, quaternion, translation }) {
  if (transform) return transform;
  return quaternion || translation ? { quaternion, translation } : null;
}
