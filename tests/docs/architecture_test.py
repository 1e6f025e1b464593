#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/architecture.md is the sources' map: its layers are those of the arrow check, every file of src/ has a row, and the calls that
it follows are in the files that it names."""

import fnmatch
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import check_includes  # noqa: E402

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
QUOTED = re.compile(r"`([^`]+)`")


def section(heading):
    """The text below a heading of the page, up to the next one."""
    return re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL).group(1)


def rows(text):
    """The cells of each row of the tables in `text`, without the lines of the header."""
    table = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    for place, cells in enumerate(table):
        header = place + 1 < len(table) and set("".join(table[place + 1])) <= set("-: ")
        if not header and not set("".join(cells)) <= set("-: "):
            yield cells


def fits(path, pattern):
    """Whether `path` matches `pattern`, in which a star stays inside one folder."""
    names, parts = path.split("/"), pattern.split("/")
    return len(names) == len(parts) and all(map(fnmatch.fnmatchcase, names, parts))


class Architecture(unittest.TestCase):
    def test_the_layers_are_those_of_the_arrow_check(self):
        shown = {folder.rstrip("/"): int(layer) for layer, folders, _ in rows(section("The layers"))
                 for folder in QUOTED.findall(folders)}
        self.assertEqual(shown, check_includes.LAYERS)

    def test_every_source_file_is_in_the_picture(self):
        picture = section("The folders").split("Outside `src/`")[0]
        patterns = [pattern for files, _ in rows(picture) for pattern in QUOTED.findall(files)]
        files = [str(path.relative_to(ROOT / "src")) for path in (ROOT / "src").rglob("*") if path.is_file()]
        self.assertGreater(len(files), 300)
        for path in files:
            with self.subTest(file=path):
                self.assertTrue(any(fits(path, pattern) for pattern in patterns), f"src/{path} has no row in docs/architecture.md")
        for pattern in patterns:
            with self.subTest(pattern=pattern):
                self.assertTrue(any(fits(path, pattern) for path in files), f"no file of src/ is {pattern}")

    def test_the_folders_beside_src_are_there(self):
        shown = {folder.split("/")[0] for folders, _ in rows(section("The folders").split("Outside `src/`")[1])
                 for folder in QUOTED.findall(folders) if folder.endswith("/")}
        folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] not in "._"}
        self.assertEqual(folders & shown, shown)
        self.assertLessEqual(folders - shown, {"src", "cmake", "build", "shared"})

    def test_the_way_of_a_pair_leads_through_its_files(self):
        for heading in ("The way of a pair: intersects(box, box)", "The way of a pair: distance(hull, hull)"):
            steps = list(rows(section(heading)))
            self.assertGreater(len(steps), 8)
            for file, function, _ in steps:
                with self.subTest(file=file, function=function):
                    text = (ROOT / file.strip("`")).read_text(encoding="utf-8")
                    self.assertTrue(re.search(rf"\b{function.strip('`')}\b", text), f"{file} has no {function}")

    def test_the_glossary_points_to_files_that_are_there(self):
        terms = list(rows(section("Glossary")))
        self.assertGreater(len(terms), 20)
        for term, _, where in terms:
            for file in QUOTED.findall(where):
                with self.subTest(term=term):
                    self.assertTrue((ROOT / file).is_file(), file)


if __name__ == "__main__":
    unittest.main()
