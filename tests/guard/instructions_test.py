#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The guard of speed says which cells take more instructions than the baseline allows."""

import contextlib
import io
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))
import instructions  # noqa: E402


def compare(cells, baseline):
    with contextlib.redirect_stdout(io.StringIO()):
        return instructions.compare(cells, baseline)


class Compare(unittest.TestCase):
    def test_three_per_cent_more_fails_and_less_never(self):
        self.assertEqual(compare({"a": 103.0, "b": 50.0}, {"a": 100.0, "b": 100.0}), [])
        self.assertEqual(compare({"a": 103.1, "b": 100.0}, {"a": 100.0, "b": 100.0}), ["a"])

    def test_cells_come_and_go_only_with_the_baseline(self):
        self.assertEqual(compare({"a": 1.0, "b": 1.0}, {"b": 1.0, "c": 1.0}), ["a", "c"])


if __name__ == "__main__":
    unittest.main()
