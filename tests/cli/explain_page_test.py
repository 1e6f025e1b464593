# SPDX-License-Identifier: Apache-2.0
"""The page of `sunder explain` in a headless browser. The attributes of its root report what it drew; with #selftest it
draws its steps and tests the pixels. The exit status is 77 without a browser; SUNDER_BROWSER names one."""

import json
import math
import pathlib
import random
import tempfile
import unittest

import browser
from meshes import BOX, box, cup
from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
PROJECTING = {"edge_projection", "plane_projection"}


def obj(points):
    return "".join("v %r %r %r\n" % tuple(point) for point in points)


def cube(x=0.0, size=1.0):
    return [(x + size * i, size * j, size * k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def ball(seed, count, centre):
    generator = random.Random(seed)
    points = []
    for _ in range(count):
        p = [generator.gauss(0, 1) for _ in range(3)]
        length = math.sqrt(sum(x * x for x in p))
        points.append(tuple(c + x / length for c, x in zip(centre, p)))
    return points


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "steps.html"

    def write(self, name, points):
        path = self.folder / name
        path.write_text(points if isinstance(points, str) else obj(points), encoding="utf-8")
        return path

    def explain(self, *arguments):
        """Writes the page; returns its trace."""
        done = run("explain", *arguments, "-o", self.path)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(run("explain", "--json", *arguments).stdout)

    def open(self, fragment="", script="", size="1280,900"):
        """The root's data after the page and then `script` have run. In the script `explain` has what the page shows, `root`
        is its root, and `until` waits for a condition. The browser's virtual time passes quickly while it compiles the
        checker on another thread, so that there is much of it."""
        page = self.path.read_text(encoding="utf-8")
        shown = self.folder / "shown.html"
        around = """<script type=module>
          const root = document.documentElement, { explain } = window;
          const until = async (holds) => { for (let i = 0; !holds(); ++i) {
            if (i > 20000) throw new Error("waited for " + holds); await new Promise((go) => setTimeout(go, 25)); } };
          await until(() => root.dataset.checked || !explain.story.check);
          %s
          root.dataset.script = "done";</script>"""
        at = page.rindex("</body>")
        shown.write_text(page[:at] + around % script + page[at:], encoding="utf-8")
        root, spoken = browser.opened(shown, self.folder, fragment, size, 600_000, 180)
        self.assertEqual([root.data.get(name) for name in ("ready", "errors", "script")], ["yes", "0", "done"], spoken)
        self.assertEqual((root.fetched, spoken), ([], []))
        return root.data

    def expect_sound(self, trace, **options):
        """Every step of this trace draws something, the answer is shown correctly, and its proof holds in the page."""
        data = self.open("selftest&step=end", **options)
        verdict, steps = trace["answer"]["verdict"], max(1, len(trace["steps"]))
        self.assertEqual(data["selftest"], "ok")
        self.assertEqual((data["step"], data["event"]), (data["steps"], "answer"))
        self.assertEqual(int(data["steps"]), steps + 1)
        self.assertEqual((data["verdict"], data["checked"]), (verdict, "holds"))
        self.assertEqual(data["segment"], "1" if verdict == "separated" else "0")
        self.assertEqual(data["balls"], {"separated": "2", "touching": "1", "overlapping": "0"}[verdict])
        self.assertGreater(int(data["blue"]), 30)
        return data

    def test_every_algorithm(self):
        algorithms = json.loads(run("algorithms", "--json").stdout)
        a = self.write("a.obj", ball(1, 10, (0, 0, 0)))
        b = self.write("b.obj", ball(2, 9, (1.5, 0.3, 0.2)))
        shown = set()
        for algorithm in algorithms:
            if not algorithm["any_dimension"] and 3 not in algorithm["dimensions"]:
                continue
            with self.subTest(algorithm=algorithm["name"]):
                trace = self.explain(a, b, "--algorithm", algorithm["name"])
                projections = [i for i, s in enumerate(trace["steps"]) if s["event"] == "projection"]
                self.expect_sound(trace, script=self.shows(projections[-1:], "outlines", 2)
                                  + self.shows(projections[-1:], "shadows", 1) + "explain.show(1e9);")
                if projections:
                    shown.add(algorithm["name"])
        self.assertEqual(shown, PROJECTING)

    @staticmethod
    def shows(places, what, count):
        """A script that shows steps and throws unless they draw `count` of `what`."""
        return "".join("explain.show(%d); if (root.dataset.%s !== '%d') throw new Error('%s');"
                       % (i, what, count, what) for i in places)

    def test_a_separation_shows_axes_pairs_and_closest_points(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        b = self.write("b.obj", ball(2, 12, (2.2, 0.3, 0.2)))
        for algorithm in ("gjk", "edge_projection"):
            trace = self.explain(a, b, "--algorithm", algorithm)
            script = "".join(
                self.shows([i], "pairs", len(step["pairs"])) + self.shows([i], "segment", 0) +
                self.shows([i], "intervals", 2 if step["direction"] and step["event"] != "projection" else 0)
                for i, step in enumerate(trace["steps"]))
            self.expect_sound(trace, script=script + "explain.show(1e9);")

    def test_outlines_that_are_apart_get_a_line_between(self):
        for seed in range(30):
            a = self.write("a.obj", ball(seed, 10, (0, 0, 0)))
            trace = self.explain(a, self.write("b.obj", ball(seed + 100, 10, (1.6, 0.5, 0.4))),
                                 "--algorithm", "edge_projection", "--ask", "verdict")
            apart = [i for i, s in enumerate(trace["steps"]) if s["event"] == "projection" and s["value"] > 0]
            if apart:
                break
        self.expect_sound(trace, script=self.shows(apart[:1], "line", 1) + "explain.show(1e9);")
        self.assertTrue(apart)

    def test_pivots_show_their_objectives(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        trace = self.explain(a, self.write("b.obj", ball(2, 12, (1.5, 0, 0))), "--algorithm", "lp")
        self.assertEqual(int(self.open()["objectives"]), len(trace["steps"]))

    def test_meshes_show_how_triangles_decided(self):
        ball_in_it = box("ball", (-0.5, -0.5, 1.5), (0.5, 0.5, 2.5))
        lid = box("lid", (-1.5, -1.5, 4), (1.5, 1.5, 5))
        pin = box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25))
        bar = box("bar", (-3, -0.25, 2), (3, 0.25, 2.5))
        crate = box("crate", (1, 0, 0), (12, 2, 2), BOX[:5])
        for other, verdict, events in (
            (ball_in_it, "separated", {"boxes", "enclosure", "closest", "cut"}), (lid, "touching", {"contact"}),
            (pin, "overlapping", {"boxes", "enclosure"}), (bar, "overlapping", {"boxes", "contact"}),
            (cup("same"), "overlapping", {"contact"}), (crate, "overlapping", {"contact"}),
        ):
            trace = self.explain(self.write("pair.obj", cup() + other))
            self.assertEqual(trace["answer"]["verdict"], verdict)
            self.assertLessEqual(events | {"taken", "answer"}, {step["event"] for step in trace["steps"]})
            script = "".join(self.shows([i], what, count) for i, step in enumerate(trace["steps"])
                             for what, count in self.drawn_of(step))
            data = self.open("selftest&step=end", script=script + "explain.show(1e9);")
            self.assertEqual((data["selftest"], data["verdict"]), ("ok", verdict))
            self.assertEqual((int(data["steps"]), data["event"]), (len(trace["steps"]), "answer"))
            if verdict != "overlapping":
                self.assertGreater(int(data["blue"]), 30)
            self.assertEqual(data["segment"], "1" if verdict == "separated" else "0")

    @staticmethod
    def drawn_of(step):
        """What a step of a decision draws, and how often."""
        event = step["event"]
        if event != "answer":  # that shows what decided
            yield "segment", 1 if event == "closest" else 0
        if event == "contact":
            yield "cones", 1 if step.get("cone_a") or step.get("cone_b") else 0
            yield "features", 4 if "feature_a" in step else 0  # in the scene and in the close-up
            yield "highlights", 4
        elif event in ("boxes", "closest", "cut"):
            yield "highlights", len(step["faces_a"]) + len(step["faces_b"])
        if event == "cut":
            yield "planes", 1
        if event == "enclosure":
            yield "crossings", len(step["crossings"])

    def test_the_address_names_a_step(self):
        a = self.write("a.obj", cube())
        trace = self.explain(a, self.write("b.obj", cube(1.5)), "--algorithm", "sat")
        last = len(trace["steps"]) + 1
        cases = [["", 1], ["step=2", 2], ["step=end", last], ["step=999", last], ["step=0", 1], ["step=x", 1],
                 ["dark&step=2&along", 2]]
        data = self.open("step=2&dark")
        self.assertEqual((data["step"], data["theme"]), ("2", "dark"))
        self.open(script="""
          for (const [fragment, step] of %s) {
            location.hash = fragment;
            explain.readAddress();
            if (root.dataset.step !== String(step)) throw new Error(fragment);
          }""" % json.dumps(cases))

    def test_touching_bodies_on_a_phone(self):
        trace = self.explain(SCENES / "room.glb", "--bodies", "table/top", "chair 2/back rail")
        self.assertEqual(trace["answer"]["verdict"], "touching")
        self.expect_sound(trace, size="390,844")

    def test_no_steps_at_all(self):
        a = self.write("a.obj", cube())
        trace = self.explain(a, a, "--translate-b", "-5,0,0", "--ask", "verdict")
        self.assertEqual(trace["steps"], [])
        self.expect_sound(trace)

    def test_thousands_of_faces(self):
        big = self.write("big.obj", ball(3, 2500, (2.6, 0, 0)))
        trace = self.explain(self.write("a.obj", ball(1, 14, (0, 0, 0))), big)
        self.assertGreater(len(trace["b"]["faces"]), 2000)
        self.expect_sound(trace)

    def test_flat_bodies_points_and_numbers_of_any_size(self):
        bodies = {
            "square": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], "segment": [(0, 0, 3), (1, 1, 3)],
            "point": [(0.5, 0.5, 2)], "huge": [tuple(1e307 * x for x in p) for p in cube(3)],
            "tiny": [tuple(1e-300 * x for x in p) for p in cube(3)],
        }
        files = {name: self.write(name + ".obj", points) for name, points in bodies.items()}
        for a, b in (("segment", "point"), ("tiny", "tiny"), ("square", "huge")):
            with self.subTest(a=a, b=b):
                self.expect_sound(self.explain(files[a], files[b], "--algorithm", "gjk"))

    def test_a_solid_without_faces_is_drawn_as_its_hull(self):
        """Eight units in the last place wide: the library finds no faces of b, and it was drawn as a segment."""
        size, at = 2.0**-20, 1e9
        box = lambda low, high: [(x, y, z) for x in (low, high) for y in (0, size) for z in (0, size)]
        trace = self.explain(self.write("a.obj", box(at, at + size)), self.write("b.obj", box(at + size / 2, at + 2 * size)), "--algorithm", "gjk")
        self.assertEqual(trace["b"]["faces"], [])
        self.open("", browser.SEEN + """
          await new Promise((go) => setTimeout(go, 300));
          const { purple } = seen(document.querySelector(".viewer canvas"));
          if (!(purple > 0.05)) throw new Error("b covers " + purple);""")

    def test_a_name_stays_a_name(self):
        name = "</script><img src=x onerror=alert(1)><!--<script>"
        a = self.write("a.obj", "o %s\n%sp 1 2 3 4 5 6 7 8\no b\n%sp 9 10 11 12 13 14 15 16\n" % (
            name, obj(cube()), obj(cube(2))))
        trace = self.explain(a)
        self.assertEqual(trace["a"]["name"], name)
        self.expect_sound(trace, script="""
          if (document.images.length) throw new Error("an image");
          if (document.getElementById("name-a").textContent !== explain.trace.a.name) throw new Error("name");""")

    def test_keys_buttons_and_the_slider(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        trace = self.explain(a, self.write("b.obj", ball(2, 12, (2.3, 0.3, 0.2))), "--algorithm", "gjk")
        self.assertGreater(len(trace["steps"]), 4)
        self.open(script="""
          const at = () => Number(root.dataset.step), count = explain.story.count, view = explain.stage.viewer.view;
          const expect = (step, what) => { if (at() !== step) throw new Error(what + ": " + at()); };
          const canvas = document.querySelector("#scene canvas");
          const key = (name, on = document.body) => on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
          key("ArrowRight"); key("ArrowRight"); expect(3, "right");
          key("ArrowLeft"); expect(2, "left");
          key("End"); expect(count, "end"); key("ArrowRight"); expect(count, "past the end");
          key("Home"); expect(1, "home");
          const [back, play, next] = document.querySelectorAll(".player button");
          next.click(); expect(2, "next"); back.click(); expect(1, "back");
          document.getElementById("answer").click(); expect(count, "answer");
          document.getElementById("best").click();
          if (explain.story.best + 1 !== at()) throw new Error("best");
          const slider = document.getElementById("slider");
          slider.value = "4"; slider.dispatchEvent(new Event("input")); expect(4, "slider");
          document.querySelectorAll("#list button")[1].click(); expect(2, "list");
          const distance = view.distance; key("+", canvas); if (!(view.distance < distance)) throw new Error("closer");
          const turned = view.azimuth;
          canvas.setPointerCapture = () => {};
          for (const [type, x] of [["pointerdown", 100], ["pointermove", 150], ["pointerup", 150]]) {
            canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 100 }));
          }
          if (view.azimuth === turned) throw new Error("turn");
          document.getElementById("turn").click(); if (view.azimuth !== turned) throw new Error("reset");""")

    def test_depth_contact_and_cast(self):
        a, b = self.write("a.obj", ball(1, 14, (0, 0, 0))), self.write("b.obj", ball(2, 12, (1.2, 0.3, 0.2)))
        trace = self.explain(a, b, "--ask", "depth", "--algorithm", "epa")
        self.assertEqual(trace["answer"]["verdict"], "overlapping")
        data = self.open("selftest&step=end")
        self.assertEqual([data[name] for name in ("selftest", "segment", "balls", "checked")], ["ok", "1", "2", "holds"])
        square = self.write("cube.obj", cube())
        trace = self.explain(square, square, "--translate-b", "1,0.5,0", "--ask", "contact")
        data = self.open("selftest&step=end")
        self.assertEqual([data[name] for name in ("selftest", "balls", "checked")], ["ok", "4", "holds"])
        trace = self.explain(square, square, "--translate-b", "3,0.5,0", "--move-b=-4,0,0")
        self.assertEqual(trace["answer"]["cast"]["result"], "hit")
        data = self.open("selftest&step=end")
        self.assertEqual([data[name] for name in ("selftest", "event", "motion", "checked")], ["ok", "answer", "1", "holds"])
        self.assertEqual(int(data["steps"]), len(trace["answer"]["cast"]["poses"]) + 1)

    def test_steps_that_add_nothing_are_one_line(self):
        a, b = self.write("a.obj", ball(1, 14, (0, 0, 0))), self.write("b.obj", ball(2, 12, (1.2, 0.3, 0.2)))
        trace = self.explain(a, b, "--algorithm", "sat", "--ask", "verdict")
        self.assertGreater(len(trace["steps"]), 50)
        self.open(script="""
          const lines = () => document.querySelectorAll("#list button").length, group = () => document.querySelector("#list .group");
          const closed = lines();
          if (!(closed < explain.story.count)) throw new Error("no group");
          group().click();
          if (!(lines() > closed) || group().getAttribute("aria-expanded") !== "true") throw new Error("it does not open");
          group().click();
          if (lines() !== closed) throw new Error("it does not close");""")

    def test_a_forged_certificate_is_refuted(self):
        self.explain(self.write("a.obj", cube()), self.write("b.obj", cube(1.5)), "--algorithm", "gjk")
        page = self.path.read_text(encoding="utf-8")
        self.assertEqual(self.open()["checked"], "holds")
        forged = page.replace('"answer": {"id": null, "verdict": "separated"', '"answer": {"id": null, "verdict": "overlapping"')
        self.assertNotEqual(page, forged)
        self.path.write_text(forged, encoding="utf-8")
        self.assertEqual(self.open()["checked"], "refuted")

    def test_it_plays_to_the_end_and_stops(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        self.explain(a, self.write("b.obj", ball(2, 12, (2.3, 0.3, 0.2))), "--algorithm", "gjk")
        data = self.open(script="""
          window.requestAnimationFrame = (go) => setTimeout(() => go(performance.now()), 16);  // headless, frames may not come
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
          if (root.dataset.playing !== "yes") throw new Error("it does not play");
          await until(() => root.dataset.step === root.dataset.steps && !root.dataset.playing);""")
        self.assertEqual(data["step"], data["steps"])
        self.assertNotIn("playing", data)

    def test_an_error_is_counted(self):
        a = self.write("a.obj", cube())
        self.explain(a, a)
        with self.assertRaisesRegex(AssertionError, "'1', None"):
            self.open(script="throw new Error('the tests would see it');")


if __name__ == "__main__":
    browser.main()
