#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the figures of the newest result, and those of docs/performance.md, as a page that is read: plots whose dots say what
they stand for, and tables beside them.

    explorer.py PAGE
"""
import html
import json
import pathlib
import re
import sys

import plots
import results
import written_tables

ROOT = pathlib.Path(__file__).parents[1]
# Of each plot: the heading, what is asked, and the cells that it draws.
SECTIONS = {
    "intersects": ("Do they meet?", "A verdict, yes or no.", r"intersects/(boxes|hulls|ellipsoids_\d+)/\w+$"),
    "growth": ("How the time grows", "The ellipsoids of the last section, by their number of vertices.", None),
    "distance": ("How far apart?", "One number; where the bodies overlap it is 0 or less, and only that is asked.", r"distance/(boxes|hulls|ellipsoids_\d+)/\w+$"),
    "depth": ("How deep?", "The length of the minimum translation.", r"depth/(boxes|ellipsoids_\d+|rounds_\d+)/\w+$"),
    "motion": ("Step after step", "A body passes through another in small steps.", r"(intersects|distance)/motion/\w+$"),
    "shapes": ("Engineered shapes", "Plates, wedges, prisms, rods, slivers, and chains of links: do they meet?", r"intersects/(plates|wedges|prisms|rods|slivers|mixed|links)/\w+$"),
    "polygons": ("Polygons", "Do they meet? Box2D computes in float.", r"intersects/polygons_\d+/\w+$"),
    "special": ("Special positions", "Every question in orientations that random poses hide.", r"\w+/special/"),
}
SHOWN = ["sunder", "libccd", "fcl", "bullet", "coal", "mujoco", "box2d"]


def time(ns):
    return "%.3g ns" % ns if ns < 999.5 else "%.3g µs" % (ns / 1e3) if ns < 999500 else "%.3g ms" % (ns / 1e6)


def figure(drawing, name, caption):
    """A plot inside the page. The page's own style colours it, so that it follows the page's switch of light and dark."""
    drawing = re.sub(r"<style>.*?</style>\n", "", drawing)
    drawing = re.sub(r'<svg ([^>]*)width="\d+" height="\d+"', r'<svg \1', drawing)
    return '<figure class="plot" id="plot-%s" markdown="0">\n<div class="scrolls" tabindex="0" role="group" aria-label="%s">\n%s</div>\n</figure>' % (
        name, html.escape(caption), drawing.strip())


def cell(use):
    """A time of a table, with how many of its answers are wrong."""
    if use is None:
        return "<td></td>"
    wrong = int(use.figures.get("wrong", 0))
    said = '%s; median %s' % (use.who, time(use.figures.get("median", use.ns)))
    mark = ' <span class="wrong">%d wrong</span>' % wrong if wrong else ""
    return '<td data-ns="%g" title="%s">%s%s</td>' % (use.ns, html.escape(said), time(use.ns), mark)


def table(cells, pattern):
    """A row for each cell, a column for each library's fastest use, and how many times as long the fastest peer takes."""
    rows = {name: plots.fastest_of_each(peers) for name, peers in sorted(cells.items(), key=order) if re.match(pattern, name)}
    libraries = [who for who in SHOWN if any(who in best for best in rows.values())]
    if not rows:
        return ""
    body = []
    for name, best in rows.items():
        others = [use.ns for who, use in best.items() if who != "sunder" and use.wrong <= plots.MANY_WRONG]
        own = best.get("sunder")
        ratio = min(others) / own.ns if own and others else None
        last = '<td data-ns="%g"><strong>%.1f×</strong></td>' % (ratio, ratio) if ratio else "<td></td>"
        body.append("<tr><th scope=\"row\">%s</th>%s%s</tr>" % (html.escape(words(name)), "".join(cell(best.get(who)) for who in libraries), last))
    heads = "".join('<th scope="col"><button type="button" class="sorts">%s</button></th>' % plots.NAMES[who].split(",")[0] for who in libraries)
    return ('<div class="scrolls" tabindex="0" role="group" aria-label="Table of times" markdown="0">\n<table class="figures">\n<thead><tr><th scope="col">pairs</th>%s'
            '<th scope="col"><button type="button" class="sorts">fastest peer / Sunder</button></th></tr></thead>\n<tbody>\n%s\n</tbody></table></div>' % (
                heads, "\n".join(body)))


def words(name):
    """intersects/ellipsoids_50/near as one reads it."""
    parts = name.split("/")
    parts = parts[1:] if parts[1] != "motion" else [parts[0], *parts[2:]]
    parts = [{"ell50": "ellipsoids 50", "ell500": "ellipsoids 500", "hull32": "hulls 32", "box": "boxes"}.get(part, part) for part in parts]
    return ", ".join(part.replace("_", " ") for part in parts)


def order(item):
    """By the question and the bodies with numbers as numbers, then overlapping, near, far."""
    *front, last = item[0].split("/")
    places = {"overlapping": 0, "shallow": 1, "deep": 2, "near": 3, "far": 4}
    return [[int(piece) if piece.isdigit() else piece for piece in re.split(r"(\d+)", part)] for part in front], places.get(last, 9), last


def every_use(cells, pattern):
    """All uses of all libraries, folded."""
    rows = []
    for name, peers in sorted(cells.items(), key=order):
        if not re.match(pattern, name):
            continue
        for who, figures in sorted(peers.items(), key=lambda one: (results.library(one[0]) != "sunder", one[1]["mean"])):
            rows.append("<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>" % (
                html.escape(words(name)), who, time(figures["mean"]), *(time(figures[key]) if key in figures else "" for key in ("median", "p99")),
                "%d of %d" % (figures["wrong"], figures["pairs"]) if "wrong" in figures else ""))
    return ('<details class="uses" markdown="0"><summary>Every use of every library: mean, median, 99th percentile, wrong answers</summary>\n<div class="scrolls" tabindex="0" '
            'role="group" aria-label="Every use of every library"><table class="figures"><thead><tr><th scope="col">pairs</th><th scope="col">use</th><th scope="col">mean</th><th scope="col">median</th>'
            '<th scope="col">99 %% within</th><th scope="col">wrong</th></tr></thead>\n<tbody>\n%s\n</tbody></table></div></details>' % "\n".join(rows))


def batches(cells):
    """What is measured without peers: the time of an item, where a cell has many."""
    rows = ["| batch | time | of an item |", "| --- | ---: | ---: |"]
    for name, peers in cells.items():
        if "real_time" not in peers:
            continue
        what, *options = name.split("/")
        given = dict(option.split(":") for option in options)
        items = int(given.get("items", 0))
        said = [what.replace("_", " "), *("%s %s" % (value, key) for key, value in given.items() if key not in ("float",)), "floats" if given.get("float") == "1" else "doubles"]
        mean = peers["real_time"]["mean"]
        rows.append("| %s | %s | %s |" % (", ".join(said), time(mean), time(mean / items) if items else ""))
    return rows if len(rows) > 2 else []


def main(page):
    newest = max((json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "bench" / "results").glob("*.json")), key=lambda one: len(one["cells"]))
    cells, machine = newest["cells"], newest["machine"]
    drawn = plots.drawings(cells)
    out = ["# Benchmarks", "", "One run on an %s at %d MHz, on one thread: %d cells, and the same pairs and questions for all. Point at a dot, or read the table "
           "below its plot. A ring has wrong answers among its own. A button above a plot takes a library out of it, and the head of a column "
           "sorts by it. [Performance](performance.md) says what is compared and how, and where Sunder is slower." % (machine["processor"], machine["mhz"], len(cells)), ""]
    for name, (title, about, pattern) in SECTIONS.items():
        if not drawn.get(name):
            continue
        out += ["## %s" % title, "", about + " Mean time of a question; shorter is to the left." if name != "growth" else about, "", figure(drawn[name], name, title), ""]
        if pattern:
            out += [table(cells, pattern), "", every_use(cells, pattern), ""]
    for name, title, about, drawing, figures in written_tables.sections((ROOT / "docs" / "performance.md").read_text(encoding="utf-8")):
        out += ["## %s" % title, "", about, "", figure(drawing, name, title), "", figures, ""]
    more = batches(cells)
    if more:
        out += ["## Batches", "", "Sunder alone: the time of a whole call, and of one of its items. [Batches](batch.md) says what they are.", "", *more, ""]
    out += ["## What was measured", "", "| what | which |", "| --- | --- |", *("| %s | %s |" % item for item in newest["packages"].items()), ""]
    pathlib.Path(page).write_text("\n".join(out), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
