// SPDX-License-Identifier: Apache-2.0
//
// What is printed: the summary, the chosen pair with its picture, and the list as a table.
import type { Data } from "./data";
import { factsOf } from "./details";
import { element } from "./dom";
import type { Line, Row } from "./rows";

/** More rows than this are no reading: the table says how many are left out. */
const kMostRows = 2000;

export function fillPrint(host: HTMLElement, data: Data, lines: readonly Line[], chosen: Row | undefined, picture: string | undefined): void {
  const table = element("table", {},
    element("thead", {}, element("tr", {}, ...["", "body", "body", "is", "distance", "depth", "key"].map((name) => element("th", { scope: "col" }, name)))));
  const body = element("tbody");
  let rows = 0;
  for (const line of lines) {
    if (rows >= kMostRows) break;
    if ("head" in line) {
      body.append(element("tr", { class: "group" }, element("th", { colspan: "7" }, `${line.head} (${line.count})`)));
      continue;
    }
    const { row } = line;
    ++rows;
    body.append(element("tr", {}, ...[String(rows), row.pair.a, row.pair.b, row.kind, row.distance, row.depth, row.pair.key].map((text) => element("td", {}, text))));
  }
  table.append(body);
  const total = lines.filter((line) => "row" in line).length;
  host.replaceChildren(
    ...(chosen ? [element("div", { class: "chosen" }, ...(picture ? [element("img", { src: picture, alt: `${chosen.pair.a} and ${chosen.pair.b}` })] : []),
      element("div", {}, element("h2", {}, `${chosen.pair.a} and ${chosen.pair.b}`), factsOf(chosen, data)))] : []),
    table, ...(total > rows ? [element("p", {}, `${(total - rows).toLocaleString("en")} more pairs are not printed.`)] : []));
}
