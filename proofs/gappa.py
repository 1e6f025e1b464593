# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of gappa/: the bounds of fixed size, operation by operation in the code's order,
with Gappa's own IEEE 754 rounding operators (subnormals included), in each rounding mode, once with
fused multiply-adds and once without. Numbers are at most 1 in size there: the share that rounding has
of the sum of all sizes. That the bounds scale is coq/'s to prove."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

FOLDER = Path(__file__).resolve().parent / "gappa"
MODES = ["ne", "up", "dn", "zr"]


@dataclass
class Lemma:
    """A script, where the code has its bound, and the bound's units of 2^-52 (2^-23 of floats)."""
    name: str
    where: str
    units: Callable[[dict], float]
    single: bool = False


def gap(d):
    return lambda c: c["gap_per_dimension"] * d + c["gap_plus"]


LEMMAS = [
    Lemma("gap2", "filter/filtered_pair.hpp gap_error", gap(2)),
    Lemma("gap3", "filter/filtered_pair.hpp gap_error", gap(3)),
    Lemma("last_gap3", "filter/last_proof.cpp separated_along", lambda c: c["reach_gap_units"]),
    Lemma("point2", "filter/filtered_pair.hpp error", lambda c: 2 + c["point_plus"]),
    Lemma("point3", "filter/filtered_pair.hpp error", lambda c: 3 + c["point_plus"]),
    Lemma("det2", "filter/simplex_interior.hpp", lambda c: c["det2_units"]),
    Lemma("det3", "filter/simplex_interior.hpp, epa/around.hpp", lambda c: c["det3_units"]),
    Lemma("minor", "filter/axis.hpp minor", lambda c: c["minor_units"]),
    Lemma("box_centred", "narrow/sat/box_difference.hpp", lambda c: c["centred_units"]),
    Lemma("box_any", "narrow/sat/box_difference.hpp", lambda c: c["any_units"]),
    Lemma("float_axes", "narrow/sat/box_float_axes-inl.hpp", lambda c: c["float_units"], True),
    Lemma("lower2", "filter/distance_bounds.hpp lower_distance", lambda c: 2 + c["length_plus"]),
    Lemma("lower3", "filter/distance_bounds.hpp lower_distance", lambda c: 3 + c["length_plus"]),
]


def unused_scripts():
    known = {lemma.name for lemma in LEMMAS}
    return [f"gappa/{path.name} is not in the list" for path in sorted(FOLDER.glob("*.gappa"))
            if path.stem not in known]


def arguments_of(text, start):
    """The arguments of a call whose bracket opens at start - 1, and where it ends."""
    depth, at, found = 0, start, [""]
    while depth >= 0:
        c = text[at]
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            found.append("")
        elif depth >= 0:
            found[-1] += c
        at += 1
    return [argument.strip() for argument in found], at


def expand(text, fused):
    """Sums with a product, rounded once or twice."""
    while match := re.search(r"\b(add|sub)_product\(", text):
        (before, x, y), end = arguments_of(text, match.end())
        sign = "+" if match[1] == "add" else "-"
        product = f"{x} * {y}" if fused else f"rnd({x} * {y})"
        text = text[:match.start()] + f"rnd({before} {sign} {product})" + text[end:]
    return text


def script(lemma, mode, fused, goal):
    """The script for Gappa; `goal` takes the text of the error."""
    text = (FOLDER / f"{lemma.name}.gappa").read_text()
    text = re.sub(r"#.*", "", text)
    for word, most in (("at_most_1", "1"), ("at_most_half", "0.5")):
        text = re.sub(word + r"\(([^)]*)\)",
                      lambda m: " /\\ ".join(f"|{n}| <= {most}" for n in m[1].split()), text)
    text = re.sub(r"error\(([^)]*)\)", lambda m: goal(m[1]), text)
    kind = "ieee_32" if lemma.single else "ieee_64"
    return f"@rnd = float<{kind},{mode}>;\n" + expand(text, fused)


def scale_of(lemma):
    return float(re.search(r"# scale (\S+)", (FOLDER / f"{lemma.name}.gappa").read_text())[1])


def run(text):
    return subprocess.run(["gappa"], input=text, capture_output=True, text=True, timeout=300)


def unit_of(lemma):
    return 2.0 ** (-23 if lemma.single else -52)


def number(value):
    """A double as Gappa reads it, exactly."""
    mantissa, exponent = float(value).hex(), 0
    match = re.fullmatch(r"0x1\.?([0-9a-f]*)p([+-]\d+)", mantissa)
    digits = match[1]
    return f"{int('1' + digits, 16)}b{int(match[2]) - 4 * len(digits) + exponent}"


def proves(lemma, units, modes):
    """Is the error at most so many units of the scale, in every mode, fused or not?"""
    bound = number(units * unit_of(lemma) * scale_of(lemma))
    goal = f"in [-{bound},{bound}]"
    part = number(lemma_units(lemma) * unit_of(lemma))
    return all(run(script(lemma, mode, fused, lambda e: f"{e} {goal}").replace("UNITS", part)).returncode == 0
               for mode in modes for fused in (False, True))


def lemma_units(lemma):
    """What `lower` moves a quotient inward by: the code's own, whatever is asked to be proven."""
    return int(lemma.name[-1]) + 16 if lemma.name.startswith("lower") else 1


def least(lemma, modes):
    """The least number of units that Gappa finds to be enough."""
    worst = 0.0
    part = number(lemma_units(lemma) * unit_of(lemma))
    for mode in modes:
        for fused in (False, True):
            answer = run(script(lemma, mode, fused, lambda e: f"{e} in ?").replace("UNITS", part))
            range_ = re.sub(r"\{[^}]*\}", "", (answer.stdout + answer.stderr).split(" in [", 1)[-1])
            ends = re.findall(r"(-?\d+)(?:b(-?\d+))?\s*[,\]]", range_)
            if answer.returncode != 0 or not ends:
                raise SystemExit(f"check.py: gappa on {lemma.name}, {mode}: {answer.stdout}{answer.stderr}")
            worst = max([worst] + [abs(int(m)) * 2.0 ** int(e or 0) for m, e in ends])
    return worst / unit_of(lemma) / scale_of(lemma)
