# SPDX-License-Identifier: Apache-2.0
"""Holds the answers of another program against proven ones: confirmed, refuted with a certificate, or not decidable.

python -m sunder.audit questions.parquet theirs.parquet --bodies bodies.arrow --poses poses.parquet -o audit.parquet

See docs/audit.md. Arrays need NumPy alone; files need pyarrow. The exit status is 0 if nothing was refuted, 1 if a row
was, 2 for bad input or a row that cannot be used, 130 after Ctrl-C.

>>> import numpy as np
>>> import sunder
>>> from sunder import audit
>>> box = sunder.Polytope.box([1, 1, 1])
>>> poses = [sunder.Pose.translation([x, 0, 0]) for x in (0, 1, 3)]
>>> found = audit.audit_pairs([box], poses, 0, 0, 0, [1, 2], intersects=[True, True])
>>> [audit.RESULTS[i] for i in found.results], found.refuted.tolist()
(['confirmed', 'refuted'], [1])
>>> found.verify().tolist()
[True]
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import sys
import uuid
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._core import (
    BodyCertificate,
    Certificate,
    PairTables,
    Verdict,
    audit_meetings,
    audit_numbers,
    audit_verdicts,
    certify,
    distance,
    intersects,
    penetration,
)
from ._core import verify as verify_pair
from ._error import Error
from .tables import Tables

__all__ = ["AuditFindings", "CLAIMS", "REASONS", "RESULTS", "audit_pairs"]

Array = npt.NDArray[Any]
RESULTS = ("confirmed", "refuted", "not decidable")
REASONS = ("", "touching", "width", "other", "unusable")
"""Why a row is not decidable, as in the summary of `sunder audit`."""
CLAIMS = ("verdict", "intersects", "distance", "depth", "signed_distance")
_CONFIRMED, _REFUTED, _OPEN = range(3)
_TOUCHING, _WIDTH, _OTHER, _UNUSABLE = range(1, 5)
_NARROWEST = 2.0**-52
_EXACT = 2**53
_SEPARATED, _OVERLAPPING, _NONE = Verdict.SEPARATED.value, Verdict.OVERLAPPING.value, 3
_NUMBERS = ("distance", "depth", "signed_distance")


@dataclasses.dataclass(frozen=True)
class Rules:
    """touching: what True means of bodies that touch, "either", "intersects" or "separated"; how far a number may be off."""

    touching: str = "either"
    tolerance: float = 0.0
    relative: float = 0.0


class Claims:
    """Columns of claims. Where `given` is False a row has no such claim."""

    def __init__(self, columns: dict[str, tuple[Array, Array | None]], rows: int) -> None:
        self.columns: dict[str, tuple[Array, Array]] = {}
        for name, (values, given) in columns.items():
            if values.shape != (rows,):
                raise Error("wrong_shape", name, f"shape {values.shape}", f"give {rows} rows, one a pair")
            if rows == 0:
                values = values.astype(np.uint8)  # an empty list has no type of its own
            kinds = {"verdict": "iu", "intersects": "biu"}.get(name, "fiu")
            if values.dtype.kind not in kinds:
                raise Error("wrong_type", name, f"values of type {values.dtype}", "docs/audit.md lists the types")
            wanted = np.float64 if name in _NUMBERS else np.uint8
            if name in _NUMBERS and values.dtype.kind in "iu" and bool((values > _EXACT).any() or (values < -_EXACT).any()):
                raise Error("wrong_type", name, "an integer beyond 2^53", "give doubles, which say what is claimed")
            if name == "intersects":
                values = values != 0
            elif name == "verdict":
                values = np.where((values < 0) | (values > _NONE), _NONE, values)
            self.columns[name] = np.ascontiguousarray(values, wanted), np.ones(rows, bool) if given is None else given
        self.rows = rows

    @classmethod
    def of(cls, columns: dict[str, npt.ArrayLike | None], rows: int) -> Claims:
        """Of arrays, which may be masked."""
        made: dict[str, tuple[Array, Array | None]] = {}
        for name, values in columns.items():
            if values is not None:
                given: Array | None = None
                if isinstance(values, np.ma.MaskedArray):
                    masked: Any = values
                    given = ~np.ma.getmaskarray(masked)
                made[name] = np.asarray(values), given
        return cls(made, rows)

    def has(self, *names: str) -> Array:
        found = np.zeros(self.rows, bool)
        for name in names:
            if name in self.columns:
                found |= self.columns[name][1]
        return found

    def take(self, rows: Array) -> Claims:
        made = Claims({}, len(rows))
        made.columns = {name: (values[rows], given[rows]) for name, (values, given) in self.columns.items()}
        return made


def _subset(items: Any, rows: Array) -> Any:
    """The entries of a column of indices, which may be one integer or None."""
    if items is None:
        return rows.astype(np.int32)
    return items if np.ndim(items) == 0 else np.ascontiguousarray(np.asarray(items)[rows])


class _Pairs:
    """The pairs that are asked about: tables of bodies and poses, and columns of indices."""

    def __init__(self, of: Any, bodies: Sequence[Any], poses: Any, indices: tuple[Any, ...], rows: int, threads: int) -> None:
        self.of, self.bodies, self.poses, self.indices, self.rows, self.threads = of, bodies, poses, indices, rows, threads

    def take(self, rows: Array) -> _Pairs:
        return _Pairs(self.of, self.bodies, self.poses, tuple(_subset(items, rows) for items in self.indices), len(rows), self.threads)

    def ask(self, numbers: bool) -> dict[str, Array]:
        found: dict[str, Array] = {"verdicts": np.empty(self.rows, np.uint8), "refusals": np.empty(self.rows, np.uint8)}
        if numbers:
            found |= {"lower": np.empty(self.rows), "upper": np.empty(self.rows)}
        if self.rows:
            self.of.ask(*self.indices, threads=self.threads, **found)
        return found

    def pair(self, row: int) -> tuple[Any, Any, dict[str, Any]]:
        """The bodies of a row, and its poses as arguments."""
        a, b, pose_a, pose_b = (
            row if items is None else int(items) if np.ndim(items) == 0 else int(np.asarray(items)[row]) for items in self.indices
        )
        if self.poses is None:
            return self.bodies[a], self.bodies[b], {}
        return self.bodies[a], self.bodies[b], {"pose_a": self.poses[pose_a], "pose_b": self.poses[pose_b]}

    def records(self) -> tuple[Array, Array]:
        """Certificates of verdicts, and which of them are proven."""
        size = 96 if self.of.dimension == 3 else 72
        records = np.zeros((self.rows, size), np.uint8)
        if not self.rows or not self.of.has_records:
            return records, np.zeros(self.rows, bool)
        verdicts = np.empty(self.rows, np.uint8)
        try:
            self.of.ask(*self.indices, threads=self.threads, verdicts=verdicts, certificates=records)
        except Error:  # bodies with radii have no records
            return records, np.zeros(self.rows, bool)
        return records, self.proven(records, verdicts)

    def proven(self, records: Array, verdicts: Array) -> Array:
        found = np.full(self.rows, _NONE, np.uint8)
        if self.rows and self.of.has_records:
            self.of.prove(*self.indices, records, found, threads=self.threads)
        proven: Array = (found == verdicts) & (found < _NONE)
        return proven


@dataclasses.dataclass
class AuditFindings:
    """What was found, a row a claim. The numbers are those of RESULTS, REASONS and sunder.Verdict; verdicts are 3 where the pair was refused.

    lower, upper: the proven interval that a number was held against, NaN where none was. refuted: the rows that are;
    records and proofs, one each of these: the certificate of the verdict that `sunder.tables` describes, zero where a
    proof is not None, which proves the interval too.
    """

    results: Array
    reasons: Array
    verdicts: Array
    lower: Array
    upper: Array
    refuted: Array
    records: Array
    proofs: list[Certificate | BodyCertificate | None]
    _pairs: _Pairs

    def count(self, result: str) -> int:
        return int((self.results == RESULTS.index(result)).sum())

    def verify(self) -> Array:
        """Which certificates of the refuted rows prove what the row says, checked anew."""
        pairs = self._pairs.take(self.refuted)
        proven = pairs.proven(self.records, self.verdicts[self.refuted])
        for i, (row, proof) in enumerate(zip(self.refuted, self.proofs, strict=True)):
            if proof is not None:
                shown = float(self.lower[row]), float(self.upper[row])
                proven[i] = proof.verdict.value == self.verdicts[row] and _proves(proof, *shown) and _is_proof(pairs, i, proof)
        return proven


def _proves(proof: Certificate | BodyCertificate, lower: float, upper: float) -> bool:
    """Does it say of a distance or a depth what the row does? A signed distance is minus the depth."""
    ends = proof.distance or getattr(proof, "depth", None)
    return ends is None or tuple(ends) in ((lower, upper), (-upper, -lower))


def _is_proof(pairs: _Pairs, row: int, proof: Certificate | BodyCertificate) -> bool:
    a, b, poses = pairs.pair(row)
    return bool(verify_pair(a, b, proof, **poses))


def _interval(ask: Any, pairs: _Pairs, row: int, width: float) -> tuple[Any, float, float]:
    """The answer of distance() or penetration(), and its interval."""
    a, b, poses = pairs.pair(row)
    found = ask(a, b, **poses, **({"width": width} if width else {}))
    return found, found.lower, found.upper


class _Judge:
    """Holds claims against answers; one call of find() a batch."""

    def __init__(self, pairs: _Pairs, claims: Claims, rules: Rules) -> None:
        self.pairs, self.claims, self.rules = pairs, claims, rules
        self.results = np.zeros(pairs.rows, np.uint8)
        self.reasons = np.zeros(pairs.rows, np.uint8)
        self.lower = np.full(pairs.rows, np.nan)
        self.upper = np.full(pairs.rows, np.nan)
        self.by_number = np.zeros(pairs.rows, np.int8)  # 1 + the claim of _NUMBERS that refutes a row

    def find(self) -> AuditFindings:
        columns = self.claims.columns
        found = self.pairs.ask(bool(self.claims.has("distance", "signed_distance").any()))
        self.verdicts, self.refused = found["verdicts"], found["refusals"] != 0
        if "verdict" in columns:
            values, given = columns["verdict"]
            self.add(audit_verdicts(self.verdicts, values), given, _OTHER)
        if "intersects" in columns:
            values, given = columns["intersects"]
            self.add(audit_meetings(self.verdicts, values, self.rules.touching), given, _TOUCHING)
        for number, name in enumerate(_NUMBERS, 1):
            if name in columns:
                self.add_number(name, number, found)
        self.results[self.refused] = _OPEN
        self.reasons[self.refused] = _UNUSABLE
        self.lower[self.refused] = self.upper[self.refused] = np.nan
        silent = ~self.claims.has(*CLAIMS)
        self.results[silent] = _OPEN
        self.reasons[silent] = _UNUSABLE
        self.reasons[self.results != _OPEN] = 0
        return self.finish()

    def add(self, results: Array, given: Array, reason: int) -> Array:
        """Takes results over where they are more severe; returns where they were."""
        rank = np.array([0, 2, 1], np.uint8)
        worse: Array = given & (rank[results] > rank[self.results])
        self.results[worse] = results[worse]
        self.reasons[worse] = reason
        return worse

    def add_number(self, name: str, number: int, found: dict[str, Array]) -> None:
        values, given = self.claims.columns[name]
        given = given & ~self.refused
        if not given.any():
            return
        negative = given & ~(values >= 0) if name != "signed_distance" else given & np.isnan(values)
        self.add(np.full(self.pairs.rows, _OPEN, np.uint8), negative, _OTHER)
        given = given & ~negative
        deep = self.verdicts == _OVERLAPPING
        lower, upper = np.zeros(self.pairs.rows), np.zeros(self.pairs.rows)
        if name != "depth":
            lower, upper = found["lower"].copy(), found["upper"].copy()
        for row in np.flatnonzero(given & deep) if name != "distance" else ():
            try:
                lower[row], upper[row] = self.measure(name, int(row), 0.0)
            except Error:  # such as a depth where a radius is beside a mesh
                self.refused[row] = True
        given = given & ~self.refused
        results = audit_numbers(lower, upper, values, self.rules.tolerance, self.rules.relative)
        for row in np.flatnonzero(given & (results == _OPEN)):
            with contextlib.suppress(Error):  # of bodies that are not convex the interval is as narrow as it gets
                lower[row], upper[row] = self.measure(name, int(row), _NARROWEST)
                part = slice(row, row + 1)
                results[part] = audit_numbers(lower[part], upper[part], values[part], self.rules.tolerance, self.rules.relative)
        worse = self.add(results, given, _WIDTH)
        shown = worse | (given & np.isnan(self.lower))
        self.lower[shown], self.upper[shown] = lower[shown], upper[shown]
        self.by_number[worse] = number

    def measure(self, name: str, row: int, width: float) -> tuple[float, float]:
        is_depth = name == "depth" or (name == "signed_distance" and self.verdicts[row] == _OVERLAPPING)
        _, lower, upper = _interval(penetration if is_depth else distance, self.pairs, row, width)
        return (-upper, -lower) if is_depth and name == "signed_distance" else (lower, upper)

    def finish(self) -> AuditFindings:
        refuted = np.flatnonzero(self.results == _REFUTED)
        pairs = self.pairs.take(refuted)
        records, proven = pairs.records()
        proofs: list[Certificate | BodyCertificate | None] = [None] * len(refuted)
        for i, row in enumerate(refuted):
            if not self.by_number[row] and proven[i]:
                continue
            records[i] = 0
            proofs[i] = self.proof(pairs, i, int(row))
        return AuditFindings(
            self.results, self.reasons, self.verdicts, self.lower, self.upper, refuted, records, proofs, self.pairs
        )

    def proof(self, pairs: _Pairs, i: int, row: int) -> Certificate | BodyCertificate | None:
        """The certificate of a row's interval, or of its verdict; None where bodies that are not convex have none."""
        a, b, poses = pairs.pair(i)
        name = _NUMBERS[self.by_number[row] - 1] if self.by_number[row] else ""
        is_deep = self.verdicts[row] == _OVERLAPPING
        answer: Any
        if not name or (is_deep and name == "distance"):  # bodies that meet are 0 apart
            answer = intersects(a, b, **poses)
        elif not is_deep and name == "depth":  # bodies that do not overlap have the depth 0
            answer = intersects(a, b, **poses)
        else:
            # The row then shows the interval that is proven. That of a batch may be another one.
            claim = self.claims.columns[name][0][row : row + 1]
            for width in (0.0, _NARROWEST):
                answer, lower, upper = _interval(penetration if is_deep else distance, pairs, i, width)
                if name == "signed_distance" and is_deep:
                    lower, upper = -upper, -lower
                self.lower[row], self.upper[row] = lower, upper
                ends = np.array([lower]), np.array([upper])
                if audit_numbers(*ends, claim, self.rules.tolerance, self.rules.relative)[0] == _REFUTED:
                    break
        proof: Certificate | BodyCertificate | None = None
        with contextlib.suppress(Error):
            proof = certify(a, b, answer, **poses)
        return proof


def audit_pairs(
    bodies: Sequence[Any], poses: Any, body_a: Any = None, body_b: Any = None, pose_a: Any = None, pose_b: Any = None, *,
    verdicts: npt.ArrayLike | None = None, intersects: npt.ArrayLike | None = None, distances: npt.ArrayLike | None = None,
    depths: npt.ArrayLike | None = None, signed_distances: npt.ArrayLike | None = None,
    touching: str = "either", tolerance: float = 0.0, relative: float = 0.0, threads: int = 1,
) -> AuditFindings:  # fmt: skip
    """Holds another program's answers about pairs against proven ones.

    bodies to pose_b: as of PairBatch, in space or in the plane. The claims, one array each, of a row a pair; where a
    masked array is masked a row has no such claim. verdicts are numbers of sunder.Verdict. touching says what `intersects` means of
    bodies that touch: "intersects", "separated", or "either", where such a row is not decidable. A number may be off by
    the greater of `tolerance` and `relative` times the real number; the comparison is exact.

    Cost: that of PairBatch.intersects() or distances(), some microseconds a refuted row, and a single query where a
    number is about a depth or too close to tell. Raises Error for arrays that do not fit.
    """
    columns = dict(zip(CLAIMS, (verdicts, intersects, distances, depths, signed_distances), strict=True))
    for name, values in columns.items():
        if values is not None and np.ndim(values) != 1:
            raise Error("wrong_shape", name, f"an array of {np.ndim(values)} axes", "give one axis, of a row a pair")
    sizes = {len(np.asarray(values)) for values in columns.values() if values is not None}
    if len(sizes) != 1:
        raise Error("wrong_shape", "claims", f"{len(sizes)} different numbers of rows" if sizes else "no claim", "give one array or more, of a row a pair")
    rows = sizes.pop()
    indices = tuple(items if items is None or np.ndim(items) == 0 else np.asarray(items) for items in (body_a, body_b, pose_a, pose_b))
    for name, items in zip(("body_a", "body_b", "pose_a", "pose_b"), indices, strict=True):
        if items is not None and np.ndim(items) > 0 and len(items) != rows:
            raise Error("wrong_shape", name, f"{len(items)} rows beside {rows} claims", "give a row for each claim")
        if items is not None and np.ndim(items) == 0:
            if not isinstance(items, int | np.integer):
                raise Error("wrong_type", name, f"an index of type {type(items).__name__}", "give an integer")
            if not 0 <= items < 2**31:
                raise Error("wrong_shape", name, f"index {items}", "give 0 to 2^31 - 1")
    if poses is None:  # all are the identity
        indices = (*indices[:2], 0, 0)
    indices = tuple(np.arange(rows, dtype=np.int32) if items is None else items for items in indices)
    if all(np.ndim(items) == 0 for items in indices):
        indices = (np.full(rows, indices[0], np.int32), *indices[1:])
    pairs = _Pairs(PairTables(bodies, poses), bodies, poses, indices, rows, threads)
    return _Judge(pairs, Claims.of(columns, rows), _checked(Rules(touching, tolerance, relative))).find()


def _checked(rules: Rules) -> Rules:
    none = np.empty(0)
    audit_numbers(none, none, none, rules.tolerance, rules.relative)
    audit_meetings(np.empty(0, np.uint8), np.empty(0, np.uint8), rules.touching)
    return rules


class _Theirs:
    """The rows of theirs/1, by pair_id. Rows of equal ids: the first is taken."""

    def __init__(self, table: Any) -> None:
        names = table.column_names
        for name in ("pair_id", *CLAIMS):
            if names.count(name) > 1:
                raise Error("wrong_shape", name, "two columns of one name", "rename one of them")
        if "pair_id" not in names:
            raise Error("missing_key", "theirs", "no column pair_id", "name the pair of each row")
        if not any(name in names for name in CLAIMS):
            raise Error("missing_key", "theirs", "no column that claims anything", "give one or more of " + ", ".join(CLAIMS))
        ids, given = _numpy(table, "pair_id")
        if ids.dtype.kind not in "iu" or given is not None or bool((ids < 0).any()):
            raise Error("wrong_type", "pair_id", "a null, a negative number, or no integer", "name each row by a number of 0 or more")
        self.ids = ids.astype(np.uint64, copy=False)
        self.claims = Claims({name: _numpy(table, name) for name in CLAIMS if name in names}, len(ids))
        self.used = np.zeros(len(ids), bool)
        is_sorted = bool((self.ids[1:] >= self.ids[:-1]).all())
        self.order = None if is_sorted else np.argsort(self.ids, kind="stable")
        self.sorted = self.ids if self.order is None else self.ids[self.order]

    def find(self, ids: Array) -> tuple[Array, Array]:
        """(places among ids, rows): each row is found once."""
        at = np.searchsorted(self.sorted, ids)
        at[at == len(self.sorted)] = 0
        hit = self.sorted[at] == ids if len(self.sorted) else np.zeros(len(ids), bool)
        places = np.flatnonzero(hit)
        rows = at[places] if self.order is None else self.order[at[places]]
        _, first = np.unique(rows, return_index=True)
        first = np.sort(first) if len(first) < len(rows) else np.arange(len(rows))
        fresh = ~self.used[rows[first]]
        places, rows = places[first][fresh], rows[first][fresh]
        self.used[rows] = True
        return places, rows


def _numpy(table: Any, name: str) -> tuple[Array, Array | None]:
    """A column of pyarrow, and where it is given."""
    column = table.column(name)
    given = ~np.asarray(column.is_null()) if column.null_count else None
    kind = str(column.type)
    if kind == "null":
        return np.zeros(len(column), np.uint8), np.zeros(len(column), bool)
    if kind != "bool" and not kind.startswith(("int", "uint", "float", "double")):
        raise Error("wrong_type", name, f"a column of type {kind}", "docs/audit.md lists the types")
    return np.asarray(column.fill_null(False if kind == "bool" else 0)), given


class _Counts:
    def __init__(self) -> None:
        self.rows = 0
        self.results = np.zeros(len(RESULTS), np.int64)
        self.reasons = np.zeros(len(REASONS), np.int64)

    def add(self, results: Array, reasons: Array) -> None:
        self.results += np.bincount(results, minlength=len(RESULTS))
        self.reasons += np.bincount(reasons, minlength=len(REASONS))

    def words(self) -> dict[str, int]:
        told = dict(zip(("confirmed", "refuted", "not_decidable"), self.results.tolist(), strict=True))
        return {**told, **dict(zip(REASONS[1:], self.reasons[1:].tolist(), strict=True)), "rows": self.rows}

    def text(self) -> str:
        told = self.words()
        lines = [f"{self.rows} rows of theirs", *(f"{name:<15}{told[name.replace(' ', '_')]:>10}" for name in RESULTS)]
        reasons = ("yes or no about bodies that touch: --touching says what it means", "about numbers closer to the real one than can be told",
                   "that answer another question", "refused, or without a partner")  # fmt: skip
        lines += [f"  {told[name]} {words}" for name, words in zip(REASONS[1:], reasons, strict=True) if told[name]]
        return "\n".join(lines) + "\n"


def _audit_table(ids: Array, findings: AuditFindings | None, places: Array, dimension: int) -> Any:
    """A table audit/1; rows that are not at `places` have no partner."""
    import pyarrow as pa

    rows, size = len(ids), 96 if dimension == 3 else 72
    results, reasons = np.full(rows, _OPEN, np.uint8), np.full(rows, _UNUSABLE, np.uint8)
    verdicts, lower, upper = np.full(rows, _NONE, np.uint8), np.full(rows, np.nan), np.full(rows, np.nan)
    records: list[bytes | None] = [None] * rows
    proofs: list[str | None] = [None] * rows
    if findings is not None:
        results[places], reasons[places], verdicts[places] = findings.results, findings.reasons, findings.verdicts
        lower[places], upper[places] = findings.lower, findings.upper
        for i, place in enumerate(places[findings.refuted]):
            proof = findings.proofs[i]
            if proof is not None:
                proofs[place] = proof.to_json()
            elif findings.records[i].any():
                records[place] = findings.records[i].tobytes()
    return pa.table(
        {
            "pair_id": pa.array(ids, pa.uint64()), "result": pa.array(results), "reason": pa.array(reasons), "verdict": pa.array(verdicts),
            "lower": pa.array(lower, mask=np.isnan(lower)), "upper": pa.array(upper, mask=np.isnan(upper)),
            "certificate": pa.array(records, pa.binary(size)), "proof": pa.array(proofs, pa.utf8()),
        },
        metadata={"sunder.schema": "audit/1"},
    )  # fmt: skip


def audit_batches(of: Tables, batches: Iterator[Any], theirs: Any, rules: Rules, threads: int, counts: _Counts) -> Iterator[Any]:
    """Tables audit/1, one a batch of questions/1 of pyarrow, and one of the rows that no question has."""
    from ._core import ArrowTable

    rows = _Theirs(theirs)
    counts.rows = len(rows.ids)
    for batch in batches:
        asked = ArrowTable(batch)
        for chunk in range(asked.chunks):
            ids, indices = of._chunk(asked, chunk)
            places, found = rows.find(ids)
            pairs = _Pairs(of._of, of.built, of.frames, tuple(column[places] for column in indices), len(places), threads)
            findings = _Judge(pairs, rows.claims.take(found), rules).find()
            table = _audit_table(ids, findings, places, of.dimension)
            counts.add(np.asarray(table["result"]), np.asarray(table["reason"]))
            yield table
    left = rows.ids[~rows.used]
    if len(left):
        table = _audit_table(left, None, np.empty(0, int), of.dimension)
        counts.add(np.asarray(table["result"]), np.asarray(table["reason"]))
        yield table


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m sunder.audit", allow_abbrev=False,
        description="Confirms or refutes the answers of another program, with certificates.",
    )  # fmt: skip
    made.add_argument("questions", help="questions/1: Parquet or Arrow IPC")
    made.add_argument("theirs", help="theirs/1: pair_id, and one or more of " + ", ".join(CLAIMS))
    made.add_argument("--bodies", required=True, metavar="FILE", help="bodies/1")
    made.add_argument("--poses", required=True, metavar="FILE", help="poses/1")
    made.add_argument("-o", "--output", required=True, metavar="FILE", help="takes audit/1, as Parquet")
    made.add_argument("--touching", default="either", choices=("either", "intersects", "separated"), help="what true means of bodies that touch")
    made.add_argument("--tolerance", type=float, default=0.0, help="how far a number may be off")
    made.add_argument("--relative", type=float, default=0.0, help="the same, as a part of the real number; 0 to 1")
    made.add_argument("--threads", type=int, default=1, help="(default: 1)")
    made.add_argument("--batch-rows", type=int, default=1 << 18, metavar="N", help="questions in memory at a time (default: 262144)")
    made.add_argument("--json", action="store_true", help="the summary as one JSON object")
    return made


def _run(given: argparse.Namespace) -> int:
    from . import _runs as runs

    rules = _checked(Rules(given.touching, given.tolerance, given.relative))
    for name, least in (("threads", 1), ("batch_rows", 1)):
        if not least <= getattr(given, name) <= 1 << 30:
            raise Error("wrong_shape", f"--{name.replace('_', '-')}", str(getattr(given, name)), "give 1 or more")
    for path in (given.questions, given.theirs, given.bodies, given.poses):
        if os.path.exists(path) and os.path.exists(given.output) and os.path.samefile(path, given.output):
            raise Error("cannot_write", given.output, "a file that is read", "name another file")
    of = Tables(runs.read_table(given.bodies), runs.read_table(given.poses))
    questions = runs.RowFile(given.questions)
    counts = _Counts()
    batches = questions.batches(0, questions.rows, ["pair_id", "body_a", "body_b", "pose_a", "pose_b"], given.batch_rows)
    write_whole(given.output, audit_batches(of, batches, runs.read_table(given.theirs), rules, given.threads, counts))
    runs.write_output(json.dumps(counts.words()) + "\n" if given.json else counts.text())
    if counts.results[_REFUTED]:
        return 1
    return 2 if counts.reasons[_UNUSABLE] else 0


def write_whole(path: str, tables: Iterator[Any]) -> None:
    """Writes tables of one schema to a file of Parquet that is there whole, or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not path or (os.path.exists(path) and not os.path.isfile(path)):
        raise Error("cannot_write", path or "the output", "no regular file" if path else "an empty name", "name a file")
    path = os.path.realpath(path)  # a symbolic link stays one
    part = f"{path}.{uuid.uuid4().hex}.part"
    writer: Any = None
    try:
        for table in tables:
            writer = writer or pq.ParquetWriter(part, table.schema)
            writer.write_table(table)
        if writer is None:
            table = _audit_table(np.empty(0, np.uint64), None, np.empty(0, int), 3)
            writer = pq.ParquetWriter(part, table.schema)
        writer.close()
        os.replace(part, path)
    except (OSError, pa.ArrowException) as error:
        raise Error("cannot_write", path, " ".join(str(error).split())[:500], "make room, or name another file") from error
    finally:
        if os.path.exists(part):
            with contextlib.suppress(Exception):
                writer.close()
            os.unlink(part)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program with these arguments, and returns its exit status."""
    given = _parser().parse_args(arguments)
    try:
        return _run(given)
    except Error as error:
        sys.stderr.write(f"refused: {error.code}: {error}\n")
        return 2
    except ImportError as error:
        sys.stderr.write(f"refused: not_served: {error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
