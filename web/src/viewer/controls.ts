// SPDX-License-Identifier: Apache-2.0
//
// The camera by pointer, touch, wheel and keys.
import type { OrbitCamera } from "./camera";

const kTurn = 0.008; // radians a pixel
const kKeyTurn = 0.12;
const kClick = 5; // pixels that a click may move

export interface Controlled {
  view: OrbitCamera;
  canvas: HTMLCanvasElement;
  draw(): void;
  fit(): void;
  click(x: number, y: number): void;
  /** What a pointer that goes down at a place of the canvas drags, in place of the camera; null for nothing. */
  grab(x: number, y: number, event: PointerEvent): Grab | null;
}

/** A thing that a pointer drags, in pixels of the canvas. */
export interface Grab {
  move(x: number, y: number): void;
  end(): void;
}

export function control(it: Controlled): void {
  const { canvas, view } = it;
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  let touches = 0;
  let grabbed: { grab: Grab; pointer: number } | null = null;

  const placeOf = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const middle = () => {
    const all = [...pointers.values()];
    const x = all.reduce((sum, p) => sum + p.x, 0) / all.length;
    const y = all.reduce((sum, p) => sum + p.y, 0) / all.length;
    const spread = all.length > 1 ? Math.hypot((all[0]?.x ?? 0) - (all[1]?.x ?? 0), (all[0]?.y ?? 0) - (all[1]?.y ?? 0)) : 0;
    return { x, y, spread };
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (grabbed) return;
    canvas.setPointerCapture(event.pointerId);
    const grab = pointers.size === 0 && event.button === 0 && !event.shiftKey ? it.grab(...placeOf(event), event) : null;
    if (grab) {
      grabbed = { grab, pointer: event.pointerId };
      return;
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) moved = 0;
    touches = Math.max(touches, pointers.size);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (grabbed?.pointer === event.pointerId) grabbed.grab.move(...placeOf(event));
    if (!pointers.has(event.pointerId)) return;
    const before = middle();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = middle();
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    moved += Math.hypot(dx, dy);
    if (pointers.size > 1) {
      view.move(dx / canvas.clientHeight, -dy / canvas.clientHeight);
      if (before.spread > 0 && after.spread > 0) view.zoom(before.spread / after.spread);
    } else if (event.shiftKey || (event.buttons & 6) !== 0 || view.flat) {
      view.move(dx / canvas.clientHeight, -dy / canvas.clientHeight);
    } else {
      view.turn(dx * kTurn, dy * kTurn);
    }
    it.draw();
  });
  const end = (event: PointerEvent) => {
    if (grabbed?.pointer === event.pointerId) {
      const { grab } = grabbed;
      grabbed = null;
      grab.end();
    }
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    if (event.type === "pointerup" && moved < kClick && touches === 1) {
      it.click(...placeOf(event));
    }
    touches = 0;
  };
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("dblclick", () => it.fit());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      view.zoom(Math.exp(Math.min(60, Math.max(-60, event.deltaY * lines)) * 0.0022));
      it.draw();
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const arrow = arrows[event.key];
    if (arrow && (event.shiftKey || view.flat)) view.move(-0.05 * arrow[0], -0.05 * arrow[1]);
    else if (arrow) view.turn(kKeyTurn * arrow[0], kKeyTurn * arrow[1]);
    else if (event.key === "+" || event.key === "=") view.zoom(0.85);
    else if (event.key === "-") view.zoom(1 / 0.85);
    else if (event.key === "f" || event.key === "F" || event.key === "Home") it.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    it.draw();
  });
}
