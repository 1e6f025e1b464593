# SPDX-License-Identifier: Apache-2.0
"""The program's manners: help with examples, version, usage errors, and the list of rooms."""

import json
import os
import subprocess
import unittest

from sunder import PROGRAM, query, question, run

VERBS = ["check", "explain", "query", "verify", "algorithms", "reproduce"]


class Usage(unittest.TestCase):
    def test_every_help_has_examples(self):
        for arguments in ([], *([verb] for verb in VERBS)):
            done = run(*arguments, "--help")
            self.assertEqual(done.returncode, 0, arguments)
            self.assertIn("Examples:", done.stdout.decode())
            self.assertEqual(done.stderr, b"")

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout.decode(), r"^sunder \d+\.\d+\.\d+\n$")

    def test_usage_errors_are_exit_status_2(self):
        for arguments in ([], ["frobnicate"], ["query", "--fast"], ["verify"], ["verify", "one"],
                          ["algorithms", "extra"], ["--nonsense"]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, b"")
            self.assertTrue(done.stderr.startswith(b"sunder: "), done.stderr)
            self.assertIn(b"--help", done.stderr)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_output_that_cannot_be_written_is_told(self):
        for arguments in (["--help"], ["--version"], ["algorithms"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    [PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(b"No space left", done.stderr)


class Algorithms(unittest.TestCase):
    def setUp(self):
        done = run("algorithms", "--json")
        self.assertEqual(done.returncode, 0)
        self.rooms = json.loads(done.stdout)

    def test_each_room_has_its_keys(self):
        self.assertTrue({"lp", "gjk"} <= {room["name"] for room in self.rooms})
        self.assertNotIn("auto", {room["name"] for room in self.rooms})
        for room in self.rooms:
            self.assertEqual(
                list(room), ["name", "dimensions", "any_dimension", "questions", "summary", "source"])
            self.assertTrue(set(room["dimensions"]) <= set(range(1, 9)))
            self.assertIsInstance(room["any_dimension"], bool)
            self.assertIn("verdict", room["questions"])
            self.assertTrue(room["summary"] and room["source"])

    def test_the_list_is_what_the_pipe_serves(self):
        for room in self.rooms:
            for dimension in range(1, 9):
                for word in ("verdict", "distance", "contains", "depth", "contact", "cast",
                             "derivative"):
                    body = {"vertices": [[0] * dimension]}
                    far = {"vertices": [[1] * dimension]}
                    _, answers = query(
                        question(a=body, b=far, ask=[word], algorithm=room["name"]))
                    served = dimension in room["dimensions"] and word in room["questions"]
                    refused = answers[0].get("error")
                    self.assertEqual(refused, None if served else "not_served", (room, dimension, word))

    def test_the_text_names_each(self):
        text = run("algorithms").stdout.decode()
        for room in self.rooms:
            self.assertIn(room["name"], text)


if __name__ == "__main__":
    unittest.main()
