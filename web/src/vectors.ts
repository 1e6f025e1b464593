// SPDX-License-Identifier: Apache-2.0
//
// Vectors of three numbers, and convex polygons in the plane. What is drawn is rounded and proves nothing.
export type Vector = readonly [number, number, number];
export type Point2 = readonly [number, number];

export const plus = (p: Vector, q: Vector, s = 1): [number, number, number] => [p[0] + s * q[0], p[1] + s * q[1], p[2] + s * q[2]];
export const minus = (p: Vector, q: Vector): [number, number, number] => plus(p, q, -1);
export const times = (s: number, p: Vector): Vector => [s * p[0], s * p[1], s * p[2]];
export const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
export const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
export const length = (p: Vector): number => Math.hypot(p[0], p[1], p[2]);
export const mean = (points: readonly Vector[]): Vector =>
  times(1 / Math.max(points.length, 1), points.reduce((sum, p) => plus(sum, p), [0, 0, 0] as Vector));

/** Of length 1; null of no length, and of one that no double holds. */
export function unit(p: Vector): Vector | null {
  const largest = Math.max(Math.abs(p[0]), Math.abs(p[1]), Math.abs(p[2]));
  if (!(largest > 0 && largest < Infinity)) return null;
  const q = times(1 / largest, p);
  return times(1 / length(q), q);
}

/** Two unit vectors that are orthogonal to the unit vector u and to each other. */
export function across(u: Vector): [Vector, Vector] {
  const right = unit(cross(Math.abs(u[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], u)) ?? [1, 0, 0];
  return [right, cross(u, right)];
}

/** The point of the hull of one to four points that is closest to 0. */
export function closestToZero(corners: readonly Vector[]): Vector {
  let best = corners[0]!;
  // Of each face of the simplex: the foot of 0 on its plane, if it lies in the face.
  for (let mask = 1; mask < 1 << corners.length; ++mask) {
    const [from, ...others] = corners.filter((_, i) => mask & (1 << i));
    const ways = others.map((p) => minus(p, from!));
    const weights = solve(ways.map((u) => [...ways.map((v) => dot(u, v)), -dot(u, from!)]));
    if (!weights || weights.some((w) => w < 0) || weights.reduce((sum, w) => sum + w, 0) > 1) continue;
    const p = weights.reduce((sum, w, i) => plus(sum, ways[i]!, w), from!);
    if (dot(p, p) < dot(best, best)) best = p;
  }
  return best;
}

/** Solves linear equations, each with its right side last; null where they are nearly dependent. */
function solve(rows: number[][]): number[] | null {
  const size = rows.length;
  const scale = Math.max(0, ...rows.map((row, i) => row[i]!));
  for (let k = 0; k < size; ++k) {
    const pivot = rows.slice(k).reduce((most, row) => (Math.abs(row[k]!) > Math.abs(most[k]!) ? row : most));
    if (!(Math.abs(pivot[k]!) > 1e-12 * scale)) return null;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(k, 0, pivot);
    for (let i = 0; i < size; ++i) {
      if (i !== k) rows[i] = rows[i]!.map((x, l) => x - (rows[i]![k]! / pivot[k]!) * pivot[l]!);
    }
  }
  return rows.map((row, k) => row[size]! / row[k]!);
}

/** The convex hull of points in the plane, counter-clockwise, as places in the list. */
export function hull2(points: readonly Point2[]): number[] {
  const order = points.map((_, i) => i).sort((i, j) => points[i]![0] - points[j]![0] || points[i]![1] - points[j]![1]);
  if (order.length < 3) return order;
  const chain = (list: readonly number[]) => {
    const kept: number[] = [];
    for (const i of list) {
      const p = points[i]!;
      while (kept.length > 1) {
        const q = points[kept[kept.length - 2]!]!, r = points[kept[kept.length - 1]!]!;
        if ((r[0] - q[0]) * (p[1] - q[1]) - (r[1] - q[1]) * (p[0] - q[0]) > 0) break;
        kept.pop();
      }
      kept.push(i);
    }
    return kept.slice(0, -1);
  };
  return [...chain(order), ...chain([...order].reverse())];
}

export const outline2 = (points: readonly Point2[]): Point2[] => hull2(points).map((i) => points[i]!);

export interface Line {
  gap: number;
  normal: Point2;
  at: number;
}

/** The line between two convex polygons with the widest gap, or null. */
export function separatingLine(p: readonly Point2[], q: readonly Point2[]): Line | null {
  let best: Line | null = null;
  const take = (x: number, y: number) => {
    const size = Math.hypot(x, y);
    if (!(size > 0)) return;
    const along = (at: Point2) => (x * at[0] + y * at[1]) / size;
    const high = Math.max(...p.map(along)), low = Math.min(...q.map(along));
    if (low > high && !(best && best.gap >= low - high)) best = { gap: low - high, normal: [x / size, y / size], at: (low + high) / 2 };
  };
  for (const list of [p, q]) {
    list.forEach((from, i) => {
      const to = list[(i + 1) % list.length]!;
      take(to[1] - from[1], from[0] - to[0]);
      take(from[1] - to[1], to[0] - from[0]);
    });
  }
  return best;
}

/** A flat body has no faces in the trace: its polygon is the hull in its plane. */
export function flatFace(vertices: readonly Vector[]): number[][] {
  const plane = widestPlane(vertices);
  if (!plane) return [];
  const { from, along, up, size } = plane;
  if (vertices.some((p) => Math.abs(dot(up, minus(p, from))) > 1e-9 * size)) return [];
  const side = cross(up, along);
  return [hull2(vertices.map((p) => [dot(along, minus(p, from)), dot(side, minus(p, from))] as Point2))];
}

/** A plane through three of the points, and how far two of them lie apart; null where all lie on a line. */
export function widestPlane(vertices: readonly Vector[]): { from: Vector; along: Vector; up: Vector; size: number } | null {
  const from = vertices[0];
  if (!from) return null;
  const far = vertices.reduce((best, p) => (length(minus(p, from)) > length(minus(best, from)) ? p : best), from);
  const along = unit(minus(far, from));
  if (!along) return null;
  let normal: Vector = [0, 0, 0];
  for (const p of vertices) {
    const n = cross(along, minus(p, from));
    if (length(n) > length(normal)) normal = n;
  }
  const up = unit(normal), size = length(minus(far, from));
  return up && length(normal) >= 1e-12 * size ? { from, along, up, size } : null;
}
