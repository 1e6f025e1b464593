// SPDX-License-Identifier: Apache-2.0
//
// What is drawn over bodies: points, segments, arrows, planes and polygons, and labels that keep apart. Lines have a
// width in pixels of the page and round ends, so that a point is a line without length. What a body hides shows through
// it, more faintly, as what overlays mark often lies inside. All lines of a layer are one call to the card.
import {
  BufferAttribute, BufferGeometry, GLSL3, GreaterDepth, type Group, InstancedBufferAttribute, InstancedBufferGeometry, LessEqualDepth, Mesh as Drawn,
  ShaderMaterial, Vector2, Vector3,
} from "three";
import { cssOf, type Rgb } from "./palette";

export type Point = ArrayLike<number>;

export interface LineLook {
  /** in pixels; 2 if not given */
  width?: number;
  dashed?: boolean;
  opacity?: number;
}

export interface LabelOptions {
  color?: Rgb;
  /** labels of higher priority get the place that they ask for; 0 if not given */
  priority?: number;
}

interface Label {
  element: HTMLElement;
  color: string;
  at: Vector3;
  priority: number;
  used: boolean;
}

const kLineVertex = `
precision highp float;
in vec3 begin;
in vec3 end;
in vec4 tint;
in vec2 form; // width in pixels; 1 for an arrow, 2 for dashes
uniform vec2 size;
uniform float pixels;
flat out vec4 vTint;
flat out vec3 vForm; // half the width, the length, the kind
out vec2 vAt;
void main() {
  vec4 a = modelViewMatrix * vec4(begin, 1.0);
  vec4 b = modelViewMatrix * vec4(end, 1.0);
  float near = -abs(projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0)) * 1.01;
  if (a.z > near && b.z > near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (a.z > near) a = mix(a, b, (near - a.z) / (b.z - a.z));
  if (b.z > near) b = mix(b, a, (near - b.z) / (a.z - b.z));
  vec4 p = projectionMatrix * a;
  vec4 q = projectionMatrix * b;
  vec2 s = p.xy / p.w * size * 0.5;
  vec2 t = q.xy / q.w * size * 0.5;
  float span = length(t - s);
  vec2 along = span > 1e-4 ? (t - s) / span : vec2(1.0, 0.0);
  float half_width = 0.5 * form.x * pixels;
  float reach = (form.y == 1.0 ? max(4.0 * half_width, 7.0 * pixels) : half_width) + pixels;
  vec2 place = position.x < 0.5 ? s - along * reach : t + along * reach;
  place += vec2(-along.y, along.x) * reach * position.y;
  vec4 clip = position.x < 0.5 ? p : q;
  gl_Position = vec4(place * 2.0 / size * clip.w, clip.z - 2e-5 * clip.w, clip.w);
  vTint = tint;
  vForm = vec3(half_width, span, form.y);
  // across a line seen in perspective, places are interpolated evenly on the screen
  vAt = vec2(position.x < 0.5 ? -reach : span + reach, reach * position.y);
  gl_Position /= gl_Position.w > 0.0 ? gl_Position.w : 1.0;
}`;

const kLineFragment = `
precision highp float;
flat in vec4 vTint;
flat in vec3 vForm;
in vec2 vAt;
uniform float pixels;
uniform float picking;
uniform float strength;
uniform vec3 rim;
out vec4 result;
void main() {
  if (picking > 0.5) discard;
  float head = vForm.z == 1.0 ? min(max(8.0 * vForm.x, 14.0 * pixels), vForm.y) : 0.0;
  float x = clamp(vAt.x, 0.0, vForm.y - 0.6 * head);
  float d = length(vAt - vec2(x, 0.0)) - vForm.x;
  if (vForm.z == 1.0) {
    // the head: a triangle with its tip at the end
    float back = vForm.y - vAt.x;
    float slope = 0.42;
    float side = (abs(vAt.y) - slope * back) / sqrt(1.0 + slope * slope);
    d = min(d, max(side, back - head));
  }
  float alpha = 1.0 - smoothstep(-0.5, 0.5, d);
  if (vForm.z == 2.0) alpha *= smoothstep(0.45, 0.55, abs(fract(vAt.x / (9.0 * pixels)) * 2.0 - 1.0) + 0.1);
  alpha *= vTint.a * strength;
  if (alpha < 0.01) discard;
  bool round = vForm.y < 0.01 && vForm.x > 3.0 * pixels;
  vec3 color = round ? mix(rim, vTint.rgb, 1.0 - smoothstep(-2.2 * pixels, -1.2 * pixels, d)) : vTint.rgb;
  result = vec4(color, alpha);
}`;

const kFaceVertex = `
precision highp float;
in vec4 tint;
out vec4 vTint;
void main() {
  vTint = tint;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_Position.z -= 1e-5 * gl_Position.w;
}`;

const kFaceFragment = `
precision highp float;
in vec4 vTint;
uniform float picking;
uniform float strength;
out vec4 result;
void main() {
  if (picking > 0.5) discard;
  result = vec4(vTint.rgb, vTint.a * strength);
}`;

/** Of lines, and of faces, where a body hides them. */
const kHiddenLines = 0.45;
const kHiddenFaces = 0.2;
const kLine = 12; // numbers a line: both ends, colour, opacity, width, kind
const kCorner = 7; // numbers a corner of a face: place, colour, opacity

/** Places of a label beside its point, best first, in units of its size. */
const kBeside: readonly (readonly [number, number])[] = [[0, -1], [0, 0], [-1, -1], [-1, 0], [-0.5, -1.9], [-0.5, 0.9], [0.3, -2.2], [0.3, 1.2], [-1.3, -2.2], [-1.3, 1.2]];
const kGap = 9; // pixels between a point and its label

/** What all layers share. */
export interface OverlayLook {
  pixels: { value: number };
  picking: { value: number };
}

export class Overlay {
  private lines: number[] = [];
  private faces: number[] = [];
  private labels: Label[] = [];
  private stale = false;
  private readonly size = { value: new Vector2(1, 1) };
  private readonly rim = { value: new Vector3() };
  private readonly lineGeometry = new InstancedBufferGeometry();
  private readonly faceGeometry = new BufferGeometry();
  private readonly drawn: Drawn[] = [];

  /** `host` holds the labels, null where nothing is drawn; `moved` gives where a point of the world is drawn; `changed` asks for
   *  a drawing. */
  constructor(
    parent: Group, private readonly host: HTMLElement | null, private readonly moved: (p: Point) => Vector3, private readonly changed: () => void,
    private readonly look: OverlayLook,
  ) {
    this.lineGeometry.setAttribute("position", new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
    this.lineGeometry.setIndex([0, 1, 2, 0, 2, 3]);
    for (const [geometry, vertexShader, fragmentShader, hidden] of [
      [this.faceGeometry, kFaceVertex, kFaceFragment, kHiddenFaces],
      [this.lineGeometry, kLineVertex, kLineFragment, kHiddenLines],
    ] as const) {
      for (const [depthFunc, strength] of [[GreaterDepth, hidden], [LessEqualDepth, 1]] as const) {
        const material = new ShaderMaterial({
          glslVersion: GLSL3, vertexShader, fragmentShader, transparent: true, depthWrite: false, depthFunc, side: 2,
          uniforms: { size: this.size, rim: this.rim, pixels: look.pixels, picking: look.picking, strength: { value: strength } },
        });
        const drawn = new Drawn(geometry, material);
        drawn.frustumCulled = false;
        drawn.visible = false;
        drawn.renderOrder = geometry === this.lineGeometry ? 5 : 4;
        this.drawn.push(drawn);
        parent.add(drawn);
      }
    }
  }

  /** Removes all that was drawn. Labels that are given again keep their elements, and what is selected in them. */
  clear(): void {
    this.lines = [];
    this.faces = [];
    for (const label of this.labels) label.used = false;
    this.touch();
  }

  /** A ball of some pixels across. */
  point(p: Point, color: Rgb, size = 11): void {
    this.addLine(p, p, color, { width: size }, 0);
  }

  segment(p: Point, q: Point, color: Rgb, look: LineLook = {}): void {
    this.addLine(p, q, color, look, look.dashed ? 2 : 0);
  }

  /** Many segments of one look. */
  segments(ends: readonly (readonly [Point, Point])[], color: Rgb, look: LineLook = {}): void {
    for (const [p, q] of ends) this.segment(p, q, color, look);
  }

  arrow(from: Point, to: Point, color: Rgb, width = 2.5): void {
    this.addLine(from, to, color, { width }, 1);
  }

  /** A convex polygon, its corners in order. */
  polygon(corners: readonly Point[], color: Rgb, opacity = 0.35): void {
    this.triangles(corners.slice(2).flatMap((p, i) => [corners[0] as Point, corners[i + 1] as Point, p]), color, opacity);
  }

  /** Many triangles of one look, three corners each. */
  triangles(corners: readonly Point[], color: Rgb, opacity = 0.35): void {
    for (const corner of corners) {
      const { x, y, z } = this.moved(corner);
      this.faces.push(x, y, z, ...color, opacity);
    }
    this.touch();
  }

  /** A round piece of the plane through a point, across `normal`. */
  disc(centre: Point, normal: Point, radius: number, color: Rgb, opacity = 0.25, rim: Rgb = color): void {
    const n = new Vector3(normal[0], normal[1], normal[2]).normalize();
    const right = new Vector3(Math.abs(n.z) < 0.9 ? 0 : 1, 0, Math.abs(n.z) < 0.9 ? 1 : 0).cross(n).normalize();
    const up = n.clone().cross(right);
    const at = (i: number): Point => {
      const [c, s] = [radius * Math.cos((Math.PI * i) / 32), radius * Math.sin((Math.PI * i) / 32)];
      return [0, 1, 2].map((l) => (centre[l] as number) + c * right.getComponent(l) + s * up.getComponent(l));
    };
    const ring = Array.from({ length: 64 }, (_, i) => at(i));
    this.polygon(ring, color, opacity);
    this.segments(ring.map((p, i) => [p, ring[(i + 1) % 64] as Point] as const), rim, { width: 1.5 });
  }

  /** Text beside a point of the world; it can be selected. */
  label(text: string, at: Point, options: LabelOptions = {}): void {
    if (!this.host) return;
    const color = options.color ? cssOf(options.color) : "";
    let label = this.labels.find((one) => !one.used && one.element.textContent === text && one.color === color);
    if (!label) {
      const element = document.createElement("span");
      element.className = "viewer-label";
      element.textContent = element.title = text;
      element.style.color = color;
      this.host.append(element);
      label = { element, color, at: new Vector3(), priority: 0, used: true };
      this.labels.push(label);
    }
    label.used = true;
    label.at = this.moved(at);
    label.priority = options.priority ?? 0;
    this.touch();
  }

  /** Before a drawing. */
  update(rim: Rgb): void {
    if (!this.host) return;
    this.size.value.set(this.host.clientWidth, this.host.clientHeight).multiplyScalar(this.look.pixels.value);
    this.rim.value.set(...rim);
    if (!this.stale) return;
    this.stale = false;
    for (const label of this.labels) if (!label.used) label.element.remove();
    this.labels = this.labels.filter((label) => label.used).sort((x, y) => y.priority - x.priority);
    const lines = this.lines.length / kLine;
    this.lineGeometry.dispose();
    for (const [name, first, size] of [["begin", 0, 3], ["end", 3, 3], ["tint", 6, 4], ["form", 10, 2]] as const) {
      this.lineGeometry.setAttribute(name, new InstancedBufferAttribute(columns(this.lines, kLine, first, size), size));
    }
    this.lineGeometry.instanceCount = lines;
    this.faceGeometry.dispose();
    this.faceGeometry.setAttribute("position", new BufferAttribute(columns(this.faces, kCorner, 0, 3), 3));
    this.faceGeometry.setAttribute("tint", new BufferAttribute(columns(this.faces, kCorner, 3, 4), 4));
    for (const drawn of this.drawn) drawn.visible = (drawn.geometry === this.faceGeometry ? this.faces.length : lines) > 0;
  }

  /** After a drawing: puts the labels beside their points, where no other label of `taken` is. */
  place(project: (p: Vector3) => { x: number; y: number; seen: boolean }, taken: DOMRect[]): void {
    if (!this.host) return;
    const width = this.host.clientWidth, height = this.host.clientHeight;
    for (const { element, at } of this.labels) {
      const { x, y, seen } = project(at);
      element.style.display = seen ? "" : "none";
      if (!seen) continue;
      const [w, h] = [element.offsetWidth, element.offsetHeight];
      const boxes = kBeside.map(([right, down]) => new DOMRect(
        Math.max(2, Math.min(width - w - 2, x + right * w + (right < -0.4 ? -kGap : kGap) * (right === -0.5 ? 0 : 1))),
        Math.max(2, Math.min(height - h - 2, y + down * h + (down < 0 ? -2 : 2))), w, h));
      const clear = (box: DOMRect) => taken.every((one) =>
        box.right <= one.left || one.right <= box.left || box.bottom <= one.top || one.bottom <= box.top);
      const box = boxes.find(clear) ?? (boxes[0] as DOMRect);
      taken.push(box);
      element.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(box.top)}px)`;
    }
  }

  private addLine(p: Point, q: Point, color: Rgb, look: LineLook, kind: number): void {
    const a = this.moved(p), b = this.moved(q);
    this.lines.push(a.x, a.y, a.z, b.x, b.y, b.z, ...color, look.opacity ?? 1, look.width ?? 2, kind);
    this.touch();
  }

  private touch(): void {
    this.stale = true;
    this.changed();
  }
}

/** Some of the numbers of every row. */
function columns(rows: readonly number[], width: number, first: number, size: number): Float32Array {
  const count = rows.length / width;
  const array = new Float32Array(size * count);
  for (let i = 0; i < count; ++i) for (let k = 0; k < size; ++k) array[size * i + k] = rows[width * i + first + k] as number;
  return array;
}
