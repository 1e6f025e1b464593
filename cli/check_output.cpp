// SPDX-License-Identifier: Apache-2.0
#include "check_output.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <tuple>
#include <vector>

#include "check_contacts.hpp"
#include "check_table.hpp"
#include "list_json.hpp"
#include "sunder/io.hpp"
#include "sunder/report.hpp"
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

std::string index_json(std::int32_t index) { return index < 0 ? "null" : fmt::to_string(index); }

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
  const bool mesh = has_mesh(scene, {pair.a, pair.b});
  text += R"(, "depth": )" + interval_json(contact.depth);
  text += fmt::format(R"(, "point_a": {}, "point_b": {}, "contact": {})",
                      pair.witness ? vector_json(pair.witness->point_a) : "null",
                      pair.witness ? vector_json(pair.witness->point_b) : "null",
                      contact_json(contact));
  text +=
      fmt::format(R"(, "key": "{}")", clash_key(scene.body(pair.a).name, scene.body(pair.b).name));
  if (contact.overlap) text += fmt::format(R"(, "overlap": "{}")", to_string(*contact.overlap));
  if (result.rules.baseline && result.clashes.pairs[index].fails) {
    text += fmt::format(R"(, "known": {})", result.clashes.pairs[index].known);
  }
  if (mesh) {
    text += fmt::format(R"(, "part_a": {}, "part_b": {}, "triangle_a": {}, "triangle_b": {})",
                        index_json(pair.part_a), index_json(pair.part_b),
                        index_json(pair.triangle_a), index_json(pair.triangle_b));
  }
  return text + contact.proof + "}";
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

/// What the bodies were taken as, for people.
class FormSummary {
 public:
  explicit FormSummary(const LoadedBodies& loaded) {
    for (std::int32_t id = 0; id < loaded.scene.size(); ++id) {
      const TakenMesh& taken = loaded.taken(id);
      ++counts_[static_cast<std::size_t>(taken.as)];
      if (taken.why.empty()) continue;
      // Hulls have few reasons, and each is listed; each surface has its own, and the first is.
      const std::string_view why = taken.as == BodyForm::hull ? taken.why : std::string_view();
      const auto same = [&](const Reason& r) { return r.form == taken.as && r.key == why; };
      const auto known = std::find_if(reasons_.begin(), reasons_.end(), same);
      if (known != reasons_.end()) {
        ++known->bodies;
      } else {
        reasons_.push_back({taken.as, why, loaded.scene.body(id).name, taken.why, 1});
      }
    }
  }

  /// Returns "12 hulls, 3 solids, 1 surface".
  std::string counts() const {
    std::string text;
    for (const auto& [form, one, many] : {std::tuple{BodyForm::hull, "hull", "hulls"},
                                          std::tuple{BodyForm::solid, "solid", "solids"},
                                          std::tuple{BodyForm::surface, "surface", "surfaces"},
                                          std::tuple{BodyForm::parts, "union", "unions"}}) {
      const std::int64_t count = counts_[static_cast<std::size_t>(form)];
      if (count > 0) text += (text.empty() ? "" : ", ") + plural(count, one, many);
    }
    return text;
  }

  /// Returns a line for each reason, with the first body that has it.
  std::string reasons() const {
    std::string text;
    for (const Reason& reason : reasons_) {
      const std::string others =
          reason.bodies > 1 ? fmt::format(" (and {} more)", reason.bodies - 1) : "";
      text += fmt::format("{}: {}{}: {}\n", to_string(reason.form), printable(reason.first), others,
                          printable(reason.why));
    }
    return text;
  }

 private:
  struct Reason {
    BodyForm form;
    std::string_view key;
    std::string_view first;
    std::string_view why;
    std::int64_t bodies = 0;
  };

  std::array<std::int64_t, 5> counts_{};  ///< by form
  std::vector<Reason> reasons_;
};

/// Says how deep overlaps are against the tolerance, and what is new since the baseline.
std::string clashes_text(const CheckResult& result) {
  const Clashes& clashes = result.clashes;
  std::string text;
  if (result.rules.tolerance) {
    text += fmt::format("{} against the tolerance of {} {}: {} deeper, {} within, {} unresolved\n",
                        plural(result.report.overlapping, "overlap", "overlaps"),
                        *result.rules.tolerance, result.loaded.unit.name, clashes.deeper,
                        clashes.within, clashes.unresolved);
  }
  if (result.rules.baseline) {
    text += fmt::format(
        "{} against {}: {} new, {} known; {}\n", plural(clashes.failing, "clash", "clashes"),
        printable(*result.rules.baseline), clashes.failing - clashes.known, clashes.known,
        clashes.gone ? fmt::format("{} gone", clashes.gone->size()) : "what is gone is not known");
  }
  return text;
}

}  // namespace

std::string check_text(const CheckResult& result) {
  const SceneReport& report = result.report;
  const FormSummary forms(result.loaded);
  std::string text = check_table(result, colours_on_standard_output());
  for (const LoadedFile& file : result.loaded.files) {
    for (const std::string& note : file.report.notes) {
      text += fmt::format("note: {}: {}\n", printable(file.path), printable(note));
    }
  }
  text +=
      fmt::format("{} in {}: {}; lengths in {}\n", plural(report.bodies, "body", "bodies"),
                  plural(static_cast<std::int64_t>(result.loaded.files.size()), "file", "files"),
                  forms.counts(), result.loaded.unit.name);
  text += forms.reasons();
  if (report.with_bodies > 0 && result.options.algorithm != Algorithm::automatic) {
    text += fmt::format(
        "{} with a solid, a surface or a union: {} was asked about their convex parts alone\n",
        plural(report.with_bodies, "pair", "pairs"), to_string(result.options.algorithm));
  }
  text += fmt::format("{}: {} pruned by proof, {} examined ({} overlapping, {} touching",
                      plural(report.pairs_total, "pair", "pairs"), report.pruned, report.examined,
                      report.overlapping, report.touching);
  if (result.options.clearance > 0) {
    text += fmt::format(", {} within {} {}", report.near, result.options.clearance,
                        result.loaded.unit.name);
  }
  text += fmt::format(", {} clear), ", report.clear);
  if (result.options.skip) text += fmt::format("{} skipped, ", report.skipped);
  text += fmt::format("{} not examined; {:.3g} s\n", report.not_examined, result.seconds);
  return text + clashes_text(result);
}

std::string check_json(const CheckResult& result) {
  const Scene& scene = result.loaded.scene;
  const SceneReport& report = result.report;
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(scene.size()));
  std::vector<const TakenMesh*> taken;
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    names.push_back(scene.body(id).name);
    taken.push_back(&result.loaded.taken(id));
  }
  std::string text = R"({"files": )" + list_json(result.loaded.files, file_json);
  text += R"(, "bodies": )" + list_json(names, [](const std::string& n) { return json_string(n); });
  text += fmt::format(
      R"(, "taken_as": {}, "why": {}, "unit": {}, "unit_in_metres": {}, "clearance": {})",
      list_json(taken, [](const TakenMesh* t) { return fmt::format(R"("{}")", to_string(t->as)); }),
      list_json(taken, [](const TakenMesh* t) { return json_string(t->why); }),
      json_string(result.loaded.unit.name), json_number(metres(result.loaded.unit)),
      json_number(result.options.clearance));
  text += R"(, "options": )" + options_json(result.options, result.rules, result.certificates);
  text += R"(, "pairs": )" + pairs_json(result);
  text += R"(, "proof": )" +
          proof_json(scene, report, result.options, result.certificates, result.clear);
  text += fmt::format(
      R"(, "summary": {{"bodies": {}, "pairs": {}, "pruned": {}, "examined": {}, "skipped": {}, )"
      R"("not_examined": {}, "overlapping": {}, "touching": {}, "near": {}, "clear": {}, )"
      R"("exit_status": {}, "seconds": {}, "clashes": {})",
      report.bodies, report.pairs_total, report.pruned, report.examined, report.skipped,
      report.not_examined, report.overlapping, report.touching, report.near, report.clear,
      static_cast<int>(status_of(report, result.clashes)), json_number(result.seconds),
      result.clashes.failing);
  const Clashes& clashes = result.clashes;
  if (result.rules.tolerance) {
    text += fmt::format(R"(, "within": {}, "deeper": {}, "unresolved": {})", clashes.within,
                        clashes.deeper, clashes.unresolved);
  }
  if (result.rules.baseline) {
    text += fmt::format(R"(, "known": {}, "gone": {})", clashes.known,
                        clashes.gone ? fmt::to_string(clashes.gone->size()) : "null");
  }
  return text + "}}\n";
}

}  // namespace sunder::cli
