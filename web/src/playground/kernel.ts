// SPDX-License-Identifier: Apache-2.0
//
// The library in this page: bodies are made once, every question is asked of the real kernel, and its certificate is checked.
import type { AlgorithmInfo, Contact, Decision, Distance, Place, TraceStep } from "../../package/src/answers.js";
import type { Check } from "../../package/src/checking.js";
import { Module } from "../../package/src/module.js";
import type { BodyCertificate, Interval } from "../../package/src/proofs.js";
import type { ContactAsk } from "../../package/src/questions.js";
import type { Body, PlaneBody, Polytope } from "../../package/src/shapes.js";
import { Sunder } from "../../package/src/sunder.js";
import type { BodyTrace, Certificate, SearchAnswer, SearchTrace, TracedBody, Verdict } from "../steps/trace";
import type { Vector } from "../vectors";
import { bodySteps } from "./body_steps";
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
  body: Body | PlaneBody;
  convex: boolean;
  /** its vertices, by the places of its points; of an outline, of `points` */
  vertices: number[];
  points: readonly Vector[];
  faces: number[][];
  kind: string;
  why: string;
}

/** The questions of one dimension, as they are asked here. */
type Questions = Pick<Sunder, "decide" | "distance" | "penetration" | "contact" | "relation" | "verify" | "algorithms">;

/** A point of a body's own coordinates where its pose puts it, rounded: for drawing. */
export function placed(pose: readonly number[], [x, y, z]: Vector): Vector {
  const row = (r: number) => pose[4 * r]! * x + pose[4 * r + 1]! * y + pose[4 * r + 2]! * z + pose[4 * r + 3]!;
  return [row(0), row(1), row(2)];
}

const kMostPairs = 10_000;  // of vertices
const kPlaces = ["a point", "a segment", "a polygon"];
const kKinds = ["a point", "a segment", "flat", "a polytope"];
/** Of 12 numbers, those of the plane. */
const inPlane = (pose: readonly number[]): number[] => [0, 1, 3, 4, 5, 7].map((i) => pose[i]!);
const flatPoints = (points: readonly Vector[]): Float64Array => Float64Array.from(points.flatMap(([x, y]) => [x, y]));
/** A vector of the plane in space. */
const lifted = (v: readonly number[] | null): Vector | null => (v ? [v[0]!, v[1]!, v[2] ?? 0] : null);
const placeOf = ({ normal, point_a, point_b }: Place) => ({ normal: lifted(normal), point_a: lifted(point_a), point_b: lifted(point_b) });

export class Kernel {
  private readonly made = new WeakMap<readonly Vector[], Map<string, Made>>();
  private readonly algorithms: Record<"space" | "plane", readonly AlgorithmInfo[]>;

  private constructor(readonly library: Sunder) {
    this.algorithms = { space: library.algorithms(), plane: library.plane.algorithms() };
  }

  /** From the module's bytes, compressed by gzip, in base64. */
  static async load(base64: string): Promise<Kernel> {
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Kernel(new Sunder(await Module.from(await new Response(stream).arrayBuffer())));
  }

  /** Makes a body, or finds it: points that are the same list are the same body. Throws what the kernel refuses. */
  private bodyOf(body: BodyState, plane: boolean): Made {
    const known = this.made.get(body.points) ?? new Map<string, Made>();
    const key = `${plane} ${body.outline ?? false}`;
    const made = known.get(key) ?? (plane ? this.makeFlat(body) : this.makeSolid(body));
    known.set(key, made);
    this.made.set(body.points, known);
    return made;
  }

  private makeFlat({ points, outline }: BodyState): Made {
    const { plane } = this.library;
    if (outline) {
      const body = plane.polygon([flatPoints(points)]);
      const { parts } = plane.describePolygon(body);
      const corners = parts.flat().map(([x, y]): Vector => [x, y, 0]);
      let from = 0;
      const faces = parts.map((part) => part.map(() => from++));
      return { body, convex: false, vertices: corners.map((_, i) => i), points: corners, faces, kind: "a polygon", why: "" };
    }
    const body = plane.polytope(flatPoints(points));
    const { vertices, affine_dimension } = plane.describe(body);
    return { body, convex: true, vertices: [...vertices], points, faces: [], kind: kKinds[affine_dimension] ?? "empty", why: "" };
  }

  private makeSolid({ points, triangles }: BodyState): Made {
    const { library } = this;
    const flat = Float64Array.from(points.flat());
    if (triangles) {
      const body = library.mesh(flat, Int32Array.from(triangles.flat()));
      const { kind, why } = library.describeMesh(body);
      return { body, convex: false, vertices: points.map((_, i) => i), points, faces: triangles.map((t) => [...t]), kind: `a ${kind}`, why };
    }
    const body = library.polytope(flat);
    const { vertices, faces, affine_dimension } = library.describe(body);
    return { body, convex: true, vertices: [...vertices], points, faces: faces.map((face) => [...face]), kind: kKinds[affine_dimension] ?? "empty", why: "" };
  }

  /** Vertices of a body by the places of its points. */
  corners(body: BodyState, plane: boolean): readonly number[] {
    return body.outline ? body.points.map((_, i) => i) : this.bodyOf(body, plane).vertices;
  }

  /** A body in the world, as steps are drawn over it; `own`: in its own coordinates. */
  traced(name: string, body: BodyState, plane: boolean, own = false): TracedBody {
    const { vertices, points, faces, kind, why } = this.bodyOf(body, plane);
    const place = new Map(vertices.map((index, i) => [index, i]));
    return {
      name, indices: [...vertices], vertices: vertices.map((i) => (own ? points[i]! : placed(body.pose, points[i]!))),
      faces: faces.map((face) => face.map((i) => place.get(i) ?? 0)), padding: body.radius, taken_as: kind, why,
    };
  }

  /** The algorithms that the bodies can be asked by. */
  algorithmsOf(state: State): string[] {
    return isConvex(state) ? this.infosOf(state).map(({ name }) => name) : [];
  }

  private infosOf({ scene }: State): readonly AlgorithmInfo[] {
    return this.algorithms[scene === "plane" ? "plane" : "space"];
  }

  /** Bodies that are not convex have no contact points, and no depth where a ball pads one. */
  answers(state: State, question: Question): boolean {
    const padded = state.a.radius > 0 || state.b.radius > 0;
    return isConvex(state) || (question !== "contact" && !(question === "depth" && padded));
  }

  serves(state: State, algorithm: string, question: Question): boolean {
    if (algorithm === "auto") return true;
    return isConvex(state) && !this.isTooLong(state, algorithm) && (this.infosOf(state).find(({ name }) => name === algorithm)?.questions.includes(question) ?? false);
  }

  /** sat measures every pair of edges, and each is a step: of large hulls that would fill the memory. */
  private isTooLong(state: State, algorithm: string): boolean {
    const plane = state.scene === "plane";
    return algorithm === "sat" && !plane && this.corners(state.a, plane).length * this.corners(state.b, plane).length > kMostPairs;
  }

  ask(state: State, algorithm: string): Asked {
    const began = performance.now();
    const asked = isConvex(state) ? this.askConvex(state, algorithm) : this.askOthers(state);
    asked.facts.milliseconds = performance.now() - began;
    return asked;
  }

  private prepared(state: State) {
    const { a, b } = state;
    const plane = state.scene === "plane";
    const pose = (body: BodyState) => (plane ? inPlane(body.pose) : [...body.pose]);
    // The questions of the plane are those of space; poses and vectors are shorter.
    const questions = (plane ? this.library.plane : this.library) as unknown as Questions;
    const traced = { a: this.traced("a", a, plane), b: this.traced("b", b, plane) };
    return {
      questions, traced, plane, first: this.bodyOf(a, plane), second: this.bodyOf(b, plane),
      at: { poseA: pose(a), poseB: pose(b), radiusA: a.radius, radiusB: b.radius },
    };
  }

  private askConvex(state: State, algorithm: string): Asked {
    const { ask } = state;
    const { questions, traced, at, first, second } = this.prepared(state);
    const [a, b] = [first.body, second.body] as unknown as [Polytope, Polytope];
    const searching: ContactAsk = { ...at, algorithm: this.serves(state, algorithm, ask) ? algorithm : "auto", trace: true, certify: true };
    let main: Decision;
    let nearest: Distance | null = null;
    let answered: Partial<SearchAnswer> = {};
    let claims: { distance?: Interval; depth?: Interval } = {};
    if (ask === "distance") {
      main = nearest = questions.distance(a, b, searching);
      claims = { distance: nearest.distance };
    } else if (ask === "depth") {
      const found = questions.penetration(a, b, searching);
      main = found;
      answered = { depth: { interval: found.depth, ...placeOf(found) } };
      claims = { depth: found.depth };
    } else if (ask === "contact") {
      const found = questions.contact(a, b, searching) as Contact;
      main = { ...found, certificate: questions.decide(a, b, { ...at, certify: true }).certificate ?? null };
      answered = { contact: contactOf(found) };
    } else {
      main = questions.decide(a, b, searching);
    }
    const { verdict } = main;
    const near = nearest ?? questions.distance(a, b, at);
    const depth = claims.depth ?? (verdict === "overlapping" ? questions.penetration(a, b, at).depth : null);
    const certificate = (main.certificate ?? null) as Certificate | null;
    const answer: SearchAnswer = {
      ...placeOf(near), ...answered, verdict, decided_by: main.decided_by, stage: main.stage, certificate: liftedProof(certificate), distance: near.distance,
    };
    const check = questions.verify(a, b, { verdict, certificate: main.certificate ?? null, ...claims }, at);
    const padding = state.a.radius + state.b.radius;
    const trace: SearchTrace = {
      format: "sunder-trace", up: "z", algorithm, question: ask, algorithms: {}, ...traced,
      steps: (main.trace ?? []).map((step) => shownStep(step, padding)), answer, proof: { question: "", answer: "" },
    };
    return {
      trace,
      facts: {
        verdict, distance: near.distance, depth, decidedBy: main.decided_by, stage: main.stage, why: main.why ?? "",
        contact: verdict === "separated" ? "" : contactWords(questions, a, b, at, verdict), check, milliseconds: 0,
      },
    };
  }

  /** Of bodies that need not be convex. */
  private askOthers(state: State): Asked {
    const { questions, traced, at, first, second, plane } = this.prepared(state);
    const [a, b] = [first.body, second.body] as unknown as [Body, Body];
    const found = questions.distance(a, b, { ...at, certify: true });
    const { verdict } = found;
    const decided = questions.decide(a, b, { ...at, trace: true });
    const depth = verdict === "overlapping" && state.ask === "depth" ? questions.penetration(a, b, at).depth : null;
    const check = questions.verify(a, b, { verdict, certificate: found.certificate ?? null, distance: found.distance }, at);
    const steps: BodyTrace["steps"] = [first, second].map(({ kind, why }, i) => ({ event: "taken", text: `${"ab"[i]} is taken as ${kind}${why ? `: ${why}` : ""}.` }));
    const { point_a, point_b, normal } = placeOf(found);
    steps.push(...bodySteps(decided.steps ?? [], decided.steps_left_out ?? 0, null));
    if (verdict === "separated" && point_a && point_b) {
      const faces = (body: BodyState, triangle: number | undefined) => (body.triangles && triangle !== undefined && triangle >= 0 ? [triangle] : []);
      steps.push({
        event: "closest", text: "The closest points.", points: [point_a, point_b], distance: found.distance, direction: normal ? [...normal] : [],
        faces_a: faces(state.a, found.triangle_a), faces_b: faces(state.b, found.triangle_b),
      });
    }
    if (!plane) steps.push(...bodySteps([], 0, found.certificate as BodyCertificate | null | undefined));
    steps.push({ event: "answer", text: `${verdict[0]!.toUpperCase()}${verdict.slice(1)}, decided by ${decided.decided_by}, stage ${decided.stage}.` });
    return {
      trace: {
        format: "sunder-body-trace", up: "z", question: state.ask, ...traced, steps,
        answer: { verdict, decided_by: decided.decided_by, stage: decided.stage, proven: check.holds, distance: found.distance },
      },
      facts: {
        verdict, distance: found.distance, depth, decidedBy: decided.decided_by, stage: decided.stage, why: decided.why ?? "", contact: "", check, milliseconds: 0,
      },
    };
  }
}

const isConvex = ({ a, b }: State): boolean => !a.triangles && !b.triangles && !a.outline && !b.outline;

function contactWords(questions: Questions, a: Polytope, b: Polytope, at: ContactAsk, verdict: Verdict): string {
  const { relation, feature_a, feature_b, contact_dimension } = questions.relation(a, b, at);
  const place = kPlaces[contact_dimension];
  const feature = (name: string, { kind, vertices }: { kind: string; vertices: readonly number[] }) =>
    kind === "none" || kind === "interior" ? "" : `${kind} ${vertices.slice(0, 4).join("\u2013")}${vertices.length > 4 ? "\u2026" : ""} of ${name}`;
  const features = [feature("a", feature_a), feature("b", feature_b)].filter(Boolean).join(" with ");
  return [verdict === "touching" && place ? `in ${place}` : "", relation, features].filter(Boolean).join(", ");
}

function contactOf(found: Contact): NonNullable<SearchAnswer["contact"]> {
  return {
    ...placeOf(found), depth: found.depth, dimension: found.dimension,
    points: found.points.map(({ point_a, point_b, depth }) => ({ a: lifted(point_a)!, b: lifted(point_b)!, depth })),
  };
}

/** What is drawn of a proof. */
function liftedProof(proof: Certificate | null): Certificate | null {
  if (!proof?.direction || proof.direction.length !== 2) return proof;
  return { ...proof, direction: [...proof.direction, 0] };
}

/** A step as it is drawn: intervals of the plane as bars. Searches run on the bodies without what pads them: a gap is that much narrower. */
function shownStep(step: TraceStep, padding: number): SearchTrace["steps"][number] {
  const plane = step.direction.length === 2;
  const direction = plane ? [...step.direction, 0] : step.direction;
  const narrowed = step.event === "direction" || step.event === "axis" ? padding * Math.hypot(...step.direction) : 0;
  const thick = 0.1 * Math.max(...step.outline_a, ...step.outline_b, 0) - 0.1 * Math.min(...step.outline_a, ...step.outline_b, 0);
  const outline = (list: number[]) => (plane && list.length === 2 ? [list[0]!, -thick, list[1]!, -thick, list[1]!, thick, list[0]!, thick] : list);
  return { ...step, direction, value: step.value - narrowed, outline_a: outline(step.outline_a), outline_b: outline(step.outline_b) };
}
