// SPDX-License-Identifier: Apache-2.0
//
// Bodies in the plane: polytopes, polygons with holes and unions of them.
import type { PlaneContactRegion, PlaneVector } from "./answers.js";
import { refuseType, Writer } from "./codec.js";
import { SunderError } from "./error.js";
import type { Module } from "./module.js";
import { PhysicalQuestions } from "./questions.js";
import {
  bodyAddress, makeHull, makeUnion, numbersOf, PlaneBody, PlanePolytope, Polygon, PreparedPlanePose, writePose,
  type PlanePart, type PlanePose, type Points, type PolytopeOptions,
} from "./shapes.js";

/** Facts about a polytope of the plane. Indices are those of the points given. */
export interface PlanePolytopeInfo {
  given: number;
  kept: number;
  duplicate: number;
  interior: number;
  /** -1 empty, 0 a point, 1 a segment, 2 with an area; exact. */
  affine_dimension: number;
  /** The kept points by index, and their coordinates. */
  vertices: Int32Array;
  coordinates: Float64Array;
  /** Empty for what is flat. */
  edges: [number, number][];
  lower: number[];
  upper: number[];
}
/** Facts about a polygon. Edges are pairs of `points`. */
export interface PolygonInfo {
  rings: number;
  points_given: number;
  welded: number;
  /** Edges given that were cut at corners in them. */
  cut: number;
  /** Edges that an equal one cancels: they bound nothing. */
  cancelled: number;
  /** The double nearest to the exact area. */
  area: number;
  points: PlaneVector[];
  /** With the inside on their left. */
  outline: [number, number][];
  /** Between two parts. */
  cuts: [number, number][];
  /** Corners of the convex parts whose union is the polygon. */
  parts: PlaneVector[][];
  lower: number[];
  upper: number[];
}

/** Bodies in the plane, and questions about them. Points are x, y of each. */
export class Plane extends PhysicalQuestions<PlaneBody, PlanePolytope, PlanePose, PlaneVector, PlaneContactRegion> {
  /** @internal */
  constructor(module: Module) {
    super(module, 2);
  }

  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points: Points, options: PolytopeOptions = {}): PlanePolytope {
    return new PlanePolytope(this.module, makeHull(this.module, 2, points, options));
  }
  /**
   * A polygon that need not be convex: rings of corners, of which each closes to its first. A point is inside if a ray from
   * it crosses the rings an odd number of times, so that rings inside others are holes. Refuses edges that cross where no
   * corner is.
   */
  polygon(rings: readonly Points[]): Polygon {
    if (!Array.isArray(rings)) refuseType(rings, "rings", "an array of rings, which are arrays of points");
    const out = new Writer(2);
    out.u32(rings.length);
    rings.forEach((ring: unknown, i) => {
      // A single ring in place of a list of them would be rings of one point each, which bound nothing.
      if (Array.isArray(ring) && ring.length === 2 && ring.every((entry) => typeof entry === "number")) {
        throw new SunderError("wrong_shape", `rings[${i}] is a point; give a list of rings, each a list of points`);
      }
      out.array(numbersOf(ring, 2, `rings[${i}]`));
    });
    return new Polygon(this.module, this.module.call("make_polygon", out).u32());
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts: readonly (PlanePart | PlanePolytope | Polygon)[]): PlaneBody {
    return new PlaneBody(this.module, makeUnion(this.module, 2, parts));
  }
  /** A pose that is made once and used often. Everything that takes a pose takes it. */
  pose(pose: PlanePose): PreparedPlanePose {
    const out = new Writer(2);
    writePose(out, this.module, pose, "pose");
    return new PreparedPlanePose(this.module, this.module.call("make_pose_2", out).u32());
  }

  /** Facts about a polytope. The first call finds its edges. */
  describe(polytope: PlanePolytope): PlanePolytopeInfo {
    if (!(polytope instanceof PlanePolytope)) refuseType(polytope, "polytope", "a polytope of the plane");
    const from = this.module.ask("describe_polytope_2", bodyAddress(polytope, this.module, "polytope", 2), 2);
    const given = from.f64(), kept = from.f64(), duplicate = from.f64(), interior = from.f64();
    const affine_dimension = from.i32(), vertices = from.integers();
    return {
      given, kept, duplicate, interior, affine_dimension, vertices, coordinates: from.doubles(2 * vertices.length),
      edges: Array.from({ length: from.u32() }, () => [from.i32(), from.i32()] as [number, number]),
      lower: from.vector(), upper: from.vector(),
    };
  }
  /** Facts about a polygon: its outline, and the convex parts that it was cut into. */
  describePolygon(polygon: Polygon): PolygonInfo {
    if (!(polygon instanceof Polygon)) refuseType(polygon, "polygon", "a polygon");
    const from = this.module.ask("describe_polygon", bodyAddress(polygon, this.module, "polygon", 2), 2);
    const vectors = (): PlaneVector[] => Array.from({ length: from.u32() }, () => from.vector() as PlaneVector);
    const edges = (): [number, number][] => Array.from({ length: from.u32() }, () => [from.i32(), from.i32()] as [number, number]);
    const [rings, points_given, , welded, cut, cancelled] = from.doubles(9) as unknown as [number, number, number, number, number, number];
    return {
      rings, points_given, welded, cut, cancelled, area: from.f64(), points: vectors(), outline: edges(), cuts: edges(),
      parts: Array.from({ length: from.u32() }, vectors), lower: from.vector(), upper: from.vector(),
    };
  }
}
