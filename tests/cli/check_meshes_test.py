# SPDX-License-Identifier: Apache-2.0
"""`sunder check` of meshes that are not convex, from the outside: forms, rules, reports."""

import json
import pathlib
import tempfile
import unittest

from meshes import BOX, box, crate_of_shells, cup
from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"

BALL = box("ball", (-0.5, -0.5, 1.5), (0.5, 0.5, 2.5))
LID = box("lid", (-1.5, -1.5, 4), (1.5, 1.5, 5))
PIN = box("pin", (1.25, 0, 2), (1.5, 0.25, 2.25))
CRATE = box("crate", (10, 0, 0), (12, 2, 2), BOX[:5])


class Files(unittest.TestCase):
    """Writes files, checks them, and verifies the reports."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, *objects, name="scene.obj"):
        path = self.folder / name
        path.write_text("".join(objects))
        return path

    def found(self, *arguments):
        done = run("check", "--json", *arguments)
        self.assertEqual(done.stderr, b"")
        report = json.loads(done.stdout)
        self.assertEqual(report["summary"]["exit_status"], done.returncode)
        return done.returncode, report, {(p["a"], p["b"]): p["proximity"] for p in report["pairs"]}

    def verify(self, report, path):
        target = self.folder / "report.json"
        target.write_text(json.dumps(report))
        return run("verify", target, path)


class Meshes(Files):
    def test_a_ball_in_a_cup_is_clear(self):
        path = self.write(cup(), BALL)
        status, report, pairs = self.found(path)
        self.assertEqual((status, pairs), (0, {("cup", "ball"): "clear"}))
        self.assertEqual((report["taken_as"], report["why"]), (["solid", "hull"], ["", "it is a convex solid"]))
        (pair,) = report["pairs"]
        self.assertLessEqual(pair["distance"][0], 0.5)
        self.assertGreaterEqual(pair["distance"][1], 0.5)
        self.assertIn("separations", pair["certificate"])
        self.assertEqual(self.found(path, "--as", "hull")[2], {("cup", "ball"): "overlapping"})
        self.assertEqual(self.found(path, "--clearance", "0.5")[0], 1)
        self.assertEqual(self.found(path, "--clearance", "0.4999")[0], 0)

    def test_the_forms_are_told(self):
        path = self.write(cup(), BALL, CRATE, "o cloud\nv 9 9 9\nv 8 8 9\np -1 -2\n")
        text = run("check", path).stdout.decode()
        self.assertIn("4 bodies in 1 file: 2 hulls, 1 solid, 1 surface; lengths in m\n", text)
        self.assertIn("hull: ball: it is a convex solid\n", text)
        self.assertIn("hull: cloud: it has no faces\n", text)
        self.assertIn("surface: crate: 4 edges are open; the first runs from point ", text)

    def test_a_solid_that_is_none_is_refused(self):
        done = run("check", self.write(cup(), CRATE), "--as", "solid")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b'mesh "crate": the mesh is no solid: 4 edges are open', done.stderr)
        # One corner of a box is pulled through the face below.
        crossing = box("cross", (0, 0, 0), (2, 2, 2)).replace("v 2 2 2\n", "v 1 1 -1\n")
        done = run("check", self.write(crossing, BALL), "--as", "solid:cr*")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"have more in common than a corner or an edge", done.stderr)

    def test_forms_by_name(self):
        path = self.write(cup("a/cup"), cup("b/cup"), BALL)
        for words, forms in (
            (["hull:a/*"], ["hull", "solid", "hull"]),
            (["hull", "auto:*cup"], ["solid", "solid", "hull"]),
            (["surface:?/cup"], ["surface", "surface", "hull"]),
            (["hull:scene.obj:a*"], ["hull", "solid", "hull"]),
            (["hull:scene.obj"], ["hull", "hull", "hull"]),
        ):
            options = [option for word in words for option in ("--as", word)]
            report = self.found(path, *options)[1]
            self.assertEqual(report["taken_as"], forms, words)
            self.assertEqual(report["options"]["as"], words)

    def test_what_touches_fails_only_where_it_is_to(self):
        path = self.write(cup(), LID)
        self.assertEqual(self.found(path)[::2], (0, {("cup", "lid"): "touching"}))
        self.assertEqual(self.found(path, "--fail-on", "touch")[0], 1)
        self.assertEqual(self.found(path, "--clearance", "1mm")[0], 1)
        text = run("check", path).stdout.decode()
        self.assertRegex(text, r"cup +lid +touching +0 m +patch of 5 m\^2 at \(-?1(\.5)?, -?1(\.5)?, 4\)\n")

    def test_what_overlaps(self):
        status, report, pairs = self.found(self.write(cup(), PIN))
        self.assertEqual((status, pairs), (1, {("cup", "pin"): "overlapping"}))
        (pair,) = report["pairs"]
        self.assertEqual((pair["contact"], pair["triangle_b"]), ({"regions": []}, None))
        self.assertGreaterEqual(pair["depth"][1], 0.75)
        self.assertIn(" inside\n", run("check", self.write(cup(), PIN)).stdout.decode())

    def test_pairs_that_are_left_out(self):
        path = self.write(cup(), BALL, LID, PIN)
        both = {("cup", "lid"): "touching", ("cup", "pin"): "overlapping"}
        self.assertEqual(self.found(path)[2], both)
        rules = self.folder / "rules.txt"
        rules.write_text("# bolts are meant to overlap\n\nc?p:pi*\r\n")
        for arguments, left, skipped in (
            (["--ignore", "pin:cup"], [("cup", "lid")], 1),
            (["--ignore", "@%s" % rules], [("cup", "lid")], 1),
            (["--ignore", "*::*"], [], 3),
            (["--between", "cup:l*"], [("cup", "lid")], 2),
            (["--between", "*:cup", "--ignore", "lid:*"], [("cup", "pin")], 1),
        ):
            _, report, pairs = self.found(path, *arguments)
            self.assertEqual(pairs, {pair: both[pair] for pair in left}, arguments)
            summary = report["summary"]
            self.assertEqual(summary["skipped"], skipped, arguments)
            self.assertEqual(len(report["proof"]["skipped"]), skipped)
            self.assertEqual(
                summary["pairs"], summary["pruned"] + summary["examined"] + summary["skipped"], arguments
            )
        done = run("check", path, "--ignore", "dog:cup")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"--ignore dog:cup: no body has such a name", done.stderr)
        done = run("check", "--all", path, "--ignore", "*:*")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"nothing was compared", done.stderr)

    def test_an_algorithm_is_for_hulls(self):
        path = self.write(cup(), BALL, LID, PIN)
        done = run("check", path, "--algorithm", "gjk")
        self.assertIn(b"3 pairs with a solid, a surface or a union: gjk was asked about their convex parts alone", done.stdout)
        self.assertNotIn(b"not decided by", run("check", path).stdout)

    def test_threads_change_nothing(self):
        path = self.write(cup(), BALL, LID, PIN, CRATE)
        first, second = (self.found(path, "--all", "--threads", n)[1] for n in ("1", "3"))
        for report in (first, second):
            del report["summary"]["seconds"]
        self.assertEqual(first, second)

    def test_bodies_of_several_meshes(self):
        room = SCENES / "room.glb"
        status, report, pairs = self.found(room, "--body", "node")
        self.assertEqual(report["bodies"], ["table"] + ["chair %d" % i for i in range(1, 6)])
        self.assertEqual(report["taken_as"], ["parts"] * 6)
        self.assertEqual(report["why"][1], "10 hulls")
        self.assertEqual((status, pairs[("table", "chair 1")], pairs[("table", "chair 2")]), (1, "overlapping", "touching"))
        self.assertEqual(len(pairs), 2)
        # The same as its parts say: a body overlaps if a part does, else touches if a part does.
        parts = self.found(room)[2]
        for name, proximity in (("chair 1", "overlapping"), ("chair 2", "touching")):
            found = [p for (a, b), p in parts.items() if name in (a.split("/")[0], b.split("/")[0])]
            self.assertEqual(min(found), proximity)
        one = self.write(cup(), BALL, CRATE, name="one.obj")
        two = self.write(PIN, name="two.obj")
        status, report, pairs = self.found(one, two, "--body", "file")
        self.assertEqual((status, pairs), (1, {("one.obj", "two.obj"): "overlapping"}))
        self.assertEqual(report["taken_as"], ["parts", "hull"])
        self.assertRegex(report["why"][0], "^1 hull, 1 solid, 1 surface; crate: 4 edges are open")
        self.assertEqual(self.found(one, two, "--body", "node")[1]["taken_as"], ["solid", "hull", "surface", "hull"])
        self.assertEqual(run("check", room, "--body", "file").returncode, 2)
        self.assertIn(b"--body piece", run("check", room, "--body", "piece").stderr)
        for body in ("node", "mesh"):
            report = self.found(room, "--body", body, "--certificates", "all", "--clearance", "1cm")[1]
            self.assertEqual(self.verify(report, room).returncode, 0)

    def test_bodies_of_shells(self):
        mesh = crate_of_shells()
        path = self.write(mesh, PIN)
        status, report, pairs = self.found(path, "--body", "shell", "--clearance", "2.5", "--certificates", "all")
        self.assertEqual(report["bodies"], ["crate/shell %d" % i for i in range(1, 5)] + ["pin"])
        self.assertEqual(report["taken_as"], ["solid", "hull", "hull", "surface", "hull"])
        self.assertEqual(report["options"]["body"], "shell")
        self.assertEqual((status, pairs), (1, {
            ("crate/shell 1", "crate/shell 2"): "near", ("crate/shell 1", "crate/shell 3"): "touching",
            ("crate/shell 1", "pin"): "near", ("crate/shell 2", "pin"): "near"}))
        done = self.verify(report, path)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        report["options"]["body"] = "mesh"
        self.assertEqual(self.verify(report, path).returncode, 1)
        # Names with a pattern, each mesh placed twice, a file of one shell.
        self.assertEqual(self.found(path, "--body", "shell", "--ignore", "crate/*:crate/*")[2], {})
        self.assertEqual(self.found(path, "--body", "shell", "--as", "hull:crate/*")[1]["taken_as"], ["hull"] * 5)
        refused = run("check", path, "--body", "shell", "--as", "solid")
        self.assertEqual(refused.returncode, 2)
        self.assertIn(b'mesh "crate/shell 4": the mesh is no solid: 4 edges are open', refused.stderr)
        twice = self.found(self.write(mesh, name="a.obj"), self.write(mesh, name="b.obj"), "--body", "shell")[1]
        self.assertEqual(len(set(twice["bodies"])), 8)
        self.assertEqual(twice["bodies"][4], "b.obj:crate/shell 1")
        alone = run("check", self.write(box("one", (0, 0, 0), (1, 1, 1))), "--body", "shell")
        self.assertEqual(alone.returncode, 2)
        self.assertIn(b"there is one closed piece", alone.stderr)

    def tally(self, path):
        return json.loads(run("verify", "--json", self.folder / "report.json", path).stdout)

    def test_a_report_about_meshes_is_proven(self):
        path = self.write(cup(), BALL, LID, PIN, CRATE, box("base", (-3, -3, -1), (3, 3, 0)),
                          box("sheet", (-3, 1.5, 1), (3, 1.75, 2), BOX[:5]))
        for arguments in ([], ["--clearance", "2"], ["--all"], ["--ignore", "ball:lid"], ["--between", "cup:*"],
                          ["--as", "surface:cup"], ["--ignore", "cup:*", "--as", "hull"]):
            report = self.found(path, "--certificates", "all", *arguments)[1]
            done = self.verify(report, path)
            self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
            tally = self.tally(path)
            self.assertEqual((tally["meshes_unchecked"], tally["verdicts"]["unchecked"]), (0, 0), arguments)
            self.assertEqual(tally["verdicts"]["accepted"], report["summary"]["examined"])
            # Nothing proves the depth of a pair with a mesh.
            hull = {i for i, form in enumerate(report["taken_as"]) if form == "hull"}
            meshes = [p for p in report["pairs"] if not {p["a_id"], p["b_id"]} <= hull]
            depths = sum(1 for p in meshes if p["proximity"] == "overlapping")
            self.assertEqual(tally["intervals"]["unchecked"], depths, arguments)
            # That touching meshes do not overlap rests on the theorem.
            self.assertLessEqual(tally["by_theorem"], sum(1 for p in meshes if p["proximity"] == "touching"))
            # Without the certificates nothing is proven, and nothing refuted.
            stripped = meshes + [p for p in report["proof"]["clear"] if not {p["a_id"], p["b_id"]} <= hull]
            for pair in stripped:
                del pair["certificate"]
            self.assertEqual(self.verify(report, path).returncode, 0)
            self.assertEqual(self.tally(path)["meshes_unchecked"], len(stripped))

    def test_forged_certificates_of_meshes_are_refuted(self):
        path = self.write(cup(), BALL, LID, PIN, box("base", (-3, -3, -1), (3, 3, 0)))
        made = self.found(path, "--all")[1]
        at = {(p["a"], p["b"]): i for i, p in enumerate(made["pairs"])}
        ball, pin, lid = (at[("cup", name)] for name in ("ball", "pin", "lid"))
        proofs = [p["certificate"] for p in made["pairs"]]

        def overlap(pair):
            pair.update(proximity="overlapping", verdict="overlapping", distance=[0, 0], depth=[0.1, 0.2],
                        point_a=None, point_b=None, contact={"regions": []})

        def apart(pair):
            pair.update(proximity="clear", verdict="separated", distance=[0.1, 0.2], depth=[0, 0], contact=None)

        for number, change in enumerate((
            lambda p: overlap(p[ball]),
            lambda p: overlap(p[ball]) or p[ball].update(certificate=proofs[pin]),
            lambda p: apart(p[pin]),
            lambda p: apart(p[pin]) or p[pin].update(certificate=proofs[ball]),
            lambda p: apart(p[lid]) or p[lid].update(certificate=proofs[ball]),
            lambda p: p[ball].update(distance=[0.75, 0.8]),
            lambda p: p[ball].update(distance=[0.1, 0.2]),
            lambda p: p[ball]["certificate"]["separations"][0]["cut"]["pairs"].pop(),
            lambda p: p[ball]["certificate"].update(separations=proofs[lid].get("separations", [{"part_a": 0}])),
            lambda p: p[pin].update(certificate={"part_a": 0, "part_b": 1}),
            lambda p: p[pin].update(certificate={"direction": [1, 0, 0]}),
            lambda p: p[pin].update(depth=[0, 0]),
            lambda p: p[pin].update(margin="farther"),
        )):
            report = json.loads(json.dumps(made))
            change(report["pairs"])
            done = self.verify(report, path)
            self.assertEqual(done.returncode, 1, (number, done.stdout, done.stderr))
            self.assertRegex(done.stderr, rb'refuted: (pair 0, |summary)')

    def test_the_clearance_is_proven(self):
        path = self.write(cup(), BALL)
        cases = (("0.75", "near", "closer", 1), ("0.25", "clear", "farther", 1), ("0.5", "near", "exactly", 0))
        for clearance, proximity, word, decided in cases:
            report = self.found(path, "--clearance", clearance)[1]
            (pair,) = report["pairs"]
            self.assertEqual([pair["proximity"], pair["margin"]], [proximity, word])
            # Without a margin, as in older reports, a proven distance decides, unless its interval holds the clearance.
            bare = json.loads(json.dumps(report))
            del bare["pairs"][0]["margin"], bare["pairs"][0]["margin_certificate"]
            for made, proven in ((report, 1), (bare, decided)):
                self.assertEqual(self.verify(made, path).returncode, 0)
                margins = self.tally(path)["margins"]
                self.assertEqual(margins, {"accepted": proven, "refuted": 0, "unchecked": 1 - proven}, clearance)
                (told,), kinds = made["pairs"], made["summary"]
                told["proximity"] = "clear" if proximity == "near" else "near"
                kinds[proximity] -= 1
                kinds[told["proximity"]] += 1
                kinds["clashes"] = kinds["exit_status"] = int(told["proximity"] == "near")
                self.assertEqual(self.verify(made, path).returncode, proven, clearance)

    def test_forged_reports_are_refuted(self):
        path = self.write(cup(), BALL, LID, PIN)
        for change in (
            lambda r: r["taken_as"].__setitem__(0, "surface"),
            lambda r: r["why"].__setitem__(1, ""),
            lambda r: r["options"].update({"as": ["hull"]}),
            lambda r: r["options"].update({"fail_on": "touch"}) or r["summary"].update(exit_status=0),
            lambda r: r["options"].update(ignore=["cup:pin"]),
            lambda r: r["proof"].update(skipped=[[0, 3]]),
            lambda r: r["summary"].update(skipped=1),
        ):
            report = self.found(path, "--certificates", "all")[1]
            change(report)
            self.assertEqual(self.verify(report, path).returncode, 1)

    def test_hostile_files(self):
        points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
        for name, text, word in (
            ("a.obj", points + "f 1 2 5\n", b"no index"),
            ("a.obj", points + "f 1 2 99999999999999999999\n", b"no index"),
            ("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", b"no index"),
            ("a.off", "OFF\n3 1000000 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", b"claimed"),
            ("a.stl", "solid x\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid\n",
             b"out of place"),
        ):
            done = run("check", self.write(text, name=name), self.write(BALL, name="ball.obj"))
            self.assertEqual((done.returncode, done.stdout), (2, b""), text)
            self.assertIn(word, done.stderr)
        # Faces without area, repeated and inverted ones: read, and told about.
        odd = "o odd\n" + points + "f 1 1 2\nf 1 2 3\nf 1 2 3\nf 3 2 1\nf 1 2\nf 4\n"
        done = run("check", self.write(odd, BALL))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"surface: odd: ", done.stdout)


if __name__ == "__main__":
    unittest.main()
