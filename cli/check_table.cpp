// SPDX-License-Identifier: Apache-2.0
#include "check_table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
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
  column_at
};
constexpr std::array<std::string_view, 6> kHeads = {"body",     "body",  "is",
                                                    "distance", "depth", "at"};

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

std::string_view colour_of(Proximity proximity) {
  switch (proximity) {
    case Proximity::overlapping:
      return "\x1b[31m";
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
std::string depth_text(const CheckResult& result, const Contact3& contact) {
  const std::string text = fmt::format("{:.6g}", contact.depth.lower);
  return text == fmt::format("{:.6g}", contact.depth.upper) ? text + " " + result.loaded.unit.name
                                                            : length_text(result, contact.depth);
}

/// Names the part of a union, and the triangle of a mesh, that meets the other body; empty for a hull.
std::string place_text(const SceneBody& body, std::int32_t part, std::int32_t triangle) {
  std::string text;
  if (body.body && body.body->parts().size() > 1 && part >= 0) text = fmt::format("part {}", part);
  if (triangle >= 0) text += fmt::format("{}triangle {}", text.empty() ? "" : " ", triangle);
  return text;
}

/// Names the places that meet; bodies that enclose each other have none.
std::string places_text(const Scene& scene, const PairReport& pair) {
  const std::string a = place_text(scene.body(pair.a), pair.part_a, pair.triangle_a);
  const std::string b = place_text(scene.body(pair.b), pair.part_b, pair.triangle_b);
  if (a.empty() && b.empty()) return "inside";
  if (b.empty()) return a + " of the first";
  return a.empty() ? b + " of the second" : a + " and " + b;
}

void append_rows(const CheckResult& result, std::size_t index, std::vector<TableRow>& rows) {
  const PairReport& pair = result.report.pairs[index];
  const FoundContact& contact = result.contacts[index];
  TableRow row;
  row.colour = colour_of(pair.proximity);
  row.cells[column_a] = printable(result.loaded.scene.body(pair.a).name);
  row.cells[column_b] = printable(result.loaded.scene.body(pair.b).name);
  row.cells[column_is] = to_string(pair.proximity);
  if (pair.distance) row.cells[column_distance] = length_text(result, *pair.distance);
  const bool mesh = has_mesh(result.loaded.scene, {pair.a, pair.b});
  if (pair.proximity == Proximity::overlapping && !mesh) {
    row.cells[column_depth] = depth_text(result, contact.answer);
  }
  if (contact.points.empty() && pair.witness) {
    row.cells[column_at] = point_text(pair.witness->point_a);
  } else if (mesh && pair) {
    row.cells[column_at] = places_text(result.loaded.scene, pair);
  }
  if (!contact.points.empty()) row.cells[column_at] = point_text(contact.points[0].point_a);
  rows.push_back(row);
  for (std::size_t i = 1; i < contact.points.size(); ++i) {
    rows.emplace_back().cells[column_at] = point_text(contact.points[i].point_a);
  }
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
