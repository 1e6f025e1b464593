// SPDX-License-Identifier: Apache-2.0
//
// The page of `sunder explain`: its controls, and what it tells tests by attributes of its root.
import "../viewer/page.css";
import "../steps/steps.css";
import "./style.css";
import { Player, playerControls, readData, themeButton } from "../viewer";
import { DecisionStory } from "../steps/decision";
import { StepList } from "../steps/list";
import { SearchStory } from "../steps/search";
import { placesOfPage, Stage, type Story } from "../steps/stage";
import type { BodyTrace, SearchTrace } from "../steps/trace";
import { minus, unit } from "../vectors";
import { verdictWords } from "../steps/words";

const root = document.documentElement;
root.dataset["errors"] = "0";
for (const kind of ["error", "unhandledrejection"]) {
  addEventListener(kind, () => { root.dataset["errors"] = String(Number(root.dataset["errors"]) + 1); });
}
const at = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

const kSecondsAStep = 1.4;
const kCounted = ["balls", "segment", "pairs", "planes", "intervals", "outlines", "line", "shadows", "objectives", "bounds", "motion", "difference",
  "highlights", "features", "cones", "crossings"];

function begin(trace: SearchTrace | BodyTrace): void {
  at("name-a").textContent = trace.a.name;
  at("name-b").textContent = trace.b.name;
  const stage = new Stage(placesOfPage(), trace.a, trace.b, trace.up);
  let current = 0;
  const story: Story = trace.format === "sunder-trace" ? new SearchStory(trace, stage, () => show(current)) : new DecisionStory(trace, stage);
  const [first, ...rest] = story.summary.split(/(?=,)/);
  const strong = document.createElement("strong");
  strong.textContent = first ?? verdictWords[story.verdict];
  at("verdict").append(strong, rest.join(""));
  at("algorithms").textContent = story.notes;

  const player = new Player(kSecondsAStep * (story.count - 1), Array.from({ length: story.count }, (_, i) => kSecondsAStep * i));
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: "1", max: String(story.count), value: "1", id: "slider" });
  slider.setAttribute("aria-label", "Step");
  slider.addEventListener("input", () => go(Number(slider.value) - 1));
  const count = document.createElement("output");
  count.id = "count";
  const view = (id: string, words: string, title: string, act: () => void): HTMLButtonElement => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", id, textContent: words, title });
    button.addEventListener("click", act);
    return button;
  };
  const along = view("along", "Look along", "Turn the view to the direction of this step", () => lookAlong());
  at("player").append(playerControls(player, "step"), slider, count, along, view("turn", "Reset view", "The view of the start", () => start()));

  const list = new StepList(at("list"), story.count, story.groups, (i) => story.text(i), (i) => go(i));
  (at("best") as HTMLButtonElement).hidden = story.best < 0;
  at("best").addEventListener("click", () => go(story.best));
  at("answer").addEventListener("click", () => go(story.count - 1));

  function show(i: number): void {
    current = Math.max(0, Math.min(story.count - 1, i));
    slider.value = String(current + 1);
    count.textContent = `${current + 1} of ${story.count}`;
    at("caption").textContent = story.text(current);
    at("why").textContent = story.why(current);
    along.disabled = story.direction(current) === null;
    list.show(current);
    story.draw(current);
    turned = "";
    turn();
    root.dataset["step"] = String(current + 1);
    root.dataset["event"] = story.event(current);
    for (const what of kCounted) root.dataset[what] = String(stage.counted(what));
  }
  let turned = "";
  function turn(): void {
    const { right, up } = stage.axes();
    const side = [...right, ...up].map((x) => x.toFixed(4)).join(" ");
    if (side === turned) return;
    turned = side;
    story.turn(current);
  }
  function go(i: number): void {
    player.pause();
    player.seek(kSecondsAStep * i);
  }
  function lookAlong(): void {
    const u = story.direction(current);
    if (u) stage.look(u);
  }
  /** Looks across the line from a to b, so that a gap is seen from its side. */
  function start(): void {
    const u = story.direction(story.count - 1) ?? unit(minus(stage.b.centre, stage.a.centre)) ?? [1, 0, 0];
    stage.look(u, -1.25, 0.34);
  }

  player.onTime = (time) => {
    const i = Math.floor(time / kSecondsAStep + 1e-6);
    if (i !== current || time === 0) show(i);
  };
  const state = player.onState;
  player.onState = () => {
    state();
    if (player.playing) root.dataset["playing"] = "yes";
    else delete root.dataset["playing"];
  };
  stage.viewer.onDraw = turn;
  const button = themeButton((theme) => {
    stage.setTheme(theme);
    show(current);
  });
  at("theme").replaceWith(button);

  /** Draws the steps (of many, some forty) and looks at the pixels; data-selftest says "ok", or what was wrong. */
  function selfTest(): void {
    const wrong: string[] = [];
    const stride = Math.ceil(story.count / 40);
    for (let i = (story.count - 1) % stride; i < story.count; i += stride) {
      show(i);
      stage.viewer.drawNow();
      const pixels = pixelsOf(stage);
      if (pixels.inked < 200) wrong.push(`step ${i + 1}: the picture has ${pixels.inked} pixels`);
      if (story.event(i) === "answer") root.dataset["blue"] = String(pixels.blue);
      for (const drawing of document.querySelectorAll("figure:not([hidden]) svg")) {
        if (drawing.childElementCount < 1 || /NaN|undefined|null/.test(drawing.outerHTML)) wrong.push(`step ${i + 1}: ${drawing.getAttribute("aria-label")}`);
      }
      for (const id of ["caption", "why"]) if (/NaN|undefined|null|Infinity/.test(at(id).textContent ?? "")) wrong.push(`step ${i + 1}: ${at(id).textContent}`);
    }
    root.dataset["selftest"] = wrong.length ? wrong.join("; ") : "ok";
  }

  /** #step=5 or #step=end, #along, #selftest, joined by &; the theme is chosen by #dark and #light. */
  function readAddress(): void {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.has("selftest")) selfTest();
    const step = asked.get("step");
    go(step === "end" ? story.count - 1 : (Number(step ?? 1) || 1) - 1);
    if (asked.has("along")) lookAlong();
  }
  addEventListener("hashchange", readAddress);
  root.dataset["steps"] = String(story.count);
  root.dataset["verdict"] = story.verdict;
  start();
  show(0);
  readAddress();
  Object.assign(window, { explain: { show: go, story, stage, trace, readAddress } });
  root.dataset["ready"] = "yes";
  if (story instanceof SearchStory) {
    import("../verify").then(({ loadVerifier }) => loadVerifier()).then((verifier) => story.check(verifier));
  }
}

/** How many pixels are not the background, and how many have the closest points' own colour. */
function pixelsOf(stage: Stage): { inked: number; blue: number } {
  const { canvas } = stage.viewer;
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const pen = copy.getContext("2d", { willReadFrequently: true })!;
  pen.drawImage(canvas, 0, 0);
  const { data } = pen.getImageData(0, 0, copy.width, copy.height);
  const back = [data[0]!, data[1]!, data[2]!];
  const point = stage.colours.point.map((x) => Math.round(255 * x));
  const is = (i: number, colour: readonly number[], by: number) => colour.every((x, l) => Math.abs(data[i + l]! - x) <= by);
  let inked = 0, blue = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (!is(i, back, 2)) ++inked;
    if (is(i, point, 3)) ++blue;
  }
  return { inked, blue };
}

const trace = readData<SearchTrace | BodyTrace>();
if (trace) begin(trace);
