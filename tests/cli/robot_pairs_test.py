#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sunder robot pairs: the table, the object and the SRDF agree; the SRDF is read again; bad words are refused."""

import json
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

from sunder import PROGRAM, run

SCENES = pathlib.Path(__file__).parents[2] / "scenes"
URDF, SRDF = SCENES / "arm.urdf", SCENES / "arm.srdf"
FEW = ("--samples", "500", "--boxes", "2000")


def pairs(*arguments):
    done = run("robot", "pairs", URDF, *FEW, *arguments, "--json")
    return json.loads(done.stdout), done.returncode


class RobotPairs(unittest.TestCase):
    def test_an_interruption_ends_the_search(self):
        child = subprocess.Popen([PROGRAM, "robot", "pairs", str(URDF), "--samples", "1000000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
        self.assertEqual((child.returncode, out), (-signal.SIGINT, b""))
        self.assertIn(b"interrupted: nothing is written", err)

    def test_the_srdf_says_what_the_object_says(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "new.srdf"
            found, status = pairs("--srdf", SRDF, "-o", path)
            self.assertIn(status, (0, 1))
            self.assertEqual(status == 1, any(pair["refuted"] for pair in found["pairs"]))
            skipped = {frozenset((pair["a"], pair["b"])): pair["reason"] for pair in found["pairs"] if pair["reason"]}
            root = ElementTree.parse(path).getroot()
            written = {frozenset((pair.get("link1"), pair.get("link2"))): pair.get("reason")
                       for pair in root.findall("disable_collisions")}
            self.assertEqual(written, skipped)
            self.assertEqual(len(root.findall("group_state")), len(ElementTree.parse(SRDF).getroot().findall("group_state")))
            info = run("robot", "info", URDF, "--srdf", path, "--pairs", "--json")
            self.assertEqual(info.returncode, 0, info.stderr)
            read = {frozenset((pair["a"], pair["b"])): pair["skipped"]
                    for pair in json.loads(info.stdout)["link_pairs"] if pair["skipped"]}
            self.assertEqual(read, skipped)

    def test_threads_and_seeds(self):
        found, _ = pairs()
        self.assertEqual(found, pairs("--threads", "3")[0])
        self.assertNotEqual([pair["meets"] for pair in found["pairs"]],
                            [pair["meets"] for pair in pairs("--seed", "7")[0]["pairs"]])
        self.assertTrue(any(pair["proven"] for pair in found["pairs"]))

    def test_the_table(self):
        done = run("robot", "pairs", URDF, *FEW)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"pairs of links with parts", done.stdout)
        done = run("robot", "pairs", URDF, *FEW, "-o", "-")
        self.assertEqual(ElementTree.fromstring(done.stdout).tag, "robot")

    def test_bad_words_are_refused(self):
        for words in (("--samples", "-1"), ("--samples", "1.5"), ("--boxes", "1e300"), ("--seed", "-3"),
                      ("-o", "/nowhere/new.srdf"), ("--srdf", "/nowhere/old.srdf")):
            done = run("robot", "pairs", URDF, "--samples", "10", "--boxes", "10", *words)
            self.assertEqual(done.returncode, 2, words)

    def test_the_robot_is_not_written_over(self):
        with tempfile.TemporaryDirectory() as folder:
            robot = pathlib.Path(folder) / "arm.urdf"
            text = URDF.read_text(encoding="utf-8").replace("package://scenes/", "%s/" % URDF.parent)
            robot.write_text(text, encoding="utf-8")
            done = run("robot", "pairs", robot, *FEW, "-o", robot)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"that file is read", done.stderr)
            self.assertEqual(robot.read_text(encoding="utf-8"), text)


if __name__ == "__main__":
    unittest.main()
