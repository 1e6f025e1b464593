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
check_links, pages, python_reference = map(importlib.import_module, ("check_links", "pages", "python_reference"))


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
