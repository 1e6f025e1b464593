// SPDX-License-Identifier: Apache-2.0
//
// The playground: bodies are changed, the kernel decides in this page, and algorithms play their steps. The address holds
// the whole state. Attributes of the root tell tests what is shown.
import "../viewer/page.css";
import "../steps/steps.css";
import "./style.css";
import { Player, playerControls, readData, themeButton, type Theme } from "../viewer";
import { intervalWords, verdictWords } from "../steps/words";
import { BodyCard } from "./cards";
import { Choice, showList } from "./choices";
import { Crowd } from "./crowd";
import { Editor, type Tool } from "./editor";
import { bodyOfFamily, kFamilies } from "./families";
import { bodiesOfCase, Gallery } from "./gallery";
import { type Asked, type Facts, Kernel } from "./kernel";
import { type Note, Notes } from "./notes";
import { checkWords, Panel } from "./panel";
import { addressOf, type BodyState, kQuestions, kStill, type Question, type Side, type State, stateOf } from "./state";

interface Data {
  /** the module, by gzip, in base64 */
  module: string;
  notes: Record<string, Note[]>;
  /** the folder of the algorithms' pages; empty where there are none */
  pages: string;
}

const root = document.documentElement;
root.dataset["errors"] = "0";
for (const kind of ["error", "unhandledrejection"]) {
  addEventListener(kind, () => { root.dataset["errors"] = String(Number(root.dataset["errors"]) + 1); });
}
const at = <Kind extends HTMLElement = HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;

const kSecondsAStep = 1.2;
const kLongest = 60;    // milliseconds of an answer that a drag asks for in each frame
const kSettled = 250;   // milliseconds after which a change is written into the address
const kAside = (x: number, y: number, z = 0): readonly number[] => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
const kQuestionWords: Record<Question, string> = { verdict: "Do they meet?", distance: "How far apart?", depth: "How deep?", contact: "Where do they meet?" };
const kStarts = {
  space: () => ({ a: bodyOfFamily("box", kStill), b: bodyOfFamily("icosahedron", kAside(1.75, 0.5, 0.5)) }),
  plane: () => ({ a: bodyOfFamily("polygon", kStill), b: bodyOfFamily("triangle", kAside(2, 0.5)) }),
};

class Playground {
  state: State = { scene: "space", ...kStarts.space(), ask: "distance", algorithm: "gjk", beside: "", step: -1, example: "" };
  readonly panels: Panel[] = [];
  crowd: Crowd | null = null;
  facts: Facts | null = null;
  /** the last state that the kernel took */
  private good: State | null = null;
  private theme: Theme = "light";
  private readonly player = new Player(1, [0]);
  private readonly slider = document.createElement("input");
  private readonly counted = document.createElement("output");
  private readonly scenes = new Choice(at("scenes"), (value) => this.enter(value as State["scene"]));
  private readonly tools = new Choice(at("tools"), (value) => this.useTool(value as Tool));
  private readonly sides = new Choice(at("sides"), (value) => this.select(value as Side));
  private readonly cards: Record<Side, BodyCard>;
  private readonly editor: Editor;
  private readonly gallery: Gallery;
  /** that the address is known to hold, so that its own change is not read again */
  private address = "";
  /** what is too large for an address, by the address that stands for it */
  private readonly large = new Map<string, State>();
  private waiting = 0;
  private writing = 0;
  private pushes = false;
  /** of drags, so that each frame asks once */
  private frame = 0;

  constructor(private readonly kernel: Kernel, private readonly notes: Notes) {
    const card = { state: () => this.state, change: (side: Side, body: BodyState, live: boolean) => this.change(side, body, live), say: (words: string) => this.say(words) };
    this.cards = { a: new BodyCard("a", card), b: new BodyCard("b", card) };
    at("forms").append(this.cards.a.element, this.cards.b.element);
    this.editor = new Editor(kernel, { ...card, select: (side) => this.select(side) });
    this.gallery = new Gallery(at("cases"), at("case"), ({ name, verdict }) => {
      const bodies = bodiesOfCase(name)!;
      this.begin({ ...this.state, ...bodies, example: name, ask: verdict === "overlapping" ? "depth" : verdict === "touching" ? "contact" : "distance", step: -1 }, true);
      at("work").scrollIntoView({ block: "nearest" });
    });
    this.addPlayer();
    for (const id of ["ask", "algorithm", "beside"] as const) {
      const list = at<HTMLSelectElement>(id);
      list.addEventListener("change", () => {
        const before = this.state;
        this.state = { ...this.state, [id]: list.value };
        this.fitQuestion();
        if (!this.refresh(false, true)) this.keep(before);
      });
    }
    at("crowd-play").addEventListener("click", () => {
      if (this.crowd?.playing) this.crowd.pause();
      else this.crowd?.play();
      this.showCrowd();
    });
    at("copy").addEventListener("click", () => void this.copyLink());
    this.takeFiles();
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.address) void this.readAddress();
    });
    const button = themeButton((theme) => {
      this.theme = theme;
      for (const panel of this.panels) panel.setTheme(theme);
      this.editor.drawHandles();
      this.crowd?.setTheme(theme);
    });
    at("theme").replaceWith(button);
    this.editor.use("move");
    this.tools.show("move");
    this.sides.show(this.editor.selected);
  }

  private addPlayer(): void {
    const { player, slider, counted } = this;
    Object.assign(slider, { type: "range", min: "1", id: "slider" });
    slider.setAttribute("aria-label", "Step");
    slider.addEventListener("input", () => this.go(Number(slider.value) - 1));
    counted.id = "count";
    const button = (words: string, title: string, act: (button: HTMLButtonElement) => void) => {
      const made = document.createElement("button");
      Object.assign(made, { type: "button", textContent: words, title });
      made.addEventListener("click", () => act(made));
      return made;
    };
    const repeat = button("Repeat", "Begin anew after the last step", (made) => {
      player.repeats = !player.repeats;
      made.setAttribute("aria-pressed", String(player.repeats));
    });
    repeat.setAttribute("aria-pressed", "false");
    at("player").append(playerControls(player, "step"), slider, counted, repeat,
      button("Along", "Look along the direction of this step", () => this.lookAlong()), button("Fit", "Show both bodies", () => this.fit()));
    player.onTime = (time) => this.showStep(Math.floor(time / kSecondsAStep + 1e-6));
    const state = player.onState;
    player.onState = () => {
      state();
      if (player.playing) root.dataset["playing"] = "yes";
      else delete root.dataset["playing"];
    };
  }

  private takeFiles(): void {
    const side = (event: DragEvent): Side => {
      const card = (event.target as HTMLElement).closest("fieldset");
      return card === this.cards.a.element ? "a" : card === this.cards.b.element ? "b" : this.editor.selected;
    };
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const [file, second] = event.dataTransfer?.files ?? [];
      if (!file) return;
      const first = second ? "a" : side(event);
      void this.cards[first].takeFile(file).then(() => (second ? this.cards.b.takeFile(second) : undefined));
    });
  }

  private say(words: string): void {
    at("said").textContent = words;
    at("said").hidden = !words;
  }

  private select(side: Side): void {
    this.editor.select(side);
    this.sides.show(side);
  }

  useTool(tool: Tool): void {
    this.editor.use(tool);
    this.tools.show(tool);
  }

  private enter(scene: State["scene"]): void {
    if (scene === this.state.scene) return;
    const fits = (body: BodyState) => (scene === "plane") === (kFamilies.find(({ name }) => name === body.family)?.group === "Polygons");
    const kept = scene === "crowd" || (fits(this.state.a) && fits(this.state.b));
    this.begin({ ...this.state, scene, example: kept ? this.state.example : "", ...(kept ? {} : kStarts[scene as "space" | "plane"]()) }, true);
  }

  change(side: Side, body: BodyState, live: boolean): void {
    const before = this.state;
    this.state = { ...this.state, [side]: body, example: "" };
    this.fitQuestion();
    if (!live) {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      if (!this.refresh(false, true)) this.keep(this.good ?? before);
      else if (body.points !== before[side].points) this.keepInFrame();
      return;
    }
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      // What takes long is decided when the pointer goes up.
      if ((this.facts?.milliseconds ?? 0) < kLongest) this.refresh(true, false);
      else for (const panel of this.shown) panel.move(this.state);
    });
  }

  /** Goes back to a state that was shown, where another was refused. */
  private keep(state: State): void {
    this.state = state;
    if (state.scene !== "crowd" && this.facts) this.showForms();
  }

  /** Frames anew where a body outgrew the picture, or became a speck in it. */
  private keepInFrame(): void {
    const stage = this.panels[0]?.stage;
    if (!stage) return;
    const reach = Math.max(...[stage.a, stage.b].map(({ centre, radius }) => Math.hypot(...centre) + radius));
    if (reach > 3 || Math.max(stage.a.radius, stage.b.radius) < 0.15) this.fit();
  }

  /** What the question and the bodies do not allow becomes what they do. */
  private fitQuestion(): void {
    if (!this.kernel.answers(this.state, this.state.ask)) this.state = { ...this.state, ask: "distance" };
    const { algorithm, beside, ask } = this.state;
    if (!this.kernel.serves(this.state, algorithm, ask)) this.state = { ...this.state, algorithm: "auto" };
    if (beside && !this.kernel.serves(this.state, beside, ask)) this.state = { ...this.state, beside: "" };
  }

  /** Shows another state from its beginning. */
  begin(state: State, pushes: boolean): void {
    const before = this.state;
    this.state = state;
    this.fitQuestion();
    root.dataset["scene"] = state.scene;
    for (const part of document.querySelectorAll<HTMLElement>(".of-pair")) part.hidden = state.scene === "crowd";
    at("crowd").hidden = state.scene !== "crowd";
    this.scenes.show(state.scene);
    this.tools.enable("draw", state.scene === "plane");
    if (this.editor.tool === "draw" && state.scene !== "plane") this.useTool("move");
    if (state.scene === "crowd") {
      this.player.pause();
      this.crowd ??= new Crowd(at("crowd-scene"), this.kernel, at("crowd-words"), this.theme);
      this.crowd.play();
      this.gallery.show("");
      this.showVerdict();
      this.write(pushes);
    } else {
      this.crowd?.pause();
      if (!this.refresh(false, pushes, true)) this.keep(this.good ?? before);
    }
    this.showCrowd();
  }

  private showCrowd(): void {
    at("crowd-play").textContent = this.crowd?.playing ? "Pause" : "Play";
  }

  /** Asks the kernel of the bodies as they are, and shows what it answers, perhaps in a frame that fits them. False where it
   *  refuses them, and says why. */
  private refresh(live: boolean, pushes: boolean, frames = false): boolean {
    const { state } = this;
    const algorithms = state.beside ? [state.algorithm, state.beside] : [state.algorithm];
    let asked: Asked[];
    try {
      asked = algorithms.map((algorithm) => this.kernel.ask(state, algorithm));
    } catch (error) {
      this.say(`Refused: ${(error as Error).message}`);
      return false;
    }
    if (!live) this.say("");
    this.good = state;
    while (this.panels.length < algorithms.length) this.addPanel();
    this.panels.forEach((panel, i) => { panel.host.hidden = i >= algorithms.length; });
    root.dataset["panels"] = String(algorithms.length);
    asked.forEach((one, i) => {
      const panel = this.panels[i]!;
      const looks = frames || !panel.stage;
      if (frames) panel.frame(state);
      panel.show(one, state, algorithms[i]!, live);
      this.editor.attach(panel.stage!);
      if (looks) panel.look();
    });
    this.facts = asked[0]!.facts;
    const count = Math.max(...this.shown.map((panel) => panel.count));
    const step = state.step < 0 ? count - 1 : Math.min(state.step, count - 1);
    this.player.reset(kSecondsAStep * (count - 1), Array.from({ length: count }, (_, i) => kSecondsAStep * i),
      this.player.playing ? Math.min(this.player.time, kSecondsAStep * (count - 1)) : kSecondsAStep * step);
    this.slider.max = String(count);
    root.dataset["steps"] = String(count);
    this.showVerdict();
    this.showForms();
    this.editor.drawHandles();
    if (!live) this.write(pushes);
    return true;
  }

  private get shown(): Panel[] {
    return this.panels.filter((panel) => !panel.host.hidden);
  }

  private addPanel(): void {
    const panel = new Panel(at("panels"), this.kernel, this.notes, this.theme);
    panel.onStep = (step) => this.go(step);
    panel.onDraw = () => this.follow(panel);
    this.panels.push(panel);
  }

  /** All pictures look from the same side. */
  private follow(panel: Panel): void {
    const from = panel.stage!.viewer.view;
    for (const other of this.shown) {
      const to = other.stage?.viewer.view;
      if (other === panel || !to || (to.azimuth === from.azimuth && to.elevation === from.elevation && to.distance === from.distance && to.target.equals(from.target))) continue;
      [to.azimuth, to.elevation, to.distance] = [from.azimuth, from.elevation, from.distance];
      to.target.copy(from.target);
      other.stage!.viewer.draw();
    }
  }

  go(step: number): void {
    this.player.pause();
    this.player.seek(kSecondsAStep * step);
  }

  private showStep(step: number): void {
    const count = Math.max(1, ...this.shown.map((panel) => panel.count));
    const shown = Math.min(step, count - 1);
    const before = this.state.step;
    this.state = { ...this.state, step: shown === count - 1 ? -1 : shown };
    for (const panel of this.shown) panel.go(shown);
    this.slider.value = String(shown + 1);
    this.counted.textContent = `${shown + 1} of ${count}`;
    root.dataset["step"] = String(shown + 1);
    if (before !== this.state.step && !this.player.playing) this.write(false);
  }

  fit(): void {
    this.refresh(false, false, true);
  }

  private lookAlong(): void {
    for (const { stage, direction } of this.shown) if (stage && direction && !stage.viewer.view.flat) stage.look(direction);
  }

  private showVerdict(): void {
    const host = at("verdict");
    const { facts, state } = this;
    if (state.scene === "crowd" || !facts) {
      host.replaceChildren();
      delete root.dataset["verdict"];
      return;
    }
    const strong = document.createElement("strong");
    strong.className = facts.verdict;
    strong.textContent = verdictWords[facts.verdict];
    const words = [
      facts.verdict === "separated" && facts.distance ? `distance ${intervalWords(facts.distance)}` : "",
      facts.verdict === "overlapping" && facts.depth ? `depth ${intervalWords(facts.depth)}` : "",
      facts.contact, `decided by ${facts.decidedBy}, stage ${facts.stage}`, facts.why, `${facts.milliseconds.toFixed(1)} ms with its proofs`,
    ].filter(Boolean);
    const check = document.createElement("span");
    check.className = facts.check?.holds ? "holds" : "open";
    check.textContent = facts.check ? checkWords(facts.check) : "";
    host.replaceChildren(strong, ` ${words.join(" \u00b7 ")} `, check);
    root.dataset["verdict"] = facts.verdict;
    root.dataset["decided"] = facts.decidedBy;
    root.dataset["checked"] = facts.check?.holds ? "holds" : facts.check?.why ? "refuted" : "none";
  }

  private showForms(): void {
    const { state, kernel } = this;
    this.cards.a.show();
    this.cards.b.show();
    this.gallery.show(state.example);
    showList(at("ask"), kQuestions.map((value) => ({ value, words: kQuestionWords[value], enabled: kernel.answers(state, value) })), state.ask);
    const names = kernel.algorithmsOf(state);
    const entries = names.map((value) => ({ value, words: value, enabled: kernel.serves(state, value, state.ask) }));
    showList(at("algorithm"), [{ value: "auto", words: "auto", enabled: true }, ...entries], state.algorithm);
    showList(at("beside"), [{ value: "", words: "nothing", enabled: true }, { value: "auto", words: "auto", enabled: true }, ...entries], state.beside);
  }

  /** Writes the address soon: a change of the bodies as a new entry of the history, a step into the current one. */
  private write(pushes: boolean): void {
    this.pushes ||= pushes;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.writeNow(), kSettled) as unknown as number;
  }

  private async writeNow(): Promise<void> {
    const turn = ++this.writing;
    const address = (await addressOf(this.state)) ?? `large=${this.large.size + 1}`;
    if (address.startsWith("large=")) this.large.set(address, this.state);
    if (turn !== this.writing || address === this.address) return;
    this.address = address;
    if (this.pushes) location.hash = address;
    else location.replace(`#${address}`);
    this.address = location.hash.slice(1);
    this.pushes = false;
    root.dataset["written"] = String(Number(root.dataset["written"] ?? 0) + 1);
  }

  async readAddress(): Promise<void> {
    const address = location.hash.slice(1);
    clearTimeout(this.waiting);
    const turn = ++this.writing;
    const start: State = { scene: "space", ...kStarts.space(), ask: "distance", algorithm: "auto", beside: "", step: -1, example: "" };
    if (new URLSearchParams(address).get("scene") === "plane") Object.assign(start, kStarts.plane());
    try {
      if (address.startsWith("large=") && !this.large.has(address)) throw new Error("The bodies of this link were too large for it: open their files again.");
      const state = this.large.get(address) ?? (await stateOf(address, start, bodiesOfCase));
      if (turn !== this.writing) return;
      this.address = address;
      this.pushes = false;
      this.begin(address ? state : { ...state, algorithm: "gjk" }, false);
    } catch (error) {
      this.begin(this.state, false);
      this.say((error as Error).message);
    }
  }

  private async copyLink(): Promise<void> {
    const address = await addressOf(this.state);
    if (address === null) return this.say("These bodies are too large for a link. Send their files.");
    await this.writeNow();
    try {
      await navigator.clipboard.writeText(location.href);
      at("copy").textContent = "Copied";
    } catch {
      this.say("The browser did not allow copying: the address of this page is the link.");
    }
    setTimeout(() => { at("copy").textContent = "Copy link"; }, 1500);
  }
}

async function begin(data: Data): Promise<void> {
  const kernel = await Kernel.load(data.module);
  const playground = new Playground(kernel, new Notes(data.notes, data.pages));
  await playground.readAddress();
  Object.assign(window, { playground });
  root.dataset["started"] = performance.now().toFixed(0);
  root.dataset["ready"] = "yes";
}

const data = readData<Data>();
if (data) void begin(data);
