// SPDX-License-Identifier: Apache-2.0
//
// Controls that choose one of some: rows of buttons, and lists.

/** A row of buttons of which one is pressed. */
export class Choice {
  private readonly buttons: HTMLButtonElement[];

  constructor(host: HTMLElement, choose: (value: string) => void) {
    this.buttons = [...host.querySelectorAll("button")];
    for (const button of this.buttons) button.addEventListener("click", () => choose(button.dataset["value"]!));
  }

  show(value: string): void {
    for (const button of this.buttons) button.setAttribute("aria-pressed", String(button.dataset["value"] === value));
  }

  enable(value: string, enabled: boolean): void {
    for (const button of this.buttons) if (button.dataset["value"] === value) button.disabled = !enabled;
  }
}

export interface Entry {
  value: string;
  words: string;
  enabled: boolean;
}

/** Fills a list, where its entries changed, and chooses one. */
export function showList(list: HTMLSelectElement, entries: readonly Entry[], value: string): void {
  const told = JSON.stringify(entries);
  if (list.dataset["entries"] !== told) {
    list.replaceChildren(...entries.map(({ value: name, words, enabled }) => Object.assign(new Option(words, name), { disabled: !enabled })));
    list.dataset["entries"] = told;
  }
  list.value = value;
}
