# SPDX-License-Identifier: Apache-2.0
"""`sunder robot check` from the outside: configurations in every format, verdicts known by construction, refusals."""

import json
import pathlib
import struct
import tempfile
import unittest

from sunder import run

# Boxes of edge 1 on rails along x, and a finger that follows the second one.
URDF = """<robot name="rails">
  <link name="base"/>
  <link name="one"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="two"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="a" type="prismatic"><parent link="base"/><child link="one"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/></joint>
  <joint name="b" type="prismatic"><parent link="base"/><child link="two"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/></joint>
</robot>
"""
CAN = """<robot name="can">
  <link name="base"/>
  <link name="can"><collision><geometry><cylinder radius="1" length="2"/></geometry></collision></link>
  <joint name="a" type="prismatic"><parent link="base"/><child link="can"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/></joint>
</robot>
"""
SRDF = """<robot name="rails">
  <group name="all"><joint name="a"/><joint name="b"/></group>
  <group_state name="parted" group="all"><joint name="b" value="50"/></group_state>
</robot>
"""
# A box of edge 1 about (0, 3, 0), in OBJ.
WALL = "o wall\n" + "".join(
    f"v {x} {y} {z}\n" for x in (-0.5, 0.5) for y in (2.5, 3.5) for z in (-0.5, 0.5)) + """f 1 3 4 2
f 5 6 8 7
f 1 2 6 5
f 3 7 8 4
f 1 5 7 3
f 2 4 8 6
"""
WORDS = ["separated", "overlapping", "touching", "separated"]
ROWS = [(0, 2), (0, 0.5), (0, 1), (3, 1.75)]


def npy(rows, kind="<f8", shape=None, order="False"):
    shape = shape or (len(rows), len(rows[0]))
    header = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    letter = "d" if kind == "<f8" else "f"
    body = b"".join(struct.pack("<" + letter * len(row), *row) for row in rows)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + body


class RobotCheck(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.urdf = self.file("rails.urdf", URDF)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def check(self, configurations, *arguments, urdf=None):
        done = run("robot", "check", urdf or self.urdf, "--configs", configurations, "--json", *arguments)
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        return done.returncode, lines[:-1], lines[-1]["summary"] if lines else None, done.stderr.decode()

    def assert_holds(self, interval, distance):
        self.assertLessEqual(interval[0], distance)
        self.assertLessEqual(distance, interval[1])
        self.assertLess(interval[1] - interval[0], 1e-9)

    def refused(self, configurations, *words, arguments=()):
        done = run("robot", "check", self.urdf, "--configs", configurations, *arguments)
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr.decode())

    def test_every_format_says_the_same(self):
        files = {
            "a.npy": npy(ROWS),
            "b.npy": npy(ROWS, "<f4"),
            "c.csv": "a,b\n" + "".join(f"{a},{b}\n" for a, b in ROWS),
            "d.csv": "# time, b, a\r\n" + "".join(f"0, {b}, {a}\r\n" for a, b in ROWS),
            "e.jsonl": "".join(f"[{a}, {b}]\n" for a, b in ROWS),
            "f.jsonl": "".join(f'{{"time": 1, "b": {b}, "a": {a}}}\n\n' for a, b in ROWS),
            "marked.jsonl": "\ufeff" + "".join(f"[{a}, {b}]\n" for a, b in ROWS),
        }
        for name, content in files.items():
            with self.subTest(name):
                status, lines, summary, _ = self.check(self.file(name, content))
                self.assertEqual(status, 1)
                self.assertEqual([line["verdict"] for line in lines], WORDS)
                self.assertEqual([line["configuration"] for line in lines], [0, 1, 2, 3])
                self.assertEqual(lines[1]["pair"], 0)
                self.assertEqual(lines[1]["names"], ["one", "two"])
                self.assertNotIn("pair", lines[0])
                self.assertEqual((summary["configurations"], summary["separated"], summary["touching"],
                                  summary["overlapping"], summary["unresolved"], summary["refused"]), (4, 2, 1, 1, 0, 0))
                self.assertEqual(summary["pairs"]["total"], 1)
                self.assertEqual(summary["pairs"]["examined"], 1)
                self.assertEqual(summary["not_given"], [])

    def test_a_mesh_is_attached_with_links_that_it_may_touch(self):
        q = self.file("q.csv", "a,b\n0,50\n0,4\n")
        tool = self.file("tool.obj", WALL)  # about (0, 3, 0) of link one: the other box on its rail is 1.5 off
        status, lines, summary, _ = self.check(q, "--attach", f"{tool}:one:0 -3 3")
        self.assertEqual((status, [line["verdict"] for line in lines]), (0, ["separated"] * 2))
        self.assertEqual(summary["pairs"]["skipped"], {"Attached": 1})
        self.assertEqual(summary["pairs"]["total"], 3)
        status, lines, summary, _ = self.check(q, "--attach", f"{tool}:one:4 -3 0 0 0 0")
        self.assertEqual([line["verdict"] for line in lines], ["separated", "overlapping"])
        self.assertEqual(lines[1]["names"], ["two", "tool"])
        for touches in (("--attach", f"{tool}:one:4 -3 0:t*"), ("--attach", f"{tool}:one:4 -3 0", "--ignore", "tool:two")):
            status, lines, summary, _ = self.check(q, *touches)
            self.assertEqual(status, 0)
        for word, *says in ((tool, "FILE:LINK"), (f"{tool}:three", "no link is called"), (f"{tool}:one:1 2", "X Y Z ROLL"),
                            (f"{tool}:one::x*", 'like "x*"'), (f"{tool}:one:1 2 3:two:4", "FILE:LINK"),
                            (f"{tool}x:one", "tool.objx"), (":one", "FILE:LINK")):
            self.refused(q, *says, arguments=("--attach", word))

    def test_a_planning_scene_of_moveit(self):
        scene = self.file("scene.yaml", """world:
  collision_objects:
    - {id: wall, primitives: [{type: box, dimensions: [1, 1, 1]}], primitive_poses: [{position: [10, 0, 0]}]}
    - {id: can, primitives: [{type: cylinder, dimensions: [1, 1]}], primitive_poses: [{position: [20, 0, 0]}]}
allowed_collision_matrix:
  entry_names: [one, wall]
  entry_values: [[false, true], [true, false]]
""")
        old = self.file("old.scene", "(noname)+\n* wall\n1\nbox\n1 1 1\n10 0 0\n0 0 0 1\n0 0 0 0\n.\n")
        q = self.file("q.csv", "a,b\n10,0\n0,10\n18.4,0\n18.6,0\n18.499,0\n")
        status, lines, summary, _ = self.check(q, "--scene", scene)
        self.assertEqual([line["verdict"] for line in lines], ["separated", "overlapping", "separated", "overlapping", "unresolved"])
        self.assertEqual(summary["pairs"]["skipped"], {"Allowed": 1})
        status, lines, _, _ = self.check(q, "--scene", old)
        self.assertEqual([line["verdict"] for line in lines][:2], ["overlapping"] * 2)
        status, lines, _, _ = self.check(q, "--scene", scene, "--scene", self.file("wall.obj", WALL), "--ignore", "one:can")
        self.assertEqual([line["verdict"] for line in lines][3], "separated")
        self.refused(q, "line 3", "plane", arguments=("--scene", self.file("p.yaml", "world:\n  collision_objects:\n    - {id: p, planes: [{coef: [0, 0, 1, 0]}]}\n")))
        self.refused(q, "gone.yaml", arguments=("--scene", str(self.folder / "gone.yaml")))

    def test_columns_may_be_named_and_left_out(self):
        named = self.file("q.npy", npy([(2, 0), (0.5, 0)]))
        status, lines, _, _ = self.check(named, "--joints", "b,a")
        self.assertEqual([line["verdict"] for line in lines], ["separated", "overlapping"])
        self.assertEqual(status, 1)
        alone = self.file("q.csv", "a\n0\n48\n")
        status, lines, summary, errors = self.check(alone)
        self.assertEqual([line["verdict"] for line in lines], ["overlapping", "separated"])
        self.assertEqual(summary["not_given"], ["b"])
        self.assertIn("not given, and so 0, or at the limit next to 0: b\n", errors)
        srdf = self.file("rails.srdf", SRDF)
        status, lines, _, _ = self.check(alone, "--srdf", srdf, "--state", "parted")
        self.assertEqual((status, [line["verdict"] for line in lines]), (0, ["separated", "separated"]))
        self.refused(alone, "no such group_state", arguments=("--state", "parted"))

    def test_exit_status_and_text(self):
        free = self.file("free.jsonl", "[0, 2]\n[0, 3]\n")
        done = run("robot", "check", self.urdf, "--configs", free)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"2 configurations: 2 free, 0 touching, 0 overlapping, 0 unresolved, 0 refused", done.stdout)
        self.assertIn(b"1 of 1 pairs are examined", done.stdout)
        done = run("robot", "check", self.urdf, "--configs", self.file("meets.jsonl", "[0, 0.5]\n" * 30))
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"overlapping  one and two", done.stdout)
        self.assertIn(b"and 10 more", done.stdout)
        done = run("robot", "check", self.urdf, "--configs", self.file("large.jsonl", "[0, 2]\n[0, 1e9]\n"))
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"refused      too_large", done.stdout)

    def test_margin_distance_and_scene(self):
        wall = self.file("wall.obj", WALL)
        rows = self.file("q.csv", "a,b\n0,1.25\n0,3\n")
        status, lines, _, _ = self.check(rows, "--margin", "25cm")
        self.assertEqual((status, [line["verdict"] for line in lines]), (1, ["touching", "separated"]))
        status, lines, summary, _ = self.check(rows, "--distance", "--scene", wall)
        self.assertEqual(status, 0)
        self.assert_holds(lines[0]["distance"], 0.25)
        self.assertEqual(summary["closest"]["configuration"], 0)
        self.assertEqual(summary["closest"]["names"], ["one", "two"])
        self.assert_holds(lines[1]["distance"], 2)  # of both boxes to the wall, and of each other
        self.assertEqual(summary["pairs"]["total"], 3)
        status, lines, summary, _ = self.check(rows, "--all", "--margin", "2", "--scene", wall, "--ignore", "two:*wall*")
        self.assertEqual([[p["verdict"] for p in line["pairs"]] for line in lines], [["overlapping", "touching"], ["touching", "touching"]])
        self.assertEqual(summary["pairs"]["skipped"], {"User": 1})
        done = run("robot", "check", self.urdf, "--configs", rows, "--ignore", "nobody:no*")
        self.assertEqual(done.returncode, 2)

    def test_cylinders_may_be_unresolved(self):
        can = self.file("can.urdf", CAN)
        wall = self.file("wall.obj", WALL.replace("2.5", "1.001").replace("3.5", "2"))
        # The wall is 0.001 from the cylinder; 32 sides are off by 0.005.
        rows = self.file("q.jsonl", "[0]\n[50]\n")
        status, lines, summary, _ = self.check(rows, "--scene", wall, urdf=can)
        self.assertEqual(status, 1)
        self.assertIn(lines[0]["verdict"], ("unresolved", "separated"))
        near = self.file("near.obj", WALL.replace("2.5", "0.999").replace("3.5", "2"))
        status, lines, summary, _ = self.check(rows, "--scene", near, urdf=can)
        self.assertIn(lines[0]["verdict"], ("unresolved", "overlapping"))
        deep = self.file("deep.obj", WALL.replace("2.5", "0.5").replace("3.5", "2"))
        status, lines, summary, _ = self.check(rows, "--scene", deep, urdf=can)
        self.assertEqual([line["verdict"] for line in lines], ["overlapping", "separated"])

    def test_many_rows_and_threads(self):
        rows = [(0, 0.5 + i % 7) for i in range(40000)]
        path = self.file("many.npy", npy(rows))
        status, lines, summary, _ = self.check(path)
        self.assertEqual(status, 1)
        self.assertEqual(len(lines), 40000)
        again = self.check(path, "--threads", "2", "--along-path")
        self.assertEqual(again[1:3], (lines, summary))

    def test_broken_files_are_refused_in_words(self):
        whole = npy(ROWS)
        cases = {
            "none.npy": (b"", "cut short"),
            "short.npy": (whole[:-1], "cut short"),
            "long.npy": (whole + b"x", "longer than its header"),
            "int.npy": (npy(ROWS, "<f8").replace(b"<f8", b"<i8"), "float64 and float32"),
            "big.npy": (npy(ROWS, "<f8").replace(b"<f8", b">f8"), "little-endian"),
            "fortran.npy": (npy(ROWS, order="True"), "Fortran"),
            "cube.npy": (npy(ROWS, shape="(2, 2, 2)"), "shape"),
            "wide.npy": (npy([(1, 2, 3)]), "3 columns where 2 variables"),
            "huge.npy": (npy(ROWS, shape="(1000000000000, 2)"), "cut short"),
            "text.npy": (b"a,b\n1,2\n", "no .npy"),
            "empty.csv": (b"", "empty"),
            "names.csv": (b"1,2\n3,4\n", "names the columns"),
            "other.csv": (b"a,c\n1,2\n", "no variable"),
            "twice.csv": (b"a,a\n1,2\n", "twice"),
            "cells.csv": (b"a,b\n1\n", "1 cells"),
            "word.csv": (b"a,b\n1,two\n", "no number"),
            "line.jsonl": (b"[1, 2]\n[1, 2\n", ":2:"),
            "list.jsonl": (b"[1]\n", "1 numbers where 2"),
            "name.jsonl": (b'{"c": 1}\n', "no variable"),
            "string.jsonl": (b'"a"\n', "list of numbers"),
            "nan.jsonl": (b"[NaN, 1]\n", "no number"),
            "q.txt": (b"1 2\n", ".npy, .csv and .jsonl"),
        }
        for name, (content, word) in cases.items():
            with self.subTest(name):
                self.refused(self.file(name, content), word)
        self.refused(str(self.folder / "absent.npy"), "absent.npy")
        self.refused(self.file("zero.npy", npy(ROWS[:1], shape="(0, 2)")[:128]), "no configuration")
        done = run("robot", "check", self.urdf)
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
