// SPDX-License-Identifier: Apache-2.0
//
// The path's time as a strip: above, the verdict of each edge; below, how close the closest pair is. It is a slider.
import { cssOf, type Palette, type Rgb } from "../viewer";
import { lengthText, type Path } from "./path";

const kBand = 16; // pixels
const kChart = 44;
const kGap = 5;

export interface StripColors {
  free: Rgb;
  hit: Rgb;
  unresolved: Rgb;
  unknown: Rgb;
}

export class Strip {
  readonly element = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly still = document.createElement("canvas");
  private readonly cap: number;
  private time = 0;
  private palette: Palette | undefined;
  private colors: StripColors | undefined;

  constructor(private readonly path: Path, seek: (time: number) => void) {
    this.element.className = "strip";
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "slider");
    this.element.setAttribute("aria-label", path.data.numbers ? "Configuration" : "Time along the path");
    this.element.setAttribute("aria-valuemin", "0");
    this.element.setAttribute("aria-valuemax", String(path.edges));
    this.element.append(this.canvas);
    const finite = [...path.distances].filter(Number.isFinite);
    this.cap = Math.max(...finite, 1e-9);
    const at = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      seek(path.time(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * path.seconds));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      at(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) at(event);
    });
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  show(time: number, words: string): void {
    this.time = time;
    this.element.setAttribute("aria-valuenow", time.toFixed(3));
    this.element.setAttribute("aria-valuetext", words);
    this.blend();
  }

  setColors(palette: Palette, colors: StripColors): void {
    this.palette = palette;
    this.colors = colors;
    this.redraw();
  }

  /** Draws what stands still into a picture of its own. */
  private redraw(): void {
    const { palette, colors, path, still } = this;
    const width = this.element.clientWidth;
    if (!palette || !colors || width === 0) return;
    const pixels = Math.min(devicePixelRatio, 3);
    const height = kBand + kGap + kChart;
    for (const canvas of [still, this.canvas]) {
      canvas.width = Math.round(width * pixels);
      canvas.height = Math.round(height * pixels);
    }
    this.canvas.style.height = `${height}px`;
    const pen = still.getContext("2d");
    if (!pen) return;
    pen.scale(pixels, pixels);
    const x = (time: number) => (path.clock(time) / path.seconds) * width;
    const fill = (from: number, to: number, rgb: Rgb, striped = false) => {
      const [left, right] = [x(from), Math.max(x(to), x(from) + 1)];
      pen.fillStyle = cssOf(rgb);
      pen.fillRect(left, 0, right - left, kBand);
      if (!striped) return;
      pen.save();
      pen.beginPath();
      pen.rect(left, 0, right - left, kBand);
      pen.clip();
      pen.strokeStyle = "rgb(0 0 0 / 0.38)";
      pen.lineWidth = 2;
      pen.beginPath();
      for (let at = left - kBand; at < right; at += 6) {
        pen.moveTo(at, kBand);
        pen.lineTo(at + kBand, 0);
      }
      pen.stroke();
      pen.restore();
    };
    path.data.edges.forEach((edge, e) => {
      const [lower, upper] = edge.time ?? [1, 1];
      if (path.data.numbers) return fill(e, e + 1, edge.verdict === "not_examined" ? colors.unknown : colors[edge.verdict], edge.verdict !== "free");
      if (edge.verdict === "not_examined") return fill(e, e + 1, colors.unknown);
      if (lower > 0) fill(e, e + lower, colors.free);
      if (edge.verdict === "unresolved") {
        fill(e + lower, e + 1, colors.unknown);
        fill(e + lower, e + upper, colors.unresolved, true);
      }
      if (edge.verdict === "hit") fill(e + lower, e + 1, colors.unknown);
    });
    // Overlaps at moments: half the way to their neighbours.
    for (const m of path.data.numbers ? [] : path.meets.keys()) {
      const t = path.times[m] as number;
      const from = ((path.times[m - 1] ?? t) + t) / 2;
      const to = ((path.times[m + 1] ?? t) + t) / 2;
      const edge = path.data.edges[Math.floor(t)];
      fill(edge?.verdict === "hit" && edge.time ? Math.max(from, Math.floor(t) + edge.time[0]) : from, to, colors.hit, true);
    }
    pen.fillStyle = cssOf(palette.background);
    if (path.edges < width / 6) for (let e = 1; e < path.edges; ++e) pen.fillRect(x(e) - 0.75, 0, 1.5, kBand);
    this.drawChart(pen, x, width, palette);
    this.blend();
  }

  private drawChart(pen: CanvasRenderingContext2D, x: (time: number) => number, width: number, palette: Palette): void {
    const { path } = this;
    const bottom = kBand + kGap + kChart;
    // square roots, since what is close matters more
    const y = (distance: number) => bottom - 1 - Math.sqrt(Math.min(1, distance / this.cap)) * (kChart - 6);
    pen.beginPath();
    pen.moveTo(0, bottom);
    let begun = false;
    for (let m = 0; m < path.count; ++m) {
      const distance = path.distances[m] as number;
      if (!Number.isFinite(distance)) continue;
      if (!begun) pen.lineTo(x(path.times[m] as number), bottom);
      begun = true;
      pen.lineTo(x(path.times[m] as number), y(distance));
    }
    pen.lineTo(width, bottom);
    pen.closePath();
    pen.fillStyle = cssOf(palette.roles.other);
    pen.globalAlpha = 0.45;
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = cssOf(palette.grid);
    pen.beginPath();
    pen.moveTo(0, bottom - 0.5);
    pen.lineTo(width, bottom - 0.5);
    pen.stroke();
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "top";
    const words = `${path.data.beyond ? "distance to scene" : "closest pair"}, up to ${lengthText(this.cap)}`;
    const wide = pen.measureText(words).width;
    pen.fillStyle = cssOf(palette.background);
    pen.globalAlpha = 0.8;
    pen.fillRect(2, kBand + kGap - 1, wide + 8, 15);
    pen.globalAlpha = 1;
    pen.fillStyle = cssOf(palette.ink);
    pen.fillText(words, 6, kBand + kGap + 1);
  }

  private blend(): void {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.palette || this.still.width === 0) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.still, 0, 0);
    const pixels = Math.min(devicePixelRatio, 3);
    const at = Math.min(this.canvas.width - 2 * pixels, Math.max(0, (this.path.clock(this.time) / this.path.seconds) * this.canvas.width - pixels));
    pen.fillStyle = cssOf(this.palette.background);
    pen.fillRect(at - pixels, 0, 4 * pixels, this.canvas.height);
    pen.fillStyle = cssOf(this.palette.ink);
    pen.fillRect(at, 0, 2 * pixels, this.canvas.height);
    pen.beginPath();
    pen.arc(at + pixels, (kBand / 2) * pixels, 5 * pixels, 0, 7);
    pen.fill();
  }
}
