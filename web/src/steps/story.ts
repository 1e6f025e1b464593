// SPDX-License-Identifier: Apache-2.0
//
// Why a search takes its steps: what each adds to the bounds, what it keeps and what it drops, and which steps can be
// told together. All is computed from the trace.
import type { Pair, SearchStep, SearchTrace } from "./trace";
import { closestToZero, length, type Vector } from "../vectors";
import { number, pairsWords, several } from "./words";

/** Bounds on the signed distance after a step: minus the depth where the bodies overlap. */
export interface Bounds {
  lower: number;
  upper: number;
  lowerStep: number;  // that gave the bound; -1: none
  upperStep: number;
}

export interface Told {
  why: string;
  improves: boolean;
  bounds: Bounds;
  kept: Pair[];
  dropped: Pair[];
}

/** Steps that are shown as one line until they are opened. */
export interface Group {
  from: number;
  to: number;  // the last one
  text: string;
}

const purposes: Record<string, Partial<Record<SearchStep["event"], string>>> = {
  gjk: {
    direction: "GJK looks from the closest point of its simplex towards 0: only a vertex beyond it can bring the simplex closer.",
    simplex: "The simplex is cut down to the corners that carry its point closest to 0.",
  },
  gjk_hill_climbing: {
    direction: "As GJK, and the vertices are found by walking along edges from the last ones.",
    simplex: "The simplex is cut down to the corners that carry its point closest to 0.",
  },
  separating_vector: {
    direction: "The last direction is turned away from the vertices that it found on the wrong side.",
    simplex: "These differences enclose 0: no direction can separate.",
  },
  mpr: {
    direction: "MPR looks along the normal of its portal: is there a vertex beyond, and is 0 behind it?",
    simplex: "The ray from a point inside the difference to 0 passes this portal.",
    axis: "An axis that is likely to separate is tried before the search.",
  },
  epa: {
    direction: "EPA looks along the normal of the face nearest to 0. A vertex beyond pushes the face out.",
    simplex: "This face of the polytope inside the difference is nearest to 0: the depth is at least its distance.",
  },
  sat: { axis: "SAT measures each normal of a face and each cross product of two edges; one of them separates if any does." },
  lp: { pivot: "The simplex method exchanges one pair of the basis, so that the objective falls. At 0 the bodies meet." },
  edge_projection: {
    projection: "Along an edge both bodies become outlines in a plane. A line between those is a plane between the bodies.",
    direction: "The normal of a line that the outlines suggest, measured on the bodies.",
    simplex: "These differences enclose 0: no direction can separate.",
  },
  plane_projection: {
    projection: "Along a line in a facing face both bodies become outlines in a plane.",
    direction: "The normal of a line that the outlines suggest, measured on the bodies.",
    simplex: "These differences enclose 0: no direction can separate.",
  },
  vclip: {
    simplex: "V-Clip walks from a pair of features to a neighbour that is closer, until neither has one.",
    direction: "The line between the closest points of these features.",
  },
};

const nothingKnown: Bounds = { lower: -Infinity, upper: Infinity, lowerStep: -1, upperStep: -1 };

const same = (p: Pair, q: Pair) => p[0] === q[0] && p[1] === q[1];
const without = (list: readonly Pair[], other: readonly Pair[]) => list.filter((p) => !other.some((q) => same(p, q)));

/** The gap along the step's direction of length 1, if the step measured it on all of both bodies. */
export function gapOf(step: SearchStep): number | null {
  if (step.value === null || step.direction.length === 0) return null;
  if (step.event !== "direction" && !(step.event === "axis" && step.pairs.length === 0)) return null;
  const size = Math.hypot(...step.direction);
  return size > 0 && size < Infinity ? step.value / size : null;
}

function whyOfBound(gap: number, before: Bounds, at: string): string {
  if (gap > before.lower) {
    if (gap > 0) return before.lower > 0 ? `A wider gap than before: the bodies are at least ${number(gap)} apart.` : "A gap: this direction separates the bodies.";
    return before.lowerStep < 0 ? `So they overlap by at most ${number(-gap)}.`
      : `The best so far: they overlap by at most ${number(-gap)}, ${number(-before.lower)} was known.`;
  }
  return `Rejected as a bound: ${at} gave ${number(before.lower)}.`;
}

/** Tells the steps of a search, in order; `difference` gives a - b of a pair in the world's unit. */
export function tell(trace: SearchTrace, difference: (pair: Pair) => Vector): Told[] {
  let bounds = nothingKnown;
  const padding = (trace.a.padding ?? 0) + (trace.b.padding ?? 0);
  let held: Pair[] = [], seen: Pair[] = [];
  return trace.steps.map((step, i) => {
    const before = bounds;
    const sentences = [purposes[step.algorithm]?.[step.event] ?? ""];
    let kept: Pair[] = [], dropped: Pair[] = [];
    const gap = gapOf(step);
    if (gap !== null) {
      sentences.push(whyOfBound(gap, before, `step ${before.lowerStep + 1}`));
      if (gap > before.lower) bounds = { ...bounds, lower: gap, lowerStep: i };
    }
    if (step.event === "axis" && step.pairs.length > 0) sentences.push("This pair of vertices settles that the axis does not separate.");
    if (step.event === "direction") seen.push(...without(step.pairs, seen));
    if (step.event === "simplex" || (step.event === "pivot" && step.pairs.length > 0)) {
      kept = step.pairs.filter((p) => held.some((q) => same(p, q)) || seen.some((q) => same(p, q)));
      dropped = without([...held, ...without(seen, held)], step.pairs);
      if (dropped.length > 0 && dropped.length <= 6) sentences.push(`Dropped: ${pairsWords(dropped)}.`);
      else if (dropped.length > 6) sentences.push(`Dropped: ${several(dropped.length, "pair")}.`);
      held = step.pairs;
      seen = [];
    }
    const corners = step.pairs.length > 0 && step.pairs.length <= 4 && step.event !== "axis" ? step.pairs.map(difference) : [];
    if (corners.length > 0) {
      const nearest = length(closestToZero(corners)) - padding;
      if (nearest < before.upper && (before.upper > 0 || padding > 0)) {
        bounds = { ...bounds, upper: nearest, upperStep: i };
        if (step.event === "simplex" && nearest > 1e-9) sentences.push(`Points of it are ${number(nearest)} apart: no more is the distance.`);
      }
    }
    return { why: sentences.filter(Boolean).join(" "), improves: bounds !== before, bounds, kept, dropped };
  });
}

/** The step with the greatest lower bound; -1: no step measured a gap. */
export const bestStep = (told: readonly Told[]): number => told[told.length - 1]?.bounds.lowerStep ?? -1;

const kGrouped = 6;  // so many in a row become one line

/** Groups runs of steps that measure and add nothing. */
export function groupSteps(trace: SearchTrace, told: readonly Told[]): Group[] {
  const groups: Group[] = [];
  const addsNothing = (i: number) => {
    const step = trace.steps[i];
    return step !== undefined && (step.event === "axis" || step.event === "direction") && !told[i]!.improves;
  };
  for (let i = 0; i < trace.steps.length; ++i) {
    let to = i;
    while (addsNothing(to)) ++to;
    if (to - i >= kGrouped) {
      const best = told[i]!.bounds;
      const what = trace.steps[i]!.event === "axis" ? "axes" : "directions";
      groups.push({
        from: i, to: to - 1,
        text: `${to - i} ${what}, none better than step ${best.lowerStep + 1}` +
          (Number.isFinite(best.lower) ? ` (${best.lower > 0 ? "gap" : "overlap"} ${number(Math.abs(best.lower))})` : ""),
      });
    }
    i = Math.max(i, to - 1);
  }
  return groups;
}

/** What the bounds of a step say, for the chart's caption. */
export function boundsWords(bounds: Bounds): string {
  const lower = bounds.lowerStep < 0 ? null : bounds.lower, upper = bounds.upperStep < 0 ? null : bounds.upper;
  if (lower === null && upper === null) return "Nothing is known of the distance yet.";
  if (lower !== null && lower > 0) {
    return `At least ${number(lower)} apart` + (upper === null ? "." : `, and at most ${number(upper)}.`);
  }
  if (upper !== null && upper < 1e-9) return "They meet" + (lower === null ? "." : `, and overlap by at most ${number(-lower)}.`);
  return (upper === null ? "" : `At most ${number(upper)} apart. `) + (lower === null ? "" : `If they overlap, by at most ${number(-lower)}.`);
}

