# SPDX-License-Identifier: Apache-2.0
"""`sunder explain` of pairs with solids, surfaces and unions: its steps are what docs/trace.md says, and they are true
of the bodies, by arithmetic of this file."""

import json
import pathlib
import random
import tempfile
import unittest

from meshes import BOX, box, cup
from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
EVENTS = {"taken", "convex", "apart", "boxes", "contact", "enclosure", "closest", "cut", "answer", "left_out"}
OVERLAPPING = {"piercing", "same_side", "common_direction", "crossing"}

BALL = box("ball", (-0.5, -0.5, 1.5), (0.5, 0.5, 2.5))
LID = box("lid", (-1.5, -1.5, 4), (1.5, 1.5, 5))
PIN = box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25))
BAR = box("bar", (-3, -0.25, 2), (3, 0.25, 2.5))
CRATE = box("crate", (10, 0, 0), (12, 2, 2), BOX[:5])
SHEET = "o sheet\nv -3 0.1 -1\nv 3 0.2 -1\nv 0 0.3 5\nf -3 -2 -1\n"


def dot(p, q):
    return sum(x * y for x, y in zip(p, q))


def minus(p, q):
    return [x - y for x, y in zip(p, q)]


def cross(p, q):
    return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]


def size(p):
    return dot(p, p) ** 0.5


class ExplainMeshes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *objects, name="pair.obj"):
        path = self.folder / name
        path.write_text("".join(objects))
        return path

    def explain(self, *arguments):
        """The trace, after tests of what holds for every trace."""
        done = run("explain", "--json", *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(done.stderr, b"")
        trace = json.loads(done.stdout)
        self.assertEqual((trace["format"], trace["version"], trace["dimension"]), ("sunder-body-trace", 1, 3))
        steps, verdict = trace["steps"], trace["answer"]["verdict"]
        self.assertEqual(done.returncode, 0 if verdict == "separated" else 1)
        self.assertEqual((steps[0]["event"], steps[-1]["event"]), ("taken", "answer"))
        self.assertLessEqual({step["event"] for step in steps}, EVENTS)
        self.assertTrue(all(len(step["text"]) > 10 for step in steps))
        self.assertNotRegex(" ".join(step["text"] for step in steps), "nan|inf|-1 of")
        for name in ("a", "b"):
            body = trace[name]
            self.assertEqual(len(body["indices"]), len(body["vertices"]))
            self.assertTrue(all(0 <= i < len(body["vertices"]) for face in body["faces"] for i in face))
        for step in steps:
            if step["event"] == "contact":
                self.expect_true_contact(step)
            if step["event"] == "enclosure":
                self.expect_true_ray(trace, step)
            if step["event"] == "cut":
                self.expect_true_cut(trace, step)
            for name in ("a", "b"):
                self.assertTrue(all(0 <= f < len(trace[name]["faces"]) for f in step.get("faces_" + name, [])))
        overlaps = [step for step in steps if step.get("reason") in OVERLAPPING or step.get("winding")]
        if all(step["event"] != "convex" for step in steps):
            self.assertEqual(bool(overlaps), verdict == "overlapping")
            contacts = [step for step in steps if step["event"] == "contact"]
            self.assertTrue(contacts or verdict != "touching")
            self.assertFalse(contacts and verdict == "separated")
        self.assertEqual("closest" in {step["event"] for step in steps}, "distance" in trace["answer"])
        return trace

    def expect_true_contact(self, step):
        """The features lie on the triangles that are named; a plane has the cones on its sides."""
        for name in ("a", "b"):
            for point in step.get("feature_" + name, []):
                corners = step["corners_" + name]
                normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))
                self.assertLessEqual(abs(dot(normal, minus(point, corners[0]))), 1e-9 * (1 + size(normal)))
        if step["reason"] == "plane_between":
            u = step["direction"]
            self.assertGreater(size(u), 0)
            for sign, cone in ((1, step["cone_a"]), (-1, step["cone_b"])):
                self.assertTrue(cone)
                for end in (end for arc in cone for end in arc):
                    self.assertLessEqual(sign * dot(u, end), 1e-9 * size(u) * size(end))
        if step["reason"] == "common_direction":
            self.assertGreater(size(step["direction"]), 0)

    def expect_true_ray(self, trace, step):
        """The crossings are where the ray meets their triangles, and the signs' sum is the winding number."""
        self.assertEqual(step["winding"], sum(one["sign"] for one in step["crossings"]))
        other = trace["b" if step["inside"] == "a" else "a"]
        u = step["direction"]
        heights = [dot(u, one["at"]) for one in step["crossings"]]
        self.assertEqual(heights, sorted(heights))
        for one in step["crossings"]:
            way = minus(one["at"], step["start"])
            self.assertGreaterEqual(dot(way, u), 0)
            self.assertLess(size(cross(way, u)), 1e-9)
            if one["triangle"] >= 0 and trace["a"]["parts"] == trace["b"]["parts"] == 1:
                p, q, r = (other["vertices"][i] for i in other["faces"][one["triangle"]])
                normal = cross(minus(q, p), minus(r, p))
                self.assertLess(abs(dot(normal, minus(one["at"], p))), 1e-9 * (1 + size(normal)))
                self.assertEqual(one["sign"], 1 if dot(normal, u) > 0 else -1)

    def expect_true_cut(self, trace, step):
        """Every vertex of the first range is below every one of the second."""
        heights = []
        for name in ("a", "b"):
            body = trace[name]
            faces = [body["faces"][f] for f in step["faces_" + name]] or [range(len(body["vertices"]))]
            heights.append([dot(step["direction"], body["vertices"][i]) for face in faces for i in face])
        slack = 1e-9 * size(step["direction"])
        if trace["a"]["parts"] == trace["b"]["parts"] == 1:
            self.assertLessEqual(max(heights[0]), min(heights[1]) + slack)

    def events(self, trace):
        return [step["event"] for step in trace["steps"]]

    def test_a_ball_in_a_cup_is_apart(self):
        trace = self.explain(self.write(cup(), BALL))
        self.assertEqual((trace["a"]["taken_as"], trace["b"]["taken_as"]), ("solid", "hull"))
        answer = trace["answer"]
        self.assertEqual((answer["verdict"], answer["proven"]), ("separated", True))
        self.assertTrue(answer["distance"][0] <= 0.5 <= answer["distance"][1])
        rays = {step["inside"]: step for step in trace["steps"] if step["event"] == "enclosure"}
        self.assertEqual(set(rays), {"a", "b"})
        # From the ball's vertex the ray leaves the well and the cup.
        self.assertEqual([one["sign"] for one in rays["b"]["crossings"]], [-1, 1])
        self.assertIn("closest", self.events(trace))
        self.assertIn("cut", self.events(trace))
        self.assertNotIn("closest", self.events(self.explain(self.write(cup(), BALL), "--ask", "verdict")))

    def test_a_pin_in_the_wall_is_enclosed(self):
        for objects in ((cup(), PIN), (PIN, cup())):
            trace = self.explain(self.write(*objects))
            step = trace["steps"][-2]
            self.assertEqual((trace["answer"]["verdict"], step["event"], step["winding"]), ("overlapping", "enclosure", 1))
            self.assertEqual(trace[step["inside"]]["name"], "pin")
            self.assertEqual(trace["answer"]["triangle_a"], -1)

    def test_solids_that_touch_show_planes(self):
        """By a face; by an edge; by a vertex."""
        for other in (LID, cup("second"), cup("second")):
            for by in ("0,0,0",) if other is LID else ("4,0,4", "4,4,4", "4,1,0"):
                trace = self.explain(self.write(cup(), other), "--translate-b", by)
                self.assertEqual(trace["answer"]["verdict"], "touching")
                reasons = {step["reason"] for step in trace["steps"] if step["event"] == "contact"}
                self.assertLessEqual(reasons, {"plane_between", "nothing_common"})
                self.assertIn("plane_between", reasons)

    def test_a_bar_pierces_the_cup(self):
        trace = self.explain(self.write(cup(), BAR))
        step = trace["steps"][-2]
        self.assertEqual((step["event"], step["reason"]), ("contact", "piercing"))
        self.assertEqual((step["triangle_a"], step["triangle_b"]), tuple(trace["answer"][k] for k in ("triangle_a", "triangle_b")))

    def test_equal_solids_have_directions_in_common(self):
        trace = self.explain(self.write(cup("one"), cup("two")))
        step = trace["steps"][-2]
        self.assertEqual(trace["answer"]["verdict"], "overlapping")
        self.assertIn(step["reason"], ("common_direction", "same_side"))
        self.assertTrue(step["cone_a"] and step["cone_b"])

    def test_surfaces(self):
        trace = self.explain(self.write(cup(), SHEET))
        self.assertEqual((trace["b"]["taken_as"], trace["answer"]["verdict"]), ("surface", "overlapping"))
        self.assertIn("a surface of 1 triangle", trace["steps"][0]["text"])
        self.assertEqual(self.explain(self.write(cup(), CRATE))["answer"]["verdict"], "separated")
        trace = self.explain(self.write(CRATE, SHEET), "--translate-b", "11,1,0")
        self.assertEqual(trace["answer"]["verdict"], "overlapping")
        flat = "o flat\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"
        trace = self.explain(self.write(flat, flat.replace("flat", "more")), "--translate-b", "0.25,0.25,0")
        self.assertEqual(trace["answer"]["verdict"], "touching")
        self.assertEqual({s["reason"] for s in trace["steps"] if s["event"] == "contact"}, {"no_crossing"})

    def test_unions(self):
        room = SCENES / "room.glb"
        trace = self.explain(room, "--body", "node", "--bodies", "table", "chair 2")
        self.assertEqual((trace["a"]["taken_as"], trace["answer"]["verdict"]), ("parts", "touching"))
        self.assertGreater(trace["b"]["parts"], 1)
        self.assertIn("convex", self.events(trace))
        self.assertIn("Part ", trace["steps"][1]["text"])

    def test_a_desk(self):
        desk = SCENES / "desk.glb"
        report = json.loads(run("check", "--json", "--all", desk).stdout)
        seen = set()
        for pair in report["pairs"]:
            kinds = {report["taken_as"][pair["a_id"]], report["taken_as"][pair["b_id"]]}
            key = (pair["proximity"], *sorted(kinds))
            if kinds == {"hull"} or key in seen:
                continue
            seen.add(key)
            trace = self.explain(desk, "--bodies", pair["a"], pair["b"])
            self.assertEqual(trace["answer"]["verdict"], {"clear": "separated"}.get(pair["proximity"], pair["proximity"]))
            self.assertEqual(trace["up"], "y")
        self.assertTrue(seen)

    def test_boxes_on_a_grid_in_and_around_a_cup(self):
        generator = random.Random(5)
        verdicts = set()
        for _ in range(40):
            lower = [generator.randint(-10, 8) / 4, generator.randint(-10, 8) / 4, generator.randint(-4, 18) / 4]
            other = box("box", lower, [x + generator.choice((0.25, 0.5, 1, 2)) for x in lower])
            path = self.write(cup(), other)
            found = self.explain(path)["answer"]["verdict"]
            (pair,) = json.loads(run("check", "--json", "--all", path).stdout)["pairs"]
            self.assertEqual(found, {"clear": "separated"}.get(pair["proximity"], pair["proximity"]))
            verdicts.add(found)
        self.assertEqual(verdicts, {"separated", "touching", "overlapping"})

    def test_what_bodies_are_taken_as(self):
        path = self.write(cup(), BALL)
        hulls = json.loads(run("explain", "--json", "--as", "hull", path).stdout)
        self.assertEqual((hulls["format"], hulls["answer"]["verdict"]), ("sunder-trace", "overlapping"))
        self.assertEqual(self.explain("--as", "surface:cup", path)["a"]["taken_as"], "surface")
        for arguments, words in (
            (("--algorithm", "gjk"), ("gjk", "cup was taken as a solid", "--as hull")),
            (("--as", "cube"), ("--as cube", "auto, solid, surface or hull")),
            (("--as", "hull:dog"), ("hull:dog",)),
            (("--body", "piece"), ("--body piece",)),
        ):
            done = run("explain", path, *arguments, cwd=self.folder)
            self.assertEqual((done.returncode, done.stdout), (2, b""), arguments)
            for word in words:
                self.assertIn(word, done.stderr.decode())
        done = run("explain", self.write(cup(), CRATE), "--as", "solid", cwd=self.folder)
        self.assertIn(b"edges are open", done.stderr)

    def test_the_summary_tells_the_steps(self):
        path = self.write(cup(), BALL)
        trace = self.explain(path)
        text = run("explain", path, cwd=self.folder).stdout.decode()
        self.assertTrue(text.startswith("cup  separated  ball\n  1. a is taken as a solid of 28 triangles"), text)
        for step in trace["steps"]:
            self.assertIn(step["text"], text)
        self.assertIn("%d steps written to steps.html\nopen it" % len(trace["steps"]), text)
        page = (self.folder / "steps.html").read_text(encoding="utf-8")
        self.assertIn('"sunder-body-trace"', page)

    def test_names_and_numbers_of_any_kind(self):
        name = "</script><script>alert(1)<!-- & \x1b[31m"
        path = self.write(cup(name), BALL)
        self.assertNotIn(b"\x1b", run("explain", path, cwd=self.folder).stdout)
        page = (self.folder / "steps.html").read_text(encoding="utf-8")
        self.assertNotIn("<script>alert", page)
        for factor in ("1e150", "1e-150", "1e-300"):
            big = "".join(" ".join([line[0], *(repr(float(x) * float(factor)) for x in line.split()[1:])]) + "\n"
                          if line.startswith("v ") else line + "\n" for line in (cup() + PIN).splitlines())
            done = run("explain", "--json", self.write(big))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual(json.loads(done.stdout)["answer"]["verdict"], "overlapping")
        flat = "o flat\nv 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\n"
        self.assertEqual(self.explain(self.write(flat, cup()))["b"]["taken_as"], "solid")


if __name__ == "__main__":
    unittest.main()
