// SPDX-License-Identifier: Apache-2.0
//
// The bodies of a scene on the graphics card: each mesh once, with as many instances as bodies have it. One pass
// draws the solid ones, a second those that are faded.
import {
  AlwaysStencilFunc,
  BufferAttribute,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  KeepStencilOp,
  Mesh as Drawn,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  ShaderMaterial,
  Vector3,
  Vector4,
  type Group,
} from "three";
import type { Corners } from "./mesh";

const kVertex = `
precision highp float;
in vec3 corner;
in vec3 facing;
in vec3 edge;
in vec4 row0, row1, row2; // the pose, row by row
in vec4 tint;             // red, green, blue, opacity
in vec2 mark;             // 1 for stripes; the number of the body
out vec3 vNormal;
out vec3 vEdge;
flat out vec4 vTint;
flat out vec2 vMark;
out vec3 vView;
out float vAbove;
uniform vec4 ground; // 1 where y is up; the height; 1 where there is one
void main() {
  vTint = tint;
  vMark = mark;
  vEdge = edge;
  vec4 p = vec4(corner, 1.0);
  vec4 world = vec4(dot(row0, p), dot(row1, p), dot(row2, p), 1.0);
  vec3 n = vec3(dot(row0.xyz, facing), dot(row1.xyz, facing), dot(row2.xyz, facing));
  vNormal = mat3(viewMatrix) * n;
  vAbove = 1.0;
#ifdef SHADOW
  // thrown on the ground by a light nearly above
  bool y_up = ground.x > 0.5;
  float above = (y_up ? world.y : world.z) - ground.y;
  vAbove = above;
  world.xyz -= above * (y_up ? vec3(0.25, 1.0, 0.3) : vec3(0.25, -0.3, 1.0));
#endif
  vec4 view = viewMatrix * world;
  vView = view.xyz;
  gl_Position = projectionMatrix * view;
#ifdef SHADOW
  bool drawn = tint.a >= 1.0 && ground.z > 0.5;
#elif defined(GHOST)
  bool drawn = tint.a > 0.0 && tint.a < 1.0;
#else
  bool drawn = tint.a >= 1.0;
#endif
  if (!drawn) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const kFragment = `
precision highp float;
in vec3 vNormal;
in vec3 vEdge;
flat in vec4 vTint;
flat in vec2 vMark;
in vec3 vView;
in float vAbove;
uniform vec3 edgeColor;
uniform float pixels;   // of the screen, for one of the page
uniform float picking;
uniform vec3 shadow;
out vec4 result;
void main() {
#ifdef SHADOW
  if (picking > 0.5 || vAbove < 0.0) discard;
  result = vec4(shadow, 1.0);
  return;
#endif
  if (picking > 0.5) {
    float n = vMark.y + 1.0;
    result = vec4(mod(n, 256.0), mod(floor(n / 256.0), 256.0), floor(n / 65536.0), 255.0) / 255.0;
    return;
  }
  vec3 flatNormal = cross(dFdx(vView), dFdy(vView));
  vec3 n = length(vNormal) > 0.0 ? normalize(vNormal) : normalize(flatNormal);
  if (dot(n, normalize(vView)) > 0.0) n = -n;
  float key = max(dot(n, normalize(vec3(-0.35, 0.75, 0.6))), 0.0);
  float fill = 0.5 + 0.5 * dot(n, normalize(vec3(0.7, -0.2, 0.6)));
  vec3 base = vTint.rgb;
  if (vMark.x > 0.5) {
    float stripe = mod(gl_FragCoord.x + gl_FragCoord.y, 10.0 * pixels) / (10.0 * pixels);
    float w = 1.5 / (10.0 * pixels);
    float on = smoothstep(0.0, w, stripe) - smoothstep(0.34, 0.34 + w, stripe);
    base = mix(base, base * 0.55, on);
  }
  vec3 color = base * (0.52 + 0.36 * key + 0.22 * fill);
  color = mix(color, edgeColor, 0.30 * pow(1.0 - abs(dot(n, normalize(vView))), 3.0));
  vec3 width = max(fwidth(vEdge), vec3(1e-6));
  vec3 lines = 1.0 - smoothstep(vec3(0.2), vec3(1.0), vEdge / (width * pixels));
  lines *= 1.0 - smoothstep(vec3(0.25), vec3(0.8), width);
  float line = max(lines.x, max(lines.y, lines.z));
#ifdef GHOST
  result = vec4(mix(color, edgeColor, 0.5 * line), mix(vTint.a, min(1.0, 2.5 * vTint.a), line));
#else
  result = vec4(mix(color, edgeColor, 0.75 * line), 1.0);
#endif
}`;

/** What all materials share. */
export interface Look {
  edgeColor: { value: Vector3 };
  pixels: { value: number };
  picking: { value: number };
  ground: { value: Vector4 };
  shadow: { value: Vector3 };
}

export const newLook = (): Look => ({
  edgeColor: { value: new Vector3() },
  pixels: { value: 1 },
  picking: { value: 0 },
  ground: { value: new Vector4() },
  shadow: { value: new Vector3() },
});

/** One mesh and its instances. */
export class Instances {
  readonly solid: Drawn;
  readonly ghosts: Drawn;
  readonly shadows: Drawn;
  private readonly geometry = new InstancedBufferGeometry();
  private rows: [InstancedBufferAttribute, InstancedBufferAttribute, InstancedBufferAttribute];
  private tint: InstancedBufferAttribute;
  private mark: InstancedBufferAttribute;
  private count = 0;
  private seenThrough = 0; // instances

  constructor(private corners: Corners, look: Look, parent: Group) {
    this.reshape(corners);
    [this.rows, this.tint, this.mark] = this.allocate(4);
    const material = (ghost: boolean, shadow = false) =>
      new ShaderMaterial({
        glslVersion: GLSL3,
        vertexShader: kVertex,
        fragmentShader: kFragment,
        uniforms: look as unknown as ShaderMaterial["uniforms"],
        defines: shadow ? { SHADOW: 1 } : ghost ? { GHOST: 1 } : {},
        transparent: ghost || shadow,
        depthWrite: !ghost && !shadow,
        side: 2,
        forceSinglePass: !ghost, // of a ghost the far sides are drawn first
        // each place of the ground is darkened once
        stencilWrite: shadow,
        stencilRef: 1,
        stencilFunc: shadow ? NotEqualStencilFunc : AlwaysStencilFunc,
        stencilZPass: shadow ? ReplaceStencilOp : KeepStencilOp,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
    this.solid = new Drawn(this.geometry, material(false));
    this.ghosts = new Drawn(this.geometry, material(true));
    this.ghosts.renderOrder = 1;
    this.shadows = new Drawn(this.geometry, material(false, true));
    this.shadows.renderOrder = -2;
    for (const drawn of [this.solid, this.ghosts, this.shadows]) {
      drawn.frustumCulled = false;
      parent.add(drawn);
    }
    this.ghosts.visible = false;
  }

  /** Another mesh; the instances need their poses again. */
  reshape(corners: Corners): void {
    this.corners = corners;
    this.geometry.dispose();
    this.geometry.setAttribute("corner", new BufferAttribute(corners.position, 3));
    this.geometry.setAttribute("facing", interleaved(corners.normal));
    this.geometry.setAttribute("edge", interleaved(corners.edge));
    // three.js asks for this one; the shaders do not
    this.geometry.setAttribute("position", this.geometry.getAttribute("corner"));
  }

  add(): number {
    if (this.count === this.tint.count) {
      const [rows, tint, mark] = [this.rows, this.tint, this.mark];
      [this.rows, this.tint, this.mark] = this.allocate(2 * this.count);
      for (let k = 0; k < 3; ++k) (this.rows[k] as InstancedBufferAttribute).array.set((rows[k] as InstancedBufferAttribute).array);
      this.tint.array.set(tint.array);
      this.mark.array.set(mark.array);
    }
    this.geometry.instanceCount = this.count + 1;
    return this.count++;
  }

  private allocate(count: number): [typeof this.rows, InstancedBufferAttribute, InstancedBufferAttribute] {
    const make = (name: string, size: number) => {
      const attribute = new InstancedBufferAttribute(new Float32Array(size * count), size);
      attribute.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, attribute);
      return attribute;
    };
    this.geometry.dispose();
    return [[make("row0", 4), make("row1", 4), make("row2", 4)], make("tint", 4), make("mark", 2)];
  }

  /** `pose`: row-major 3x4, of the mesh's own coordinates, less `shift` */
  setPose(instance: number, pose: ArrayLike<number>, at: number, shift: readonly number[]): void {
    const centre = this.centreAt(pose, at);
    for (const r of [0, 1, 2] as const) {
      const row = this.rows[r];
      const from = at + 4 * r;
      row.setXYZW(instance, pose[from] as number, pose[from + 1] as number, pose[from + 2] as number, centre[r] - (shift[r] as number));
      row.needsUpdate = true;
    }
  }

  /** The middle of the mesh's box at a pose. */
  centreAt(pose: ArrayLike<number>, at = 0): [number, number, number] {
    const c = this.corners.centre;
    return [0, 4, 8].map((row) => {
      const x = pose[at + row] as number, y = pose[at + row + 1] as number, z = pose[at + row + 2] as number;
      return x * c[0] + y * c[1] + z * c[2] + (pose[at + row + 3] as number);
    }) as [number, number, number];
  }

  setLook(instance: number, rgb: readonly number[], opacity: number, striped: boolean, body: number): void {
    const ghostly = (a: number) => (a > 0 && a < 1 ? 1 : 0);
    this.seenThrough += ghostly(opacity) - ghostly(this.tint.getW(instance));
    this.tint.setXYZW(instance, rgb[0] as number, rgb[1] as number, rgb[2] as number, opacity);
    this.mark.setXY(instance, striped ? 1 : 0, body);
    this.tint.needsUpdate = true;
    this.mark.needsUpdate = true;
    this.ghosts.visible = this.seenThrough > 0;
  }

  /** The corners of the instance's box, less the shift of its pose. */
  box(instance: number, points: Vector3[]): void {
    const h = this.corners.half;
    for (let i = 0; i < 8; ++i) {
      const p = [i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]] as const;
      const at = (r: 0 | 1 | 2) => {
        const row = this.rows[r];
        return row.getX(instance) * p[0] + row.getY(instance) * p[1] + row.getZ(instance) * p[2] + row.getW(instance);
      };
      points.push(new Vector3(at(0), at(1), at(2)));
    }
  }
}

/** Three normalised bytes of every four. */
function interleaved(bytes: Int8Array | Uint8Array): BufferAttribute {
  return new BufferAttribute(bytes, 4, true);
}
