#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Which lines and branches of the code behind the answers do the tests run?

    scripts/coverage.py [--folder FOLDER] [--jobs N] [--missed]

Builds with clang's coverage and runs every test that is not long. Prints lines and branches of exact/, filter/,
certificate/ and query/, one line a file; --missed also lists the lines that no test runs. A template counts
with its best covered instance. Kernels are compiled for this machine's instruction set alone: of several sets the
profiler counts the least, which few tests run. The exit status is 1 if a folder has less than 95 % of its lines or 90 % of
its branches.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src/exact", "src/filter", "src/certificate", "src/query"]
SUITES = ["batch", "cases", "certificate", "exact", "filter", "geometry", "lanes", "mesh", "narrow", "oracle",
         "polygon", "query", "relation", "scene", "suite"]
LEAST_LINES, LEAST_BRANCHES = 0.95, 0.90
FLAGS = "-O0 -w -fprofile-instr-generate -fcoverage-mapping"


def run(command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(done.stdout[-4000:] + f"\ncoverage: failed: {command[0]}")
    return done.stdout


def measure(folder, jobs):
    """llvm-cov's summary, a dictionary a file."""
    run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_CXX_COMPILER=clang++-16", f"-DCMAKE_CXX_FLAGS_RELEASE={FLAGS}", "-DSUNDER_TARGETS=native",
         "-DSUNDER_BUILD_CLI=OFF"])
    programs = [f"{suite}_tests" for suite in SUITES]
    run(["ninja", "-C", folder, f"-j{jobs}", *programs])
    for old in folder.glob("*.profraw"):
        old.unlink()
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(folder / "%4m.profraw"))
    suites = "|".join(SUITES)
    run(["ctest", "--test-dir", folder, f"-j{jobs}", "-LE", "long", "-R", rf"^({suites})\.", "-E",
         "_test$|NOT_BUILT", "--output-on-failure"], env=environment)
    run(["llvm-profdata-16", "merge", "-o", folder / "all.profdata", *folder.glob("*.profraw")])
    files = [path for part in FOLDERS for path in sorted((ROOT / part).rglob("*.?pp"))]
    where = {suite: next(folder.rglob(f"{suite}_tests")) for suite in SUITES}
    objects = [argument for suite in SUITES[1:] for argument in ("-object", where[suite])]
    said = run(["llvm-cov-16", "export", "--skip-expansions", "-instr-profile",
                folder / "all.profdata", where[SUITES[0]], *objects, *files])
    return json.loads(said[said.index("{"):])["data"][0]["files"]


def missed_lines(segments):
    """First lines of regions that were never run."""
    return sorted({line for line, _, count, counted, entry, *_ in segments
                   if counted and entry and count == 0})


def report(files, show_missed):
    rows = collections.OrderedDict((folder, [0, 0, 0, 0]) for folder in FOLDERS)
    print(f"{'file':48} {'lines':>12}   {'branches':>12}")
    for file in sorted(files, key=lambda f: f["filename"]):
        name = str(pathlib.Path(file["filename"]).relative_to(ROOT))
        lines, branches = file["summary"]["lines"], file["summary"]["branches"]
        four = [lines["covered"], lines["count"], branches["covered"], branches["count"]]
        folder = next(f for f in FOLDERS if name.startswith(f + "/"))
        rows[folder] = [a + b for a, b in zip(rows[folder], four)]
        print(f"{name:48} {four[0]:5} of {four[1]:4}   {four[2]:5} of {four[3]:4}")
        if show_missed:
            print("".join(f"    {name}:{line}\n" for line in missed_lines(file["segments"])), end="")
    low = False
    print(f"\n{'folder':20}    lines  branches")
    for folder, (line, of_lines, branch, of_branches) in rows.items():
        share, other = line / max(1, of_lines), branch / max(1, of_branches)
        low = low or share < LEAST_LINES or other < LEAST_BRANCHES
        print(f"{folder:20}  {100 * share:5.1f} %   {100 * other:5.1f} %")
    return 1 if low else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "build/coverage")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--missed", action="store_true", help="list the lines that no test runs")
    asked = parser.parse_args()
    return report(measure(asked.folder, asked.jobs), asked.missed)


if __name__ == "__main__":
    sys.exit(main())
