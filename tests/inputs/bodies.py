# SPDX-License-Identifier: Apache-2.0
"""A body of the pipe as a file of each format that can represent it exactly, and as a definition."""
import base64
import json
import struct
from fractions import Fraction

POSES = ("transform", "quaternion", "translation")


def defined(question, number):
    """The lines that define both bodies, and the question about them."""
    lines, asked = [], dict(question)
    for key in "ab":
        name = "%d %s" % (number, key)
        lines.append({"define": name, "vertices": question[key]["vertices"]})
        pose = {k: v for k, v in question[key].items() if k in POSES}
        asked[key] = {"body": name, **pose}
    return lines + [asked]


class Body:
    """A body of space; one of the plane is placed in z = 0."""

    def __init__(self, body):
        flat = len(body["vertices"][0]) == 2
        self.vertices = [list(v) + [0.0] * flat for v in body["vertices"]]
        self.quaternion = body.get("quaternion")
        self.translation = body.get("translation")
        self.rows = body.get("transform")
        if self.rows and flat:
            (a, b, s), (c, d, t) = self.rows
            self.rows = [[a, b, 0, s], [c, d, 0, t], [0, 0, 1, 0]]

    def world(self):
        """Its points without a pose, or None if they are no doubles."""
        if self.quaternion:
            return None
        rows = self.rows or [[int(i == k) for k in range(3)] + [t] for i, t in enumerate(self.translation or [0] * 3)]
        points = []
        for vertex in self.vertices:
            exact = [sum(Fraction(r) * Fraction(x) for r, x in zip(row, vertex + [1])) for row in rows]
            try:
                point = [float(x) for x in exact]
            except OverflowError:
                return None
            if any(Fraction(x) != e for x, e in zip(point, exact)):
                return None
            points.append(point)
        return points


def are_floats(points):
    try:
        return all(struct.unpack("<f", struct.pack("<f", x))[0] == x for point in points for x in point)
    except OverflowError:
        return False


def lines_of(points, before=""):
    return "".join("%s%r %r %r\n" % (before, *map(float, p)) for p in points)


def triangles_of(points):
    padded = points + [points[-1]] * (-len(points) % 3)
    return [padded[i : i + 3] for i in range(0, len(padded), 3)]


def obj(points):
    return lines_of(points, "v ")


def off(points):
    return "OFF\n%d 0 0\n" % len(points) + lines_of(points)


def ply_header(kind, points):
    return "ply\nformat %s 1.0\nelement vertex %d\n%send_header\n" % (
        kind, len(points), "".join("property double %s\n" % axis for axis in "xyz"))


def ply_ascii(points):
    return ply_header("ascii", points) + lines_of(points)


def ply_binary(order, name):
    return lambda points: ply_header(name, points).encode() + b"".join(struct.pack(order + "3d", *p) for p in points)


def stl_ascii(points):
    text = "solid s\n"
    for triangle in triangles_of(points):
        text += "facet normal 0 0 0\nouter loop\n" + lines_of(triangle, "vertex ") + "endloop\nendfacet\n"
    return text + "endsolid s\n"


def stl_binary(points):
    if not are_floats(points):
        return None
    triangles = triangles_of(points)
    data = bytes(80) + struct.pack("<I", len(triangles))
    for triangle in triangles:
        data += struct.pack("<12fH", 0, 0, 0, *(x for p in triangle for x in p), 0)
    return data


def xml(points):
    corners = "".join("<Point3D><X>%r</X><Y>%r</Y><Z>%r</Z></Point3D>" % tuple(map(float, p)) for p in points)
    return ("<ArrayOfConvexPolyhedron><ConvexPolyhedron><Name>p</Name><Corners>%s</Corners></ConvexPolyhedron>"
            "</ArrayOfConvexPolyhedron>") % corners


def collada(body):
    if body.quaternion:
        return None
    pose = ""
    if body.rows:
        pose = "<matrix>%s 0 0 0 1</matrix>" % " ".join(repr(float(x)) for row in body.rows for x in row)
    elif body.translation:
        pose = "<translate>%r %r %r</translate>" % tuple(map(float, body.translation))
    count = len(body.vertices)
    return """<COLLADA><asset/><library_geometries><geometry id="g"><mesh><source id="s">
<float_array id="f" count="%d">%s</float_array><technique_common><accessor source="#f" count="%d" stride="3"/></technique_common>
</source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node>%s<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>""" % (3 * count, lines_of(body.vertices), count, pose)


def gltf_parts(body):
    """The document without its buffer's location, and the buffer; floats alone."""
    if not are_floats(body.vertices):
        return None
    data = b"".join(struct.pack("<3f", *v) for v in body.vertices)
    node = {"mesh": 0}
    if body.rows:
        node["matrix"] = [float(row[k]) for k in range(4) for row in body.rows + [[0, 0, 0, 1]]]
    if body.quaternion:
        w, x, y, z = body.quaternion
        node["rotation"] = [x, y, z, w]
    if body.translation:
        node["translation"] = body.translation
    document = {
        "asset": {"version": "2.0"},
        "nodes": [node],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(body.vertices), "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
        "buffers": [{"byteLength": len(data)}],
    }
    return document, data


def gltf(body):
    parts = gltf_parts(body)
    if parts is None:
        return None
    document, data = parts
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps(document)


def glb(body):
    parts = gltf_parts(body)
    if parts is None:
        return None
    text, data = json.dumps(parts[0]).encode(), parts[1]
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def of_world(write):
    def write_body(body):
        points = body.world()
        return None if points is None else write(points)
    return write_body


# Each format's name, its extension, and the writer of a Body; None if the format cannot represent it.
FORMATS = {
    "OBJ": (".obj", of_world(obj)),
    "OFF": (".off", of_world(off)),
    "PLY (ASCII)": (".ply", of_world(ply_ascii)),
    "PLY (little endian)": (".ply", of_world(ply_binary("<", "binary_little_endian"))),
    "PLY (big endian)": (".ply", of_world(ply_binary(">", "binary_big_endian"))),
    "STL (ASCII)": (".stl", of_world(stl_ascii)),
    "STL (binary)": (".stl", of_world(stl_binary)),
    "XML": (".xml", of_world(xml)),
    "COLLADA": (".dae", collada),
    "glTF": (".gltf", gltf),
    "GLB": (".glb", glb),
}
