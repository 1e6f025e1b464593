# SPDX-License-Identifier: Apache-2.0
"""`sunder check` and `sunder convert` from the outside."""

import json
import pathlib
import struct
import tempfile
import unittest

from sunder import run

SCENES = pathlib.Path(__file__).resolve().parents[2] / "scenes"


def cube(x):
    """An OBJ of the unit cube moved along x."""
    corners = [(x + i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    return "".join("v %r %r %r\n" % corner for corner in corners)


class Check(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def cubes(self, *places):
        return [self.write("cube%d.obj" % i, cube(x)) for i, x in enumerate(places)]

    def check_json(self, *arguments):
        done = run("check", "--json", *arguments)
        self.assertEqual(done.stderr, b"")
        return done.returncode, json.loads(done.stdout)

    def test_threads_change_nothing(self):
        first = self.check_json("--clearance", "0.2", SCENES / "room.glb")
        second = self.check_json("--threads", "3", "--clearance", "0.2", SCENES / "room.glb")
        for _, found in (first, second):
            del found["summary"]["seconds"]
        self.assertEqual(first, second)

    def test_the_algorithm(self):
        status, found = self.check_json(SCENES / "room.glb")
        self.assertEqual(status, 1)
        relations = {(p["a"], p["b"]): p["proximity"] for p in found["pairs"]}
        self.assertEqual(relations[("table/top", "chair 2/back rail")], "touching")
        self.assertEqual(relations[("table/top", "chair 1/back rail")], "overlapping")
        summary = found["summary"]
        self.assertEqual(summary["pairs"], 55 * 54 // 2)
        self.assertEqual(
            summary["pairs"], summary["pruned"] + summary["examined"] + summary["not_examined"]
        )
        self.assertEqual(found["taken_as"], ["hull"] * 55)
        self.assertEqual(set(found["why"]), {"it is a convex solid"})
        self.assertEqual(found["unit"], "m")

    def test_a_person_gets_a_table_without_colours(self):
        done = run("check", SCENES / "room.glb")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"55 bodies in 1 file: 55 hulls;", done.stdout)
        self.assertIn(b"pruned by proof", done.stdout)
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertEqual(done.stderr, b"")

    def test_exit_status_and_clearance(self):
        self.assertEqual(run("check", *self.cubes(0, 1.5)).returncode, 0)
        self.assertEqual(run("check", *self.cubes(0, 1)).returncode, 0)
        self.assertEqual(run("check", *self.cubes(0, 1), "--fail-on", "touch").returncode, 1)
        self.assertEqual(run("check", *self.cubes(0, 1), "--clearance", "1mm").returncode, 1)
        self.assertEqual(run("check", *self.cubes(0, 0.5)).returncode, 1)
        for clearance, status in (("0.5", 1), ("50cm", 1), ("0.4", 0), ("499.9 mm", 0), ("1ft", 0)):
            files = self.cubes(0, 1.5)
            self.assertEqual(run("check", *files, "--clearance", clearance).returncode, status)

    def test_two_bodies_are_always_measured(self):
        status, found = self.check_json(*self.cubes(0, 3))
        self.assertEqual(status, 0)
        (pair,) = found["pairs"]
        self.assertEqual(pair["proximity"], "clear")
        self.assertEqual((pair["a"], pair["b"]), ("cube0.obj", "cube1.obj"))
        self.assertLessEqual(pair["distance"][0], 2)
        self.assertGreaterEqual(pair["distance"][1], 2)

    def test_overlapping_bodies_have_a_depth_and_a_contact(self):
        (pair,) = self.check_json(*self.cubes(0, 0.9375))[1]["pairs"]
        lower, upper = pair["depth"]
        self.assertLessEqual(lower, 0.0625)
        self.assertGreaterEqual(upper, 0.0625)
        self.assertLess(upper - lower, 1e-12)
        self.assertEqual(list(pair["contact"]), ["normal", "dimension", "points"])
        self.assertEqual(pair["contact"]["normal"], [1, 0, 0])
        self.assertEqual(len(pair["contact"]["points"]), 4)
        for point in pair["contact"]["points"]:
            self.assertEqual(list(point), ["point_a", "point_b", "depth", "id"])
            self.assertAlmostEqual(point["depth"], 0.0625, 12)

    def test_touching_bodies_have_their_common_part(self):
        (pair,) = self.check_json(*self.cubes(0, 1))[1]["pairs"]
        self.assertEqual((pair["distance"], pair["depth"]), ([0, 0], [0, 0]))
        self.assertEqual(pair["contact"]["dimension"], 2)
        points = sorted(point["point_a"] for point in pair["contact"]["points"])
        self.assertEqual(points, [[1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]])

    def test_bodies_apart_have_neither(self):
        (pair,) = self.check_json(*self.cubes(0, 3))[1]["pairs"]
        self.assertEqual((pair["depth"], pair["contact"]), ([0, 0], None))

    def test_the_table_tells_depth_and_points(self):
        text = run("check", *self.cubes(0, 0.9375)).stdout.decode().splitlines()
        self.assertEqual(text[0].split(), ["body", "body", "is", "distance", "depth", "at"])
        self.assertIn("0.0625 m", text[1])
        column = text[0].index("at")
        self.assertEqual([line[column] for line in text[1:5]], ["("] * 4)
        self.assertEqual([line[:column].strip() for line in text[2:5]], [""] * 3)
        self.assertEqual(text[5], "")
        apart = run("check", *self.cubes(0, 3)).stdout.decode().splitlines()
        self.assertEqual(apart[0].split(), ["body", "body", "is", "distance", "at"])

    def test_a_person_gets_four_points_and_a_program_all(self):
        ring = [(4, 1), (4, -1), (-4, 1), (-4, -1), (1, 4), (1, -4), (-1, 4), (-1, -4)]
        prism = "".join("v %d %d %d\n" % (x, y, z) for x, y in ring for z in (0, 1))
        box = "".join("v %d %d %d\n" % (x, y, z) for x in (-9, 9) for y in (-9, 9) for z in (1, 2))
        files = self.write("prism.obj", prism), self.write("box.obj", box)
        (pair,) = self.check_json(*files)[1]["pairs"]
        found = {tuple(point["point_a"][:2]) for point in pair["contact"]["points"]}
        self.assertEqual(found, set(ring))
        lines = run("check", *files).stdout.decode().splitlines()
        self.assertEqual(lines.index(""), 5)

    def test_all_lists_every_pair(self):
        files = self.cubes(0, 3, 6)
        self.assertEqual(self.check_json(*files)[1]["pairs"], [])
        self.assertEqual(len(self.check_json(*files, "--all")[1]["pairs"]), 3)

    def test_bad_input(self):
        stl = b" " * 80 + struct.pack("<I", 1 << 31)
        for arguments, word in (
            ([self.folder / "none.stl"], b"none.stl"),
            ([self.folder], b"directory"),
            ([self.write("a.stl", b"")], b"empty"),
            ([self.write("b.stl", stl)], b"2147483648"),
            ([self.write("c.step", b"x")], b".stl"),
            ([self.write("d.obj", "o nothing\n")], b"nothing to check"),
            ([*self.cubes(0), "--clearance", "5 miles"], b"--clearance"),
            ([*self.cubes(0), "--clearance", ""], b'--clearance ""'),
            ([*self.cubes(0), "--clearance", " "], b"--clearance"),
            ([*self.cubes(0), "--clearance", "1e999"], b"--clearance"),
            ([*self.cubes(0), "--clearance", "-1"], b"--clearance"),
            ([*self.cubes(0), "--clearance", "nan"], b"--clearance"),
            ([*self.cubes(0), "--algorithm", "magic"], b"magic"),
            ([*self.cubes(0), "--width", "-1"], b"width"),
            ([*self.cubes(0), "--wide"], b"--wide"),
            ([*self.cubes(0), "--fail-on", "near"], b"--fail-on near"),
            ([*self.cubes(0), "--as", "mesh"], b"--as mesh"),
            ([*self.cubes(0), "--as", "hull:dog"], b"--as hull:dog: no body"),
            ([*self.cubes(0), "--as", "solid"], b"it is no solid: it has no faces"),
            ([*self.cubes(0), "--ignore", "a"], b"--ignore a"),
            ([*self.cubes(0), "--ignore", "a:b:c"], b"A::B"),
            ([*self.cubes(0), "--between", "a:b"], b"--between a:b: no body"),
            ([*self.cubes(0), "--ignore", "@" + str(self.folder / "none.txt")], b"none.txt"),
            ([], b"files"),
        ):
            done = run("check", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(word, done.stderr)
            self.assertEqual(done.stdout, b"")

    def test_nothing_to_compare_is_not_clear(self):
        pieces = "".join(cube(3 * i) for i in range(6))  # six boxes, one mesh
        for content in (cube(0), pieces):
            done = run("check", self.write("alone.obj", content))
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"nothing was compared", done.stderr)
            self.assertIn(b"1 body in 1 file", done.stdout)
        done = run("check", "--json", self.write("alone.obj", cube(0)))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(json.loads(done.stdout)["summary"]["pairs"], 0)

    def test_a_file_without_a_body_is_not_clear_of_the_others(self):
        nothing = self.write("nothing.obj", "o nothing\n")
        for verb in (["check"], ["check", "--json"]):
            done = run(*verb, nothing, *self.cubes(0, 3))
            self.assertEqual((done.returncode, done.stdout), (2, b""), verb)
            self.assertIn(b"nothing.obj holds no mesh", done.stderr)
        page = run("check", self.write("page.obj", "<html>404</html>\n"), *self.cubes(0, 3))
        self.assertIn(b"page.obj:1: ", page.stderr)

    def test_links_in_a_circle_stay_as_they_are(self):
        one, other = self.folder / "one.xml", self.folder / "other.xml"
        one.symlink_to(other.name)
        other.symlink_to(one.name)
        done = run("convert", *self.cubes(0), one)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"one.xml", done.stderr)
        self.assertTrue(one.is_symlink() and other.is_symlink())

    def test_convert_says_its_unit_and_what_was_noted(self):
        box = self.write("box.obj", cube(0) + "volume 1\n")
        done = run("convert", "%s@mm" % box, "-")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"its coordinates are in mm", done.stderr)
        self.assertIn(b'"volume"', done.stderr)

    def test_convert_keeps_what_it_reads(self):
        both = self.folder / "both.xml"
        self.assertEqual(run("convert", *self.cubes(0, 3), both).returncode, 0)
        before = both.read_bytes()
        for given in (both, "%s@mm" % both):
            done = run("convert", given, both)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertIn(b"that file is read", done.stderr)
        self.assertEqual(both.read_bytes(), before)

    def test_convert_writes_through_a_link(self):
        for there in (True, False):
            target, link = self.folder / ("real%d.xml" % there), self.folder / ("link%d.xml" % there)
            if there:
                target.write_text("old")
            link.symlink_to(target.name)
            self.assertEqual(run("convert", *self.cubes(0), link).returncode, 0)
            self.assertTrue(link.is_symlink())
            self.assertIn("Point3D", target.read_text())

    def test_messages_cannot_steer_a_terminal(self):
        for content in ("v 0 0 \x1b[2J\n", "v 0 0 0\nf 1 \x1b]0;x\x07\n", "v 0 0 0\n\x1b[2Jword\n",
                        "v 0 0 \x9b2J\n"):
            done = run("check", self.write("a.obj", content))
            self.assertEqual(done.returncode, 2)
            self.assertNotIn(b"\x1b", done.stderr + done.stdout)
            self.assertNotIn(b"\xc2", done.stderr + done.stdout)

    def test_names_cannot_steer_a_terminal(self):
        path = self.write("a.obj", cube(0) + "o \x1b[31mred\np 1\no b\np 2\np 1\n")
        done = run("check", path)
        self.assertNotIn(b"\x1b", done.stdout)

    def test_every_algorithm_agrees(self):
        files = self.cubes(0, 1)
        for algorithm in ("auto", "lp", "gjk"):
            status, found = self.check_json(*files, "--algorithm", algorithm)
            self.assertEqual((status, found["pairs"][0]["proximity"]), (0, "touching"))

    def test_help_ends_with_examples(self):
        for verb in ("check", "convert"):
            done = run(verb, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn(b"Examples:\n  sunder %s" % verb.encode(), done.stdout)

    def test_convert_and_read_again(self):
        target = self.folder / "list.xml"
        done = run("convert", *self.cubes(0.1, 1.1), target)
        noted = [b"cube%d.obj: unit unknown, taken as m" % i for i in range(2)]
        self.assertEqual(done.returncode, 0)
        self.assertEqual([line.rpartition(b"/")[2] for line in done.stderr.splitlines()], noted)
        text = target.read_text()
        self.assertIn("<Name>cube0.obj</Name>", text)
        self.assertIn("<X>0.1</X>", text)
        self.assertEqual(self.check_json(target)[1]["pairs"][0]["proximity"], "touching")
        self.assertEqual(run("convert", *self.cubes(0), "-").stdout.count(b"<Point3D>"), 8)

    def test_convert_refuses_what_it_cannot_write(self):
        files = self.cubes(0)
        for target in ("out.stl", self.folder / "none" / "out.xml"):
            self.assertEqual(run("convert", *files, target).returncode, 2)
        self.assertEqual(run("convert", files[0]).returncode, 2)


if __name__ == "__main__":
    unittest.main()
