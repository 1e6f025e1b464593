#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py must refuse what is not proven: each constant of the sources is made smaller in a copy of
them, or a formula is changed; check.py --quick, given the copy, must then fail."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import sources

ROOT = Path(__file__).resolve().parent.parent
# Beyond what Gappa alone tells (the full run's Coq does), --quick must see these as differing.
CHANGES = [
    ("src/filter/filtered_pair.hpp", "(2 * dimension() + 3) * kUnit", "(2 * dimension() + 2) * kUnit"),
    ("src/filter/filtered_pair.hpp", "+ 2 * norm * drift_)", "+ norm * drift_)"),
    ("src/filter/filtered_pair.hpp", "0x1p-600;", "0x1p-601;"),
    ("src/machine/strict_arithmetic.hpp", "kUnit = 0x1p-52", "kUnit = 0x1p-53"),
    ("src/filter/simplex_interior.hpp", "36 * kUnit * x[0]", "35 * kUnit * x[0]"),
    ("src/filter/simplex_interior.hpp", "8 * kUnit * x[0]", "4 * kUnit * x[0]"),
    ("src/filter/reach.hpp", "(9 * kUnit * reach", "(8 * kUnit * reach"),
    ("src/filter/axis.hpp", "3 * kUnit * (std", "0 * kUnit * (std"),
    ("src/narrow/sat/box_difference.hpp", "8 * kUnit * kBound", "7 * kUnit * kBound"),
    ("src/narrow/sat/box_float_axes-inl.hpp", "20 * kFloatUnit", "5 * kFloatUnit"),
    ("src/filter/distance_bounds.hpp", "(d + 16) * kUnit", "(d + 1) * kUnit"),
    ("src/filter/float_reach.hpp", "(12 + names) * kFloatUnit", "(2 + names) * kFloatUnit"),
    ("src/filter/float_reach.hpp", "return 8 * kFloatUnit", "return 1 * kFloatUnit"),
    ("src/filter/float_reach.hpp", "(36 * kFloatUnit", "(7 * kFloatUnit"),
    ("src/filter/float_reach.hpp", "+ 18 * entry)", "+ 17 * entry)"),
    ("src/filter/float_reach.hpp", "1 + 0x1p-10", "1 + 0x1p-23"),
    ("src/batch/polygon_lanes-inl.hpp", "64 * 0x1p-23F", "4 * 0x1p-23F"),
    ("src/batch/polygon_lanes-inl.hpp", "0x1p-20F), hn::Set", "0x1p-25F), hn::Set"),
    ("src/batch/polygon_lanes-inl.hpp", "1 + 0x1p-17F", "1 + 0x1p-20F"),
    ("src/batch/polygon_lanes-inl.hpp", "Max(reach.a, of_b)", "Min(reach.a, of_b)"),
    ("src/batch/polygon_records.cpp", "kMostSize = 0x1p40", "kMostSize = 0x1p62"),
    ("src/filter/linear_system.cpp", "gamma(2 * n + 2)", "gamma(1 * n + 2)"),
]


def copy_of_sources(folder):
    for name in ["proofs"] + sorted({Path(file).parent.as_posix() for file, _ in sources.FORMULAS}):
        shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)


def check(folder):
    return subprocess.run([sys.executable, "-B", folder / "proofs/check.py", "--quick"],
                          capture_output=True, text=True)


def main():
    if shutil.which("gappa") is None:
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_of_sources(folder)
        accepted = 0
        for file, before, after in CHANGES:
            text = (folder / file).read_text()
            if text.count(before) != 1:
                sys.exit(f"{file} does not hold '{before}' once")
            (folder / file).write_text(text.replace(before, after))
            answer = check(folder)
            if answer.returncode != 1:
                print(f"accepted: {file}: {after}\n{answer.stdout}{answer.stderr}")
                accepted += 1
            (folder / file).write_text(text)
        untouched = check(folder)
        if untouched.returncode != 0:
            sys.exit(f"the sources themselves are refused:\n{untouched.stdout}{untouched.stderr}")
    print(f"{len(CHANGES)} changes, {accepted} accepted")
    sys.exit(1 if accepted else 0)


if __name__ == "__main__":
    main()
