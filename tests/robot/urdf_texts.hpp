// SPDX-License-Identifier: Apache-2.0
//
// Small robots as texts, and files beside them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "sunder/robot.hpp"

namespace sunder::test {

/// An arm of three links: a box, a cylinder and a sphere.
inline constexpr std::string_view kArm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base">
    <collision><geometry><box size="0.4 0.4 0.1"/></geometry></collision>
  </link>
  <link name="upper">
    <visual><geometry><mesh filename="package://nowhere/upper.dae"/></geometry></visual>
    <collision><origin xyz="0 0 0.5" rpy="0 0 0"/><geometry><cylinder radius="0.05" length="1"/></geometry></collision>
  </link>
  <link name="tool">
    <collision name="tip"><geometry><sphere radius="0.1"/></geometry></collision>
    <collision><geometry><capsule radius="0.02" length="0.3"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.05" rpy="0 0 0"/>
    <parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="1" velocity="1"/>
  </joint>
  <joint name="wrist" type="continuous">
    <origin xyz="0 0 1.1"/>
    <parent link="upper"/><child link="tool"/>
    <axis xyz="0 0 1"/>
  </joint>
</robot>
)";

/// Returns the text with the first occurrence of `from` replaced; empty where there is none.
inline std::string changed(std::string_view text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == text.npos) return {};
  return std::string(text.substr(0, at)) + std::string(to) +
         std::string(text.substr(at + from.size()));
}

/// A tetrahedron as binary-free STL, with its corner at the origin.
inline constexpr std::string_view kTetrahedron = R"(solid t
facet normal 0 0 -1
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal -1 0 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
facet normal 1 1 1
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
endsolid t
)";

/// A folder that is removed at the end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "sunder-robot-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  /// Writes a file, with the folders above it, and returns its path.
  std::string write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace sunder::test
