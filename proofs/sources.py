# SPDX-License-Identifier: Apache-2.0
"""The constants of the error bounds, read out of the C++ sources.

Each bound is found by the whole text of its formula, numbers left open: a formula that was changed in
any other way is not found, and then nothing is proven about it."""

import re
from pathlib import Path

# file, formula with (names) where its numbers are; blanks stand for any white space.
FORMULAS = [
    ("src/machine/strict_arithmetic.hpp", "inline constexpr double kUnit = 0x1p(unit);"),
    ("src/filter/filtered_pair.hpp",
     "return (((gap_per_dimension) * dimension() + (gap_plus)) * kUnit * size + 2 * norm * drift_) + "
     "0x1p(gap_floor);"),
    ("src/filter/filtered_pair.hpp",
     "return ((dimension() + (point_plus)) * kUnit * reach + 2 * drift_) + 0x1p(point_floor);"),
    ("src/filter/simplex_interior.hpp",
     "bound = (det2_units) * kUnit * x[0] * x[1] + (det2_data) * (e[0] * x[1] + x[0] * e[1]);"),
    ("src/filter/simplex_interior.hpp",
     "bound = (det3_units) * kUnit * x[0] * x[1] * x[2] + (det3_data) * (e[0] * x[1] * x[2] + "
     "x[0] * e[1] * x[2] + x[0] * x[1] * e[2]);"),
    ("src/filter/simplex_interior.hpp",
     "bound = bound * (1 + 0x1p(det_slack)) + 0x1p(det_floor);"),
    ("src/filter/axis.hpp",
     "result.error = (minor_units) * kUnit * (std::fabs(ab) + std::fabs(cd)) + 2 * rho * "
     "(std::fabs(a) + std::fabs(b) + std::fabs(c) + std::fabs(d) + 2 * rho) + kLeastMinorError;"),
    ("src/filter/reach.hpp",
     "return ((reach_point_units) * kUnit * reach + 2 * drift) + 0x1p(reach_point_floor);"),
    ("src/filter/reach.hpp", "return ((reach_gap_units) * kUnit * reach + 2 * drift) * kRoundUp;"),
    ("src/filter/reach.hpp",
     "return ((reach_det_units) * kUnit * most + (reach_det_data) * entry) * (most * most) * "
     "kRoundUp + 0x1p(reach_det_floor);"),
    ("src/filter/reach.hpp", "inline constexpr double kRoundUp = 1 + 0x1p(reach_slack);"),
    ("src/filter/reach.hpp", "inline constexpr double kLeastGapError = 0x1p(reach_gap_floor);"),
    ("src/narrow/sat/box_difference.hpp",
     "inline constexpr double kBoundRounding = 1 + 0x1p(box_slack);"),
    ("src/narrow/sat/box_difference.hpp",
     "inline constexpr double kUnitsOfCentred = (centred_units) * kUnit * kBoundRounding;"),
    ("src/narrow/sat/box_difference.hpp",
     "inline constexpr double kUnitsOfAny = (any_units) * kUnit * kBoundRounding;"),
    ("src/narrow/sat/box_float_axes-inl.hpp",
     "inline constexpr float kFloatUnit = 0x1p(float_unit)F;"),
    ("src/narrow/sat/box_float_axes-inl.hpp",
     "inline constexpr float kFloatGapUnits = (float_units) * kFloatUnit;"),
    ("src/filter/float_reach.hpp", "inline constexpr double kFloatUnit = 0x1p(float_unit);"),
    ("src/filter/float_reach.hpp",
     "inline constexpr float kLeastFloatGapError = 0x1p(float_gap_floor)F;"),
    ("src/filter/float_reach.hpp", "static constexpr double kSecondOrder = 1 + 0x1p(float_slack);"),
    ("src/filter/float_reach.hpp",
     "return static_cast<float>((((float_gap_plus) + names) * kFloatUnit * reach + 2 * drift) * "
     "kSecondOrder);"),
    ("src/filter/float_reach.hpp", "return (float_point_units) * kFloatUnit * reach + 2 * drift;"),
    ("src/filter/float_reach.hpp",
     "const double error = ((float_det_units) * kFloatUnit * most + (float_det_data) * entry) * "
     "(most * most) * kSecondOrder;"),
    ("src/batch/polygon_lanes-inl.hpp",
     "const Floats factor = hn::MulAdd(hn::Max(reach.a, of_b), "
     "hn::Set(lanes, (polygon_units) * 0x1p(float_unit)F), "
     "hn::Set(lanes, 0x1p(polygon_share_floor)F));"),
    ("src/batch/polygon_lanes-inl.hpp",
     "return {hn::MulAdd(factor, size, hn::Set(lanes, 0x1p(polygon_floor)F)), "
     "hn::Lt(size, hn::Set(lanes, 0x1p(polygon_most)F))};"),
    ("src/batch/polygon_lanes-inl.hpp",
     "hn::MulAdd(hn::Add(a, b), hn::Set(lanes, 0x1p(upright_slack)F), "
     "hn::Set(lanes, 0x1p(upright_floor)F));"),
    ("src/batch/polygon_lanes-inl.hpp",
     "hn::MulAdd(hn::Mul(both, both), hn::Set(lanes, 1 + 0x1p(ball_slack)F), "
     "hn::Set(lanes, 0x1p(ball_floor)F));"),
    ("src/batch/polygon_records.cpp", "constexpr double kLeastSize = 0x1p(polygon_least);"),
    ("src/batch/polygon_records.cpp", "constexpr double kMostSize = 0x1p(polygon_corner);"),
    ("src/filter/distance_bounds.hpp",
     "inline double length_error(int d) noexcept { return (d + (length_plus)) * kUnit; }"),
    ("src/filter/distance_bounds.hpp",
     "return (gap.value - gap.error) / std::sqrt(squared) * (1 - length_error(pair.dimension()));"),
    ("src/filter/inverse_error.hpp", "return units / (1 - units) * (1 + 0x1p(gamma_slack));"),
    ("src/filter/linear_system.cpp", "const double gamma_product = gamma(n + (gamma_product_plus));"),
    ("src/filter/linear_system.cpp",
     "const double gamma_residual = gamma((gamma_residual_per) * n + (gamma_residual_plus));"),
]

# Files that state a lemma, and what checks it here.
CHECKED = {"1": "gap", "2": "det", "3": "Inverse.v", "4": "lower", "5": "det, by src/narrow/epa/around.hpp",
           "P": "polygon_gap"}
# And those that are on paper only: docs/trust.md says which tests ask them.
ON_PAPER = {"B": "tests/batch/box_lane_bounds_test.cpp", "H": "tests/batch/hull_lane_bounds_test.cpp",
            "N": "tests/narrow/sat_polygons_test.cpp"}


class Unreadable(Exception):
    """A formula is not where it was."""


def pattern_of(formula):
    """A regular expression that finds the formula, and its numbers by name."""
    parts = re.split(r"\((?=[a-z0-9_]+_?[a-z0-9_]*\))([a-z0-9_]+)\)", formula)
    known = []
    text = ""
    for i, part in enumerate(parts):
        is_name = i % 2 == 1 and ("_" in part or part == "unit") and part not in ("drift_",)
        if is_name:
            text += f"(?P<{part}>-?[0-9]+)"
            known.append(part)
        else:
            part = f"({part})" if i % 2 == 1 else part
            text += r"\s*".join(re.escape(word) for word in re.split(r"\s+", part))
    return text


def read(root: Path):
    """All constants by name; one that two files hold must be the same in both."""
    constants = {"point_per_dimension": 1}
    for name, formula in FORMULAS:
        text = (root / name).read_text()
        found = list(re.finditer(pattern_of(formula), text))
        if len(found) != 1:
            raise Unreadable(f"{name} holds {len(found)} times what one bound reads here: {formula}")
        for constant, value in found[0].groupdict().items():
            if constants.setdefault(constant, int(value)) != int(value):
                raise Unreadable(f"{name}: {constant} is {value} here, {constants[constant]} elsewhere")
    return constants


def problems(c):
    """Bounds that are others' in another form, and units that the proofs take for granted."""
    wrong = []

    def expect(holds, text):
        if not holds:
            wrong.append(text)

    expect(c["unit"] == -52, "kUnit is not 2^-52, two units of a rounding to nearest")
    expect(c["float_unit"] == -23, "kFloatUnit is not 2^-23")
    # reach.hpp has one reach for the largest of three, and as many for the sum along |u|_1.
    expect(c["reach_gap_units"] >= 3 * c["gap_per_dimension"] + c["gap_plus"], "reach.hpp: gap_error")
    expect(c["reach_gap_floor"] >= c["gap_floor"], "reach.hpp: kLeastGapError")
    expect(c["reach_point_units"] >= 3 + c["point_plus"], "reach.hpp: entry_error")
    expect(c["reach_point_floor"] >= c["point_floor"], "reach.hpp: entry_error's last term")
    expect(c["reach_det_units"] >= c["det3_units"], "reach.hpp: minor_error's units")
    expect(c["reach_det_data"] >= 3 * c["det3_data"], "reach.hpp: minor_error's share of entries")
    expect(c["reach_det_floor"] >= c["det_floor"], "reach.hpp: minor_error's last term")
    expect(c["reach_slack"] >= c["det_slack"], "reach.hpp: kRoundUp")
    # float_reach.hpp has Lemma 2's form; what is flushed to zero is below 2^-126.
    expect(c["float_det_data"] >= 3 * c["det3_data"], "float_reach.hpp: minor_error's share of entries")
    expect(c["float_gap_floor"] >= -126 + 4, "float_reach.hpp: kLeastFloatGapError")
    # A flushed entry times a corner, of two products each; a gap multiplies it by 2^4 S.
    expect(c["polygon_share_floor"] >= -126 + c["polygon_corner"] + 2 + 4, "polygon_lanes-inl.hpp: E")
    expect(c["polygon_floor"] >= -126 + 4, "polygon_lanes-inl.hpp: E's last term")
    expect(2 * (c["polygon_most"] + 2) < 127, "polygon_lanes-inl.hpp: a gap may overflow")
    expect(c["upright_floor"] >= -123, "polygon_lanes-inl.hpp: stretch_of")
    # Dot products of n terms lose n roundings; then a difference, or n more in the residual's.
    expect(c["gamma_product_plus"] >= 1, "linear_system.cpp: gamma_product")
    expect(c["gamma_residual_per"] >= 2 and c["gamma_residual_plus"] >= 1, "linear_system.cpp: gamma_residual")
    return wrong


def unchecked(root: Path):
    """Lemmas that the filters state and this folder does not know."""
    stated = set()
    for path in sorted((root / "src").rglob("*.[hc]pp")):
        stated |= set(re.findall(r"\bLemma ([0-9]+|[A-Z])\b", path.read_text()))
    return [f"Lemma {n} has no check here" for n in sorted(stated - set(CHECKED) - set(ON_PAPER))]
