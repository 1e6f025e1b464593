# SPDX-License-Identifier: Apache-2.0
"""`sunder check` with --tolerance, --baseline and --csv, from the outside."""

import base64
import csv
import io
import json
import struct
import unittest

from check_meshes_test import BALL, LID, PIN, Files, box, cup
from sunder import run

ROD = box("rod", (1.5, -0.25, 2), (2.5, 0.25, 2.5))  # through the cup's wall, from inside it


def row_of(x, name, depth=1):
    return box(name, (x, 0, 0), (x + depth, 1, 1))


# Hulls: b is exactly 1/16 deep in a; c touches b.
HULLS = row_of(0, "a") + row_of(0.9375, "b") + row_of(1.9375, "c")


class Clashes(Files):
    def pairs(self, *arguments):
        status, report, _ = self.found(*arguments)
        return status, report, {(p["a"], p["b"]): p for p in report["pairs"]}

    def rows(self, *arguments):
        done = run("check", "--csv", "-", *arguments)
        self.assertEqual(done.stderr, b"")
        text = done.stdout.decode("utf-8", "surrogateescape")
        self.assertTrue(text.endswith("\r\n"))
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        return done.returncode, [dict(zip(rows[0], row, strict=True)) for row in rows[1:]], rows[0]

    def report_of(self, *arguments, name="old.json"):
        path = self.folder / name
        path.write_bytes(run("check", "--json", *arguments).stdout)
        return path

    # ---- --tolerance

    def test_the_tolerance_of_hulls_is_exact(self):
        path = self.write(HULLS)
        for tolerance, word, status in (
            ("0", "deeper", 1),
            ("0.06249999999999999", "deeper", 1),
            ("0.0625", "within", 0),
            ("62.5mm", "within", 0),
            ("62.4mm", "deeper", 1),
            ("1e300", "within", 0),
            ("1e-320", "deeper", 1),
        ):
            found, report, pairs = self.pairs(path, "--tolerance", tolerance)
            self.assertEqual((found, pairs[("a", "b")]["overlap"]), (status, word), tolerance)
            self.assertNotIn("overlap", pairs[("b", "c")])
            summary = report["summary"]
            self.assertEqual(
                [summary[key] for key in ("within", "deeper", "unresolved", "clashes")],
                [1 - status, status, 0, status],
            )
            self.assertEqual(self.verify(report, path).returncode, 0, tolerance)
            tally = json.loads(run("verify", "--json", self.folder / "report.json", path).stdout)
            self.assertEqual(tally["margins"], {"accepted": 1, "refuted": 0, "unchecked": 0})

    def test_without_a_tolerance_nothing_is_held_against_it(self):
        status, report, pairs = self.pairs(self.write(HULLS))
        self.assertEqual((status, report["options"]["tolerance"]), (1, None))
        self.assertNotIn("overlap", pairs[("a", "b")])
        self.assertNotIn("within", report["summary"])

    def test_a_contact_fails_like_a_touch(self):
        path = self.write(HULLS)
        for arguments, clashes in ((["--fail-on", "touch"], 2), (["--clearance", "1mm"], 2)):
            status, report, _ = self.pairs(path, "--tolerance", "0.1", *arguments)
            self.assertEqual((status, report["summary"]["clashes"]), (1, clashes))
            self.assertEqual(self.verify(report, path).returncode, 0)

    def test_meshes_are_within_deeper_or_unresolved(self):
        path = self.write(cup(), ROD)
        pair = self.pairs(path)[2][("cup", "rod")]
        lower, upper = pair["depth"]
        self.assertTrue(0 < lower <= upper, pair["depth"])
        # Back into the hollow the rod is parted after 1/2, down never before.
        self.assertLessEqual(lower, 1)
        between = (lower + upper) / 2
        for tolerance, word in (
            (0, "deeper"),
            (lower * 0.5, "deeper"),
            (lower, "within" if lower == upper else "unresolved"),
            (between, "within" if between >= upper else "unresolved"),
            (upper, "within"),
            (upper * 2, "within"),
        ):
            status, report, pairs = self.pairs(path, "--tolerance", repr(float(tolerance)))
            self.assertEqual(pairs[("cup", "rod")]["overlap"], word, tolerance)
            self.assertEqual(status, 0 if word == "within" else 1)
            self.assertEqual(report["summary"][word], 1)
            self.assertEqual(self.verify(report, path).returncode, 0)

    def test_what_is_not_resolved_is_a_clash(self):
        path = self.write(cup(), PIN)
        status, report, pairs = self.pairs(path, "--tolerance", "1mm")
        self.assertEqual((status, pairs[("cup", "pin")]["overlap"]), (1, "unresolved"))
        self.assertEqual(report["summary"]["clashes"], 1)
        text = run("check", path, "--tolerance", "1mm").stdout.decode()
        self.assertRegex(text, r"cup +pin +unresolved +0 m +0 to 0.75\d* m +inside\n")
        self.assertIn("1 overlap against the tolerance of 0.001 m: 0 deeper, 0 within, 1 unresolved\n", text)

    def test_the_table_calls_it_a_contact(self):
        text = run("check", self.write(HULLS), "--tolerance", "0.1").stdout.decode()
        self.assertRegex(text, r"a +b +contact +0 m +0.0625 m ")
        self.assertRegex(text, r"b +c +touching +0 m ")

    def test_no_tolerance(self):
        path = self.write(HULLS)
        for tolerance in ("-1", "-0", "nan", "inf", "", " ", "1e999", "5 miles", "1e308km", "5mm mm", "0x1", "1,5"):
            unit = ["--unit", "um"] if "km" in tolerance else []
            done = run("check", path, "--tolerance=" + tolerance, *unit)
            self.assertEqual((done.returncode, done.stdout), (2, b""), tolerance)
            self.assertIn(b"--tolerance", done.stderr)

    # ---- --baseline

    def test_only_what_is_new_fails(self):
        path = self.write(HULLS)
        old = self.report_of(path)
        status, report, pairs = self.pairs(path, "--baseline", old)
        self.assertEqual((status, pairs[("a", "b")]["known"]), (0, True))
        self.assertNotIn("known", pairs[("b", "c")])  # touching, no clash
        summary = report["summary"]
        self.assertEqual([summary[key] for key in ("clashes", "known", "gone")], [1, 1, 0])
        self.assertEqual(report["options"]["baseline"], str(old))
        self.assertEqual(self.verify(report, path).returncode, 0)
        # One more body: one new clash. Its place in the file does not matter.
        more = self.write(box("d", (2.5, 0, 0), (3, 1, 1)), HULLS, name="more.obj")
        status, report, pairs = self.pairs(more, "--baseline", old)
        self.assertEqual({pair: p.get("known") for pair, p in pairs.items()},
                         {("a", "b"): True, ("b", "c"): None, ("d", "c"): False})
        self.assertEqual(status, 1)
        text = run("check", more, "--baseline", old).stdout.decode()
        self.assertRegex(text, r"a +b +overlapping .* known ")
        self.assertRegex(text, r"d +c +overlapping .* new ")
        self.assertIn(": 1 new, 1 known; 0 gone\n", text)

    def test_the_key_is_that_of_both_names(self):
        one = self.pairs(self.write(HULLS))[2][("a", "b")]["key"]
        turned = row_of(0.9375, "b") + row_of(0, "a")
        (two,) = self.pairs(self.write(turned))[2].values()
        self.assertEqual((two["a"], two["key"]), ("b", one))
        self.assertRegex(one, "^[0-9a-f]{16}$")
        hash_ = 0xCBF29CE484222325
        for byte in b'"a""b"':
            hash_ = (hash_ ^ byte) * 0x100000001B3 % 2**64
        self.assertEqual(one, "%016x" % hash_)

    def test_what_became_worse_is_new(self):
        apart = self.write(row_of(0, "a") + row_of(1.5, "b"), name="apart.obj")
        touch = self.write(row_of(0, "a") + row_of(1, "b"), name="touch.obj")
        deep = self.write(row_of(0, "a") + row_of(0.9375, "b"), name="deep.obj")
        near = ["--clearance", "1"]
        for older, options, newer, status in (
            (apart, near, touch, 1), (apart, near, deep, 1), (touch, near, deep, 1), (touch, [], deep, 1),
            (touch, near, touch, 0), (touch, near, apart, 0), (deep, [], touch, 0), (deep, near, deep, 0),
            (apart, [], apart, 1), (deep, ["--tolerance", "0.1"], deep, 1), (deep, ["--tolerance", "0.01"], deep, 0),
        ):
            old = self.report_of(older, *options)
            found, report, _ = self.pairs(newer, "--baseline", old, *near)
            self.assertEqual(found, status, (older.name, options, newer.name))
            self.assertEqual(self.verify(report, newer).returncode, 0)

    def test_what_is_gone_is_counted(self):
        old = self.report_of(self.write(HULLS))
        two = self.write(row_of(0, "a") + row_of(5, "b"), name="two.obj")
        gone = lambda *arguments: self.pairs(*arguments)[1]["summary"]["gone"]  # noqa: E731
        self.assertEqual(gone(two, "--baseline", old), 2)
        # What was left out is not gone.
        path = self.write(HULLS)
        self.assertEqual(gone(path, "--baseline", old, "--ignore", "a:b"), 0)
        # A baseline of other files knows nothing, and hides nothing.
        other = self.report_of(self.write(cup(), PIN, BALL, name="other.obj"))
        status, report, _ = self.pairs(path, "--baseline", other)
        self.assertEqual((status, report["summary"]["known"], report["summary"]["gone"]), (1, 0, 1))

    def test_baselines_that_are_none(self):
        path = self.write(HULLS)
        whole = self.report_of(path).read_text()
        bad = self.folder / "bad.json"
        for text in ("", "{}", "[]", "null", "a,b\n", whole[: len(whole) // 2], whole.replace('"pairs"', '"pears"', 1),
                     whole.replace('"overlapping"', '"worse"', 1), whole + whole, '{"pairs": []}', "\0"):
            bad.write_text(text)
            done = run("check", path, "--baseline", bad)
            self.assertEqual((done.returncode, done.stdout), (2, b""), text[:40])
            self.assertIn(b"--baseline", done.stderr)
        for name in (self.folder / "none.json", self.folder, ""):
            done = run("check", path, "--baseline", name)
            self.assertEqual((done.returncode, done.stdout), (2, b""), name)
            self.assertIn(b"--baseline", done.stderr)

    def test_a_baseline_without_proofs_will_do(self):
        path = self.write(HULLS)
        for arguments in (["--certificates", "none"], ["--certificates", "all"], ["--all"]):
            old = self.report_of(path, *arguments)
            self.assertEqual(self.pairs(path, "--baseline", old)[0], 0, arguments)
        report = json.loads(old.read_text())
        report["proof"]["version"] = 1  # of an older program
        for key in ("tolerance", "baseline"):
            del report["options"][key]
        old.write_text(json.dumps(report))
        self.assertEqual(self.pairs(path, "--baseline", old)[0], 0)

    # ---- --csv

    def test_a_row_a_pair(self):
        status, rows, names = self.rows(self.write(HULLS), "--unit", "mm", "--tolerance", "0.1")
        self.assertEqual(status, 0)
        self.assertEqual(names, ["key", "a", "b", "proximity", "overlap", "baseline", "distance_lower [mm]",
                                 "distance_upper [mm]", "depth_lower [mm]", "depth_upper [mm]", "at_x [mm]",
                                 "at_y [mm]", "at_z [mm]"])
        self.assertEqual([(r["a"], r["b"], r["proximity"], r["overlap"]) for r in rows],
                         [("a", "b", "overlapping", "within"), ("b", "c", "touching", "")])
        self.assertLessEqual(float(rows[0]["depth_lower [mm]"]), 0.0625)
        self.assertGreaterEqual(float(rows[0]["depth_upper [mm]"]), 0.0625)
        self.assertEqual(float(rows[1]["at_x [mm]"]), 1.9375)
        report = self.pairs(self.folder / "scene.obj")[1]
        self.assertEqual([r["key"] for r in rows], [p["key"] for p in report["pairs"]])

    def test_names_with_commas_quotes_and_lines(self):
        nodes = ['x,y', 'say "no"', "two\nlines", "\r", "=1+2", " ", '"']
        points = json.dumps([{"name": name, "mesh": 0} for name in nodes])
        data = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        gltf = ('{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": %s}], "nodes": %s, "meshes": [{"primitives":'
                ' [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3,'
                ' "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}], "bufferViews": [{"buffer": 0, "byteLength": 36}],'
                ' "buffers": [{"byteLength": 36, "uri": "%s"}]}' % (list(range(len(nodes))), points, uri))
        path = self.write(gltf, name="names.gltf")
        _, rows, _ = self.rows(path)
        report = self.pairs(path)[1]
        self.assertEqual([(r["a"], r["b"]) for r in rows], [(p["a"], p["b"]) for p in report["pairs"]])
        self.assertEqual(len(rows), len(nodes) * (len(nodes) - 1) // 2)
        self.assertEqual(sorted({r["a"] for r in rows}), sorted(nodes[:-1]))
        self.assertEqual(self.pairs(path, "--fail-on", "touch", "--baseline", self.report_of(path))[0], 0)

    def test_nothing_found_is_a_line_of_names(self):
        path = self.write(row_of(0, "a") + row_of(5, "b") + row_of(9, "c"))
        status, rows, names = self.rows(path)
        self.assertEqual((status, rows, len(names)), (0, [], 13))
        done = run("check", "--csv", "-", "--json", path)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        done = run("check", "--csv", "-", "--certificates", "all", path)
        self.assertEqual((done.returncode, done.stdout), (2, b""))

    def test_meshes_in_a_table_for_spreadsheets(self):
        _, (row,), _ = self.rows(self.write(cup(), LID))
        self.assertEqual((row["proximity"], row["at_z [m]"], row["depth_upper [m]"]), ("touching", "4", "0"))
        _, (row,), _ = self.rows(self.write(cup(), PIN))
        self.assertEqual((row["proximity"], row["at_x [m]"]), ("overlapping", ""))  # enclosed
        self.assertGreaterEqual(float(row["depth_upper [m]"]), 0.75)

    # ---- forged reports

    def test_forged_words_are_refuted(self):
        path = self.write(HULLS, cup(), PIN)
        old = self.report_of(path)
        made = self.found(path, "--tolerance", "0.01", "--baseline", old)[1]
        self.assertEqual(self.verify(made, path).returncode, 0)
        by_names = {(p["a"], p["b"]): i for i, p in enumerate(made["pairs"])}
        hulls, touch = by_names[("a", "b")], by_names[("b", "c")]
        mesh = by_names[("cup", "pin")]
        for number, change in enumerate((
            lambda r: r["pairs"][hulls].update(overlap="within"),
            lambda r: r["pairs"][hulls].update(overlap="unresolved"),
            lambda r: r["pairs"][hulls].update(overlap="within", margin="farther"),
            lambda r: r["pairs"][hulls].pop("overlap"),
            lambda r: r["pairs"][hulls].pop("margin_certificate"),
            lambda r: r["pairs"][hulls].update(key="0" * 16),
            lambda r: r["pairs"][mesh].update(overlap="within"),
            lambda r: r["pairs"][touch].update(overlap="within"),
            lambda r: r["pairs"][touch].update(known=True),
            lambda r: r["pairs"][hulls].update(known=False),
            lambda r: r["options"].update(tolerance=0.1),
            lambda r: r["options"].update(tolerance=None),
            lambda r: r["options"].update(baseline=None),
            lambda r: r["summary"].update(within=1),
            lambda r: r["summary"].update(clashes=0),
            lambda r: r["summary"].update(known=0),
            lambda r: r["summary"].update(exit_status=1),
            lambda r: r["summary"].pop("deeper"),
        )):
            report = json.loads(json.dumps(made))
            change(report)
            done = self.verify(report, path)
            self.assertEqual(done.returncode, 1, (number, done.stdout, done.stderr))
        report = json.loads(json.dumps(made))
        report["options"]["tolerance"] = -1
        self.assertEqual(self.verify(report, path).returncode, 2)


if __name__ == "__main__":
    unittest.main()
