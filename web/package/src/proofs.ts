// SPDX-License-Identifier: Apache-2.0
//
// Certificates as the pipe and the reports have them (docs/pipe.md), and their messages (web/wasm/proofs.hpp).
import { fields, int, list, refuseType, row, type Codec, type Reader, type Writer } from "./codec.js";

export type Verdict = "separated" | "touching" | "overlapping";
export type MarginVerdict = "closer" | "exactly" | "farther";
/** Lower and upper end. `null` where the upper end overflows. */
export type Interval = [number, number | null];
/** A double, or where no double is exact a decimal integer in a string. */
export type Exact = number | string;
/** A vertex and its weight. */
export type Weighted = [number, Exact];

/** Proof of a distance of convex bodies. */
export interface DistanceProof { direction?: Exact[]; a?: Weighted[]; b?: Weighted[] }
/** Proof of a depth of convex bodies. */
export interface DepthProof { direction?: Exact[]; pairs?: [number, number][]; facets?: number[][] }
/** Proof about two convex bodies; null about an empty one. */
export interface Certificate {
  direction?: Exact[];
  pairs?: [number, number][];
  a?: Weighted[];
  b?: Weighted[];
  distance?: DistanceProof;
  depth?: DepthProof;
}
/** Proof of a margin of two convex bodies. */
export interface MarginCertificate {
  direction?: Exact[];
  a?: Weighted[];
  b?: Weighted[];
  pairs?: [number, number][];
  facets?: number[][];
}
/** A point of a part of a body. */
export interface PartPoint { triangle?: number; weights: Weighted[] }
/** Why two parts of bodies do not meet. */
export interface Separation {
  part_a: number;
  part_b: number;
  cut: { order_a?: number[]; order_b?: number[]; pairs: [number, number, number, number, Exact[]][] };
  winding?: { a?: number[]; b?: number[] };
}
/** Triangles whose union holds a polygon, by its corners counted through all rings. */
export interface Cover { part: number; triangles: [number, number, number][] }
/** Proof about bodies that need not be convex. */
export interface BodyCertificate {
  part_a?: number;
  part_b?: number;
  point?: Exact[];
  a?: PartPoint;
  b?: PartPoint;
  separations?: Separation[];
  /** In the plane. */
  covers?: { a?: Cover[]; b?: Cover[] };
  distance?: { part_a: number; part_b: number; a?: PartPoint; b?: PartPoint };
}
export type AnyCertificate = Certificate | BodyCertificate;

const integer = /^-?[0-9]+(\/-?[0-9]+)?$/;

const exact: Codec<Exact> = {
  write(out, value, place) {
    if (typeof value === "number") {
      out.f64(value);
      out.text("");
    } else if (typeof value === "string" && integer.test(value)) {
      out.f64(Number(value));
      out.text(value);
    } else {
      refuseType(value, place, "a number, or a decimal integer in a string");
    }
  },
  read(from) {
    const value = from.f64();
    return from.text() || value;
  },
};
const exacts = list(exact);
const pairs = list(row<[number, number]>(int, int));
const weighted = list(row<Weighted>(int, exact));
const ints = list(int);

/** Rows of corners, which are one list in the message. */
function writeFacets(out: Writer, value: unknown, place: string): void {
  const rows = value ?? [];
  if (!Array.isArray(rows)) refuseType(value, place, "an array of facets");
  for (const [i, facet] of rows.entries()) {
    if (!Array.isArray(facet) || facet.length !== out.dimension) refuseType(facet, `${place}[${i}]`, `an array of ${out.dimension} corners`);
  }
  ints.write(out, rows.flat(), place);
}
function readFacets(from: Reader): number[][] {
  const all = ints.read(from), d = from.dimension;
  return Array.from({ length: all.length / d }, (_, i) => all.slice(d * i, d * i + d));
}

/** Leaves out keys with empty lists, as the pipe does. */
function without<T extends object>(value: T): T {
  for (const key of Object.keys(value) as (keyof T)[]) {
    const entry = value[key];
    if (entry === undefined || (Array.isArray(entry) && entry.length === 0)) delete value[key];
  }
  return value;
}

const verdicts = ["separated", "touching", "overlapping"] as const;
const margins = ["closer", "exactly", "farther"] as const;

export interface Claim { verdict: Verdict; distance?: Interval; depth?: Interval }

/** The ends of an interval; what is left out is 0, and null is infinite. */
function writeEnds(out: Writer, value: unknown, place: string): void {
  const ends = value ?? [0, 0];
  if (!Array.isArray(ends) || ends.length !== 2) refuseType(value, place, "an interval [lower, upper]");
  const [lower, upper] = ends as unknown[];
  if (typeof lower !== "number") refuseType(lower, `${place}[0]`, "a number");
  if (typeof upper !== "number" && upper !== null) refuseType(upper, `${place}[1]`, "a number or null");
  out.f64(lower);
  out.f64(upper ?? Infinity);
}

const certificateKeys = ["direction", "pairs", "a", "b", "distance", "depth"] as const;

/** Writes a certificate with what it is to prove: the verdict, and the intervals that are given. */
export function writeCertificate(out: Writer, certificate: unknown, claim: Claim): void {
  const place = "certificate";
  const c = certificate == null ? {} : fields(certificate, place, certificateKeys);
  out.u8(verdicts.indexOf(claim.verdict));
  exacts.write(out, c["direction"], `${place}.direction`);
  pairs.write(out, c["pairs"], `${place}.pairs`);
  weighted.write(out, c["a"], `${place}.a`);
  weighted.write(out, c["b"], `${place}.b`);
  out.u8(claim.distance ? 1 : 0);
  if (claim.distance) {
    const d = fields(c["distance"] ?? {}, `${place}.distance`, ["direction", "a", "b"]);
    writeEnds(out, claim.distance, "distance");
    exacts.write(out, d["direction"], `${place}.distance.direction`);
    weighted.write(out, d["a"], `${place}.distance.a`);
    weighted.write(out, d["b"], `${place}.distance.b`);
  }
  out.u8(claim.depth ? 1 : 0);
  if (claim.depth) {
    const d = fields(c["depth"] ?? {}, `${place}.depth`, ["direction", "pairs", "facets"]);
    writeEnds(out, claim.depth, "depth");
    exacts.write(out, d["direction"], `${place}.depth.direction`);
    pairs.write(out, d["pairs"], `${place}.depth.pairs`);
    writeFacets(out, d["facets"], `${place}.depth.facets`);
  }
}

export function readCertificate(from: Reader): { certificate: Certificate | null; claim: Claim } {
  const claim: Claim = { verdict: verdicts[from.u8()]! };
  const certificate: Certificate = {
    direction: exacts.read(from), pairs: pairs.read(from), a: weighted.read(from), b: weighted.read(from),
  };
  if (from.bool()) {
    claim.distance = readEnds(from);
    const proof = without<DistanceProof>({ direction: exacts.read(from), a: weighted.read(from), b: weighted.read(from) });
    if (Object.keys(proof).length > 0) certificate.distance = proof;
  }
  if (from.bool()) {
    claim.depth = readEnds(from);
    const proof = without<DepthProof>({ direction: exacts.read(from), pairs: pairs.read(from), facets: readFacets(from) });
    if (Object.keys(proof).length > 0) certificate.depth = proof;
  }
  without(certificate);
  return { certificate: Object.keys(certificate).length > 0 ? certificate : null, claim };
}

export function readEnds(from: Reader): Interval {
  const lower = from.f64();
  const upper = from.f64();
  return [lower, Number.isFinite(upper) ? upper : null];
}

export function writeMarginCertificate(out: Writer, certificate: unknown, verdict: MarginVerdict): void {
  const place = "margin_certificate";
  const c = certificate == null ? {} : fields(certificate, place, ["direction", "a", "b", "pairs", "facets"]);
  out.u8(margins.indexOf(verdict));
  exacts.write(out, c["direction"], `${place}.direction`);
  weighted.write(out, c["a"], `${place}.a`);
  weighted.write(out, c["b"], `${place}.b`);
  pairs.write(out, c["pairs"], `${place}.pairs`);
  writeFacets(out, c["facets"], `${place}.facets`);
}

export function readMarginCertificate(from: Reader): { verdict: MarginVerdict; certificate: MarginCertificate | null } {
  const verdict = margins[from.u8()]!;
  const certificate = without<MarginCertificate>({
    direction: exacts.read(from), a: weighted.read(from), b: weighted.read(from), pairs: pairs.read(from),
    facets: readFacets(from),
  });
  return { verdict, certificate: Object.keys(certificate).length > 0 ? certificate : null };
}

function writePartPoint(out: Writer, value: unknown, place: string): void {
  const p = value == null ? {} : fields(value, place, ["triangle", "weights"]);
  int.write(out, p["triangle"] ?? -1, `${place}.triangle`);
  weighted.write(out, p["weights"], `${place}.weights`);
}
function readPartPoint(from: Reader): PartPoint | undefined {
  const triangle = from.i32();
  const weights = weighted.read(from);
  if (weights.length === 0) return undefined;
  return triangle < 0 ? { weights } : { triangle, weights };
}

const cuts = list(row<[number, number, number, number, Exact[]]>(int, int, int, int, exacts));

const separation: Codec<Separation> = {
  write(out, value, place) {
    const s = fields(value, place, ["part_a", "part_b", "cut", "winding"]);
    const cut = fields(s["cut"], `${place}.cut`, ["order_a", "order_b", "pairs"]);
    const winding = s["winding"] == null ? {} : fields(s["winding"], `${place}.winding`, ["a", "b"]);
    int.write(out, s["part_a"], `${place}.part_a`);
    int.write(out, s["part_b"], `${place}.part_b`);
    ints.write(out, cut["order_a"], `${place}.cut.order_a`);
    ints.write(out, cut["order_b"], `${place}.cut.order_b`);
    cuts.write(out, cut["pairs"], `${place}.cut.pairs`);
    ints.write(out, winding["a"], `${place}.winding.a`);
    ints.write(out, winding["b"], `${place}.winding.b`);
  },
  read(from) {
    const part_a = from.i32(), part_b = from.i32();
    const orders = without<Separation["cut"]>({ order_a: ints.read(from), order_b: ints.read(from), pairs: [] });
    const cut = { ...orders, pairs: cuts.read(from) };
    const winding = without<NonNullable<Separation["winding"]>>({ a: ints.read(from), b: ints.read(from) });
    return Object.keys(winding).length > 0 ? { part_a, part_b, cut, winding } : { part_a, part_b, cut };
  },
};
const separations = list(separation);

const triples = list(row<[number, number, number]>(int, int, int));
const covers = list<Cover>({
  write(out, value, place) {
    const c = fields(value, place, ["part", "triangles"]);
    int.write(out, c["part"], `${place}.part`);
    triples.write(out, c["triangles"], `${place}.triangles`);
  },
  read: (from) => ({ part: from.i32(), triangles: triples.read(from) }),
});

/** Writes a proof about bodies that need not be convex; the verdict may be that of a margin. */
export function writeBodyCertificate(out: Writer, certificate: unknown, claim: Claim, place = "certificate"): void {
  const keys = ["part_a", "part_b", "point", "a", "b", "separations", "covers", "distance"];
  const c = certificate == null ? {} : fields(certificate, place, keys);
  out.u8(verdicts.indexOf(claim.verdict));
  int.write(out, c["part_a"] ?? -1, `${place}.part_a`);
  int.write(out, c["part_b"] ?? -1, `${place}.part_b`);
  writePartPoint(out, c["a"], `${place}.a`);
  writePartPoint(out, c["b"], `${place}.b`);
  exacts.write(out, c["point"], `${place}.point`);
  separations.write(out, c["separations"], `${place}.separations`);
  const covered = c["covers"] == null ? {} : fields(c["covers"], `${place}.covers`, ["a", "b"]);
  covers.write(out, covered["a"], `${place}.covers.a`);
  covers.write(out, covered["b"], `${place}.covers.b`);
  out.u8(claim.distance ? 1 : 0);
  if (claim.distance) {
    const d = c["distance"] == null ? {} : fields(c["distance"], `${place}.distance`, ["part_a", "part_b", "a", "b"]);
    writeEnds(out, claim.distance, "distance");
    int.write(out, d["part_a"] ?? -1, `${place}.distance.part_a`);
    int.write(out, d["part_b"] ?? -1, `${place}.distance.part_b`);
    writePartPoint(out, d["a"], `${place}.distance.a`);
    writePartPoint(out, d["b"], `${place}.distance.b`);
  }
}

export function readBodyCertificate(from: Reader): { certificate: BodyCertificate | null; claim: Claim } {
  const claim: Claim = { verdict: verdicts[from.u8()]! };
  const part_a = from.i32(), part_b = from.i32();
  const certificate: BodyCertificate = part_a < 0 ? {} : { part_a, part_b };
  const a = readPartPoint(from), b = readPartPoint(from);
  const point = exacts.read(from);
  if (point.length > 0) certificate.point = point;
  if (a) certificate.a = a;
  if (b) certificate.b = b;
  const lists = separations.read(from);
  if (lists.length > 0) certificate.separations = lists;
  const covered = without({ a: covers.read(from), b: covers.read(from) });
  if (Object.keys(covered).length > 0) certificate.covers = covered;
  if (from.bool()) {
    claim.distance = readEnds(from);
    const proof: NonNullable<BodyCertificate["distance"]> = { part_a: from.i32(), part_b: from.i32() };
    const end_a = readPartPoint(from), end_b = readPartPoint(from);
    if (end_a) proof.a = end_a;
    if (end_b) proof.b = end_b;
    if (end_a || end_b) certificate.distance = proof;
  }
  return { certificate: Object.keys(certificate).length > 0 ? certificate : null, claim };
}
