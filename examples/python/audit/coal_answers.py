# SPDX-License-Identifier: Apache-2.0
"""What Coal says of pairs: whether they meet, and the signed distance. See pairs.py."""

from __future__ import annotations

import functools
from typing import Any

import coal
from pairs import Array, Claim, Hull, Pair, main


@functools.lru_cache(maxsize=100_000)
def shape_of(hull: Hull) -> Any:
    if hull.half is not None:
        return coal.Box(*(2 * hull.half))
    vertices, triangles = hull.faces()
    points, indices = coal.StdVec_Vec3s(), coal.StdVec_Triangle()
    for vertex in vertices:
        points.append(vertex)
    for x, y, z in triangles.tolist():
        indices.append(coal.Triangle(x, y, z))
    return coal.Convex(points, indices)


def transform(pose: Array) -> Any:
    return coal.Transform3s(pose[:, :3], pose[:, 3])


def ask(pair: Pair) -> Claim:
    a, b = shape_of(pair.a), shape_of(pair.b)
    pose_a, pose_b = transform(pair.pose_a), transform(pair.pose_b)
    request = coal.CollisionRequest()
    request.enable_contact = False  # yes or no, as planners ask
    meet = coal.collide(a, pose_a, b, pose_b, request, coal.CollisionResult()) > 0
    gap = coal.distance(a, pose_a, b, pose_b, coal.DistanceRequest(), coal.DistanceResult())
    return {"intersects": meet, "signed_distance": float(gap)}


if __name__ == "__main__":
    main(ask)
