// SPDX-License-Identifier: Apache-2.0
//
// The drawings beside the picture: the difference of the bodies, what a step sees on a line or in a plane, and how the
// bounds close.
import type { Told } from "./story";
import { boundsWords } from "./story";
import { differenceAt, type Difference, type Extent, extentOf, type Shape } from "./shapes";
import { Drawing, fitting, type Place } from "./svg";
import type { CastPose, Pair, SearchStep } from "./trace";
import { across, dot, outline2, plus, type Point2, separatingLine, times, type Vector } from "../vectors";
import { directionWords, gapWords, intervalLabel, number } from "./words";

/** The axes of the picture, so that a drawing shows the same side. */
export interface Axes {
  right: Vector;
  up: Vector;
}

export interface Inset {
  drawing: Drawing;
  text: string;
}

/** The look of what is seen along a direction: a gap, an overlap, or a touch. */
export const lookOf = (gap: number, touching: boolean): "gap" | "overlap" | "point" => (touching ? "point" : gap > 0 ? "gap" : "overlap");

export interface Held {
  pairs: readonly Pair[];      // what the search holds
  tried: readonly Pair[];      // what this step found
  dropped: readonly Pair[];    // what it gave up
  direction: Vector | null;
  touching: boolean;
}

export function drawDifference(a: Shape, b: Shape, difference: Difference, axes: Axes, held: Held): Inset {
  const drawing = new Drawing("The difference of the bodies, with 0");
  const flat = (p: Vector): Point2 => [dot(axes.right, p), dot(axes.up, p)];
  const size = a.radius + b.radius;
  const u = held.direction;
  const corners = difference.corners.map(flat);
  const place = fitting(drawing, [...corners, [0, 0], flat(times(0.4 * size, u ?? [0, 0, 0]))]);
  const project = (p: Vector): Place => place(flat(p));
  drawing.path(outline2(corners).map(place), "area soft faint", true);
  const toward = (p: Vector) => dot(p, [axes.right[1] * axes.up[2] - axes.right[2] * axes.up[1], axes.right[2] * axes.up[0] - axes.right[0] * axes.up[2],
    axes.right[0] * axes.up[1] - axes.right[1] * axes.up[0]]);
  const middle = difference.corners.length ? difference.corners.reduce((sum, p) => sum + toward(p), 0) / difference.corners.length : 0;
  const behind = difference.edges.filter(([p, q]) => toward(p) + toward(q) < 2 * middle), before = difference.edges.filter((edge) => !behind.includes(edge));
  if (difference.edges.length <= 2000) drawing.segments(behind.map(([p, q]) => [project(p), project(q)] as const), "line soft hidden");
  drawing.segments(before.map(([p, q]) => [project(p), project(q)] as const), "line soft thin");
  drawing.path(outline2(corners).map(place), "line soft", true);
  drawing.count("difference");
  if (u) {
    const [ends_a, ends_b] = [extentOf(a, u), extentOf(b, u)];
    const farthest: Vector = plus(ends_a.highest, ends_b.lowest, -1);
    const look = lookOf(ends_b.low - ends_a.high, held.touching);
    const [right, up] = across(u);
    const ring = Array.from({ length: 48 }, (_, i) => {
      const turn = (2 * Math.PI * i) / 48;
      return project(plus(plus(farthest, right, 0.22 * size * Math.cos(turn)), up, 0.22 * size * Math.sin(turn)));
    });
    drawing.path(ring, `area ${look} faint`, true);
    drawing.path(ring, `line ${look}`, true);
    drawing.arrow(project([0, 0, 0]), project(times(0.4 * size, u)), "ink");
    drawing.count("planes");
  }
  const at = differenceAt(a, b);
  for (const p of held.dropped.map(at).map(project)) drawing.ball(p, 3.5, "soft");
  const kept = held.pairs.map(at).map(project);
  kept.forEach((p, i) => {
    for (let j = 0; j < i; ++j) {
      for (let k = 0; k < j; ++k) drawing.path([p, kept[j]!, kept[k]!], "area point faint", true);
      drawing.path([p, kept[j]!], "line point");
    }
  });
  for (const p of kept) drawing.ball(p, 4, "point");
  for (const p of held.tried.map(at).map(project)) drawing.ball(p, 5, "ink");
  const zero = project([0, 0, 0]);
  drawing.segments([[{ x: zero.x - 7, y: zero.y }, { x: zero.x + 7, y: zero.y }], [{ x: zero.x, y: zero.y - 7 }, { x: zero.x, y: zero.y + 7 }]], "line ink");
  drawing.text("0", zero.x + 8, zero.y + 16, "ink strong");
  return {
    drawing,
    text: `All differences a \u2212 b, from the same side.${kept.length ? " Blue: what the search holds." : ""}` +
      `${held.dropped.length ? " Grey: what it dropped." : ""} The bodies meet where it holds 0.`,
  };
}

/** Both bodies along a direction, with the gap or the overlap in the world's unit. */
export function drawAxis(ends_a: Extent, ends_b: Extent, scale: number, touching: boolean, world: readonly number[]): Inset {
  const drawing = new Drawing("Both bodies along the direction");
  const low = Math.min(ends_a.low, ends_b.low), high = Math.max(ends_a.high, ends_b.high);
  const x = (t: number) => 28 + (drawing.width - 56) * (high > low ? (t - low) / (high - low) : 0.5);
  const gap = ends_b.low - ends_a.high;
  const [from, to] = gap > 0 ? [ends_a.high, ends_b.low] : [Math.max(ends_a.low, ends_b.low), Math.min(ends_a.high, ends_b.high)];
  const look = lookOf(gap, touching);
  drawing.box(x(from), 34, Math.max(x(to) - x(from), 1), 118, `area ${look} faint`);
  for (const [name, ends, y] of [["a", ends_a, 66], ["b", ends_b, 116]] as const) {
    drawing.box(x(ends.low), y, Math.max(x(ends.high) - x(ends.low), 3), 16, `area ${name}`);
    drawing.text(name, x(ends.low), y - 5, `${name} strong`);
    drawing.count("intervals");
  }
  drawing.arrow({ x: 14, y: 172 }, { x: drawing.width - 10, y: 172 }, "soft");
  drawing.text(touching ? "touching" : gapWords(gap * scale), (x(from) + x(to)) / 2, 24, `${look} strong`, "middle");
  return {
    drawing,
    text: `The bodies along ${directionWords(world)}${touching ? ": no point of one gets past the other." : gap > 0 ? ": apart." : ": not apart."}`,
  };
}

export function drawOutlines(step: SearchStep): Inset {
  const drawing = new Drawing("The outlines of both bodies, seen along the direction");
  const corners = (list: readonly (number | null)[]): Point2[] =>
    list.flatMap((x, i) => (i % 2 ? [] : [[x ?? NaN, list[i + 1] ?? NaN] as Point2]));
  const [a, b] = [corners(step.outline_a), corners(step.outline_b)];
  const all = [...a, ...b];
  if (all.length === 0 || all.some((p) => !Number.isFinite(p[0]) || !Number.isFinite(p[1]))) {
    drawing.text("no finite outlines", drawing.width / 2, drawing.height / 2, "soft", "middle");
    return { drawing, text: "Outlines that are no finite numbers." };
  }
  const place = fitting(drawing, all);
  const outlines = { a: outline2(a), b: outline2(b) };
  for (const name of ["a", "b"] as const) {
    const places = outlines[name].map(place);
    drawing.path(places, `area ${name} faint`, true);
    drawing.path(places, `line ${name}`, true);
    const middle = places.reduce((sum, p) => ({ x: sum.x + p.x / places.length, y: sum.y + p.y / places.length }), { x: 0, y: 0 });
    drawing.text(name, middle.x, middle.y + 5, `${name} strong`, "middle");
    drawing.count("outlines");
  }
  const line = separatingLine(outlines.a, outlines.b);
  if (!line) return { drawing, text: "The outlines seen along the direction: they overlap, so no line here separates." };
  const middle: Point2 = [0, 1].map((l) => all.reduce((sum, p) => sum + p[l as 0 | 1], 0) / all.length) as unknown as Point2;
  const off = line.at - (line.normal[0] * middle[0] + line.normal[1] * middle[1]);
  const reach = Math.max(...all.map((p) => Math.hypot(p[0] - middle[0], p[1] - middle[1])));
  drawing.path([-1, 1].map((t) => place([middle[0] + off * line.normal[0] - t * reach * line.normal[1], middle[1] + off * line.normal[1] + t * reach * line.normal[0]])),
    "line gap thick");
  drawing.count("line");
  return { drawing, text: "The outlines seen along the direction: the green line separates them, and so the bodies." };
}

/** Where a value lies in a chart: from the lowest to the highest of those that are shown. */
function scaleOf(values: readonly number[], top: number, bottom: number): (value: number) => number {
  const shown = values.filter(Number.isFinite);
  const low = Math.min(0, ...shown), high = Math.max(0, ...shown);
  // Halves do not overflow.
  return (value) => (high > low ? bottom - (bottom - top) * ((value / 2 - low / 2) / (high / 2 - low / 2)) : (top + bottom) / 2);
}

/** The bounds on the signed distance, step by step; up to the current step they are dark. */
export function drawBounds(told: readonly Told[], current: number): Inset {
  const drawing = new Drawing("Bounds on the distance, step by step");
  const [left, right] = [24, drawing.width - 14];
  const x = (i: number) => (told.length > 1 ? left + ((right - left) * i) / (told.length - 1) : (left + right) / 2);
  const y = scaleOf(told.flatMap(({ bounds }) => [bounds.lower, bounds.upper]), 34, 176);
  for (const [which, look] of [["upper", "point"], ["lower", "ink"]] as const) {
    for (const [from, to, faint] of [[current, told.length - 1, " hidden"], [0, current, ""]] as const) {
      const points: Place[] = [];
      for (let i = from; i <= Math.min(to, told.length - 1); ++i) {
        const value = told[i]!.bounds[which];
        if (!Number.isFinite(value)) continue;
        if (points.length > 0) points.push({ x: x(i), y: points[points.length - 1]!.y });
        points.push({ x: x(i), y: y(value) });
      }
      if (points.length === 1) drawing.ball(points[0]!, faint ? 2 : 3, look);
      drawing.path(points, `line ${look}${faint}`);
    }
  }
  drawing.path([{ x: left - 8, y: y(0) }, { x: right, y: y(0) }], "line soft thin");
  drawing.text("0", left - 14, y(0) - 3, "soft");
  const at = told[Math.min(current, told.length - 1)];
  if (at) {
    drawing.path([{ x: x(current), y: 30 }, { x: x(current), y: 180 }], "line soft hidden");
    if (Number.isFinite(at.bounds.upper)) drawing.text(`at most ${number(at.bounds.upper)}`, x(current) + 5, y(at.bounds.upper) - 5, "point strong");
    if (Number.isFinite(at.bounds.lower)) drawing.text(`at least ${number(at.bounds.lower)}`, x(current) + 5, y(at.bounds.lower) + 16, "ink strong");
    drawing.count("bounds");
  }
  return { drawing, text: `The signed distance lies between the lines. ${at ? boundsWords(at.bounds) : "No step measured it."}` };
}

/** The objective of every pivot, the current one dark: a linear program goes down to its end. */
export function drawObjectives(steps: readonly SearchStep[], current: number): Inset {
  const drawing = new Drawing("The objective, pivot by pivot");
  const pivots = steps.map((step, i) => ({ i, step })).filter(({ step }) => step.event === "pivot");
  const largest = Math.max(...pivots.map(({ step }) => step.value ?? 0), 0) || 1;
  const wide = (drawing.width - 32) / pivots.length;
  pivots.forEach(({ i, step }, n) => {
    const high = Math.max((140 * Math.max(step.value ?? 0, 0)) / largest, 2);
    drawing.box(16 + n * wide, 184 - high, Math.max(0.8 * wide, 1), high, i === current ? "area point" : "area soft faint");
    drawing.count("objectives");
  });
  drawing.text(`objective ${number(steps[current]?.value ?? null)}`, drawing.width - 16, 24, "point strong", "end");
  return { drawing, text: "The objective, pivot by pivot: the bodies meet where it ends at 0." };
}

/** The distance along a motion: proven at each pose that is marked. */
export function drawMotion(poses: readonly CastPose[], current: number, hit: number | null): Inset {
  const drawing = new Drawing("The distance along the motion");
  const end = hit ?? 1;
  const x = (t: number) => 24 + (drawing.width - 48) * t;
  const y = scaleOf(poses.map((pose) => pose.distance[0] ?? 0), 34, 170);
  drawing.path([{ x: x(0), y: y(0) }, { x: x(1), y: y(0) }], "line soft thin");
  drawing.box(x(0), y(0) - 3, x(end) - x(0), 6, "area gap");
  const points = poses.map((pose) => ({ x: x(pose.time), y: y(pose.distance[0] ?? 0) }));
  drawing.path(points, "line ink");
  points.forEach((p, i) => drawing.ball(p, i === current ? 5 : 2.5, i === current ? "point" : "ink"));
  const pose = poses[current];
  if (pose) drawing.text(intervalLabel(pose.distance), points[current]!.x + 8, points[current]!.y - 8, "point strong");
  if (hit !== null) {
    drawing.path([{ x: x(hit), y: 30 }, { x: x(hit), y: 180 }], "line overlap");
    drawing.text("hit", x(hit) + 4, 30, "overlap strong");
  }
  drawing.count("motion");
  return { drawing, text: "The distance over the time, measured at the marks. Green: the cast proves every time free, between the marks too." };
}
