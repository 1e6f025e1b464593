#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decimals through every reader: the resulting double is Python's, bit for bit."""
import base64
import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

from literals import Literals
from sunder import PROGRAM, run

COUNT = 10_000_000 if os.environ.get("SUNDER_LONG") else 20_000
ROW = 4  # coordinates of one point
BLOCK = 100_000
FILES = 60


def same(read, right):
    return struct.pack("<d", read) == struct.pack("<d", right)


def point_question(literals, doubles):
    return '{"a": {"vertices": [[%s]]}, "b": {"vertices": [[%s]]}, "ask": ["distance"]}' % (
        ", ".join(literals),
        ", ".join(map(repr, doubles)),
    )


@unittest.skipUnless(os.environ.get("SUNDER"), "the program is not part of this build")
class Numbers(unittest.TestCase):
    def test_pipe(self):
        """A point with many digits touches the same point with few, is printed exactly, and verifies."""
        done = 0
        for seed in range(COUNT // BLOCK + 1):
            literals = Literals(seed)
            count = min(BLOCK, COUNT - done)
            rows = []
            for _ in range(count // ROW):
                drawn = [literals.next() for _ in range(ROW)]
                rows.append(drawn)
            self.ask(rows)
            done += count
        self.assertEqual(done, COUNT)

    def ask(self, rows):
        with tempfile.TemporaryDirectory() as folder:
            questions = pathlib.Path(folder) / "questions.jsonl"
            answers = pathlib.Path(folder) / "answers.jsonl"
            with open(questions, "w", encoding="ascii") as out:
                for row in rows:
                    out.write(point_question(*zip(*row)) + "\n")
            with open(questions, "rb") as given, open(answers, "wb") as out:
                subprocess.run([PROGRAM, "query"], stdin=given, stdout=out, check=True)
            with open(answers, encoding="ascii") as lines:
                answered = [json.loads(line) for line in lines]
            self.assertEqual(len(answered), len(rows))
            for row, answer in zip(rows, answered):
                for (text, right), read in zip(row, answer["point_a"]):
                    # The point is rounded, and may lose the sign of a zero.
                    self.assertEqual(read, right, text)
                self.assertEqual(answer["verdict"], "touching")
            done = subprocess.run([PROGRAM, "verify", questions, answers], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-2000:])

    def test_files(self):
        """Each text format, one point a file; the corners that `convert` writes give the rest."""
        literals = Literals(7)
        points = [[literals.next() for _ in range(3)] for _ in range(FILES)]
        for suffix, write in FORMATS.items():
            with tempfile.TemporaryDirectory() as folder:
                paths = [pathlib.Path(folder) / ("p%d%s" % (i, suffix)) for i in range(FILES)]
                for path, point in zip(paths, points):
                    path.write_text(write(*(text for text, _ in point)))
                done = run("convert", *paths, "-")
                self.assertEqual(done.returncode, 0, done.stderr)
            corners = [line for line in done.stdout.decode().splitlines() if "<Point3D>" in line]
            self.assertEqual(len(corners), FILES, suffix)
            for line, point in zip(corners, points):
                for axis, (text, right) in zip("XYZ", point):
                    read = float(line.split("<%s>" % axis)[1].split("</%s>" % axis)[0])
                    self.assertTrue(read == right, "%s: %s became %r" % (suffix, text, read))

    def test_files_take_what_people_write(self):
        for suffix in (".obj", ".off", ".ply", ".dae", ".xml"):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / ("p" + suffix)
                path.write_text(FORMATS[suffix]("+1.5", "007.", "-.5e1"))
                done = run("convert", path, "-")
                self.assertIn(b"<X>1.5</X><Y>7</Y><Z>-5</Z>", done.stdout, suffix)
                path.write_text(FORMATS[suffix]("1e-999", "-1e-9999999999999999999", "0"))
                self.assertEqual(run("convert", path, "-").returncode, 0, suffix)
                for wrong in ("1e999", "0x1", "1,5", "--1", "1e", ".", "1_0"):
                    path.write_text(FORMATS[suffix](wrong, "0", "0"))
                    done = run("convert", path, "-")
                    self.assertEqual(done.returncode, 2, (suffix, wrong))
                    self.assertIn(path.name.encode(), done.stderr)

    def test_gltf_takes_what_json_allows(self):
        for wrong in ("+1", "01", ".5", "5.", "1-1", "--1", "1.5.5", "1e5e5", "1e", "NaN", "1e999", '"1"', "-"):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "p.gltf"
                path.write_text(gltf(wrong, "0", "0"))
                done = run("convert", path, "-")
                self.assertEqual(done.returncode, 2, wrong)
                # Numbers that are not used must be JSON too.
                path.write_text(gltf("0", "0", "0", extras=wrong))
                sound = wrong in ("1e999", '"1"')
                self.assertEqual(run("convert", path, "-").returncode, 0 if sound else 2, wrong)

    def test_gltf_indices_are_digits(self):
        for text, sound in (("0", True), ("-0", True), ("0.0", False), ("0e0", False), ("1", False),
                            ("18446744073709551616", False), ("1e-5", False), ("-1", False)):
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "p.gltf"
                path.write_text(gltf("0", "0", "0", mesh=text))
                self.assertEqual(run("convert", path, "-").returncode, 0 if sound else 2, text)

    def test_gltf_strings_are_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.gltf"
            name = 'a "1.5" \\ 2 -3e4 [5, 6]'
            path.write_text(gltf("1", "2", "3", name=json.dumps(name)))
            done = run("convert", path, "-")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(b'<Name>a "1.5" \\ 2 -3e4 [5, 6]</Name>', done.stdout)

    def test_collada_unit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.dae"
            path.write_text(FORMATS[".dae"]("0", "0", "0").replace("<asset>", '<asset><unit meter=" 0.0254000000000000000000000 "/>'))
            report = json.loads(run("check", path, path, "--json").stdout)
            self.assertIn("0.0254", json.dumps(report))

    def test_command_line(self):
        """Lengths, widths and offsets."""
        with tempfile.TemporaryDirectory() as folder:
            a, b = pathlib.Path(folder) / "a.obj", pathlib.Path(folder) / "b.obj"
            a.write_text("v 0 0 0\n")
            b.write_text("v 0.3 0 0\n")
            near, far = "0.30000000000000000000", "0.29999999999999998889"
            for clearance, status in ((near, 1), (far, 1), ("0.29999999999999990", 0), ("300.00000000000000000000mm", 1),
                                      ("3e-1m", 1), (".3", 1), ("+.3", 1), ("0.299", 0)):
                done = run("check", a, b, "--clearance", clearance)
                self.assertEqual(done.returncode, status, (clearance, done.stdout))
            for wrong in ("", "nan", "inf", "1e999", "5e", "mm", "1 2", "-1", "5 mmm", "0x1"):
                if wrong:
                    self.assertEqual(run("check", a, b, "--clearance", wrong).returncode, 2, wrong)
            for wrong in ("abc", "nan", "inf", "1e999", "1x", ""):
                self.assertEqual(run("check", a, b, "--width=" + wrong).returncode, 2, wrong)
            self.assertEqual(run("check", a, b, "--width", "0.00000000010000000000000000000000").returncode, 0)
            for text in ("-0.30000000000000000000,0,0", "-.3,+0,0."):
                done = run("explain", a, b, "--json", "--translate-b", text)
                self.assertEqual(done.returncode, 1, (text, done.stderr))
            for wrong in ("1,2", "1,2,3,4", "1,,3", "1,2,", "1,2,x", "1,2,1e999", "1 ,2,3"):
                self.assertEqual(run("explain", a, b, "--json", "--translate-b", wrong).returncode, 2, wrong)

    def test_integers_of_the_pipe(self):
        meets = '{"a": {"vertices": [[0, 0, 0]]}, "b": {"vertices": [[0, 0, 0]]}, "ask": ["contact"], "max_points": %s}'
        for text, error in (("1", None), ("2147483647", None), ("2147483648", "too_large"), ("-0", "not_served"),
                            ("-2147483649", "too_large"), ("9223372036854775808", "too_large"), ("1e3", "wrong_type"),
                            ("1.0", "wrong_type"), ("01", "syntax"), ("1e999", "not_finite"), ("9" * 400, "not_finite")):
            answer = json.loads(run("query", text=meets % text).stdout)
            self.assertEqual(answer.get("error"), error, text)


def stl(x, y, z):
    vertex = "vertex %s %s %s\n" % (x, y, z)
    return "solid p\nfacet normal 0 0 1\nouter loop\n" + 3 * vertex + "endloop\nendfacet\nendsolid p\n"


def collada(x, y, z):
    return """<COLLADA><asset></asset><library_geometries><geometry id="g"><mesh><source id="s"><float_array id="f" count="3">
%s %s %s</float_array><technique_common><accessor source="#f" count="1" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>""" % (x, y, z)


def gltf(x, y, z, mesh="0", extras="0", name='"p"'):
    """A point at the origin, moved by its node."""
    data = base64.b64encode(bytes(12)).decode()
    return """{"asset": {"version": "2.0"}, "extras": %s, "nodes": [{"mesh": %s, "name": %s, "translation": [%s, %s, %s]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteLength": 12}],
"buffers": [{"byteLength": 12, "uri": "data:application/octet-stream;base64,%s"}]}""" % (extras, mesh, name, x, y, z, data)


FORMATS = {
    ".obj": "v {} {} {}\n".format,
    ".off": "OFF\n1 0 0\n{} {} {}\n".format,
    ".ply": ("ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\nproperty double z\n"
             "end_header\n{} {} {}\n").format,
    ".stl": stl,
    ".dae": collada,
    ".xml": ("<ArrayOfConvexPolyhedron><ConvexPolyhedron><Name>p</Name><Corners>"
             "<Point3D><X>{}</X><Y>{}</Y><Z>{}</Z></Point3D></Corners></ConvexPolyhedron></ArrayOfConvexPolyhedron>").format,
    ".gltf": gltf,
}


if __name__ == "__main__":
    unittest.main()
