# SPDX-License-Identifier: Apache-2.0
"""The bodies of a report's files, for the second checker: OBJ files of objects with faces, and glTF (.glb) files of triangles.

They are read by nothing of the program, and everything is exact. What is not read here ends with BadInput: poses that
would be rounded, other units than one, shells that may meet.
"""

import hashlib
import json
import os
import re
import struct
from fractions import Fraction

from body_proofs import MOST_COMPARED, Part, is_convex
from certificate_proofs import Refuted, dot
from check_certificates import BadInput, composed, object_of, rotation

IDENTITY = [[Fraction(i == k) for k in range(3)] for i in range(3)], [Fraction(0)] * 3
FORMS = ("hull", "solid", "surface")
# The report does not say what the meshes of a union were taken as: those of more triangles are not read.
MOST_OF_UNION = 600
UNITS = ("mesh", "node", "file", "shell")


class Mesh:
    """The points that faces use, in the order of the file, and triangles of them. Without faces all points."""

    def __init__(self, points, triangles):
        used = sorted({i for t in triangles for i in t}) if triangles else range(len(points))
        place = {i: k for k, i in enumerate(used)}
        self.points = [points[i] for i in used]
        self.triangles = [[place[i] for i in t] for t in triangles]
        self.natural = None

    def form(self):
        """What the mesh is taken as where nothing is asked for."""
        if self.natural is None:
            solid = self.part()
            solid.kind = "solid"
            self.natural = "surface" if solid.why_no_solid() else "hull" if is_convex(solid) else "solid"
        return self.natural

    def part(self, pose=IDENTITY):
        return Part(self.points, self.triangles, *pose)

    def shells(self):
        """Lists of triangles, in the order of their first."""
        whole = self.part()
        if any(whole.flat(t) for t in range(len(self.triangles))):
            raise BadInput("shells with triangles without an area are not read here")
        closed, left = [], []
        for group in grouped(whole.components(by_place=False)):
            (left.append if self.subset(group).part().why_not_closed() else closed.append)(group)
        left = sorted(t for group in left for t in group)
        rest = Part(self.points, [self.triangles[t] for t in left], *IDENTITY)
        groups = closed + [[left[i] for i in group] for group in grouped(rest.components())]
        holder = {}
        for i, group in enumerate(groups):
            holders = [j for j, other in enumerate(groups) if i != j and self.lies_in(group, other)]
            # The innermost lies in all others.
            inner = [j for j in holders if all(j == k or self.lies_in(groups[j], groups[k]) for k in holders)]
            if holders and not inner:
                raise BadInput("shells that hold one another cannot be told apart here")
            if inner and self.volume(group) * self.volume(groups[inner[0]]) < 0:
                holder[i] = inner[0]
        joined = {i: [] for i in range(len(groups))}
        for i, group in enumerate(groups):
            at, hollow = i, False
            while at in holder:
                at, hollow = holder[at], not hollow
            joined[holder[i] if hollow else i].append(group)
        return sorted((sorted(sum(parts, [])) for parts in joined.values() if parts), key=min)

    def subset(self, triangles):
        """The mesh of some triangles; its points are in the order in which these use them."""
        part = Mesh([], [])
        number = {}
        for t in triangles:
            part.triangles.append([number.setdefault(i, len(number)) for i in self.triangles[t]])
        part.points = [self.points[i] for i in number]
        return part

    def volume(self, group):
        """Six times the volume that triangles go round, in fractions."""
        total = Fraction(0)
        for t in group:
            p, q, r = ([Fraction(x) for x in self.points[i]] for i in self.triangles[t])
            total += dot(p, (q[1] * r[2] - q[2] * r[1], q[2] * r[0] - q[0] * r[2], q[0] * r[1] - q[1] * r[0]))
        return total

    def box(self, group):
        points = [self.points[i] for t in group for i in self.triangles[t]]
        return [(min(x), max(x)) for x in zip(*points)]

    def lies_in(self, inner, outer):
        """Does a group of triangles lie clear inside a closed one? Boxes have to tell that they do not meet."""
        boxes = self.box(inner), self.box(outer)
        if not all(o[0] <= i[0] and i[1] <= o[1] for i, o in zip(*boxes)):
            return False
        solids = [self.subset(group).part() for group in (inner, outer)]
        if any(solid.why_not_closed() for solid in solids):
            return False
        for solid in solids:
            solid.kind = "solid"
            if len(solid.triangles) > MOST_COMPARED or solid.why_no_solid():
                raise BadInput("shells in each other's boxes are not read here, but small and simple ones")
        walls = [self.box([t]) for t in outer]
        for t in inner:
            if any(all(p[0] <= q[1] and q[0] <= p[1] for p, q in zip(self.box([t]), wall)) for wall in walls):
                raise BadInput("shells that may meet are not read here")
        return solids[1].inside(solids[0].world(solids[0].points[0]))


def grouped(keys):
    """Lists of the places that have one key, in the order of their first."""
    groups = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    return list(groups.values())


class Instance:
    """A mesh at a pose, its name, and the top-level node above it, if the format has nodes."""

    def __init__(self, name, mesh, pose=IDENTITY, root=None, root_name=""):
        self.name, self.mesh, self.pose = name, mesh, pose
        self.root, self.root_name = root, root_name

    def split(self):
        groups = self.mesh.shells() if self.mesh.triangles else []
        if len(groups) < 2:
            return [self]
        return [Instance("%s/shell %d" % (self.name, number), self.mesh.subset(group), self.pose, self.root, self.root_name)
                for number, group in enumerate(groups, 1)]


class Body:
    """One body of the scene: the instances that make it."""

    def __init__(self, file, name, instances):
        self.file, self.name, self.instances = file, name, instances
        self.parts = []

    def take(self, form, words):
        """Takes each mesh as what it is. `form` is what the report says."""
        if len(self.instances) > 1:
            require(form == "parts", "several meshes are a union")
            self.parts = [self.taken(instance, None, words) for instance in self.instances]
        else:
            require(form in FORMS, "a form that no mesh has")
            self.parts = [self.taken(self.instances[0], form, words)]

    def taken(self, instance, form, words):
        """A mesh as a part; `form` is none where the report does not say what it was taken as."""
        mesh, wanted = instance.mesh, form_of(self.file, instance.name, words)
        part = Part(mesh.points, mesh.triangles or None, *instance.pose)
        if not mesh.triangles:
            known = "hull"
        elif wanted in ("hull", "surface"):
            known = wanted
        elif len(mesh.triangles) <= (MOST_COMPARED if form else MOST_OF_UNION):
            known = mesh.form()
        elif form is None:
            raise BadInput("unions of meshes of more than %d triangles are not read here" % MOST_OF_UNION)
        else:
            known = None
        require(known is None or form in (None, known), "taken as another form")
        require(known is not None or wanted != "solid" or form != "surface", "taken as another form than was asked for")
        part.kind = form or known
        if part.kind == "hull":
            part.triangles = None
        return part

    @property
    def is_hull(self):
        return len(self.parts) == 1 and self.parts[0].kind == "hull"

    def extent(self, axis):
        """The least and the greatest coordinate of its points, exactly."""
        places = [part.world(p)[axis] for part in self.parts for p in part.points]
        return min(places), max(places)


def require(holds, message):
    if not holds:
        raise Refuted(message)


def matches(glob, text):
    return re.fullmatch(re.escape(glob).replace(r"\*", ".*").replace(r"\?", "."), text, re.DOTALL)


def form_of(file, name, words):
    """What --as asks for a mesh: the last word that matches."""
    form = "auto"
    for word in words:
        kind, _, glob = word.partition(":")
        if ":" not in word or any(matches(glob, text) for text in (name, file, "%s:%s" % (file, name))):
            form = kind
    return form


class Rules:
    """Which pairs --ignore and --between leave out."""

    def __init__(self, options):
        self.ignored, self.wanted = ([self.pair_of(word) for word in options[key]] for key in ("ignore", "between"))

    @staticmethod
    def pair_of(word):
        both = word.split("::", 1) if "::" in word else word.split(":")
        require(len(both) == 2, "a rule is two patterns")
        return both

    @staticmethod
    def any_matches(rules, a, b):
        return any((matches(p, a) and matches(q, b)) or (matches(p, b) and matches(q, a)) for p, q in rules)

    def skip(self, a, b):
        return self.any_matches(self.ignored, a, b) or (bool(self.wanted) and not self.any_matches(self.wanted, a, b))


# ---- files -----------------------------------------------------------------------------------


def read_obj(content, stem):
    """The objects of a file that have faces."""
    vertices, objects = [], []
    for line in content.decode("utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "v":
            vertices.append([float(word) for word in words[1:4]])
        elif words[0] == "o":
            objects.append((words[1], []))
        elif words[0] == "f":
            indices = [int(word.split("/")[0]) for word in words[1:]]
            objects[-1][1].append([i - 1 if i > 0 else len(vertices) + i for i in indices])
        else:
            raise BadInput("%s is not read here" % words[0])
    if any(not faces for _, faces in objects):
        raise BadInput("objects without faces are not read here")
    fans = ((name, [[f[0], f[k], f[k + 1]] for f in faces for k in range(1, len(f) - 1)]) for name, faces in objects)
    return [Instance(name, Mesh(vertices, triangles)) for name, triangles in fans]


INDEX_TYPES = {5121: "B", 5123: "H", 5125: "I"}


class Gltf:
    """A .glb file: nodes of meshes of triangles, of floats."""

    def __init__(self, content, stem):
        magic, version, length = struct.unpack_from("<4sII", content)
        size, kind = struct.unpack_from("<I4s", content, 12)
        if magic != b"glTF" or version != 2 or length != len(content) or kind != b"JSON":
            raise BadInput("no GLB of version 2")
        self.json = json.loads(content[20 : 20 + size].decode("utf-8"), object_pairs_hook=object_of)
        self.binary, self.stem = content[28 + size :], stem
        if self.json.get("extensionsRequired"):
            raise BadInput("required extensions are not read here")
        self.meshes, self.found = {}, []
        scene = self.json["scenes"][self.json.get("scene", 0)]
        for root in scene["nodes"]:
            self.visit(root, root, IDENTITY)

    def node(self, index):
        return self.json["nodes"][index]

    def visit(self, index, root, outer):
        node = self.node(index)
        pose = exact_product(outer, pose_of_node(node))
        if "mesh" in node:
            name, mesh = self.mesh(node["mesh"])
            self.found.append(Instance(node.get("name") or name, mesh, pose, root, self.node(root).get("name", "")))
        for child in node.get("children", []):
            self.visit(child, root, pose)

    def mesh(self, index):
        if index not in self.meshes:
            node = self.json["meshes"][index]
            if len(node["primitives"]) != 1 or node["primitives"][0].get("mode", 4) != 4:
                raise BadInput("a mesh of one list of triangles is read here")
            (primitive,) = node["primitives"]
            points = self.numbers(primitive["attributes"]["POSITION"], "VEC3")
            corners = self.numbers(primitive["indices"], "SCALAR")
            triangles = [list(corners[i : i + 3]) for i in range(0, len(corners) - 2, 3)]
            self.meshes[index] = node.get("name") or self.stem, Mesh([list(p) for p in points], triangles)
        return self.meshes[index]

    def numbers(self, index, kind):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        letter = "f" if kind == "VEC3" else INDEX_TYPES.get(accessor["componentType"])
        floats = kind == "SCALAR" or accessor["componentType"] == 5126
        if accessor["type"] != kind or letter is None or not floats or "byteStride" in view or "sparse" in accessor:
            raise BadInput("an accessor that is not read here")
        begin = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        width = 3 if kind == "VEC3" else 1
        read = struct.unpack_from("<%d%s" % (width * accessor["count"], letter), self.binary, begin)
        return [read[i : i + 3] for i in range(0, len(read), 3)] if kind == "VEC3" else read


def pose_of_node(node):
    if "scale" in node or ("matrix" in node and {"translation", "rotation"} & set(node)):
        raise BadInput("scales are not read here")
    if "matrix" in node:
        m = [Fraction(float(x)) for x in node["matrix"]]
        if m[3::4] != [0, 0, 0, 1]:
            raise BadInput("a matrix projects")
        return [[m[i], m[4 + i], m[8 + i]] for i in range(3)], m[12:15]
    rows = IDENTITY[0]
    if "rotation" in node:
        x, y, z, w = (float(v) for v in node["rotation"])
        turned, below = rotation([w, x, y, z])
        rows = [[Fraction(v, below) for v in row] for row in turned]
    return rows, [Fraction(float(x)) for x in node.get("translation", [0, 0, 0])]


def is_double(x):
    return Fraction(float(x)) == x


def exact_product(outer, inner):
    """One of two poses, or their product, which doubles hold."""
    if outer == IDENTITY or inner == IDENTITY:
        return inner if outer == IDENTITY else outer
    pose = composed(outer, inner)
    if not all(is_double(x) for part in (outer, inner, pose) for row in [*part[0], part[1]] for x in row):
        raise BadInput("poses that are rounded are not read here")
    return pose


def bodies_of(instances, unit, file, stem):
    """Instances as bodies, in their order."""
    if unit == "shell":
        instances = [part for instance in instances for part in instance.split()]
    bodies, begin = [], 0
    while begin < len(instances):
        first, end = instances[begin], begin + 1
        while end < len(instances) and (
            unit == "file" or (unit == "node" and first.root is not None and instances[end].root == first.root)
        ):
            end += 1
        name = stem if unit == "file" else (unit == "node" and first.root_name) or first.name
        bodies.append(Body(file, name, instances[begin:end]))
        begin = end
    return bodies


def unique_names(bodies):
    """The names that the scene gives: a second one of a name gets a number."""
    seen, last = set(), {}
    for body in bodies:
        wanted = body.shown
        while body.shown in seen:
            last[wanted] = last.get(wanted, 1) + 1
            body.shown = "%s#%d" % (wanted, last[wanted])
        seen.add(body.shown)


def read(paths, unit):
    """The hashes and the bodies of the files. With several files a body has the file's name too."""
    if unit not in UNITS:
        raise Refuted("no such unit of bodies")
    hashes, bodies = [], []
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        hashes.append([hashlib.sha256(content).hexdigest()])
        name = os.path.basename(path)
        stem, ending = os.path.splitext(name)
        instances = Gltf(content, stem).found if ending == ".glb" else read_obj(content, stem)
        own = bodies_of(instances, unit, name, stem)
        for body in own:
            body.shown = body.name
        unique_names(own)
        for body in own:
            if len(paths) > 1:
                body.shown = name if len(own) == 1 else "%s:%s" % (name, body.shown)
        bodies += own
    unique_names(bodies)
    return hashes, bodies
