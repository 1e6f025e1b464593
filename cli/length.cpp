// SPDX-License-Identifier: Apache-2.0
#include "length.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace sunder::cli {
namespace {

struct NamedUnit {
  std::string_view name;
  double numerator;
  double denominator;
};
constexpr NamedUnit kUnits[] = {{"um", 1, 1000000}, {"mm", 1, 1000}, {"cm", 1, 100},
                                {"m", 1, 1},        {"km", 1000, 1}, {"in", 254, 10000},
                                {"ft", 3048, 10000}};

/// An interval wider than this part of its middle is shown by its two ends.
constexpr double kGreatestShownWidth = 1e-3;

double to_double(std::string_view text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

std::optional<Unit> unit_from_name(std::string_view name) {
  for (const NamedUnit& unit : kUnits) {
    if (unit.name == name) return Unit{std::string(name), unit.numerator, unit.denominator};
  }
  return std::nullopt;
}

Unit unit_of_metres(double metres) {
  for (const NamedUnit& unit : kUnits) {
    if (unit.numerator / unit.denominator == metres) {
      return {std::string(unit.name), unit.numerator, unit.denominator};
    }
  }
  return {"units", metres, 1};
}

std::optional<Length> parse_length(std::string_view text) {
  Length length;
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, length.value);
  if (failure != std::errc{} || !std::isfinite(length.value) || std::signbit(length.value)) {
    return std::nullopt;
  }
  std::string_view name(stop, static_cast<std::size_t>(end - stop));
  while (name.starts_with(' ')) name.remove_prefix(1);
  if (name.empty()) return length;
  length.unit = unit_from_name(name);
  if (!length.unit) return std::nullopt;
  return length;
}

double convert(const Length& length, const Unit& unit) {
  if (!length.unit) return length.value;
  return length.value * (length.unit->numerator * unit.denominator) /
         (length.unit->denominator * unit.numerator);
}

std::string show_interval(double lower, double upper) {
  if (lower == upper) return fmt::format("{}", lower);
  if (std::isfinite(upper) && upper - lower <= kGreatestShownWidth * lower) {
    for (int digits = 1; digits < 17; ++digits) {
      std::string text = fmt::format("{:.{}g}", lower + (upper - lower) / 2, digits);
      const double value = to_double(text);
      if (lower <= value && value <= upper) return text;
    }
  }
  return fmt::format("{} to {}", lower, upper);
}

}  // namespace sunder::cli
