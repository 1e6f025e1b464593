# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of the Python reference. mkdocstrings fills them from the sources and the stubs of the built package."""
import ast
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = ROOT / "build" / "release" / "python" / "sunder"
GROUPS = {
    "bodies": ("Bodies and poses", "What the questions are about: convex hulls, meshes, unions, polygons, curved shapes, and where they are.",
               ["Polytope", "Pose", "Shape", "Mesh", "BodyCheck", "Check", "Body", "Polygon", "Location", "locate", "locate_points", "closest_point", "decompose",
                "Decomposition"]),
    "questions": ("Questions about two bodies", "Each takes two bodies and their poses. Its answer is on the page of answers.",
                  ["intersects", "distance", "penetration", "exact_penetration", "signed_distance", "one_norm_distance", "contact", "contains", "margin", "relation", "derivative",
                   "cast", "cast_path", "cast_within", "ray_cast", "ray_casts", "Motion", "propose", "prove", "algorithms", "query"]),
    "answers": ("Answers", "What the questions return.",
                ["Verdict", "Stage", "MarginVerdict", "CastVerdict", "EdgeVerdict", "Decision", "Distance", "OneNormDistance", "SignedDistance", "Penetration", "Contact", "ContactPoint",
                 "Containment", "MarginAnswer", "RelationAnswer", "Feature", "Derivative", "Cast", "TraceStep", "BodyDecision", "BodyDistance", "BodyPenetration",
                 "BodyContact", "ContactRegion", "BodyContainment", "BodyMarginAnswer", "BodyCast"]),
    "batches": ("Batches", "Many pairs or configurations at once: arrays in, arrays out.", ["PairBatch", "ConfigurationBatch", "Hints", "Hint"]),
    "scenes": ("Scenes", "Files of bodies, and who meets whom in them.",
               ["read", "Scene", "SceneReport", "SceneMeeting", "SceneDistance", "SceneCast"]),
    "robots": ("Robots", "Robots of URDF files, their configurations, and the ways between these.",
               ["Robot", "RobotChecker", "RobotPath", "RobotAttachment", "RobotRefusal", "mujoco_configurations", "pinocchio_configurations"]),
    "proofs": ("Proofs", "Certificates of answers, and what checks them.", ["certify", "verify", "Certificate", "MarginCertificate", "BodyCertificate", "EdgeCertificate"]),
    "around": ("Pictures, errors, other packages", "What shows a search, what is raised, and the ways from and to other packages.",
               ["explain", "Explanation", "Error", "Interrupted", "from_trimesh", "to_trimesh", "from_shapely", "from_mujoco"]),
}
# Beside the names of the package itself.
MODULES = [("sunder.compat.trimesh", "trimesh", "In place of trimesh.collision")]


def titles():
    return [(name, title) for name, (title, *_) in GROUPS.items()] + [(name, title) for _, name, title in MODULES]


def exported():
    tree = ast.parse((ROOT / "python" / "sunder" / "__init__.py").read_text(encoding="utf-8"))
    return next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")


def is_overload(node):
    return isinstance(node, ast.FunctionDef) and any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


def with_implementations(text):
    """A stub's overloads have no function that they belong to, which the reader of sources looks for: one is put behind each."""
    lines, inserted = text.splitlines(), {}
    for block in ast.walk(ast.parse(text)):
        last = {node.name: node for node in getattr(block, "body", []) if is_overload(node)} if isinstance(getattr(block, "body", None), list) else {}
        for name, node in last.items():
            documented = next((one for one in block.body if is_overload(one) and one.name == name and ast.get_docstring(one)), None)
            said = ast.get_docstring(documented) if documented else ""
            indent = " " * node.col_offset
            inserted[node.end_lineno] = ["", indent + "def %s(*args, **kwargs):" % name, indent + "    " + repr(said)]
    out = []
    for number, line in enumerate(lines, 1):
        out += [line, *inserted.get(number, [])]
    return "\n".join(out) + "\n"


def stage(folder):
    """A copy of the package in which the compiled module is its stub."""
    if not (PACKAGE / "_core.pyi").exists():
        sys.exit("%s has no _core.pyi; ./dev site builds it" % PACKAGE.relative_to(ROOT))
    shutil.copytree(PACKAGE, folder / "sunder", ignore=shutil.ignore_patterns("*.so", "__pycache__", "_core.pyi"))
    (folder / "sunder" / "_core.py").write_text(with_implementations((PACKAGE / "_core.pyi").read_text(encoding="utf-8")), encoding="utf-8")


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    grouped = [name for *_, names in GROUPS.values() for name in names]
    wanted = [name for name in exported() if name != "__version__"]
    if sorted(grouped) != sorted(wanted):
        sys.exit("GROUPS of %s must name each name of the package once: %s" % (__file__, sorted(set(grouped) ^ set(wanted))))
    index = ["# Python", "", "::: sunder", "    options:", "      members: false", "      show_root_heading: false", "      show_root_toc_entry: false", ""]
    for name, (title, about, names) in GROUPS.items():
        blocks = "\n".join("::: sunder.%s\n" % one for one in names)
        (folder / (name + ".md")).write_text("# %s\n\n%s\n\n%s" % (title, about, blocks), encoding="utf-8")
        index += ["## [%s](%s.md)" % (title, name), "", about, "", ", ".join("[`%s`](%s.md#sunder.%s)" % (one, name, one) for one in names), ""]
    for module, name, title in MODULES:
        (folder / (name + ".md")).write_text("# %s\n\n::: %s\n    options:\n      show_root_heading: false\n" % (title, module), encoding="utf-8")
        index += ["## [%s](%s.md)" % (title, name), "", "`%s`" % module, ""]
    (folder / "index.md").write_text("\n".join(index), encoding="utf-8")
