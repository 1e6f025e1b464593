// SPDX-License-Identifier: Apache-2.0
#include "check_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "terminal.hpp"

namespace sunder::cli {
namespace {

enum Column : std::size_t {
  column_a,
  column_b,
  column_is,
  column_distance,
  column_depth,
  column_since,
  column_at
};
constexpr std::array<std::string_view, 7> kHeads = {"body",  "body",     "is", "distance",
                                                    "depth", "baseline", "at"};

struct TableRow {
  std::array<std::string, kHeads.size()> cells;
  std::string_view colour;  ///< by proximity
};

/// Counts characters, not bytes, so that columns line up under names in any script.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

/// Adds 0.0 to avoid the minus of a negative zero.
std::string point_text(const Vector3& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0] + 0.0, p[1] + 0.0, p[2] + 0.0);
}

/// Red is what is deeper than a touch, or may be.
std::string_view colour_of(Proximity proximity, std::optional<Overlap> overlap) {
  switch (proximity) {
    case Proximity::overlapping:
      return overlap == Overlap::within ? "\x1b[33m" : "\x1b[31m";
    case Proximity::touching:
      return "\x1b[33m";
    case Proximity::near:
      return "\x1b[36m";
    case Proximity::clear:
      return "";
  }
  return "";
}

std::string length_text(const CheckResult& result, const Interval& interval) {
  return show_interval(interval.lower, interval.upper) + " " + result.loaded.unit.name;
}

/// Writes six digits, if the interval determines them all.
std::string depth_text(const CheckResult& result, const Interval& depth) {
  const std::string text = fmt::format("{:.6g}", depth.lower);
  return text == fmt::format("{:.6g}", depth.upper) ? text + " " + result.loaded.unit.name
                                                    : length_text(result, depth);
}

std::string region_text(const ContactRegion& region, std::string_view unit) {
  const std::string place = region.outline.empty() || region.outline.front().empty()
                                ? std::string()
                                : point_text(region.outline.front().front());
  switch (region.dimension) {
    case 2:
      return fmt::format("patch of {:.6g} {}^2 at {}", region.area, unit, place);
    case 1:
      return fmt::format("line of {:.6g} {} from {}", region.length, unit, place);
    default:
      return place;
  }
}

/// Returns a line for each point or region of a contact, or for the closest point.
std::vector<std::string> places_of(const CheckResult& result, const PairReport& pair,
                                   const FoundContact& contact) {
  std::vector<std::string> places;
  if (contact.regions) {
    const std::vector<ContactRegion>& regions = contact.regions->regions;
    const std::size_t shown =
        std::min(regions.size(), static_cast<std::size_t>(kShownContactPoints));
    for (std::size_t i = 0; i < shown; ++i) {
      places.push_back(region_text(regions[i], result.loaded.unit.name));
    }
    if (regions.empty()) places.emplace_back("inside");
    if (shown < regions.size()) {
      places.back() += fmt::format(", and {} more", regions.size() - shown);
    }
  }
  for (const ContactPoint<3>& point : contact.answer.points) {
    if (places.size() == static_cast<std::size_t>(kShownContactPoints)) break;
    places.push_back(point_text(point.point_a));
  }
  if (places.empty() && pair.witness) places.push_back(point_text(pair.witness->point_a));
  return places;
}

/// An overlap within the tolerance is a contact.
std::string_view is_text(const PairReport& pair, std::optional<Overlap> overlap) {
  if (overlap == Overlap::within) return "contact";
  return overlap == Overlap::unresolved ? "unresolved" : to_string(pair.proximity);
}

void append_rows(const CheckResult& result, std::size_t index, std::vector<TableRow>& rows) {
  const PairReport& pair = result.report.pairs[index];
  const Clash& clash = result.clashes.pairs[index];
  const ShownPair shown = shown_pair(result, index);
  TableRow row;
  row.colour = colour_of(pair.proximity, result.contacts[index].overlap);
  row.cells[column_a] = printable(result.loaded.scene.body(pair.a).name);
  row.cells[column_b] = printable(result.loaded.scene.body(pair.b).name);
  row.cells[column_is] = shown.is;
  row.cells[column_distance] = shown.distance;
  row.cells[column_depth] = shown.depth;
  if (result.rules.baseline && clash.fails) row.cells[column_since] = clash.known ? "known" : "new";
  const std::vector<std::string>& places = shown.places;
  if (!places.empty()) row.cells[column_at] = places.front();
  rows.push_back(std::move(row));
  for (std::size_t i = 1; i < places.size(); ++i) rows.emplace_back().cells[column_at] = places[i];
}

/// Returns the widths of the columns; 0 for an empty column.
std::array<std::size_t, kHeads.size()> widths_of(const std::vector<TableRow>& rows) {
  std::array<std::size_t, kHeads.size()> widths{};
  for (const TableRow& row : rows) {
    for (std::size_t c = 0; c < kHeads.size(); ++c) {
      widths[c] = std::max(widths[c], width_of(row.cells[c]));
    }
  }
  for (std::size_t c = 0; c < kHeads.size(); ++c) {
    if (widths[c] > 0) widths[c] = std::max(widths[c], kHeads[c].size());
  }
  return widths;
}

}  // namespace

ShownPair shown_pair(const CheckResult& result, std::size_t index) {
  const PairReport& pair = result.report.pairs[index];
  const FoundContact& contact = result.contacts[index];
  ShownPair shown;
  shown.is = is_text(pair, contact.overlap);
  if (pair.distance) shown.distance = length_text(result, *pair.distance);
  if (pair.proximity == Proximity::overlapping) shown.depth = depth_text(result, contact.depth);
  shown.places = places_of(result, pair, contact);
  return shown;
}

std::string check_table(const CheckResult& result, bool colours) {
  if (result.report.pairs.empty()) return {};
  std::vector<TableRow> rows;
  for (std::size_t i = 0; i < result.report.pairs.size(); ++i) append_rows(result, i, rows);
  const auto widths = widths_of(rows);
  std::string text;
  const auto append_line = [&](const auto& cells, const auto& colour_at) {
    std::string line;
    for (std::size_t c = 0; c < kHeads.size(); ++c) {
      if (widths[c] == 0) continue;
      const std::string_view colour = colours && !cells[c].empty() ? colour_at(c) : "";
      line += fmt::format("{}{}{}", colour, cells[c], colour.empty() ? "" : "\x1b[0m");
      line += std::string(widths[c] - width_of(cells[c]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  append_line(kHeads, [](std::size_t) { return std::string_view("\x1b[1m"); });
  for (const TableRow& row : rows) {
    append_line(row.cells, [&](std::size_t c) { return c == column_is ? row.colour : ""; });
  }
  return text + "\n";
}

}  // namespace sunder::cli
