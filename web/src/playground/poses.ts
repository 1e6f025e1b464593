// SPDX-License-Identifier: Apache-2.0
//
// Poses as visitors change them. What comes out is what the kernel is given: its doubles are the truth.
import type { Vector } from "../vectors";
import type { Matrix } from "./state";

export const translationOf = (pose: Matrix): Vector => [pose[3]!, pose[7]!, pose[11]!];

export const withTranslation = (pose: Matrix, t: Vector): Matrix => pose.map((x, i) => (i % 4 === 3 ? t[(i - 3) / 4]! : x));

/** Rows of the rotation about a unit vector. */
export function rotation([x, y, z]: Vector, angle: number): number[] {
  const c = Math.cos(angle), s = Math.sin(angle), k = 1 - c;
  return [c + k * x * x, k * x * y - s * z, k * x * z + s * y, k * x * y + s * z, c + k * y * y, k * y * z - s * x, k * x * z - s * y, k * y * z + s * x, c + k * z * z];
}

/** The pose turned about a point of the world. */
export function turned(pose: Matrix, r: readonly number[], about: Vector): Matrix {
  const out: number[] = [];
  for (let i = 0; i < 3; ++i) {
    for (let j = 0; j < 4; ++j) {
      const column = (k: number) => pose[4 * k + j]! - (j === 3 ? about[k]! : 0);
      const x = r[3 * i]! * column(0) + r[3 * i + 1]! * column(1) + r[3 * i + 2]! * column(2);
      out.push(j === 3 ? x + about[i]! : x);
    }
  }
  return out;
}

/** A point of the world in a body's own coordinates; null where the pose flattens the body. */
export function inBody(pose: Matrix, p: Vector): Vector | null {
  const m = (r: number, c: number) => pose[4 * r + c]!;
  const v = [p[0] - m(0, 3), p[1] - m(1, 3), p[2] - m(2, 3)] as const;
  const minor = (i: number, j: number) => m((i + 1) % 3, (j + 1) % 3) * m((i + 2) % 3, (j + 2) % 3) - m((i + 1) % 3, (j + 2) % 3) * m((i + 2) % 3, (j + 1) % 3);
  const determinant = m(0, 0) * minor(0, 0) + m(0, 1) * minor(0, 1) + m(0, 2) * minor(0, 2);
  const back = [0, 1, 2].map((j) => (minor(0, j) * v[0] + minor(1, j) * v[1] + minor(2, j) * v[2]) / determinant);
  return back.every(Number.isFinite) ? (back as unknown as Vector) : null;
}

/** A power of two near a fraction of `size`. */
export const stepOf = (size: number): number => 2 ** Math.round(Math.log2(size / 300));

/** Rounds to multiples of it: positions that are dragged have few digits. */
export function snapper(size: number): (x: number) => number {
  const step = stepOf(size);
  return (x) => Math.round(x / step) * step;
}
