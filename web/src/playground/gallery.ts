// SPDX-License-Identifier: Apache-2.0
//
// Cases from public bug reports and tests where another library was wrong, with what it answered and where that is told.
import type { Verdict } from "../steps/trace";
import type { Vector } from "../vectors";
import cases from "./cases.json";
import { type BodyState, kStill, type State } from "./state";

interface Given {
  points: number[][];
  pose: number[][] | null;
}

export interface Case {
  name: string;
  source: string;
  dimension: number;
  /** what the other library did */
  answered: string;
  note: string;
  verdict: Verdict;
  /** in exact arithmetic, rounded; minus the depth where they overlap */
  signed_distance: number;
  a: Given;
  b: Given;
}

export const kCases = cases as unknown as readonly Case[];

const bodyOf = ({ points, pose }: Given): BodyState => ({
  family: "custom", points: points.map(([x, y, z]): Vector => [x!, y!, z ?? 0]), radius: 0, pose: poseOf(pose),
});

/** The form of three rows, of a pose in the plane too. */
function poseOf(rows: number[][] | null): readonly number[] {
  if (!rows) return kStill;
  if (rows.length === 3) return rows.flat();
  const [[p, q, x], [r, s, y]] = rows as [[number, number, number], [number, number, number]];
  return [p, q, 0, x, r, s, 0, y, 0, 0, 1, 0];
}

export function bodiesOfCase(name: string): Pick<State, "scene" | "a" | "b"> | null {
  const found = kCases.find((one) => one.name === name);
  return found ? { scene: found.dimension === 2 ? "plane" : "space", a: bodyOf(found.a), b: bodyOf(found.b) } : null;
}

/** Where the case is told, if its source is a thread; a discussion and a test file have only words. */
export function threadOf({ source }: Case): string {
  const found = /^([\w.-]+\/[\w.-]+)#(\d+)/.exec(source);
  return found ? `https://github.com/${found[1]}/issues/${found[2]}` : "";
}

const libraryOf = ({ source }: Case): string => source.split(/[ #]/)[0]!.split("/")[1]!;

/** The list of cases as buttons, and the words about the one that is shown. */
export class Gallery {
  private readonly buttons = new Map<string, HTMLButtonElement>();

  constructor(list: HTMLElement, private readonly words: HTMLElement, choose: (one: Case) => void) {
    for (const one of kCases) {
      const button = document.createElement("button");
      button.type = "button";
      const name = document.createElement("strong");
      name.textContent = libraryOf(one);
      const said = document.createElement("span");
      said.textContent = one.answered;
      button.append(name, said);
      button.addEventListener("click", () => choose(one));
      const item = document.createElement("li");
      item.append(button);
      list.append(item);
      this.buttons.set(one.name, button);
    }
  }

  show(name: string): void {
    for (const [other, button] of this.buttons) {
      if (other === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    const one = kCases.find((candidate) => candidate.name === name);
    this.words.hidden = !one;
    this.words.replaceChildren();
    if (!one) return;
    const paragraph = (head: string, text: string) => {
      const made = document.createElement("p");
      const strong = document.createElement("strong");
      strong.textContent = `${head} `;
      made.append(strong, text);
      this.words.append(made);
      return made;
    };
    paragraph("What it did:", `${one.answered}.`);
    const measure = one.verdict === "separated" ? `, distance ${one.signed_distance}` : one.verdict === "overlapping" ? `, depth ${-one.signed_distance}` : "";
    paragraph("In exact arithmetic:", `${one.verdict}${measure}.`);
    if (one.note) paragraph("The bodies:", one.note);
    const source = paragraph("Told in", "");
    const thread = threadOf(one);
    if (thread) {
      const link = document.createElement("a");
      Object.assign(link, { href: thread, target: "_blank", rel: "noopener", textContent: one.source });
      source.append(link);
    } else {
      source.append(one.source);
    }
  }
}
