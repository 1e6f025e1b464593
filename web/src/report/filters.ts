// SPDX-License-Identifier: Apache-2.0
//
// What is asked of the list: words, kinds, depth, order and groups.
import { element } from "./dom";
import { kKinds, type Filter, type Grouping, type Kind, type Order, type Row } from "./rows";

function select<Value extends string>(label: string, options: readonly (readonly [Value, string])[], changed: (value: Value) => void): HTMLElement {
  const made = element("select", {}, ...options.map(([value, text]) => element("option", { value }, text)));
  made.addEventListener("change", () => changed(made.value as Value));
  return element("label", {}, `${label} `, made);
}

export class Filters {
  readonly filter: Filter;
  private readonly words: HTMLInputElement;

  constructor(host: HTMLFormElement, rows: readonly Row[], unit: string, hasBaseline: boolean, gone: number, files: number, private readonly changed: () => void) {
    const counts = new Map<Kind, number>();
    for (const row of rows) counts.set(row.kind, (counts.get(row.kind) ?? 0) + 1);
    const present = kKinds.filter((kind) => counts.has(kind));
    const kinds = new Set(present.filter((kind) => kind !== "clear" || present.length === 1));
    this.filter = { words: "", kinds, onlyNew: false, gone: false, deeper: 0, order: "gravity", group: "none" };
    const { filter } = this;

    this.words = element("input", { type: "search", placeholder: "Names or a key", "aria-label": "Find by names or key" });
    this.words.addEventListener("input", () => { filter.words = this.words.value; changed(); });
    host.addEventListener("submit", (event) => event.preventDefault());

    const boxes = present.map((kind) => {
      const box = element("input", { type: "checkbox", checked: kinds.has(kind) });
      box.addEventListener("change", () => { if (box.checked) kinds.add(kind); else kinds.delete(kind); changed(); });
      return element("label", { class: `chip ${kind}` }, box, ` ${kind} `, element("span", {}, (counts.get(kind) ?? 0).toLocaleString("en")));
    });
    const fresh = element("input", { type: "checkbox" });
    fresh.addEventListener("change", () => { filter.onlyNew = fresh.checked; changed(); });
    const left = element("input", { type: "checkbox" });
    left.addEventListener("change", () => { filter.gone = left.checked; changed(); });
    const deeper = element("input", { type: "number", min: "0", step: "any", placeholder: "0" });
    deeper.addEventListener("input", () => { filter.deeper = Number(deeper.value) || 0; changed(); });

    const groups: [Grouping, string][] = [["none", "nothing"], ["kind", "kind"], ["system", "part of what"], ["body", "first body"], ["place", "place"]];
    if (files > 1) groups.push(["file", "file"]);
    const orders: [Order, string][] = [["gravity", "gravity"], ["name", "name"], ["place", "place"]];
    host.append(
      this.words,
      element("div", { class: "chips" }, ...boxes, hasBaseline && element("label", { class: "chip new" }, fresh, " only new"),
        gone > 0 && element("label", { class: "chip gone" }, left, " gone ", element("span", {}, gone.toLocaleString("en")))),
      element("div", { class: "selects" },
        select("Sort by", orders, (order) => { filter.order = order; changed(); }),
        select("Group by", groups, (group) => { filter.group = group; changed(); }),
        (counts.has("overlapping") || counts.has("contact") || counts.has("unresolved")) && element("label", {}, `Depth at least (${unit}) `, deeper)));
  }

  /** Lists what has this name. */
  find(name: string): void {
    this.words.value = name;
    this.filter.words = name;
    this.changed();
  }
}
