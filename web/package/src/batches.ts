// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of polytopes at once.
import { suffixes, Writer } from "./codec.js";
import { SunderError } from "./error.js";
import type { Module } from "./module.js";
import { bodyAddress, integersOf, numbersOf, type Polytope, type Shape } from "./shapes.js";

/**
 * Item i is bodies[bodyA[i]] at pose poseA[i] against the same of b. A list that is left out is 0, 1, 2, ...; a number is the
 * same for every item.
 */
export interface Pairs<C extends Shape = Polytope> {
  bodies: readonly C[];
  /** 12 numbers each: rows of a 3 x 4 matrix; in the plane 6. */
  poses: Float64Array | readonly number[];
  bodyA?: Int32Array | readonly number[] | number;
  bodyB?: Int32Array | readonly number[] | number;
  poseA?: Int32Array | readonly number[] | number;
  poseB?: Int32Array | readonly number[] | number;
  /** By default the length of the lists. */
  count?: number;
}
export interface BatchOptions {
  /** Stop after so many items that meet, the ones of lowest index; 0 examines all. */
  hits?: number;
  /** Relative width asked of distances. */
  width?: number;
  /** The number of the first item in messages: where the pairs are a slice of more. */
  firstItem?: number;
}
export interface BatchDistances {
  verdicts: Uint8Array;
  /** Lower and upper end of each. */
  intervals: Float64Array;
}

function indices(value: ArrayLike<number> | number | undefined, what: string): Int32Array {
  if (value === undefined) return new Int32Array(0);
  return integersOf(typeof value === "number" ? [value] : value, 1, what);
}

function ask(module: Module, family: 2 | 3, pairs: Pairs<Shape>, options: BatchOptions, measures: boolean): BatchDistances {
  const lists = (["bodyA", "bodyB", "poseA", "poseB"] as const).map((key) => indices(pairs[key], key));
  const each = family * (family + 1);
  const poses = numbersOf(pairs.poses, each, "poses");
  if (poses.length % each !== 0) {
    throw new SunderError("wrong_shape", `poses has ${poses.length} numbers; it must be a multiple of ${each}`);
  }
  const own = Math.max(...lists.map((list) => list.length));
  const count = pairs.count ?? (own > 0 ? own : Math.min(pairs.bodies.length, poses.length / each));
  if (!Number.isInteger(count) || count < 0 || count >= 2 ** 31) {
    throw new SunderError("wrong_shape", `count is ${count}; it must be an integer from 0 to 2^31 - 1`);
  }
  lists.forEach((list, i) => {
    if (list.length === 0 || list.length === 1 || list.length === count) return;
    const key = ["bodyA", "bodyB", "poseA", "poseB"][i];
    throw new SunderError("wrong_shape", `${key} has ${list.length} entries; it must have ${count}, or be a number`);
  });
  const out = new Writer(family);
  out.u32(pairs.bodies.length);
  pairs.bodies.forEach((body, i) => {
    const address = bodyAddress(body, module, `bodies[${i}]`, family);
    if (!body.isPolytope) throw new SunderError("wrong_type", `bodies[${i}] is no polytope; batches take polytopes`);
    out.u32(address);
  });
  out.array(poses);
  for (const list of lists) out.array(list);
  out.u32(count);
  out.u8(measures ? 1 : 0);
  const { width = 0, hits = 0 } = options;
  if (!(width >= 0 && width < Infinity)) throw new SunderError("not_finite", `width is ${width}; it must be finite and at least 0`);
  out.f64(width);
  if (!Number.isInteger(hits) || hits < 0) throw new SunderError("wrong_shape", `hits is ${hits}; it must be an integer of at least 0`);
  out.u32(hits);
  out.u32(options.firstItem ?? 0);
  const from = module.call(`ask_batch${suffixes[family]}`, out);
  return { verdicts: from.bytes(), intervals: from.doubles(2 * from.u32()) };
}

export function verdictsOf(module: Module, family: 2 | 3, pairs: Pairs<Shape>, options: BatchOptions): Uint8Array {
  return ask(module, family, pairs, options, false).verdicts;
}
export function distancesOf(module: Module, family: 2 | 3, pairs: Pairs<Shape>, options: BatchOptions): BatchDistances {
  return ask(module, family, pairs, options, true);
}
