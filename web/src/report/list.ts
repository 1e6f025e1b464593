// SPDX-License-Identifier: Apache-2.0
//
// A list of any length: only the lines in sight are elements. Up and down, page and end keys choose.
import type { Gone } from "./data";
import type { Line, Row } from "./rows";

const kRowHeight = 58;
const kHeadHeight = 34;
const kMore = 6; // lines drawn beyond each edge

export class List {
  private lines: readonly Line[] = [];
  private tops: Float64Array = new Float64Array(1);
  private places = new Map<number, number>(); // line of each pair
  private readonly sheet = document.createElement("div");
  private first = 0;
  private last = 0;
  chosen = -1;

  /** `draw` fills the element of a row or of a pair that is gone; `choose` is called with the row that the reader picks. */
  constructor(private readonly host: HTMLElement, private readonly draw: (line: { row: Row } | { gone: Gone }, element: HTMLElement) => void, private readonly choose: (row: Row) => void) {
    this.sheet.className = "sheet";
    this.sheet.setAttribute("role", "presentation");
    host.append(this.sheet);
    host.addEventListener("scroll", () => this.show(), { passive: true });
    new ResizeObserver(() => this.show()).observe(host);
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("click", (event) => {
      const at = (event.target as HTMLElement).closest<HTMLElement>("[data-line]")?.dataset["line"];
      const line = this.lines[Number(at ?? -1)];
      if (line && "row" in line) this.choose(line.row);
    });
  }

  get count(): number {
    return this.places.size;
  }

  set(lines: readonly Line[]): void {
    this.lines = lines;
    this.tops = new Float64Array(lines.length + 1);
    this.places = new Map();
    lines.forEach((line, i) => {
      this.tops[i + 1] = (this.tops[i] as number) + ("head" in line ? kHeadHeight : kRowHeight);
      if ("row" in line) this.places.set(line.row.index, i);
    });
    this.sheet.style.height = `${this.tops[lines.length]}px`;
    this.first = this.last = 0;
    this.sheet.replaceChildren();
    this.show();
  }

  /** Marks a pair, and moves it into sight. */
  mark(index: number): void {
    this.chosen = index;
    const at = this.places.get(index);
    if (at !== undefined) {
      const top = this.tops[at] as number;
      const head = at > 0 && "head" in (this.lines[at - 1] as Line) ? kHeadHeight : 0;
      if (top - head < this.host.scrollTop) this.host.scrollTop = top - head;
      else if (top + kRowHeight > this.host.scrollTop + this.host.clientHeight) this.host.scrollTop = top + kRowHeight - this.host.clientHeight;
    }
    this.first = this.last = 0;
    this.show();
  }

  /** The row `step` rows after the chosen one, or undefined at an end. */
  beside(step: number): Row | undefined {
    let at = this.places.get(this.chosen) ?? (step > 0 ? -1 : this.lines.length);
    let found: Row | undefined;
    while (step !== 0) {
      at += Math.sign(step);
      const line = this.lines[at];
      if (!line) break;
      if (!("row" in line)) continue;
      found = line.row;
      step -= Math.sign(step);
    }
    return found;
  }

  key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.host.clientHeight / kRowHeight) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const rows = this.lines.filter((line): line is { row: Row } => "row" in line);
    const row = Number.isFinite(step) ? this.beside(step) : (step > 0 ? rows[rows.length - 1] : rows[0])?.row;
    if (row) this.choose(row);
  }

  /** Makes the elements of the lines in sight. */
  private show(): void {
    const from = this.lineAt(this.host.scrollTop) - kMore;
    const to = this.lineAt(this.host.scrollTop + this.host.clientHeight) + kMore + 1;
    const first = Math.max(0, from);
    const last = Math.min(this.lines.length, to);
    if (first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    const elements: HTMLElement[] = [];
    for (let i = first; i < last; ++i) elements.push(this.element(i));
    this.sheet.replaceChildren(...elements);
    const chosen = this.places.get(this.chosen);
    if (chosen !== undefined && chosen >= first && chosen < last) this.host.setAttribute("aria-activedescendant", `line-${chosen}`);
    else this.host.removeAttribute("aria-activedescendant");
  }

  private element(i: number): HTMLElement {
    const line = this.lines[i] as Line;
    const element = document.createElement("div");
    element.style.top = `${this.tops[i]}px`;
    element.id = `line-${i}`;
    if ("head" in line) {
      element.className = "head";
      element.setAttribute("role", "presentation");
      element.textContent = `${line.head} `;
      const count = document.createElement("span");
      count.textContent = String(line.count);
      element.append(count);
      return element;
    }
    element.className = "row";
    element.setAttribute("role", "option");
    if ("row" in line) {
      element.dataset["line"] = String(i);
      element.setAttribute("aria-selected", String(line.row.index === this.chosen));
    } else {
      element.setAttribute("aria-disabled", "true");
    }
    this.draw(line, element);
    return element;
  }

  /** The line at a height; by bisection. */
  private lineAt(y: number): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.tops[middle] as number) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
