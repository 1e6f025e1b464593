// SPDX-License-Identifier: Apache-2.0
//
// Which pairs are listed, in which order and in which groups.
import type { Data, Gone, ReportPair, Vec } from "./data";

export type Kind = "overlapping" | "unresolved" | "contact" | "touching" | "near" | "clear";
/** The gravest first. */
export const kKinds: readonly Kind[] = ["overlapping", "unresolved", "contact", "touching", "near", "clear"];

/** A pair with what it is sorted and found by. */
export interface Row {
  index: number;
  pair: ReportPair;
  kind: Kind;
  fails: boolean;
  /** as the program printed them; empty where there is none */
  distance: string;
  depth: string;
  /** how deep, or minus how far apart: the graver, the greater */
  gravity: number;
  at: Vec | undefined;
  text: string;
}

export type Order = "gravity" | "name" | "place";
export type Grouping = "none" | "kind" | "system" | "body" | "file" | "place";

export interface Filter {
  words: string;
  kinds: ReadonlySet<Kind>;
  onlyNew: boolean;
  /** Is what the baseline lists and the report does not listed too? */
  gone: boolean;
  /** at least so deep; 0 for all */
  deeper: number;
  order: Order;
  group: Grouping;
}

/** A line of the list: a pair, the head of a group, or a pair that is gone. */
export type Line = { row: Row } | { head: string; count: number } | { gone: Gone };

function placeOf(pair: ReportPair): Vec | undefined {
  const points = placePoints(pair);
  if (points.length === 0) return undefined;
  const sum: Vec = [0, 0, 0];
  for (const point of points) for (let k = 0; k < 3; ++k) sum[k as 0] += (point[k as 0]) / points.length;
  return sum;
}

/** The outlines of a region: of a patch its rims, of a line its corners, or a point. */
export function outlinesOf(outline: Vec[] | Vec[][] | undefined): Vec[][] {
  if (!outline || outline.length === 0) return [];
  return Array.isArray((outline[0] as unknown[])[0]) ? (outline as Vec[][]) : [outline as Vec[]];
}

/** All points that say where a pair meets, or is closest. */
export function placePoints(pair: ReportPair): Vec[] {
  const points = [
    ...(pair.contact?.points ?? []).flatMap((p) => [p.point_a, p.point_b]),
    ...(pair.contact?.regions ?? []).flatMap((region) => outlinesOf(region.outline).flat()),
  ];
  if (points.length === 0) for (const p of [pair.point_a, pair.point_b]) if (p) points.push(p);
  return points;
}

export function rowsOfData(data: Data): Row[] {
  return data.report.pairs.map((pair, index) => {
    const [is, distance, depth] = data.shown[index] as [string, string, string];
    const gravity = pair.proximity === "overlapping" ? (pair.depth?.[1] ?? Infinity) : -(pair.distance?.[1] ?? Infinity);
    return {
      index, pair, kind: is as Kind, fails: data.fails[index] === 1, distance, depth, gravity, at: placeOf(pair),
      text: `${pair.a}\n${pair.b}`.toLowerCase(),
    };
  });
}

/** The part of a name above its last name: what belongs together. */
const systemOf = (name: string): string => {
  const cut = Math.max(name.lastIndexOf("/"), name.lastIndexOf(":"));
  return cut > 0 ? name.slice(0, cut) : name;
};

/** Number by which a place is found again: its cell of a grid over all places. */
class Cells {
  private readonly low: Vec = [Infinity, Infinity, Infinity];
  private size = 1;

  constructor(rows: readonly Row[]) {
    const high: Vec = [-Infinity, -Infinity, -Infinity];
    for (const { at } of rows) {
      if (!at) continue;
      for (const k of [0, 1, 2] as const) {
        this.low[k] = Math.min(this.low[k], at[k]);
        high[k] = Math.max(high[k], at[k]);
      }
    }
    const extent = Math.max(...[0, 1, 2].map((k) => high[k as 0] - this.low[k as 0]));
    // a round number, so that the edges of cells are readable
    this.size = extent > 0 ? 10 ** Math.round(Math.log10(extent / 6)) : 1;
  }

  cell(at: Vec): Vec {
    return at.map((x) => Math.floor(x / this.size)) as Vec;
  }

  name(at: Vec): string {
    const digits = Math.max(0, Math.min(12, -Math.round(Math.log10(this.size))));
    return this.cell(at).map((i, k) => `${"xyz"[k]} ${(i * this.size).toFixed(digits)} to ${((i + 1) * this.size).toFixed(digits)}`).join(", ");
  }
}

function sorted(rows: Row[], order: Order): Row[] {
  if (order === "name") return rows.sort((x, y) => compare(x.pair.a, y.pair.a) || compare(x.pair.b, y.pair.b) || x.index - y.index);
  if (order === "place") {
    const cells = new Cells(rows);
    const key = (row: Row) => (row.at ? cells.cell(row.at) : [Infinity, Infinity, Infinity]);
    const keys = new Map(rows.map((row) => [row, key(row)]));
    return rows.sort((x, y) => {
      const [p, q] = [keys.get(x) as Vec, keys.get(y) as Vec];
      return p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || x.index - y.index;
    });
  }
  return rows.sort((x, y) => kKinds.indexOf(x.kind) - kKinds.indexOf(y.kind) || (y.gravity > x.gravity ? 1 : y.gravity < x.gravity ? -1 : x.index - y.index));
}

const collator = new Intl.Collator(undefined, { numeric: true });
const compare = (x: string, y: string): number => collator.compare(x, y);

/** Does a pair have all words in its names, or as the beginning of its key? */
function hasWords(words: readonly string[], names: string, key: string): boolean {
  return words.every((word) => names.includes(word) || (word.length > 5 && key.startsWith(word)));
}

/** Lists what a filter leaves: pairs, then those that are gone. */
export function linesOf(rows: readonly Row[], filter: Filter, data: Data): Line[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const left = sorted(
    rows.filter((row) =>
      filter.kinds.has(row.kind) && (!filter.onlyNew || (row.fails && row.pair.known === false)) &&
      (filter.deeper <= 0 || (row.pair.proximity === "overlapping" && row.gravity >= filter.deeper)) &&
      hasWords(words, row.text, row.pair.key)),
    filter.order);
  const gone = filter.gone ? (data.gone ?? []).filter(([a, b, key]) => hasWords(words, `${a}\n${b}`.toLowerCase(), key)) : [];
  const tail: Line[] = gone.length > 0 ? [{ head: "Gone since the baseline", count: gone.length }, ...gone.map((pair) => ({ gone: pair }))] : [];
  return [...grouped(left, filter, data), ...tail];
}

function grouped(left: Row[], filter: Filter, data: Data): Line[] {
  if (filter.group === "none") return left.map((row) => ({ row }));
  const cells = new Cells(left);
  const files = data.report.files.map((file) => file.path);
  const nameOf = ({ pair, kind, at }: Row): string => {
    switch (filter.group) {
      case "kind": return kind;
      case "body": return pair.a;
      case "system": return [systemOf(pair.a), systemOf(pair.b)].sort(compare).join(" and ");
      case "file": return [...new Set([pair.a_id, pair.b_id].map((id) => files[data.file_of[id] as number] as string))].join(" and ");
      default: return at ? cells.name(at) : "no place";
    }
  };
  const groups = new Map<string, Row[]>();
  for (const row of left) {
    const name = nameOf(row);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const all = [...groups];
  if (filter.group !== "kind" && filter.order === "gravity") all.sort((x, y) => y[1].length - x[1].length || compare(x[0], y[0]));
  return all.flatMap(([head, group]) => [{ head, count: group.length }, ...group.map((row) => ({ row }))]);
}
