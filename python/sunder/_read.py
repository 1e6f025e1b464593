# SPDX-License-Identifier: Apache-2.0
"""Reading files."""

from __future__ import annotations

import os

from ._core import Scene


def read(
    *paths: str | os.PathLike[str], reduce: bool = True, as_: str | dict[str, str] = "auto", body: str = "mesh"
) -> Scene:
    """The bodies of mesh files as a scene, each mesh taken as what it is.

    .stl .obj .ply .off .gltf .glb .dae, and .xml for a list of polyhedra. as_: "auto" (a solid, else a surface; the hull
    where it equals the mesh), "solid", "surface" or "hull", or a dict of such words by patterns of names; body: what
    makes a body, "mesh", "node", "file" or "shell" (docs/scenes.md). Coordinates are those of the file; a unit that it names is
    not applied. Scene.read() adds one file and returns what it held. Raises sunder.Error: cannot_read, unknown_format,
    syntax, not_finite, too_large, not_solid, not_served (compressed meshes).
    """
    scene = Scene()
    for path in paths:
        scene.read(path, reduce=reduce, as_=as_, body=body)
    return scene
