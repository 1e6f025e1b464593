// SPDX-License-Identifier: Apache-2.0
//
// What is drawn over bodies: points, segments, arrows, planes and polygons, and labels that keep apart. Points and
// lines have their size in pixels and are seen through bodies, as what they mark often lies inside.
import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, type Material, Mesh as Drawn, MeshBasicMaterial, Points, ShaderMaterial, Vector3,
} from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { cssOf, type Rgb } from "./palette";

export type Point = readonly number[];

export interface LineLook {
  /** in pixels */
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
  at: Vector3;
  priority: number;
}

const kPointVertex = `
attribute vec3 color;
attribute float size;
uniform float pixels;
varying vec3 vColor;
varying float vSize;
void main() {
  vColor = color;
  vSize = size * pixels;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = vSize;
}`;
const kPointFragment = `
varying vec3 vColor;
varying float vSize;
uniform vec3 rim;
void main() {
  float r = length(gl_PointCoord - 0.5) * vSize;
  float alpha = 1.0 - smoothstep(0.5 * vSize - 1.0, 0.5 * vSize, r);
  if (alpha <= 0.0) discard;
  float inside = 1.0 - smoothstep(0.5 * vSize - 2.5, 0.5 * vSize - 1.5, r);
  gl_FragColor = vec4(mix(rim, vColor, inside), alpha);
}`;

/** Places of a label beside its point, best first, in units of its size. */
const kBeside: readonly (readonly [number, number])[] = [[0, -1], [0, 0], [-1, -1], [-1, 0], [-0.5, -1.9], [-0.5, 0.9], [0.3, -2.2], [0.3, 1.2], [-1.3, -2.2], [-1.3, 1.2]];
const kGap = 9;  // pixels between a point and its label

export class Overlay {
  private readonly group = new Group();
  private readonly labels: Label[] = [];
  private points: { at: Vector3; color: Rgb; size: number }[] = [];
  private stale = false;

  /** `moved` gives where a point of the world is drawn; `changed` asks for a drawing. */
  constructor(
    parent: Group, private readonly host: HTMLElement, private readonly moved: (p: Point) => Vector3, private readonly changed: () => void,
  ) {
    this.group.renderOrder = 2;
    parent.add(this.group);
  }

  /** Removes all that was drawn. */
  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const drawn = child as Drawn;
      drawn.geometry.dispose();
      (drawn.material as Material).dispose();
    }
    for (const label of this.labels) label.element.remove();
    this.labels.length = 0;
    this.points = [];
    this.changed();
  }

  /** A ball of some pixels across. */
  point(p: Point, color: Rgb, size = 13): void {
    this.points.push({ at: this.moved(p), color, size });
    this.stale = true;
    this.changed();
  }

  segment(p: Point, q: Point, color: Rgb, look: LineLook = {}): void {
    this.segments([[p, q]], color, look);
  }

  /** Many segments of one look. */
  segments(ends: readonly (readonly [Point, Point])[], color: Rgb, look: LineLook = {}): void {
    if (ends.length === 0) return;
    const geometry = new LineSegmentsGeometry();
    const places = ends.flatMap((pair) => pair.map((p) => this.moved(p)));
    geometry.setPositions(places.flatMap((p) => [p.x, p.y, p.z]));
    const longest = Math.max(...ends.map((_, i) => places[2 * i]!.distanceTo(places[2 * i + 1]!)));
    const lines = new LineSegments2(geometry, new LineMaterial({
      color: new Color().setRGB(...color), linewidth: look.width ?? 2, depthTest: false, transparent: true, opacity: look.opacity ?? 1,
      dashed: look.dashed ?? false, dashSize: longest / 24 || 1, gapSize: longest / 36 || 1,
    }));
    lines.computeLineDistances();
    lines.frustumCulled = false;
    lines.renderOrder = 3;
    this.group.add(lines);
    this.changed();
  }

  /** A segment with a cone at its end. */
  arrow(from: Point, to: Point, color: Rgb, width = 2.5): void {
    this.segment(from, to, color, { width });
    const [p, q] = [this.moved(from), this.moved(to)];
    const way = q.clone().sub(p), size = way.length();
    if (!(size > 0)) return;
    way.normalize();
    const right = new Vector3(Math.abs(way.z) < 0.9 ? 0 : 1, 0, Math.abs(way.z) < 0.9 ? 1 : 0).cross(way).normalize();
    const up = way.clone().cross(right);
    const base = q.clone().addScaledVector(way, -0.16 * size);
    const rim = Array.from({ length: 16 }, (_, i) => {
      const turn = (Math.PI * i) / 8;
      return base.clone().addScaledVector(right, 0.055 * size * Math.cos(turn)).addScaledVector(up, 0.055 * size * Math.sin(turn));
    });
    this.fill(rim.flatMap((r, i) => [r, rim[(i + 1) % 16]!, q]), color, 1, false);
  }

  /** A convex polygon, its corners in order. */
  polygon(corners: readonly Point[], color: Rgb, opacity = 0.35): void {
    const places = corners.map((p) => this.moved(p));
    this.fill(places.slice(2).flatMap((p, i) => [places[0]!, places[i + 1]!, p]), color, opacity);
  }

  /** Many triangles of one look, three corners each. */
  triangles(corners: readonly Point[], color: Rgb, opacity = 0.35): void {
    this.fill(corners.map((p) => this.moved(p)), color, opacity);
  }

  /** A round piece of the plane through a point, across `normal`. */
  disc(centre: Point, normal: Point, radius: number, color: Rgb, opacity = 0.25, rim: Rgb = color): void {
    const n = new Vector3(normal[0], normal[1], normal[2]).normalize();
    const right = new Vector3(Math.abs(n.z) < 0.9 ? 0 : 1, 0, Math.abs(n.z) < 0.9 ? 1 : 0).cross(n).normalize();
    const up = n.clone().cross(right);
    const at = (i: number): Point => {
      const [c, s] = [radius * Math.cos((Math.PI * i) / 32), radius * Math.sin((Math.PI * i) / 32)];
      return [0, 1, 2].map((l) => centre[l]! + c * right.getComponent(l) + s * up.getComponent(l));
    };
    const ring = Array.from({ length: 64 }, (_, i) => at(i));
    this.polygon(ring, color, opacity);
    this.segments(ring.map((p, i) => [p, ring[(i + 1) % 64]!] as const), rim, { width: 1.5 });
  }

  /** Text beside a point of the world; it can be selected. */
  label(text: string, at: Point, options: LabelOptions = {}): void {
    const element = document.createElement("span");
    element.className = "viewer-label";
    element.textContent = text;
    if (options.color) element.style.color = cssOf(options.color);
    this.host.append(element);
    this.labels.push({ element, at: this.moved(at), priority: options.priority ?? 0 });
    this.labels.sort((x, y) => y.priority - x.priority);
    this.changed();
  }

  /** Before a drawing. */
  update(pixels: number, rim: Rgb): void {
    if (!this.stale) return;
    this.stale = false;
    const old = this.group.children.find((child) => child instanceof Points) as Points | undefined;
    if (old) {
      this.group.remove(old);
      old.geometry.dispose();
      (old.material as Material).dispose();
    }
    const geometry = new BufferGeometry();
    const attribute = (values: number[], size: number) => new BufferAttribute(new Float32Array(values), size);
    geometry.setAttribute("position", attribute(this.points.flatMap(({ at }) => [at.x, at.y, at.z]), 3));
    geometry.setAttribute("color", attribute(this.points.flatMap(({ color }) => color), 3));
    geometry.setAttribute("size", attribute(this.points.map(({ size }) => size), 1));
    const balls = new Points(geometry, new ShaderMaterial({
      vertexShader: kPointVertex, fragmentShader: kPointFragment, transparent: true, depthTest: false,
      uniforms: { pixels: { value: pixels }, rim: { value: new Vector3(...rim) } },
    }));
    balls.frustumCulled = false;
    balls.renderOrder = 4;
    this.group.add(balls);
  }

  /** After a drawing: puts the labels beside their points, where no other label of `taken` is. */
  place(project: (p: Vector3) => { x: number; y: number; seen: boolean }, taken: DOMRect[]): void {
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
      const box = boxes.find(clear) ?? boxes[0]!;
      taken.push(box);
      element.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(box.top)}px)`;
    }
  }

  private fill(corners: readonly Vector3[], color: Rgb, opacity: number, through = true): void {
    if (corners.length === 0) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(corners.flatMap((p) => [p.x, p.y, p.z])), 3));
    const drawn = new Drawn(geometry, new MeshBasicMaterial({
      color: new Color().setRGB(...color), transparent: true, opacity, side: DoubleSide, depthWrite: false, depthTest: through,
    }));
    drawn.frustumCulled = false;
    drawn.renderOrder = through ? 2 : 3;
    this.group.add(drawn);
    this.changed();
  }
}
