# SPDX-License-Identifier: Apache-2.0
"""trimesh's CollisionManager on sunder: the same names and meaning, exact answers.

>>> from sunder.compat.trimesh import CollisionManager

As in trimesh, a mesh that `mesh.is_convex` calls convex is its convex hull, and any other one is a surface: what is
inside it and meets no triangle does not collide with it. With CollisionManager(solid=True) a mesh that closes and does
not cross itself has an inside. A sunder.Polytope or sunder.Mesh is taken as what it is. Touching is a collision, and
transforms stay float64. `ignore_pairs` leaves out pairs of names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import _core
from .._core import Mesh, Polytope
from .._error import Error
from .._interop import from_trimesh

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class _Object:
    """A body at a transform, and a polytope that holds it."""

    shape: Polytope | Mesh
    around: Polytope
    matrix: Array


Placed = dict[str, _Object]  # by name


class ContactData:
    """A contact between two objects of the manager: of a triangle of each, or of the hulls of two convex ones."""

    def __init__(self, names: tuple[str, str], indices: tuple[int, int], point: Any, normal: Any, depth: float) -> None:
        self.names = set(names)
        self._indices = dict(zip(names, indices, strict=True))
        self._point = np.asarray(point)
        self._normal = np.asarray(normal)
        self._depth = depth

    @property
    def point(self) -> Any:
        """Where they meet, world frame, shape (3,)."""
        return self._point

    @property
    def normal(self) -> Any:
        """Unit, shape (3,): from a single mesh to the object, from an object to one of another manager, and else from
        the object that sorts first by name to the other.
        """
        return self._normal

    def _turn(self) -> None:
        """Turns the normal round."""
        self._normal = -self._normal

    @property
    def depth(self) -> float:
        """How far the two triangles, or the hulls of convex objects, must move to be apart; 0 where they touch.

        Where one object lies inside the other, and no triangles meet, it is enough to part them; less may be, too.
        """
        return self._depth

    def index(self, name: str) -> int:
        """The face of the object of this name; -1 for a convex object, as in trimesh."""
        return self._indices[name]


class DistanceData:
    """The distance between two objects, and the closest points."""

    def __init__(self, names: tuple[str, str], indices: tuple[int, int], distance: float, points: tuple[Any, Any]) -> None:
        self.names = set(names)
        self._indices = dict(zip(names, indices, strict=True))
        self._distance = distance
        self._points = dict(zip(names, points, strict=True))

    @property
    def distance(self) -> float:
        """Of two convex objects that overlap, minus the depth; 0 where others meet."""
        return self._distance

    def index(self, name: str) -> int:
        """The closest face of the object of this name; -1 for a convex object, as in trimesh."""
        return self._indices[name]

    def point(self, name: str) -> Any:
        """The closest point on the object of this name, world frame, shape (3,)."""
        return self._points[name]


class CollisionManager:
    """Named meshes at transforms, and which of them collide.

    solid: a mesh that is not convex has an inside where it closes and does not cross itself. By default it is a
    surface, as in trimesh.
    """

    _EXTERNAL = "__external"

    def __init__(self, *, solid: bool = False) -> None:
        self._solid = solid
        self._objects: Placed = {}

    # ---- Objects

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> Polytope | Mesh:
        """Adds a trimesh.Trimesh, a sunder.Mesh or a sunder.Polytope, and returns what it was taken as.

        An object of this name is replaced.
        """
        made = self._made(mesh, transform)
        self._objects[name] = made
        return made.shape

    def remove_object(self, name: str) -> None:
        """Removes the object. Raises ValueError for an unknown name."""
        self._require(name)
        del self._objects[name]

    def set_transform(self, name: str, transform: Any) -> None:
        """Moves the object. Raises ValueError for an unknown name."""
        self._require(name)
        known = self._objects[name]
        self._objects[name] = _Object(known.shape, known.around, _matrix(transform))

    def _require(self, name: str) -> None:
        if name not in self._objects:
            raise ValueError(f"{name} not in collision manager!")

    def _made(self, mesh: Any, transform: Any) -> _Object:
        shape = _shape(mesh, self._solid)
        return _Object(shape, _around(shape), _matrix(transform))

    # ---- Collisions

    def in_collision_single(
        self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether a mesh collides with any object; with the names, and with ContactData."""
        pairs, data = self._collisions(self._alone(mesh, transform), (), return_data)
        for contact in data:
            contact._turn()
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
        pairs, data = self._collisions(other_manager._objects, ignore_pairs, return_data)
        return _result(len(pairs) > 0, pairs, data, return_names, return_data)

    # ---- Distances

    def min_distance_single(
        self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False
    ) -> Any:
        """The distance from a mesh to the closest object; minus the depth where convex ones overlap."""
        distance, names, data = self._closest(self._alone(mesh, transform), ())
        return _result(distance, names and names[0], data, return_name, return_data)

    def min_distance_internal(
        self,
        name: str | None = None,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """The least distance between two objects, or from the one of this name to another; minus the depth where convex ones overlap."""
        if name is not None:
            self._require(name)
        return _result(*self._closest(None, ignore_pairs, name), return_names, return_data)

    def min_distance_other(
        self,
        other_manager: CollisionManager,
        return_names: bool = False,
        return_data: bool = False,
        ignore_pairs: Iterable[tuple[str, str]] = (),
    ) -> Any:
        """The least distance between an object and one of another manager."""
        return _result(*self._closest(other_manager._objects, ignore_pairs), return_names, return_data)

    # ---- The pairs

    def _alone(self, mesh: Any, transform: Any) -> Placed:
        """A mesh that is no object of the manager."""
        return {self._EXTERNAL: self._made(mesh, transform)}

    def _pairs(self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """The pairs among the objects, or with those of `other`."""
        left_out = {frozenset(pair) for pair in ignore_pairs}
        if other is None:
            names = sorted(self._objects)
            every = [(x, y) for i, x in enumerate(names) for y in names[i + 1 :]]
        else:
            every = [(x, y) for x in self._objects for y in other]
        return [pair for pair in every if frozenset(pair) not in left_out] if left_out else every

    def _near_pairs(self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Those of _pairs() whose boxes meet; no other pair does, which is proven."""
        first = sorted(self._objects) if other is None else list(self._objects)
        second = [] if other is None else list(other)
        scene = _core.Scene()
        widest = 0.0
        for one in [self._objects[name] for name in first] + [(other or {})[name] for name in second]:
            scene.add(one.around.with_radius(0), one.matrix)
            widest = max(widest, one.around.radius)
        left_out = {frozenset(pair) for pair in ignore_pairs}
        near = []
        for i, j in scene.candidate_pairs(2 * widest).tolist():
            if other is not None and not (i < len(first) <= j):
                continue
            pair = (first[i], first[j] if other is None else second[j - len(first)])
            if frozenset(pair) not in left_out:
                near.append(pair)
        return near

    def _collisions(
        self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]], return_data: bool
    ) -> tuple[set[tuple[str, str]], list[ContactData]]:
        """The pairs that meet among the objects, or with those of `other`, and their contacts."""
        own, second = self._objects, self._objects if other is None else other
        met = [pair for pair in self._near_pairs(other, ignore_pairs) if _meet(own[pair[0]], second[pair[1]])]
        data: list[ContactData] = []
        if return_data:
            for x, y in met:
                data += _contacts((x, y), own[x], second[y])
        return set(met), data

    def _closest(
        self, other: Placed | None, ignore_pairs: Iterable[tuple[str, str]], name: str | None = None
    ) -> tuple[float, tuple[str, str] | None, DistanceData | None]:
        """The least distance, its pair and its points; infinity where there is no pair."""
        own, second = self._objects, self._objects if other is None else other
        best: tuple[float, tuple[str, str]] | None = None
        for x, y in self._pairs(other, ignore_pairs):
            if name is not None and name not in (x, y):
                continue
            a, b = own[x], second[y]
            if best is not None and best[0] >= 0:
                apart = _core.margin(a.around, b.around, best[0], a.matrix, b.matrix)
                if apart.verdict == _core.Verdict.SEPARATED:
                    continue
            lower = _gap(a, b).lower
            if best is None or lower < best[0]:
                best = (lower, (x, y))
        if best is None:
            return np.inf, None, None
        names = best[1]
        data = _distance_data(names, own[names[0]], second[names[1]])
        return data.distance, names, data


# ---- Two objects


def _shape(mesh: Any, solid: bool) -> Polytope | Mesh:
    """What an object is taken as."""
    if isinstance(mesh, (Polytope, Mesh)):
        return mesh
    if mesh.is_convex:
        return Polytope(np.asarray(mesh.vertices, dtype=np.float64)[np.unique(mesh.faces)])
    return from_trimesh(mesh, as_="auto" if solid else "surface")


def _around(shape: Polytope | Mesh) -> Polytope:
    """A polytope that holds a shape."""
    if isinstance(shape, Polytope):
        return shape
    lower, upper = shape.bounds
    if not (lower <= upper).all():
        return Polytope(np.empty((0, 3)))
    return Polytope([[x, y, z] for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])])


def _matrix(transform: Any) -> Array:
    """A transform of shape (4, 4) in float64; None is the identity."""
    if transform is None:
        return np.eye(4)
    matrix = np.array(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise Error("wrong_shape", "transform", f"shape {matrix.shape}", "give a matrix of shape (4, 4)")
    _core.Pose(matrix)  # refuses what no transform is before an object has it
    return matrix


def _meet(a: _Object, b: _Object) -> bool:
    return bool(_core.intersects(a.shape, b.shape, a.matrix, b.matrix))


def _gap(a: _Object, b: _Object) -> _core.SignedDistance | _core.Distance:
    """The signed distance of two convex objects, and the distance of others."""
    if isinstance(a.shape, Polytope) and isinstance(b.shape, Polytope):
        return _core.signed_distance(a.shape, b.shape, a.matrix, b.matrix)
    return _core.distance(a.shape, b.shape, a.matrix, b.matrix)


def _distance_data(names: tuple[str, str], a: _Object, b: _Object) -> DistanceData:
    """The distance of two objects to the last bit, and where they are closest."""
    indices = (-1, -1)
    answer: _core.SignedDistance | _core.Distance
    if isinstance(a.shape, Polytope) and isinstance(b.shape, Polytope):
        answer = _core.signed_distance(a.shape, b.shape, a.matrix, b.matrix, width=2**-52)
    else:
        found = _core.distance(a.shape, b.shape, a.matrix, b.matrix)
        assert isinstance(found, _core.BodyDistance)
        if found:
            contact = _contacts(names, a, b)[0]
            indices = (contact.index(names[0]), contact.index(names[1]))
            return DistanceData(names, indices, 0.0, (contact.point, contact.point))
        indices = (found.triangle_a, found.triangle_b)
        answer = found
        if found.upper < np.inf:
            # The closest triangles as polytopes: their distance is known to the last bit.
            alone = [_part(one, index) for one, index in zip((a, b), indices, strict=True)]
            closer = _core.distance(alone[0], alone[1], a.matrix, b.matrix, width=2**-52)
            if closer.upper <= found.upper:
                answer = closer
    points = [np.full(3, np.nan) if point is None else point for point in (answer.point_a, answer.point_b)]
    return DistanceData(names, indices, answer.upper, (points[0], points[1]))


# ---- Contacts


def _part(one: _Object, index: int) -> Polytope:
    """A triangle of a mesh, or all of a polytope."""
    if isinstance(one.shape, Polytope):
        return one.shape
    return Polytope(one.shape.vertices[one.shape.triangles[index]])


def _close_parts(one: _Object, box: tuple[Array, Array]) -> list[int]:
    """The triangles of a mesh whose boxes meet a box of the world, and some more; -1 for a polytope."""
    if isinstance(one.shape, Polytope):
        return [-1]
    linear, offset = one.matrix[:3, :3], one.matrix[:3, 3]
    vertices = one.shape.vertices
    world = vertices @ linear.T + offset
    # More than products and sums of so many terms round.
    slack = 2.0**-48 * (np.abs(vertices).max() * np.abs(linear).sum(axis=1) + np.abs(offset))
    corners = world[one.shape.triangles]
    close = ((corners.min(axis=1) - slack <= box[1]) & (corners.max(axis=1) + slack >= box[0])).all(axis=1)
    found: list[int] = np.flatnonzero(close).tolist()
    return found


def _contacts(names: tuple[str, str], a: _Object, b: _Object) -> list[ContactData]:
    """The contacts of two objects that meet: one for each pair of triangles, or one of two convex objects.

    sunder.contact() has the whole manifold of those.
    """
    if isinstance(a.shape, Polytope) and isinstance(b.shape, Polytope):
        contact = _core.contact(a.shape, b.shape, a.matrix, b.matrix)
        if not contact.points:  # beyond the largest doubles
            return [ContactData(names, (-1, -1), np.full(3, np.nan), np.full(3, np.nan), np.nan)]
        deepest = max(contact.points, key=lambda point: point.depth)
        return [ContactData(names, (-1, -1), (deepest.point_a + deepest.point_b) / 2, contact.normal, deepest.depth)]
    boxes = _core.Scene()
    for one in (a, b):
        boxes.add(one.around.with_radius(0), one.matrix)
    reach = [one.shape.radius if isinstance(one.shape, Polytope) else 0.0 for one in (a, b)]
    close_a = _close_parts(a, _grown(boxes.world_box(1), reach[1]))
    close_b = _close_parts(b, _grown(boxes.world_box(0), reach[0]))
    parts = [_part(a, i) for i in close_a] + [_part(b, i) for i in close_b]
    for k, part in enumerate(parts):
        boxes.add(part.with_radius(0), (a if k < len(close_a) else b).matrix)
    near = boxes.candidate_pairs(2 * max(reach)) - 2  # behind the two objects
    near = near[(near[:, 0] >= 0) & (near[:, 0] < len(close_a)) & (near[:, 1] >= len(close_a))]
    data: list[ContactData] = []
    poses = np.array([a.matrix, b.matrix])
    if len(near) > 0:
        batch = _core.PairBatch(parts, poses, near[:, 0], near[:, 1], 0, 1)
        near = near[np.isin(batch.intersects(), (1, 2))]
    if len(near) > 0:
        found = _core.PairBatch(parts, poses, near[:, 0], near[:, 1], 0, 1).contacts()
        for k, (i, j) in enumerate(near.tolist()):
            indices = (close_a[i], close_b[j - len(close_a)])
            count = int(found["counts"][k])
            if count == 0:
                continue
            at = int(np.argmax(found["point_depths"][k, :count]))
            middle = (found["points_a"][k, at] + found["points_b"][k, at]) / 2
            data.append(ContactData(names, indices, middle, found["normals"][k], float(found["point_depths"][k, at])))
    if not data:
        # One lies inside the other: a translation that parts them is known, not the shortest one.
        cores = [one.shape.with_radius(0) if isinstance(one.shape, Polytope) else one.shape for one in (a, b)]
        parted = _core.penetration(cores[0], cores[1], a.matrix, b.matrix)
        normal = np.full(3, np.nan) if parted.normal is None else parted.normal
        data.append(ContactData(names, (-1, -1), _inner_point(a, b), normal, parted.upper + sum(reach)))
    return data


def _grown(box: tuple[Array, Array], radius: float) -> tuple[Array, Array]:
    return box if radius == 0 else (np.nextafter(box[0] - radius, -np.inf), np.nextafter(box[1] + radius, np.inf))


def _inner_point(a: _Object, b: _Object) -> Array:
    """A vertex of one object that lies in the other one."""
    for inner, outer in ((a, b), (b, a)):
        for vertex in inner.shape.vertices:
            if _core.intersects(Polytope([vertex]), outer.shape, inner.matrix, outer.matrix):
                point: Array = inner.matrix[:3, :3] @ vertex + inner.matrix[:3, 3]
                return point
    return np.full(3, np.nan)


def _result(answer: Any, names: Any, data: Any, return_names: bool, return_data: bool) -> Any:
    """The answer alone, or a tuple with what was asked for beside it."""
    asked = ([names] if return_names else []) + ([data] if return_data else [])
    return (answer, *asked) if asked else answer


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, Polytope | Mesh]]:
    """A manager of the geometries of a trimesh.Scene by their nodes, and what each was taken as."""
    manager = CollisionManager()
    taken = {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        taken[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, taken


__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]
