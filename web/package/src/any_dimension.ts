// SPDX-License-Identifier: Apache-2.0
//
// Polytopes of any dimension.
import type { AlgorithmInfo } from "./answers.js";
import { refuseType, Writer } from "./codec.js";
import { SunderError } from "./error.js";
import type { Module } from "./module.js";
import { Questions } from "./questions.js";
import { AnyPolytope, bodyAddress, numbersOf, type AnyPose, type Points } from "./shapes.js";

/** Polytopes of one dimension d: verdict, distance, containment, margins and certificates. */
export class AnyDimension extends Questions<AnyPolytope, AnyPose, number[]> {
  /** @internal */
  constructor(module: Module, readonly dimension: number) {
    super(module, "n");
    if (!Number.isInteger(dimension) || dimension < 1 || dimension > 1000) {
      throw new SunderError("wrong_shape", `the dimension is ${dimension}; it must be an integer from 1 to 1000`);
    }
  }

  /** The convex hull of points of d coordinates each. Only duplicates are removed. */
  polytope(points: Points): AnyPolytope {
    const out = new Writer("n", this.dimension);
    out.i32(this.dimension);
    out.array(numbersOf(points, this.dimension, "points"));
    return new AnyPolytope(this.module, this.module.call("make_polytope_n", out).u32(), this.dimension);
  }
  /** Facts about a polytope: counts of the points given, and the kept ones by index. */
  describe(polytope: AnyPolytope): { given: number; kept: number; duplicate: number; affine_dimension: number; vertices: Int32Array } {
    if (!(polytope instanceof AnyPolytope)) refuseType(polytope, "polytope", "a polytope of this dimension");
    const from = this.module.ask("describe_polytope_n", bodyAddress(polytope, this.module, "polytope", "n"), "n");
    return { given: from.f64(), kept: from.f64(), duplicate: from.f64(), affine_dimension: from.i32(), vertices: from.integers() };
  }
  /** The algorithms for polytopes of this dimension. */
  algorithms(): AlgorithmInfo[] {
    return this.readAlgorithms(this.module.ask("list_algorithms_n", this.dimension, "n"));
  }
}
