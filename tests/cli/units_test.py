# SPDX-License-Identifier: Apache-2.0
"""The unit of a file, and the combination of files with different units."""

import json
import pathlib
import tempfile
import unittest

from sunder import run


def cube(x, size=1.0):
    """An OBJ of a cube whose lowest x is `x`."""
    corners = [(x + i * size, j * size, k * size) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    return "".join("v %r %r %r\n" % corner for corner in corners)


def collada(unit, x=0.0):
    """A point at `x`, in a document with this <unit>."""
    return (
        "<COLLADA><asset>%s</asset><library_geometries><geometry id='g'>"
        "<mesh><source id='p'><float_array id='f' count='3'>%r 0 0</float_array>"
        "<technique_common><accessor source='#f' count='1' stride='3'/></technique_common>"
        "</source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices></mesh>"
        "</geometry></library_geometries><library_visual_scenes><visual_scene id='s'><node>"
        "<instance_geometry url='#g'/></node></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url='#s'/></scene></COLLADA>" % (unit, x))


class Units(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content)
        return path

    def found(self, *arguments):
        done = run("check", "--json", *arguments)
        self.assertEqual(done.stderr, b"", arguments)
        return json.loads(done.stdout)

    def refused(self, *arguments):
        for verb in ("check", "convert", "explain"):
            done = run(verb, *arguments, *(["-"] if verb == "convert" else ["-o", "-"] if verb == "explain" else []))
            self.assertEqual(done.returncode, 2, (verb, arguments))
            self.assertEqual(done.stdout, b"")
        return done.stderr.decode()

    def test_one_unit_for_files_that_do_not_say(self):
        files = self.write("a.obj", cube(0)), self.write("b.obj", cube(3.5))
        for unit, clearance, near in (("mm", "2.5mm", 1), ("mm", "2.4mm", 0), ("in", "63.5mm", 1)):
            found = self.found(*files, "--unit", unit, "--clearance", clearance)
            self.assertEqual(found["summary"]["near"], near, (unit, clearance))
            self.assertEqual(found["unit"], unit)
            self.assertEqual([file["unit_assumed"] for file in found["files"]], [False, False])
        for word in ("parsec", "", " mm", "MM"):
            self.assertIn("--unit", self.refused(*files, "--unit", word))

    def test_an_unknown_unit_is_taken_as_metres_and_said(self):
        files = self.write("a.obj", cube(0)), self.write("b.obj", cube(3.5))
        found = self.found(*files)
        self.assertEqual(found["unit"], "m")
        for file in found["files"]:
            self.assertTrue(file["unit_assumed"])
            self.assertIn("unit unknown, taken as m", file["notes"])
        self.assertIn(b"unit unknown, taken as m", run("check", *files).stdout)

    def test_an_unknown_unit_beside_a_known_one_is_refused(self):
        plain, known = self.write("a.obj", cube(0)), self.write("b.dae", collada("<unit meter='0.01'/>"))
        message = self.refused(plain, known)
        self.assertIn("--unit mm", message)
        self.assertIn("a.obj@mm", message)
        self.assertEqual(self.found(plain, known, "--unit", "mm")["unit"], "mm")
        self.assertEqual(self.found("%s@m" % plain, known)["unit"], "cm")

    def test_bodies_are_placed_in_the_smallest_unit(self):
        """A cube of 1 m and one of 1 mm that begins where it ends: they touch, exactly."""
        large, small = self.write("large.obj", cube(0)), self.write("small.obj", cube(1000))
        found = self.found("%s@m" % large, "%s@mm" % small)
        self.assertEqual((found["unit"], found["pairs"][0]["proximity"]), ("mm", "touching"))
        self.assertEqual([file["notes"] for file in found["files"]], [[], []])
        apart = self.write("apart.obj", cube(1000.0000000000001))
        self.assertEqual(self.found("%s@m" % large, "%s@mm" % apart)["pairs"][0]["proximity"], "clear")
        inch = self.found("%s@in" % large, "%s@mm" % small)  # 25.4 is no double
        self.assertIn("rounded", inch["files"][0]["notes"][0])

    def test_a_file_may_be_called_so(self):
        known = self.write("b.dae", collada("", 9.0))
        self.write("part.obj", cube(0))
        self.assertEqual(self.found(self.folder / "part.obj@mm", known)["unit"], "mm")
        self.write("part.obj@mm", cube(0))  # now this is that file's name, whose format is unknown
        self.assertIn("part.obj@mm: its name must end in", self.refused(self.folder / "part.obj@mm", known))
        odd = self.write("odd.obj@mm.obj", cube(0))
        self.assertEqual(self.found(odd, self.write("b.obj", cube(3)))["unit"], "m")
        self.assertIn("none.obj", self.refused("none.obj@mm", odd))
        self.assertIn("b.obj@parsec", self.refused("%s@parsec" % (self.folder / "b.obj"), odd))

    def test_a_unit_that_nobody_needs_is_refused(self):
        files = self.write("a.dae", collada("<unit meter='0.01'/>")), self.write("b.dae", collada("", 5.0))
        self.assertIn("@mm", self.refused(*files, "--unit", "mm"))

    def test_a_unit_without_a_name_is_called_by_its_size(self):
        files = [self.write("%s.dae" % unit, collada("<unit meter='%s'/>" % unit, 3.0)) for unit in (0.5, 0.25)]
        found = self.found(*files)
        self.assertEqual([file["unit"] for file in found["files"]], ["units of 0.5 m", "units of 0.25 m"])
        self.assertEqual(found["unit"], "units of 0.25 m")
        self.assertIn(b"0.5.dae is in units of 0.5 m; the output is in units of 0.25 m",
                      run("convert", *files, "-").stderr)

    def test_units_of_collada(self):
        other = self.write("b.dae", collada("", 5.0))
        self.assertEqual(self.found(self.write("a.dae", collada("")), other)["unit"], "m")
        self.assertEqual(self.found(self.write("a.dae", collada("<unit name='m'/>")), other)["unit"], "m")
        for value in ("nan", "0", "-1", "inf", "1e400", "-0", "", "one", "0x1"):
            message = self.refused(self.write("a.dae", collada("<unit meter='%s'/>" % value)), other)
            self.assertIn("meter", message)


if __name__ == "__main__":
    unittest.main()
