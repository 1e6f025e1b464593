#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pairs of the suite, end to end. They are written as questions and answered by `sunder query`; the
program's own `verify` and the second checker check every answer."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SUNDER = os.environ.get("SUNDER")
QUESTIONS = os.environ.get("SUITE_QUESTIONS")
CHECKER = pathlib.Path(__file__).resolve().parent.parent / "python" / "check_certificates.py"
COUNT = 20000 if os.environ.get("SUNDER_LONG") else 572  # 4 of each kind in each dressing
STEP = 7  # has no divisor in common with the cycles of kinds, dimensions and dressings


@unittest.skipUnless(SUNDER and QUESTIONS, "the program is not part of this build")
class SuitePipe(unittest.TestCase):
    def test_answers_are_as_built_and_both_checkers_accept_them(self):
        with tempfile.TemporaryDirectory() as folder:
            questions = pathlib.Path(folder) / "questions.jsonl"
            answers = pathlib.Path(folder) / "answers.jsonl"
            with open(questions, "wb") as out:
                subprocess.run([QUESTIONS, "0", str(COUNT), str(STEP)], stdout=out, check=True)
            with open(questions, "rb") as given, open(answers, "wb") as out:
                subprocess.run([SUNDER, "query"], stdin=given, stdout=out, check=True)
            self.check_verdicts(answers)
            for checker in ([SUNDER, "verify"], [sys.executable, "-B", str(CHECKER)]):
                done = subprocess.run(checker + [str(questions), str(answers)], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr[-2000:])

    def check_verdicts(self, answers):
        count = 0
        with open(answers, encoding="utf-8") as lines:
            for line in lines:
                answer = json.loads(line)
                self.assertEqual(answer["verdict"], answer["id"].split()[1], answer["id"])
                count += 1
        self.assertEqual(count, COUNT)


if __name__ == "__main__":
    unittest.main()
