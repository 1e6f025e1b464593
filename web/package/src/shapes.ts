// SPDX-License-Identifier: Apache-2.0
//
// Bodies and poses, as every module takes them.
import { describe, refuseType, suffixes, Writer, type Family } from "./codec.js";
import { SunderError } from "./error.js";
import { Handle, type Module } from "./module.js";

/** Coordinates: x, y, z of each point. Other numbers than doubles widen exactly. */
export type Points = Float64Array | Float32Array | readonly number[] | readonly (readonly number[])[];
/** Three points a triangle. */
export type Triangles = Int32Array | Uint32Array | Uint16Array | readonly number[] | readonly (readonly number[])[];
/**
 * Where a body is: rows of a 3 x 4 matrix (the columns of R, then t), as 12 numbers or 3 rows; or an exact rotation
 * [w, x, y, z] and a translation, either of which may be left out; or one that pose() prepared. No pose is the world's own
 * frame.
 */
export type Pose = Float64Array | readonly number[] | readonly (readonly number[])[]
  | { quaternion?: ArrayLike<number>; translation?: ArrayLike<number> } | PreparedPose;
/**
 * Where a body of the plane is: rows of a 2 x 3 matrix, as 6 numbers or 2 rows; or an angle in radians, whose cosine and
 * sine are rounded to the nearest doubles, and a translation; or one that pose() prepared.
 */
export type PlanePose = Float64Array | readonly number[] | readonly (readonly number[])[]
  | { angle?: number; translation?: ArrayLike<number> } | PreparedPlanePose;
/** Where a body of d dimensions is: rows of a d x (d + 1) matrix, or a translation. */
export type AnyPose = Float64Array | readonly number[] | readonly (readonly number[])[] | { translation?: ArrayLike<number> };

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

export function exactly(value: unknown, count: number, what: string): Float64Array {
  const numbers = numbersOf(value, count, what);
  if (numbers.length === count) return numbers;
  throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have ${count}`);
}

/** A pose that is made once and used often. Questions take it as it is, which is faster than any numbers. */
abstract class Prepared extends Handle {}
export class PreparedPose extends Prepared {
  readonly dimension = 3;
}
export class PreparedPlanePose extends Prepared {
  readonly dimension = 2;
}

/** As web/wasm/module.hpp has them. */
export const poseForms = { identity: 0, matrix: 1, turn: 2, prepared: 3 } as const;

const keysOfPoses: Record<Family, readonly string[]> = { 2: ["angle", "translation"], 3: ["quaternion", "translation"], n: ["translation"] };
const formsOfPoses: Record<Family, string> = {
  2: "6 numbers, 2 rows of 3, or {angle, translation}", 3: "12 numbers, 3 rows of 4, or {quaternion, translation}",
  n: "d rows of d + 1 numbers, or {translation}",
};

/** Writes a pose of a body of the message's dimension. */
export function writePose(out: Writer, module: Module, pose: Pose | PlanePose | AnyPose | null | undefined, what: string): void {
  const d = out.dimension;
  const rows = (entries: ArrayLike<number>): void => {
    out.u8(poseForms.matrix);
    if (out.family === "n") out.u32(entries.length);
    for (let i = 0; i < entries.length; ++i) out.f64(entries[i]!);
  };
  if (pose == null) {
    out.u8(poseForms.identity);
  } else if (pose instanceof Handle) {
    out.u8(poseForms.prepared);
    out.u32(preparedAddress(pose, module, what, out.family));
  } else if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
    const entries = numbersOf(pose, d + 1, what);
    if (entries.length !== d * (d + 1)) {
      throw new SunderError("wrong_shape", `${what} has ${entries.length} numbers; it must have ${d * (d + 1)}: ${d} rows of ${d + 1}`);
    }
    rows(entries);
  } else if (typeof pose === "object") {
    const { quaternion, angle, translation } = pose as { quaternion?: unknown; angle?: unknown; translation?: unknown };
    const unknown = Object.keys(pose).find((key) => !keysOfPoses[out.family].includes(key));
    if (unknown !== undefined) {
      throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(unknown)}; it takes ${keysOfPoses[out.family].join(" and ")}`);
    }
    const t = translation == null ? new Float64Array(d) : exactly(translation, d, `${what}.translation`);
    if (angle != null && typeof angle !== "number") refuseType(angle, `${what}.angle`, "a number of radians");
    if (quaternion == null && angle == null) {
      const entries = new Float64Array(d * (d + 1));
      for (let k = 0; k < d; ++k) {
        entries[k * (d + 1) + k] = 1;
        entries[k * (d + 1) + d] = t[k]!;
      }
      rows(entries);
      return;
    }
    out.u8(poseForms.turn);
    for (const entry of angle != null ? [angle as number] : exactly(quaternion, 4, `${what}.quaternion`)) out.f64(entry);
    for (const entry of t) out.f64(entry);
  } else {
    refuseType(pose, what, formsOfPoses[out.family]);
  }
}

export function preparedAddress(pose: object, module: Module, what: string, family: Family): number {
  if (!(pose instanceof Prepared)) refuseType(pose, what, formsOfPoses[family]);
  if ((pose as PreparedPose | PreparedPlanePose).dimension !== family) {
    throw new SunderError("dimension_mismatch", `${what} is a pose of another dimension; give ${formsOfPoses[family]}`);
  }
  return Handle.address(pose, module, what);
}

/** What a module holds of a body. */
export abstract class Shape extends Handle {
  /** 2, 3, or what inDimension() was given. */
  abstract readonly dimension: number;
  /** What it is. A union has parts. */
  abstract get kind(): "polytope" | "mesh" | "polygon" | "union";
  /** Is it one convex polytope? */
  get isPolytope(): boolean {
    return this.kind === "polytope";
  }
  /** @internal */
  get family(): Family {
    return this.dimension as 2 | 3;
  }
}
/** A body in space: it may have parts, and need not be convex. */
export class Body extends Shape {
  override readonly dimension = 3;
  override get kind(): "polytope" | "mesh" | "union" {
    return "union";
  }
}
/** The convex hull of points in space. */
export class Polytope extends Body {
  override get kind(): "polytope" {
    return "polytope";
  }
}
/** A mesh of triangles: a solid, or a surface. */
export class Mesh extends Body {
  override get kind(): "mesh" {
    return "mesh";
  }
}
/** A body in the plane: it may have parts, and need not be convex. */
export class PlaneBody extends Shape {
  override readonly dimension = 2;
  override get kind(): "polytope" | "polygon" | "union" {
    return "union";
  }
}
/** The convex hull of points in the plane. */
export class PlanePolytope extends PlaneBody {
  override get kind(): "polytope" {
    return "polytope";
  }
}
/** A polygon that need not be convex and may have holes. */
export class Polygon extends PlaneBody {
  override get kind(): "polygon" {
    return "polygon";
  }
}
/** The convex hull of points of d coordinates each. */
export class AnyPolytope extends Shape {
  /** @internal */
  constructor(module: Module, handle: number, override readonly dimension: number) {
    super(module, handle);
  }
  override get kind(): "polytope" {
    return "polytope";
  }
  /** @internal */
  override get family(): Family {
    return "n";
  }
}

const places: Record<Family, string> = { 2: "the plane", 3: "space", n: "a dimension that inDimension() was given" };
const expected: Record<Family, string> = {
  2: "a body of the plane: a polytope, a polygon or a union", 3: "a body: a polytope, a mesh or a union", n: "a polytope",
};
/** The address of a body of this module and this family; other objects are refused. */
export function bodyAddress(value: unknown, module: Module, what: string, family: Family = 3): number {
  if (!(value instanceof Shape)) refuseType(value, what, expected[family]);
  if (value.family !== family) {
    throw new SunderError("dimension_mismatch", `${what} is a body of ${places[value.family]}; it must be one of ${places[family]}`);
  }
  return Handle.address(value, module, what);
}

/** A part of a union, at a pose in the union's frame. */
export interface Part { shape: Polytope | Mesh; pose?: Pose | null }
export interface PlanePart { shape: PlanePolytope | Polygon; pose?: PlanePose | null }

export interface PolytopeOptions {
  /**
   * Remove points that are proven to lie in the hull of the rest; true by default. A certificate of the pipe or of a report
   * may name any point: there it is false.
   */
  reduce?: boolean;
}

/** Writes coordinates and asks for their hull; returns the handle. */
export function makeHull(module: Module, family: 2 | 3, points: Points, { reduce = true }: PolytopeOptions): number {
  const out = new Writer(family);
  out.array(numbersOf(points, family, "points"));
  out.u8(reduce ? 1 : 0);
  return module.call(`make_polytope${suffixes[family]}`, out).u32();
}
export function makePolytope(module: Module, points: Points, options: PolytopeOptions = {}): Polytope {
  return new Polytope(module, makeHull(module, 3, points, options));
}

/** Asks for a union; returns the handle. */
export function makeUnion(module: Module, family: 2 | 3, parts: readonly (Part | PlanePart | Shape)[]): number {
  if (!Array.isArray(parts)) refuseType(parts, "parts", "an array");
  const out = new Writer(family);
  out.u32(parts.length);
  parts.forEach((part: Part | PlanePart | Shape, i) => {
    if (typeof part !== "object" || part === null) refuseType(part, `parts[${i}]`, "a body, or {shape, pose}");
    const { shape, pose } = part instanceof Handle ? { shape: part, pose: null } : part;
    out.u32(bodyAddress(shape, module, `parts[${i}]`, family));
    writePose(out, module, pose, `parts[${i}].pose`);
  });
  return module.call(`make_body${suffixes[family]}`, out).u32();
}
export function makeBody(module: Module, parts: readonly (Part | Polytope | Mesh)[]): Body {
  return new Body(module, makeUnion(module, 3, parts));
}
