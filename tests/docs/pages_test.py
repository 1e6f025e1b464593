#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README stays short, its program is an example that the build runs, and no page has a dead link."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).parents[2]
README = ROOT / "README.md"
LONGEST = 140  # lines: two screens and a half
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def pages():
    if not (ROOT / ".git").exists():
        return [README, *sorted(ROOT.glob("docs/**/*.md"))]
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT,
                            stdout=subprocess.PIPE, text=True, check=True).stdout
    return [ROOT / line for line in listed.splitlines()]


def anchors(page):
    """The anchors of a page's headings, as GitHub and the site make them."""
    found, text = set(), re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        found.add(next(one for one in (slug, *("%s-%d" % (slug, i) for i in range(1, 99))) if one not in found))
    return found


class Pages(unittest.TestCase):
    def test_every_link_into_the_repository_leads_somewhere(self):
        count = 0
        for page in pages():
            for target in LINK.findall(page.read_text(encoding="utf-8")):
                if "://" in target:
                    continue
                count += 1
                file, _, anchor = target.partition("#")
                there = page.parent / file if file else page
                with self.subTest(page=str(page.relative_to(ROOT)), target=target):
                    self.assertTrue(there.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(there))
        self.assertGreater(count, 20)

    def test_the_readme_is_short(self):
        self.assertLess(len(README.read_text(encoding="utf-8").splitlines()), LONGEST)

    def test_the_program_of_the_readme_is_the_example(self):
        shown = re.search(r"^```cpp\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL).group(1)
        source = (ROOT / "examples" / "first.cpp").read_text(encoding="utf-8")
        self.assertEqual(shown, source[source.index("#include"):])


if __name__ == "__main__":
    unittest.main()
