// SPDX-License-Identifier: Apache-2.0
#include "length.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "sunder/io.hpp"

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

/// A relatively wider interval is shown by its two ends.
constexpr double kGreatestShownWidth = 1e-3;

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
  return {fmt::format("units of {} m", metres), metres, 1};
}

std::optional<Length> parse_length(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto letters = std::find_if_not(text.rbegin(), text.rend(), is_letter) - text.rbegin();
  const std::string_view name = text.substr(text.size() - static_cast<std::size_t>(letters));
  text.remove_suffix(name.size());
  while (!name.empty() && text.ends_with(' ')) text.remove_suffix(1);
  const auto value = number_from_text(text);
  if (!value || !std::isfinite(*value) || std::signbit(*value)) return std::nullopt;
  Length length{*value, std::nullopt};
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
      const auto value = number_from_text(text);
      if (value && lower <= *value && *value <= upper) return text;
    }
  }
  return fmt::format("{} to {}", lower, upper);
}

}  // namespace sunder::cli
