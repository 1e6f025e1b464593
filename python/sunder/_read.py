# SPDX-License-Identifier: Apache-2.0
"""Reading files."""

from __future__ import annotations

import os

from ._core import Scene


def read(*paths: str | os.PathLike[str], reduce: bool = True) -> Scene:
    """The bodies of mesh files as a scene, each mesh as its convex hull.

    .stl .obj .ply .off .gltf .glb .dae, and .xml for a list of polyhedra. Coordinates are those of the file; a unit that
    it names is not applied. Scene.read() adds one file and returns what it held. Raises sunder.Error: cannot_read,
    unknown_format, syntax, not_finite, too_large, not_served (compressed meshes).
    """
    scene = Scene()
    for path in paths:
        scene.read(path, reduce=reduce)
    return scene
