// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each shell of a mesh becomes a mesh of its own, with the points that its triangles use, at every node that
// placed the whole.
// Cost: That of split_shells().
// Gives up: Where split_shells() refuses a mesh.
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "files/model.hpp"
#include "sunder/mesh.hpp"

namespace sunder::detail::files {
namespace {

/// `number` is -1 for every point, before and after.
Mesh part_of(const Mesh& mesh, const std::vector<std::int32_t>& triangles,
             std::vector<std::int32_t>& number) {
  Mesh part;
  for (const std::int32_t triangle : triangles) {
    Triangle corners = mesh.triangles[static_cast<std::size_t>(triangle)];
    for (std::int32_t& corner : corners) {
      std::int32_t& known = number[static_cast<std::size_t>(corner)];
      if (known < 0) {
        known = static_cast<std::int32_t>(part.points.size());
        part.points.push_back(mesh.points[static_cast<std::size_t>(corner)]);
      }
      corner = known;
    }
    part.triangles.push_back(corners);
  }
  for (const std::int32_t triangle : triangles) {
    for (const std::int32_t corner : mesh.triangles[static_cast<std::size_t>(triangle)])
      number[static_cast<std::size_t>(corner)] = -1;
  }
  return part;
}

std::string shell_name(const std::string& name, std::size_t shell) {
  return fmt::format("{}/shell {}", name, shell + 1);
}

}  // namespace

Status split_meshes(const std::string& path, Model& model) {
  std::vector<Mesh> meshes;
  std::vector<std::size_t> first, count;  // of each mesh, its shells
  for (Mesh& mesh : model.meshes) {
    const auto shells = split_shells(mesh.points, mesh.triangles);
    if (!shells) {
      return Error{shells.error().code,
                   fmt::format("{}: mesh \"{}\": {}", path, mesh.name, shells.error().message)};
    }
    first.push_back(meshes.size());
    count.push_back(std::max<std::size_t>(shells.value().size(), 1));
    if (shells.value().size() < 2) {
      meshes.push_back(std::move(mesh));
      continue;
    }
    std::vector<std::int32_t> number(mesh.points.size(), -1);
    for (std::size_t i = 0; i < shells.value().size(); ++i) {
      meshes.push_back(part_of(mesh, shells.value()[i], number));
      meshes.back().name = shell_name(mesh.name, i);
    }
  }
  std::vector<Instance> instances;
  for (Instance& whole : model.instances) {
    for (std::size_t i = 0; i < count[whole.mesh]; ++i) {
      Instance part = whole;
      part.mesh = first[whole.mesh] + i;
      if (count[whole.mesh] > 1) part.name = shell_name(whole.name, i);
      instances.push_back(std::move(part));
    }
  }
  model.meshes = std::move(meshes);
  model.instances = std::move(instances);
  return {};
}

}  // namespace sunder::detail::files
