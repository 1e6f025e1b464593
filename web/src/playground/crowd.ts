// SPDX-License-Identifier: Apache-2.0
//
// Five hundred bodies that move: every frame each has a new pose, and the kernel decides every pair.
import type { Polytope } from "../../package/src/shapes.js";
import type { Scene } from "../../package/src/scene.js";
import { type Theme, Viewer } from "../viewer";
import { unit, type Vector } from "../vectors";
import { familyOf, randomOf } from "./families";
import type { Kernel } from "./kernel";
import { rotation } from "./poses";

export const kBodies = 500;
const kKinds = [["box", 0, 0.55], ["icosahedron", 0, 0.62], ["prism", 6, 0.5], ["pyramid", 5, 0.6], ["hull", 30, 0.6]] as const;
const kRoom = 8.4;      // half the side of the room
const kFramesTold = 30; // that the shown time is the mean of

interface Mover {
  id: number;
  body: number;
  at: [number, number, number];
  speed: [number, number, number];
  axis: Vector;
  turn: number;
  angle: number;
  meets: boolean;
}

export class Crowd {
  readonly viewer: Viewer;
  frames = 0;
  /** of script for every frame, in milliseconds: in all, and what of it the kernel and the drawing took */
  readonly times: number[] = [];
  readonly parts = { kernel: 0, drawing: 0 };
  /** pairs that meet now, that were decided by a search or by bounds, and all */
  found = { meeting: 0, examined: 0, pairs: 0 };
  private readonly scene: Scene;
  private readonly movers: Mover[] = [];
  private running = 0;
  private readonly pose = new Float64Array(12);

  constructor(host: HTMLElement, kernel: Kernel, private readonly words: HTMLElement, theme: Theme) {
    const { library } = kernel;
    this.viewer = new Viewer(host, { label: `${kBodies} bodies that move` });
    this.scene = library.scene();
    const shapes: { polytope: Polytope; mesh: number }[] = kKinds.map(([name, count, size]) => {
      const points = familyOf(name)!.make(count, 7).points.map((p) => p.map((x) => size * x));
      const polytope = library.polytope(Float64Array.from(points.flat()));
      const { faces } = library.describe(polytope);
      const indices = [...faces].flatMap((face) => [...face.slice(2)].flatMap((k, i) => [face[0]!, face[i + 1]!, k]));
      return { polytope, mesh: this.viewer.addMesh({ positions: Float64Array.from(points.flat()), indices: Uint32Array.from(indices) }) };
    });
    const random = randomOf(5);
    const signed = () => 2 * random() - 1;
    for (let i = 0; i < kBodies; ++i) {
      const { polytope, mesh } = shapes[i % shapes.length]!;
      const { id, name } = this.scene.add(polytope);
      this.movers.push({
        id, body: this.viewer.addBody(mesh, { name, role: "other", pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }),
        at: [kRoom * signed(), kRoom * signed(), kRoom * signed()], speed: [0.03 * signed(), 0.03 * signed(), 0.03 * signed()],
        axis: unit([signed(), signed(), signed()]) ?? [0, 0, 1], turn: 0.03 * signed(), angle: 0, meets: false,
      });
    }
    for (const { polytope } of shapes) polytope.free();
    this.setTheme(theme);
    this.advance();
    this.viewer.fit();
  }

  setTheme(theme: Theme): void {
    this.viewer.setTheme(theme);
  }

  get playing(): boolean {
    return this.running !== 0;
  }

  play(): void {
    if (this.running) return;
    const tick = () => {
      this.running = requestAnimationFrame(tick);
      this.frame();
    };
    this.running = requestAnimationFrame(tick);
  }

  pause(): void {
    cancelAnimationFrame(this.running);
    this.running = 0;
  }

  /** One frame: all poses, all verdicts, and the drawing. */
  frame(): void {
    const began = performance.now();
    this.advance();
    const drawing = performance.now();
    this.viewer.drawNow();
    const end = performance.now();
    this.parts.drawing += end - drawing;
    this.times.push(end - began);
    if (++this.frames % kFramesTold === 1) this.tell();
  }

  private advance(): void {
    const meeting = new Set<number>();
    for (const mover of this.movers) {
      const { at, speed, axis } = mover;
      for (let l = 0; l < 3; ++l) {
        at[l] = at[l]! + speed[l]!;
        if (Math.abs(at[l]!) > kRoom) speed[l] = -Math.sign(at[l]!) * Math.abs(speed[l]!);
      }
      mover.angle += mover.turn;
      const r = rotation(axis, mover.angle);
      for (let i = 0; i < 12; ++i) this.pose[i] = i % 4 === 3 ? at[(i - 3) / 4]! : r[3 * (i >> 2) + (i & 3)]!;
      this.scene.setPose(mover.id, this.pose);
      this.viewer.setPose(mover.body, this.pose);
    }
    const began = performance.now();
    const report = this.scene.check();
    this.parts.kernel += performance.now() - began;
    for (const { a, b } of report.pairs) meeting.add(a).add(b);
    for (const mover of this.movers) {
      const meets = meeting.has(mover.id);
      if (meets !== mover.meets) this.viewer.setRole(mover.body, meets ? "hit" : "other");
      mover.meets = meets;
    }
    this.found = { meeting: report.pairs.length, examined: report.examined, pairs: report.pairs_total };
  }

  /** The median of the last frames. */
  get milliseconds(): number {
    const last = this.times.slice(-kFramesTold).sort((x, y) => x - y);
    return last[last.length >> 1] ?? 0;
  }

  private tell(): void {
    const { meeting, examined, pairs } = this.found;
    this.words.textContent = `${kBodies} bodies, ${pairs.toLocaleString("en")} pairs a frame: ${meeting} meet, ${examined} were decided one by one, ` +
      `the rest are apart by their boxes. ${this.milliseconds.toFixed(1)} ms of script a frame: motion, verdicts and drawing.`;
  }
}
