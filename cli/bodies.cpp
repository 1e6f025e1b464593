// SPDX-License-Identifier: Apache-2.0
#include "bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <utility>

#include "globs.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

/// A file on the command line: "wheel.stl", or "wheel.stl@mm".
struct FileName {
  std::string path;
  std::optional<Unit> unit;
};

FileName split_name(const std::string& name) {
  std::error_code unused;
  const std::size_t at = name.rfind('@');
  if (at == std::string::npos || std::filesystem::exists(name, unused)) return {name, {}};
  auto unit = unit_from_name(std::string_view(name).substr(at + 1));
  if (!unit) return {name, {}};
  return {name.substr(0, at), std::move(unit)};
}

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// Does it take a while to read a file?
bool is_long(const std::string& path) {
  constexpr std::uintmax_t kLong = 1 << 22;
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  return !unknown && size > kLong;
}

constexpr std::array<BodyUnit, 4> kBodyUnits = {BodyUnit::mesh, BodyUnit::node, BodyUnit::file,
                                                BodyUnit::shell};

bool names_unit(const LoadedFile& file) { return file.report.unit_in_metres != 0; }

/// Returns true if each file's unit is known, or may be assumed to be metres; complains otherwise.
bool choose_units(std::vector<LoadedFile>& files, std::vector<FileName>& names,
                  const std::optional<std::string>& option) {
  std::optional<Unit> unit;
  if (option) {
    unit = unit_from_name(*option);
    if (!unit) {
      complain(fmt::format("--unit {}: the units are {}", *option, kUnitNames));
      return false;
    }
  }
  const LoadedFile* known = nullptr;
  const LoadedFile* unknown = nullptr;
  bool used = false;
  for (std::size_t i = 0; i < files.size(); ++i) {
    LoadedFile& file = files[i];
    if (names[i].unit) {
      file.unit = *names[i].unit;
      file.given = true;
    } else if (names_unit(file)) {
      file.unit = unit_of_metres(file.report.unit_in_metres);
    } else if (unit) {
      file.unit = *unit;
      file.given = true;
      used = true;
      continue;
    } else {
      file.unit = *unit_from_name("m");
      file.assumed = true;
      unknown = &file;
      continue;
    }
    known = &file;
  }
  if (unit && !used) {
    complain(fmt::format("--unit {}: every file names its own unit; to overrule one, write {}@{}",
                         *option, files.front().path, *option));
    return false;
  }
  if (known != nullptr && unknown != nullptr) {
    complain(
        fmt::format("{} does not say what its unit is, and {} is in {}; name it with --unit mm, or "
                    "{}@mm for this file",
                    unknown->path, known->path, known->unit.name, unknown->path));
    return false;
  }
  return true;
}

/// Returns x * factor; `rounded` is set if the product had to be rounded.
double scaled(double x, double factor, bool& rounded) {
  const double product = x * factor;
  rounded = rounded || std::fma(x, factor, -product) != 0;
  return product;
}

/// Returns the pose of the body in a smaller unit; nothing if the pose overflows.
std::optional<Pose3> scaled_pose(const Pose3& pose, double factor, bool& rounded) {
  std::array<double, 12> rows{};
  for (int row = 0; row < 3; ++row) {
    const auto first = static_cast<std::size_t>(row) * 4;
    for (int k = 0; k < 3; ++k) {
      rows[first + static_cast<std::size_t>(k)] = scaled(pose.linear(row, k), factor, rounded);
    }
    rows[first + 3] = scaled(pose.offset(row), factor, rounded);
  }
  rounded = rounded || pose.is_quaternion();
  const auto made = Pose3::from_matrix(rows);
  if (!made) return std::nullopt;
  return made.value();
}

/// Appends the bodies of one file, in the unit of the run. Returns false after a complaint.
bool append(const Scene& from, LoadedFile& file, bool alone, LoadedBodies& loaded) {
  const double over = file.unit.numerator * loaded.unit.denominator;
  const double under = file.unit.denominator * loaded.unit.numerator;
  const double factor = over / under;
  bool inexact = std::fma(factor, under, -over) != 0;
  std::int64_t rounded = 0;
  for (std::int32_t id = 0; id < from.size(); ++id) {
    SceneBody body = from.body(id);
    if (factor != 1) {
      bool here = inexact;
      const auto pose = scaled_pose(body.pose, factor, here);
      if (!pose) {
        complain(fmt::format("{}: body {} is too far away to be placed in {}", file.path, body.name,
                             loaded.unit.name));
        return false;
      }
      body.pose = *pose;
      rounded += here ? 1 : 0;
    }
    const std::string name = file_name(file.path);
    if (!alone) body.name = from.size() == 1 ? name : name + ":" + body.name;
    loaded.scene.add(std::move(body));
  }
  if (rounded > 0) {
    file.report.notes.push_back(
        fmt::format("the poses of {} bodies were rounded on the way from {} to {}", rounded,
                    file.unit.name, loaded.unit.name));
  }
  return true;
}

}  // namespace

std::optional<BodyForms> BodyForms::from_words(const std::vector<std::string>& words,
                                               const std::string& body) {
  BodyForms forms;
  const auto unit = std::find_if(kBodyUnits.begin(), kBodyUnits.end(),
                                 [&](BodyUnit known) { return body == to_string(known); });
  if (unit == kBodyUnits.end()) {
    complain(fmt::format("--body {}: mesh, node, file or shell was expected", body));
    return std::nullopt;
  }
  forms.unit_ = *unit;
  for (const std::string& word : words) {
    const std::size_t colon = word.find(':');
    const std::string_view kind = std::string_view(word).substr(0, colon);
    Rule rule{word};
    bool known = false;
    for (const BodyForm form :
         {BodyForm::automatic, BodyForm::solid, BodyForm::surface, BodyForm::hull}) {
      if (kind != to_string(form)) continue;
      rule.form = form;
      known = true;
    }
    if (!known) {
      complain(
          fmt::format("--as {}: auto, solid, surface or hull was expected, or such a word with "
                      "a pattern of names, as in hull:*leg",
                      word));
      return std::nullopt;
    }
    if (colon != std::string::npos) rule.glob = word.substr(colon + 1);
    forms.rules_.push_back(std::move(rule));
  }
  return forms;
}

BodyForms BodyForms::hulls() {
  BodyForms forms;
  forms.rules_.push_back({"hull", BodyForm::hull, {}, true});
  return forms;
}

BodyForm BodyForms::of(std::string_view file, std::string_view body) {
  BodyForm form = BodyForm::automatic;
  const std::string path = fmt::format("{}:{}", file, body);
  for (Rule& rule : rules_) {
    if (rule.glob && !glob_matches(*rule.glob, body) && !glob_matches(*rule.glob, path) &&
        !glob_matches(*rule.glob, file)) {
      continue;
    }
    rule.used = true;
    form = rule.form;
  }
  return form;
}

std::optional<std::string> BodyForms::first_unused() const {
  for (const Rule& rule : rules_) {
    if (rule.glob && !rule.used) return rule.word;
  }
  return std::nullopt;
}

const TakenMesh& LoadedBodies::taken(std::int32_t id) const {
  auto file = files.begin();
  for (; id >= file->report.bodies; ++file) id -= file->report.bodies;
  const auto index = file->report.taken_index[static_cast<std::size_t>(id)];
  return file->report.taken[static_cast<std::size_t>(index)];
}

bool LoadedBodies::y_up() const {
  return std::all_of(files.begin(), files.end(), [](const LoadedFile& file) {
    return file.report.format.starts_with("glTF") || file.report.format.starts_with("GLB");
  });
}

std::optional<LoadedBodies> load_bodies(const std::vector<std::string>& names,
                                        const std::optional<std::string>& unit, BuildOptions build,
                                        BodyForms forms) {
  LoadedBodies loaded;
  std::vector<FileName> split;
  std::vector<Scene> scenes(names.size());
  ProgressLine line;
  const bool shows = talks_to_a_person();
  for (const std::string& name : names) {
    split.push_back(split_name(name));
    const std::string& path = split.back().path;
    const std::string file = file_name(path);
    if (shows && is_long(path)) line.show(fmt::format("reading {}", printable(file)));
    std::int64_t taken = 0;
    // It is asked about each body before that is made, which takes a while for a large mesh.
    const auto form_of = [&](std::string_view body) {
      if (shows && line.is_due())
        line.show(fmt::format("{} bodies of {} made", taken, printable(file)));
      ++taken;
      return forms.of(file, body);
    };
    const MeshOptions meshes{.form_of = form_of, .body = forms.unit()};
    Result<FileReport> report = read_bodies(path, scenes[loaded.files.size()], {}, build, meshes);
    if (shows) line.clear();
    if (!report) {
      complain(report.error().message);
      return std::nullopt;
    }
    loaded.files.push_back({path, std::move(report).value(), {}});
  }
  if (const auto unused = forms.first_unused()) {
    complain(fmt::format("--as {}: no body and no file has such a name", *unused));
    return std::nullopt;
  }
  if (!choose_units(loaded.files, split, unit)) return std::nullopt;
  const auto smallest = std::min_element(
      loaded.files.begin(), loaded.files.end(),
      [](const auto& x, const auto& y) { return metres(x.unit) < metres(y.unit); });
  loaded.unit = smallest->unit;
  for (std::size_t i = 0; i < names.size(); ++i) {
    LoadedFile& file = loaded.files[i];
    if (file.assumed) file.report.notes.emplace_back("unit unknown, taken as m");
    if (!append(scenes[i], file, names.size() == 1, loaded)) return std::nullopt;
  }
  return loaded;
}

}  // namespace sunder::cli
