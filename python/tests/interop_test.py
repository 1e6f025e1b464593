# SPDX-License-Identifier: Apache-2.0
"""The bridges, against the real packages. Where one is not installed its tests are skipped."""

from __future__ import annotations

import importlib
import importlib.util
import unittest
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

import sunder
from sunder.compat.trimesh import CollisionManager


F = TypeVar("F", bound=Callable[..., object])


def needs(*names: str) -> Callable[[F], F]:
    """Skips a test, or a class of tests, without these packages."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    return unittest.skipIf(bool(missing), f"not installed: {', '.join(missing)}")


def moved(x: float, y: float = 0.0, z: float = 0.0) -> Any:
    matrix = np.eye(4)
    matrix[:3, 3] = [x, y, z]
    return matrix


@needs("trimesh")
class Trimesh(unittest.TestCase):
    def test_there_and_back(self) -> None:
        import trimesh

        mesh = trimesh.creation.icosphere(subdivisions=2)
        body = sunder.from_trimesh(mesh, hull=True)
        again = sunder.to_trimesh(body)
        self.assertTrue(again.is_watertight)
        self.assertAlmostEqual(again.volume, mesh.volume, places=12)
        box = sunder.from_trimesh(trimesh.creation.box())
        self.assertEqual((box.kind, box.is_convex, len(box)), ("solid", True, 12))
        ring = sunder.from_trimesh(trimesh.creation.torus(2, 1))
        self.assertEqual((ring.kind, ring.is_convex), ("solid", False))
        back = sunder.to_trimesh(ring)
        np.testing.assert_array_equal(back.faces, ring.triangles)
        np.testing.assert_array_equal(back.vertices, ring.vertices)
        self.assertEqual(sunder.from_trimesh(back), ring)
        self.assertEqual(sunder.from_trimesh(back, as_="surface").kind, "surface")
        back.vertices[0] = 0  # its arrays are its own
        high = sunder.to_trimesh(ring, sunder.Pose.translation([0, 0, 5]))
        self.assertAlmostEqual(high.bounds[0][2], 4)
        half = trimesh.Trimesh(mesh.vertices, mesh.faces[: len(mesh.faces) // 2])
        self.assertEqual(sunder.from_trimesh(half).kind, "surface")
        refused: list[tuple[Any, str, str]] = [
            (lambda: sunder.from_trimesh(half, as_="solid"), "not_solid", "triangles"),
            (lambda: sunder.from_trimesh(half, hull=True, as_="solid"), "not_served", "as_"),  # type: ignore[call-overload]
            (lambda: sunder.to_trimesh(sunder.Body([])), "wrong_type", "body"),  # type: ignore[arg-type]
            (lambda: sunder.to_trimesh(sunder.Polytope.ball(1)), "wrong_shape", "body"),
        ]
        for call, code, where in refused:
            with self.assertRaises(sunder.Error) as caught:
                call()
            self.assertEqual((caught.exception.code, caught.exception.where), (code, where))

    @needs("fcl")
    def test_the_manager_agrees_with_that_of_trimesh(self) -> None:
        import trimesh

        rng = np.random.default_rng(5)
        for _ in range(20):
            ours: Any = CollisionManager()
            manager_of_trimesh: Any = trimesh.collision.CollisionManager
            theirs = manager_of_trimesh()
            for i in range(6):
                mesh = trimesh.creation.box(extents=rng.uniform(0.5, 2, 3))
                place = trimesh.transformations.random_rotation_matrix(rng.random(3))
                place[:3, 3] = rng.uniform(-2, 2, 3)
                managers: tuple[Any, ...] = (ours, theirs)
                for manager in managers:
                    manager.add_object(f"box {i}", mesh, place)
            mine, pairs = ours.in_collision_internal(return_names=True)
            other, expected = theirs.in_collision_internal(return_names=True)
            self.assertEqual(mine, other)
            self.assertEqual({frozenset(p) for p in pairs}, {frozenset(p) for p in expected})
            probe = trimesh.creation.box(extents=(1, 1, 1))
            self.assertEqual(ours.in_collision_single(probe, moved(0.5), return_names=True), theirs.in_collision_single(probe, moved(0.5), return_names=True))
            if not mine:
                self.assertAlmostEqual(ours.min_distance_internal(), theirs.min_distance_internal(), places=4)

    def test_the_manager(self) -> None:
        import trimesh

        cube = trimesh.creation.box(extents=(1, 1, 1))
        manager = CollisionManager()
        manager.add_object("a", cube)
        manager.add_object("b", cube, moved(0.5))
        manager.add_object("c", cube, moved(5))
        self.assertEqual(manager.in_collision_internal(return_names=True), (True, {("a", "b")}))
        self.assertFalse(manager.in_collision_internal(ignore_pairs=[("b", "a")]))
        found, data = manager.in_collision_internal(return_data=True)
        self.assertTrue(found)
        self.assertAlmostEqual(max(contact.depth for contact in data), 0.5)
        self.assertEqual(data[0].names, {"a", "b"})
        manager.set_transform("b", moved(1))
        self.assertTrue(manager.in_collision_internal(), "touching is a collision")
        manager.set_transform("b", moved(1 + 2**-52))
        self.assertFalse(manager.in_collision_internal())
        manager.remove_object("b")
        distance, names, closest = manager.min_distance_internal(return_names=True, return_data=True)
        self.assertEqual((distance, names), (4.0, ("a", "c")))
        self.assertEqual(closest.point("a")[0], 0.5)
        self.assertEqual(manager.min_distance_single(cube, moved(0, 3), return_name=True), (2.0, "a"))
        other = CollisionManager()
        other.add_object("d", cube, moved(5.5))
        self.assertEqual(manager.in_collision_other(other, return_names=True), (True, {("c", "d")}))
        self.assertEqual(manager.min_distance_other(other), -0.5)
        with self.assertRaises(ValueError):
            manager.set_transform("b", None)
        self.assertEqual(CollisionManager().in_collision_internal(return_names=True), (False, set()))


@needs("shapely")
class Shapely(unittest.TestCase):
    def test_polygons(self) -> None:
        import shapely

        square = shapely.box(0, 0, 1, 1)
        body = sunder.from_shapely(square)
        assert isinstance(body, sunder.Polytope)
        self.assertEqual(body.vertex_count, 4)
        gap = sunder.distance(body, sunder.from_shapely(shapely.Point(3, 0.5)))
        self.assertTrue(gap.lower <= 2 <= gap.upper)
        star = shapely.Polygon([(np.cos(4 * np.pi * k / 5), np.sin(4 * np.pi * k / 5)) for k in range(5)])
        holed = square.buffer(1).difference(square)
        notched = shapely.Polygon([(0, 0), (2, 0), (2, 2), (1, 0.5), (0, 2)])
        for bad, code in ((star, "not_simple"), (shapely.MultiPoint([(0, 0), (1, 1)]), "wrong_type"), (shapely.LineString([(0, 0), (1, 0), (1, 1)]), "wrong_type")):
            with self.assertRaises(sunder.Error) as caught:
                sunder.from_shapely(bad)
            self.assertEqual(caught.exception.code, code)
        for shape in (holed, notched, shapely.MultiPolygon([square, shapely.box(3, 0, 4, 1)])):
            polygon = sunder.from_shapely(shape)
            assert isinstance(polygon, sunder.Polygon)
            self.assertAlmostEqual(polygon.area, shape.area)
        self.assertEqual(sunder.from_shapely(shapely.MultiPolygon([square])), body)
        self.assertEqual(len(sunder.from_shapely(shapely.Polygon())), 0)  # type: ignore[arg-type]
        rng = np.random.default_rng(2)
        for _ in range(100):
            hulls = [shapely.MultiPoint(rng.normal(size=(9, 2)) + rng.uniform(-2, 2, 2)).convex_hull for _ in range(2)]
            a, b = (sunder.from_shapely(h) for h in hulls)
            self.assertEqual(bool(sunder.intersects(a, b)), hulls[0].intersects(hulls[1]))
            self.assertAlmostEqual(sunder.distance(a, b).upper, hulls[0].distance(hulls[1]), places=10)


@needs("scipy")
class Scipy(unittest.TestCase):
    def test_rotations(self) -> None:
        from scipy.spatial.transform import Rotation

        turn = Rotation.from_euler("xyz", [0.1, 0.2, 0.3])
        pose = sunder.Pose.from_rotation(turn, [1, 2, 3])
        np.testing.assert_allclose(pose.matrix[:, :3], turn.as_matrix(), atol=1e-15)
        with self.assertRaises(sunder.Error):
            sunder.Pose.from_rotation(np.eye(3))


@needs("pandas")
class Pandas(unittest.TestCase):
    def test_report(self) -> None:
        scene = sunder.Scene()
        for x in (0.0, 1.5, 9.0):
            scene.add(sunder.Polytope.box([1, 1, 1]), sunder.Pose.translation([x, 0, 0]))
        table = scene.check().to_pandas()
        self.assertEqual(list(table["proximity"]), ["overlapping"])


@needs("mujoco")
class Mujoco(unittest.TestCase):
    def test_boxes_and_meshes(self) -> None:
        mujoco: Any = importlib.import_module("mujoco")

        model = mujoco.MjModel.from_xml_string(
            "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
            "<geom name='floor box' type='box' size='2 2 0.5'/><body pos='0 0 0.75'><freejoint/>"
            "<geom name='top' type='box' size='0.5 0.5 0.25'/></body>"
            "<body pos='9 0 0'><geom name='tet' type='mesh' mesh='m'/></body></worldbody></mujoco>"
        )
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        scene = sunder.from_mujoco(model, data)
        self.assertEqual(scene.names, ["floor box", "top", "tet"])
        report = scene.check()
        self.assertEqual((report.touching, report.overlapping), (1, 0))
        ball = mujoco.MjModel.from_xml_string("<mujoco><worldbody><geom type='sphere' size='1'/></worldbody></mujoco>")
        with self.assertRaises(sunder.Error) as caught:
            sunder.from_mujoco(ball, mujoco.MjData(ball))
        self.assertEqual(caught.exception.code, "not_served")


if __name__ == "__main__":
    unittest.main()
