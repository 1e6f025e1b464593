# SPDX-License-Identifier: Apache-2.0
"""Convex decomposition by coacd, and how far its parts are from the mesh.

Idea: the farthest distance of a point of one body from another is bounded from below by points, and from above by cubes
that cover the first body: the distance grows by no more than the way.
Source: Lipschitz branch and bound; coacd (Wei et al., 2022) finds the parts.
Bound: cubes have corners that are doubles, are halved exactly, and are left out by exact answers alone.
Cost: a distance, and two questions more, for each cube.
Gives up: after the number of cubes that the caller allows; the interval is then as wide as it is.
"""

from __future__ import annotations

import heapq
import importlib
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._core import Body, Mesh, Polytope
from ._error import Error

_ROOT_OF_3 = 1.7320508075688774  # not less than the root


@dataclass(frozen=True)
class Decomposition:
    """Convex parts in place of a mesh, and two proven intervals (lower, upper) of how they differ.

    sticks_out: the farthest distance from a point of the parts to the mesh. stays_inside: the farthest distance from a
    point of the mesh, its inside included, to the parts. Both in the mesh's unit; 0 where nothing differs.
    """

    parts: list[Polytope]
    sticks_out: tuple[float, float]
    stays_inside: tuple[float, float]

    @property
    def body(self) -> Body:
        """The union of the parts."""
        return Body(self.parts)

    def __len__(self) -> int:
        return len(self.parts)

    def __repr__(self) -> str:
        out, inside = self.sticks_out, self.stays_inside
        return (
            f"<sunder.Decomposition: {len(self.parts)} parts, sticks out [{out[0]:.3g}, {out[1]:.3g}], "
            f"stays inside [{inside[0]:.3g}, {inside[1]:.3g}]>"
        )


def decompose(
    mesh: Any, *, threshold: float = 0.05, seed: int = 0, tolerance: float = 0.01, cubes: int = 20_000, **options: Any
) -> Decomposition:
    """Cuts a solid into convex parts by coacd, and measures how far they are from it. Needs coacd.

    mesh: a sunder.Mesh or a trimesh.Trimesh that is a solid (else sunder.Error, not_solid). threshold, seed and the
    other options are those of coacd.run_coacd(). The parts are what coacd found: it rounds, and nothing about them is
    proven but the two intervals. These become no wider than `tolerance`, as a part of the mesh's size, unless more than
    `cubes` cubes are needed for one. Cost: that of coacd, seconds, and some tens of microseconds a cube.
    """
    solid = mesh if isinstance(mesh, Mesh) else _solid_of(mesh)
    if solid.kind != "solid":
        raise Error("not_solid", "mesh", solid.why, "close it: a surface has no inside that parts could fill")
    if not (math.isfinite(tolerance) and tolerance >= 0):
        raise Error("wrong_shape", "tolerance", "a number that is negative or not finite", "give 0 or more")
    if cubes < 0:
        raise Error("wrong_shape", "cubes", "a negative number", "give 0 or more")
    coacd: Any = importlib.import_module("coacd")

    coacd.set_log_level("error")
    found = coacd.run_coacd(
        coacd.Mesh(np.array(solid.vertices), np.array(solid.triangles)), threshold=threshold, seed=seed, **options
    )
    parts = [Polytope(vertices) for vertices, _ in found]
    if not parts:
        raise Error("not_served", "mesh", "coacd found no part", "give another threshold or seed")
    body = Body(parts)
    lower, upper = solid.bounds
    width = tolerance * float((upper - lower).max())
    corners = np.concatenate([part.vertices for part in parts])
    return Decomposition(
        parts,
        _farthest(body, corners, solid, width, cubes),
        _farthest(solid, solid.vertices[np.unique(solid.triangles)], body, width, cubes),
    )


def _solid_of(mesh: Any) -> Mesh:
    from ._interop import from_trimesh

    return from_trimesh(mesh, as_="solid")


def _farthest(of: Mesh | Body, corners: Any, to: Mesh | Body, width: float, cubes: int) -> tuple[float, float]:
    """An interval of the farthest distance from a point of one body to another; `corners` are points of the first.

    Ends where the interval is at most so wide, and after so many cubes.
    """

    def distance(point: Any) -> _core.BodyDistance:
        return _core.distance(Polytope([point]), to)

    least = max(distance(corner).lower for corner in corners)
    low, high = corners.min(axis=0), corners.max(axis=0)
    half = 2.0 ** math.frexp(max(float((high - low).max()), 2.0**-1000) / 2)[1]  # not less than half the size
    waiting: list[tuple[float, int, tuple[float, ...], float]] = []  # minus the bound, a number, the centre, half the edge
    asked = 0

    def add(centre: tuple[float, ...], half: float) -> None:
        nonlocal least, asked
        asked += 1
        cube, there = Polytope.box([half] * 3), _core.Pose.translation(centre)
        if not _core.intersects(of, cube, pose_b=there):
            return
        gap = distance(centre)
        if gap.upper == 0 and _is_in(cube, there, to):
            return
        if gap.lower > least and _core.locate(centre, of) != _core.Location.OUTSIDE:
            least = gap.lower
        bound = math.nextafter(gap.upper + math.nextafter(half * _ROOT_OF_3, math.inf), math.inf)
        heapq.heappush(waiting, (-bound, asked, centre, half))

    # The cubes of a grid through the origin that cover the body.
    ends = [float(x) / (2 * half) for x in (*low, *high)]
    if not all(abs(x) < 2.0**50 for x in ends):  # so far from the origin that no cube has corners in doubles
        return least, math.inf
    firsts, lasts = [math.floor(x) for x in ends[:3]], [math.floor(x) for x in ends[3:]]
    for i in range(firsts[0], lasts[0] + 1):
        for j in range(firsts[1], lasts[1] + 1):
            for k in range(firsts[2], lasts[2] + 1):
                add(((2 * i + 1) * half, (2 * j + 1) * half, (2 * k + 1) * half), half)
    while waiting and -waiting[0][0] - least > width and asked < cubes:
        bound, number, centre, half = heapq.heappop(waiting)
        step = half / 2
        if any((x + step) - x != step or (x - step) - x != -step for x in centre):
            heapq.heappush(waiting, (bound, number, centre, half))  # doubles end here
            break
        for x in (centre[0] - step, centre[0] + step):
            for y in (centre[1] - step, centre[1] + step):
                for z in (centre[2] - step, centre[2] + step):
                    add((x, y, z), step)
    return least, max(least, -waiting[0][0] if waiting else 0.0)


def _is_in(cube: Polytope, pose: _core.Pose, body: Mesh | Body) -> bool:
    """Whether a cube lies in one solid; in a union a cube that only parts together hold counts as outside."""
    try:
        return bool(_core.contains(cube, body, pose))
    except Error as error:
        if error.code != "not_served":
            raise
        return False
