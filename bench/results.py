# SPDX-License-Identifier: Apache-2.0
"""Reads the output of Google Benchmark into one dictionary, the content of bench/results/<machine>.json:

machine   name, processor, cores, clock in MHz
packages  versions of the measured Debian packages and wheels
context   for each program: question, compiler, flags, libraries
cells     {"QUESTION/SET": {who: {"mean", "median", "p99" (ns), "wrong", "pairs", "runs"}}}
"""
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess

NS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
PACKAGES = ["libccd2", "libfcl0.7", "libbullet3.24", "libbox2d2", "libglpk40", "coinor-libclp1", "libqhull-r8.0", "libhwy1"]
OF_THE_RUN = {"date", "host_name", "executable", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "caches", "load_avg",
              "library_build_type"}
COUNTERS = ("median", "p99", "wrong", "pairs", "by_bounds", "by_filter", "own", "bytes", "items_per_second")


def machine():
    """The name is the processor's family and clock: xeon-2.5GHz."""
    info = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"model name\s*: (.*)", info)
    mhz = float(re.search(r"cpu MHz\s*: ([\d.]+)", info)[1])
    family = re.search(r"xeon|epyc|ryzen|core|threadripper", (model[1] if model else "").lower())
    return {"name": "%s-%.1fGHz" % (family[0] if family else "machine", mhz / 1000),
            "processor": model[1] if model else "unknown", "cores": os.cpu_count(), "mhz": round(mhz)}


def packages():
    """{package: version} of the installed packages."""
    run = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Status} ${Package} ${Version}\n", *PACKAGES],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    found = (line.split() for line in run.stdout.splitlines() if line.startswith("installed "))
    return {name: version for _, name, version in found}


def merge(paths):
    """The dictionary above, from the files that --benchmark_out=FILE wrote; medians over the repetitions."""
    runs, context = collections.defaultdict(lambda: collections.defaultdict(list)), {}
    for path in paths:
        data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        context[pathlib.Path(path).stem] = {
            key: value.strip() for key, value in data["context"].items()
            if key not in OF_THE_RUN and isinstance(value, str)}
        for run in data["benchmarks"]:
            if run.get("run_type") == "aggregate" or run.get("error_occurred"):
                continue
            cell, who = run["run_name"].rsplit("/", 1)
            runs[cell][who].append(run)
    cells = {cell: {who: summary(repeated) for who, repeated in peers.items()} for cell, peers in sorted(runs.items())}
    return {"machine": machine(), "packages": packages(), "context": context, "cells": cells}


def summary(repeated):
    """One peer's figures in one cell."""
    figures = {"mean": statistics.median(run["cpu_time"] * NS[run["time_unit"]] for run in repeated)}
    for key in COUNTERS:
        values = [run[key] for run in repeated if key in run]
        if values:
            figures[key] = max(values) if key == "wrong" else statistics.median(values)
    figures["runs"] = len(repeated)
    return {key: round(value, 4 if value < 1 else 1) for key, value in figures.items()}


def library(who):
    """The library of a peer's name, such as fcl of fcl_convex_libccd."""
    return who.split("_")[0]


def peers(cell):
    """The entries other than Sunder's, as (name, figures)."""
    return [(who, figures) for who, figures in cell.items() if library(who) != "sunder"]


def fastest(cell, by, only_right=True, libraries=None):
    """(name, ns) of the fastest peer of a cell, without wrong answers or of all; None if there is none."""
    times = [(figures[by], who) for who, figures in peers(cell)
             if by in figures and not (only_right and figures.get("wrong"))
             and (libraries is None or library(who) in libraries)]
    return min(times)[::-1] if times else None
