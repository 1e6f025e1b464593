// SPDX-License-Identifier: Apache-2.0
//
// What the page shows, and its form in the address: everything that a visitor chose, with every double as it is.
import type { Vector } from "../vectors";

export type Question = "verdict" | "distance" | "depth" | "contact";
export const kQuestions: readonly Question[] = ["verdict", "distance", "depth", "contact"];
export type Side = "a" | "b";

/** The rows of a 3 x 4 matrix (R t). */
export type Matrix = readonly number[];
export const kStill: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/** A body as the kernel is given it. In the plane every z is 0. */
export interface BodyState {
  /** the family that it was made of, or "custom" */
  family: string;
  points: readonly Vector[];
  /** of a mesh */
  triangles?: readonly (readonly [number, number, number])[];
  /** in the plane: the points are the corners of a polygon, in order, that need not be convex */
  outline?: boolean;
  /** of a ball that pads the body */
  radius: number;
  pose: Matrix;
}

export interface State {
  scene: "space" | "plane" | "crowd";
  a: BodyState;
  b: BodyState;
  ask: Question;
  algorithm: string;
  /** the second algorithm; empty for none */
  beside: string;
  /** counted from 0; -1 for the answer */
  step: number;
  /** the case from a bug report that the bodies are of, unchanged; empty for none */
  example: string;
}

async function piped(bytes: Uint8Array, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(through as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function packed(value: unknown): Promise<string> {
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a link may say; a longer one is refused by some browsers and mail programs. */
const kLongestLink = 60_000;
/** What a link may unpack to. */
const kLargestState = 8_000_000;

async function unpacked(text: string): Promise<unknown> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new Error("it has other letters than a link has");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const plain = await piped(bytes, new DecompressionStream("deflate-raw")).catch(() => { throw new Error("it does not unpack"); });
  if (plain.length > kLargestState) throw new Error("it is too large");
  return JSON.parse(new TextDecoder().decode(plain));
}

/** The address of a state, without "#"; null where the bodies are too large for a link. */
export async function addressOf(state: State): Promise<string | null> {
  const told = new URLSearchParams();
  if (state.scene !== "space") told.set("scene", state.scene);
  if (state.scene === "crowd") return told.toString();
  if (state.example) told.set("case", state.example);
  else told.set("pair", await packed([state.a, state.b]));
  if (state.ask !== "distance") told.set("ask", state.ask);
  if (state.algorithm !== "auto") told.set("algorithm", state.algorithm);
  if (state.beside) told.set("beside", state.beside);
  if (state.step >= 0) told.set("step", String(state.step + 1));
  const address = told.toString();
  return address.length > kLongestLink ? null : address;
}

const isVector = (value: unknown): value is Vector => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);

function readBody(value: unknown): BodyState {
  const { family, points, triangles, outline, radius, pose } = (value ?? {}) as Record<string, unknown>;
  if (typeof family !== "string" || !Array.isArray(points) || points.length === 0 || !points.every(isVector)) throw new Error("it has no points");
  if (!(typeof radius === "number" && radius >= 0 && radius < Infinity)) throw new Error("its radius is no length");
  if (!Array.isArray(pose) || pose.length !== 12 || !pose.every(Number.isFinite)) throw new Error("its pose has not 12 numbers");
  const body: BodyState = { family, points, radius, pose, ...(outline === true ? { outline } : {}) };
  if (triangles === undefined) return body;
  const isCorner = (i: unknown) => Number.isInteger(i) && (i as number) >= 0 && (i as number) < points.length;
  if (!Array.isArray(triangles) || !triangles.every((t) => Array.isArray(t) && t.length === 3 && t.every(isCorner))) {
    throw new Error("its triangles name points that it has not");
  }
  return { ...body, triangles };
}

/** Reads an address. `start` gives what it leaves out, `example` the bodies of a case. Throws what is wrong with it. */
export async function stateOf(address: string, start: State, example: (name: string) => Pick<State, "scene" | "a" | "b"> | null): Promise<State> {
  const told = new URLSearchParams(address);
  const state: State = { ...start };
  const scene = told.get("scene");
  if (scene === "crowd" || scene === "plane" || scene === "space") state.scene = scene;
  const name = told.get("case");
  if (name) {
    const bodies = example(name);
    if (!bodies) throw new Error(`This link names the case \u201c${name}\u201d, which is not here.`);
    Object.assign(state, bodies, { example: name });
  }
  const pair = told.get("pair");
  if (pair) {
    try {
      const bodies = await unpacked(pair);
      if (!Array.isArray(bodies)) throw new Error("it has no two bodies");
      const [a, b] = bodies as unknown[];
      Object.assign(state, { a: readBody(a), b: readBody(b), example: "" });
    } catch (error) {
      throw new Error(`This link is damaged: its pair cannot be read (${(error as Error).message}).`);
    }
  }
  const ask = told.get("ask") as Question | null;
  state.ask = ask && kQuestions.includes(ask) ? ask : "distance";
  state.algorithm = told.get("algorithm") ?? "auto";
  state.beside = told.get("beside") ?? "";
  const step = Number(told.get("step") ?? 0);
  state.step = Number.isInteger(step) && step > 0 ? step - 1 : -1;
  return state;
}
