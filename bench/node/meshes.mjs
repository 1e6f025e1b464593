// SPDX-License-Identifier: Apache-2.0
//
// Meshes in Node: three-mesh-bvh on the pairs of bench/mesh_bench.cpp. It computes in double on coordinates in float,
// takes meshes as surfaces, and knows no inside.
//
//     mkdir -p build/bench/meshes build/peers/node
//     build/release/bench/mesh_bench --write build/bench/meshes
//     npm install --prefix build/peers/node three three-mesh-bvh
//     NODE_PATH=build/peers/node/node_modules node bench/node/meshes.mjs build/bench/meshes [TEXT [ROUNDS]]
//
// TEXT chooses sets by their names. The time of a pair is the least of some rounds; a cell's is the median over its pairs.
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// Modules do not look into NODE_PATH themselves.
const load = (file) => import(pathToFileURL(join(process.env.NODE_PATH ?? 'node_modules', file)));
const { BufferAttribute, BufferGeometry, Matrix4 } = await load('three/build/three.module.js');
const { MeshBVH } = await load('three-mesh-bvh/build/index.module.js');

const [folder, text = '', rounds = '5'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node bench/node/meshes.mjs FOLDER [TEXT [ROUNDS]]');
  process.exit(2);
}

function readNumbers(file, Type) {
  const bytes = readFileSync(join(folder, file));
  return new Type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function readMesh(file) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(readNumbers(`${file}.f64`, Float64Array)), 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(readNumbers(`${file}.i32`, Int32Array)), 1));
  geometry.boundsTree = new MeshBVH(geometry);
  return geometry;
}

function matrixOf(rows) {
  return new Matrix4().set(...rows, 0, 0, 0, 1);
}

const median = (values) => values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)];

for await (const line of createInterface({ input: createReadStream(join(folder, 'sets.jsonl')) })) {
  const set = JSON.parse(line);
  if (!set.name.includes(text)) continue;
  // A mesh of its own for each side: the index of a tree is reordered.
  const first = set.meshes.map(readMesh), second = set.meshes.map(readMesh);
  const toFirst = set.pairs.map((pair) => matrixOf(pair.pose_a).invert().multiply(matrixOf(pair.pose_b)));
  const ask = {
    verdict: (i) => Number(first[set.pairs[i].a].boundsTree.intersectsGeometry(second[set.pairs[i].b], toFirst[i])),
    distance: (i) => first[set.pairs[i].a].boundsTree.closestPointToGeometry(second[set.pairs[i].b], toFirst[i]).distance,
  };
  for (const question of ['verdict', 'distance']) {
    for (const cell of set.cells) {
      if (question === 'distance' && !cell.measured) continue;
      const times = [], wrong = [0, 0, 0];
      for (let i = cell.first; i < cell.first + cell.count; ++i) {
        const pair = set.pairs[i];
        let least = Infinity, found = 0;
        for (let round = 0; round < Number(rounds); ++round) {
          const begin = process.hrtime.bigint();
          found = ask[question](i);
          least = Math.min(least, Number(process.hrtime.bigint() - begin) / 1000);
        }
        times.push(least);
        const known = question === 'distance' ? pair.distance : Number(pair.verdict !== 'separated');
        if (Math.abs(found - known) > 1e-3 * known) ++wrong[pair.enclosed ? 2 : pair.verdict === 'touching' ? 1 : 0];
      }
      console.log(`${`${question}/${set.name}/${cell.name}`.padEnd(40)}three-mesh-bvh ${median(times).toFixed(2).padStart(12)} us  wrong/touching/enclosed ${wrong.join('/')}`);
    }
  }
}
