# SPDX-License-Identifier: Apache-2.0
"""Runs the scripts of gappa/: the bounds of fixed size, operation by operation in the code's order.

They use Gappa's own IEEE 754 rounding operators (subnormals included), in each rounding mode, once with
fused multiply-adds and once without. Numbers are at most 1 in size there, so that a bound is the share of
rounding in the sum of all sizes. coq/ proves that the bounds scale."""

import concurrent.futures
import os
import re
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

FOLDER = Path(__file__).resolve().parent / "gappa"
MODES = ["ne", "up", "dn", "zr"]
SIZES = {"half": "0.5"}  # words for what is no whole number
CONSTANTS = {}  # of the sources; check.py sets them
SLOTS = threading.Semaphore(os.cpu_count() or 1)  # of programs that run at once


@dataclass
class Lemma:
    """A script, the place of its bound in the code, and the bound's units of 2^-52 (2^-23 for floats)."""
    name: str
    where: str
    units: Callable[[dict], float]
    single: bool = False
    refused: float = 0.99  # of what Gappa answers to "in ?", which need not be the least it can prove
    file: str = ""  # the script, where its name is another
    words: Callable[[dict], dict] = lambda c: {}  # numbers that the script names

    def text(self):
        """The script without its comments."""
        text = (FOLDER / f"{self.file or self.name}.gappa").read_text()
        words = self.words(CONSTANTS)
        self.scale = words.get("SCALE") or float(re.search(r"# scale (\S+)", text)[1])
        text = re.sub(r"#.*", "", text)
        for word, value in words.items():
            text = re.sub(rf"{word}\b", number(value), text)
        return text


def gap(d):
    return lambda c: c["gap_per_dimension"] * d + c["gap_plus"]


def float_gap(names):
    """`names` is the number of names in a height's last bits: 1, or a power of two from 4 to 128."""
    return Lemma(f"float_gap, {names} names", "filter/float_reach.hpp gap_error",
                 lambda c: c["float_gap_plus"] + names, True, file="float_gap",
                 words=lambda c: {"NAMES": names * 2.0**-23})


def polygon_gap(size_b, size_t, of_b=False):
    """An edge of a polygon a of size 1, or of b; b's size, and its offset's."""
    reach_a = 2.5
    reach_b = 0.5 + 2 * size_b * size_b + 2 * size_t
    scale = max(reach_a, reach_b) * (reach_a + reach_b)
    file = "polygon_gap_b" if of_b else "polygon_gap"
    return Lemma(f"{file} {size_b:g} {size_t:g}", "batch/polygon_lanes-inl.hpp E",
                 lambda c: c["polygon_units"], True, file=file,
                 words=lambda c: {"SIZE_B": size_b, "SIZE_T": size_t, "SCALE": scale})


LEMMAS = [
    Lemma("gap2", "filter/filtered_pair.hpp gap_error", gap(2)),
    Lemma("gap3", "filter/filtered_pair.hpp gap_error", gap(3)),
    Lemma("last_gap3", "filter/last_proof.cpp separated_along", lambda c: c["reach_gap_units"]),
    Lemma("point2", "filter/filtered_pair.hpp error", lambda c: 2 + c["point_plus"]),
    Lemma("point3", "filter/filtered_pair.hpp error", lambda c: 3 + c["point_plus"]),
    Lemma("det2", "filter/simplex_interior.hpp", lambda c: c["det2_units"]),
    Lemma("det3", "filter/simplex_interior.hpp", lambda c: c["det3_units"]),
    Lemma("minor", "filter/axis.hpp minor", lambda c: c["minor_units"]),
    Lemma("box_centred", "narrow/boxes/nearest-inl.hpp", lambda c: c["centred_units"]),
    Lemma("box_any", "narrow/boxes/nearest-inl.hpp", lambda c: c["any_units"]),
    Lemma("lower2", "filter/distance_bounds.hpp lower_distance", lambda c: 2 + c["length_plus"],
          refused=0.8, words=lambda c: {"UNITS": (2 + c["length_plus"]) * 2.0**-52}),
    Lemma("lower3", "filter/distance_bounds.hpp lower_distance", lambda c: 3 + c["length_plus"],
          refused=0.8, words=lambda c: {"UNITS": (3 + c["length_plus"]) * 2.0**-52}),
    Lemma("float_point", "filter/float_reach.hpp entry_error", lambda c: c["float_point_units"], True),
    float_gap(1), float_gap(16), float_gap(128),
    Lemma("float_bound", "filter/float_reach.hpp kSecondOrder", lambda c: 2.0 ** (23 + c["float_share"]),
          True),
    Lemma("float_det3", "filter/float_reach.hpp minor_error", lambda c: c["float_det_units"], True,
          file="det3"),
    polygon_gap(1, 1), polygon_gap(2.0**-10, 2.0**-10), polygon_gap(1, 1024), polygon_gap(8, 1),
    polygon_gap(1, 1, True), polygon_gap(2.0**-10, 2.0**-10, True), polygon_gap(1, 1024, True),
    polygon_gap(8, 1, True),
    Lemma("polygon_upright", "batch/polygon_lanes-inl.hpp det",
          lambda c: 2.0 ** (23 + c["upright_share"]), True),
    # Both sides of one comparison: half of its units each.
    Lemma("polygon_offset", "batch/polygon_lanes-inl.hpp balls",
          lambda c: 2.0 ** (22 + c["ball_share"]), True),
    Lemma("polygon_balls", "batch/polygon_lanes-inl.hpp balls",
          lambda c: 2.0 ** (22 + c["ball_share"]), True,
          words=lambda c: {"FACTOR": 1 + 2.0 ** c["ball_share"]}),
]


def unused_scripts():
    known = {lemma.file or lemma.name for lemma in LEMMAS}
    return [f"gappa/{path.name} is not in the list" for path in sorted(FOLDER.glob("*.gappa"))
            if path.stem not in known]


def arguments_of(text, start):
    """The arguments of a call whose bracket opens at start - 1, and the position of its end."""
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
    text = re.sub(r"at_most_([^\s(]+)\(([^)]*)\)",
                  lambda m: " /\\ ".join(f"|{n}| <= {SIZES.get(m[1], m[1])}" for n in m[2].split()),
                  lemma.text())
    text = re.sub(r"error\(([^)]*)\)", lambda m: goal(m[1]), text)
    kind = "ieee_32" if lemma.single else "ieee_64"
    return (f"@rnd = float<{kind},{mode}>;\n@wide = float<ieee_64,{mode}>;\n" + expand(text, fused))


def run(text):
    with SLOTS:
        return subprocess.run(["gappa"], input=text, capture_output=True, text=True, timeout=3600)


def at_once(function, items):
    """[function(i) for i in items], concurrently in all slots."""
    items = list(items)
    with concurrent.futures.ThreadPoolExecutor(len(items)) as pool:
        return list(pool.map(function, items))


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
    bound = number(units * unit_of(lemma) * lemma.scale)
    text = script(lemma, mode, fused, lambda error: f"{error} in [-{bound},{bound}]")
    return run(text).returncode == 0


def asked_least(lemma, mode, fused):
    """The least number of units that Gappa proves."""
    answer = run(script(lemma, mode, fused, lambda error: f"{error} in ?"))
    said = answer.stdout + answer.stderr
    range_ = re.sub(r"\{[^}]*\}", "", said.split(" in [", 1)[-1])
    ends = re.findall(r"(-?\d+)(?:b(-?\d+))?\s*[,\]]", range_)
    if answer.returncode != 0 or len(ends) != 2:
        raise SystemExit(f"check.py: gappa on {lemma.name}, {mode}: {said}")
    most = max(abs(int(m)) * 2.0 ** int(e or 0) for m, e in ends)
    return most / unit_of(lemma) / lemma.scale


def least(lemma, modes):
    """The least number of units for every mode, fused or not, and the mode that needs most."""
    ways = [(mode, fused) for mode in modes for fused in (False, True)]
    units = at_once(lambda way: asked_least(lemma, *way), ways)
    return max(zip(units, ways))
