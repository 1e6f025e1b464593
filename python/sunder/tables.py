# SPDX-License-Identifier: Apache-2.0
"""Answers as a pure function of Arrow tables: what engines map over batches, on one machine or many.

The schemas are in docs/clusters.md. Tables of any library are read where they lie, by the Arrow C data interface; no
such library is needed here.

>>> import numpy as np
>>> from sunder import tables
>>> cube = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
>>> both = tables.Tables.from_arrays([cube], np.array([np.eye(3, 4), np.eye(3, 4) + [[0, 0, 0, 2], [0] * 4, [0] * 4]]))
>>> ask = tables.ArrowBatch({"pair_id": np.array([7], np.uint64), **{name: np.zeros(1, np.int32) for name in ("body_a", "body_b", "pose_a")},
...                          "pose_b": np.ones(1, np.int32)})
>>> answers = both.run(ask, ["verdict", "lower"])
>>> answers["pair_id"], answers["verdict"], answers["lower"]
(array([7], dtype=uint64), array([1], dtype=uint8), array([0.]))
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._core import ArrowBatch, ArrowTable, Body, Mesh, PairTables, Polytope, Pose, Robot, RobotChecker, RobotRefusal, rows_digest
from ._error import Error

__all__ = [
    "ArrowBatch", "ArrowTable", "BodyRefusal", "COLUMNS", "REFUSALS", "ROBOT_COLUMNS", "Tables", "check_robot", "content_hash",
    "rows_digest", "run", "verify",
]  # fmt: skip

Array = npt.NDArray[Any]

COLUMNS = ("verdict", "stage", "lower", "upper", "refusal", "certificate")
"""What may be asked for, in the order of the answers."""

ROBOT_COLUMNS = ("verdict", "first_pair", "lower", "upper", "refusal")
"""The same of a robot's configurations."""

REFUSALS = {
    1: ("body_a", "an index that is null, negative or beyond the table of bodies", "correct the question, or add the body"),
    2: ("body_b", "an index that is null, negative or beyond the table of bodies", "correct the question, or add the body"),
    3: ("pose_a", "an index that is null, negative or beyond the table of poses", "correct the question, or add the pose"),
    4: ("pose_b", "an index that is null, negative or beyond the table of poses", "correct the question, or add the pose"),
    5: ("matrix_a", "a pose that is null, holds NaN or an infinity, or is a quaternion of length 0", "give finite numbers"),
    6: ("matrix_b", "a pose that is null, holds NaN or an infinity, or is a quaternion of length 0", "give finite numbers"),
    7: ("dimension", "bodies and poses of different dimensions", "give tables of one dimension"),
    8: ("margin", "a radius that no body has", "give a finite radius of 0 or more"),
    9: ("missing_a", "a body that is missing, or whose row was refused", "see the refusals of bodies"),
    10: ("missing_b", "a body that is missing, or whose row was refused", "see the refusals of bodies"),
}
"""The numbers of the column `refusal`: a word, what is wrong, and what to do."""

_INDICES = ("body_a", "body_b", "pose_a", "pose_b")
_VERSION = 1
_LARGEST = 2**31 - 1


@dataclasses.dataclass(frozen=True)
class BodyRefusal:
    """A row of the table of bodies that is no body."""

    row: int
    code: str
    what: str
    remedy: str


def _open(source: Any, kind: str) -> ArrowTable:
    """The table; refused where its schema says that it is another, or of a version to come."""
    table = source if isinstance(source, ArrowTable) else ArrowTable(source)
    if table.schema is not None:
        name, _, version = table.schema.partition("/")
        if name != kind:
            raise Error("wrong_type", kind, f'a table of "{name}"', f"give a table of {kind}")
        if not (version.isascii() and version.isdigit()) or int(version) > _VERSION:
            raise Error("wrong_type", kind, f'version "{version}" of its schema', f"this reads versions up to {_VERSION}")
    return table


def _joined(parts: list[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _has(table: ArrowTable, name: str) -> bool:
    return name in table.names and table.format(name) != "n"  # a column of nulls has no type


def _column(table: ArrowTable, name: str) -> tuple[Array | None, Array | None]:
    """A column of all chunks, and its validity where a row is null. One chunk is not copied; None without a row."""
    values, valid, any_null = [], [], False
    for chunk in range(table.chunks):
        one, validity = _plain(table, chunk, name)
        values.append(one)
        any_null = any_null or validity is not None
        valid.append(np.ones(len(one), np.uint8) if validity is None else validity)
    if not values:
        return None, None
    return _joined(values), _joined(valid) if any_null else None


def _lists(table: ArrowTable, name: str, most: int) -> tuple[Array, Array, Array]:
    """A column of lists of rows: all rows, the offsets of each list, and whether it is there."""
    values, starts, valid, at = [], [np.zeros(1, np.int64)], [], 0
    for chunk in range(table.chunks):
        rows, offsets, validity = table.column(chunk, name)
        if offsets is None or rows.ndim != 2 or not 2 <= rows.shape[1] <= most:
            raise Error("wrong_type", name, f'the Arrow type "{table.format(name)}"', "give lists of lists of a fixed size, as docs/clusters.md lists")
        values.append(rows[int(offsets[0]) :] if int(offsets[0]) else rows)
        starts.append(offsets[1:].astype(np.int64) - int(offsets[0]) + at)
        at += len(values[-1])
        valid.append(np.ones(len(offsets) - 1, np.uint8) if validity is None else validity)
    if not values:
        return np.empty((0, 3)), starts[0], np.empty(0, np.uint8)
    return _joined(values), np.concatenate(starts), _joined(valid)


def _rows(points: npt.ArrayLike, where: str) -> Array:
    try:
        rows = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise Error("wrong_type", where, str(error), "give an array of numbers, a row a point") from error
    if rows.ndim != 2 or not rows.shape[1]:
        raise Error("wrong_shape", where, f"shape {rows.shape}", "give a row a point")
    return rows


def _triangles(given: npt.ArrayLike) -> Array:
    faces = np.asarray(given)
    if faces.size and faces.dtype.kind not in "iu":
        raise Error("wrong_type", "triangles", f"values of type {faces.dtype}", "give integers")
    if faces.size and (faces.ndim != 2 or faces.shape[1] != 3):
        raise Error("wrong_shape", "triangles", f"shape {faces.shape}", "give three indices a triangle")
    return np.where((faces < 0) | (faces > _LARGEST), -1, faces).astype(np.int32).reshape(-1, 3)  # -1 is no point's index


def content_hash(points: npt.ArrayLike, triangles: npt.ArrayLike | None = None, radius: float = 0.0) -> bytes:
    """SHA-256 of what a body is made of, 32 bytes; docs/clusters.md says of which bytes."""
    corners = np.ascontiguousarray(_rows(points, "points"), dtype="<f8")
    faces = None if triangles is None else np.ascontiguousarray(_triangles(triangles), dtype="<i4")
    made = hashlib.sha256(np.array([corners.shape[1], len(corners), -1 if faces is None else len(faces)], "<i4").tobytes())
    made.update(np.array([radius], "<f8").tobytes())
    made.update(corners.tobytes())
    if faces is not None:
        made.update(faces.tobytes())
    return made.digest()


class _Bodies:
    """The columns of a table of bodies, which a process builds once."""

    def __init__(self, source: Any) -> None:
        table = _open(source, "bodies")
        self.points, self.offsets, self.valid = _lists(table, "points", 3)
        self.triangles: Array | None = None
        self.triangle_offsets: Array | None = None
        self.is_mesh: Array | None = None
        if _has(table, "triangles"):
            self.triangles, self.triangle_offsets, self.is_mesh = _lists(table, "triangles", 3)
        self.radii, self.has_radius = _column(table, "radius") if _has(table, "radius") else (None, None)
        self.hashes, self.has_hash = _column(table, "hash") if _has(table, "hash") else (None, None)
        if self.points.dtype not in (np.float64, np.float32):
            raise Error("wrong_type", "points", f"numbers of type {self.points.dtype}", "give float64 or float32")
        if self.triangles is not None and (self.triangles.shape[1] != 3 or self.triangles.dtype != np.int32):
            raise Error("wrong_type", "triangles", f'the Arrow type "{table.format("triangles")}"', "give three int32 a triangle")
        if self.radii is not None and (self.radii.ndim != 1 or self.radii.dtype != np.float64):
            raise Error("wrong_type", "radius", f'the Arrow type "{table.format("radius")}"', "give float64")
        if self.hashes is not None and (self.hashes.ndim != 2 or self.hashes.shape[1] != 32 or self.hashes.dtype != np.uint8):
            raise Error("wrong_type", "hash", "bytes of another size", "give fixed_size_binary(32), of content_hash()")

    def __len__(self) -> int:
        return len(self.valid)

    def row(self, i: int) -> tuple[Array, Array | None, float]:
        """Points, triangles and radius of a row that is there."""
        points = self.points[self.offsets[i] : self.offsets[i + 1]]
        triangles = None
        if self.triangles is not None and self.triangle_offsets is not None and self.is_mesh is not None and self.is_mesh[i]:
            triangles = self.triangles[self.triangle_offsets[i] : self.triangle_offsets[i + 1]]
        has = self.radii is not None and (self.has_radius is None or bool(self.has_radius[i]))
        return points, triangles, float(self.radii[i]) if has and self.radii is not None else 0.0

    def build(self, i: int) -> tuple[Polytope | Mesh, bytes]:
        """A body and its content hash. Raises Error where the row is none."""
        if not self.valid[i]:
            raise Error("missing_key", f"body {i}", "points that are null", "add the body, or ask no question about it")
        points, triangles, radius = self.row(i)
        found = content_hash(points, triangles, radius)
        if self.hashes is not None and (self.has_hash is None or self.has_hash[i]) and self.hashes[i].tobytes() != found:
            raise Error("wrong_type", f"body {i}", "a body of another content hash than its row says", "write the table anew")
        if triangles is None:
            return Polytope(points, radius), found
        if radius:
            raise Error("not_served", f"body {i}", "a mesh with a radius", "leave the radius out")
        return Mesh(points, triangles), found


def _poses(source: Any) -> tuple[Array, Array | None, Array | None]:
    """(matrices, None, validity) or (quaternions, translations, validity)."""
    table = _open(source, "poses")
    if _has(table, "matrix"):
        values, valid = _column(table, "matrix")
        if values is None:
            return np.empty((0, 12)), None, None
        if values.ndim != 2 or values.shape[1] not in (6, 12) or values.dtype not in (np.float64, np.float32):
            raise Error("wrong_type", "matrix", f'the Arrow type "{table.format("matrix")}"', "give lists of 12 doubles or floats, in the plane 6")
        return values, None, valid
    if not (_has(table, "wxyz") and _has(table, "translation")):
        raise Error("missing_key", "poses", "neither a column matrix nor wxyz and translation", "add it")
    wxyz, valid_q = _column(table, "wxyz")
    translation, valid_t = _column(table, "translation")
    if wxyz is None or translation is None:
        return np.empty((0, 12)), None, None
    for name, values, size in (("wxyz", wxyz, 4), ("translation", translation, 3)):
        if values.ndim != 2 or values.shape[1] != size or values.dtype not in (np.float64, np.float32):
            raise Error("wrong_type", name, f'the Arrow type "{table.format(name)}"', f"give lists of {size} doubles or floats")
    valid = valid_q if valid_t is None else valid_t if valid_q is None else valid_q & valid_t
    return wxyz, translation, valid


def _quaternion_poses(wxyz: Array, translation: Array, missing: Array) -> list[Pose]:
    """Exact rotations. Marks rows that are none, whose place the identity takes."""
    missing |= ~(np.isfinite(wxyz).all(axis=1) & np.isfinite(translation).all(axis=1) & wxyz.any(axis=1))
    made = [Pose.identity(3)] * len(wxyz)
    for i in np.flatnonzero(missing == 0):
        try:
            made[i] = Pose.from_wxyz(wxyz[i], translation[i])
        except Error:
            missing[i] = 1
    return made


def _indices(values: Array, validity: Array | None, name: str) -> Array:
    """Int32, as they lie in memory; what no int32 holds and nulls become -1, which is refused."""
    if values.ndim != 1 or values.dtype.kind not in "iu":
        raise Error("wrong_type", name, f"values of type {values.dtype}", "give integers")
    if values.dtype == np.int32 and validity is None:
        return values
    wrong = (values < 0) | (values > _LARGEST)
    if validity is not None:
        wrong |= validity == 0
    return np.where(wrong, 0, values).astype(np.int32) - wrong.astype(np.int32)


def _plain(table: ArrowTable, chunk: int, name: str) -> tuple[Array, Array | None]:
    """A column of one chunk, and its validity where a row is null."""
    values, offsets, validity = table.column(chunk, name)
    if offsets is not None:
        raise Error("wrong_type", name, "lists of any length", "cast the column to one of a fixed size")
    return values, validity


def _names(values: Array, validity: Array | None, name: str) -> Array:
    if values.ndim != 1 or values.dtype.kind not in "iu":
        raise Error("wrong_type", name, f"values of type {values.dtype}", "give uint64")
    if validity is not None or (values.dtype.kind == "i" and bool((values < 0).any())):
        raise Error("wrong_shape", name, "a null or a negative number", "name each row by a number of 0 or more")
    return values.astype(np.uint64, copy=False)


def wanted_columns(columns: Iterable[str], known: Sequence[str]) -> list[str]:
    """The columns that are asked for, in the order of the answers."""
    asked = [column.strip() for column in columns.split(",")] if isinstance(columns, str) else list(columns)
    for column in asked:
        if column not in known:
            raise Error("wrong_shape", "columns", f'"{column}"', "give some of " + ", ".join(known))
    return [column for column in known if column in asked]


def _new_array(column: str, rows: int, dimension: int) -> Array:
    if column in ("lower", "upper"):
        return np.empty(rows, np.float64)
    if column == "certificate":
        return np.empty((rows, 96 if dimension == 3 else 72), np.uint8)
    return np.empty(rows, np.uint8)


_ARGUMENTS = {
    "verdict": "verdicts", "stage": "stages", "lower": "lower", "upper": "upper", "refusal": "refusals", "certificate": "certificates",
}  # fmt: skip


class Tables:
    """A table of bodies and one of poses, ready for questions. Immutable; threads may share it.

    Building costs what the bodies do, once a process: a pickle of it, such as the object store of an engine keeps, is
    the columns, and a process that unpickles it again gets the one that it has.
    """

    def __init__(self, bodies: Any, poses: Any) -> None:
        self._take(_Bodies(bodies), _poses(poses))

    @classmethod
    def from_arrays(cls, bodies: Sequence[Any], poses: Any) -> Tables:
        """Of point arrays, (points, triangles) and (points, None, radius), and matrices of shape (m, d, d+1)."""
        rows = [row if isinstance(row, tuple) else (row,) for row in bodies]
        columns = _Bodies.__new__(_Bodies)
        points = [_rows(row[0], f"body {i}") for i, row in enumerate(rows)]
        for i, one in enumerate(points):
            if one.shape[1] != points[0].shape[1]:
                raise Error("dimension_mismatch", f"body {i}", f"points of dimension {one.shape[1]} beside {points[0].shape[1]}", "give tables of one dimension")
        faces = [np.empty((0, 3), np.int32) if len(row) < 2 or row[1] is None else _triangles(row[1]) for row in rows]
        columns.points = np.concatenate(points) if points else np.empty((0, 3))
        columns.offsets = np.cumsum([0] + [len(one) for one in points])
        columns.valid = np.ones(len(rows), np.uint8)
        columns.triangles = np.concatenate(faces) if faces else None
        columns.triangle_offsets = np.cumsum([0] + [len(one) for one in faces])
        columns.is_mesh = np.array([len(row) > 1 and row[1] is not None for row in rows], np.uint8)
        columns.radii = np.array([row[2] if len(row) > 2 else 0.0 for row in rows], np.float64)
        columns.has_radius = columns.hashes = columns.has_hash = None
        matrices = np.asarray(poses)
        if matrices.dtype not in (np.float64, np.float32):
            matrices = matrices.astype(np.float64) if matrices.dtype.kind in "biu" else matrices
        if matrices.ndim != 3 or matrices.shape[1:] not in ((2, 3), (3, 4)) or matrices.dtype.kind != "f":
            raise Error("wrong_shape", "poses", f"shape {matrices.shape} of {matrices.dtype}", "give doubles or floats of shape (m, 3, 4), in the plane (m, 2, 3)")
        made = cls.__new__(cls)
        made._take(columns, (matrices.reshape(len(matrices), int(np.prod(matrices.shape[1:]))), None, None))
        return made

    def _take(self, bodies: _Bodies, poses: tuple[Array, Array | None, Array | None]) -> None:
        self._columns, self._poses = bodies, poses
        self.refusals: list[BodyRefusal] = []
        """The rows of the table of bodies that are no bodies; questions about them are refused."""
        dimension = self._columns.points.shape[1]
        built: list[Polytope | Mesh | Body] = []
        known: dict[bytes, Polytope | Mesh | Body] = {}
        missing = np.zeros(len(bodies), np.uint8)
        all_hashes = hashlib.sha256()
        for i in range(len(bodies)):
            try:
                body, found = bodies.build(i)
                built.append(known.setdefault(found, body))
                all_hashes.update(found)
            except Error as error:
                self.refusals.append(BodyRefusal(i, error.code, error.what, error.remedy))
                missing[i] = 1
                built.append(Polytope(np.empty((0, dimension))))
                all_hashes.update(bytes(32))
        values, translation, valid = poses
        lost = np.zeros(len(values), bool) if valid is None else valid == 0
        all_poses = hashlib.sha256(np.ascontiguousarray(values).data)
        all_poses.update(np.ascontiguousarray(lost).data)
        frames: Any
        if translation is None:
            frames = values.reshape(len(values), 2, 3) if values.shape[1] == 6 else values.reshape(len(values), 3, 4)
        else:
            all_poses.update(np.ascontiguousarray(translation).data)
            frames = _quaternion_poses(values, translation, lost)
        self.bodies_hash, self.poses_hash = all_hashes.hexdigest(), all_poses.hexdigest()
        """SHA-256 of the bodies' content hashes in their order, and of the poses' numbers."""
        if not built:  # every question is then refused by its index
            built, missing = [Polytope(np.empty((0, dimension)))], np.ones(1, np.uint8)
        self._of = PairTables(built, frames, missing, lost.astype(np.uint8) if lost.any() else None)
        self.built, self.frames = built, frames
        """The bodies and the poses, a row each, for questions about single pairs; what is missing has an empty body, or any pose."""
        self.bodies, self.poses = len(bodies), len(values)

    def __repr__(self) -> str:
        return f"<sunder.tables.Tables: {self.bodies} bodies, {self.poses} poses, dimension {self.dimension}>"

    @property
    def dimension(self) -> int:
        return self._of.dimension

    def __reduce__(self) -> Any:
        return _unpickled, (self.bodies_hash + self.poses_hash, self._columns, self._poses)

    def run(
        self, questions: Any, columns: Iterable[str] = ("verdict",), *, threads: int = 1,
        progress: Callable[[int, int], Any] | None = None,
    ) -> ArrowBatch:  # fmt: skip
        """The answers, answers/1, to a table of questions, questions/1, of any library. See run()."""
        wanted = wanted_columns(columns, COLUMNS)
        table = _open(questions, "questions")
        rows = len(table)
        answers: dict[str, Array] = {"pair_id": np.empty(rows, np.uint64)}
        for column in wanted:
            answers[column] = _new_array(column, rows, self.dimension)
        at = 0
        for chunk in range(table.chunks):
            ids, indices = self._chunk(table, chunk)
            part = slice(at, at + len(ids))
            at = part.stop
            if table.chunks == 1:
                answers["pair_id"] = ids
            else:
                answers["pair_id"][part] = ids
            if wanted:
                self._of.ask(
                    *indices, threads=threads, progress=progress, **{_ARGUMENTS[column]: answers[column][part] for column in wanted}
                )
        return ArrowBatch(answers, "answers/1")

    def _chunk(self, table: ArrowTable, chunk: int) -> tuple[Array, list[Array]]:
        ids = _names(*_plain(table, chunk, "pair_id"), "pair_id")
        return ids, [_indices(*_plain(table, chunk, name), name) for name in _INDICES]

    def verify(self, questions: Any, answers: Any, *, threads: int = 1) -> npt.NDArray[np.bool_]:
        """See verify()."""
        asked, found = _open(questions, "questions"), _open(answers, "answers")
        ids, _ = _column(found, "pair_id")
        verdicts, _ = _column(found, "verdict")
        records, _ = _column(found, "certificate")
        if ids is None or verdicts is None or records is None:
            return np.empty(0, np.bool_)
        if len(asked) != len(ids):
            raise Error("wrong_shape", "answers", f"{len(ids)} rows for {len(asked)} questions", "give an answer for each question")
        proven = np.empty(len(ids), np.uint8)
        at = 0
        for chunk in range(asked.chunks):
            names, indices = self._chunk(asked, chunk)
            part = slice(at, at + len(names))
            at = part.stop
            if not np.array_equal(names, ids[part]):
                raise Error("wrong_shape", "answers", "rows of another order than the questions", "sort both by pair_id")
            a, b, s, t = indices
            self._of.prove(a, b, s, t, np.ascontiguousarray(records[part]), proven[part], threads)
        same: npt.NDArray[np.bool_] = (proven == verdicts) & (proven < 3)
        return same


_UNPICKLED: dict[str, Tables] = {}


def _unpickled(key: str, columns: _Bodies, poses: tuple[Array, Array | None, Array | None]) -> Tables:
    """The last one of this process where it is equal."""
    known = _UNPICKLED.get(key)
    if known is None:
        known = Tables.__new__(Tables)
        known._take(columns, poses)
        _UNPICKLED.clear()
        _UNPICKLED[key] = known
    return known


_LAST: list[tuple[Any, Any, Tables]] = []


def run(
    bodies: Any, poses: Any, questions: Any, columns: Iterable[str] = ("verdict",), *, threads: int = 1,
    progress: Callable[[int, int], Any] | None = None,
) -> ArrowBatch:  # fmt: skip
    """The answers to a batch of questions, as an Arrow table that any library imports without a copy.

    bodies, poses, questions: tables that export the Arrow C data interface, of the schemas bodies/1, poses/1 and
    questions/1. columns: some of COLUMNS; pair_id is always there. Each answer is that of a single query, so that it
    does not depend on how questions are cut into batches. A question that cannot be answered has verdict 3, and
    `refusal` says why; the others are answered. Raises Error for a table that is none of these.

    The last bodies and poses are kept ready: a call with the same objects builds nothing. An engine that gives each
    task new objects makes a Tables instead, and maps its run(). Cost: that of PairBatch.
    """
    for of_bodies, of_poses, tables in _LAST:
        if of_bodies is bodies and of_poses is poses:
            return tables.run(questions, columns, threads=threads, progress=progress)
    tables = Tables(bodies, poses)
    _LAST[:] = [(bodies, poses, tables)]
    return tables.run(questions, columns, threads=threads, progress=progress)


def verify(bodies: Any, poses: Any, questions: Any, answers: Any, *, threads: int = 1) -> npt.NDArray[np.bool_]:
    """Which answers their certificates prove, a bool a row.

    answers: with the columns verdict and certificate, of any origin, a row for each question in its order. Each record
    is proven anew as prove() does, in exact arithmetic; nothing that the record says is believed.
    """
    return Tables(bodies, poses).verify(questions, answers, threads=threads)


def _configurations(table: ArrowTable, chunk: int, names: Sequence[str]) -> Array:
    """Rows of values; nulls are NaN, which is refused."""
    if "q" in table.names:
        rows, valid = _plain(table, chunk, "q")
        if rows.ndim != 2 or rows.shape[1] != len(names) or rows.dtype not in (np.float64, np.float32):
            raise Error("wrong_type", "q", f'the Arrow type "{table.format("q")}"', f"give lists of {len(names)} doubles")
        return rows if valid is None else np.where(valid[:, None] != 0, rows, np.nan)
    columns = []
    for name in names:
        if name not in table.names:
            raise Error("missing_key", name, "neither this variable of the robot nor q", "give a column q, or one for each variable")
        values, valid = _plain(table, chunk, name)
        if values.ndim != 1 or values.dtype not in (np.float64, np.float32):
            raise Error("wrong_type", name, f'the Arrow type "{table.format(name)}"', "give doubles")
        columns.append(values if valid is None else np.where(valid != 0, values, np.nan))
    return np.column_stack(columns) if columns else np.empty((0, 0))


def check_robot(
    checker: RobotChecker | Robot, configurations: Any, columns: Iterable[str] = ("verdict",), *, names: Sequence[str] | None = None,
    first: int = 0, threads: int = 1, progress: Callable[[int, int], Any] | None = None,
) -> ArrowBatch:  # fmt: skip
    """The verdicts, verdicts/1, of a table of a robot's configurations, configurations/1.

    columns: some of ROBOT_COLUMNS. names: those of the variables, where each has a column of its own; those of a Robot
    if it is one. first: the number of the first row where there is no config_id. Answers are those of check() and
    distances(). Raises Error as run() does.
    """
    wanted = wanted_columns(columns, ROBOT_COLUMNS)
    if names is None:
        names = checker.variable_names if isinstance(checker, Robot) else [f"variable {i}" for i in range(checker.variables)]
    table = _open(configurations, "configurations")
    rows = len(table)
    kinds = {"first_pair": np.int32, "lower": np.float64, "upper": np.float64}
    answers: dict[str, Array] = {"config_id": np.arange(first, first + rows, dtype=np.uint64)}
    for column in wanted:
        answers[column] = np.empty(rows, kinds.get(column, np.uint8))
    at = 0
    for chunk in range(table.chunks):
        q = _configurations(table, chunk, names)
        part = slice(at, at + len(q))
        at = part.stop
        if "config_id" in table.names:
            answers["config_id"][part] = _names(*_plain(table, chunk, "config_id"), "config_id")
        pairs = np.empty(len(q), np.int64) if "first_pair" in wanted else None
        refusals = answers["refusal"][part] if "refusal" in wanted else None
        if not {"lower", "upper"} >= set(wanted):
            verdicts = checker.check(q, first_pairs=pairs, refusals=refusals, threads=threads, progress=progress)
            if "verdict" in wanted:
                answers["verdict"][part] = verdicts
            if pairs is not None:
                answers["first_pair"][part] = pairs
        if "lower" in wanted or "upper" in wanted:
            gaps = checker.distances(q, threads=threads, progress=progress)
            for k, column in enumerate(("lower", "upper")):
                if column in wanted:
                    answers[column][part] = gaps[:, k]
    return ArrowBatch(answers, "verdicts/1")


def robot_refusal(number: int) -> tuple[str, str, str]:
    """As an entry of REFUSALS, of a number of sunder.RobotRefusal."""
    what = {
        RobotRefusal.NOT_FINITE: "a value that is null, NaN or an infinity",
        RobotRefusal.TOO_LARGE: "a value of more than 2**20",
        RobotRefusal.ZERO_QUATERNION: "a quaternion of length 0",
    }[RobotRefusal(number)]
    return RobotRefusal(number).name.lower(), what, "correct the configuration"
