// SPDX-License-Identifier: Apache-2.0
//
// The page of `sunder check --html`. `#pair=KEY` in its address chooses a pair.
import "../viewer/page.css";
import "./style.css";
import { readData, themeButton } from "../viewer";
import { Checker } from "./check";
import { unpack, type Data, type Gone } from "./data";
import { Details } from "./details";
import { button, element } from "./dom";
import { Filters } from "./filters";
import { List } from "./list";
import { fillPrint } from "./printing";
import { linesOf, rowsOfData, type Line, type Row } from "./rows";
import { ReportScene } from "./scene";
import { fillSummary } from "./summary";
import { plural } from "./words";

const root = document.documentElement;
root.dataset["errors"] = "0";
const count = () => { root.dataset["errors"] = String(Number(root.dataset["errors"]) + 1); };
addEventListener("error", count);
addEventListener("unhandledrejection", count);

const place = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

function drawLine(line: { row: Row } | { gone: Gone }, host: HTMLElement): void {
  if ("gone" in line) {
    const [a, b, , was] = line.gone;
    host.classList.add("gone");
    host.append(element("span", { class: "names" }, element("span", {}, a), element("span", {}, b)),
      element("span", { class: "what" }, element("span", { class: "tag" }, "gone"), element("span", { class: "size" }, `was ${was}`)));
    host.title = `${a}\n${b}`;
    return;
  }
  const { row } = line;
  const size = row.depth !== "" ? `${row.depth} deep` : row.kind === "near" || row.kind === "clear" ? `${row.distance} apart` : "";
  host.classList.add(row.kind);
  host.append(
    element("span", { class: "names" }, element("span", {}, row.pair.a), element("span", {}, row.pair.b)),
    element("span", { class: "what" }, element("span", { class: `tag ${row.kind}` }, row.kind), element("span", { class: "size" }, size),
      row.fails && row.pair.known === false && element("span", { class: "tag new" }, "new")));
  host.title = `${row.pair.a}\n${row.pair.b}`;
}

function start(data: Data): void {
  const rows = rowsOfData(data);
  const byKey = new Map(rows.map((row) => [row.pair.key, row]));
  let lines: Line[] = [];
  let chosen: Row | undefined;

  let scene: ReportScene | undefined;
  const theme = themeButton((now) => scene?.setTheme(now));
  fillSummary(place("summary"), data, theme);
  document.body.classList.toggle("bodies-alone", data.bodies_alone);

  const details = new Details(place("details"), data, new Checker(data), (by) => { const row = list.beside(by); if (row) choose(row); }, () => choose(undefined));
  const list = new List(place("list"), drawLine, (row) => choose(row));

  function choose(row: Row | undefined, keepAddress = false): void {
    chosen = row;
    root.dataset["pair"] = row?.pair.key ?? "";
    delete root.dataset["checked"];
    list.mark(row?.index ?? -1);
    details.show(row);
    scene?.show(row);
    place("page").classList.toggle("chosen", row !== undefined);
    if (keepAddress) return;
    const address = row ? `#pair=${row.pair.key}` : location.pathname + location.search;
    // Some browsers refuse this of pages from disk.
    // A page in a notebook has no address.
    if (location.protocol === "about:") return;
    try { history.replaceState(null, "", address); } catch { if (row) location.hash = address; }
  }

  function refresh(): void {
    lines = linesOf(rows, filters.filter, data);
    list.set(lines);
    list.mark(chosen?.index ?? -1);
    const gone = lines.filter((line) => "gone" in line).length;
    const shown = list.count === rows.length ? plural(rows.length, "pair") : `${list.count.toLocaleString("en")} of ${plural(rows.length, "pair")}`;
    place("count").replaceChildren(gone > 0 ? `${shown}, ${gone.toLocaleString("en")} gone` : shown);
    root.dataset["rows"] = String(list.count);
  }
  const filters = new Filters(place("filters") as HTMLFormElement, rows, data.report.unit, data.report.options.baseline !== null, data.gone?.length ?? 0, data.report.files.length, refresh);
  refresh();
  details.show(undefined);

  const readAddress = () => {
    const key = /[#&]pair=([0-9a-f]+)/.exec(location.hash)?.[1];
    choose(key === undefined ? undefined : byKey.get(key), true);
  };
  addEventListener("hashchange", readAddress);
  addEventListener("keydown", (event) => {
    const at = event.target as HTMLElement;
    if (event.key === "Escape") choose(undefined);
    else if (at === document.body || at.closest("#details")) list.key(event);
  });
  // The chosen pair is printed, or all that are listed.
  addEventListener("beforeprint", () => {
    const viewer = place("viewer");
    viewer.classList.add("photographed"); // pictures of one form, whatever the window's is
    fillPrint(place("print"), data, lines, chosen, (row) => scene?.pictureOf(row));
    viewer.classList.remove("photographed");
    root.dataset["printed"] = String(place("print").querySelectorAll(".printed").length);
  });
  addEventListener("afterprint", () => { place("print").replaceChildren(); scene?.show(chosen); });
  const printing = button("Print the list", () => { choose(undefined); print(); });
  place("choice").insertBefore(printing, place("list"));
  printing.className = "print-list";

  const draw = () => {
    scene = new ReportScene(place("viewer"), data);
    scene.setTheme(root.dataset["theme"] === "dark" ? "dark" : "light");
    scene.onBody = (body) => { if (body >= 0 && !data.bodies_alone) filters.find(data.report.bodies[body] as string); };
    if (scene.undrawn.length > 0) {
      const names = scene.undrawn.slice(0, 3).map((body) => data.report.bodies[body]);
      place("picture").append(element("p", { class: "undrawn" }, `Not drawn, being a point, a segment or too large: ${names.join(", ")}${scene.undrawn.length > 3 ? ` and ${scene.undrawn.length - 3} more` : ""}.`));
    }
    if (scene.specks) place("picture").append(element("p", { class: "undrawn specks" }, "The bodies are too small to be seen here, beside how far they lie apart. Choose a pair."));
    readAddress();
    scene.viewer.drawNow();
    root.dataset["bodies"] = String(scene.viewer.count);
    root.dataset["ready"] = String(Math.round(performance.now()));
  };
  // The list is there first; the bodies follow.
  requestAnimationFrame(() => setTimeout(draw, 0));
}

const packed = readData<{ deflated: string }>();
if (packed) {
  unpack(packed).then(start, (error: unknown) => {
    count();
    place("summary").append(element("h1", { class: "bad" }, `This page cannot be read: ${error instanceof Error ? error.message : String(error)}`));
  });
} else {
  place("summary").append(element("h1", {}, "sunder check --html writes a report into this page."));
}
