// SPDX-License-Identifier: Apache-2.0
// Built from web/package/src by web/package/build.mjs.

// package/src/worker.ts
import { load, SunderError } from "./sunder_geometry.js";

// package/src/node.ts
async function nodeModule(name) {
  const { process } = globalThis;
  if (!process?.versions?.node) return void 0;
  return await import(
    /* @vite-ignore */
    /* webpackIgnore: true */
    `node:${name}`
  );
}

// package/src/worker.ts
var sunder;
var bodies = [];
async function answer(message) {
  switch (message.kind) {
    case "load":
      sunder = await load({ module: message.module, memoryLimit: message.memoryLimit });
      return { kind: "done" };
    case "open":
      message.bodies.forEach((points, i) => {
        try {
          bodies.push(sunder.polytope(points));
        } catch (error) {
          if (!(error instanceof SunderError)) throw error;
          throw new SunderError(error.code, `bodies[${i}]: ${error.message}`);
        }
      });
      return { kind: "done" };
    case "slice": {
      const { poses, bodyA, bodyB, width, firstItem } = message;
      const count = bodyA.length;
      const poseA = Int32Array.from({ length: count }, (_, i) => i), poseB = poseA.map((i) => i + count);
      const pairs = { bodies, poses, bodyA, bodyB, poseA, poseB, count };
      return message.measures ? { kind: "done", ...sunder.distances(pairs, { width, firstItem }) } : { kind: "done", verdicts: sunder.verdicts(pairs, { firstItem }) };
    }
    case "close":
      for (const body of bodies) body.free();
      bodies = [];
      return { kind: "done" };
  }
}
async function serve(port) {
  const hear = async (message) => {
    try {
      port.postMessage(await answer(message));
    } catch (error) {
      const { code, message: words } = error instanceof SunderError ? error : { code: "worker_ended", message: String(error) };
      port.postMessage({ kind: "refused", code, message: words });
    }
  };
  if (port.on) port.on("message", hear);
  else port.onmessage = (event) => hear(event.data);
}
var node = await nodeModule("worker_threads");
await serve(node ? node.parentPort : globalThis);
