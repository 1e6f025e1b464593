// SPDX-License-Identifier: Apache-2.0
//
// Reads lengths with units. Coordinates are never scaled: a run has one unit, to which poses and
// clearances are converted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sunder::cli {

/// numerator / denominator metres. Both are small integers for the named units, so that a
/// conversion rounds as little as possible.
struct Unit {
  std::string name;
  double numerator = 1;
  double denominator = 1;
};

/// Returns the length of one unit in metres, rounded once.
inline double metres(const Unit& unit) { return unit.numerator / unit.denominator; }

/// The named units, for messages.
inline constexpr const char* kUnitNames = "um, mm, cm, m, km, in and ft";
/// Returns the unit of a name among these.
std::optional<Unit> unit_from_name(std::string_view name);
/// Returns the named unit of this many metres, or one described by its size ("units of 0.5 m").
Unit unit_of_metres(double metres);

/// A length such as "5mm", "0.2 in" or "5". The last one is in the unit of the run.
struct Length {
  double value = 0;
  std::optional<Unit> unit;
};
std::optional<Length> parse_length(std::string_view text);
double convert(const Length& length, const Unit& unit);

/// Returns the shortest decimal in [lower, upper], so that no uncertain digit is shown. It shows
/// both ends if their first digits differ.
std::string show_interval(double lower, double upper);

}  // namespace sunder::cli
