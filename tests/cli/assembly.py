# SPDX-License-Identifier: Apache-2.0
"""An assembly of any size as GLB: frames of four bodies, of which the pipe cuts the beam and the bolt the bracket.

    tests/cli/assembly.py FRAMES FILE.glb
"""

import json
import math
import random
import struct
import sys


def prism(outline, low, high):
    """A closed mesh over a counter-clockwise outline in x and y; its ends are cut from the first corner."""
    n = len(outline)
    points = [(x, y, z) for z in (low, high) for x, y in outline]
    triangles = []
    for k in range(n):
        j = (k + 1) % n
        triangles += [(k, j, n + j), (k, n + j, n + k)]
    for k in range(1, n - 1):
        triangles += [(0, k + 1, k), (n, n + k, n + k + 1)]
    return points, triangles


def round_outline(radius, sides=24):
    return [(radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides)) for k in range(sides)]


# The L's corner at its inner bend comes first, so that the fans of its ends lie in it.
MESHES = {
    "beam": prism([(-1, -0.125), (1, -0.125), (1, 0.125), (-1, 0.125)], -0.25, 0),
    "pipe": prism(round_outline(0.0625), -1, 1),
    "bracket": prism([(0.0625, 0.0625), (0.0625, 0.5), (0, 0.5), (0, 0), (0.5, 0), (0.5, 0.0625)], 0, 0.25),
    "bolt": prism(round_outline(0.03125, 12), -0.125, 0.125),
}


def assembly(frames, seed=1, name=lambda k, part: "frame %d/%s" % (k, part)):
    """The bytes of a GLB: 4 bodies a frame, 2 overlaps, and 1 touch."""
    generator = random.Random(seed)
    binary, accessors, views, meshes, nodes = b"", [], [], [], []
    for points, triangles in MESHES.values():
        for values, kind, count, code in (
                ([x for p in points for x in p], "VEC3", len(points), 5126), ([i for t in triangles for i in t], "SCALAR", 3 * len(triangles), 5123)):
            packed = struct.pack("<%d%s" % (len(values), "f" if code == 5126 else "H"), *values)
            packed += b"\0" * (-len(packed) % 4)
            accessor = {"bufferView": len(views), "componentType": code, "count": count, "type": kind}
            if code == 5126:
                accessor.update(min=[min(p[l] for p in points) for l in range(3)], max=[max(p[l] for p in points) for l in range(3)])
            views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(packed)})
            accessors.append(accessor)
            binary += packed
        meshes.append({"primitives": [{"attributes": {"POSITION": len(accessors) - 2}, "indices": len(accessors) - 1}]})
    side = max(1, math.ceil(math.sqrt(frames)))
    for k in range(frames):
        x, y = 4.0 * (k % side), 4.0 * (k // side)
        offset = generator.randrange(-200, 200) / 256
        places = {"beam": (x, y, 0), "pipe": (x + offset, y, 0.25), "bracket": (x + 0.25, y - 0.125, 0),
                  "bolt": (x + 0.28125 + generator.randrange(0, 16) / 1024, y + 0.125, 0.125)}
        for mesh, (part, place) in enumerate(places.items()):
            nodes.append({"name": name(k, part), "mesh": mesh, "translation": place})
    text = json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": nodes, "meshes": meshes,
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(binary)}]}).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


if __name__ == "__main__":
    with open(sys.argv[2], "wb") as file:
        file.write(assembly(int(sys.argv[1])))
