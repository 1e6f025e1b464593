// SPDX-License-Identifier: Apache-2.0
//
// Colours of pages that show steps, as the picture takes them; steps.css has them for text.
import type { Rgb } from "../viewer";

const kNames = ["ink", "soft", "panel", "a", "b", "body-a", "body-b", "point", "gap", "overlap"] as const;
export type Colours = Record<(typeof kNames)[number], Rgb>;

/** The colours of the theme that the page has now. */
export function coloursOfPage(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(kNames.map((name) => {
    const text = style.getPropertyValue(`--${name}`).trim();
    return [name, [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255)];
  })) as Colours;
}
