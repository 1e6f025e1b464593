// SPDX-License-Identifier: Apache-2.0
//
// The questions about two bodies, for every dimension. Every answer is proven before it comes.
import {
  readBodies, readCast, readDerivative, readPair, readPlaneRegion, readRegion, type AlgorithmInfo, type BodyContact, type BodySteps,
  type Cast, type Contact, type Containment, type Decision, type Derivative, type Distance, type Location, type MarginAnswer,
  type Parts, type Penetration, type Relation, type SignedDistance,
} from "./answers.js";
import { distancesOf, verdictsOf, type BatchDistances, type BatchOptions, type Pairs } from "./batches.js";
import { checkAnswer, checkPair, writeSide, writeSides, type Answer, type Check, type CheckOptions, type Placing } from "./checking.js";
import { describe, fields, suffixes, Writer, type Family, type Reader } from "./codec.js";
import { SunderError } from "./error.js";
import type { Module } from "./module.js";
import type { Verdict } from "./proofs.js";
import { exactly, type AnyPose, type PlanePose, type Pose, type Shape } from "./shapes.js";

/** How to answer. */
export interface Ask<P = Pose> extends Placing<P> {
  /** The algorithm that searches; "auto" by default. */
  algorithm?: string | undefined;
  /** Adds the certificate, which verify() checks. */
  certify?: boolean | undefined;
  /** Adds the steps of the search: `trace` of polytopes, `steps` of verdicts about other bodies in space. */
  trace?: boolean | undefined;
}
/** How narrow an interval is asked: relative; 0 for the default width. */
export interface Measure<P = Pose> extends Ask<P> { width?: number | undefined }
export interface ContactAsk<P = Pose> extends Measure<P> {
  /** At most so many points; 0 for all. */
  max_points?: number | undefined;
  /** Bodies at most this far apart have points too. */
  near?: number | undefined;
}

/** How a body moves while time goes from 0 to 1, in the world's frame: docs/cast.md. */
export interface Motion {
  translation?: ArrayLike<number>;
  /** The point that it turns about; it moves with the translation. */
  centre?: ArrayLike<number>;
  /** In space: the direction of the axis, right-handed. */
  axis?: ArrayLike<number>;
  /** In radians. */
  angle?: number;
}
export interface CastAsk<P = Pose> extends Placing<P> {
  motionA?: Motion | undefined;
  motionB?: Motion | undefined;
  /** Where a body turns: the width wanted of the time's interval; 1e-9 by default. */
  tolerance?: number | undefined;
  /** Where a body turns: poses examined at most; 0 for a million. */
  max_steps?: number | undefined;
}
/** Where one body stands. */
export interface PlacingOne<P = Pose> { pose?: P | null | undefined; radius?: number | undefined }

const questions = { verdict: 0, distance: 1, depth: 2, signed: 3, contact: 4, relation: 5, contains: 6, margin: 7 } as const;
type Question = keyof typeof questions;
interface Details { width?: number | undefined; near?: number | undefined; margin?: number | undefined; max_points?: number | undefined }
type Poses = Pose | PlanePose | AnyPose;

export function numberOf(value: unknown, what: string, standard = 0): number {
  if (value === undefined) return standard;
  if (typeof value !== "number") throw new SunderError("wrong_type", `${what} is ${describe(value)}; it must be a number`);
  return value;
}
function int32Of(value: unknown, what: string): number {
  const number = numberOf(value, what);
  if ((number | 0) !== number || number < 0) throw new SunderError("wrong_shape", `${what} is ${number}; it must be an integer of at least 0`);
  return number;
}

/** Questions that every dimension answers: S are its bodies, P its poses, V its vectors. */
export abstract class Questions<S extends Shape, P extends Poses, V extends number[]> {
  /** @internal */
  protected readonly module: Module;
  /** @internal */
  protected readonly family: Family;
  /** @internal */
  protected readonly suffix: string;

  /** @internal */
  constructor(module: Module, family: Family) {
    this.module = module;
    this.family = family;
    this.suffix = suffixes[family];
  }

  /** Is this the whole library: meshes, unions, scenes, the plane, casts and higher dimensions too? */
  get isWhole(): boolean {
    return this.module.has("make_mesh");
  }
  /** @internal */
  protected needWhole(what: string): void {
    if (!this.isWhole) throw new SunderError("not_served", `${what} are in the whole library: load({ whole: true })`);
  }
  /** @internal */
  protected request(dimension?: number): Writer {
    return new Writer(this.family, dimension);
  }
  /** @internal */
  protected ask(name: string, out: Writer): Reader {
    return this.module.call(name + this.suffix, out);
  }
  /** @internal */
  protected areConvex(a: S, b: S): boolean {
    checkPair(a, b, this.module, this.family);
    return a.isPolytope && b.isPolytope;
  }
  /** @internal */
  protected needConvex(a: S, b: S, what: string): void {
    if (!this.areConvex(a, b)) throw new SunderError("not_served", `${what} is asked of two polytopes`);
  }
  /** @internal */
  protected pair(question: Question, a: S, b: S, ask: Ask<P>, details: Details = {}): { from: Reader; asked: { certify: boolean; trace: boolean } } {
    const out = this.request(a.dimension);
    writeSides(out, this.module, a, b, ask);
    out.u8(questions[question]);
    out.text(ask.algorithm ?? "auto");
    for (const key of ["width", "near", "margin"] as const) out.f64(numberOf(details[key], key));
    out.i32(int32Of(details.max_points, "max_points"));
    out.u8(ask.trace ? 1 : 0);
    out.u8(ask.certify ? 1 : 0);
    return { from: this.ask("ask_pair", out), asked: { certify: !!ask.certify, trace: !!ask.trace } };
  }
  /** @internal */
  protected bodies(question: Question, a: S, b: S, ask: Ask<P>, margin = 0): Reader {
    const out = this.request();
    writeSides(out, this.module, a, b, ask);
    out.u8(questions[question]);
    out.text(ask.algorithm ?? "auto");
    out.f64(margin);
    out.u8(ask.trace && question === "verdict" ? 1 : 0);
    out.u8(ask.certify ? 1 : 0);
    return this.ask("ask_bodies", out);
  }

  /** Do the bodies meet? Touching is meeting. */
  intersects(a: S, b: S, at: Placing<P> = {}): boolean {
    return this.verdict(a, b, at) !== "separated";
  }
  /** How the bodies stand, without anything else. */
  verdict(a: S, b: S, at: Placing<P> = {}): Verdict {
    return this.decide(a, b, at).verdict;
  }
  /** How the bodies stand, and what proved it. */
  decide(a: S, b: S, ask: Ask<P> = {}): Decision & Parts & BodySteps {
    if (!this.areConvex(a, b)) {
      // Bodies padded by a ball are decided as a margin is, which has no steps.
      const trace = !!ask.trace && !ask.radiusA && !ask.radiusB;
      return readBodies.verdict(this.bodies("verdict", a, b, { ...ask, trace }), { certify: !!ask.certify, trace });
    }
    const { from, asked } = this.pair("verdict", a, b, ask);
    return readPair.verdict(from, asked);
  }
  /** How far apart? The interval holds the exact distance. */
  distance(a: S, b: S, ask: Measure<P> = {}): Distance<V> {
    if (!this.areConvex(a, b)) return readBodies.distance(this.bodies("distance", a, b, ask), !!ask.certify);
    const { from, asked } = this.pair("distance", a, b, ask, ask);
    return readPair.distance(from, asked);
  }
  /** Does every point of a lie in b? */
  contains(a: S, b: S, ask: Placing<P> = {}): Containment {
    if (!this.areConvex(a, b)) return readBodies.contains(this.bodies("contains", a, b, ask));
    return readPair.contains(this.pair("contains", a, b, ask).from);
  }
  /** Is the distance less than, equal to or more than `margin`? Decided exactly. */
  compareToMargin(a: S, b: S, margin: number, ask: Ask<P> = {}): MarginAnswer {
    numberOf(margin, "margin");
    if (!this.areConvex(a, b)) return readBodies.margin(this.bodies("margin", a, b, ask, margin), !!ask.certify);
    const { from, asked } = this.pair("margin", a, b, ask, { margin });
    return readPair.margin(from, asked);
  }
  /** Checks what is claimed of two bodies, by its certificates alone: no algorithm runs. */
  verify(a: S, b: S, answer: Answer, options: CheckOptions<P> = {}): Check {
    return checkAnswer(this.module, a, b, answer, options, this.family);
  }

  /** @internal */
  protected readAlgorithms(from: Reader): AlgorithmInfo[] {
    const list: AlgorithmInfo[] = [];
    while (from.bool()) {
      list.push({
        name: from.text(), questions: Array.from({ length: from.u32() }, () => from.text()), summary: from.text(), source: from.text(),
      });
    }
    return list;
  }
}

/** Questions that the plane and space answer: C are the convex bodies, R the regions of contacts. */
export abstract class PhysicalQuestions<S extends Shape, C extends S, P extends Poses, V extends number[], R> extends Questions<S, P, V> {
  /** @internal */
  declare protected readonly family: 2 | 3;

  /** How deep do they overlap: the shortest translation that parts them. */
  penetration(a: S, b: S, ask: Measure<P> = {}): Penetration<V> {
    if (!this.areConvex(a, b)) return readBodies.depth(this.bodies("depth", a, b, ask));
    const { from, asked } = this.pair("depth", a, b, ask, ask);
    return readPair.depth(from, asked);
  }
  /** The distance, or minus the depth; of polytopes. */
  signedDistance(a: C, b: C, ask: Measure<P> = {}): SignedDistance<V> {
    this.needConvex(a, b, "signedDistance");
    const { from, asked } = this.pair("signed", a, b, ask, ask);
    return readPair.signed(from, asked);
  }
  /** Where do polytopes touch or overlap? */
  contact(a: C, b: C, ask?: ContactAsk<P>): Contact<V>;
  /** Where do the surfaces of bodies meet? */
  contact(a: S, b: S, ask?: Placing<P>): Contact<V> | BodyContact<R>;
  contact(a: S, b: S, ask: ContactAsk<P> = {}): Contact<V> | BodyContact<R> {
    if (!this.areConvex(a, b)) {
      const region = (this.family === 2 ? readPlaneRegion : readRegion) as unknown as (from: Reader) => R;
      return readBodies.contact(this.bodies("contact", a, b, ask), region);
    }
    const { from, asked } = this.pair("contact", a, b, ask, ask);
    return readPair.contact(from, asked);
  }
  /** How do polytopes meet, and by which features? */
  relation(a: C, b: C, ask: Ask<P> = {}): Relation {
    this.needConvex(a, b, "relation");
    const { from, asked } = this.pair("relation", a, b, ask);
    return readPair.relation(from, asked);
  }
  /** How does the signed distance of polytopes change as they move? Null about an empty one. In the whole library. */
  derivative(a: C, b: C, at: Placing<P> = {}): Derivative<V> | null {
    this.needWhole("derivatives");
    this.needConvex(a, b, "derivative");
    const out = this.request();
    writeSides(out, this.module, a, b, at);
    return readDerivative(this.ask("ask_derivative", out));
  }

  /** When do moving bodies meet first? Exact where both only translate; only polytopes may turn. In the whole library. */
  cast(a: S, b: S, ask: CastAsk<P> = {}): Cast<V> {
    this.needWhole("casts");
    const convex = this.areConvex(a, b), out = this.request();
    writeSide(out, this.module, a, ask.poseA, ask.radiusA, "a");
    this.#writeMotion(out, ask.motionA, "motionA");
    writeSide(out, this.module, b, ask.poseB, ask.radiusB, "b");
    this.#writeMotion(out, ask.motionB, "motionB");
    out.f64(numberOf(ask.tolerance, "tolerance", 1e-9));
    out.i32(int32Of(ask.max_steps, "max_steps"));
    return readCast(this.ask("ask_cast", out), convex);
  }
  #writeMotion(out: Writer, motion: Motion | undefined, what: string): void {
    const d = this.family, keys = d === 3 ? ["translation", "centre", "axis", "angle"] : ["translation", "centre", "angle"];
    const given = motion == null ? {} : fields(motion, what, keys);
    for (const key of d === 3 ? ["translation", "centre", "axis"] : ["translation", "centre"]) {
      const value = given[key];
      if (key === "axis" && value == null && given["angle"]) throw new SunderError("missing_key", `${what} has an angle and no axis; give it, such as [0, 0, 1]`);
      const numbers = value == null ? new Float64Array(d) : exactly(value, d, `${what}.${key}`);
      for (const entry of numbers) out.f64(entry);
    }
    out.f64(numberOf(given["angle"] ?? undefined, `${what}.angle`));
  }
  /** Where does the ray origin + t * direction, t in [0, 1], meet the body first? Exact. In the whole library. */
  rayCast(origin: ArrayLike<number>, direction: ArrayLike<number>, body: S, at: PlacingOne<P> = {}): Cast<V> {
    this.needWhole("rays");
    const out = this.request();
    this.#writePoint(out, origin, "origin");
    this.#writePoint(out, direction, "direction");
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return readCast(this.ask("ask_ray", out), body.isPolytope);
  }
  /** The point of a polytope closest to a point, which is a: `point_b`. In the whole library. */
  closestPoint(point: ArrayLike<number>, body: C, at: PlacingOne<P> & { width?: number } = {}): Distance<V> {
    this.needWhole("closest points");
    const out = this.request();
    this.#writePoint(out, point, "point");
    const width = numberOf(at.width, "width");
    if (!(width >= 0 && width < Infinity)) throw new SunderError("not_finite", `width is ${width}; it must be finite and at least 0`);
    out.f64(width);
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return readPair.closest(this.ask("ask_point", out));
  }
  /** Does a point lie inside a body, on its boundary or outside? Exact. In the whole library. */
  locate(point: ArrayLike<number>, body: S, at: PlacingOne<P> = {}): Location {
    this.needWhole("locations of points");
    const out = this.request();
    this.#writePoint(out, point, "point");
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return this.ask("locate_point", out).text() as Location;
  }
  #writePoint(out: Writer, value: ArrayLike<number>, what: string): void {
    for (const entry of exactly(value == null ? value : Array.from(value), this.family, what)) out.f64(entry);
  }

  /** Verdicts of many pairs: a byte each, 0 separated, 1 touching, 2 overlapping, 4 not examined. */
  verdicts(pairs: Pairs<C>, options: BatchOptions = {}): Uint8Array {
    return verdictsOf(this.module, this.family, pairs, options);
  }
  /** Verdicts and distances of many pairs. */
  distances(pairs: Pairs<C>, options: BatchOptions = {}): BatchDistances {
    return distancesOf(this.module, this.family, pairs, options);
  }
  /** The algorithms for polytopes. */
  algorithms(): AlgorithmInfo[] {
    return this.readAlgorithms(this.ask("list_algorithms", this.request()));
  }
}
