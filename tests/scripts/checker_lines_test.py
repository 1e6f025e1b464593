#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/trust.md gives the lines that must be read to trust verify(); they equal the measured ones."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import checker_lines  # noqa: E402


class CheckerLines(unittest.TestCase):
    def test_the_page_says_what_is_measured(self):
        page = (ROOT / "docs/trust.md").read_text(encoding="utf-8")
        self.assertIn(checker_lines.markdown(), page, "run scripts/checker_lines.py --markdown")

    def test_it_sees_no_search(self):
        folders = set(checker_lines.counts())
        self.assertIn("src/certificate", folders)
        self.assertFalse({folder for folder in folders if folder.startswith(("src/filter", "src/narrow", "src/query"))})


if __name__ == "__main__":
    unittest.main()
