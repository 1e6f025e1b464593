# SPDX-License-Identifier: Apache-2.0
"""Bodies of other libraries. None of them is needed: each is imported by its caller alone."""

from __future__ import annotations

import importlib
from typing import Any, Literal, overload

import numpy as np

from ._core import Mesh, Polygon, Polytope, Pose, Scene
from ._error import Error


@overload
def from_trimesh(mesh: Any, *, hull: Literal[False] = False, as_: Literal["auto", "solid", "surface"] = "auto") -> Mesh: ...
@overload
def from_trimesh(mesh: Any, *, hull: Literal[True]) -> Polytope: ...
def from_trimesh(
    mesh: Any, *, hull: bool = False, as_: Literal["auto", "solid", "surface"] = "auto"
) -> Mesh | Polytope:
    """The body of a trimesh.Trimesh as what it is, in the mesh's own frame and unit.

    A Mesh: its triangles are the faces of the trimesh.Trimesh, by number; as_ as in Mesh. With `hull` the Polytope of
    all vertices instead: a convex body is asked faster as one, and has every question.
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    if hull:
        if as_ != "auto":
            raise Error("not_served", "as_", "a hull is a Polytope, not a Mesh of some kind", "leave it out")
        return Polytope(vertices)
    return Mesh(vertices, np.asarray(mesh.faces, dtype=np.int64).reshape(-1, 3), as_=as_)


def to_trimesh(body: Mesh | Polytope, pose: Pose | None = None) -> Any:
    """A trimesh.Trimesh of a mesh's triangles, as they were given, or of a polytope's faces, cut into triangles.

    In the body's own frame, or at a pose, which rounds the points. Needs trimesh.
    """
    trimesh: Any = importlib.import_module("trimesh")

    if not isinstance(body, (Mesh, Polytope)):
        raise Error("wrong_type", "body", f"a {type(body).__name__}", "give a Mesh or a Polytope; of a Body part by part")
    vertices = body.vertices
    if isinstance(body, Mesh):
        triangles = body.triangles.astype(np.int64)
    else:
        faces = body.faces
        if not faces:
            raise Error("wrong_shape", "body", "it has no faces", "give a solid body of space")
        triangles = np.asarray([(face[0], face[k], face[k + 1]) for face in faces for k in range(1, len(face) - 1)])
    if pose is not None:
        matrix = pose.matrix
        vertices = vertices @ matrix[:, :3].T + matrix[:, 3]
    return trimesh.Trimesh(vertices=vertices.copy(), faces=triangles, process=False)


def from_shapely(shape: Any) -> Polytope | Polygon:
    """The body of a shapely Polygon, MultiPolygon, LineString or Point, in the plane.

    A convex polygon, a segment or a point is a Polytope. Any other polygon, with its holes, is a Polygon. Refuses edges
    that cross (not_simple) and shapes of other kinds (wrong_type). A third coordinate is left out.
    """
    if shape.geom_type not in ("Polygon", "MultiPolygon", "Point", "LineString"):
        raise Error("wrong_type", "shape", f"a {shape.geom_type}", "give a Polygon, a MultiPolygon, a segment or a Point")
    if shape.is_empty:
        return Polytope(np.empty((0, 2)))
    if shape.geom_type in ("Point", "LineString"):
        if len(shape.coords) > 2:
            raise Error("wrong_type", "shape", "a LineString of several segments", "give its segments one by one, as parts of a Body")
        return Polytope(_plane(shape))
    parts = [shape] if shape.geom_type == "Polygon" else shape.geoms
    rings = [_plane(ring)[:-1] for part in parts for ring in (part.exterior, *part.interiors)]
    return Polytope(rings[0]) if len(rings) == 1 and _is_convex_ring(rings[0]) else Polygon(rings)


def _plane(ring: Any) -> Any:
    """The first two coordinates of each point."""
    return np.asarray(ring.coords, dtype=np.float64)[:, :2]


def _is_convex_ring(ring: Any) -> bool:
    """Whether a ring turns one way at every corner, once around; decided exactly."""
    from fractions import Fraction

    points = [(Fraction(float(x)), Fraction(float(y))) for x, y in ring]
    points = [p for i, p in enumerate(points) if p != points[i - 1]]
    turns = []
    quadrants = 0
    for i, (x, y) in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        u, v = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        cross = u[0] * v[1] - u[1] * v[0]
        if cross == 0 and u[0] * v[0] + u[1] * v[1] < 0:
            return False
        if cross != 0:
            turns.append(cross > 0)
        if (u[1] < 0 or (u[1] == 0 and u[0] < 0)) != (v[1] < 0 or (v[1] == 0 and v[0] < 0)):
            quadrants += 1
    return len(set(turns)) <= 1 and quadrants <= 2


def from_mujoco(model: Any, data: Any, *, groups: tuple[int, ...] | None = None) -> Scene:
    """The collision bodies of a MuJoCo model at the state of `data`, as a scene. Needs mujoco.

    Boxes and meshes are taken as polytopes, a mesh as its hull, as MuJoCo takes it. Geoms of other shapes are refused
    (not_served). Geoms that collide with nothing (contype and conaffinity 0) are left out. user: the geom's id.
    """
    mujoco: Any = importlib.import_module("mujoco")

    scene = Scene()
    kinds = mujoco.mjtGeom
    for geom in range(model.ngeom):
        if groups is not None and int(model.geom_group[geom]) not in groups:
            continue
        if groups is None and model.geom_contype[geom] == 0 and model.geom_conaffinity[geom] == 0:
            continue
        kind = int(model.geom_type[geom])
        name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM, geom) or f"geom {geom}"
        if kind == int(kinds.mjGEOM_BOX):
            body = Polytope.box(model.geom_size[geom])
        elif kind == int(kinds.mjGEOM_MESH):
            mesh = int(model.geom_dataid[geom])
            first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
            body = Polytope(model.mesh_vert[first : first + count])
        else:
            raise Error("not_served", name, f"a geom of type {kinds(kind).name}", "give groups= without it")
        matrix = np.column_stack([data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]])
        scene.add(body, matrix, name, geom)
    return scene
