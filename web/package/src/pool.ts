// SPDX-License-Identifier: Apache-2.0
//
// Many pairs on many workers. Each has a module of its own and takes one slice of the items after the other, so that
// nothing is shared: no header of cross-origin isolation is needed. The answers do not depend on the partition.
import type { BatchDistances } from "./batches.js";
import { SunderError, type ErrorCode } from "./error.js";
import { bytesOf, files } from "./files.js";
import { Module } from "./module.js";
import { nodeModule } from "./node.js";
import { integersOf, numbersOf, type Points } from "./shapes.js";

export interface PoolOptions {
  /** Workers; by default one for each core but one, and 8 at most. */
  workers?: number;
  /** The module's bytes, in place of the file beside this one. */
  module?: Uint8Array | ArrayBuffer | WebAssembly.Module;
  /** The most memory in bytes that each worker's module may take. */
  memoryLimit?: number;
}
/** As Pairs, but for the bodies: points, of which each worker makes polytopes. */
export interface PoolPairs {
  bodies: readonly Points[];
  poses: Float64Array | readonly number[];
  bodyA?: Int32Array | readonly number[] | number;
  bodyB?: Int32Array | readonly number[] | number;
  poseA?: Int32Array | readonly number[] | number;
  poseB?: Int32Array | readonly number[] | number;
  count?: number;
}
export interface PoolRun {
  /** Ends the run between two slices: it rejects with the code "cancelled". */
  signal?: AbortSignal;
  /** Called with the number of items settled. */
  progress?: (settled: number, total: number) => void;
  /** Items of a slice. */
  slice?: number;
  /** Relative width asked of distances. */
  width?: number;
}

/** What a worker is told, and what it says. */
export type ToWorker =
  | { kind: "load"; module: WebAssembly.Module; memoryLimit: number | undefined }
  | { kind: "open"; bodies: Float64Array[] }
  | { kind: "slice"; poses: Float64Array; bodyA: Int32Array; bodyB: Int32Array; measures: boolean; width: number; firstItem: number }
  | { kind: "close" };
export type FromWorker =
  | { kind: "done"; verdicts?: Uint8Array; intervals?: Float64Array }
  | { kind: "refused"; code: ErrorCode; message: string };

interface Port {
  post(message: ToWorker): void;
  end(): void;
  onmessage: (message: FromWorker) => void;
  onfailure: (reason: string) => void;
  /** Why it answers no more. */
  ended?: SunderError;
}

function endedBy(reason: string): SunderError {
  return new SunderError("worker_ended", `a worker ended: ${reason}; open another pool`);
}

async function openPort(): Promise<Port> {
  const port: Port = { post() {}, end() {}, onmessage() {}, onfailure: (reason) => void (port.ended ??= endedBy(reason)) };
  interface NodeWorker { postMessage(message: unknown): void; terminate(): void; unref(): void; on(event: string, call: (value: never) => void): void }
  const node = await nodeModule<{ Worker: new (url: URL) => NodeWorker }>("worker_threads");
  if (node) {
    // Bundlers leave this one alone: it is for Node, and they make a worker of the one below.
    const worker = new node.Worker(new URL(/* webpackIgnore: true */ /* @vite-ignore */ "./worker.js", import.meta.url));
    worker.on("message", (message: FromWorker) => port.onmessage(message));
    worker.on("error", (error: Error) => port.onfailure(error.message));
    worker.on("exit", (code: number) => port.onfailure(`it ended with the status ${code}`));
    port.post = (message) => worker.postMessage(message);
    port.end = () => void worker.terminate();
  } else {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<FromWorker>) => port.onmessage(event.data);
    worker.onerror = (event) => port.onfailure(event.message || "the worker could not be started");
    port.post = (message) => worker.postMessage(message);
    port.end = () => worker.terminate();
  }
  return port;
}

function say(port: Port, message: ToWorker): Promise<FromWorker & { kind: "done" }> {
  return new Promise((resolve, reject) => {
    port.onmessage = (answer) => (answer.kind === "done" ? resolve(answer) : reject(new SunderError(answer.code, answer.message)));
    port.onfailure = (reason) => reject((port.ended ??= endedBy(reason)));
    if (port.ended) reject(port.ended);
    else port.post(message);
  });
}

export class Pool {
  readonly #ports: Port[];
  #running = false;

  private constructor(ports: Port[]) {
    this.#ports = ports;
  }
  /** Starts the workers. close() ends them. */
  static async open(options: PoolOptions = {}): Promise<Pool> {
    const cores = (globalThis.navigator as { hardwareConcurrency?: number } | undefined)?.hardwareConcurrency ?? 4;
    const count = options.workers ?? Math.min(Math.max(cores - 1, 1), 8);
    if (!Number.isInteger(count) || count < 1) throw new SunderError("wrong_shape", `workers is ${count}; it must be an integer of at least 1`);
    // Compiled once, for all.
    const module = await Module.compile(options.module ?? (await bytesOf(files.core())));
    const ports = await Promise.all(Array.from({ length: count }, openPort));
    const pool = new Pool(ports);
    try {
      await Promise.all(ports.map((port) => say(port, { kind: "load", module, memoryLimit: options.memoryLimit })));
    } catch (error) {
      pool.close();
      throw error;
    }
    return pool;
  }
  get workers(): number {
    return this.#ports.length;
  }
  /** Ends the workers. A run that is not done is refused. */
  close(): void {
    for (const port of this.#ports) {
      port.end();
      port.ended ??= new SunderError("freed", "the pool was closed; open another one");
      port.onfailure("the pool was closed");
    }
    this.#ports.length = 0;
  }

  async verdicts(pairs: PoolPairs, run: PoolRun = {}): Promise<Uint8Array> {
    return (await this.#run(pairs, run, false)).verdicts;
  }
  distances(pairs: PoolPairs, run: PoolRun = {}): Promise<BatchDistances> {
    return this.#run(pairs, run, true);
  }

  async #run(pairs: PoolPairs, run: PoolRun, measures: boolean): Promise<BatchDistances> {
    if (this.#ports.length === 0) throw new SunderError("freed", "the pool was closed; open another one");
    if (this.#running) throw new SunderError("not_served", "the pool is at work; await its last answer first");
    const bodies = pairs.bodies.map((points, i) => numbersOf(points, 3, `bodies[${i}]`));
    const poses = numbersOf(pairs.poses, 12, "poses");
    if (poses.length % 12 !== 0) throw new SunderError("wrong_shape", `poses has ${poses.length} numbers; it must be a multiple of 12`);
    const keys = ["bodyA", "bodyB", "poseA", "poseB"] as const;
    const lists = keys.map((key) => {
      const list = pairs[key];
      return list === undefined ? new Int32Array(0) : integersOf(typeof list === "number" ? [list] : list, 1, key);
    });
    const own = Math.max(...lists.map((list) => list.length));
    const count = pairs.count ?? (own > 0 ? own : Math.min(bodies.length, poses.length / 12));
    if (!Number.isInteger(count) || count < 0 || count >= 2 ** 31) {
      throw new SunderError("wrong_shape", `count is ${count}; it must be an integer from 0 to 2^31 - 1`);
    }
    const slice = run.slice ?? 2048;
    if (!Number.isInteger(slice) || slice < 1) throw new SunderError("wrong_shape", `slice is ${slice}; it must be an integer of at least 1`);
    lists.forEach((list, k) => {
      if (list.length > 1 && list.length !== count) {
        throw new SunderError("wrong_shape", `${keys[k]} has ${list.length} entries; it must have ${count}, or be a number`);
      }
    });
    const entry = (k: number, i: number): number => (lists[k]!.length === 0 ? i : lists[k]!.length === 1 ? lists[k]![0]! : lists[k]![i]!);
    const poseAt = (k: number, i: number): Float64Array => {
      const at = entry(k, i);
      if (at >= 0 && at < poses.length / 12) return poses.subarray(12 * at, 12 * at + 12);
      throw new SunderError("wrong_shape", `item ${i}: pose ${k === 2 ? "a" : "b"} is ${at}; the table has ${poses.length / 12} entries`);
    };
    const verdicts = new Uint8Array(count).fill(4);
    const intervals = new Float64Array(measures ? 2 * count : 0);
    let next = 0, settled = 0;
    let failedAt = Infinity, failure: unknown;
    const stop = (): void => {
      if (run.signal?.aborted) throw new SunderError("cancelled", `the run was cancelled after ${settled} of ${count} items`);
    };
    const work = async (port: Port): Promise<void> => {
      let begin = -1;
      try {
        await say(port, { kind: "open", bodies });
        while (next < count) {
          stop();
          begin = next;
          const end = Math.min(count, begin + slice), size = end - begin;
          next = end;
          const gathered = new Float64Array(24 * size), bodyA = new Int32Array(size), bodyB = new Int32Array(size);
          for (let i = begin; i < end; ++i) {
            gathered.set(poseAt(2, i), 12 * (i - begin));
            gathered.set(poseAt(3, i), 12 * (size + i - begin));
            bodyA[i - begin] = entry(0, i);
            bodyB[i - begin] = entry(1, i);
          }
          const answer = await say(port, { kind: "slice", poses: gathered, bodyA, bodyB, measures, width: run.width ?? 0, firstItem: begin });
          verdicts.set(answer.verdicts!, begin);
          if (measures) intervals.set(answer.intervals!, 2 * begin);
          settled += size;
          run.progress?.(settled, count);
        }
        stop();
      } catch (error) {
        // Slices are given out in order, and each that was given out ends: the first one that is refused is the same
        // for every number of workers.
        if (begin < failedAt) [failedAt, failure] = [begin, error];
        next = count;
      }
      await say(port, { kind: "close" }).catch(() => {});
    };
    this.#running = true;
    try {
      // All end before any failure is passed on: no worker is left in the middle of this run.
      await Promise.all(this.#ports.map(work));
      if (failedAt < Infinity) throw failure;
    } finally {
      this.#running = false;
    }
    return { verdicts, intervals };
  }
}
