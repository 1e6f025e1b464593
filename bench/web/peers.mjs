// SPDX-License-Identifier: Apache-2.0
//
// Measures `verdict` in Node against the WebAssembly packages of rapier and Jolt, on the same pairs, and counts their wrong
// verdicts. Every coordinate is a float, so that nobody rounds what is given; rotations are quaternions, which rapier and
// Jolt normalise in floats. Bodies and poses are made before, as each library makes them: Sunder by pose(), Jolt as
// matrices in its own memory, rapier as the objects that it reads. "made" is Sunder with a pose made of a quaternion for
// each question, "loop" a loop inside the module, without JavaScript. With NATIVE, the program of native.cpp, the same pairs
// are asked of the native library on SSE4.
//   ./dev web; npm install --no-save --prefix build/peers @dimforge/rapier3d-compat jolt-physics
//   node bench/web/peers.mjs build/peers [PAIRS [NATIVE]]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { core, load } from "../../web/test/node/modules.mjs";

const [folder, given, native] = process.argv.slice(2);
if (!folder || !existsSync(folder)) {
  console.error("peers.mjs FOLDER [PAIRS [NATIVE]]: FOLDER is where npm installed @dimforge/rapier3d-compat and jolt-physics");
  process.exit(2);
}
const count = Number(given ?? 2000);
const resolve = createRequire(path.resolve(folder, "x.js")).resolve;
const rapier = (await import(pathToFileURL(resolve("@dimforge/rapier3d-compat")).href)).default;
await rapier.init();
const jolt = await (await import(pathToFileURL(resolve("jolt-physics/wasm-compat")).href)).default();
{
  // Jolt fills its tables of collision functions with the first world.
  const settings = new jolt.JoltSettings(), layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1), pairs = new jolt.ObjectLayerPairFilterTable(1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  new jolt.JoltInterface(settings);
}
// The first module, with a loop beside; ./dev web leaves it there.
const bench = new URL("../../build/wasm/bench.wasm", import.meta.url);
const sunder = existsSync(bench) ? await load({ module: readFileSync(bench) }) : await core();

let state = 12345;
const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
const float = Math.fround;
const inBall = (radius) => {
  for (;;) {
    const p = [0, 1, 2].map(() => 2 * random() - 1);
    if (Math.hypot(...p) <= 1) return p.map((x) => float(radius * x));
  }
};
/** A unit quaternion [x, y, z, w] of floats. */
const turn = () => {
  const q = [0, 1, 2, 3].map(() => random() + random() + random() - 1.5), length = Math.hypot(...q);
  return q.map((x) => float(x / length));
};
const still = [0, 0, 0, 1];

/** Points on an ellipsoid. */
const hull = (points) => Array.from({ length: points }, () => {
  const p = inBall(1), length = Math.hypot(...p);
  return [float(p[0] / length), float((0.8 * p[1]) / length), float((0.6 * p[2]) / length)];
});
const corners = (h) => [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * h[0], y * h[1], z * h[2]])));
const place = (t, q = still) => ({ t, q });

/** Kinds of pairs: bodies a and b, and where they are. */
const kinds = {
  "boxes, half of them overlap": () => ({
    a: { half: [0, 1, 2].map(() => float(0.5 + random())) }, b: { half: [0, 1, 2].map(() => float(0.5 + random())) },
    at: [place([0, 0, 0], turn()), place(inBall(3.4), turn())],
  }),
  "hulls of 8": () => ({ a: { points: hull(8) }, b: { points: hull(8) }, at: [place([0, 0, 0], turn()), place(inBall(2), turn())] }),
  "hulls of 50": () => ({ a: { points: hull(50) }, b: { points: hull(50) }, at: [place([0, 0, 0], turn()), place(inBall(2.2), turn())] }),
  "hulls of 500": () => ({ a: { points: hull(500) }, b: { points: hull(500) }, at: [place([0, 0, 0], turn()), place(inBall(2.2), turn())] }),
  "boxes that touch on a grid": () => {
    const half = () => [0, 1, 2].map(() => (1 + Math.floor(random() * 16)) / 16);
    const a = half(), b = half();
    return { a: { half: a }, b: { half: b }, at: [place([0, 0, 0]), place([a[0] + b[0], (Math.floor(random() * 16) - 8) / 16, 0])] };
  },
  "boxes a float's step apart": () => {
    const half = () => [0, 1, 2].map(() => (1 + Math.floor(random() * 16)) / 16);
    const a = half(), b = half(), x = a[0] + b[0];
    return { a: { half: a }, b: { half: b }, at: [place([0, 0, 0]), place([float(x * (1 + 2 ** -22)), 0, 0])] };
  },
  "boxes that overlap by a float's step": () => {
    const half = () => [0, 1, 2].map(() => (1 + Math.floor(random() * 16)) / 16);
    const a = half(), b = half(), x = a[0] + b[0];
    return { a: { half: a }, b: { half: b }, at: [place([0, 0, 0]), place([float(x * (1 - 2 ** -22)), 0, 0])] };
  },
};

const vector = ([x, y, z]) => ({ x, y, z });
const rotation = ([x, y, z, w]) => ({ x, y, z, w });

const quaternionPose = ({ t, q }) => ({ quaternion: Float64Array.of(q[3], q[0], q[1], q[2]), translation: Float64Array.from(t) });
const ofSunder = (pose) => ({
  body: ({ half, points }) => (half ? sunder.box(half) : sunder.polytope(points)),
  pose,
  meets: (a, b, poseA, poseB) => sunder.verdict(a, b, { poseA, poseB }) !== "separated",
});
const libraries = {
  sunder: ofSunder((at) => sunder.pose(quaternionPose(at))),
  made: ofSunder(quaternionPose),
  rapier: {
    body: ({ half, points }) => (half ? new rapier.Cuboid(...half) : new rapier.ConvexPolyhedron(Float32Array.from(points.flat()))),
    pose: ({ t, q }) => ({ t: vector(t), q: rotation(q) }),
    meets: (a, b, p, q) => a.intersectsShape(p.t, p.q, b, q.t, q.q),
  },
  jolt: (() => {
    const settings = new jolt.CollideShapeSettings(), base = new jolt.RVec3(0, 0, 0), one = new jolt.Vec3(1, 1, 1), filter = new jolt.ShapeFilter();
    const hits = new jolt.CollideShapeAnyHitCollisionCollector(), posed = new jolt.TransformedShape();
    posed.SetShapeScale(one);
    return {
      body({ half, points }) {
        const keep = (shape) => {
          shape.AddRef();
          return shape;
        };
        if (half) return keep(new jolt.BoxShape(new jolt.Vec3(...half), 0));
        const how = new jolt.ConvexHullShapeSettings();
        how.mMaxConvexRadius = 0;
        for (const point of points) how.mPoints.push_back(new jolt.Vec3(...point));
        const made = how.Create();
        if (made.HasError()) throw new Error(made.GetError().c_str());
        return keep(made.Get());
      },
      /** Of the centre of mass, as Jolt asks. */
      pose({ t, q }, shape) {
        const turned = new jolt.Quat(...q);
        const matrix = new jolt.RMat44(), zero = new jolt.RVec3(...t);
        const centre = jolt.RMat44.prototype.sRotationTranslation(turned, zero).PreTranslated(shape.GetCenterOfMass());
        const at = centre.GetTranslation();
        const where = new jolt.RVec3(at.GetX(), at.GetY(), at.GetZ());
        for (let i = 0; i < 3; ++i) {
          const axis = [centre.GetAxisX(), centre.GetAxisY(), centre.GetAxisZ()][i];
          matrix[["SetAxisX", "SetAxisY", "SetAxisZ"][i]](new jolt.Vec3(axis.GetX(), axis.GetY(), axis.GetZ()));
        }
        matrix.SetTranslation(where);
        return { matrix, q: turned, t: where };
      },
      meets(a, b, p, q) {
        posed.mShape = a;
        posed.mShapePositionCOM = p.t;
        posed.mShapeRotation = p.q;
        hits.Reset();
        posed.CollideShape(b, one, q.matrix, settings, base, hits, filter);
        return hits.HadHit();
      },
    };
  })(),
};

/** The best time of a round, of rounds for 0.7 seconds: enough for the engine to compile what is hot. */
function bestOf(size, ask) {
  let best = Infinity;
  const until = Date.now() + 700;
  for (let round = 0; round < 3 || Date.now() < until; ++round) {
    const start = process.hrtime.bigint();
    ask();
    best = Math.min(best, Number(process.hrtime.bigint() - start) / size);
  }
  return best;
}

/** The time of a pair in a loop inside the module. Addresses are those that verdict() passes on. */
function loopTime(items) {
  const { module } = sunder, handles = [];
  module.decide = (a, poseA, b, poseB) => (handles.push(a, poseA, b, poseB), 0);
  for (const [a, b, poseA, poseB] of items) libraries.sunder.meets(a, b, poseA, poseB);
  delete module.decide;
  return module.run((exports, memory) => {
    const list = Uint32Array.of(handles.length, ...handles);
    const at = exports.open_request(list.byteLength) >>> 0;
    new Uint8Array(memory.buffer, at, list.byteLength).set(new Uint8Array(list.buffer));
    return bestOf(items.length, () => exports.decide_in_loop(1));
  });
}

const rows = [];
for (const [kind, make] of Object.entries(kinds)) {
  const pairs = Array.from({ length: count }, make);
  const verdicts = pairs.map(({ a, b, at }) => {
    const bodies = [libraries.sunder.body(a), libraries.sunder.body(b)], poses = at.map(libraries.sunder.pose);
    const verdict = sunder.verdict(...bodies, { poseA: poses[0], poseB: poses[1] });
    for (const object of [...bodies, ...poses]) object.free();
    return verdict;
  });
  const row = { kind, apart: verdicts.filter((v) => v === "separated").length, touching: verdicts.filter((v) => v === "touching").length };
  for (const [name, library] of Object.entries(libraries)) {
    const items = pairs.map(({ a, b, at }) => {
      const first = library.body(a), second = library.body(b);
      return [first, second, library.pose(at[0], first), library.pose(at[1], second)];
    });
    const best = bestOf(items.length, () => {
      for (const item of items) library.meets(item[0], item[1], item[2], item[3]);
    });
    // Touching is meeting: a peer that calls it apart is counted too.
    const wrong = items.filter((item, i) => library.meets(...item) !== (verdicts[i] !== "separated")).length;
    row[`${name} ns`] = Math.round(best);
    if (name === "sunder" && sunder.module.has("decide_in_loop")) row["loop ns"] = Math.round(loopTime(items));
    if (name === "rapier" || name === "jolt") row[`${name} wrong`] = wrong;
    else for (const object of items.flat()) object.free?.();
  }
  if (native) {
    const numbers = ({ half, points }) => {
      const all = half ? corners(half) : points;
      return [all.length, ...all.flat()];
    };
    const posed = ({ t, q }) => [q[3], q[0], q[1], q[2], ...t];
    const file = path.join(tmpdir(), `sunder-pairs-${process.pid}`);
    writeFileSync(file, Float64Array.from(pairs.flatMap(({ a, b, at }) => [...numbers(a), ...numbers(b), ...posed(at[0]), ...posed(at[1])])));
    const [prepared, made, met] = execFileSync(native, [file], { encoding: "utf8" }).split(" ").map(Number);
    rmSync(file);
    if (met !== count - row.apart) throw new Error(`${kind}: native says that ${met} pairs meet`);
    Object.assign(row, { "native ns": Math.round(prepared), "native made ns": Math.round(made) });
    for (const [name, ns] of [["sunder", prepared], ["loop", prepared], ["made", made]]) {
      if (row[`${name} ns`]) row[`${name} / native`] = +(row[`${name} ns`] / ns).toFixed(2);
    }
  }
  rows.push(row);
  console.error(JSON.stringify(row));
}
console.table(rows);
