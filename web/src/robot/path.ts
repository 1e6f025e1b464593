// SPDX-License-Identifier: Apache-2.0
//
// A path as the program wrote it: poses at moments, what meets there, and the verdict of each edge. The path's time is
// the edge's number plus the edge's time; the clock's seconds give longer edges more.
import { bytesOf, float32Of, type MeshData } from "../viewer/mesh";

export type Verdict = "free" | "hit" | "unresolved" | "not_examined";

export interface Edge {
  verdict: Verdict;
  /** metres; null for infinity */
  clearance?: [number, number | null];
  /** proven free before the first; of a hit, an overlap at the second */
  time?: [number, number];
  pair?: number;
  names?: [string, string];
}

/** What the program counted in a file of configurations. */
export interface Totals { configurations: number; separated: number; touching: number; overlapping: number; unresolved: number; refused: number }

export interface BodyData {
  name: string;
  mesh: number;
  /** row-major 3x4: in its link's frame, or in the world */
  pose: number[];
  kind: "robot" | "carried" | "scene";
  robot?: number;
  link?: string;
  frame?: number;
  shape?: string;
  why?: string;
}

export interface PathData {
  version: string;
  robots: string[];
  urdf: string;
  path: string;
  width: number;
  margin: number;
  variables: string[];
  slides: boolean[];
  wraps: boolean[];
  waypoints: number[];
  cancelled: boolean;
  counts: { total: number; examined: number; still: number; same_link: number; skipped: Record<string, number> };
  edges: Edge[];
  /** Of configurations that were checked one by one, and no path: their numbers in the file, and their verdicts in words.
   *  Each edge stands for the waypoint that it begins with. */
  numbers?: number[];
  words?: string[];
  totals?: Totals;
  /** bodies */
  pairs: [number, number][];
  frames: number;
  /** of each edge, its first moment; then the last of all */
  first: number[];
  times: string;
  translations: string;
  turns: string;
  /** a moment, and the pairs that overlap at it */
  meetings: number[][];
  /** whether the distances are those to other robots and the scene alone */
  beyond: boolean;
  distances: string;
  closest: number[];
  witnesses: string;
  meshes: MeshData[];
  bodies: BodyData[];
}

/** At speed 1 the fastest joint turns a radian a second, or slides this far. */
const kSlide = 0.25; // metres a second
const kShortest = 0.03; // seconds an edge
const kConfiguration = 0.4;
const kShortestPath = 3;
const kLongestPath = 60;

export interface Moment {
  /** before the time; the next one follows */
  index: number;
  /** from 0, at the moment, to 1, at the next */
  share: number;
}

export class Path {
  readonly count: number;
  /** of each moment: the path's time */
  readonly times: Float64Array;
  /** of each moment: metres between the closest pair; infinite if none was measured */
  readonly distances: Float32Array;
  readonly meets = new Map<number, readonly number[]>();
  /** of each edge, when it begins; then the length of all, in seconds */
  readonly begins: number[] = [0];
  private readonly translations: Float32Array;
  private readonly turns: Int16Array;
  private readonly witnesses: Float32Array;

  constructor(readonly data: PathData) {
    const times = float32Of(data.times);
    this.count = times.length;
    this.times = new Float64Array(this.count);
    let edge = 0;
    for (let m = 0; m < this.count; ++m) {
      while (edge + 1 < data.edges.length && m >= (data.first[edge + 1] as number)) ++edge;
      this.times[m] = edge + (times[m] as number);
    }
    this.translations = float32Of(data.translations);
    this.turns = new Int16Array(bytesOf(data.turns).buffer as ArrayBuffer);
    this.distances = float32Of(data.distances);
    this.witnesses = float32Of(data.witnesses);
    for (const [moment, ...pairs] of data.meetings) this.meets.set(moment as number, pairs);
    const lengths = data.edges.map((_, e) => Math.max(kShortest, this.duration(e)));
    const all = lengths.reduce((sum, length) => sum + length, 0);
    const scale = Math.min(Math.max(1, kShortestPath / all), kLongestPath / all);
    for (const length of lengths) this.begins.push((this.begins[this.begins.length - 1] as number) + length * scale);
  }

  get edges(): number {
    return this.data.edges.length;
  }
  get seconds(): number {
    return this.begins[this.edges] as number;
  }

  private change(edge: number, variable: number): number {
    const { variables, waypoints, wraps } = this.data;
    const at = edge * variables.length + variable;
    const whole = (waypoints[at + variables.length] as number) - (waypoints[at] as number);
    return wraps[variable] ? whole - 2 * Math.PI * Math.round(whole / (2 * Math.PI)) : whole;
  }
  private duration(edge: number): number {
    if (this.data.numbers) return kConfiguration;
    return this.data.slides.reduce((most, slides, v) => Math.max(most, Math.abs(this.change(edge, v)) / (slides ? kSlide : 1)), 0);
  }

  /** The clock's second of a time of the path, and back. */
  clock(time: number): number {
    const edge = Math.min(Math.max(Math.floor(time), 0), this.edges - 1);
    const [begin, end] = [this.begins[edge] as number, this.begins[edge + 1] as number];
    return begin + (time - edge) * (end - begin);
  }
  time(clock: number): number {
    const edge = lastAtMost(this.begins, clock, this.edges - 1);
    const [begin, end] = [this.begins[edge] as number, this.begins[edge + 1] as number];
    return edge + Math.min(1, (clock - begin) / (end - begin));
  }

  moment(time: number): Moment {
    // Between configurations there is nothing.
    if (this.data.numbers) return { index: Math.min(Math.floor(time), this.count - 1), share: 0 };
    const index = lastAtMost(this.times, time, Math.max(this.count - 2, 0));
    const [low, high] = [this.times[index] as number, this.times[index + 1] ?? time];
    return { index, share: high > low ? Math.min(1, Math.max(0, (time - low) / (high - low))) : 0 };
  }
  /** The moment that is nearest. */
  nearest(time: number): number {
    const { index, share } = this.moment(time);
    return share > 0.5 ? index + 1 : index;
  }

  /** Writes the pose of each frame, row-major 3x4: between moments by straight lines and even turns. */
  poses(time: number, out: Float64Array): void {
    const { index, share } = this.moment(time);
    const { frames } = this.data;
    const next = Math.min(index + 1, this.count - 1);
    const q = [0, 0, 0, 0];
    for (let f = 0; f < frames; ++f) {
      const [a, b] = [index * frames + f, next * frames + f];
      let dot = 0;
      for (let k = 0; k < 4; ++k) dot += (this.turns[4 * a + k] as number) * (this.turns[4 * b + k] as number);
      let squares = 0;
      for (let k = 0; k < 4; ++k) {
        q[k] = (this.turns[4 * a + k] as number) * (1 - share) + (this.turns[4 * b + k] as number) * share * (dot < 0 ? -1 : 1);
        squares += (q[k] as number) ** 2;
      }
      const s = 1 / Math.sqrt(squares);
      const [x, y, z, w] = q.map((part) => part * s) as [number, number, number, number];
      const r = [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)];
      for (let i = 0; i < 3; ++i) {
        for (let k = 0; k < 3; ++k) out[12 * f + 4 * i + k] = r[3 * i + k] as number;
        out[12 * f + 4 * i + 3] = (this.translations[3 * a + i] as number) * (1 - share) + (this.translations[3 * b + i] as number) * share;
      }
    }
  }

  /** The place of a frame at a moment. */
  place(moment: number, frame: number): [number, number, number] {
    const at = 3 * (moment * this.data.frames + frame);
    return [this.translations[at] as number, this.translations[at + 1] as number, this.translations[at + 2] as number];
  }

  /** The closest points at a moment: of the one body, and of the other. Nothing where they meet or are not known. */
  witness(moment: number): [number[], number[]] | undefined {
    const six = [...this.witnesses.slice(6 * moment, 6 * moment + 6)];
    return six.every(Number.isFinite) && (this.distances[moment] as number) > 0 ? [six.slice(0, 3), six.slice(3)] : undefined;
  }

  /** The variables at a time. */
  configuration(time: number): number[] {
    const edge = Math.min(Math.floor(time), this.edges - 1);
    const { variables, waypoints, numbers } = this.data;
    const share = numbers ? 0 : time - edge;
    return variables.map((_, v) => (waypoints[edge * variables.length + v] as number) + share * this.change(edge, v));
  }

  /** The moment of an edge at which the closest pair is closest, and how close. */
  closestOn(edge: number): { moment: number; distance: number } {
    const [from, to] = [this.data.first[edge] as number, this.data.first[edge + 1] as number];
    let best = from;
    for (let m = from; m <= to; ++m) if ((this.distances[m] as number) < (this.distances[best] as number)) best = m;
    return { moment: best, distance: this.distances[best] as number };
  }
}

/** The last index, up to `most`, whose value is at most this. */
function lastAtMost(values: ArrayLike<number>, value: number, most: number): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A length of metres, in the unit that reads best. */
export function lengthText(metres: number): string {
  const size = Math.abs(metres);
  if (size === 0) return "0";
  if (size < 1e-3) return `${Number((1e6 * metres).toPrecision(3))} µm`;
  if (size < 1) return `${Number((1e3 * metres).toPrecision(3))} mm`;
  return `${Number(metres.toPrecision(3))} m`;
}
