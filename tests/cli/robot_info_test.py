#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sunder robot info: the table and the object agree with the robot's files; bad words and files are refused."""

import json
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

from sunder import run

SCENES = pathlib.Path(__file__).parents[2] / "scenes"
URDF, SRDF = SCENES / "arm.urdf", SCENES / "arm.srdf"


def info(*arguments):
    done = run("robot", "info", URDF, *arguments, "--json")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class RobotInfo(unittest.TestCase):
    def test_the_object_is_what_the_files_say(self):
        robot = info("--srdf", SRDF, "--pairs")
        root = ElementTree.parse(URDF).getroot()
        links = [link.get("name") for link in root.findall("link")]
        self.assertEqual(robot["links"], links)
        joints = root.findall("joint")
        self.assertEqual([joint["name"] for joint in robot["joints"]], [joint.get("name") for joint in joints])
        for found, joint in zip(robot["joints"], joints):
            self.assertEqual(found["kind"], joint.get("type"))
            self.assertEqual((found["parent"], found["child"]),
                             (joint.find("parent").get("link"), joint.find("child").get("link")))
            limit = joint.find("limit")
            self.assertEqual(found["lower"], None if limit is None else float(limit.get("lower")))
        self.assertEqual(robot["joints"][-1]["mimic"], {"joint": "grip", "multiplier": 1, "offset": 0})
        self.assertEqual(robot["variables"], [joint.get("name") for joint in joints if joint.find("mimic") is None])
        taken = {part["link"]: part["taken_as"] for part in robot["parts"]}
        self.assertEqual(taken, {"base": "cylinder", "shoulder": "sphere", "upper_arm": "capsule", "forearm": "capsule",
                                 "wrist": "cylinder", "palm": "box", "hand": "solid", "left_finger": "box",
                                 "right_finger": "box"})
        disabled = {frozenset((pair.get("link1"), pair.get("link2"))): pair.get("reason")
                    for pair in ElementTree.parse(SRDF).getroot().findall("disable_collisions")}
        everything = len(links) * (len(links) - 1) // 2
        self.assertEqual(robot["pairs"]["links"], everything)
        self.assertEqual(robot["pairs"]["checked"], everything - len(disabled))
        self.assertEqual(robot["pairs"]["skipped"], len(disabled))
        self.assertEqual(robot["pairs"]["reasons"], {"Adjacent": 8, "Never": 2})
        self.assertEqual(len(robot["link_pairs"]), everything)
        for pair in robot["link_pairs"]:
            self.assertEqual(pair["skipped"], disabled.get(frozenset((pair["a"], pair["b"]))))
        self.assertEqual({state["name"]: state["values"]["lift"] for state in robot["states"]}, {"home": 0.5, "folded": 1})
        self.assertEqual([group["name"] for group in robot["groups"]], ["arm", "gripper", "all"])

    def test_without_srdf_adjacent_links_are_skipped(self):
        robot = info()
        self.assertEqual(robot["pairs"]["reasons"], {"Adjacent": 8})
        self.assertNotIn("link_pairs", robot)

    def test_the_table_has_the_same_counts(self):
        done = run("robot", "info", URDF, "--srdf", SRDF, "--pairs")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        text = done.stdout.decode()
        self.assertIn("robot arm: 9 links, 8 joints, 7 variables, 9 parts\n", text)
        self.assertIn("  26 checked, which are 26 pairs of parts\n  8 skipped: Adjacent\n  2 skipped: Never\n", text)
        self.assertEqual(len(re.findall(r": checked$", text, re.MULTILINE)), 26)
        self.assertEqual(len(re.findall(r": skipped, Never$", text, re.MULTILINE)), 2)
        self.assertIn("  hand: solid, 28 triangles; its mesh is closed and simple", text)

    def test_meshes_are_taken_as_asked(self):
        for words, expected in ((["--as", "hull"], "hull"), (["--as", "hull:hand"], "hull"), (["--as", "surface:h*"], "surface")):
            robot = info(*words)
            self.assertEqual({part["name"]: part["taken_as"] for part in robot["parts"]}["hand"], expected)
            self.assertEqual(robot["parts"][0]["taken_as"], "cylinder", "only meshes are taken as something else")

    def test_packages_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            elsewhere = pathlib.Path(folder) / "urdf" / "arm.urdf"
            elsewhere.parent.mkdir()
            elsewhere.write_text(URDF.read_text(encoding="utf-8"), encoding="utf-8")
            done = run("robot", "info", elsewhere)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"--package scenes=DIR", done.stderr)
            self.assertRegex(done.stderr, rb"arm\.urdf: line \d+, column \d+: <mesh>: ")
            self.assertEqual(run("robot", "info", elsewhere, "--package", f"scenes={SCENES}").returncode, 0)

    def test_bad_words_are_refused(self):
        for words, said in ((["--package", "scenes"], b"NAME=DIR"), (["--package", "=x"], b"NAME=DIR"),
                            (["--as", "cube"], b"cube"), (["--as", "hull:nobody"], b"no mesh has such a name"),
                            (["--base", "1 2"], b"X Y Z"), (["--base", "1 2 x"], b"X Y Z"), (["--base", "1 2 3 4 5 nan"], b"X Y Z"),
                            (["--srdf", "none.srdf"], b"none.srdf"), (["--srdf", URDF.parent], b"")):
            with self.subTest(words=words):
                done = run("robot", "info", URDF, *words)
                self.assertEqual((done.returncode, done.stdout), (2, b""))
                self.assertIn(said, done.stderr)
                self.assertTrue(done.stderr.startswith(b"sunder: "))
        self.assertEqual(run("robot", "info", URDF, "--base", "1,2,3 0 0 1").returncode, 0)

    def test_names_cannot_write_to_the_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.urdf"
            bad.write_text("<robot name='a\x1b[2Jb'><link name='l\x07'/></robot>", encoding="utf-8")
            done = run("robot", "info", bad)
            self.assertNotIn(b"\x1b", done.stdout + done.stderr)
            self.assertNotIn(b"\x07", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
