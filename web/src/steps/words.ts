// SPDX-License-Identifier: Apache-2.0
//
// Numbers and steps in plain English.
import type { Interval, Pair, SearchAnswer, SearchStep } from "./trace";
import { unit, type Vector } from "../vectors";

export function number(x: number | null): string {
  if (x === null) return "not finite";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) return x.toExponential(2).replace("e+", "e").replaceAll("-", "\u2212");
  return String(Number(x.toPrecision(3))).replace("-", "\u2212");
}

/** Directions have one form everywhere: of length 1. */
export function directionWords(direction: readonly number[]): string {
  const u = direction.length === 3 ? unit(direction as unknown as Vector) : null;
  return u ? `(${u.map((x) => number(Math.abs(x) < 1e-12 ? 0 : x)).join(", ")})` : "a direction beyond the doubles";
}

export const pairWords = ([i, j]: Pair): string => `a\u00a0${i}\u2060\u2013\u2060b\u00a0${j}`;
export const several = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
export const pairsWords = (pairs: readonly Pair[]): string => pairs.map(pairWords).join(", ");

/** A gap along a direction of length 1. */
export const gapWords = (gap: number): string =>
  gap > 0 ? `gap ${number(gap)}` : gap < 0 ? `overlap ${number(-gap)}` : "no gap and no overlap";

const shapes = ["nothing", "a point", "a segment", "a triangle", "a tetrahedron"];

export function stepWords(step: SearchStep): string {
  const size = Math.hypot(...step.direction) || 1;
  const gap = step.value === null ? "" : `: ${gapWords(step.value / size)}`;
  switch (step.event) {
    case "direction":
      return `Support along ${directionWords(step.direction)}${gap}` +
        (step.pairs[0] && step.pairs.length === 1 ? `, at vertices a\u00a0${step.pairs[0][0]}, b\u00a0${step.pairs[0][1]}` : "");
    case "axis":
      return `Axis ${directionWords(step.direction)}${gap}`;
    case "simplex":
      return `${step.algorithm === "mpr" ? "Portal" : "Simplex"}, ${shapes[step.pairs.length] ?? several(step.pairs.length, "pair")}` +
        ` in the difference: ${pairsWords(step.pairs)}`;
    case "pivot":
      return `Pivot${step.pairs.length ? `: basis ${pairsWords(step.pairs)}` : ""}, objective ${number(step.value)}`;
    case "projection":
      return `Projection along ${directionWords(step.direction)}: ` +
        ((step.value ?? 0) > 0 ? "a line separates the outlines" : "no line tried separates the outlines");
  }
}

export const verdictWords = { separated: "Separated", touching: "Touching", overlapping: "Overlapping" } as const;

/** The shortest decimal in the interval: no digit that is not known. */
export function intervalWords([lower, upper]: Interval): string {
  if (lower === null || upper === null) return "beyond the largest double";
  for (let digits = 1; digits <= 17; ++digits) {
    const short = Number((lower / 2 + upper / 2).toPrecision(digits));
    if (short >= lower && short <= upper) return String(short);
  }
  return `between ${lower} and ${upper}`;
}

/** The same for a label, where few digits will do. */
export function intervalLabel(interval: Interval): string {
  const words = intervalWords(interval);
  return words.length <= 9 ? words : `\u2248 ${Number((interval[0] ?? 0).toPrecision(6))}`;
}

export function answerWords(answer: SearchAnswer): string {
  let text = `${verdictWords[answer.verdict]}, decided by ${answer.decided_by}, stage ${answer.stage}.`;
  if (answer.verdict === "separated") text += ` Distance ${intervalWords(answer.distance)}.`;
  if (answer.depth) text += ` Depth ${intervalWords(answer.depth.interval)}.`;
  if (answer.contact) text += ` ${several(answer.contact.points.length, "contact point")}.`;
  if (answer.cast) text += ` ${castWords(answer.cast)}`;
  return text;
}

export function castWords(cast: NonNullable<SearchAnswer["cast"]>): string {
  if (cast.result === "free") return "The motion is free at every time from 0 to 1.";
  if (cast.result === "hit") return `The motion hits first at time ${intervalWords(cast.time)}.`;
  return `The motion is free before time ${number(cast.time[0])}; whether it hits then is not resolved.`;
}
