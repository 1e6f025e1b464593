// SPDX-License-Identifier: Apache-2.0
//
// What pages use of the viewer.
export { Viewer, type BodyOptions, type ViewerOptions } from "./viewer";
export type { Grab } from "./controls";
export { Overlay, type LabelOptions, type LineLook, type Point } from "./overlay";
export { decodeMesh, float32Of, type Mesh, type MeshData } from "./mesh";
export { kDark, kLight, cssOf, type Palette, type Rgb, type Role } from "./palette";
export { Player, playerControls } from "./player";
export { themeButton, type Theme } from "./theme";
export { readData } from "./data";
