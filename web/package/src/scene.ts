// SPDX-License-Identifier: Apache-2.0
//
// Scenes of many bodies that move.
import { readDecision, readParts, readPlace, type Decision, type Parts, type Place } from "./answers.js";
import { refuseType, Writer } from "./codec.js";
import { Handle, type Module } from "./module.js";
import { readEnds, type Interval } from "./proofs.js";
import { Body, numbersOf, writePose, type Pose } from "./shapes.js";
import { SunderError } from "./error.js";

export type Proximity = "overlapping" | "touching" | "near" | "clear";
export interface SceneOptions {
  name?: string;
  pose?: Pose | null;
  /** Bodies of one group, 0 or more, are not examined together. */
  group?: number;
  /** Two bodies are examined if each one's mask has a category of the other. */
  categories?: number;
  mask?: number;
}
export interface ScenePair extends Decision, Place, Parts {
  a: number;
  b: number;
  proximity: Proximity;
  /** Null where it was not measured. */
  distance: Interval | null;
}
/** Who meets whom. pairs_total = pruned + examined + skipped. */
export interface SceneReport {
  pairs: ScenePair[];
  bodies: number;
  pairs_total: number;
  /** Proven by boxes to be farther apart than the clearance. */
  pruned: number;
  /** Decided exactly. */
  examined: number;
  skipped: number;
  overlapping: number;
  touching: number;
  near: number;
  clear: number;
}
export interface CheckSceneOptions {
  /** Pairs at most this far apart are near. */
  clearance?: number;
  /** List the clear pairs that were examined too, with their distances. */
  measure?: boolean;
}

const proximities = ["overlapping", "touching", "near", "clear"] as const;

/** Bodies with ids from 0 on. An id stays with its body, and is not given again. */
export class Scene extends Handle {
  readonly #module: Module;

  /** @internal */
  constructor(module: Module) {
    super(module, module.call("make_scene", new Writer()).u32());
    this.#module = module;
  }
  #request(): Writer {
    const out = new Writer();
    out.u32(Handle.address(this, this.#module, "the scene"));
    return out;
  }
  /** Adds a body; the scene keeps what it needs of it. A name that is taken gets "#2" and so on behind it. */
  add(body: Body, options: SceneOptions = {}): { id: number; name: string } {
    if (!(body instanceof Body)) refuseType(body, "body", "a body");
    const out = this.#request();
    out.u32(Handle.address(body, this.#module, "body"));
    writePose(out, this.#module, options.pose, "pose");
    out.text(options.name ?? "");
    out.i32(options.group ?? -1);
    out.u32(options.categories ?? 1);
    out.u32(options.mask ?? 0xffffffff);
    const from = this.#module.call("scene_add", out);
    return { id: from.i32(), name: from.text() };
  }
  setPose(id: number, pose: Pose | null): void {
    const out = this.#request();
    out.i32(id);
    writePose(out, this.#module, pose, "pose");
    this.#module.call("scene_move", out);
  }
  remove(id: number): void {
    const out = this.#request();
    out.i32(id);
    this.#module.call("scene_remove", out);
  }
  /** Does not examine this pair. */
  skip(a: number, b: number): void {
    const out = this.#request();
    out.i32(a);
    out.i32(b);
    this.#module.call("scene_skip", out);
  }
  /** Decides every pair. */
  check(options: CheckSceneOptions = {}): SceneReport {
    const out = this.#request();
    out.f64(options.clearance ?? 0);
    out.u8(options.measure ? 1 : 0);
    const from = this.#module.call("scene_check", out);
    const pairs = Array.from({ length: from.u32() }, (): ScenePair => {
      const a = from.i32(), b = from.i32(), proximity = proximities[from.u8()]!;
      const decision = readDecision(from);
      return { a, b, proximity, ...decision, distance: from.bool() ? readEnds(from) : null, ...readPlace(from), ...readParts(from) };
    });
    const [bodies, pairs_total, pruned, examined, skipped, overlapping, touching, near, clear] = from.doubles(9) as unknown as
      [number, number, number, number, number, number, number, number, number];
    return { pairs, bodies, pairs_total, pruned, examined, skipped, overlapping, touching, near, clear };
  }
  /** The body that the ray origin + t * direction, t in [0, 1], hits first, and when; null where it hits none. */
  rayCast(origin: ArrayLike<number>, direction: ArrayLike<number>): { id: number; time: Interval } | null {
    const out = this.#request();
    writeVector(out, origin, "origin");
    writeVector(out, direction, "direction");
    const from = this.#module.call("scene_ray", out);
    const id = from.i32();
    return id < 0 ? null : { id, time: readEnds(from) };
  }
  /** The body closest to a point; null in an empty scene. */
  closest(point: ArrayLike<number>): { id: number; distance: Interval } | null {
    const out = this.#request();
    writeVector(out, point, "point");
    const from = this.#module.call("scene_closest", out);
    const id = from.i32();
    return id < 0 ? null : { id, distance: readEnds(from) };
  }
}

function writeVector(out: Writer, value: ArrayLike<number>, what: string): void {
  const numbers = numbersOf(Array.from(value ?? []), 3, what);
  if (numbers.length !== 3) throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have 3`);
  for (const entry of numbers) out.f64(entry);
}
