// SPDX-License-Identifier: Apache-2.0
//
// One algorithm at work on the pair: the picture, what the step says, the drawings beside it, the list of steps, and what
// is written of the algorithm.
import { DecisionStory } from "../steps/decision";
import { StepList } from "../steps/list";
import { SearchStory } from "../steps/search";
import { drawnMesh, Frame, shapeOf } from "../steps/shapes";
import { type Places, Stage, type Story } from "../steps/stage";
import type { TracedBody } from "../steps/trace";
import type { Vector } from "../vectors";
import type { Theme } from "../viewer";
import { type Asked, type Kernel, placed } from "./kernel";
import type { Notes } from "./notes";
import type { BodyState, Side, State } from "./state";

const kLiveDifference = 600;  // points of the difference while something moves
const kFramed = 1.45;         // how much larger the frame is than the bodies
const kFarthest = 1.7e308;    // and how far it goes

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, look: string, parent: HTMLElement): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (look) made.className = look;
  parent.append(made);
  return made;
}

export class Panel {
  readonly host: HTMLElement;
  readonly places: Places;
  stage: Stage | null = null;
  count = 0;
  /** Called where a step is chosen in the list. */
  onStep: (step: number) => void = () => {};
  onDraw: () => void = () => {};
  private story: Story | null = null;
  private list: StepList | null = null;
  private readonly title: HTMLElement;
  private readonly caption: HTMLElement;
  private readonly why: HTMLElement;
  private readonly steps: HTMLElement;
  private readonly about: HTMLElement;
  private readonly drawn: Partial<Record<Side, { points: unknown; outline: unknown; radius: number; scale: number }>> = {};
  private current = 0;
  private side = "";
  private noted = "";

  constructor(parent: HTMLElement, private readonly kernel: Kernel, private readonly notes: Notes, private theme: Theme) {
    this.host = element("section", "panel", parent);
    const picture = element("div", "picture", this.host);
    this.title = element("h2", "", picture);
    const scene = element("div", "viewer scene", picture);
    const told = element("div", "told", picture);
    this.caption = element("p", "caption", told);
    this.why = element("p", "why", told);
    const steps = element("div", "steps", this.host);
    element("h3", "", steps).textContent = "Steps";
    this.steps = element("ol", "step-list", steps);
    this.steps.tabIndex = 0;
    this.about = element("div", "about", steps);
    const insets = element("div", "insets", this.host);
    this.places = {
      scene, bounds: element("figure", "", insets), difference: element("figure", "", insets), flat: element("figure", "", insets),
      proof: element("figure", "", insets),
    };
  }

  /** Shows what the kernel answered; `live` while something moves. */
  show(asked: Asked, state: State, algorithm: string, live: boolean): void {
    const { trace, facts } = asked;
    if (!this.stage) this.open(trace.a, trace.b, state.scene === "plane");
    const stage = this.stage!;
    for (const side of ["a", "b"] as const) this.put(side, state[side], trace[side], state.scene === "plane");
    if (trace.format === "sunder-trace") {
      const story = new SearchStory(trace, stage, () => {}, live ? kLiveDifference : undefined);
      this.story = story;
      const { check } = facts;
      if (check) story.showCheck(checkWords(check));
    } else {
      this.story = new DecisionStory(trace, stage);
      this.places.proof.querySelector("figcaption")!.textContent = facts.check ? checkWords(facts.check) : "";
    }
    const { story } = this;
    this.count = story.count;
    this.title.textContent = trace.format === "sunder-body-trace" ? "by triangles" : algorithm === "auto" ? `auto: ${facts.decidedBy}` : algorithm;
    this.list = new StepList(this.steps, story.count, story.groups, (i) => story.text(i), (i) => this.onStep(i));
    this.note(algorithm === "auto" ? facts.decidedBy : algorithm);
  }

  /** Shows where the bodies are, without any answer. */
  move(state: State): void {
    if (!this.stage) return;
    const plane = state.scene === "plane";
    this.stage.clear();
    for (const side of ["a", "b"] as const) this.put(side, state[side], this.kernel.traced(side, state[side], plane), plane);
    this.caption.textContent = "Decided when it stands still.";
    this.why.textContent = "";
  }

  /** Plays to a step; one that is not there is the last. */
  go(step: number): void {
    const { story, stage } = this;
    if (!story || !stage) return;
    this.current = Math.max(0, Math.min(story.count - 1, step));
    this.caption.textContent = story.text(this.current);
    this.why.textContent = story.why(this.current);
    this.list!.show(this.current);
    story.draw(this.current);
    this.side = "";
    this.turn();
  }

  /** of the step that is shown, in the picture */
  get direction(): Vector | null {
    return this.story?.direction(this.current) ?? null;
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.stage?.setTheme(theme);
    if (this.story) this.go(this.current);
  }

  /** Frames the bodies anew: they are drawn at another scale, and all is seen. */
  frame(state: State): void {
    if (!this.stage) return;
    const plane = state.scene === "plane";
    this.stage.frame = frameOf([this.kernel.traced("a", state.a, plane), this.kernel.traced("b", state.b, plane)]);
    for (const side of ["a", "b"] as const) delete this.drawn[side];
  }

  look(): void {
    const { stage, story } = this;
    if (!stage || !story) return;
    const u = story.direction(story.count - 1);
    if (stage.viewer.view.flat || !u) stage.viewer.fit();
    else stage.look(u, -1.25, 0.34);
  }

  private open(a: TracedBody, b: TracedBody, flat: boolean): void {
    this.stage = new Stage(this.places, a, b, "z", frameOf([a, b]));
    const { viewer } = this.stage;
    viewer.view.flat = flat;
    this.stage.setTheme(this.theme);
    viewer.onDraw = () => {
      this.turn();
      this.onDraw();
    };
  }

  /** The body as it is drawn: a mesh of its own coordinates, made anew only where its points or the scale changed. */
  private put(side: Side, body: BodyState, traced: TracedBody, flat: boolean): void {
    const stage = this.stage!;
    const { scale } = stage.frame;
    stage.viewer.view.flat = flat;
    const known = this.drawn[side];
    const same = known && known.points === body.points && known.outline === body.outline && known.radius === body.radius && known.scale === scale;
    let mesh = null;
    if (!same) {
      mesh = drawnMesh(shapeOf(this.kernel.traced(side, body, flat, true), Frame.ofScale(scale)), flat);
      this.drawn[side] = { points: body.points, outline: body.outline, radius: body.radius, scale };
    }
    const at = stage.frame.to(placed(body.pose, [0, 0, 0]));
    stage.put(side, traced, mesh, body.pose.map((x, i) => (i % 4 === 3 ? at[(i - 3) / 4]! : x)));
  }

  private turn(): void {
    if (!this.stage || !this.story) return;
    const { right, up } = this.stage.axes();
    const side = [...right, ...up].map((x) => x.toFixed(4)).join(" ");
    if (side === this.side) return;
    this.side = side;
    this.story.turn(this.current);
  }

  private note(algorithm: string): void {
    if (algorithm === this.noted) return;
    this.noted = algorithm;
    this.about.replaceChildren(this.notes.about(algorithm));
  }
}

function frameOf(bodies: readonly TracedBody[]): Frame {
  const { centre, scale } = new Frame(bodies.flatMap(({ vertices, padding = 0 }) =>
    vertices.flatMap((p) => [-padding, padding].map((d) => [p[0] + d, p[1] + d, p[2] + d] as const))));
  const end = (x: number, s: number) => Math.max(-kFarthest, Math.min(kFarthest, x + s * kFramed * scale));
  return new Frame([-1, 1].map((s) => [end(centre[0], s), end(centre[1], s), end(centre[2], s)] as const));
}

export function checkWords(check: NonNullable<Asked["facts"]["check"]>): string {
  if (!check.holds) return check.why ? `Checked in this page: refuted, ${check.why}.` : "There is no certificate to check.";
  const rest = check.unchecked.length > 0 ? ` No certificate was made of the ${check.unchecked.join(" and the ")}.` : "";
  const touch = check.complete ? "" : " This touch rests on the theorem of docs/bodies.md too.";
  return `Checked in this page, in exact arithmetic: the ${check.proven.join(" and the ")} ${check.proven.length > 1 ? "hold" : "holds"}.${rest}${touch}`;
}
