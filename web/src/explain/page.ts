// SPDX-License-Identifier: Apache-2.0
//
// What both kinds of traces show with: the picture, its layer, the drawings beside it, and counts for tests.
import { type Overlay, Viewer } from "../viewer";
import { type Colours, coloursOfPage } from "./colours";
import type { Axes, Inset } from "./insets";
import { drawnMesh, Frame, type Shape, shapeOf } from "./shapes";
import type { TracedBody, Verdict } from "./trace";
import { across, plus, times, unit, type Vector } from "../vectors";
import type { Group } from "./story";

/** A trace that the page plays. */
export interface Story {
  readonly count: number;
  readonly groups: readonly Group[];
  readonly best: number;  // -1: none
  readonly verdict: Verdict;
  readonly summary: string;
  readonly notes: string;
  event(i: number): string;
  text(i: number): string;
  why(i: number): string;
  /** of the step, in the picture's coordinates */
  direction(i: number): Vector | null;
  /** Draws the step over the bodies and beside them. */
  draw(i: number): void;
  /** Draws what depends on the side that the picture shows. */
  turn(i: number): void;
}

const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export class Stage {
  readonly viewer: Viewer;
  readonly layer: Overlay;
  readonly frame: Frame;
  readonly a: Shape;
  readonly b: Shape;
  colours: Colours = coloursOfPage();
  private readonly drawn = new Map<string, Record<string, number>>();
  private readonly up: "y" | "z";
  private readonly bodies: [number, number];

  constructor(a: TracedBody, b: TracedBody, up: "y" | "z") {
    this.up = up;
    this.frame = new Frame([...a.vertices, ...b.vertices]);
    this.a = shapeOf(a, this.frame);
    this.b = shapeOf(b, this.frame);
    this.viewer = new Viewer(at("scene"), { up, label: "Both bodies in space" });
    const body = (shape: Shape, color: "body-a" | "body-b") => this.viewer.addBody(this.viewer.addMesh(drawnMesh(shape)), {
      name: shape.name, color: this.colours[color], opacity: 0.62,
    });
    this.bodies = [body(this.a, "body-a"), body(this.b, "body-b")];
    this.layer = this.viewer.addOverlay();
  }

  setTheme(theme: "light" | "dark"): void {
    this.colours = coloursOfPage();
    this.viewer.setTheme(theme);
    this.viewer.setColor(this.bodies[0], this.colours["body-a"]);
    this.viewer.setColor(this.bodies[1], this.colours["body-b"]);
  }

  /** Begins the drawing of a step. */
  clear(): void {
    this.drawn.clear();
    this.layer.clear();
    this.moveB([0, 0, 0]);
    this.inset("bounds", null);
  }

  count(what: string, often = 1): void {
    const scene = this.drawn.get("scene") ?? {};
    this.drawn.set("scene", { ...scene, [what]: (scene[what] ?? 0) + often });
  }

  /** How often such a thing is drawn now, in the picture and beside it: tests ask. */
  counted(what: string): number {
    return [...this.drawn.values()].reduce((sum, counts) => sum + (counts[what] ?? 0), 0);
  }

  /** Shows b moved, by an offset of the picture. */
  moveB(offset: Vector): void {
    this.viewer.setPose(this.bodies[1], [1, 0, 0, offset[0], 0, 1, 0, offset[1], 0, 0, 1, offset[2]]);
  }

  ball(p: Vector, colour: keyof Colours, size?: number): void {
    this.layer.point(p, this.colours[colour], size);
  }

  arrow(from: Vector, to: Vector, colour: keyof Colours): void {
    this.layer.arrow(from, to, this.colours[colour]);
  }

  label(text: string, p: Vector, colour: keyof Colours, priority = 0): void {
    this.layer.label(text, p, { color: this.colours[colour], priority });
  }

  /** Puts a drawing and its words in its place beside the picture; null empties it. */
  inset(id: "bounds" | "difference" | "flat", inset: Inset | null): void {
    const figure = at(id);
    figure.hidden = inset === null;
    if (!inset) return figure.replaceChildren();
    const caption = document.createElement("figcaption");
    caption.textContent = inset.text;
    figure.replaceChildren(inset.drawing.element, caption);
    this.drawn.set(id, inset.drawing.drawn);
  }

  axes(): Axes & { toward: Vector } {
    const d = this.viewer.view.direction();
    const toward: Vector = [d.x, d.y, d.z];
    const top: Vector = this.up === "z" ? [0, 0, 1] : [0, 1, 0];
    const right = unit([top[1] * d.z - top[2] * d.y, top[2] * d.x - top[0] * d.z, top[0] * d.y - top[1] * d.x]) ?? across(toward)[0];
    return { right, up: [toward[1] * right[2] - toward[2] * right[1], toward[2] * right[0] - toward[0] * right[2], toward[0] * right[1] - toward[1] * right[0]], toward };
  }

  /** Turns the picture so that u points at the viewer, or is seen from its side. */
  look(u: Vector, aside = 0, elevation?: number): void {
    const [x, y, height] = this.up === "z" ? u : [u[0], -u[2], u[1]];
    const view = this.viewer.view;
    view.elevation = elevation ?? Math.max(-1.55, Math.min(1.55, Math.asin(Math.max(-1, Math.min(1, height)))));
    if (Math.hypot(x, y) > (aside ? 0.2 : 1e-9)) view.azimuth = Math.atan2(y, x) + aside;
    this.viewer.fit();
  }

  /** A round piece of a plane across u, through a point. */
  plane(centre: Vector, u: Vector, radius: number, colour: keyof Colours, rim: keyof Colours): void {
    this.layer.disc(centre, u, radius, this.colours[colour], 0.22, this.colours[rim]);
  }

  /** A point at a height along u, beside another point. */
  static raised(p: Vector, u: Vector, height: number): Vector {
    return plus(p, u, height - (p[0] * u[0] + p[1] * u[1] + p[2] * u[2]));
  }

  static middle(p: Vector, q: Vector): Vector {
    return times(0.5, plus(p, q));
  }
}
