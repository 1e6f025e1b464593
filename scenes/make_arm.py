#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes scenes/arm.urdf, scenes/arm.srdf and scenes/arm_hand.obj: a robot arm of six joints with a gripper.

Its shapes are of every kind: cylinders, capsules, a sphere, boxes, and a hand that is a mesh in millimetres and not
convex. One finger mimics the other. At its state "home" the arm is free; at "folded" the hand reaches into the base.

    scenes/make_arm.py [FOLDER]
"""

import math
import pathlib
import sys

# name of the link, its shape, and the shape's place in the link
LINKS = (
    ("base", '<cylinder radius="0.12" length="0.2"/>', "0 0 0.1"),
    ("shoulder", '<sphere radius="0.1"/>', "0 0 0"),
    ("upper_arm", '<capsule radius="0.06" length="0.3"/>', "0 0 0.2"),
    ("forearm", '<capsule radius="0.05" length="0.25"/>', "0 0 0.175"),
    ("wrist", '<cylinder radius="0.045" length="0.1"/>', "0 0 0"),
    ("palm", '<box size="0.08 0.08 0.06"/>', "0 0 0.06"),
    ("hand", '<mesh filename="package://scenes/arm_hand.obj" scale="0.001 0.001 0.001"/>', "0 0 0"),
    ("left_finger", '<box size="0.02 0.01 0.05"/>', "0 0 0.025"),
    ("right_finger", '<box size="0.02 0.01 0.05"/>', "0 0 0.025"),
)
# name, kind, parent, child, xyz, rpy, axis, limits, mimic
JOINTS = (
    ("turn", "continuous", "base", "shoulder", "0 0 0.25", "0 0 0", "0 0 1", None, None),
    ("lift", "revolute", "shoulder", "upper_arm", "0 0 0.05", "0 0 0", "0 1 0", (-2, 2), None),
    ("bend", "revolute", "upper_arm", "forearm", "0 0 0.4", "0 0 0", "0 1 0", (-2.6, 2.6), None),
    ("roll", "revolute", "forearm", "wrist", "0 0 0.38", "0 0 0", "0 0 1", (-3, 3), None),
    ("tilt", "revolute", "wrist", "palm", "0 0 0.03", "0 0 0", "1 0 0", (-2, 2), None),
    ("screw", "revolute", "palm", "hand", "0 0 0.09", "0 0 0", "0 0 1", (-3, 3), None),
    ("grip", "prismatic", "hand", "left_finger", "0 0 0.06", "0 0 0", "0 1 0", (0.006, 0.03), None),
    ("follow", "prismatic", "hand", "right_finger", "0 0 0.06", "0 0 3.141592653589793", "0 1 0", (0.006, 0.03), "grip"),
)
HOME = {"turn": 0, "lift": 0.5, "bend": 1, "roll": 0, "tilt": 0, "screw": 0, "grip": 0.02}
FOLDED = {**HOME, "lift": 1, "bend": 2.55}
# A channel open at the top: its outline in y and z, in millimetres, and the triangles that fill it.
OUTLINE = ((-45, 0), (45, 0), (45, 60), (38, 60), (38, 10), (-38, 10), (-38, 60), (-45, 60))
CAP = ((0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7))
HALF_WIDTH = 12


def hand():
    lines = ["# A hand in millimetres; made by make_arm.py"]
    lines += [f"v {x} {y} {z}" for x in (-HALF_WIDTH, HALF_WIDTH) for y, z in OUTLINE]
    sides = len(OUTLINE)
    triangles = [(i, k, j) for i, j, k in CAP] + [tuple(i + sides for i in triangle) for triangle in CAP]
    for i in range(sides):
        j = (i + 1) % sides
        triangles += [(i, j, j + sides), (i, j + sides, i + sides)]
    return "\n".join(lines + ["f " + " ".join(str(i + 1) for i in triangle) for triangle in triangles]) + "\n"


def urdf():
    lines = ['<?xml version="1.0"?>', "<!-- Made by make_arm.py -->", '<robot name="arm">']
    for name, shape, xyz in LINKS:
        lines += [f'  <link name="{name}">', "    <collision>", f'      <origin xyz="{xyz}" rpy="0 0 0"/>',
                  f"      <geometry>{shape}</geometry>", "    </collision>", "  </link>"]
    for name, kind, parent, child, xyz, rpy, axis, limits, mimic in JOINTS:
        lines += [f'  <joint name="{name}" type="{kind}">', f'    <origin xyz="{xyz}" rpy="{rpy}"/>',
                  f'    <parent link="{parent}"/>', f'    <child link="{child}"/>', f'    <axis xyz="{axis}"/>']
        if limits:
            lines.append(f'    <limit lower="{limits[0]}" upper="{limits[1]}" effort="10" velocity="1"/>')
        if mimic:
            lines.append(f'    <mimic joint="{mimic}"/>')
        lines.append("  </joint>")
    return "\n".join(lines + ["</robot>"]) + "\n"


def srdf():
    lines = ['<?xml version="1.0"?>', "<!-- Made by make_arm.py -->", '<robot name="arm">', '  <group name="arm">',
             '    <chain base_link="base" tip_link="hand"/>', "  </group>", '  <group name="gripper">',
             '    <joint name="grip"/>', '    <joint name="follow"/>', "  </group>", '  <group name="all">',
             '    <group name="arm"/>', '    <group name="gripper"/>', "  </group>"]
    for name, values in (("home", HOME), ("folded", FOLDED)):
        lines.append(f'  <group_state name="{name}" group="all">')
        lines += [f'    <joint name="{joint}" value="{value}"/>' for joint, value in values.items()]
        lines.append("  </group_state>")
    lines += [f'  <disable_collisions link1="{parent}" link2="{child}" reason="Adjacent"/>'
              for _, _, parent, child, *_ in JOINTS]
    lines += ['  <disable_collisions link1="wrist" link2="hand" reason="Never"/>',
              '  <disable_collisions link1="left_finger" link2="right_finger" reason="Never"/>']
    return "\n".join(lines + ["</robot>"]) + "\n"


# Boxes of the cell around the arm: name, lower and upper corner, in millimetres.
SHELF = (
    ("shelf/left side", (760, -330, 0), (1060, -310, 900)),
    ("shelf/right side", (760, 310, 0), (1060, 330, 900)),
    ("shelf/low board", (760, -310, 300), (1060, 310, 320)),
    ("shelf/middle board", (760, -310, 680), (1060, 310, 700)),
    ("shelf/top board", (760, -310, 880), (1060, 310, 900)),
    ("parcel", (880, -260, 320), (1020, -110, 430)),
    ("tall parcel", (860, 130, 320), (1000, 250, 560)),
)
# A crate that is open at the top: half sizes outside and inside, and heights, in millimetres; then where it is.
CRATE = (170, 220, 155, 205, 15, 150)
CRATE_AT = (-40, 640)
POST = (430, 470, 45, 620, 8)  # place, radius, height and corners of a post
# Values of turn, lift, bend, roll, tilt, screw and grip: out of the crate, round the post, and into the shelf.
PLAN = (
    (1.6, 0.5, 1.95, 0, 0, 0, 0.02), (1.6, 0.1, 1.5, 0, 0, 0, 0.02), (0.9, -0.6, 2.1, 0, 0, 0.8, 0.02),
    (0, -0.9, 2.47, 0, 0, 1.57, 0.02), (0, 0.95, 0.62, 0, 0, 1.57, 0.02), (0, 1.2, 0.48, 0, 0, 1.57, 0.028),
)


def box_faces():
    """Of the corners that count x fastest, then y, then z."""
    return ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))


def cell():
    lines, first = ["# The cell around the arm, in millimetres; made by make_arm.py"], 1

    def add(name, points, faces):
        nonlocal first
        lines.append(f"o {name}")
        lines.extend("v %g %g %g" % tuple(point) for point in points)
        lines.extend("f " + " ".join(str(first + i) for i in face) for face in faces)
        first += len(points)

    for name, low, high in SHELF:
        add(name, [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1]) for x in (low[0], high[0])], box_faces())
    wide, deep, inner_wide, inner_deep, floor, top = CRATE
    ring = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    levels = [(wide, deep, 0), (wide, deep, top), (inner_wide, inner_deep, top), (inner_wide, inner_deep, floor)]
    points = [(CRATE_AT[0] + a * x, CRATE_AT[1] + b * y, z) for a, b, z in levels for x, y in ring]
    faces = [(3, 2, 1, 0), (12, 13, 14, 15)]
    for level in range(3):
        low = 4 * level
        faces += [(low + i, low + (i + 1) % 4, low + 4 + (i + 1) % 4, low + 4 + i) for i in range(4)]
    add("crate", points, faces)
    x, y, radius, height, corners = POST
    turns = [2 * math.pi * i / corners for i in range(corners)]
    add("post", [(round(x + radius * math.cos(t), 3), round(y + radius * math.sin(t), 3), z) for z in (0, height) for t in turns],
        [tuple(reversed(range(corners))), tuple(range(corners, 2 * corners))] +
        [(i, (i + 1) % corners, corners + (i + 1) % corners, corners + i) for i in range(corners)])
    return "\n".join(lines) + "\n"


def plan():
    rows = ["turn,lift,bend,roll,tilt,screw,grip"] + [",".join(map(str, row)) for row in PLAN]
    return "\n".join(rows) + "\n"


def files():
    return {"arm.urdf": urdf(), "arm.srdf": srdf(), "arm_hand.obj": hand(), "arm_cell.obj": cell(), "arm_plan.csv": plan()}


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    for file, text in files().items():
        (folder / file).write_text(text, encoding="utf-8")
