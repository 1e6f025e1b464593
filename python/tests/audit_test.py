# SPDX-License-Identifier: Apache-2.0
"""Claims of another program as arrays and as tables: right, wrong, and about something else; what refutes one is proven anew."""

import contextlib
import io
import json
import math
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction
from typing import Any

import numpy as np

import sunder
from sunder import _core, audit

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    pa = pq = None

CONFIRMED, REFUTED, OPEN = range(3)
BOX = sunder.Polytope.box([1, 1, 1])


def line(*places: float) -> list[sunder.Pose]:
    return [sunder.Pose.translation([x, 0, 0]) for x in places]


def along(*places: float, **claims: Any) -> audit.AuditFindings:
    """Claims about a box of edge 2 and one moved by each of these."""
    return audit.audit_pairs([BOX], [*line(0), *line(*places)], 0, 0, 0, np.arange(1, len(places) + 1), **claims)


class Arrays(unittest.TestCase):
    def test_every_claim_right_and_wrong(self) -> None:
        places = (3.0, 2.0, 1.5)
        right = {
            "verdicts": [0, 1, 2], "intersects": [False, True, True], "distances": [1, 0, 0], "depths": [0, 0, 0.5],
            "signed_distances": [1, 0, -0.5],
        }  # fmt: skip
        wrong = {
            "verdicts": [1, 2, 0], "intersects": [True, False, False], "distances": [math.nextafter(1, 2), 5e-324, 1],
            "depths": [5e-324, 1, math.nextafter(0.5, 0)], "signed_distances": [-1, -5e-324, math.nextafter(-0.5, 0)],
        }  # fmt: skip
        for name in right:
            found = along(*places, **{name: right[name]}, touching="intersects")
            self.assertEqual(found.results.tolist(), [CONFIRMED] * 3, name)
            self.assertEqual(len(found.refuted), 0)
            found = along(*places, **{name: wrong[name]}, touching="intersects")
            self.assertEqual(found.results.tolist(), [REFUTED] * 3, name)
            self.assertTrue(found.verify().all(), name)
            # The most severe of several claims counts, whichever comes first.
            both = along(*places, **{**right, name: wrong[name]}, touching="intersects")
            self.assertEqual(both.results.tolist(), [REFUTED] * 3, name)
            self.assertTrue(both.verify().all())

    def test_touching_falls_between_the_conventions(self) -> None:
        for claim in (True, False):
            for means, expected in (("either", OPEN), ("intersects", REFUTED - claim), ("separated", int(claim))):
                found = along(2.0, intersects=[claim], touching=means)
                self.assertEqual(found.results.tolist(), [expected], (claim, means))
                self.assertEqual(found.reasons.tolist(), [audit.REASONS.index("touching") if expected == OPEN else 0])

    def test_numbers_are_held_against_the_interval_exactly(self) -> None:
        drawn = np.random.default_rng(3)
        places, claims, tolerance = drawn.uniform(2.5, 9, 300), np.empty(300), 1e-6
        for i, x in enumerate(places):
            edge = x - 2 + drawn.choice([-tolerance, tolerance])
            claims[i] = edge + drawn.integers(-2, 3) * np.spacing(edge)
        found = along(*places, distances=claims, tolerance=tolerance)
        for i, (x, claim) in enumerate(zip(places.tolist(), claims.tolist(), strict=True)):
            right = abs(Fraction(claim) - (Fraction(x) - 2)) <= Fraction(tolerance)
            self.assertIn(found.results[i], (CONFIRMED if right else REFUTED, OPEN))
            self.assertLessEqual(Fraction(float(found.lower[i])), Fraction(x) - 2)
            self.assertLessEqual(Fraction(x) - 2, Fraction(float(found.upper[i])))
        self.assertGreater(found.count("confirmed"), 80)
        self.assertGreater(found.count("refuted"), 80)
        self.assertTrue(found.verify().all())

    def test_what_is_not_finite_or_missing(self) -> None:
        found = along(3.0, 3.0, 3.0, 3.0, 3.0, distances=[math.nan, math.inf, -math.inf, -1, 1])
        self.assertEqual(found.results.tolist(), [OPEN, REFUTED, OPEN, OPEN, CONFIRMED])
        self.assertEqual(found.reasons.tolist(), [3, 0, 3, 3, 0])
        self.assertTrue(found.verify().all())
        masked = np.ma.MaskedArray([True, True], [True, False])
        found = along(3.0, 3.0, intersects=masked)
        self.assertEqual((found.results.tolist(), found.reasons.tolist()), ([OPEN, REFUTED], [4, 0]))
        found = along(3.0, 3.0, intersects=masked, distances=[1, 1])
        self.assertEqual(found.results.tolist(), [CONFIRMED, REFUTED])
        self.assertEqual(along(3.0, verdicts=[3]).results.tolist(), [OPEN])

    def test_a_forged_finding_is_not_verified(self) -> None:
        found = along(3.0, 1.5, 3.0, intersects=[True, False, False], distances=[1, 0, 2])
        self.assertTrue(found.verify().all())
        self.assertEqual(len(found.refuted), 3)
        found.verdicts[[0, 1]] = found.verdicts[[1, 0]]
        self.assertEqual(found.verify().tolist(), [False, False, True])
        found.verdicts[[0, 1]] = found.verdicts[[1, 0]]
        found.records[[0, 1]] = found.records[[1, 0]]
        self.assertFalse(found.verify()[:2].any())
        found.lower[found.refuted[2]] += 0.25
        self.assertFalse(found.verify()[2])
        other: Any = sunder.certify(BOX, BOX, sunder.intersects(BOX, BOX))
        found.proofs[2] = other
        self.assertFalse(found.verify()[2])

    def test_bodies_with_radii_meshes_and_the_plane(self) -> None:
        ball = sunder.Polytope.ball(0.5)
        found = audit.audit_pairs([BOX, ball], line(0, 1.5, 1.25, 4), 0, 1, 0, [1, 2, 3], intersects=[True, False, True], touching="intersects")
        self.assertEqual(found.results.tolist(), [CONFIRMED, REFUTED, REFUTED])
        self.assertTrue(found.verify().all())
        cube = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
        faces = [[0, 1, 3], [0, 3, 2], [4, 7, 5], [4, 6, 7], [0, 5, 1], [0, 4, 5], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
        mesh = sunder.Mesh(cube, faces)
        found = audit.audit_pairs([mesh, BOX], line(0, 2, 1.5, 9), 0, 1, 0, [1, 2, 3], signed_distances=[0.5, -0.5, 7], touching="intersects", tolerance=1e-9)
        self.assertEqual(found.results[[0, 2]].tolist(), [REFUTED, CONFIRMED])
        self.assertIn(found.results[1], (CONFIRMED, OPEN))  # the depth of a mesh may be a wide interval
        self.assertTrue(found.verify().all())
        square = sunder.Polytope.box([1, 1])
        places = [sunder.Pose.translation([x, 0.0]) for x in (0, 2, 3)]
        found = audit.audit_pairs([square], places, 0, 0, 0, [1, 2], verdicts=[0, 0])
        self.assertEqual(found.results.tolist(), [REFUTED, CONFIRMED])
        self.assertTrue(found.verify().all())

    def test_polygons_and_bodies_without_poses(self) -> None:
        square = sunder.Polytope.box([1, 1])
        hook = sunder.Polygon([[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]])
        places = [sunder.Pose.translation([x, y]) for x, y in ((0, 0), (1.5, 2.5), (2, 2), (2, 1))]
        found = audit.audit_pairs([hook, square], places, 0, 1, 0, [1, 2, 3], verdicts=[2, 1, 2], distances=[0.5, 0, 0])
        self.assertEqual(found.results.tolist(), [REFUTED, CONFIRMED, CONFIRMED])
        self.assertTrue(found.verify().all())
        found = audit.audit_pairs([square, hook], None, 0, 1, verdicts=[2, 1])
        self.assertEqual(found.results.tolist(), [CONFIRMED, REFUTED])
        self.assertEqual(audit.audit_pairs([BOX], None, 0, 0, verdicts=[]).results.tolist(), [])

    def test_what_one_row_asks_in_vain_leaves_the_others(self) -> None:
        corners = [[x, y, z] for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))]
        surface = sunder.Mesh(corners, [[0, 2, 1], [0, 1, 3]])
        wrong: list[dict[str, Any]] = [{"depths": [0.25] * 3}, {"signed_distances": [-0.25] * 3}]
        for claims in wrong:  # the depth of a mesh is not served beside a radius
            found = audit.audit_pairs([BOX, surface, sunder.Polytope.ball(0.5)], line(0, 1.5), [0, 1, 0], [0, 2, 0], 0, [1, 0, 1], **claims)
            self.assertEqual((found.results.tolist(), found.reasons.tolist()), ([REFUTED, OPEN, REFUTED], [0, 4, 0]))
            self.assertTrue(found.verify().all())

    def test_each_turned_verdict_of_drawn_pairs_is_found(self) -> None:
        drawn = np.random.default_rng(5)
        bodies = [sunder.Polytope(drawn.integers(-3, 4, (drawn.integers(1, 9), 3)).astype(float)) for _ in range(20)]
        poses = line(*drawn.integers(-6, 7, 50).astype(float))
        rows = [drawn.integers(0, n, 4000).astype(np.int32) for n in (20, 20, 50, 50)]
        true = sunder.PairBatch(bodies, poses, *rows).intersects()
        self.assertTrue((np.bincount(true) > 100).all())
        turned = drawn.random(4000) < 0.1
        claims = np.where(turned, (true + drawn.integers(1, 3, 4000)) % 3, true)
        for threads in (1, 2):
            found = audit.audit_pairs(bodies, poses, *rows, verdicts=claims, threads=threads)
            self.assertTrue((found.results == turned).all())
            self.assertTrue((found.verdicts == true).all())
            self.assertTrue(found.verify().all())

    def test_arguments_that_are_refused(self) -> None:
        for claims, where in (
            ({}, "claims"), ({"intersects": [True, False]}, "pose_b"), ({"intersects": ["yes"]}, "intersects"), ({"verdicts": [0.5]}, "verdict"),
            ({"distances": [1j]}, "distance"), ({"intersects": [True], "touching": "maybe"}, "touching"),
            ({"distances": [1], "tolerance": -1}, "tolerance"), ({"distances": [1], "tolerance": math.nan}, "tolerance"),
            ({"distances": [1], "relative": 2}, "tolerance"), ({"intersects": [True], "distances": [1, 2]}, "claims"),
            ({"intersects": True}, "intersects"), ({"distances": [[1.0]]}, "distance"), ({"distances": [2**53 + 1]}, "distance"),
        ):  # fmt: skip
            with self.assertRaises(sunder.Error, msg=str(claims)) as refused:
                along(3.0, **claims)
            self.assertEqual(refused.exception.where, where, claims)
        index: Any
        for index in (0.5, 2**31, 2**70, -1):
            with self.assertRaises(sunder.Error):
                audit.audit_pairs([BOX], line(0), index, 0, 0, 0, intersects=[True])
        found = audit.audit_pairs([BOX], line(0), [0, 7], 0, 0, 0, intersects=[True, True])
        self.assertEqual((found.results.tolist(), found.reasons.tolist()), ([CONFIRMED, OPEN], [0, 4]))


@unittest.skipIf(pa is None, "pyarrow is not installed")
class Tables(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        corners = [[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
        rows = pa.list_(pa.list_(pa.float64(), 3))
        self.write("bodies", {"points": pa.array([corners, None], rows)})
        matrices = [[1.0, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0] for x in (0.0, 3, 2, 1.5)]
        self.write("poses", {"matrix": pa.array(matrices, pa.list_(pa.float64(), 12))})

    def path(self, name: str) -> str:
        return os.path.join(self.folder, name + ".parquet")

    def write(self, name: str, columns: dict[str, Any]) -> None:
        pq.write_table(pa.table(columns), self.path(name))

    def ask(self, ids: list[int], moved: list[int], bodies: list[int] | None = None) -> None:
        zeros = np.zeros(len(ids), np.int32)
        self.write("questions", {
            "pair_id": np.array(ids, np.uint64), "body_a": zeros, "body_b": np.array(bodies, np.int32) if bodies else zeros, "pose_a": zeros,
            "pose_b": np.array(moved, np.int32),
        })  # fmt: skip

    def run_audit(self, *flags: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = audit.main([
                self.path("questions"), self.path("theirs"), "--bodies", self.path("bodies"), "--poses", self.path("poses"),
                "-o", self.path("audit"), *flags,
            ])  # fmt: skip
        return status, out.getvalue(), err.getvalue()

    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = pq.read_table(self.path("audit")).to_pylist()
        return found

    def test_rows_are_found_by_id_and_each_is_proven(self) -> None:
        self.ask([11, 12, 13, 14, 15], [1, 2, 3, 1, 9])
        self.write("theirs", {
            "pair_id": pa.array([13, 11, 12, 99, 15, 13], pa.uint64()), "intersects": [False, True, True, True, True, False],
            "distance": [0.0, 1.0, None, 1.0, 1.0, 0.0],
        })  # fmt: skip
        for flags in ((), ("--batch-rows", "2"), ("--batch-rows", "1", "--threads", "2")):
            status, out, err = self.run_audit("--touching", "intersects", *flags)
            self.assertEqual((status, err), (1, ""), flags)
            self.assertIn("6 rows of theirs\nconfirmed               1\nrefuted                 2\nnot decidable           4\n", out)
            rows = self.rows()
            self.assertEqual([row["pair_id"] for row in rows], [11, 12, 13, 14, 15, 13, 99] if rows[5]["pair_id"] == 13 else [11, 12, 13, 14, 15, 99, 13])
            self.assertEqual([row["result"] for row in rows], [1, 0, 1, 2, 2, 2, 2])
            self.assertEqual([row["reason"] for row in rows], [0, 0, 0, 4, 4, 4, 4])
            self.assertEqual([row["verdict"] for row in rows], [0, 1, 2, 3, 3, 3, 3])
            self.assertTrue(rows[0]["certificate"] is not None and rows[1]["certificate"] is None)
        self.assertEqual(pq.read_schema(self.path("audit")).metadata[b"sunder.schema"], b"audit/1")

    def test_the_certificates_of_the_file_are_checked_by_others(self) -> None:
        self.ask([1, 2, 3], [1, 2, 3])
        self.write("theirs", {"pair_id": pa.array([1, 2, 3], pa.uint64()), "verdict": pa.array([2, 0, 1], pa.uint8())})
        self.assertEqual(self.run_audit()[0], 1)
        found, asked = pq.read_table(self.path("audit")), pq.read_table(self.path("questions"))
        given = pa.table({name: found[name].combine_chunks() for name in ("pair_id", "verdict", "certificate")})
        bodies, poses = pq.read_table(self.path("bodies")), pq.read_table(self.path("poses"))
        from sunder import tables

        self.assertEqual(tables.verify(bodies, poses, asked, given).tolist(), [True] * 3)
        forged = given.set_column(1, "verdict", pa.array([2, 1, 2], pa.uint8()))
        self.assertEqual(tables.verify(bodies, poses, asked, forged).tolist(), [False, True, True])
        # A number's proof is the pipe's text.
        self.write("theirs", {"pair_id": pa.array([1], pa.uint64()), "distance": [2.0]})
        self.assertEqual(self.run_audit()[0], 1)
        row = self.rows()[0]
        self.assertTrue(row["lower"] <= 1 <= row["upper"] < 1.5 and row["certificate"] is None)
        proof = sunder.Certificate.from_json(row["proof"])
        box = sunder.Polytope(np.array(bodies["points"][0].as_py()))
        moved = sunder.Pose.translation([3, 0, 0])
        self.assertTrue(sunder.verify(box, box, proof, pose_b=moved, interval=(row["lower"], row["upper"])))
        self.assertFalse(sunder.verify(box, box, proof, pose_b=moved, interval=(1.5, 2.5)))

    def test_files_that_are_refused_in_words(self) -> None:
        self.ask([1], [1])
        ids = pa.array([1], pa.uint64())
        for columns, words in (
            ({"pair_id": ids}, "no column that claims anything"), ({"intersects": [True]}, "no column pair_id"),
            ({"pair_id": pa.array([None], pa.uint64()), "intersects": [True]}, "pair_id"), ({"pair_id": ["a"], "intersects": [True]}, "pair_id"),
            ({"pair_id": pa.array([-1]), "intersects": [True]}, "negative"), ({"pair_id": ids, "intersects": ["yes"]}, "a column of type string"),
            ({"pair_id": ids, "distance": [[1.0]]}, "a column of type list"), ({"pair_id": ids, "verdict": [0.5]}, "verdict"),
        ):  # fmt: skip
            self.write("theirs", columns)
            status, out, err = self.run_audit()
            self.assertEqual((status, out), (2, ""), columns)
            self.assertIn(words, err)
            self.assertFalse(os.path.exists(self.path("audit")))
        for twice in ("pair_id", "verdict"):
            schema = pa.schema([("pair_id", pa.uint64()), ("verdict", pa.uint8()), (twice, pa.uint8())])
            with pa.OSFile(self.path("theirs"), "wb") as sink, pa.ipc.new_file(sink, schema) as writer:
                writer.write_batch(pa.record_batch([pa.array([1], field.type) for field in schema], schema=schema))
            self.assertEqual((self.run_audit()[0], self.run_audit()[2]), (2, f"refused: wrong_shape: {twice}: two columns of one name; rename one of them\n"))
        with open(self.path("theirs"), "wb") as file:
            file.write(b"PAR1 broken")
        self.assertEqual(self.run_audit()[0], 2)
        self.write("theirs", {"pair_id": ids, "intersects": [True]})
        self.assertEqual(self.run_audit("--tolerance", "-1")[0], 2)
        self.assertEqual(self.run_audit("--threads", "0")[0], 2)
        self.assertEqual(self.run_audit("-o", os.path.join(self.folder, "none", "x"))[0], 2)
        for kept in ("questions", "theirs", "bodies", "poses"):
            self.assertIn("a file that is read", self.run_audit("-o", self.path(kept))[2])
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        for path, words in ((pipe, "no regular file"), (self.folder, "no regular file"), ("", "an empty name")):
            self.assertIn(words, self.run_audit("-o", path)[2])
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))
        os.unlink(pipe)
        self.assertEqual(sorted(os.listdir(self.folder)), ["bodies.parquet", "poses.parquet", "questions.parquet", "theirs.parquet"])

    def test_standard_output_that_takes_nothing(self) -> None:
        self.ask([1], [1])
        self.write("theirs", {"pair_id": pa.array([1], pa.uint64()), "intersects": [False]})
        given = [sys.executable, "-m", "sunder.audit", self.path("questions"), self.path("theirs"), "--bodies", self.path("bodies"),
                 "--poses", self.path("poses"), "-o", self.path("audit")]  # fmt: skip
        for to in (">/dev/full", ">&-"):
            done = subprocess.run(["sh", "-c", f'"$@" {to}', "sh", *given], stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertRegex(done.stderr, r"\Arefused: cannot_write: standard output: .*\n\Z")
            self.assertEqual(len(self.rows()), 1)

    def test_no_rows_at_all(self) -> None:
        self.ask([], [])
        self.write("theirs", {"pair_id": pa.array([], pa.uint64()), "intersects": pa.array([], pa.bool_())})
        self.assertEqual(self.run_audit()[0], 0)
        self.assertEqual(self.rows(), [])
        self.ask([1, 1], [1, 1], [0, 1])
        self.write("theirs", {"pair_id": pa.array([1, 1], pa.uint64()), "intersects": pa.array([False, None])})
        status, out, _ = self.run_audit("--json")
        self.assertEqual(status, 2)
        self.assertIn('"confirmed": 1', out)


class Adapters(unittest.TestCase):
    """The scripts of examples/python/audit, with a peer that tests balls in place of a library."""

    def test_what_an_adapter_writes_is_audited(self) -> None:
        scripts = pathlib.Path(__file__).parents[2] / "examples" / "python" / "audit"
        with tempfile.TemporaryDirectory() as folder:
            asked, theirs, rows = (os.path.join(folder, name) for name in ("asked.jsonl", "theirs.jsonl", "rows.jsonl"))
            drawn = subprocess.run([sys.executable, "-B", scripts / "touching.py", "10"], capture_output=True, text=True, check=True).stdout
            with open(asked, "w", encoding="utf-8") as file:
                file.write(drawn)
            peer = (
                "import numpy as np, pairs\n"
                "def ask(pair):\n"
                "    ends = [(body.points @ pose[:, :3].T + pose[:, 3]) for body, pose in ((pair.a, pair.pose_a), (pair.b, pair.pose_b))]\n"
                "    gap = np.linalg.norm(ends[0].mean(axis=0) - ends[1].mean(axis=0))\n"
                "    return {'intersects': bool(gap < 1000), 'distance': 0.0}\n"
                "pairs.main(ask)\n"
            )
            environment = {**os.environ, "PYTHONPATH": f"{scripts}:{os.environ.get('PYTHONPATH', '')}"}
            subprocess.run([sys.executable, "-B", "-c", peer, asked, theirs], env=environment, check=True)
            program = [sys.executable, "-m", "sunder"]
            done = subprocess.run([*program, "audit", asked, theirs, "--touching", "intersects", "--json"], capture_output=True, text=True, check=False)
            found = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual(len(found), 26 + 3 * 10 + 1)
            self.assertEqual({row["verdict"] for row in found[:-1]}, {"touching"})
            refuted = pathlib.Path(theirs).read_text(encoding="utf-8").count("false")
            self.assertGreater(refuted, 3)
            self.assertEqual(found[-1]["summary"]["refuted"], refuted)
            self.assertEqual(found[-1]["summary"]["confirmed"], 56 - refuted)
            with open(rows, "w", encoding="utf-8") as file:
                file.write(done.stdout)
            checked = subprocess.run([*program, "verify", "--json", asked, rows], capture_output=True, text=True, check=True)
            self.assertEqual(json.loads(checked.stdout)["audits"], {"accepted": refuted, "refuted": 0, "unchecked": 56 - refuted})


class Judges(unittest.TestCase):
    def test_rows_must_be_as_many(self) -> None:
        two, three = np.zeros(2, np.uint8), np.zeros(3, np.uint8)
        for judge in (_core.audit_verdicts, _core.audit_meetings):
            self.assertRaises(sunder.Error, judge, two, three)
        for sizes in ((2, 3, 2), (2, 2, 3)):
            self.assertRaises(sunder.Error, _core.audit_numbers, *map(np.zeros, sizes))
        self.assertEqual(_core.audit_verdicts(np.array([0, 1, 9], np.uint8), np.array([0, 9, 0], np.uint8)).tolist(), [0, 2, 2])


if __name__ == "__main__":
    unittest.main()
