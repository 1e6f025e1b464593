// SPDX-License-Identifier: Apache-2.0
//
// Checks answers by their certificates, as `sunder verify` does: one claim at a time, in exact arithmetic.
import { describe, refuseType, suffixes, Writer, type Family } from "./codec.js";
import { SunderError } from "./error.js";
import type { Module } from "./module.js";
import {
  writeBodyCertificate, writeCertificate, writeMarginCertificate, type AnyCertificate, type Claim, type Interval,
  type MarginCertificate, type MarginVerdict, type BodyCertificate, type Verdict,
} from "./proofs.js";
import { bodyAddress, writePose, type AnyPose, type PlanePose, type Pose, type Shape } from "./shapes.js";

/** How two bodies stand. */
export interface Placing<P = Pose> {
  poseA?: P | null | undefined;
  poseB?: P | null | undefined;
  /** Each body is padded by a ball of this radius. */
  radiusA?: number | undefined;
  radiusB?: number | undefined;
}

/** What is claimed of two bodies: an entry of `pairs` in a report, or an answer of the pipe, has these keys among others. */
export interface Answer {
  verdict: Verdict;
  certificate?: AnyCertificate | null | undefined;
  distance?: Interval | null | undefined;
  depth?: Interval | null | undefined;
  margin?: MarginVerdict | null | undefined;
  margin_certificate?: MarginCertificate | BodyCertificate | null | undefined;
}

export interface CheckOptions<P = Pose> extends Placing<P> {
  /** The margin's distance, where the answer has a margin: the clearance of a report. */
  margin?: number | undefined;
  /** Compare all pairs of triangles of a solid too: that no two cross. O(n^2). */
  simple?: boolean | undefined;
}

export type ClaimName = "verdict" | "distance" | "depth" | "margin";

/** What became of the claims of an answer. */
export interface Check {
  /** Is nothing refuted, and the verdict or the margin proven? */
  holds: boolean;
  /** Which claim is refuted first, and by what; empty if none is. */
  why: string;
  proven: ClaimName[];
  /** Claims without a certificate: neither proven nor refuted. */
  unchecked: ClaimName[];
  /** False where an accepted touch of meshes rests on the theorem of docs/bodies.md too. */
  complete: boolean;
}

/** Refuses what are no two bodies of one module, one family and one dimension. */
export function checkPair(a: Shape, b: Shape, module: Module, family: Family): void {
  bodyAddress(a, module, "a", family);
  bodyAddress(b, module, "b", family);
  if (a.dimension !== b.dimension) {
    throw new SunderError("dimension_mismatch", `a has dimension ${a.dimension} and b has ${b.dimension}; they must be equal`);
  }
}

const kinds = { verdict: 0, margin: 1, bodies: 2 } as const;

interface Found { accepted: boolean; complete: boolean; reason: string }

export function writeSide(out: Writer, module: Module, body: Shape, pose: Pose | PlanePose | AnyPose | null | undefined, radius: number | undefined, what: "a" | "b" | "body"): void {
  out.u32(bodyAddress(body, module, what, out.family));
  writePose(out, module, pose, ({ a: "poseA", b: "poseB", body: "pose" } as const)[what]);
  if (radius !== undefined && typeof radius !== "number") {
    throw new SunderError("wrong_type", `the radius of ${what} is ${describe(radius)}; it must be a number`);
  }
  out.f64(radius ?? 0);
}

export function writeSides(out: Writer, module: Module, a: Shape, b: Shape, at: Placing<Pose | PlanePose | AnyPose>): void {
  writeSide(out, module, a, at.poseA, at.radiusA, "a");
  writeSide(out, module, b, at.poseB, at.radiusB, "b");
}

/** Is it a certificate about parts? Undefined where there is none. The module refuses a convex one about meshes. */
function isOfParts(certificate: object | null | undefined): boolean | undefined {
  if (certificate == null || Object.keys(certificate).length === 0) return undefined;
  const { a, b } = certificate as { a?: unknown; b?: unknown };
  return "part_a" in certificate || "separations" in certificate || "point" in certificate ||
    [a, b].some((point) => point != null && !Array.isArray(point));
}

const ofMargin: Record<MarginVerdict, Verdict> = { farther: "separated", exactly: "touching", closer: "overlapping" };

export function checkAnswer(module: Module, a: Shape, b: Shape, answer: Answer, options: CheckOptions<Pose | PlanePose | AnyPose> = {}, family: Family = 3): Check {
  const result: Check = { holds: false, why: "", proven: [], unchecked: [], complete: true };
  checkPair(a, b, module, family);
  if (typeof answer !== "object" || answer === null) refuseType(answer, "answer", "an object with a verdict");
  if (!(answer.verdict in { separated: 0, touching: 0, overlapping: 0 })) {
    throw new SunderError("wrong_type", `answer.verdict is ${JSON.stringify(answer.verdict)}; it must be separated, touching or overlapping`);
  }
  const both = a.isPolytope && b.isPolytope;
  const convex = !(isOfParts(answer.certificate) ?? !both);

  function ask(kind: keyof typeof kinds, margin: number, write: (out: Writer) => void): Found {
    const out = new Writer(family, a.dimension);
    writeSides(out, module, a, b, options);
    out.u8(kinds[kind]);
    out.f64(margin);
    if (kind === "bodies") out.u8(options.simple ? 1 : 0);
    write(out);
    const from = module.call(`verify_certificate${suffixes[family]}`, out);
    return { accepted: from.bool(), complete: from.bool(), reason: from.text() };
  }
  const certificate = answer.certificate as Record<string, unknown> | null | undefined;
  /** Checks the verdict, with an interval where one is given; a proof of another interval is left out. */
  function askAbout(claim: Claim): Found {
    const whole: Record<string, unknown> = { ...certificate };
    if (!claim.distance) delete whole["distance"];
    if (!claim.depth) delete whole["depth"];
    return convex
      ? ask("verdict", 0, (out) => writeCertificate(out, whole, claim))
      : ask("bodies", 0, (out) => writeBodyCertificate(out, whole, claim));
  }
  function refute(claim: ClaimName, reason: string): void {
    result.why ||= `${claim}: ${reason}`;
  }
  function settle(claim: ClaimName, found: Found): void {
    if (found.accepted) {
      result.proven.push(claim);
      result.complete &&= found.complete;
    } else {
      refute(claim, found.reason);
    }
  }

  const { verdict } = answer;
  const found = askAbout({ verdict });
  // Only the verdict about an empty body needs no certificate.
  if (certificate == null && !found.accepted) result.unchecked.push("verdict");
  else settle("verdict", found);

  if (answer.distance) {
    const apart = verdict === "separated";
    const [, upper] = answer.distance;
    if (upper !== null && (apart === !(upper > 0))) {
      refute("distance", apart ? "the bodies are apart: their distance is greater than 0" : "the bodies meet: their distance is [0, 0]");
    } else if (certificate == null ? !found.accepted : apart && certificate["distance"] == null) {
      result.unchecked.push("distance");
    } else {
      settle("distance", askAbout({ verdict, distance: answer.distance }));
    }
  }
  if (answer.depth) {
    const overlaps = verdict === "overlapping";
    const [lower, upper] = answer.depth;
    if (overlaps ? upper === 0 || !(0 <= lower) : lower !== 0 || upper !== 0) {
      refute("depth", overlaps ? "the bodies overlap: their depth is greater than 0" : "the bodies do not overlap: their depth is [0, 0]");
    } else if (!overlaps) {
      (result.proven.includes("verdict") ? result.proven : result.unchecked).push("depth");
    } else if (!convex || certificate?.["depth"] == null) {
      result.unchecked.push("depth");
    } else {
      settle("depth", askAbout({ verdict, depth: answer.depth }));
    }
  }
  if (answer.margin != null) {
    const margin = options.margin;
    if (!(answer.margin in ofMargin)) {
      throw new SunderError("wrong_type", `answer.margin is ${JSON.stringify(answer.margin)}; it must be closer, exactly or farther`);
    }
    if (typeof margin !== "number") throw new SunderError("missing_key", "the answer has a margin, and options.margin is missing; give its distance");
    const proof = answer.margin_certificate;
    const claimed = answer.margin;
    const held = !(isOfParts(proof) ?? !both)
      ? ask("margin", margin, (out) => writeMarginCertificate(out, proof, claimed))
      : ask("bodies", margin, (out) => writeBodyCertificate(out, proof, { verdict: ofMargin[claimed] }, "margin_certificate"));
    if (proof == null && !held.accepted) result.unchecked.push("margin");
    else settle("margin", held);
  }
  // What is farther than a margin of at least 0 is separated.
  if (result.proven.includes("margin") && answer.margin === "farther" && (options.margin ?? 0) >= 0 && result.unchecked.includes("verdict")) {
    if (verdict === "separated") {
      result.unchecked = result.unchecked.filter((name) => name !== "verdict");
      result.proven.push("verdict");
    }
  }
  result.holds = result.why === "" && (result.proven.includes("verdict") || result.proven.includes("margin"));
  return result;
}
