// SPDX-License-Identifier: Apache-2.0
//
// The story of a search between two convex bodies, step by step, and its answer.
import type { Verifier } from "../verify";
import {
  drawAxis, drawBounds, drawDifference, drawMotion, drawObjectives, drawOutlines, lookOf,
} from "./insets";
import { Stage, type Story } from "./stage";
import { certificateWords, ladder } from "./proof";
import { type Difference, differenceAt, differenceOf, extentOf } from "./shapes";
import { bestStep, type Group, groupSteps, tell, type Told } from "./story";
import type { Pair, SearchStep, SearchTrace } from "./trace";
import { across, dot, outline2, plus, type Point2, separatingLine, times, unit, type Vector } from "../vectors";
import { answerWords, castWords, intervalLabel, intervalWords, number, stepWords, verdictWords } from "./words";

/** What the page plays: a step of the search, a pose of a cast, or one of those that every trace ends with. */
type Scene = { kind: "step"; step: SearchStep; at: number } | { kind: "pose"; at: number } | { kind: "bounds" } | { kind: "answer" };

export class SearchStory implements Story {
  readonly count: number;
  readonly groups: readonly Group[];
  readonly best: number;
  private readonly scenes: Scene[];
  private readonly told: Told[];
  private readonly difference: Difference;
  private checked = "";

  /** The difference is drawn of at most `limit` points. */
  constructor(private readonly trace: SearchTrace, private readonly stage: Stage, private readonly redraw: () => void, limit?: number) {
    const { a, b } = stage;
    const difference = differenceAt(a, b);
    this.told = tell(trace, (pair) => times(stage.frame.scale, difference(pair)));
    this.difference = differenceOf(a, b, limit);
    this.scenes = trace.steps.map((step, at) => ({ kind: "step", step, at }));
    const poses = trace.answer.cast?.poses ?? [];
    this.scenes.push(...poses.map((_, at) => ({ kind: "pose", at }) as const));
    if (this.scenes.length === 0) this.scenes.push({ kind: "bounds" });
    this.scenes.push({ kind: "answer" });
    this.count = this.scenes.length;
    this.groups = groupSteps(trace, this.told);
    this.best = bestStep(this.told);
    this.showProof();
  }

  get verdict() {
    return this.trace.answer.verdict;
  }

  get summary(): string {
    const { answer, algorithm, question } = this.trace;
    const whose = algorithm === "auto" ? "the library\u2019s choice" : algorithm;
    return answer.cast ? `${castWords(answer.cast)} At time 0: ${verdictWords[answer.verdict].toLowerCase()}.`
      : `${verdictWords[answer.verdict]}, decided by ${answer.decided_by}; the steps are those of ${whose} on its way to the ${question}`;
  }

  get notes(): string {
    return Object.entries(this.trace.algorithms).map(([name, does]) => `${name}: ${does}.`).join(" ") ||
      (this.trace.answer.cast ? "A cast of bodies that do not turn is solved exactly, without steps." : "No algorithm was needed: bounds of the bodies decided.");
  }

  event(i: number): string {
    const scene = this.scenes[i]!;
    return scene.kind === "step" ? scene.step.event : scene.kind;
  }

  text(i: number): string {
    const scene = this.scenes[i]!;
    if (scene.kind === "step") return stepWords(scene.step);
    if (scene.kind === "answer") return answerWords(this.trace.answer);
    if (scene.kind === "bounds") return "No search ran. Bounds decided: balls or boxes around the bodies, or a special way for boxes.";
    const pose = this.trace.answer.cast!.poses[scene.at]!;
    return `Time ${number(pose.time)}: distance ${intervalWords(pose.distance)}`;
  }

  why(i: number): string {
    const scene = this.scenes[i]!;
    if (scene.kind === "step") return this.told[scene.at]!.why;
    if (scene.kind === "answer") return certificateWords(this.trace);
    if (scene.kind === "bounds") return "The answer and its certificate follow in the last step.";
    return "The distance is proven at this pose. Between two poses the cast proves that nothing meets.";
  }

  direction(i: number): Vector | null {
    const scene = this.scenes[i]!;
    const proof = this.trace.answer.certificate;
    const of = (list: readonly (number | string)[] | null | undefined): Vector | null =>
      list && list.length === 3 ? unit(list.map(Number) as unknown as Vector) : null;
    if (scene.kind === "step") return of(scene.step.direction);
    if (scene.kind === "pose") return null;
    const { answer } = this.trace;
    return of(answer.depth?.normal ?? answer.contact?.normal ?? answer.normal) ?? of(proof?.direction);
  }

  draw(i: number): void {
    const { stage } = this;
    const scene = this.scenes[i]!;
    stage.clear();
    const u = this.direction(i);
    if (scene.kind === "pose") this.drawPose(scene.at);
    else if (scene.kind === "step" && scene.step.event === "projection") u && this.drawShadows(u);
    else if (u) this.drawPlanes(u, scene);
    if (scene.kind === "step") this.drawPairs(scene.step.pairs, "ink");
    if (scene.kind === "answer") this.drawAnswer();
    this.drawFlat(scene, u);
    this.drawBoundsOf(i);
  }

  turn(i: number): void {
    const { stage } = this;
    const scene = this.scenes[i]!;
    const told = scene.kind === "step" ? this.told[scene.at] : undefined;
    stage.inset("difference", drawDifference(stage.a, stage.b, this.difference, stage.axes(), {
      pairs: this.heldAt(i), tried: scene.kind === "step" && (scene.step.event === "direction" || scene.step.event === "axis") ? scene.step.pairs : [],
      dropped: (told?.dropped ?? []).slice(0, 40),
      direction: scene.kind === "step" && scene.step.event === "projection" ? null : this.direction(i), touching: this.touches(scene),
    }));
  }

  /** The pairs that the search holds: of the step, else of the last one before that had some. */
  private heldAt(i: number): readonly Pair[] {
    const scene = this.scenes[i]!;
    if (scene.kind === "answer") return this.trace.answer.certificate?.pairs ?? [];
    if (scene.kind !== "step") return [];
    for (let at = scene.at; at >= 0; --at) {
      const step = this.trace.steps[at]!;
      if (step.event === "simplex" || step.event === "pivot") return step.pairs;
    }
    return [];
  }

  private touches(scene: Scene): boolean {
    return scene.kind === "answer" && this.trace.answer.verdict === "touching";
  }

  /** The two supporting planes across u: what lies between them is the gap, or the overlap. */
  private drawPlanes(u: Vector, scene: Scene): void {
    const { stage } = this;
    const { a, b } = stage;
    const [from, to] = [extentOf(a, u), extentOf(b, u)];
    const middle = Stage.middle(from.highest, to.lowest);
    const radius = 0.6 * Math.max(Math.min(a.radius, b.radius), 0.12);
    const look = lookOf(to.low - from.high, this.touches(scene));
    stage.plane(Stage.raised(middle, u, from.high), u, radius, look, "a");
    stage.plane(Stage.raised(middle, u, to.low), u, radius, look, "b");
    if (scene.kind === "step") stage.arrow(Stage.raised(middle, u, from.high), Stage.raised(middle, u, from.high + 0.45), "ink");
    stage.count("planes");
  }

  private drawPairs(pairs: readonly Pair[], colour: "ink" | "point"): void {
    const { stage } = this;
    const named = new Set<string>();
    for (const [i, j] of pairs) {
      stage.layer.segment(stage.a.at(i), stage.b.at(j), stage.colours[colour], { dashed: true, width: 2 });
      stage.count("pairs");
      for (const [name, index] of [["a", i], ["b", j]] as const) {
        if (named.has(`${name} ${index}`)) continue;
        named.add(`${name} ${index}`);
        const p = stage[name].at(index);
        stage.ball(p, name);
        stage.label(`${name} ${index}`, p, name);
      }
    }
  }

  /** Both bodies as they fall on a plane across the direction, behind them as they are seen. */
  private drawShadows(direction: Vector): void {
    const { stage } = this;
    const e = dot(direction, stage.axes().toward) > 0 ? times(-1, direction) : direction;
    const [right, up] = across(e);
    const far = Math.max(extentOf(stage.a, e).high, extentOf(stage.b, e).high) + 0.35;
    const flat = (p: Vector): Point2 => [dot(right, p), dot(up, p)];
    const lift = (q: Point2): Vector => plus(plus(times(far, e), right, q[0]), up, q[1]);
    const outlines = { a: outline2(stage.a.vertices.map(flat)), b: outline2(stage.b.vertices.map(flat)) };
    for (const name of ["a", "b"] as const) {
      const rim = outlines[name].map(lift);
      stage.layer.polygon(rim, stage.colours[name], 0.3);
      stage.layer.segments(rim.map((p, i) => [p, rim[(i + 1) % rim.length]!] as const), stage.colours[name], { width: 2 });
      stage.layer.segment(stage[name].centre, lift(flat(stage[name].centre)), stage.colours[name], { dashed: true, width: 1.5 });
    }
    const line = separatingLine(outlines.a, outlines.b);
    if (line) {
      const middle: Point2 = flat(Stage.middle(stage.a.centre, stage.b.centre));
      const off = line.at - (line.normal[0] * middle[0] + line.normal[1] * middle[1]);
      const foot: Point2 = [middle[0] + off * line.normal[0], middle[1] + off * line.normal[1]];
      const end = (t: number) => lift([foot[0] - t * line.normal[1], foot[1] + t * line.normal[0]]);
      stage.layer.segment(end(-0.9), end(0.9), stage.colours.gap, { width: 3 });
    }
    stage.count("shadows");
  }

  private drawAnswer(): void {
    const { stage } = this;
    const { answer } = this.trace;
    const shown = answer.depth ?? answer;
    if (answer.contact) this.drawContact();
    if (answer.cast) this.drawHit();
    if (!answer.contact && !answer.cast && shown.point_a && shown.point_b) {
      const [p, q] = [stage.frame.to(shown.point_a), stage.frame.to(shown.point_b)];
      const one = answer.verdict === "touching";
      if (!one) {
        stage.layer.segment(p, q, stage.colours.point, { width: 4 });
        stage.count("segment");
      }
      for (const end of one ? [p] : [p, q]) stage.ball(end, "point", 14);
      stage.count("balls", one ? 1 : 2);
      const text = one ? "a common point" : answer.depth ? `depth ${intervalLabel(answer.depth.interval)}` : intervalLabel(answer.distance);
      stage.label(text, Stage.middle(p, q), "point", 9);
    }
    if (answer.verdict === "overlapping" && !answer.contact) this.drawPairs(answer.certificate?.pairs ?? [], "point");
  }

  private drawContact(): void {
    const { stage } = this;
    const { points } = this.trace.answer.contact!;
    const places = points.map(({ a, b }) => stage.frame.to(times(0.5, plus(a, b))));
    if (places.length > 2) stage.layer.polygon(places, stage.colours.point, 0.5);
    if (places.length > 1) stage.layer.segments(places.map((p, i) => [p, places[(i + 1) % places.length]!] as const), stage.colours.point, { width: 3 });
    places.forEach((p, i) => {
      stage.ball(p, "point", 14);
      stage.label(points[i]!.depth === 0 ? String(i + 1) : `depth ${number(points[i]!.depth)}`, p, "point", 1);
    });
    stage.count("balls", places.length);
  }

  private drawHit(): void {
    const { stage } = this;
    const cast = this.trace.answer.cast!;
    stage.moveB(times(1 / stage.frame.scale, times(cast.result === "free" ? 1 : cast.time[0] ?? 0, cast.translation_b)));
    if (!cast.point_a) return;
    stage.ball(stage.frame.to(cast.point_a), "point", 14);
    stage.count("balls");
    if (cast.result === "hit") stage.label(`hit at time ${intervalLabel(cast.time)}`, stage.frame.to(cast.point_a), "point", 9);
  }

  private drawPose(at: number): void {
    const { stage } = this;
    const pose = this.trace.answer.cast!.poses[at]!;
    stage.moveB(times(1 / stage.frame.scale, pose.offset));
    if (!pose.point_a || !pose.point_b) return;
    const [p, q] = [stage.frame.to(pose.point_a), stage.frame.to(pose.point_b)];
    stage.layer.segment(p, q, stage.colours.point, { width: 4 });
    stage.ball(p, "point", 14);
    stage.ball(q, "point", 14);
    stage.label(intervalLabel(pose.distance), Stage.middle(p, q), "point", 9);
    stage.count("segment");
    stage.count("balls", 2);
  }

  private drawFlat(scene: Scene, u: Vector | null): void {
    const { stage, trace } = this;
    const world = scene.kind === "step" ? scene.step.direction : (trace.answer.depth?.normal ?? trace.answer.contact?.normal ?? trace.answer.normal ??
      trace.answer.certificate?.direction?.map(Number) ?? []);
    if (trace.answer.cast && scene.kind !== "step") {
      const { cast } = trace.answer;
      stage.inset("flat", drawMotion(cast.poses, scene.kind === "pose" ? scene.at : -1, cast.result === "hit" ? cast.time[0] : null));
    } else if (scene.kind === "step" && scene.step.event === "projection") stage.inset("flat", drawOutlines(scene.step));
    else if (u) stage.inset("flat", drawAxis(extentOf(stage.a, u), extentOf(stage.b, u), stage.frame.scale, this.touches(scene), world));
    else if (scene.kind === "step" && scene.step.event === "pivot") stage.inset("flat", drawObjectives(trace.steps, scene.at));
    else stage.inset("flat", null);
  }

  private drawBoundsOf(i: number): void {
    if (!this.told.some(({ bounds }) => Number.isFinite(bounds.lower) || Number.isFinite(bounds.upper))) return;
    this.stage.inset("bounds", drawBounds(this.told, Math.min(i, this.told.length - 1)));
  }

  private showProof(): void {
    const figure = this.stage.places.proof;
    const words = document.createElement("figcaption");
    words.textContent = `${certificateWords(this.trace)} ${this.checked}`;
    figure.replaceChildren(ladder(this.trace.answer.stage), words);
    figure.hidden = false;
  }

  /** Checks the certificate here, by the code of `sunder verify`. */
  check(verifier: Verifier): void {
    const { question, answer } = this.trace.proof as unknown as { question: Record<"a" | "b", PipeBody>; answer: Parameters<Verifier["verify"]>[2] };
    try {
      const [a, b] = [verifier.polytope(question.a.vertices), verifier.polytope(question.b.vertices)];
      const check = verifier.verify(a, b, answer, { poseA: poseOf(question.a), poseB: poseOf(question.b) });
      this.checked = check.holds ? `Checked in this page, in exact arithmetic: the ${check.proven.join(" and the ")} ${check.proven.length > 1 ? "hold" : "holds"}.`
        : `Checked in this page: refuted, ${check.why}.`;
      document.documentElement.dataset["checked"] = check.holds ? "holds" : "refuted";
    } catch (error) {
      this.checked = `The check could not be made: ${(error as Error).message}.`;
      document.documentElement.dataset["checked"] = "failed";
    }
    this.showCheck(this.checked);
  }

  /** Shows what became of the check of the certificate. */
  showCheck(words: string): void {
    this.checked = words;
    this.showProof();
    this.redraw();
  }
}

interface PipeBody {
  vertices: number[][];
  transform?: number[][];
  quaternion?: number[];
  translation?: number[];
}

const poseOf = (body: PipeBody) => body.transform ?? { quaternion: body.quaternion ?? [1, 0, 0, 0], translation: body.translation ?? [0, 0, 0] };

