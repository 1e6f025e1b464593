// SPDX-License-Identifier: Apache-2.0
// Built from web/package/src by web/package/build.mjs.

// package/src/error.ts
var SunderError = class extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
  name = "SunderError";
};

// package/src/node.ts
async function nodeModule(name) {
  const { process } = globalThis;
  if (!process?.versions?.node) return void 0;
  return await import(
    /* @vite-ignore */
    /* webpackIgnore: true */
    `node:${name}`
  );
}

// package/src/files.ts
var files = {
  core: () => new URL("./sunder_core.wasm", import.meta.url),
  whole: () => new URL("./sunder_whole.wasm", import.meta.url)
};
async function bytesOf(url) {
  const disk = url.protocol === "file:" && await nodeModule("fs/promises");
  const refuse = (why) => {
    throw new SunderError("not_served", `${url.href} is not there (${why}); serve it beside the package's other files, or give load() the module`);
  };
  if (disk) return disk.readFile(url).catch((error) => refuse(error.message));
  const response = await fetch(url).catch((error) => refuse(error.message));
  if (!response.ok) refuse(`HTTP ${response.status}`);
  return response.arrayBuffer();
}

// package/src/codec.ts
var suffixes = { 2: "_2", 3: "", n: "_n" };
var Writer = class {
  /** Of the bodies that the message is about; `dimension` is a number in any case. */
  constructor(family = 3, dimension = family === "n" ? 0 : family) {
    this.family = family;
    this.dimension = dimension;
  }
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;
  #grow(more) {
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
  u8(value) {
    const at = this.#grow(1);
    this.#view.setUint8(at, value);
  }
  i32(value) {
    const at = this.#grow(4);
    this.#view.setInt32(at, value, true);
  }
  u32(value) {
    const at = this.#grow(4);
    this.#view.setUint32(at, value, true);
  }
  f64(value) {
    const at = this.#grow(8);
    this.#view.setFloat64(at, value, true);
  }
  text(value) {
    const bytes = new TextEncoder().encode(value);
    this.u32(bytes.length);
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
  }
  /** A list of numbers; its length first. Typed arrays are in the machine's order, which is little-endian. */
  array(values) {
    this.u32(values.length);
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
  }
  get bytes() {
    return this.#bytes.subarray(0, this.#size);
  }
};
var Reader = class {
  /** Reads a copy: the module's memory may move at the next call. */
  constructor(bytes, family = 3, dimension = family === "n" ? 0 : family) {
    this.family = family;
    this.dimension = dimension;
    const copy = bytes.slice();
    this.#view = new DataView(copy.buffer);
  }
  #view;
  #at = 0;
  #next(size) {
    const at = this.#at;
    this.#at += size;
    return at;
  }
  u8() {
    return this.#view.getUint8(this.#next(1));
  }
  bool() {
    return this.u8() !== 0;
  }
  i32() {
    return this.#view.getInt32(this.#next(4), true);
  }
  u32() {
    return this.#view.getUint32(this.#next(4), true);
  }
  f64() {
    return this.#view.getFloat64(this.#next(8), true);
  }
  text() {
    const size = this.u32();
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#next(size), size));
  }
  /** A list of bytes; its length first. */
  bytes() {
    const size = this.u32();
    return new Uint8Array(this.#view.buffer.slice(this.#next(size), this.#at));
  }
  doubles(count = this.u32()) {
    return new Float64Array(this.#view.buffer.slice(this.#at, this.#next(8 * count) + 8 * count));
  }
  /** A point or a direction. */
  vector() {
    return [...this.doubles(this.family === "n" ? this.u32() : this.dimension)];
  }
  integers(count = this.u32()) {
    return new Int32Array(this.#view.buffer.slice(this.#at, this.#next(4 * count) + 4 * count));
  }
};
function describe(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return String(value);
  return typeof value === "undefined" ? "missing" : `of type ${typeof value}`;
}
function refuseType(value, place, expected2) {
  throw new SunderError("wrong_type", `${place} is ${describe(value)}; it must be ${expected2}`);
}
var int = {
  write(out, value, place) {
    if (typeof value !== "number" || (value | 0) !== value) refuseType(value, place, "an integer of 32 bits");
    out.i32(value);
  },
  read: (from) => from.i32()
};
function list(item) {
  return {
    write(out, value, place) {
      const items = value ?? [];
      if (!Array.isArray(items)) refuseType(value, place, "an array");
      out.u32(items.length);
      items.forEach((entry, i) => item.write(out, entry, `${place}[${i}]`));
    },
    read: (from) => Array.from({ length: from.u32() }, () => item.read(from))
  };
}
function row(...entries) {
  return {
    write(out, value, place) {
      if (!Array.isArray(value)) refuseType(value, place, `an array of ${entries.length} entries`);
      if (value.length !== entries.length) {
        throw new SunderError("wrong_shape", `${place} has length ${value.length}; it must have length ${entries.length}`);
      }
      entries.forEach((entry, i) => entry.write(out, value[i], `${place}[${i}]`));
    },
    read: (from) => entries.map((entry) => entry.read(from))
  };
}
function fields(value, place, keys) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuseType(value, place, "an object");
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue;
    throw new SunderError("unknown_key", `${place} has the key ${JSON.stringify(key)}; it takes ${keys.join(", ")}`);
  }
  return value;
}

// package/src/module.ts
var pageBytes = 65536;
var initialPages = 64;
function reserve(pages) {
  for (let maximum = pages; ; maximum >>= 1) {
    try {
      return new WebAssembly.Memory({ initial: initialPages, maximum });
    } catch (error) {
      if (maximum / 2 >= initialPages) continue;
      throw new SunderError("out_of_memory", `there is no memory for a module (${error.message}): drop other modules first`);
    }
  }
}
var Module = class _Module {
  #exports;
  #decide;
  #memory;
  #freed;
  #end;
  /** What the library wrote before it ended. */
  #words = "";
  #objects = 0;
  constructor(compiled, options) {
    const pages = Math.floor((options.memoryLimit ?? 65536 * pageBytes) / pageBytes);
    if (!(pages >= initialPages && pages <= 65536)) {
      throw new SunderError("too_large", `memoryLimit is ${options.memoryLimit}; it must be from 4 MiB to 4 GiB`);
    }
    this.#memory = reserve(pages);
    const imports = { env: { memory: this.#memory } };
    const own = {
      out_of_memory: () => {
        throw new SunderError("out_of_memory", "the module has no memory left: free objects sooner, or load it with a higher memoryLimit");
      },
      fd_write: (_file, lists, count, written) => this.#print(lists, count, written)
    };
    for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
      if (kind === "function") (imports[module] ??= {})[name] = own[name] ?? (() => 52);
    }
    const refuse = (why) => {
      throw new SunderError("wrong_type", `the module is not one of sunder-geometry: ${why}; give sunder_core.wasm or sunder_whole.wasm of this version`);
    };
    try {
      this.#exports = new WebAssembly.Instance(compiled, imports).exports;
    } catch (error) {
      refuse(error.message);
    }
    for (const name of ["_initialize", "start", "open_request", "verify_certificate"]) {
      if (!(name in this.#exports)) refuse(`it has no ${name}()`);
    }
    this.#decide = this.#exports["decide"];
    this.#freed = new FinalizationRegistry((handle) => this.#release(handle));
    this.#exports["_initialize"]();
    this.#exports["start"]();
  }
  /** Compiles the bytes of a module. */
  static async compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    try {
      return await WebAssembly.compile(source);
    } catch (error) {
      throw new SunderError("wrong_type", `the module is no WebAssembly: ${error.message}; give the bytes of sunder_core.wasm or sunder_whole.wasm`);
    }
  }
  static async from(source, options = {}) {
    return new _Module(await _Module.compile(source), options);
  }
  #print(lists, count, written) {
    const view = new DataView(this.#memory.buffer);
    let size = 0;
    for (let i = 0; i < count; ++i) {
      const at = view.getUint32(lists + 8 * i, true), length = view.getUint32(lists + 8 * i + 4, true);
      this.#words += new TextDecoder().decode(new Uint8Array(this.#memory.buffer, at, length));
      size += length;
    }
    view.setUint32(written, size, true);
    return 0;
  }
  /** Runs calls of the module. After a trap nothing in it can be trusted, so it is used no more. */
  run(work) {
    if (this.#end) throw this.#endedBefore();
    try {
      return work(this.#exports, this.#memory);
    } catch (error) {
      throw this.#endOf(error);
    }
  }
  #endedBefore() {
    return new SunderError(this.#end.code, `this module ended before: ${this.#end.message}; load it again`);
  }
  /** What to throw for what a call threw. All but a refusal ends the module. */
  #endOf(error) {
    if (error instanceof SunderError && error.code !== "out_of_memory") return error;
    this.#end = error instanceof SunderError ? error : new SunderError("out_of_memory", this.#words.trim() || `the module ended (${error.message})`);
    return this.#end;
  }
  /**
   * The verdict of two polytopes as a number: what run() does, without a closure and without `memory.buffer`, which cost as
   * much as the verdict itself. A form is that of a pose, whose numbers lie in poses(), or the address of a prepared pose.
   */
  decide(a, formA, b, formB) {
    if (this.#end) throw this.#endedBefore();
    let code;
    try {
      code = this.#decide(a, formA, b, formB);
    } catch (error) {
      throw this.#endOf(error);
    }
    if (code < 0) throw this.run((exports, memory) => this.#refusal(exports, memory));
    return code;
  }
  /** Where decide() reads poses. The view loses its length when the memory moves. */
  poses() {
    return this.run((exports, memory) => new Float64Array(memory.buffer, exports["pose_address"]() >>> 0, 24));
  }
  #refusal(exports, memory) {
    const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]()));
    return new SunderError(from.text(), from.text());
  }
  /** Calls a function with a request; returns its answer, or throws what it refused. */
  call(name, request) {
    const bytes = request.bytes;
    return this.run((exports, memory) => {
      const at = exports["open_request"](bytes.length) >>> 0;
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const succeeded = exports[name]();
      const answer = new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]());
      const reader = new Reader(answer, request.family, request.dimension);
      if (succeeded === 0) throw new SunderError(reader.text(), reader.text());
      return reader;
    });
  }
  /** Calls a function that takes a handle and writes its answer. */
  ask(name, address, family) {
    return this.run((exports, memory) => {
      exports[name](address);
      return new Reader(new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]()), family);
    });
  }
  /** Does this module have such a function? */
  has(name) {
    return name in this.#exports;
  }
  #release(handle) {
    if (this.#end) return;
    --this.#objects;
    this.run((exports) => exports["release"](handle));
  }
  /** Releases an object with its owner, if the owner does not do it before. */
  own(owner, handle) {
    ++this.#objects;
    this.#freed.register(owner, handle, owner);
  }
  disown(owner, handle) {
    this.#freed.unregister(owner);
    this.#release(handle);
  }
  /** Objects that were made and not freed. */
  get objects() {
    return this.#objects;
  }
  /** Bytes of memory that the module has taken. It never gives any back. */
  get memory() {
    return this.#memory.buffer.byteLength;
  }
};
var dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
var Handle = class _Handle {
  #module;
  #handle;
  constructor(module, handle) {
    this.#module = module;
    this.#handle = handle;
    module.own(this, handle);
  }
  /** Gives the memory back at once. A second call does nothing; every other use throws from then on. */
  free() {
    if (this.#handle === 0) return;
    const handle = this.#handle;
    this.#handle = 0;
    this.#module.disown(this, handle);
  }
  [dispose]() {
    this.free();
  }
  /** Was it given back? */
  get isFreed() {
    return this.#handle === 0;
  }
  /** The address for a call of this module; `what` names the argument. */
  static address(value, module, what) {
    if (!(value instanceof _Handle)) {
      throw new SunderError("wrong_type", `${what} is no object of sunder; make one first`);
    }
    if (value.#handle === 0) throw new SunderError("freed", `${what} was freed; make it again`);
    if (value.#module !== module) {
      throw new SunderError("wrong_type", `${what} belongs to another module; make it with this one`);
    }
    return value.#handle;
  }
};

// package/src/proofs.ts
var integer = /^-?[0-9]+(\/-?[0-9]+)?$/;
var exact = {
  write(out, value, place) {
    if (typeof value === "number") {
      out.f64(value);
      out.text("");
    } else if (typeof value === "string" && integer.test(value)) {
      out.f64(Number(value));
      out.text(value);
    } else {
      refuseType(value, place, "a number, or a decimal integer in a string");
    }
  },
  read(from) {
    const value = from.f64();
    return from.text() || value;
  }
};
var exacts = list(exact);
var pairs = list(row(int, int));
var weighted = list(row(int, exact));
var ints = list(int);
function writeFacets(out, value, place) {
  const rows = value ?? [];
  if (!Array.isArray(rows)) refuseType(value, place, "an array of facets");
  for (const [i, facet] of rows.entries()) {
    if (!Array.isArray(facet) || facet.length !== out.dimension) refuseType(facet, `${place}[${i}]`, `an array of ${out.dimension} corners`);
  }
  ints.write(out, rows.flat(), place);
}
function readFacets(from) {
  const all = ints.read(from), d = from.dimension;
  return Array.from({ length: all.length / d }, (_, i) => all.slice(d * i, d * i + d));
}
function without(value) {
  for (const key of Object.keys(value)) {
    const entry = value[key];
    if (entry === void 0 || Array.isArray(entry) && entry.length === 0) delete value[key];
  }
  return value;
}
var verdicts = ["separated", "touching", "overlapping"];
var margins = ["closer", "exactly", "farther"];
function writeEnds(out, value, place) {
  const ends = value ?? [0, 0];
  if (!Array.isArray(ends) || ends.length !== 2) refuseType(value, place, "an interval [lower, upper]");
  const [lower, upper] = ends;
  if (typeof lower !== "number") refuseType(lower, `${place}[0]`, "a number");
  if (typeof upper !== "number" && upper !== null) refuseType(upper, `${place}[1]`, "a number or null");
  out.f64(lower);
  out.f64(upper ?? Infinity);
}
var certificateKeys = ["direction", "pairs", "a", "b", "distance", "depth"];
function writeCertificate(out, certificate, claim) {
  const place = "certificate";
  const c = certificate == null ? {} : fields(certificate, place, certificateKeys);
  out.u8(verdicts.indexOf(claim.verdict));
  exacts.write(out, c["direction"], `${place}.direction`);
  pairs.write(out, c["pairs"], `${place}.pairs`);
  weighted.write(out, c["a"], `${place}.a`);
  weighted.write(out, c["b"], `${place}.b`);
  out.u8(claim.distance ? 1 : 0);
  if (claim.distance) {
    const d = fields(c["distance"] ?? {}, `${place}.distance`, ["direction", "a", "b"]);
    writeEnds(out, claim.distance, "distance");
    exacts.write(out, d["direction"], `${place}.distance.direction`);
    weighted.write(out, d["a"], `${place}.distance.a`);
    weighted.write(out, d["b"], `${place}.distance.b`);
  }
  out.u8(claim.depth ? 1 : 0);
  if (claim.depth) {
    const d = fields(c["depth"] ?? {}, `${place}.depth`, ["direction", "pairs", "facets"]);
    writeEnds(out, claim.depth, "depth");
    exacts.write(out, d["direction"], `${place}.depth.direction`);
    pairs.write(out, d["pairs"], `${place}.depth.pairs`);
    writeFacets(out, d["facets"], `${place}.depth.facets`);
  }
}
function readCertificate(from) {
  const claim = { verdict: verdicts[from.u8()] };
  const certificate = {
    direction: exacts.read(from),
    pairs: pairs.read(from),
    a: weighted.read(from),
    b: weighted.read(from)
  };
  if (from.bool()) {
    claim.distance = readEnds(from);
    const proof = without({ direction: exacts.read(from), a: weighted.read(from), b: weighted.read(from) });
    if (Object.keys(proof).length > 0) certificate.distance = proof;
  }
  if (from.bool()) {
    claim.depth = readEnds(from);
    const proof = without({ direction: exacts.read(from), pairs: pairs.read(from), facets: readFacets(from) });
    if (Object.keys(proof).length > 0) certificate.depth = proof;
  }
  without(certificate);
  return { certificate: Object.keys(certificate).length > 0 ? certificate : null, claim };
}
function readEnds(from) {
  const lower = from.f64();
  const upper = from.f64();
  return [lower, Number.isFinite(upper) ? upper : null];
}
function writeMarginCertificate(out, certificate, verdict) {
  const place = "margin_certificate";
  const c = certificate == null ? {} : fields(certificate, place, ["direction", "a", "b", "pairs", "facets"]);
  out.u8(margins.indexOf(verdict));
  exacts.write(out, c["direction"], `${place}.direction`);
  weighted.write(out, c["a"], `${place}.a`);
  weighted.write(out, c["b"], `${place}.b`);
  pairs.write(out, c["pairs"], `${place}.pairs`);
  writeFacets(out, c["facets"], `${place}.facets`);
}
function readMarginCertificate(from) {
  const verdict = margins[from.u8()];
  const certificate = without({
    direction: exacts.read(from),
    a: weighted.read(from),
    b: weighted.read(from),
    pairs: pairs.read(from),
    facets: readFacets(from)
  });
  return { verdict, certificate: Object.keys(certificate).length > 0 ? certificate : null };
}
function writePartPoint(out, value, place) {
  const p = value == null ? {} : fields(value, place, ["triangle", "weights"]);
  int.write(out, p["triangle"] ?? -1, `${place}.triangle`);
  weighted.write(out, p["weights"], `${place}.weights`);
}
function readPartPoint(from) {
  const triangle = from.i32();
  const weights = weighted.read(from);
  if (weights.length === 0) return void 0;
  return triangle < 0 ? { weights } : { triangle, weights };
}
var cuts = list(row(int, int, int, int, exacts));
var separation = {
  write(out, value, place) {
    const s = fields(value, place, ["part_a", "part_b", "cut", "winding"]);
    const cut = fields(s["cut"], `${place}.cut`, ["order_a", "order_b", "pairs"]);
    const winding = s["winding"] == null ? {} : fields(s["winding"], `${place}.winding`, ["a", "b"]);
    int.write(out, s["part_a"], `${place}.part_a`);
    int.write(out, s["part_b"], `${place}.part_b`);
    ints.write(out, cut["order_a"], `${place}.cut.order_a`);
    ints.write(out, cut["order_b"], `${place}.cut.order_b`);
    cuts.write(out, cut["pairs"], `${place}.cut.pairs`);
    ints.write(out, winding["a"], `${place}.winding.a`);
    ints.write(out, winding["b"], `${place}.winding.b`);
  },
  read(from) {
    const part_a = from.i32(), part_b = from.i32();
    const orders = without({ order_a: ints.read(from), order_b: ints.read(from), pairs: [] });
    const cut = { ...orders, pairs: cuts.read(from) };
    const winding = without({ a: ints.read(from), b: ints.read(from) });
    return Object.keys(winding).length > 0 ? { part_a, part_b, cut, winding } : { part_a, part_b, cut };
  }
};
var separations = list(separation);
var triples = list(row(int, int, int));
var covers = list({
  write(out, value, place) {
    const c = fields(value, place, ["part", "triangles"]);
    int.write(out, c["part"], `${place}.part`);
    triples.write(out, c["triangles"], `${place}.triangles`);
  },
  read: (from) => ({ part: from.i32(), triangles: triples.read(from) })
});
function writeBodyCertificate(out, certificate, claim, place = "certificate") {
  const keys = ["part_a", "part_b", "point", "a", "b", "separations", "covers", "distance"];
  const c = certificate == null ? {} : fields(certificate, place, keys);
  out.u8(verdicts.indexOf(claim.verdict));
  int.write(out, c["part_a"] ?? -1, `${place}.part_a`);
  int.write(out, c["part_b"] ?? -1, `${place}.part_b`);
  writePartPoint(out, c["a"], `${place}.a`);
  writePartPoint(out, c["b"], `${place}.b`);
  exacts.write(out, c["point"], `${place}.point`);
  separations.write(out, c["separations"], `${place}.separations`);
  const covered = c["covers"] == null ? {} : fields(c["covers"], `${place}.covers`, ["a", "b"]);
  covers.write(out, covered["a"], `${place}.covers.a`);
  covers.write(out, covered["b"], `${place}.covers.b`);
  out.u8(claim.distance ? 1 : 0);
  if (claim.distance) {
    const d = c["distance"] == null ? {} : fields(c["distance"], `${place}.distance`, ["part_a", "part_b", "a", "b"]);
    writeEnds(out, claim.distance, "distance");
    int.write(out, d["part_a"] ?? -1, `${place}.distance.part_a`);
    int.write(out, d["part_b"] ?? -1, `${place}.distance.part_b`);
    writePartPoint(out, d["a"], `${place}.distance.a`);
    writePartPoint(out, d["b"], `${place}.distance.b`);
  }
}
function readBodyCertificate(from) {
  const claim = { verdict: verdicts[from.u8()] };
  const part_a = from.i32(), part_b = from.i32();
  const certificate = part_a < 0 ? {} : { part_a, part_b };
  const a = readPartPoint(from), b = readPartPoint(from);
  const point = exacts.read(from);
  if (point.length > 0) certificate.point = point;
  if (a) certificate.a = a;
  if (b) certificate.b = b;
  const lists = separations.read(from);
  if (lists.length > 0) certificate.separations = lists;
  const covered = without({ a: covers.read(from), b: covers.read(from) });
  if (Object.keys(covered).length > 0) certificate.covers = covered;
  if (from.bool()) {
    claim.distance = readEnds(from);
    const proof = { part_a: from.i32(), part_b: from.i32() };
    const end_a = readPartPoint(from), end_b = readPartPoint(from);
    if (end_a) proof.a = end_a;
    if (end_b) proof.b = end_b;
    if (end_a || end_b) certificate.distance = proof;
  }
  return { certificate: Object.keys(certificate).length > 0 ? certificate : null, claim };
}

// package/src/answers.ts
var verdicts2 = ["separated", "touching", "overlapping"];
var events = ["direction", "simplex", "axis", "pivot", "projection"];
function verdictOf(code) {
  const verdict = verdicts2[code];
  if (verdict === void 0) throw new Error("no verdict was proven; that is a defect of this library");
  return verdict;
}
function readVector(from) {
  return from.vector();
}
function readDecision(from) {
  const verdict = verdictOf(from.u8());
  return { meets: verdict !== "separated", verdict, stage: from.text(), decided_by: from.text() };
}
function readPlace(from) {
  if (!from.bool()) return { normal: null, point_a: null, point_b: null };
  return { normal: readVector(from), point_a: readVector(from), point_b: readVector(from) };
}
function readList(from, read) {
  return Array.from({ length: from.u32() }, () => read(from));
}
function readStep(from) {
  return {
    algorithm: from.text(),
    event: events[from.u8()],
    pairs: readList(from, (f) => [f.i32(), f.i32()]),
    direction: [...from.doubles()],
    value: from.f64(),
    outline_a: [...from.doubles()],
    outline_b: [...from.doubles()]
  };
}
function readFeature(from) {
  return { kind: from.text(), vertices: [...from.integers()] };
}
function readRest(from, answer, asked) {
  const why = from.text();
  if (why !== "") answer.why = why;
  if (from.bool()) {
    const { certificate } = readCertificate(from);
    if (asked.certify) answer.certificate = certificate;
  }
  const trace = readList(from, readStep);
  if (asked.trace) answer.trace = trace;
  return answer;
}
var readPair = {
  verdict: (from, asked) => readRest(from, readDecision(from), asked),
  distance: (from, asked) => readRest(from, { ...readDecision(from), distance: readEnds(from), ...readPlace(from) }, asked),
  closest: (from) => ({ ...readDecision(from), distance: readEnds(from), ...readPlace(from) }),
  depth: (from, asked) => readRest(from, { ...readDecision(from), depth: readEnds(from), ...readPlace(from) }, asked),
  signed: (from, asked) => readRest(from, { ...readDecision(from), signed_distance: readEnds(from), ...readPlace(from) }, asked),
  contact(from, asked) {
    const answer = {
      ...readDecision(from),
      depth: readEnds(from),
      ...readPlace(from),
      points: readList(from, (f) => ({
        point_a: readVector(f),
        point_b: readVector(f),
        depth: f.f64(),
        id: { a: [f.i32(), f.i32()], b: [f.i32(), f.i32()] }
      })),
      found: from.u32(),
      dimension: from.i32()
    };
    return readRest(from, answer, asked);
  },
  relation(from, asked) {
    const answer = {
      ...readDecision(from),
      relation: from.text(),
      feature_a: readFeature(from),
      feature_b: readFeature(from),
      contact_dimension: from.i32(),
      a_in_b: from.bool(),
      b_in_a: from.bool()
    };
    return readRest(from, answer, asked);
  },
  contains: (from) => ({ contained: from.bool(), outside: from.i32() }),
  margin(from, asked) {
    const answer = ofMargin(readDecision(from));
    if (from.bool()) {
      const { certificate } = readMarginCertificate(from);
      if (asked.certify) answer.margin_certificate = certificate;
    }
    const trace = readList(from, readStep);
    if (asked.trace) answer.trace = trace;
    return answer;
  }
};
function ofMargin({ verdict, stage, decided_by }) {
  const words = { separated: "farther", touching: "exactly", overlapping: "closer" };
  return { padded: verdict, margin: words[verdict], stage, decided_by };
}
function readParts(from) {
  const part_a = from.i32(), part_b = from.i32(), one = from.i32(), other = from.i32();
  return from.dimension === 2 ? { part_a, part_b, piece_a: one, piece_b: other } : { part_a, part_b, triangle_a: one, triangle_b: other };
}
function readWhy(from) {
  const why = from.text();
  return why === "" ? {} : { why };
}
function readBodyProof(from, certify, key) {
  if (!certify || !from.bool()) return {};
  return { [key]: readBodyCertificate(from).certificate };
}
var reasons = ["piercing", "plane_between", "same_side", "common_direction", "nothing_common", "crossing", "no_crossing"];
var bodyEvents = ["convex", "apart", "boxes", "contact", "enclosure"];
function readBodyStep(from) {
  const vectors = (f) => readList(f, readVector);
  const arcs = (f) => readList(f, (g) => [readVector(g), readVector(g)]);
  const corners = (f) => [readVector(f), readVector(f), readVector(f)];
  const event = bodyEvents[from.u8()];
  const common = { part_a: from.i32(), part_b: from.i32(), overlaps: from.bool() };
  const boxes = {
    boxes_opened: from.f64(),
    leaf_pairs: from.f64(),
    triangle_pairs: from.f64(),
    triangles_left: from.f64(),
    near_a: [...from.integers()],
    near_b: [...from.integers()]
  };
  const contact = {
    triangle_a: from.i32(),
    triangle_b: from.i32(),
    corners_a: corners(from),
    corners_b: corners(from),
    in_doubles: from.bool(),
    feature_a: vectors(from),
    feature_b: vectors(from),
    reason: reasons[from.u8()],
    direction: readVector(from),
    cone_a: arcs(from),
    cone_b: arcs(from)
  };
  const enclosure = {
    side: from.i32(),
    start: readVector(from),
    direction: contact.direction,
    winding: from.i32(),
    crossings: readList(from, (f) => ({ triangle: f.i32(), sign: f.i32(), at: readVector(f) }))
  };
  switch (event) {
    case "boxes":
      return { event, ...common, ...boxes };
    case "contact":
      return { event, ...common, ...contact };
    case "enclosure":
      return { event, ...common, ...enclosure };
    default:
      return { event, ...common };
  }
}
var readBodies = {
  verdict(from, { certify, trace }) {
    const answer = { ...readDecision(from), ...readParts(from), ...readWhy(from), ...readBodyProof(from, certify, "certificate") };
    return trace ? { ...answer, steps: readList(from, readBodyStep), steps_left_out: from.f64() } : answer;
  },
  distance: (from, certify) => ({
    ...readDecision(from),
    distance: readEnds(from),
    ...readPlace(from),
    ...readParts(from),
    ...readWhy(from),
    ...readBodyProof(from, certify, "certificate")
  }),
  depth(from) {
    const decision = readDecision(from), depth = readEnds(from), normal = readVector(from);
    const known = from.dimension === 3 && decision.verdict === "overlapping";
    return { ...decision, depth, normal: known ? normal : null, point_a: null, point_b: null, ...readParts(from), ...readWhy(from) };
  },
  contact: (from, readRegion2) => ({ ...readDecision(from), regions: readList(from, readRegion2) }),
  contains(from) {
    const contained = from.bool(), part = from.i32(), at = from.i32();
    return from.dimension === 2 ? { contained, part, edge: at } : { contained, part, triangle: at };
  },
  margin: (from, certify) => ({
    ...ofMargin(readDecision(from)),
    ...readParts(from),
    ...readWhy(from),
    ...readBodyProof(from, certify, "margin_certificate")
  })
};
function readRegion(from) {
  return {
    dimension: from.i32(),
    part_a: from.i32(),
    part_b: from.i32(),
    normal: readVector(from),
    length: from.f64(),
    area: from.f64(),
    outline: readList(from, (f) => readList(f, readVector))
  };
}
function readPlaneRegion(from) {
  return {
    dimension: from.i32(),
    part_a: from.i32(),
    part_b: from.i32(),
    normal: readVector(from),
    length: from.f64(),
    ends: [readVector(from), readVector(from)],
    edges: readList(from, (f) => [f.i32(), f.i32()])
  };
}
var results = ["free", "hit", "unresolved"];
function readCast(from, convex) {
  const result = results[from.u8()], time = readEnds(from), start = verdictOf(from.u8()), steps = from.i32();
  const { normal, point_a } = readPlace(from);
  const answer = { hit: result === "hit", result, time, start, steps, normal, point: point_a };
  if (convex) return answer;
  const parts = { part_a: from.i32(), part_b: from.i32() }, one = from.i32(), other = from.i32();
  return from.dimension === 2 ? { ...answer, ...parts, edge_a: one, edge_b: other } : { ...answer, ...parts, triangle_a: one, triangle_b: other };
}
function readDerivative(from) {
  const answer = { ...readDecision(from), signed_distance: readEnds(from), ...readPlace(from) };
  const valid = from.bool(), count = from.dimension === 2 ? 1 : 3;
  const slopes = {
    translation_a: readVector(from),
    translation_b: readVector(from),
    rotation_a: [...from.doubles(count)],
    rotation_b: [...from.doubles(count)],
    unique_translation: from.bool(),
    unique_rotation: from.bool(),
    feature_a: readFeature(from),
    feature_b: readFeature(from)
  };
  return valid ? { ...answer, ...slopes } : null;
}

// package/src/shapes.ts
function numbersOf(value, width, what) {
  if (value instanceof Float64Array) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    if (value instanceof BigInt64Array || value instanceof BigUint64Array) refuseType(value, what, "an array of numbers");
    return Float64Array.from(value);
  }
  if (!Array.isArray(value)) refuseType(value, what, "an array of numbers");
  const flat = [];
  for (const [i, entry] of value.entries()) {
    const row2 = ArrayBuffer.isView(entry) ? Array.from(entry) : entry;
    if (!Array.isArray(row2)) {
      flat.push(entry);
    } else if (row2.length === width) {
      flat.push(...row2);
    } else {
      throw new SunderError("wrong_shape", `${what}[${i}] has length ${row2.length}; it must have length ${width}`);
    }
  }
  for (const [i, entry] of flat.entries()) {
    if (typeof entry !== "number") throw new SunderError("wrong_type", `number ${i} of ${what} is ${describe(entry)}; it must be a number`);
  }
  return Float64Array.from(flat);
}
function integersOf(value, width, what) {
  if (value instanceof Int32Array) return value;
  const numbers = numbersOf(value, width, what);
  const integers = Int32Array.from(numbers);
  const at = integers.findIndex((entry, i) => entry !== numbers[i]);
  if (at >= 0) throw new SunderError("wrong_type", `number ${at} of ${what} is ${numbers[at]}; it must be an integer of 32 bits`);
  return integers;
}
function exactly(value, count, what) {
  const numbers = numbersOf(value, count, what);
  if (numbers.length === count) return numbers;
  throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have ${count}`);
}
var Prepared = class extends Handle {
};
var PreparedPose = class extends Prepared {
  dimension = 3;
};
var PreparedPlanePose = class extends Prepared {
  dimension = 2;
};
var poseForms = { identity: 0, matrix: 1, turn: 2, prepared: 3 };
var keysOfPoses = { 2: ["angle", "translation"], 3: ["quaternion", "translation"], n: ["translation"] };
var formsOfPoses = {
  2: "6 numbers, 2 rows of 3, or {angle, translation}",
  3: "12 numbers, 3 rows of 4, or {quaternion, translation}",
  n: "d rows of d + 1 numbers, or {translation}"
};
function writePose(out, module, pose, what) {
  const d = out.dimension;
  const rows = (entries) => {
    out.u8(poseForms.matrix);
    if (out.family === "n") out.u32(entries.length);
    for (let i = 0; i < entries.length; ++i) out.f64(entries[i]);
  };
  if (pose == null) {
    out.u8(poseForms.identity);
  } else if (pose instanceof Handle) {
    out.u8(poseForms.prepared);
    out.u32(preparedAddress(pose, module, what, out.family));
  } else if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
    const entries = numbersOf(pose, d + 1, what);
    if (entries.length !== d * (d + 1)) {
      throw new SunderError("wrong_shape", `${what} has ${entries.length} numbers; it must have ${d * (d + 1)}: ${d} rows of ${d + 1}`);
    }
    rows(entries);
  } else if (typeof pose === "object") {
    const { quaternion, angle, translation } = pose;
    const unknown = Object.keys(pose).find((key) => !keysOfPoses[out.family].includes(key));
    if (unknown !== void 0) {
      throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(unknown)}; it takes ${keysOfPoses[out.family].join(" and ")}`);
    }
    const t = translation == null ? new Float64Array(d) : exactly(translation, d, `${what}.translation`);
    if (angle != null && typeof angle !== "number") refuseType(angle, `${what}.angle`, "a number of radians");
    if (quaternion == null && angle == null) {
      const entries = new Float64Array(d * (d + 1));
      for (let k = 0; k < d; ++k) {
        entries[k * (d + 1) + k] = 1;
        entries[k * (d + 1) + d] = t[k];
      }
      rows(entries);
      return;
    }
    out.u8(poseForms.turn);
    for (const entry of angle != null ? [angle] : exactly(quaternion, 4, `${what}.quaternion`)) out.f64(entry);
    for (const entry of t) out.f64(entry);
  } else {
    refuseType(pose, what, formsOfPoses[out.family]);
  }
}
function preparedAddress(pose, module, what, family) {
  if (!(pose instanceof Prepared)) refuseType(pose, what, formsOfPoses[family]);
  if (pose.dimension !== family) {
    throw new SunderError("dimension_mismatch", `${what} is a pose of another dimension; give ${formsOfPoses[family]}`);
  }
  return Handle.address(pose, module, what);
}
var Shape = class extends Handle {
  /** Is it one convex polytope? */
  get isPolytope() {
    return this.kind === "polytope";
  }
  /** @internal */
  get family() {
    return this.dimension;
  }
};
var Body = class extends Shape {
  dimension = 3;
  get kind() {
    return "union";
  }
};
var Polytope = class extends Body {
  get kind() {
    return "polytope";
  }
};
var Mesh = class extends Body {
  get kind() {
    return "mesh";
  }
};
var PlaneBody = class extends Shape {
  dimension = 2;
  get kind() {
    return "union";
  }
};
var PlanePolytope = class extends PlaneBody {
  get kind() {
    return "polytope";
  }
};
var Polygon = class extends PlaneBody {
  get kind() {
    return "polygon";
  }
};
var AnyPolytope = class extends Shape {
  /** @internal */
  constructor(module, handle, dimension) {
    super(module, handle);
    this.dimension = dimension;
  }
  get kind() {
    return "polytope";
  }
  /** @internal */
  get family() {
    return "n";
  }
};
var places = { 2: "the plane", 3: "space", n: "a dimension that inDimension() was given" };
var expected = {
  2: "a body of the plane: a polytope, a polygon or a union",
  3: "a body: a polytope, a mesh or a union",
  n: "a polytope"
};
function bodyAddress(value, module, what, family = 3) {
  if (!(value instanceof Shape)) refuseType(value, what, expected[family]);
  if (value.family !== family) {
    throw new SunderError("dimension_mismatch", `${what} is a body of ${places[value.family]}; it must be one of ${places[family]}`);
  }
  return Handle.address(value, module, what);
}
function makeHull(module, family, points, { reduce = true }) {
  const out = new Writer(family);
  out.array(numbersOf(points, family, "points"));
  out.u8(reduce ? 1 : 0);
  return module.call(`make_polytope${suffixes[family]}`, out).u32();
}
function makePolytope(module, points, options = {}) {
  return new Polytope(module, makeHull(module, 3, points, options));
}
function makeUnion(module, family, parts) {
  if (!Array.isArray(parts)) refuseType(parts, "parts", "an array");
  const out = new Writer(family);
  out.u32(parts.length);
  parts.forEach((part, i) => {
    if (typeof part !== "object" || part === null) refuseType(part, `parts[${i}]`, "a body, or {shape, pose}");
    const { shape, pose } = part instanceof Handle ? { shape: part, pose: null } : part;
    out.u32(bodyAddress(shape, module, `parts[${i}]`, family));
    writePose(out, module, pose, `parts[${i}].pose`);
  });
  return module.call(`make_body${suffixes[family]}`, out).u32();
}
function makeBody(module, parts) {
  return new Body(module, makeUnion(module, 3, parts));
}

// package/src/batches.ts
function indices(value, what) {
  if (value === void 0) return new Int32Array(0);
  return integersOf(typeof value === "number" ? [value] : value, 1, what);
}
function ask(module, family, pairs2, options, measures) {
  const lists = ["bodyA", "bodyB", "poseA", "poseB"].map((key) => indices(pairs2[key], key));
  const each = family * (family + 1);
  const poses = numbersOf(pairs2.poses, each, "poses");
  if (poses.length % each !== 0) {
    throw new SunderError("wrong_shape", `poses has ${poses.length} numbers; it must be a multiple of ${each}`);
  }
  const own = Math.max(...lists.map((list2) => list2.length));
  const count = pairs2.count ?? (own > 0 ? own : Math.min(pairs2.bodies.length, poses.length / each));
  if (!Number.isInteger(count) || count < 0 || count >= 2 ** 31) {
    throw new SunderError("wrong_shape", `count is ${count}; it must be an integer from 0 to 2^31 - 1`);
  }
  lists.forEach((list2, i) => {
    if (list2.length === 0 || list2.length === 1 || list2.length === count) return;
    const key = ["bodyA", "bodyB", "poseA", "poseB"][i];
    throw new SunderError("wrong_shape", `${key} has ${list2.length} entries; it must have ${count}, or be a number`);
  });
  const out = new Writer(family);
  out.u32(pairs2.bodies.length);
  pairs2.bodies.forEach((body, i) => {
    const address = bodyAddress(body, module, `bodies[${i}]`, family);
    if (!body.isPolytope) throw new SunderError("wrong_type", `bodies[${i}] is no polytope; batches take polytopes`);
    out.u32(address);
  });
  out.array(poses);
  for (const list2 of lists) out.array(list2);
  out.u32(count);
  out.u8(measures ? 1 : 0);
  const { width = 0, hits = 0 } = options;
  if (!(width >= 0 && width < Infinity)) throw new SunderError("not_finite", `width is ${width}; it must be finite and at least 0`);
  out.f64(width);
  if (!Number.isInteger(hits) || hits < 0) throw new SunderError("wrong_shape", `hits is ${hits}; it must be an integer of at least 0`);
  out.u32(hits);
  out.u32(options.firstItem ?? 0);
  const from = module.call(`ask_batch${suffixes[family]}`, out);
  return { verdicts: from.bytes(), intervals: from.doubles(2 * from.u32()) };
}
function verdictsOf(module, family, pairs2, options) {
  return ask(module, family, pairs2, options, false).verdicts;
}
function distancesOf(module, family, pairs2, options) {
  return ask(module, family, pairs2, options, true);
}

// package/src/checking.ts
function checkPair(a, b, module, family) {
  bodyAddress(a, module, "a", family);
  bodyAddress(b, module, "b", family);
  if (a.dimension !== b.dimension) {
    throw new SunderError("dimension_mismatch", `a has dimension ${a.dimension} and b has ${b.dimension}; they must be equal`);
  }
}
var kinds = { verdict: 0, margin: 1, bodies: 2 };
function writeSide(out, module, body, pose, radius, what) {
  out.u32(bodyAddress(body, module, what, out.family));
  writePose(out, module, pose, { a: "poseA", b: "poseB", body: "pose" }[what]);
  if (radius !== void 0 && typeof radius !== "number") {
    throw new SunderError("wrong_type", `the radius of ${what} is ${describe(radius)}; it must be a number`);
  }
  out.f64(radius ?? 0);
}
function writeSides(out, module, a, b, at) {
  writeSide(out, module, a, at.poseA, at.radiusA, "a");
  writeSide(out, module, b, at.poseB, at.radiusB, "b");
}
function isOfParts(certificate) {
  if (certificate == null || Object.keys(certificate).length === 0) return void 0;
  const { a, b } = certificate;
  return "part_a" in certificate || "separations" in certificate || "point" in certificate || [a, b].some((point) => point != null && !Array.isArray(point));
}
var ofMargin2 = { farther: "separated", exactly: "touching", closer: "overlapping" };
function checkAnswer(module, a, b, answer, options = {}, family = 3) {
  const result = { holds: false, why: "", proven: [], unchecked: [], complete: true };
  checkPair(a, b, module, family);
  if (typeof answer !== "object" || answer === null) refuseType(answer, "answer", "an object with a verdict");
  if (!(answer.verdict in { separated: 0, touching: 0, overlapping: 0 })) {
    throw new SunderError("wrong_type", `answer.verdict is ${JSON.stringify(answer.verdict)}; it must be separated, touching or overlapping`);
  }
  const both = a.isPolytope && b.isPolytope;
  const convex = !(isOfParts(answer.certificate) ?? !both);
  function ask2(kind, margin, write) {
    const out = new Writer(family, a.dimension);
    writeSides(out, module, a, b, options);
    out.u8(kinds[kind]);
    out.f64(margin);
    if (kind === "bodies") out.u8(options.simple ? 1 : 0);
    write(out);
    const from = module.call(`verify_certificate${suffixes[family]}`, out);
    return { accepted: from.bool(), complete: from.bool(), reason: from.text() };
  }
  const certificate = answer.certificate;
  function askAbout(claim) {
    const whole = { ...certificate };
    if (!claim.distance) delete whole["distance"];
    if (!claim.depth) delete whole["depth"];
    return convex ? ask2("verdict", 0, (out) => writeCertificate(out, whole, claim)) : ask2("bodies", 0, (out) => writeBodyCertificate(out, whole, claim));
  }
  function refute(claim, reason) {
    result.why ||= `${claim}: ${reason}`;
  }
  function settle(claim, found2) {
    if (found2.accepted) {
      result.proven.push(claim);
      result.complete &&= found2.complete;
    } else {
      refute(claim, found2.reason);
    }
  }
  const { verdict } = answer;
  const found = askAbout({ verdict });
  if (certificate == null && !found.accepted) result.unchecked.push("verdict");
  else settle("verdict", found);
  if (answer.distance) {
    const apart = verdict === "separated";
    const [, upper] = answer.distance;
    if (upper !== null && apart === !(upper > 0)) {
      refute("distance", apart ? "the bodies are apart: their distance is greater than 0" : "the bodies meet: their distance is [0, 0]");
    } else if (certificate == null ? !found.accepted : apart && certificate["distance"] == null) {
      result.unchecked.push("distance");
    } else {
      settle("distance", askAbout({ verdict, distance: answer.distance }));
    }
  }
  if (answer.depth) {
    const overlaps = verdict === "overlapping";
    const [lower, upper] = answer.depth;
    if (overlaps ? upper === 0 || !(0 <= lower) : lower !== 0 || upper !== 0) {
      refute("depth", overlaps ? "the bodies overlap: their depth is greater than 0" : "the bodies do not overlap: their depth is [0, 0]");
    } else if (!overlaps) {
      (result.proven.includes("verdict") ? result.proven : result.unchecked).push("depth");
    } else if (!convex || certificate?.["depth"] == null) {
      result.unchecked.push("depth");
    } else {
      settle("depth", askAbout({ verdict, depth: answer.depth }));
    }
  }
  if (answer.margin != null) {
    const margin = options.margin;
    if (!(answer.margin in ofMargin2)) {
      throw new SunderError("wrong_type", `answer.margin is ${JSON.stringify(answer.margin)}; it must be closer, exactly or farther`);
    }
    if (typeof margin !== "number") throw new SunderError("missing_key", "the answer has a margin, and options.margin is missing; give its distance");
    const proof = answer.margin_certificate;
    const claimed = answer.margin;
    const held = !(isOfParts(proof) ?? !both) ? ask2("margin", margin, (out) => writeMarginCertificate(out, proof, claimed)) : ask2("bodies", margin, (out) => writeBodyCertificate(out, proof, { verdict: ofMargin2[claimed] }, "margin_certificate"));
    if (proof == null && !held.accepted) result.unchecked.push("margin");
    else settle("margin", held);
  }
  if (result.proven.includes("margin") && answer.margin === "farther" && (options.margin ?? 0) >= 0 && result.unchecked.includes("verdict")) {
    if (verdict === "separated") {
      result.unchecked = result.unchecked.filter((name) => name !== "verdict");
      result.proven.push("verdict");
    }
  }
  result.holds = result.why === "" && (result.proven.includes("verdict") || result.proven.includes("margin"));
  return result;
}

// package/src/questions.ts
var questions = { verdict: 0, distance: 1, depth: 2, signed: 3, contact: 4, relation: 5, contains: 6, margin: 7 };
function numberOf(value, what, standard = 0) {
  if (value === void 0) return standard;
  if (typeof value !== "number") throw new SunderError("wrong_type", `${what} is ${describe(value)}; it must be a number`);
  return value;
}
function int32Of(value, what) {
  const number = numberOf(value, what);
  if ((number | 0) !== number || number < 0) throw new SunderError("wrong_shape", `${what} is ${number}; it must be an integer of at least 0`);
  return number;
}
var Questions = class {
  /** @internal */
  module;
  /** @internal */
  family;
  /** @internal */
  suffix;
  /** @internal */
  constructor(module, family) {
    this.module = module;
    this.family = family;
    this.suffix = suffixes[family];
  }
  /** Is this the whole library: meshes, unions, scenes, the plane, casts and higher dimensions too? */
  get isWhole() {
    return this.module.has("make_mesh");
  }
  /** @internal */
  needWhole(what) {
    if (!this.isWhole) throw new SunderError("not_served", `${what} are in the whole library: load({ whole: true })`);
  }
  /** @internal */
  request(dimension) {
    return new Writer(this.family, dimension);
  }
  /** @internal */
  ask(name, out) {
    return this.module.call(name + this.suffix, out);
  }
  /** @internal */
  areConvex(a, b) {
    checkPair(a, b, this.module, this.family);
    return a.isPolytope && b.isPolytope;
  }
  /** @internal */
  needConvex(a, b, what) {
    if (!this.areConvex(a, b)) throw new SunderError("not_served", `${what} is asked of two polytopes`);
  }
  /** @internal */
  pair(question, a, b, ask2, details = {}) {
    const out = this.request(a.dimension);
    writeSides(out, this.module, a, b, ask2);
    out.u8(questions[question]);
    out.text(ask2.algorithm ?? "auto");
    for (const key of ["width", "near", "margin"]) out.f64(numberOf(details[key], key));
    out.i32(int32Of(details.max_points, "max_points"));
    out.u8(ask2.trace ? 1 : 0);
    out.u8(ask2.certify ? 1 : 0);
    return { from: this.ask("ask_pair", out), asked: { certify: !!ask2.certify, trace: !!ask2.trace } };
  }
  /** @internal */
  bodies(question, a, b, ask2, margin = 0) {
    const out = this.request();
    writeSides(out, this.module, a, b, ask2);
    out.u8(questions[question]);
    out.text(ask2.algorithm ?? "auto");
    out.f64(margin);
    out.u8(ask2.trace && question === "verdict" ? 1 : 0);
    out.u8(ask2.certify ? 1 : 0);
    return this.ask("ask_bodies", out);
  }
  /** Do the bodies meet? Touching is meeting. */
  intersects(a, b, at = {}) {
    return this.verdict(a, b, at) !== "separated";
  }
  /** How the bodies stand, without anything else. */
  verdict(a, b, at = {}) {
    return this.decide(a, b, at).verdict;
  }
  /** How the bodies stand, and what proved it. */
  decide(a, b, ask2 = {}) {
    if (!this.areConvex(a, b)) {
      const trace = !!ask2.trace && !ask2.radiusA && !ask2.radiusB;
      return readBodies.verdict(this.bodies("verdict", a, b, { ...ask2, trace }), { certify: !!ask2.certify, trace });
    }
    const { from, asked } = this.pair("verdict", a, b, ask2);
    return readPair.verdict(from, asked);
  }
  /** How far apart? The interval holds the exact distance. */
  distance(a, b, ask2 = {}) {
    if (!this.areConvex(a, b)) return readBodies.distance(this.bodies("distance", a, b, ask2), !!ask2.certify);
    const { from, asked } = this.pair("distance", a, b, ask2, ask2);
    return readPair.distance(from, asked);
  }
  /** Does every point of a lie in b? */
  contains(a, b, ask2 = {}) {
    if (!this.areConvex(a, b)) return readBodies.contains(this.bodies("contains", a, b, ask2));
    return readPair.contains(this.pair("contains", a, b, ask2).from);
  }
  /** Is the distance less than, equal to or more than `margin`? Decided exactly. */
  compareToMargin(a, b, margin, ask2 = {}) {
    numberOf(margin, "margin");
    if (!this.areConvex(a, b)) return readBodies.margin(this.bodies("margin", a, b, ask2, margin), !!ask2.certify);
    const { from, asked } = this.pair("margin", a, b, ask2, { margin });
    return readPair.margin(from, asked);
  }
  /** Checks what is claimed of two bodies, by its certificates alone: no algorithm runs. */
  verify(a, b, answer, options = {}) {
    return checkAnswer(this.module, a, b, answer, options, this.family);
  }
  /** @internal */
  readAlgorithms(from) {
    const list2 = [];
    while (from.bool()) {
      list2.push({
        name: from.text(),
        questions: Array.from({ length: from.u32() }, () => from.text()),
        summary: from.text(),
        source: from.text()
      });
    }
    return list2;
  }
};
var PhysicalQuestions = class extends Questions {
  /** How deep do they overlap: the shortest translation that parts them. */
  penetration(a, b, ask2 = {}) {
    if (!this.areConvex(a, b)) return readBodies.depth(this.bodies("depth", a, b, ask2));
    const { from, asked } = this.pair("depth", a, b, ask2, ask2);
    return readPair.depth(from, asked);
  }
  /** The distance, or minus the depth; of polytopes. */
  signedDistance(a, b, ask2 = {}) {
    this.needConvex(a, b, "signedDistance");
    const { from, asked } = this.pair("signed", a, b, ask2, ask2);
    return readPair.signed(from, asked);
  }
  contact(a, b, ask2 = {}) {
    if (!this.areConvex(a, b)) {
      const region = this.family === 2 ? readPlaneRegion : readRegion;
      return readBodies.contact(this.bodies("contact", a, b, ask2), region);
    }
    const { from, asked } = this.pair("contact", a, b, ask2, ask2);
    return readPair.contact(from, asked);
  }
  /** How do polytopes meet, and by which features? */
  relation(a, b, ask2 = {}) {
    this.needConvex(a, b, "relation");
    const { from, asked } = this.pair("relation", a, b, ask2);
    return readPair.relation(from, asked);
  }
  /** How does the signed distance of polytopes change as they move? Null about an empty one. In the whole library. */
  derivative(a, b, at = {}) {
    this.needWhole("derivatives");
    this.needConvex(a, b, "derivative");
    const out = this.request();
    writeSides(out, this.module, a, b, at);
    return readDerivative(this.ask("ask_derivative", out));
  }
  /** When do moving bodies meet first? Exact where both only translate; only polytopes may turn. In the whole library. */
  cast(a, b, ask2 = {}) {
    this.needWhole("casts");
    const convex = this.areConvex(a, b), out = this.request();
    writeSide(out, this.module, a, ask2.poseA, ask2.radiusA, "a");
    this.#writeMotion(out, ask2.motionA, "motionA");
    writeSide(out, this.module, b, ask2.poseB, ask2.radiusB, "b");
    this.#writeMotion(out, ask2.motionB, "motionB");
    out.f64(numberOf(ask2.tolerance, "tolerance", 1e-9));
    out.i32(int32Of(ask2.max_steps, "max_steps"));
    return readCast(this.ask("ask_cast", out), convex);
  }
  #writeMotion(out, motion, what) {
    const d = this.family, keys = d === 3 ? ["translation", "centre", "axis", "angle"] : ["translation", "centre", "angle"];
    const given = motion == null ? {} : fields(motion, what, keys);
    for (const key of d === 3 ? ["translation", "centre", "axis"] : ["translation", "centre"]) {
      const value = given[key];
      if (key === "axis" && value == null && given["angle"]) throw new SunderError("missing_key", `${what} has an angle and no axis; give it, such as [0, 0, 1]`);
      const numbers = value == null ? new Float64Array(d) : exactly(value, d, `${what}.${key}`);
      for (const entry of numbers) out.f64(entry);
    }
    out.f64(numberOf(given["angle"] ?? void 0, `${what}.angle`));
  }
  /** Where does the ray origin + t * direction, t in [0, 1], meet the body first? Exact. In the whole library. */
  rayCast(origin, direction, body, at = {}) {
    this.needWhole("rays");
    const out = this.request();
    this.#writePoint(out, origin, "origin");
    this.#writePoint(out, direction, "direction");
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return readCast(this.ask("ask_ray", out), body.isPolytope);
  }
  /** The point of a polytope closest to a point, which is a: `point_b`. In the whole library. */
  closestPoint(point, body, at = {}) {
    this.needWhole("closest points");
    const out = this.request();
    this.#writePoint(out, point, "point");
    const width = numberOf(at.width, "width");
    if (!(width >= 0 && width < Infinity)) throw new SunderError("not_finite", `width is ${width}; it must be finite and at least 0`);
    out.f64(width);
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return readPair.closest(this.ask("ask_point", out));
  }
  /** Does a point lie inside a body, on its boundary or outside? Exact. In the whole library. */
  locate(point, body, at = {}) {
    this.needWhole("locations of points");
    const out = this.request();
    this.#writePoint(out, point, "point");
    writeSide(out, this.module, body, at.pose, at.radius, "body");
    return this.ask("locate_point", out).text();
  }
  #writePoint(out, value, what) {
    for (const entry of exactly(value == null ? value : Array.from(value), this.family, what)) out.f64(entry);
  }
  /** Verdicts of many pairs: a byte each, 0 separated, 1 touching, 2 overlapping, 4 not examined. */
  verdicts(pairs2, options = {}) {
    return verdictsOf(this.module, this.family, pairs2, options);
  }
  /** Verdicts and distances of many pairs. */
  distances(pairs2, options = {}) {
    return distancesOf(this.module, this.family, pairs2, options);
  }
  /** The algorithms for polytopes. */
  algorithms() {
    return this.readAlgorithms(this.ask("list_algorithms", this.request()));
  }
};

// package/src/any_dimension.ts
var AnyDimension = class extends Questions {
  /** @internal */
  constructor(module, dimension) {
    super(module, "n");
    this.dimension = dimension;
    if (!Number.isInteger(dimension) || dimension < 1 || dimension > 1e3) {
      throw new SunderError("wrong_shape", `the dimension is ${dimension}; it must be an integer from 1 to 1000`);
    }
  }
  /** The convex hull of points of d coordinates each. Only duplicates are removed. */
  polytope(points) {
    const out = new Writer("n", this.dimension);
    out.i32(this.dimension);
    out.array(numbersOf(points, this.dimension, "points"));
    return new AnyPolytope(this.module, this.module.call("make_polytope_n", out).u32(), this.dimension);
  }
  /** Facts about a polytope: counts of the points given, and the kept ones by index. */
  describe(polytope) {
    if (!(polytope instanceof AnyPolytope)) refuseType(polytope, "polytope", "a polytope of this dimension");
    const from = this.module.ask("describe_polytope_n", bodyAddress(polytope, this.module, "polytope", "n"), "n");
    return { given: from.f64(), kept: from.f64(), duplicate: from.f64(), affine_dimension: from.i32(), vertices: from.integers() };
  }
  /** The algorithms for polytopes of this dimension. */
  algorithms() {
    return this.readAlgorithms(this.module.ask("list_algorithms_n", this.dimension, "n"));
  }
};

// package/src/plane.ts
var Plane = class extends PhysicalQuestions {
  /** @internal */
  constructor(module) {
    super(module, 2);
  }
  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points, options = {}) {
    return new PlanePolytope(this.module, makeHull(this.module, 2, points, options));
  }
  /**
   * A polygon that need not be convex: rings of corners, of which each closes to its first. A point is inside if a ray from
   * it crosses the rings an odd number of times, so that rings inside others are holes. Refuses edges that cross where no
   * corner is.
   */
  polygon(rings) {
    if (!Array.isArray(rings)) refuseType(rings, "rings", "an array of rings, which are arrays of points");
    const out = new Writer(2);
    out.u32(rings.length);
    rings.forEach((ring, i) => {
      if (Array.isArray(ring) && ring.length === 2 && ring.every((entry) => typeof entry === "number")) {
        throw new SunderError("wrong_shape", `rings[${i}] is a point; give a list of rings, each a list of points`);
      }
      out.array(numbersOf(ring, 2, `rings[${i}]`));
    });
    return new Polygon(this.module, this.module.call("make_polygon", out).u32());
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts) {
    return new PlaneBody(this.module, makeUnion(this.module, 2, parts));
  }
  /** A pose that is made once and used often. Everything that takes a pose takes it. */
  pose(pose) {
    const out = new Writer(2);
    writePose(out, this.module, pose, "pose");
    return new PreparedPlanePose(this.module, this.module.call("make_pose_2", out).u32());
  }
  /** Facts about a polytope. The first call finds its edges. */
  describe(polytope) {
    if (!(polytope instanceof PlanePolytope)) refuseType(polytope, "polytope", "a polytope of the plane");
    const from = this.module.ask("describe_polytope_2", bodyAddress(polytope, this.module, "polytope", 2), 2);
    const given = from.f64(), kept = from.f64(), duplicate = from.f64(), interior = from.f64();
    const affine_dimension = from.i32(), vertices = from.integers();
    return {
      given,
      kept,
      duplicate,
      interior,
      affine_dimension,
      vertices,
      coordinates: from.doubles(2 * vertices.length),
      edges: Array.from({ length: from.u32() }, () => [from.i32(), from.i32()]),
      lower: from.vector(),
      upper: from.vector()
    };
  }
  /** Facts about a polygon: its outline, and the convex parts that it was cut into. */
  describePolygon(polygon) {
    if (!(polygon instanceof Polygon)) refuseType(polygon, "polygon", "a polygon");
    const from = this.module.ask("describe_polygon", bodyAddress(polygon, this.module, "polygon", 2), 2);
    const vectors = () => Array.from({ length: from.u32() }, () => from.vector());
    const edges = () => Array.from({ length: from.u32() }, () => [from.i32(), from.i32()]);
    const [rings, points_given, , welded, cut, cancelled] = from.doubles(9);
    return {
      rings,
      points_given,
      welded,
      cut,
      cancelled,
      area: from.f64(),
      points: vectors(),
      outline: edges(),
      cuts: edges(),
      parts: Array.from({ length: from.u32() }, vectors),
      lower: from.vector(),
      upper: from.vector()
    };
  }
};

// package/src/scene.ts
var proximities = ["overlapping", "touching", "near", "clear"];
var Scene = class extends Handle {
  #module;
  /** @internal */
  constructor(module) {
    super(module, module.call("make_scene", new Writer()).u32());
    this.#module = module;
  }
  #request() {
    const out = new Writer();
    out.u32(Handle.address(this, this.#module, "the scene"));
    return out;
  }
  /** Adds a body; the scene keeps what it needs of it. A name that is taken gets "#2" and so on behind it. */
  add(body, options = {}) {
    if (!(body instanceof Body)) refuseType(body, "body", "a body");
    const out = this.#request();
    out.u32(Handle.address(body, this.#module, "body"));
    writePose(out, this.#module, options.pose, "pose");
    out.text(options.name ?? "");
    out.i32(options.group ?? -1);
    out.u32(options.categories ?? 1);
    out.u32(options.mask ?? 4294967295);
    const from = this.#module.call("scene_add", out);
    return { id: from.i32(), name: from.text() };
  }
  setPose(id, pose) {
    const out = this.#request();
    out.i32(id);
    writePose(out, this.#module, pose, "pose");
    this.#module.call("scene_move", out);
  }
  remove(id) {
    const out = this.#request();
    out.i32(id);
    this.#module.call("scene_remove", out);
  }
  /** Does not examine this pair. */
  skip(a, b) {
    const out = this.#request();
    out.i32(a);
    out.i32(b);
    this.#module.call("scene_skip", out);
  }
  /** Decides every pair. */
  check(options = {}) {
    const out = this.#request();
    out.f64(options.clearance ?? 0);
    out.u8(options.measure ? 1 : 0);
    const from = this.#module.call("scene_check", out);
    const pairs2 = Array.from({ length: from.u32() }, () => {
      const a = from.i32(), b = from.i32(), proximity = proximities[from.u8()];
      const decision = readDecision(from);
      return { a, b, proximity, ...decision, distance: from.bool() ? readEnds(from) : null, ...readPlace(from), ...readParts(from) };
    });
    const [bodies, pairs_total, pruned, examined, skipped, overlapping, touching, near, clear] = from.doubles(9);
    return { pairs: pairs2, bodies, pairs_total, pruned, examined, skipped, overlapping, touching, near, clear };
  }
  /** The body that the ray origin + t * direction, t in [0, 1], hits first, and when; null where it hits none. */
  rayCast(origin, direction) {
    const out = this.#request();
    writeVector(out, origin, "origin");
    writeVector(out, direction, "direction");
    const from = this.#module.call("scene_ray", out);
    const id = from.i32();
    return id < 0 ? null : { id, time: readEnds(from) };
  }
  /** The body closest to a point; null in an empty scene. */
  closest(point) {
    const out = this.#request();
    writeVector(out, point, "point");
    const from = this.#module.call("scene_closest", out);
    const id = from.i32();
    return id < 0 ? null : { id, distance: readEnds(from) };
  }
};
function writeVector(out, value, what) {
  const numbers = numbersOf(Array.from(value ?? []), 3, what);
  if (numbers.length !== 3) throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have 3`);
  for (const entry of numbers) out.f64(entry);
}

// package/src/sunder.ts
var Sunder = class extends PhysicalQuestions {
  /** Where decide() reads poses. It has no length where the memory moved. */
  #poses = new Float64Array(0);
  #plane;
  /** @internal */
  constructor(module) {
    super(module, 3);
  }
  /** Bytes that the module has taken. It keeps what was freed for the next objects. */
  get memory() {
    return this.module.memory;
  }
  /** Objects made and not freed. */
  get objects() {
    return this.module.objects;
  }
  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points, options = {}) {
    return makePolytope(this.module, points, options);
  }
  /** The box of these half extents about the origin. */
  box(halfExtents) {
    const extents = numbersOf(Array.isArray(halfExtents) ? halfExtents : Array.from(halfExtents), 3, "halfExtents");
    if (extents.length !== 3) throw new SunderError("wrong_shape", `halfExtents has ${extents.length} numbers; it must have 3`);
    const out = new Writer();
    for (const extent of extents) out.f64(extent);
    return new Polytope(this.module, this.module.call("make_box", out).u32());
  }
  /** Facts about a polytope. The first call finds faces and edges. */
  describe(polytope) {
    if (!(polytope instanceof Polytope)) refuseType(polytope, "polytope", "a polytope");
    const from = this.module.ask("describe_polytope", bodyAddress(polytope, this.module, "polytope"));
    const given = from.f64(), kept = from.f64(), duplicate = from.f64(), interior = from.f64();
    const affine_dimension = from.i32();
    const vertices = from.integers();
    return {
      given,
      kept,
      duplicate,
      interior,
      affine_dimension,
      vertices,
      coordinates: from.doubles(3 * vertices.length),
      faces: Array.from({ length: from.u32() }, () => from.integers()),
      edges: Array.from({ length: from.u32() }, () => [from.i32(), from.i32()]),
      lower: [...from.doubles(3)],
      upper: [...from.doubles(3)]
    };
  }
  /** A pose that is made once and used often: the fastest form. Everything that takes a pose takes it. */
  pose(pose) {
    const out = new Writer();
    writePose(out, this.module, pose, "pose");
    return new PreparedPose(this.module, this.module.call("make_pose", out).u32());
  }
  /** A mesh: a solid where its triangles close and do not cross, else a surface; or refused, where `as` is "solid". */
  mesh(points, triangles, as = "auto") {
    this.needWhole("meshes");
    const at = ["auto", "solid", "surface"].indexOf(as);
    if (at < 0) throw new SunderError("wrong_type", `as is ${JSON.stringify(as)}; it must be auto, solid or surface`);
    const out = new Writer();
    out.array(numbersOf(points, 3, "points"));
    out.array(integersOf(triangles, 3, "triangles"));
    out.u8(at);
    return new Mesh(this.module, this.module.call("make_mesh", out).u32());
  }
  /** What a mesh was taken as, and why it is no solid. */
  describeMesh(mesh) {
    if (!(mesh instanceof Mesh)) refuseType(mesh, "mesh", "a mesh");
    const from = this.module.ask("describe_mesh", bodyAddress(mesh, this.module, "mesh"));
    return { kind: from.bool() ? "solid" : "surface", why: from.text(), convex: from.bool() };
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts) {
    this.needWhole("unions");
    return makeBody(this.module, parts);
  }
  /** An empty scene. */
  scene() {
    this.needWhole("scenes");
    return new Scene(this.module);
  }
  /** How the bodies stand, without anything else: the fastest question. */
  verdict(a, b, at = {}) {
    if (!(a instanceof Polytope && b instanceof Polytope) || (at.radiusA ?? 0) !== 0 || (at.radiusB ?? 0) !== 0) {
      return super.verdict(a, b, at);
    }
    const first = Handle.address(a, this.module, "a"), second = Handle.address(b, this.module, "b");
    const formA = this.#putPose(at.poseA, 0, "poseA"), formB = this.#putPose(at.poseB, 12, "poseB");
    return verdictOf(this.module.decide(first, formA, second, formB));
  }
  #putPose(pose, at, what) {
    if (pose == null) return poseForms.identity;
    if (pose instanceof Handle) return preparedAddress(pose, this.module, what, 3);
    if (this.#poses.length === 0) this.#poses = this.module.poses();
    const poses = this.#poses;
    if (pose instanceof Float64Array && pose.length === 12) {
      for (let i = 0; i < 12; ++i) poses[at + i] = pose[i];
      return 1;
    }
    if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
      const numbers = numbersOf(pose, 4, what);
      if (numbers.length !== 12) throw new SunderError("wrong_shape", `${what} has ${numbers.length} numbers; it must have 12: 3 rows of 4`);
      poses.set(numbers, at);
      return 1;
    }
    if (typeof pose !== "object") refuseType(pose, what, "12 numbers, 3 rows of 4, or {quaternion, translation}");
    for (const key in pose) {
      if (key !== "quaternion" && key !== "translation") {
        throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(key)}; it takes quaternion and translation`);
      }
    }
    const { quaternion, translation } = pose;
    if (quaternion != null && quaternion.length !== 4) throw new SunderError("wrong_shape", `${what}.quaternion has ${quaternion.length} numbers; it must have 4`);
    if (translation != null && translation.length !== 3) throw new SunderError("wrong_shape", `${what}.translation has ${translation.length} numbers; it must have 3`);
    if (quaternion == null) {
      for (let k = 0; k < 3; ++k) {
        for (let l = 0; l < 3; ++l) poses[at + 4 * k + l] = k === l ? 1 : 0;
        poses[at + 4 * k + 3] = translation == null ? 0 : translation[k];
      }
      return 1;
    }
    for (let i = 0; i < 4; ++i) poses[at + i] = quaternion[i];
    for (let i = 0; i < 3; ++i) poses[at + 4 + i] = translation == null ? 0 : translation[i];
    return 2;
  }
  /** The plane: bodies of two dimensions, and the same questions. In the whole library. */
  get plane() {
    this.needWhole("bodies in the plane");
    return this.#plane ??= new Plane(this.module);
  }
  /** Polytopes of any dimension. In the whole library. */
  inDimension(dimension) {
    this.needWhole("bodies of other dimensions");
    return new AnyDimension(this.module, dimension);
  }
};

// package/src/pool.ts
function endedBy(reason) {
  return new SunderError("worker_ended", `a worker ended: ${reason}; open another pool`);
}
async function openPort() {
  const port = { post() {
  }, end() {
  }, onmessage() {
  }, onfailure: (reason) => void (port.ended ??= endedBy(reason)) };
  const node = await nodeModule("worker_threads");
  if (node) {
    const worker = new node.Worker(new URL(
      /* webpackIgnore: true */
      /* @vite-ignore */
      "./worker.js",
      import.meta.url
    ));
    worker.on("message", (message) => port.onmessage(message));
    worker.on("error", (error) => port.onfailure(error.message));
    worker.on("exit", (code) => port.onfailure(`it ended with the status ${code}`));
    port.post = (message) => worker.postMessage(message);
    port.end = () => void worker.terminate();
  } else {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = (event) => port.onmessage(event.data);
    worker.onerror = (event) => port.onfailure(event.message || "the worker could not be started");
    port.post = (message) => worker.postMessage(message);
    port.end = () => worker.terminate();
  }
  return port;
}
function say(port, message) {
  return new Promise((resolve, reject) => {
    port.onmessage = (answer) => answer.kind === "done" ? resolve(answer) : reject(new SunderError(answer.code, answer.message));
    port.onfailure = (reason) => reject(port.ended ??= endedBy(reason));
    if (port.ended) reject(port.ended);
    else port.post(message);
  });
}
var Pool = class _Pool {
  #ports;
  #running = false;
  constructor(ports) {
    this.#ports = ports;
  }
  /** Starts the workers. close() ends them. */
  static async open(options = {}) {
    const cores = globalThis.navigator?.hardwareConcurrency ?? 4;
    const count = options.workers ?? Math.min(Math.max(cores - 1, 1), 8);
    if (!Number.isInteger(count) || count < 1) throw new SunderError("wrong_shape", `workers is ${count}; it must be an integer of at least 1`);
    const module = await Module.compile(options.module ?? await bytesOf(files.core()));
    const ports = await Promise.all(Array.from({ length: count }, openPort));
    const pool = new _Pool(ports);
    try {
      await Promise.all(ports.map((port) => say(port, { kind: "load", module, memoryLimit: options.memoryLimit })));
    } catch (error) {
      pool.close();
      throw error;
    }
    return pool;
  }
  get workers() {
    return this.#ports.length;
  }
  /** Ends the workers. A run that is not done is refused. */
  close() {
    for (const port of this.#ports) {
      port.end();
      port.ended ??= new SunderError("freed", "the pool was closed; open another one");
      port.onfailure("the pool was closed");
    }
    this.#ports.length = 0;
  }
  async verdicts(pairs2, run = {}) {
    return (await this.#run(pairs2, run, false)).verdicts;
  }
  distances(pairs2, run = {}) {
    return this.#run(pairs2, run, true);
  }
  async #run(pairs2, run, measures) {
    if (this.#ports.length === 0) throw new SunderError("freed", "the pool was closed; open another one");
    if (this.#running) throw new SunderError("not_served", "the pool is at work; await its last answer first");
    const bodies = pairs2.bodies.map((points, i) => numbersOf(points, 3, `bodies[${i}]`));
    const poses = numbersOf(pairs2.poses, 12, "poses");
    if (poses.length % 12 !== 0) throw new SunderError("wrong_shape", `poses has ${poses.length} numbers; it must be a multiple of 12`);
    const keys = ["bodyA", "bodyB", "poseA", "poseB"];
    const lists = keys.map((key) => {
      const list2 = pairs2[key];
      return list2 === void 0 ? new Int32Array(0) : integersOf(typeof list2 === "number" ? [list2] : list2, 1, key);
    });
    const own = Math.max(...lists.map((list2) => list2.length));
    const count = pairs2.count ?? (own > 0 ? own : Math.min(bodies.length, poses.length / 12));
    if (!Number.isInteger(count) || count < 0 || count >= 2 ** 31) {
      throw new SunderError("wrong_shape", `count is ${count}; it must be an integer from 0 to 2^31 - 1`);
    }
    const slice = run.slice ?? 2048;
    if (!Number.isInteger(slice) || slice < 1) throw new SunderError("wrong_shape", `slice is ${slice}; it must be an integer of at least 1`);
    lists.forEach((list2, k) => {
      if (list2.length > 1 && list2.length !== count) {
        throw new SunderError("wrong_shape", `${keys[k]} has ${list2.length} entries; it must have ${count}, or be a number`);
      }
    });
    const entry = (k, i) => lists[k].length === 0 ? i : lists[k].length === 1 ? lists[k][0] : lists[k][i];
    const poseAt = (k, i) => {
      const at = entry(k, i);
      if (at >= 0 && at < poses.length / 12) return poses.subarray(12 * at, 12 * at + 12);
      throw new SunderError("wrong_shape", `item ${i}: pose ${k === 2 ? "a" : "b"} is ${at}; the table has ${poses.length / 12} entries`);
    };
    const verdicts3 = new Uint8Array(count).fill(4);
    const intervals = new Float64Array(measures ? 2 * count : 0);
    let next = 0, settled = 0;
    let failedAt = Infinity, failure;
    const stop = () => {
      if (run.signal?.aborted) throw new SunderError("cancelled", `the run was cancelled after ${settled} of ${count} items`);
    };
    const work = async (port) => {
      let begin = -1;
      try {
        await say(port, { kind: "open", bodies });
        while (next < count) {
          stop();
          begin = next;
          const end = Math.min(count, begin + slice), size = end - begin;
          next = end;
          const gathered = new Float64Array(24 * size), bodyA = new Int32Array(size), bodyB = new Int32Array(size);
          for (let i = begin; i < end; ++i) {
            gathered.set(poseAt(2, i), 12 * (i - begin));
            gathered.set(poseAt(3, i), 12 * (size + i - begin));
            bodyA[i - begin] = entry(0, i);
            bodyB[i - begin] = entry(1, i);
          }
          const answer = await say(port, { kind: "slice", poses: gathered, bodyA, bodyB, measures, width: run.width ?? 0, firstItem: begin });
          verdicts3.set(answer.verdicts, begin);
          if (measures) intervals.set(answer.intervals, 2 * begin);
          settled += size;
          run.progress?.(settled, count);
        }
        stop();
      } catch (error) {
        if (begin < failedAt) [failedAt, failure] = [begin, error];
        next = count;
      }
      await say(port, { kind: "close" }).catch(() => {
      });
    };
    this.#running = true;
    try {
      await Promise.all(this.#ports.map(work));
      if (failedAt < Infinity) throw failure;
    } finally {
      this.#running = false;
    }
    return { verdicts: verdicts3, intervals };
  }
};

// package/src/index.ts
async function load(options = {}) {
  const source = options.module ?? await bytesOf(options.whole ? files.whole() : files.core());
  return new Sunder(await Module.from(source, options));
}
export {
  AnyDimension,
  AnyPolytope,
  Body,
  Mesh,
  PhysicalQuestions,
  Plane,
  PlaneBody,
  PlanePolytope,
  Polygon,
  Polytope,
  Pool,
  PreparedPlanePose,
  PreparedPose,
  Questions,
  Scene,
  Shape,
  Sunder,
  SunderError,
  load
};
