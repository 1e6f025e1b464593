#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the includes between the layers, and a few further rules.

An include goes to its own folder, to a lower layer, or to include/sunder; never up, never sideways.
certificate/ sees only exact/ and geometry/. The algorithms of narrow/ and algorithms/, a folder each, do
not see each other, and the files beside them see none. The folders of mesh/ have an order. The program, the viewer and the examples see
include/sunder alone; the Python package sees the program too, which it contains. Under tests/, only the trials of
a folder include its kernels (*-inl.hpp): trial.hpp and trial*.cpp. No source file is longer than 800 lines, the
public headers together are shorter than 4,250, and each file names its licence first.

    scripts/check_includes.py [ROOT]     exit status 0 if all is well, 1 with a line for each breach
"""

import pathlib
import re
import sys

LAYERS = {
    "machine": -1,
    "exact": 0, "lanes": 0,
    "geometry": 1,
    "filter": 2, "certificate": 2,
    "narrow": 3,
    "algorithms": 4,
    "query": 5,
    "batch": 6,
    "mesh": 7,
    "polygon": 8, "scene": 8,
    "text": 9,
    "pipe": 10, "files": 10,
    "report": 11, "robot": 11,
}
# The folders of a layer in their order: each sees those before it, and the files beside them.
INSIDE = {"mesh": ("piece", "triangles", "walk", "build", "pair", "proof", "body")}
CERTIFICATE_SEES = {"certificate", "exact", "geometry", "machine"}
PUBLIC_ONLY = {"cli", "python", "viewer", "examples"}
ALSO_SEES = {"python": "cli"}
KERNEL = {folder for folder, layer in LAYERS.items() if layer <= LAYERS["batch"]}
NOT_IN_KERNEL = {"iostream", "fstream", "sstream", "iomanip", "locale", "cfenv", "fenv.h"}
OUTSIDE_LIBRARIES = {"hwy", "boost", "gtest", "gmock", "benchmark", "libqhull_r", "assimp", "rapidcheck"}

LONGEST_FILE = 800
LONGEST_PUBLIC = 4250
LICENCE = "SPDX-License-Identifier: Apache-2.0"
CODE = {".hpp", ".cpp", ".inl", ".inc"}
SOURCES = CODE | {".py", ".sh", ".cmake", ".in"}
BY_NAME = {"CMakeLists.txt", "dev", "run", ".clang-tidy"}
SKIPPED = {".git", "build", ".cache", "__pycache__", "shared", "node_modules"}

KERNEL_FILE = "-inl.hpp"
TRIAL = re.compile(r"trial\.hpp|trial(_\w+)?\.cpp")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def source_files(root):
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if SKIPPED & set(inside.parts) or not path.is_file():
            continue
        if path.suffix in SOURCES or path.name in BY_NAME:
            yield path, inside


def may_include(source, target):
    """Why the file src/`source` may not include "`target`", or None. Both are tuples of path parts."""
    home, folder = source[0], target[0]
    if folder not in LAYERS:
        return "is neither a folder of src/, nor include/sunder, nor a known library"
    if home == "certificate" and folder not in CERTIFICATE_SEES:
        return "certificate/ sees only exact/ and geometry/, so that it shares nothing with what it checks"
    if folder == home:
        return between_algorithms(source, target) if home in ("narrow", "algorithms") else between_folders(source, target)
    if LAYERS[folder] > LAYERS[home]:
        return f"goes up, from layer {LAYERS[home]} to layer {LAYERS[folder]}"
    if LAYERS[folder] == LAYERS[home]:
        return f"goes sideways on layer {LAYERS[home]}"
    return None


def between_algorithms(source, target):
    if len(target) == 2:
        return None
    if len(source) == 2:
        return "a file beside the algorithms knows none of them; include/sunder/algorithms.inc lists their names"
    return None if source[1] == target[1] else "goes from one algorithm to another"


def between_folders(source, target):
    order = INSIDE.get(source[0])
    if not order or len(target) == 2:
        return None
    if len(source) == 2:
        return f"a file beside the folders of {source[0]}/ knows none of them"
    if target[1] not in order:
        return f"{source[0]}/{target[1]}/ has no place in the order of these folders"
    return None if order.index(target[1]) <= order.index(source[1]) else f"goes up, from {source[1]}/ to {target[1]}/"


def may_include_kernel(inside, target):
    """Why the file `inside` of tests/ may not include the kernel `target`, or None."""
    if TRIAL.fullmatch(inside.name) and inside.parts[1:-1] == target[:-1]:
        return None
    folder = "/".join(target[:-1])
    return f"tests reach this kernel through tests/{folder}/trial.hpp; only that header and trial*.cpp beside it include it"


def check_include(inside, bracket, name, root):
    """Why `inside` may not include `name`, or None."""
    parts = pathlib.PurePosixPath(name).parts
    home = inside.parts[0]
    if bracket == "<":
        if home == "src" and inside.parts[1] in KERNEL and name in NOT_IN_KERNEL:
            return "the kernel does without streams, locales and rounding modes"
        return None
    if ".." in parts or parts[0] == ".":
        return "leaves its folder by a relative path; write it from the root of src/ or include/"
    if parts[0] == "sunder":
        return None if (root / "include" / name).is_file() else "there is no such public header"
    if home == "include":
        return "a public header includes public headers only"
    if parts[0] in OUTSIDE_LIBRARIES:
        return None
    if home == "tests" and name.endswith(KERNEL_FILE):
        return may_include_kernel(inside, parts)
    if home == "src":
        return may_include(inside.parts[1:], parts)
    beside = [inside.parent, *([ALSO_SEES[home]] if home in ALSO_SEES else [])]
    if home in PUBLIC_ONLY and parts[0] != home and not any((root / folder / name).is_file() for folder in beside):
        return f"{home}/ sees include/sunder alone"
    return None


def check(root):
    """All breaches under `root`, each as 'file:line: what'."""
    breaches = []
    public_lines = 0
    for path, inside in source_files(root):
        lines = path.read_text(encoding="utf-8").splitlines()
        if not any(LICENCE in line for line in lines[:2]):
            breaches.append(f"{inside}:1: the first line must be '{LICENCE}' in a comment")
        if len(lines) > LONGEST_FILE:
            breaches.append(f"{inside}:{LONGEST_FILE}: {len(lines)} lines; split it")
        if inside.parts[0] == "include":
            public_lines += len(lines)
        if path.suffix not in CODE:
            continue
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            reason = match and check_include(inside, *match.groups(), root)
            if reason:
                breaches.append(f'{inside}:{number}: "{match.group(2)}": {reason}')
    if public_lines >= LONGEST_PUBLIC:
        breaches.append(f"include/sunder:1: {public_lines} lines; the public headers stay under {LONGEST_PUBLIC}")
    return breaches


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    breaches = check(root.resolve())
    for breach in breaches:
        print(breach)
    print(f"{len(breaches)} breaches of the layers" if breaches else "the arrows hold")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
