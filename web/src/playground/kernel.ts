// SPDX-License-Identifier: Apache-2.0
//
// The library in this page: bodies are made once, every question is asked of the real kernel, and its certificate is checked.
import { Module } from "../../package/src/module.js";
import type { Ask, ContactAsk, Measure, Sunder as Library } from "../../package/src/sunder.js";
import { Sunder } from "../../package/src/sunder.js";
import type { AlgorithmInfo, Contact, Decision, Distance, Place, TraceStep } from "../../package/src/answers.js";
import type { Check } from "../../package/src/checking.js";
import { Polytope, type Body } from "../../package/src/shapes.js";
import type { Interval } from "../../package/src/proofs.js";
import type { BodyTrace, Certificate, SearchAnswer, SearchTrace, TracedBody, Verdict } from "../steps/trace";
import type { Vector } from "../vectors";
import type { BodyState, Question, State } from "./state";

export interface Facts {
  verdict: Verdict;
  distance: Interval | null;
  depth: Interval | null;
  decidedBy: string;
  stage: string;
  /** why another algorithm than the named one decided */
  why: string;
  /** where they touch or overlap; empty where they do not */
  contact: string;
  check: Check | null;
  milliseconds: number;
}

export interface Asked {
  trace: SearchTrace | BodyTrace;
  facts: Facts;
}

interface Made {
  body: Body;
  /** of a convex body: its vertices and faces, by the places of its points */
  vertices: number[];
  faces: number[][];
  kind: string;
  why: string;
}

/** A point of a body's own coordinates where its pose puts it, rounded: for drawing. */
export function placed(pose: readonly number[], [x, y, z]: Vector): Vector {
  const row = (r: number) => pose[4 * r]! * x + pose[4 * r + 1]! * y + pose[4 * r + 2]! * z + pose[4 * r + 3]!;
  return [row(0), row(1), row(2)];
}

const isConvex = ({ a, b }: State): boolean => !a.triangles && !b.triangles;

const kDimensions = ["a point", "a segment", "a polygon"];

export class Kernel {
  private readonly made = new WeakMap<readonly Vector[], Made>();
  readonly algorithms: readonly AlgorithmInfo[];

  private constructor(readonly library: Library) {
    this.algorithms = library.algorithms();
  }

  /** From the module's bytes, compressed by gzip, in base64. */
  static async load(base64: string): Promise<Kernel> {
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Kernel(new Sunder(await Module.from(await new Response(stream).arrayBuffer())));
  }

  /** Makes a body, or finds it: points that are the same list are the same body. Throws what the kernel refuses. */
  private bodyOf({ points, triangles }: BodyState): Made {
    const known = this.made.get(points);
    if (known) return known;
    const flat = Float64Array.from(points.flat());
    let made: Made;
    if (triangles) {
      const body = this.library.mesh(flat, Int32Array.from(triangles.flat()));
      const { kind, why } = this.library.describeMesh(body);
      made = { body, vertices: points.map((_, i) => i), faces: triangles.map((t) => [...t]), kind, why };
    } else {
      const body = this.library.polytope(flat);
      const { vertices, faces, affine_dimension } = this.library.describe(body);
      made = { body, vertices: [...vertices], faces: faces.map((face) => [...face]), kind: ["a point", "a segment", "flat", "a polytope"][affine_dimension] ?? "empty", why: "" };
    }
    this.made.set(points, made);
    return made;
  }

  /** Vertices and faces of a body by the places of its points. */
  describe(body: BodyState): { vertices: readonly number[]; faces: readonly (readonly number[])[]; kind: string; why: string } {
    return this.bodyOf(body);
  }

  /** A body in the world, as steps are drawn over it. */
  traced(name: string, body: BodyState): TracedBody {
    const { vertices, faces, kind, why } = this.bodyOf(body);
    const place = new Map(vertices.map((index, i) => [index, i]));
    return {
      name, indices: [...vertices], vertices: vertices.map((i) => placed(body.pose, body.points[i]!)),
      faces: faces.map((face) => face.map((i) => place.get(i) ?? 0)), padding: body.radius, taken_as: kind, why,
    };
  }

  /** The algorithms that a pair can be asked by. */
  algorithmsOf(state: State): string[] {
    return isConvex(state) ? this.algorithms.map(({ name }) => name) : [];
  }

  /** Meshes have no contact points and no steps of an algorithm. */
  answers(state: State, question: Question): boolean {
    return isConvex(state) || question !== "contact";
  }

  serves(state: State, algorithm: string, question: Question): boolean {
    if (algorithm === "auto") return true;
    if (!isConvex(state)) return false;
    return this.algorithms.find(({ name }) => name === algorithm)?.questions.includes(question) ?? false;
  }

  ask(state: State, algorithm: string): Asked {
    const began = performance.now();
    const asked = isConvex(state) ? this.askConvex(state, algorithm) : this.askMeshes(state);
    asked.facts.milliseconds = performance.now() - began;
    return asked;
  }

  private askConvex(state: State, algorithm: string): Asked {
    const { a, b, ask } = state;
    const [first, second] = [this.bodyOf(a).body as Polytope, this.bodyOf(b).body as Polytope];
    const at = { poseA: [...a.pose], poseB: [...b.pose], radiusA: a.radius, radiusB: b.radius };
    const searching: Ask & Measure = { ...at, algorithm: this.serves(state, algorithm, ask) ? algorithm : "auto", trace: true, certify: true };
    const { library } = this;
    let main: Decision;
    let nearest: Distance | null = null;
    let answered: Partial<SearchAnswer> = {};
    let claims: { distance?: Interval; depth?: Interval } = {};
    if (ask === "distance") {
      const found = library.distance(first, second, searching);
      main = nearest = found;
      claims = { distance: found.distance };
    } else if (ask === "depth") {
      const found = library.penetration(first, second, searching);
      main = found;
      answered = { depth: { interval: found.depth, ...placeOf(found) } };
      claims = { depth: found.depth };
    } else if (ask === "contact") {
      const found = library.contact(first, second, searching as ContactAsk) as Contact;
      main = { ...found, certificate: library.decide(first, second, { ...at, certify: true }).certificate ?? null };
      answered = { contact: contactOf(found) };
    } else {
      main = library.decide(first, second, searching);
    }
    const { verdict } = main;
    const near = nearest ?? library.distance(first, second, at);
    const { distance } = near;
    const depth = claims.depth ?? (verdict === "overlapping" ? library.penetration(first, second, at).depth : null);
    const answer: SearchAnswer = {
      ...placeOf(near), ...answered,
      verdict, decided_by: main.decided_by, stage: main.stage, certificate: (main.certificate ?? null) as Certificate | null, distance,
    };
    const check = library.verify(first, second, { verdict, certificate: main.certificate ?? null, ...claims }, at);
    const padding = a.radius + b.radius;
    const trace: SearchTrace = {
      format: "sunder-trace", up: "z", algorithm, question: ask, algorithms: {}, a: this.traced("a", a), b: this.traced("b", b),
      steps: (main.trace ?? []).map((step) => paddedStep(step, padding)), answer, proof: { question: "", answer: "" },
    };
    for (const { algorithm: name } of trace.steps) trace.algorithms[name] = this.algorithms.find((one) => one.name === name)?.summary ?? "";
    return {
      trace,
      facts: {
        verdict, distance, depth, decidedBy: main.decided_by, stage: main.stage, why: main.why ?? "",
        contact: this.contactWords(first, second, at, verdict), check, milliseconds: 0,
      },
    };
  }

  private contactWords(a: Polytope, b: Polytope, at: Ask, verdict: Verdict): string {
    if (verdict === "separated") return "";
    const { relation, feature_a, feature_b, contact_dimension } = this.library.relation(a, b, at);
    const place = kDimensions[contact_dimension];
    const feature = (name: string, { kind, vertices }: { kind: string; vertices: readonly number[] }) =>
      kind === "none" || kind === "interior" ? "" : `${kind} ${vertices.slice(0, 4).join("\u2013")}${vertices.length > 4 ? "\u2026" : ""} of ${name}`;
    const features = [feature("a", feature_a), feature("b", feature_b)].filter(Boolean).join(" with ");
    return [verdict === "touching" && place ? `in ${place}` : "", relation, features].filter(Boolean).join(", ");
  }

  /** Of bodies that need not be convex. */
  private askMeshes({ a, b, ask }: State): Asked {
    if (a.radius > 0 || b.radius > 0) throw new Error("A mesh is not asked together with a rounded body here: set the radius to 0.");
    const [first, second] = [this.bodyOf(a), this.bodyOf(b)];
    const at = { poseA: [...a.pose], poseB: [...b.pose] };
    const { library } = this;
    const found = library.distance(first.body, second.body, { ...at, certify: true });
    const { verdict } = found;
    const depth = verdict === "overlapping" && ask === "depth" ? library.penetration(first.body, second.body, at).depth : null;
    const check = library.verify(first.body, second.body, { verdict, certificate: found.certificate ?? null, distance: found.distance }, at);
    const steps: BodyTrace["steps"] = [first, second].map(({ kind, why }, i) =>
      ({ event: "taken", text: `${"ab"[i]} is taken as ${kind}${why ? `: ${why}` : ""}.` }));
    if (verdict === "separated" && found.point_a && found.point_b) {
      const faces = (triangle: number | undefined) => (triangle === undefined || triangle < 0 ? [] : [triangle]);
      steps.push({
        event: "closest", text: "The closest points.", points: [found.point_a, found.point_b], distance: found.distance,
        direction: found.normal ?? [], faces_a: a.triangles ? faces(found.triangle_a) : [], faces_b: b.triangles ? faces(found.triangle_b) : [],
      });
    }
    steps.push({ event: "answer", text: `${verdict[0]!.toUpperCase()}${verdict.slice(1)}, decided by ${found.decided_by}, stage ${found.stage}.` });
    return {
      trace: {
        format: "sunder-body-trace", up: "z", question: ask, a: this.traced("a", a), b: this.traced("b", b), steps,
        answer: { verdict, decided_by: found.decided_by, stage: found.stage, proven: check.holds, distance: found.distance },
      },
      facts: { verdict, distance: found.distance, depth, decidedBy: found.decided_by, stage: found.stage, why: "", contact: "", check, milliseconds: 0 },
    };
  }
}

const placeOf = ({ normal, point_a, point_b }: Partial<Place>) => ({ normal: normal ?? null, point_a: point_a ?? null, point_b: point_b ?? null });

function contactOf(found: Contact): NonNullable<SearchAnswer["contact"]> {
  return {
    ...placeOf(found), depth: found.depth, dimension: found.dimension,
    points: found.points.map(({ point_a, point_b, depth }) => ({ a: point_a, b: point_b, depth })),
  };
}

/** Searches run on the bodies without what pads them: a gap is that much narrower. */
function paddedStep(step: TraceStep, padding: number): SearchTrace["steps"][number] {
  if (padding === 0 || (step.event !== "direction" && step.event !== "axis")) return step;
  return { ...step, value: step.value - padding * Math.hypot(...step.direction) };
}
