// SPDX-License-Identifier: Apache-2.0
//
// sunder-geometry: exact collision decisions for bodies in the plane and in space, each with its proof.
import { bytesOf, files } from "./files.js";
import { Module, type LoadOptions as ModuleOptions } from "./module.js";
import { Sunder } from "./sunder.js";

export type * from "./answers.js";
export type { BatchDistances, BatchOptions, Pairs } from "./batches.js";
export type { Answer, Check, CheckOptions, ClaimName, Placing } from "./checking.js";
export { SunderError, type ErrorCode } from "./error.js";
export type * from "./proofs.js";
export { Scene, type CheckSceneOptions, type Proximity, type SceneOptions, type ScenePair, type SceneReport } from "./scene.js";
export { AnyDimension } from "./any_dimension.js";
export { Plane, type PlanePolytopeInfo, type PolygonInfo } from "./plane.js";
export { PhysicalQuestions, Questions, type Ask, type CastAsk, type ContactAsk, type Measure, type Motion, type PlacingOne } from "./questions.js";
export {
  AnyPolytope, Body, Mesh, PlaneBody, PlanePolytope, Polygon, Polytope, PreparedPlanePose, PreparedPose, Shape, type AnyPose, type Part, type PlanePart,
  type PlanePose, type Points, type PolytopeOptions, type Pose, type Triangles,
} from "./shapes.js";
export { Sunder, type PolytopeInfo } from "./sunder.js";
export { Pool, type PoolOptions, type PoolPairs, type PoolRun } from "./pool.js";

export interface LoadOptions extends ModuleOptions {
  /** Meshes, unions, scenes, the plane, casts and higher dimensions too: a larger module, in place of the first one. */
  whole?: boolean;
  /** The module's bytes or compiled form, in place of the file beside this one. */
  module?: Uint8Array | ArrayBuffer | WebAssembly.Module;
}

/** Loads the library: a new module with memory of its own. */
export async function load(options: LoadOptions = {}): Promise<Sunder> {
  const source = options.module ?? (await bytesOf(options.whole ? files.whole() : files.core()));
  return new Sunder(await Module.from(source, options));
}
