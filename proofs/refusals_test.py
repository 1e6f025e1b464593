#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check.py must refuse unproven constants. Each constant is changed or removed by name in a copy of
the sources; check.py --quick must then fail on the copy."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Beyond what Gappa alone detects (Coq does in a full run), --quick must detect these differences.
WRONG = {
    "src/machine/strict_arithmetic.hpp": {"kUnit": "0x1p-53", "kFloatUnit": "0x1p-24"},
    "src/filter/bounds.hpp": {
        "kGapUnitsPerDimension": "1", "kGapUnits": "2", "kGapUnderflow": "0x1p-601", "kPointUnits": "2",
        "kPointUnderflow": "0x1p-900", "kDriftFactor": "1", "kRoundUpShare": "0x1p-36", "kReachGapUnits": "8",
        "kLeastGapError": "0x1p-601", "kReachPointUnits": "5", "kReachPointUnderflow": "0x1p-851",
        "kReachDet3Units": "35", "kReachDet3Entries": "17", "kReachDet3Underflow": "0x1p-601",
        "kDet2Units": "4", "kDet2Entries": "1", "kDet3Units": "35", "kDet3Entries": "5",
        "kDetShare": "0x1p-36", "kDetUnderflow": "0x1p-602", "kGammaShare": "0x1p-52",
        "kProductRoundings": "0", "kResidualRoundingsPerTerm": "1", "kResidualRoundings": "0",
        "kLengthUnits": "1", "kMinorUnits": "0", "kMinorEntries": "1", "kLeastMinorError": "0x1p-900",
        "kFloatHeightUnits": "2", "kFloatPointUnits": "1", "kFloatDet3Units": "7", "kFloatDet3Entries": "17",
        "kFloatShare": "0x1p-23", "kLeastFloatGapError": "0x1p-126"},
    "src/narrow/sat/bounds.hpp": {
        "kCentredUnits": "7", "kAnyUnits": "9", "kBoundShare": "0x1p-36", "kFloatAxisUnits": "5"},
    "src/batch/bounds.hpp": {
        "kLanePolygonUnits": "4", "kLanePolygonShareUnderflow": "0x1p-126",
        "kLanePolygonUnderflow": "0x1p-126",
        "kMostPolygonSize": "0x1p62", "kMostPolygonRecord": "0x1p62", "kUprightShare": "0x1p-25",
        "kUprightUnderflow": "0x1p-126", "kPlaneBallShare": "0x1p-20", "kPlaneBallUnderflow": "0x1p-126"},
}
# A constant that is missing, is no literal, or that no kernel computes with.
ELSEWHERE = [
    ("src/filter/bounds.hpp", "kMinorUnits =", "kUnitsOfMinors ="),
    ("src/filter/bounds.hpp", "kDet3Units = 36;", "kDet3Units = kDet2Units;"),
    ("src/filter/bounds.hpp", "kDet3Units = 36;", "kDet3Units = 36.5;"),
    ("src/filter/bounds.hpp", "kGapUnderflow = 0x1p-600;", "kGapUnderflow = 3;"),
    ("src/batch/bounds.hpp", "kBoxShears = 8;", "kMinorUnits = 8;"),
    ("src/filter/simplex_interior.hpp", "kDet2Units", "8"),
    ("src/batch/polygon_lanes-inl.hpp", "kLanePolygonUnits", "64"),
]


def changes():
    """File, the text that stands there once, and what takes its place."""
    for file, wrong in WRONG.items():
        text = (ROOT / file).read_text()
        for name, value in wrong.items():
            line = re.search(rf"^inline constexpr [\w:]+ {name} = ([^;F]+)", text, re.MULTILINE)
            if line is None or line[1] == value:
                sys.exit(f"{file} has no {name} that differs from {value}")
            yield file, line[0], line[0].removesuffix(line[1]) + value
    yield from ELSEWHERE


def copy_of_sources(folder):
    for name in ["proofs", "src"]:
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
        accepted = asked = 0
        for file, before, after in changes():
            asked += 1
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
    print(f"{asked} changes, {accepted} accepted")
    sys.exit(1 if accepted else 0)


if __name__ == "__main__":
    main()
