#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes scenes/desk.glb: bodies that are not convex, each one mesh.

A ball lies in a cup, clear of it; as hulls they would collide. A drawer stands in its frame and touches the
frame's floor, exactly: one unit in the last place lower it would overlap. A sheet of paper is a surface, since
its edges are open. Cup and paper stand clear above the frame.

Every coordinate is a multiple of 2^-16 m, so that float32 holds it.

    scenes/make_desk.py [OUTPUT]
"""

import pathlib
import sys

from make_room import GAP, Glb, circle, cut, dyadic, volume_sign

FRAME = (0.5, 0.25, 0.5)  # width, height, depth; open at the front, where z is largest
WALL = 0.03125
PLAY = 0.0078125  # between the drawer and its frame, at the sides
DRAWER_HEIGHT = 0.125
CUP_SIDES = 32
CUP_RADIUS, CUP_HEIGHT = 0.0625, 0.125
CUP_WALL = 0.0078125
BALL_RADIUS = 0.0390625


def outward(points, faces):
    """The faces, turned so that they are seen counter-clockwise from outside."""
    return faces if volume_sign(points, faces) > 0 else [(i, k, j) for i, j, k in faces]


def ring(lower, upper, height):
    return [(x, height, z) for x, z in ((lower[0], lower[1]), (upper[0], lower[1]),
                                        (upper[0], upper[1]), (lower[0], upper[1]))]


def vessel(rings):
    """A body open at the top: outer rings upwards, then inner rings downwards. Its two ends are closed."""
    sides = len(rings[0])
    points = [point for level in rings for point in level]
    faces = []
    for step in range(len(rings) - 1):
        for i, j, k in cut(sides, range(sides))[2 * (sides - 2):]:
            faces.append((i + step * sides, j + step * sides, k + step * sides))
    last = (len(rings) - 1) * sides
    faces += [(0, i, i + 1) for i in range(1, sides - 1)]
    faces += [(last, last + i + 1, last + i) for i in range(1, sides - 1)]
    return points, outward(points, faces)


def cup():
    inner = CUP_RADIUS - CUP_WALL
    return vessel([circle(CUP_SIDES, CUP_RADIUS, 0), circle(CUP_SIDES, CUP_RADIUS, CUP_HEIGHT),
                   circle(CUP_SIDES, inner, CUP_HEIGHT), circle(CUP_SIDES, inner, CUP_WALL)])


def ball():
    """An octahedron whose triangles are cut into four, twice, and moved out to the sphere."""
    points = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    faces = [(x, y, z) if (x + y + z) % 2 == 0 else (x, z, y) for x in (0, 1) for y in (2, 3) for z in (4, 5)]
    for _ in range(2):
        middles = {}

        def middle(i, j):
            key = (min(i, j), max(i, j))
            if key not in middles:
                middles[key] = len(points)
                points.append(tuple(points[i][k] + points[j][k] for k in range(3)))
            return middles[key]

        parts = []
        for i, j, k in faces:
            ij, jk, ki = middle(i, j), middle(j, k), middle(k, i)
            parts += [(i, ij, ki), (j, jk, ij), (k, ki, jk), (ij, jk, ki)]
        faces = parts
        points = [tuple(value / sum(x * x for x in point) ** 0.5 for value in point) for point in points]
    return [tuple(dyadic(BALL_RADIUS * value) for value in point) for point in points], faces


def drawer():
    width, _, depth = (FRAME[k] / 2 - WALL - PLAY for k in range(3))
    inner = WALL / 2
    return vessel([ring((-width, -depth), (width, depth), 0),
                   ring((-width, -depth), (width, depth), DRAWER_HEIGHT),
                   ring((inner - width, inner - depth), (width - inner, depth - inner), DRAWER_HEIGHT),
                   ring((inner - width, inner - depth), (width - inner, depth - inner), inner)])


def frame():
    """A vessel whose opening points to the front: built upwards, then turned about the x axis."""
    width, height, depth = FRAME
    half, tall = width / 2, height / 2
    points, faces = vessel([ring((-half, -tall), (half, tall), -depth / 2),
                            ring((-half, -tall), (half, tall), depth / 2),
                            ring((WALL - half, WALL - tall), (half - WALL, tall - WALL), depth / 2),
                            ring((WALL - half, WALL - tall), (half - WALL, tall - WALL), WALL - depth / 2)])
    return [(x, -z + tall, y) for x, y, z in points], faces


def paper():
    return ring((-0.125, -0.0625), (0.0625, 0.1875), 0), [(0, 2, 1), (0, 3, 2)]


class Desk(Glb):
    NAME, GENERATOR = "desk", "make_desk.py"
    COLOURS = {"wood": (0.45, 0.27, 0.15, 1), "china": (0.9, 0.9, 0.86, 1), "paper": (1, 1, 1, 1)}


def bodies():
    """(name, material, (points, faces), place) of each body."""
    top = FRAME[1] + GAP
    return [
        ("frame", "wood", frame(), (0, 0, 0)),
        ("drawer", "wood", drawer(), (0, WALL, 0)),
        ("cup", "china", cup(), (0.140625, top, 0)),
        ("ball", "china", ball(), (0.140625, top + CUP_WALL + BALL_RADIUS + 0.00390625, 0)),
        ("paper", "paper", paper(), (-0.0625, top, 0)),
    ]


def desk():
    glb = Desk()
    for name, material, (points, faces), place in bodies():
        glb.add_mesh(name, material, points, faces)
        glb.nodes.append({"name": name, "mesh": len(glb.meshes) - 1, "translation": list(place)})
    return glb.bytes(list(range(len(glb.nodes))))


def main():
    default = pathlib.Path(__file__).with_name("desk.glb")
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    path.write_bytes(desk())


if __name__ == "__main__":
    main()
