// SPDX-License-Identifier: Apache-2.0
//
// The steps of a decision about meshes as the pages show them: the kernel's steps in words, and the cuts of its proof.
import type { BodyStep as KernelStep } from "../../package/src/answers.js";
import type { BodyCertificate } from "../../package/src/proofs.js";
import type { BodyTrace } from "../steps/trace";
import { directionWords, number, several } from "../steps/words";
import { cross, dot, minus, plus, type Vector } from "../vectors";

type Step = BodyTrace["steps"][number];

const kFeatures = ["", "a vertex", "an edge", "the inside of a triangle"];
const kMostCuts = 200;  // shown as steps

const kReasons: Record<string, string> = {
  piercing: "The edge passes through the triangle, so the bodies overlap.",
  plane_between: "A plane parts the cones of directions into the bodies: here they touch and no more.",
  same_side: "Both bodies reach to one side of the plane of these features, so they overlap.",
  common_direction: "A direction leads into both cones, so the bodies overlap.",
  nothing_common: "No direction leads into both cones: here they touch and no more.",
  crossing: "The triangles cross in inner points of both, so the surfaces overlap.",
  no_crossing: "The triangles have no inner points in common: here they touch and no more.",
};

const triangle = (name: string, index: number) => (index < 0 ? `the hull ${name}` : `triangle ${index} of ${name}`);
const point = (p: Vector) => `(${p.map((x) => number(x)).join(", ")})`;

/** Where two features meet: at the vertex, or where the edges cross. */
function meeting(a: readonly Vector[], b: readonly Vector[]): Vector | undefined {
  if (a.length === 1) return a[0];
  if (b.length === 1) return b[0];
  if (a.length !== 2 || b.length !== 2) return undefined;
  const [u, v] = [minus(a[1]!, a[0]!), minus(b[1]!, b[0]!)];
  const normal = cross(u, v);
  const size = dot(normal, normal);
  return size > 0 ? plus(a[0]!, u, dot(cross(minus(b[0]!, a[0]!), v), normal) / size) : undefined;
}

function shown(step: KernelStep): Step {
  switch (step.event) {
    case "convex":
      return { event: "convex", text: "Both are convex: an algorithm for convex bodies decides." };
    case "apart":
      return { event: "apart", text: "They are apart by their bounds: no triangle was looked at." };
    case "boxes": {
      const opened = `${several(step.boxes_opened, "box", "boxes")} of the trees ${step.boxes_opened === 1 ? "was" : "were"} opened.`;
      const left = step.triangle_pairs === 0 ? "All that they hold is apart."
        : `Those that may meet hold ${several(step.triangle_pairs, "pair of triangles", "pairs of triangles")}; ` +
          (step.triangles_left === 0 ? "doubles prove each of them apart." : `up to the decision, ${step.triangles_left} ${step.triangles_left === 1 ? "was" : "were"} not proven apart in doubles.`);
      return { event: "boxes", text: `${opened} ${left}`, faces_a: step.near_a, faces_b: step.near_b };
    }
    case "contact": {
      const { corners_a, corners_b, feature_a, feature_b, reason, direction, cone_a, cone_b } = step;
      const named = `${triangle("a", step.triangle_a)} and ${triangle("b", step.triangle_b)}`;
      const both = named[0]!.toUpperCase() + named.slice(1);
      if (step.in_doubles) {
        return { event: "contact", text: `${both}: an edge of one passes through the other, which doubles prove. The bodies overlap.`, corners_a, corners_b, reason };
      }
      const at = meeting(feature_a, feature_b);
      return {
        event: "contact", corners_a, corners_b, feature_a, feature_b, cone_a, cone_b, reason, direction, ...(at ? { at } : {}),
        text: `${both} meet: ${kFeatures[feature_a.length]} of a and ${kFeatures[feature_b.length]} of b${at ? `, at ${point(at)}` : ""}. ${kReasons[reason]}`,
      };
    }
    case "enclosure": {
      const [own, other] = step.side === 0 ? (["a", "b"] as const) : (["b", "a"] as const);
      const { start, direction, winding, crossings } = step;
      return {
        event: "enclosure", inside: own, start, direction, winding, crossings,
        text: `A component of ${own} touches no triangle of ${other}. A ray from its vertex ${point(start)} crosses ${other} ` +
          `${crossings.length === 0 ? "nowhere" : several(crossings.length, "time")}. The winding number is ${winding}: the component lies ` +
          `${winding !== 0 ? "inside, and the bodies overlap" : "outside"}.`,
      };
    }
  }
}

/** Ranges of triangles that one plane of the proof parts. */
function cutsOf(proof: BodyCertificate | null | undefined): Step[] {
  const range = (order: readonly number[] | undefined, begin: number, end: number) =>
    Array.from({ length: Math.max(0, end - begin) }, (_, i) => order?.[begin + i] ?? begin + i);
  const cuts = (proof?.separations ?? []).flatMap(({ cut }) => cut.pairs.map(([a, aEnd, b, bEnd, along]): Step => {
    const direction = along.map(Number);
    return {
      event: "cut", direction, faces_a: range(cut.order_a, a, aEnd), faces_b: range(cut.order_b, b, bEnd),
      text: `A plane across ${directionWords(direction)} parts ${several(aEnd - a, "triangle")} of a and ${several(bEnd - b, "triangle")} of b.`,
    };
  }));
  if (cuts.length <= kMostCuts) return cuts;
  return [...cuts.slice(0, kMostCuts), { event: "left_out", text: `${cuts.length - kMostCuts} more cuts are not shown.` }];
}

export function bodySteps(steps: readonly KernelStep[], leftOut: number, proof: BodyCertificate | null | undefined): Step[] {
  const told = steps.map(shown);
  if (leftOut > 0) told.push({ event: "left_out", text: `${leftOut} more steps are not shown.` });
  return [...told, ...cutsOf(proof)];
}
