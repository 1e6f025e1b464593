# SPDX-License-Identifier: Apache-2.0
"""`sunder check` with --html, --csv and --bcf: where they go, what is refused, and what is in them."""

import base64
import csv
import hashlib
import io
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
import zipfile
import zlib

from meshes import box, cup
from sunder import PROGRAM, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "scenes/room.glb"
SCHEMAS = pathlib.Path(__file__).resolve().parent / "bcf_schemas"
DATE = "2026-11-28T09:30:00Z"
PAIR = box("a", (0, 0, 0), (1, 1, 1)) + box("b", (0.9375, 0, 0), (2, 1, 1)) + box("c", (2.0625, 0, 0), (3, 1, 1))
HOSTILE = ["<>&\"'", "é – 螺栓", "]]></Title><x>", "tab\tand\x01", "\udcff bytes", "\ufffe\uffff"]


def data_of(page):
    """The data that a page holds."""
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL).group(1)
    return json.loads(zlib.decompress(base64.b64decode(json.loads(text)["deflated"])))


def image_of(png):
    """(width, height, rows of bytes) of a PNG of 8-bit colours."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height, *form = struct.unpack(">IIBBBBB", body)
            assert form == [8, 2, 0, 0, 0]
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    raw, rows = zlib.decompress(packed), []
    for y in range(height):
        line = bytearray(raw[y * (3 * width + 1) + 1:(y + 1) * (3 * width + 1)])
        assert raw[y * (3 * width + 1)] == 1
        for i in range(3, len(line)):
            line[i] = (line[i] + line[i - 3]) & 255
        rows.append(bytes(line))
    return width, height, rows


class Issues:
    """An archive of issues, read with Python's own readers."""

    def __init__(self, path):
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            self.names = archive.namelist()
            self.files = {name: archive.read(name) for name in self.names if not name.endswith("/")}
        self.folders = [name for name in self.names if name.endswith("/")]
        self.topics = [xml.fromstring(self.files[folder + "markup.bcf"]) for folder in self.folders]

    def titles(self):
        return [topic.findtext("Topic/Title") for topic in self.topics]

    def view(self, k):
        return xml.fromstring(self.files[self.folders[k] + "viewpoint.bcfv"])


class Written(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text=PAIR, name="pair.obj"):
        path = self.folder / name
        path.write_bytes(text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text)
        return path


class CheckFiles(Written):
    def issues(self, *arguments, status=1):
        path = self.folder / "issues.bcfzip"
        done = run("check", *arguments, "--bcf", path, "--date", DATE)
        self.assertEqual((done.returncode, done.stderr), (status, b""))
        return Issues(path)

    # ---- where output goes

    def test_files_and_standard_output(self):
        path = self.write()
        page, table, issues = (self.folder / name for name in ("r.html", "r.csv", "r.bcfzip"))
        text = run("check", path, "--clearance", "0.1").stdout.decode()
        done = run("check", path, "--clearance", "0.1", "--html", page, "--csv", table, "--bcf", issues, "--date", DATE)
        self.assertEqual((done.returncode, done.stderr), (1, b""))
        self.assertEqual(re.sub(r"[^ ]+ s\n", "", done.stdout.decode()),
                         re.sub(r"[^ ]+ s\n", "", text) + "".join("%s written\n" % p for p in (page, table, issues)))
        self.assertEqual(run("check", path, "--clearance", "0.1", "--csv", "-").stdout, table.read_bytes())
        for option, file in (("--html", page), ("--bcf", issues)):
            again = run("check", path, "--clearance", "0.1", option, "-", "--date", DATE).stdout
            self.assertEqual(again[:2], file.read_bytes()[:2])
        self.assertEqual(run("check", path, "--clearance", "0.1", "--bcf", "-", "--date", DATE).stdout, issues.read_bytes())
        done = run("check", path, "--json", "--csv", table)
        self.assertEqual(len(json.loads(done.stdout)["pairs"]), 1)
        self.assertEqual(len(list(csv.reader(io.StringIO(table.read_text())))), 2)

    def test_refusals_write_nothing(self):
        path = self.write()
        old = self.folder / "old.json"
        old.write_bytes(run("check", path, "--json").stdout)
        other = self.folder / "x.html"
        for arguments, message in (
            (["--csv", "-", "--html", "-"], "standard output takes one of them"),
            (["--csv", "-", "--json"], "standard output takes one of them"),
            (["--csv", other, "--html", other], None),
            (["--csv", path], "that is the name of a mesh file"),
            (["--html", self.folder / "new.GLB"], "that is the name of a mesh file"),
            (["--bcf", old, "--baseline", old], "is read; name another file"),
            (["--bcf", other, "--bcf-version", "2.0"], "2.1 or 3.0 was expected"),
            (["--bcf", other, "--author", " "], "a name was expected"),
            (["--html", other, "--date", "2026-02-30"], "a date such as"),
            (["--html", other, "--date", "2026-11-28T25:00:00Z"], "a date such as"),
            (["--html", other, "--date", "yesterday"], "a date such as"),
            (["--csv", other, "--certificates", "all"], "--html report.html"),
            (["--html", self.folder / "none" / "x.html"], "cannot write"),
            (["--html", self.folder], "cannot write"),
        ):
            with self.subTest(arguments=arguments):
                before = path.read_bytes(), old.read_bytes()
                done = run("check", path, *arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn((message or "takes one of them").encode(), done.stderr)
                self.assertEqual((path.read_bytes(), old.read_bytes(), other.exists()), (*before, False))

    def test_closed_and_full_output(self):
        path = self.write()
        for option in ("--html", "--bcf", "--csv"):
            with open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, "check", str(path), option, "-"], stdout=full, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"cannot write to standard output", done.stderr)
            done = run("check", path, option, "/dev/full")
            self.assertEqual((done.returncode, b"cannot write /dev/full" in done.stderr), (2, True))
            reader, writer = os.pipe()
            os.close(reader)
            done = subprocess.run([PROGRAM, "check", str(path), option, "-"], stdout=writer, stderr=subprocess.PIPE, timeout=60)
            os.close(writer)
            self.assertEqual(done.returncode, 2)

    def test_dates_are_dates_of_xml(self):
        path = self.write()
        for given, written in (("2026-11-28", "2026-11-28T00:00:00Z"), ("2024-02-29T23:59:59+13:00",) * 2):
            target = self.folder / "r.html"
            run("check", path, "--html", target, "--date", given)
            self.assertEqual(data_of(target.read_text())["date"], written)
        run("check", path, "--html", target)
        self.assertRegex(data_of(target.read_text())["date"], r"^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$")

    # ---- issues

    @unittest.skipIf(shutil.which("xmllint") is None, "needs xmllint")
    def test_the_official_schemas_hold(self):
        names = "".join(box(name, (k, 0, 0), (k + 1.25, 1, 1)) for k, name in enumerate(HOSTILE))
        old = self.folder / "old.json"
        old.write_bytes(run("check", self.write(names + box("ab", (-1, 0, 0), (0.5, 1, 1))), "--json").stdout)
        path = self.write(names)
        for version in ("2.1", "3.0"):
            issues = self.issues(path, "--bcf-version", version, "--clearance", "1", "--author", "<A> & B", "--baseline", old)
            self.assertGreater(len(issues.topics), len(HOSTILE) - 2)
            self.assertEqual(sum(topic.find("Topic").get("TopicStatus") == "Resolved" for topic in issues.topics), 1)
            schemas = {"markup.bcf": "markup", "viewpoint.bcfv": "visinfo", "bcf.version": "version", "extensions.xml": "extensions"}
            self.assertEqual("extensions.xml" in issues.files, version == "3.0")
            for ending, schema in schemas.items():
                files = []
                for name, content in issues.files.items():
                    if not name.endswith(ending):
                        continue
                    files.append(self.folder / name.replace("/", "_"))
                    files[-1].write_bytes(content)
                if files:
                    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", SCHEMAS / version / (schema + ".xsd"), *files],
                                          capture_output=True, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_a_topic_for_each_clash_and_stable_names(self):
        path = self.write()
        issues = self.issues(path, "--clearance", "0.1")
        self.assertEqual(issues.titles(), ["a and b: overlapping, 0.0625 m deep", "b and c: near, 0.0625 m apart"])
        self.assertEqual(len(self.issues(path).topics), 1)
        again = self.issues(path, "--clearance", "0.1", "--threads", "3")
        self.assertEqual(again.files, issues.files)
        moved = self.issues(self.write(PAIR.replace("0.9375", "0.875")), "--clearance", "0.1", "--bcf-version", "3.0")
        self.assertEqual(moved.folders, issues.folders)
        self.assertEqual(issues.folders[0], issues.topics[0].find("Topic").get("Guid") + "/")
        for folder in issues.folders:
            self.assertRegex(folder, r"^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/$")
        text = issues.topics[0].findtext("Comment/Comment")
        lower, upper = map(float, re.search(r"between (\S+) and (\S+) m", text).groups())
        self.assertTrue(lower <= 0.0625 <= upper <= lower + 1e-9, text)

    def test_what_is_no_clash_any_more_is_resolved(self):
        more = box("d", (3, 0, 0), (4, 1, 1)) + box("e", (3.5, 0, 0), (4.5, 1, 1)) + box("f", (4.5, 0, 0), (5, 1, 1))
        path = self.write(PAIR + more)
        old = self.folder / "old.json"
        old.write_bytes(run("check", path, "--json").stdout)
        before = self.issues(path)
        self.assertEqual(before.titles(), ["a and b: overlapping, 0.0625 m deep", "d and e: overlapping, 0.5 m deep"])
        # a and b only touch now, and d is gone; that e and f touched was never a clash.
        path = self.write(PAIR.replace("0.9375", "1.0") + box("e", (9, 0, 0), (9.5, 1, 1)) + box("f", (19, 0, 0), (20, 1, 1)))
        for version in ("2.1", "3.0"):
            now = self.issues(path, "--baseline", old, "--bcf-version", version, status=0)
            self.assertEqual(now.titles(), ["a and b: overlapping, resolved", "d and e: overlapping, resolved"])
            self.assertEqual([topic.find("Topic").get("TopicStatus") for topic in now.topics], ["Resolved"] * 2)
            self.assertEqual(now.folders, before.folders)
            said = ["".join(topic.itertext()) for topic in now.topics]
            self.assertIn("Now: touching, which fails nothing.", said[0])
            self.assertIn("There is no body d now.", said[1])
        touching = self.issues(path, "--baseline", old, "--fail-on", "touch", status=0)
        self.assertEqual([topic.find("Topic").get("TopicStatus") for topic in touching.topics], ["Active"] + 3 * ["Resolved"])
        page = self.folder / "r.html"
        run("check", path, "--baseline", old, "--html", page)
        self.assertEqual([gone[:2] + gone[3:] for gone in data_of(page.read_text())["gone"]],
                         [["c", "d", "touching", 0], ["d", "e", "overlapping", 1], ["e", "f", "touching", 0]])

    def test_the_page_has_the_digest_of_each_certificate(self):
        path, page = self.write(), self.folder / "r.html"
        text = run("check", path, "--clearance", "0.1", "--json", "--html", page).stdout.decode()
        data = data_of(page.read_text())
        pairs = text[text.index('"pairs": ['):text.index(', "proof": ')]
        for pair, digest in zip(data["report"]["pairs"], data["digests"], strict=True):
            begin = pairs.index('"certificate": ', pairs.index(pair["key"])) + len('"certificate": ')
            ends = [pairs.find('}, {"a": ', begin), pairs.rindex("}")]
            self.assertEqual(digest, hashlib.sha256(pairs[begin:ends[0] if ends[0] >= 0 else ends[1]].encode()).hexdigest())
        run("check", path, "--html", page, "--certificates", "none")
        self.assertEqual(data_of(page.read_text())["digests"], [""])

    def test_statuses_follow_the_baseline(self):
        path = self.write()
        old = self.folder / "old.json"
        old.write_bytes(run("check", path, "--json").stdout)
        status = lambda issues: [topic.find("Topic").get("TopicStatus") for topic in issues.topics]
        self.assertEqual(status(self.issues(path, "--clearance", "0.1")), ["Open", "Open"])
        self.assertEqual(status(self.issues(path, "--clearance", "0.1", "--baseline", old)), ["Active", "New"])

    def test_no_clash_is_an_archive_without_topics(self):
        path = self.write(box("a", (0, 0, 0), (1, 1, 1)) + box("b", (5, 0, 0), (6, 1, 1)))
        for version in ("2.1", "3.0"):
            issues = self.issues(path, "--bcf-version", version, status=0)
            self.assertEqual((issues.folders, issues.names[0]), ([], "bcf.version"))

    def vector(self, parent, name):
        return [float(parent.findtext("%s/%s" % (name, axis))) for axis in "XYZ"]

    def seen_at(self, view, point):
        """Where a camera sees a point: right, up and ahead, of which (1, 1) is the image's corner."""
        camera = view.find("PerspectiveCamera")
        eye, ahead, up = (self.vector(camera, name) for name in ("CameraViewPoint", "CameraDirection", "CameraUpVector"))
        dot = lambda x, y: sum(p * q for p, q in zip(x, y))
        self.assertAlmostEqual(dot(ahead, ahead), 1)
        self.assertAlmostEqual(dot(up, up), 1)
        self.assertAlmostEqual(dot(ahead, up), 0)
        self.assertGreater(up[2], 0)  # z points up
        right = [ahead[1] * up[2] - ahead[2] * up[1], ahead[2] * up[0] - ahead[0] * up[2], ahead[0] * up[1] - ahead[1] * up[0]]
        way = [p - q for p, q in zip(point, eye)]
        high = math.tan(math.radians(float(camera.findtext("FieldOfView"))) / 2) * dot(way, ahead)
        return dot(way, right) / (high * 4 / 3), dot(way, up) / high, dot(way, ahead)

    def test_the_camera_sees_the_place_in_metres_and_z_up(self):
        # OBJ is z up; in millimetres the camera is a thousandth as far.
        for unit, metres in (("m", 1), ("mm", 1e-3), ("in", 0.0254)):
            view = self.issues(self.write(), "--unit", unit).view(0)
            for x in (0.9375, 1):
                right, up, ahead = self.seen_at(view, [x * metres, 0.5 * metres, 0.5 * metres])
                self.assertTrue(abs(right) < 0.8 and abs(up) < 0.8 and 0 < ahead < 20 * metres, (unit, right, up, ahead))
        # glTF is y up: the table's top, at the height 0.70 to 0.75, has that as z.
        issues = self.issues(ROOM)
        for k, title in enumerate(issues.titles()):
            self.assertTrue(title.startswith("table/top"))
            right, up, ahead = self.seen_at(issues.view(k), [0.67, 0, 0.72])
            self.assertTrue(abs(right) < 2 and abs(up) < 2 and ahead > 0)

    def test_pictures_show_both_bodies(self):
        for path in (self.write(), self.write(cup() + box("rod", (1.5, -0.25, 2), (2.5, 0.25, 2.5)), "cup.obj")):
            issues = self.issues(path)
            width, height, rows = image_of(issues.files[issues.folders[0] + "snapshot.png"])
            self.assertEqual((width, height, len(rows)), (480, 360, 360))
            blue = orange = mark = 0
            for row in rows:
                for r, g, b in zip(row[::3], row[1::3], row[2::3]):
                    blue += b > r + 40 and b > g
                    orange += r > b + 60 and g > b + 20
                    mark += r > 150 and g < 40 and b < 110
            for count in (blue, orange):
                self.assertGreater(count, 2000)
            self.assertGreater(mark, 30)

    def test_components_are_ifc_guids_where_names_are(self):
        guid = "3vB2YO$MX4xv5uCqZZG05x"
        path = self.write(box("wall/" + guid, (0, 0, 0), (1, 1, 1)) + box("pipe_that_is_as_long22", (0.5, 0, 0), (2, 1, 1)))
        components = self.issues(path).view(0).findall("Components/Selection/Component")
        self.assertEqual([c.get("IfcGuid") for c in components], [guid, None])
        self.assertEqual(components[1].findtext("AuthoringToolId"), "pipe_that_is_as_long22")

    def test_huge_and_tiny_coordinates(self):
        for size in (1e-200, 1e-30, 1e30, 1e150, 1e307):
            pair = box("a", (0, 0, 0), (size, size, size)) + box("b", (size / 2, 0, 0), (1.5 * size, size, size))
            path = self.write(pair)
            issues = self.issues(path)
            self.assertEqual(len(issues.topics), 1)
            target = self.folder / "r.html"
            self.assertEqual(run("check", path, "--html", target).returncode, 1)
            self.assertEqual(len(data_of(target.read_text())["meshes"]), 2)
        # Far away, the picture is that of the pair at the origin.
        far = 2.0 ** 20
        near = self.issues(self.write(PAIR))
        there = self.issues(self.write(box("a", (far, 0, 0), (far + 1, 1, 1)) + box("b", (far + 0.9375, 0, 0), (far + 2, 1, 1))))
        picture = lambda issues: image_of(issues.files[issues.folders[0] + "snapshot.png"])[2]
        differ = sum(abs(x - y) > 8 for p, q in zip(picture(near), picture(there)) for x, y in zip(p, q))
        self.assertLess(differ, 20000)  # c stands beside the one pair and not beside the other

    # ---- the page

    def test_the_page_holds_the_report_and_the_exact_bodies(self):
        path = self.write(cup() + box("rod", (1.5, -0.25, 2), (2.5, 0.25, 2.5)) + box("0.1", (1.9, -0.1, 0.1), (2.3, 0.1, 0.3)))
        target = self.folder / "r.html"
        run("check", path, "--html", target, "--date", DATE, "--tolerance", "0.3")
        page = target.read_text()
        self.assertNotIn("http://", re.sub(r"http://www\.w3\.org/\S+", "", page))
        data = data_of(page)
        report = json.loads(run("check", path, "--json", "--tolerance", "0.3").stdout)
        for both in (data["report"], report):
            both["summary"].pop("seconds")
        self.assertEqual(data["report"], report)
        self.assertEqual((data["version"], data["date"], data["y_up"]), (1, DATE, False))
        self.assertEqual(len(data["fails"]), len(report["pairs"]))
        self.assertEqual(sum(data["fails"]), report["summary"]["clashes"])
        given = [tuple(map(float, line.split()[1:])) for line in path.read_text().splitlines() if line.startswith("v ")]
        held = []
        for parts in data["parts"]:
            for mesh, pose in parts:
                self.assertIsNone(pose)
                mesh = data["meshes"][mesh]
                kind = "float64" if "float64" in mesh else "float32"
                raw = base64.b64decode(mesh[kind])
                numbers = struct.unpack("<%d%s" % (len(raw) // (8 if kind == "float64" else 4), "d" if kind == "float64" else "f"), raw)
                held += [numbers[i:i + 3] for i in range(0, len(numbers), 3)]
                indices = base64.b64decode(mesh["uint16"])
                self.assertLess(max(struct.unpack("<%dH" % (len(indices) // 2), indices)), len(numbers) // 3)
        self.assertEqual(sorted(held), sorted(given))

    def test_no_name_ends_the_script(self):
        names = ["</script><script>alert(1)</script>", "<!--", *HOSTILE]
        path = self.write("".join(box(name, (k, 0, 0), (k + 1, 1, 1)) for k, name in enumerate(names)))
        target = self.folder / "r.html"
        run("check", path, "--html", target)
        page = target.read_bytes().decode("utf-8")
        self.assertEqual(data_of(page)["report"]["bodies"][0], names[0])
        self.assertNotIn("alert(1)", page)

    def test_bodies_that_share_a_mesh_share_it_in_the_page(self):
        target = self.folder / "r.html"
        run("check", ROOM, "--html", target)
        data = data_of(target.read_text())
        self.assertEqual(len(data["parts"]), 55)
        self.assertLess(len(data["meshes"]), 30)


if __name__ == "__main__":
    unittest.main()
