// SPDX-License-Identifier: Apache-2.0
//
// The two bodies of a trace and their difference, in coordinates where both lie about 0 and at most 1 away: numbers of
// any size are drawn alike.
import { ConvexHull } from "three/examples/jsm/math/ConvexHull.js";
import { Vector3 } from "three";
import type { Pair, TracedBody } from "./trace";
import { across, cross, dot, flatFace, hull2, length, mean, minus, plus, type Point2, times, unit, type Vector, widestPlane } from "../vectors";

export interface Shape {
  name: string;
  vertices: Vector[];
  faces: { corners: number[]; normal: Vector }[];
  centre: Vector;
  radius: number;
  /** of a ball around every point of it */
  padding: number;
  /** by the caller's index */
  at: (index: number) => Vector;
}

/** From the world to the coordinates of the drawing, and back. */
export class Frame {
  readonly centre: Vector;
  readonly scale: number;

  constructor(points: readonly Vector[]) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (const p of points) {
      for (let l = 0; l < 3; ++l) {
        low[l] = Math.min(low[l]!, p[l]!);
        high[l] = Math.max(high[l]!, p[l]!);
      }
    }
    this.centre = points.length ? low.map((x, l) => x / 2 + high[l]! / 2) as unknown as Vector : [0, 0, 0];
    this.scale = (points.length ? Math.max(...low.map((x, l) => high[l]! / 2 - x / 2)) : 0) || 1;
  }

  /** Of a scale alone, for the coordinates of a body. */
  static ofScale(scale: number): Frame {
    return new Frame([[-scale, -scale, -scale], [scale, scale, scale]]);
  }

  /** Back to the world. */
  from = (p: Vector): Vector => p.map((x, l) => this.centre[l]! + this.scale * x) as unknown as Vector;

  to = (p: Vector): Vector => p.map((x, l) => (x - this.centre[l]!) / this.scale) as unknown as Vector;
}

/** The faces of a body. The library has none of a flat one, and of one whose planes its doubles cannot tell apart. */
function facesOf(body: TracedBody, vertices: readonly Vector[]): readonly number[][] {
  if (body.faces.length > 0) return body.faces;
  const flat = flatFace(vertices);
  if (flat.length > 0 || !widestPlane(vertices)) return flat;
  const points = vertices.map((p) => new Vector3(...p));
  return cornersOf(new ConvexHull().setFromPoints(points)).map((corners) => corners.map((corner) => points.indexOf(corner)));
}

/** The corners of each face of a hull, which are the points that it was made of. */
function cornersOf(hull: ConvexHull): Vector3[][] {
  return hull.faces.map((face) => {
    const corners: Vector3[] = [];
    let edge = face.edge;
    do {
      corners.push(edge.head().point);
      edge = edge.next;
    } while (edge !== face.edge);
    return corners;
  });
}

export function shapeOf(body: TracedBody, frame: Frame): Shape {
  const vertices = body.vertices.map(frame.to);
  const faces = facesOf(body, vertices).map((corners) => {
    let normal: Vector = [0, 0, 0];
    const points = corners.map((i) => vertices[i]!);
    points.forEach((p, i) => { normal = plus(normal, cross(minus(p, points[0]!), minus(points[(i + 1) % points.length]!, points[0]!))); });
    return { corners, normal: unit(normal) ?? ([0, 0, 1] as Vector) };
  });
  const place = new Map(body.indices.map((index, i) => [index, i]));
  const centre = mean(vertices);
  const padding = (body.padding ?? 0) / frame.scale;
  const radius = padding + vertices.reduce((most, p) => Math.max(most, length(minus(p, centre))), 0);
  return { name: body.name, vertices, faces, centre, radius, padding, at: (index) => vertices[place.get(index) ?? 0]! };
}

const kSeenPadding = 1e-4;  // less is not drawn
const kRound = 1500;  // points of a rounded body, about

/** The hull of a body with what pads it; in a plane across z where it is flat. */
function roundedMesh({ vertices, padding }: Shape, flat: boolean): { positions: Float64Array; indices: Uint32Array } {
  const each = Math.max(16, Math.min(400, Math.floor(kRound / Math.max(vertices.length, 1))));
  const around: Vector[] = flat ? Array.from({ length: 64 }, (_, i) => [Math.cos((Math.PI * i) / 32), Math.sin((Math.PI * i) / 32), 0]) : [...spiral(each)];
  const points = vertices.flatMap((p) => around.map((u) => plus(p, u, padding)));
  if (flat) {
    const rim = hull2(points.map(([x, y]) => [x, y] as Point2)).map((i) => points[i]!);
    return { positions: new Float64Array(rim.flat()), indices: new Uint32Array(rim.slice(2).flatMap((_, i) => [0, i + 1, i + 2])) };
  }
  const corners = cornersOf(new ConvexHull().setFromPoints(points.map((p) => new Vector3(...p)))).flat();
  return { positions: new Float64Array(corners.flatMap(({ x, y, z }) => [x, y, z])), indices: new Uint32Array(corners.keys()) };
}

/** Triangles of the faces, for the viewer. A segment becomes a thin prism and a point a small octahedron: they are seen. */
export function drawnMesh(shape: Shape, flat = false): { positions: Float64Array; indices: Uint32Array } {
  if (shape.padding > kSeenPadding) return roundedMesh(shape, flat);
  const triangles = shape.faces.flatMap(({ corners }) => corners.slice(2).map((k, i) => [corners[0]!, corners[i + 1]!, k]));
  let points: readonly Vector[] = shape.vertices;
  if (triangles.length === 0 && points.length > 0) {
    const from = points[0]!, to = points[points.length - 1]!;
    const u = unit(minus(to, from)) ?? ([0, 0, 1] as Vector);
    const [right, up] = across(u);
    const ring = [right, up, times(-1, right), times(-1, up)].map((p) => times(0.012, p));
    points = [plus(from, u, -0.012), ...ring.map((p) => plus(from, p)), ...ring.map((p) => plus(to, p)), plus(to, u, 0.012)];
    for (let i = 0; i < 4; ++i) {
      const j = (i + 1) % 4;
      triangles.push([0, 1 + j, 1 + i], [1 + i, 1 + j, 5 + j], [1 + i, 5 + j, 5 + i], [9, 5 + i, 5 + j]);
    }
  }
  return { positions: new Float64Array(points.flat()), indices: new Uint32Array(triangles.flat()) };
}

/** Two ends along a unit vector, and points there. */
export interface Extent {
  low: number;
  high: number;
  lowest: Vector;
  highest: Vector;
}

/** The ends of a body along the unit vector u, with what pads it. */
export function extentOf(shape: Shape, u: Vector): Extent {
  const { low, high, lowest, highest } = intervalOf(shape.vertices, u);
  return { low: low - shape.padding, high: high + shape.padding, lowest: plus(lowest, u, -shape.padding), highest: plus(highest, u, shape.padding) };
}

/** The ends of points along the unit vector u. */
export function intervalOf(vertices: readonly Vector[], u: Vector): Extent {
  let low = Infinity, high = -Infinity;
  let lowest: Vector = [0, 0, 0], highest: Vector = [0, 0, 0];
  for (const p of vertices) {
    const at = dot(u, p);
    if (at < low) [low, lowest] = [at, p];
    if (at > high) [high, highest] = [at, p];
  }
  return { low, high, lowest, highest };
}

const kPairs = 40_000;  // of vertices; beyond, the difference is drawn from so many directions
const kDirections = 3_000;
const kRoundDirections = 300;

/** The difference a - b of two convex bodies as segments, its edges; those between coplanar faces are left out. */
export interface Difference {
  corners: Vector[];
  edges: [Vector, Vector][];
}

/** Directions that cover the sphere evenly. */
function* spiral(count: number): Iterable<Vector> {
  for (let i = 0; i < count; ++i) {
    const z = 1 - (2 * i + 1) / count, r = Math.sqrt(1 - z * z), turn = i * 2.399963229728653;
    yield [r * Math.cos(turn), r * Math.sin(turn), z];
  }
}

export function differenceOf(a: Shape, b: Shape, limit = kPairs): Difference {
  let points: Vector[] = [];
  const round = a.padding + b.padding > 0;
  if (!round && a.vertices.length * b.vertices.length <= limit) {
    points = a.vertices.flatMap((p) => b.vertices.map((q) => minus(p, q)));
  } else {
    for (const u of spiral(Math.min(limit, round ? kRoundDirections : kDirections))) points.push(minus(extentOf(a, u).highest, extentOf(b, u).lowest));
  }
  const extent = new Frame(points);
  const flat = flatFace(points.map(extent.to));
  if (points.length < 4 || flat.length > 0 || isLine(points)) {
    const rim = (flat[0] ?? [0, points.length - 1]).map((i) => points[i]!);
    return { corners: rim, edges: rim.map((p, i) => [p, rim[(i + 1) % rim.length]!]) };
  }
  const hull = new ConvexHull().setFromPoints(points.map((p) => new Vector3(...extent.to(p))));
  const corners = new Set<Vector3>();
  const back = ({ x, y, z }: Vector3): Vector => extent.from([x, y, z]);
  const edges: [Vector, Vector][] = [];
  for (const face of hull.faces) {
    let edge = face.edge;
    do {
      const [from, to] = [edge.tail()!.point, edge.head().point];
      corners.add(to);
      if (edge.twin.face.normal.dot(face.normal) < 1 - 1e-6 && order(from, to)) edges.push([back(from), back(to)]);
      edge = edge.next;
    } while (edge !== face.edge);
  }
  return { corners: [...corners].map(back), edges };
}

/** Of an edge and its twin one is drawn. */
const order = (p: Vector3, q: Vector3): boolean => p.x !== q.x ? p.x < q.x : p.y !== q.y ? p.y < q.y : p.z < q.z;

function isLine(points: readonly Vector[]): boolean {
  const from = points[0]!;
  const far = points.reduce((best, p) => (length(minus(p, from)) > length(minus(best, from)) ? p : best), from);
  const u = unit(minus(far, from));
  return !u || points.every((p) => length(cross(u, minus(p, from))) < 1e-9 * length(minus(far, from)));
}

export const differenceAt = (a: Shape, b: Shape) => ([i, j]: Pair): Vector => minus(a.at(i), b.at(j));
