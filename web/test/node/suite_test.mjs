// SPDX-License-Identifier: Apache-2.0
//
// The suite's pairs: their verdicts are known by construction, and every certificate is checked by the module. The same
// certificates, changed, are refused. SUITE_QUESTIONS names the program that writes the pairs, SUNDER the one that answers.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { core, poseOf, whole } from "./modules.mjs";

const { SUITE_QUESTIONS: questions, SUNDER: sunder, SUNDER_LONG: long } = process.env;
const count = long ? 20000 : 600;
const options = { skip: !questions && "SUITE_QUESTIONS is not set" };
const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

const dimensionOf = ({ a, b }) => (a.vertices[0] ?? b.vertices[0])?.length;
function pairs(inSpace = true) {
  const all = lines(execFileSync(questions, ["0", String(count), "7"], { encoding: "utf8", maxBuffer: 1 << 30 }));
  return all.filter((pair) => dimensionOf(pair) > 0 && (dimensionOf(pair) === 3) === inSpace);
}

/** Asks about pairs by every algorithm in turn, checks each certificate and refuses changed ones. */
function askAll(all, questionsOf) {
  for (const [i, pair] of all.entries()) {
    const { id, a, b } = pair;
    const s = questionsOf(dimensionOf(pair));
    const bodies = [s.polytope(a.vertices), s.polytope(b.vertices)];
    const at = { poseA: poseOf(a), poseB: poseOf(b) };
    const verdict = id.split(" ")[1];
    assert.equal(s.verdict(...bodies, at), verdict, id);
    const algorithms = s.algorithms().map(({ name }) => name);
    const algorithm = algorithms[i % algorithms.length];
    const answer = s.decide(...bodies, { ...at, algorithm, certify: true });
    assert.equal(answer.verdict, verdict, `${id} by ${algorithm}`);
    const distance = s.distance(...bodies, { ...at, certify: true });
    const measured = s.penetration ? [distance, s.penetration(...bodies, { ...at, certify: true })] : [distance];
    for (const one of [answer, ...measured]) {
      const check = s.verify(...bodies, one, at);
      assert.equal(check.holds, true, `${id}: ${check.why}`);
      assert.deepEqual(check.unchecked, [], id);
    }
    for (const other of ["separated", "touching", "overlapping"]) {
      if (other === verdict) continue;
      const check = s.verify(...bodies, { verdict: other, certificate: answer.certificate }, at);
      assert.equal(check.holds, false, `${id} is not ${other}`);
    }
    forge(s, bodies, at, distance, id);
    for (const body of bodies) body.free();
  }
}

test("every pair in space has the verdict that it was built with, and its certificate holds", options, async () => {
  const s = await core(), all = pairs();
  assert.ok(all.length > count / 10, `only ${all.length} pairs are in space`);
  askAll(all, () => s);
});

test("so has every pair in the plane and in higher dimensions", options, async () => {
  const s = await whole(), all = pairs(false);
  const dimensions = new Set(all.map(dimensionOf));
  assert.ok(dimensions.has(2) && dimensions.size >= 3, [...dimensions].join());
  const spaces = new Map([...dimensions].map((d) => [d, d === 2 ? s.plane : s.inDimension(d)]));
  askAll(all, (d) => spaces.get(d));
});

/** Changes what a proof says; the checker must refuse each of them. */
function forge(s, bodies, at, answer, id) {
  const [lower, upper] = answer.distance;
  if (answer.verdict !== "separated" || upper === null || answer.certificate === null) return;
  const wrong = [[upper * 1.001 + 1e-300, upper * 1.002 + 1e-299], [0, lower / 1.001]];
  for (const distance of wrong) {
    // A change of numbers near 0 may round to none.
    const differs = distance[0] > upper || distance[1] < lower;
    if (!(differs && distance[1] > 0 && distance[1] < Infinity && distance[0] <= distance[1])) continue;
    assert.equal(s.verify(...bodies, { ...answer, distance }, at).holds, false, `${id}: distance ${distance}`);
  }
  const direction = answer.certificate.direction.map((entry) => (typeof entry === "string" ? `-${entry}`.replace("--", "") : -entry));
  assert.equal(s.verify(...bodies, { ...answer, certificate: { ...answer.certificate, direction } }, at).holds, false, id);
}

test("the certificates of the program hold in the module", { skip: !(questions && sunder) && "SUNDER is not set" }, async () => {
  const s = await core();
  const given = pairs().slice(0, long ? 8000 : 300).map((pair) => ({ ...pair, ask: ["verdict", "distance", "depth"], certificate: "full" }));
  const answers = lines(execFileSync(sunder, ["query"], { input: given.map((pair) => JSON.stringify(pair)).join("\n"), encoding: "utf8", maxBuffer: 1 << 30 }));
  for (const [i, { id, a, b }] of given.entries()) {
    const bodies = [s.polytope(a.vertices, { reduce: false }), s.polytope(b.vertices, { reduce: false })];
    const check = s.verify(...bodies, answers[i], { poseA: poseOf(a), poseB: poseOf(b) });
    assert.equal(check.holds, true, `${id}: ${check.why}`);
    assert.deepEqual(check.unchecked, [], id);
    for (const body of bodies) body.free();
  }
});
