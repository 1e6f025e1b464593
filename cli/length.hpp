// SPDX-License-Identifier: Apache-2.0
//
// Lengths with units. Coordinates are never scaled: a run has one unit, into which poses are brought and
// clearances converted.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sunder::cli {

/// numerator / denominator metres; both are small whole numbers for the named units, so that a
/// conversion rounds as little as it can.
struct Unit {
  std::string name;
  double numerator = 1;
  double denominator = 1;
};

/// Rounded once.
inline double metres(const Unit& unit) { return unit.numerator / unit.denominator; }

/// The units that have a name, for messages.
inline constexpr const char* kUnitNames = "um, mm, cm, m, km, in and ft";
/// One of these.
std::optional<Unit> unit_from_name(std::string_view name);
/// The named unit of this many metres, or one called by its size ("units of 0.5 m").
Unit unit_of_metres(double metres);

/// A length such as "5mm", "0.2 in" or "5"; the last is in the unit of the run.
struct Length {
  double value = 0;
  std::optional<Unit> unit;
};
std::optional<Length> parse_length(std::string_view text);
double convert(const Length& length, const Unit& unit);

/// The shortest decimal that lies in [lower, upper], so that no digit is shown that is not known;
/// both ends where the first digits differ.
std::string show_interval(double lower, double upper);

}  // namespace sunder::cli
