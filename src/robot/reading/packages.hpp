// SPDX-License-Identifier: Apache-2.0
//
// Finds the files that a URDF names, as ROS does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sunder/robot.hpp"

namespace sunder::detail::robot {

/// Where a file was found.
struct FoundFile {
  std::string path;
  std::string note;  ///< a sentence, where it was not found as written; else empty
};

/// Resolves package://NAME/PATH, model://NAME/PATH, file://PATH, and plain paths, which count from the folder of the
/// URDF. The refusal says where was searched.
Result<FoundFile> find_file(std::string_view uri, const std::string& urdf,
                            const UrdfOptions& options);

}  // namespace sunder::detail::robot
