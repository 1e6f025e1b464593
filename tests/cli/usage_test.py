# SPDX-License-Identifier: Apache-2.0
"""The program's usage: help with examples, version, usage errors, and the list of algorithms."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from sunder import PROGRAM, query, question, question_words, run

VERBS = ["check", "convert", "explain", "query", "verify", "audit", "algorithms", "reproduce", "robot", "robot info"]


class Usage(unittest.TestCase):
    def test_every_help_has_examples(self):
        for arguments in ([], *(verb.split() for verb in VERBS)):
            done = run(*arguments, "--help")
            self.assertEqual(done.returncode, 0, arguments)
            self.assertIn("Examples:", done.stdout.decode())
            self.assertEqual(done.stderr, b"")

    def test_version(self):
        done = run("--version")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout.decode(), r"^sunder \d+\.\d+\.\d+\n$")

    def test_usage_errors_are_exit_status_2(self):
        for arguments in (["frobnicate"], ["query", "--fast"], ["verify"], ["verify", "one"],
                          ["algorithms", "extra"], ["--nonsense"]):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, b"")
            self.assertTrue(done.stderr.startswith(b"sunder: "), done.stderr)
            self.assertIn(b"--help", done.stderr)

    def test_without_a_word_it_shows_the_help(self):
        bare, asked = run(), run("--help")
        self.assertEqual((bare.returncode, bare.stdout, bare.stderr), (0, asked.stdout, b""))

    def test_a_misspelt_word_is_named_with_what_was_meant(self):
        for arguments, meant in ((["chekc", "a.obj"], b"no verb chekc; did you mean check?"),
                                 (["verfy"], b"did you mean verify?"),
                                 (["robot", "inof"], b"no verb robot inof; did you mean info?"),
                                 (["robot", "info", "a.urdf", "--srfd", "b"], b"did you mean --srdf?"),
                                 (["robot"], b"`sunder robot` needs a verb: info"),
                                 (["check", "a.obj", "--clearence", "1"],
                                  b"no option --clearence; did you mean --clearance?"),
                                 (["check", "a.obj", "--clearence=1"], b"did you mean --clearance?"),
                                 (["-x"], b"no option -x"), (["check", "-x"], b"no option -x"),
                                 (["query", "--thread"], b"did you mean --threads?"),
                                 (["--verson"], b"did you mean --version?")):
            done = run(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(meant, done.stderr)
        self.assertNotIn(b"did you mean", run("frobnicate").stderr)
        self.assertIn(b"files: At least 2 required but received 1", run("verify", "--", "x").stderr)

    def test_an_option_that_is_given_is_never_as_if_it_were_not(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        point = pathlib.Path(folder.name) / "p.obj"
        point.write_text("v 0 0 0\n")
        verbs = {"check": [point, point], "explain": [point, point], "convert": [point, "-"], "query": []}
        options = {"check": ["--clearance", "--unit", "--algorithm", "--width", "--threads"],
                   "explain": ["--unit", "--algorithm", "--ask", "--translate-b", "-o", "--bodies"],
                   "convert": ["--unit"], "query": ["--threads"]}
        for verb, names in options.items():
            for name in names:
                for value in ("", " ", "nan", "1e999", "-1", "5 x", "1,"):
                    if name == "-o" and value != "":
                        continue  # which are names of files
                    values = [value] * (2 if name == "--bodies" else 1)
                    done = run(verb, *verbs[verb], name, *values, cwd=folder.name)
                    self.assertEqual((done.returncode, done.stdout), (2, b""), (verb, name, value))
                    self.assertTrue(done.stderr.startswith(b"sunder: "), done.stderr)
        self.assertEqual([entry.name for entry in pathlib.Path(folder.name).iterdir()], ["p.obj"])

    def test_closed_streams_end_it(self):
        """For any closed streams the program ends, and never writes into a file that it opened."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        scene = pathlib.Path(folder.name) / "a.obj"
        scene.write_text("v 0 0 0\nv 1 0 0\no b\nv 0 0 1\n")
        before = scene.read_bytes()
        for verb in ("query", "verify q.jsonl a.jsonl", "audit q.jsonl a.jsonl", "check %s" % scene, "convert %s -" % scene, "algorithms",
                     "explain %s -o -" % scene, "--help"):
            for closed in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"):
                line = '"$0" %s %s' % (verb, closed)
                done = subprocess.run(["bash", "-c", line, PROGRAM], capture_output=True, timeout=60, cwd=folder.name)
                self.assertIn(done.returncode, (0, 1, 2), line)
                if ">&-" in closed.replace("2>&-", "") and verb != "query":  # which has nothing to write
                    self.assertEqual(done.returncode, 2, line)
                self.assertEqual(scene.read_bytes(), before, line)
        done = subprocess.run(["bash", "-c", '"$0" query <&-', PROGRAM], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"standard input", done.stderr)

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
        self.algorithms = json.loads(done.stdout)

    def test_each_algorithm_has_its_keys(self):
        self.assertTrue({"lp", "gjk"} <= {algorithm["name"] for algorithm in self.algorithms})
        self.assertNotIn("auto", {algorithm["name"] for algorithm in self.algorithms})
        for algorithm in self.algorithms:
            self.assertEqual(
                list(algorithm), ["name", "dimensions", "any_dimension", "questions", "summary", "source"])
            self.assertTrue(set(algorithm["dimensions"]) <= set(range(1, 9)))
            self.assertIsInstance(algorithm["any_dimension"], bool)
            self.assertIn("verdict", algorithm["questions"])
            self.assertTrue(algorithm["summary"] and algorithm["source"])

    def test_the_list_is_what_the_pipe_serves(self):
        for algorithm in self.algorithms:
            for dimension in range(1, 9):
                for word in question_words():
                    body = {"vertices": [[0] * dimension]}
                    far = {"vertices": [[1] * dimension]}
                    _, answers = query(
                        question(a=body, b=far, ask=[word], algorithm=algorithm["name"]))
                    served = dimension in algorithm["dimensions"] and word in algorithm["questions"]
                    refused = answers[0].get("error")
                    self.assertEqual(refused, None if served else "not_served", (algorithm, dimension, word))

    def test_the_text_names_each(self):
        text = run("algorithms").stdout.decode()
        for algorithm in self.algorithms:
            self.assertIn(algorithm["name"], text)


if __name__ == "__main__":
    unittest.main()
