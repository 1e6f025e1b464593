#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The guard of speed: compares the instruction counts of a fixed set of questions with a baseline.

    instructions.py PROGRAM                    compares; fails if a count exceeds the baseline by a limit
    instructions.py PROGRAM --update REASON    makes the measured counts the baseline, and records why
    instructions.py PROGRAM --targets          compares SSE4 with AVX2

There are two limits: FAMILY_LIMIT for the sum of a family of cells, and CELL_LIMIT for a single cell. A
family is a kind of question: intersects, distance, depth, touching. A kernel can then be rebuilt, with
gains in some cells and losses in others. No kind of question gets slower, and no cell much slower.

PROGRAM is the build of bench/instructions.cpp; valgrind counts its instructions. Counts are equal in every
run, but depend on the compiler and the libraries built in. The baseline names these, and nothing is
compared if they differ. The exit status is 77 if nothing could be compared.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BASELINE = pathlib.Path(__file__).with_name("instructions.json")
FAMILY_LIMIT = 1.03
CELL_LIMIT = 1.10
SKIPPED = 77


def count(program, *target):
    """The compiler and libraries of the program, and {cell: instructions a question}."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "counts")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=%s" % out, "--toggle-collect=counted_cell",
             "--dump-after=counted_cell", program, *target],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False, env={})
        if run.returncode == SKIPPED:
            skip(run.stderr.strip().splitlines()[-1])
        if run.returncode != 0:
            sys.exit("%s ended with %d:\n%s" % (program, run.returncode, run.stderr))
        built_with, *lines = run.stdout.splitlines()
        cells = {}
        for i, line in enumerate(lines, 1):
            name, pairs, _ = line.split()
            text = pathlib.Path("%s.%d" % (out, i)).read_text(encoding="utf-8")
            cells[name] = round(int(re.search(r"^totals: (\d+)", text, re.MULTILINE)[1]) / int(pairs), 1)
        return built_with.lstrip("# "), cells


def skip(why):
    print("instructions are not compared: " + why)
    sys.exit(SKIPPED)


def family_of(cell):
    """The kind of question; touching pairs form a family of their own, since other stages decide them."""
    question, kind, *_ = cell.split("/") + [""]
    return "touching" if kind == "touching" else question


def families(cells, names):
    """{family: the sum of its cells among `names`}."""
    sums = {}
    for name in sorted(names):
        sums[family_of(name)] = sums.get(family_of(name), 0) + cells[name]
    return sums


def compare_each(title, here, baseline, limit):
    """Prints a line for each common entry; returns those that exceed the limit."""
    print("%-52s %12s %12s %8s" % (title, "baseline", "here", "change"))
    bad = []
    for name in sorted(here.keys() & baseline.keys()):
        change = here[name] / baseline[name]
        if change > limit:
            bad.append(name)
        mark = "too many" if change > limit else "lower the baseline" if change < 1 / FAMILY_LIMIT else ""
        print(("%-52s %12.1f %12.1f %+7.1f %%  %s" % (
            name, baseline[name], here[name], 100 * (change - 1), mark)).rstrip())
    return bad


def compare_targets(program):
    """Prints the cells for AVX2 and for SSE4, as a table of Markdown."""
    wide, narrow = count(program)[1], count(program, "SSE4")[1]
    print("| question | AVX2 | SSE4 | times |\n| --- | ---: | ---: | ---: |")
    for name, instructions in wide.items():
        print("| %s | %.0f | %.0f | %.2f |" % (name, instructions, narrow[name], narrow[name] / instructions))


def compare(cells, baseline):
    """Returns the cells and families that got slower, and missing or unknown cells."""
    both = cells.keys() & baseline.keys()
    bad = sorted(cells.keys() ^ baseline.keys())
    bad += compare_each("instructions a question", cells, baseline, CELL_LIMIT)
    slower = compare_each("sum of a family", families(cells, both), families(baseline, both), FAMILY_LIMIT)
    return bad + ["all of " + family for family in slower]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--update", metavar="REASON")
    parser.add_argument("--targets", action="store_true", help="compare SSE4 with AVX2 instead of the baseline")
    arguments = parser.parse_args()
    if arguments.update is not None and len(arguments.update.split()) < 2:
        sys.exit("--update needs the reason, in words, why the counts changed")
    if shutil.which("valgrind") is None:
        skip("valgrind is not installed")
    if arguments.targets:
        compare_targets(arguments.program)
        return 0
    old = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else None
    built_with, cells = count(arguments.program)
    if arguments.update is not None:
        if old is not None and old["built with"] == built_with:
            compare(cells, old["cells"])
        new = {"reason": arguments.update, "built with": built_with, "cells": cells}
        BASELINE.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
        return 0
    if old is None:
        skip("%s does not exist; --update makes it" % BASELINE)
    if old["built with"] != built_with:
        skip("this is built with %s, the baseline with %s" % (built_with, old["built with"]))
    bad = compare(cells, old["cells"])
    if bad:
        print("\nslower than the baseline allows, or not in both: %s" % ", ".join(bad))
        print("A cell may take %.0f %% more, the sum of a family %.0f %%." % (
            100 * (CELL_LIMIT - 1), 100 * (FAMILY_LIMIT - 1)))
        print("Make them fast again, or say why they may be slower: ./dev bench --instructions --update 'REASON'")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
