# SPDX-License-Identifier: Apache-2.0
"""`sunder explain` from the outside: its output follows docs/trace.md, for every algorithm."""

import html.parser
import json
import pathlib
import random
import re
import tempfile
import unittest

from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
EVENTS = {"direction", "simplex", "axis", "pivot", "projection"}
PROJECTING = {"edge_projection", "plane_projection"}


def obj(points):
    return "".join("v %r %r %r\n" % tuple(point) for point in points)


def cube(x=0, size=1):
    return [(x + size * i, size * j, size * k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def ball(generator, count, centre):
    """Points near a sphere of radius 1, with an inner point that is dropped and a duplicate."""
    points = [centre]
    while len(points) < count:
        p = [generator.gauss(0, 1) for _ in range(3)]
        length = sum(x * x for x in p) ** 0.5
        points.append(tuple(c + x / length for c, x in zip(centre, p)))
    return points + [points[1]]


def luminance(colour):
    colour = "#" + "".join(2 * x for x in colour[1:]) if len(colour) == 4 else colour
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4
              for x in (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(x, y):
    """The contrast of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(x), luminance(y)))
    return (high + 0.05) / (low + 0.05)


class Scripts(html.parser.HTMLParser):
    """The scripts of a page by their id, and every address that the page names."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.addresses, self.inside = {}, [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.addresses += [value for name, value in attributes if name in ("src", "href")]
        if tag == "script":
            self.inside = dict(attributes).get("id", "")
            self.texts[self.inside] = ""

    def handle_endtag(self, tag):
        if tag == "script":
            self.inside = None

    def handle_data(self, data):
        if self.inside is not None:
            self.texts[self.inside] += data


class Explain(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        algorithms = json.loads(run("algorithms", "--json").stdout)
        self.algorithms = [algorithm for algorithm in algorithms if algorithm["any_dimension"] or 3 in algorithm["dimensions"]]

    def write(self, name, points):
        path = self.folder / name
        path.write_text(points if isinstance(points, str) else obj(points), encoding="utf-8")
        return path

    def trace(self, *arguments):
        done = run("explain", "--json", *arguments)
        self.assertEqual(done.stderr, b"")
        return done.returncode, json.loads(done.stdout)

    def page(self, *arguments):
        path = self.folder / "steps.html"
        done = run("explain", *arguments, "-o", path)
        self.assertEqual(done.stderr, b"")
        return done, path.read_text(encoding="utf-8")

    def expect_as_documented(self, trace):
        self.assertEqual(
            list(trace),
            ["format", "version", "dimension", "up", "algorithm", "question", "algorithms", "a", "b",
             "steps", "answer", "proof"])
        self.assertEqual((trace["format"], trace["version"], trace["dimension"]), ("sunder-trace", 1, 3))
        for body in (trace["a"], trace["b"]):
            self.assertEqual(list(body), ["name", "indices", "vertices", "faces", "edges"])
            count = len(body["vertices"])
            self.assertEqual(len(set(body["indices"])), count)
            for list_of_corners in (body["faces"], body["edges"]):
                self.assertTrue(all(0 <= i < count for corners in list_of_corners for i in corners))
        for step in trace["steps"]:
            self.expect_step(trace, step)
        self.assertEqual({step["algorithm"] for step in trace["steps"]}, set(trace["algorithms"]))
        answer = trace["answer"]
        asked = {"depth", "contact", "cast"} & {trace["question"]}
        self.assertEqual(
            list(answer),
            ["verdict", "decided_by", "stage", "certificate", "distance", "normal", "point_a", "point_b", *asked])
        self.expect_proof(trace)
        self.assertEqual(answer["point_a"] is None, answer["verdict"] == "overlapping")

    def expect_proof(self, trace):
        """The question is the trace's, and the pipe's answer to it is the same: `sunder verify` accepts it."""
        proof = trace["proof"]
        self.assertEqual(proof["answer"]["verdict"], trace["answer"]["verdict"])
        for name in "ab":
            self.assertEqual(len(proof["question"][name]["vertices"]), len(trace[name]["vertices"]))
        files = [self.write(name + ".jsonl", json.dumps(proof[name]) + "\n") for name in ("question", "answer")]
        done = run("verify", *files)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def expect_step(self, trace, step):
        self.assertEqual(
            list(step),
            ["algorithm", "event", "pairs", "direction", "value", "outline_a", "outline_b"])
        self.assertIn(step["event"], EVENTS)
        self.assertLessEqual(len(step["pairs"]), 4)
        for i, j in step["pairs"]:
            self.assertIn(i, trace["a"]["indices"])
            self.assertIn(j, trace["b"]["indices"])
        self.assertIn(len(step["direction"]), (0, 3))
        if step["event"] in ("direction", "axis", "projection"):
            self.assertEqual(len(step["direction"]), 3)
            self.assertTrue(any(step["direction"]))
        if step["event"] in ("direction", "simplex"):
            self.assertTrue(step["pairs"])
        if step["event"] in ("direction", "axis"):
            self.expect_value_is_the_gap(trace, step)
        for outline in (step["outline_a"], step["outline_b"]):
            self.assertEqual(bool(outline), step["event"] == "projection")
            self.assertEqual(len(outline) % 2, 0)

    def expect_value_is_the_gap(self, trace, step):
        """The value against the vertices: an oracle that shares no code with the algorithms."""
        u = step["direction"]
        along = [[sum(x * y for x, y in zip(u, p)) for p in trace[name]["vertices"]] for name in "ab"]
        gap = min(along[1]) - max(along[0])
        self.assertAlmostEqual(step["value"], gap, delta=1e-12 * (1 + max(map(abs, sum(along, [])))))

    def test_every_algorithm_in_every_position(self):
        generator = random.Random(7)
        a = self.write("a.obj", ball(generator, 20, (0, 0, 0)))
        projected = {name: 0 for name in PROJECTING}
        for x, verdict in ((2.6, "separated"), (1.75, None), (1.6, None), (0.4, "overlapping")):
            b = self.write("b.obj", ball(generator, 15, (x, 0.2, 0.1)))
            verdicts = set()
            for algorithm in self.algorithms:
                for ask in ("verdict", "distance"):
                    if ask not in algorithm["questions"]:
                        continue
                    with self.subTest(algorithm=algorithm["name"], x=x, ask=ask):
                        status, trace = self.trace(a, b, "--algorithm", algorithm["name"], "--ask", ask)
                        self.expect_as_documented(trace)
                        found = trace["answer"]["verdict"]
                        verdicts.add(found)
                        self.assertEqual(status, 0 if found == "separated" else 1)
                        steps = trace["steps"]
                        self.assertEqual({step["algorithm"] for step in steps}, {algorithm["name"]})
                        apart = found == "separated"
                        self.assertEqual(trace["question"], ask if apart else "verdict")
                        if apart and ask == "verdict" and algorithm["name"] != "lp":
                            self.assertGreater(steps[-1]["value"], 0)
                        if algorithm["name"] in PROJECTING:
                            projected[algorithm["name"]] += sum(s["event"] == "projection" for s in steps)
            self.assertEqual(len(verdicts), 1, "algorithms that disagree")
            self.assertIn(verdict, (None, *verdicts))
        self.assertTrue(all(projected.values()), projected)

    def test_depth_contact_and_cast(self):
        a = self.write("a.obj", cube())
        for algorithm in ("auto", "epa", "sat"):
            _, trace = self.trace(a, a, "--translate-b", "0.75,0.25,0", "--ask", "depth", "--algorithm", algorithm)
            self.expect_as_documented(trace)
            depth = trace["answer"]["depth"]
            self.assertTrue(depth["interval"][0] <= 0.25 <= depth["interval"][1])
            self.assertEqual((depth["normal"], trace["question"]), ([1, 0, 0], "depth"))
            rocks = [self.write("rock%d.obj" % i, ball(random.Random(i), 16, (1.2 * i, 0.2, 0.1))) for i in (0, 1)]
            _, trace = self.trace(*rocks, "--ask", "depth", "--algorithm", algorithm)
            self.expect_as_documented(trace)
            self.assertTrue(trace["steps"])
        _, trace = self.trace(a, a, "--translate-b", "1,0.25,0", "--ask", "contact")
        self.expect_as_documented(trace)
        contact = trace["answer"]["contact"]
        self.assertEqual((contact["dimension"], len(contact["points"]), contact["depth"]), (2, 4, [0, 0]))
        self.assertEqual({tuple(point["a"]) for point in contact["points"]},
                         {(1, y, z) for y in (0.25, 1) for z in (0, 1)})
        for shift, way, result, time in (("3,0,0", "-4,0,0", "hit", 0.5), ("3,0,0", "-4,8,0", "free", 1),
                                         ("3,0,0", "1,0,0", "free", 1), ("0.5,0,0", "1,0,0", "hit", 0)):
            status, trace = self.trace(a, a, "--translate-b", shift, "--move-b", way)
            self.expect_as_documented(trace)
            cast = trace["answer"]["cast"]
            self.assertEqual((cast["result"], trace["question"], trace["steps"]), (result, "cast", []))
            self.assertTrue(cast["time"][0] <= time <= cast["time"][1])
            # A pose's distance is that of cubes that are moved by its offset.
            x = float(shift.split(",")[0])
            for pose in cast["poses"]:
                gaps = [max(0, abs((x if l == 0 else 0) + pose["offset"][l]) - 1) for l in range(3)]
                lower, upper = pose["distance"]
                self.assertTrue(lower * (1 - 1e-9) <= sum(g * g for g in gaps) ** 0.5 <= upper * (1 + 1e-9) + 1e-12)
            self.assertEqual(len(cast["poses"]), 1 if time == 0 else 17)
        # Apart: there is no depth and no contact, and the steps are those of the verdict.
        for ask in ("depth", "contact"):
            status, trace = self.trace(a, a, "--translate-b", "3,0,0", "--ask", ask)
            self.assertEqual((status, trace["question"]), (0, "verdict"))
            self.expect_as_documented(trace)

    def test_known_steps(self):
        a = self.write("a.obj", cube())
        b = self.write("b.obj", cube(1.5))
        _, trace = self.trace(a, b, "--algorithm", "sat")
        self.assertEqual(trace["question"], "verdict")
        last = trace["steps"][-1]
        self.assertEqual((last["event"], last["direction"]), ("axis", [1, 0, 0]))
        self.assertEqual(last["value"], 0.5)
        answer = trace["answer"]
        x, y, z = answer["certificate"]["direction"]
        self.assertTrue(x > 0 and (y, z) == (0, 0))
        lower, upper = answer["distance"]
        self.assertTrue(lower <= 0.5 <= upper and upper - lower < 1e-11)
        self.assertEqual((answer["point_a"][0], answer["point_b"][0]), (1, 1.5))
        self.assertEqual((len(trace["a"]["faces"]), len(trace["a"]["edges"])), (6, 12))

    def test_touching_has_a_common_point(self):
        a = self.write("a.obj", cube())
        status, trace = self.trace(a, a, "--translate-b", "1,0.5,0", "--algorithm", "gjk")
        self.assertEqual((status, trace["answer"]["verdict"]), (1, "touching"))
        self.assertEqual(trace["answer"]["distance"], [0, 0])
        self.assertEqual(trace["answer"]["point_a"][0], 1)
        self.assertEqual(trace["b"]["name"], "a.obj#2")

    def test_flat_bodies_points_and_numbers_of_any_size(self):
        square = self.write("square.obj", [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)])
        point = self.write("point.obj", [(0.5, 0.5, 2)])
        huge = self.write("huge.obj", [tuple(1e300 * x for x in p) for p in cube(3)])
        for files in ((square, point), (point, point), (square, huge)):
            for algorithm in self.algorithms:
                _, trace = self.trace(*files, "--algorithm", algorithm["name"])
                self.assertTrue(trace["a"]["indices"])

    def test_bounds_alone_leave_no_steps(self):
        a = self.write("a.obj", cube())
        status, trace = self.trace(a, a, "--ask", "verdict", "--translate-b", "-5,0,0")
        self.assertEqual((status, trace["steps"], trace["answer"]["decided_by"]), (0, [], "bounds"))

    def test_the_page_carries_the_trace_and_nothing_else(self):
        name = "</script><script>alert(1)<!-- & \u00e9"
        a = self.write("a.obj", "o %s\n%so other\n%s" % (
            name, obj(cube()) + "p 1 2 3 4 5 6 7 8\n", obj(cube(2)) + "p 9 10 11 12 13 14 15 16\n"))
        done, page = self.page(a)
        scripts = Scripts(page)
        self.assertEqual(set(scripts.texts), {"data", ""})
        self.assertTrue(all(address.startswith("data:") for address in scripts.addresses))
        carried = json.loads(scripts.texts["data"])
        self.assertEqual(carried["a"]["name"], name)
        self.assertEqual(carried, self.trace(a)[1])
        self.assertTrue(page.startswith("<!doctype html>"))
        self.assertEqual(done.returncode, 0)

    def test_colours_can_be_read_in_the_light_and_in_the_dark(self):
        page = run("explain", self.write("a.obj", cube()), self.write("b.obj", cube(2)), "-o", "-").stdout.decode()
        palettes = [{}, {}]
        for selector, block in re.findall(r"(:root(?:\[data-theme=dark\])?)\{([^{}]*)\}", page):
            palettes[selector != ":root"].update(re.findall(r"--([a-z]+): ?(#[0-9a-f]+)", block))
        for palette in palettes:
            for ground in ("back", "panel"):
                for name in ("ink", "soft", "a", "b", "point", "gap", "overlap"):
                    self.assertGreaterEqual(contrast(palette[name], palette[ground]), 4.5 if ground == "panel" else 3,
                                            (name, ground, palette))

    def test_the_summary(self):
        a, b = self.write("a.obj", cube()), self.write("b.obj", cube(1.5))
        done, _ = self.page(a, b, "--algorithm", "edge_projection")
        for word in ("a.obj  separated  b.obj", "decided by edge_projection, stage filter; distance 0.5",
                     "of the distance search written to ", "xdg-open "):
            self.assertIn(word, done.stdout.decode())

    def test_where_the_output_goes(self):
        a = self.write("a.obj", cube())
        done = run("explain", a, a, cwd=self.folder)
        self.assertIn(b"steps.html", done.stdout)
        self.assertTrue((self.folder / "steps.html").exists())
        self.assertTrue(run("explain", a, a, "-o", "-").stdout.startswith(b"<!doctype html>"))
        done = run("explain", a, a, "--json", "-o", self.folder / "trace.json")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, b"", b""))
        self.assertEqual(json.loads((self.folder / "trace.json").read_text())["format"], "sunder-trace")

    def test_bodies_by_name(self):
        algorithm = SCENES / "room.glb"
        status, trace = self.trace(algorithm, "--bodies", "table/top", "chair 2/back rail")
        self.assertEqual((status, trace["answer"]["verdict"], trace["up"]), (1, "touching", "y"))
        self.assertEqual((trace["a"]["name"], trace["b"]["name"]), ("table/top", "chair 2/back rail"))

    def test_refusals_say_what_where_and_what_to_do(self):
        a, b = self.write("a.obj", cube()), self.write("b.obj", cube(1.5))
        far = self.write("far.obj", [tuple(1.7e308 * x for x in p) for p in cube()])
        for arguments, words in (
            ([a], ["a.obj", "one body", "second file"]),
            ([a, b, a], ["3 bodies", "--bodies"]),
            ([SCENES / "room.glb"], ["55 bodies", '--bodies "table/top"']),
            ([a, b, "--bodies", "a.obj", "c.obj"], ["c.obj", "no body"]),
            ([a, b, "--algorithm", "magic"], ["magic", "gjk", "edge_projection", "auto"]),
            ([a, b, "--algorithm", "polygon_lp"], ["polygon_lp", "dimension 3"]),
            ([a, b, "--algorithm", "sat", "--ask", "distance"], ["sat", "does not serve distance"]),
            ([a, b, "--algorithm", "gjk", "--ask", "depth"], ["gjk", "does not serve depth"]),
            ([a, b, "--ask", "relation"], ["relation", "verdict, distance, depth, contact or cast"]),
            ([a, b, "--ask", "cast"], ["--move-b"]),
            ([a, b, "--ask", "depth", "--move-b", "1,0,0"], ["--move-b", "--ask"]),
            ([a, b, "--move-b", "1,0"], ["--move-b", "1,0"]),
            ([a, b, "--move-b", "1,0,inf"], ["--move-b"]),
            ([a, b, "--move-b", "1,0,0", "--algorithm", "gjk"], ["--move-b 1,0,0", "gjk", "does not serve cast"]),
            ([a, b, "--translate-b", "1,2"], ["--translate-b", "1,2"]),
            ([a, b, "--translate-b", "1,2,nan"], ["--translate-b"]),
            ([a, b, "--translate-b", "1,2,3,4"], ["--translate-b"]),
            ([far, b, "--translate-b", "1.7e308,0,0", "--bodies", "b.obj", "far.obj"], ["far.obj", "largest double"]),
            ([a, self.folder / "none.obj"], ["none.obj"]),
            ([a, b, "-o", self.folder / "none" / "x.html"], ["cannot write", "x.html"]),
            ([a, b, "-o", a], ["a.obj", "that file is read"]),
            ([a, b, "-o", ""], ["cannot write"]),
            ([a, b, "--ask", ""], ["--ask"]),
            ([a, b, "--translate-b", ""], ["--translate-b"]),
            ([a, b, "--algorithm", ""], ["--algorithm"]),
            ([a, b, "--unit", ""], ["--unit"]),
            ([], ["files"]),
        ):
            done = run("explain", *arguments, cwd=self.folder)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertEqual(done.stdout, b"")
            for word in words:
                self.assertIn(word, done.stderr.decode(), arguments)
        self.assertFalse((self.folder / "steps.html").exists())
        self.assertTrue(a.read_text(encoding="utf-8").startswith("v "))

    def test_names_cannot_steer_a_terminal(self):
        path = self.write("a.obj", "o \x1b[31mred\n" + obj(cube()) + "p 1 2\no b\n" + obj(cube(3)) + "p 9 10\n")
        self.assertNotIn(b"\x1b", run("explain", path, cwd=self.folder).stdout)

    def test_help_ends_with_examples(self):
        done = run("explain", "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"Examples:\n  sunder explain", done.stdout)


if __name__ == "__main__":
    unittest.main()
