// SPDX-License-Identifier: Apache-2.0
//
// Idea: A package is a folder. The caller's folders come first, then those of ROS_PACKAGE_PATH and share/ below those of
// AMENT_PREFIX_PATH. Then each folder above the URDF is tried. It may be the package, by its name or its package.xml. It
// may contain the package. At last, it may have the rest of the path below it.
// Cost: some look-ups of files for each folder; no folder is listed.
// Gives up: Packages that ROS_PACKAGE_PATH holds deeper than one folder are not found.
#include "robot/reading/packages.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <pugixml.hpp>
#include <system_error>

#include "files/refused.hpp"
#include "files/xml_text.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestManifest = std::uintmax_t{1} << 20;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// Is this the folder of the package, by its own name or by that in its package.xml?
bool is_package(const fs::path& folder, const std::string& name) {
  if (folder.filename() == name) return true;
  const fs::path manifest = folder / "package.xml";
  std::error_code error;
  if (!fs::is_regular_file(manifest, error) || fs::file_size(manifest, error) > kLargestManifest ||
      error)
    return false;
  pugi::xml_document document;
  if (!document.load_file(manifest.c_str())) return false;
  return files::whole_text(document.child("package").child("name")) == name;
}

std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  const char* value = std::getenv(variable);
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (!folder.empty()) folders.emplace_back(folder);
  }
  return folders;
}

std::optional<fs::path> search_environment(const std::string& name, const fs::path& inside) {
  for (const fs::path& folder : folders_in("ROS_PACKAGE_PATH")) {
    if (is_package(folder, name) && is_there(folder / inside)) return folder / inside;
    if (is_there(folder / name / inside)) return folder / name / inside;
  }
  for (const fs::path& prefix : folders_in("AMENT_PREFIX_PATH")) {
    if (fs::path found = prefix / "share" / name / inside; is_there(found)) return found;
  }
  return std::nullopt;
}

/// The folders from that of the URDF up to the root.
std::vector<fs::path> folders_above(const std::string& urdf) {
  std::error_code error;
  fs::path folder = fs::absolute(urdf, error).lexically_normal().parent_path();
  std::vector<fs::path> folders;
  for (; !error && !folder.empty(); folder = folder.parent_path()) {
    folders.push_back(folder);
    if (folder == folder.parent_path()) break;
  }
  return folders;
}

Result<FoundFile> find_in_package(const std::string& name, const fs::path& inside,
                                  const std::string& urdf, const UrdfOptions& options) {
  bool named = false;
  for (const auto& [package, folder] : options.packages) {
    if (package != name) continue;
    named = true;
    if (is_there(fs::path(folder) / inside))
      return FoundFile{(fs::path(folder) / inside).string(), ""};
  }
  if (options.environment) {
    if (const auto found = search_environment(name, inside)) return FoundFile{found->string(), ""};
  }
  const std::vector<fs::path> above = folders_above(urdf);
  for (const fs::path& folder : above) {
    if (is_there(folder / inside) && is_package(folder, name))
      return FoundFile{(folder / inside).string(), ""};
    if (is_there(folder / name / inside)) return FoundFile{(folder / name / inside).string(), ""};
  }
  for (const fs::path& folder : above) {
    if (!is_there(folder / inside)) continue;
    return FoundFile{
        (folder / inside).string(),
        fmt::format(
            "package {} was taken to be {}: none of that name was found, and the files are there",
            name, folder.string())};
  }
  return Error{io_error::cannot_read,
               fmt::format("{} is not there in package {}: searched {}ROS_PACKAGE_PATH, "
                           "AMENT_PREFIX_PATH and the folders "
                           "above the URDF; name its folder with --package {}=DIR",
                           inside.string(), name, named ? "the folders given, " : "", name)};
}

}  // namespace

Result<FoundFile> find_file(std::string_view uri, const std::string& urdf,
                            const UrdfOptions& options) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string_view rest = uri.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    if (slash == 0 || slash == rest.npos || slash + 1 == rest.size()) {
      return Error{
          io_error::syntax,
          fmt::format("\"{}\" names no file in a package; write {}NAME/PATH", uri, scheme)};
    }
    return find_in_package(std::string(rest.substr(0, slash)), fs::path(rest.substr(slash + 1)),
                           urdf, options);
  }
  if (uri.starts_with("file://")) return FoundFile{std::string(uri.substr(7)), ""};
  if (uri.find("://") != uri.npos) {
    return Error{io_error::syntax, fmt::format("\"{}\" is fetched from elsewhere; store the file "
                                               "and name it by package://, file:// or a path",
                                               uri)};
  }
  const fs::path path(uri);
  return FoundFile{(path.is_absolute() ? path : fs::path(urdf).parent_path() / path).string(), ""};
}

}  // namespace sunder::detail::robot
