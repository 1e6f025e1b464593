# SPDX-License-Identifier: Apache-2.0
"""Robots of other libraries. None of them is needed: each is imported by its caller alone."""

from __future__ import annotations

import functools
import importlib
import itertools
import math
from typing import Any

import numpy as np

from ._core import Mesh, Polytope, Pose, Robot
from ._error import Error


def _refuse(where: str, what: str, remedy: str) -> Error:
    return Error("not_served", where, what, remedy)


@functools.lru_cache(maxsize=256)
def _cylinder(radius: float, length: float) -> dict[str, Any]:
    """The body of a cylinder between two prisms, as URDF's is."""
    robot = Robot.from_urdf_text(
        f'<robot name="one"><link name="one"><collision><geometry><cylinder radius="{radius!r}" length="{length!r}"/></geometry>'
        "</collision></link></robot>"
    )
    part: dict[str, Any] = robot.parts[0]
    return {key: part[key] for key in ("shape", "why", "body", "inner")}


def _capsule(radius: float, half: float) -> dict[str, Any]:
    return {"shape": "capsule", "why": "a segment with a radius, exact", "body": Polytope([[0, 0, -half], [0, 0, half]], radius)}


def _sphere(radius: float) -> dict[str, Any]:
    return {"shape": "sphere", "why": "a point with a radius, exact", "body": Polytope([[0, 0, 0]], radius)}


def _box(half: Any) -> dict[str, Any]:
    return {"shape": "box", "why": "a box, exact", "body": Polytope.box(half)}


class _Builder:
    """A model in the making. Shapes of one owner with the same signature share a link: what holds of one pair of them holds
    of all of the two links."""

    def __init__(self, name: str, unsupported: str) -> None:
        if unsupported not in ("refuse", "skip"):
            raise Error("wrong_shape", "unsupported", f'"{unsupported}"', 'give "refuse" or "skip"')
        self.model: dict[str, Any] = {"name": name, "links": [], "joints": [], "parts": [], "skipped": [], "notes": []}
        self.skips = unsupported == "skip"
        self.names: set[str] = set()
        self.groups: dict[tuple[str, Any], str] = {}
        self.groups_of: dict[str, list[tuple[str, Any]]] = {}

    def link(self, name: str) -> str:
        made = next(n for n in itertools.chain([name], (f"{name}#{k}" for k in itertools.count(2))) if n not in self.names)
        self.names.add(made)
        self.model["links"].append(made)
        return made

    def joint(self, name: str, kind: str, parent: str, child: str, **more: Any) -> None:
        self.model["joints"].append({"name": name, "kind": kind, "parent": parent, "child": child, **more})

    def part(self, owner: str, signature: Any, name: str, pose: Pose, shape: dict[str, Any]) -> None:
        key = (owner, signature)
        if key not in self.groups:
            groups = self.groups_of.setdefault(owner, [])
            link = owner
            if groups:
                link = self.link(owner)
                self.joint(f"{link} fixed", "fixed", owner, link)
            self.groups[key] = link
            groups.append(key)
        self.model["parts"].append({"name": name, "link": self.groups[key], "pose": pose, **shape})

    def unsupported(self, name: str, what: str) -> None:
        if not self.skips:
            raise _refuse(name, what, 'leave it out of the model, or give unsupported="skip"')
        self.model["notes"].append(f"{name} is {what}, and was left out")

    def robot(self, reason_of: Any) -> Robot:
        """`reason_of` tells of two groups why they are not examined together, "" where they are."""
        for (one, first), (two, second) in itertools.combinations(self.groups.items(), 2):
            reason = reason_of(one, two)
            if reason:
                self.model["skipped"].append((first, second, reason))
        return Robot.from_model(self.model)


def from_mujoco(model: Any, *, unsupported: str) -> Robot:
    mujoco: Any = importlib.import_module("mujoco")
    kinds, joints = mujoco.mjtGeom, mujoco.mjtJoint

    def name_of(kind: Any, index: int, other: str) -> str:
        return mujoco.mj_id2name(model, kind, index) or f"{other} {index}"

    name = model.names[: model.names.index(b"\0")].decode("utf-8", "replace")
    made = _Builder(name or "robot", unsupported)
    bodies: list[str] = []
    for body in range(model.nbody):
        title = name_of(mujoco.mjtObj.mjOBJ_BODY, body, "body")
        if body == 0:
            bodies.append(made.link(title))
            continue
        parent = bodies[int(model.body_parentid[body])]
        frame = Pose.from_wxyz(model.body_quat[body], model.body_pos[body])
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        for joint in range(first, first + count):
            label = name_of(mujoco.mjtObj.mjOBJ_JOINT, joint, "joint")
            kind = joints(int(model.jnt_type[joint]))
            start = float(model.qpos0[model.jnt_qposadr[joint]])
            axis = model.jnt_axis[joint]
            limits: dict[str, Any] = {}
            if model.jnt_limited[joint]:
                limits = {"lower": float(model.jnt_range[joint][0]), "upper": float(model.jnt_range[joint][1])}
            if kind == joints.mjJNT_FREE:
                child = made.link(title)
                made.joint(label, "floating", parent, child)
                parent, frame = child, Pose.identity(3)
            elif kind == joints.mjJNT_HINGE:
                child = made.link(title if joint == first + count - 1 and not model.jnt_pos[joint].any() else f"{title} {label}")
                at = model.jnt_pos[joint]
                frame = frame @ Pose.translation(at)
                if start:
                    half = -start / 2
                    frame = frame @ Pose.from_wxyz([math.cos(half), *(math.sin(half) * axis / np.linalg.norm(axis))])
                made.joint(label, "revolute", parent, child, origin=frame, axis=axis.tolist(), **limits)
                parent, frame = child, Pose.translation(-at)
            elif kind == joints.mjJNT_SLIDE:
                child = made.link(title if joint == first + count - 1 else f"{title} {label}")
                if start:
                    frame = frame @ Pose.translation(-start * axis / np.linalg.norm(axis))
                made.joint(label, "prismatic", parent, child, origin=frame, axis=axis.tolist(), **limits)
                parent, frame = child, Pose.identity(3)
            else:
                raise _refuse(label, "a ball joint", "write it as three hinges")
        if count == 0 or parent != title:
            child = made.link(title)
            made.joint(f"{child} fixed", "fixed", parent, child, origin=frame)
            parent = child
        bodies.append(parent)

    for geom in range(model.ngeom):
        masks = int(model.geom_contype[geom]), int(model.geom_conaffinity[geom])
        if masks == (0, 0):
            continue
        title = name_of(mujoco.mjtObj.mjOBJ_GEOM, geom, "geom")
        kind = kinds(int(model.geom_type[geom]))
        size = [float(x) for x in model.geom_size[geom]]
        shape: dict[str, Any]
        if kind == kinds.mjGEOM_BOX:
            shape = _box(size)
        elif kind == kinds.mjGEOM_SPHERE:
            shape = _sphere(size[0])
        elif kind == kinds.mjGEOM_CAPSULE:
            shape = _capsule(size[0], size[1])
        elif kind == kinds.mjGEOM_CYLINDER:
            shape = _cylinder(size[0], 2 * size[1])
        elif kind == kinds.mjGEOM_MESH:
            mesh = int(model.geom_dataid[geom])
            at, points = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
            shape = {"shape": "hull", "why": "the hull of its mesh, as MuJoCo takes it", "body": Polytope(model.mesh_vert[at : at + points])}
        else:
            made.unsupported(title, f"a geom of type {kind.name}")
            continue
        body = int(model.geom_bodyid[geom])
        made.part(bodies[body], (body, *masks), title, Pose.from_wxyz(model.geom_quat[geom], model.geom_pos[geom]), shape)
    if model.npair:
        made.model["notes"].append(f"{model.npair} <pair> elements were not read: pairs follow from contype, conaffinity and <exclude>")
    if model.neq:
        made.model["notes"].append(f"{model.neq} <equality> elements were not read: each joint has a variable of its own")

    weld = [int(x) for x in model.body_weldid]
    above = [weld[int(model.body_parentid[w])] for w in weld]
    excluded = {(int(s) >> 16, int(s) & 0xFFFF) for s in model.exclude_signature}
    parents = not int(model.opt.disableflags) & int(mujoco.mjtDisableBit.mjDSBL_FILTERPARENT)

    def reason_of(one: Any, two: Any) -> str:
        (a, type_a, affinity_a), (b, type_b, affinity_b) = one[1], two[1]
        if weld[a] == weld[b]:
            return "Fixed"
        if parents and weld[a] and weld[b] and (weld[a] == above[b] or weld[b] == above[a]):
            return "Adjacent"
        if (a, b) in excluded or (b, a) in excluded:
            return "Excluded"
        return "" if type_a & affinity_b or type_b & affinity_a else "Masked"

    return made.robot(reason_of)


def mujoco_configurations(model: Any, qpos: Any) -> Any:
    """Rows of qpos as configurations of Robot.from_mujoco(model): quaternions of free joints become x, y, z, w."""
    mujoco: Any = importlib.import_module("mujoco")
    rows = np.array(np.atleast_2d(np.asarray(qpos, dtype=np.float64)))
    for joint in range(model.njnt):
        if int(model.jnt_type[joint]) == int(mujoco.mjtJoint.mjJNT_FREE):
            at = int(model.jnt_qposadr[joint]) + 3
            rows[:, at : at + 4] = np.roll(rows[:, at : at + 4], -1, axis=1)
    return rows


_AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}


def _pinocchio_kind(joint: Any) -> tuple[str, Any]:
    """The kind and axis of a joint; "" for a kind that is not served."""
    word = joint.shortname().removeprefix("JointModel")
    if word == "FreeFlyer":
        return "floating", None
    if word == "Planar":
        return "planar", None
    kinds = {"R": "revolute", "RUB": "continuous", "P": "prismatic"}
    if word[:-1] in kinds and word[-1] in _AXES:
        return kinds[word[:-1]], _AXES[word[-1]]
    kinds = {"RevoluteUnaligned": "revolute", "RevoluteUnboundedUnaligned": "continuous", "PrismaticUnaligned": "prismatic"}
    if word in kinds:
        return kinds[word], [float(x) for x in joint.extract().axis]
    return "", None


def _pinocchio_pose(placement: Any) -> Pose:
    return Pose(np.column_stack([placement.rotation, placement.translation]))


def from_pinocchio(model: Any, geometry: Any, *, unsupported: str) -> Robot:
    made = _Builder(model.name, unsupported)
    links = [made.link(model.names[0])]
    for index in range(1, model.njoints):
        joint = model.joints[index]
        label = model.names[index]
        kind, axis = _pinocchio_kind(joint)
        if not kind:
            raise _refuse(label, f"a joint of type {joint.shortname()}", "write it as revolute and prismatic joints")
        more: dict[str, Any] = {"origin": _pinocchio_pose(model.jointPlacements[index])}
        if axis is not None:
            more["axis"] = axis
        if kind in ("revolute", "prismatic"):
            lower, upper = float(model.lowerPositionLimit[joint.idx_q]), float(model.upperPositionLimit[joint.idx_q])
            if lower <= upper and max(abs(lower), abs(upper)) < 1e300:
                more.update(lower=lower, upper=upper)
        links.append(made.link(label))
        made.joint(label, kind, links[int(model.parents[index])], links[-1], **more)

    partners: dict[int, set[int]] = {}
    for pair in geometry.collisionPairs:
        partners.setdefault(int(pair.first), set()).add(int(pair.second))
        partners.setdefault(int(pair.second), set()).add(int(pair.first))
    for index, thing in enumerate(geometry.geometryObjects):
        if index not in partners:
            continue
        shape = _pinocchio_shape(thing.geometry)
        if shape is None:
            made.unsupported(thing.name, f"a {type(thing.geometry).__name__}")
            continue
        key = (index, frozenset(partners[index]))
        made.part(links[int(thing.parentJoint)], _Signature(key), thing.name, _pinocchio_pose(thing.placement), shape)

    def reason_of(one: Any, two: Any) -> str:
        return "" if one[1].index in two[1].partners else "Not paired"

    return made.robot(reason_of)


class _Signature:
    """Shapes with the same partners are equal; one of them stands for all."""

    def __init__(self, key: tuple[int, frozenset[int]]) -> None:
        self.index, self.partners = key

    def __hash__(self) -> int:
        return hash(self.partners)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Signature) and self.partners == other.partners


def _pinocchio_shape(shape: Any) -> dict[str, Any] | None:
    kind = type(shape).__name__
    if kind == "Box":
        return _box([float(x) for x in shape.halfSide])
    if kind == "Sphere":
        return _sphere(float(shape.radius))
    if kind == "Capsule":
        return _capsule(float(shape.radius), float(shape.halfLength))
    if kind == "Cylinder":
        return _cylinder(float(shape.radius), 2 * float(shape.halfLength))
    if kind.startswith("BVHModel"):
        triangles = [[int(t[k]) for k in range(3)] for t in (shape.tri_indices(i) for i in range(shape.num_tris))]
        return {"body": Mesh(np.array(shape.vertices(), dtype=np.float64), triangles)}
    if kind.startswith("Convex"):
        return {"body": Polytope(np.array(shape.points(), dtype=np.float64))}
    return None


def pinocchio_configurations(model: Any, q: Any) -> Any:
    """Rows of q as configurations of Robot.from_pinocchio(model, ...): cosine and sine become an angle, which is rounded."""
    rows = np.atleast_2d(np.asarray(q, dtype=np.float64))
    columns: list[Any] = []
    for index in range(1, model.njoints):
        joint = model.joints[index]
        first, count = joint.idx_q, joint.nq
        kind, _ = _pinocchio_kind(joint)
        if kind in ("continuous", "planar"):
            columns += [rows[:, first + k] for k in range(count - 2)]
            columns.append(np.arctan2(rows[:, first + count - 1], rows[:, first + count - 2]))
        else:
            columns += [rows[:, first + k] for k in range(count)]
    return np.column_stack(columns) if columns else np.empty((len(rows), 0))
