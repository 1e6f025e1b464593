// SPDX-License-Identifier: Apache-2.0
//
// Answers as they come from the module (web/wasm/answers.hpp). Keys and words are those of the pipe (docs/pipe.md).
import type { Reader } from "./codec.js";
import {
  readBodyCertificate, readCertificate, readEnds, readMarginCertificate, type BodyCertificate, type Certificate,
  type Interval, type MarginCertificate, type MarginVerdict, type Verdict,
} from "./proofs.js";

export type Vector = [number, number, number];
export type PlaneVector = [number, number];
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
export interface Place<V = Vector> {
  /** Unit, from a to b. */
  normal: V | null;
  point_a: V | null;
  point_b: V | null;
}
/** Of bodies that need not be convex: the parts, in space their triangles, in the plane the convex pieces of polygons. */
export interface Parts { part_a?: number; part_b?: number; triangle_a?: number; triangle_b?: number; piece_a?: number; piece_b?: number }
/** How far apart: 0 where the bodies meet. */
export interface Distance<V = Vector> extends Decision, Place<V>, Parts { distance: Interval }
/** How deep: the length of the shortest translation of b after which no interior point is shared. */
export interface Penetration<V = Vector> extends Decision, Place<V>, Parts { depth: Interval }
/** Below 0 where the bodies overlap. */
export interface SignedDistance<V = Vector> extends Decision, Place<V> { signed_distance: Interval }
/** A point of a contact, on each body. */
export interface ContactPoint<V = Vector> {
  point_a: V;
  point_b: V;
  /** point_a - point_b = depth * normal. */
  depth: number;
  /** The features that meet, by the caller's indices: stable from frame to frame. */
  id: { a: [number, number]; b: [number, number] };
}
/** Where two polytopes touch or overlap, as points that a solver takes. */
export interface Contact<V = Vector> extends Decision, Place<V> {
  depth: Interval;
  points: ContactPoint<V>[];
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
/** A segment or a point that the boundaries of two bodies of the plane have in common. */
export interface PlaneContactRegion {
  dimension: number;
  part_a: number;
  part_b: number;
  /** Of a segment: out of a, or into b where only b has an area. */
  normal: PlaneVector;
  length: number;
  ends: [PlaneVector, PlaneVector];
  /** The edges that meet, of each polygon's outline; -1 of another part. */
  edges: [number, number][];
}
/** Where the surfaces of two bodies meet, as regions. */
export interface BodyContact<R = ContactRegion> extends Decision { regions: R[] }
export type CastResult = "free" | "hit" | "unresolved";
/** When moving bodies meet first. */
export interface Cast<V = Vector> {
  hit: boolean;
  result: CastResult;
  /** Proven apart before its lower end; a hit lies in it. */
  time: Interval;
  /** The verdict at time 0. */
  start: Verdict;
  /** Poses that were examined. */
  steps: number;
  /** At about the lower end of `time`; null where they do not meet. */
  normal: V | null;
  point: V | null;
  part_a?: number;
  part_b?: number;
  triangle_a?: number;
  triangle_b?: number;
  edge_a?: number;
  edge_b?: number;
}
/** First derivatives of the signed distance, per unit of length and per radian about each pose's translation. */
export interface Derivative<V = Vector> extends Decision, Place<V> {
  signed_distance: Interval;
  translation_a: V;
  translation_b: V;
  /** In space along the axis; in the plane one number. */
  rotation_a: number[];
  rotation_b: number[];
  /** Is there a derivative, and no other? Exact. Else the values belong to one of several active choices. */
  unique_translation: boolean;
  unique_rotation: boolean;
  feature_a: Feature;
  feature_b: Feature;
}
/** Where a point lies. */
export type Location = "outside" | "boundary" | "inside";
/** A vertex, edge or face of a body, by the caller's indices. */
export interface Feature { kind: "none" | "vertex" | "edge" | "face" | "interior"; vertices: number[] }
export type RelationWord = "separated" | "vertex" | "edge-vertex" | "edge-edge" | "face" | "piercing" | "containment";
/** Which features meet, and in which of six ways. */
export interface Relation extends Decision {
  relation: RelationWord;
  feature_a: Feature;
  feature_b: Feature;
  contact_dimension: number;
  a_in_b: boolean;
  b_in_a: boolean;
}
/** Whether every point of a lies in b. */
export interface Containment {
  contained: boolean;
  /** Of polytopes: a vertex of a that is outside b; -1 if none is. */
  outside?: number;
  /** Of other bodies: the part of a that does not lie in b, and its triangle or edge that leaves b; else -1. */
  part?: number;
  triangle?: number;
  edge?: number;
}
/** Whether the bodies are closer than a margin, exactly at it, or farther. */
export interface MarginAnswer extends Parts {
  /** Verdict about the bodies padded by the margin. */
  padded: Verdict;
  margin: MarginVerdict;
  stage: Stage;
  decided_by: string;
  why?: string;
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
/** An arc of directions, from one to another. */
export type DirectionArc = [Vector, Vector];
/**
 * One step of a decision about two bodies in space that need not be convex. Points are rounded: they show, and prove
 * nothing. Triangles are the caller's, -1 of a polytope.
 */
export type BodyStep = {
  part_a: number;
  part_b: number;
  /** This step proves that the bodies overlap. */
  overlaps: boolean;
} & (
  | { event: "convex" | "apart" }
  | {
    event: "boxes"; boxes_opened: number; leaf_pairs: number; triangle_pairs: number; triangles_left: number;
    /** The first triangles in leaves that may meet. */
    near_a: number[]; near_b: number[];
  }
  | {
    event: "contact"; triangle_a: number; triangle_b: number; corners_a: Vector[]; corners_b: Vector[];
    /** A filter proved the piercing, and no features were sought. */
    in_doubles: boolean;
    /** 1 point for a vertex, 2 for an edge, 3 for a triangle. */
    feature_a: Vector[]; feature_b: Vector[];
    reason: "piercing" | "plane_between" | "same_side" | "common_direction" | "nothing_common" | "crossing" | "no_crossing";
    direction: Vector; cone_a: DirectionArc[]; cone_b: DirectionArc[];
  }
  | {
    event: "enclosure";
    /** 0 where a component of a may lie in b, 1 for the reverse. */
    side: 0 | 1;
    start: Vector; direction: Vector;
    /** Of the solid's mesh about the start; not 0: it lies inside. */
    winding: number;
    crossings: { triangle: number; sign: number; at: Vector }[];
  }
);
/** The steps of a decision about bodies, and how many more there were, which decided nothing. */
export interface BodySteps { steps?: BodyStep[]; steps_left_out?: number }
/** An algorithm as `algorithms()` lists it. */
export interface AlgorithmInfo { name: Algorithm; questions: string[]; summary: string; source: string }

const verdicts = ["separated", "touching", "overlapping"] as const;
const events = ["direction", "simplex", "axis", "pivot", "projection"] as const;

/** The verdict of a byte. */
export function verdictOf(code: number): Verdict {
  const verdict = verdicts[code];
  if (verdict === undefined) throw new Error("no verdict was proven; that is a defect of this library");
  return verdict;
}

export function readVector<V = Vector>(from: Reader): V {
  return from.vector() as V;
}

export function readDecision(from: Reader): Decision {
  const verdict = verdictOf(from.u8());
  return { meets: verdict !== "separated", verdict, stage: from.text() as Stage, decided_by: from.text() };
}
export function readPlace<V = Vector>(from: Reader): Place<V> {
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
function readFeature(from: Reader): Feature {
  return { kind: from.text() as Feature["kind"], vertices: [...from.integers()] };
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
  distance: <V>(from: Reader, asked: Asked): Distance<V> =>
    readRest(from, { ...readDecision(from), distance: readEnds(from), ...readPlace<V>(from) }, asked),
  closest: <V>(from: Reader): Distance<V> => ({ ...readDecision(from), distance: readEnds(from), ...readPlace<V>(from) }),
  depth: <V>(from: Reader, asked: Asked): Penetration<V> =>
    readRest(from, { ...readDecision(from), depth: readEnds(from), ...readPlace<V>(from) }, asked),
  signed: <V>(from: Reader, asked: Asked): SignedDistance<V> =>
    readRest(from, { ...readDecision(from), signed_distance: readEnds(from), ...readPlace<V>(from) }, asked),
  contact<V>(from: Reader, asked: Asked): Contact<V> {
    const answer: Contact<V> = {
      ...readDecision(from), depth: readEnds(from), ...readPlace<V>(from),
      points: readList(from, (f) => ({
        point_a: readVector<V>(f), point_b: readVector<V>(f), depth: f.f64(),
        id: { a: [f.i32(), f.i32()] as [number, number], b: [f.i32(), f.i32()] as [number, number] },
      })),
      found: from.u32(), dimension: from.i32(),
    };
    return readRest(from, answer, asked);
  },
  relation(from: Reader, asked: Asked): Relation {
    const answer: Relation = {
      ...readDecision(from), relation: from.text() as RelationWord, feature_a: readFeature(from), feature_b: readFeature(from),
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
  const part_a = from.i32(), part_b = from.i32(), one = from.i32(), other = from.i32();
  return from.dimension === 2 ? { part_a, part_b, piece_a: one, piece_b: other } : { part_a, part_b, triangle_a: one, triangle_b: other };
}
function readWhy(from: Reader): { why?: string } {
  const why = from.text();
  return why === "" ? {} : { why };
}
/** A certificate, where one was asked and found. */
function readBodyProof<K extends "certificate" | "margin_certificate">(from: Reader, certify: boolean, key: K): { [P in K]?: BodyCertificate | null } {
  if (!certify || !from.bool()) return {};
  return { [key]: readBodyCertificate(from).certificate } as { [P in K]?: BodyCertificate | null };
}

const reasons = ["piercing", "plane_between", "same_side", "common_direction", "nothing_common", "crossing", "no_crossing"] as const;
const bodyEvents = ["convex", "apart", "boxes", "contact", "enclosure"] as const;

function readBodyStep(from: Reader): BodyStep {
  const vectors = (f: Reader): Vector[] => readList(f, readVector);
  const arcs = (f: Reader): DirectionArc[] => readList(f, (g) => [readVector(g), readVector(g)] as DirectionArc);
  const corners = (f: Reader): Vector[] => [readVector(f), readVector(f), readVector(f)];
  const event = bodyEvents[from.u8()]!;
  const common = { part_a: from.i32(), part_b: from.i32(), overlaps: from.bool() };
  const boxes = {
    boxes_opened: from.f64(), leaf_pairs: from.f64(), triangle_pairs: from.f64(), triangles_left: from.f64(),
    near_a: [...from.integers()], near_b: [...from.integers()],
  };
  const contact = {
    triangle_a: from.i32(), triangle_b: from.i32(), corners_a: corners(from), corners_b: corners(from), in_doubles: from.bool(),
    feature_a: vectors(from), feature_b: vectors(from), reason: reasons[from.u8()]!, direction: readVector(from),
    cone_a: arcs(from), cone_b: arcs(from),
  };
  const enclosure = {
    side: from.i32() as 0 | 1, start: readVector(from), direction: contact.direction, winding: from.i32(),
    crossings: readList(from, (f) => ({ triangle: f.i32(), sign: f.i32(), at: readVector<Vector>(f) })),
  };
  switch (event) {
    case "boxes":
      return { event, ...common, ...boxes };
    case "contact":
      return { event, ...common, ...contact };
    case "enclosure":
      return { event, ...common, ...enclosure };
    default:
      return { event, ...common };
  }
}

export const readBodies = {
  verdict(from: Reader, { certify, trace }: Asked): Decision & Parts & BodySteps {
    const answer = { ...readDecision(from), ...readParts(from), ...readWhy(from), ...readBodyProof(from, certify, "certificate") };
    return trace ? { ...answer, steps: readList(from, readBodyStep), steps_left_out: from.f64() } : answer;
  },
  distance: <V>(from: Reader, certify: boolean): Distance<V> => ({
    ...readDecision(from), distance: readEnds(from), ...readPlace<V>(from), ...readParts(from), ...readWhy(from),
    ...readBodyProof(from, certify, "certificate"),
  }),
  depth<V>(from: Reader): Penetration<V> {
    const decision = readDecision(from), depth = readEnds(from), normal = readVector<V>(from);
    const known = from.dimension === 3 && decision.verdict === "overlapping";
    return { ...decision, depth, normal: known ? normal : null, point_a: null, point_b: null, ...readParts(from), ...readWhy(from) };
  },
  contact: <R>(from: Reader, readRegion: (from: Reader) => R): BodyContact<R> => ({ ...readDecision(from), regions: readList(from, readRegion) }),
  contains(from: Reader): Containment {
    const contained = from.bool(), part = from.i32(), at = from.i32();
    return from.dimension === 2 ? { contained, part, edge: at } : { contained, part, triangle: at };
  },
  margin: (from: Reader, certify: boolean): MarginAnswer => ({
    ...ofMargin(readDecision(from)), ...readParts(from), ...readWhy(from), ...readBodyProof(from, certify, "margin_certificate"),
  }),
};

export function readRegion(from: Reader): ContactRegion {
  return {
    dimension: from.i32(), part_a: from.i32(), part_b: from.i32(), normal: readVector(from), length: from.f64(), area: from.f64(),
    outline: readList(from, (f) => readList(f, readVector<Vector>)),
  };
}
export function readPlaneRegion(from: Reader): PlaneContactRegion {
  return {
    dimension: from.i32(), part_a: from.i32(), part_b: from.i32(), normal: readVector(from), length: from.f64(),
    ends: [readVector(from), readVector(from)], edges: readList(from, (f) => [f.i32(), f.i32()] as [number, number]),
  };
}

const results = ["free", "hit", "unresolved"] as const;
export function readCast<V>(from: Reader, convex: boolean): Cast<V> {
  const result = results[from.u8()]!, time = readEnds(from), start = verdictOf(from.u8()), steps = from.i32();
  const { normal, point_a } = readPlace<V>(from);
  const answer: Cast<V> = { hit: result === "hit", result, time, start, steps, normal, point: point_a };
  if (convex) return answer;
  const parts = { part_a: from.i32(), part_b: from.i32() }, one = from.i32(), other = from.i32();
  return from.dimension === 2 ? { ...answer, ...parts, edge_a: one, edge_b: other } : { ...answer, ...parts, triangle_a: one, triangle_b: other };
}
/** Null about an empty body. */
export function readDerivative<V>(from: Reader): Derivative<V> | null {
  const answer = { ...readDecision(from), signed_distance: readEnds(from), ...readPlace<V>(from) };
  const valid = from.bool(), count = from.dimension === 2 ? 1 : 3;
  const slopes = {
    translation_a: readVector<V>(from), translation_b: readVector<V>(from),
    rotation_a: [...from.doubles(count)], rotation_b: [...from.doubles(count)],
    unique_translation: from.bool(), unique_rotation: from.bool(), feature_a: readFeature(from), feature_b: readFeature(from),
  };
  return valid ? { ...answer, ...slopes } : null;
}
