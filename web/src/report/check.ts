// SPDX-License-Identifier: Apache-2.0
//
// Checks the certificate of a pair in the page, on the exact coordinates that it holds.
import { loadVerifier, type Body, type Check, type Mesh, type Polytope, type Pose, type Verifier } from "../verify";
import { pointsOf, trianglesOf, type Data, type PoseData, type ReportPair } from "./data";

const poseOf = (pose: PoseData): Pose | null =>
  pose === null ? null : pose.length === 12 ? pose : { quaternion: pose.slice(0, 4), translation: pose.slice(4) };

export class Checker {
  private readonly shapes = new Map<number, Polytope | Mesh>();

  constructor(private readonly data: Data) {}

  async check(pair: ReportPair): Promise<Check> {
    const verifier = await loadVerifier();
    const { clearance, options } = this.data.report;
    const plain = this.isHull(pair.a_id) && this.isHull(pair.b_id);
    return verifier.verify(this.body(verifier, pair.a_id, plain), this.body(verifier, pair.b_id, plain), pair, {
      poseA: poseOf(this.data.poses[pair.a_id] ?? null),
      poseB: poseOf(this.data.poses[pair.b_id] ?? null),
      margin: pair.verdict === "separated" ? clearance : -(options.tolerance ?? 0),
    });
  }

  private parts(id: number): [number, PoseData][] {
    return this.data.parts[id] ?? [];
  }

  private isHull(id: number): boolean {
    return this.data.report.taken_as[id] === "hull" && this.parts(id).length === 1;
  }

  private shape(verifier: Verifier, index: number): Polytope | Mesh {
    let shape = this.shapes.get(index);
    if (!shape) {
      const mesh = this.data.meshes[index];
      if (!mesh) throw new Error(`there is no mesh ${index}`);
      shape = mesh.form === "hull" ? verifier.polytope(pointsOf(mesh)) : verifier.mesh(pointsOf(mesh), trianglesOf(mesh), mesh.form);
      this.shapes.set(index, shape);
    }
    return shape;
  }

  /** A pair of hulls is proven as such, every other pair as two unions of parts. */
  private body(verifier: Verifier, id: number, plain: boolean): Body {
    const parts = this.parts(id);
    const [first] = parts;
    if (plain && first) return this.shape(verifier, first[0]);
    return verifier.body(parts.map(([mesh, pose]) => ({ shape: this.shape(verifier, mesh), pose: poseOf(pose) })));
  }
}
