#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports of `sunder check`, true ones and forged ones, for both checkers."""

import copy
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]

import check_report  # noqa: E402
from certificate_proofs import Refuted  # noqa: E402
from meshes import BOX, box, crate_of_shells, cube_about, cup, joined  # noqa: E402

SUNDER = os.environ["SUNDER"]
SCENES_OF_FILES = HERE.parents[1] / "scenes"
FACES = ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5))
# Values that are read but make no claim about the bodies.
NO_CLAIM = {"path", "algorithm", "width", "all", "seconds", "decided_by", "stage", "point_a", "point_b",
            "contact", "part_a", "part_b", "triangle_a", "triangle_b", "why", "as", "body"}
# Values with several valid forms, such as a wider interval or another order: here the two checkers
# must agree.
PROOFS = {"certificate", "margin_certificate", "pruned", "margin", "distance", "depth", "clearance"}
# Keys that reports before the tolerance had not: without them nothing is claimed.
LATER = {("options", "tolerance"), ("options", "baseline"), ("summary", "clashes")}
ORDERED = {("pairs",), ("proof", "clear")}
ULP = 2.0**-53


def cube(name, first, x=0.0, y=0.0, z=0.0, half=0.5):
    lines = ["o %s" % name]
    for corner in itertools.product((x - half, x + half), (y - half, y + half), (z - half, z + half)):
        lines.append("v %r %r %r" % corner)
    lines += ["f " + " ".join(str(first + i) for i in face) for face in FACES]
    return lines


def tetrahedron(name, first, x=0.0, y=0.0, z=0.0, size=1.0):
    points = [(x, y, z), (x + size, y, z), (x, y + size, z), (x, y, z + size)]
    lines = ["o %s" % name] + ["v %r %r %r" % point for point in points]
    return lines + ["f %d %d %d" % tuple(first + i for i in face)
                    for face in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))]


def scene(*bodies):
    lines, first = [], 1
    for number, (make, options) in enumerate(bodies):
        lines += make("body%d" % number, first, **options)
        first += 8 if make is cube else 4
    return "\n".join(lines) + "\n"


SCENES = {
    "grid": scene(*((cube, {"x": float(x), "y": float(y)}) for x in range(3) for y in range(2))),
    "apart": scene(*((cube, {"x": 3.0 * i, "y": 0.25 * i}) for i in range(5))),
    "inside": scene((cube, {"half": 2.0}), (tetrahedron, {"x": 0.25}), (cube, {"x": 2.625, "half": 0.25})),
    "equal": scene((tetrahedron, {}), (tetrahedron, {}), (tetrahedron, {"x": 4.0})),
    "ulp": scene((cube, {}), (cube, {"x": 1.0 + 2 * ULP}), (tetrahedron, {"x": 0.75, "y": 0.75, "z": 0.75})),
    "far": scene((cube, {"half": 1e300}), (cube, {"x": 3e300, "half": 1e300}), (cube, {"x": 5e-324, "half": 1e-320})),
    "one": scene((cube, {})),
}


def leaves(node, path=()):
    """The paths of all numbers, words, nulls and lists in a JSON value."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, (*path, key))
        return
    yield path
    if isinstance(node, list):
        for i, value in enumerate(node):
            yield from leaves(value, (*path, i))


def forgeries(value):
    """The replacements of a value."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1, -value if value else -1] + ([value * (1 + 2 * ULP)] if isinstance(value, float) else [])
    if isinstance(value, str):
        return [value + "x", "clear" if value != "clear" else "near"]
    if isinstance(value, list):
        return ([value[:-1], value + value[-1:]] if value else [[1]]) + ([value[::-1]] if value != value[::-1] else [])
    return [7]


def forged_claims(report):
    """The place of each claim of a report, with each of its replacements."""
    for leaf in leaves(report):
        if NO_CLAIM.intersection(leaf):
            continue
        value = report
        for key in leaf:
            value = value[key]
        for other in forgeries(value):
            yield leaf, other


def with_value(report, path, value):
    forged = copy.deepcopy(report)
    node = forged
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return forged


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def report(self, path, *options, forms=("--as", "hull")):
        done = subprocess.run([SUNDER, "check", path, *forms, "--json", *options], capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        self.assertTrue(done.stdout, done.stderr)
        return json.loads(done.stdout)

    def refuse_forged(self, report, leaf, other, *paths):
        """Expects that both checkers agree on a forged proof, and that a forged claim is refused."""
        first, second, said = self.verify(with_value(report, leaf, other), *paths)
        if PROOFS.intersection(leaf) or leaf in ORDERED:
            self.assertEqual(first == 0, second == 0, (leaf, other, said))
        else:
            self.assertNotEqual(first, 0, (leaf, other))

    def verify(self, report, *paths, baseline=None):
        """Exit statuses of the two checkers, and the output of the first."""
        text = report if isinstance(report, str) else json.dumps(report)
        at = self.write("report.json", text)
        done = subprocess.run([SUNDER, "verify", at, *paths], capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        try:
            check_report.check(at, paths, baseline)
            second = 0
        except Refuted:
            second = 1
        except check_report.BadInput:
            second = 2
        return done.returncode, second, done.stderr.decode()

    def test_true_reports_are_accepted(self):
        for name, text in SCENES.items():
            path = self.write("%s.obj" % name, text)
            for options in ([], ["--clearance", "0.5m"], ["--all"], ["--tolerance", "30cm"],
                            ["--tolerance", "2m", "--fail-on", "touch"], ["--clearance", "3m", "--all"], ["--width", "1e-9"]):
                for certificates in ([], ["--certificates", "all"]):
                    with self.subTest(scene=name, options=options + certificates):
                        report = self.report(path, *options, *certificates)
                        first, second, said = self.verify(report, path)
                        self.assertEqual((first, second), (0, 0), said)

    def test_forged_reports_are_not(self):
        # All of them take several minutes.
        step = 1 if "SUNDER_LONG" in os.environ else 23
        count = 0
        for name, options in (("inside", []), ("ulp", ["--clearance", "0.5m"]), ("grid", []), ("apart", ["--clearance", "2m"])):
            path = self.write("%s.obj" % name, SCENES[name])
            report = self.report(path, *options, "--certificates", "all")
            for leaf, other in forged_claims(report):
                count += 1
                if count % step == 0:
                    with self.subTest(scene=name, leaf=leaf, value=other):
                        self.refuse_forged(report, leaf, other, path)
        self.assertGreater(count, 500)

    # A cup with a ball in it, a lid on it, a pin in its wall, an open box, and a body without faces of its own.
    MESHES = (cup() + box("ball", (-0.5, -0.5, 1.5), (0.5, 0.5, 2.5)) + box("lid", (-1.5, -1.5, 4), (1.5, 1.5, 5))
              + box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25)) + box("sheet", (-3, 1.5, 1), (3, 1.75, 2), BOX[:5]))

    def test_reports_about_meshes(self):
        path = self.write("meshes.obj", self.MESHES)
        for forms in ((), ("--as", "surface:cup"), ("--as", "hull", "--as", "auto:c?p"), ("--as", "surface")):
            for options in ([], ["--clearance", "0.75"], ["--all"], ["--tolerance", "30cm"], ["--tolerance", "9m"],
                            ["--clearance", "0.25", "--all"], ["--tolerance", "0", "--fail-on", "touch"]):
                with self.subTest(forms=forms, options=options):
                    report = self.report(path, *options, "--certificates", "all", forms=forms)
                    first, second, said = self.verify(report, path)
                    self.assertEqual((first, second), (0, 0), said)

    def test_forged_reports_about_meshes(self):
        step = 1 if "SUNDER_LONG" in os.environ else 149
        path = self.write("meshes.obj", self.MESHES)
        count = 0
        for options in (["--clearance", "0.75"], ["--all", "--tolerance", "30cm"]):
            report = self.report(path, *options, "--certificates", "all", forms=())
            for leaf in leaves(report):
                if NO_CLAIM.intersection(leaf) or "certificate" in leaf:
                    continue
                value = report
                for key in leaf:
                    value = value[key]
                for other in forgeries(value):
                    count += 1
                    if count % step:
                        continue
                    with self.subTest(leaf=leaf, value=other):
                        first, second, said = self.verify(with_value(report, leaf, other), path)
                        if PROOFS.intersection(leaf) or leaf in ORDERED:
                            self.assertEqual(first == 0, second == 0, said)
                        else:
                            self.assertNotEqual(first, 0)
                        if leaf[0] in ("pairs", "proof", "summary", "taken_as") and first == 1:
                            self.assertEqual(second, 1)
        self.assertGreater(count, 200)
        # A certificate of another pair, and forms that the meshes have not.
        made = self.report(path, "--all", forms=())
        at = {(p["a"], p["b"]): i for i, p in enumerate(made["pairs"])}
        for one, other in (("ball", "pin"), ("pin", "lid"), ("lid", "ball"), ("sheet", "ball")):
            report = copy.deepcopy(made)
            report["pairs"][at["cup", one]]["certificate"] = made["pairs"][at["cup", other]]["certificate"]
            self.assertEqual(self.verify(report, path)[:2], (1, 1))
        for body, form in itertools.product(range(5), ("hull", "solid", "surface")):
            if made["taken_as"][body] != form:
                forged = with_value(made, ("taken_as", body), form)
                self.assertEqual(self.verify(forged, path)[:2], (1, 1), (body, form))

    def test_margins_of_meshes(self):
        """Each pair that is apart, with a mesh and a clearance, is proven to be within it or beyond it."""
        path = self.write("meshes.obj", self.MESHES)
        words = set()
        for options in (["--clearance", "0.5"], ["--clearance", "0.75", "--all"], ["--clearance", "0.5000000001"]):
            report = self.report(path, *options, "--certificates", "all", forms=())
            apart = [p for p in report["pairs"] + report["proof"]["clear"] if p.get("verdict", "separated") == "separated"]
            self.assertTrue(all(p["margin_certificate"] for p in apart))
            words.update(p["margin"] for p in apart if "a" in p)
            at = self.write("report.json", json.dumps(report))
            done = subprocess.run([SUNDER, "verify", "--json", at, path], capture_output=True, check=True)
            found = json.loads(done.stdout)
            self.assertEqual(found["margins"], {"accepted": len(apart), "refuted": 0, "unchecked": 0})
            self.assertEqual(found["verdicts"]["unchecked"], 0)
            for number, pair in enumerate(report["pairs"]):
                if pair["verdict"] != "separated":
                    continue
                place = ("pairs", number)
                forged = [with_value(report, (*place, "margin"), word) for word in ("closer", "exactly", "farther")
                          if word != pair["margin"]]
                forged.append(with_value(report, (*place, "margin_certificate"), pair["certificate"]))
                forged.append(with_value(report, ("clearance",), 100.0 if pair["margin"] == "farther" else 1e-9))
                others = [p["margin_certificate"] for p in apart if p is not pair]
                forged += [with_value(report, (*place, "margin_certificate"), proof) for proof in others]
                for other in forged:
                    first, second, said = self.verify(other, path)
                    self.assertEqual(first == 0, second == 0, said)
                self.assertTrue(all(self.verify(other, path)[0] == 1 for other in forged[:2]))
        self.assertEqual(words, {"closer", "exactly", "farther"})
        # A pair whose margin has no proof is unchecked, unless the distance decides.
        bare = copy.deepcopy(report)
        for pair in bare["pairs"]:
            pair.update({"distance": None, "certificate": None, "margin_certificate": None} if "margin" in pair else {})
        at = self.write("report.json", json.dumps(bare))
        done = subprocess.run([SUNDER, "verify", "--json", at, path], capture_output=True, check=True)
        self.assertGreater(json.loads(done.stdout)["margins"]["unchecked"], 0)
        self.assertEqual(self.verify(bare, path)[:2], (0, 0))

    def expect_accepted(self, paths, *options):
        """The report of a check, which both checkers accept."""
        done = subprocess.run([SUNDER, "check", *paths, "--json", "--certificates", "all", *options], capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        report = json.loads(done.stdout)
        first, second, said = self.verify(report, *paths)
        self.assertEqual((first, second), (0, 0), (options, said))
        return report

    def test_bodies_of_files_nodes_and_shells(self):
        room, desk = SCENES_OF_FILES / "room.glb", SCENES_OF_FILES / "desk.glb"
        self.assertEqual(self.expect_accepted([room], "--body", "node", "--clearance", "1cm")["taken_as"], ["parts"] * 6)
        for unit in ("mesh", "node"):
            self.expect_accepted([desk], "--body", unit, "--clearance", "5cm", "--all")
        one, two = self.write("one.obj", self.MESHES), self.write("two.obj", box("stand", (-9, -9, -1), (9, 9, 0)))
        for options in ([], ["--clearance", "0.5"], ["--as", "hull:cup"], ["--as", "surface"], ["--all"]):
            report = self.expect_accepted([one, two], "--body", "file", *options)
            self.assertEqual((report["bodies"], report["taken_as"][0]), (["one.obj", "two.obj"], "parts"))
            self.expect_accepted([one, two], "--body", "node", *options)
        crate = self.write("crate.obj", crate_of_shells() + box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25)))
        for options in ([], ["--clearance", "2.5"], ["--as", "hull:crate/*"], ["--all"]):
            report = self.expect_accepted([crate], "--body", "shell", *options)
            self.assertEqual(report["bodies"], ["crate/shell %d" % i for i in range(1, 5)] + ["pin"])
        # Shells in a hollow in a shell, and one that is turned as the wall is.
        nested = self.write("nested.obj", joined("nest", *(cube_about(size, size in (7, 4)) for size in (8, 7, 5, 4, 2, 1))))
        report = self.expect_accepted([nested], "--body", "shell", "--all")
        self.assertEqual(report["taken_as"], ["solid", "solid", "hull", "hull"])
        # With one name twice.
        twice = self.expect_accepted([nested, crate], "--body", "shell")
        self.assertEqual(len(set(twice["bodies"])), 9)

    def test_forged_units_of_bodies(self):
        crate = self.write("crate.obj", crate_of_shells() + box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25)))
        one, two = self.write("one.obj", self.MESHES), self.write("two.obj", box("stand", (-9, -9, -1), (9, 9, 0)))
        cases = (([crate], "shell", ["--clearance", "2.5"]), ([one, two], "file", ["--clearance", "2.5"]))
        step = 1 if "SUNDER_LONG" in os.environ else 307
        for paths, unit, options in cases:
            made = self.expect_accepted(paths, "--body", unit, *options)
            for other in ("mesh", "file", "shell"):
                if other != unit:
                    self.assertNotEqual(self.verify(with_value(made, ("options", "body"), other), *paths)[0], 0)
                    self.assertEqual(self.verify(with_value(made, ("options", "body"), other), *paths)[1], 1)
            for number in range(len(made["taken_as"])):
                for form in ("hull", "solid", "surface", "parts"):
                    if form != made["taken_as"][number]:
                        self.assertEqual(self.verify(with_value(made, ("taken_as", number), form), *paths)[:2], (1, 1), (number, form))
            count = 0
            for leaf, other in forged_claims(made):
                count += 1
                if count % step == 0:
                    self.refuse_forged(made, leaf, other, *paths)
            self.assertGreater(count, 300)

    def test_pairs_that_rules_leave_out(self):
        path = self.write("meshes.obj", self.MESHES)
        for options in (["--ignore", "cup:*"], ["--between", "cup:ball"], ["--ignore", "c?p:ball", "--ignore", "pin::cup"],
                        ["--between", "*:lid", "--ignore", "lid:sheet"], ["--ignore", "*:*", "--all"]):
            done = subprocess.run([SUNDER, "check", path, "--json", "--certificates", "all", *options], capture_output=True, check=False)
            report = json.loads(done.stdout)
            self.assertGreater(report["summary"]["skipped"], 0)
            self.assertEqual(self.verify(report, path)[:2], (0, 0), options)
            skipped = report["proof"]["skipped"]
            for change in (
                lambda r: r["proof"].update(skipped=skipped[:-1]),
                lambda r: r["proof"].update(skipped=skipped + skipped[:1]),
                lambda r: r["proof"].update(skipped=[[b, a] for a, b in skipped]),
                lambda r: r["proof"].update(skipped=[[0, 99]]),
                lambda r: r["options"].update(ignore=[], between=[]),
                lambda r: r["options"].update(ignore=["cup"]),
                lambda r: r["options"].update(ignore=["ball:lid", "cup:sheet", "*:pin"], between=[]),
                lambda r: r["summary"].update(skipped=0),
                lambda r: r["summary"].update(skipped=r["summary"]["skipped"] - 1, pruned=r["summary"]["pruned"] + 1),
            ):
                forged = copy.deepcopy(report)
                change(forged)
                first, second, said = self.verify(forged, path)
                self.assertNotEqual(first, 0)
                self.assertEqual(second, 1, said)

    def test_baselines(self):
        path = self.write("meshes.obj", self.MESHES)
        old = self.report(path, forms=())
        without = copy.deepcopy(old)
        dropped = [p for p in old["pairs"] if p["b"] == "pin"]
        without["pairs"] = [p for p in old["pairs"] if p["b"] != "pin"] + [
            {**dropped[0], "a": "cup", "b": "spoon", "key": check_report.key_of("cup", "spoon")}]
        for name, baseline in (("same", old), ("older", without)):
            # A baseline is any report that can be read; its counts are not looked at.
            at = self.write("%s.json" % name, json.dumps(baseline))
            for options in ([], ["--fail-on", "touch"], ["--clearance", "0.75"]):
                report = self.report(path, "--baseline", at, *options, "--certificates", "all", forms=())
                self.assertEqual(self.verify(report, path, baseline=at)[:2], (0, 0))
                self.assertEqual(self.verify(report, path)[:2], (0, 0))
                for change in (
                    lambda r: r["summary"].update(known=r["summary"]["known"] + 1),
                    lambda r: r["summary"].update(gone=-1),
                    lambda r: r["summary"].update(exit_status=1 - r["summary"]["exit_status"]),
                    lambda r: r["summary"].pop("known"),
                    lambda r: r["options"].update(baseline=None),
                    lambda r: next(p for p in r["pairs"] if "known" in p).pop("known"),
                ):
                    forged = copy.deepcopy(report)
                    change(forged)
                    first, second, _ = self.verify(forged, path)
                    self.assertEqual(second, 1)
                # With the older report at hand a false "known" and a false "gone" are seen too.
                for number, pair in enumerate(report["pairs"]):
                    if "known" not in pair:
                        continue
                    forged = with_value(report, ("pairs", number, "known"), not pair["known"])
                    known = sum(p.get("known") is True for p in forged["pairs"])
                    forged["summary"]["known"] = known
                    forged["summary"]["exit_status"] = int(forged["summary"]["clashes"] > known)
                    self.assertEqual(self.verify(forged, path)[:2], (0, 0))
                    self.assertEqual(self.verify(forged, path, baseline=at)[1], 1)
                forged = with_value(report, ("summary", "gone"), report["summary"]["gone"] + 1)
                self.assertEqual(self.verify(forged, path, baseline=at)[1], 1)

    def test_nothing_may_be_left_out(self):
        path = self.write("inside.obj", SCENES["inside"])
        report = self.report(path, "--clearance", "1m", "--certificates", "all")

        def keys(node, at=()):
            for key, value in (node.items() if isinstance(node, dict) else enumerate(node)):
                if isinstance(node, dict):
                    yield (*at, key)
                if isinstance(value, (dict, list)):
                    yield from keys(value, (*at, key))

        for at in keys(report):
            if "contact" in at or at in LATER or at[-1] == "key":
                continue
            forged = copy.deepcopy(report)
            node = forged
            for key in at[:-1]:
                node = node[key]
            del node[at[-1]]
            with self.subTest(left_out=at):
                first, second, said = self.verify(forged, path)
                if PROOFS.intersection(at[:-1]):
                    self.assertEqual(first == 0, second == 0, said)
                else:
                    self.assertNotEqual(first, 0)

    def test_pairs_moved_away_with_all_counts_are_missed(self):
        """Pairs that are removed from a report with right counts must not pass as proven."""
        path = self.write("grid.obj", SCENES["grid"])
        for certificates in ("none", "examined", "all"):
            report = self.report(path, "--certificates", certificates)
            found = len(report["pairs"])
            self.assertGreater(found, 5)
            for place, status in itertools.product(("not_examined", "pruned", "clear"), (0, 1, 2)):
                forged = copy.deepcopy(report)
                forged["pairs"] = []
                summary = forged["summary"]
                summary[place] += found
                if place != "clear":
                    summary["examined"] -= found
                summary.update(overlapping=0, touching=0, near=0, exit_status=status)
                for pruned in (True, False):
                    if forged["proof"] and not pruned:
                        forged["proof"]["pruned"] = None
                    at = self.write("report.json", json.dumps(forged))
                    done = subprocess.run([SUNDER, "verify", "--json", at, path], capture_output=True, check=False)
                    with self.subTest(certificates=certificates, place=place, status=status, pruned=pruned):
                        if done.returncode == 0:
                            # Only a check with fewer proofs may state that: they are then not
                            # accepted.
                            told = json.loads(done.stdout)
                            unchecked = told["verdicts"]["unchecked"] + told["pruned"]["unchecked"]
                            self.assertGreaterEqual(unchecked, found)
                            self.assertEqual(status, 2 if place == "not_examined" else 0)
                        else:
                            self.assertEqual(done.returncode, 1, done.stderr)

    def test_other_files_are_not_checked(self):
        path = self.write("a.obj", SCENES["apart"])
        other = self.write("b.obj", SCENES["apart"].replace("0.25", "0.375", 1))
        report = self.report(path)
        self.assertEqual(self.verify(report, other)[:2], (2, 2))
        self.assertEqual(self.verify(report, path, other)[0], 2)
        self.assertEqual(self.verify(report, self.folder / "none.obj")[0], 2)
        moved = self.write("moved.obj", SCENES["apart"])
        self.assertEqual(self.verify(report, moved)[:2], (0, 0))

    def test_what_is_no_report_is_refused(self):
        path = self.write("a.obj", SCENES["apart"])
        text = json.dumps(self.report(path))
        for broken in ("", "{", "[]", text[:-1], text + text, text.replace('"clearance"', '"clearence"'),
                       text.replace('"version": 2', '"version": 3'), text.replace('"clearance": 0', '"clearance": -1'),
                       text.replace('"clearance": 0', '"clearance": 1e999'), '{"files": ' + "[" * 5000):
            with self.subTest(text=broken[:60]):
                done = self.verify(broken, path)
                self.assertNotEqual(done[0], 0)
                self.assertTrue(done[2].startswith("sunder: "), done[2])

    def test_units_of_the_check_are_in_the_report(self):
        path = self.write("a.obj", SCENES["ulp"])
        report = self.report(str(path) + "@mm", "--clearance", "1mm")
        self.assertEqual(self.verify(report, path)[0], 0)
        self.assertNotEqual(self.verify(with_value(report, ("files", 0, "unit"), "cm"), path)[0], 0)

    def test_without_certificates_nothing_is_proven(self):
        path = self.write("a.obj", SCENES["inside"])
        report = self.report(path, "--certificates", "none")
        self.assertIsNone(report["proof"])
        at = self.write("r.json", json.dumps(report))
        done = subprocess.run([SUNDER, "verify", "--json", at, path], capture_output=True, check=True)
        found = json.loads(done.stdout)
        self.assertEqual(found["verdicts"]["accepted"], 0)
        self.assertGreater(found["verdicts"]["unchecked"], 0)
        for wrong in (["--certificates", "some", "--json"], ["--certificates", "all"], ["--certificates", "", "--json"]):
            done = subprocess.run([SUNDER, "check", path, *wrong], capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"--certificates", done.stderr)


if __name__ == "__main__":
    unittest.main()
