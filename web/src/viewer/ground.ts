// SPDX-License-Identifier: Apache-2.0
//
// A grid on the ground, which fades with distance. Its squares are of 1, 2 or 5 times a power of ten.
import { GLSL3, Mesh, PlaneGeometry, ShaderMaterial, Vector3, Vector2 } from "three";
import type { Rgb } from "./palette";

const kVertex = `
precision highp float;
uniform vec3 middle;
uniform float reach;
uniform float upIsY;
out vec2 vAt;
out vec2 vFar;
void main() {
  vec2 p = position.xy * reach;
  vFar = position.xy;
  vec3 at = upIsY > 0.5 ? vec3(p.x, 0.0, -p.y) : vec3(p, 0.0);
  vAt = (upIsY > 0.5 ? vec2(middle.x, -middle.z) : middle.xy) + p;
  gl_Position = projectionMatrix * viewMatrix * vec4(middle + at, 1.0);
}`;

const kFragment = `
precision highp float;
in vec2 vAt;
in vec2 vFar;
uniform vec2 shift;
uniform float square;
uniform vec3 color;
uniform float picking;
out vec4 result;
float lines(vec2 at, float width) {
  vec2 w = fwidth(at);
  vec2 d = abs(fract(at - 0.5) - 0.5) / max(w, vec2(1e-6));
  vec2 on = (1.0 - smoothstep(vec2(width - 0.5), vec2(width + 0.5), d)) * (1.0 - smoothstep(vec2(0.2), vec2(0.6), w));
  return max(on.x, on.y);
}
void main() {
  if (picking > 0.5) discard;
  vec2 at = (vAt + shift) / square;
  float fade = 1.0 - smoothstep(0.2, 0.95, length(vFar));
  float alpha = max(0.55 * lines(at, 0.5), lines(at / 5.0, 0.9)) * fade;
  if (alpha < 0.004) discard;
  result = vec4(color, alpha);
}`;

export class Ground {
  readonly mesh: Mesh;
  /** the side of a square */
  square = 1;
  private readonly uniforms;

  constructor(up: "y" | "z", picking: { value: number }) {
    this.uniforms = {
      middle: { value: new Vector3() },
      reach: { value: 1 },
      upIsY: { value: up === "y" ? 1 : 0 },
      shift: { value: new Vector2() },
      square: { value: 1 },
      color: { value: new Vector3() },
      picking,
    };
    this.mesh = new Mesh(
      new PlaneGeometry(2, 2),
      new ShaderMaterial({ glslVersion: GLSL3, vertexShader: kVertex, fragmentShader: kFragment, uniforms: this.uniforms, transparent: true, depthWrite: false, side: 2 }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
  }

  /** Lays the grid under a scene of this size. `shift`: the world's place of what is drawn at 0. */
  lay(middle: Vector3, size: number, shift: readonly number[]): void {
    const power = 10 ** Math.floor(Math.log10(size / 8));
    const square = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= size / 12) ?? power;
    this.square = square;
    this.uniforms.middle.value.copy(middle);
    this.uniforms.reach.value = 2.2 * size;
    this.uniforms.square.value = square;
    const v = this.uniforms.upIsY.value > 0.5 ? -(shift[2] as number) : (shift[1] as number);
    this.uniforms.shift.value.set((shift[0] as number) % (5 * square), v % (5 * square));
  }

  set color(rgb: Rgb) {
    this.uniforms.color.value.set(...rgb);
  }
}
