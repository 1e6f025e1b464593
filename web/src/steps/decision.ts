// SPDX-License-Identifier: Apache-2.0
//
// The story of a pair of which a body is no convex one: the triangles, the cones at a contact, the ray.
import { type Axes, drawAxis, type Inset } from "./insets";
import { Stage, type Story } from "./stage";
import { ladder } from "./proof";
import { intervalOf, type Shape } from "./shapes";
import { Drawing } from "./svg";
import type { BodyStep, BodyTrace } from "./trace";
import { across, dot, mean, minus, plus, times, unit, length, type Vector } from "../vectors";
import { directionWords, intervalLabel, verdictWords } from "./words";

const kOverlapping = ["piercing", "same_side", "common_direction", "crossing"];
const meansOverlap = (step: BodyStep): boolean => kOverlapping.includes(step.reason ?? "") || (step.winding ?? 0) !== 0;

const kPurposes: Record<BodyStep["event"], string> = {
  taken: "A closed mesh that does not cross itself is a solid, and its inside counts. Else it is a surface.",
  convex: "Two convex parts need no triangles.",
  apart: "What is apart by its bounds needs no triangles.",
  boxes: "Triangles in boxes that are apart cannot meet; only the others are looked at.",
  contact: "Triangles that meet do not overlap yet: the cones of directions into both bodies decide.",
  enclosure: "A component that touches nothing lies wholly inside or wholly outside. The crossings of one ray tell which.",
  closest: "All other triangles are farther apart, by their boxes.",
  cut: "One plane parts two ranges of triangles; all cuts together cover every pair.",
  left_out: "",
  answer: "",
};

export class DecisionStory implements Story {
  readonly count: number;
  readonly groups = [];
  readonly best = -1;

  constructor(private readonly trace: BodyTrace, private readonly stage: Stage) {
    this.count = trace.steps.length;
    const figure = stage.places.proof;
    const words = document.createElement("figcaption");
    words.textContent = trace.answer.proven ? "A certificate was made and checked before this page was written." : "No certificate was made.";
    figure.replaceChildren(ladder(trace.answer.stage), words);
  }

  get verdict() {
    return this.trace.answer.verdict;
  }

  get summary(): string {
    return `${verdictWords[this.trace.answer.verdict]}, decided by triangles; the steps show how`;
  }

  readonly notes = "Triangles and parts are numbered from 0, as the file has them.";

  event(i: number): string {
    return this.trace.steps[i]!.event;
  }

  text(i: number): string {
    return this.trace.steps[i]!.text;
  }

  why(i: number): string {
    return kPurposes[this.trace.steps[i]!.event];
  }

  direction(i: number): Vector | null {
    const { direction } = this.shown(i);
    return direction?.length === 3 ? unit(direction as unknown as Vector) : null;
  }

  /** The answer shows what decided: the step that overlaps, the closest points, or the last contact. */
  private shown(i: number): BodyStep {
    const step = this.trace.steps[i]!;
    if (step.event !== "answer") return step;
    const last = (wanted: (one: BodyStep) => boolean) => [...this.trace.steps].reverse().find(wanted);
    return last(meansOverlap) ?? last((one) => one.event === "closest") ?? last((one) => one.event === "contact") ?? step;
  }

  draw(i: number): void {
    const { stage } = this;
    stage.clear();
    const step = this.shown(i);
    this.drawFaces(step, step.event === "boxes" ? 0.35 : 0.6);
    if (step.event === "contact") this.drawMeeting(step);
    if (step.event === "enclosure") this.drawRay(step, this.direction(i));
    if (step.event === "closest") this.drawEnds(step);
    if (step.event === "cut") this.drawCut(step, this.direction(i));
  }

  turn(i: number): void {
    const step = this.shown(i);
    const u = this.direction(i);
    this.stage.inset("difference", this.cones(step, u));
    this.stage.inset("flat", this.closeUp(step, u));
  }

  private drawFaces(step: BodyStep, opacity: number): void {
    for (const [shape, name, faces] of [[this.stage.a, "a", step.faces_a], [this.stage.b, "b", step.faces_b]] as const) {
      const corners = (faces ?? []).map((f) => shape.faces[f]?.corners ?? []);
      this.stage.layer.triangles(corners.flatMap((list) => list.slice(2).flatMap((k, n) => [list[0]!, list[n + 1]!, k].map((c) => shape.vertices[c]!))),
        this.stage.colours[name], opacity);
      this.stage.layer.segments(corners.flatMap((list) => list.map((c, n) => [shape.vertices[c]!, shape.vertices[list[(n + 1) % list.length]!]!] as const)),
        this.stage.colours[name], { width: 1.5 });
      this.stage.count("highlights", corners.length);
    }
  }

  private drawMeeting(step: BodyStep): void {
    const { stage } = this;
    for (const [name, corners, feature] of [["a", step.corners_a, step.feature_a], ["b", step.corners_b, step.feature_b]] as const) {
      const places = (corners ?? []).map(stage.frame.to);
      stage.layer.polygon(places, stage.colours[name], 0.6);
      stage.layer.segments(places.map((p, n) => [p, places[(n + 1) % places.length]!] as const), stage.colours[name], { width: 2 });
      stage.count("highlights");
      const points = (feature ?? []).map(stage.frame.to);
      if (points.length === 1) stage.ball(points[0]!, name);
      else if (points.length > 1) stage.layer.segments(points.map((p, n) => [p, points[(n + 1) % points.length]!] as const), stage.colours[name], { width: 5 });
      if (points.length > 0) stage.count("features");
    }
    if (!step.at) return;
    stage.ball(stage.frame.to(step.at), meansOverlap(step) ? "overlap" : "point", 15);
    stage.label(meansOverlap(step) ? "they overlap here" : "they touch here", stage.frame.to(step.at), meansOverlap(step) ? "overlap" : "point", 9);
    stage.count("balls");
  }

  private drawRay(step: BodyStep, u: Vector | null): void {
    const { stage } = this;
    if (!u || !step.start || !step.inside) return;
    const start = stage.frame.to(step.start);
    const crossings = (step.crossings ?? []).map((one) => ({ ...one, place: stage.frame.to(one.at) }));
    const reach = Math.max(0.4, ...crossings.map(({ place }) => dot(u, minus(place, start)) + 0.3));
    stage.arrow(start, plus(start, u, reach), "ink");
    stage.ball(start, step.inside, 14);
    for (const { sign, place } of crossings) {
      stage.ball(place, "point");
      stage.label(sign > 0 ? "+1" : "\u22121", place, "point", 5);
      stage.count("crossings");
    }
  }

  private drawEnds(step: BodyStep): void {
    const { stage } = this;
    if (!step.points) return;
    const [p, q] = [stage.frame.to(step.points[0]), stage.frame.to(step.points[1])];
    stage.layer.segment(p, q, stage.colours.point, { width: 4 });
    stage.count("segment");
    for (const end of [p, q]) stage.ball(end, "point", 14);
    stage.count("balls", 2);
    if (step.distance) stage.label(intervalLabel(step.distance), Stage.middle(p, q), "point", 9);
  }

  /** A plane between the ranges of a cut. */
  private drawCut(step: BodyStep, u: Vector | null): void {
    if (!u) return;
    const [a, b] = this.ranges(step);
    const height = (intervalOf(a, u).high + intervalOf(b, u).low) / 2;
    this.stage.plane(Stage.raised(Stage.middle(mean(a), mean(b)), u, height), u, 0.7, "gap", "gap");
    this.stage.count("planes");
  }

  private ranges(step: BodyStep): [Vector[], Vector[]] {
    const of = (shape: Shape, faces: readonly number[] | undefined): Vector[] => {
      const used = new Set((faces ?? []).flatMap((f) => shape.faces[f]?.corners ?? []));
      return used.size > 0 ? [...used].map((i) => shape.vertices[i]!) : shape.vertices;
    };
    return [of(this.stage.a, step.faces_a), of(this.stage.b, step.faces_b)];
  }

  /** The sphere of directions around a contact, with the arcs that bound both cones. */
  private cones(step: BodyStep, u: Vector | null): Inset | null {
    const arcs = ([["a", step.cone_a], ["b", step.cone_b]] as const).flatMap(([name, cone]) => (cone ?? []).map((ends) =>
      ({ name, ends: ends.map((p) => unit(p)) }))).filter(({ ends }) => ends[0] && ends[1]);
    if (arcs.length === 0) return null;
    const drawing = new Drawing("The directions that lead into the bodies, as cones");
    const axes: Axes & { toward: Vector } = this.stage.axes();
    const radius = 0.44 * drawing.height;
    const place = (p: Vector) => ({ x: drawing.width / 2 + radius * dot(axes.right, p), y: drawing.height / 2 - radius * dot(axes.up, p) });
    const line = (points: readonly Vector[], look: string) => {
      for (const hidden of [true, false]) {
        drawing.segments(points.slice(1).map((q, n) => [points[n]!, q] as const)
          .filter(([p, q]) => dot(axes.toward, p) + dot(axes.toward, q) < 0 === hidden).map(([p, q]) => [place(p), place(q)] as const), `line ${look}${hidden ? " hidden" : ""}`);
      }
    };
    drawing.ball({ x: drawing.width / 2, y: drawing.height / 2 }, radius, "sphere");
    for (const { name, ends: [from, to] } of arcs) {
      const points: Vector[] = [];
      for (let n = 0; n <= 24; ++n) {
        const p = unit(plus(times(1 - n / 24, from!), to!, n / 24));
        if (p) points.push(p);
      }
      line(points, `${name} thick`);
      drawing.count("arcs");
    }
    const look = meansOverlap(step) ? "overlap" : "gap";
    if (u && step.reason === "plane_between") {
      const [right, up] = across(u);
      line(Array.from({ length: 73 }, (_, n) => plus(times(Math.cos((2 * Math.PI * n) / 72), right), up, Math.sin((2 * Math.PI * n) / 72))), look);
    } else if (u) {
      drawing.ball(place(u), 6, look);
    }
    drawing.count("cones");
    return {
      drawing,
      text: "Directions that lead from the contact into a and into b: arcs bound both cones." +
        (!u ? "" : step.reason === "plane_between" ? " Green: a plane between them." : " Red: a direction into both."),
    };
  }

  /** The two triangles near their contact, the ray as a line, or the ranges of a cut. */
  private closeUp(step: BodyStep, u: Vector | null): Inset | null {
    if (step.event === "cut" && u) {
      const [a, b] = this.ranges(step);
      const inset = drawAxis(intervalOf(a, u), intervalOf(b, u), this.stage.frame.scale, this.trace.answer.verdict === "touching", u);
      return { ...inset, text: `The two ranges of triangles along ${directionWords(u)}.` };
    }
    if (step.event === "contact") return this.triangles(step);
    if (step.event === "enclosure") return this.windings(step);
    return null;
  }

  private triangles(step: BodyStep): Inset {
    const drawing = new Drawing("The two triangles at their contact");
    const axes = this.stage.axes();
    const corners = [step.corners_a ?? [], step.corners_b ?? []].map((list) => list.map(this.stage.frame.to));
    const size = (list: readonly Vector[]) => Math.max(0, ...list.flatMap((p) => list.map((q) => length(minus(p, q)))));
    // The smaller triangle fills the drawing; the other may leave it.
    const sizes = corners.map(size).filter((x) => x > 0);
    const scale = (0.8 * drawing.height) / Math.max(Math.min(...sizes, 2), 1e-12);
    const centre = step.at ? this.stage.frame.to(step.at) : mean(corners[size(corners[1]!) < size(corners[0]!) ? 1 : 0]!);
    const project = (p: Vector) => ({
      x: drawing.width / 2 + scale * dot(axes.right, minus(p, centre)), y: drawing.height / 2 - scale * dot(axes.up, minus(p, centre)),
    });
    (["a", "b"] as const).forEach((name, n) => {
      const places = corners[n]!.map(project);
      drawing.path(places, `area ${name} faint`, true);
      drawing.path(places, `line ${name}`, true);
      const feature = (name === "a" ? step.feature_a : step.feature_b) ?? [];
      const points = feature.map(this.stage.frame.to).map(project);
      if (points.length === 1) drawing.ball(points[0]!, 5, name);
      else drawing.path(points, `line ${name} thick`, points.length === 3);
      if (points.length > 0) drawing.count("features");
      drawing.count("highlights");
    });
    if (step.at) drawing.ball(project(this.stage.frame.to(step.at)), 6, meansOverlap(step) ? "overlap" : "point");
    return { drawing, text: "The two triangles, from the same side." };
  }

  private windings(step: BodyStep): Inset {
    const drawing = new Drawing("The ray and its crossings");
    const y = 0.55 * drawing.height;
    drawing.arrow({ x: 20, y }, { x: drawing.width - 14, y }, "ink");
    drawing.ball({ x: 24, y }, 6, step.inside ?? "a");
    drawing.text(`winding number ${step.winding ?? 0}`, 20, 36, `${step.winding ? "overlap" : "gap"} strong`);
    const shown = (step.crossings ?? []).slice(0, 12);
    shown.forEach((one, n) => {
      const x = 24 + ((drawing.width - 60) * (n + 1)) / (shown.length + 1);
      drawing.ball({ x, y }, 5, "point");
      drawing.text(one.sign > 0 ? "+1" : "\u22121", x, y - 12, "point strong", "middle");
      if (one.triangle >= 0) drawing.text(String(one.triangle), x, y + 24, "soft", "middle");
    });
    return { drawing, text: "The ray and its crossings, with their triangles. The winding number about its start is the sum." };
  }
}
