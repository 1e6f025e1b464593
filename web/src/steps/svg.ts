// SPDX-License-Identifier: Apache-2.0
//
// Small drawings beside the picture: their text can be selected and read aloud.
import type { Point2 } from "../vectors";

export interface Place {
  x: number;
  y: number;
}

/** A drawing of a fixed size in units, as wide as its column. */
export class Drawing {
  readonly element: SVGSVGElement;
  /** How often each kind of thing was drawn: tests ask. */
  readonly drawn: Record<string, number> = {};
  private readonly taken: { x: number; y: number; width: number; height: number }[] = [];

  constructor(title: string, readonly width = 360, readonly height = 200) {
    this.element = this.make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title }) as SVGSVGElement;
  }

  private make(tag: string, attributes: Record<string, string | number>): SVGElement {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    return made;
  }

  private add(tag: string, look: string, attributes: Record<string, string | number>): SVGElement {
    const made = this.make(tag, { class: look, ...attributes });
    this.element.append(made);
    return made;
  }

  count(what: string): void {
    this.drawn[what] = (this.drawn[what] ?? 0) + 1;
  }

  path(points: readonly Place[], look: string, closed = false): void {
    if (points.length === 0) return;
    const d = points.map((p, i) => `${i ? "L" : "M"}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("");
    this.add("path", look, { d: closed ? `${d}Z` : d });
  }

  /** Many segments as one path. */
  segments(ends: readonly (readonly [Place, Place])[], look: string): void {
    const at = (p: Place) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
    this.add("path", look, { d: ends.map(([p, q]) => `M${at(p)}L${at(q)}`).join("") });
  }

  ball(p: Place, radius: number, look: string): void {
    this.add("circle", `ball ${look}`, { cx: p.x.toFixed(1), cy: p.y.toFixed(1), r: radius });
  }

  box(x: number, y: number, width: number, height: number, look: string): void {
    this.add("rect", look, { x, y, width: Math.max(width, 0.5), height: Math.max(height, 0.5) });
  }

  arrow(from: Place, to: Place, look: string): void {
    this.path([from, to], `line ${look}`);
    const size = Math.hypot(to.x - from.x, to.y - from.y);
    if (size < 4) return;
    const [x, y] = [(to.x - from.x) / size, (to.y - from.y) / size];
    this.path([to, { x: to.x - 10 * x - 4.5 * y, y: to.y - 10 * y + 4.5 * x }, { x: to.x - 10 * x + 4.5 * y, y: to.y - 10 * y - 4.5 * x }],
      `area ${look}`, true);
  }

  /** Writes at a place, or above or below it where another text is. */
  text(text: string, x: number, y: number, look: string, align: "start" | "middle" | "end" = "start"): void {
    const width = 8.2 * text.length, height = 15;
    const left = align === "start" ? x : align === "end" ? x - width : x - width / 2;
    const moved = left < 2 ? 2 - left : left + width > this.width - 2 ? this.width - 2 - left - width : 0;
    const free = (at: number) => at > height - 2 && at < this.height && !this.taken.some((one) =>
      left + moved < one.x + one.width && one.x < left + moved + width && at - height < one.y + one.height && one.y < at);
    const at = [y, y - 15, y + 15, y - 30, y + 30].find(free) ?? y;
    this.taken.push({ x: left + moved, y: at - height, width, height });
    const made = this.add("text", look, { x: (x + moved).toFixed(1), y: at.toFixed(1), "text-anchor": align });
    made.textContent = text;
  }
}

/** Maps points into a drawing, with a margin, the same in both directions. */
export function fitting(drawing: Drawing, points: readonly Point2[], part = 0.8): (p: Point2) => Place {
  const low = [0, 1].map((l) => Math.min(...points.map((p) => p[l as 0 | 1]))), high = [0, 1].map((l) => Math.max(...points.map((p) => p[l as 0 | 1])));
  const scale = part * Math.min(drawing.width / (high[0]! - low[0]! || 1), drawing.height / (high[1]! - low[1]! || 1));
  return ([x, y]) => ({
    x: drawing.width / 2 + scale * (x - (low[0]! + high[0]!) / 2), y: drawing.height / 2 - scale * (y - (low[1]! + high[1]!) / 2),
  });
}
