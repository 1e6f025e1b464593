# SPDX-License-Identifier: Apache-2.0
"""What python-fcl says of pairs: whether they meet, and how far apart they are. See pairs.py."""

from __future__ import annotations

import functools
from typing import Any

import fcl
import numpy as np
from pairs import Array, Claim, Hull, Pair, main


@functools.lru_cache(maxsize=100_000)
def shape_of(hull: Hull) -> Any:
    if hull.half is not None:
        return fcl.Box(*(2 * hull.half))
    vertices, triangles = hull.faces()
    faces = np.concatenate([np.full((len(triangles), 1), 3, np.int32), triangles], axis=1).flatten()
    return fcl.Convex(vertices, len(triangles), faces)


def placed(hull: Hull, pose: Array) -> Any:
    return fcl.CollisionObject(shape_of(hull), fcl.Transform(np.ascontiguousarray(pose[:, :3]), np.ascontiguousarray(pose[:, 3])))


def ask(pair: Pair) -> Claim:
    a, b = placed(pair.a, pair.pose_a), placed(pair.b, pair.pose_b)
    meet = fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()) > 0
    claim: Claim = {"intersects": meet}
    if not meet:
        # Where FCL itself says that they meet its distance is -1, which is none.
        gap = fcl.distance(a, b, fcl.DistanceRequest(), fcl.DistanceResult())
        if gap >= 0:
            claim["distance"] = float(gap)
    return claim


if __name__ == "__main__":
    main(ask)
