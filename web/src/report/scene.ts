// SPDX-License-Identifier: Apache-2.0
//
// The bodies of the report in the viewer, and what is drawn of a pair: its contact, its distance or its depth.
import { ShapeUtils, Vector2 } from "three";
import { dot, length, minus, plus } from "../vectors";
import { Viewer, type Overlay, type Rgb } from "../viewer";
import { composed, pointsOf, rowsOf, trianglesOf, type Data, type MeshData, type Vec } from "./data";
import { outlinesOf, placePoints, type Row } from "./rows";

/** The bodies of a pair: blue and orange, which the colour-blind tell apart, as in the pictures of --bcf. */
const kFirst: Rgb = [0.2, 0.53, 0.79];
const kSecond: Rgb = [0.93, 0.62, 0.16];

const kFar = 1000; // sizes of a body from the origin of the drawing: farther, single precision shows
const kSpeck = 1000; // times as small as the whole: less than a pixel or so

interface Box { low: Vec; high: Vec }
const emptyBox = (): Box => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });
const middle = (box: Box): Vec => plus(box.low, minus(box.high, box.low), 0.5);
const radius = (box: Box): number => length(minus(box.high, box.low)) / 2;

function grow(box: Box, p: Vec): void {
  for (const k of [0, 1, 2] as const) {
    box.low[k] = Math.min(box.low[k], p[k]);
    box.high[k] = Math.max(box.high[k], p[k]);
  }
}

export class ReportScene {
  readonly viewer: Viewer;
  /** Called with the body under a click, or -1. */
  onBody: (body: number) => void = () => {};
  /** Bodies that are not drawn: they have no triangles, or are too large. */
  readonly undrawn: number[] = [];
  private readonly overlay: Overlay;
  private readonly drawn: number[][] = []; // of each body, those of the viewer
  private readonly boxes: (Box | undefined)[] = [];
  private readonly centre: Vec;
  private readonly scale: number;
  private shown: Row | undefined;
  private painted = new Set<number>();

  constructor(host: HTMLElement, data: Data) {
    const extents = data.meshes.map((mesh) => {
      const box = emptyBox();
      const points = pointsOf(mesh);
      for (let i = 0; i < points.length; i += 3) grow(box, [points[i] as number, points[i + 1] as number, points[i + 2] as number]);
      return box;
    });
    const poses = data.poses.map((pose, body) => (data.parts[body] ?? []).map(([, part]) => composed(rowsOf(pose), rowsOf(part))));
    const all = emptyBox();
    data.parts.forEach((parts, body) => {
      const box = emptyBox();
      parts.forEach(([mesh], i) => {
        const { low, high } = extents[mesh] as Box;
        const rows = poses[body]?.[i] as number[];
        for (let corner = 0; corner < 8; ++corner) {
          const p = [0, 1, 2].map((k) => (corner & (1 << k) ? high : low)[k as 0]) as Vec;
          grow(box, [0, 1, 2].map((r) => dot(rows.slice(4 * r, 4 * r + 3) as Vec, p) + (rows[4 * r + 3] as number)) as Vec);
        }
      });
      const finite = [...box.low, ...box.high].every((x) => Math.abs(x) < 1e300);
      this.boxes.push(finite && parts.length > 0 ? box : undefined);
      if (finite && parts.length > 0) for (const p of [box.low, box.high]) grow(all, p);
    });
    this.centre = Number.isFinite(all.low[0]) ? middle(all) : [0, 0, 0];
    // The card has single precision, whose range is small: what is very large or very small is scaled.
    const extent = radius(all);
    this.scale = extent > 1e-9 && extent < 1e9 ? 1 : extent > 0 && Number.isFinite(extent) ? 1 / extent : 1;

    this.viewer = new Viewer(host, { up: data.y_up ? "y" : "z", label: "The bodies of this report" });
    const meshes: number[] = [];
    const added = (mesh: MeshData): number => {
      const indices = trianglesOf(mesh);
      return indices.length === 0 ? -1 : this.viewer.addMesh({ positions: pointsOf(mesh).map((x) => x * this.scale), indices });
    };
    const meshOf = (m: number): number => (meshes[m] ??= added(data.meshes[m] as MeshData));
    const owner: number[] = [];
    data.parts.forEach((parts, body) => {
      const mine: number[] = [];
      if (this.boxes[body]) {
        parts.forEach(([mesh], i) => {
          const drawn = meshOf(mesh);
          if (drawn < 0) return;
          const rows = poses[body]?.[i] as number[];
          const pose = rows.map((x, k) => (k % 4 === 3 ? (x - (this.centre[(k - 3) / 4] as number)) * this.scale : x));
          owner.push(body);
          mine.push(this.viewer.addBody(drawn, { name: data.report.bodies[body] as string, role: "body", pose }));
        });
      }
      if (mine.length === 0) this.undrawn.push(body);
      this.drawn.push(mine);
    });
    this.overlay = this.viewer.addOverlay();
    this.viewer.onPick = (body) => this.onBody(body < 0 ? -1 : (owner[body] as number));
    this.fitAll();
  }

  setTheme(theme: "light" | "dark"): void {
    this.viewer.setTheme(theme);
    this.draw();
  }

  /** Whether no body is large enough to be seen where all are shown. */
  get specks(): boolean {
    const sizeOf = (bodies: Iterable<number>) => {
      const box = emptyBox();
      for (const { x, y, z } of this.viewer.cornersOf(bodies)) grow(box, [x, y, z]);
      return radius(box);
    };
    const whole = sizeOf(Array(this.viewer.count).keys());
    for (let body = 0; body < this.viewer.count; ++body) if (kSpeck * sizeOf([body]) > whole) return false;
    return this.viewer.count > 0;
  }

  fitAll(): void {
    this.viewer.fit();
  }

  /** Shows a pair alone, the rest faded; or all bodies. */
  show(row: Row | undefined): void {
    this.shown = row;
    for (const body of this.painted) this.paint(body, undefined);
    this.painted = new Set();
    if (!row) {
      this.viewer.fade();
      this.draw();
      this.fitAll();
      return;
    }
    const { a_id: a, b_id: b } = row.pair;
    this.paint(a, kFirst);
    this.paint(b, kSecond);
    this.painted = new Set([a, b]);
    this.viewer.fade(new Set([...(this.drawn[a] ?? []), ...(this.drawn[b] ?? [])]));
    this.aim(row);
    this.draw();
  }

  /** A picture of a pair as a data URL, or nothing where nothing can be drawn. show() restores what was seen. */
  pictureOf(row: Row): string | undefined {
    if (!this.viewer.works) return undefined;
    if (row !== this.shown) this.show(row);
    return this.viewer.picture();
  }

  private paint(body: number, color: Rgb | undefined): void {
    for (const drawn of this.drawn[body] ?? []) this.viewer.setColor(drawn, color);
  }

  private moved(p: Vec): Vec {
    return minus(p, this.centre).map((x) => x * this.scale) as Vec;
  }

  private normalOf(row: Row): Vec | undefined {
    const { contact, point_a, point_b } = row.pair;
    const normal = contact?.normal ?? contact?.regions?.find((region) => region.normal && length(region.normal) > 0)?.normal;
    if (normal && length(normal) > 0) return normal;
    if (!point_a || !point_b) return undefined;
    const way = minus(point_b, point_a);
    const far = length(way);
    return far > 0 ? (way.map((x) => x / far) as Vec) : undefined;
  }

  /** Looks from above, beside the normal, at the place where the pair meets. */
  private aim(row: Row): void {
    const spot = emptyBox();
    for (const p of placePoints(row.pair)) grow(spot, p);
    const bodies = [this.boxes[row.pair.a_id], this.boxes[row.pair.b_id]].filter((box): box is Box => box !== undefined);
    const [first, second] = bodies;
    const small = first && second ? (radius(second) < radius(first) ? second : first) : (first ?? second);
    if (!small) return;
    const hasSpot = Number.isFinite(spot.low[0]);
    const size = radius(small);
    const { origin } = this.viewer;
    if (length(minus(this.moved(middle(small)), origin as Vec)) > kFar * size * this.scale) this.viewer.goTo(this.moved(middle(small)));
    // A small place on long bodies is seen from near, a large one as a whole.
    const reach = hasSpot ? Math.max(Math.min(size, Math.max(8 * radius(spot), size / 4)), radius(spot)) : size;
    const part = size > 0 ? Math.min(1, reach / size) : 1;
    const target = hasSpot ? plus(middle(spot), minus(middle(small), middle(spot)), part * part) : middle(small);
    const normal = this.normalOf(row);
    const { view } = this.viewer;
    view.elevation = 0.5;
    let least = Infinity;
    let best = view.azimuth;
    for (let i = 0; normal && i < 8; ++i) {
      view.azimuth = ((i + 0.6) * Math.PI) / 4;
      const way = view.direction();
      const along = Math.abs(dot(normal, [way.x, way.y, way.z]));
      if (along >= least - 1e-9) continue;
      least = along;
      best = view.azimuth;
    }
    view.azimuth = best;
    const corners: Vec[] = [];
    for (let corner = 0; corner < 8; ++corner) {
      corners.push(this.moved(target.map((x, k) => x + (corner & (1 << k) ? 0.62 : -0.62) * (reach || 1)) as Vec));
    }
    this.viewer.fitPoints(corners);
  }

  /** Draws where the chosen pair meets, or how far apart it is. */
  private draw(): void {
    this.overlay.clear();
    const row = this.shown;
    if (!row) return;
    const { palette } = this.viewer;
    const ink: Rgb = palette.ink;
    const mark = palette.roles.hit;
    const { pair } = row;
    const at = (p: Vec) => this.moved(p);
    const points = pair.contact?.points ?? [];
    for (const side of ["point_a", "point_b"] as const) {
      const outline = points.map((point) => at(point[side]));
      if (outline.length > 2) this.overlay.polygon(outline, mark, side === "point_a" ? 0.4 : 0.2);
      outline.forEach((p, i) => {
        if (outline.length > 1) this.overlay.segment(p, outline[(i + 1) % outline.length] as Vec, mark, { width: 2.5 });
        this.overlay.point(p, mark, 8);
      });
      if (pair.proximity !== "overlapping") break; // both sides are one
    }
    for (const region of pair.contact?.regions ?? []) {
      const outlines = outlinesOf(region.outline).map((outline) => outline.map(at));
      if (region.dimension === 2) this.patch(outlines, region.normal ?? [0, 0, 1], mark);
      for (const outline of outlines) {
        const closed = region.dimension === 2 ? [...outline, outline[0] as Vec] : outline;
        closed.slice(1).forEach((p, i) => this.overlay.segment(closed[i] as Vec, p, mark, { width: 2.5 }));
        if (outline.length === 1) this.overlay.point(outline[0] as Vec, mark);
      }
    }
    const normal = this.normalOf(row);
    const place = row.at;
    if (pair.proximity === "overlapping" && place) {
      const deep = pair.depth?.[1];
      if (normal && deep && points.length > 0) {
        const deepest = points.reduce((x, y) => (y.depth > x.depth ? y : x));
        this.overlay.arrow(at(deepest.point_b), at(deepest.point_a), ink, 3);
        this.overlay.label(`${row.depth} deep`, at(deepest.point_a), { priority: 3 });
      } else {
        this.overlay.label(row.depth ? `${row.depth} deep` : row.kind, at(place), { priority: 3 });
      }
    } else if (pair.proximity === "touching" && place) {
      this.overlay.label("touching", at(place), { priority: 3 });
    } else if (pair.point_a && pair.point_b && !pair.contact) {
      this.overlay.segment(at(pair.point_a), at(pair.point_b), ink, { width: 3 });
      this.overlay.point(at(pair.point_a), mark, 9);
      this.overlay.point(at(pair.point_b), mark, 9);
      this.overlay.label(`${row.distance} apart`, at(plus(pair.point_a, minus(pair.point_b, pair.point_a), 0.5)), { priority: 3 });
    }
    for (const [body, name] of [[pair.a_id, pair.a], [pair.b_id, pair.b]] as const) {
      const box = this.boxes[body];
      if (box) this.overlay.label(name, at(this.near(box, place)), { priority: 1 });
    }
  }

  /** A point of a box for its name: its middle, or nearer to a place that is seen from near. */
  private near(box: Box, place: Vec | undefined): Vec {
    const centre = middle(box);
    if (!place) return centre;
    const way = minus(centre, place);
    const far = length(way);
    const small = Math.min(...[this.shown?.pair.a_id, this.shown?.pair.b_id].map((id) => (id === undefined ? Infinity : radius(this.boxes[id] ?? box))));
    return far > small ? plus(place, way, small / far) : centre;
  }

  /** Fills a patch, which may have holes and bays. */
  private patch(outlines: Vec[][], normal: Vec, color: Rgb): void {
    const drop = [0, 1, 2].reduce((k, l) => (Math.abs(normal[l as 0]) > Math.abs(normal[k as 0]) ? l : k), 0);
    const [i, j] = [0, 1, 2].filter((k) => k !== drop) as [0 | 1 | 2, 0 | 1 | 2];
    const flat = outlines.map((outline) => outline.map((p) => new Vector2(p[i], p[j])));
    const [rim, ...holes] = flat;
    if (!rim || rim.length < 3) return;
    const corners = outlines.flat();
    for (const triangle of ShapeUtils.triangulateShape(rim, holes)) {
      this.overlay.triangles(triangle.map((k) => corners[k] as Vec), color, 0.4);
    }
  }
}
