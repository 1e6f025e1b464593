#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The output shown in README.md and docs/ equals that of the program.

In each ```console block, bash runs a line `$ command` in the root of the repository; `build/release/sunder`
and `sunder` mean the program under test. The following lines are its output. A line `...` matches any number
of lines, and a time in seconds at the end of a line matches any other.

Other commands are in blocks marked `sh clean`, which tests/consumer/readme.py runs on a fresh Debian, or
`sh long`, which take too long or change committed files. Verbs and options of the latter must exist.
Every block has a mark.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
SECONDS = re.compile(r" \d[\d.e-]* s$")
ANY_BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
MARKS = {"console", "sh clean", "sh long", "cpp", "python", "cmake", "json", "xml", "text", "js", "ts"}  # python/tests/ runs Python's, web/test/ JavaScript's
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


def blocks(mark):
    """(page, line without its comment) of all blocks with this mark."""
    for page in PAGES:
        for found, text in ANY_BLOCK.findall(page.read_text(encoding="utf-8")):
            if found == mark:
                yield from ((page, line.split(" #")[0].strip()) for line in text.splitlines())


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

    def test_every_block_says_what_it_is(self):
        for page in PAGES:
            for mark, text in ANY_BLOCK.findall(page.read_text(encoding="utf-8")):
                with self.subTest(page=page.name, block=text[:60]):
                    self.assertIn(mark, MARKS)

    def test_what_a_fresh_machine_is_shown_is_what_the_readme_shows(self):
        of_readme = {line for page, line in blocks("sh clean") if page.name == "README.md"}
        self.assertGreater(len(of_readme), 3)
        for page, line in blocks("sh clean"):
            self.assertIn(line, of_readme, page.name)

    def test_commands_that_are_not_run_are_known(self):
        dev = subprocess.run([ROOT / "dev", "help"], stdout=subprocess.PIPE, text=True, check=True).stdout
        source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "dev", *(ROOT / "scripts" / "dev").glob("*.sh")))
        count = 0
        for page, line in blocks("sh long"):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            count += 1
            with self.subTest(page=page.name, line=line):
                self.assertIn(words[0], ("./dev", "sunder"))
                if words[0] == "./dev":
                    self.assertRegex(dev, rf"(?m)^  {words[1]}\b")
                    known = source + (ROOT / "scripts" / "mutation" / "mutate.py").read_text(encoding="utf-8")
                else:
                    verb = " ".join(words[1:3]) if words[1] == "robot" else words[1]
                    known = self.run_example(f"sunder {verb} --help")
                for option in words[2:]:
                    if option.startswith("-") and not option.startswith("--benchmark_"):
                        self.assertIn(option.split("=")[0], known)
        self.assertGreater(count, 5)


if __name__ == "__main__":
    unittest.main()
