#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts wrong verdicts of a robot's self check, by the exact kernel and by the second checker.

    python bench/robots/truth.py URDF [SRDF] --program build/release/bench/robots_truth --sunder build/release/sunder
        [--count 1000000] [--asked 100] [--packages NAME=DIR]

robots_truth draws --count configurations, answers them, and holds every pair that Coal decides otherwise, and all pairs
of 1 % of the configurations, against the integer stage alone. It writes the pairs that differ, and those of the first
--asked configurations of the sample, as questions with the doubles of Robot::forward(). `sunder query` answers them
with certificates, and tests/python/check_certificates.py, which uses integers and fractions alone, checks these. The
verdicts must be those of the robot's checker. Exit status: 0 none wrong, 1 some wrong, 2 refused.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKER = Path(__file__).resolve().parents[2] / "tests" / "python" / "check_certificates.py"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urdf")
    parser.add_argument("srdf", nargs="?", default="")
    parser.add_argument("--program", required=True)
    parser.add_argument("--sunder", required=True)
    parser.add_argument("--count", type=int, default=1000000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--asked", type=int, default=100)
    parser.add_argument("--packages", action="append", default=[])
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder, "questions.jsonl"), Path(folder, "answers.jsonl")
        command = [options.program, options.urdf, *([options.srdf] if options.srdf else [])]
        command += ["--count", str(options.count), "--seed", str(options.seed)]
        command += ["--questions", str(questions), "--asked", str(options.asked)]
        command += [word for package in options.packages for word in ("--package", package)]
        examined = subprocess.run(command, capture_output=True, text=True, check=False)
        if examined.returncode not in (0, 1):
            sys.exit(examined.stderr.strip() or f"robots_truth ended with {examined.returncode}")
        print(examined.stdout, end="", flush=True)

        with questions.open("rb") as asked, answers.open("wb") as said:
            subprocess.run([options.sunder, "query"], stdin=asked, stdout=said, check=True)
        wrong = 0
        with answers.open(encoding="utf-8") as lines:
            for line in lines:
                answer = json.loads(line)
                if answer.get("verdict") != answer["id"].rsplit("/", 1)[1]:
                    wrong += 1
                    print(f"{answer['id']}: `sunder query` says {answer.get('verdict')}", file=sys.stderr)
        checked = subprocess.run([sys.executable, str(CHECKER), str(questions), str(answers)], check=False)
        return max(examined.returncode, checked.returncode, 1 if wrong else 0)


if __name__ == "__main__":
    sys.exit(main())
