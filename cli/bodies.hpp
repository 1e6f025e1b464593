// SPDX-License-Identifier: Apache-2.0
//
// The bodies of the files that a command line names, in one unit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "length.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {

struct LoadedFile {
  std::string path;  ///< without "@mm"
  FileReport report;
  Unit unit;             ///< of the file
  bool assumed = false;  ///< nobody named that unit: metres
  bool given = false;    ///< the command line named it
};

struct LoadedBodies {
  Scene scene;
  std::vector<LoadedFile> files;
  Unit unit;  ///< of every length: the smallest unit of the files
};

/// What --unit takes, for its help.
inline constexpr const char* kUnitHelp =
    "What one unit is in files that do not say: um, mm, cm, m, km, in, ft (or FILE@mm for one "
    "file)";

/// All bodies of all files in one scene. With several files a body is called "file:body", or "file" where
/// that file holds just one.
///
/// A name may end in "@mm", which overrules what the file says of its unit; a file that is really called
/// so is taken as it stands. `unit` is that of files which name none, empty if none is given: then they
/// are in metres if no file names a unit, and refused beside files that do. Bodies in larger units than
/// the smallest one are scaled by their poses; a note says where that rounded. On a refusal complains and
/// returns nothing. `build` says whether points of a body may be removed.
std::optional<LoadedBodies> load_bodies(const std::vector<std::string>& names,
                                        const std::optional<std::string>& unit,
                                        BuildOptions build = {});

}  // namespace sunder::cli
