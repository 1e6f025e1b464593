// SPDX-License-Identifier: Apache-2.0
//
// What cli/report_page.cpp writes: the report of `sunder check --json`, packed, and the bodies that it is about.
import type { Answer } from "../verify";
import { bytesOf } from "../viewer/mesh";

export type Vec = [number, number, number];
export type Interval = [number, number | null];

export interface ContactPoint { point_a: Vec; point_b: Vec; depth: number }
export interface Region {
  dimension: number;
  normal?: Vec;
  length?: number;
  area?: number;
  outline?: Vec[] | Vec[][];
  [key: string]: unknown;
}
export interface Contact { normal?: Vec | null; dimension?: number; points?: ContactPoint[]; regions?: Region[] }

/** A pair as the report has it (docs/check.md). */
export interface ReportPair extends Answer {
  a: string;
  b: string;
  a_id: number;
  b_id: number;
  proximity: "overlapping" | "touching" | "near" | "clear";
  decided_by: string;
  stage: string;
  point_a: Vec | null;
  point_b: Vec | null;
  contact: Contact | null;
  key: string;
  overlap?: "within" | "deeper" | "unresolved";
  known?: boolean;
  part_a?: number | null;
  part_b?: number | null;
  triangle_a?: number | null;
  triangle_b?: number | null;
}

export interface ReportFile {
  path: string;
  format: string;
  bodies: number;
  skipped: number;
  unused_points: number;
  unit: string;
  unit_assumed: boolean;
  unit_given: boolean;
  notes: string[];
  sha256: string[];
}

export interface Report {
  files: ReportFile[];
  bodies: string[];
  taken_as: string[];
  why: string[];
  unit: string;
  clearance: number;
  options: {
    algorithm: string; width: number; all: boolean; certificates: string; as: string[]; ignore: string[]; between: string[];
    fail_on: string; body: string; tolerance: number | null; baseline: string | null;
  };
  pairs: ReportPair[];
  proof: { skipped: [number, number][]; pruned: object | null } | null;
  summary: {
    bodies: number; pairs: number; pruned: number; examined: number; skipped: number; not_examined: number; overlapping: number;
    touching: number; near: number; clear: number; exit_status: number; seconds: number; clashes: number;
    within?: number; deeper?: number; unresolved?: number; known?: number; gone?: number | null;
  };
}

/** 12 numbers: rows of the matrix and the translation; 7: a quaternion (w, x, y, z) and the translation; null: none. */
export type PoseData = number[] | null;

export interface MeshData {
  form: "solid" | "surface" | "hull";
  float32?: string;
  float64?: string;
  uint16?: string;
  uint32?: string;
}

/** A pair that the baseline lists and the report does not: names, key, what it was, and whether that was a clash. */
export type Gone = [string, string, string, "overlapping" | "contact" | "touching" | "near", 0 | 1];

export interface Data {
  version: number;
  program: string;
  date: string;
  y_up: boolean;
  /** a scene that was not checked: its bodies are shown, and nothing else */
  bodies_alone: boolean;
  report: Report;
  /** of each pair: 1 where it is a clash */
  fails: (0 | 1)[];
  /** of each pair: what it is, its distance and its depth, in words */
  shown: [string, string, string][];
  /** of each pair: the SHA-256 of its certificates, as the report has them; empty where there is none */
  digests: string[];
  /** only with a baseline, and where nothing was interrupted */
  gone?: Gone[];
  meshes: MeshData[];
  poses: PoseData[];
  /** of each body: its meshes, each at a pose in the body's frame */
  parts: [number, PoseData][][];
  /** of each body */
  file_of: number[];
}

export async function unpack(packed: { deflated: string }): Promise<Data> {
  const stream = new Blob([bytesOf(packed.deflated) as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = JSON.parse(await new Response(stream).text()) as Data;
  if (data.version !== 1) throw new Error(`data of version ${data.version}; this page reads version 1`);
  return data;
}

const buffer = (text: string): ArrayBuffer => bytesOf(text).buffer as ArrayBuffer;

/** The exact coordinates. */
export function pointsOf(mesh: MeshData): Float64Array | Float32Array {
  return mesh.float64 !== undefined ? new Float64Array(buffer(mesh.float64)) : new Float32Array(buffer(mesh.float32 ?? ""));
}

export function trianglesOf(mesh: MeshData): Uint16Array | Uint32Array {
  return mesh.uint32 !== undefined ? new Uint32Array(buffer(mesh.uint32)) : new Uint16Array(buffer(mesh.uint16 ?? ""));
}

/** Rows of a matrix and the translation, rounded. */
export function rowsOf(pose: PoseData): number[] {
  if (!pose) return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  if (pose.length === 12) return pose;
  const [w, x, y, z, tx, ty, tz] = pose as [number, number, number, number, number, number, number];
  const s = 2 / (w * w + x * x + y * y + z * z);
  return [
    1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), tx,
    s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), ty,
    s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), tz,
  ];
}

/** The rows of outer after inner. */
export function composed(outer: number[], inner: number[]): number[] {
  const rows: number[] = [];
  for (let r = 0; r < 3; ++r) {
    for (let c = 0; c < 4; ++c) {
      let sum = c === 3 ? (outer[4 * r + 3] as number) : 0;
      for (let k = 0; k < 3; ++k) sum += (outer[4 * r + k] as number) * (inner[4 * k + c] as number);
      rows.push(sum);
    }
  }
  return rows;
}
