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
LENGTH_PLUS = 16  # check.py sets what the code has: a length's error in d dimensions is d and this


@dataclass
class Lemma:
    """A script, where the code has its bound, and the bound's units of 2^-52 (2^-23 of floats)."""
    name: str
    where: str
    units: Callable[[dict], float]
    single: bool = False
    refused: float = 0.99  # of what Gappa answers to "in ?", which need not be the least it can prove


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
    Lemma("lower2", "filter/distance_bounds.hpp lower_distance", lambda c: 2 + c["length_plus"],
          refused=0.8),
    Lemma("lower3", "filter/distance_bounds.hpp lower_distance", lambda c: 3 + c["length_plus"],
          refused=0.8),
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
    if "UNITS" in text:
        text = text.replace("UNITS", number(int(lemma.name[-1]) * 2.0**-52 + LENGTH_PLUS * 2.0**-52))
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


def proves(lemma, units, mode, fused):
    """Is the error at most so many units of the scale?"""
    bound = number(units * unit_of(lemma) * scale_of(lemma))
    text = script(lemma, mode, fused, lambda error: f"{error} in [-{bound},{bound}]")
    return run(text).returncode == 0


def least(lemma, modes):
    """The least number of units that Gappa proves for every mode, fused or not, and for which of
    them it takes so many."""
    worst = 0.0, modes[0], False
    for mode in modes:
        for fused in (False, True):
            answer = run(script(lemma, mode, fused, lambda error: f"{error} in ?"))
            said = answer.stdout + answer.stderr
            range_ = re.sub(r"\{[^}]*\}", "", said.split(" in [", 1)[-1])
            ends = re.findall(r"(-?\d+)(?:b(-?\d+))?\s*[,\]]", range_)
            if answer.returncode != 0 or len(ends) != 2:
                raise SystemExit(f"check.py: gappa on {lemma.name}, {mode}: {said}")
            most = max(abs(int(m)) * 2.0 ** int(e or 0) for m, e in ends)
            worst = max(worst, (most, mode, fused))
    return (worst[0] / unit_of(lemma) / scale_of(lemma), *worst[1:])
