// SPDX-License-Identifier: Apache-2.0
#include "check_output.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "list_json.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

constexpr std::size_t kColumns = 5;
using Row = std::array<std::string, kColumns>;

/// Characters, not bytes, so that columns line up under names in any script.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string point_text(const Vector3& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]);
}

Row row_of(const CheckResult& result, const PairReport& pair) {
  const Scene& scene = result.loaded.scene;
  return {printable(scene.body(pair.a).name), printable(scene.body(pair.b).name),
          std::string(to_string(pair.proximity)),
          pair.has_distance ? show_interval(pair.lower, pair.upper) + " " + result.unit.name : "",
          pair.has_points ? point_text(pair.point_a) : ""};
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

std::string table(const CheckResult& result, bool colours) {
  const std::vector<PairReport>& pairs = result.report.pairs;
  if (pairs.empty()) return {};
  std::vector<Row> rows{{"body", "body", "is", "distance", "at"}};
  for (const PairReport& pair : pairs) rows.push_back(row_of(result, pair));
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < kColumns; ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::string& cell = rows[r][c];
      const std::string_view colour = !colours ? ""
                                      : r == 0 ? "\x1b[1m"
                                      : c == 2 ? colour_of(pairs[r - 1].proximity)
                                               : "";
      line += fmt::format("{}{}{}", colour, cell, colour.empty() ? "" : "\x1b[0m");
      if (c + 1 < kColumns) line += std::string(widths[c] - width_of(cell) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + "\n";
}

std::string plural(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string optional_number(double value) { return value == 0 ? "null" : json_number(value); }

std::string vector_json(const Vector3& v) {
  return fmt::format("[{}, {}, {}]", json_number(v[0]), json_number(v[1]), json_number(v[2]));
}

std::string file_json(const LoadedFile& file) {
  const FileReport& report = file.report;
  std::string notes;
  for (const std::string& note : report.notes) {
    notes += (notes.empty() ? "" : ", ") + json_string(note);
  }
  return fmt::format(
      R"({{"path": {}, "format": {}, "bodies": {}, "skipped": {}, "unused_points": {}, )"
      R"("unit_in_metres": {}, "notes": [{}]}})",
      json_string(file.path), json_string(report.format), report.bodies, report.skipped,
      report.unused_points, optional_number(report.unit_in_metres), notes);
}

std::string pair_json(const Scene& scene, const PairReport& pair) {
  std::string text = fmt::format(
      R"({{"a": {}, "b": {}, "a_id": {}, "b_id": {}, "proximity": "{}", "verdict": "{}", )"
      R"("decided_by": "{}", "stage": "{}", "distance": )",
      json_string(scene.body(pair.a).name), json_string(scene.body(pair.b).name), pair.a, pair.b,
      to_string(pair.proximity), to_string(pair.verdict.verdict), decided_by(pair.verdict),
      to_string(pair.verdict.stage));
  text += pair.has_distance
              ? fmt::format("[{}, {}]", json_number(pair.lower), json_number(pair.upper))
              : "null";
  text += pair.has_points ? fmt::format(R"(, "point_a": {}, "point_b": {}}})",
                                        vector_json(pair.point_a), vector_json(pair.point_b))
                          : R"(, "point_a": null, "point_b": null})";
  return text;
}

}  // namespace

std::string check_text(const CheckResult& result) {
  const SceneReport& report = result.report;
  std::string text = table(result, colours_on_standard_output());
  for (const LoadedFile& file : result.loaded.files) {
    for (const std::string& note : file.report.notes) {
      text += fmt::format("note: {}: {}\n", printable(file.path), printable(note));
    }
  }
  text +=
      fmt::format("{} in {}, each mesh taken as its convex hull; lengths in {}\n",
                  plural(report.bodies, "body", "bodies"),
                  plural(static_cast<std::int64_t>(result.loaded.files.size()), "file", "files"),
                  result.unit.name);
  text += fmt::format("{}: {} pruned by proof, {} examined ({} overlapping, {} touching",
                      plural(report.pairs_total, "pair", "pairs"), report.pruned, report.examined,
                      report.overlapping, report.touching);
  if (result.options.clearance > 0) {
    text +=
        fmt::format(", {} within {} {}", report.near, result.options.clearance, result.unit.name);
  }
  text += fmt::format(", {} clear), {} not examined; {:.3g} s\n", report.clear, report.not_examined,
                      result.seconds);
  return text;
}

std::string check_json(const CheckResult& result) {
  const Scene& scene = result.loaded.scene;
  const SceneReport& report = result.report;
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(scene.size()));
  for (std::int32_t id = 0; id < scene.size(); ++id) names.push_back(scene.body(id).name);
  std::string text = R"({"files": )" + list_json(result.loaded.files, file_json);
  text += R"(, "bodies": )" + list_json(names, [](const std::string& n) { return json_string(n); });
  text += fmt::format(
      R"(, "taken_as": "convex hull", "unit": {}, "unit_in_metres": {}, "clearance": {})",
      json_string(result.unit.name), json_number(result.unit.numerator / result.unit.denominator),
      json_number(result.options.clearance));
  text += R"(, "pairs": )" +
          list_json(report.pairs, [&](const PairReport& pair) { return pair_json(scene, pair); });
  text += fmt::format(
      R"(, "summary": {{"bodies": {}, "pairs": {}, "pruned": {}, "examined": {}, )"
      R"("not_examined": {}, "overlapping": {}, "touching": {}, "near": {}, "clear": {}, )"
      R"("seconds": {}}}}})"
      "\n",
      report.bodies, report.pairs_total, report.pruned, report.examined, report.not_examined,
      report.overlapping, report.touching, report.near, report.clear, json_number(result.seconds));
  return text;
}

}  // namespace sunder::cli
