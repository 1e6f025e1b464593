// SPDX-License-Identifier: Apache-2.0
#include "check_files.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>
#include <system_error>
#include <vector>

#include "check_csv.hpp"
#include "date.hpp"
#include "report_page.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

struct Named {
  std::string_view option;
  std::string path;
};

std::vector<Named> named_files(const CheckFiles& files) {
  std::vector<Named> named;
  if (files.html) named.push_back({"--html", *files.html});
  if (files.csv) named.push_back({"--csv", *files.csv});
  if (files.bcf) named.push_back({"--bcf", *files.bcf});
  return named;
}

bool write_to(const std::string& path, std::string_view text) {
  return path == "-" ? write_output(text) : write_file(path, text);
}

/// Has a name the ending of a file that is read?
bool is_mesh_name(const std::string& path) {
  constexpr std::array<std::string_view, 8> kEndings = {".stl", ".obj",  ".ply", ".off",
                                                        ".glb", ".gltf", ".dae", ".xml"};
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::find(kEndings.begin(), kEndings.end(), ending) != kEndings.end();
}

}  // namespace

std::optional<IssueOptions> read_options(const CheckFiles& files, bool json) {
  IssueOptions options;
  if (files.bcf_version != "2.1" && files.bcf_version != "3.0") {
    complain(fmt::format("--bcf-version {}: 2.1 or 3.0 was expected", files.bcf_version));
    return std::nullopt;
  }
  options.version = files.bcf_version == "3.0" ? BcfVersion::v3_0 : BcfVersion::v2_1;
  options.author = files.author;
  if (files.author.find_first_not_of(" \t\r\n") == std::string::npos) {
    complain("--author: a name was expected");
    return std::nullopt;
  }
  const auto date = files.date ? date_from_text(*files.date) : date_now();
  if (!date) {
    complain(fmt::format(
        "--date {}: a date such as 2026-11-28 or 2026-11-28T09:30:00+01:00 was expected",
        *files.date));
    return std::nullopt;
  }
  options.date = *date;
  const std::vector<Named> named = named_files(files);
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (named[i].path == "-" && json) {
      complain(fmt::format("{} - and --json: standard output takes one of them", named[i].option));
      return std::nullopt;
    }
    if (is_mesh_name(named[i].path)) {
      complain(
          fmt::format("{} {}: that is the name of a mesh file; name the file to write, or - for "
                      "standard output",
                      named[i].option, named[i].path));
      return std::nullopt;
    }
    for (std::size_t j = 0; j < i; ++j) {
      std::error_code unused;
      if (named[i].path != named[j].path &&
          !std::filesystem::equivalent(named[i].path, named[j].path, unused)) {
        continue;
      }
      complain(fmt::format("{} and {}: {} takes one of them", named[j].option, named[i].option,
                           named[i].path == "-" ? "standard output" : named[i].path));
      return std::nullopt;
    }
  }
  return options;
}

bool spares_inputs(const CheckFiles& files, const CheckRules& rules, const LoadedBodies& loaded) {
  std::vector<std::string> inputs;
  for (const LoadedFile& file : loaded.files) inputs.push_back(file.path);
  if (rules.baseline) inputs.push_back(*rules.baseline);
  for (const Named& named : named_files(files)) {
    for (const std::string& input : inputs) {
      std::error_code unused;
      if (named.path == "-" || !std::filesystem::equivalent(named.path, input, unused)) continue;
      complain(
          fmt::format("{} {}: {} is read; name another file", named.option, named.path, input));
      return false;
    }
  }
  return true;
}

bool write_files(const CheckFiles& files, const IssueOptions& options, const CheckResult& result,
                 const std::shared_ptr<const LoadedBodies>& loaded,
                 const BackgroundOptions& background) {
  if (files.csv && !write_to(*files.csv, check_csv(result))) return false;
  if (!files.html && !files.bcf) return true;
  const auto model = std::make_shared<const Model>(model_of(loaded->scene));
  if (files.html && !write_to(*files.html, report_page(result, *model, options.date))) return false;
  return !files.bcf || write_to(*files.bcf, bcf(result, loaded, model, options, background));
}

std::string files_text(const CheckFiles& files) {
  std::string text;
  for (const Named& named : named_files(files))
    text += fmt::format("{} written\n", printable(named.path));
  return text;
}

}  // namespace sunder::cli
