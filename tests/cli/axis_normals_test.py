# SPDX-License-Identifier: Apache-2.0
"""A normal along an axis equals that axis to the last bit: no entry is an ulp off 1."""

import itertools
import random
import unittest

from sunder import query

SCALES = (1e-150, 1e-8, 1.0, 3.0, 49.0, 1e8, 1e150)
ROUNDS = 12


def box(low, high):
    return [list(corner) for corner in itertools.product(*zip(low, high))]


def along(axis, sign, values):
    """Values of a frame whose first axis is `sign` times the given one, cyclically."""
    turned = [values[(k - axis) % len(values)] for k in range(len(values))]
    turned[axis] *= sign
    return turned


class AxisNormals(unittest.TestCase):
    def bodies(self, generator, dimension, scale, gap):
        """Pairs whose first coordinates differ by `gap`, and that face each other across it."""
        x = generator.uniform(0.5, 2) * scale
        size = [generator.uniform(0.5, 2) * scale for _ in range(dimension)]
        small = [s / 3 for s in size]
        low, high = [0.0] * dimension, size
        near = [size[0] + gap * x] + [s / 4 for s in size[1:]]
        far = [near[0] + x] + [a + s for a, s in zip(near[1:], small[1:])]
        yield "points", [high], [[near[0], *high[1:]]]
        yield "boxes", box(low, high), box(near, far)
        yield "box and point", box(low, high), [near]
        yield "box and segment", box(low, high), [near, [far[0], *near[1:]]]
        yield "equal boxes", box(low, high), box([near[0], *low[1:]], [near[0] + size[0], *high[1:]])

    def expect(self, ask, gap, dimensions):
        generator = random.Random(7)
        lines, wanted = [], []
        for dimension, scale, _ in itertools.product(dimensions, SCALES, range(ROUNDS)):
            for axis, sign in itertools.product(range(dimension), (1, -1)):
                for name, a, b in self.bodies(generator, dimension, scale, gap):
                    if gap < 0 and "box" != name[:3] and "boxes" not in name:
                        continue
                    turned = [[along(axis, sign, point) for point in body] for body in (a, b)]
                    lines.append({"id": "%s, %d-D, %g" % (name, dimension, scale), "ask": [ask],
                                  "a": {"vertices": turned[0]}, "b": {"vertices": turned[1]}})
                    wanted.append(along(axis, sign, [1] + [0] * (dimension - 1)))
        status, answers = query(*lines)
        self.assertEqual((status, len(answers)), (0, len(lines)))
        wrong, exact = [], 0
        for answer, axis in zip(answers, wanted):
            normal = answer["normal"]
            exact += normal == axis
            aligned = len([entry for entry in normal if entry != 0]) == 1
            if normal != axis and (aligned or answer["id"].startswith("points")):
                wrong.append((answer["id"], answer["decided_by"], normal))
        self.assertEqual(wrong[:5], [], "%d of %d" % (len(wrong), len(lines)))
        self.assertGreater(exact, 0.8 * len(lines))  # rounding tilts the others

    def test_of_bodies_apart(self):
        self.expect("distance", 1, (1, 2, 3))

    def test_of_bodies_that_overlap_least_along_it(self):
        self.expect("depth", -0.03125, (2, 3))


if __name__ == "__main__":
    unittest.main()
