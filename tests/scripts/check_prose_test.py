#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each rule of scripts/check_prose.py must refuse a text that breaks it, and let good ones pass."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import check_prose  # noqa: E402

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"
LABELS = "//\n// Idea: a walk.\n// Source: a paper.\n// Cost: a scan.\n"
LONG = "int x;\n" * 101
TWENTY_FIVE = "The walk " + "tests " * 22 + "vertices."


def breaches(name, text):
    """What the check says about one file of this path and text."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return list(check_prose.breaches(root, [name]))


class Sentences(unittest.TestCase):
    GOOD = [
        TWENTY_FIVE,
        "The walk ends. It returns a direction.",
        "Often the walk ends early.",
        "The walk `is told` nothing.",
    ]
    BAD = [
        ("The walk " + TWENTY_FIVE.lower(), "27 words"),
        ("Of the vertices it keeps one.", 'opens with "Of the"'),
        ("As before the walk ends.", 'opens with "As before"'),
        ("So the walk ends here.", 'opens with "So the"'),
        ("And the walk ends here.", 'opens with "And the"'),
        ("The same walk ends here.", 'opens with "The same"'),
        ("It takes the block as it stands.", 'says "as it stands"'),
        ("The algorithm hands up a direction.", 'says "hands up"'),
    ]

    def test_good_sentences_pass(self):
        for sentence in self.GOOD:
            with self.subTest(sentence=sentence):
                self.assertEqual(breaches("docs/page.md", f"# Page\n\n{sentence}\n"), [])
                self.assertEqual(breaches("src/exact/sum.cpp", f"{LICENCE}/// {sentence}\nint x;\n"), [])

    def test_bad_sentences_are_refused(self):
        for sentence, reason in self.BAD:
            for name, text in (("docs/page.md", f"# Page\n\nA start.\n{sentence}\n"),
                               ("docs/list.md", f"# Page\n\n- {sentence}\n"),
                               ("src/exact/sum.cpp", f"{LICENCE}/// {sentence}\nint x;\n"),
                               ("src/exact/sum.hpp", f"{LICENCE}int x;  ///< {sentence}\n")):
                with self.subTest(name=name, sentence=sentence):
                    found = breaches(name, text)
                    self.assertEqual(len(found), 1, found)
                    self.assertTrue(found[0].startswith(f"{name}:"), found[0])
                    self.assertIn(reason, found[0])

    def test_code_tables_and_headings_of_a_page_are_no_prose(self):
        long = "The walk " + TWENTY_FIVE
        self.assertEqual(breaches("docs/page.md", f"# {long}\n\n| {long} |\n\n```text\n{long}\n```\n"), [])


class Heads(unittest.TestCase):
    def test_a_long_source_begins_with_labels(self):
        self.assertEqual(breaches("src/exact/sum.cpp", LICENCE + LABELS + LONG), [])
        self.assertIn("no head comment", breaches("src/exact/sum.cpp", LICENCE + LONG)[0])
        two = LABELS.replace("// Cost: a scan.\n", "")
        self.assertIn("no head comment", breaches("src/exact/sum.cpp", LICENCE + two + LONG)[0])

    def test_others_need_none(self):
        self.assertEqual(breaches("src/exact/sum.cpp", LICENCE + "int x;\n" * 99), [])
        self.assertEqual(breaches("src/exact/sum.hpp", LICENCE + LONG), [])
        self.assertEqual(breaches("tests/exact/sum_test.cpp", LICENCE + LONG), [])


class Tree(unittest.TestCase):
    def test_the_paths_that_are_held_to_the_rules_keep_them(self):
        self.assertEqual(list(check_prose.breaches(ROOT, check_prose.HELD)), [])
        self.assertGreater(sum(1 for _ in check_prose.sources(ROOT, check_prose.HELD)), 15)


if __name__ == "__main__":
    unittest.main()
