// SPDX-License-Identifier: Apache-2.0
//
// The first module inside the script: nothing is fetched, so that it works in one file and from disk.
import { packed } from "./core_bytes.js";
import { SunderError } from "./error.js";
import { load as loadModule, type LoadOptions, type Sunder } from "./index.js";

export * from "./index.js";

async function unpacked(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Loads the first module from this script. */
export async function load(options: Omit<LoadOptions, "whole" | "module"> = {}): Promise<Sunder> {
  if ((options as LoadOptions).whole) throw new SunderError("not_served", "the whole library is not inside this script; import it from sunder-geometry");
  return loadModule({ ...options, module: await unpacked() });
}
