// SPDX-License-Identifier: Apache-2.0
//
// The list of steps: runs of steps that add nothing are one line until somebody opens it.
import type { Group } from "./story";

const kListed = 150;  // steps listed to each side of the current one

export class StepList {
  private readonly open = new Set<number>();
  private range = "";

  constructor(
    private readonly element: HTMLElement, private readonly count: number, private readonly groups: readonly Group[],
    private readonly textOf: (i: number) => string, private readonly choose: (i: number) => void,
  ) {}

  show(current: number): void {
    const inside = this.groups.findIndex((group) => group.from <= current && current <= group.to);
    if (inside >= 0) this.open.add(inside);
    const from = Math.max(0, current - kListed), to = Math.min(this.count, current + kListed + 1);
    const range = `${from} ${to} ${[...this.open].join(" ")}`;
    if (range !== this.range) this.fill(from, to);
    this.range = range;
    for (const button of this.element.querySelectorAll<HTMLButtonElement>("button[data-step]")) {
      if (button.dataset["step"] !== String(current)) {
        button.removeAttribute("aria-current");
        continue;
      }
      button.setAttribute("aria-current", "step");
      this.element.scrollTop = button.offsetTop - this.element.clientHeight / 2;
    }
  }

  private fill(from: number, to: number): void {
    this.element.replaceChildren();
    for (let i = from; i < to; ++i) {
      const at = this.groups.findIndex((group) => group.from <= i && i <= group.to);
      const group = this.groups[at];
      if (group && (i === group.from || i === from)) {
        const opened = this.open.has(at);
        const button = this.line(`${group.from + 1}\u2013${group.to + 1}`, group.text);
        button.className = "group";
        button.setAttribute("aria-expanded", String(opened));
        button.addEventListener("click", () => {
          if (opened) this.open.delete(at);
          else this.open.add(at);
          this.range = "";
          this.fill(from, to);
        });
      }
      if (group && !this.open.has(at)) {
        i = group.to;
        continue;
      }
      const button = this.line(String(i + 1), this.textOf(i));
      button.dataset["step"] = String(i);
      button.addEventListener("click", () => this.choose(i));
    }
  }

  private line(...texts: string[]): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    for (const text of texts) {
      const span = document.createElement("span");
      span.textContent = text;
      button.append(span);
    }
    const item = document.createElement("li");
    item.append(button);
    this.element.append(item);
    return button;
  }
}
