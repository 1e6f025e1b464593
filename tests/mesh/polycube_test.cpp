// SPDX-License-Identifier: Apache-2.0
//
// Polycubes as meshes that are split at random, as unions of boxes, and one against the other. The truth is counted
// cell by cell. SUNDER_MESH_RANGE="first count" chooses pairs; the long tests set it.
#include <array>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "mesh/polycubes.hpp"
#include "oracle/range.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;
using Rows = std::array<double, 12>;

Rows rows_of(const LatticeMap& map, const Vector3& nudge) {
  Rows rows{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = map.turn[i][j];
    rows[4 * i + 3] = map.offset[i] + nudge[i];
  }
  return rows;
}

/// outer * inner, exact where the entries are small integers.
Rows product(const Rows& outer, const Rows& inner) {
  Rows rows{};
  for (std::size_t i = 0; i < 3; ++i) {
    rows[4 * i + 3] = outer[4 * i + 3];
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t j = 0; j < 4; ++j) rows[4 * i + j] += outer[4 * i + k] * inner[4 * k + j];
    }
  }
  return rows;
}

Pose3 pose_of(const Rows& rows) { return Pose3::from_matrix(rows).value(); }

double determinant(const Rows& r) {
  return r[0] * (r[5] * r[10] - r[6] * r[9]) - r[1] * (r[4] * r[10] - r[6] * r[8]) +
         r[2] * (r[4] * r[9] - r[5] * r[8]);
}

/// The quaternion of a quarter turn, not normalised: its length is 1, the root of 2, or 2.
std::array<double, 4> quaternion_of(const LatticeMap& map) {
  for (int code = 1; code < 81; ++code) {
    const std::array<int, 4> q{code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1};
    const auto [w, x, y, z] = q;
    const int n = w * w + x * x + y * y + z * z;
    if (n == 0) continue;
    const std::array<std::array<int, 3>, 3> r{
        {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
         {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
         {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}}};
    bool same = true;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) same = same && r[i][j] == n * map.turn[i][j];
    }
    if (same)
      return {static_cast<double>(w), static_cast<double>(x), static_cast<double>(y),
              static_cast<double>(z)};
  }
  ADD_FAILURE() << "no quaternion of a quarter turn";
  return {1, 0, 0, 0};
}

/// The pose of the whole world, the same for both bodies.
struct World {
  std::string name;
  Rows rows{};  ///< integers, where they are exact
  Pose3 pose = Pose3::identity();
  bool exact = false;  ///< a product with a lattice map has exact entries
};
World draw_world(Random& random) {
  World world;
  switch (random.in(0, 5)) {
    case 0:
      world = {"identity", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, Pose3::identity(), true};
      return world;
    case 1: {
      world.name = "integers";
      world.exact = true;
      do {
        for (double& entry : world.rows) entry = random.in(-4, 4);
      } while (determinant(world.rows) == 0);
      for (std::size_t i = 3; i < 12; i += 4) world.rows[i] = random.in(-1000, 1000);
      break;
    }
    case 2: {
      world.name = "any matrix";
      do {
        for (double& entry : world.rows) entry = 2 * random.unit() - 1;
      } while (determinant(world.rows) == 0);
      break;
    }
    case 3: {
      world.name = "slender";
      do {
        for (double& entry : world.rows) entry = 2 * random.unit() - 1;
        for (std::size_t i = 0; i < 4; ++i) world.rows[i] *= random.chance(1, 2) ? 0x1p-20 : 0x1p20;
      } while (determinant(world.rows) == 0);
      break;
    }
    case 4: {
      world.name = "a quaternion";
      std::array<double, 4> q{};
      for (double& entry : q) entry = 2 * random.unit() - 1;
      const double far = random.chance(1, 4) ? 1e6 : 1;
      world.pose = Pose3::from_wxyz(q, {far * random.unit(), random.unit(), -far}).value();
      return world;
    }
    default: {
      world.name = "small or large";
      const double scale = random.chance(1, 2) ? 1e-290 : 1e290;
      for (double& entry : world.rows) entry = scale * (2 * random.unit() - 1);
      break;
    }
  }
  world.pose = pose_of(world.rows);
  return world;
}

TEST(Polycubes, AreDecidedAsTheirCells) {
  const oracle::Range range =
      oracle::chosen_range(suite::kSanitized ? 200 : 2000, "SUNDER_MESH_RANGE");
  std::map<Verdict, int> counts;
  std::map<std::string, int> worlds;
  int questions = 0;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    Random random(index);
    LatticeMap map_a, map_b;
    Cells a, b;
    if (random.chance(1, 4)) {
      const auto fit = draw_fit(random);
      a = fit[0];
      b = fit[1];
      if (random.chance(1, 4)) map_b.offset[0] = random.nonzero(1);
    } else {
      a = draw_cells(random);
      b = draw_cells(random);
      map_a = draw_map(random, 2, true);
      map_b = draw_map(random, 2, true);
    }
    std::array<int, 3> nudge{};
    if (random.chance(1, 4)) {
      for (int& sign : nudge) sign = random.in(-1, 1);
    }
    const double size = 0x1p-46;
    const Vector3 moved{nudge[0] * size, nudge[1] * size, nudge[2] * size};
    const bool is_nudged = moved != Vector3{};
    const Cells world_a = map_a.of(a), world_b = map_b.of(b);
    const Verdict truth = count_cells(world_a, world_b, nudge);
    const World world = draw_world(random);
    ++counts[truth];
    ++worlds[world.name];

    const Mesh3 mesh_a = solid_of(draw_mesh(a, random)), mesh_b = solid_of(draw_mesh(b, random));
    const auto part_of = [&](const Mesh3& mesh, const LatticeMap& map, const Vector3& by) {
      if (map.determinant() > 0 && random.chance(1, 2)) {
        const Vector3 t{map.offset[0] + by[0], map.offset[1] + by[1], map.offset[2] + by[2]};
        return Part3{mesh, Pose3::from_wxyz(quaternion_of(map), t).value()};
      }
      return Part3{mesh, pose_of(rows_of(map, by))};
    };
    const Part3 part_a = part_of(mesh_a, map_a, {}), part_b = part_of(mesh_b, map_b, moved);
    const std::string name = "pair " + std::to_string(index) + ", " + world.name;
    const auto expect = [&](const Body3& p, const Pose3& pose_p, const Body3& q,
                            const Pose3& pose_q, const char* form) {
      ++questions;
      EXPECT_EQ(verdict_of(p, pose_p, q, pose_q), truth) << name << ", " << form;
    };
    const Body3 body_a{part_a}, body_b{part_b};
    expect(body_a, world.pose, body_b, world.pose, "meshes");
    expect(body_b, world.pose, body_a, world.pose, "meshes, b first");
    if (world.exact && !is_nudged) {
      const Body3 bare_a{{mesh_a}}, bare_b{{mesh_b}};
      const Pose3 pose_a = pose_of(product(world.rows, rows_of(map_a, {}))),
                  pose_b = pose_of(product(world.rows, rows_of(map_b, {})));
      expect(bare_a, pose_a, bare_b, pose_b, "meshes under one pose");
      expect(bare_a, pose_a, body_b, world.pose, "one pose and a chain");
    }
    if (index % 4 == 0) {
      const auto parts_a = boxes_of(world_a, {}), parts_b = boxes_of(world_b, moved);
      const Body3 boxes_a{std::span<const Part3>(parts_a)},
          boxes_b{std::span<const Part3>(parts_b)};
      expect(boxes_a, world.pose, boxes_b, world.pose, "boxes");
      expect(body_a, world.pose, boxes_b, world.pose, "mesh and boxes");
      expect(boxes_b, world.pose, body_a, world.pose, "boxes and mesh");
    }
  }
  for (const auto& [verdict, count] : counts)
    std::printf("%s: %d pairs\n", std::string(to_string(verdict)).c_str(), count);
  for (const auto& [name, count] : worlds) std::printf("  %s: %d\n", name.c_str(), count);
  std::printf("%d questions\n", questions);
}

}  // namespace
}  // namespace sunder::test
