#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The site's pages: all are gathered and in the navigation, the references name every header and every name, and a broken link is
found. MkDocs itself runs in `./dev site` alone."""

import ast
import contextlib
import importlib
import io
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SITE = ROOT / "scripts" / "site"
sys.path.insert(0, str(SITE))
sys.path.insert(0, str(ROOT / "bench"))
check_links, pages, python_reference, explorer, written_tables = map(
    importlib.import_module, ("check_links", "pages", "python_reference", "explorer", "written_tables"))
PERFORMANCE = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")


def gathered(folder):
    with contextlib.redirect_stdout(io.StringIO()):
        pages.main(folder)
    return {path.relative_to(folder).as_posix() for path in pathlib.Path(folder).rglob("*.md")}


class Site(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_every_page_is_in_the_navigation(self):
        settings = (SITE / "mkdocs.yml").read_text(encoding="utf-8")
        named = set(re.findall(r"[\w./-]+\.md\b", settings[settings.index("\nnav:"):]))
        found = {page for page in gathered(self.folder) if not page.startswith("sources/")}
        self.assertEqual(found, named - {"benchmarks.md"})  # made of bench/results

    def test_pages_are_what_python_markdown_reads(self):
        gathered(self.folder)
        count = 0
        for path in self.folder.rglob("*.md"):
            if "sources" in path.parts:
                continue
            for fence in re.findall(r"^ *```+(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE):
                count += 1
                self.assertRegex(fence, r"^\w*$", path)
        self.assertGreater(count, 100)

    def test_links_lead_to_gathered_pages(self):
        gathered(self.folder)
        count = 0
        for path in self.folder.rglob("*.md"):
            for target in pages.LINK.findall(path.read_text(encoding="utf-8")):
                file = target.partition("#")[0]
                if "://" in target or not file or "sources" in path.parts or file.endswith(("benchmarks.md", "playground.html")):
                    continue
                count += 1
                with self.subTest(page=path.relative_to(self.folder).as_posix(), target=target):
                    self.assertTrue((path.parent / file).is_file())
        self.assertGreater(count, 100)

    def test_the_python_reference_names_everything_once(self):
        names = [name for *_, names in python_reference.GROUPS.values() for name in names]
        self.assertEqual(sorted(names), sorted(set(python_reference.exported()) - {"__version__"}))

    def test_the_cpp_reference_names_every_header_once(self):
        tree = ast.parse((SITE / "cpp_reference.py").read_text(encoding="utf-8"))
        values = {node.targets[0].id: ast.literal_eval(node.value) for node in tree.body
                  if isinstance(node, ast.Assign) and node.targets[0].id in ("GROUPS", "WITHOUT_PAGE")}
        stems = [stem for _, stems in values["GROUPS"] for stem in stems]
        headers = {path.stem for path in (ROOT / "include" / "sunder").glob("*.hpp") if path.name not in values["WITHOUT_PAGE"]}
        self.assertEqual(sorted(stems), sorted(headers))

    def test_the_benchmarks_show_meshes_and_robots(self):
        """Each number of the tables is a dot that says it, and a cell."""
        explorer.main(self.folder / "benchmarks.md")
        page = (self.folder / "benchmarks.md").read_text(encoding="utf-8")
        found = {name: (drawing, table) for name, _, _, drawing, table in written_tables.sections(PERFORMANCE)}
        expected = {"mesh-verdicts": 0, "mesh-distances": 0}
        lines = PERFORMANCE.splitlines()
        first = lines.index(next(line for line in lines if line.startswith("| meshes, triangles")))
        for line in lines[first + 2:lines.index("", first)]:
            cells = line.split("|")[2:-1]
            for name, part in (("mesh-verdicts", cells[:3]), ("mesh-distances", cells[3:])):
                expected[name] += sum(len(re.findall(r"[\d.]+", cell)) + bool(cell.strip()) for cell in part)  # and Sunder's own 1
        first = lines.index(next(line for line in lines if line.startswith("| robot: pairs")))
        expected["robots"] = sum(cell.strip() not in ("-", "") for line in lines[first + 2:lines.index("", first)] for cell in line.split("|")[2:-1])
        self.assertGreater(min(expected.values()), 30)
        for name, count in expected.items():
            drawing, table = found[name]
            self.assertIn('id="plot-%s"' % name, page)
            self.assertEqual((drawing.count("<title>") - 1, table.count("data-ns=")), (count, count), name)
        self.assertRegex(found["mesh-verdicts"][0], r"<title>Coal, knots, 10,240, near: [\d.]+ times as long as Sunder")
        self.assertIn("Sunder, proven, Panda: 21, valid, in scenes", found["robots"][0])

    def test_a_table_of_another_form_is_refused(self):
        row = next(line for line in PERFORMANCE.splitlines() if line.startswith("| spheres with bumps"))
        coal, fcl, cgal = row.split("|")[3].split("/")
        for old, new, said in (("## Meshes", "## Nets", "no table below '## Meshes'"), (row, row.replace("/" + cgal, " "), "has 2 numbers of 3"),
                               (row, row.replace(fcl + "/", " x /"), "is no number"), (row, row.replace("|" + row.split("|")[2], "", 1), "has 5 cells, and its table 6"),
                               ("Coal / FCL / CGAL", "Coal / FCL / ODE", "names 'ODE'")):
            with self.subTest(new=new), self.assertRaisesRegex(ValueError, said):
                list(written_tables.sections(PERFORMANCE.replace(old, new, 1)))

    def test_overloads_get_an_implementation(self):
        stub = "from typing import overload\n@overload\ndef f(a: int) -> int:\n    \"\"\"One.\"\"\"\n@overload\ndef f(a: str) -> str: ...\nclass C:\n    @overload\n    def g(self) -> int: ...\n"
        tree = ast.parse(python_reference.with_implementations(stub))
        self.assertEqual([ast.get_docstring(node) for node in tree.body if isinstance(node, ast.FunctionDef)], ["One.", None, "One."])
        self.assertEqual([node.name for node in tree.body[-1].body], ["g", "g"])

    def test_broken_links_are_found(self):
        page = '<h1 id="top">x</h1><a href="#top"></a><a href="#none"></a><a href="other.html#there"></a><a href="/at/the/root"></a>' \
               '<a href="other.html#gone"></a><img src="gone.png"><a href="https://example.com/gone"></a><p id="top"></p>'
        (self.folder / "index.html").write_text(page, encoding="utf-8")
        (self.folder / "other.html").write_text('<p id="there">x</p>', encoding="utf-8")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            broken = check_links.main(self.folder)
        self.assertEqual([link for _, link, _ in broken], ["#none", "/at/the/root", "other.html#gone", "gone.png", "#top"])


if __name__ == "__main__":
    unittest.main()
