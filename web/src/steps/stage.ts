// SPDX-License-Identifier: Apache-2.0
//
// What both kinds of traces show with: the picture, its layer, the drawings beside it, and counts for tests.
import { type Mesh, type Overlay, Viewer } from "../viewer";
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

/** Where a page shows a trace. */
export interface Places {
  scene: HTMLElement;
  bounds: HTMLElement;
  difference: HTMLElement;
  flat: HTMLElement;
  proof: HTMLElement;
}

/** The places of a page that shows one trace, by their ids. */
export function placesOfPage(): Places {
  const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
  return { scene: at("scene"), bounds: at("bounds"), difference: at("difference"), flat: at("flat"), proof: at("proof") };
}

type Name = "a" | "b";
const kIdentity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] as const;
const kOpacity = 0.62;

export class Stage {
  readonly viewer: Viewer;
  readonly layer: Overlay;
  a: Shape;
  b: Shape;
  colours: Colours = coloursOfPage();
  private readonly drawn = new Map<string, Record<string, number>>();
  private readonly meshes: Record<Name, number>;
  private readonly bodies: Record<Name, number>;
  private readonly poses: Record<Name, readonly number[]> = { a: kIdentity, b: kIdentity };

  constructor(readonly places: Places, a: TracedBody, b: TracedBody, private readonly up: "y" | "z", public frame = new Frame([...a.vertices, ...b.vertices])) {
    this.a = shapeOf(a, frame);
    this.b = shapeOf(b, frame);
    this.viewer = new Viewer(places.scene, { up, label: "Both bodies in space" });
    this.meshes = { a: this.viewer.addMesh(drawnMesh(this.a)), b: this.viewer.addMesh(drawnMesh(this.b)) };
    const body = (name: Name) => this.viewer.addBody(this.meshes[name], { name: this[name].name, color: this.colours[`body-${name}`], opacity: kOpacity });
    this.bodies = { a: body("a"), b: body("b") };
    this.layer = this.viewer.addOverlay();
  }

  /** The body of the viewer's number, or null. */
  nameOf(body: number): Name | null {
    return body === this.bodies.a ? "a" : body === this.bodies.b ? "b" : null;
  }

  /** Shows another body, and draws it as a mesh of its own coordinates at a pose of the picture. A mesh that is left out stays. */
  put(name: Name, body: TracedBody, mesh: Mesh | null, pose: readonly number[]): void {
    this[name] = shapeOf(body, this.frame);
    if (mesh) this.viewer.replaceMesh(this.meshes[name], mesh);
    this.poses[name] = pose;
    this.viewer.setPose(this.bodies[name], pose);
  }

  setTheme(theme: "light" | "dark"): void {
    this.colours = coloursOfPage();
    this.viewer.setTheme(theme);
    this.viewer.setColor(this.bodies.a, this.colours["body-a"]);
    this.viewer.setColor(this.bodies.b, this.colours["body-b"]);
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
    this.viewer.setPose(this.bodies.b, this.poses.b.map((x, i) => (i % 4 === 3 ? x + offset[(i - 3) / 4]! : x)));
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
    const figure = this.places[id];
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

  /** A round piece of a plane across u, through a point; a piece of a line where only a plane is seen. */
  plane(centre: Vector, u: Vector, radius: number, colour: keyof Colours, rim: keyof Colours): void {
    if (this.viewer.view.flat) {
      const along: Vector = [-u[1], u[0], 0];
      this.layer.segment(plus(centre, along, -1.6 * radius), plus(centre, along, 1.6 * radius), this.colours[rim], { width: 2.5 });
      return;
    }
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
