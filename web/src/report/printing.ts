// SPDX-License-Identifier: Apache-2.0
//
// What is printed: the summary, pairs with their pictures, figures and proofs, and the list as a table.
import type { Data } from "./data";
import { factsOf } from "./details";
import { element } from "./dom";
import type { Line, Row } from "./rows";
import { certificateInWords, decisionInWords } from "./words";

/** More rows than this are no reading: the table says how many are left out. */
const kMostRows = 2000;
/** Pairs with a picture. Each takes half a page, and some ten milliseconds to draw. */
const kMostPictures = 60;

function printed(row: Row, data: Data, picture: string | undefined): HTMLElement {
  const { pair } = row;
  const names = `${pair.a} and ${pair.b}`;
  const proof = [...certificateInWords(pair, data), decisionInWords(pair)].map((text) => element("p", {}, text));
  const digest = data.digests[row.index];
  return element("article", { class: "printed" },
    element("h2", {}, element("span", { class: "swatch a" }), element("bdi", {}, pair.a), " and ", element("span", { class: "swatch b" }), element("bdi", {}, pair.b)),
    element("div", { class: "beside" },
      picture !== undefined && element("img", { src: picture, alt: names }),
      element("div", {}, factsOf(row, data), element("p", { class: "hash" }, `Key ${pair.key}`))),
    element("div", { class: "why" }, ...proof, digest ? element("p", { class: "hash" }, `SHA-256 of the certificate: ${digest}`) : undefined));
}

export function fillPrint(host: HTMLElement, data: Data, lines: readonly Line[], chosen: Row | undefined, pictureOf: (row: Row) => string | undefined): void {
  const listed = lines.flatMap((line) => ("row" in line ? [line.row] : []));
  const pairs = chosen ? [chosen] : listed.slice(0, kMostPictures);
  const table = element("table", {},
    element("thead", {}, element("tr", {}, ...["", "body", "body", "is", "distance", "depth", "key"].map((name) => element("th", { scope: "col" }, name)))));
  const body = element("tbody");
  let rows = 0;
  const add = (...texts: string[]) => body.append(element("tr", {}, ...[String(++rows), ...texts].map((text) => element("td", {}, text))));
  for (const line of lines) {
    if (rows >= kMostRows) break;
    if ("head" in line) body.append(element("tr", { class: "group" }, element("th", { colspan: "7" }, `${line.head} (${line.count})`)));
    else if ("gone" in line) add(line.gone[0], line.gone[1], `gone, was ${line.gone[3]}`, "", "", line.gone[2]);
    else add(line.row.pair.a, line.row.pair.b, line.row.kind, line.row.distance, line.row.depth, line.row.pair.key);
  }
  table.append(body);
  const total = lines.filter((line) => !("head" in line)).length;
  const without = chosen ? 0 : listed.length - pairs.length;
  host.replaceChildren(
    table, ...(total > rows ? [element("p", {}, `${(total - rows).toLocaleString("en")} more pairs are not printed.`)] : []),
    ...pairs.map((row) => printed(row, data, pictureOf(row))),
    ...(without > 0 ? [element("p", {}, `${without.toLocaleString("en")} more pairs are in the table alone: pictures of ${kMostPictures} are printed. A filter chooses others.`)] : []));
}
