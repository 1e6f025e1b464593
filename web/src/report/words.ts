// SPDX-License-Identifier: Apache-2.0
//
// Verdicts and certificates in words.
import type { Certificate } from "../../package/src/proofs.js";
import type { Data, ReportPair } from "./data";

export const plural = (count: number, one: string, many = `${one}s`): string => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

const numbers = (list: readonly (number | string)[]): string => `(${list.join(", ")})`;

function pairsInWords(count: number): string {
  return `${plural(count, "pair")} of vertices`;
}

/** What a certificate says, a sentence each, for a reader who knows some geometry. */
export function certificateInWords(pair: ReportPair, data: Data): string[] {
  const { certificate } = pair;
  const { unit, clearance, options } = data.report;
  if (certificate === undefined) return ["The report was written without certificates."];
  if (certificate === null) return ["No certificate was found for this pair: its verdict is exact, but the report does not prove it."];
  const c = certificate as Certificate & { part_a?: number; point?: unknown; separations?: unknown[]; a?: unknown; b?: unknown };
  const words: string[] = [];
  const isOfParts = "part_a" in c || "separations" in c || "point" in c || (c.a !== undefined && !Array.isArray(c.a));
  if (isOfParts) {
    if (c.point) words.push(`One point lies inside both bodies: ${JSON.stringify(c.point)}. Each body's surface is counted around it.`);
    else if (pair.verdict === "touching") words.push("One point lies on both bodies. It is given by weights of corners, so that it can be computed without rounding.");
    else if (pair.verdict === "separated") words.push("Planes separate each group of triangles of the one body from each of the other.");
    else words.push("A point of each body coincides, and lies inside the one of them.");
    if (c.separations) words.push(`${plural(c.separations.length, "pair")} of parts: an order of the triangles, and a direction for each two ranges of it.`);
  } else {
    if (pair.verdict === "separated" && c.direction) {
      words.push(`Along the direction ${numbers(c.direction)} every vertex of the first body lies before every vertex of the second.`);
    } else if (pair.verdict === "overlapping" && c.pairs) {
      words.push(`The differences of ${pairsInWords(c.pairs.length)} have 0 strictly inside their hull. The bodies therefore share interior points.`);
    } else if (pair.verdict === "touching") {
      if (c.direction) words.push(`Along the direction ${numbers(c.direction)} no vertex of the first body lies beyond the second: they do not overlap.`);
      if (c.pairs) words.push(`The differences of ${pairsInWords(c.pairs.length)} have 0 in their hull: they meet.`);
    }
    if (c.distance) words.push("The distance: a direction proves that it is no less than its lower end, and a point of each body that it is no more than its upper end.");
    if (c.depth) {
      words.push(`The depth: ${plural(c.depth.facets?.length ?? 0, "facet")} around 0 prove its lower end, and the direction ${numbers(c.depth.direction ?? [])} its upper end.`);
    }
  }
  if (pair.margin) {
    const apart = pair.verdict === "separated";
    const limit = apart ? `the clearance of ${clearance} ${unit}` : `the tolerance of ${options.tolerance} ${unit}`;
    const closer = apart ? "nearer than" : "deeper than";
    const farther = apart ? "farther than" : "less deep than";
    const is = pair.margin === "closer" ? closer : pair.margin === "exactly" ? "exactly at" : farther;
    words.push(pair.margin_certificate ? `A second certificate proves that the pair is ${is} ${limit}.` : `The pair is ${is} ${limit}; no certificate of that was found.`);
  }
  return words;
}

/** How the verdict was found. */
export function decisionInWords(pair: ReportPair): string {
  return `Decided by ${pair.decided_by}, stage ${pair.stage}.`;
}
