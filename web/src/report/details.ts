// SPDX-License-Identifier: Apache-2.0
//
// What is known of the chosen pair, its certificate in words, and the button that checks it.
import type { Checker } from "./check";
import type { Data, Interval, Vec } from "./data";
import { button, element } from "./dom";
import type { Row } from "./rows";
import { certificateInWords, decisionInWords } from "./words";

const kShownPoints = 8;

/** The ends of an interval, as the report has them. */
const exact = (interval: Interval | null | undefined, unit: string): string =>
  interval ? `between ${interval[0]} and ${interval[1] ?? "infinity"} ${unit}` : "";

/** Six digits: points are rounded anyway. */
const point = (p: Vec): string => `(${p.map((x) => String(Number(x.toPrecision(6)))).join(", ")})`;

function fact(name: string, value: string, exactly = ""): HTMLElement[] {
  const cell = element("dd", {}, value);
  if (exactly !== "") cell.append(element("small", {}, exactly));
  return [element("dt", {}, name), cell];
}

function placesOf(row: Row, unit: string): string[] {
  const { pair } = row;
  const points = pair.contact?.points ?? [];
  const regions = pair.contact?.regions ?? [];
  const texts = [
    ...points.map((p) => point(p.point_a)),
    ...regions.map((region) => {
      const at = region.outline?.flat(2).slice(0, 3) as unknown as Vec;
      if (region.dimension === 2) return `patch of ${Number((region.area ?? 0).toPrecision(6))} ${unit}² at ${point(at)}`;
      if (region.dimension === 1) return `line of ${Number((region.length ?? 0).toPrecision(6))} ${unit} from ${point(at)}`;
      return point(at);
    }),
  ];
  if (texts.length === 0 && pair.point_a) texts.push(point(pair.point_a));
  return texts;
}

/** The data of a pair as a list of terms. */
export function factsOf(row: Row, data: Data): HTMLElement {
  const { pair } = row;
  const { unit, options } = data.report;
  const list = element("dl");
  list.append(...fact("is", row.kind));
  if (pair.proximity === "overlapping") list.append(...fact("depth", row.depth, exact(pair.depth, unit)));
  else if (pair.distance && pair.proximity !== "touching") list.append(...fact("distance", row.distance, exact(pair.distance, unit)));
  if (options.tolerance !== null && pair.overlap) list.append(...fact("tolerance", `${options.tolerance} ${unit}: ${pair.overlap}`));
  if (options.baseline !== null) list.append(...fact("status", !row.fails ? "no clash" : pair.known ? "known" : "new"));
  else list.append(...fact("status", row.fails ? "clash" : "listed, fails nothing"));
  const places = placesOf(row, unit);
  if (places.length > 0) {
    const shown = places.slice(0, kShownPoints);
    const more = places.length - shown.length;
    list.append(element("dt", {}, "at"), element("dd", {}, ...shown.map((text) => element("span", { class: "place" }, text)), more > 0 && `and ${more} more`));
  }
  for (const [name, id] of [[pair.a, pair.a_id], [pair.b, pair.b_id]] as const) {
    const why = data.report.why[id];
    list.append(...fact(name, `${data.report.taken_as[id]}${why ? `: ${why}` : ""}`));
  }
  return list;
}

export class Details {
  constructor(private readonly host: HTMLElement, private readonly data: Data, private readonly checker: Checker, private readonly step: (by: number) => void, private readonly close: () => void) {}

  show(row: Row | undefined): void {
    if (!row) {
      this.host.replaceChildren(element("p", { class: "hint" }, this.data.report.pairs.length > 0 ? "Choose a pair from the list, or click a body." : "There is no pair to show."));
      return;
    }
    const { pair } = row;
    const result = element("p", { class: "result", role: "status" });
    const check = button("Check the proof here", () => void this.check(row, check, result), { class: "check" });
    const link = button("Copy link", () => void copy(location.href, link));
    const proof = element("ul", { class: "proof" }, ...certificateInWords(pair, this.data).map((text) => element("li", {}, text)), element("li", {}, decisionInWords(pair)));
    this.host.replaceChildren(
      element("div", { class: "bar-of-buttons" },
        button("‹", () => this.step(-1), { "aria-label": "The pair before" }), button("›", () => this.step(1), { "aria-label": "The next pair" }),
        link, button("Print", () => print()), button("Show all", () => this.close())),
      element("h2", {}, element("span", { class: "swatch a" }), element("bdi", {}, pair.a), element("span", { class: "and" }, "and"), element("span", { class: "swatch b" }), element("bdi", {}, pair.b)),
      factsOf(row, this.data),
      element("h3", {}, "Proof"), proof,
      ...(pair.certificate == null ? [] : [check]), result,
      this.data.digests[row.index] ? element("p", { class: "hash" }, `SHA-256 of the certificate: ${this.data.digests[row.index]}`) : "",
      element("details", { class: "raw" }, element("summary", {}, "As the report has it"), element("pre", {}, JSON.stringify(pair, null, 1))));
  }

  private async check(row: Row, pressed: HTMLButtonElement, result: HTMLElement): Promise<void> {
    pressed.disabled = true;
    result.className = "result";
    result.textContent = "Checking …";
    try {
      const start = performance.now();
      const found = await this.checker.check(row.pair);
      const time = performance.now() - start;
      const unchecked = found.unchecked.length > 0 ? ` Not proven by a certificate: ${found.unchecked.join(", ")}.` : "";
      const theorem = found.complete ? "" : " That nothing overlaps rests on the theorem of docs/bodies.md too.";
      result.classList.add(found.holds ? "holds" : "fails");
      result.textContent = found.holds
        ? `It holds: ${found.proven.join(", ")} ${found.proven.length === 1 ? "is" : "are"} proven, in exact arithmetic and without a search (${time < 1 ? "less than 1" : Math.round(time)} ms).${unchecked}${theorem}`
        : found.why === "" ? `Nothing is proven.${unchecked}` : `It does not hold: ${found.why}.`;
      document.documentElement.dataset["checked"] = `${found.holds ? "holds" : "fails"}: ${found.proven.join(" ")}`;
    } catch (error) {
      result.classList.add("fails");
      result.textContent = `It could not be checked: ${error instanceof Error ? error.message : String(error)}`;
      document.documentElement.dataset["checked"] = "error";
    }
    pressed.disabled = false;
  }
}

async function copy(text: string, pressed: HTMLButtonElement): Promise<void> {
  const before = pressed.textContent;
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    // Pages from disk may not write there: the address line has the link.
    pressed.textContent = "It is in the address line";
  }
  setTimeout(() => { pressed.textContent = before; }, 1600);
}

