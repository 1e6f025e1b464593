#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Man pages and completions agree with --help: every verb and every option, and no other."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

SUNDER = os.environ["SUNDER"]
SHELLS = {"bash", "zsh", "fish"}


def run(*arguments):
    done = subprocess.run([SUNDER, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def said(*arguments):
    status, text = run(*arguments)
    if status != 0:
        raise AssertionError(f"{arguments} ended with {status}: {text}")
    return text


def verbs(*family):
    """The verbs of the program, or those of a verb such as "robot"."""
    help_text = said(*family, "--help")
    if "Subcommands:\n" not in help_text:
        return []
    listed = help_text.split("Subcommands:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


def pages():
    """The words of the program and of each verb, those of verbs below others too."""
    return [[], *([verb] for verb in verbs()), *([verb, below] for verb in verbs() for below in verbs(verb))]


def options_of_help(*verb):
    """The names in `  -o,--output TEXT ...` lines of the list of options."""
    listed = said(*verb, "--help").split("Options:\n")[1].split("\n\n")[0]
    names = set()
    for line in re.findall(r"^  (-\S+)", listed, re.MULTILINE):
        names.update(name.split("=")[0] for name in line.split(","))
    return names


def completed(script, *words):
    """The completions of bash after these words."""
    command = (f'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _sunder; '
               'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", command, "bash", script, "sunder", *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=True)
    if done.stderr:
        raise AssertionError(done.stderr)
    return set(done.stdout.split())


class Manual(unittest.TestCase):
    def setUp(self):
        self.assertGreaterEqual(len(verbs()), 7)

    def test_there_is_a_page_for_each_verb(self):
        self.assertEqual(set(said("manual", "names").split()), SHELLS | {"-".join(["sunder", *page]) for page in pages()})

    def test_the_options_of_a_page_are_those_of_the_help(self):
        self.assertIn(["robot", "info"], pages())
        for verb in pages():
            with self.subTest(verb=verb):
                page = said("manual", "-".join(["sunder", *verb])).replace("\\-", "-")
                found = {name for line in page.splitlines() if line.startswith("\\fB-")
                         for name in re.findall(r"\\fB(-[^\\]+)\\fR", line)}
                self.assertEqual(found, options_of_help(*verb))

    def test_pages_are_troff(self):
        if shutil.which("groff") is None:
            self.skipTest("no groff")
        for name in said("manual", "names").split():
            if name in SHELLS:
                continue
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=said("manual", name), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            with self.subTest(page=name):
                self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_bash_completes_verbs_options_and_algorithms(self):
        with tempfile.NamedTemporaryFile("w") as script:
            script.write(said("manual", "bash"))
            script.flush()
            self.assertEqual(completed(script.name, ""), set(verbs()) | options_of_help())
            self.assertEqual(completed(script.name, "che"), {"check"})
            for page in pages()[1:]:
                with self.subTest(page=page):
                    if verbs(*page):
                        self.assertEqual(completed(script.name, *page, ""), set(verbs(*page)) | options_of_help(*page))
                    else:
                        self.assertEqual(completed(script.name, *page, "-"), options_of_help(*page))
            algorithms = {"auto"} | {algorithm["name"] for algorithm in json.loads(said("algorithms", "--json"))}
            self.assertEqual(completed(script.name, "check", "--algorithm", ""), algorithms)

    def test_zsh_and_fish_know_the_same(self):
        for shell, option in (("zsh", r"'(--?[\w-]+)\["), ("fish", r" -[sl] ([\w-]+)")):
            text = said("manual", shell)
            everything = set().union(*(options_of_help(*page) for page in pages()))
            found = {name if shell == "zsh" else f"{'--' if len(name) > 1 else '-'}{name}" for name in re.findall(option, text)}
            with self.subTest(shell=shell):
                self.assertEqual(found, everything)
                for page in pages()[1:]:
                    self.assertIn(page[-1], text)
                if shutil.which(shell) is not None:
                    done = subprocess.run([shell, "-n"], input=text, text=True, stdout=subprocess.PIPE,
                                          stderr=subprocess.STDOUT, check=False)
                    self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_what_is_not_there_is_refused(self):
        self.assertEqual(run("manual", "sunder-nothing")[0], 2)
        self.assertNotIn("manual", said("--help"))


if __name__ == "__main__":
    unittest.main()
