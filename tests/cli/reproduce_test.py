# SPDX-License-Identifier: Apache-2.0
"""`sunder reproduce` from the outside: the contestants, their agreement, and the paper's own points."""

import csv
import json
import pathlib
import tempfile
import unittest
import xml.etree.ElementTree

from sunder import run

REGIMES = ["far", "near", "overlapping"]

# The closest points that the paper's tables 1 and 2 print.
PRINTED = {
    "table 1, case 1": ([-0.100, 0.200], [0.510, -0.283]),
    "table 1, case 2": ([0.300, 0.200], [1.029, 0.368]),
    "table 2, case 1": ([0.387, 0.019, 0.487], [0.907, -0.125, 0.639]),
    "table 2, case 2": ([1.992, 0.421, 0.913], [1.954, 0.058, 0.283]),
}


def algorithms_that(question, dimension):
    algorithms = json.loads(run("algorithms", "--json").stdout)
    return {
        algorithm["name"] for algorithm in algorithms
        if question in algorithm["questions"] and dimension in algorithm["dimensions"]
    }


class Reproduce(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            # A missing folder is created.
            place = pathlib.Path(folder) / "new" / "figures"
            cls.done = run("reproduce", "--quick", "--json", "--budget", "60", "-o", place)
            cls.files = {path.name: path.read_text() for path in place.iterdir()}
        cls.found = json.loads(cls.done.stdout)

    def test_all_algorithms_agree(self):
        self.assertEqual(self.done.stderr, b"")
        self.assertEqual(self.found["disagreements"], [])
        self.assertIs(self.found["agree"], True)
        self.assertEqual(self.done.returncode, 0)

    def test_every_algorithm_that_serves_space_takes_part(self):
        expected = algorithms_that("verdict", 3) | {"edge_projection/5", "edge_projection/B", "auto"}
        chair = self.found["table_and_chair"]
        self.assertEqual({score["algorithm"] for score in chair["algorithms"]}, expected)
        for group in self.found["ellipsoids"]:
            for size in group["sizes"]:
                self.assertEqual({score["algorithm"] for score in size["algorithms"]}, expected)

    def test_scores_add_up(self):
        chair = self.found["table_and_chair"]
        pairs = chair["separated"] + chair["touching"] + chair["overlapping"]
        self.assertEqual(pairs, 50 * chair["places"])
        self.assertGreater(chair["separated"], 0)
        self.assertGreater(chair["overlapping"], 0)
        self.assertEqual([group["regime"] for group in self.found["ellipsoids"]], REGIMES)
        sets = [(pairs, chair["algorithms"])]
        for group in self.found["ellipsoids"]:
            sets += [(3, size["algorithms"]) for size in group["sizes"]]
        for asked, scores in sets:
            for score in scores:
                self.assertEqual(score["asked"], asked, score)
                self.assertLessEqual(score["proved"] + score["missed"], asked)
                self.assertGreater(score["mean"], 0)
                self.assertGreaterEqual(score["slowest"], score["mean"])

    def test_edges_prove_every_separation(self):
        # Section 3.2: some edge of the two bodies always separates.
        for score in self.found["table_and_chair"]["algorithms"]:
            if score["algorithm"] in ("edge_projection", "edge_projection/B"):
                self.assertEqual(score["missed"], 0)

    def test_closest_points_are_the_printed_ones(self):
        seen = {}
        for found in self.found["closest_points"]:
            for ours, printed in zip((found["p"], found["q"]), PRINTED[found["case"]]):
                self.assertEqual(len(ours), len(printed))
                for x, y in zip(ours, printed):
                    self.assertAlmostEqual(x, y, delta=1.1e-3, msg=str(found))
            lower, upper = found["distance"]
            length = sum((x - y) ** 2 for x, y in zip(found["p"], found["q"])) ** 0.5
            self.assertAlmostEqual(lower, length, delta=1e-9)
            self.assertLessEqual(lower, upper)
            seen.setdefault(found["case"], set()).add(found["algorithm"])
        self.assertEqual(set(seen), set(PRINTED))
        for case, algorithms in seen.items():
            dimension = len(PRINTED[case][0])
            self.assertEqual(algorithms, algorithms_that("distance", dimension) | {"auto"})

    def test_plots_are_xml_with_a_line_for_each_algorithm(self):
        for regime in REGIMES:
            root = xml.etree.ElementTree.fromstring(self.files["reproduce-%s.svg" % regime])
            space = "{http://www.w3.org/2000/svg}"
            self.assertEqual(root.tag, space + "svg")
            words = " ".join(text.text for text in root.iter(space + "text"))
            lines = list(root.iter(space + "polyline"))
            scores = self.found["ellipsoids"][0]["sizes"][0]["algorithms"]
            self.assertEqual(len(lines), len(scores))
            for score in scores:
                self.assertIn(score["algorithm"], words)
            for line in lines:
                for place in line.get("points").split():
                    x, y = map(float, place.split(","))
                    self.assertTrue(0 < x < float(root.get("width")))
                    self.assertTrue(0 < y < float(root.get("height")))

    def test_csv_holds_what_the_json_says(self):
        rows = list(csv.DictReader(self.files["reproduce-ellipsoids.csv"].splitlines()))
        told = {(row["regime"], row["faces"], row["algorithm"]): row for row in rows}
        for group in self.found["ellipsoids"]:
            for size in group["sizes"]:
                for score in size["algorithms"]:
                    row = told.pop((group["regime"], str(size["faces"]), score["algorithm"]))
                    self.assertEqual(int(row["proved_itself"]), score["proved"])
                    self.assertAlmostEqual(float(row["mean_us"]) / (score["mean"] * 1e6), 1, 2)
        self.assertEqual(told, {})
        points = list(csv.DictReader(self.files["reproduce-closest-points.csv"].splitlines()))
        self.assertEqual(len(points), len(self.found["closest_points"]))


class Manners(unittest.TestCase):
    def test_without_a_budget_all_are_left_out_and_it_says_so(self):
        done = run("reproduce", "--quick", "--budget", "0")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertRegex(text, r"\nsat left out: [0-9.e-]+ s at 16 faces\n")
        self.assertIn("all algorithms agree", text)
        self.assertNotIn("\x1b", text)
        self.assertEqual(done.stderr, b"")

    def test_bad_input_is_exit_status_2(self):
        for arguments in (["--budget", "-1"], ["--budget", "nan"], ["-o", "/dev/null/here"]):
            done = run("reproduce", "--quick", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, b"")
            self.assertTrue(done.stderr.startswith(b"sunder: "), done.stderr)


if __name__ == "__main__":
    unittest.main()
