# SPDX-License-Identifier: Apache-2.0
"""Reads the tables of meshes and of robots in docs/performance.md, and draws them. No program fills these in: each row is of the
run that the page names, so that the page is where the figures are. A table of another form is refused.

A head says what its column holds: "verdict, near: Coal / FCL" a question, a placement and the peers, "far" alone another placement
of the same. A first cell without a letter, such as "9,800", is of the family above it.
"""
import collections
import html
import re

import plots

KEYS = {"Sunder": "sunder", "Coal": "coal", "FCL": "fcl", "CGAL": "cgal", "Coal, all pairs": "coal", "Coal behind balls": "coal-balls",
        "Pinocchio with Coal": "pinocchio", "MuJoCo": "mujoco", "VAMP": "vamp"}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# One panel of a plot: rows of (label, {library: number}).
Panel = collections.namedtuple("Panel", "question placement rows")


def table(page, heading, first):
    """The heads and the rows of a table, by the heading above it and its first head."""
    section = re.search(r"^## %s$(.*?)(?=^## |\Z)" % re.escape(heading), page, re.MULTILINE | re.DOTALL)
    lines = section[1].splitlines() if section else []
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    for i, (line, row) in enumerate(zip(lines, cells)):
        if line.startswith("|") and row[0] == first:
            end = next((j for j in range(i, len(lines)) if not lines[j].startswith("|")), len(lines))
            rows = cells[i + 2:end]
            for each in rows:
                if len(each) != len(row):
                    raise ValueError("docs/performance.md, %s: the row '%s' has %d cells, and its table %d" % (heading, each[0], len(each), len(row)))
            return row, rows
    raise ValueError("docs/performance.md has no table below '## %s' whose first head is '%s'" % (heading, first))


def numbers(cell, count, row, head):
    """The numbers of a cell, None where it has a dash; all None where it is empty."""
    pieces = [piece.strip() for piece in cell.split("/")] if cell else ["-"] * count
    if len(pieces) != count:
        raise ValueError("docs/performance.md: '%s' of row '%s', column '%s', has %d numbers of %d" % (cell, row, head, len(pieces), count))
    for piece in pieces:
        if piece != "-" and not NUMBER.match(piece):
            raise ValueError("docs/performance.md: '%s' of row '%s', column '%s', is no number" % (piece, row, head))
    return [None if piece == "-" else float(NUMBER.match(piece)[0].replace(",", "")) for piece in pieces]


def known(name):
    if name not in KEYS:
        raise ValueError("docs/performance.md names '%s', which bench/written_tables.py does not know" % name)
    return KEYS[name]


def labels(rows):
    """The first cells, each with its family."""
    family = ""
    for row in rows:
        if re.search("[a-z]", row[0]):
            family = row[0].rpartition(", ")[0] or row[0]
            yield row[0]
        else:
            yield "%s, %s" % (family, row[0])


def meshes(page):
    """Panels of how many times as long as Sunder each peer takes."""
    heads, rows = table(page, "Meshes", "meshes, triangles")
    question, peers, panels = None, None, []
    for column, head in enumerate(heads[1:], 1):
        where, _, names = head.partition(":")
        if names:
            question, where = where.split(", ")
            peers = [known(name.strip()) for name in names.split("/")]
        found = []
        for label, row in zip(labels(rows), rows):
            values = {who: value for who, value in zip(peers, numbers(row[column], len(peers), label, head)) if value is not None}
            if values:
                found.append((label, {"sunder": 1.0, **values}))
        panels.append(Panel(question, where, found))
    return panels


def builds(page):
    """One panel: how many times as long as building Coal's tree of boxes."""
    heads, rows = table(page, "Meshes", "triangles, about")
    found = []
    for row in rows:
        for head, cell in zip(heads[1:], row[1:]):
            [value] = numbers(cell, 1, row[0], head)
            if value is not None:
                found.append(("%s, %s" % (row[0], head), {"sunder": value, "coal": 1.0}))
    return [Panel("building", "a mesh and its tree", found)]


def robots(page):
    """One panel: microseconds a configuration. VAMP's column has two numbers, of which the first, in blocks, is its faster use."""
    heads, rows = table(page, "Robots", "robot: pairs of hulls")
    found = []
    for row in rows:
        values = {known(head.partition(":")[0]): numbers(cell, 1, row[0], head)[0] for head, cell in zip(heads[1:], row[1:])}
        found.append((row[0], {who: value for who, value in values.items() if value is not None}))
    return [Panel("configurations", "one configuration", found)]


def times(value):
    return "%g×" % value


def microseconds(value):
    return "%g µs" % value


def of_sunder(label, who, use):
    if who == "sunder":
        return "%s, %s: 1, which the others are multiples of" % (plots.NAMES[who], label)
    return "%s, %s: %g times as long as Sunder" % (plots.NAMES[who], label, use.ns)


def of_coal(label, who, use):
    return "%s, %s: %s" % (plots.NAMES[who], label, "1, which Sunder's time is a multiple of" if who == "coal" else "%g times as long as Coal's tree" % use.ns)


def of_a_configuration(label, who, use):
    more = "; about spheres, which refuse and pass others than the meshes" if who == "vamp" else ""
    return "%s, %s: %g µs%s" % (plots.NAMES[who], label, use.ns, more)


def plot(panels, title, scale, unit, said, left=260):
    """A plot of panels; `scale` is what their axes have. VAMP has wrong answers by its nature, and is not counted as the fastest."""
    body, top, seen = [plots.text(20, 32, title, 17, plots.INK, weight="600")], 116, set()
    for panel in panels:
        rows = [(label, {who: plots.Use(value, 1.0 if who == "vamp" else 0, who, {}) for who, value in values.items()}) for label, values in panel.rows]
        seen.update(who for _, best in rows for who in best)
        more, top = plots.panel(top, "%s: %s" % (panel.placement, scale), rows, left, unit, said)
        body += more
    return plots.page_of_panels(body, seen, top, title)


def as_table(panels, unit):
    """The same figures as rows that sort."""
    libraries = [who for who in plots.COLOURS if any(who in values for panel in panels for _, values in panel.rows)]
    heads = "".join('<th scope="col"><button type="button" class="sorts">%s</button></th>' % plots.NAMES[who].split(",")[0] for who in libraries)
    body = []
    for panel in panels:
        for label, values in panel.rows:
            cells = "".join('<td data-ns="%g">%s</td>' % (values[who], unit(values[who])) if who in values else "<td></td>" for who in libraries)
            name = label if len(panels) == 1 else "%s, %s" % (panel.placement, label)
            body.append('<tr><th scope="row">%s</th>%s</tr>' % (html.escape(name), cells))
    return ('<div class="scrolls" tabindex="0" role="group" aria-label="Table of figures" markdown="0">\n<table class="figures">\n<thead><tr><th scope="col">what</th>%s</tr></thead>\n'
            '<tbody>\n%s\n</tbody></table></div>' % (heads, "\n".join(body)))


def sections(page):
    """(name, heading, about, plot, table) of each plot."""
    asked = collections.defaultdict(list)
    for panel in meshes(page):
        asked[panel.question].append(panel)
    times_of = "How many times as long as Sunder each peer takes, by medians of one run on a machine with other work; longer is to the right."
    where = " [Performance](performance.md#meshes) says what the meshes are, and which figures are of which run."
    yield "mesh-verdicts", "Meshes: do they meet?", times_of + where, plot(asked["verdict"], "Meshes: do they meet?", "times as long as Sunder", times, of_sunder), as_table(asked["verdict"], times)
    yield ("mesh-distances", "Meshes: how far apart?", times_of + where, plot(asked["distance"], "Meshes: how far apart?", "times as long as Sunder", times, of_sunder),
           as_table(asked["distance"], times))
    built = builds(page)
    yield ("mesh-builds", "Building a mesh", "How many times as long as building Coal's tree of boxes (OBB); shorter is to the left. Sunder also welds points, matches edges, and proves that no "
           "two triangles cross.", plot(built, "Building a mesh", "times as long as Coal's tree of boxes", times, of_coal), as_table(built, times))
    arms = robots(page)
    yield ("robots", "Robots: is a configuration free?", "CPU time of one thread a configuration, kinematics included; shorter is to the left. VAMP answers about spheres in floats, here in blocks of "
           "eight: a ring, because some of its verdicts are not those of the meshes. [Performance](performance.md#robots) counts them.",
           plot(arms, "Robots: is a configuration free?", "CPU time", microseconds, of_a_configuration, 290), as_table(arms, microseconds))
