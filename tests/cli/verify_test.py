# SPDX-License-Identifier: Apache-2.0
"""`sunder verify` from the outside: true answers pass, forged ones end with exit status 1."""

import copy
import json
import pathlib
import tempfile
import unittest

from sunder import SQUARE, query, question, question_words, run

QUESTIONS = [
    {"define": "square", "vertices": SQUARE},
    question(1, ask=["distance"], certificate="full"),
    question(2, a={"body": "square"}, b={"vertices": [[1, 1], [2, 3]]}, ask=["distance"]),
    question(3, a={"body": "square"}, b={"vertices": [[0.5, 0.5], [0.25, 3]]}),
]


class Verify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        _, self.answers = query(*QUESTIONS)

    def verify(self, answers, questions=QUESTIONS, *flags):
        for name, lines in (("questions", questions), ("answers", answers)):
            text = "".join(json.dumps(line) + "\n" for line in lines)
            (self.folder / name).write_text(text)
        return run("verify", *flags, self.folder / "questions", self.folder / "answers")

    def summary(self, answers, questions=QUESTIONS):
        done = self.verify(answers, questions, "--json")
        return done.returncode, json.loads(done.stdout)

    def test_true_answers_are_accepted(self):
        status, summary = self.summary(self.answers)
        self.assertEqual(status, 0)
        self.assertEqual(summary["verdicts"], {"accepted": 3, "refuted": 0, "unchecked": 0})
        self.assertEqual(summary["intervals"], {"accepted": 2, "refuted": 0, "unchecked": 0})
        self.assertEqual(summary["bad_lines"], 0)

    def test_a_person_gets_a_table(self):
        done = self.verify(self.answers)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"3 questions", done.stdout)
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertEqual(done.stderr, b"")

    def forge(self, change):
        answers = copy.deepcopy(self.answers)
        change(answers)
        done = self.verify(answers)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(b"sunder: refuted: question line", done.stderr)

    def test_forged_claims_are_refuted(self):
        self.forge(lambda answers: answers[0].update(verdict="touching"))
        self.forge(lambda answers: answers[1].update(verdict="overlapping"))
        self.forge(lambda answers: answers[2].update(verdict="touching"))
        self.forge(lambda answers: answers[0].update(distance=[2.5, 3]))
        self.forge(lambda answers: answers[0].update(distance=[0, 1]))
        self.forge(lambda answers: answers[1].update(distance=[1, 2]))
        self.forge(lambda answers: answers[0]["certificate"].update(direction=[-1, 0]))
        self.forge(lambda answers: answers[1]["certificate"].update(pairs=[[0, 0]]))
        self.forge(lambda answers: answers[2]["certificate"].update(pairs=[[0, 0], [1, 0], [2, 1]]))
        self.forge(lambda answers: answers[0]["certificate"]["distance"].update(direction=[0, 1]))
        self.forge(lambda answers: answers[0]["certificate"]["distance"].update(a=[[0, 1]]))

    def test_depths_and_margins_are_checked(self):
        deep = {"vertices": [[0.75, 0.25], [1.75, 0.25], [1.75, 1.25], [0.75, 1.25]]}
        questions = [
            question(1, b=deep, ask=["depth"], certificate="full"),
            question(2, b=deep, margin=-0.125, certificate="full"),
            question(3, margin=1.5, certificate="full"),
            question(4, ask=question_words(proof="claimed")),
        ]
        status, answers = query(*questions)
        self.assertEqual(status, 0)
        status, summary = self.summary(answers, questions)
        self.assertEqual(status, 0)
        self.assertEqual(summary["intervals"], {"accepted": 1, "refuted": 0, "unchecked": 0})
        self.assertEqual(summary["margins"], {"accepted": 2, "refuted": 0, "unchecked": 0})
        for key in question_words(proof="claimed"):
            self.assertEqual(summary[key + "_unchecked"], 1)
        table = self.verify(answers, questions).stdout.decode()
        for row in ["margins", *question_words(proof="claimed")]:
            self.assertIn("\n" + row, table)
        for number, change in (
            (0, {"depth": [0.375, 0.5]}),
            (0, {"depth": [0.125, 0.1875]}),
            (1, {"margin": "farther"}),
            (2, {"margin": "closer"}),
        ):
            forged = copy.deepcopy(answers)
            forged[number].update(change)
            self.assertEqual(self.verify(forged, questions).returncode, 1, change)

    def test_what_has_no_certificate_is_unchecked(self):
        for answer in self.answers:
            del answer["certificate"]
        status, summary = self.summary(self.answers)
        self.assertEqual(status, 0)
        self.assertEqual(summary["verdicts"], {"accepted": 0, "refuted": 0, "unchecked": 3})
        self.assertEqual(summary["intervals"], {"accepted": 0, "refuted": 0, "unchecked": 2})

    def test_lines_that_do_not_fit_are_bad_input(self):
        self.assertEqual(self.verify(self.answers[:-1]).returncode, 2)
        self.assertEqual(self.verify(self.answers + self.answers[-1:]).returncode, 2)
        self.assertEqual(self.verify(self.answers[1:]).returncode, 2)
        self.assertEqual(self.verify([{"id": 1}, *self.answers[1:]]).returncode, 2)

    def test_refusals_stand_where_they_belong(self):
        questions = [*QUESTIONS, {"id": 4}, question(5), {"define": "square", "vertices": []}]
        _, answers = query(*questions)
        status, summary = self.summary(answers, questions)
        self.assertEqual((status, summary["refused"], summary["bad_lines"]), (0, 2, 0))

    def test_files_that_cannot_be_read(self):
        for arguments in (("nowhere", "nowhere"), ("/", "/")):
            done = run("verify", *arguments)
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.startswith(b"sunder: cannot "), done.stderr)

    def test_findings_are_cut_after_some(self):
        questions = [question(i) for i in range(100)]
        _, answers = query(*questions)
        done = self.verify([{**answer, "verdict": "touching"} for answer in answers], questions)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"80 more", done.stderr)


if __name__ == "__main__":
    unittest.main()
