# SPDX-License-Identifier: Apache-2.0
"""`sunder robot path` from the outside: edges whose answer is known by construction, every output, refusals."""

import json
import math
import pathlib
import tempfile
import unittest

from sunder import run

# A box of edge 1 on a rail along x, and one that stands at x = 10.
URDF = """<robot name="rail">
  <link name="base"><collision><origin xyz="10 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="car"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="tip"/>
  <joint name="x" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100" effort="1" velocity="1"/></joint>
  <joint name="turn" type="continuous"><parent link="car"/><child link="tip"/></joint>
</robot>
"""
SRDF = '<robot name="rail"><disable_collisions link1="tip" link2="car" reason="Adjacent"/></robot>\n'


class RobotPath(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.robot = str(self.file("rail.urdf", URDF))
        self.srdf = str(self.file("rail.srdf", SRDF))

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def jointed(self, kind, rows):
        """Edges of a bar of length 1 that stands before a cube of edge 1 about (2, 0, 0), with certificates checked."""
        urdf = self.file("bar.urdf", f"""<robot name="rail">
  <link name="wall"><collision><origin xyz="2 0 0"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="bar"><collision><geometry><box size="1 0.2 0.2"/></geometry></collision></link>
  <joint name="m" type="{kind}"><parent link="wall"/><child link="bar"/></joint></robot>""")
        rows = self.file("rows.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        return run("robot", "path", str(urdf), "--srdf", self.srdf, "--path", str(rows), "--certify", "--json")

    def test_planar_joints_turn_and_floating_ones_slide(self):
        # Along x up to 0.9 the bar stays before 1.5; at 1.3 it does so only while it stands across.
        done = self.jointed("planar", [(0, 0, 0), (0.9, 0, 0), (0.9, 0, 1.5), (1.3, 0, 1.5707), (1.3, 0, 0), (0, 0, 6), (-1, 0, -7)])
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertEqual([line["verdict"] for line in lines[:-1]], ["free", "free", "free", "hit", "hit", "free"])
        self.assertEqual(lines[-1]["summary"]["certified"], 4)
        # The end of the bar is 0.5 cos + 0.1 sin ahead; the edge goes from 1.5707 to 0.
        early, late = lines[3]["time"]
        ahead = lambda time: 1.3 + 0.5 * math.cos(1.5707 * (1 - time)) + 0.1 * math.sin(1.5707 * (1 - time))  # noqa: E731
        self.assertLess(ahead(early), 1.5)
        self.assertGreater(ahead(late), 1.5)
        done = self.jointed("floating", [(0, 0, 0, 0, 0, 0, 1), (0.9, 0, 0, 0, 0, 0, 1), (3, 0, 0, 0, 0, 0, 1)])
        lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertEqual([line["verdict"] for line in lines[:-1]], ["free", "hit"])
        done = self.jointed("floating", [(0, 0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1, 1)])
        self.assertEqual(done.returncode, 2)
        self.assertIn('the floating joint "m" turns; keep its quaternion', done.stderr.decode())

    def path(self, positions, *more):
        text = "x\n" + "".join(f"{x}\n" for x in positions)
        return run("robot", "path", self.robot, "--srdf", self.srdf, "--path", str(self.file("plan.csv", text)), *more)

    def edges(self, positions, *more):
        done = self.path(positions, "--json", *more)
        *lines, last = [json.loads(line) for line in done.stdout.decode().splitlines()]
        return done.returncode, lines, last["summary"]

    def test_an_edge_is_free_hit_or_unresolved(self):
        status, edges, summary = self.edges([0, 8.999, 0, 18, 0, 9])
        self.assertEqual(status, 1)
        self.assertEqual([edge["verdict"] for edge in edges], ["free", "free", "hit", "hit", "unresolved"])
        self.assertEqual((summary["free"], summary["hit"], summary["unresolved"], summary["first"]), (2, 2, 1, 2))
        low, high = edges[2]["time"]
        self.assertTrue(low <= 0.5 <= high and high - low < 1e-4)
        self.assertEqual(sorted(edges[2]["names"]), ["base", "car"])
        self.assertEqual(self.edges([10, 18])[1][0]["time"][0], 0, "it begins inside")
        # The boxes come as close as 0.001 on the first edge.
        self.assertLessEqual(edges[0]["clearance"][0], 0.0010001)

    def test_a_free_path_exits_with_0(self):
        done = self.path([0, 8, 1])
        self.assertEqual(done.returncode, 0)
        self.assertIn("2 edges: 2 free, 0 hit, 0 unresolved", done.stdout.decode())
        self.assertIn("at the limit next to 0: turn", done.stderr.decode())

    def test_text_names_the_pair_and_the_times(self):
        done = self.path([0, 18])
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout.decode(), r"(?m)^ +0  hit +time 0\.4999\d+ to 0\.500\d+  base and car$")

    def test_stop_leaves_the_rest(self):
        status, edges, summary = self.edges([0, 18, 0, 1], "--stop")
        self.assertEqual((status, summary["not_examined"]), (1, 2))
        self.assertEqual(edges[1]["verdict"], "not_examined")

    def test_a_margin_makes_what_is_closer_a_hit(self):
        self.assertEqual(self.edges([0, 8.9], "--margin", "5cm")[0], 0)
        self.assertEqual(self.edges([0, 8.9], "--margin", "15cm")[1][0]["verdict"], "hit")

    def test_width_bounds_what_is_left_open(self):
        for width, most in (("10mm", 1e-2), ("1um", 1e-6)):
            low, high = self.edges([0, 18], "--width", width)[1][0]["time"]
            self.assertLess((high - low) * 18, 4 * most)

    def test_certificates_are_checked(self):
        _, edges, summary = self.edges([0, 8.999, 0, 18], "--certify")
        self.assertEqual((summary["certified"], summary["without_direction"]), (2, 0))
        begin, end, pair, direction = edges[0]["pieces"][0]
        self.assertEqual((begin, pair, len(direction)), (0, 0, 3))
        self.assertEqual(edges[0]["pieces"][-1][1], 1)
        self.assertNotIn("pieces", edges[2])
        self.assertIn("2 of 2 free edges have certificates", self.path([0, 8.999, 0], "--certify").stdout.decode())

    def test_threads_answer_alike(self):
        positions = [0.37 * k % 12 for k in range(200)]
        self.assertEqual(self.path(positions, "--json").stdout, self.path(positions, "--json", "--threads", "3").stdout)

    def test_refusals_name_the_place(self):
        for rows, more, words in (([0], (), "a path needs two"), ([0, "nan"], (), ""), ([0, "1e300"], (), "at most 1048576"),
                                  ([0, 1], ("--width", "0"), "--width"), ([0, 1], ("--width", "soon"), "--width"),
                                  ([0, 1], ("--margin", "-1"), "--margin")):
            done = self.path(rows, *more)
            self.assertEqual((done.returncode, done.stdout), (2, b""), (rows, more))
            self.assertIn(words, done.stderr.decode())
        self.assertEqual(run("robot", "path", self.robot).returncode, 2)
        before = pathlib.Path(self.robot).read_bytes()
        done = self.path([0, 1], "--certificates", self.robot)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn("that file is read", done.stderr.decode())
        self.assertEqual(pathlib.Path(self.robot).read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
