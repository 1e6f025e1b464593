// SPDX-License-Identifier: Apache-2.0
//
// Values between JavaScript and the module, as web/wasm/message.hpp has them: little-endian, one after the other,
// without padding.
import { SunderError } from "./error.js";

/** What a message is about: bodies of the plane, of space, or of a dimension that the message names. */
export type Family = 2 | 3 | "n";
/** The end of the names of a family's functions. */
export const suffixes: Record<Family, string> = { 2: "_2", 3: "", n: "_n" };

export class Writer {
  /** Of the bodies that the message is about; `dimension` is a number in any case. */
  constructor(readonly family: Family = 3, readonly dimension: number = family === "n" ? 0 : family) {}
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;

  #grow(more: number): number {
    const at = this.#size;
    this.#size += more;
    if (this.#size > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(this.#size, 2 * this.#bytes.length));
      bytes.set(this.#bytes.subarray(0, at));
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer);
    }
    return at;
  }
  u8(value: number): void {
    const at = this.#grow(1);  // first: it may replace the view
    this.#view.setUint8(at, value);
  }
  i32(value: number): void {
    const at = this.#grow(4);  // first: it may replace the view
    this.#view.setInt32(at, value, true);
  }
  u32(value: number): void {
    const at = this.#grow(4);  // first: it may replace the view
    this.#view.setUint32(at, value, true);
  }
  f64(value: number): void {
    const at = this.#grow(8);  // first: it may replace the view
    this.#view.setFloat64(at, value, true);
  }
  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.u32(bytes.length);
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
  }
  /** A list of numbers; its length first. Typed arrays are in the machine's order, which is little-endian. */
  array(values: Float64Array | Int32Array | Uint8Array): void {
    this.u32(values.length);
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
  }
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}

export class Reader {
  readonly #view: DataView;
  #at = 0;
  /** Reads a copy: the module's memory may move at the next call. */
  constructor(bytes: Uint8Array, readonly family: Family = 3, readonly dimension: number = family === "n" ? 0 : family) {
    const copy = bytes.slice();
    this.#view = new DataView(copy.buffer);
  }
  #next(size: number): number {
    const at = this.#at;
    this.#at += size;
    return at;
  }
  u8(): number {
    return this.#view.getUint8(this.#next(1));
  }
  bool(): boolean {
    return this.u8() !== 0;
  }
  i32(): number {
    return this.#view.getInt32(this.#next(4), true);
  }
  u32(): number {
    return this.#view.getUint32(this.#next(4), true);
  }
  f64(): number {
    return this.#view.getFloat64(this.#next(8), true);
  }
  text(): string {
    const size = this.u32();
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#next(size), size));
  }
  /** A list of bytes; its length first. */
  bytes(): Uint8Array {
    const size = this.u32();
    return new Uint8Array(this.#view.buffer.slice(this.#next(size), this.#at));
  }
  doubles(count = this.u32()): Float64Array {
    return new Float64Array(this.#view.buffer.slice(this.#at, this.#next(8 * count) + 8 * count));
  }
  /** A point or a direction. */
  vector(): number[] {
    return [...this.doubles(this.family === "n" ? this.u32() : this.dimension)];
  }
  integers(count = this.u32()): Int32Array {
    return new Int32Array(this.#view.buffer.slice(this.#at, this.#next(4 * count) + 4 * count));
  }
}

/** How one type is written and read. Writing refuses what is of another type, and names the place. */
export interface Codec<T> {
  write(out: Writer, value: unknown, place: string): void;
  read(from: Reader): T;
}

export function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return String(value);
  return typeof value === "undefined" ? "missing" : `of type ${typeof value}`;
}

export function refuseType(value: unknown, place: string, expected: string): never {
  throw new SunderError("wrong_type", `${place} is ${describe(value)}; it must be ${expected}`);
}

export const real: Codec<number> = {
  write(out, value, place) {
    if (typeof value !== "number") refuseType(value, place, "a number");
    out.f64(value);
  },
  read: (from) => from.f64(),
};

export const int: Codec<number> = {
  write(out, value, place) {
    if (typeof value !== "number" || (value | 0) !== value) refuseType(value, place, "an integer of 32 bits");
    out.i32(value);
  },
  read: (from) => from.i32(),
};

/** One of a few words, which is its position. */
export function word<W extends string>(words: readonly W[]): Codec<W> {
  return {
    write(out, value, place) {
      const at = words.indexOf(value as W);
      if (at < 0) {
        const found = typeof value === "string" ? JSON.stringify(value) : describe(value);
        throw new SunderError("wrong_type", `${place} is ${found}; it must be one of ${words.join(", ")}`);
      }
      out.u8(at);
    },
    read: (from) => words[from.u8()]!,
  };
}

/** A list whose key is left out where it is empty. */
export function list<T>(item: Codec<T>): Codec<T[]> {
  return {
    write(out, value, place) {
      const items = value ?? [];
      if (!Array.isArray(items)) refuseType(value, place, "an array");
      out.u32(items.length);
      items.forEach((entry, i) => item.write(out, entry, `${place}[${i}]`));
    },
    read: (from) => Array.from({ length: from.u32() }, () => item.read(from)),
  };
}

/** An array of a fixed number of entries, each of its own type. */
export function row<T extends unknown[]>(...entries: { [K in keyof T]: Codec<T[K]> }): Codec<T> {
  return {
    write(out, value, place) {
      if (!Array.isArray(value)) refuseType(value, place, `an array of ${entries.length} entries`);
      if (value.length !== entries.length) {
        throw new SunderError("wrong_shape", `${place} has length ${value.length}; it must have length ${entries.length}`);
      }
      entries.forEach((entry, i) => entry.write(out, value[i], `${place}[${i}]`));
    },
    read: (from) => entries.map((entry) => entry.read(from)) as T,
  };
}

/** What may be left out. */
export function maybe<T>(value: Codec<T>): Codec<T | undefined> {
  return {
    write(out, given, place) {
      out.u8(given == null ? 0 : 1);
      if (given != null) value.write(out, given, place);
    },
    read: (from) => (from.bool() ? value.read(from) : undefined),
  };
}

/** Refuses what is no object, and keys that it does not have. */
export function fields(value: unknown, place: string, keys: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuseType(value, place, "an object");
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    throw new SunderError("unknown_key", `${place} has the key ${JSON.stringify(key)}; it takes ${keys.join(", ")}`);
  }
  return value as Record<string, unknown>;
}
