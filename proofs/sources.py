# SPDX-License-Identifier: Apache-2.0
"""Reads the constants of the error bounds by name from the C++ sources.

Each folder defines its numbers in a bounds.hpp, one literal a line: inline constexpr double kName = 3;
Nothing here reads the text of a formula. The bound tests check that the kernels' formulas have the proven
shape: they compare errors with bounds in rational numbers."""

import math
import re
from pathlib import Path

HEADERS = ["src/machine/strict_arithmetic.hpp", "src/filter/bounds.hpp", "src/geometry/bounds.hpp",
           "src/narrow/boxes/bounds.hpp", "src/narrow/sat/bounds.hpp", "src/narrow/epa/bounds.hpp", "src/batch/bounds.hpp",
           "src/query/cast/bounds.hpp"]
LITERAL = re.compile(r"^inline constexpr (?:std::size_t|int|float|double) (k\w+) = (-?[0-9][0-9a-fxp.+-]*)F?;$",
                     re.MULTILINE)

# The names in the proofs, and the sources of their numbers.
NUMBERS = {
    "gap_per_dimension": "filter/kGapUnitsPerDimension",
    "gap_plus": "filter/kGapUnits",
    "point_plus": "filter/kPointUnits",
    "drift_factor": "filter/kDriftFactor",
    "reach_gap_units": "filter/kReachGapUnits",
    "reach_point_units": "filter/kReachPointUnits",
    "reach_det_units": "filter/kReachDet3Units",
    "reach_det_data": "filter/kReachDet3Entries",
    "det2_units": "filter/kDet2Units",
    "det2_data": "filter/kDet2Entries",
    "det3_units": "filter/kDet3Units",
    "det3_data": "filter/kDet3Entries",
    "minor_units": "filter/kMinorUnits",
    "minor_data": "filter/kMinorEntries",
    "length_plus": "filter/kLengthUnits",
    "gamma_product_plus": "filter/kProductRoundings",
    "gamma_residual_per": "filter/kResidualRoundingsPerTerm",
    "gamma_residual_plus": "filter/kResidualRoundings",
    "float_gap_plus": "filter/kFloatHeightUnits",
    "float_point_units": "filter/kFloatPointUnits",
    "float_det_units": "filter/kFloatDet3Units",
    "float_det_data": "filter/kFloatDet3Entries",
    "centred_units": "narrow/boxes/kCentredUnits",
    "any_units": "narrow/boxes/kAnyUnits",
    "polygon_units": "batch/kLanePolygonUnits",
}
# Powers of two; the proofs have their exponents.
EXPONENTS = {
    "unit": "machine/kUnit",
    "float_unit": "machine/kFloatUnit",
    "gap_underflow": "filter/kGapUnderflow",
    "point_underflow": "filter/kPointUnderflow",
    "reach_share": "filter/kRoundUpShare",
    "reach_gap_underflow": "filter/kLeastGapError",
    "reach_point_underflow": "filter/kReachPointUnderflow",
    "reach_det_underflow": "filter/kReachDet3Underflow",
    "det_share": "filter/kDetShare",
    "det_underflow": "filter/kDetUnderflow",
    "minor_underflow": "filter/kLeastMinorError",
    "gamma_share": "filter/kGammaShare",
    "float_share": "filter/kFloatShare",
    "float_gap_underflow": "filter/kLeastFloatGapError",
    "box_share": "narrow/boxes/kBoundShare",
    "polygon_share_underflow": "batch/kLanePolygonShareUnderflow",
    "polygon_underflow": "batch/kLanePolygonUnderflow",
    "polygon_most": "batch/kMostPolygonSize",
    "polygon_corner": "batch/kMostPolygonRecord",
    "upright_share": "batch/kUprightShare",
    "upright_underflow": "batch/kUprightUnderflow",
    "ball_share": "batch/kPlaneBallShare",
    "ball_underflow": "batch/kPlaneBallUnderflow",
}

# Files that state a lemma, and the proof that checks it here.
CHECKED = {"1": "gap", "2": "det", "3": "Inverse.v", "4": "lower", "5": "det, by src/narrow/epa/around.hpp",
           "P": "polygon_gap"}
# Lemmas that are proven on paper only; docs/trust.md lists the tests of these.
ON_PAPER = {"6": "tests/filter/fine_pair_bounds_test.cpp", "B": "tests/batch/box_lane_bounds_test.cpp",
            "H": "tests/batch/hull_lane_bounds_test.cpp", "N": "tests/narrow/sat_polygons_test.cpp",
            "D": "tests/narrow/sat_box_quick_test.cpp", "E": "tests/narrow/sat_box_quick_test.cpp",
            "F": "tests/narrow/sat_box_quick_test.cpp", "G": "tests/narrow/sat_box_quick_test.cpp",
            "T": "tests/narrow/polygon_depth_bounds_test.cpp"}


class Unreadable(Exception):
    """A constant is missing, or has a form that the proofs do not accept."""


def number(literal):
    return float.fromhex(literal) if "x" in literal else float(literal)


def named(root: Path):
    """{"folder/kName": value} of all headers. No two folders have the same name."""
    found = {}
    headers = {}
    for header in HEADERS:
        folder = Path(header).parent.relative_to("src")
        for name, literal in LITERAL.findall((root / header).read_text()):
            if name in headers:
                raise Unreadable(f"{name} stands in {headers[name]} and in {header}")
            headers[name] = header
            found[f"{folder}/{name}"] = number(literal)
    return found


def read(root: Path):
    """All constants by the proofs' names."""
    values = named(root)
    missing = sorted((set(NUMBERS.values()) | set(EXPONENTS.values())) - set(values))
    if missing:
        raise Unreadable(f"no literal in the bounds.hpp of its folder: {', '.join(missing)}")
    constants = {"point_per_dimension": 1}
    for constant, name in NUMBERS.items():
        constants[constant] = int(values[name])
        if constants[constant] != values[name]:
            raise Unreadable(f"{name} is no whole number")
    for constant, name in EXPONENTS.items():
        mantissa, exponent = math.frexp(values[name])
        if mantissa != 0.5:
            raise Unreadable(f"{name} is no power of two")
        constants[constant] = exponent - 1
    return constants


def unused(root: Path):
    """Constants that no source uses: then a formula has a number of its own."""
    text = " ".join(re.sub("//.*", "", path.read_text()) for path in sorted((root / "src").rglob("*.[hc]pp")))
    words = re.findall(r"\bk[A-Z]\w*", text)
    times = {word: 0 for word in words}
    for word in words:
        times[word] += 1
    return [f"{name} is used nowhere" for name in named(root) if times[name.rsplit("/", 1)[1]] < 2]


def problems(c):
    """Checks bounds that restate others, and units that the proofs assume."""
    wrong = []

    def expect(holds, text):
        if not holds:
            wrong.append(text)

    expect(c["unit"] == -52, "kUnit is not 2^-52, two units of a rounding to nearest")
    expect(c["float_unit"] == -23, "kFloatUnit is not 2^-23")
    # Products of errors and the bound's own roundings are below the terms that count twice.
    expect(c["drift_factor"] >= 2, "kDriftFactor is less than 2")
    expect(c["minor_data"] >= 2, "kMinorEntries is less than 2")
    # Factors up to 2^150; the host may flush two of them to zero.
    expect(c["minor_underflow"] >= -1022 + 150 + 2, "axis.hpp: kLeastMinorError")
    # reach.hpp uses one reach for the largest of three, and as many units for the sum along |u|_1.
    expect(c["reach_gap_units"] >= 3 * c["gap_per_dimension"] + c["gap_plus"], "reach.hpp: gap_error")
    expect(c["reach_gap_underflow"] >= c["gap_underflow"], "reach.hpp: kLeastGapError")
    expect(c["reach_point_units"] >= 3 + c["point_plus"], "reach.hpp: entry_error")
    expect(c["reach_point_underflow"] >= c["point_underflow"], "reach.hpp: entry_error's last term")
    expect(c["reach_det_units"] >= c["det3_units"], "reach.hpp: minor_error's units")
    expect(c["reach_det_data"] >= 3 * c["det3_data"], "reach.hpp: minor_error's share of entries")
    expect(c["reach_det_underflow"] >= c["det_underflow"], "reach.hpp: minor_error's last term")
    expect(c["reach_share"] >= c["det_share"], "reach.hpp: kRoundUp")
    # float_reach.hpp has the form of Lemma 2; flushed values are below 2^-126.
    expect(c["float_det_data"] >= 3 * c["det3_data"], "float_reach.hpp: minor_error's share of entries")
    expect(c["float_gap_underflow"] >= -126 + 4, "float_reach.hpp: kLeastFloatGapError")
    # A flushed entry times a corner, of two products each; a gap multiplies it by 2^4 S.
    expect(c["polygon_share_underflow"] >= -126 + c["polygon_corner"] + 2 + 4, "polygon_lanes-inl.hpp: E")
    expect(c["polygon_underflow"] >= -126 + 4, "polygon_lanes-inl.hpp: E's last term")
    expect(2 * (c["polygon_most"] + 2) < 127, "polygon_lanes-inl.hpp: a gap may overflow")
    expect(c["upright_underflow"] >= -123, "polygon_lanes-inl.hpp: stretch_of")
    expect(c["ball_underflow"] >= -123, "polygon_lanes-inl.hpp: apart_by_balls")
    expect(c["gamma_share"] >= -50, "inverse_error.hpp: gamma's own roundings")
    # Dot products of n terms lose n roundings; a difference follows, or n more in the residual.
    expect(c["gamma_product_plus"] >= 1, "linear_system.cpp: gamma_product")
    expect(c["gamma_residual_per"] >= 2 and c["gamma_residual_plus"] >= 1, "linear_system.cpp: gamma_residual")
    return wrong


def unchecked(root: Path):
    """Lemmas that the filters state and this folder does not check."""
    stated = set()
    for path in sorted((root / "src").rglob("*.[hc]pp")):
        stated |= set(re.findall(r"\bLemma ([0-9]+|[A-Z])\b", path.read_text()))
    return [f"Lemma {n} has no check here" for n in sorted(stated - set(CHECKED) - set(ON_PAPER))]
