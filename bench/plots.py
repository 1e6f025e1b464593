#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws a result as SVG, for docs/performance.md.

    plots.py bench/results/MACHINE.json FOLDER

Each library is drawn with its fastest use, by the mean over the pairs. A ring instead of a dot marks wrong answers
among these. With more than one wrong answer in twenty, a library does not count as the fastest. Each dot names its
figures where a pointer rests on it, and dark pages have a dark plot.
"""
import collections
import html
import json
import math
import pathlib
import statistics
import sys

import results

COLOURS = {"sunder": "#0b5fd0", "libccd": "#e08a00", "fcl": "#009e73", "bullet": "#c8442a", "coal": "#9b5fb5",
           "mujoco": "#7a5230", "box2d": "#009e73", "cgal": "#c8442a", "coal-balls": "#d45f9b", "pinocchio": "#e08a00", "vamp": "#009e73"}
NAMES = {"sunder": "Sunder, proven", "libccd": "libccd", "fcl": "FCL", "bullet": "Bullet", "coal": "Coal",
         "mujoco": "MuJoCo", "box2d": "Box2D (float)", "cgal": "CGAL", "coal-balls": "Coal behind balls", "pinocchio": "Pinocchio", "vamp": "VAMP (spheres)"}
INK, FAINT, GRID = "#1d2733", "#6b7785", "#e3e8ee"
PLACEMENTS = [("overlapping", "overlapping"), ("near", "near: 0.1 to 1 % of the size apart"),
              ("far", "far: more than half the size apart")]
WIDTH, LEFT, RIGHT, ROW = 780, 204, 96, 25
MANY_WRONG = 0.05  # of the answers: such a peer answers another question
# What a page in the dark changes. The attributes of the shapes are for the light, and for readers without styles.
DARK = ("@media (prefers-color-scheme: dark) { .back { fill: #171d26 } .ink { fill: #e9eef5 } .faint { fill: #a9b5c4 } .grid { stroke: #2e3947 } .ring { fill: #171d26 } "
        ".own { fill: #6fb1ff } [data-who=sunder], .lead { stroke: #6fb1ff } [data-who=sunder]:not(.ring) { fill: #6fb1ff } "
        "[data-who=mujoco] { stroke: #c09468 } [data-who=mujoco]:not(.ring) { fill: #c09468 } polyline { fill: none !important } }")
CLASSES = {INK: "ink", FAINT: "faint", COLOURS["sunder"]: "own"}
# The fastest use of a library in a cell: mean time, share of wrong answers, the use's name and all its figures.
Use = collections.namedtuple("Use", "ns wrong who figures")


def text(x, y, words, size=13, colour=INK, anchor="start", weight="normal"):
    marked = ' class="%s"' % CLASSES[colour] if colour in CLASSES else ""
    return '<text%s x="%.1f" y="%.1f" font-size="%d" fill="%s" text-anchor="%s" font-weight="%s">%s</text>' % (
        marked, x, y, size, colour, anchor, weight, html.escape(words))


def line(x1, y1, x2, y2, colour=GRID, width=1.0):
    marked = {GRID: ' class="grid"', COLOURS["sunder"]: ' class="lead"'}.get(colour, "")
    return '<line%s x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>' % (
        marked, x1, y1, x2, y2, colour, width)


def dot(x, y, who, wrong, said=""):
    radius = 6.5 if who == "sunder" else 4.5
    fill, marked = ("white", "dot ring") if wrong else (COLOURS[who], "dot")
    shape = '<circle class="%s" data-who="%s" cx="%.1f" cy="%.1f" r="%g" fill="%s" stroke="%s" stroke-width="2"' % (
        marked, who, x, y, radius, fill, COLOURS[who])
    return shape + ("><title>%s</title></circle>" % html.escape(said) if said else "/>")


def described(label, who, use):
    """What a dot stands for, in words and numbers."""
    figures = use.figures
    more = ["%s %s" % (name, duration(figures[key])) for key, name in (("median", "median"), ("p99", "99 % within")) if key in figures]
    wrong = ["%d of %d answers wrong" % (figures["wrong"], figures["pairs"])] if figures.get("wrong") else []
    return "%s, %s: mean %s" % (NAMES[who], label, duration(use.ns)) + "".join("; " + one for one in more + wrong) + " (%s)" % use.who


def duration(ns):
    return "%g ns" % ns if ns < 1000 else "%g µs" % (ns / 1000) if ns < 1e6 else "%g ms" % (ns / 1e6)


def page(width, height, body, title):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" '
            'font-family="system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif">\n<title>%s</title>\n'
            '<style>%s</style>\n<rect class="back" width="%d" height="%d" rx="8" fill="white"/>\n%s\n</svg>\n' % (
                width, height, width, height, html.escape(title), DARK, width, height, "\n".join(body)))


def log_scale(values, low, high):
    """Maps ns to a position between low and high; and the ticks: 1, 10, 100, ... with 2 and 5 if they fit."""
    least, most = math.log10(min(values)) - 0.08, math.log10(max(values)) + 0.08
    steps = (1, 2, 5) if most - least < 2.5 else (1, 3) if most - least < 3.2 else (1,)
    ticks = [step * 10 ** power for power in range(-1, 8) for step in steps
             if least <= math.log10(step * 10 ** power) <= most]
    return lambda ns: low + (math.log10(ns) - least) / (most - least) * (high - low), ticks


def fastest_of_each(cell):
    """{library: Use}; a use with many wrong answers only if a library has no other."""
    best = {}
    for who, figures in cell.items():
        key = results.library(who)
        if key not in COLOURS or (key == "sunder" and who != "sunder"):
            continue
        found = Use(figures["mean"], figures.get("wrong", 0) / figures.get("pairs", 200), who, figures)
        if key not in best or (found.wrong > MANY_WRONG, found.ns) < (best[key].wrong > MANY_WRONG, best[key].ns):
            best[key] = found
    return best


def legend(x, y, libraries):
    """Names beside dots; a second line begins where they would meet what stands at the right."""
    body, left = [], x
    for who in libraries:
        if x + 20 + 6.6 * len(NAMES[who]) > WIDTH - 160:
            x, y = left, y + 18
        body += [dot(x, y - 4, who, False), text(x + 12, y, NAMES[who], 12, FAINT)]
        x += 40 + 6.6 * len(NAMES[who])
    return body


def panel(top, heading, rows, left=LEFT, unit=duration, said=described):
    """One row a set: all times, and the ratio of the fastest other to Sunder. `unit` writes a number of the axis, `said` what a dot
    stands for."""
    scale, ticks = log_scale([use.ns for _, best in rows for use in best.values()], left, WIDTH - RIGHT)
    bottom = top + 18 + ROW * len(rows)
    body = [text(20, top, heading, 13, INK, weight="600")]
    for tick in ticks:
        body.append(line(scale(tick), top + 12, scale(tick), bottom))
        body.append(text(scale(tick), bottom + 15, unit(tick), 11, FAINT, "middle"))
    for i, (label, best) in enumerate(rows):
        y = top + 30 + ROW * i
        body.append(text(left - 16, y + 4, label, 12, INK, "end"))
        others = [use.ns for who, use in best.items() if who != "sunder" and use.wrong <= MANY_WRONG]
        if "sunder" in best and others:
            own, peer = best["sunder"].ns, min(others)
            wins = own < peer
            body.append(line(scale(own), y, scale(peer), y, COLOURS["sunder"] if wins else "#b8c2cc", 2.5))
            colour = COLOURS["sunder"] if wins else FAINT
            body.append(text(WIDTH - RIGHT + 18, y + 4, "%.1f×" % (peer / own), 13, colour, weight="600"))
        on_top = sorted(best.items(), key=lambda item: item[0] == "sunder")
        body += [dot(scale(use.ns), y, who, use.wrong, said("%s, %s" % (label, heading.split(":")[0]), who, use)) for who, use in on_top]
    return body, bottom + 42


def label_of(row):
    kind, _, count = row.partition("_")
    kind = {"rounds": "round hulls"}.get(kind, kind)
    return "%s, %s %s" % (kind, count, "corners" if kind == "polygons" else "vertices") if count else kind


def page_of_panels(body, seen, top, title):
    """None if no panel was drawn."""
    if not seen:
        return None
    body += legend(27, 62, [who for who in COLOURS if who in seen])
    body.append(text(WIDTH - 20, 62, "fastest other / Sunder", 12, FAINT, "end"))
    return page(WIDTH, top - 12, body, title)


def dot_plot(cells, question, sets, title, placements=PLACEMENTS):
    """A panel for each placement."""
    body = [text(20, 32, title, 17, INK, weight="600")]
    seen, top = set(), 98
    for placement, heading in placements:
        rows = [(label_of(row), fastest_of_each(cells["%s/%s/%s" % (question, row, placement)])) for row in sets
                if "%s/%s/%s" % (question, row, placement) in cells]
        if not rows:
            continue
        seen.update(who for _, best in rows for who in best)
        more, top = panel(top, heading, rows)
        body += more
    return page_of_panels(body, seen, top, title)


def motion_plot(cells):
    """Coherent motion; Sunder and Coal start from the previous step."""
    title = "Step after step through contact: time of a step"
    named = {}
    for question in ("intersects", "distance"):
        for mover in ("box", "hull32", "ell50", "ell500"):
            cell = dict(cells.get("%s/motion/%s" % (question, mover), {}))
            if "sunder_hint" in cell:
                cell["sunder"] = cell.pop("sunder_hint")
                named[question, mover] = cell
    body, seen, top = [text(20, 32, title, 17, INK, weight="600")], set(), 98
    names = {"box": "boxes", "hull32": "hulls, 32 vertices", "ell50": "ellipsoids, 50", "ell500": "ellipsoids, 500"}
    headings = {"intersects": "do they meet? Sunder with a hint", "distance": "how far apart? Sunder with a hint"}
    for question, heading in headings.items():
        rows = [(label, fastest_of_each(named[question, mover])) for mover, label in names.items()
                if (question, mover) in named]
        if rows:
            seen.update(who for _, best in rows for who in best)
            more, top = panel(top, heading, rows)
            body += more
    return page_of_panels(body, seen, top, title)


def growth_plot(cells, question, title):
    """Time against the number of vertices, a square for each placement."""
    counts = [8, 50, 500, 5000]
    best = {(placement, count): fastest_of_each(cells.get("%s/ellipsoids_%d/%s" % (question, count, placement), {}))
            for placement, _ in PLACEMENTS for count in counts}
    times = [use.ns for cell in best.values() for use in cell.values()]
    if not times:
        return None
    top, bottom, side = 112, 372, 212
    height, ticks = log_scale(times, bottom, top)
    body, seen = [text(20, 32, title, 17, INK, weight="600")], set()
    for i, (placement, _) in enumerate(PLACEMENTS):
        left = 74 + i * (side + 24)
        across, _ = log_scale([counts[0], counts[-1]], left, left + side)
        body.append(text(left, top - 14, placement, 13, INK, weight="600"))
        for tick in ticks:
            body.append(line(left, height(tick), left + side, height(tick)))
            if i == 0:
                body.append(text(left - 8, height(tick) + 4, duration(tick), 11, FAINT, "end"))
        body += [text(across(count), bottom + 18, str(count), 11, FAINT, "middle") for count in counts]
        for who in reversed(COLOURS):
            points = [(across(count), height(best[placement, count][who].ns), best[placement, count][who], count)
                      for count in counts if who in best[placement, count]]
            if not points:
                continue
            seen.add(who)
            body.append('<polyline data-who="%s" points="%s" fill="none" stroke="%s" stroke-width="%g"/>' % (
                who, " ".join("%.1f,%.1f" % point[:2] for point in points), COLOURS[who], 3 if who == "sunder" else 1.8))
            body += [dot(x, y, who, use.wrong, described("%d vertices, %s" % (count, placement), who, use)) for x, y, use, count in points]
    body += legend(27, 62, [who for who in COLOURS if who in seen])
    body.append(text(WIDTH / 2, bottom + 42, "vertices of each ellipsoid", 12, FAINT, "middle"))
    return page(WIDTH, bottom + 58, body, title)


CLIFF = 10  # times the median over a family's orientations
SPECIAL = {"intersects": "do they meet?", "distance": "how far apart?", "penetration": "how deep?", "contact": "where do they touch?",
           "ray": "when does a ray meet a body?", "cast": "when do moving bodies meet?"}


def special_families(cells, question):
    """{(bodies, placement): {orientation: ns}} of special_bench."""
    families = {}
    for cell, peers in cells.items():
        parts = cell.split("/")
        if len(parts) == 5 and parts[0] == question and parts[1] == "special":
            families.setdefault((parts[2], parts[4]), {})[parts[3]] = peers["sunder"]["mean"]
    return families


def special_plot(cells):
    """A panel for each question, a row for each family: a dot for each orientation, and a bar from their median to ten times that."""
    title = "Special positions: time of a question"
    body, top = [text(20, 32, title, 17, INK, weight="600"),
                 text(20, 56, "A dot for each relative orientation. The bar begins at their median, and ends at ten times that.", 12, FAINT)], 92
    for question, heading in SPECIAL.items():
        families = special_families(cells, question)
        if not families:
            continue
        scale, ticks = log_scale([ns for family in families.values() for ns in family.values()], LEFT, WIDTH - RIGHT)
        bottom = top + 18 + ROW * len(families)
        body.append(text(20, top, heading, 13, INK, weight="600"))
        for tick in ticks:
            body += [line(scale(tick), top + 12, scale(tick), bottom), text(scale(tick), bottom + 15, duration(tick), 11, FAINT, "middle")]
        for i, ((bodies, placement), family) in enumerate(families.items()):
            y = top + 30 + ROW * i
            body.append(text(LEFT - 16, y + 4, "%s, %s" % (bodies.replace("_", " "), placement), 12, INK, "end"))
            median = statistics.median(family.values())
            end = min(scale(CLIFF * median), WIDTH - RIGHT)
            body.append(line(scale(median), y, end, y, "#b8c2cc", 2.5))
            for orientation, ns in family.items():
                colour = COLOURS["bullet"] if ns > CLIFF * median else COLOURS["sunder"]
                body.append('<circle cx="%.1f" cy="%.1f" r="4" fill="%s" fill-opacity="0.75"><title>%s: %s</title></circle>' % (
                    scale(ns), y, colour, html.escape(orientation.replace("_", " ")), duration(round(ns))))
        top = bottom + 42
    return page(WIDTH, top - 12, body, title) if top > 92 else None


def drawings(cells):
    """{name: plot}, None where the run has not its cells."""
    all_bodies = ["boxes", "hulls", "ellipsoids_8", "ellipsoids_50", "ellipsoids_500", "ellipsoids_5000"]
    shapes = ["plates", "wedges", "prisms", "rods", "slivers", "mixed", "links"]
    overlaps = [("overlapping", "1 to 50 % of the contact distance inside"), ("shallow", "shallow: 1 to 10 %"),
                ("deep", "deep: centres within 5 %")]
    polygons = ["polygons_%d" % count for count in (3, 4, 8, 16, 32, 64)]
    return {
        "intersects": dot_plot(cells, "intersects", all_bodies, "Do they meet? Time of a question"),
        "distance": dot_plot(cells, "distance", all_bodies, "How far apart? Time of a question"),
        "depth": dot_plot(cells, "depth", ["boxes", "ellipsoids_8", "ellipsoids_50", "ellipsoids_500", "rounds_8",
                                           "rounds_50", "rounds_500"], "How deep? Time of a question", overlaps),
        "growth": growth_plot(cells, "intersects", "Do they meet? Time against the number of vertices"),
        "motion": motion_plot(cells),
        "shapes": dot_plot(cells, "intersects", shapes, "Engineered shapes: do they meet?"),
        "special": special_plot(cells),
        "polygons": dot_plot(cells, "intersects", polygons, "Polygons: do they meet?"),
    }


def draw(merged, folder):
    """Writes every plot whose cells exist; returns the paths."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, drawing in drawings(merged["cells"]).items():
        if drawing:
            path = folder / (name + ".svg")
            path.write_text(drawing, encoding="utf-8")
            written.append(path)
    return written


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    for path in draw(json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8")), arguments[1]):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
