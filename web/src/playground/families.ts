// SPDX-License-Identifier: Apache-2.0
//
// Families of bodies to choose from. What they give is the points: nothing about them is rounded afterwards.
import type { Vector } from "../vectors";
import type { BodyState } from "./state";

export interface Family {
  name: string;
  words: string;
  group: "Convex" | "Rounded" | "Meshes" | "Polygons";
  /** what its number counts, and from what to what; none where it has no number */
  count?: { words: string; low: number; high: number; start: number };
  /** whether another draw gives other points */
  random?: boolean;
  make(count: number, seed: number): { points: Vector[]; triangles?: [number, number, number][]; radius?: number };
}

/** A sequence of numbers in [0, 1) that a seed settles. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const circle = (count: number, z: number, turn = 0): Vector[] =>
  Array.from({ length: count }, (_, i) => {
    const at = (2 * Math.PI * (i + turn)) / count;
    return [Math.cos(at), Math.sin(at), z];
  });

function onSphere(count: number, seed: number): Vector[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => {
    const z = 2 * random() - 1, turn = 2 * Math.PI * random(), r = Math.sqrt(1 - z * z);
    return [r * Math.cos(turn), r * Math.sin(turn), z];
  });
}

const cube = (x: number, y: number, z: number): Vector[] =>
  [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k): Vector => [i * x, j * y, k * z])));

const kGolden = (1 + Math.sqrt(5)) / 2;
const cycled = (points: Vector[]): Vector[] => points.flatMap(([x, y, z]): Vector[] => [[x, y, z], [y, z, x], [z, x, y]]);
const signs = [-1, 1] as const;

/** A profile in the plane (counter-clockwise, its triangles given), made thick: a solid. */
function extruded(profile: readonly (readonly [number, number])[], flat: readonly (readonly [number, number, number])[], half: number) {
  const n = profile.length;
  const points = [-half, half].flatMap((z) => profile.map(([x, y]): Vector => [x, y, z]));
  const triangles: [number, number, number][] = flat.flatMap(([i, j, k]): [number, number, number][] => [[i, k, j], [i + n, j + n, k + n]]);
  profile.forEach((_, i) => {
    const j = (i + 1) % n;
    triangles.push([i, j, j + n], [i, j + n, i + n]);
  });
  return { points, triangles };
}

function torus(around: number) {
  const across = Math.max(6, Math.floor(around / 2));
  const points: Vector[] = [];
  const triangles: [number, number, number][] = [];
  for (let i = 0; i < around; ++i) {
    for (let j = 0; j < across; ++j) {
      const u = (2 * Math.PI * i) / around, v = (2 * Math.PI * j) / across, r = 0.75 + 0.3 * Math.cos(v);
      points.push([r * Math.cos(u), r * Math.sin(u), 0.3 * Math.sin(v)]);
      const at = (k: number, l: number) => ((i + k) % around) * across + ((j + l) % across);
      triangles.push([at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]);
    }
  }
  return { points, triangles };
}

const corners = (start: number, low = 3, high = 64) => ({ words: "Corners", low, high, start });

export const kFamilies: readonly Family[] = [
  { name: "box", words: "Box", group: "Convex", make: () => ({ points: cube(0.75, 0.75, 0.75) }) },
  { name: "tetrahedron", words: "Tetrahedron", group: "Convex", make: () => ({ points: [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]] }) },
  { name: "octahedron", words: "Octahedron", group: "Convex", make: () => ({ points: cycled([[1, 0, 0], [-1, 0, 0]]) }) },
  {
    name: "icosahedron", words: "Icosahedron", group: "Convex",
    make: () => ({ points: cycled(signs.flatMap((i) => signs.map((j): Vector => [0, i * 0.55, j * 0.55 * kGolden]))) }),
  },
  {
    name: "dodecahedron", words: "Dodecahedron", group: "Convex",
    make: () => ({ points: [...cube(0.6, 0.6, 0.6), ...cycled(signs.flatMap((i) => signs.map((j): Vector => [0, (i * 0.6) / kGolden, j * 0.6 * kGolden])))] }),
  },
  { name: "prism", words: "Prism", group: "Convex", count: corners(6), make: (n) => ({ points: [...circle(n, -0.75), ...circle(n, 0.75)] }) },
  { name: "antiprism", words: "Antiprism", group: "Convex", count: corners(5), make: (n) => ({ points: [...circle(n, -0.6), ...circle(n, 0.6, 0.5)] }) },
  { name: "pyramid", words: "Pyramid", group: "Convex", count: corners(4), make: (n) => ({ points: [...circle(n, -0.6), [0, 0, 1]] }) },
  {
    name: "sliver", words: "Sliver", group: "Convex", count: corners(8, 4), random: true,
    make: (n, seed) => ({ points: onSphere(n, seed).map(([x, y, z]): Vector => [1.3 * x, 0.12 * y, 0.02 * z]) }),
  },
  {
    name: "hull", words: "Hull of points", group: "Convex", count: { words: "Points", low: 1, high: 2000, start: 24 }, random: true,
    make: (n, seed) => ({ points: onSphere(n, seed) }),
  },
  { name: "plate", words: "Flat square", group: "Convex", make: () => ({ points: [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]] }) },
  { name: "needle", words: "Segment", group: "Convex", make: () => ({ points: [[-1, 0, 0], [1, 0, 0]] }) },
  { name: "point", words: "Point", group: "Convex", make: () => ({ points: [[0, 0, 0]] }) },
  { name: "ball", words: "Ball", group: "Rounded", make: () => ({ points: [[0, 0, 0]], radius: 0.9 }) },
  { name: "capsule", words: "Capsule", group: "Rounded", make: () => ({ points: [[0, 0, -0.75], [0, 0, 0.75]], radius: 0.45 }) },
  { name: "rounded box", words: "Rounded box", group: "Rounded", make: () => ({ points: cube(0.6, 0.6, 0.6), radius: 0.25 }) },
  { name: "torus", words: "Torus", group: "Meshes", count: { words: "Pieces", low: 6, high: 48, start: 16 }, make: (n) => torus(n) },
  {
    name: "corner", words: "Corner", group: "Meshes",
    make: () => extruded([[-1, -1], [1, -1], [1, -0.4], [-0.4, -0.4], [-0.4, 1], [-1, 1]], [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 0.5),
  },
  {
    name: "channel", words: "Channel", group: "Meshes",
    make: () => extruded([[-1, -0.7], [1, -0.7], [1, 0.7], [0.6, 0.7], [0.6, -0.3], [-0.6, -0.3], [-0.6, 0.7], [-1, 0.7]],
      [[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]], 0.8),
  },
  { name: "polygon", words: "Regular polygon", group: "Polygons", count: corners(5), make: (n) => ({ points: circle(n, 0) }) },
  { name: "rectangle", words: "Rectangle", group: "Polygons", make: () => ({ points: [[-1, -0.6, 0], [1, -0.6, 0], [1, 0.6, 0], [-1, 0.6, 0]] }) },
  { name: "triangle", words: "Triangle", group: "Polygons", make: () => ({ points: [[-1, -0.7, 0], [1, -0.7, 0], [0.2, 1, 0]] }) },
  {
    name: "scatter", words: "Hull of points", group: "Polygons", count: { words: "Points", low: 1, high: 500, start: 9 }, random: true,
    make(n, seed) {
      const random = randomOf(seed);
      return { points: Array.from({ length: n }, (): Vector => [2 * random() - 1, 2 * random() - 1, 0]) };
    },
  },
  { name: "disc", words: "Disc", group: "Polygons", make: () => ({ points: [[0, 0, 0]], radius: 0.8 }) },
  { name: "stadium", words: "Stadium", group: "Polygons", make: () => ({ points: [[-0.7, 0, 0], [0.7, 0, 0]], radius: 0.4 }) },
];

export const familyOf = (name: string): Family | undefined => kFamilies.find((family) => family.name === name);

/** A body of a family, at a pose. */
export function bodyOfFamily(name: string, pose: readonly number[], count?: number, seed = 1): BodyState {
  const family = familyOf(name);
  if (!family) throw new Error(`there is no family ${name}`);
  const { points, triangles, radius } = family.make(count ?? family.count?.start ?? 0, seed);
  return { family: name, points, ...(triangles ? { triangles } : {}), radius: radius ?? 0, pose };
}
