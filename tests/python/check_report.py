#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second checker of the reports of `sunder check --json`, which shares no code with the first.

    check_report.py report.json file.obj ...

checks the hashes of the files, the certificate of each examined pair, its distance, depth and margin, the cuts
of the pruned pairs, and the counts. It uses integers and fractions alone. It reads OBJ files of objects with
faces, in one unit.

Exit status: 0 nothing refuted, 1 something refuted, 2 wrong usage or other files. Python 3.9, standard library
only.
"""

import hashlib
import json
import sys

from certificate_proofs import Refuted, check_distance, check_verdict, finite, is_integer
from check_certificates import BadInput, Pair, object_of
from depth_proofs import check_depth
from fractions import Fraction
from margin_proofs import check_margin

VERDICTS = {
    "overlapping": "overlapping",
    "touching": "touching",
    "near": "separated",
    "clear": "separated",
}


def bodies_of(text):
    """(name, points) of each object: the vertices that its faces use, in the order of the file."""
    vertices, objects = [], []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "v":
            vertices.append([float(word) for word in words[1:4]])
        elif words[0] == "o":
            objects.append((words[1], set()))
        elif words[0] == "f":
            objects[-1][1].update(int(word.split("/")[0]) - 1 for word in words[1:])
        else:
            raise BadInput("%s is not read here" % words[0])
    return [(name, [vertices[i] for i in sorted(used)]) for name, used in objects]


def read(paths):
    """The hashes and the bodies of the files."""
    hashes, bodies = [], []
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        hashes.append([hashlib.sha256(content).hexdigest()])
        bodies += bodies_of(content.decode("utf-8"))
    return hashes, bodies


def require(holds, message):
    if not holds:
        raise Refuted(message)


def key_of(a, b):
    """FNV-1a of both names as JSON, the lesser first. The names are ASCII."""
    value = 0xCBF29CE484222325
    for byte in "".join(sorted(json.dumps(name) for name in (a, b))).encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return "%016x" % value


def ids_of(entry, count):
    a, b = entry.get("a_id"), entry.get("b_id")
    require(is_integer(a) and is_integer(b) and 0 <= a < b < count, "no such pair")
    return a, b


class Checker:
    def __init__(self, report, bodies):
        self.report, self.bodies = report, bodies
        self.clearance = finite(report["clearance"], Refuted)
        require(self.clearance >= 0, "the clearance is negative")
        self.tolerance = report["options"].get("tolerance")
        if self.tolerance is not None:
            require(finite(self.tolerance, Refuted) >= 0, "the tolerance is negative")
        self.examined = set()

    def run(self):
        names = [name for name, _ in self.bodies]
        require(self.report["bodies"] == names, "other bodies")
        require(self.report["taken_as"] == ["hull"] * len(names), "only hulls are checked here")
        require(self.report["options"].get("baseline") is None, "a baseline is not read here")
        require(self.report["proof"]["skipped"] == [], "pairs were skipped")
        proves = self.report["options"]["certificates"]
        require(proves in ("examined", "all"), "nothing is proven")
        for entry in self.report["pairs"]:
            self.check_pair(entry)
        for entry in self.report["proof"]["clear"]:
            self.check_claims({**entry, "proximity": "clear", "verdict": "separated"})
        if proves == "all":
            self.check_pruned(self.report["proof"]["pruned"])
        self.check_counts()

    def check_pair(self, entry):
        a, b = ids_of(entry, len(self.bodies))
        require([entry["a"], entry["b"]] == [self.bodies[a][0], self.bodies[b][0]], "other names")
        require(VERDICTS.get(entry["proximity"]) == entry["verdict"], "verdict and proximity differ")
        require(entry.get("key") in (None, key_of(entry["a"], entry["b"])), "the key of other names")
        require("known" not in entry, "nothing is known without a baseline")
        judged = self.tolerance is not None and entry["proximity"] == "overlapping"
        require(judged == ("overlap" in entry), "the tolerance is for overlaps")
        self.check_claims(entry)

    def check_claims(self, entry):
        ids = ids_of(entry, len(self.bodies))
        require(ids not in self.examined, "a pair is listed twice")
        self.examined.add(ids)
        sides = [{"vertices": self.bodies[i][1]} for i in ids]
        pair = Pair({"a": sides[0], "b": sides[1]}, {})
        apart = entry["verdict"] == "separated"
        if apart and self.clearance > 0:
            margin = entry.get("margin", "farther" if "a" not in entry else None)
            require((entry["proximity"] == "near") == (margin != "farther"), "the margin says otherwise")
            require("margin_certificate" in entry, "no proof of the margin")
            question = {"a": {}, "b": {}, "margin": self.clearance}
            check_margin(pair, question, margin, entry["margin_certificate"])
            if "certificate" not in entry and "a" not in entry:
                return  # farther than a positive clearance is apart
        elif "overlap" in entry:
            margin = entry["margin"]
            require(entry["overlap"] == ("deeper" if margin == "closer" else "within"), "the margin says otherwise")
            question = {"a": {}, "b": {}, "margin": -self.tolerance}
            check_margin(pair, question, margin, entry["margin_certificate"])
        else:
            require("margin" not in entry and "margin_certificate" not in entry, "no margin was asked for")
            require(entry["proximity"] != "near", "near is nothing without a clearance")
        certificate = entry["certificate"]
        check_verdict(pair, entry["verdict"], certificate)
        if entry.get("distance") is not None:
            require(
                check_distance(pair, entry["verdict"], entry["distance"], certificate.get("distance")),
                "no proof of the distance",
            )
        if "depth" in entry:
            require(
                check_depth(pair, entry["verdict"], entry["depth"], certificate.get("depth")),
                "no proof of the depth",
            )

    def check_pruned(self, proof):
        """Each pair once, by cuts that are true for each two of their bodies."""
        require(proof is not None, "the cuts are missing")
        order, count = proof["order"], len(self.bodies)
        require(sorted(order) == list(range(count)), "the order is none")
        places = {frozenset(ids) for ids in self.examined}
        for cut in proof["cuts"]:
            require(len(cut) == 5 and all(map(is_integer, cut)), "a cut is two ranges and an axis")
            a_begin, a_end, b_begin, b_end, axis = cut
            require(0 <= a_begin < a_end <= b_begin < b_end <= count, "no two ranges")
            require(1 <= abs(axis) <= 3, "no axis")
            k = abs(axis) - 1
            for i in order[a_begin:a_end]:
                for j in order[b_begin:b_end]:
                    require(frozenset((i, j)) not in places, "a pair is there twice")
                    places.add(frozenset((i, j)))
                    low, high = (i, j) if axis > 0 else (j, i)
                    top = max(Fraction(point[k]) for point in self.bodies[low][1])
                    bottom = min(Fraction(point[k]) for point in self.bodies[high][1])
                    require(bottom - top > Fraction(self.clearance), "a cut does not separate")
        require(len(places) == count * (count - 1) // 2, "pairs are missing")

    def check_counts(self):
        summary, count = self.report["summary"], len(self.bodies)
        listed = [entry["proximity"] for entry in self.report["pairs"]]
        kinds = {kind: listed.count(kind) for kind in VERDICTS}
        kinds["clear"] += len(self.report["proof"]["clear"])
        pairs = count * (count - 1) // 2
        words = [entry.get("overlap") for entry in self.report["pairs"]]
        fails = self.report["options"]["fail_on"] == "touch" or self.clearance > 0
        contacts = kinds["touching"] + words.count("within")
        clashes = sum(kinds[kind] for kind in ("overlapping", "touching", "near")) - (0 if fails else contacts)
        status = 2 if pairs == 0 else int(clashes > 0)
        expected = {
            **kinds,
            "bodies": count,
            "pairs": pairs,
            "examined": len(self.examined),
            "pruned": pairs - len(self.examined),
            "not_examined": 0,
            "skipped": 0,
            "exit_status": status,
            "clashes": clashes,
        }
        overlaps = ("within", "deeper", "unresolved")
        require((self.tolerance is not None) == any(word in summary for word in overlaps), "counts of a tolerance")
        if self.tolerance is not None:
            expected.update({word: words.count(word) for word in overlaps})
        require("known" not in summary and "gone" not in summary, "counts of a baseline")
        for key, value in expected.items():
            require(summary[key] == value, "summary.%s" % key)


def check(report_path, paths):
    """Raises Refuted or BadInput if the report is not right."""
    try:
        with open(report_path, "rb") as file:
            text = file.read().decode("utf-8")
        report = json.loads(text, object_pairs_hook=object_of)
        hashes, bodies = read(paths)
        if [file["sha256"] for file in report["files"]] != hashes:
            raise BadInput("the report is about other files")
        Checker(report, bodies).run()
    except OSError as problem:
        raise BadInput(str(problem)) from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as problem:
        raise BadInput("no report: %r" % problem) from None


def main(arguments):
    if len(arguments) < 2:
        print("usage: check_report.py report.json file.obj ...", file=sys.stderr)
        return 2
    try:
        check(arguments[0], arguments[1:])
    except Refuted as problem:
        print("refuted: %s" % problem)
        return 1
    except BadInput as problem:
        print("check_report.py: %s" % problem, file=sys.stderr)
        return 2
    print("accepted")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
