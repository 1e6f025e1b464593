# SPDX-License-Identifier: Apache-2.0
"""The compatible CollisionManager with meshes that are not convex, by construction and against trimesh's own."""

from __future__ import annotations

import importlib.util
import unittest
from typing import Any

import numpy as np
from bodies import Cells, polycube

import sunder
from sunder.compat.trimesh import CollisionManager, scene_to_collision

GRID = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
SHELL = {cell for cell in GRID if cell != (1, 1, 1)}
CUP = {cell for cell in GRID if cell not in ((1, 1, 1), (1, 1, 2))}


def moved(x: float, y: float = 0.0, z: float = 0.0) -> Any:
    matrix = np.eye(4)
    matrix[:3, 3] = [x, y, z]
    return matrix


@unittest.skipIf(importlib.util.find_spec("trimesh") is None, "not installed: trimesh")
class Meshes(unittest.TestCase):
    @staticmethod
    def mesh(cells: Cells, scale: float = 1) -> Any:
        import trimesh

        vertices, triangles = polycube(cells)
        return trimesh.Trimesh(vertices * scale, triangles)

    def test_surfaces_and_solids(self) -> None:
        block, cup, bent = self.mesh(set(GRID)), self.mesh(CUP), self.mesh({(0, 0, 0), (1, 0, 0), (1, 1, 0)}, 0.125)
        wall, inside, hollow = moved(0.25, 0.25, 0.25), moved(1.25, 1.25, 1.25), moved(1.5, 1.5, 2.5)
        for solid in (False, True):
            manager = CollisionManager(solid=solid)
            taken = manager.add_object("cup", cup)
            assert isinstance(taken, sunder.Mesh)
            self.assertEqual(taken.kind, "solid" if solid else "surface")
            self.assertIsInstance(manager.add_object("block", block, moved(20)), sunder.Polytope)
            self.assertFalse(manager.in_collision_single(bent, hollow), "in the hull of the cup alone")
            self.assertEqual(manager.in_collision_single(bent, wall), solid, "in the wall of the cup")
            self.assertTrue(manager.in_collision_single(bent, moved(21, 1, 1)), "a convex mesh has an inside")
            self.assertEqual(manager.in_collision_single(bent, inside, return_names=True), (False, set()))
            self.assertTrue(manager.in_collision_single(bent, moved(2.875, 1, 1)))
            if solid:
                _, data = manager.in_collision_single(bent, wall, return_data=True)
                (contact,) = data
                self.assertTrue(0.25 <= contact.depth < 3, "from the wall, at most from the hull")
                self.assertEqual((contact.index("cup"), contact.index("__external")), (-1, -1))
                self.assertTrue((contact.point >= 0.25).all() and (contact.point <= 0.5).all())
            self.assertEqual(manager.min_distance_single(bent, inside, return_name=True), (0.25, "cup"))

    def test_contacts_name_faces(self) -> None:
        cup, bent = self.mesh(CUP), self.mesh({(0, 0, 0), (1, 0, 0), (1, 1, 0)}, 0.125)
        manager = CollisionManager()
        manager.add_object("cup", cup)
        manager.add_object("bent", bent, moved(1.25, 1.25, 0.9375))
        found, names, data = manager.in_collision_internal(return_names=True, return_data=True)
        self.assertEqual((found, names), (True, {("bent", "cup")}))
        pairs = set()
        for contact in data:
            pairs.add((contact.index("bent"), contact.index("cup")))
            first = sunder.Polytope(bent.vertices[bent.faces[contact.index("bent")]] + [1.25, 1.25, 0.9375])
            second = sunder.Polytope(cup.vertices[cup.faces[contact.index("cup")]])
            self.assertTrue(sunder.intersects(first, second))
            for body in (first, second):
                self.assertLessEqual(sunder.distance(sunder.Polytope([contact.point]), body).lower, contact.depth + 1e-12)
            self.assertAlmostEqual(float(np.linalg.norm(contact.normal)), 1)
        self.assertEqual(len(pairs), len(data))
        # Every pair of faces, one by one.
        expected = {
            (i, j)
            for i in range(len(bent.faces))
            for j in range(len(cup.faces))
            if sunder.intersects(sunder.Polytope(bent.vertices[bent.faces[i]] + [1.25, 1.25, 0.9375]), sunder.Polytope(cup.vertices[cup.faces[j]]))
        }
        self.assertEqual(pairs, expected)
        manager.set_transform("bent", moved(1.25, 1.25, 1))
        _, data = manager.in_collision_internal(return_data=True)
        self.assertEqual({contact.depth for contact in data}, {0.0})
        manager.set_transform("bent", moved(1.25, 1.25, 1.125))
        distance, names, closest = manager.min_distance_internal(return_names=True, return_data=True)
        self.assertEqual((distance, names), (0.125, ("bent", "cup")))
        self.assertEqual(closest.point("bent")[2] - closest.point("cup")[2], 0.125)
        for name, mesh, place in (("bent", bent, [1.25, 1.25, 1.125]), ("cup", cup, [0, 0, 0])):
            face = mesh.vertices[mesh.faces[closest.index(name)]] + place
            self.assertLess(sunder.distance(sunder.Polytope(face), sunder.Polytope([closest.point(name)])).lower, 1e-12)

    def test_objects_of_sunder(self) -> None:
        cup = sunder.Mesh(*polycube(CUP))
        manager = CollisionManager()
        self.assertIs(manager.add_object("cup", cup), cup)
        ball = sunder.Polytope.ball(0.25)
        self.assertTrue(manager.in_collision_single(ball, moved(1.5, 1.5, 1.25)))
        self.assertFalse(manager.in_collision_single(ball, moved(1.5, 1.5, 1.5)))
        self.assertAlmostEqual(manager.min_distance_single(ball, moved(1.5, 1.5, 1.5)), 0.25, places=12)
        manager.add_object("ball", ball, moved(0.5, 0.5, 0.5))
        self.assertEqual(manager.in_collision_internal(return_names=True), (True, {("ball", "cup")}))
        self.assertEqual(manager.min_distance_internal(name="ball", return_names=True), (0.0, ("ball", "cup")))
        manager.add_object("far", ball, moved(9, 0.5, 0.5))
        self.assertAlmostEqual(manager.min_distance_internal("far"), 5.75, places=12)
        self.assertTrue(manager.in_collision_internal(ignore_pairs=[("far", "cup")]))
        self.assertFalse(manager.in_collision_internal(ignore_pairs=[("ball", "cup")]))
        other = CollisionManager()
        other.add_object("nothing", sunder.Mesh(np.empty((0, 3)), np.empty((0, 3))))
        self.assertFalse(manager.in_collision_other(other))
        distance, names, data = manager.min_distance_other(other, return_names=True, return_data=True)
        self.assertEqual((distance, data.distance), (np.inf, np.inf))
        self.assertTrue(np.isnan(data.point("nothing")).all())
        other.add_object("ball", ball, moved(9, 0.5, 1))
        found, names, contacts = manager.in_collision_other(other, return_names=True, return_data=True)
        self.assertEqual((found, names), (True, {("far", "ball")}))
        np.testing.assert_array_equal(contacts[0].normal, [0, 0, 1])
        for bad in (np.eye(3), np.full((4, 4), np.nan), np.ones((4, 4))):
            with self.assertRaises(sunder.Error):
                manager.set_transform("ball", bad)
        self.assertEqual(manager.in_collision_internal(return_names=True), (True, {("ball", "cup")}))
        for call in (manager.remove_object, manager.min_distance_internal):
            with self.assertRaises(ValueError):
                call("unknown")

    def test_scenes(self) -> None:
        import trimesh

        scene = trimesh.Scene()
        scene.add_geometry(self.mesh(CUP), node_name="cup")
        scene.add_geometry(self.mesh({(0, 0, 0)}, 0.5), node_name="cube", transform=moved(1.25, 1.25, 1.25))
        manager, taken = scene_to_collision(scene)
        self.assertEqual({name: type(body) for name, body in taken.items()}, {"cup": sunder.Mesh, "cube": sunder.Polytope})
        self.assertFalse(manager.in_collision_internal())
        manager.set_transform("cube", moved(1.25, 1.25, 1))
        self.assertTrue(manager.in_collision_internal())

    @unittest.skipIf(importlib.util.find_spec("fcl") is None, "not installed: fcl")
    def test_it_agrees_with_that_of_trimesh(self) -> None:
        import trimesh

        rng = np.random.default_rng(8)
        meshes = [
            trimesh.creation.torus(1, 0.4, major_sections=16, minor_sections=12),
            trimesh.creation.annulus(0.5, 1, 0.5, sections=16),
            trimesh.creation.box(),
        ]
        collided = 0
        for _ in range(60):
            place = trimesh.transformations.random_rotation_matrix(rng.random(3))
            place[:3, 3] = rng.uniform(-1.5, 1.5, 3)
            place = place.astype(np.float32).astype(float)  # trimesh rounds it
            first, second = (meshes[int(i)] for i in rng.integers(len(meshes), size=2))
            manager_of_trimesh: Any = trimesh.collision.CollisionManager
            managers: list[Any] = [CollisionManager(), manager_of_trimesh()]
            answers = []
            for manager in managers:
                manager.add_object("a", first)
                manager.add_object("b", second, place)
                found, names, data = manager.in_collision_internal(return_names=True, return_data=True)
                answers.append((found, names, {(contact.index("a"), contact.index("b")) for contact in data}))
            self.assertEqual(answers[0], answers[1])
            collided += answers[0][0]
            if not answers[0][0] and not first.is_convex and not second.is_convex:  # it is wrong about some others
                self.assertAlmostEqual(managers[0].min_distance_internal(), managers[1].min_distance_internal(), places=6)
        self.assertTrue(20 < collided < 60)


if __name__ == "__main__":
    unittest.main()
