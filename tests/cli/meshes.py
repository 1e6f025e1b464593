# SPDX-License-Identifier: Apache-2.0
"""Small meshes as OBJ texts."""

# Corners of a box as bits x, y, z; faces counter-clockwise from outside.
BOX = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def solid(name, points, faces):
    lines = ["o " + name] + ["v %r %r %r" % tuple(p) for p in points]
    return "\n".join(lines + ["f " + " ".join(str(i - len(points)) for i in face) for face in faces]) + "\n"


def box(name, lower, upper, faces=tuple(BOX)):
    ends = list(zip(lower, upper))
    return solid(name, [(x, y, z) for x in ends[0] for y in ends[1] for z in ends[2]], faces)


def cup(name="cup"):
    """4 wide and 4 high; the well is 2 wide and begins at the height 1."""
    ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    points = [(s * x, s * y, z) for s, z in ((2, 0), (2, 4), (1, 4), (1, 1)) for x, y in ring]
    faces = [(3, 2, 1, 0), (12, 13, 14, 15)]
    for k in range(4):
        j = (k + 1) % 4
        faces += [(r + k, r + j, r + 4 + j, r + 4 + k) for r in (0, 4, 8)]
    return solid(name, points, faces)


def joined(name, *objects):
    """One object of the faces of several."""
    return "o " + name + "\n" + "".join(text.split("\n", 1)[1] for text in objects)


def cube_about(size, inward=False):
    """A cube about (0, 0, 1), perhaps turned inwards."""
    return box("x", (-size, -size, 1 - size), (size, size, 1 + size), [face[::-1] if inward else face for face in BOX])


def crate_of_shells(name="crate"):
    """A hollow box with a ball in it, a lid on it, and a box that is open and lies apart: four shells."""
    return joined(name, cube_about(4), cube_about(3, inward=True), cube_about(1),
                  box("x", (-4, -4, 5), (4, 4, 6)), box("x", (9, 0, 0), (10, 1, 1), BOX[:5]))
