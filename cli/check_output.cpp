// SPDX-License-Identifier: Apache-2.0
#include "check_output.hpp"

#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "check_contacts.hpp"
#include "check_table.hpp"
#include "list_json.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

std::string plural(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string file_json(const LoadedFile& file) {
  const FileReport& report = file.report;
  return fmt::format(
      R"({{"path": {}, "format": {}, "bodies": {}, "skipped": {}, "unused_points": {}, )"
      R"("unit": {}, "unit_in_metres": {}, "unit_assumed": {}, "unit_given": {}, "notes": {}, )"
      R"("sha256": {}}})",
      json_string(file.path), json_string(report.format), report.bodies, report.skipped,
      report.unused_points, json_string(file.unit.name), json_number(metres(file.unit)),
      file.assumed, file.given, list_json(report.notes, json_string),
      list_json(report.sha256, json_string));
}

std::string interval_json(const Interval& interval) {
  return fmt::format("[{}, {}]", json_number(interval.lower), json_number(interval.upper));
}

std::string pair_json(const CheckResult& result, std::size_t index) {
  const Scene& scene = result.loaded.scene;
  const PairReport& pair = result.report.pairs[index];
  const FoundContact& contact = result.contacts[index];
  std::string text = fmt::format(
      R"({{"a": {}, "b": {}, "a_id": {}, "b_id": {}, "proximity": "{}", "verdict": "{}", )"
      R"("decided_by": "{}", "stage": "{}", "distance": )",
      json_string(scene.body(pair.a).name), json_string(scene.body(pair.b).name), pair.a, pair.b,
      to_string(pair.proximity), to_string(pair.verdict), decided_by(pair), to_string(pair.stage));
  text += pair.distance ? interval_json(*pair.distance) : "null";
  text += R"(, "depth": )" + interval_json(contact.answer.depth);
  text += fmt::format(R"(, "point_a": {}, "point_b": {}, "contact": {})",
                      pair.witness ? vector_json(pair.witness->point_a) : "null",
                      pair.witness ? vector_json(pair.witness->point_b) : "null",
                      contact_json(contact));
  if (result.certificates != Certificates::none) {
    text += pair_proof_json(scene, pair, result.options.clearance, contact.answer);
  }
  return text + "}";
}

std::string pairs_json(const CheckResult& result) {
  const std::vector<PairReport>& pairs = result.report.pairs;
  std::string text = "[";
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (i > 0) text += ", ";
    text += pair_json(result, i);
  }
  return text + "]";
}

}  // namespace

std::string check_text(const CheckResult& result) {
  const SceneReport& report = result.report;
  std::string text = check_table(result, colours_on_standard_output());
  for (const LoadedFile& file : result.loaded.files) {
    for (const std::string& note : file.report.notes) {
      text += fmt::format("note: {}: {}\n", printable(file.path), printable(note));
    }
  }
  text +=
      fmt::format("{} in {}, each mesh taken as its convex hull; lengths in {}\n",
                  plural(report.bodies, "body", "bodies"),
                  plural(static_cast<std::int64_t>(result.loaded.files.size()), "file", "files"),
                  result.loaded.unit.name);
  text += fmt::format("{}: {} pruned by proof, {} examined ({} overlapping, {} touching",
                      plural(report.pairs_total, "pair", "pairs"), report.pruned, report.examined,
                      report.overlapping, report.touching);
  if (result.options.clearance > 0) {
    text += fmt::format(", {} within {} {}", report.near, result.options.clearance,
                        result.loaded.unit.name);
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
      json_string(result.loaded.unit.name), json_number(metres(result.loaded.unit)),
      json_number(result.options.clearance));
  text += R"(, "options": )" + options_json(result.options, result.certificates);
  text += R"(, "pairs": )" + pairs_json(result);
  text += R"(, "proof": )" + proof_json(scene, report, result.options, result.certificates);
  text += fmt::format(
      R"(, "summary": {{"bodies": {}, "pairs": {}, "pruned": {}, "examined": {}, )"
      R"("not_examined": {}, "overlapping": {}, "touching": {}, "near": {}, "clear": {}, )"
      R"("exit_status": {}, "seconds": {}}}}})"
      "\n",
      report.bodies, report.pairs_total, report.pruned, report.examined, report.not_examined,
      report.overlapping, report.touching, report.near, report.clear,
      static_cast<int>(status_of(report)), json_number(result.seconds));
  return text;
}

}  // namespace sunder::cli
