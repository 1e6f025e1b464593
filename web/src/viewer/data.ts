// SPDX-License-Identifier: Apache-2.0
//
// The data that the program wrote into the page.

/** Reads the JSON of the page's element `data`. A page without data, as the build leaves it, has none. */
export function readData<Data>(): Data | undefined {
  const text = document.getElementById("data")?.textContent?.trim() ?? "";
  return text.startsWith("{") ? (JSON.parse(text) as Data) : undefined;
}
