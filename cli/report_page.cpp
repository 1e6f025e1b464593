// SPDX-License-Identifier: Apache-2.0
//
// Idea: The page holds the report of --json itself, so that what it shows is what `sunder verify` checks, and beside it
//   the bodies, exactly, so that a checker in the page can do the same. All of it is packed, since the names of keys and
//   the digits of certificates repeat.
// Cost: Linear in the report and the distinct meshes, and their packing.
#include "report_page.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "check_contacts.hpp"
#include "check_table.hpp"
#include "date.hpp"
#include "list_json.hpp"
#include "page.hpp"
#include "sunder/report.hpp"
#include "sunder/version.hpp"

namespace sunder::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

template <class T>
std::string base64_of(const std::vector<T>& numbers) {
  return base64({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)});
}

/// Coordinates as floats where these are the same numbers, which binary files have, else as doubles.
std::string model_mesh_json(const ModelMesh& mesh) {
  const bool single = std::all_of(mesh.points.begin(), mesh.points.end(), [](const Vector3& point) {
    return std::all_of(point.begin(), point.end(),
                       [](double x) { return static_cast<double>(static_cast<float>(x)) == x; });
  });
  std::vector<float> floats;
  std::vector<double> doubles;
  for (const Vector3& point : mesh.points) {
    for (const double x : point) {
      if (single) {
        floats.push_back(static_cast<float>(x));
      } else {
        doubles.push_back(x);
      }
    }
  }
  std::vector<std::uint16_t> small;
  std::vector<std::uint32_t> large;
  const bool few = mesh.points.size() <= 65536;
  for (const auto& triangle : mesh.triangles) {
    for (const std::int32_t index : triangle) {
      if (few) {
        small.push_back(static_cast<std::uint16_t>(index));
      } else {
        large.push_back(static_cast<std::uint32_t>(index));
      }
    }
  }
  return fmt::format(R"({{"form": "{}", "{}": "{}", "{}": "{}"}})", to_string(mesh.form),
                     single ? "float32" : "float64",
                     single ? base64_of(floats) : base64_of(doubles), few ? "uint16" : "uint32",
                     few ? base64_of(small) : base64_of(large));
}

/// Rows of the matrix and the translation, 12 numbers; or a quaternion (w, x, y, z) and the translation, 7; or null.
std::string pose_json(const Pose3& pose) {
  std::vector<double> numbers;
  if (pose.is_quaternion()) {
    numbers.assign(pose.wxyz().begin(), pose.wxyz().end());
    for (int l = 0; l < 3; ++l) numbers.push_back(pose.offset(l));
  } else {
    bool is_identity = pose.is_translation();
    for (int l = 0; l < 3; ++l) {
      for (int k = 0; k < 3; ++k) numbers.push_back(pose.linear(l, k));
      numbers.push_back(pose.offset(l));
      is_identity = is_identity && pose.offset(l) == 0;
    }
    if (is_identity) return "null";
  }
  return list_json(numbers, json_number);
}

std::string part_json(const ModelPart& part) {
  return fmt::format("[{}, {}]", part.mesh, pose_json(part.pose));
}

/// The file of each body.
std::vector<std::int32_t> files_of(const LoadedBodies& loaded) {
  std::vector<std::int32_t> files;
  for (std::size_t i = 0; i < loaded.files.size(); ++i) {
    files.insert(files.end(), static_cast<std::size_t>(loaded.files[i].report.bodies),
                 static_cast<std::int32_t>(i));
  }
  return files;
}

/// What the report has of a pair from the value of "certificate" on, without the brace that closes the pair. It is empty
/// without a certificate.
std::string_view certificates_of(const FoundContact& contact) {
  constexpr std::string_view kBegin = R"(, "certificate": )";
  if (contact.proof.empty()) return {};
  const std::string_view found = std::string_view(contact.proof).substr(kBegin.size());
  return found.starts_with("null") ? std::string_view() : found;
}

std::string data_json(const CheckResult& result, const Model& model, const std::string& date,
                      bool bodies_alone) {
  const Scene& scene = result.loaded.scene;
  std::string text = fmt::format(
      R"({{"version": 1, "program": "{}", "date": {}, "y_up": {}, "bodies_alone": {}, "report": )",
      kVersion, json_string(date), result.loaded.y_up(), bodies_alone);
  text += check_json(result);
  std::vector<std::size_t> pairs(result.report.pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = i;
  text += R"(, "fails": )" + list_json(result.clashes.pairs,
                                       [](const Clash& clash) { return clash.fails ? "1" : "0"; });
  text += R"(, "shown": )" + list_json(pairs, [&](std::size_t i) {
            const ShownPair shown = shown_pair(result, i);
            return list_json(std::array{shown.is, shown.distance, shown.depth},
                             [](const std::string& s) { return json_string(s); });
          });
  text += R"(, "digests": )" + list_json(result.contacts, [](const FoundContact& contact) {
            const std::string_view proof = certificates_of(contact);
            return json_string(proof.empty() ? "" : sha256(proof));
          });
  if (result.clashes.gone) {
    text += R"(, "gone": )" + list_json(*result.clashes.gone, [](const GonePair& gone) {
              return fmt::format("[{}, {}, \"{}\", \"{}\", {}]", json_string(gone.a),
                                 json_string(gone.b), clash_key(gone.a, gone.b),
                                 to_string(gone.gravity), gone.failed ? 1 : 0);
            });
  }
  text += R"(, "meshes": )" + list_json(model.meshes, model_mesh_json);
  std::vector<std::int32_t> ids(model.bodies.size());
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int32_t>(i);
  text += R"(, "poses": )" +
          list_json(ids, [&](std::int32_t id) { return pose_json(scene.body(id).pose); });
  text += R"(, "parts": )" + list_json(model.bodies, [](const std::vector<ModelPart>& parts) {
            return list_json(parts, part_json);
          });
  text += R"(, "file_of": )" + list_json(files_of(result.loaded),
                                         [](std::int32_t file) { return fmt::to_string(file); });
  return text + "}";
}

CheckRules rules_of_made() {
  CheckRules rules;
  rules.body = "mesh";
  return rules;
}

std::string page_of(const CheckResult& result, const Model& model, const std::string& date,
                    bool bodies_alone) {
  return filled_page(packed_report(),
                     fmt::format(R"({{"deflated": "{}"}})",
                                 base64(deflated(data_json(result, model, date, bodies_alone)))));
}

}  // namespace

std::string report_page(const CheckResult& result, const Model& model, const std::string& date) {
  return page_of(result, model, date, false);
}

std::shared_ptr<const LoadedBodies> made_bodies(const Scene& scene, std::vector<TakenMesh> taken,
                                                std::string_view title) {
  auto made = std::make_shared<LoadedBodies>();
  made->scene = scene;
  made->unit = {"units", 1, 1};
  LoadedFile& file = made->files.emplace_back();
  file.path = title;
  file.unit = made->unit;
  file.given = true;
  file.report.format = "a scene in memory";
  file.report.bodies = scene.size();
  file.report.taken_index.resize(taken.size());
  std::iota(file.report.taken_index.begin(), file.report.taken_index.end(), 0);
  file.report.taken = std::move(taken);
  return made;
}

std::string made_report_page(const std::shared_ptr<const LoadedBodies>& made, SceneReport report,
                             const CheckOptions& options, const BackgroundOptions& background) {
  const auto start = std::chrono::steady_clock::now();
  const std::shared_ptr<const Scene> scene(made, &made->scene);
  const CheckRules rules = rules_of_made();
  ContactWishes wishes;
  wishes.max_points = kShownContactPoints;
  wishes.all_points = true;
  wishes.width = options.width;
  wishes.prove = [&](const PairReport& pair, const FoundContact& contact) {
    return pair_proof_json(*scene, pair, options, rules, contact);
  };
  const std::vector<FoundContact> contacts = find_contacts(scene, report, wishes, background);
  const Clashes clashes = find_clashes(*scene, report, contacts, options, rules, nullptr);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const std::vector<std::string> clear;
  return page_of({*made, report, options, rules, contacts, clear, clashes, elapsed.count(),
                  Certificates::none},
                 model_of(*scene), date_now(), false);
}

std::string bodies_page(const LoadedBodies& made) {
  SceneReport report;
  report.bodies = made.scene.size();
  const CheckRules rules = rules_of_made();
  return page_of({made, report, {}, rules, {}, {}, {}, 0, Certificates::none}, model_of(made.scene),
                 date_now(), true);
}

}  // namespace sunder::cli
