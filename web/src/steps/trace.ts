// SPDX-License-Identifier: Apache-2.0
//
// What the program writes into the page: docs/trace.md describes it.
import type { Vector } from "../vectors";

export type Verdict = "separated" | "touching" | "overlapping";
export type Interval = readonly [number | null, number | null];
export type Pair = readonly [number, number];

export interface TracedBody {
  name: string;
  indices: number[];
  vertices: Vector[];
  faces: number[][];
  edges?: number[][];
  taken_as?: string;
  why?: string;
  parts?: number;
  /** the radius of a ball that pads the body; 0 if not given */
  padding?: number;
}

export interface SearchStep {
  algorithm: string;
  event: "direction" | "simplex" | "axis" | "pivot" | "projection";
  pairs: Pair[];
  direction: number[];
  value: number | null;
  outline_a: (number | null)[];
  outline_b: (number | null)[];
}

export interface Witness {
  normal: Vector | null;
  point_a: Vector | null;
  point_b: Vector | null;
}

export interface Certificate {
  direction?: (number | string)[];
  pairs?: Pair[];
}

export interface CastPose extends Witness {
  time: number;
  offset: Vector;
  distance: Interval;
}

export interface SearchAnswer extends Witness {
  verdict: Verdict;
  decided_by: string;
  stage: string;
  certificate: Certificate | null;
  distance: Interval;
  depth?: Witness & { interval: Interval };
  contact?: Witness & { depth: Interval; dimension: number; points: { a: Vector; b: Vector; depth: number }[] };
  cast?: Witness & {
    result: "free" | "hit" | "unresolved"; time: Interval; start: Verdict; translation_b: Vector; poses: CastPose[];
  };
}

export interface SearchTrace {
  format: "sunder-trace";
  up: "y" | "z";
  algorithm: string;
  question: "verdict" | "distance" | "depth" | "contact" | "cast";
  algorithms: Record<string, string>;
  a: TracedBody;
  b: TracedBody;
  steps: SearchStep[];
  answer: SearchAnswer;
  proof: { question: string; answer: string };
}

export interface BodyStep {
  event: "taken" | "convex" | "apart" | "boxes" | "contact" | "enclosure" | "closest" | "cut" | "left_out" | "answer";
  text: string;
  faces_a?: number[];
  faces_b?: number[];
  corners_a?: Vector[];
  corners_b?: Vector[];
  feature_a?: Vector[];
  feature_b?: Vector[];
  cone_a?: Vector[][];
  cone_b?: Vector[][];
  reason?: string;
  direction?: number[];
  at?: Vector;
  inside?: "a" | "b";
  start?: Vector;
  winding?: number;
  crossings?: { triangle: number; sign: number; at: Vector }[];
  points?: [Vector, Vector];
  distance?: Interval;
}

export interface BodyTrace {
  format: "sunder-body-trace";
  up: "y" | "z";
  question: string;
  a: TracedBody;
  b: TracedBody;
  steps: BodyStep[];
  answer: { verdict: Verdict; decided_by: string; stage: string; proven: boolean; distance?: Interval };
}
