// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" preserve="true" />
//
// One instance of a module: its memory, its calls and its end.
import { Reader, type Family, type Writer } from "./codec.js";
import { SunderError, type ErrorCode } from "./error.js";

/** What every module exports (web/wasm/module.hpp). All numbers are 32-bit integers but where a function says so. */
type Exports = Record<string, (...numbers: number[]) => number>;

const pageBytes = 65536;
/** That of web/wasm/CMakeLists.txt. */
const initialPages = 64;

export interface LoadOptions {
  /** The most memory in bytes that the module may take; 4 GiB by default. */
  memoryLimit?: number;
}

function reserve(pages: number): WebAssembly.Memory {
  for (let maximum = pages; ; maximum >>= 1) {
    try {
      return new WebAssembly.Memory({ initial: initialPages, maximum });
    } catch (error) {
      if (maximum / 2 >= initialPages) continue;
      throw new SunderError("out_of_memory", `there is no memory for a module (${(error as Error).message}): drop other modules first`);
    }
  }
}

export class Module {
  readonly #exports!: Exports;
  readonly #decide!: Exports[string];
  readonly #memory: WebAssembly.Memory;
  readonly #freed: FinalizationRegistry<number>;
  #end: SunderError | undefined;
  /** What the library wrote before it ended. */
  #words = "";
  #objects = 0;

  private constructor(compiled: WebAssembly.Module, options: LoadOptions) {
    const pages = Math.floor((options.memoryLimit ?? 65536 * pageBytes) / pageBytes);
    if (!(pages >= initialPages && pages <= 65536)) {
      throw new SunderError("too_large", `memoryLimit is ${options.memoryLimit}; it must be from 4 MiB to 4 GiB`);
    }
    // Where less can be reserved, the limit is less: a page of a phone gets no 4 GiB.
    this.#memory = reserve(pages);
    const imports: WebAssembly.Imports = { env: { memory: this.#memory } };
    const own: Record<string, (...numbers: number[]) => number> = {
      out_of_memory: () => {
        throw new SunderError("out_of_memory", "the module has no memory left: free objects sooner, or load it with a higher memoryLimit");
      },
      fd_write: (_file, lists, count, written) => this.#print(lists!, count!, written!),
    };
    // What is left of the system's calls answers that the system has none (ENOSYS).
    for (const { module, name, kind } of WebAssembly.Module.imports(compiled)) {
      if (kind === "function") (imports[module] ??= {})[name] = own[name] ?? (() => 52);
    }
    const refuse = (why: string): never => {
      throw new SunderError("wrong_type", `the module is not one of sunder-geometry: ${why}; give sunder_core.wasm or sunder_whole.wasm of this version`);
    };
    try {
      this.#exports = new WebAssembly.Instance(compiled, imports).exports as unknown as Exports;
    } catch (error) {
      refuse((error as Error).message);
    }
    for (const name of ["_initialize", "start", "open_request", "verify_certificate"]) {
      if (!(name in this.#exports)) refuse(`it has no ${name}()`);
    }
    this.#decide = this.#exports["decide"]!;
    this.#freed = new FinalizationRegistry((handle) => this.#release(handle));
    this.#exports["_initialize"]!();
    this.#exports["start"]!();
  }

  /** Compiles the bytes of a module. */
  static async compile(source: Uint8Array | ArrayBuffer | WebAssembly.Module): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    try {
      return await WebAssembly.compile(source as BufferSource);
    } catch (error) {
      throw new SunderError("wrong_type", `the module is no WebAssembly: ${(error as Error).message}; give the bytes of sunder_core.wasm or sunder_whole.wasm`);
    }
  }
  static async from(source: Uint8Array | ArrayBuffer | WebAssembly.Module, options: LoadOptions = {}): Promise<Module> {
    return new Module(await Module.compile(source), options);
  }

  #print(lists: number, count: number, written: number): number {
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
  run<T>(work: (exports: Exports, memory: WebAssembly.Memory) => T): T {
    if (this.#end) throw this.#endedBefore();
    try {
      return work(this.#exports, this.#memory);
    } catch (error) {
      throw this.#endOf(error);
    }
  }
  #endedBefore(): SunderError {
    return new SunderError(this.#end!.code, `this module ended before: ${this.#end!.message}; load it again`);
  }
  /** What to throw for what a call threw. All but a refusal ends the module. */
  #endOf(error: unknown): SunderError {
    if (error instanceof SunderError && error.code !== "out_of_memory") return error;
    this.#end = error instanceof SunderError
      ? error
      : new SunderError("out_of_memory", this.#words.trim() || `the module ended (${(error as Error).message})`);
    return this.#end;
  }

  /**
   * The verdict of two polytopes as a number: what run() does, without a closure and without `memory.buffer`, which cost as
   * much as the verdict itself. A form is that of a pose, whose numbers lie in poses(), or the address of a prepared pose.
   */
  decide(a: number, formA: number, b: number, formB: number): number {
    if (this.#end) throw this.#endedBefore();
    let code: number;
    try {
      code = this.#decide(a, formA, b, formB);
    } catch (error) {
      throw this.#endOf(error);
    }
    if (code < 0) throw this.run((exports, memory) => this.#refusal(exports, memory));
    return code;
  }
  /** Where decide() reads poses. The view loses its length when the memory moves. */
  poses(): Float64Array {
    return this.run((exports, memory) => new Float64Array(memory.buffer, exports["pose_address"]!() >>> 0, 24));
  }
  #refusal(exports: Exports, memory: WebAssembly.Memory): SunderError {
    const from = new Reader(new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!()));
    return new SunderError(from.text() as ErrorCode, from.text());
  }

  /** Calls a function with a request; returns its answer, or throws what it refused. */
  call(name: string, request: Writer): Reader {
    const bytes = request.bytes;
    return this.run((exports, memory) => {
      const at = exports["open_request"]!(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
      const succeeded = exports[name]!();
      const answer = new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!());
      const reader = new Reader(answer, request.family, request.dimension);
      if (succeeded === 0) throw new SunderError(reader.text() as ErrorCode, reader.text());
      return reader;
    });
  }

  /** Calls a function that takes a handle and writes its answer. */
  ask(name: string, address: number, family?: Family): Reader {
    return this.run((exports, memory) => {
      exports[name]!(address);
      return new Reader(new Uint8Array(memory.buffer, exports["result_address"]!() >>> 0, exports["result_size"]!()), family);
    });
  }

  /** Does this module have such a function? */
  has(name: string): boolean {
    return name in this.#exports;
  }

  #release(handle: number): void {
    if (this.#end) return;
    --this.#objects;
    this.run((exports) => exports["release"]!(handle));
  }
  /** Releases an object with its owner, if the owner does not do it before. */
  own(owner: object, handle: number): void {
    ++this.#objects;
    this.#freed.register(owner, handle, owner);
  }
  disown(owner: object, handle: number): void {
    this.#freed.unregister(owner);
    this.#release(handle);
  }
  /** Objects that were made and not freed. */
  get objects(): number {
    return this.#objects;
  }
  /** Bytes of memory that the module has taken. It never gives any back. */
  get memory(): number {
    return this.#memory.buffer.byteLength;
  }
}

/** `Symbol.dispose`, which older browsers and Node 18 lack. */
export const dispose: typeof Symbol.dispose = (Symbol as { dispose?: typeof Symbol.dispose }).dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

/** An object of a module. Free it, or declare it with `using`; else it goes some time after its last use. */
export class Handle {
  readonly #module: Module;
  #handle: number;

  constructor(module: Module, handle: number) {
    this.#module = module;
    this.#handle = handle;
    module.own(this, handle);
  }
  /** Gives the memory back at once. A second call does nothing; every other use throws from then on. */
  free(): void {
    if (this.#handle === 0) return;
    const handle = this.#handle;
    this.#handle = 0;
    this.#module.disown(this, handle);
  }
  [dispose](): void {
    this.free();
  }
  /** Was it given back? */
  get isFreed(): boolean {
    return this.#handle === 0;
  }

  /** The address for a call of this module; `what` names the argument. */
  static address(value: unknown, module: Module, what: string): number {
    if (!(value instanceof Handle)) {
      throw new SunderError("wrong_type", `${what} is no object of sunder; make one first`);
    }
    if (value.#handle === 0) throw new SunderError("freed", `${what} was freed; make it again`);
    if (value.#module !== module) {
      throw new SunderError("wrong_type", `${what} belongs to another module; make it with this one`);
    }
    return value.#handle;
  }
}
