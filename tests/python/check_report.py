#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second checker of the reports of `sunder check --json`, which shares no code with the first.

    check_report.py report.json FILE ... [--baseline old.json]

checks the hashes of the files, what each mesh was taken as, the certificate of each examined pair, its distance,
depth and margin, the cuts of the pruned pairs, the pairs that rules leave out, and the counts. It uses integers and
fractions alone. It reads OBJ files of objects with faces, and .glb files, in one unit, for every --body (report_files.py).
What a baseline knows is checked where the older report is given; else the counts must agree with what the report says of
its pairs.

Exit status: 0 nothing refuted, 1 something refuted, 2 wrong usage or other files. Python 3.9, standard library
only.
"""

import json
import struct
import sys
from fractions import Fraction

from body_proofs import check_bodies, check_bodies_margin
from certificate_proofs import Refuted, check_distance, check_verdict, finite, is_integer
from check_certificates import BadInput, HullPair, object_of
from depth_proofs import check_depth
from margin_proofs import check_margin
from report_files import Rules, read, require

VERDICTS = {
    "overlapping": "overlapping",
    "touching": "touching",
    "near": "separated",
    "clear": "separated",
}


# How grave a pair is: a baseline knows it unless it became graver.
GRAVITY = ("clear", "near", "touching", "within", "overlapping")


def gravity_of(entry):
    word = entry["proximity"]
    return GRAVITY.index("within" if word == "overlapping" and entry.get("overlap") == "within" else word)


def known_by(text):
    """The gravity of each pair that an older report lists, by both names."""
    old = json.loads(text, object_pairs_hook=object_of)
    known = {}
    for entry in old["pairs"]:
        if entry["proximity"] == "clear":
            continue
        names = frozenset((entry["a"], entry["b"]))
        known[names] = max(known.get(names, 0), gravity_of(entry))
    return known


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


class Parts:
    """Two bodies of the scene, without radii, for check_bodies()."""

    radii = Fraction(0)

    def __init__(self, a, b):
        self.parts = [a.parts, b.parts]
        self.empty = not all(any(part.items for part in parts) for parts in self.parts)

    def take_covers(self, certificate):
        if certificate.get("covers"):
            raise Refuted("a cover in space")


class Checker:
    def __init__(self, report, bodies, baseline=None):
        self.report, self.bodies, self.baseline = report, bodies, baseline
        self.rules = Rules(report["options"])
        self.clearance = finite(report["clearance"], Refuted)
        require(self.clearance >= 0, "the clearance is negative")
        self.tolerance = report["options"].get("tolerance")
        if self.tolerance is not None:
            require(finite(self.tolerance, Refuted) >= 0, "the tolerance is negative")
        self.examined = set()

    def run(self):
        require(self.report["bodies"] == [body.shown for body in self.bodies], "other bodies")
        options = self.report["options"]
        require(len(self.report["taken_as"]) == len(self.bodies), "not each body was taken as something")
        for body, form in zip(self.bodies, self.report["taken_as"]):
            body.take(form, options["as"])
        require(options.get("baseline") is not None or self.baseline is None, "no baseline was asked for")
        proves = self.report["options"]["certificates"]
        require(proves in ("examined", "all"), "nothing is proven")
        for entry in self.report["pairs"]:
            self.check_pair(entry)
        for entry in self.report["proof"]["clear"]:
            self.check_claims({**entry, "proximity": "clear", "verdict": "separated"})
        self.check_skipped()
        if proves == "all":
            self.check_pruned(self.report["proof"]["pruned"])
        self.check_counts()

    def check_pair(self, entry):
        a, b = ids_of(entry, len(self.bodies))
        require([entry["a"], entry["b"]] == [self.bodies[a].shown, self.bodies[b].shown], "other names")
        require(VERDICTS.get(entry["proximity"]) == entry["verdict"], "verdict and proximity differ")
        require(entry.get("key") in (None, key_of(entry["a"], entry["b"])), "the key of other names")
        if "known" in entry:
            require(type(entry["known"]) is bool, "known is true or false")
            require(self.report["options"].get("baseline") is not None, "nothing is known without a baseline")
            require(self.fails(entry), "known is what fails")
            if self.baseline is not None:
                old = self.baseline.get(frozenset((entry["a"], entry["b"])), 0)
                require(entry["known"] == (old >= gravity_of(entry)), "the baseline says otherwise")
        elif self.fails(entry) and self.report["options"].get("baseline") is not None:
            raise Refuted("a clash is known or not, with a baseline")
        judged = self.tolerance is not None and entry["proximity"] == "overlapping"
        require(judged == ("overlap" in entry), "the tolerance is for overlaps")
        self.check_claims(entry)

    def fails(self, entry):
        contacts = self.report["options"]["fail_on"] == "touch" or self.clearance > 0
        gravity = GRAVITY[gravity_of(entry)]
        return gravity in ("near", "overlapping") or (contacts and gravity in ("touching", "within"))

    def check_mesh_claims(self, entry, ids):
        """A pair of which one body is no hull: its certificate is one of bodies, and the depth has no proof."""
        answer = {"verdict": entry["verdict"], "certificate": entry.get("certificate")}
        pair = Parts(*(self.bodies[i] for i in ids))
        if entry["verdict"] == "separated" and self.clearance > 0:
            if self.check_clearance(entry, pair) and "a" not in entry and "certificate" not in entry:
                return  # farther than a positive clearance is apart
        else:
            require("margin" not in entry and "margin_certificate" not in entry, "no margin was asked for")
        distance, depth = entry.get("distance"), entry.get("depth")
        if distance is not None:
            answer["distance"] = distance
            lower = finite(distance[0], Refuted)
            upper = None if distance[1] is None else finite(distance[1], Refuted)
            require(lower >= 0 and (upper is None or lower <= upper), "a distance is an interval")
            if entry["verdict"] == "separated":
                require(lower <= self.clearance or entry["proximity"] == "clear", "it is not near")
                near = entry["proximity"] == "near" or upper is None or upper > self.clearance
                require(near or self.clearance == 0, "it is near")
            else:
                require(distance == [0, 0], "bodies that meet have no distance")
        require(entry["proximity"] != "near" or self.clearance > 0, "near is nothing without a clearance")
        if depth is not None:
            lower = finite(depth[0], Refuted)
            upper = None if depth[1] is None else finite(depth[1], Refuted)
            require(0 <= lower and (upper is None or lower <= upper), "a depth is an interval")
            require(upper != 0 or entry["verdict"] != "overlapping", "what overlaps has a depth")
            require(depth == [0, 0] or entry["verdict"] == "overlapping", "what does not overlap has no depth")
            if "overlap" in entry:
                deeper = self.tolerance <= 0 or lower > self.tolerance
                within = upper is not None and upper <= self.tolerance
                word = "deeper" if deeper else "within" if within else "unresolved"
                require(entry["overlap"] == word, "the depth says otherwise")
        if answer["certificate"] is not None:
            check_bodies(pair, answer)

    def check_clearance(self, entry, pair):
        """Is the margin of a pair with a mesh proven?"""
        if "margin" not in entry and "margin_certificate" not in entry:
            return False
        word = entry.get("margin", "farther" if "a" not in entry else None)
        require((entry["proximity"] == "near") == (word != "farther"), "the margin says otherwise")
        return check_bodies_margin(pair, {"margin": self.clearance}, word, entry.get("margin_certificate"))

    def check_claims(self, entry):
        ids = ids_of(entry, len(self.bodies))
        require(ids not in self.examined, "a pair is listed twice")
        self.examined.add(ids)
        require(not self.skips(ids), "a pair that is to be skipped")
        if not all(self.bodies[i].is_hull for i in ids):
            return self.check_mesh_claims(entry, ids)
        pair = HullPair(Parts(*(self.bodies[i] for i in ids)))
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

    def skips(self, ids):
        return self.rules.skip(*(self.bodies[i].shown for i in ids))

    def check_skipped(self):
        """Pairs that the rules leave out, and that the boxes do not prove apart. The list may have any order."""
        self.skipped = set()
        for ids in self.report["proof"]["skipped"]:
            require(isinstance(ids, list) and len(ids) == 2, "two ids are a pair")
            pair = ids_of({"a_id": ids[0], "b_id": ids[1]}, len(self.bodies))
            require(self.skips(pair), "a pair is skipped that no rule leaves out")
            require(pair not in self.skipped, "a pair is skipped twice")
            self.skipped.add(pair)

    def check_pruned(self, proof):
        """Each pair once, by cuts that are true for each two of their bodies."""
        require(proof is not None, "the cuts are missing")
        order, count = proof["order"], len(self.bodies)
        require(sorted(order) == list(range(count)), "the order is none")
        places = {frozenset(ids) for ids in self.examined | self.skipped}
        extents = [[body.extent(axis) for axis in range(3)] for body in self.bodies]
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
                    require(extents[high][k][0] - extents[low][k][1] > Fraction(self.clearance), "a cut does not separate")
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
        known = sum(entry.get("known") is True for entry in self.report["pairs"])
        status = 1 if clashes > known else 2 if pairs == len(self.skipped) else 0
        expected = {
            **kinds,
            "bodies": count,
            "pairs": pairs,
            "examined": len(self.examined),
            "pruned": pairs - len(self.examined) - len(self.skipped),
            "not_examined": 0,
            "skipped": len(self.skipped),
            "exit_status": status,
            "clashes": clashes,
        }
        overlaps = ("within", "deeper", "unresolved")
        require((self.tolerance is not None) == any(word in summary for word in overlaps), "counts of a tolerance")
        if self.tolerance is not None:
            expected.update({word: words.count(word) for word in overlaps})
        with_baseline = self.report["options"].get("baseline") is not None
        require(all((key in summary) == with_baseline for key in ("known", "gone")), "counts of a baseline")
        if with_baseline:
            expected["known"] = known
            require(is_integer(summary["gone"]) and summary["gone"] >= 0, "summary.gone")
        if self.baseline is not None:
            now = {frozenset((e["a"], e["b"])) for e in self.report["pairs"] if e["proximity"] != "clear"}
            expected["gone"] = sum(names not in now for names, gravity in self.baseline.items())
        for key, value in expected.items():
            require(summary[key] == value, "summary.%s" % key)


def check(report_path, paths, baseline_path=None):
    """Raises Refuted or BadInput if the report is not right."""
    try:
        with open(report_path, "rb") as file:
            text = file.read().decode("utf-8")
        report = json.loads(text, object_pairs_hook=object_of)
        hashes, bodies = read(paths, report["options"]["body"])
        if [file["sha256"] for file in report["files"]] != hashes:
            raise BadInput("the report is about other files")
        if any(file["unit"] != report["unit"] for file in report["files"]):
            raise BadInput("files of several units are not read here")
        baseline = None
        if baseline_path is not None:
            with open(baseline_path, "rb") as file:
                baseline = known_by(file.read().decode("utf-8"))
        Checker(report, bodies, baseline).run()
    except OSError as problem:
        raise BadInput(str(problem)) from None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, struct.error) as problem:
        raise BadInput("no report: %r" % problem) from None


def main(arguments):
    baseline = None
    if "--baseline" in arguments[:-1]:
        at = arguments.index("--baseline")
        baseline = arguments[at + 1]
        arguments = arguments[:at] + arguments[at + 2 :]
    if len(arguments) < 2:
        print("usage: check_report.py report.json FILE ... [--baseline old.json]", file=sys.stderr)
        return 2
    try:
        check(arguments[0], arguments[1:], baseline)
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
