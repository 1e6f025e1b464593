// SPDX-License-Identifier: Apache-2.0
//
// Bodies changed by pointer, touch and keys in the picture: moved, turned, their corners dragged, polygons drawn.
import type { Stage } from "../steps/stage";
import type { Grab, Overlay } from "../viewer";
import { minus, plus, times, type Vector } from "../vectors";
import { type Kernel, placed } from "./kernel";
import { inBody, rotation, snapper, stepOf, translationOf, turned, withTranslation } from "./poses";
import { type BodyState, kStill, type Side, type State } from "./state";

export type Tool = "move" | "turn" | "reshape" | "draw";

const kCornerReach = 16;   // pixels
const kClick = 5;          // pixels that a click may move
const kStroke = 10;        // pixels between corners of a stroke
const kTurn = 0.008;       // radians a pixel
const kKeyTurn = Math.PI / 36;
const kMostHandles = 200;

export interface Edited {
  state(): State;
  /** a body became another; `live` while a pointer is down */
  change(side: Side, body: BodyState, live: boolean): void;
  select(side: Side): void;
}

interface Corner {
  side: Side;
  index: number;
}

export class Editor {
  tool: Tool = "move";
  selected: Side = "b";
  private corner: Corner | null = null;
  private readonly handles = new Map<Stage, Overlay>();
  private drawing: Vector[] = [];

  constructor(private readonly kernel: Kernel, private readonly edited: Edited) {}

  attach(stage: Stage): void {
    if (this.handles.has(stage)) return;
    this.handles.set(stage, stage.viewer.addOverlay());
    stage.viewer.onGrab = (x, y) => this.grab(stage, x, y);
    stage.viewer.canvas.addEventListener("keydown", (event) => this.key(stage, event));
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.drawing = [];
    this.corner = null;
    this.drawHandles();
  }

  select(side: Side): void {
    this.selected = side;
    this.drawing = [];
    if (this.corner?.side !== side) this.corner = null;
    this.drawHandles();
  }

  /** Marks the corners that can be dragged. */
  drawHandles(): void {
    for (const [stage, overlay] of this.handles) {
      overlay.clear();
      if (this.tool !== "reshape") continue;
      for (const { side, index, at } of this.corners(stage)) {
        const chosen = this.corner?.side === side && this.corner.index === index;
        overlay.point(at, chosen ? stage.colours.point : stage.colours[side], chosen ? 16 : 11);
      }
    }
  }

  private corners(stage: Stage): (Corner & { at: Vector })[] {
    const state = this.edited.state();
    return (["a", "b"] as const).flatMap((side) => {
      const vertices = this.kernel.corners(state[side], state.scene === "plane");
      return vertices.length > kMostHandles ? [] : vertices.map((index) => ({ side, index, at: stage.frame.to(placed(state[side].pose, state[side].points[index]!)) }));
    });
  }

  private grab(stage: Stage, x: number, y: number): Grab | null {
    const state = this.edited.state();
    if (this.tool === "draw") return state.scene === "plane" ? this.stroke(stage, x, y) : null;
    const corner = this.cornerAt(stage, x, y);
    if (this.tool === "reshape") {
      if (!corner) return null;
      this.corner = corner;
      this.edited.select(corner.side);
      return this.dragCorner(stage, corner, x, y);
    }
    const side = stage.nameOf(stage.viewer.pick(x, y)) ?? corner?.side ?? null;
    if (!side) return null;
    this.edited.select(side);
    return this.tool === "move" ? this.dragBody(stage, side, x, y) : this.turnBody(stage, side, x, y);
  }

  private cornerAt(stage: Stage, x: number, y: number): Corner | null {
    let best: Corner | null = null, near = kCornerReach;
    for (const { side, index, at } of this.corners(stage)) {
      const p = stage.viewer.project(at);
      const away = Math.hypot(p.x - x, p.y - y) - (this.corner?.side === side && this.corner.index === index ? 1 : 0);
      if (p.seen && away < near) [best, near] = [{ side, index }, away];
    }
    return best;
  }

  /** The way of a pointer in the world, in the plane through a point of the picture that faces the viewer. */
  private way(stage: Stage, through: Vector, x: number, y: number): (x: number, y: number) => Vector {
    const { toward } = stage.axes();
    const from = stage.viewer.pointAt(x, y, through, toward);
    return (toX, toY) => {
      const to = stage.viewer.pointAt(toX, toY, through, toward);
      return from && to ? times(stage.frame.scale, minus(to, from)) : [0, 0, 0];
    };
  }

  private dragBody(stage: Stage, side: Side, x: number, y: number): Grab {
    const body = this.edited.state()[side];
    const start = translationOf(body.pose);
    const way = this.way(stage, stage[side].centre, x, y);
    const snap = snapper(stage.frame.scale);
    const flat = this.edited.state().scene === "plane";
    return this.dragging(side, (toX, toY) => {
      const by = way(toX, toY);
      const t = plus(start, by).map((value, l) => (by[l] === 0 || (flat && l === 2) ? start[l]! : snap(value)));
      return { ...body, pose: withTranslation(body.pose, t as unknown as Vector) };
    });
  }

  private turnBody(stage: Stage, side: Side, x: number, y: number): Grab {
    const body = this.edited.state()[side];
    const centre = stage.frame.from(stage[side].centre);
    const axes = stage.axes();
    const middle = stage.viewer.project(stage[side].centre);
    const flat = this.edited.state().scene === "plane";
    return this.dragging(side, (toX, toY) => {
      if (flat) {
        const angle = Math.atan2(middle.y - toY, toX - middle.x) - Math.atan2(middle.y - y, x - middle.x);
        return { ...body, pose: turned(body.pose, rotation([0, 0, 1], angle), centre) };
      }
      const across = turned(body.pose, rotation(axes.up, kTurn * (toX - x)), centre);
      return { ...body, pose: turned(across, rotation(axes.right, kTurn * (toY - y)), centre) };
    });
  }

  private dragCorner(stage: Stage, { side, index }: Corner, x: number, y: number): Grab {
    const body = this.edited.state()[side];
    const start = placed(body.pose, body.points[index]!);
    const way = this.way(stage, stage.frame.to(start), x, y);
    return this.dragging(side, (toX, toY) => this.withCorner(stage, body, index, plus(start, way(toX, toY))) ?? body);
  }

  /** The body with a corner elsewhere; null where the pose flattens it. */
  private withCorner(stage: Stage, body: BodyState, index: number, to: Vector): BodyState | null {
    const p = inBody(body.pose, to);
    if (!p) return null;
    const flat = this.edited.state().scene === "plane";
    const snap = snapper(stage.frame.scale);
    const moved: Vector = [snap(p[0]), snap(p[1]), flat ? 0 : snap(p[2])];
    return { ...body, family: "custom", points: body.points.map((q, i) => (i === index ? moved : q)) };
  }

  private dragging(side: Side, bodyAt: (x: number, y: number) => BodyState): Grab {
    let last: BodyState | null = null;
    return {
      move: (x, y) => {
        last = bodyAt(x, y);
        this.edited.change(side, last, true);
      },
      end: () => {
        if (last) this.edited.change(side, last, false);
        else this.drawHandles();
      },
    };
  }

  /** Draws a polygon: each click adds a corner, and a stroke is a polygon of its own. */
  private stroke(stage: Stage, x: number, y: number): Grab {
    const side = this.selected;
    const snap = snapper(stage.frame.scale);
    const at = (toX: number, toY: number): Vector | null => {
      const p = stage.viewer.pointAt(toX, toY, [0, 0, 0], [0, 0, 1]);
      if (!p) return null;
      const [u, v] = stage.frame.from(p);
      return [snap(u), snap(v), 0];
    };
    const stroke: Vector[] = [];
    const first = at(x, y);
    if (first) stroke.push(first);
    let [lastX, lastY] = [x, y], moved = 0;
    const show = (points: readonly Vector[], live: boolean) => {
      if (points.length === 0) return;
      const outline = this.edited.state()[side].outline && points.length > 2 && !live;
      this.edited.change(side, { family: "custom", points: [...points], radius: 0, pose: kStill, ...(outline ? { outline } : {}) }, live);
    };
    return {
      move: (toX, toY) => {
        moved = Math.max(moved, Math.hypot(toX - x, toY - y));
        if (moved < kClick || Math.hypot(toX - lastX, toY - lastY) < kStroke) return;
        const p = at(toX, toY);
        if (p) stroke.push(p);
        [lastX, lastY] = [toX, toY];
        show(stroke, true);
      },
      end: () => {
        if (moved >= kClick) this.drawing = [];
        else if (first) this.drawing = [...this.drawing, first];
        show(moved >= kClick ? stroke : this.drawing, false);
      },
    };
  }

  /** Keys of the picture: W A S D Q E change the chosen body, 1 and 2 choose it, brackets choose a corner. */
  private key(stage: Stage, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const way = { a: [-1, 0, 0], d: [1, 0, 0], w: [0, 1, 0], s: [0, -1, 0], q: [0, 0, -1], e: [0, 0, 1] }[key] as Vector | undefined;
    if (way) this.nudge(stage, way, event.shiftKey ? 8 : 1);
    else if (key === "1" || key === "2") this.edited.select(key === "1" ? "a" : "b");
    else if (key === "[" || key === "]") this.nextCorner(key === "]" ? 1 : -1);
    else if (key === "enter" || key === "escape") this.drawing = [];
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private nextCorner(by: number): void {
    const vertices = this.kernel.corners(this.edited.state()[this.selected], this.edited.state().scene === "plane");
    const at = this.corner?.side === this.selected ? vertices.indexOf(this.corner.index) : -1;
    this.corner = { side: this.selected, index: vertices[(at + by + vertices.length) % vertices.length]! };
    this.drawHandles();
  }

  private nudge(stage: Stage, way: Vector, often: number): void {
    const { right, up, toward } = stage.axes();
    const side = this.selected;
    const body = this.edited.state()[side];
    const flat = this.edited.state().scene === "plane";
    if (this.tool === "turn") {
      const centre = stage.frame.from(stage[side].centre);
      const angle = kKeyTurn * often;
      const pose = flat ? turned(body.pose, rotation([0, 0, 1], -angle * (way[0] + way[2])), centre)
        : turned(turned(turned(body.pose, rotation(up, angle * way[0]), centre), rotation(right, -angle * way[1]), centre), rotation(toward, angle * way[2]), centre);
      return this.edited.change(side, { ...body, pose }, false);
    }
    const snap = snapper(stage.frame.scale);
    const step = often * 4 * stepOf(stage.frame.scale);
    const by = plus(plus(times(step * way[0], right), up, step * way[1]), toward, flat ? 0 : step * way[2]);
    if (this.tool === "reshape" && this.corner?.side === side) {
      const changed = this.withCorner(stage, body, this.corner.index, plus(placed(body.pose, body.points[this.corner.index]!), by));
      if (changed) this.edited.change(side, changed, false);
      return;
    }
    const t = plus(translationOf(body.pose), by).map((x, l) => (Math.abs(by[l]!) < step / 100 ? translationOf(body.pose)[l]! : snap(x)));
    this.edited.change(side, { ...body, pose: withTranslation(body.pose, t as unknown as Vector) }, false);
  }
}
