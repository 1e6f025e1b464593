// SPDX-License-Identifier: Apache-2.0
//
// Colours that people with any common colour vision tell apart (after Okabe and Ito), for light and dark pages.
// What overlaps is also striped, so that colour is never the only sign.

export type Rgb = [number, number, number];

/** How a body is shown: its colour's name, and whether stripes mark it. */
export type Role = "body" | "bodyToo" | "other" | "scene" | "carried" | "hit" | "hitOther" | "near" | "nearOther";

export interface Palette {
  background: Rgb;
  ink: Rgb;
  grid: Rgb;
  edge: Rgb;
  shadow: Rgb;
  roles: Record<Role, Rgb>;
}

const hex = (value: number): Rgb => [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];

export const kLight: Palette = {
  background: hex(0xf4f6f9),
  ink: hex(0x18202b),
  grid: hex(0xc6cfda),
  edge: hex(0x2b3644),
  shadow: hex(0xd3dae3),
  roles: {
    body: hex(0xf2f4f7),
    bodyToo: hex(0xb9c6d6),
    other: hex(0xa8c5e2),
    scene: hex(0xc9b79c),
    carried: hex(0x7cc0a8),
    hit: hex(0xd7263d),
    hitOther: hex(0xf08a3c),
    near: hex(0xe6b325),
    nearOther: hex(0xf3d67a),
  },
};

export const kDark: Palette = {
  background: hex(0x0f141b),
  ink: hex(0xe9eef5),
  grid: hex(0x2d3947),
  edge: hex(0x05080c),
  shadow: hex(0x06090d),
  roles: {
    body: hex(0xd5dce6),
    bodyToo: hex(0x8496ab),
    other: hex(0x6f9ccb),
    scene: hex(0x8f7d63),
    carried: hex(0x4fa68a),
    hit: hex(0xf0485c),
    hitOther: hex(0xf59a4e),
    near: hex(0xe6bb3c),
    nearOther: hex(0xb3964a),
  },
};

/** Roles that stripes mark as well. */
export const kStriped: ReadonlySet<Role> = new Set<Role>(["hit", "hitOther"]);

export const cssOf = (rgb: Rgb): string => `rgb(${rgb.map((part) => Math.round(255 * part)).join(" ")})`;
