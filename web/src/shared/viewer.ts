// SPDX-License-Identifier: Apache-2.0
//
// What the program's pages share, and the program holds once: the viewer, and what pages use of three.js.
export * from "../viewer";
export { bytesOf } from "../viewer/mesh";
export { Line3, Plane, ShapeUtils, Triangle, Vector2, Vector3 } from "three";
