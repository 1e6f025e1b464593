// SPDX-License-Identifier: Apache-2.0

/** A module of Node's own; undefined in browsers. The name is computed, so that bundlers leave it alone. */
export async function nodeModule<T>(name: string): Promise<T | undefined> {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (!process?.versions?.node) return undefined;
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`)) as T;
}
