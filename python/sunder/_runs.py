# SPDX-License-Identifier: Apache-2.0
"""A run: files of questions cut into parts, a file of answers for each, and a manifest. Needs pyarrow.

A part is answered and written by itself, to a file of another name that is renamed when it is whole. So a part is there
once or not at all, whoever is killed, and a run goes on where it ended.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import hashlib
import json
import os
import pathlib
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from . import tables
from ._core import ArrowBatch, Robot, RobotChecker, __version__, rows_digest
from ._error import Error

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as missing:
    raise ImportError("runs read and write Parquet by pyarrow: pip install sunder[arrow]") from missing

FORMAT = "sunder.manifest/1"
COUNTS = ("separated", "touching", "overlapping", "undecided", "refused")
PART_ROWS = 1 << 22
BATCH_ROWS = 1 << 18
_KEY = b"sunder.part"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


class Job(Protocol):
    """What is asked of each batch. It is pickled for the workers of an engine."""

    kind: str
    id_column: str
    columns: list[str]
    columns_read: list[str]  # of those that a file has
    inputs: dict[str, Any]  # for the manifest

    def answers(self, batch: Any, first: int, threads: int) -> ArrowBatch:
        """With the columns verdict and refusal, whatever was asked for."""

    def words(self, batch: Any, row: int, refusal: int) -> tuple[str, str, str, str]:
        """Code, where, what and remedy of a refused row."""


def _with_verdicts(columns: Sequence[str], known: Sequence[str]) -> list[str]:
    return [column for column in known if column in columns or column in ("verdict", "refusal")]


class PairsJob:
    """Pairs of bodies at poses."""

    kind = "pairs"
    id_column = "pair_id"

    def __init__(self, of: tables.Tables, columns: Sequence[str]) -> None:
        self.of, self.columns = of, list(columns)
        self.columns_read = ["pair_id", "body_a", "body_b", "pose_a", "pose_b"]
        self.inputs = {
            "bodies": {"rows": of.bodies, "missing": len(of.refusals), "sha256": of.bodies_hash},
            "poses": {"rows": of.poses, "sha256": of.poses_hash},
        }
        self._missing = {refusal.row: refusal for refusal in of.refusals}

    def answers(self, batch: Any, first: int, threads: int) -> ArrowBatch:
        return self.of.run(batch, _with_verdicts(self.columns, tables.COLUMNS), threads=threads)

    def words(self, batch: Any, row: int, refusal: int) -> tuple[str, str, str, str]:
        code, what, remedy = tables.REFUSALS[refusal]
        side = code[-1] if code[-2:] in ("_a", "_b") else "a"
        name = f"pose_{side}" if code.startswith(("pose", "matrix")) else f"body_{side}"
        index = batch.column(name)[row].as_py()
        if code.startswith("missing") and index in self._missing:
            body = self._missing[index]
            what, remedy = f"{body.code}: {body.what}", body.remedy
        return code, f"{name} {index}", what, remedy


class RobotJob:
    """Configurations of a robot."""

    kind = "robot"
    id_column = "config_id"

    def __init__(self, robot: Robot, checker: RobotChecker, columns: Sequence[str], inputs: dict[str, Any]) -> None:
        self.checker, self.names, self.columns, self.inputs = checker, list(robot.variable_names), list(columns), inputs
        self.columns_read = ["config_id", "q", *self.names]

    def answers(self, batch: Any, first: int, threads: int) -> ArrowBatch:
        columns = _with_verdicts(self.columns, tables.ROBOT_COLUMNS)
        batch = _cast(pa.Table.from_batches([batch]), "configurations", "q", False, len(self.names))
        return tables.check_robot(self.checker, batch, columns, names=self.names, first=first, threads=threads)

    def words(self, batch: Any, row: int, refusal: int) -> tuple[str, str, str, str]:
        code, what, remedy = tables.robot_refusal(refusal)
        return code, "q", what, remedy


@dataclasses.dataclass(frozen=True)
class Part:
    """Rows begin to end of a file. first: the number of the first one in all files."""

    number: int
    path: str
    begin: int
    end: int
    first: int


def failure_of(part: Part, error: Error, stop: bool = False) -> dict[str, Any]:
    """What an engine hands back of a part that failed."""
    return {"part": part.number, "rows": part.end - part.begin, "failure": error._words(), "stop": stop}


def _refused(where: str, error: BaseException) -> Error:
    if isinstance(error, Error):
        return error
    what = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    remedy = "name a file that is there" if isinstance(error, FileNotFoundError) else "write the file anew"
    return Error("cannot_read", where, " ".join(what.split())[:500] or type(error).__name__, remedy)


class RowFile:
    """A file of rows, Parquet or Arrow IPC, of which ranges are read. It is open while they are, since a run may have more files than may be open."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        try:
            with open(self.path, "rb") as file:
                magic = file.read(6)
            self._is_parquet = magic[:4] == b"PAR1"
            if self._is_parquet:
                with self._parquet() as parquet:
                    sizes = [parquet.metadata.row_group(i).num_rows for i in range(parquet.num_row_groups)]
                    self.schema = parquet.schema_arrow
            elif magic == b"ARROW1":
                # Only lengths are read from the mapped file; rows are copied, lest a writer elsewhere ends this process.
                with pa.memory_map(self.path) as mapped:
                    lengths = pa.ipc.open_file(mapped)
                    sizes = [lengths.get_batch(i).num_rows for i in range(lengths.num_record_batches)]
                    self.schema = lengths.schema
                    del lengths
            else:
                raise Error("unknown_format", self.path, "neither a Parquet nor an Arrow IPC file", "convert it by pyarrow, Polars or DuckDB")
        except (OSError, pa.ArrowException) as error:
            raise _refused(self.path, error) from error
        self.starts = np.concatenate(([0], np.cumsum(sizes))).astype(int).tolist()
        self.rows: int = self.starts[-1]

    def _parquet(self) -> Any:
        # Buffered, so that memory does not grow with the file's row groups.
        return pq.ParquetFile(self.path, buffer_size=1 << 20, pre_buffer=False)

    def identity(self) -> dict[str, Any]:
        """Size, rows, and SHA-256 of the last megabyte: of Parquet it has the footer, which knows every page's place."""
        size = os.path.getsize(self.path)
        with open(self.path, "rb") as file:
            file.seek(max(0, size - (1 << 20)))
            tail = hashlib.sha256(file.read()).hexdigest()
        return {"path": self.path, "bytes": size, "rows": self.rows, "tail_sha256": tail}

    def batches(self, begin: int, end: int, columns: list[str] | None, batch_rows: int) -> Iterator[Any]:
        """The rows begin to end, in batches of at most so many. columns: of those that the file has; None for all."""
        if columns is not None:
            columns = [name for name in columns if name in self.schema.names]
        groups = [i for i in range(len(self.starts) - 1) if self.starts[i] < end and self.starts[i + 1] > begin]
        if not groups:
            return
        at = self.starts[groups[0]]
        try:
            for batch in self._groups(groups, columns, batch_rows):
                low, high = max(begin - at, 0), min(end - at, batch.num_rows)
                at += batch.num_rows
                for first in range(low, high, batch_rows):
                    yield batch.slice(first, min(batch_rows, high - first))
        except (OSError, pa.ArrowException) as error:
            raise _refused(self.path, error) from error

    def _groups(self, groups: list[int], columns: list[str] | None, batch_rows: int) -> Iterator[Any]:
        if self._is_parquet:
            with self._parquet() as parquet:
                yield from parquet.iter_batches(batch_rows, row_groups=groups, columns=columns, use_threads=False)
            return
        with pa.OSFile(self.path) as file:
            read = pa.ipc.open_file(file)
            for i in groups:
                batch = read.get_batch(i)
                batch.validate()
                yield batch


def _cast(table: Any, where: str, name: str, nested: bool, size: int) -> Any:
    """Lists of any length, as Parquet of other writers has them, become lists of a fixed size: the first's, or this one."""
    place = table.schema.get_field_index(name)
    if place < 0:
        return table
    kind = table.schema.field(place).type
    inner = kind.value_type if nested and (pa.types.is_list(kind) or pa.types.is_large_list(kind)) else kind
    if not (pa.types.is_list(inner) or pa.types.is_large_list(inner)):
        return table
    rows = (row for chunk in table.column(name).chunks for row in chunk if row.is_valid and (not nested or len(row)))
    first = next((row for row in rows if not nested or row[0].is_valid), None)
    size = len(first[0] if nested else first) if first is not None else size
    fixed = pa.list_(inner.value_type, size)
    try:
        return table.set_column(place, name, table.column(name).cast(pa.list_(fixed) if nested else fixed))
    except pa.ArrowInvalid as error:
        raise Error("wrong_shape", f"{where}: {name}", f"lists of {size} numbers and of others", "give each row as many numbers") from error


def read_table(path: str | os.PathLike[str]) -> Any:
    """A table of bodies or poses of a file, whole and validated."""
    where = os.fspath(path)
    file = RowFile(path)
    try:
        table = pa.Table.from_batches(file.batches(0, file.rows, None, max(file.rows, 1)), file.schema)
        table.validate(full=True)
        for name, size in (("points", 3), ("triangles", 3), ("matrix", 12), ("wxyz", 4), ("translation", 3)):
            table = _cast(table, where, name, name in ("points", "triangles"), size)
        return table
    except (OSError, pa.ArrowException) as error:
        raise _refused(where, error) from error


def file_hash(path: str | os.PathLike[str]) -> dict[str, str]:
    """A file and the SHA-256 of its bytes, for a manifest."""
    return {"path": os.fspath(path), "sha256": hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()}


def cut(files: Sequence[RowFile], rows: int, exactly: bool) -> list[Part]:
    """Parts of at most so many rows, exactly at multiples of them, or whole row groups together as far as they fit."""
    parts: list[Part] = []
    before = 0
    for file in files:
        groups = [(0, file.rows)] if exactly else list(zip(file.starts, file.starts[1:]))
        ranges: list[tuple[int, int]] = []
        for start, end in groups:
            if ranges and end - ranges[-1][0] <= rows and not exactly:
                ranges[-1] = (ranges[-1][0], end)
            else:
                ranges += [(first, min(first + rows, end)) for first in range(start, end, rows)]
        for begin, end in ranges:
            parts.append(Part(len(parts), os.path.abspath(file.path), begin, end, before + begin))
        before += file.rows
    return parts


def write_output(text: str) -> None:
    """To standard output, which may be full or closed."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        if sys.stdout is sys.__stdout__:
            sys.stdout = None  # else what is left in its buffer is written once more when Python ends
        raise Error("cannot_write", "standard output", str(error), "what was asked for is in the files") from error


class Stopped(Exception):
    """The run was cancelled between two batches."""


def _sync(path: pathlib.Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_whole(path: pathlib.Path, text: str) -> None:
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


class Task:
    """Answers a part, wherever it is called. Pickled with its job."""

    def __init__(self, job: Job, folder: str | os.PathLike[str], plan: str, batch_rows: int, threads: int = 1) -> None:
        self.job, self.folder, self.plan, self.batch_rows, self.threads = job, pathlib.Path(folder).resolve(), plan, batch_rows, threads
        self.cancelled = False

    def file_of(self, part: Part) -> pathlib.Path:
        return self.folder / f"part-{part.number:05}.parquet"

    def __call__(self, part: Part) -> dict[str, Any]:
        """What was counted of a part, or why it was refused. Raises Stopped."""
        try:
            return self._answer(part)
        except Error as error:
            failed, stop = error, False
        except OSError as error:
            stop = error.errno in _FULL
            writes = stop or pathlib.Path(str(error.filename or "")).is_relative_to(self.folder)
            remedy = "make room, and go on with --resume" if stop else "go on with --resume when it is mended"
            failed = Error("cannot_write" if writes else "cannot_read", str(self.folder) if writes else part.path, " ".join(str(error).split())[:500], remedy)
        except (pa.ArrowException, MemoryError) as error:
            failed, stop = _refused(part.path, error), False
        return failure_of(part, failed, stop)

    def _answer(self, part: Part) -> dict[str, Any]:
        started, used = time.monotonic(), time.thread_time()
        target = self.file_of(part)
        with contextlib.ExitStack() as undo:
            answers = _Writer(target, undo)
            refusals = _Writer(self.folder / "refusals" / target.name, undo)
            counts = np.zeros(len(COUNTS), np.int64)
            digest = [0, 0]
            first = part.first
            for batch in RowFile(part.path).batches(part.begin, part.end, self.job.columns_read, self.batch_rows):
                if self.cancelled:
                    raise Stopped
                made = self.job.answers(batch, first, self.threads)
                first += batch.num_rows
                verdicts, refused = made["verdict"], made["refusal"]
                counts[:4] += np.bincount(verdicts, minlength=4)[:4]
                for k, sum_of in enumerate(rows_digest(made[self.job.id_column], verdicts)):
                    digest[k] = (digest[k] + sum_of) % 2**64
                kept = [self.job.id_column, *self.job.columns]
                answers.write(pa.record_batch(made).select(kept))
                rows = np.flatnonzero(refused)
                if len(rows):
                    counts[4] += len(rows)
                    refusals.write(self._refusals(batch, made, rows))
            if first - part.first != part.end - part.begin:
                raise Error("cannot_read", part.path, f"{first - part.first} rows where {part.end - part.begin} were", "give the file as it was")
            result = {
                "part": part.number, "rows": part.end - part.begin, **dict(zip(COUNTS, counts.tolist())),
                "digest": digest, "seconds": time.monotonic() - started, "cpu_seconds": time.thread_time() - used,
            }  # fmt: skip
            # Refusals first: where the answers are, their refusals are.
            refusals.finish({})
            answers.finish({"plan": self.plan, **result})
            return result

    def _refusals(self, batch: Any, made: ArrowBatch, rows: Any) -> Any:
        words = [self.job.words(batch, int(row), int(made["refusal"][row])) for row in rows]
        columns = [pa.array(made[self.job.id_column][rows])] + [
            pa.array([one[k] for one in words], pa.string()) for k in range(4)
        ]
        schema = pa.schema(
            [(self.job.id_column, pa.uint64()), *((name, pa.string()) for name in ("code", "where", "what", "remedy"))],
            {"sunder.schema": "refusals/1"},
        )
        return pa.record_batch(columns, schema=schema)

    def known(self, part: Part) -> dict[str, Any] | None:
        """What was counted of a part that an earlier call has answered."""
        try:
            found = pq.read_metadata(self.file_of(part))
            told = dict(json.loads((found.metadata or {})[_KEY]))
            whole = told["plan"] == self.plan and told["part"] == part.number and found.num_rows == part.end - part.begin == told["rows"]
            return told if whole else None
        except (OSError, pa.ArrowException, KeyError, ValueError, TypeError):
            return None


class _Writer:
    """A file of Parquet that is there whole, or not at all."""

    def __init__(self, path: pathlib.Path, undo: contextlib.ExitStack) -> None:
        self.path, self.part = path, path.with_name(f".{path.stem}.{uuid.uuid4().hex}.tmp")
        self.writer: Any = None
        undo.callback(self._discard)

    def write(self, batch: Any) -> None:
        if self.writer is None:
            self.path.parent.mkdir(exist_ok=True)
            names = batch.schema.names
            doubles = [name for name in ("lower", "upper", "certificate") if name in names]
            self.writer = pq.ParquetWriter(
                self.part, batch.schema,
                compression={name: "snappy" if name in doubles else "none" for name in names},
                use_dictionary=[name for name in names if name not in (*doubles, "pair_id", "config_id")],
                column_encoding={name: "DELTA_BINARY_PACKED" for name in ("pair_id", "config_id") if name in names},
                write_statistics=["pair_id", "config_id"],
            )  # fmt: skip
        self.writer.write_batch(batch)

    def finish(self, told: dict[str, Any]) -> None:
        if self.writer is None:
            self.path.unlink(missing_ok=True)  # of an earlier call
            return
        self.writer.add_key_value_metadata({_KEY.decode(): json.dumps(told)})
        self.writer.close()
        _sync(self.part)
        os.replace(self.part, self.path)
        _sync(self.path.parent)

    def _discard(self) -> None:
        if self.writer is not None and self.part.exists():
            with contextlib.suppress(Exception):  # the disk may be full; the file goes anyhow
                self.writer.close()
            self.part.unlink(missing_ok=True)


class Run:
    """A plan of parts, the folder of their answers, and the manifest."""

    def __init__(
        self, job: Job, files: Sequence[str | os.PathLike[str]], folder: str | os.PathLike[str], *, part_rows: int | None = None,
        batch_rows: int = BATCH_ROWS, resume: bool = False,
    ) -> None:  # fmt: skip
        self.folder = pathlib.Path(folder)
        self.refused_files: list[dict[str, str]] = []
        opened = []
        for path in files:
            try:
                file = RowFile(path)
                try:
                    job.answers(_empty(file.schema, job), 0, 1)
                except pa.ArrowException as unknown:
                    raise _refused(file.path, unknown) from unknown
                opened.append(file)
            except Error as error:
                self.refused_files.append({"path": os.fspath(path), **error._words()})
        for name, rows in (("part_rows", part_rows), ("batch_rows", batch_rows)):
            if rows is not None and rows < 1:
                raise Error("wrong_shape", name, str(rows), "give 1 or more")
        self.parts = cut(opened, PART_ROWS if part_rows is None else part_rows, part_rows is not None)
        self.plan = {
            "format": FORMAT, "version": __version__, "kind": job.kind, "columns": job.columns, "inputs": job.inputs,
            "files": [file.identity() for file in opened], "parts": [[part.first, part.end - part.begin] for part in self.parts],
        }  # fmt: skip
        self.task = Task(job, self.folder, hashlib.sha256(json.dumps(self.plan, sort_keys=True).encode()).hexdigest(), batch_rows)
        self.results: dict[int, dict[str, Any]] = {}
        self._enter(resume)

    def _enter(self, resume: bool) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        manifest = self.folder / "manifest.json"
        if manifest.exists() or any(self.folder.glob("part-*.parquet")):
            if not resume:
                raise Error("cannot_write", str(self.folder), "a folder that holds a run", "give --resume, or another folder")
            try:
                before = json.loads(manifest.read_text(encoding="utf-8"))["plan"]
            except (OSError, ValueError, KeyError, TypeError):
                before = None
            if not isinstance(before, dict):
                before = None
            if before != json.loads(json.dumps(self.plan)):
                keys = [] if before is None else [key for key in self.plan if before.get(key) != json.loads(json.dumps(self.plan[key]))]
                what = f"a run with other {', '.join(keys)}" if keys else "a run without its manifest"
                raise Error("cannot_write", str(self.folder), what, "resume with the same command, or give another folder")
            self.sweep()
            for part in self.parts:
                known = self.task.known(part)
                if known is not None:
                    self.results[part.number] = known
        self.write_manifest()

    def sweep(self) -> None:
        """Removes what killed workers had begun. No worker may be at work."""
        for left in (*self.folder.glob(".*.tmp"), *self.folder.glob("refusals/.*.tmp")):
            left.unlink(missing_ok=True)

    def left(self) -> list[Part]:
        return [part for part in self.parts if part.number not in self.results]

    def take(self, result: dict[str, Any]) -> None:
        self.results[result["part"]] = result

    def summary(self) -> dict[str, Any]:
        done = [result for result in self.results.values() if "digest" in result]
        counts = {name: sum(result[name] for result in done) for name in COUNTS}
        digest = [sum(result["digest"][k] for result in done) % 2**64 for k in (0, 1)]
        failed = [result for result in self.results.values() if "digest" not in result]
        rows = sum(part.end - part.begin for part in self.parts)
        answered = sum(result["rows"] for result in done)
        return {
            "rows": rows, "answered": answered, "counts": counts, "answers_digest": f"{digest[0]:016x}{digest[1]:016x}",
            "complete": answered == rows and not self.refused_files, "refused_files": self.refused_files,
            "refused_parts": [{"part": result["part"], "rows": result["rows"], **result["failure"]} for result in failed],
            "seconds": round(sum(result["seconds"] for result in done), 3),
        }  # fmt: skip

    def write_manifest(self) -> None:
        _write_whole(self.folder / "manifest.json", json.dumps({"plan": self.plan, **self.summary()}, indent=1))


def _empty(schema: Any, job: Job) -> Any:
    """A batch without a row, which has what a schema has."""
    names = [name for name in job.columns_read if name in schema.names]
    fields = [schema.field(name) for name in names]
    return pa.record_batch([pa.array([], field.type) for field in fields], schema=pa.schema(fields, schema.metadata))
