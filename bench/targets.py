#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares each cell of a result with its target (targets.json).

    targets.py bench/results/MACHINE.json

The best peers of the table of November 2026 have no package. Their times are scaled to this machine by the ratio
of libccd's MPR here and there, on the same set. The factor is printed.
"""
import json
import math
import pathlib
import re
import sys

import results

TARGETS = pathlib.Path(__file__).with_name("targets.json")
HEAD = "%-40s %10s %10s %10s %10s %7s %7s" % ("cell", "median ns", "mean ns", "99th pct.", "target ns", "factor",
                                              "stands")


def line(cell, own, by, target, factor="", remark=""):
    """`by` is the statistic compared with the target. The ratio is that to the target; below 1 it is missed."""
    if not own[by]:  # below a tick of the clock: the mean of a loop is not
        by = "mean"
    stands = target / own[by]
    verdict = "" if stands >= 1 else "missed"
    # A batch is timed as a whole: it only has a mean.
    times = ("%10.1f" % own[key] if key in own else "%10s" % "" for key in ("median", "mean", "p99"))
    return ("%-40s %s %s %s %10.1f %7s %7.2f  %-6s by %-7s %s" % (
        cell, *times, target, factor, stands, verdict, by, remark)).rstrip()


def statistic_of_scale(name, by):
    """Near ellipsoids are of two kinds, and a median jumps from one to the other."""
    return "mean" if re.search(r"ellipsoids_\d+/near", name) else by


def scaled(merged, targets):
    """(group, times faster than the scaled best peer, line) of the cells with such a target."""
    cells = merged["cells"]
    for name, target in targets["scaled"].items():
        question_set = name.split("/", 1)[1]
        here = cells.get("intersects/" + question_set, {}).get("libccd_mpr")
        there = targets["libccd_mpr"].get(question_set, {})
        own = cells.get(name, {}).get(target.get("who", "sunder"))
        by = statistic_of_scale(name, target["by"])
        if not own or not here or by not in there:
            continue
        factor = here[by] / there[by]
        peer = target["best"] * factor
        fastest = results.fastest(cells[name], target["by"])
        remark = "fastest measured: %s %.0f" % fastest if fastest else ""
        yield (target.get("group"), peer / own[target["by"]],
               line(name, own, target["by"], peer / target["times"], "%.2f" % factor, remark))


def against(merged, targets):
    for name, target in targets["against"].items():
        cell = merged["cells"].get(name, {})
        peer = results.fastest(cell, target["by"], False, target["peers"])
        if peer and "sunder" in cell:
            yield line(name, cell["sunder"], target["by"], peer[1] / target["times"], "", "against %s %.0f" % peer)


def absolute(merged, targets):
    for name, target in targets["absolute"].items():
        own = merged["cells"].get(name, {}).get("sunder")
        if own:
            yield line(name, own, "median", target)


def growth(merged, targets):
    """From 500 vertices to 5000."""
    cells = merged["cells"]
    for placement in ("overlapping", "near", "far"):
        small, large = ("intersects/ellipsoids_%d/%s" % (count, placement) for count in (500, 5000))
        if small in cells and large in cells:
            limit = targets["ratios"]["5000 vertices over 500"] * cells[small]["sunder"]["mean"]
            yield line("growth/" + large.split("/", 1)[1], cells[large]["sunder"], "mean", limit)


def cost(merged, targets, ratio, who, cells="."):
    """The cost of another use of Sunder: the median over the cells, and the maximum."""
    costs = sorted((cell[who]["mean"] / cell["sunder"]["mean"], name)
                   for name, cell in merged["cells"].items() if who in cell and re.match(cells, name))
    if costs:
        allowed, (most, where) = targets["ratios"][ratio], costs[-1]
        yield "%s: %.2f times the time in the middle cell, at most %.2f (%s); %g is allowed%s" % (
            ratio, costs[len(costs) // 2][0], most, where, allowed, ", missed" if most > allowed else "")


def stand(merged):
    """All lines, and the number of missed targets."""
    targets = json.loads(TARGETS.read_text(encoding="utf-8"))
    of_scaled = list(scaled(merged, targets))
    engineered = [times for group, times, _ in of_scaled if group == "engineered"]
    lines = [text for _, _, text in of_scaled]
    lines += [*against(merged, targets), *absolute(merged, targets), *growth(merged, targets)]
    count = len(lines)
    missed = sum(" missed" in text for text in lines)
    lines = ["scaled from: " + targets["source"], "", HEAD, *lines, "",
             *cost(merged, targets, "with a certificate", "sunder_certificate"),
             *cost(merged, targets, "AVX2 over the machine's best", "sunder_avx2",
                   "(intersects|distance)/(ellipsoids|boxes|hulls|motion)")]
    if engineered:
        mean = math.exp(sum(map(math.log, engineered)) / len(engineered))
        lines.append("engineered shapes, geometric mean: %.2f times faster than the scaled best peer; %g is asked" % (
            mean, targets["geometric mean of the engineered shapes"]))
    lines.append("%d of the %d targets in the table are missed" % (missed, count))
    return lines


def main(paths):
    if len(paths) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    print("\n".join(stand(json.loads(pathlib.Path(paths[0]).read_text(encoding="utf-8")))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
