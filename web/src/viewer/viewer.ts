// SPDX-License-Identifier: Apache-2.0
//
// Draws bodies: meshes shared by instances, each with a pose, a role and perhaps faded. It draws when something
// changes, and only then.
//
//   const viewer = new Viewer(element, { up: "z" });
//   const mesh = viewer.addMesh(decodeMesh(data));
//   const body = viewer.addBody(mesh, { name: "gripper", role: "body", pose });
//   viewer.fit();
//   viewer.setRole(body, "hit"); viewer.fade(new Set([body])); viewer.onPick = (body) => ...
import { Color, Group, Scene, SRGBColorSpace, Vector3, WebGLRenderTarget, WebGLRenderer } from "three";
import { Instances, newLook } from "./bodies";
import { OrbitCamera } from "./camera";
import { control, type Grab } from "./controls";
import { Ground } from "./ground";
import { cornersOf, type Mesh } from "./mesh";
import { Overlay } from "./overlay";
import { kDark, kLight, kStriped, type Palette, type Rgb, type Role } from "./palette";

export interface ViewerOptions {
  /** the axis that points up; z if not given */
  up?: "y" | "z";
  /** a grid, and shadows on it: at the height 0, or under all bodies where some lie below 0; none if not given */
  ground?: boolean;
  /** what a screen reader says of the picture */
  label?: string;
}

export interface BodyOptions {
  name: string;
  role?: Role;
  /** instead of the role's colour */
  color?: Rgb;
  /** row-major 3x4, in the world; identity if not given */
  pose?: ArrayLike<number>;
  /** 1 if not given; less shows what lies inside */
  opacity?: number;
}

interface Body {
  instances: Instances;
  instance: number;
  name: string;
  role: Role;
  color: Rgb | undefined;
  opacity: number;
  faded: boolean;
  hidden: boolean;
  pose: Float64Array;
}

const kIdentity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const kFaded = 0.13;

export class Viewer {
  /** Called with the body under a click, or -1 for none. */
  onPick: (body: number) => void = () => {};
  /** What the key F, Home and a double click do. */
  onFit: () => void = () => this.fit();
  /** What a pointer that goes down at a place of the canvas drags, in place of the camera. */
  onGrab: (x: number, y: number, event: PointerEvent) => Grab | null = () => null;
  /** Called after each drawing. */
  onDraw: () => void = () => {};
  readonly view: OrbitCamera;
  readonly canvas: HTMLCanvasElement;
  palette: Palette = kLight;
  private readonly renderer: WebGLRenderer | undefined;
  private readonly scene = new Scene();
  private readonly group = new Group();
  private readonly look = newLook();
  private readonly meshes: Instances[] = [];
  private readonly bodies: Body[] = [];
  private readonly overlays: Overlay[] = [];
  private readonly ground: Ground | undefined;
  private shift: readonly [number, number, number] | undefined;
  private waiting = 0;

  constructor(readonly host: HTMLElement, private readonly options: ViewerOptions = {}) {
    this.view = new OrbitCamera(options.up ?? "z");
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${options.label ?? "Bodies in space"}. Arrow keys turn the view, plus and minus come closer, F shows all.`);
    host.append(this.canvas);
    this.scene.add(this.group);
    // three logs an error where there is no context, which is none of the page's.
    const context = this.canvas.getContext("webgl2", { alpha: false, antialias: true, stencil: true, preserveDrawingBuffer: true });
    if (context) {
      this.renderer = new WebGLRenderer({ canvas: this.canvas, context });
      this.canvas.addEventListener("webglcontextrestored", () => this.draw());
    } else {
      this.canvas.remove();
      const message = document.createElement("p");
      message.className = "no-webgl";
      message.textContent = "This browser shows no 3-D graphics (WebGL). All findings are listed beside this place all the same.";
      host.append(message);
    }
    if (options.ground) {
      this.ground = new Ground(options.up ?? "z", this.look.picking);
      this.look.ground.value.set(0, 0, 0, 1);
      this.scene.add(this.ground.mesh);
    }
    control({
      view: this.view,
      canvas: this.canvas,
      draw: () => this.draw(),
      fit: () => this.onFit(),
      click: (x, y) => this.onPick(this.pick(x, y)),
      grab: (x, y, event) => this.onGrab(x, y, event),
    });
    new ResizeObserver(() => this.draw()).observe(host);
    this.setTheme("light");
  }

  /** A picture of what is seen now, as a data URL. */
  picture(): string {
    this.drawNow();
    return this.canvas.toDataURL("image/png");
  }

  /** Whether there is a picture; without WebGL a message stands in its place. */
  get works(): boolean {
    return this.renderer !== undefined;
  }

  /** Adds a mesh that bodies may share; returns its number. */
  addMesh(mesh: Mesh): number {
    this.meshes.push(new Instances(cornersOf(mesh), this.look, this.group));
    return this.meshes.length - 1;
  }

  /** Puts a mesh in the place of another. Its bodies need their poses again. */
  replaceMesh(mesh: number, by: Mesh): void {
    this.meshes[mesh]!.reshape(cornersOf(by));
    this.draw();
  }

  /** Adds a body; returns its number. */
  addBody(mesh: number, options: BodyOptions): number {
    const instances = this.meshes[mesh];
    if (!instances) throw new Error(`there is no mesh ${mesh}`);
    this.bodies.push({
      instances,
      instance: instances.add(),
      name: options.name,
      role: options.role ?? "body",
      color: options.color,
      opacity: options.opacity ?? 1,
      faded: false,
      hidden: false,
      pose: new Float64Array(12),
    });
    const body = this.bodies.length - 1;
    const pose = options.pose ?? kIdentity;
    // What is far from the origin is drawn near it, since the card has single precision.
    this.shift ??= instances.centreAt(pose);
    this.setPose(body, pose);
    this.paint(body);
    return body;
  }

  /** Adds a layer of points, lines and labels, which are given in the world; best after the first body. */
  addOverlay(): Overlay {
    const moved = (p: ArrayLike<number>) => {
      const s = this.origin;
      return new Vector3((p[0] as number) - s[0], (p[1] as number) - s[1], (p[2] as number) - s[2]);
    };
    const overlay = new Overlay(this.group, this.works ? this.host : null, moved, () => this.draw(), this.look);
    this.overlays.push(overlay);
    return overlay;
  }

  get count(): number {
    return this.bodies.length;
  }

  nameOf(body: number): string {
    return this.bodies[body]?.name ?? "";
  }

  /** `poses[at ...]`: row-major 3x4, in the world. */
  setPose(body: number, poses: ArrayLike<number>, at = 0): void {
    const it = this.bodies[body] as Body;
    for (let k = 0; k < 12; ++k) it.pose[k] = poses[at + k] as number;
    it.instances.setPose(it.instance, it.pose, 0, this.origin);
    this.draw();
  }

  /** Draws near a point of the world what lies far from where all was drawn: to be called before what is laid over it is drawn,
   *  and before the camera looks there. */
  goTo(point: readonly number[]): void {
    this.shift = [point[0] as number, point[1] as number, point[2] as number];
    for (const { instances, instance, pose } of this.bodies) instances.setPose(instance, pose, 0, this.shift);
    this.draw();
  }

  setRole(body: number, role: Role): void {
    const it = this.bodies[body] as Body;
    if (it.role === role) return;
    it.role = role;
    this.paint(body);
  }

  setColor(body: number, color: Rgb | undefined): void {
    (this.bodies[body] as Body).color = color;
    this.paint(body);
  }

  setHidden(body: number, hidden: boolean): void {
    (this.bodies[body] as Body).hidden = hidden;
    this.paint(body);
  }

  /** Fades all bodies but some; none, if nothing is given. */
  fade(but?: ReadonlySet<number>): void {
    this.bodies.forEach((it, body) => {
      const faded = but !== undefined && !but.has(body);
      if (faded === it.faded) return;
      it.faded = faded;
      this.paint(body);
    });
  }

  /** Moves the camera so that the bodies are seen; all, if none are given. */
  fit(bodies?: Iterable<number>): void {
    this.fitTo(this.cornersOf(bodies ?? this.bodies.keys()), bodies === undefined);
  }

  /** The corners of boxes around bodies where they are now, as the viewer draws them: for fitTo(). */
  cornersOf(bodies: Iterable<number>): Vector3[] {
    const points: Vector3[] = [];
    for (const body of bodies) {
      const it = this.bodies[body];
      if (it) it.instances.box(it.instance, points);
    }
    return points;
  }

  /** Moves the camera so that these corners are seen, and lays the ground under them. */
  fitTo(points: Vector3[], ground = true): void {
    this.resize();
    this.view.fit(points);
    if (ground) this.layGround(points);
    this.draw();
  }

  /** Moves the camera so that these points of the world are seen. */
  fitPoints(points: readonly ArrayLike<number>[]): void {
    const s = this.origin;
    this.resize();
    this.view.fit(points.map((p) => new Vector3((p[0] as number) - s[0], (p[1] as number) - s[1], (p[2] as number) - s[2])));
    this.draw();
  }

  /** The middle of a body's box, in the world. */
  centreOf(body: number): [number, number, number] {
    const corners = this.cornersOf([body]);
    const s = this.origin;
    const middle = (corners[0] as Vector3).clone().add(corners[7] as Vector3).multiplyScalar(0.5);
    return [middle.x + s[0], middle.y + s[1], middle.z + s[2]];
  }

  /** The point of the world that bodies are drawn about. */
  get origin(): readonly [number, number, number] {
    return this.shift ?? [0, 0, 0];
  }

  /** The side of the ground's squares, in the scene's unit. */
  get square(): number {
    return this.ground?.square ?? 0;
  }

  private layGround(points: readonly Vector3[]): void {
    if (!this.ground || points.length === 0) return;
    const low = points.reduce((all, p) => all.clone().min(p), points[0] as Vector3);
    const high = points.reduce((all, p) => all.clone().max(p), points[0] as Vector3);
    const middle = low.clone().add(high).multiplyScalar(0.5);
    const axis = this.options.up === "y" ? 1 : 2;
    const s = this.origin;
    const size = high.distanceTo(low);
    const height = low.getComponent(axis) > -s[axis] - 0.02 * size ? -s[axis] : low.getComponent(axis);
    middle.setComponent(axis, height);
    this.ground.lay(middle, size, s);
    this.look.ground.value.set(axis === 1 ? 1 : 0, height, 1, 0);
  }

  setTheme(theme: "light" | "dark"): void {
    this.palette = theme === "dark" ? kDark : kLight;
    this.look.edgeColor.value.set(...this.palette.edge);
    this.look.shadow.value.set(...this.palette.shadow);
    if (this.ground) this.ground.color = this.palette.grid;
    this.scene.background = new Color().setRGB(...this.palette.background, SRGBColorSpace);
    for (let body = 0; body < this.bodies.length; ++body) this.paint(body);
    this.draw();
  }

  /** Draws before the next frame. */
  draw(): void {
    if (this.waiting !== 0 || !this.renderer) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.drawNow();
    });
  }

  drawNow(): void {
    if (!this.renderer) return;
    cancelAnimationFrame(this.waiting);
    this.waiting = 0;
    this.resize();
    for (const overlay of this.overlays) overlay.update(this.palette.background);
    this.renderer.render(this.scene, this.view.camera);
    const taken: DOMRect[] = [];
    for (const overlay of this.overlays) overlay.place((p) => this.pixelOf(p.clone()), taken);
    this.onDraw();
  }

  /** The body at a place of the canvas, in pixels of the page; -1 if none. */
  pick(x: number, y: number): number {
    const { camera } = this.view;
    camera.setViewOffset(this.canvas.clientWidth, this.canvas.clientHeight, x, y, 1, 1);
    const [body] = this.seen(1, 1);
    camera.clearViewOffset();
    return body ?? -1;
  }

  /** Turns the camera to where most is seen of the bodies that weights name, by pixels times weight, and shows these
   *  corners. */
  lookAtBest(points: Vector3[], weights: ReadonlyMap<number, number>): void {
    let best = { score: -1, azimuth: this.view.azimuth, elevation: this.view.elevation };
    for (const elevation of [0.35, 0.6]) {
      for (let turn = 0; turn < 12; ++turn) {
        [this.view.azimuth, this.view.elevation] = [-0.9 + (turn * Math.PI) / 6, elevation];
        this.view.fit(points);
        this.view.update(this.host.clientWidth, this.host.clientHeight);
        let score = 0;
        for (const body of this.seen(96, 72)) score += weights.get(body) ?? 0;
        if (score > best.score) best = { score, azimuth: this.view.azimuth, elevation };
      }
    }
    [this.view.azimuth, this.view.elevation] = [best.azimuth, best.elevation];
    this.fitTo(points);
  }

  /** The body at each pixel of a small picture; -1 for none. */
  private seen(width: number, height: number): Int32Array {
    const bodies = new Int32Array(width * height).fill(-1);
    if (!this.renderer) return bodies;
    const target = new WebGLRenderTarget(width, height);
    const background = this.scene.background;
    this.scene.background = null;
    this.look.picking.value = 1;
    this.renderer.setRenderTarget(target);
    this.renderer.setClearColor(0, 0);
    this.renderer.clear();
    this.renderer.render(this.scene, this.view.camera);
    const pixels = new Uint8Array(4 * width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    this.renderer.setRenderTarget(null);
    this.look.picking.value = 0;
    this.scene.background = background;
    target.dispose();
    for (let i = 0; i < bodies.length; ++i) {
      const [red, green, blue, alpha] = pixels.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
      if (alpha !== 0) bodies[i] = red + 256 * green + 65536 * blue - 1;
    }
    return bodies;
  }

  /** A point of the world in pixels of the canvas, and whether it is before the camera. */
  project(point: readonly number[]): { x: number; y: number; seen: boolean } {
    const s = this.origin;
    return this.pixelOf(new Vector3((point[0] as number) - s[0], (point[1] as number) - s[1], (point[2] as number) - s[2]));
  }

  /** The point of the world at a place of the canvas, on the plane through a point across a normal; null where they miss. */
  pointAt(x: number, y: number, through: readonly number[], normal: readonly number[]): [number, number, number] | null {
    const s = this.origin;
    const { camera } = this.view;
    this.view.update(this.host.clientWidth, this.host.clientHeight);
    const far = new Vector3((2 * x) / this.host.clientWidth - 1, 1 - (2 * y) / this.host.clientHeight, 0.5).unproject(camera);
    const ray = far.sub(camera.position).normalize();
    const n = new Vector3(...(normal as [number, number, number]));
    const at = new Vector3(...(through as [number, number, number])).sub(new Vector3(...s));
    const t = n.dot(at.sub(camera.position)) / n.dot(ray);
    if (!(t > 0 && t < Infinity)) return null;
    const p = camera.position.clone().addScaledVector(ray, t);
    return [p.x + s[0], p.y + s[1], p.z + s[2]];
  }

  private pixelOf(point: Vector3): { x: number; y: number; seen: boolean } {
    const v = point.project(this.view.camera);
    return { x: ((v.x + 1) / 2) * this.host.clientWidth, y: ((1 - v.y) / 2) * this.host.clientHeight, seen: v.z > -1 && v.z < 1 };
  }

  private paint(body: number): void {
    const it = this.bodies[body] as Body;
    const rgb = it.color ?? this.palette.roles[it.role];
    const opacity = it.hidden ? 0 : it.faded ? kFaded : it.opacity;
    it.instances.setLook(it.instance, rgb, opacity, kStriped.has(it.role) && it.color === undefined, body);
    this.draw();
  }

  private resize(): void {
    if (!this.renderer) return;
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    const pixels = Math.min(window.devicePixelRatio, 3);
    if (this.canvas.width !== Math.round(width * pixels) || this.canvas.height !== Math.round(height * pixels)) {
      this.renderer.setPixelRatio(pixels);
      this.renderer.setSize(width, height, false);
      this.look.pixels.value = pixels;
    }
    this.view.update(width, height);
  }
}
