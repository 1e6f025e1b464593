#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns a run of `./dev bench` into one file of figures, a table, plots, and a comparison with the targets.

    report.py --results FOLDER --plots FOLDER [--page PAGE]... FILE...

FILE... are the outputs of the programs with --benchmark_out. Writes FOLDER/<machine>.json and .txt and the plots,
fills in the figures of PAGE, and prints the cells beside targets.json.
"""
import argparse
import json
import pathlib
import sys

import page
import plots
import results
import table
import targets


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--results", required=True, type=pathlib.Path)
    parser.add_argument("--plots", required=True, type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path, action="append", default=[], help="fill in what this page says of a run")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    merged = results.merge(arguments.files)
    standing = targets.stand(merged)
    arguments.results.mkdir(parents=True, exist_ok=True)
    figures = arguments.results / (merged["machine"]["name"] + ".json")
    tables = figures.with_suffix(".txt")
    figures.write_text(dump(merged), encoding="utf-8")
    tables.write_text("\n".join([*table.head(merged), *table.lines(merged), "", *standing]) + "\n", encoding="utf-8")
    drawn = plots.draw(merged, arguments.plots)
    for written in arguments.page:
        page.fill(written, merged)
    print("\n".join(standing))
    print("\nfigures: %s\ntables:  %s\nplots:   %s" % (figures, tables, ", ".join(map(str, drawn))))
    return 0


def dump(merged):
    """JSON with a line for each peer of a cell, so that a change touches one line."""
    cells = ",\n".join("  %s: {\n%s\n  }" % (json.dumps(cell), ",\n".join(
        "   %s: %s" % (json.dumps(who), json.dumps(figures)) for who, figures in peers.items()))
        for cell, peers in merged["cells"].items())
    head = json.dumps({key: value for key, value in merged.items() if key != "cells"}, indent=1)
    return head[:-2] + ',\n "cells": {\n' + cells + "\n }\n}\n"


if __name__ == "__main__":
    sys.exit(main())
