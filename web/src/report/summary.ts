// SPDX-License-Identifier: Apache-2.0
//
// The head of the page: what was found, what it rests on, and what was not looked at.
import type { Data, Report } from "./data";
import { element } from "./dom";
import { plural } from "./words";

function headline({ summary, options, clearance, unit }: Report): string {
  if (summary.clashes === 0) return summary.not_examined > 0 ? "No clash so far: the check was interrupted" : "No clash";
  const parts: string[] = [];
  const within = summary.within ?? 0;
  const contactFails = options.fail_on === "touch" || clearance > 0;
  const deep = summary.overlapping - within;
  if (deep > 0) parts.push(`${deep.toLocaleString("en")} overlapping`);
  if (contactFails && within > 0) parts.push(plural(within, "contact"));
  if (contactFails && summary.touching > 0) parts.push(`${summary.touching.toLocaleString("en")} touching`);
  if (summary.near > 0) parts.push(`${summary.near.toLocaleString("en")} within ${clearance} ${unit}`);
  return `${plural(summary.clashes, "clash", "clashes")}: ${parts.join(", ")}`;
}

/** What became of all pairs, as a bar and in words. */
function account({ summary }: Report): HTMLElement {
  const shares: [string, number, string][] = [
    ["examined exactly", summary.examined, "examined"],
    ["proven apart by bounds", summary.pruned, "pruned"],
    ["left out by rule", summary.skipped, "skipped"],
    ["not examined", summary.not_examined, "open"],
  ];
  const bar = element("div", { class: "bar", "aria-hidden": "true" });
  for (const [, count, name] of shares) {
    if (count === 0) continue;
    const part = element("span", { class: name });
    part.style.flexGrow = String(Math.max(count / Math.max(1, summary.pairs), 0.008));
    bar.append(part);
  }
  const words = element("p", { class: "account" }, `${plural(summary.pairs, "pair")} of ${plural(summary.bodies, "body", "bodies")}: `);
  shares.filter(([, count], i) => count > 0 || i < 2).forEach(([text, count, name], i) => {
    words.append(i > 0 ? ", " : "", element("span", { class: `key ${name}` }), `${count.toLocaleString("en")} ${text}`);
  });
  return element("div", {}, bar, words);
}

function row(name: string, ...values: (string | Node)[]): HTMLTableRowElement {
  return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, ...values));
}

/** What meshes were taken as, and why: each reason once. */
function forms(report: Report): HTMLElement {
  const groups = new Map<string, { form: string; why: string; names: string[] }>();
  report.taken_as.forEach((form, id) => {
    const why = report.why[id] ?? "";
    // surfaces have a reason each
    const key = form === "hull" ? `${form} ${why}` : form;
    const group = groups.get(key) ?? { form, why, names: [] };
    group.names.push(report.bodies[id] as string);
    groups.set(key, group);
  });
  const list = element("ul");
  for (const { form, why, names } of groups.values()) {
    const more = names.length > 1 ? ` and ${(names.length - 1).toLocaleString("en")} more` : "";
    list.append(element("li", {}, `${form}: ${names[0]}${more}${why ? ` (${why})` : ""}`));
  }
  return list;
}

function basis(data: Data): HTMLElement {
  const { report } = data;
  const { options, summary } = report;
  const table = element("table");
  for (const file of report.files) {
    const unit = `${file.unit}${file.unit_assumed ? " (assumed: the file names none)" : file.unit_given ? " (given)" : ""}`;
    const cell = [
      `${plural(file.bodies, "body", "bodies")}, ${file.format}, in ${unit}`,
      ...(file.skipped > 0 ? [`; ${plural(file.skipped, "mesh", "meshes")} without a vertex left out`] : []),
      ...(file.unused_points > 0 ? [`; ${plural(file.unused_points, "vertex", "vertices")} that no face uses left out`] : []),
    ].join("");
    const notes = element("ul", {}, ...file.notes.map((note) => element("li", {}, note)));
    table.append(row(file.path, cell, ...(file.notes.length > 0 ? [notes] : []), ...(file.sha256.length > 0 ? [element("div", { class: "hash" }, `SHA-256 ${file.sha256[0]}`)] : [])));
  }
  table.append(row("Bodies", forms(report)));
  const rules = [
    `clearance ${report.clearance} ${report.unit}`,
    options.tolerance === null ? "" : `tolerance ${options.tolerance} ${report.unit}`,
    options.fail_on === "touch" ? "bodies that touch fail" : "",
    options.body === "mesh" ? "" : `one body for each ${options.body}`,
    ...options.as.map((word) => `--as ${word}`),
    ...options.ignore.map((word) => `--ignore ${word}`),
    ...options.between.map((word) => `--between ${word}`),
    options.algorithm === "auto" ? "" : `algorithm ${options.algorithm}`,
  ].filter((text) => text !== "");
  table.append(row("Asked", rules.join("; ")));
  if (options.baseline !== null) {
    const gone = summary.gone === null || summary.gone === undefined ? "what is gone is not known" : `${summary.gone} gone`;
    table.append(row("Baseline", `${options.baseline}: ${summary.clashes - (summary.known ?? 0)} new, ${summary.known ?? 0} known, ${gone}`));
  }
  if (report.proof && report.proof.skipped.length > 0) {
    const named = report.proof.skipped.slice(0, 12).map(([a, b]) => `${report.bodies[a]} : ${report.bodies[b]}`);
    const more = report.proof.skipped.length - named.length;
    table.append(row("Left out", `by --ignore and --between, though their boxes are near: ${named.join("; ")}${more > 0 ? ` and ${more} more` : ""}`));
  }
  table.append(row("Proof", "A pair is proven apart by bounds where boxes around the bodies, rounded outward, are farther apart than the clearance. Every other pair is decided in exact arithmetic on the coordinates of the files."));
  table.append(row("Run", `${data.date}, Sunder ${data.program}, ${summary.seconds.toPrecision(3)} s, exit status ${summary.exit_status}`));
  return element("details", { class: "basis" }, element("summary", {}, "What this rests on"), table);
}

export function fillSummary(host: HTMLElement, data: Data, theme: HTMLElement): void {
  const { report } = data;
  const { summary } = report;
  if (data.bodies_alone) {
    document.title = plural(summary.bodies, "body", "bodies");
    host.append(element("div", { class: "head" }, element("h1", {}, document.title), theme));
    return;
  }
  const files = report.files.map((file) => file.path.split("/").pop() ?? file.path).join(", ");
  const known = summary.known;
  host.append(
    element("div", { class: "head" },
      element("div", {},
        element("p", { class: "files" }, files, " ", element("time", { datetime: data.date }, data.date.slice(0, 10))),
        element("h1", { class: summary.clashes > 0 ? "bad" : "good" }, headline(report)),
        known === undefined ? undefined : element("p", { class: "since" }, `Since the baseline: ${plural(summary.clashes - known, "new clash", "new clashes")}, ${known} known${typeof summary.gone === "number" ? `, ${summary.gone} gone` : ""}`)),
      theme),
    account(report), basis(data));
  document.title = `${headline(report)} – ${files}`;
}
