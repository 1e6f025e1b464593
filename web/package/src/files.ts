// SPDX-License-Identifier: Apache-2.0
//
// Where the modules lie, and how they are read.
import { SunderError } from "./error.js";
import { nodeModule } from "./node.js";

/** The files of the modules. Bundlers recognise this form and copy them. */
export const files = {
  core: () => new URL("./sunder_core.wasm", import.meta.url),
  whole: () => new URL("./sunder_whole.wasm", import.meta.url),
};

export async function bytesOf(url: URL): Promise<Uint8Array | ArrayBuffer> {
  // Node's fetch reads no files.
  const disk = url.protocol === "file:" && (await nodeModule<{ readFile(url: URL): Promise<Uint8Array> }>("fs/promises"));
  const refuse = (why: string): never => {
    throw new SunderError("not_served", `${url.href} is not there (${why}); serve it beside the package's other files, or give load() the module`);
  };
  if (disk) return disk.readFile(url).catch((error: Error) => refuse(error.message));
  const response = await fetch(url).catch((error: Error) => refuse(error.message));
  if (!response.ok) refuse(`HTTP ${response.status}`);
  return response.arrayBuffer();
}
