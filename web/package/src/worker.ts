// SPDX-License-Identifier: Apache-2.0
//
// A worker of a pool: it answers one message after the other.
import { load, SunderError, type Polytope, type Sunder } from "./index.js";
import { nodeModule } from "./node.js";
import type { FromWorker, ToWorker } from "./pool.js";

interface Port { postMessage(message: FromWorker): void; on?(event: "message", call: (message: ToWorker) => void): void; onmessage?: unknown }

let sunder: Sunder | undefined;
let bodies: Polytope[] = [];

async function answer(message: ToWorker): Promise<FromWorker> {
  switch (message.kind) {
    case "load":
      sunder = await load({ module: message.module, memoryLimit: message.memoryLimit });
      return { kind: "done" };
    case "open":
      message.bodies.forEach((points, i) => {
        try {
          bodies.push(sunder!.polytope(points));
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
      return message.measures ? { kind: "done", ...sunder!.distances(pairs, { width, firstItem }) } : { kind: "done", verdicts: sunder!.verdicts(pairs, { firstItem }) };
    }
    case "close":
      for (const body of bodies) body.free();
      bodies = [];
      return { kind: "done" };
  }
}

async function serve(port: Port): Promise<void> {
  const hear = async (message: ToWorker): Promise<void> => {
    try {
      port.postMessage(await answer(message));
    } catch (error) {
      const { code, message: words } = error instanceof SunderError ? error : { code: "worker_ended" as const, message: String(error) };
      port.postMessage({ kind: "refused", code, message: words });
    }
  };
  if (port.on) port.on("message", hear);
  else port.onmessage = (event: MessageEvent<ToWorker>) => hear(event.data);
}

const node = await nodeModule<{ parentPort: Port }>("worker_threads");
await serve(node ? node.parentPort : (globalThis as unknown as Port));
