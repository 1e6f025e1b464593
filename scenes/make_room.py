#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes scenes/room.glb: a round table and five chairs, the furniture of the edge-projection paper.

The paper's experiment 1 has a table of 5 convex parts with 308 points and a chair of 10 convex parts
with 68 points. Here too: 84 points of a 42-sided top and 4 x 56 of 28-sided legs; 4 hexahedra and 6
triangular prisms a chair. Chair 1 is pushed into the table, chair 2 touches it, exactly; the other
three stand clear.

Exactly means: every coordinate is a multiple of 2^-16 m of less than 4 m, and nodes are placed by
quarter turns and translations of that kind, so float32 holds every value and every sum of the node
transforms without rounding. glTF's rotation quaternions would not do (the half of a square root in a
quarter turn is rounded), hence matrices.

Between the parts of one piece of furniture there is a gap of 2^-10 m, about a millimetre. Without it
each glued joint would be reported as a contact, and hide the two pairs that matter. The room has no
floor for the same reason: every leg would touch it.

    scenes/make_room.py [OUTPUT]
"""

import json
import math
import pathlib
import struct
import sys

GAP = 2.0**-10

TABLE_RADIUS = 0.6875
TABLE_SIDES = 42
TABLE_UNDERSIDE = 0.703125
TABLE_HEIGHT = 0.75
LEG_SIDES = 28
LEG_PLACE = 0.3125
LEG_RADIUS_TOP = 0.04296875
LEG_RADIUS_FOOT = 0.02734375

SEAT_BOTTOM = 0.40625
SEAT_TOP = 0.4375
RAIL_FRONT = -0.1484375
RAIL_BACK = RAIL_FRONT - 0.03125
PUSHED_IN_BY = 0.0625


def dyadic(value):
    """The nearest multiple of 2^-16: the same on every machine, whatever its sine says last."""
    return round(value * 65536) / 65536


def circle(sides, radius, height):
    """A regular polygon about the y axis; its first vertex lies on +x, an edge (of 42) faces +z."""
    turn = 2 * math.pi / sides
    return [(dyadic(radius * math.cos(i * turn)), height, dyadic(radius * math.sin(i * turn)))
            for i in range(sides)]


def rectangle(half_back, half_front, back, front, height):
    return [(-half_back, height, back), (half_back, height, back),
            (half_front, height, front), (-half_front, height, front)]


def corner(x, z, size, height):
    """A right triangle whose right angle points away from the chair's middle."""
    out_x, out_z = math.copysign(size, x), math.copysign(size, z)
    return [(x + out_x, height, z + out_z), (x - out_x, height, z + out_z),
            (x + out_x, height, z - out_z)]


def table_parts():
    parts = {"top": (circle(TABLE_SIDES, TABLE_RADIUS, TABLE_UNDERSIDE),
                     circle(TABLE_SIDES, TABLE_RADIUS, TABLE_HEIGHT))}
    for name, x, z in (("front left", -1, 1), ("front right", 1, 1),
                       ("back left", -1, -1), ("back right", 1, -1)):
        rings = (circle(LEG_SIDES, LEG_RADIUS_FOOT, 0),
                 circle(LEG_SIDES, LEG_RADIUS_TOP, TABLE_UNDERSIDE - GAP))
        parts[f"{name} leg"] = tuple(
            [(px + x * LEG_PLACE, py, pz + z * LEG_PLACE) for px, py, pz in ring] for ring in rings)
    return parts


def chair_parts():
    """A chair that faces +z. Each part is a pair of polygons with the same number of corners."""
    parts = {
        "seat": (rectangle(0.1875, 0.21875, -0.2265625, 0.21875, SEAT_BOTTOM),
                 rectangle(0.1875, 0.21875, -0.2265625, 0.21875, SEAT_TOP)),
        "cushion": (rectangle(0.171875, 0.203125, -0.140625, 0.203125, SEAT_TOP + GAP),
                    rectangle(0.15625, 0.1875, -0.125, 0.1875, 0.46875)),
        "back rail": (rectangle(0.203125, 0.203125, RAIL_BACK + GAP, RAIL_FRONT, 0.6875),
                      rectangle(0.1953125, 0.1953125, RAIL_BACK + GAP, RAIL_FRONT, 0.8125)),
        "back slat": (rectangle(0.1875, 0.1875, RAIL_BACK + GAP, RAIL_FRONT, 0.546875),
                      rectangle(0.1875, 0.1875, RAIL_BACK + GAP, RAIL_FRONT, 0.609375)),
    }
    for side, sign in (("left", 1), ("right", -1)):  # of who sits on it
        for end, top, foot in (("front", 0.1796875, 0.203125), ("back", -0.1796875, -0.21875)):
            x = sign * (0.171875 if end == "front" else 0.1484375)
            parts[f"{end} {side} leg"] = (corner(x + sign * 0.0234375, foot, 0.01171875, 0),
                                          corner(x, top, 0.0234375, SEAT_BOTTOM - GAP))
        x = sign * 0.15625
        parts[f"{side} post"] = (
            [(x - 0.0234375, SEAT_TOP + GAP, RAIL_BACK), (x + 0.0234375, SEAT_TOP + GAP, RAIL_BACK),
             (x, SEAT_TOP + GAP, RAIL_BACK - 0.0390625)],
            [(x - 0.015625, 0.84375, RAIL_BACK), (x + 0.015625, 0.84375, RAIL_BACK),
             (x, 0.84375, RAIL_BACK - 0.03125)])
    return parts


# Images of the x, y and z axis.
FACING_Z = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
FACING_X = ((0, 0, -1), (0, 1, 0), (1, 0, 0))
FACING_MINUS_Z = ((-1, 0, 0), (0, 1, 0), (0, 0, -1))
FACING_MINUS_X = ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
ON_ITS_SIDE = ((0, 1, 0), (-1, 0, 0), (0, 0, 1))


def furniture():
    """(name, parts, axes, place) of each piece."""
    facet = circle(TABLE_SIDES, TABLE_RADIUS, 0)[TABLE_SIDES // 4][2]
    chair = chair_parts()
    return [
        ("table", table_parts(), FACING_Z, (0, 0, 0)),
        ("chair 1", chair, FACING_MINUS_X, (TABLE_RADIUS - PUSHED_IN_BY + RAIL_FRONT, 0, 0)),
        ("chair 2", chair, FACING_MINUS_Z, (0, 0, facet + RAIL_FRONT)),
        ("chair 3", chair, FACING_X, (-0.8125, 0, 0.0625)),
        ("chair 4", chair, FACING_X, (-0.1875, 0, -1.0625)),
        ("chair 5", chair, ON_ITS_SIDE, (-0.5, 0.21875, 0.75)),
    ]


def is_convex(points, face, other):
    """Whether a point lies behind the plane of a face or in it, exactly."""
    a, b, c, d = ([round(value * 65536) for value in points[i]] for i in (*face, other))
    u, v, w = ([p[k] - a[k] for k in range(3)] for p in (b, c, d))
    return sum(u[k] * (v[k - 2] * w[k - 1] - v[k - 1] * w[k - 2]) for k in range(3)) <= 0


def triangles(points):
    """Two caps and the side of a prism-like part whose first half of points is one ring, seen from
    outside counter-clockwise. Rounding bends the four corners of a side a little out of their plane.
    The diagonal that keeps the part convex cuts it."""
    sides = len(points) // 2
    outward = 1 if volume_sign(points, cut(sides, range(sides))) > 0 else -1
    bent = []
    for i in range(sides):
        j = (i + 1) % sides
        bent += [i] if not is_convex(points, (i, sides + i, sides + j)[::outward], j) else []
    return [face[::outward] for face in cut(sides, set(range(sides)) - set(bent))]


def cut(sides, rising):
    """The faces; a side whose number is in `rising` is cut from its own first corner."""
    faces = [(0, i, i + 1) for i in range(1, sides - 1)]
    faces += [(sides, sides + i + 1, sides + i) for i in range(1, sides - 1)]
    for i in range(sides):
        j = (i + 1) % sides
        if i in rising:
            faces += [(i, sides + i, sides + j), (i, sides + j, j)]
        else:
            faces += [(i, sides + i, j), (j, sides + i, sides + j)]
    return faces


def volume_sign(points, faces):
    """Six times the signed volume: negative if the faces are seen from inside."""
    total = 0
    for i, j, k in faces:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points[i], points[j], points[k]
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total


class Glb:
    """A binary glTF file in the making: one buffer, its views, and the nodes over them."""

    NAME, GENERATOR = "room", "make_room.py"
    COLOURS = {"table": (0.45, 0.27, 0.15, 1), "chair": (0.80, 0.72, 0.60, 1)}

    def __init__(self):
        self.data = bytearray()
        self.views, self.accessors, self.meshes, self.nodes = [], [], [], []
        self.mesh_of = {}

    def add_view(self, data, target):
        self.data += b"\0" * (-len(self.data) % 4)
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data),
                           "target": target})
        self.data += data
        return len(self.views) - 1

    def mesh(self, name, material, rings):
        """The mesh of a part, about the middle of its box; made once and shared by all its nodes."""
        points = [*rings[0], *rings[1]]
        middle = [dyadic((min(p[k] for p in points) + max(p[k] for p in points)) / 2) for k in range(3)]
        key = (material, name)
        if key not in self.mesh_of:
            self.mesh_of[key] = len(self.meshes)
            local = [tuple(p[k] - middle[k] for k in range(3)) for p in points]
            self.add_mesh(name, material, local, triangles(local))
        return self.mesh_of[key], middle

    def add_mesh(self, name, material, points, faces):
        flat = [value for point in points for value in point]
        packed = struct.pack(f"<{len(flat)}f", *flat)
        assert list(struct.unpack(f"<{len(flat)}f", packed)) == flat, "float32 holds every coordinate"
        positions = self.add_view(packed, 34962)
        self.accessors.append({"bufferView": positions, "componentType": 5126, "count": len(points),
                               "type": "VEC3", "min": [min(p[k] for p in points) for k in range(3)],
                               "max": [max(p[k] for p in points) for k in range(3)]})
        corners = [index for face in faces for index in face]
        indices = self.add_view(struct.pack(f"<{len(corners)}H", *corners), 34963)
        self.accessors.append({"bufferView": indices, "componentType": 5123, "count": len(corners),
                               "type": "SCALAR"})
        count = len(self.accessors)
        self.meshes.append({"name": name, "primitives": [
            {"attributes": {"POSITION": count - 2}, "indices": count - 1,
             "material": list(self.COLOURS).index(material)}]})

    def add_furniture(self, name, parts, axes, place):
        children = []
        for part, rings in parts.items():
            mesh, middle = self.mesh(part, name.split()[0], rings)
            children.append(len(self.nodes))
            self.nodes.append({"name": f"{name}/{part}", "mesh": mesh, "translation": middle})
        matrix = [*axes[0], 0, *axes[1], 0, *axes[2], 0, *place, 1]
        self.nodes.append({"name": name, "matrix": matrix, "children": children})
        return len(self.nodes) - 1

    def bytes(self, roots):
        document = {
            "asset": {"version": "2.0", "generator": f"sunder scenes/{self.GENERATOR}"},
            "scene": 0,
            "scenes": [{"name": self.NAME, "nodes": roots}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": [{"name": name, "pbrMetallicRoughness":
                           {"baseColorFactor": colour, "metallicFactor": 0}}
                          for name, colour in self.COLOURS.items()],
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.data)}],
        }
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + b"\0" * (-len(self.data) % 4)
        length = 12 + 8 + len(text) + 8 + len(data)
        return (struct.pack("<4sII", b"glTF", 2, length) + struct.pack("<I4s", len(text), b"JSON") + text
                + struct.pack("<I4s", len(data), b"BIN\0") + data)


def room():
    glb = Glb()
    roots = [glb.add_furniture(*piece) for piece in furniture()]
    return glb.bytes(roots)


def main():
    default = pathlib.Path(__file__).with_name("room.glb")
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    path.write_bytes(room())


if __name__ == "__main__":
    main()
