// SPDX-License-Identifier: Apache-2.0
//
// The form of a body: its family, size, radius and place, its points as text, and files.
import type { Vector } from "../vectors";
import { bodyOfFamily, familyOf, kFamilies } from "./families";
import { readFile } from "./files";
import { translationOf, withTranslation } from "./poses";
import type { BodyState, Side, State } from "./state";

export interface Card {
  state(): State;
  change(side: Side, body: BodyState, live: boolean): void;
  /** tells what went wrong; empty for nothing */
  say(words: string): void;
}

const kAxes = ["x", "y", "z"] as const;
const kMostShown = 2_000;  // points written into the form

function labelled<Field extends HTMLElement>(words: string, field: Field): HTMLLabelElement {
  const label = document.createElement("label");
  const span = document.createElement("span");
  span.textContent = words;
  label.append(span, field);
  return label;
}

function numberField(name: string, act: (value: number) => void): HTMLInputElement {
  const field = document.createElement("input");
  Object.assign(field, { type: "number", step: "any" });
  field.setAttribute("aria-label", name);
  field.addEventListener("change", () => {
    if (Number.isFinite(field.valueAsNumber)) act(field.valueAsNumber);
  });
  return field;
}

/** Reads points as text: two or three numbers a line. */
export function pointsOfText(text: string): Vector[] {
  const points: Vector[] = [];
  text.split("\n").forEach((line, i) => {
    const words = line.replace(/[,;()[\]]/g, " ").trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) return;
    const numbers = words.map(Number);
    if (numbers.length < 2 || numbers.length > 3 || !numbers.every(Number.isFinite)) throw new Error(`Line ${i + 1} of the points needs two or three finite numbers.`);
    points.push([numbers[0]!, numbers[1]!, numbers[2] ?? 0]);
  });
  if (points.length === 0) throw new Error("The points are missing: two or three numbers a line.");
  return points;
}

export class BodyCard {
  readonly element = document.createElement("fieldset");
  private readonly family = document.createElement("select");
  private readonly count: HTMLInputElement;
  private readonly counted: HTMLLabelElement;
  private readonly another = document.createElement("button");
  private readonly radius: HTMLInputElement;
  private readonly size: HTMLInputElement[];
  private readonly place: HTMLInputElement[];
  private readonly points = document.createElement("textarea");
  private readonly outline = document.createElement("input");
  private readonly outlined: HTMLLabelElement;
  private seed = 1;
  private scene = "";

  constructor(private readonly side: Side, private readonly card: Card) {
    const legend = document.createElement("legend");
    legend.className = `of-${side}`;
    legend.textContent = `Body ${side}`;
    this.count = numberField(`Number of corners of ${side}`, (count) => this.makeFamily(Math.round(count)));
    this.counted = labelled("Corners", this.count);
    Object.assign(this.another, { type: "button", textContent: "Other points" });
    this.another.addEventListener("click", () => {
      ++this.seed;
      this.makeFamily(this.count.valueAsNumber);
    });
    this.radius = numberField(`Radius of ${side}`, (radius) => this.set({ radius: Math.max(0, radius) }));
    this.radius.min = "0";
    this.size = kAxes.map((axis, l) => numberField(`Size of ${side} along ${axis}`, (size) => this.stretch(l, size)));
    this.place = kAxes.map((axis, l) => numberField(`Position of ${side} along ${axis}`, (value) => {
      const t = [...translationOf(this.body.pose)];
      t[l] = value;
      this.set({ pose: withTranslation(this.body.pose, t as unknown as Vector) });
    }));
    this.family.addEventListener("change", () => this.makeFamily(undefined));
    this.outline.type = "checkbox";
    this.outline.addEventListener("change", () => {
      const { outline: _, ...body } = this.body;
      this.card.change(this.side, { ...body, ...(this.outline.checked ? { outline: true } : {}) }, false);
    });
    this.outlined = labelled("Keep hollows: the points are an outline", this.outline);
    this.outlined.className = "check";
    this.points.rows = 6;
    this.points.spellcheck = false;
    this.points.setAttribute("aria-label", `Points of ${side}, one a line`);
    const rows = (words: string, fields: HTMLInputElement[]) => {
      const row = document.createElement("div");
      row.className = "row";
      const span = document.createElement("span");
      span.textContent = words;
      row.append(span, ...fields);
      return row;
    };
    this.element.append(legend, labelled("Shape", this.family), this.counted, this.another, rows("Size", this.size), rows("Position", this.place),
      labelled("Radius", this.radius), this.outlined, this.pointsForm(), this.fileForm());
  }

  private get body(): BodyState {
    return this.card.state()[this.side];
  }

  private set(change: Partial<BodyState>): void {
    this.card.change(this.side, { ...this.body, ...change }, false);
  }

  private makeFamily(count: number | undefined): void {
    const family = familyOf(this.family.value);
    if (!family) return;
    const kept = count === undefined || !family.count ? undefined : Math.min(family.count.high, Math.max(family.count.low, Math.round(count) || family.count.start));
    this.card.change(this.side, bodyOfFamily(family.name, this.body.pose, kept, this.seed), false);
  }

  private stretch(axis: number, size: number): void {
    const [low, high] = rangeOf(this.body.points, axis);
    const now = high - low;
    if (!(size > 0 && now > 0)) return;
    const points = this.body.points.map((p) => p.map((x, l) => (l === axis ? x * (size / now) : x)) as unknown as Vector);
    this.set({ points });
  }

  private pointsForm(): HTMLElement {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = "Points, exactly";
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: "Take these points" });
    button.addEventListener("click", () => {
      try {
        const plane = this.card.state().scene === "plane";
        const points = pointsOfText(this.points.value).map(([x, y, z]): Vector => [x, y, plane ? 0 : z]);
        this.card.say("");
        const { triangles: _, ...body } = this.body;
        this.card.change(this.side, { ...body, family: "custom", points }, false);
      } catch (error) {
        this.card.say((error as Error).message);
      }
    });
    details.append(summary, this.points, button);
    return details;
  }

  private fileForm(): HTMLElement {
    const field = document.createElement("input");
    Object.assign(field, { type: "file", accept: ".obj,.off,.stl" });
    field.addEventListener("change", () => {
      const file = field.files?.[0];
      if (file) void this.takeFile(file);
      field.value = "";
    });
    const label = labelled("File (.obj, .off, .stl), or drop one on the picture", field);
    label.className = "file";
    return label;
  }

  /** Takes a file: its triangles as a mesh, or the hull of its points where it has none. */
  async takeFile(file: File): Promise<void> {
    try {
      const { points, triangles } = readFile(file.name, await file.arrayBuffer());
      if (this.card.state().scene === "plane") throw new Error("files hold bodies in space; choose Space first");
      this.card.say("");
      this.card.change(this.side, { family: file.name, points, ...(triangles.length > 0 ? { triangles } : {}), radius: 0, pose: this.body.pose }, false);
    } catch (error) {
      this.card.say(`${file.name} was not taken: ${(error as Error).message}.`);
    }
  }

  /** Shows what the body is now, but for a field that has the focus. */
  show(): void {
    const { scene } = this.card.state();
    const { body } = this;
    if (scene !== this.scene) this.fillFamilies(scene);
    this.scene = scene;
    const family = familyOf(body.family);
    const custom = this.family.querySelector<HTMLOptionElement>("option[data-custom]")!;
    custom.textContent = family ? "Custom" : body.family === "custom" ? "Custom points" : body.family;
    this.family.value = family ? family.name : "custom";
    this.counted.hidden = !family?.count;
    this.another.hidden = !family?.random;
    if (family?.count) {
      this.counted.querySelector("span")!.textContent = family.count.words;
      this.count.min = String(family.count.low);
      this.count.max = String(family.count.high);
      const made = family.make(family.count.low, 1).points.length, more = family.make(family.count.low + 1, 1).points.length;
      write(this.count, body.triangles ? this.count.valueAsNumber || family.count.start : family.count.low + Math.round((body.points.length - made) / (more - made)));
    }
    kAxes.forEach((_, l) => {
      const [low, high] = rangeOf(body.points, l);
      write(this.size[l]!, Number((high - low).toPrecision(5)));
      this.size[l]!.disabled = !(high > low);
      write(this.place[l]!, translationOf(body.pose)[l]!);
      const hidden = scene === "plane" && l === 2;
      this.size[l]!.hidden = hidden;
      this.place[l]!.hidden = hidden;
    });
    this.outlined.hidden = scene !== "plane";
    this.outline.checked = body.outline ?? false;
    write(this.radius, body.radius);
    this.radius.disabled = body.triangles !== undefined;
    if (document.activeElement !== this.points) {
      this.points.value = body.points.length > kMostShown ? "" : body.points.map((p) => (scene === "plane" ? p.slice(0, 2) : p).join(" ")).join("\n");
    }
  }

  private fillFamilies(scene: string): void {
    this.family.replaceChildren();
    for (const group of ["Convex", "Rounded", "Meshes", "Polygons"] as const) {
      if ((group === "Polygons") !== (scene === "plane")) continue;
      const list = document.createElement("optgroup");
      list.label = group;
      for (const one of kFamilies) if (one.group === group) list.append(new Option(one.words, one.name));
      this.family.append(list);
    }
    const custom = new Option("Custom", "custom");
    custom.dataset["custom"] = "";
    this.family.append(custom);
  }
}

function write(field: HTMLInputElement, value: number): void {
  if (document.activeElement !== field) field.value = Number.isFinite(value) ? String(value) : "";
}

/** Not by spreading: a mesh has more points than a call takes arguments. */
function rangeOf(points: readonly Vector[], l: number): [number, number] {
  let low = Infinity, high = -Infinity;
  for (const p of points) {
    low = Math.min(low, p[l]!);
    high = Math.max(high, p[l]!);
  }
  return [low, high];
}
