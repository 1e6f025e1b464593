# SPDX-License-Identifier: Apache-2.0
"""Fills in what docs/performance.md and README.md say of a run: the text between `<!-- bench: NAME -->` and `<!-- end -->`."""
import collections
import re
import statistics

import plots
import results
import targets


def wrong_answers(cells, prefix):
    """How many answers of each library to the questions of a figure are wrong, as a table of one row."""
    wrong, asked = collections.Counter(), collections.Counter()
    for cell, peers in cells.items():
        if not re.match(prefix, cell):
            continue
        for who, figures in peers.items():
            if "wrong" in figures:
                wrong[who] += int(figures["wrong"])
                asked[who] += int(figures["pairs"])
    if not asked:
        return []
    order = sorted(asked, key=lambda who: (not who.startswith("sunder"), who))
    counts = ", ".join("%s %d of %d" % (who, wrong[who], asked[who]) for who in order)
    return ["| wrong answers |", "| --- |", "| %s |" % counts]


def fastest_peer(peers):
    """Mean and name of the fastest peer of a cell with at most one wrong answer in twenty; infinity where there is none."""
    return min(((figures["mean"], who) for who, figures in results.peers(peers)
                if figures.get("wrong", 0) <= plots.MANY_WRONG * figures.get("pairs", 200)), default=(float("inf"), ""))


def slower(cells):
    """Where a peer with at most one wrong answer in twenty needs less time on average."""
    rows = []
    for cell, peers in cells.items():
        if cell.startswith(("algorithms/", "lp/")) or "sunder" not in peers:
            continue
        own = peers.get("sunder_hint", peers["sunder"])["mean"]
        ns, who = fastest_peer(peers)
        if ns < own:
            rows.append((own / ns, "| %s | %.0f | %s | %.0f | %.1f |" % (cell, own, who, ns, own / ns)))
    if not rows:
        return ["Nowhere in this run."]
    table = [row for _, row in sorted(rows, reverse=True)]
    return ["| cell | Sunder, ns | faster | ns | times |", "| --- | ---: | --- | ---: | ---: |", *table]


def touching(cells):
    rows = ["| bodies | Sunder, median ns | wrong verdicts of the peers |", "| --- | ---: | --- |"]
    for cell, peers in cells.items():
        if cell.startswith("intersects/touching/") and "median" in peers.get("sunder", {}):
            wrong = ["%s %d of %d" % (who, figures["wrong"], figures["pairs"])
                     for who, figures in results.peers(peers) if figures.get("wrong")]
            asked = ", ".join(wrong) or ("none" if results.peers(peers) else "not asked: the poses are not theirs")
            bodies = cell.rsplit("/", 1)[1].replace("_", " ")
            rows.append("| %s | %.0f | %s |" % (bodies, peers["sunder"]["median"], asked))
    return rows


def special(cells):
    """Every cell of special_bench that takes ten times as long as the median of its family."""
    rows = []
    for question in plots.SPECIAL:
        for (bodies, placement), family in plots.special_families(cells, question).items():
            median = statistics.median(family.values())
            for orientation, ns in family.items():
                if ns > plots.CLIFF * median:
                    words = (question, bodies.replace("_", " "), orientation.replace("_", " "), placement)
                    rows.append((ns / median, "| %s | %s | %s | %s | %.0f | %.0f |" % (*words, ns, median)))
    if not rows:
        return ["No cell of that run exceeds ten times its family's."]
    table = [row for _, row in sorted(rows, reverse=True)]
    return ["| question | bodies | orientation | placement | ns | median, ns |", "| --- | --- | --- | --- | ---: | ---: |", *table]


def machine(merged):
    about = merged["machine"]
    said = dict.fromkeys((key, value) for context in merged["context"].values() for key, value in context.items()
                         if key not in ("question", "sunder build"))
    rows = ["| what | which |", "| --- | --- |",
            "| machine | %s, %d cores, %d MHz; one thread |" % (about["processor"], about["cores"], about["mhz"])]
    runs = sorted({int(figures["runs"]) for peers in merged["cells"].values() for figures in peers.values()})
    rows.append("| runs of each benchmark | %s, interleaved; medians of them |" % " to ".join(map(str, runs))
                if runs != [1] else "| runs of each benchmark | 1 |")
    rows += ["| %s | %s |" % item for item in said]
    return rows + ["| packages | %s |" % ", ".join("%s %s" % item for item in merged["packages"].items())]


README_ROWS = [
    ("do they meet: boxes, overlapping", "intersects/boxes/overlapping"),
    ("boxes, near", "intersects/boxes/near"),
    ("hulls of 50 vertices, overlapping", "intersects/ellipsoids_50/overlapping"),
    ("hulls of 50 vertices, near", "intersects/ellipsoids_50/near"),
    ("hulls of 500 vertices, near", "intersects/ellipsoids_500/near"),
    ("how far apart: boxes, near", "distance/boxes/near"),
    ("hulls of 500 vertices, near", "distance/ellipsoids_500/near"),
    ("how deep: boxes", "depth/boxes/overlapping"),
    ("hulls of 50 vertices", "depth/ellipsoids_50/overlapping"),
]


def readme(merged):
    """Some cells, Sunder beside the fastest peer that is right on nineteen answers in twenty."""
    rows = ["Mean nanoseconds a pair in one run, on one core of an %s; the same 200 pairs and the same question for all. The peers are libccd, FCL," % merged["machine"]["processor"],
            "Bullet, Coal and MuJoCo, each asked in its fastest way. The fastest peer is the quickest with at most one wrong answer in twenty. Sunder's answers",
            "are proven, the peers' are not.", "",
            "| question | Sunder | fastest peer | Sunder is |", "| --- | ---: | ---: | --- |"]
    for said, cell in README_ROWS:
        peers = merged["cells"][cell]
        ns, _ = fastest_peer(peers)
        own = peers["sunder"]["mean"]
        rows.append("| %s | %.0f | %.0f | %.1f times faster |" % (said, own, ns, ns / own))
    return rows


def sections(merged):
    cells = merged["cells"]
    cell = r"/(ellipsoids_\d+|boxes|hulls)/"
    return {
        "machine": machine(merged),
        "intersects": wrong_answers(cells, "intersects" + cell),
        "distance": wrong_answers(cells, "distance" + cell),
        "depth": wrong_answers(cells, r"depth/(ellipsoids_\d+|boxes|rounds_\d+)/"),
        "motion": wrong_answers(cells, r"(intersects|distance)/motion/"),
        "shapes": wrong_answers(cells, r"intersects/(plates|wedges|prisms|rods|slivers|mixed|links)/"),
        "polygons": wrong_answers(cells, r"intersects/polygons_\d+/"),
        "touching": touching(cells),
        "special": special(cells) if any("/special/" in cell for cell in cells) else [],
        "readme": readme(merged),
        "slower": slower(cells),
        "targets": [targets.stand(merged)[-1].capitalize() + "."],
    }


def fill(path, merged):
    text = path.read_text(encoding="utf-8")
    for name, lines in sections(merged).items():
        mark = "<!-- bench: %s -->\n" % name
        if mark not in text or not lines:
            continue
        before, rest = text.split(mark)
        text = before + mark + "\n".join(lines) + "\n" + rest[rest.index("<!-- end -->"):]
    path.write_text(text, encoding="utf-8")
