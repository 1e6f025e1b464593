#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Certificates of tens of edges are accepted by the second checker, and forged ones refused by both."""

import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import check_edges

PROGRAM = os.environ.get("SUNDER", "build/release/sunder")
URDF = """<robot name="three">
  <link name="base"><collision><geometry><box size="0.3 0.3 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.3" rpy="0.1 0 0"/><geometry><cylinder radius="0.05" length="0.4"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0 0 0.3"/><geometry><capsule radius="0.05" length="0.3"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.06"/></geometry></collision></link>
  <link name="jaw"><collision><geometry><box size="0.05 0.05 0.1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.15" rpy="0 0.2 0"/><axis xyz="0 1 3"/></joint>
  <joint name="bend" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="0 0 0.6"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3"/></joint>
  <joint name="slide" type="prismatic"><parent link="lower"/><child link="hand"/><origin xyz="0 0 0.6"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.2"/></joint>
  <joint name="follow" type="revolute"><parent link="hand"/><child link="jaw"/><origin xyz="0.2 0 0"/><axis xyz="1 1 0"/>
    <limit lower="-3" upper="3"/><mimic joint="bend" multiplier="0.5" offset="0.1"/></joint>
</robot>
"""
SRDF = """<robot name="three">
  <disable_collisions link1="base" link2="upper" reason="Adjacent"/><disable_collisions link1="upper" link2="lower" reason="Adjacent"/>
  <disable_collisions link1="lower" link2="hand" reason="Adjacent"/>
</robot>
"""
EDGES = 24


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False)


class CheckEdges(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        draw = random.Random(7)
        rows, at = [], [0.3, 0.5, 0.1]
        for _ in range(EDGES + 1):
            rows.append(",".join(map(repr, at)))
            at = [at[0] + draw.uniform(-0.3, 0.3), draw.uniform(0.3, 0.8), draw.uniform(0.02, 0.18)]
        self.files = {
            "r.urdf": URDF,
            "r.srdf": SRDF,
            "plan.csv": "turn,bend,slide\n" + "\n".join(rows) + "\n",
            "post.obj": "o post\n" + "".join(f"v {x} {y} {z}\n" for x in (2, 2.2) for y in (-1, 1) for z in (0, 2))
            + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n",
        }
        for name, text in self.files.items():
            self.path(name).write_text(text, encoding="utf-8")
        self.words = [str(self.path("r.urdf")), "--srdf", str(self.path("r.srdf")), "--path", str(self.path("plan.csv")), "--scene", str(self.path("post.obj"))]
        done = run("robot", "path", *self.words, "--certificates", str(self.path("proofs.csv")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        names = ["r.urdf", "r.srdf", "plan.csv", "proofs.csv", "post.obj"]
        self.robot, self.bodies, self.rows, self.proofs = check_edges.read(*(str(self.path(name)) for name in names))

    def path(self, name):
        return self.folder / name

    def second(self, edge, pieces):
        """What the second checker says against it."""
        try:
            check_edges.check_edge(self.robot, self.bodies, self.rows[edge], self.rows[edge + 1], pieces)
        except check_edges.Refuted as reason:
            return str(reason)
        return None

    def first(self, edge, pieces):
        """The exit status of the program for a file of this certificate alone, and what it says."""
        lines = ["edge,begin,end,pair,x,y,z"]
        lines += [f"{edge},{begin!r},{end!r},{pair},{x!r},{y!r},{z!r}" for begin, end, pair, (x, y, z) in pieces]
        self.path("one.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = run("robot", "verify", *self.words, "--certificates", str(self.path("one.csv")))
        return done.returncode, done.stdout.decode() + done.stderr.decode()

    def test_both_accept_what_was_found(self):
        self.assertEqual(len(self.proofs), EDGES)
        for edge, pieces in self.proofs.items():
            self.assertIsNone(self.second(edge, pieces), edge)
        done = run("robot", "verify", *self.words, "--certificates", str(self.path("proofs.csv")))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{EDGES} proven, 0 refuted, 0 without".encode(), done.stdout)

    def test_both_refuse_what_is_forged(self):
        pieces = self.proofs[3]
        begin, end, pair, (x, y, z) = pieces[0]
        forged = {
            "turned": [(begin, end, pair, (-x, -y, -z)), *pieces[1:]],
            "none": [(begin, end, pair, (0.0, 0.0, 0.0)), *pieces[1:]],
            "left out": pieces[1:],
            "unknown pair": [(begin, end, 99, (x, y, z)), *pieces[1:]],
            "a gap": [(0.25, end, pair, (x, y, z)), *pieces[1:]],
            "too short": [(begin, end / 2, pair, (x, y, z)), *[p for p in pieces[1:] if p[2] != pair]],
        }
        for name, pieces_ in forged.items():
            with self.subTest(name):
                self.assertIsNotNone(self.second(3, pieces_))
                status, text = self.first(3, pieces_)
                self.assertEqual(status, 1)
                self.assertIn("1 refuted", text)

    def test_a_certificate_shows_its_own_edge_alone(self):
        # The hand passes through the post on the way of another robot: no direction of the free path shows that.
        self.rows[4] = dict(self.rows[4], bend=2.9)
        self.assertIsNotNone(self.second(3, self.proofs[3]))

    def test_wrong_files_are_refused_with_their_line(self):
        for text, word in (("", "no certificate"), ("a\n", "first line"), ("edge,begin,end,pair,x,y,z\n1,2\n", ":2: seven"),
                           ("edge,begin,end,pair,x,y,z\n99,0,1,0,1,0,0\n", "edge 99"), ("edge,begin,end,pair,x,y,z\n0,0,1,0,nan,0,0\n", "seven finite"),
                           ("edge,begin,end,pair,x,y,z\n0,0,1,-1,1,0,0\n", "pair")):
            self.path("wrong.csv").write_text(text, encoding="utf-8")
            done = run("robot", "verify", *self.words, "--certificates", str(self.path("wrong.csv")))
            if text:
                self.assertEqual(done.returncode, 2, text)
                self.assertIn(word, done.stderr.decode())
            else:
                self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
