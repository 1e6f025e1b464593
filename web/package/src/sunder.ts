// SPDX-License-Identifier: Apache-2.0
//
// The library: bodies, and questions about them. Every answer is proven before it comes.
import {
  readBodies, readPair, verdictOf, type AlgorithmInfo, type BodyContact, type Contact, type Containment, type Decision, type Distance,
  type MarginAnswer, type Parts, type Penetration, type Relation, type SignedDistance,
} from "./answers.js";
import { distancesOf, verdictsOf, type BatchDistances, type BatchOptions, type Pairs } from "./batches.js";
import { checkAnswer, writeSides, type Answer, type Check, type CheckOptions, type Placing } from "./checking.js";
import { describe, refuseType, Writer, Reader } from "./codec.js";
import { SunderError, type ErrorCode } from "./error.js";
import { Handle, type Module } from "./module.js";
import type { Verdict } from "./proofs.js";
import { Scene } from "./scene.js";
import {
  Body, bodyAddress, integersOf, makeBody, makePolytope, Mesh, numbersOf, type Part, type Points, Polytope, type PolytopeOptions, type Pose, type Triangles,
} from "./shapes.js";

/** How to answer. */
export interface Ask extends Placing {
  /** The algorithm that searches; "auto" by default. */
  algorithm?: string | undefined;
  /** Adds the certificate, which verify() checks. */
  certify?: boolean | undefined;
  /** Adds the steps of the search, of polytopes. */
  trace?: boolean | undefined;
}
/** How narrow an interval is asked: relative; 0 for the default width. */
export interface Measure extends Ask { width?: number | undefined }
export interface ContactAsk extends Measure {
  /** At most so many points; 0 for all. */
  max_points?: number | undefined;
  /** Bodies at most this far apart have points too. */
  near?: number | undefined;
}

/** Facts about a polytope. Indices are those of the points given. */
export interface PolytopeInfo {
  given: number;
  kept: number;
  duplicate: number;
  interior: number;
  /** -1 empty, 0 a point, 1 a segment, 2 flat, 3 solid; exact. */
  affine_dimension: number;
  /** The kept points by index, and their coordinates. */
  vertices: Int32Array;
  coordinates: Float64Array;
  /** Corners of each face, counter-clockwise from outside. Empty for what is flat. */
  faces: Int32Array[];
  edges: [number, number][];
  lower: number[];
  upper: number[];
}

const questions = { verdict: 0, distance: 1, depth: 2, signed: 3, contact: 4, relation: 5, contains: 6, margin: 7 } as const;
type Question = keyof typeof questions;

interface Details { width?: number | undefined; near?: number | undefined; margin?: number | undefined; max_points?: number | undefined }

export class Sunder {
  readonly #module: Module;
  /** Where decide() reads poses. The view is made anew when the memory moved. */
  #poses: Float64Array | undefined;

  /** @internal */
  constructor(module: Module) {
    this.#module = module;
  }

  /** Is this the whole library: meshes, unions and scenes too? */
  get isWhole(): boolean {
    return this.#module.has("make_mesh");
  }
  /** Bytes that the module has taken. It keeps what was freed for the next objects. */
  get memory(): number {
    return this.#module.memory;
  }
  /** Objects made and not freed. */
  get objects(): number {
    return this.#module.objects;
  }
  #needWhole(what: string): void {
    if (!this.isWhole) throw new SunderError("not_served", `${what} are in the whole library: load({ whole: true })`);
  }

  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points: Points, options: PolytopeOptions = {}): Polytope {
    return makePolytope(this.#module, points, options);
  }
  /** The box of these half extents about the origin. */
  box(halfExtents: ArrayLike<number>): Polytope {
    const extents = numbersOf(Array.isArray(halfExtents) ? halfExtents : Array.from(halfExtents), 3, "halfExtents");
    if (extents.length !== 3) throw new SunderError("wrong_shape", `halfExtents has ${extents.length} numbers; it must have 3`);
    const out = new Writer();
    for (const extent of extents) out.f64(extent);
    return new Polytope(this.#module, this.#module.call("make_box", out).u32());
  }
  /** Facts about a polytope. The first call finds faces and edges. */
  describe(polytope: Polytope): PolytopeInfo {
    if (!(polytope instanceof Polytope)) refuseType(polytope, "polytope", "a polytope");
    const address = Handle.address(polytope, this.#module, "polytope");
    const from = this.#module.run((exports, memory) => {
      exports["describe_polytope"]!(address);
      return new Reader(new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!()));
    });
    const given = from.f64(), kept = from.f64(), duplicate = from.f64(), interior = from.f64();
    const affine_dimension = from.i32();
    const vertices = from.integers();
    return {
      given, kept, duplicate, interior, affine_dimension, vertices, coordinates: from.doubles(3 * vertices.length),
      faces: Array.from({ length: from.u32() }, () => from.integers()),
      edges: Array.from({ length: from.u32() }, () => [from.i32(), from.i32()] as [number, number]),
      lower: [...from.doubles(3)], upper: [...from.doubles(3)],
    };
  }
  /** A mesh: a solid where its triangles close and do not cross, else a surface; or refused, where `as` is "solid". */
  mesh(points: Points, triangles: Triangles, as: "auto" | "solid" | "surface" = "auto"): Mesh {
    this.#needWhole("meshes");
    const at = ["auto", "solid", "surface"].indexOf(as);
    if (at < 0) throw new SunderError("wrong_type", `as is ${JSON.stringify(as)}; it must be auto, solid or surface`);
    const out = new Writer();
    out.array(numbersOf(points, 3, "points"));
    out.array(integersOf(triangles, 3, "triangles"));
    out.u8(at);
    return new Mesh(this.#module, this.#module.call("make_mesh", out).u32());
  }
  /** What a mesh was taken as, and why it is no solid. */
  describeMesh(mesh: Mesh): { kind: "solid" | "surface"; why: string; convex: boolean } {
    if (!(mesh instanceof Mesh)) refuseType(mesh, "mesh", "a mesh");
    const address = Handle.address(mesh, this.#module, "mesh");
    return this.#module.run((exports, memory) => {
      exports["describe_mesh"]!(address);
      const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!()));
      return { kind: from.bool() ? "solid" : "surface", why: from.text(), convex: from.bool() };
    });
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts: readonly (Part | Polytope | Mesh)[]): Body {
    this.#needWhole("unions");
    return makeBody(this.#module, parts);
  }
  /** An empty scene. */
  scene(): Scene {
    this.#needWhole("scenes");
    return new Scene(this.#module);
  }

  /** Do the bodies meet? Touching is meeting. */
  intersects(a: Body, b: Body, at: Placing = {}): boolean {
    return this.verdict(a, b, at) !== "separated";
  }

  /** How the bodies stand, without anything else: the fastest question. */
  verdict(a: Body, b: Body, at: Placing = {}): Verdict {
    if (!(a instanceof Polytope && b instanceof Polytope) || (at.radiusA ?? 0) !== 0 || (at.radiusB ?? 0) !== 0) {
      return this.decide(a, b, at).verdict;
    }
    const first = Handle.address(a, this.#module, "a"), second = Handle.address(b, this.#module, "b");
    const verdict = this.#module.run((exports, memory) => {
      if (this.#poses?.buffer !== memory.buffer) {
        this.#poses = new Float64Array(memory.buffer, exports["pose_address"]!() >>> 0, 24);
      }
      const formA = this.#putPose(at.poseA, 0, "poseA"), formB = this.#putPose(at.poseB, 12, "poseB");
      const code = exports["decide"]!(first, formA, second, formB);
      if (code >= 0) return code;
      const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!()));
      throw new SunderError(from.text() as ErrorCode, from.text());
    });
    return verdictOf(verdict);
  }

  #putPose(pose: Pose | null | undefined, at: number, what: string): number {
    if (pose == null) return 0;
    const poses = this.#poses!;
    if (pose instanceof Float64Array && pose.length === 12) {
      // A loop: set() of so few numbers costs several times as much.
      for (let i = 0; i < 12; ++i) poses[at + i] = pose[i]!;
      return 1;
    }
    if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
      const numbers = numbersOf(pose, 4, what);
      if (numbers.length !== 12) throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have 12: 3 rows of 4`);
      poses.set(numbers, at);
      return 1;
    }
    if (typeof pose !== "object") refuseType(pose, what, "12 numbers, 3 rows of 4, or {quaternion, translation}");
    const { quaternion, translation } = pose as { quaternion?: ArrayLike<number>; translation?: ArrayLike<number> };
    if (quaternion != null && quaternion.length !== 4) throw new SunderError("wrong_shape", `${what}.quaternion has ${quaternion.length} numbers; it must have 4`);
    if (translation != null && translation.length !== 3) throw new SunderError("wrong_shape", `${what}.translation has ${translation.length} numbers; it must have 3`);
    if (quaternion == null) {
      for (let k = 0; k < 3; ++k) {
        for (let l = 0; l < 3; ++l) poses[at + 4 * k + l] = k === l ? 1 : 0;
        poses[at + 4 * k + 3] = translation == null ? 0 : translation[k]!;
      }
      return 1;
    }
    for (let i = 0; i < 4; ++i) poses[at + i] = quaternion[i]!;
    for (let i = 0; i < 3; ++i) poses[at + 4 + i] = translation == null ? 0 : translation[i]!;
    return 2;
  }

  #pair(question: Question, a: Body, b: Body, ask: Ask, details: Details = {}): { from: Reader; asked: { certify: boolean; trace: boolean } } {
    const out = new Writer();
    writeSides(out, this.#module, a, b, ask);
    out.u8(questions[question]);
    out.text(ask.algorithm ?? "auto");
    for (const key of ["width", "near", "margin"] as const) out.f64(numberOf(details[key], key));
    out.i32(numberOf(details.max_points, "max_points"));
    out.u8(ask.trace ? 1 : 0);
    out.u8(ask.certify ? 1 : 0);
    return { from: this.#module.call("ask_pair", out), asked: { certify: !!ask.certify, trace: !!ask.trace } };
  }
  #bodies(question: Question, a: Body, b: Body, ask: Ask, margin = 0): Reader {
    this.#needWhole("meshes and unions");
    if (ask.algorithm !== undefined && ask.algorithm !== "auto") {
      throw new SunderError("not_served", "bodies that need not be convex are not asked by a named algorithm here");
    }
    const out = new Writer();
    writeSides(out, this.#module, a, b, ask);
    out.u8(questions[question]);
    out.f64(margin);
    out.u8(ask.certify ? 1 : 0);
    return this.#module.call("ask_bodies", out);
  }
  #areConvex(a: Body, b: Body): boolean {
    bodyAddress(a, this.#module, "a");
    bodyAddress(b, this.#module, "b");
    return a instanceof Polytope && b instanceof Polytope;
  }

  /** How the bodies stand, and what proved it. */
  decide(a: Body, b: Body, ask: Ask = {}): Decision & Parts {
    if (!this.#areConvex(a, b)) return readBodies.verdict(this.#bodies("verdict", a, b, ask), !!ask.certify);
    const { from, asked } = this.#pair("verdict", a, b, ask);
    return readPair.verdict(from, asked);
  }
  /** How far apart? The interval holds the exact distance. */
  distance(a: Body, b: Body, ask: Measure = {}): Distance {
    if (!this.#areConvex(a, b)) return readBodies.distance(this.#bodies("distance", a, b, ask), !!ask.certify);
    const { from, asked } = this.#pair("distance", a, b, ask, ask);
    return readPair.distance(from, asked);
  }
  /** How deep do they overlap: the shortest translation that parts them. */
  penetration(a: Body, b: Body, ask: Measure = {}): Penetration {
    if (!this.#areConvex(a, b)) return readBodies.depth(this.#bodies("depth", a, b, ask));
    const { from, asked } = this.#pair("depth", a, b, ask, ask);
    return readPair.depth(from, asked);
  }
  /** The distance, or minus the depth; of polytopes. */
  signedDistance(a: Polytope, b: Polytope, ask: Measure = {}): SignedDistance {
    this.#needConvex(a, b, "signedDistance");
    const { from, asked } = this.#pair("signed", a, b, ask, ask);
    return readPair.signed(from, asked);
  }
  /** Where do polytopes touch or overlap? */
  contact(a: Polytope, b: Polytope, ask?: ContactAsk): Contact;
  /** Where do the surfaces of bodies meet? */
  contact(a: Body, b: Body, ask?: Placing): Contact | BodyContact;
  contact(a: Body, b: Body, ask: ContactAsk = {}): Contact | BodyContact {
    if (!this.#areConvex(a, b)) return readBodies.contact(this.#bodies("contact", a, b, ask));
    const { from, asked } = this.#pair("contact", a, b, ask, ask);
    return readPair.contact(from, asked);
  }
  /** How do polytopes meet, and by which features? */
  relation(a: Polytope, b: Polytope, ask: Ask = {}): Relation {
    this.#needConvex(a, b, "relation");
    const { from, asked } = this.#pair("relation", a, b, ask);
    return readPair.relation(from, asked);
  }
  /** Does every point of a lie in b? */
  contains(a: Body, b: Body, ask: Placing = {}): Containment {
    if (!this.#areConvex(a, b)) return readBodies.contains(this.#bodies("contains", a, b, ask));
    return readPair.contains(this.#pair("contains", a, b, ask).from);
  }
  /** Is the distance less than, equal to or more than `margin`? Decided exactly. */
  compareToMargin(a: Body, b: Body, margin: number, ask: Ask = {}): MarginAnswer {
    numberOf(margin, "margin");
    if (!this.#areConvex(a, b)) return readBodies.margin(this.#bodies("margin", a, b, ask, margin), !!ask.certify);
    const { from, asked } = this.#pair("margin", a, b, ask, { margin });
    return readPair.margin(from, asked);
  }
  #needConvex(a: Body, b: Body, what: string): void {
    if (!this.#areConvex(a, b)) throw new SunderError("not_served", `${what} is asked of two polytopes`);
  }

  /** Checks what is claimed of two bodies, by its certificates alone: no algorithm runs. */
  verify(a: Body, b: Body, answer: Answer, options: CheckOptions = {}): Check {
    return checkAnswer(this.#module, a, b, answer, options);
  }

  /** Verdicts of many pairs: a byte each, 0 separated, 1 touching, 2 overlapping, 4 not examined. */
  verdicts(pairs: Pairs, options: BatchOptions = {}): Uint8Array {
    return verdictsOf(this.#module, pairs, options);
  }
  /** Verdicts and distances of many pairs. */
  distances(pairs: Pairs, options: BatchOptions = {}): BatchDistances {
    return distancesOf(this.#module, pairs, options);
  }

  /** The algorithms for polytopes in space. */
  algorithms(): AlgorithmInfo[] {
    const from = this.#module.call("list_algorithms", new Writer());
    const list: AlgorithmInfo[] = [];
    while (from.bool()) {
      list.push({
        name: from.text(), questions: Array.from({ length: from.u32() }, () => from.text()), summary: from.text(), source: from.text(),
      });
    }
    return list;
  }
}

function numberOf(value: unknown, what: string): number {
  if (value === undefined) return 0;
  if (typeof value !== "number") throw new SunderError("wrong_type", `${what} is ${describe(value)}; it must be a number`);
  return value;
}
