// SPDX-License-Identifier: Apache-2.0
// Built from web/package/src by web/package/build.mjs.

// web/package/src/error.ts
var SunderError = class extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
  name = "SunderError";
};

// web/package/src/node.ts
async function nodeModule(name) {
  const { process } = globalThis;
  if (!process?.versions?.node) return void 0;
  return await import(
    /* @vite-ignore */
    /* webpackIgnore: true */
    `node:${name}`
  );
}

// web/package/src/codec.ts
var Writer = class {
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
  #view;
  #at = 0;
  /** Reads a copy: the module's memory may move at the next call. */
  constructor(bytes) {
    const copy = bytes.slice();
    this.#view = new DataView(copy.buffer);
  }
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
function refuseType(value, place, expected) {
  throw new SunderError("wrong_type", `${place} is ${describe(value)}; it must be ${expected}`);
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

// web/package/src/module.ts
var pageBytes = 65536;
var initialPages = 64;
var Module = class _Module {
  #exports;
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
    this.#memory = new WebAssembly.Memory({ initial: initialPages, maximum: pages });
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
    this.#exports = new WebAssembly.Instance(compiled, imports).exports;
    this.#freed = new FinalizationRegistry((handle) => this.#release(handle));
    this.#exports["_initialize"]();
    this.#exports["start"]();
  }
  static async from(source, options = {}) {
    if (source instanceof WebAssembly.Module) return new _Module(source, options);
    const bytes = typeof Response !== "undefined" && source instanceof Response ? await source.arrayBuffer() : source;
    return new _Module(await WebAssembly.compile(bytes), options);
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
    if (this.#end) throw new SunderError(this.#end.code, `this module ended before: ${this.#end.message}; load it again`);
    try {
      return work(this.#exports, this.#memory);
    } catch (error) {
      if (error instanceof SunderError && error.code !== "out_of_memory") throw error;
      this.#end = error instanceof SunderError ? error : new SunderError("out_of_memory", this.#words.trim() || `the module ended (${error.message})`);
      throw this.#end;
    }
  }
  /** Calls a function with a request; returns its answer, or throws what it refused. */
  call(name, request) {
    const bytes = request.bytes;
    return this.run((exports, memory) => {
      const at = exports["open_request"](bytes.length) >>> 0;
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const succeeded = exports[name]();
      const answer = new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]());
      const reader = new Reader(answer);
      if (succeeded === 0) throw new SunderError(reader.text(), reader.text());
      return reader;
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

// web/package/src/proofs.ts
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
    if (!Array.isArray(facet) || facet.length !== 3) refuseType(facet, `${place}[${i}]`, "an array of three corners");
  }
  ints.write(out, rows.flat(), place);
}
function readFacets(from) {
  const all = ints.read(from);
  return Array.from({ length: all.length / 3 }, (_, i) => all.slice(3 * i, 3 * i + 3));
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
function writeBodyCertificate(out, certificate, claim, place = "certificate") {
  const keys = ["part_a", "part_b", "point", "a", "b", "separations", "distance"];
  const c = certificate == null ? {} : fields(certificate, place, keys);
  out.u8(verdicts.indexOf(claim.verdict));
  int.write(out, c["part_a"] ?? -1, `${place}.part_a`);
  int.write(out, c["part_b"] ?? -1, `${place}.part_b`);
  writePartPoint(out, c["a"], `${place}.a`);
  writePartPoint(out, c["b"], `${place}.b`);
  exacts.write(out, c["point"], `${place}.point`);
  separations.write(out, c["separations"], `${place}.separations`);
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

// web/package/src/answers.ts
var verdicts2 = ["separated", "touching", "overlapping"];
var events = ["direction", "simplex", "axis", "pivot", "projection"];
function verdictOf(code) {
  const verdict = verdicts2[code];
  if (verdict === void 0) throw new Error("no verdict was proven; that is a defect of this library");
  return verdict;
}
function readVector(from) {
  return [from.f64(), from.f64(), from.f64()];
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
    const feature = () => ({ kind: from.text(), vertices: [...from.integers()] });
    const answer = {
      ...readDecision(from),
      relation: from.text(),
      feature_a: feature(),
      feature_b: feature(),
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
  return { part_a: from.i32(), part_b: from.i32(), triangle_a: from.i32(), triangle_b: from.i32() };
}
function readBodyProof(from) {
  return from.bool() ? readBodyCertificate(from).certificate : void 0;
}
var readBodies = {
  verdict(from, certify) {
    const answer = { ...readDecision(from), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : void 0;
    return proof === void 0 ? answer : { ...answer, certificate: proof };
  },
  distance(from, certify) {
    const answer = { ...readDecision(from), distance: readEnds(from), ...readPlace(from), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : void 0;
    return proof === void 0 ? answer : { ...answer, certificate: proof };
  },
  depth(from) {
    const decision = readDecision(from), depth = readEnds(from), normal = readVector(from);
    const overlaps = decision.verdict === "overlapping";
    return { ...decision, depth, normal: overlaps ? normal : null, point_a: null, point_b: null, ...readParts(from) };
  },
  contact(from) {
    return {
      ...readDecision(from),
      regions: readList(from, (f) => ({
        dimension: f.i32(),
        part_a: f.i32(),
        part_b: f.i32(),
        normal: readVector(f),
        length: f.f64(),
        area: f.f64(),
        outline: readList(f, (g) => readList(g, readVector))
      }))
    };
  },
  contains: (from) => ({ contained: from.bool(), part: from.i32(), triangle: from.i32() }),
  margin(from, certify) {
    const answer = { ...ofMargin(readDecision(from)), ...readParts(from) };
    const proof = certify ? readBodyProof(from) : void 0;
    return proof === void 0 ? answer : { ...answer, margin_certificate: proof };
  }
};

// web/package/src/shapes.ts
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
function writePose(out, pose, what) {
  if (pose == null) {
    out.u8(0);
  } else if (Array.isArray(pose) || ArrayBuffer.isView(pose)) {
    out.u8(1);
    const rows = numbersOf(pose, 4, what);
    if (rows.length !== 12) throw new SunderError("wrong_shape", `${what} has ${rows.length} numbers; it must have 12: 3 rows of 4`);
    for (const entry of rows) out.f64(entry);
  } else if (typeof pose === "object") {
    const { quaternion, translation, ...rest } = pose;
    const [unknown] = Object.keys(rest);
    if (unknown !== void 0) {
      throw new SunderError("unknown_key", `${what} has the key ${JSON.stringify(unknown)}; it takes quaternion and translation`);
    }
    const t = translation == null ? [0, 0, 0] : exactly(translation, 3, `${what}.translation`);
    if (quaternion == null) {
      out.u8(1);
      for (const entry of [1, 0, 0, t[0], 0, 1, 0, t[1], 0, 0, 1, t[2]]) out.f64(entry);
      return;
    }
    out.u8(2);
    for (const entry of exactly(quaternion, 4, `${what}.quaternion`)) out.f64(entry);
    for (const entry of t) out.f64(entry);
  } else {
    refuseType(pose, what, "12 numbers, 3 rows of 4, or {quaternion, translation}");
  }
}
var Body = class extends Handle {
  /** Is it one convex polytope? */
  get isPolytope() {
    return false;
  }
};
var Polytope = class extends Body {
  get isPolytope() {
    return true;
  }
};
var Mesh = class extends Body {
};
function bodyAddress(value, module, what) {
  if (!(value instanceof Body)) refuseType(value, what, "a body: a polytope, a mesh or a union");
  return Handle.address(value, module, what);
}
function makePolytope(module, points, { reduce = true } = {}) {
  const out = new Writer();
  out.array(numbersOf(points, 3, "points"));
  out.u8(reduce ? 1 : 0);
  return new Polytope(module, module.call("make_polytope", out).u32());
}
function makeBody(module, parts) {
  if (!Array.isArray(parts)) refuseType(parts, "parts", "an array");
  const out = new Writer();
  out.u32(parts.length);
  parts.forEach((part, i) => {
    if (typeof part !== "object" || part === null) refuseType(part, `parts[${i}]`, "a body, or {shape, pose}");
    const { shape, pose } = part instanceof Handle ? { shape: part, pose: null } : part;
    out.u32(bodyAddress(shape, module, `parts[${i}]`));
    writePose(out, pose, `parts[${i}].pose`);
  });
  return new Body(module, module.call("make_body", out).u32());
}

// web/package/src/batches.ts
function indices(value, what) {
  if (value === void 0) return new Int32Array(0);
  return integersOf(typeof value === "number" ? [value] : value, 1, what);
}
function ask(module, pairs2, options, measures) {
  const lists = ["bodyA", "bodyB", "poseA", "poseB"].map((key) => indices(pairs2[key], key));
  const poses = numbersOf(pairs2.poses, 12, "poses");
  if (poses.length % 12 !== 0) {
    throw new SunderError("wrong_shape", `poses has ${poses.length} numbers; it must be a multiple of 12`);
  }
  const own = Math.max(...lists.map((list2) => list2.length));
  const count = pairs2.count ?? (own > 0 ? own : Math.min(pairs2.bodies.length, poses.length / 12));
  if (!Number.isInteger(count) || count < 0 || count >= 2 ** 31) {
    throw new SunderError("wrong_shape", `count is ${count}; it must be an integer from 0 to 2^31 - 1`);
  }
  lists.forEach((list2, i) => {
    if (list2.length === 0 || list2.length === 1 || list2.length === count) return;
    const key = ["bodyA", "bodyB", "poseA", "poseB"][i];
    throw new SunderError("wrong_shape", `${key} has ${list2.length} entries; it must have ${count}, or be a number`);
  });
  const out = new Writer();
  out.u32(pairs2.bodies.length);
  pairs2.bodies.forEach((body, i) => {
    if (!(body instanceof Polytope)) throw new SunderError("wrong_type", `bodies[${i}] is no polytope; batches take polytopes`);
    out.u32(Handle.address(body, module, `bodies[${i}]`));
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
  const from = module.call("ask_batch", out);
  return { verdicts: from.bytes(), intervals: from.doubles(2 * from.u32()) };
}
function verdictsOf(module, pairs2, options) {
  return ask(module, pairs2, options, false).verdicts;
}
function distancesOf(module, pairs2, options) {
  return ask(module, pairs2, options, true);
}

// web/package/src/checking.ts
var kinds = { verdict: 0, margin: 1, bodies: 2 };
function writeSide(out, module, body, pose, radius, what) {
  out.u32(bodyAddress(body, module, what));
  writePose(out, pose, what === "a" ? "poseA" : "poseB");
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
function checkAnswer(module, a, b, answer, options = {}) {
  const result = { holds: false, why: "", proven: [], unchecked: [], complete: true };
  bodyAddress(a, module, "a");
  bodyAddress(b, module, "b");
  if (typeof answer !== "object" || answer === null) refuseType(answer, "answer", "an object with a verdict");
  if (!(answer.verdict in { separated: 0, touching: 0, overlapping: 0 })) {
    throw new SunderError("wrong_type", `answer.verdict is ${JSON.stringify(answer.verdict)}; it must be separated, touching or overlapping`);
  }
  const both = a.isPolytope && b.isPolytope;
  const convex = !(isOfParts(answer.certificate) ?? !both);
  function ask2(kind, margin, write) {
    const out = new Writer();
    writeSides(out, module, a, b, options);
    out.u8(kinds[kind]);
    out.f64(margin);
    if (kind === "bodies") out.u8(options.simple ? 1 : 0);
    write(out);
    const from = module.call("verify_certificate", out);
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

// web/package/src/scene.ts
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
    writePose(out, options.pose, "pose");
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
    writePose(out, pose, "pose");
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

// web/package/src/sunder.ts
var questions = { verdict: 0, distance: 1, depth: 2, signed: 3, contact: 4, relation: 5, contains: 6, margin: 7 };
var Sunder = class {
  #module;
  /** Where decide() reads poses. The view is made anew when the memory moved. */
  #poses;
  /** @internal */
  constructor(module) {
    this.#module = module;
  }
  /** Is this the whole library: meshes, unions and scenes too? */
  get isWhole() {
    return this.#module.has("make_mesh");
  }
  /** Bytes that the module has taken. It keeps what was freed for the next objects. */
  get memory() {
    return this.#module.memory;
  }
  /** Objects made and not freed. */
  get objects() {
    return this.#module.objects;
  }
  #needWhole(what) {
    if (!this.isWhole) throw new SunderError("not_served", `${what} are in the whole library: load({ whole: true })`);
  }
  /** The convex hull of points: duplicates, inner points and flat sets are legal. Refuses NaN and infinities. */
  polytope(points, options = {}) {
    return makePolytope(this.#module, points, options);
  }
  /** The box of these half extents about the origin. */
  box(halfExtents) {
    const extents = numbersOf(Array.isArray(halfExtents) ? halfExtents : Array.from(halfExtents), 3, "halfExtents");
    if (extents.length !== 3) throw new SunderError("wrong_shape", `halfExtents has ${extents.length} numbers; it must have 3`);
    const out = new Writer();
    for (const extent of extents) out.f64(extent);
    return new Polytope(this.#module, this.#module.call("make_box", out).u32());
  }
  /** Facts about a polytope. The first call finds faces and edges. */
  describe(polytope) {
    if (!(polytope instanceof Polytope)) refuseType(polytope, "polytope", "a polytope");
    const address = Handle.address(polytope, this.#module, "polytope");
    const from = this.#module.run((exports, memory) => {
      exports["describe_polytope"](address);
      return new Reader(new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]()));
    });
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
  /** A mesh: a solid where its triangles close and do not cross, else a surface; or refused, where `as` is "solid". */
  mesh(points, triangles, as = "auto") {
    this.#needWhole("meshes");
    const at = ["auto", "solid", "surface"].indexOf(as);
    if (at < 0) throw new SunderError("wrong_type", `as is ${JSON.stringify(as)}; it must be auto, solid or surface`);
    const out = new Writer();
    out.array(numbersOf(points, 3, "points"));
    out.array(integersOf(triangles, 3, "triangles"));
    out.u8(at);
    return new Mesh(this.#module, this.#module.call("make_mesh", out).u32());
  }
  /** What a mesh was taken as, and why it is no solid. */
  describeMesh(mesh) {
    if (!(mesh instanceof Mesh)) refuseType(mesh, "mesh", "a mesh");
    const address = Handle.address(mesh, this.#module, "mesh");
    return this.#module.run((exports, memory) => {
      exports["describe_mesh"](address);
      const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]()));
      return { kind: from.bool() ? "solid" : "surface", why: from.text(), convex: from.bool() };
    });
  }
  /** A union of parts, each at a pose of its own in the body's frame. */
  body(parts) {
    this.#needWhole("unions");
    return makeBody(this.#module, parts);
  }
  /** An empty scene. */
  scene() {
    this.#needWhole("scenes");
    return new Scene(this.#module);
  }
  /** Do the bodies meet? Touching is meeting. */
  intersects(a, b, at = {}) {
    return this.verdict(a, b, at) !== "separated";
  }
  /** How the bodies stand, without anything else: the fastest question. */
  verdict(a, b, at = {}) {
    if (!(a instanceof Polytope && b instanceof Polytope) || (at.radiusA ?? 0) !== 0 || (at.radiusB ?? 0) !== 0) {
      return this.decide(a, b, at).verdict;
    }
    const first = Handle.address(a, this.#module, "a"), second = Handle.address(b, this.#module, "b");
    const verdict = this.#module.run((exports, memory) => {
      if (this.#poses?.buffer !== memory.buffer) {
        this.#poses = new Float64Array(memory.buffer, exports["pose_address"]() >>> 0, 24);
      }
      const formA = this.#putPose(at.poseA, 0, "poseA"), formB = this.#putPose(at.poseB, 12, "poseB");
      const code = exports["decide"](first, formA, second, formB);
      if (code >= 0) return code;
      const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]() >>> 0, exports["result_size"]()));
      throw new SunderError(from.text(), from.text());
    });
    return verdictOf(verdict);
  }
  #putPose(pose, at, what) {
    if (pose == null) return 0;
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
  #pair(question, a, b, ask2, details = {}) {
    const out = new Writer();
    writeSides(out, this.#module, a, b, ask2);
    out.u8(questions[question]);
    out.text(ask2.algorithm ?? "auto");
    for (const key of ["width", "near", "margin"]) out.f64(numberOf(details[key], key));
    out.i32(numberOf(details.max_points, "max_points"));
    out.u8(ask2.trace ? 1 : 0);
    out.u8(ask2.certify ? 1 : 0);
    return { from: this.#module.call("ask_pair", out), asked: { certify: !!ask2.certify, trace: !!ask2.trace } };
  }
  #bodies(question, a, b, ask2, margin = 0) {
    this.#needWhole("meshes and unions");
    if (ask2.algorithm !== void 0 && ask2.algorithm !== "auto") {
      throw new SunderError("not_served", "bodies that need not be convex are not asked by a named algorithm here");
    }
    const out = new Writer();
    writeSides(out, this.#module, a, b, ask2);
    out.u8(questions[question]);
    out.f64(margin);
    out.u8(ask2.certify ? 1 : 0);
    return this.#module.call("ask_bodies", out);
  }
  #areConvex(a, b) {
    bodyAddress(a, this.#module, "a");
    bodyAddress(b, this.#module, "b");
    return a instanceof Polytope && b instanceof Polytope;
  }
  /** How the bodies stand, and what proved it. */
  decide(a, b, ask2 = {}) {
    if (!this.#areConvex(a, b)) return readBodies.verdict(this.#bodies("verdict", a, b, ask2), !!ask2.certify);
    const { from, asked } = this.#pair("verdict", a, b, ask2);
    return readPair.verdict(from, asked);
  }
  /** How far apart? The interval holds the exact distance. */
  distance(a, b, ask2 = {}) {
    if (!this.#areConvex(a, b)) return readBodies.distance(this.#bodies("distance", a, b, ask2), !!ask2.certify);
    const { from, asked } = this.#pair("distance", a, b, ask2, ask2);
    return readPair.distance(from, asked);
  }
  /** How deep do they overlap: the shortest translation that parts them. */
  penetration(a, b, ask2 = {}) {
    if (!this.#areConvex(a, b)) return readBodies.depth(this.#bodies("depth", a, b, ask2));
    const { from, asked } = this.#pair("depth", a, b, ask2, ask2);
    return readPair.depth(from, asked);
  }
  /** The distance, or minus the depth; of polytopes. */
  signedDistance(a, b, ask2 = {}) {
    this.#needConvex(a, b, "signedDistance");
    const { from, asked } = this.#pair("signed", a, b, ask2, ask2);
    return readPair.signed(from, asked);
  }
  contact(a, b, ask2 = {}) {
    if (!this.#areConvex(a, b)) return readBodies.contact(this.#bodies("contact", a, b, ask2));
    const { from, asked } = this.#pair("contact", a, b, ask2, ask2);
    return readPair.contact(from, asked);
  }
  /** How do polytopes meet, and by which features? */
  relation(a, b, ask2 = {}) {
    this.#needConvex(a, b, "relation");
    const { from, asked } = this.#pair("relation", a, b, ask2);
    return readPair.relation(from, asked);
  }
  /** Does every point of a lie in b? */
  contains(a, b, ask2 = {}) {
    if (!this.#areConvex(a, b)) return readBodies.contains(this.#bodies("contains", a, b, ask2));
    return readPair.contains(this.#pair("contains", a, b, ask2).from);
  }
  /** Is the distance less than, equal to or more than `margin`? Decided exactly. */
  compareToMargin(a, b, margin, ask2 = {}) {
    numberOf(margin, "margin");
    if (!this.#areConvex(a, b)) return readBodies.margin(this.#bodies("margin", a, b, ask2, margin), !!ask2.certify);
    const { from, asked } = this.#pair("margin", a, b, ask2, { margin });
    return readPair.margin(from, asked);
  }
  #needConvex(a, b, what) {
    if (!this.#areConvex(a, b)) throw new SunderError("not_served", `${what} is asked of two polytopes`);
  }
  /** Checks what is claimed of two bodies, by its certificates alone: no algorithm runs. */
  verify(a, b, answer, options = {}) {
    return checkAnswer(this.#module, a, b, answer, options);
  }
  /** Verdicts of many pairs: a byte each, 0 separated, 1 touching, 2 overlapping, 4 not examined. */
  verdicts(pairs2, options = {}) {
    return verdictsOf(this.#module, pairs2, options);
  }
  /** Verdicts and distances of many pairs. */
  distances(pairs2, options = {}) {
    return distancesOf(this.#module, pairs2, options);
  }
  /** The algorithms for polytopes in space. */
  algorithms() {
    const from = this.#module.call("list_algorithms", new Writer());
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
function numberOf(value, what) {
  if (value === void 0) return 0;
  if (typeof value !== "number") throw new SunderError("wrong_type", `${what} is ${describe(value)}; it must be a number`);
  return value;
}

// web/package/src/pool.ts
async function openPort() {
  const port = { post() {
  }, end() {
  }, onmessage() {
  }, onfailure() {
  } };
  const node = await nodeModule("worker_threads");
  if (node) {
    const worker = new node.Worker(new URL("./worker.js", import.meta.url));
    worker.on("message", (message) => port.onmessage(message));
    worker.on("error", (error) => port.onfailure(error.message));
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
    port.onfailure = (reason) => reject(new SunderError("out_of_memory", `a worker ended: ${reason}`));
    port.post(message);
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
    const ports = await Promise.all(Array.from({ length: count }, openPort));
    const pool = new _Pool(ports);
    try {
      await Promise.all(ports.map((port) => say(port, { kind: "load", module: options.module })));
    } catch (error) {
      pool.close();
      throw error;
    }
    return pool;
  }
  get workers() {
    return this.#ports.length;
  }
  close() {
    for (const port of this.#ports) port.end();
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
    const stop = () => {
      if (run.signal?.aborted) throw new SunderError("cancelled", `the run was cancelled after ${settled} of ${count} items`);
    };
    const work = async (port) => {
      await say(port, { kind: "open", bodies });
      try {
        while (next < count) {
          stop();
          const begin = next, end = Math.min(count, begin + slice), size = end - begin;
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
      } finally {
        next = count;
        await say(port, { kind: "close" }).catch(() => {
        });
      }
    };
    this.#running = true;
    try {
      const ends = await Promise.allSettled(this.#ports.map(work));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed) throw failed.reason;
    } finally {
      this.#running = false;
    }
    return { verdicts: verdicts3, intervals };
  }
};

// web/package/src/index.ts
var files = {
  core: () => new URL("./sunder_core.wasm", import.meta.url),
  whole: () => new URL("./sunder_whole.wasm", import.meta.url)
};
async function bytesOf(url) {
  const files2 = url.protocol === "file:" && await nodeModule("fs/promises");
  if (files2) return files2.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new SunderError("not_served", `${url.href} is not there (HTTP ${response.status}); serve it beside the package's other files`);
  return response.arrayBuffer();
}
async function load(options = {}) {
  const source = options.module ?? await bytesOf(options.whole ? files.whole() : files.core());
  return new Sunder(await Module.from(source, options));
}
export {
  Body,
  Mesh,
  Polytope,
  Pool,
  Scene,
  Sunder,
  SunderError,
  load
};
