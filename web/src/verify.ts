// SPDX-License-Identifier: Apache-2.0
//
// The checker of certificates for pages: no search is in it, and loading it makes no request.
import inlined from "../dist/verify.wasm.gz?url";
import { checkAnswer, type Answer, type Check, type CheckOptions } from "../package/src/checking.js";
import { Writer } from "../package/src/codec.js";
import { Module } from "../package/src/module.js";
import {
  Body, integersOf, makeBody, makePolytope, Mesh, numbersOf, type Part, type Points, Polytope, type Triangles,
} from "../package/src/shapes.js";

export { Body, Mesh, Polytope };
export type { Answer, Check, CheckOptions, Part, Points, Triangles };
export type { Pose } from "../package/src/shapes.js";
export { SunderError } from "../package/src/error.js";

export class Verifier {
  constructor(private readonly module: Module) {}

  /** The hull of the points, which are x, y, z of each. No hull is sought. */
  polytope(points: Points): Polytope {
    return makePolytope(this.module, points);
  }
  /**
   * A mesh as what a report says that it was taken as. Whether a solid closes is checked with each certificate; whether
   * its triangles cross is checked only where `simple` is asked.
   */
  mesh(points: Points, triangles: Triangles, kind: "solid" | "surface"): Mesh {
    const out = new Writer();
    out.array(numbersOf(points, 3, "points"));
    out.array(integersOf(triangles, 3, "triangles"));
    out.u8(kind === "solid" ? 0 : 1);
    return new Mesh(this.module, this.module.call("make_mesh", out).u32());
  }
  /** A union of parts. A certificate about a union counts its parts in this order. */
  body(parts: readonly (Part | Polytope | Mesh)[]): Body {
    return makeBody(this.module, parts);
  }
  /** Checks what is claimed of two bodies. Throws a SunderError where the claim is not of the form that reports have. */
  verify(a: Body, b: Body, answer: Answer, options: CheckOptions = {}): Check {
    return checkAnswer(this.module, a, b, answer, options);
  }
}

async function inflated(dataUrl: string): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(",") + 1)), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

let loading: Promise<Verifier> | undefined;
/** Loads the checker, once. */
export function loadVerifier(): Promise<Verifier> {
  return (loading ??= inflated(inlined).then((bytes) => Module.from(bytes)).then((module) => new Verifier(module)));
}
