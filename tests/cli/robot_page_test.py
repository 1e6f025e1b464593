# SPDX-License-Identifier: Apache-2.0
"""The page of `sunder robot path --html` in a headless browser: what it shows, and that it asks for nothing and logs no
error. The exit status is 77 without a browser; SUNDER_BROWSER names one."""

import json
import pathlib
import re
import tempfile
import unittest

import browser
from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
ARM = [SCENES / "arm.urdf", "--srdf", SCENES / "arm.srdf"]
CELL = ["--path", SCENES / "arm_plan.csv", "--scene", "%s@mm" % (SCENES / "arm_cell.obj")]


class RobotPage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.page = self.folder / "plan.html"

    def write(self, *arguments):
        done = run("robot", "path", *ARM, *arguments, "--html", self.page)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(re.search(r'id="data">(.*?)</script>', self.page.read_text(encoding="utf-8"), re.DOTALL).group(1))

    def open(self, fragment="", script="", size="1280,800"):
        """The root's data after the page and then `script` have run."""
        page = self.page.read_text(encoding="utf-8")
        shown = self.folder / "shown.html"
        shown.write_text(page.replace("</body>", "<script type=module>%s</script></body>" % script), encoding="utf-8")
        root, spoken = browser.opened(shown, self.folder, fragment, size)
        self.assertEqual((root.data.get("ready"), root.data.get("errors")), ("yes", "0"), spoken)
        self.assertEqual((root.fetched, spoken), ([], []))
        return root.data

    def test_it_begins_at_the_hit(self):
        data = self.write(*CELL)
        self.assertEqual([edge["verdict"] for edge in data["edges"]], ["free", "free", "free", "hit", "free"])
        shown = self.open()
        self.assertEqual((shown["verdict"], shown["edge"], shown["webgl"]), ("hit", "3", "yes"))
        self.assertEqual(shown["hit"], "left_finger shelf/middle board")
        self.assertAlmostEqual(float(shown["time"]) - 3, data["edges"][3]["time"][1], delta=1e-5)

    def test_times_themes_and_phones(self):
        self.write(*CELL)
        shown = self.open("t=1.25&dark", size="390,844")
        self.assertEqual((shown["time"], shown["hit"], shown["theme"]), ("1.25", "", "dark"))
        wide = "if (document.documentElement.scrollWidth > innerWidth) throw new Error('it is wider than the screen');"
        self.open(script=wide, size="390,844")

    def test_keys(self):
        self.write(*CELL)
        key = "const key = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));"
        self.assertEqual(self.open("t=1.5", key + "key('.');")["time"], "2")
        self.assertEqual(self.open("t=1.5", key + "key(',');")["time"], "1")
        self.assertEqual(self.open("t=1.5", key + "key('End');")["time"], "5")
        self.assertEqual(self.open("t=1.5", key + "key(' ');")["playing"], "yes")

    def test_a_list_leads_to_its_edge(self):
        self.write(*CELL)
        click = "document.querySelectorAll('#edges button')[%d].click();"
        self.assertEqual(self.open("t=0", click % 3)["hit"], "left_finger shelf/middle board")
        self.assertEqual(self.open("t=0", click % 4)["time"], "4")

    def test_distances_are_those_to_the_scene(self):
        self.assertTrue(self.write(*CELL)["beyond"])
        alone = self.write("--path", SCENES / "arm_plan.csv")
        self.assertFalse(alone["beyond"])
        self.assertEqual(self.open()["verdict"], "free")

    def test_configurations_that_were_checked(self):
        file = self.folder / "q.csv"
        names = "turn,lift,bend,roll,tilt,screw,grip"
        file.write_text(names + "\n1.6,0.5,1.95,0,0,0,0.02\n-2.239,-1.126,-1.699,1.899,1.063,-1.655,0.02\n1.6,0.1,1.5,0,0,0,0.02\n")
        arguments = ["robot", "check", *ARM, "--configs", file, *CELL[2:]]
        done = run(*arguments, "--html", self.page)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(run(*arguments, "--all", "--json").stdout.count(b'"verdict": "overlapping"'), 1 + 3)
        shown = self.open()
        self.assertEqual((shown["verdict"], shown["edge"], shown["webgl"]), ("hit", "1", "yes"))
        self.assertEqual(sorted(shown["hit"].split(" ")), ["hand", "left_finger", "post", "right_finger"])
        self.assertEqual(self.open("t=0")["hit"], "")
        # Between configurations there is none, and the keys go from one to the next.
        self.assertEqual(self.open("t=1.9")["hit"], shown["hit"])
        key = "const key = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));"
        self.assertEqual(self.open("t=0", key + "key('.');")["time"], "1")
        click = "document.querySelectorAll('#edges button')[2].click();"
        self.assertEqual(self.open("t=0&dark", click, size="390,844")["time"], "2")
        done = run("robot", "check", *ARM, "--configs", file, "--html", file)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"that file is read", done.stderr)

    def test_names_end_no_script(self):
        for path in (SCENES / "arm.urdf", SCENES / "arm.srdf"):
            text = path.read_text(encoding="utf-8").replace('"palm"', '"&lt;/script&gt;&lt;b&gt;"')
            (self.folder / path.name).write_text(text.replace("package://scenes/", "%s/" % SCENES), encoding="utf-8")
        done = run("robot", "path", self.folder / "arm.urdf", "--srdf", self.folder / "arm.srdf", *CELL, "--html", self.page)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(self.open()["verdict"], "hit")

    def test_refusals(self):
        done = run("robot", "path", *ARM, *CELL, "--html", SCENES / "arm.urdf")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"that file is read", done.stderr)
        done = run("robot", "path", *ARM, *CELL, "--html", self.folder / "none" / "plan.html")
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr)
        plan = self.folder / "long.csv"
        plan.write_text("lift\n" + "0\n" * 20002, encoding="utf-8")
        done = run("robot", "path", *ARM, "--path", plan, "--html", self.page)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"20001 edges", done.stderr)
        self.assertFalse(self.page.exists())
        done = run("robot", "path", *ARM, *CELL, "--html", "-")
        self.assertTrue(done.stdout.startswith(b"<!doctype html>") and done.stdout.rstrip().endswith(b"</html>"))


if __name__ == "__main__":
    browser.main()
