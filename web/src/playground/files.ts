// SPDX-License-Identifier: Apache-2.0
//
// Files that a visitor drops: Wavefront OBJ, OFF and STL. Decimal numbers become the nearest double, as the program takes
// them; the single precision of binary STL widens exactly.
import type { Vector } from "../vectors";

export interface Dropped {
  points: Vector[];
  triangles: [number, number, number][];
}

const kLargest = 32 << 20;  // bytes
const kMostTriangles = 50_000;
/** What the program reads as a number; JavaScript would take 0x10 and 0b1 too. */
const kDecimal = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

class Reader {
  readonly points: Vector[] = [];
  readonly triangles: [number, number, number][] = [];

  point(words: readonly string[], line: number): void {
    const numbers = words.slice(0, 3).map(Number);
    if (numbers.length < 3 || !words.slice(0, 3).every((word) => kDecimal.test(word)) || !numbers.every(Number.isFinite)) {
      throw new Error(`line ${line}: a point needs three finite numbers`);
    }
    this.points.push(numbers as unknown as Vector);
  }

  /** A face becomes a fan of triangles, as the program takes it. */
  face(corners: readonly number[], line: number): void {
    for (const corner of corners) {
      if (!Number.isInteger(corner) || corner < 0 || corner >= this.points.length) throw new Error(`line ${line}: a face names a point that is not there`);
    }
    for (let i = 2; i < corners.length; ++i) this.triangles.push([corners[0]!, corners[i - 1]!, corners[i]!]);
    if (this.triangles.length > kMostTriangles) throw new Error(`it has more than ${kMostTriangles} triangles, which would stop this page; use the program`);
  }
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
const wordsOf = (line: string): string[] => line.replace(/#.*/, "").trim().split(/\s+/).filter(Boolean);

function readObj(text: string): Dropped {
  const reader = new Reader();
  linesOf(text).forEach((line, i) => {
    const [kind, ...words] = wordsOf(line);
    if (kind === "v") reader.point(words, i + 1);
    else if (kind === "f") {
      if (words.length < 3) throw new Error(`line ${i + 1}: a face needs three corners`);
      reader.face(words.map((word) => {
        const at = Number(word.split("/")[0]);
        return at < 0 ? reader.points.length + at : at - 1;
      }), i + 1);
    }
  });
  return reader;
}

function readOff(text: string): Dropped {
  const lines = linesOf(text).map((line, i) => ({ words: wordsOf(line), line: i + 1 })).filter(({ words }) => words.length > 0);
  const head = lines.shift();
  if (head?.words[0] !== "OFF") throw new Error("line 1: an OFF file begins with OFF");
  const counts = head.words.length > 1 ? { ...head, words: head.words.slice(1) } : lines.shift();
  const [points, faces] = (counts?.words ?? []).map(Number);
  if (!Number.isInteger(points) || !Number.isInteger(faces)) throw new Error("the numbers of points and faces are missing");
  const reader = new Reader();
  for (const { words, line } of lines.slice(0, points!)) reader.point(words, line);
  if (reader.points.length < points!) throw new Error(`it has ${reader.points.length} points of ${points}`);
  const rows = lines.slice(points!, points! + faces!);
  if (rows.length < faces!) throw new Error(`it has ${rows.length} faces of ${faces}`);
  for (const { words, line } of rows) {
    const count = Number(words[0]);
    if (!(count >= 3 && words.length > count)) throw new Error(`line ${line}: a face needs its number of corners, three or more, and the corners`);
    reader.face(words.slice(1, count + 1).map(Number), line);
  }
  return reader;
}

/** Equal corners of an STL file are one point. */
function joined(corners: readonly Vector[]): Dropped {
  const reader = new Reader();
  const places = new Map<string, number>();
  const place = (p: Vector): number => {
    const key = p.map((x) => x + 0).join(" ");
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, reader.points.length);
    reader.points.push(p);
    return reader.points.length - 1;
  };
  for (let i = 0; i + 2 < corners.length; i += 3) reader.face([0, 1, 2].map((k) => place(corners[i + k]!)), i / 3 + 1);
  return reader;
}

function readStl(bytes: ArrayBuffer): Dropped {
  const view = new DataView(bytes);
  const count = bytes.byteLength >= 84 ? view.getUint32(80, true) : -1;
  if (bytes.byteLength === 84 + 50 * count) {
    const corners: Vector[] = [];
    for (let t = 0; t < Math.min(count, kMostTriangles + 1); ++t) {
      for (let k = 0; k < 3; ++k) {
        const at = 84 + 50 * t + 12 + 12 * k;
        const p: Vector = [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)];
        if (!p.every(Number.isFinite)) throw new Error(`triangle ${t + 1} has a corner that is not finite`);
        corners.push(p);
      }
    }
    return joined(corners);
  }
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*solid\b/.test(text)) throw new Error("it is neither a binary STL file of its length nor one in text");
  const reader = new Reader();
  linesOf(text).forEach((line, i) => {
    const words = wordsOf(line);
    if (words[0] === "vertex") reader.point(words.slice(1), i + 1);
  });
  if (reader.points.length % 3 !== 0) throw new Error("a triangle lacks a corner");
  return joined(reader.points);
}

/** Reads a file by the end of its name. Throws what is wrong with it, and where. */
export function readFile(name: string, bytes: ArrayBuffer): Dropped {
  if (bytes.byteLength > kLargest) throw new Error(`it has more than ${kLargest >> 20} MiB; use the program`);
  const kind = /\.(obj|off|stl)$/i.exec(name)?.[1]?.toLowerCase();
  if (!kind) throw new Error("only .obj, .off and .stl files are taken here; the program reads glTF too");
  const found = kind === "stl" ? readStl(bytes) : (kind === "obj" ? readObj : readOff)(new TextDecoder().decode(bytes));
  if (found.points.length === 0) throw new Error("it has no points");
  if (found.triangles.length === 0 && found.points.length > 20_000) throw new Error("it has more than 20000 points, which would stop this page; use the program");
  return found;
}
