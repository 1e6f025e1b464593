#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What README.md and docs/ show of the program is what the program says.

In each ```console block, a line `$ command` is run by bash in the root of the repository, with
`build/release/sunder` and `sunder` standing for the program under test; the lines that follow are its
output. A line `...` stands for any number of lines, and a time in seconds that ends a line for any other.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SECONDS = re.compile(r" \d[\d.e-]* s$")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page):
    """(command, expected lines) of each command in a page's console blocks."""
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        command, expected = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command is not None:
                    yield command, expected
                command, expected = line[2:], []
            else:
                expected.append(line)
        yield command, expected


def pattern(expected):
    """The lines as a regular expression for the whole output."""
    parts = []
    for line in expected:
        text, seconds = SECONDS.subn("", line.rstrip())
        parts.append(r"(?:.*\n)*?" if line == "..." else
                     re.escape(text) + (r" \S+ s" if seconds else "") + r" *\n")
    return "".join(parts) + r"\s*"


class Console(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        (ROOT / "build").mkdir(exist_ok=True)  # where examples may put files
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = pathlib.Path(folder.name) / "sunder"
        self.program.symlink_to(os.environ["SUNDER"])

    def run_example(self, command):
        command = command.replace("build/release/sunder", "sunder")
        environment = {**os.environ, "PATH": f"{self.program.parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.stdout + "\n"

    def test_every_example_says_what_the_program_says(self):
        count = 0
        for page in PAGES:
            for command, expected in examples(page):
                with self.subTest(page=page.name, command=command):
                    self.assertRegex(self.run_example(command), rf"\A{pattern(expected)}\Z")
                count += 1
        self.assertGreater(count, 0)


if __name__ == "__main__":
    unittest.main()
