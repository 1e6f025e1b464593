// SPDX-License-Identifier: Apache-2.0
#include "bodies.hpp"

#include <utility>

#include "terminal.hpp"

namespace sunder::cli {
namespace {

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void append(const Scene& from, const std::string& file, Scene& to) {
  for (std::int32_t id = 0; id < from.size(); ++id) {
    SceneBody body = from.body(id);
    body.name = from.size() == 1 ? file : file + ":" + body.name;
    to.add(std::move(body));
  }
}

}  // namespace

std::optional<LoadedBodies> load_bodies(const std::vector<std::string>& paths) {
  LoadedBodies loaded;
  for (const std::string& path : paths) {
    Scene scene;
    Result<FileReport> report = read_bodies(path, scene);
    if (!report) {
      complain(report.error().message);
      return std::nullopt;
    }
    if (paths.size() == 1) {
      loaded.scene = std::move(scene);
    } else {
      append(scene, file_name(path), loaded.scene);
    }
    loaded.files.push_back({path, std::move(report).value()});
  }
  return loaded;
}

}  // namespace sunder::cli
