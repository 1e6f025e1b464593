# SPDX-License-Identifier: Apache-2.0
"""What MuJoCo says of pairs: the signed distance of mj_geomDistance(), and whether it is at most 0. See pairs.py.

MuJoCo keeps the mesh of a hull in a frame of its own, about its centre of mass, and its vertices as floats: both round.
"""

from __future__ import annotations

import functools
from typing import Any

import mujoco
import numpy as np
from pairs import Array, Claim, Hull, Pair, main

FARTHEST = 1e6


@functools.lru_cache(maxsize=10_000)
def model_of(a: Hull, b: Hull) -> tuple[Any, Any, Array]:
    """A model with a geom for each body, its data, and the frames in which MuJoCo keeps them."""
    assets, geoms = [], []
    for name, hull in (("a", a), ("b", b)):
        if hull.half is not None:
            geoms.append('<geom type="box" size="{!r} {!r} {!r}"/>'.format(*hull.half.tolist()))
        else:
            vertices = " ".join(map(repr, hull.points.ravel().tolist()))
            assets.append(f'<mesh name="{name}" vertex="{vertices}" inertia="convex"/>')
            geoms.append(f'<geom type="mesh" mesh="{name}"/>')
    model = mujoco.MjModel.from_xml_string(f"<mujoco><asset>{''.join(assets)}</asset><worldbody>{''.join(geoms)}</worldbody></mujoco>")
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    return model, data, np.concatenate([data.geom_xmat.reshape(-1, 3, 3), data.geom_xpos[:, :, None]], axis=2)


def ask(pair: Pair) -> Claim:
    model, data, own = model_of(pair.a, pair.b)
    for i, pose in enumerate((pair.pose_a, pair.pose_b)):
        data.geom_xmat[i] = (pose[:, :3] @ own[i, :, :3]).ravel()
        data.geom_xpos[i] = pose[:, :3] @ own[i, :, 3] + pose[:, 3]
    gap = mujoco.mj_geomDistance(model, data, 0, 1, FARTHEST, None)
    claim: Claim = {"intersects": bool(gap <= 0)}
    if gap < FARTHEST:
        claim["signed_distance"] = float(gap)
    return claim


if __name__ == "__main__":
    main(ask)
