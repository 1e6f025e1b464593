#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Benchmark results as text: for each cell all times in ns, and their ratio to Sunder's.

    table.py results.json [more.json ...]

reads one merged file (bench/results/), or files of --benchmark_out=FILE --benchmark_out_format=json.
"""
import json
import pathlib
import sys

import results


def note_on(cell, figures):
    notes = []
    if figures.get("wrong"):
        what = "verdicts" if cell.startswith(("intersects/", "algorithms/")) else "numbers"
        notes.append("%d of %d %s wrong" % (figures["wrong"], figures.get("pairs", 200), what))
    if figures.get("own", 1) < 1:
        notes.append("%.1f %% fell to another algorithm" % (100 - 100 * figures["own"]))
    return ", ".join(notes)


def ns(figures, key):
    return "%10.*f" % (1 if figures[key] < 100 else 0, figures[key]) if key in figures else " " * 10


def lines(merged):
    """The table, line by line."""
    yield "%-46s %-22s %10s %10s %10s %8s" % ("cell", "who", "mean ns", "median ns", "99th pct.", "of mean")
    for cell, peers in merged["cells"].items():
        own = peers.get("sunder", {}).get("mean")
        for who, figures in sorted(peers.items(), key=lambda item: item[1]["mean"]):
            ratio = "%8.2f" % (figures["mean"] / own) if own else " " * 8
            yield ("%-46s %-22s %s %s %s %s  %s" % (
                cell, who, ns(figures, "mean"), ns(figures, "median"), ns(figures, "p99"), ratio,
                note_on(cell, figures))).rstrip()


def head(merged):
    """Machine, versions and flags; an entry common to all programs is printed once."""
    yield "%-12s %s, %d cores, %d MHz" % (
        "machine", merged["machine"]["processor"], merged["machine"]["cores"], merged["machine"]["mhz"])
    said = dict.fromkeys((key, value) for context in merged["context"].values() for key, value in context.items())
    for key, value in said:
        yield "%-12s %s" % (key, value)
    yield "%-12s %s" % ("packages", ", ".join("%s %s" % item for item in merged["packages"].items()))
    yield ""


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    first = json.loads(pathlib.Path(paths[0]).read_text(encoding="utf-8"))
    merged = first if "cells" in first else results.merge(paths)
    print("\n".join([*head(merged), *lines(merged)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
