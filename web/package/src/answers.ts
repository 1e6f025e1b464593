// SPDX-License-Identifier: Apache-2.0
//
// Answers as they come from the module (web/wasm/answers.hpp). Keys and words are those of the pipe (docs/pipe.md).
import type { Reader } from "./codec.js";
import {
  readBodyCertificate, readCertificate, readEnds, readMarginCertificate, type BodyCertificate, type Certificate,
  type Interval, type MarginCertificate, type MarginVerdict, type Verdict,
} from "./proofs.js";

export type Vector = [number, number, number];
export type Stage = "none" | "hint" | "bounds" | "filter" | "expansion" | "integer" | "lp";
/** The name of an algorithm, as `algorithms()` lists them; "auto" lets the library choose. */
export type Algorithm = string;

/** What proved the answer. */
export interface Decision {
  /** True for touching and overlapping. */
  meets: boolean;
  verdict: Verdict;
  stage: Stage;
  /** "hint", "bounds" or the algorithm whose proposal was proven. */
  decided_by: string;
  /** Why another algorithm than the named one decided. */
  why?: string;
  /** With `certify`; null about an empty body. */
  certificate?: Certificate | BodyCertificate | null;
  /** With `trace`. */
  trace?: TraceStep[];
}
/** Where bodies are closest, touch or overlap deepest; null where there is no such place. */
export interface Place {
  normal: Vector | null;
  point_a: Vector | null;
  point_b: Vector | null;
}
/** The parts and triangles of bodies that need not be convex. */
export interface Parts { part_a?: number; part_b?: number; triangle_a?: number; triangle_b?: number }
export interface Distance extends Decision, Place, Parts { distance: Interval }
export interface Penetration extends Decision, Place, Parts { depth: Interval }
/** Below 0 where the bodies overlap. */
export interface SignedDistance extends Decision, Place { signed_distance: Interval }
export interface ContactPoint {
  point_a: Vector;
  point_b: Vector;
  /** point_a - point_b = depth * normal. */
  depth: number;
  /** The features that meet, by the caller's indices: stable from frame to frame. */
  id: { a: [number, number]; b: [number, number] };
}
export interface Contact extends Decision, Place {
  depth: Interval;
  points: ContactPoint[];
  found: number;
  /** Of the common part: 0 a point, 1 a segment, 2 a polygon; -1 without points. */
  dimension: number;
}
/** A region in which the surfaces of two bodies meet. */
export interface ContactRegion {
  dimension: number;
  part_a: number;
  part_b: number;
  normal: Vector;
  length: number;
  area: number;
  outline: Vector[][];
}
export interface BodyContact extends Decision { regions: ContactRegion[] }
export interface Feature { kind: "none" | "vertex" | "edge" | "face" | "interior"; vertices: number[] }
export type RelationWord = "separated" | "vertex" | "edge-vertex" | "edge-edge" | "face" | "piercing" | "containment";
export interface Relation extends Decision {
  relation: RelationWord;
  feature_a: Feature;
  feature_b: Feature;
  contact_dimension: number;
  a_in_b: boolean;
  b_in_a: boolean;
}
export interface Containment {
  contained: boolean;
  /** Of polytopes: a vertex of a that is outside b; -1 if none is. */
  outside?: number;
  part?: number;
  triangle?: number;
}
export interface MarginAnswer extends Parts {
  /** Verdict about the bodies padded by the margin. */
  padded: Verdict;
  margin: MarginVerdict;
  stage: Stage;
  decided_by: string;
  margin_certificate?: MarginCertificate | BodyCertificate | null;
  trace?: TraceStep[];
}
/** One step of a search. */
export interface TraceStep {
  algorithm: Algorithm;
  event: "direction" | "simplex" | "axis" | "pivot" | "projection";
  pairs: [number, number][];
  direction: number[];
  value: number;
  outline_a: number[];
  outline_b: number[];
}
export interface AlgorithmInfo { name: Algorithm; questions: string[]; summary: string; source: string }

const verdicts = ["separated", "touching", "overlapping"] as const;
const events = ["direction", "simplex", "axis", "pivot", "projection"] as const;

/** The verdict of a byte. */
export function verdictOf(code: number): Verdict {
  const verdict = verdicts[code];
  if (verdict === undefined) throw new Error("no verdict was proven; that is a defect of this library");
  return verdict;
}

export function readVector(from: Reader): Vector {
  return [from.f64(), from.f64(), from.f64()];
}

export function readDecision(from: Reader): Decision {
  const verdict = verdictOf(from.u8());
  return { meets: verdict !== "separated", verdict, stage: from.text() as Stage, decided_by: from.text() };
}
export function readPlace(from: Reader): Place {
  if (!from.bool()) return { normal: null, point_a: null, point_b: null };
  return { normal: readVector(from), point_a: readVector(from), point_b: readVector(from) };
}
function readList<T>(from: Reader, read: (from: Reader) => T): T[] {
  return Array.from({ length: from.u32() }, () => read(from));
}
function readStep(from: Reader): TraceStep {
  return {
    algorithm: from.text(), event: events[from.u8()]!, pairs: readList(from, (f) => [f.i32(), f.i32()] as [number, number]),
    direction: [...from.doubles()], value: from.f64(), outline_a: [...from.doubles()], outline_b: [...from.doubles()],
  };
}
/** What follows every answer about polytopes. */
function readRest<T extends Decision>(from: Reader, answer: T, asked: { certify: boolean; trace: boolean }): T {
  const why = from.text();
  if (why !== "") answer.why = why;
  if (from.bool()) {
    const { certificate } = readCertificate(from);
    if (asked.certify) answer.certificate = certificate;
  }
  const trace = readList(from, readStep);
  if (asked.trace) answer.trace = trace;
  return answer;
}
type Asked = { certify: boolean; trace: boolean };

export const readPair = {
  verdict: (from: Reader, asked: Asked): Decision => readRest(from, readDecision(from), asked),
  distance: (from: Reader, asked: Asked): Distance =>
    readRest(from, { ...readDecision(from), distance: readEnds(from), ...readPlace(from) }, asked),
  depth: (from: Reader, asked: Asked): Penetration =>
    readRest(from, { ...readDecision(from), depth: readEnds(from), ...readPlace(from) }, asked),
  signed: (from: Reader, asked: Asked): SignedDistance =>
    readRest(from, { ...readDecision(from), signed_distance: readEnds(from), ...readPlace(from) }, asked),
  contact(from: Reader, asked: Asked): Contact {
    const answer: Contact = {
      ...readDecision(from), depth: readEnds(from), ...readPlace(from),
      points: readList(from, (f) => ({
        point_a: readVector(f), point_b: readVector(f), depth: f.f64(),
        id: { a: [f.i32(), f.i32()] as [number, number], b: [f.i32(), f.i32()] as [number, number] },
      })),
      found: from.u32(), dimension: from.i32(),
    };
    return readRest(from, answer, asked);
  },
  relation(from: Reader, asked: Asked): Relation {
    const feature = (): Feature => ({ kind: from.text() as Feature["kind"], vertices: [...from.integers()] });
    const answer: Relation = {
      ...readDecision(from), relation: from.text() as RelationWord, feature_a: feature(), feature_b: feature(),
      contact_dimension: from.i32(), a_in_b: from.bool(), b_in_a: from.bool(),
    };
    return readRest(from, answer, asked);
  },
  contains: (from: Reader): Containment => ({ contained: from.bool(), outside: from.i32() }),
  margin(from: Reader, asked: Asked): MarginAnswer {
    const answer = ofMargin(readDecision(from));
    if (from.bool()) {
      const { certificate } = readMarginCertificate(from);
      if (asked.certify) answer.margin_certificate = certificate;
    }
    const trace = readList(from, readStep);
    if (asked.trace) answer.trace = trace;
    return answer;
  },
};

function ofMargin({ verdict, stage, decided_by }: Decision): MarginAnswer {
  const words = { separated: "farther", touching: "exactly", overlapping: "closer" } as const;
  return { padded: verdict, margin: words[verdict], stage, decided_by };
}
export function readParts(from: Reader): Parts {
  return { part_a: from.i32(), part_b: from.i32(), triangle_a: from.i32(), triangle_b: from.i32() };
}
/** A certificate, or undefined where none was found. */
function readBodyProof(from: Reader): BodyCertificate | null | undefined {
  return from.bool() ? readBodyCertificate(from).certificate : undefined;
}

export const readBodies = {
  verdict(from: Reader, certify: boolean): Decision & Parts {
    const answer: Decision & Parts = { ...readDecision(from), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : undefined;
    return proof === undefined ? answer : { ...answer, certificate: proof };
  },
  distance(from: Reader, certify: boolean): Distance {
    const answer: Distance = { ...readDecision(from), distance: readEnds(from), ...readPlace(from), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : undefined;
    return proof === undefined ? answer : { ...answer, certificate: proof };
  },
  depth(from: Reader): Penetration {
    const decision = readDecision(from), depth = readEnds(from), normal = readVector(from);
    const overlaps = decision.verdict === "overlapping";
    return { ...decision, depth, normal: overlaps ? normal : null, point_a: null, point_b: null, ...readParts(from) };
  },
  contact(from: Reader): BodyContact {
    return {
      ...readDecision(from),
      regions: readList(from, (f) => ({
        dimension: f.i32(), part_a: f.i32(), part_b: f.i32(), normal: readVector(f), length: f.f64(), area: f.f64(),
        outline: readList(f, (g) => readList(g, readVector)),
      })),
    };
  },
  contains: (from: Reader): Containment => ({ contained: from.bool(), part: from.i32(), triangle: from.i32() }),
  margin(from: Reader, certify: boolean): MarginAnswer {
    const answer = { ...ofMargin(readDecision(from)), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : undefined;
    return proof === undefined ? answer : { ...answer, margin_certificate: proof };
  },
};
