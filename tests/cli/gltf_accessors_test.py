#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Accessors of glTF against a decoder of this file's own, through `sunder convert`.

Every component type, plain and normalised, at every kind of stride, offset and count, with and without
sparse values, with and without a view below them: each is a mesh of one file.
"""

import itertools
import json
import pathlib
import random
import struct
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from sunder import run

TYPES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5126: "f"}
INDEX_TYPES = {5121: "B", 5123: "H", 5125: "I"}
GREATEST = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
COUNTS = (1, 2, 4, 7)


def values_of(code, count, rng):
    """Points of the moment curve, all of them extreme, or a point at the ends of the type."""
    if code == "f":
        return [(t * 0.375, t * t * 0.75, t**3 * 0.1 + rng.random()) for t in range(count)]
    if count == 1:
        least, most = (0, 2 ** (8 * struct.calcsize(code))) if code.isupper() else (
            -(2 ** (8 * struct.calcsize(code) - 1)), 2 ** (8 * struct.calcsize(code) - 1))
        return [(least, most - 1, rng.randrange(least, most))]
    first = 0 if code.isupper() else -(count // 2)
    factor = {"b": 3, "B": 1, "h": 400, "H": 200}[code]
    return [(factor * t, factor * t * t, factor * t**3) for t in range(first, first + count)]


class Writer:
    """One file: its buffer, and a mesh and a node for each accessor."""

    def __init__(self, rng):
        self.rng, self.buffer = rng, bytearray()
        self.views, self.accessors, self.meshes = [], [], []

    def view(self, items, item, stride, offset):
        """A view at some offset, with junk before, between and after its items."""
        junk = self.rng.randbytes
        begin = len(self.buffer) + self.rng.choice((0, 4, 12))
        self.buffer += junk(begin - len(self.buffer))
        data = bytearray(junk(offset))
        for i, numbers in enumerate(items):
            data += struct.pack("<" + item, *numbers)
            if i + 1 < len(items):
                data += junk(stride - struct.calcsize("<" + item))
        data += junk(self.rng.choice((0, 8)))
        self.buffer += data
        self.views.append({"buffer": 0, "byteOffset": begin, "byteLength": len(data)})
        return len(self.views) - 1

    def add(self, component, normalised, stride, offset, sparse, count, with_view):
        code = TYPES[component]
        item = 3 * code
        size = struct.calcsize("<" + item)
        values = values_of(code, count, self.rng)
        accessor = {"componentType": component, "count": count, "type": "VEC3"}
        if normalised:
            accessor["normalized"] = True
        base = list(values)
        if sparse:
            base = self.sparse(accessor, values, item, offset, sparse, with_view)
        if with_view:
            accessor["bufferView"] = self.view(base, item, stride or size, offset)
            if stride:
                self.views[accessor["bufferView"]]["byteStride"] = stride
            if offset:
                accessor["byteOffset"] = offset
        return self.add_mesh(accessor)

    def add_mesh(self, accessor, **keys):
        """A mesh of one primitive with these positions; the number of its accessor."""
        self.accessors.append(accessor)
        number = len(self.accessors) - 1
        self.meshes.append({"primitives": [{"attributes": {"POSITION": number}, **keys}]})
        return number

    def add_indexed(self, component, stride, offset, chosen):
        """The integer points t of a curve; the indices use some of them."""
        points = [(t, t * t, t**3) for t in range(9)]
        positions = {"componentType": 5126, "count": 9, "type": "VEC3",
                     "bufferView": self.view(points, "3f", 12, 0)}
        item = INDEX_TYPES[component]
        view = self.view([(i,) for i in chosen], item, stride or struct.calcsize(item), offset)
        if stride:
            self.views[view]["byteStride"] = stride
        self.accessors.append({"componentType": component, "count": len(chosen), "type": "SCALAR",
                               "bufferView": view, "byteOffset": offset})
        self.add_mesh(positions, indices=len(self.accessors) - 1)
        return {tuple(map(float, points[i])) for i in chosen}

    def sparse(self, accessor, values, item, offset, index_type, with_view):
        """Moves values from the base to the sparse part; without a view, all nonzero values."""
        count = len(values)
        chosen = sorted(self.rng.sample(range(count), self.rng.randint(1, count)))
        if not with_view:
            chosen = [i for i in range(count) if any(values[i])] or [0]
        base = [(0, 0, 0) if i in chosen else value for i, value in enumerate(values)]
        indices = self.view([(i,) for i in chosen], INDEX_TYPES[index_type],
                            struct.calcsize(INDEX_TYPES[index_type]), offset)
        what = self.view([values[i] for i in chosen], item, struct.calcsize("<" + item), 0)
        accessor["sparse"] = {
            "count": len(chosen),
            "indices": {"bufferView": indices, "componentType": index_type, "byteOffset": offset},
            "values": {"bufferView": what},
        }
        return base

    def glb(self):
        text = json.dumps({
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": list(range(len(self.meshes)))}],
            "nodes": [{"mesh": i, "name": f"n{i}"} for i in range(len(self.meshes))],
            "meshes": self.meshes,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.buffer)}],
        }).encode()
        text += b" " * (-len(text) % 4)
        binary = bytes(self.buffer) + bytes(-len(self.buffer) % 4)
        body = struct.pack("<I4s", len(text), b"JSON") + text
        body += struct.pack("<I4s", len(binary), b"BIN\0") + binary
        return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


class Decoder:
    """Reads the accessors from the bytes, by the text of the standard."""

    def __init__(self, glb):
        length = struct.unpack_from("<I", glb, 12)[0]
        self.file = json.loads(glb[20:20 + length])
        self.buffer = glb[28 + length:]

    def items(self, view, offset, item, count):
        view = self.file["bufferViews"][view]
        stride = view.get("byteStride", struct.calcsize("<" + item))
        begin = view["byteOffset"] + offset
        return [struct.unpack_from("<" + item, self.buffer, begin + i * stride)
                for i in range(count)]

    def points(self, accessor):
        component, item = accessor["componentType"], 3 * TYPES[accessor["componentType"]]
        points = [(0, 0, 0)] * accessor["count"]
        if "bufferView" in accessor:
            points = self.items(accessor["bufferView"], accessor.get("byteOffset", 0), item,
                                accessor["count"])
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            indices = sparse["indices"]
            at = self.items(indices["bufferView"], indices.get("byteOffset", 0),
                            INDEX_TYPES[indices["componentType"]], sparse["count"])
            what = self.items(sparse["values"]["bufferView"], 0, item, sparse["count"])
            for (i,), value in zip(at, what):
                points[i] = value
        if accessor.get("normalized"):
            most = GREATEST[component]
            points = [tuple(max(x / most, -1.0) for x in point) for point in points]
        return {tuple(float(x) for x in point) for point in points}


def converted(glb):
    """name -> points of each body."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.glb"
        path.write_bytes(glb)
        done = run("convert", path, "-")
    assert done.returncode == 0, done.stderr
    bodies = {}
    for body in ElementTree.fromstring(done.stdout):
        corners = {tuple(float(x.text) for x in point) for point in body.iter("Point3D")}
        bodies[body.find("Name").text] = corners
    return bodies


class GltfAccessors(unittest.TestCase):
    def test_every_kind_against_a_decoder(self):
        rng = random.Random(20)
        writer = Writer(rng)
        cases = []
        for component, normalised, extra, offset, sparse, count in itertools.product(
                TYPES, (False, True), (None, 0, 4, 16), (0, 4, 8), (None, *INDEX_TYPES), COUNTS):
            if normalised and component == 5126:
                continue
            size = struct.calcsize("<3" + TYPES[component])
            stride = None if extra is None else -(-size // 4) * 4 + extra
            cases.append((component, normalised, stride, offset, sparse, count, True))
        for component, sparse, count in itertools.product(TYPES, INDEX_TYPES, COUNTS):
            cases.append((component, False, None, 0, sparse, count, False))
        for case in cases:
            writer.add(*case)
        glb = writer.glb()
        decoder = Decoder(glb)
        bodies = converted(glb)
        self.assertEqual(len(bodies), len(cases))
        for i, (case, accessor) in enumerate(zip(cases, decoder.file["accessors"])):
            self.assertEqual(bodies[f"n{i}"], decoder.points(accessor), case)
        self.assertGreater(len(cases), 1700)

    def test_indices_against_a_decoder(self):
        rng = random.Random(21)
        writer = Writer(rng)
        expected = [
            writer.add_indexed(component, stride, offset, rng.choices(range(9), k=count))
            for component, stride, offset, count in itertools.product(
                INDEX_TYPES, (None, 4, 12), (0, 4, 8), (1, 3, 6))
        ]
        bodies = converted(writer.glb())
        for i, points in enumerate(expected):
            self.assertEqual(bodies[f"n{i}"], points, i)

    def test_sparse_indices_are_not_passed_over(self):
        writer = Writer(random.Random(22))
        writer.add_indexed(5123, None, 0, [0, 1, 2])
        part = {"componentType": 5123, "bufferView": len(writer.views) - 1}
        writer.accessors[0]["sparse"] = {"count": 1, "indices": part, "values": part}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.glb"
            path.write_bytes(writer.glb())
            done = run("convert", path, "-")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"accessors[0]", done.stderr)
        self.assertIn(b"sparse", done.stderr)


if __name__ == "__main__":
    unittest.main()
