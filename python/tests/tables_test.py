# SPDX-License-Identifier: Apache-2.0
"""Tables of Arrow: answers are those of single questions, memory is shared, and what is no such table is refused in words.

The tables are made by pyarrow, and where they are installed by Polars and DuckDB. Without pyarrow all is skipped.
"""

from __future__ import annotations

import doctest
import gc
import importlib.util
import pickle
import unittest
from typing import Any

import numpy as np
from bodies import Array, matrix, points, polycube

import sunder
from sunder import Verdict, tables

HAS_ARROW = importlib.util.find_spec("pyarrow") is not None
if HAS_ARROW:
    import pyarrow as pa

ALL = ["verdict", "stage", "lower", "upper", "refusal"]


def lists(rows: list[Any], kind: Any) -> Any:
    return pa.array([None if row is None else np.asarray(row).tolist() for row in rows], pa.list_(kind))


def body_table(rows: list[Any], floats: bool = False, **more: Any) -> Any:
    """Of (points, triangles or None, radius) and None."""
    width = next((np.asarray(row[0]).shape[1] for row in rows if row is not None and np.asarray(row[0]).size), 3)
    number = pa.float32() if floats else pa.float64()
    columns = {
        "points": lists([None if row is None else row[0] for row in rows], pa.list_(number, width)),
        "triangles": lists([None if row is None else row[1] for row in rows], pa.list_(pa.int32(), 3)),
        "radius": pa.array([0.0 if row is None else row[2] for row in rows]),
        **more,
    }
    return pa.table(columns).replace_schema_metadata({"sunder.schema": "bodies/1"})


def fixed(rows: Any, kind: Any = None) -> Any:
    rows = np.asarray(rows)
    flat = rows.reshape(len(rows), -1)
    return pa.FixedSizeListArray.from_arrays(pa.array(flat.ravel(), kind), flat.shape[1])


def pose_table(matrices: Any, kind: Any = None) -> Any:
    return pa.table({"matrix": fixed(matrices, kind)})


def question_table(indices: Array, ids: Any = None) -> Any:
    names = ["body_a", "body_b", "pose_a", "pose_b"]
    ids = np.arange(len(indices), dtype=np.uint64) * 7 + 3 if ids is None else ids
    return pa.table({"pair_id": pa.array(ids, pa.uint64()), **{name: pa.array(indices[:, k], pa.int32()) for k, name in enumerate(names)}})


class Case:
    """Random bodies, poses and questions; whole numbers half of the time, so that bodies touch."""

    def __init__(self, seed: int, dimension: int = 3, meshes: bool = False, radii: bool = False, count: int = 400) -> None:
        rng = np.random.default_rng(seed)
        self.rows: list[Any] = [(points(rng, dimension), None, float(rng.integers(2)) / 2 if radii else 0.0) for _ in range(12)]
        self.bodies: list[Any] = [sunder.Polytope(row[0], row[2]) for row in self.rows]
        if meshes:
            vertices, triangles = polycube({(0, 0, 0), (1, 0, 0), (1, 1, 0)})
            self.rows.append((np.asarray(vertices, float), np.asarray(triangles), 0.0))
            self.bodies.append(sunder.Mesh(vertices, triangles))
        self.matrices = np.array([matrix(rng, dimension, whole=bool(k % 2)) for k in range(20)])
        self.indices = np.column_stack([rng.integers(len(self.rows), size=(count, 2)), rng.integers(20, size=(count, 2))])

    def batch(self) -> sunder.PairBatch:
        return sunder.PairBatch(self.bodies, self.matrices, *self.indices.T.astype(np.int32))


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Answers(unittest.TestCase):
    def test_they_are_those_of_single_questions(self) -> None:
        every: list[dict[str, Any]] = [{}, {"dimension": 2}, {"radii": True}, {"meshes": True}, {"meshes": True, "radii": True}]
        for seed, options in enumerate(every):
            with self.subTest(**options):
                case = Case(seed, **options)
                made = tables.run(body_table(case.rows), pose_table(case.matrices), question_table(case.indices), ALL)
                self.assertEqual(made.names, ["pair_id", *ALL])
                met = set()
                gaps = case.batch().distances()  # beside a mesh the last bits of hulls' intervals are a mesh's
                for i, (a, b, s, t) in enumerate(case.indices):
                    one, two, at, to = case.bodies[a], case.bodies[b], case.matrices[s], case.matrices[t]
                    verdict = sunder.intersects(one, two, at, to).verdict
                    gap = sunder.distance(one, two, at, to)
                    self.assertEqual(made["verdict"][i], verdict)
                    told = made["lower"][i], made["upper"][i]
                    self.assertEqual(told, tuple(gaps[i]) if "meshes" in options else (gap.lower, gap.upper))
                    self.assertTrue(told[0] <= gap.upper and gap.lower <= told[1])
                    self.assertEqual((made["refusal"][i], made["pair_id"][i]), (0, 7 * i + 3))
                    met.add(int(verdict))
                self.assertEqual(met, {0, 1, 2})
                alone = tables.run(body_table(case.rows), pose_table(case.matrices), question_table(case.indices), "verdict")
                np.testing.assert_array_equal(alone["verdict"], made["verdict"])

    def test_any_chunks_slices_types_and_threads_give_the_same(self) -> None:
        case = Case(7)
        bodies, poses, asked = body_table(case.rows), pose_table(case.matrices), question_table(case.indices)
        expected = case.batch().intersects()
        one_by_one = pa.concat_tables([bodies.slice(i, 1) for i in range(len(bodies))])
        pairs_of_poses = pa.concat_tables([poses.slice(i, 2) for i in range(0, len(poses), 2)])
        wide = asked.cast(pa.schema([("pair_id", pa.int64()), *((name, pa.int64()) for name in asked.schema.names[1:])]))
        narrow = asked.set_column(1, "body_a", asked["body_a"].cast(pa.uint8()))
        pieces = pa.concat_tables([asked.slice(0, 3), asked.slice(3, 0), asked.slice(3, 200), asked.slice(203)])
        large = bodies.set_column(0, "points", bodies["points"].cast(pa.large_list(bodies.schema.field("points").type.value_type)))
        for given in ((one_by_one, poses, asked), (bodies, pairs_of_poses, asked), (bodies, poses, wide), (bodies, poses, narrow),
                      (bodies, poses, pieces), (large, poses, asked)):  # fmt: skip
            made = tables.run(*given, threads=3)
            np.testing.assert_array_equal(made["verdict"], expected)
            np.testing.assert_array_equal(made["pair_id"], asked["pair_id"].to_numpy())
        both = tables.Tables(bodies, poses)
        for start, size in ((0, 1), (13, 77), (399, 1), (400, 0)):
            part = both.run(asked.slice(start, size).combine_chunks())
            np.testing.assert_array_equal(part["verdict"], expected[start : start + size])
        batch = asked.to_batches()[0].slice(50, 60)
        np.testing.assert_array_equal(both.run(batch)["verdict"], expected[50:110])
        rows = pa.StructArray.from_arrays([asked[name].combine_chunks() for name in asked.schema.names], asked.schema.names)
        struct = pa.RecordBatch.from_struct_array(rows.slice(20, 5))  # an offset of the parent
        np.testing.assert_array_equal(both.run(struct)["verdict"], expected[20:25])
        broken = pa.array([[[0.0, 0, 0], None, [0, None, 1]], None], bodies.schema.field("points").type)
        behind = pa.concat_arrays([broken, bodies["points"].combine_chunks()])  # nulls in front of a slice
        made = tables.run(pa.table({"points": behind}).slice(len(broken)), poses, asked)
        np.testing.assert_array_equal(made["verdict"], expected)

    def test_floats_and_quaternions_are_taken_exactly(self) -> None:
        case = Case(3)
        asked = question_table(case.indices)
        rounded = case.matrices.astype(np.float32)
        made = tables.run(body_table(case.rows, floats=True), pose_table(rounded, pa.float32()), asked, "verdict,lower")
        bodies = [sunder.Polytope(row[0].astype(np.float32)) for row in case.rows]
        batch = sunder.PairBatch(bodies, rounded, *case.indices.T.astype(np.int32))
        np.testing.assert_array_equal(made["verdict"], batch.intersects())
        np.testing.assert_array_equal(made["lower"], batch.distances()[:, 0])

        rng = np.random.default_rng(4)
        q, t = rng.normal(size=(20, 4)), rng.uniform(-1, 1, (20, 3))
        exact = sunder.PairBatch(case.bodies, sunder.Pose.many_from_wxyz(q, t), *case.indices.T.astype(np.int32))
        made = tables.run(body_table(case.rows), pa.table({"wxyz": fixed(q), "translation": fixed(t)}), asked)
        np.testing.assert_array_equal(made["verdict"], exact.intersects())

    def test_certificates_are_proven_and_forged_ones_are_not(self) -> None:
        for dimension in (2, 3):
            case = Case(5, dimension)
            given = body_table(case.rows), pose_table(case.matrices), question_table(case.indices)
            made = tables.run(*given, ["verdict", "certificate"])
            verdicts, records = made["verdict"], made["certificate"]
            self.assertEqual(records.shape[1], 96 if dimension == 3 else 72)
            self.assertEqual(pa.record_batch(made).schema.field("certificate").type, pa.binary(records.shape[1]))
            np.testing.assert_array_equal(verdicts, case.batch().intersects())
            proven = tables.verify(*given, made, threads=2)
            self.assertTrue(proven[verdicts != Verdict.TOUCHING].all())
            self.assertGreater(proven[verdicts == Verdict.TOUCHING].sum(), 4)  # not where no double is the exact direction
            for wrong in (verdicts ^ 1, np.full_like(verdicts, 3)):
                forged = tables.ArrowBatch({"pair_id": made["pair_id"], "verdict": wrong.astype(np.uint8), "certificate": records})
                self.assertFalse(tables.verify(*given, forged).any())
            for wrong in (1 - verdicts, np.where(verdicts == 2, 0, 2)):  # the record claims it too
                lying = np.array(records)
                lying[:, 0] = wrong
                forged = tables.ArrowBatch({"pair_id": made["pair_id"], "verdict": wrong.astype(np.uint8), "certificate": lying})
                self.assertFalse(tables.verify(*given, forged)[wrong != verdicts].any())
            noise = np.random.default_rng(6).integers(0, 256, records.shape).astype(np.uint8)
            proven = tables.verify(*given, tables.ArrowBatch({"pair_id": made["pair_id"], "verdict": verdicts, "certificate": noise}))
            self.assertLess(proven.sum(), len(proven))

    def test_a_robot(self) -> None:
        robot = sunder.Robot.from_model({
            "links": ["base", "cart"],
            "joints": [{"name": "x", "kind": "prismatic", "parent": "base", "child": "cart", "axis": [1, 0, 0], "lower": -1, "upper": 1}],
            "parts": [{"name": "post", "link": "base", "body": sunder.Polytope.box([0.1, 0.1, 1])},
                      {"name": "ball", "link": "cart", "body": sunder.Polytope([[0, 0, 0]], radius=0.25)}],
        })  # fmt: skip
        x = np.array([[0.0], [0.5], [np.nan], [0.35], [2.0**21]])
        columns = list(tables.ROBOT_COLUMNS)
        by_list = tables.check_robot(robot, pa.table({"q": fixed(x)}), columns, first=10)
        by_name = tables.check_robot(robot, pa.table({"x": x[:, 0], "config_id": pa.array([5, 4, 3, 2, 1], pa.uint64())}), columns)
        self.assertEqual(by_list["config_id"].tolist(), [10, 11, 12, 13, 14])
        self.assertEqual(by_name["config_id"].tolist(), [5, 4, 3, 2, 1])
        self.assertEqual(by_list["refusal"].tolist(), [0, 0, 1, 0, 2])
        for name in columns:
            np.testing.assert_array_equal(by_list[name], by_name[name])
        np.testing.assert_array_equal(by_list["verdict"], robot.check(x))
        np.testing.assert_array_equal(by_list["upper"], robot.distances(x)[:, 1])
        self.assertEqual(by_list["first_pair"].tolist(), [0, -1, -1, 0 if by_list["verdict"][3] else -1, -1])
        empty = pa.array([None, [0.5]], pa.list_(pa.float64(), 1))
        self.assertEqual(tables.check_robot(robot, pa.table({"q": empty}), ["refusal"])["refusal"].tolist(), [1, 0])
        for wrong in (pa.table({"y": [0.0]}), pa.table({"q": fixed([[0.0, 1.0]])}), pa.table({"q": [1.0]}), pa.table({"x": ["a"]})):
            with self.assertRaises(sunder.Error):
                tables.check_robot(robot, wrong)


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Memory(unittest.TestCase):
    def test_columns_are_read_where_they_lie(self) -> None:
        poses = pose_table(Case(1).matrices)
        values = tables.ArrowTable(poses).column(0, "matrix")[0]
        at = poses["matrix"].chunk(0).values.buffers()[1].address
        self.assertEqual(values.__array_interface__["data"], (at, True))  # read-only
        asked = question_table(Case(1).indices).slice(5)
        values = tables.ArrowTable(asked).column(0, "pose_b")[0]
        self.assertEqual(values.__array_interface__["data"][0], asked["pose_b"].chunk(0).buffers()[1].address + 4 * 5)

    def test_it_lives_as_long_as_anybody_looks(self) -> None:
        case = Case(2)
        both = tables.Tables(body_table(case.rows), pose_table(case.matrices))
        answers = pa.record_batch(both.run(question_table(case.indices), ALL))
        column = answers.column("lower")
        values = tables.ArrowTable(pose_table(case.matrices)).column(0, "matrix")[0]
        del both, answers
        gc.collect()
        np.testing.assert_array_equal(np.asarray(column), case.batch().distances()[:, 0])
        np.testing.assert_array_equal(values, case.matrices.reshape(len(case.matrices), 12))

    def test_answers_are_tables_of_others(self) -> None:
        made = tables.ArrowBatch(
            {"pair_id": np.array([4, 5], np.uint64), "lower": np.array([0.5, 1.0]), "certificate": np.arange(6, dtype=np.uint8).reshape(2, 3)},
            "answers/1",
        )
        batch = pa.record_batch(made)
        batch.validate(full=True)
        self.assertEqual(batch.schema.metadata, {b"sunder.schema": b"answers/1"})
        self.assertEqual(batch.to_pydict(), {"pair_id": [4, 5], "lower": [0.5, 1.0], "certificate": [b"\0\1\2", b"\3\4\5"]})
        self.assertEqual(pa.table(made).to_pydict(), batch.to_pydict())
        self.assertEqual(pa.RecordBatchReader.from_stream(made).read_all().to_pydict(), batch.to_pydict())
        self.assertEqual(pa.schema(made).names, made.names)
        self.assertIn("2 rows of pair_id lower certificate", repr(made))
        again = tables.ArrowTable(made)
        self.assertEqual((again.schema, len(again), again.format("certificate")), ("answers/1", 2, "w:3"))
        made.__arrow_c_array__(), made.__arrow_c_stream__(), made.__arrow_c_schema__()  # nobody takes them
        with self.assertRaises(KeyError):
            made["upper"]
        for wrong in ({"a": np.array([1 + 2j])}, {"a": np.zeros((2, 2))}, {"a": np.zeros(2), "b": np.zeros(3)}, {"a": [1, 2]}):
            with self.assertRaises(sunder.Error):
                tables.ArrowBatch(wrong)  # type: ignore[arg-type]

    def test_an_exported_table_is_taken_once(self) -> None:
        class Once:
            def __init__(self) -> None:
                self.capsule = pa.table({"a": [1]}).__arrow_c_stream__()

            def __arrow_c_stream__(self, requested: Any = None) -> Any:
                return self.capsule

        source = Once()
        self.assertEqual(len(tables.ArrowTable(source)), 1)
        with self.assertRaisesRegex(sunder.Error, "taken already"):
            tables.ArrowTable(source)

    def test_pickles_are_the_columns_and_a_process_builds_once(self) -> None:
        case = Case(3, meshes=True)
        case.rows[2] = None
        both = tables.Tables(body_table(case.rows), pose_table(case.matrices))
        first, second = pickle.loads(pickle.dumps(both)), pickle.loads(pickle.dumps(both))
        self.assertIs(first, second)
        asked = question_table(case.indices)
        np.testing.assert_array_equal(first.run(asked)["verdict"], both.run(asked)["verdict"])
        self.assertEqual(first.refusals, both.refusals)

    def test_the_same_bodies_of_numpy_alone(self) -> None:
        case = Case(4, meshes=True, radii=True)
        ours = tables.Tables.from_arrays(case.rows, case.matrices)
        theirs = tables.Tables(body_table(case.rows), pose_table(case.matrices))
        self.assertEqual((ours.bodies_hash, ours.poses_hash), (theirs.bodies_hash, theirs.poses_hash))
        asked = question_table(case.indices)
        np.testing.assert_array_equal(ours.run(asked)["verdict"], theirs.run(asked)["verdict"])
        self.assertEqual(tables.Tables.from_arrays([], np.empty((0, 3, 4))).run(asked)["verdict"].tolist(), [3] * len(asked))

    def test_other_libraries(self) -> None:
        case = Case(6)
        both = tables.Tables(body_table(case.rows), pose_table(case.matrices))
        asked = question_table(case.indices)
        expected = both.run(asked)["verdict"]
        if importlib.util.find_spec("polars") is not None:
            import polars

            np.testing.assert_array_equal(both.run(polars.from_arrow(asked))["verdict"], expected)
            self.assertEqual(polars.DataFrame(both.run(asked))["verdict"].to_list(), expected.tolist())
        if importlib.util.find_spec("duckdb") is not None:
            import duckdb

            found = duckdb.sql("select * from asked order by pair_id")
            np.testing.assert_array_equal(both.run(found)["verdict"], expected)

    def test_doctests(self) -> None:
        self.assertEqual(doctest.testmod(tables), (0, 7))


@unittest.skipUnless(HAS_ARROW, "not installed: pyarrow")
class Refusals(unittest.TestCase):
    def test_each_is_a_row_and_the_others_are_answered(self) -> None:
        box = np.array(np.meshgrid([-1.0, 1.0], [-1.0, 1.0], [-1.0, 1.0])).reshape(3, -1).T
        poses: Any = np.array([np.eye(3, 4)] * 4)
        poses[1, 0, 3], poses[2, 1, 1] = np.nan, np.inf
        table = pose_table(poses)
        rows = [(box, None, 0.0), None, (box * np.nan, None, 0.0), (box, None, -1.0)]
        top = 2**31 - 1
        asked = [
            ((0, 0, 0, 0), 0), ((4, 0, 0, 0), 1), ((0, -1, 0, 0), 2), ((0, 0, top, 0), 3), ((0, 0, 0, 4), 4), ((0, 0, 1, 0), 5),
            ((0, 0, 0, 2), 6), ((1, 0, 0, 0), 9), ((0, 2, 0, 0), 10), ((3, 0, 0, 0), 9), ((-(2**31), 0, 0, 0), 1), ((0, 0, 3, 3), 0),
        ]  # fmt: skip
        questions = question_table(np.array([one for one, _ in asked]))
        for columns in (["verdict", "refusal"], ALL, ["verdict", "refusal", "certificate"]):
            both = tables.Tables(body_table(rows), table)
            made = both.run(questions, columns)
            self.assertEqual(made["refusal"].tolist(), [number for _, number in asked])
            self.assertEqual(made["verdict"].tolist(), [3 if number else 2 for _, number in asked])
            if "lower" in columns:
                self.assertEqual(made["lower"].tolist(), [0.0] * len(asked))
                self.assertEqual(made["upper"].tolist(), [np.inf if number else 0.0 for _, number in asked])
        self.assertEqual([(one.row, one.code) for one in both.refusals], [(1, "missing_key"), (2, "not_finite"), (3, "wrong_shape")])
        self.assertEqual(set(tables.REFUSALS), set(range(1, 11)))

        valid = pa.array([True, True, True, False])
        null = pa.FixedSizeListArray.from_arrays(pa.array(poses.ravel()), 12, mask=pa.array([not one.as_py() for one in valid]))
        made = tables.run(body_table(rows), pa.table({"matrix": null}), questions, ["verdict", "refusal"])
        self.assertEqual(made["refusal"].tolist(), [5 if one == (0, 0, 3, 3) else number for one, number in asked])

        q = np.array([[1.0, 0, 0, 0], [0, 0, 0, 0], [np.nan, 0, 0, 0], [1e300, 1, 0, 0]])
        made = tables.run(
            body_table(rows), pa.table({"wxyz": fixed(q), "translation": fixed(np.zeros((4, 3)))}),
            question_table(np.array([(0, 0, 0, 0), (0, 0, 1, 0), (0, 0, 0, 2)])), ["verdict", "refusal"],
        )  # fmt: skip
        self.assertEqual(made["refusal"].tolist(), [0, 5, 6])

        index = pa.array([0, None, 2**40, -1], pa.int64())
        mixed = pa.table({"pair_id": pa.array([1, 2, 3, 4]), "body_a": index, "body_b": [0] * 4, "pose_a": [0] * 4, "pose_b": [0] * 4})
        self.assertEqual(tables.run(body_table(rows), table, mixed, "refusal")["refusal"].tolist(), [0, 1, 1, 1])

    def test_a_hash_that_is_not_the_bodys(self) -> None:
        case = Case(1)
        hashes = [tables.content_hash(*row) for row in case.rows]
        good = tables.Tables(body_table(case.rows, hash=pa.array(hashes, pa.binary(32))), pose_table(case.matrices))
        self.assertEqual(good.refusals, [])
        hashes[3] = bytes(32)
        bad = tables.Tables(body_table(case.rows, hash=pa.array([None, *hashes[1:]], pa.binary(32))), pose_table(case.matrices))
        self.assertEqual([one.row for one in bad.refusals], [3])
        self.assertIn("content hash", bad.refusals[0].what)

    def test_what_is_no_such_table(self) -> None:
        case = Case(1)
        bodies, poses, asked = body_table(case.rows), pose_table(case.matrices), question_table(case.indices)
        tetrahedron = pa.array([[[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]], pa.list_(pa.list_(pa.float64(), 3)))

        def with_column(table: Any, name: str, column: Any) -> Any:
            return table.set_column(table.schema.get_field_index(name), name, column)

        broken = pa.ListArray.from_buffers(
            pa.list_(pa.list_(pa.float64(), 3)), 2, [None, pa.py_buffer(np.array([0, 3, 1], np.int32))], children=[tetrahedron.values.slice(0, 4)]
        )
        cases = [
            ("exports no Arrow", ([1], poses, asked)),
            ("no such column", (pa.table({"point": tetrahedron}), poses, asked)),
            ('table of "poses"', (bodies.replace_schema_metadata({"sunder.schema": "poses/1"}), poses, asked)),
            ('version "2"', (bodies.replace_schema_metadata({"sunder.schema": "bodies/2"}), poses, asked)),
            ("lists of lists", (pa.table({"points": pa.array([[1.0]])}), poses, asked)),
            ("lists of lists|Arrow type", (pa.table({"points": pa.array(["x"])}), poses, asked)),
            ("Arrow type", (pa.table({"points": pa.array([[[1.0]]])}), poses, asked)),
            ("int64", (pa.table({"points": tetrahedron.cast(pa.list_(pa.list_(pa.int64(), 3)))}), poses, asked)),
            ("triangles", (with_column(bodies, "triangles", bodies["triangles"].cast(pa.list_(pa.list_(pa.float64(), 3)))), poses, asked)),
            ("radius", (with_column(bodies, "radius", fixed(np.zeros((len(bodies), 2)))), poses, asked)),
            ("hash", (bodies.append_column("hash", pa.array(["x"] * len(bodies)).cast(pa.binary())), poses, asked)),
            ("nulls inside", (pa.table({"points": pa.array([[[1.0, None, 2]]], pa.list_(pa.list_(pa.float64(), 3)))}), poses, asked)),
            ("decrease", (pa.table({"points": broken}), poses, asked)),
            ("12 doubles", (bodies, pa.table({"matrix": fixed(np.zeros((2, 16)))}), asked)),
            ("neither a column matrix", (bodies, pa.table({"wxyz": fixed(np.zeros((2, 4)))}), asked)),
            ("dimension 2|shape|dimension", (bodies, pa.table({"matrix": fixed(np.zeros((2, 6)))}), asked)),
            ("no such column", (bodies, poses, asked.drop_columns(["pose_b"]))),
            ("float", (bodies, poses, with_column(asked, "body_a", pa.array(np.zeros(len(asked)))))),
            ("dictionary", (bodies, poses, with_column(asked, "body_a", asked["body_a"].dictionary_encode()))),
            ("null or a negative", (bodies, poses, with_column(asked, "pair_id", pa.array([None] * len(asked), pa.uint64())))),
            ("null or a negative", (bodies, poses, with_column(asked, "pair_id", pa.array([-1] * len(asked))))),
            ("two columns", (bodies, poses, asked.append_column("body_a", asked["body_b"]))),
            ("no table", (bodies, poses, pa.array([1, 2]))),
            ('version "²"', (bodies.replace_schema_metadata({"sunder.schema": "bodies/²"}), poses, asked)),
            ("null in some rows", (bodies, poses, pa.StructArray.from_arrays(
                [asked[name].combine_chunks() for name in asked.schema.names], asked.schema.names, mask=pa.array(np.arange(len(asked)) == 3)))),
        ]
        for text, given in cases:
            with self.subTest(text), self.assertRaisesRegex(sunder.Error, text):
                tables.run(*given)
        with self.assertRaisesRegex(sunder.Error, '"colour"'):
            tables.run(bodies, poses, asked, ["colour"])
        meshes = Case(1, meshes=True)
        with self.assertRaisesRegex(sunder.Error, "meshes"):
            tables.run(body_table(meshes.rows), poses, asked, ["certificate"])
        self.assertEqual(tables.run(bodies, poses, asked.slice(0, 0), ALL)["verdict"].tolist(), [])
        self.assertEqual(set(tables.run(bodies, poses, asked)["verdict"].tolist()), {0, 1, 2}, "the last tables are asked again")

    def test_the_digest_sees_each_row_and_no_order(self) -> None:
        rng = np.random.default_rng(1)
        ids, verdicts = rng.integers(0, 2**63, 5000).astype(np.uint64), rng.integers(0, 3, 5000).astype(np.uint8)
        order = rng.permutation(5000)
        whole = tables.rows_digest(ids, verdicts)
        self.assertEqual(whole, tables.rows_digest(ids[order], verdicts[order]))
        halves = [tables.rows_digest(ids[part], verdicts[part]) for part in (order[:77], order[77:])]
        self.assertEqual(whole, tuple((a + b) % 2**64 for a, b in zip(*halves)))
        for k in rng.integers(0, 5000, 50):
            other = verdicts.copy()
            other[k] = (other[k] + 1) % 3
            self.assertNotEqual(whole, tables.rows_digest(ids, other))
        swapped = verdicts.copy()
        i, j = int(np.argmax(verdicts == 0)), int(np.argmax(verdicts == 2))
        swapped[i], swapped[j] = verdicts[j], verdicts[i]
        self.assertNotEqual(whole, tables.rows_digest(ids, swapped))
        self.assertNotEqual(whole, tables.rows_digest(np.append(ids, ids[:1]), np.append(verdicts, verdicts[:1])))


class WithoutArrow(unittest.TestCase):
    def test_arrays_that_are_no_tables(self) -> None:
        cube, poses = np.zeros((8, 3)), np.zeros((2, 3, 4))
        made: Any = tables.Tables.from_arrays
        for text, bodies, matrices in (
            ("body 0: shape", [[1, 2, 3]], poses), ("body 1: points of dimension 2", [cube, np.zeros((2, 2))], poses),
            ("body 0: could not convert", [np.array([["a"]])], poses), ("poses: shape", [cube], np.zeros((3, 4))),
            ("poses: shape", [cube], np.zeros((2, 4, 3))), ("poses: shape", [cube], np.zeros((2, 2, 6))), ("poses: shape", [cube], np.zeros((2, 12))),
            ("triangles: values of type float64", [(cube, [[0.5, 1, 2]])], poses), ("triangles: shape", [(cube, [0, 1, 2])], poses),
        ):  # fmt: skip
            with self.subTest(text), self.assertRaisesRegex(sunder.Error, text):
                made(bodies, matrices)
        # No index is taken modulo 2^32.
        for index in (2**32, -(2**32), 8, -1):
            self.assertEqual([one.row for one in made([cube, (cube, np.array([[0, 1, index]]))], poses).refusals], [1], index)
        for given in ([1.0, 2], [["a"]]):
            with self.assertRaises(sunder.Error):
                tables.content_hash(given)

    def test_a_table_of_one_own(self) -> None:
        case = Case(9)
        both = tables.Tables.from_arrays(case.rows, case.matrices)
        names = ["body_a", "body_b", "pose_a", "pose_b"]
        asked = tables.ArrowBatch(
            {"pair_id": np.arange(len(case.indices), dtype=np.uint64), **{n: case.indices[:, k].astype(np.int32) for k, n in enumerate(names)}}
        )
        np.testing.assert_array_equal(both.run(asked)["verdict"], case.batch().intersects())
        self.assertIn(Verdict.TOUCHING, both.run(asked)["verdict"])


if __name__ == "__main__":
    unittest.main()
