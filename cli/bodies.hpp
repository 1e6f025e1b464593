// SPDX-License-Identifier: Apache-2.0
//
// The bodies of the files that a command line names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "length.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {

struct LoadedFile {
  std::string path;
  FileReport report;
};

struct LoadedBodies {
  Scene scene;
  std::vector<LoadedFile> files;
};

/// All bodies of all files in one scene. With several files a body is called "file:body", or "file"
/// where that file holds just one. On a refusal complains and returns nothing.
std::optional<LoadedBodies> load_bodies(const std::vector<std::string>& paths);

}  // namespace sunder::cli
