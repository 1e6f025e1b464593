# SPDX-License-Identifier: Apache-2.0
"""trimesh's CollisionManager on sunder: the same names and meaning, exact answers.

>>> from sunder.compat.trimesh import CollisionManager

Meshes must be convex (else sunder.Error, code not_convex), and transforms stay float64. `ignore_pairs` leaves out pairs
of names. Touching counts as a collision, as in trimesh.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .. import _core
from .._core import Polytope
from .._error import Error
from .._interop import from_trimesh


Placed = dict[str, tuple[Polytope, Any]]  # bodies by name, at their transforms


class ContactData:
    """A contact between two objects of the manager."""

    def __init__(self, names: Iterable[str], point: Any, normal: Any, depth: float) -> None:
        self.names = set(names)
        self._point = np.asarray(point)
        self._normal = np.asarray(normal)
        self._depth = depth

    @property
    def point(self) -> Any:
        """Where they meet, world frame, shape (3,)."""
        return self._point

    @property
    def normal(self) -> Any:
        """Unit, from the object that sorts first by name to the other, shape (3,)."""
        return self._normal

    @property
    def depth(self) -> float:
        """How deep they overlap; 0 where they touch."""
        return self._depth


class DistanceData:
    """The distance between two objects, exact to the last bit, and the closest points."""

    def __init__(self, names: Iterable[str], distance: float, points: dict[str, Any]) -> None:
        self.names = set(names)
        self._distance = distance
        self._points = points

    @property
    def distance(self) -> float:
        """Minus the depth where the objects overlap."""
        return self._distance

    def point(self, name: str) -> Any:
        """The closest point on the object of this name, world frame, shape (3,)."""
        return self._points[name]


class CollisionManager:
    """Named convex meshes at transforms, and which of them collide."""

    _EXTERNAL = "__external"

    def __init__(self) -> None:
        self._bodies: dict[str, Polytope] = {}
        self._transforms: dict[str, np.ndarray[Any, np.dtype[np.float64]]] = {}

    # ---- Objects

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> None:
        """Adds a trimesh.Trimesh, or a sunder.Polytope. An object of this name is replaced."""
        body, matrix = _polytope(mesh), _matrix(transform)
        self._transforms[name], self._bodies[name] = matrix, body

    def remove_object(self, name: str) -> None:
        """Removes the object. Raises ValueError for an unknown name."""
        self._require(name)
        del self._bodies[name], self._transforms[name]

    def set_transform(self, name: str, transform: Any) -> None:
        """Moves the object. Raises ValueError for an unknown name."""
        self._require(name)
        self._transforms[name] = _matrix(transform)

    def _require(self, name: str) -> None:
        if name not in self._bodies:
            raise ValueError(f"{name} not in collision manager!")

    # ---- Collisions

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether a mesh collides with any object; with the names, and with ContactData."""
        pairs, data = self._collisions(self._alone(mesh, transform), (), return_data)
        return _result(len(pairs) > 0, {name for name, _ in pairs}, data, return_names, return_data)

    def in_collision_internal(
        self,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """Whether any two objects collide; with the pairs of names, and with ContactData."""
        pairs, data = self._collisions(None, ignore_pairs, return_data)
        return _result(len(pairs) > 0, pairs, data, return_names, return_data)

    def in_collision_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """Whether an object collides with one of another manager; with pairs (own name, other's name)."""
        pairs, data = self._collisions(other_manager._all(), ignore_pairs, return_data)
        return _result(len(pairs) > 0, pairs, data, return_names, return_data)

    # ---- Distances

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The distance from a mesh to the closest object; minus the depth where they overlap."""
        distance, names, data = self._closest(self._alone(mesh, transform), ())
        return _result(distance, names and names[0], data, return_name, return_data)

    def min_distance_internal(
        self,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """The least distance between two objects; minus the depth where some overlap."""
        return _result(*self._closest(None, ignore_pairs), return_names, return_data)

    def min_distance_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """The least distance between an object and one of another manager."""
        return _result(*self._closest(other_manager._all(), ignore_pairs), return_names, return_data)

    # ---- The pairs

    def _all(self) -> Placed:
        return {name: (body, self._transforms[name]) for name, body in self._bodies.items()}

    def _alone(self, mesh: Any, transform: Any) -> Placed:
        """A mesh that is no object of the manager."""
        return {self._EXTERNAL: (_polytope(mesh), _matrix(transform))}

    @staticmethod
    def _pairs(
        own: Placed,
        other: Placed | None,
        ignore_pairs: Iterable[tuple[str, str]],
    ) -> list[tuple[str, str]]:
        left_out = {frozenset(pair) for pair in ignore_pairs}
        if other is None:
            names = sorted(own)
            all_pairs = [(x, y) for i, x in enumerate(names) for y in names[i + 1 :]]
        else:
            all_pairs = [(x, y) for x in own for y in other]
        return [pair for pair in all_pairs if frozenset(pair) not in left_out]

    @staticmethod
    def _verdicts(
        own: Placed,
        other: Placed | None,
        pairs: list[tuple[str, str]],
    ) -> Any:
        """The verdict of each pair, in one batch."""
        second = own if other is None else other
        items = list(own.values()) + ([] if other is None else list(other.values()))
        first_at = {name: i for i, name in enumerate(own)}
        offset = 0 if other is None else len(own)
        second_at = {name: offset + i for i, name in enumerate(second)}
        at_a = np.array([first_at[x] for x, _ in pairs], dtype=np.int32)
        at_b = np.array([second_at[y] for _, y in pairs], dtype=np.int32)
        poses = np.array([matrix for _, matrix in items])
        batch = _core.PairBatch([body for body, _ in items], poses, at_a, at_b, at_a, at_b)
        return batch.intersects()

    def _collisions(
        self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]], return_data: bool
    ) -> tuple[set[tuple[str, str]], list[ContactData]]:
        """The pairs that meet among the objects, or with those of `other`, and their contacts."""
        own = self._all()
        pairs = self._pairs(own, other, ignore_pairs)
        if not pairs:
            return set(), []
        verdicts = self._verdicts(own, other, pairs)
        second = own if other is None else other
        met = [pairs[i] for i in np.flatnonzero((verdicts == 1) | (verdicts == 2))]
        data: list[ContactData] = []
        if return_data:
            for x, y in met:
                (body_a, pose_a), (body_b, pose_b) = own[x], second[y]
                contact = _core.contact(body_a, body_b, pose_a, pose_b)
                for point in contact.points:
                    middle = (point.point_a + point.point_b) / 2
                    data.append(ContactData((x, y), middle, contact.normal, point.depth))
        return set(met), data

    def _closest(
        self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]]
    ) -> tuple[float, tuple[str, str] | None, DistanceData | None]:
        """The least distance, its pair and its points; infinity where there is no pair."""
        own = self._all()
        pairs = self._pairs(own, other, ignore_pairs)
        if not pairs:
            return np.inf, None, None
        second = own if other is None else other
        best: tuple[float, tuple[str, str]] | None = None
        for x, y in pairs:
            (body_a, pose_a), (body_b, pose_b) = own[x], second[y]
            if best is not None and best[0] > 0:
                margin = _core.margin(body_a, body_b, best[0], pose_a, pose_b)
                if margin.verdict == _core.Verdict.SEPARATED:
                    continue
            answer = _core.signed_distance(body_a, body_b, pose_a, pose_b)
            if best is None or answer.lower < best[0]:
                best = (answer.lower, (x, y))
        assert best is not None
        names = best[1]
        (body_a, pose_a), (body_b, pose_b) = own[names[0]], second[names[1]]
        answer = _core.signed_distance(body_a, body_b, pose_a, pose_b, width=2**-52)
        distance = answer.upper
        points = {names[0]: answer.point_a, names[1]: answer.point_b}
        return distance, names, DistanceData(names, distance, points)


def _polytope(mesh: Any) -> Polytope:
    return mesh if isinstance(mesh, Polytope) else from_trimesh(mesh)


def _matrix(transform: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A transform of shape (4, 4) in float64; None is the identity."""
    if transform is None:
        return np.eye(4)
    matrix = np.array(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise Error("wrong_shape", "transform", f"shape {matrix.shape}", "give a matrix of shape (4, 4)")
    return matrix


def _result(answer: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    """The answer alone, or a tuple with what was asked for beside it."""
    asked = ([names] if return_names else []) + ([data] if return_data else [])
    return (answer, *asked) if asked else answer


__all__ = ["CollisionManager", "ContactData", "DistanceData"]
