#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the lines of code that must be read to trust verify(): its sources and everything they include.

    scripts/checker_lines.py            a table, and the sums
    scripts/checker_lines.py --markdown the table of docs/trust.md

A line of code is neither blank nor a comment alone. The count covers src/certificate, every file of this
repository that its sources include, directly or not, and the sources that belong to such headers.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[1]
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
# The checker neither writes certificates nor reads them from bytes.
NOT_CHECKER = {"src/certificate/serialise.cpp", "src/certificate/to_string.cpp"}


def included(path):
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for base in ("src", "include"):
            if (ROOT / base / name).is_file():
                yield ROOT / base / name


def files():
    """Every file that verify() consists of."""
    seen = set()
    todo = [path for path in sorted((ROOT / "src/certificate").glob("*.cpp"))
            if str(path.relative_to(ROOT)) not in NOT_CHECKER]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        todo += included(path)
        if path.suffix == ".hpp" and "src" in path.relative_to(ROOT).parts[0]:
            source = path.with_suffix(".cpp")
            if source.is_file():
                todo.append(source)
    return sorted(seen)


def lines_of_code(path):
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


def counts():
    """{folder: (files, lines of code)} and their sum under "all"."""
    table = collections.OrderedDict()
    total = [0, 0]
    for path in files():
        folder = str(path.relative_to(ROOT).parent)
        entry = table.setdefault(folder, [0, 0])
        for sums in (entry, total):
            sums[0] += 1
            sums[1] += lines_of_code(path)
    table["all"] = total
    return table


def markdown():
    rows = ["| folder | files | lines of code |", "| --- | --- | --- |"]
    rows += [f"| {folder} | {number} | {lines:,} |" for folder, (number, lines) in counts().items()]
    return "\n".join(rows)


if __name__ == "__main__":
    if sys.argv[1:] == ["--markdown"]:
        print(markdown())
    else:
        for path in files():
            print(f"{lines_of_code(path):6} {path.relative_to(ROOT)}")
        for folder, (number, lines) in counts().items():
            print(f"{folder:24} {number:4} files {lines:6} lines of code")
