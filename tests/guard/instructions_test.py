#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The guard of speed names the cells and families that exceed their instruction limits."""

import contextlib
import io
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))
import instructions  # noqa: E402


def compare(cells, baseline):
    with contextlib.redirect_stdout(io.StringIO()):
        return instructions.compare(cells, baseline)


# Two families of equal cells: an increase of one cell is a tenth of that in its family's sum.
BASELINE = {"%s/set_%d" % (question, i): 100.0 for question in ("intersects", "distance") for i in range(10)}


class Compare(unittest.TestCase):
    def test_a_cell_may_take_ten_per_cent_more(self):
        self.assertEqual(compare({**BASELINE, "distance/set_3": 110.0}, BASELINE), [])
        self.assertEqual(compare({**BASELINE, "distance/set_3": 110.1}, BASELINE), ["distance/set_3"])

    def test_a_family_may_take_three_per_cent_more(self):
        some = {name: 106.0 for name in BASELINE if name.startswith("distance") and name[-1] in "01234"}
        self.assertEqual(compare({**BASELINE, **some}, BASELINE), [])
        more = {**BASELINE, **some, "distance/set_9": 100.1}
        self.assertEqual(compare(more, BASELINE), ["all of distance"])

    def test_one_family_does_not_pay_for_another(self):
        here = {name: 104.0 if name.startswith("distance") else 50.0 for name in BASELINE}
        self.assertEqual(compare(here, BASELINE), ["all of distance"])

    def test_what_a_cell_gains_another_of_its_family_may_lose(self):
        here = {**BASELINE, "distance/set_0": 91.0, "distance/set_1": 109.0}
        self.assertEqual(compare(here, BASELINE), [])

    def test_both_limits_at_once(self):
        self.assertEqual(compare({"depth/a": 111.0}, {"depth/a": 100.0}), ["depth/a", "all of depth"])

    def test_less_never_fails(self):
        self.assertEqual(compare({name: 1.0 for name in BASELINE}, BASELINE), [])

    def test_cells_come_and_go_only_with_the_baseline(self):
        self.assertEqual(compare({"a/x": 1.0, "b/x": 1.0}, {"b/x": 1.0, "c/x": 1.0}), ["a/x", "c/x"])

    def test_every_cell_of_the_baseline_has_a_family(self):
        cells = json.loads(instructions.BASELINE.read_text(encoding="utf-8"))["cells"]
        self.assertEqual(set(instructions.families(cells, cells)),
                         {"intersects", "distance", "depth", "touching"})
        self.assertEqual(instructions.family_of("intersects/touching/hulls_by_a_face"), "touching")


if __name__ == "__main__":
    unittest.main()
