// SPDX-License-Identifier: Apache-2.0
//
// Bodies and poses, as every module takes them.
import { describe, refuseType, Writer } from "./codec.js";
import { SunderError } from "./error.js";
import { Handle, type Module } from "./module.js";

/** Coordinates: x, y, z of each point. Other numbers than doubles widen exactly. */
export type Points = Float64Array | Float32Array | readonly number[] | readonly (readonly number[])[];
/** Three points a triangle. */
export type Triangles = Int32Array | Uint32Array | Uint16Array | readonly number[] | readonly (readonly number[])[];
/**
 * Where a body is: rows of a 3 x 4 matrix (the columns of R, then t), as 12 numbers or 3 rows; or an exact rotation
 * [w, x, y, z] and a translation, either of which may be left out. No pose is the world's own frame.
 */
export type Pose = Float64Array | readonly number[] | readonly (readonly number[])[]
  | { quaternion?: ArrayLike<number>; translation?: ArrayLike<number> };

/** A list of numbers from typed arrays, lists and lists of rows of `width`. */
export function numbersOf(value: unknown, width: number, what: string): Float64Array {
  if (value instanceof Float64Array) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    if (value instanceof BigInt64Array || value instanceof BigUint64Array) refuseType(value, what, "an array of numbers");
    return Float64Array.from(value as unknown as ArrayLike<number>);
  }
  if (!Array.isArray(value)) refuseType(value, what, "an array of numbers");
  const flat: unknown[] = [];
  for (const [i, entry] of value.entries()) {
    const row = ArrayBuffer.isView(entry) ? Array.from(entry as unknown as ArrayLike<number>) : entry;
    if (!Array.isArray(row)) {
      flat.push(entry);
    } else if (row.length === width) {
      flat.push(...row);
    } else {
      throw new SunderError("wrong_shape", `${what}[${i}] has length ${row.length}; it must have length ${width}`);
    }
  }
  for (const [i, entry] of flat.entries()) {
    if (typeof entry !== "number") throw new SunderError("wrong_type", `number ${i} of ${what} is ${describe(entry)}; it must be a number`);
  }
  return Float64Array.from(flat as number[]);
}

export function integersOf(value: unknown, width: number, what: string): Int32Array {
  if (value instanceof Int32Array) return value;
  const numbers = numbersOf(value, width, what);
  const integers = Int32Array.from(numbers);
  const at = integers.findIndex((entry, i) => entry !== numbers[i]);
  if (at >= 0) throw new SunderError("wrong_type", `number ${at} of ${what} is ${numbers[at]}; it must be an integer of 32 bits`);
  return integers;
}

function exactly(value: unknown, count: number, what: string): Float64Array {
  const numbers = numbersOf(value, count, what);
  if (numbers.length === count) return numbers;
  throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have ${count}`);
}

/** Writes a pose for a body in space. */
export function writePose(out: Writer, pose: Pose | null | undefined, what: string): void {
  if (pose == null) {
    out.u8(0);
  } else if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
    out.u8(1);
    const rows = numbersOf(pose, 4, what);
    if (rows.length !== 12) throw new SunderError("wrong_shape", `${what} has ${rows.length} numbers; it must have 12: 3 rows of 4`);
    for (const entry of rows) out.f64(entry);
  } else if (typeof pose === "object") {
    const { quaternion, translation, ...rest } = pose as { quaternion?: unknown; translation?: unknown };
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) {
      throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(unknown)}; it takes quaternion and translation`);
    }
    const t = translation == null ? [0, 0, 0] : exactly(translation, 3, `${what}.translation`);
    if (quaternion == null) {
      out.u8(1);
      for (const entry of [1, 0, 0, t[0]!, 0, 1, 0, t[1]!, 0, 0, 1, t[2]!]) out.f64(entry);
      return;
    }
    out.u8(2);
    for (const entry of exactly(quaternion, 4, `${what}.quaternion`)) out.f64(entry);
    for (const entry of t) out.f64(entry);
  } else {
    refuseType(pose, what, "12 numbers, 3 rows of 4, or {quaternion, translation}");
  }
}

/** A body: it may have parts, and need not be convex. */
export class Body extends Handle {
  /** Is it one convex polytope? */
  get isPolytope(): boolean {
    return false;
  }
}
/** The convex hull of points. */
export class Polytope extends Body {
  override get isPolytope(): boolean {
    return true;
  }
}
/** A mesh of triangles: a solid, or a surface. */
export class Mesh extends Body {}

/** The address of a body of this module; other objects are refused. */
export function bodyAddress(value: unknown, module: Module, what: string): number {
  if (!(value instanceof Body)) refuseType(value, what, "a body: a polytope, a mesh or a union");
  return Handle.address(value, module, what);
}

export interface Part { shape: Polytope | Mesh; pose?: Pose | null }

export interface PolytopeOptions {
  /**
   * Remove points that are proven to lie in the hull of the rest; true by default. A certificate of the pipe or of a report
   * may name any point: there it is false.
   */
  reduce?: boolean;
}

export function makePolytope(module: Module, points: Points, { reduce = true }: PolytopeOptions = {}): Polytope {
  const out = new Writer();
  out.array(numbersOf(points, 3, "points"));
  out.u8(reduce ? 1 : 0);
  return new Polytope(module, module.call("make_polytope", out).u32());
}

export function makeBody(module: Module, parts: readonly (Part | Polytope | Mesh)[]): Body {
  if (!Array.isArray(parts)) refuseType(parts, "parts", "an array");
  const out = new Writer();
  out.u32(parts.length);
  parts.forEach((part: Part | Polytope | Mesh, i) => {
    if (typeof part !== "object" || part === null) refuseType(part, `parts[${i}]`, "a body, or {shape, pose}");
    const { shape, pose } = part instanceof Handle ? { shape: part, pose: null } : part;
    out.u32(bodyAddress(shape, module, `parts[${i}]`));
    writePose(out, pose, `parts[${i}].pose`);
  });
  return new Body(module, module.call("make_body", out).u32());
}
