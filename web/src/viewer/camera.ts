// SPDX-License-Identifier: Apache-2.0
//
// A camera that circles around a target: drag turns, shift or the right button or two fingers move, wheel and
// pinch come closer, arrow keys turn, with shift they move, + and - come closer, F or Home fits.
import { PerspectiveCamera, Vector3 } from "three";

const kClosest = 1e-3; // of the scene's size
const kFarthest = 50;
const kAbove = 1.5707; // less than a right angle, so that up is seen

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  readonly target = new Vector3();
  azimuth = -0.9; // from +x, around up
  elevation = 0.45;
  distance = 3;
  /** Looks at the plane of x and y, and does not turn. */
  flat = false;
  private size = 1;
  private up: "y" | "z" = "z";

  constructor(up: "y" | "z") {
    this.up = up;
    this.camera.up.set(0, up === "y" ? 1 : 0, up === "z" ? 1 : 0);
  }

  /** From the target to the camera. */
  direction(): Vector3 {
    if (this.flat) [this.azimuth, this.elevation] = [-Math.PI / 2, kAbove];
    const flat = Math.cos(this.elevation);
    const x = flat * Math.cos(this.azimuth);
    const y = flat * Math.sin(this.azimuth);
    const h = Math.sin(this.elevation);
    return this.up === "z" ? new Vector3(x, y, h) : new Vector3(x, h, -y);
  }

  update(width: number, height: number): void {
    this.camera.aspect = width / Math.max(height, 1);
    this.camera.near = Math.max(this.distance - 2 * this.size, this.distance * 0.02);
    this.camera.far = this.distance + 12 * this.size;
    this.camera.position.copy(this.target).addScaledVector(this.direction(), this.distance);
    this.camera.lookAt(this.target);
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  turn(right: number, up: number): void {
    this.azimuth -= right;
    this.elevation = Math.min(1.55, Math.max(-1.55, this.elevation + up));
  }

  /** Moves the target in the image's plane, in units of the image's height. */
  move(right: number, up: number): void {
    const scale = 2 * this.distance * Math.tan((this.camera.fov * Math.PI) / 360);
    const x = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const y = new Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.target.addScaledVector(x, -right * scale).addScaledVector(y, -up * scale);
  }

  zoom(factor: number): void {
    this.distance = Math.min(kFarthest * this.size, Math.max(kClosest * this.size, this.distance * factor));
  }

  /** Shows all of the points, from the direction in which the camera looks. `margin`: 1.1 leaves a tenth. */
  fit(points: Vector3[], margin = 1.12): void {
    if (points.length === 0) return;
    const direction = this.direction();
    const right = new Vector3().crossVectors(this.camera.up, direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    const high = Math.tan((this.camera.fov * Math.PI) / 360) / margin;
    const wide = high * this.camera.aspect;
    let size = 0;
    for (const point of points) size = Math.max(size, point.distanceTo(points[0] as Vector3));
    this.size = Math.max(size, 1e-9);
    // The tightest distance, with the target moved to the middle of what is seen from there.
    let front = -Infinity;
    for (const p of points) front = Math.max(front, p.dot(direction));
    // |x - cx| <= (d - z) wide for all points: two planes each way meet at the camera.
    let x = { low: Infinity, high: -Infinity };
    let y = { low: Infinity, high: -Infinity };
    for (const p of points) {
      const z = p.dot(direction);
      x = { low: Math.min(x.low, p.dot(right) - z * wide), high: Math.max(x.high, p.dot(right) + z * wide) };
      y = { low: Math.min(y.low, p.dot(up) - z * high), high: Math.max(y.high, p.dot(up) + z * high) };
    }
    const d = Math.max((x.high - x.low) / (2 * wide), (y.high - y.low) / (2 * high));
    const middle = front - this.size / 2;
    this.target
      .set(0, 0, 0)
      .addScaledVector(right, (x.low + x.high) / 2)
      .addScaledVector(up, (y.low + y.high) / 2)
      .addScaledVector(direction, middle);
    this.distance = Math.max(d - middle, this.size * 0.1);
  }
}
