# SPDX-License-Identifier: Apache-2.0
"""The page of `sunder explain` in a headless browser. The attributes of its root report what it drew; with
#selftest it draws its steps and tests the pixels. The exit status is 77 without a browser; SUNDER_BROWSER
names one."""

import html.parser
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

from meshes import BOX, box, cup
from sunder import run

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"]
BROWSER = os.environ.get("SUNDER_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
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


class Root(html.parser.HTMLParser):
    """The data- attributes of the root element."""

    def __init__(self, text):
        super().__init__()
        self.data = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "html":
            self.data = {name[5:]: value for name, value in attributes if name.startswith("data-")}


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

    def open(self, fragment="", script="", size="1280,900", seconds=0):
        """The root's data after the page and then `script` have run, and its timers for `seconds`."""
        if script:
            page = self.path.read_text(encoding="utf-8")
            self.path.write_text(page.replace("</body>", "<script>%s</script></body>" % script), encoding="utf-8")
        # The page is trusted: no sandbox, so that a container's root can run it.
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=" + size,
             "--user-data-dir=%s" % (self.folder / "profile"), *(["--virtual-time-budget=%d" % (1000 * seconds)] if seconds else []), "--dump-dom",
             "%s#%s" % (self.path.as_uri(), fragment)],
            capture_output=True, timeout=120, env={**os.environ, "HOME": str(self.folder)})
        data = Root(done.stdout.decode()).data
        self.assertEqual(data.get("ready"), "yes", done.stderr.decode()[-2000:])
        self.assertEqual(data["errors"], "0", done.stderr.decode()[-2000:])
        return data

    def expect_sound(self, trace, **options):
        """Every step of this trace draws something, and the answer is shown correctly."""
        data = self.open("selftest&step=end", **options)
        verdict = trace["answer"]["verdict"]
        self.assertEqual(data["selftest"], "ok")
        self.assertEqual((data["step"], data["event"]), (data["steps"], "answer"))
        self.assertEqual(int(data["steps"]), len(trace["steps"]) + 1)
        self.assertEqual(data["verdict"], verdict)
        self.assertEqual(data["segment"], "1" if verdict == "separated" else "0")
        self.assertEqual(data["balls"], {"separated": "2", "touching": "1", "overlapping": "0"}[verdict])
        if verdict == "overlapping":
            self.assertEqual(data["blue"], "0")
        else:
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
                                  + self.shows(projections[-1:], "shadows", 1) + "show(steps.length - 1);")
                if projections:
                    shown.add(algorithm["name"])
        self.assertEqual(shown, PROJECTING)

    @staticmethod
    def shows(places, what, count):
        """A script that shows steps and throws unless they draw `count` of `what`."""
        return "".join("show(%d); if (document.documentElement.dataset.%s !== '%d') throw new Error('%s');"
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
            self.expect_sound(trace, script=script + "show(steps.length - 1);")

    def test_outlines_that_are_apart_get_a_line_between(self):
        for seed in range(30):
            a = self.write("a.obj", ball(seed, 10, (0, 0, 0)))
            trace = self.explain(a, self.write("b.obj", ball(seed + 100, 10, (1.6, 0.5, 0.4))),
                                 "--algorithm", "edge_projection", "--ask", "verdict")
            apart = [i for i, s in enumerate(trace["steps"]) if s["event"] == "projection" and s["value"] > 0]
            if apart:
                break
        self.expect_sound(trace, script=self.shows(apart[:1], "line", 1) + "show(steps.length - 1);")
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
            data = self.open("selftest&step=end", script=script + "show(steps.length - 1);")
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
                 ["theme=dark&step=2&along", 2]]
        data = self.open("step=2&theme=dark")
        self.assertEqual((data["step"], data["theme"]), ("2", "dark"))
        self.open(script="""
          for (const [fragment, step] of %s) {
            location.hash = fragment;
            read_address();
            if (document.documentElement.dataset.step !== String(step)) throw new Error(fragment);
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

    def test_a_name_stays_a_name(self):
        name = "</script><img src=x onerror=alert(1)><!--<script>"
        a = self.write("a.obj", "o %s\n%sp 1 2 3 4 5 6 7 8\no b\n%sp 9 10 11 12 13 14 15 16\n" % (
            name, obj(cube()), obj(cube(2))))
        trace = self.explain(a)
        self.assertEqual(trace["a"]["name"], name)
        self.expect_sound(trace, script="""
          document.documentElement.dataset.errors -= 0 - document.images.length;
          if (document.getElementById("name-a").textContent !== trace.a.name) throw new Error("name");""")

    def test_keys_buttons_and_the_slider(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        trace = self.explain(a, self.write("b.obj", ball(2, 12, (2.3, 0.3, 0.2))), "--algorithm", "gjk")
        self.assertGreater(len(trace["steps"]), 4)
        self.open(script="""
          const at = () => Number(document.documentElement.dataset.step);
          const expect = (step, what) => { if (at() !== step) throw new Error(what + ": " + at()); };
          const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
          key("ArrowRight"); key("ArrowRight"); expect(3, "right");
          key("ArrowLeft"); expect(2, "left");
          key("End"); expect(steps.length, "end"); key("ArrowRight"); expect(steps.length, "past the end");
          key("Home"); expect(1, "home");
          for (const [id, step] of [["forward", 2], ["back", 1], ["last", steps.length], ["first", 1]]) {
            document.getElementById(id).click(); expect(step, id);
          }
          const slider = document.getElementById("slider");
          slider.value = "4"; slider.dispatchEvent(new Event("input")); expect(4, "slider");
          document.querySelectorAll("#list button")[1].click(); expect(2, "list");
          const zoom = view.zoom; key("+"); if (!(view.zoom > zoom)) throw new Error("zoom");
          const yaw = view.yaw, canvas = document.getElementById("scene");
          canvas.setPointerCapture = () => {};
          for (const [type, x] of [["pointerdown", 100], ["pointermove", 150], ["pointerup", 150]]) {
            canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: 100 }));
          }
          if (view.yaw === yaw) throw new Error("turn");
          document.getElementById("turn").click(); if (view.yaw !== yaw) throw new Error("reset");""")

    def test_it_plays_to_the_end_and_stops(self):
        a = self.write("a.obj", ball(1, 14, (0, 0, 0)))
        self.explain(a, self.write("b.obj", ball(2, 12, (2.3, 0.3, 0.2))), "--algorithm", "gjk")
        data = self.open(script="""
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
          if (document.documentElement.dataset.playing !== "yes") throw new Error("it does not play");""", seconds=30)
        self.assertEqual(data["step"], data["steps"])
        self.assertNotIn("playing", data)

    def test_an_error_is_counted(self):
        a = self.write("a.obj", cube())
        self.explain(a, a)
        with self.assertRaisesRegex(AssertionError, "'1' != '0'"):
            self.open(script="throw new Error('the tests would see it');")


if __name__ == "__main__":
    if BROWSER is None:
        print("SKIPPED: no browser; looked for %s (or set SUNDER_BROWSER)" % ", ".join(NAMES))
        sys.exit(77)
    unittest.main()
