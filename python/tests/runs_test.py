# SPDX-License-Identifier: Apache-2.0
"""Runs over files: the same answers for any parts, batches, threads and workers, also where they are killed; refusals in words.

SUNDER_LONG=1 adds more kills, larger runs, and Ray where it is installed. Without pyarrow all is skipped.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import io
import itertools
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np
from tables_test import HAS_ARROW, body_table, fixed, pose_table, question_table

import sunder
from sunder import tables

if HAS_ARROW:
    import pyarrow as pa
    import pyarrow.parquet as pq

    from sunder import _runs, run

LONG = bool(os.environ.get("SUNDER_LONG"))
ROOT = pathlib.Path(__file__).parents[2]


def clouds(rng: np.random.Generator, count: int) -> list[Any]:
    return [(rng.normal(size=(int(rng.integers(4, 24)), 3)), None, 0.0) for _ in range(count)]


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class RunCase(unittest.TestCase):
    """A folder with bodies, poses and questions, of which a few are refused."""

    rows = 3000

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.at = pathlib.Path(folder.name)
        rng = np.random.default_rng(11)
        bodies: list[Any] = clouds(rng, 30)
        bodies[7] = None
        with pa.OSFile(str(self.at / "bodies.arrow"), "wb") as sink, pa.ipc.new_file(sink, body_table(bodies).schema) as writer:
            writer.write_table(body_table(bodies))
        matrices = np.array([np.column_stack([np.linalg.qr(rng.normal(size=(3, 3)))[0], rng.uniform(-3, 3, 3)]) for _ in range(200)])
        matrices[5, 1, 2] = np.nan
        pq.write_table(pose_table(matrices), self.at / "poses.parquet")
        indices = np.column_stack([rng.integers(30, size=(self.rows, 2)), rng.integers(200, size=(self.rows, 2))])
        indices[17, 0], indices[18, 3] = 30, 200
        self.questions = question_table(indices, rng.permutation(self.rows).astype(np.uint64))
        pq.write_table(self.questions, self.at / "questions.parquet", row_group_size=400)
        whole = tables.Tables(_runs.read_table(self.at / "bodies.arrow"), _runs.read_table(self.at / "poses.parquet"))
        made = whole.run(self.questions, ["verdict", "refusal"])
        self.expected = self.sorted_hash(made["pair_id"], made["verdict"])
        self.refused = int((made["refusal"] != 0).sum())
        self.assertGreater(self.refused, 50)

    @staticmethod
    def sorted_hash(ids: Any, verdicts: Any) -> str:
        order = np.argsort(ids, kind="stable")
        return hashlib.sha256(np.asarray(ids)[order].tobytes() + np.asarray(verdicts)[order].tobytes()).hexdigest()

    def arguments(self, folder: str, *more: str) -> list[str]:
        where = self.at
        return [
            str(where / "questions.parquet"), "--bodies", str(where / "bodies.arrow"), "--poses", str(where / "poses.parquet"),
            "-o", str(where / folder), *more,
        ]  # fmt: skip

    def run_here(self, arguments: list[str]) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run.main(arguments)
        return status, out.getvalue(), err.getvalue()

    def started(self, arguments: list[str], **more: Any) -> subprocess.Popen[str]:
        # A group of its own, whose processes are ended together.
        return subprocess.Popen(
            [sys.executable, "-m", "sunder.run", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, **more,
        )  # fmt: skip

    def kill_workers(self, started: subprocess.Popen[str], folder: str, rng: random.Random, parts: int, workers: Callable[[], list[int]]) -> None:
        """Kills two of a run's workers, one each time that so many parts more are there, and waits for its end."""
        kills = 0
        while started.poll() is None:
            done = len(list((self.at / folder).glob("part-*")))
            if kills < 2 and done > parts * (kills + 1) and (found := workers()):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(rng.choice(found), signal.SIGKILL)
                    kills += 1
            time.sleep(0.005)
        _, err = started.communicate()
        self.assertEqual(started.returncode, 2, err)
        self.assertGreater(kills, 0)

    def answers(self, folder: str) -> Any:
        return pa.concat_tables(pq.read_table(file) for file in sorted((self.at / folder).glob("part-*.parquet")))

    def manifest(self, folder: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.at / folder / "manifest.json").read_text(encoding="utf-8"))
        return found

    def check(self, folder: str) -> None:
        """Every question is answered once, as in one call."""
        found = self.answers(folder)
        self.assertEqual(found.num_rows, self.rows)
        self.assertEqual(self.sorted_hash(found["pair_id"].to_numpy(), found["verdict"].to_numpy()), self.expected)
        self.assertEqual(list((self.at / folder).glob("**/*.tmp")), [])
        refusals = [pq.read_table(file) for file in (self.at / folder / "refusals").glob("part-*.parquet")]
        self.assertEqual(sum(len(one) for one in refusals), self.refused)
        told = self.manifest(folder)
        self.assertTrue(told["complete"])
        self.assertEqual((told["answered"], told["counts"]["refused"]), (self.rows, self.refused))
        both = tables.rows_digest(found["pair_id"].to_numpy(), found["verdict"].to_numpy())
        self.assertEqual(told["answers_digest"], "".join(f"{one:016x}" for one in both))


class Partitions(RunCase):
    def test_the_answers_do_not_depend_on_how_they_are_cut(self) -> None:
        digests = set()
        for parts, batch, threads in ((1, 5000, 1), (7, 100, 2), (64, 33, 3), (64, 1, 1), (None, 1000, 2)):
            folder = f"out-{parts}-{batch}"
            cut = [] if parts is None else ["--part-rows", str(-(-self.rows // parts))]
            status, out, err = self.run_here(
                self.arguments(folder, *cut, "--batch-rows", str(batch), "--threads", str(threads), "--columns", "verdict,stage")
            )
            self.assertEqual(status, 2, err)  # some are refused
            self.check(folder)
            self.assertEqual(len(list((self.at / folder).glob("part-*"))), 1 if parts is None else min(parts, -(-self.rows // int(cut[1]))))
            self.assertEqual(self.answers(folder).column_names, ["pair_id", "verdict", "stage"])
            self.assertIn("3,000 of 3,000 rows", err + out)
            digests.add(self.manifest(folder)["answers_digest"])
        self.assertEqual(len(digests), 1)

    def test_an_arrow_file_and_several_files(self) -> None:
        with pa.ipc.new_file(str(self.at / "first.arrow"), self.questions.schema) as writer:
            writer.write_table(self.questions.slice(0, 1000), 90)
        pq.write_table(self.questions.slice(1000), self.at / "second.parquet", row_group_size=1500)
        given = self.arguments("out", "--part-rows", "400", "--columns", "verdict,lower,upper,certificate", "--quiet")
        status, _, err = self.run_here([str(self.at / "first.arrow"), str(self.at / "second.parquet"), *given[1:]])
        self.assertEqual(status, 2, err)
        self.check("out")
        found = self.answers("out")
        both = tables.Tables(_runs.read_table(self.at / "bodies.arrow"), _runs.read_table(self.at / "poses.parquet"))
        np.testing.assert_array_equal(found["lower"].to_numpy(), both.run(self.questions, "lower")["lower"])
        proven = both.verify(self.questions, found)
        self.assertTrue(proven[found["verdict"].to_numpy() != 3].all())

    def test_more_files_than_may_be_open(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        now = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 64
        resource.setrlimit(resource.RLIMIT_NOFILE, (now + 24, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        given = self.arguments("out", "--threads", "1")
        for k in range(60):
            part = self.questions.slice(50 * k, 50)
            if k % 2:
                pq.write_table(part, self.at / f"rows-{k:02}.parquet")
            else:
                with pa.OSFile(str(self.at / f"rows-{k:02}.parquet"), "wb") as sink, pa.ipc.new_file(sink, part.schema) as writer:
                    writer.write_table(part)
        self.assertEqual(self.run_here([str(self.at / "rows-*.parquet"), *given[1:]])[0], 2)
        self.check("out")

    def test_tables_of_writers_without_fixed_lists(self) -> None:
        plain = _runs.read_table(self.at / "poses.parquet")
        loose = plain.set_column(0, "matrix", plain["matrix"].cast(pa.list_(pa.float64())))
        pq.write_table(loose, self.at / "poses.parquet")
        bodies = _runs.read_table(self.at / "bodies.arrow")
        pq.write_table(bodies.set_column(0, "points", bodies["points"].cast(pa.list_(pa.list_(pa.float64())))), self.at / "bodies.arrow")
        self.assertEqual(self.run_here(self.arguments("out"))[0], 2)
        self.check("out")
        rows = pa.list_(pa.list_(pa.float64()))
        for points, word in (
            ([None, []], "body 0: points that are null"), ([[None, [0.0, 0, 0]]], "nulls inside"), ([[[0.0, 0, 0]], [[0.0, 0]]], "points: lists of 3 numbers and of others")
        ):  # fmt: skip
            pq.write_table(pa.table({"points": pa.array(points, rows)}), self.at / "loose.parquet")
            with self.subTest(word):
                status, out, err = self.run_here([*self.arguments("out-" + word[:4].strip()), "--bodies", str(self.at / "loose.parquet")])
                self.assertEqual(status, 2)
                self.assertIn(word, out + err)


class Killed(RunCase):
    def test_workers_are_killed_and_nothing_is_lost_or_twice(self) -> None:
        for seed in range(3 if LONG else 1):
            folder, rng = f"out-{seed}", random.Random(seed)
            started = self.started(self.arguments(folder, "--workers", "2", "--part-rows", "47", "--batch-rows", "5", "--columns", "verdict,lower"))
            self.kill_workers(started, folder, rng, 8, lambda: self.workers_of(started.pid))
            self.check(folder)

    @staticmethod
    def workers_of(pid: int) -> list[int]:
        try:
            children = [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
            return [c for c in children if b"spawn_main" in pathlib.Path(f"/proc/{c}/cmdline").read_bytes()]
        except OSError:
            return []

    def test_the_whole_run_is_killed_and_resumed(self) -> None:
        given = self.arguments("out", "--part-rows", "20", "--batch-rows", "1", "--columns", "verdict,lower", "--threads", "2")
        for _ in range(3 if LONG else 1):
            before = len(list((self.at / "out").glob("part-*")))
            started = self.started([*given, "--resume"])
            while started.poll() is None and len(list((self.at / "out").glob("part-*"))) < before + 10:
                time.sleep(0.002)
            os.killpg(started.pid, signal.SIGKILL)
            started.communicate()
        done = len(list((self.at / "out").glob("part-*")))
        self.assertGreater(done, 9)
        times = {file.name: file.stat().st_mtime_ns for file in (self.at / "out").glob("part-*")}
        status, out, _ = self.run_here([*given, "--resume"])
        self.assertEqual(status, 2)
        self.check("out")
        for name, stamp in times.items():
            self.assertEqual((self.at / "out" / name).stat().st_mtime_ns, stamp, "a part that was there is not answered again")

    def test_interrupted(self) -> None:
        given = self.arguments("out", "--part-rows", "20", "--batch-rows", "1", "--columns", "verdict,lower", "--threads", "2")
        started = self.started(given)
        while started.poll() is None and len(list((self.at / "out").glob("part-*"))) < 5:
            time.sleep(0.002)
        os.kill(started.pid, signal.SIGINT)
        _, err = started.communicate()
        if started.returncode != 2:  # it was not done already
            self.assertEqual(started.returncode, 130, err)
            self.assertIn("--resume", err)
        self.run_here([*given, "--resume"])
        self.check("out")


class Resumed(RunCase):
    def test_parts_that_are_lost_or_broken_are_answered_again(self) -> None:
        given = self.arguments("out", "--part-rows", "500")
        self.run_here(given)
        self.check("out")
        (self.at / "out" / "part-00001.parquet").unlink()
        (self.at / "out" / "part-00002.parquet").write_bytes(b"PAR1 and no more")
        os.replace(self.at / "out" / "part-00003.parquet", self.at / "out" / "part-00004.parquet")
        pq.write_table(pa.table({"a": [1]}, metadata={"sunder.part": "[1]"}), self.at / "out" / "part-00005.parquet")
        status, out, _ = self.run_here([*given, "--resume"])
        self.check("out")

    def test_another_run_is_not_mixed_in(self) -> None:
        given = self.arguments("out", "--part-rows", "500")
        self.run_here(given)
        for other, word in (
            (given, "holds a run"),
            ([*given, "--resume", "--columns", "lower"], "columns"),
            ([*self.arguments("out", "--part-rows", "400"), "--resume"], "parts"),
        ):
            status, out, err = self.run_here(other)
            self.assertEqual((status, out), (2, ""))
            self.assertIn(word, err)
        matrices = _runs.read_table(self.at / "poses.parquet")
        pq.write_table(matrices.slice(1), self.at / "poses.parquet")
        self.assertIn("inputs", self.run_here([*given, "--resume"])[2])
        self.check("out")
        for text in ("{", "[]", '{"plan": []}', '{"plan": null}'):
            (self.at / "out" / "manifest.json").write_text(text)
            self.assertIn("a run without its manifest", self.run_here([*given, "--resume"])[2])


class Refused(RunCase):
    def test_rows_in_words(self) -> None:
        status, _, err = self.run_here(self.arguments("out"))
        self.assertEqual(status, 2)
        self.assertIn("body 7: points that are null", err)
        rows = pq.read_table(self.at / "out" / "refusals").to_pylist()
        self.assertEqual(set(rows[0]), {"pair_id", "code", "where", "what", "remedy"})
        by_id = {row["pair_id"]: row for row in rows}
        ids = self.questions["pair_id"].to_pylist()
        self.assertEqual((by_id[ids[17]]["code"], by_id[ids[17]]["where"]), ("body_a", "body_a 30"))
        self.assertEqual((by_id[ids[18]]["code"], by_id[ids[18]]["where"]), ("pose_b", "pose_b 200"))
        self.assertEqual({row["code"] for row in rows}, {"body_a", "pose_b", "matrix_a", "matrix_b", "missing_a", "missing_b"})
        missing = next(row for row in rows if row["code"] == "missing_a")
        self.assertEqual((missing["where"], missing["what"]), ("body_a 7", "missing_key: points that are null"))

    def test_a_full_disk(self) -> None:
        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (8_000, 8_000))

        given = self.arguments("out", "--part-rows", "1000", "--threads", "1", "--columns", "verdict,lower,upper")
        started = self.started(given, preexec_fn=limited)
        _, err = started.communicate()
        self.assertEqual(started.returncode, 2, err)
        self.assertIn("make room, and go on with --resume", err)
        self.assertNotIn("Traceback", err)
        self.assertEqual(list((self.at / "out").glob("**/.*.tmp")), [])
        self.assertFalse(self.manifest("out")["complete"])
        self.run_here([*given, "--resume"])
        self.check("out")

    def test_broken_files_beside_good_ones(self) -> None:
        plain = self.at / "plain.parquet"
        pq.write_table(self.questions, plain, row_group_size=500, compression="snappy", use_dictionary=False)
        whole = plain.read_bytes()
        chunk = pq.read_metadata(plain).row_group(2).column(1)
        start, size = chunk.data_page_offset, chunk.total_compressed_size
        (self.at / "page.parquet").write_bytes(whole[:start] + bytes(size) + whole[start + size :])
        (self.at / "short.parquet").write_bytes(whole[: len(whole) // 2])
        (self.at / "none.parquet").write_bytes(b"")
        (self.at / "text.parquet").write_bytes(b"pair_id,body_a\n1,2\n")
        pq.write_table(self.questions.drop_columns(["body_b"]), self.at / "column.parquet")
        names = ["page", "short", "none", "text", "column", "absent", "plain"]
        given = self.arguments("out", "--part-rows", "500")
        status, _, err = self.run_here([*(str(self.at / f"{name}.parquet") for name in names), *given[1:]])
        self.assertEqual(status, 2)
        told = self.manifest("out")
        self.assertEqual([pathlib.Path(one["path"]).stem for one in told["refused_files"]], names[1:-1])
        self.assertEqual([(one["part"], one["rows"]) for one in told["refused_parts"]], [(2, 500)])
        self.assertEqual((told["rows"], told["answered"], told["complete"]), (2 * self.rows, 2 * self.rows - 500, False))
        for name in names[:-1]:
            self.assertIn(f"{name}.parquet", err)
        self.assertIn("body_b: no such column", err)
        self.assertEqual(self.answers("out").num_rows, 2 * self.rows - 500)

    def test_nothing_is_asked(self) -> None:
        pq.write_table(self.questions.slice(0, 0), self.at / "questions.parquet")
        status, out, err = self.run_here(self.arguments("out"))
        self.assertEqual(status, 0, err)
        self.assertIn("0 of 0 rows", out)

    def test_what_cannot_begin(self) -> None:
        for change, word in (
            (["--bodies", str(self.at / "poses.parquet")], "points: no such column"),
            (["--poses", str(self.at / "absent")], "absent"),
            (["--poses", str(self.at / "questions.parquet")], "neither a column matrix"),
            (["--columns", "verdict,colour"], '"colour"'),
            (["--part-rows", "0"], "part_rows"),
            (["--threads", "-1"], "--threads"),
            (["--ray", "auto", "--workers", "2"], "--ray"),
            (["-o", "/proc/none/out"], "/proc/none"),
            (["-o", ""], "an empty name"),
        ):
            with self.subTest(word):
                status, out, err = self.run_here(self.arguments("out-" + word[:3].strip('"-/'), *change))
                self.assertEqual((status, out), (2, ""))
                self.assertIn(word, err)
                self.assertIn("refused: ", err)

    def test_without_pyarrow(self) -> None:
        code = "import sys; sys.modules['pyarrow'] = None; import sunder, sunder.tables; from sunder import run; sys.exit(run.main(sys.argv[1:]))"
        done = subprocess.run([sys.executable, "-c", code, *self.arguments("out")], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("pip install sunder[arrow]", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Robots(unittest.TestCase):
    def test_configurations(self) -> None:
        robot = sunder.Robot.from_urdf(ROOT / "scenes" / "arm.urdf", srdf=ROOT / "scenes" / "arm.srdf")
        low, high = np.clip(robot.limits, -3, 3).T
        q = np.random.default_rng(5).uniform(low, high, (700, robot.variables))
        q[13, 0] = np.nan
        with tempfile.TemporaryDirectory() as folder:
            at = pathlib.Path(folder)
            pq.write_table(pa.table({"q": fixed(q[:200])}), at / "0.parquet")
            pq.write_table(pa.table({"q": pa.array(q[200:300].tolist(), pa.list_(pa.float64()))}), at / "05.parquet")  # as other writers have it
            pq.write_table(pa.table({name: q[300:, k] for k, name in enumerate(robot.variable_names)}), at / "1.parquet")
            given = [
                "robot", str(ROOT / "scenes" / "arm.urdf"), "--srdf", str(ROOT / "scenes" / "arm.srdf"),
                "--configs", str(at / "*.parquet"), "--part-rows", "90", "--columns", "verdict,first_pair,lower",
            ]  # fmt: skip
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.assertEqual(run.main([*given, "-o", str(at / "out")]), 2)
            found = pa.concat_tables(pq.read_table(file) for file in sorted((at / "out").glob("part-*.parquet")))
            self.assertEqual(found["config_id"].to_pylist(), list(range(700)))
            pairs = np.empty(700, np.int64)
            np.testing.assert_array_equal(found["verdict"].to_numpy(), robot.check(q, first_pairs=pairs))
            np.testing.assert_array_equal(found["first_pair"].to_numpy(), pairs)
            np.testing.assert_array_equal(found["lower"].to_numpy(), robot.distances(q)[:, 0])
            refusals = pq.read_table(at / "out" / "refusals").to_pylist()
            self.assertEqual([(row["config_id"], row["code"]) for row in refusals], [(13, "not_finite")])
            manifest = json.loads((at / "out" / "manifest.json").read_text(encoding="utf-8"))
            self.assertEqual(manifest["plan"]["inputs"]["urdf"]["sha256"], hashlib.sha256((ROOT / "scenes" / "arm.urdf").read_bytes()).hexdigest())
            missing = [argument.replace("arm.urdf", "none.urdf") for argument in given]
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                self.assertEqual(run.main([*missing, "-o", str(at / "other")]), 2)
            self.assertIn("none.urdf", err.getvalue())


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Cuts(unittest.TestCase):
    def test_every_row_is_in_one_part(self) -> None:
        class File:
            def __init__(self, path: str, sizes: list[int]) -> None:
                self.path, self.starts = path, [0, *itertools.accumulate(sizes)]
                self.rows = self.starts[-1]

        rng = random.Random(1)
        for _ in range(300):
            files = [File(f"/{k}", [rng.randrange(30) for _ in range(rng.randrange(6))]) for k in range(rng.randrange(1, 4))]
            for exactly in (False, True):
                rows = rng.randrange(1, 40)
                parts = _runs.cut(files, rows, exactly)  # type: ignore[arg-type]
                covered = [(part.path, i) for part in parts for i in range(part.begin, part.end)]
                self.assertEqual(covered, [(file.path, i) for file in files for i in range(file.rows)])
                self.assertEqual([part.number for part in parts], list(range(len(parts))))
                numbered = [part.first + i for part in parts for i in range(part.end - part.begin)]
                self.assertEqual(numbered, list(range(len(covered))))
                self.assertTrue(all(0 < part.end - part.begin <= rows for part in parts))


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Engines(unittest.TestCase):
    def test_the_example(self) -> None:
        engines = "loop,polars,duckdb" + (",ray" if LONG else "")
        done = subprocess.run(
            [sys.executable, ROOT / "examples" / "python" / "engines.py", "20000", "--engines", engines], capture_output=True, text=True, check=True
        )
        self.assertIn("loop: 20,000 answers", done.stdout)
        self.assertIn("all answers are equal", done.stdout)


@unittest.skipUnless(LONG and importlib.util.find_spec("ray") is not None, "in the long run, where Ray is installed")
class Ray(RunCase):
    rows = 40_000

    @staticmethod
    def at_work(folder: pathlib.Path) -> list[int]:
        """Ray's workers that have a file of the folder open."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (process / "cmdline").read_bytes().startswith(b"ray::"):
                    opened = [os.readlink(link) for link in (process / "fd").iterdir()]
                    if any(path.startswith(str(folder)) for path in opened):
                        found.append(int(process.name))
        return found

    def test_the_answers_are_the_same_also_where_workers_are_killed(self) -> None:
        for seed in range(3):
            folder, rng = f"out-{seed}", random.Random(seed)
            given = self.arguments(folder, "--ray", "auto", "--part-rows", "500", "--batch-rows", "10", "--columns", "verdict,lower")
            started = self.started(given)
            self.kill_workers(started, folder, rng, 15, lambda: self.at_work(self.at))
            self.run_here([*[argument for argument in given if argument not in ("--ray", "auto")], "--resume"])
            self.check(folder)


if __name__ == "__main__":
    unittest.main()
