// SPDX-License-Identifier: Apache-2.0
//
// The library: bodies in space, and what else a module has.
import { verdictOf, type ContactRegion, type Vector } from "./answers.js";
import { AnyDimension } from "./any_dimension.js";
import type { Placing } from "./checking.js";
import { refuseType, Writer } from "./codec.js";
import { SunderError } from "./error.js";
import { Handle, type Module } from "./module.js";
import { Plane } from "./plane.js";
import type { Verdict } from "./proofs.js";
import { PhysicalQuestions } from "./questions.js";
import { Scene } from "./scene.js";
import {
  Body, bodyAddress, integersOf, makeBody, makePolytope, Mesh, numbersOf, poseForms, preparedAddress, PreparedPose, writePose,
  type Part, type Points, Polytope, type PolytopeOptions, type Pose, type Triangles,
} from "./shapes.js";

export type { Ask, ContactAsk, Measure } from "./questions.js";

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

export class Sunder extends PhysicalQuestions<Body, Polytope, Pose, Vector, ContactRegion> {
  /** Where decide() reads poses. It has no length where the memory moved. */
  #poses: Float64Array = new Float64Array(0);
  #plane: Plane | undefined;

  /** @internal */
  constructor(module: Module) {
    super(module, 3);
  }

  /** Bytes that the module has taken. It keeps what was freed for the next objects. */
  get memory(): number {
    return this.module.memory;
  }
  /** Objects made and not freed. */
  get objects(): number {
    return this.module.objects;
  }
  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points: Points, options: PolytopeOptions = {}): Polytope {
    return makePolytope(this.module, points, options);
  }
  /** The box of these half extents about the origin. */
  box(halfExtents: ArrayLike<number>): Polytope {
    const extents = numbersOf(Array.isArray(halfExtents) ? halfExtents : Array.from(halfExtents), 3, "halfExtents");
    if (extents.length !== 3) throw new SunderError("wrong_shape", `halfExtents has ${extents.length} numbers; it must have 3`);
    const out = new Writer();
    for (const extent of extents) out.f64(extent);
    return new Polytope(this.module, this.module.call("make_box", out).u32());
  }
  /** Facts about a polytope. The first call finds faces and edges. */
  describe(polytope: Polytope): PolytopeInfo {
    if (!(polytope instanceof Polytope)) refuseType(polytope, "polytope", "a polytope");
    const from = this.module.ask("describe_polytope", bodyAddress(polytope, this.module, "polytope"));
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
  /** A pose that is made once and used often: the fastest form. Everything that takes a pose takes it. */
  pose(pose: Pose): PreparedPose {
    const out = new Writer();
    writePose(out, this.module, pose, "pose");
    return new PreparedPose(this.module, this.module.call("make_pose", out).u32());
  }
  /** A mesh: a solid where its triangles close and do not cross, else a surface; or refused, where `as` is "solid". */
  mesh(points: Points, triangles: Triangles, as: "auto" | "solid" | "surface" = "auto"): Mesh {
    this.needWhole("meshes");
    const at = ["auto", "solid", "surface"].indexOf(as);
    if (at < 0) throw new SunderError("wrong_type", `as is ${JSON.stringify(as)}; it must be auto, solid or surface`);
    const out = new Writer();
    out.array(numbersOf(points, 3, "points"));
    out.array(integersOf(triangles, 3, "triangles"));
    out.u8(at);
    return new Mesh(this.module, this.module.call("make_mesh", out).u32());
  }
  /** What a mesh was taken as, and why it is no solid. */
  describeMesh(mesh: Mesh): { kind: "solid" | "surface"; why: string; convex: boolean } {
    if (!(mesh instanceof Mesh)) refuseType(mesh, "mesh", "a mesh");
    const from = this.module.ask("describe_mesh", bodyAddress(mesh, this.module, "mesh"));
    return { kind: from.bool() ? "solid" : "surface", why: from.text(), convex: from.bool() };
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts: readonly (Part | Polytope | Mesh)[]): Body {
    this.needWhole("unions");
    return makeBody(this.module, parts);
  }
  /** An empty scene. */
  scene(): Scene {
    this.needWhole("scenes");
    return new Scene(this.module);
  }

  /** How the bodies stand, without anything else: the fastest question. */
  override verdict(a: Body, b: Body, at: Placing = {}): Verdict {
    if (!(a instanceof Polytope && b instanceof Polytope) || (at.radiusA ?? 0) !== 0 || (at.radiusB ?? 0) !== 0) {
      return super.verdict(a, b, at);
    }
    const first = Handle.address(a, this.module, "a"), second = Handle.address(b, this.module, "b");
    const formA = this.#putPose(at.poseA, 0, "poseA"), formB = this.#putPose(at.poseB, 12, "poseB");
    return verdictOf(this.module.decide(first, formA, second, formB));
  }

  #putPose(pose: Pose | null | undefined, at: number, what: string): number {
    if (pose == null) return poseForms.identity;
    if (pose instanceof Handle) return preparedAddress(pose, this.module, what, 3);
    if (this.#poses.length === 0) this.#poses = this.module.poses();
    const poses = this.#poses;
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
    for (const key in pose) {
      if (key !== "quaternion" && key !== "translation") {
        throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(key)}; it takes quaternion and translation`);
      }
    }
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


  /** The plane: bodies of two dimensions, and the same questions. In the whole library. */
  get plane(): Plane {
    this.needWhole("bodies in the plane");
    return (this.#plane ??= new Plane(this.module));
  }
  /** Polytopes of any dimension. In the whole library. */
  inDimension(dimension: number): AnyDimension {
    this.needWhole("bodies of other dimensions");
    return new AnyDimension(this.module, dimension);
  }
}
