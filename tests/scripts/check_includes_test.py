#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each rule of scripts/check_includes.py must refuse a file that breaks it, and accept valid ones."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import check_includes  # noqa: E402

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def breaches(files):
    """The output of the check for a tree of {path: text}; it always contains `include/sunder/query.hpp`."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in {"include/sunder/query.hpp": LICENCE, **files}.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return check_includes.check(root)


def including(target):
    return f'{LICENCE}\n#include "{target}"\n'


class Arrows(unittest.TestCase):
    GOOD = [
        ("src/geometry/hull.cpp", "exact/integer.hpp"),
        ("src/geometry/hull.cpp", "geometry/block.hpp"),
        ("src/certificate/verify.cpp", "exact/integer.hpp"),
        ("src/narrow/gjk/gjk3.cpp", "narrow/gjk/gjk.hpp"),
        ("src/narrow/gjk/gjk3.cpp", "narrow/algorithm.hpp"),
        ("src/narrow/algorithms.cpp", "narrow/algorithm.hpp"),
        ("src/query/distance.cpp", "narrow/gjk/gjk.hpp"),
        ("src/pipe/query.cpp", "sunder/query.hpp"),
        ("src/lanes/dot.cpp", "hwy/highway.h"),
        ("src/mesh/pair/meet.cpp", "mesh/walk/walk.hpp"),
        ("src/mesh/pair/meet.cpp", "mesh/forest.hpp"),
        ("cli/main.cpp", "cli/verbs.hpp"),
        ("cli/main.cpp", "sunder/query.hpp"),
        ("tests/exact/integer_test.cpp", "exact/integer.hpp"),
        ("tests/batch/box_bounds_test.cpp", "batch/trial.hpp"),
        ("tests/batch/trial_boxes.cpp", "batch/box_lanes-inl.hpp"),
        ("tests/lanes/trial.cpp", "lanes/packed-inl.hpp"),
        ("tests/narrow/epa/trial.hpp", "narrow/epa/surface-inl.hpp"),
    ]
    BAD = [
        ("src/exact/sum.cpp", "geometry/hull.hpp", "goes up"),
        ("src/geometry/hull.cpp", "filter/lemma1.hpp", "goes up"),
        ("src/exact/sum.cpp", "lanes/dot.hpp", "sideways"),
        ("src/filter/lemma1.cpp", "certificate/verify.hpp", "sideways"),
        ("src/scene/scene.cpp", "files/model.hpp", "goes up"),
        ("src/pipe/query.cpp", "files/model.hpp", "sideways"),
        ("src/certificate/verify.cpp", "lanes/dot.hpp", "certificate/ sees only"),
        ("src/certificate/verify.cpp", "filter/lemma1.hpp", "certificate/ sees only"),
        ("src/certificate/verify.cpp", "narrow/algorithm.hpp", "certificate/ sees only"),
        ("src/narrow/gjk/gjk3.cpp", "narrow/sat/sat.hpp", "one algorithm to another"),
        ("src/mesh/walk/walk.cpp", "mesh/pair/meet.hpp", "goes up, from walk/ to pair/"),
        ("src/mesh/forest.hpp", "mesh/piece/piece.hpp", "knows none of them"),
        ("src/mesh/pair/meet.cpp", "mesh/other/meet.hpp", "has no place"),
        ("src/algorithms/vclip/walk.cpp", "algorithms/polygon_lp/program.hpp", "one algorithm to another"),
        ("src/narrow/algorithm.hpp", "narrow/gjk/gjk.hpp", "knows none of them"),
        ("src/narrow/algorithms.cpp", "narrow/gjk/gjk.hpp", "knows none of them"),
        ("src/query/distance.cpp", "../narrow/gjk/gjk.hpp", "relative path"),
        ("src/query/distance.cpp", "misc/helper.hpp", "neither a folder"),
        ("src/query/distance.cpp", "sunder/missing.hpp", "no such public header"),
        ("include/sunder/scene.hpp", "geometry/hull.hpp", "public headers only"),
        ("cli/main.cpp", "geometry/hull.hpp", "sees include/sunder alone"),
        ("python/src/module.cpp", "exact/integer.hpp", "sees include/sunder alone"),
        ("viewer/main.cpp", "cli/verbs.hpp", "sees include/sunder alone"),
        ("examples/taste.cpp", "geometry/hull.hpp", "sees include/sunder alone"),
        ("tests/narrow/epa_surface_test.cpp", "narrow/epa/surface-inl.hpp", "through tests/narrow/epa/trial.hpp"),
        ("tests/narrow/surface.hpp", "narrow/epa/surface-inl.hpp", "through tests/narrow/epa/trial.hpp"),
        ("tests/narrow/algorithm_trials.hpp", "narrow/epa/surface-inl.hpp", "through tests/narrow/epa/trial.hpp"),
        ("tests/narrow/epa/trial_surface.hpp", "narrow/epa/surface-inl.hpp", "through tests/narrow/epa/trial.hpp"),
        ("tests/batch/trial_boxes.cpp", "narrow/epa/surface-inl.hpp", "through tests/narrow/epa/trial.hpp"),
    ]

    def test_good_arrows_pass(self):
        for source, target in self.GOOD:
            with self.subTest(source=source, target=target):
                self.assertEqual(breaches({source: including(target)}), [])

    def test_bad_arrows_are_refused(self):
        for source, target, reason in self.BAD:
            with self.subTest(source=source, target=target):
                found = breaches({source: including(target)})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{source}:3: "), found[0])
                self.assertIn(reason, found[0])

    def test_no_streams_in_the_kernel(self):
        text = f"{LICENCE}#include <iostream>\n"
        self.assertIn("without streams", breaches({"src/query/distance.cpp": text})[0])
        self.assertEqual(breaches({"src/files/mesh.cpp": text}), [])


class PlainRules(unittest.TestCase):
    def test_licence_first(self):
        self.assertIn("SPDX", breaches({"src/exact/sum.cpp": "int x;\n"})[0])
        self.assertEqual(breaches({"dev": "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n"}), [])

    def test_long_files(self):
        at_limit = LICENCE + "int x;\n" * 799
        self.assertEqual(breaches({"src/exact/sum.cpp": at_limit}), [])
        self.assertIn("801 lines", breaches({"src/exact/sum.cpp": at_limit + "int y;\n"})[0])

    def test_the_public_headers_stay_short(self):
        files = {f"include/sunder/part{i}.hpp": LICENCE + "\n" * 799 for i in range(6)}
        self.assertIn("public headers stay under", breaches(files)[0])


if __name__ == "__main__":
    unittest.main()
