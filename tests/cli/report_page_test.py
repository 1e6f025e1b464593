# SPDX-License-Identifier: Apache-2.0
"""The page of `sunder check --html` in a headless browser. Attributes of its root say what it shows. The exit status
is 77 without a browser; SUNDER_BROWSER names one."""

import base64
import json
import zlib

import browser
from assembly import assembly
from check_files_test import HOSTILE, PAIR, Written, data_of
from meshes import box, cup
from sunder import run

# Runs when the page is ready; what it throws counts as an error. `until` waits for a condition. The browser's virtual
# time passes quickly while it compiles on another thread, so that there is much of it.
AROUND = """<script type="module">
const root = document.documentElement, data = root.dataset;
const until = async (holds) => { for (let i = 0; !holds(); ++i) { if (i > 20000) throw new Error("waited for " + holds); await new Promise((go) => setTimeout(go, 25)); } };
const key = (name, at = document.body) => at.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const expect = (is, what) => { if (!is) throw new Error(what); };
const choice = (label, value) => { const at = [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith(label)).querySelector("select, input");
  at.value = value; at.dispatchEvent(new Event("input")); at.dispatchEvent(new Event("change")); };
await until(() => data.ready);
%s
data.script = "done";
</script></body>"""
# Requests of the page itself, beside the page.
NO_REQUEST = 'expect(performance.getEntriesByType("resource").length === 0, "a request");'


class ReportPage(Written):
    def page(self, path, *arguments):
        self.path = self.folder / "report.html"
        done = run("check", path, "--html", self.path, *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return data_of(self.path.read_text(encoding="utf-8"))

    def open(self, script="", fragment="", size="1280,900", seconds=600, flags=()):
        """The root's data after the script has run in the page."""
        page = self.path.read_text(encoding="utf-8")
        page = page[:page.rindex("</body>")] + AROUND % (NO_REQUEST + browser.SEEN + script) + page[page.rindex("</body>") + 7:]
        target = self.folder / "tried.html"
        target.write_text(page, encoding="utf-8")
        root, spoken = browser.opened(target, self.folder, fragment, size, 1000 * seconds, 180, flags)
        self.assertEqual((root.data.get("script"), root.data.get("errors"), spoken), ("done", "0", []))
        return root.data

    def test_all_pairs_are_listed_and_their_proofs_hold(self):
        pair = PAIR + cup() + box("rod", (1.5, -0.25, 2), (2.5, 0.25, 2.5))
        report = self.page(self.write(pair), "--clearance", "0.1", "--tolerance", "0.01", "--all")["report"]
        data = self.open("""
          document.querySelectorAll(".chip input").forEach((box) => { if (!box.checked) box.click(); });
          expect(Number(data.rows) === %d, "rows " + data.rows);
          key("Home");
          const answers = [];
          for (let i = 0; i < Number(data.rows); ++i) {
            const check = document.querySelector(".check");
            if (check) { check.click(); await until(() => data.checked); answers.push(data.checked); expect(data.checked.startsWith("holds: "), data.pair + " " + data.checked); }
            key("ArrowDown");
          }
          data.seen = String(answers.length);""" % len(report["pairs"]))
        self.assertEqual(int(data["seen"]), sum(p["certificate"] is not None for p in report["pairs"]))
        self.assertGreater(int(data["seen"]), 4)

    def test_a_forged_proof_is_refuted(self):
        self.page(self.write())
        page = self.path.read_text(encoding="utf-8")
        data = data_of(page)
        for forged in ({"depth": [0.5, 0.75]}, {"verdict": "touching", "depth": [0, 0]}):
            changed = json.loads(json.dumps(data))
            changed["report"]["pairs"][0].update(forged)
            packed = base64.b64encode(zlib.compress(json.dumps(changed).encode())).decode()
            old = page[page.index('{"deflated"'):]
            self.path.write_text(page.replace(old[:old.index("</script>")], json.dumps({"deflated": packed})), encoding="utf-8")
            self.assertTrue(self.open('key("ArrowDown"); document.querySelector(".check").click(); await until(() => data.checked);')
                            ["checked"].startswith("fails"))

    def test_address_keys_filters_and_groups(self):
        report = self.page(self.write(), "--clearance", "0.1")["report"]
        keys = [pair["key"] for pair in report["pairs"]]
        self.assertEqual(len(keys), 2)
        data = self.open("""
          expect(data.pair === "%s", "address");
          expect(document.querySelector("#details h2").textContent.includes("b"), "details");
          key("ArrowUp"); expect(data.pair === "%s", "up"); key("ArrowUp"); expect(data.pair === "%s", "past the top");
          expect(location.hash === "#pair=%s", location.hash);
          key("End"); expect(data.pair === "%s", "end");
          key("Escape"); expect(data.pair === "", "escape");
          for (const group of ["kind", "system", "body", "place"]) {
            choice("Group by", group); expect(document.querySelectorAll("#list .head").length > 0 && data.rows === "2", group);
          }
          for (const order of ["name", "place", "gravity"]) { choice("Sort by", order); expect(data.rows === "2", order); }
          choice("Depth at least", "0.05"); expect(data.rows === "1", "depth"); choice("Depth at least", "");
          const find = document.querySelector("input[type=search]");
          for (const [words, rows] of [["c", 1], ["B", 2], ["%s", 1], ["nobody", 0], ["", 2]]) {
            find.value = words; find.dispatchEvent(new Event("input")); expect(Number(data.rows) === rows, words);
          }
          document.querySelector(".chip.near input").click(); expect(data.rows === "1", "kinds");
          location.hash = "pair=%s"; await until(() => data.pair === "%s");
          dispatchEvent(new Event("beforeprint"));
          expect(document.querySelectorAll("#print tbody tr:not(.group)").length === 1, "printed rows");
          expect(document.querySelector("#print img").src.startsWith("data:image/png"), "printed picture");
          dispatchEvent(new Event("afterprint"));
          document.querySelector("button.theme").click(); expect(data.theme === "dark", "theme");"""
                         % (keys[1], keys[0], keys[0], keys[0], keys[1], keys[0], keys[0], keys[0]), fragment="pair=" + keys[1])
        self.assertEqual(data["bodies"], "3")

    def test_what_is_gone_is_listed_where_asked_for(self):
        old = self.folder / "old.json"
        old.write_bytes(run("check", self.write(PAIR + box("d", (2.5, 0, 0), (4, 1, 1))), "--json").stdout)
        self.page(self.write(), "--baseline", old)
        self.open("""
          expect(document.querySelectorAll(".row.gone").length === 0, "not asked for");
          document.querySelector(".chip.gone input").click();
          const gone = [...document.querySelectorAll(".row.gone")];
          expect(gone.length === 1 && gone[0].textContent.includes("d"), "gone " + gone.length);
          expect(document.getElementById("count").textContent === "1 pair, 1 gone", document.getElementById("count").textContent);
          gone[0].click(); key("End"); key("ArrowDown"); expect(data.pair !== "", "only pairs are chosen");
          const find = document.querySelector("input[type=search]");
          find.value = "a"; find.dispatchEvent(new Event("input")); expect(document.querySelectorAll(".row.gone").length === 0, "words");""")

    def test_pairs_are_printed_with_pictures(self):
        self.page(self.write(), "--clearance", "0.1")
        self.open("""
          dispatchEvent(new Event("beforeprint"));
          expect(data.printed === "2", "printed " + data.printed);
          const [first, second] = document.querySelectorAll(".printed");
          for (const one of [first, second]) {
            expect(one.querySelector("img").src.startsWith("data:image/png"), "picture");
            expect(/SHA-256 of the certificate: [0-9a-f]{64}/.test(one.textContent), "digest");
            expect(/between .* and /.test(one.textContent), "interval");
          }
          expect(first.querySelector("img").src !== second.querySelector("img").src, "two pictures");
          const image = first.querySelector("img"); await image.decode();
          expect(Math.abs(image.naturalWidth / image.naturalHeight - 4 / 3) < 0.01, "form");
          dispatchEvent(new Event("afterprint"));
          expect(document.getElementById("print").childElementCount === 0, "after");
          key("ArrowDown"); dispatchEvent(new Event("beforeprint")); expect(data.printed === "1", "the chosen pair");""", size="700,900")

    def test_names_stay_names(self):
        names = ["</script><img src=x onerror=alert(1)>", *HOSTILE]
        bodies = self.page(self.write("".join(box(name, (k, 0, 0), (k + 1.25, 1, 1)) for k, name in enumerate(names))))["report"]["bodies"]
        self.open("""
          expect(document.images.length === 0, "markup");
          const shown = new Set([...document.querySelectorAll(".names span")].map((one) => one.textContent));
          for (const name of %s) expect(shown.has(name), name);""" % json.dumps(bodies).replace("<", "\\u003c"))

    def test_no_clash(self):
        self.page(self.write(box("a", (0, 0, 0), (1, 1, 1)) + box("b", (5, 0, 0), (6, 1, 1)) + box("c", (9, 0, 0), (10, 1, 1))))
        data = self.open('expect(document.querySelector("h1").textContent === "No clash", "headline"); key("ArrowDown");')
        self.assertEqual((data["rows"], data["pair"], data["bodies"]), ("0", "", "3"))

    def test_points_flat_bodies_and_numbers_of_any_size(self):
        for size in (1e-200, 1e150, 1e307):
            pair = box("a", (0, 0, 0), (size, size, size)) + box("b", (size / 2, 0, 0), (1.5 * size, size, size))
            self.page(self.write(pair + "o p\nv %r 0 0\np 17\n" % (size / 4)))
            self.open('key("ArrowDown"); key("ArrowDown");', size="390,844")

    def test_bodies_far_from_the_origin_and_from_each_other_are_drawn(self):
        """In single precision a body of size 1 at 1e9 is a point."""
        far = box("a", (1e9, 0, 0), (1e9 + 1, 1, 1)) + box("b", (1e9 + 0.5, 0, 0), (1e9 + 6, 1, 1))
        look = """
          const looked = async (what) => {
            key("ArrowDown"); await new Promise((go) => setTimeout(go, 300));
            const { blue, orange } = seen(document.querySelector("#viewer canvas"));
            expect(blue > 0.03 && orange > 0.03, what + JSON.stringify([blue, orange]));
            expect(getComputedStyle(document.querySelector(".specks") ?? document.head).display === "none", "a note beside the pair");
          };"""
        self.page(self.write(far + box("c", (0, 0, 0), (1, 1, 1)) + box("d", (0.5, 0, 0), (1.5, 1, 1))))
        self.open(look + """
          expect(document.querySelector(".specks").textContent.includes("too small"), "a note");
          await looked("at 1e9 "); await looked("at the origin "); key("ArrowUp"); key("ArrowUp"); await looked("again ");""")
        size, at = 2.0**-20, 1e9
        self.page(self.write(box("a", (at, 0, 0), (at + size, size, size)) + box("b", (at + size / 2, 0, 0), (at + 2 * size, size, size))))
        self.open(look + 'expect(!document.querySelector(".specks"), "no note"); await looked("of eight units in the last place ");')

    def test_long_names_do_not_hide_the_picture(self):
        self.page(self.write(box("x" * 300, (0, 0, 0), (1, 1, 1)) + box("word " * 60, (0.5, 0, 0), (2, 1, 1))))
        self.open("""
          key("ArrowDown"); await new Promise((go) => setTimeout(go, 300));
          const labels = [...document.querySelectorAll(".viewer-label")], wide = document.getElementById("viewer").clientWidth;
          expect(labels.length >= 2, "labels");
          for (const label of labels) { expect(label.clientWidth <= 0.81 * wide, "width " + label.clientWidth); expect(label.title === label.textContent, "title"); }
          expect(root.scrollWidth <= innerWidth, "wider than the screen");""", size="360,800")

    def test_without_webgl_the_page_says_so_and_all_else_works(self):
        self.page(self.write(), "--clearance", "0.1")
        data = self.open("""
          expect(document.querySelector(".no-webgl").textContent.includes("WebGL"), "words");
          for (const name of ["ArrowDown", "ArrowDown", "ArrowUp"]) key(name);
          document.querySelector(".check").click(); await until(() => data.checked);
          expect(document.querySelectorAll(".viewer-label").length === 0, "labels without a picture");
          dispatchEvent(new Event("beforeprint"));
          expect(data.printed === "1" && document.querySelectorAll("#print img").length === 0, "printed");""", flags=browser.NO_WEBGL)
        self.assertTrue(data["checked"].startswith("holds"), data["checked"])

    def test_a_thousand_clashes_of_two_thousand_bodies(self):
        path = self.write(assembly(500), "assembly.glb")
        data = self.page(path, "--certificates", "examined")
        self.assertGreaterEqual(sum(data["fails"]), 1000)
        self.assertLess(self.path.stat().st_size, 1_500_000 + 1024 * sum(data["fails"]))
        shown = self.open("""
          expect(document.querySelectorAll("#list .row").length < 60, "rows that are elements");
          for (let i = 0; i < 30; ++i) key("PageDown");
          const list = document.getElementById("list"); list.scrollTop = 1e9; await new Promise((go) => setTimeout(go, 300));
          expect(document.querySelectorAll("#list .row").length < 60, "rows at the end");""")
        self.assertEqual((shown["bodies"], int(shown["rows"])), ("2000", len(data["report"]["pairs"])))


if __name__ == "__main__":
    browser.main()
