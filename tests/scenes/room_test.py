#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The scenes equal the output of their generators, and the room has the furniture that the paper counts."""

import pathlib
import sys
import unittest

SCENES = pathlib.Path(__file__).parents[2] / "scenes"
sys.path.insert(0, str(SCENES))
import make_arm  # noqa: E402
import make_desk  # noqa: E402
import make_room  # noqa: E402


def points_in(parts):
    return sum(len(low) + len(high) for low, high in parts.values())


class Room(unittest.TestCase):
    def test_committed_file_is_current(self):
        self.assertEqual((SCENES / "room.glb").read_bytes(), make_room.room())

    def test_the_papers_counts(self):
        table, chair = make_room.table_parts(), make_room.chair_parts()
        self.assertEqual((len(table), points_in(table)), (5, 308))
        self.assertEqual((len(chair), points_in(chair)), (10, 68))

    def test_every_coordinate_is_a_small_dyadic(self):
        for _, parts, axes, place in make_room.furniture():
            placed = [*place]
            for rings in parts.values():
                placed += [value for ring in rings for point in ring for value in point]
            for value in placed:
                self.assertEqual(value * 65536, round(value * 65536))
                self.assertLess(abs(value), 4)
            self.assertEqual({abs(entry) for axis in axes for entry in axis}, {0, 1})


class Desk(unittest.TestCase):
    def test_committed_file_is_current(self):
        self.assertEqual((SCENES / "desk.glb").read_bytes(), make_desk.desk())

    def test_every_coordinate_is_a_small_dyadic(self):
        for name, _, (points, faces), place in make_desk.bodies():
            for value in [*place, *(value for point in points for value in point)]:
                self.assertEqual(value * 65536, round(value * 65536), name)
            uses = {}
            for face in faces:
                for edge in zip(face, face[1:] + face[:1]):
                    uses[edge] = uses.get(edge, 0) + 1
            closed = all(count == 1 and (j, i) in uses for (i, j), count in uses.items())
            self.assertEqual(closed, name != "paper", name)


class Arm(unittest.TestCase):
    def test_committed_files_are_current(self):
        for name, text in make_arm.files().items():
            self.assertEqual((SCENES / name).read_text(encoding="utf-8"), text, name)


if __name__ == "__main__":
    unittest.main()
