# SPDX-License-Identifier: Apache-2.0
"""The page of `sunder robot path --html` in a headless browser: what it shows, and that it asks for nothing and logs no
error. The exit status is 77 without a browser; SUNDER_BROWSER names one."""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from sunder import run

NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"]
BROWSER = os.environ.get("SUNDER_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"
ARM = [SCENES / "arm.urdf", "--srdf", SCENES / "arm.srdf"]
CELL = ["--path", SCENES / "arm_plan.csv", "--scene", "%s@mm" % (SCENES / "arm_cell.obj")]


class Root(html.parser.HTMLParser):
    """The data- attributes of the root element, and every address that the page would fetch."""

    def __init__(self, text):
        super().__init__()
        self.data, self.fetched = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if tag == "html" and name.startswith("data-"):
                self.data[name[5:]] = value
            if name in ("src", "href") and value and not value.startswith("data:"):
                self.fetched.append(value)


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
        done = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--window-size=" + size,
             "--enable-logging=stderr", "--user-data-dir=%s" % (self.folder / "profile"), "--virtual-time-budget=4000", "--dump-dom",
             "%s#%s" % (shown.as_uri(), fragment)],
            capture_output=True, timeout=120, env={**os.environ, "HOME": str(self.folder)})
        root = Root(done.stdout.decode())
        log = done.stderr.decode()
        self.assertEqual(root.data.get("ready"), "yes", log[-2000:])
        self.assertEqual(root.data["errors"], "0", log[-2000:])
        self.assertEqual(root.fetched, [])
        spoken = [line for line in log.splitlines() if "CONSOLE" in line and "GPU stall" not in line]
        self.assertEqual(spoken, [])
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
    if BROWSER is None:
        print("no browser; SUNDER_BROWSER names one")
        sys.exit(77)
    unittest.main()
