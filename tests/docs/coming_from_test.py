#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/coming-from.md and docs/margin.md name of Sunder in the column `here` is in the public headers."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).parents[2]
HEADERS = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "include" / "sunder").glob("*.hpp"))
QUOTED = re.compile(r"`([^`]+)`")
ELSEWHERE = {"sunder", "hpp", "q", "t", "x", "y", "z", "w", "coeffs"}  # a header's name, and what callers have


def columns_here(page):
    """(line, words in quotes) of the last cell of each row of a table whose last heading is `here`."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            inside = False
        elif cells[-1] == "here":
            inside = True
        elif inside:
            yield number, [word for quoted in QUOTED.findall(cells[-1]) for word in re.findall(r"[A-Za-z_]\w*", quoted)]


class ComingFrom(unittest.TestCase):
    def test_the_column_here_names_what_the_headers_declare(self):
        count = 0
        for name in ("coming-from.md", "margin.md"):
            for number, words in columns_here(ROOT / "docs" / name):
                for word in set(words) - ELSEWHERE:
                    if f"--{word}" in (ROOT / "docs" / name).read_text(encoding="utf-8"):
                        continue  # an option of the program, which docs.console_test knows
                    count += 1
                    with self.subTest(page=name, line=number, word=word):
                        self.assertTrue(re.search(rf"\b{word}\b", HEADERS), f"no public header has {word}")
        self.assertGreater(count, 80)


if __name__ == "__main__":
    unittest.main()
