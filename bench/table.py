#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Benchmark results as a table: medians in ns, and how many times slower than Sunder each peer is.

    table.py results.json [more.json ...]

reads what --benchmark_out=FILE --benchmark_out_format=json wrote, best with --benchmark_repetitions=9
--benchmark_enable_random_interleaving=true. Names are QUESTION/WORKLOAD/PLACEMENT/WHO.
"""
import collections
import json
import statistics
import sys

NS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def read(paths):
    """{(question, workload, placement): {who: ([ns, ...], note)}}, and the contexts."""
    table, contexts = collections.defaultdict(dict), []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        contexts.append(data["context"])
        for run in data["benchmarks"]:
            if run.get("run_type") == "aggregate" or run.get("error_occurred"):
                continue
            *group, who = run["run_name"].split("/")
            times, _ = table[tuple(group)].setdefault(who, ([], ""))
            times.append(run["cpu_time"] * NS[run["time_unit"]])
            table[tuple(group)][who] = (times, note_on(run))
    return table, contexts


def note_on(run):
    notes = []
    if run.get("wrong"):
        what = "depths" if run["run_name"].startswith("depth/") else "verdicts"
        notes.append("%d %s differ" % (run["wrong"], what))
    if run.get("own", 1) < 1:
        notes.append("%.1f %% fell to another room" % (100 - 100 * run["own"]))
    return ", ".join(notes)


def lines_of(group, column):
    medians = {who: statistics.median(times) for who, (times, _) in column.items()}
    own = medians.get("sunder")
    for who, ns in sorted(medians.items(), key=lambda item: item[1]):
        ratio = "%8.2f" % (ns / own) if own else " " * 8
        yield ("%-44s %-24s %12.0f %s  %s" % ("/".join(group), who, ns, ratio, column[who][1])).rstrip()


def main(paths):
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    table, contexts = read(paths)
    context_lines = [
        "%-12s %s" % (key, str(context.get(key, "")).strip())
        for key in ("question", "compiler", "flags", "sunder", "libccd", "fcl", "bullet", "coal", "num_cpus", "mhz_per_cpu")
        for context in contexts
    ]
    print("\n".join(dict.fromkeys(context_lines)))
    print("\n%-44s %-24s %12s %8s" % ("pairs", "who", "median ns", "ratio"))
    for group, column in sorted(table.items()):
        print("\n".join(lines_of(group, column)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
