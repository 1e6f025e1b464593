// SPDX-License-Identifier: Apache-2.0
//
// Meshes as the program writes them, and as the viewer draws them: corners of triangles with normals that are
// smooth over soft edges, and with a mark for the hard ones, which are drawn.

/** A mesh in the data of a page. A vertex is at origin + step * q, with q of three 16-bit numbers. For drawing
 *  alone: what is proven stands in the data as text and doubles. */
export interface MeshData {
  /** base64 of little-endian uint16: three a vertex */
  positions: string;
  /** base64 of little-endian uint16 (up to 65,536 vertices) or uint32: three a triangle */
  indices: string;
  /** of the mesh's box: its lowest corner, and its size divided by 65,535 */
  origin: [number, number, number];
  step: [number, number, number];
}

/** Vertices and triangles in doubles and integers. */
export interface Mesh {
  positions: Float64Array | Float32Array;
  indices: Uint32Array | Uint16Array;
}

/** What an edge must bend by to be drawn: 25 degrees. */
const kHardEdge = Math.cos((25 * Math.PI) / 180);

export function bytesOf(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export function float32Of(base64: string): Float32Array {
  return new Float32Array(bytesOf(base64).buffer as ArrayBuffer);
}

export function decodeMesh(data: MeshData): Mesh {
  const q = new Uint16Array(bytesOf(data.positions).buffer as ArrayBuffer);
  const bytes = bytesOf(data.indices).buffer as ArrayBuffer;
  const indices = q.length / 3 <= 65536 ? new Uint16Array(bytes) : new Uint32Array(bytes);
  const positions = new Float64Array(q.length);
  for (let i = 0; i < q.length; ++i) {
    const axis = (i % 3) as 0 | 1 | 2;
    positions[i] = data.origin[axis] + data.step[axis] * (q[i] as number);
  }
  return { positions, indices };
}

/** A mesh's box, centre and corners, ready to draw. */
export interface Corners {
  /** of each corner: three coordinates from the centre */
  position: Float32Array;
  /** three signed bytes and one of padding */
  normal: Int8Array;
  /** of each corner three bytes and one of padding: 0 at the corner's opposite edge if that is hard */
  edge: Uint8Array;
  centre: [number, number, number];
  half: [number, number, number];
}

/** Splits a mesh into corners. Vertices at the same place count as one. Cost: linear in the triangles. */
export function cornersOf(mesh: Mesh): Corners {
  const { positions, indices } = mesh;
  const triangles = Math.floor(indices.length / 3);
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; ++i) {
    const value = positions[i] as number;
    if (value < (lower[i % 3] as number)) lower[i % 3] = value;
    if (value > (upper[i % 3] as number)) upper[i % 3] = value;
  }
  const centre = lower.map((low, k) => (positions.length > 0 ? (low + (upper[k] as number)) / 2 : 0)) as [number, number, number];
  const half = upper.map((high, k) => (positions.length > 0 ? high - (centre[k] as number) : 0)) as [number, number, number];

  const places = new Map<string, number>();
  const place = new Uint32Array(positions.length / 3);
  for (let v = 0; v < place.length; ++v) {
    const key = `${positions[3 * v]},${positions[3 * v + 1]},${positions[3 * v + 2]}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, v);
    place[v] = known ?? v;
  }

  const corner = new Uint32Array(3 * triangles);
  const position = new Float32Array(9 * triangles);
  const face = new Float64Array(3 * triangles); // area-weighted normals
  for (let t = 0; t < triangles; ++t) {
    for (let k = 0; k < 3; ++k) {
      const v = indices[3 * t + k] as number;
      corner[3 * t + k] = place[v] as number;
      for (let axis = 0; axis < 3; ++axis) position[9 * t + 3 * k + axis] = (positions[3 * v + axis] as number) - (centre[axis] as number);
    }
    const p = (k: number, axis: number) => position[9 * t + 3 * k + axis] as number;
    const u = [0, 1, 2].map((axis) => p(1, axis) - p(0, axis)) as [number, number, number];
    const w = [0, 1, 2].map((axis) => p(2, axis) - p(0, axis)) as [number, number, number];
    face[3 * t] = u[1] * w[2] - u[2] * w[1];
    face[3 * t + 1] = u[2] * w[0] - u[0] * w[2];
    face[3 * t + 2] = u[0] * w[1] - u[1] * w[0];
  }

  // Corners joined over soft edges share a normal.
  const parent = new Uint32Array(3 * triangles).map((_, i) => i);
  const find = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i] as number] as number;
      i = parent[i] as number;
    }
    return i;
  };
  const cosine = (s: number, t: number): number => {
    let dot = 0;
    let a = 0;
    let b = 0;
    for (let axis = 0; axis < 3; ++axis) {
      const x = face[3 * s + axis] as number;
      const y = face[3 * t + axis] as number;
      dot += x * y;
      a += x * x;
      b += y * y;
    }
    return a > 0 && b > 0 ? dot / Math.sqrt(a * b) : 1;
  };
  const edges = new Map<number, number[]>(); // the corners that edges lie opposite to
  for (let c = 0; c < 3 * triangles; ++c) {
    const t = Math.floor(c / 3);
    const a = corner[3 * t + ((c + 1) % 3)] as number;
    const b = corner[3 * t + ((c + 2) % 3)] as number;
    const key = Math.min(a, b) * place.length + Math.max(a, b);
    const known = edges.get(key);
    if (known) known.push(c);
    else edges.set(key, [c]);
  }
  const edge = new Uint8Array(12 * triangles);
  for (let c = 0; c < 3 * triangles; ++c) edge[4 * c + (c % 3)] = 255;
  for (const [s, t, ...more] of edges.values()) {
    if (s === undefined || t === undefined || more.length > 0) continue;
    const f = Math.floor(s / 3);
    const g = Math.floor(t / 3);
    if (cosine(f, g) < kHardEdge) continue;
    for (let k = 0; k < 3; ++k) {
      edge[4 * (3 * f + k) + (s % 3)] = 255;
      edge[4 * (3 * g + k) + (t % 3)] = 255;
    }
    for (const i of [3 * f + ((s + 1) % 3), 3 * f + ((s + 2) % 3)]) {
      for (const j of [3 * g + ((t + 1) % 3), 3 * g + ((t + 2) % 3)]) {
        if (corner[i] === corner[j]) parent[find(i)] = find(j);
      }
    }
  }
  const sums = new Float64Array(9 * triangles);
  for (let c = 0; c < 3 * triangles; ++c) {
    const root = find(c);
    for (let axis = 0; axis < 3; ++axis) {
      const at = 3 * root + axis;
      sums[at] = (sums[at] as number) + (face[3 * Math.floor(c / 3) + axis] as number);
    }
  }
  const normal = new Int8Array(12 * triangles);
  for (let c = 0; c < 3 * triangles; ++c) {
    const root = find(c);
    const n = [0, 1, 2].map((axis) => sums[3 * root + axis] as number);
    const length = Math.hypot(...n) || 1;
    for (let axis = 0; axis < 3; ++axis) normal[4 * c + axis] = Math.round((127 * (n[axis] as number)) / length);
  }
  return { position, normal, edge, centre, half };
}
