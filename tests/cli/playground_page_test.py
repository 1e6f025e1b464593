# SPDX-License-Identifier: Apache-2.0
"""The playground in a headless browser, from disk: what it decides is what `sunder query` says, steps play, files are taken, and
its address holds the whole state. The exit status is 77 without a browser; SUNDER_BROWSER names one."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import browser
from sunder import query

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = json.loads((ROOT / "web/src/playground/cases.json").read_text(encoding="utf-8"))

# What scripts of these tests use: `told` becomes data of the root, `settled` waits until the address holds the state.
TOOLS = """
  const root = document.documentElement, { playground } = window, told = {};
  const at = (id) => document.getElementById(id);
  const until = async (holds) => { for (let i = 0; !holds(); ++i) {
    if (i > 4000) throw new Error("waited for " + holds); await new Promise((go) => setTimeout(go, 25)); } };
  const settled = async (act) => { const before = root.dataset.written; act(); await until(() => root.dataset.written !== before); };
  const choose = (list, value) => { list.value = value; list.dispatchEvent(new Event("change")); };
  const key = (target, key, more = {}) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  const canvas = () => document.querySelector(".panel canvas");
"""


class PlaygroundPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.page = self.folder / "playground.html"
        subprocess.run([sys.executable, "-B", ROOT / "scripts/playground_page.py", "-o", self.page], check=True)

    def open(self, script, fragment="", size="1280,900"):
        """What the script told, and the root's data, after it ran in the page."""
        page = self.page.read_text(encoding="utf-8")
        shown = self.folder / "shown.html"
        around = """<script type=module>
          const ready = async () => { while (!document.documentElement.dataset.ready) await new Promise((go) => setTimeout(go, 25)); };
          await ready();
          %s
          %s
          root.dataset.told = JSON.stringify(told);</script>"""
        end = page.rindex("</body>")
        shown.write_text(page[:end] + around % (TOOLS, script) + page[end:], encoding="utf-8")
        root, spoken = browser.opened(shown, self.folder, fragment, size, 600_000, 180)
        self.assertEqual((root.data.get("ready"), root.data.get("errors"), spoken), ("yes", "0", []))
        self.assertEqual(root.fetched, [])
        self.assertIn("told", root.data)
        return json.loads(root.data["told"]), root.data

    def test_the_gallery_says_what_the_program_says(self):
        """Every case, by auto; and in the page its certificate holds."""
        told, _ = self.open("""
          for (const button of document.querySelectorAll("#cases button")) {
            button.click();
            const { example, scene, a, b } = playground.state, { verdict, distance, depth } = playground.facts;
            told[example] = { scene, a, b, verdict, distance, depth, checked: root.dataset.checked, said: at("said").textContent };
          }""")
        self.assertEqual(sorted(told), sorted(case["name"] for case in CASES))
        questions = []
        for case in CASES:
            bodies = {}
            for side in "ab":
                bodies[side] = {"vertices": case[side]["points"]}
                if case[side]["pose"]:
                    bodies[side]["transform"] = case[side]["pose"]
            questions.append({"id": case["name"], "ask": ["verdict", "distance", "depth"], **bodies})
        status, answers = query(*questions)
        self.assertEqual(status, 0)
        for case, answer in zip(CASES, answers):
            with self.subTest(case=case["name"]):
                shown = told[case["name"]]
                self.assertEqual((shown["verdict"], shown["checked"], shown["said"]), (answer["verdict"], "holds", ""))
                self.assertEqual(shown["verdict"], case["verdict"])
                self.assertEqual(shown["scene"], "plane" if case["dimension"] == 2 else "space")
                self.assertEqual(shown["a"]["points"], [(point + [0])[:3] for point in case["a"]["points"]])
                measure = shown["distance"] if case["verdict"] == "separated" else shown["depth"]
                if case["verdict"] != "touching":
                    # Both intervals hold the exact value, so they meet.
                    own = answer["distance"] if case["verdict"] == "separated" else answer["depth"]
                    self.assertLessEqual(max(measure[0], own[0]), min(measure[1], own[1]))
                    exact = abs(case["signed_distance"])
                    self.assertLessEqual(measure[0], exact * (1 + 1e-12))
                    self.assertGreaterEqual(measure[1], exact * (1 - 1e-12))

    def test_steps_keys_files_and_history(self):
        told, _ = self.open("""
          // Steps play by keys, of two algorithms at once.
          told.steps = playground.panels[0].count;
          key(document.body, "Home");
          told.first = root.dataset.step;
          key(document.body, ".");
          told.second = root.dataset.step;
          key(document.body, "End");
          told.last = root.dataset.step;
          await settled(() => choose(at("beside"), "lp"));
          told.panels = document.querySelectorAll(".panel:not([hidden])").length;
          key(document.body, "Home");
          told.captions = [...document.querySelectorAll(".caption")].map((one) => one.textContent);
          told.notes = [...document.querySelectorAll(".about h3")].map((one) => one.textContent);
          key(document.body, " ");
          // Frames come seldom in the browser's virtual time: that it plays is not waited for.
          told.playing = root.dataset.playing;
          key(document.body, " ");
          told.paused = root.dataset.playing ?? "no";
          key(document.body, "End");

          // A body moves by keys of the picture: it touches, to the bit, and overlaps one step farther.
          choose(document.querySelectorAll("fieldset select")[1], "box");
          const place = () => document.querySelectorAll("fieldset")[1].querySelectorAll("input[aria-label^=Position]");
          for (const [i, value] of [[0, "1.5"], [1, "0.25"], [2, "0"]]) { place()[i].value = value; await settled(() => place()[i].dispatchEvent(new Event("change"))); }
          told.touching = root.dataset.verdict;
          told.contact = at("verdict").textContent;
          place()[0].value = "1.5000000000000002";
          await settled(() => place()[0].dispatchEvent(new Event("change")));
          told.apart = root.dataset.verdict;
          history.back();
          await until(() => root.dataset.verdict === "touching");
          told.back = playground.state.b.pose[3];
          history.forward();
          await until(() => root.dataset.verdict === "separated");
          told.forward = playground.state.b.pose[3];
          const before = playground.state.b.pose.join();
          await settled(() => key(canvas(), "a"));
          told.moved = playground.state.b.pose.join() !== before;

          // A pointer drags it; the kernel answers while it moves.
          canvas().setPointerCapture = () => {};
          const box = canvas().getBoundingClientRect(), stage = playground.panels[0].stage;
          const from = stage.viewer.project(stage.b.centre);
          const point = (type, x, y) => canvas().dispatchEvent(new PointerEvent(type, { pointerId: 7, button: 0, buttons: 1, bubbles: true,
            clientX: box.left + x, clientY: box.top + y }));
          const pose = playground.state.b.pose;
          point("pointerdown", from.x, from.y);
          point("pointermove", from.x + 40, from.y);
          await until(() => playground.state.b.pose !== pose);
          await settled(() => point("pointerup", from.x + 40, from.y));
          told.dragged = playground.state.b.pose !== pose;

          // Files are dropped.
          const drop = (name, text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name));
            document.querySelector("fieldset").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
          };
          await settled(() => drop("tent.off", "OFF\\n4 2 0\\n0 0 0\\n1 0 0\\n0 1 0\\n0 0 0.1\\n3 0 1 2\\n3 0 1 3\\n"));
          told.file = [playground.state.a.family, playground.state.a.triangles.length, playground.state.a.points[3][2], root.dataset.checked];
          told.triangles = document.querySelector(".panel h2").textContent;
          drop("broken.obj", "v 0 0 0\\nv 1 0\\n");
          await until(() => at("said").textContent);
          told.said = at("said").textContent;
          at("said").textContent = "";
          drop("hexadecimal.obj", "v 0x10 0 0\\nv 1 0 0\\n");
          await until(() => at("said").textContent);
          told.hexadecimal = at("said").textContent;
          told.kept = playground.state.a.family;
          told.address = location.hash.slice(1);
          told.state = playground.state;""")
        self.assertGreater(told["steps"], 3)
        self.assertEqual([told["first"], told["second"], told["last"]], ["1", "2", str(told["steps"])])
        self.assertEqual(told["panels"], 2)
        self.assertTrue(told["captions"][0].startswith("Support along"), told["captions"])
        self.assertTrue(told["captions"][1].startswith("Pivot"), told["captions"])
        self.assertEqual(told["notes"], ["About gjk", "About lp"])
        self.assertEqual((told["playing"], told["paused"]), ("yes", "no"))
        self.assertEqual((told["touching"], told["apart"]), ("touching", "separated"))
        self.assertIn("in a polygon", told["contact"])
        self.assertEqual((told["back"], told["forward"]), (1.5, 1.5000000000000002))
        self.assertTrue(told["moved"])
        self.assertTrue(told["dragged"])
        self.assertEqual(told["file"], ["tent.off", 2, 0.1, "holds"])
        self.assertEqual(told["triangles"], "by triangles")
        self.assertIn("line 2: a point needs three finite numbers", told["said"])
        self.assertIn("line 1: a point needs three finite numbers", told["hexadecimal"])
        self.assertEqual(told["kept"], "tent.off")

        # Another browser shows the same from the address alone, to the bit.
        again, _ = self.open("told.state = playground.state;", told["address"])
        self.assertEqual(again["state"], told["state"])

    def test_damaged_links_are_refused_in_words(self):
        told, data = self.open("""
          const packed = async (text) => {
            const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
            return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          };
          const body = (pose) => `{"family":"custom","points":[[0,0,0],[1,0,0]],"radius":0,"pose":${pose}}`, still = "[1,0,0,0,0,1,0,0,0,0,1,0]";
          const pairs = { letters: "%00", alone: "A", unpacks: "NaN", bodies: await packed("null"), points: await packed("[]"),
            number: await packed(`[${body(still.replace("1", '"NaN"'))},${body(still)}]`), infinite: await packed(`[${body(still.replace("1", "1e999"))},${body(still)}]`) };
          for (const [name, pair] of Object.entries(pairs)) {
            at("said").textContent = "";
            location.hash = `pair=${pair}`;
            await until(() => at("said").textContent);
            told[name] = at("said").textContent;
          }
          told.kept = root.dataset.verdict;""")
        why = {"letters": "other letters", "alone": "other letters", "unpacks": "does not unpack", "bodies": "no two bodies", "points": "no points",
               "number": "not 12 numbers", "infinite": "not 12 numbers"}
        for name, words in why.items():
            self.assertTrue(told[name].startswith("This link is damaged: ") and words in told[name], told[name])
        self.assertEqual(told["kept"], "separated")

    def test_the_plane_and_phones(self):
        told, _ = self.open("""
          told.wide = root.scrollWidth > innerWidth;
          const stage = playground.panels[0].stage;
          playground.useTool("draw");
          canvas().setPointerCapture = () => {};
          const box = canvas().getBoundingClientRect();
          const click = (x, y) => { for (const type of ["pointerdown", "pointerup"]) canvas().dispatchEvent(new PointerEvent(type, { pointerId: 7,
            button: 0, bubbles: true, clientX: box.left + x * box.width, clientY: box.top + y * box.height })); };
          for (const [x, y] of [[0.6, 0.2], [0.9, 0.2], [0.9, 0.8], [0.85, 0.3]]) click(x, y);
          told.drawn = playground.state.b.points;
          const fit = () => [playground.facts.verdict, root.dataset.checked];
          told.hull = fit();
          told.algorithms = [...at("algorithm").options].map((one) => one.value);
          const hollow = document.querySelectorAll("fieldset input[type=checkbox]")[1];
          hollow.checked = true;
          await settled(() => hollow.dispatchEvent(new Event("change")));
          told.outline = fit();
          told.question = { a: playground.state.a, b: playground.state.b };
          await settled(() => document.querySelector("#scenes [data-value=crowd]").click());
          for (let i = 0; i < 3; ++i) playground.crowd.frame();
          told.crowd = playground.crowd.found;
          playground.crowd.pause();""", "scene=plane&algorithm=polygon_lp&light", "390,844")
        self.assertFalse(told["wide"])
        self.assertEqual(len(told["drawn"]), 4)
        self.assertTrue(all(point[2] == 0 for point in told["drawn"]))
        self.assertIn("polygon_separating_line", told["algorithms"])
        self.assertEqual(told["hull"][1], "holds")
        flat = {side: [point[:2] for point in told["question"][side]["points"]] for side in "ab"}
        _, [hull, outline] = query({"a": {"vertices": flat["a"]}, "b": {"vertices": flat["b"]}},
                                   {"a": {"vertices": flat["a"]}, "b": {"rings": [flat["b"]]}})
        self.assertEqual((told["hull"][0], told["outline"]), (hull["verdict"], [outline["verdict"], "holds"]))
        self.assertEqual(told["crowd"]["pairs"], 500 * 499 // 2)
        self.assertGreater(told["crowd"]["meeting"], 0)


if __name__ == "__main__":
    browser.main()
