// SPDX-License-Identifier: Apache-2.0
//
// Tests the rounded planes of a topology against the vertices. Each plane holds its face's corners, and
// no vertex is beyond it, up to the rounding of its entries.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "geometry/hull_block.hpp"
#include "geometry/topology.hpp"
#include "suite/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::test {
namespace {

using detail::HullBlock;
using detail::Topology;

Polytope3 points_on_an_ellipsoid(std::uint64_t seed, int count, const Vector3& axes,
                                 const Vector3& middle) {
  suite::Random random(seed);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 x{random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5};
    const double length = std::hypot(x[0], x[1], x[2]);
    for (std::size_t l = 0; l < 3; ++l) x[l] = axes[l] * x[l] / length + middle[l];
    points.push_back(x);
  }
  return Polytope3::from_points(points).value();
}

const HullBlock& block_of(const Polytope3& body) { return detail::BlockAccess::block(body); }

void check_planes(const Polytope3& body) {
  const HullBlock& block = block_of(body);
  const Topology& topology = *block.topology;
  const Topology::Planes planes = topology.planes();
  ASSERT_NE(planes.rows, nullptr);
  EXPECT_EQ(planes.stride % Topology::kPlaneLanes, 0);
  EXPECT_GE(planes.stride, topology.face_count());
  const auto height = [&](std::int32_t face, std::int32_t vertex, double& error) {
    double sum = 0;
    error = 0x1p-20;
    for (int k = 0; k < 3; ++k) {
      const double x = block.coordinate(vertex, k) - block.centre[k];
      sum += planes.rows[k * planes.stride + face] * static_cast<double>(planes.unit) * x;
      error += static_cast<double>(planes.unit) * std::fabs(x);
    }
    return sum;
  };
  double error = 0;  // an entry is cut off
  for (std::int32_t f = 0; f < topology.face_count(); ++f) {
    for (std::int32_t v = 0; v < block.count; ++v) {
      const double beyond = height(f, v, error) - 1;
      EXPECT_LE(beyond, error);
    }
    for (const std::int32_t v : topology.face(f)) {
      const double aside = std::fabs(height(f, v, error) - 1);
      EXPECT_LE(aside, error);
    }
  }
  for (std::int64_t f = topology.face_count(); f < planes.stride; ++f) {
    for (std::ptrdiff_t k = 0; k < 3; ++k) EXPECT_EQ(planes.rows[k * planes.stride + f], 0);
  }
}

TEST(FacePlanes, HoldTheirCornersUpToRounding) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const int count = 11 + static_cast<int>(seed);
    check_planes(points_on_an_ellipsoid(seed, count, {1, 1, 1}, {}));
    check_planes(points_on_an_ellipsoid(seed, count, {1, 0.5, 0.25}, {3, -2, 100}));
    check_planes(points_on_an_ellipsoid(seed, count, {0x1p90, 0x1p90, 0x1p90}, {}));
    check_planes(points_on_an_ellipsoid(seed, count, {0x1p-90, 0x1p-90, 0x1p-90}, {}));
  }
  check_planes(Polytope3::prism(15, 1, 2));
  check_planes(Polytope3::prism(62, 1, 2));
}

/// Holds the promise of inner_planes() against the corners of each face: m.x is 1 there.
void check_inner_planes(const Polytope3& body) {
  const HullBlock& block = block_of(body);
  const Topology& topology = *block.topology;
  const Topology::Planes planes = topology.inner_planes();
  ASSERT_NE(planes.rows, nullptr);
  for (std::int32_t f = 0; f < topology.face_count(); ++f) {
    for (const std::int32_t v : topology.face(f)) {
      long double sum = 0;
      long double size = 0;
      for (int k = 0; k < 3; ++k) {
        const long double x = static_cast<long double>(block.coordinate(v, k)) - block.centre[k];
        const long double unit = planes.unit;
        sum += static_cast<long double>(planes.rows[k * planes.stride + f]) * unit * x;
        size += unit * std::fabs(x);
      }
      EXPECT_LE(std::fabs(sum - 1), 1.26L * size) << "face " << f;
    }
  }
}

TEST(FacePlanes, AreProvenForPlainBodiesOfFewFaces) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int count = 4 + static_cast<int>(seed % 30);
    check_inner_planes(points_on_an_ellipsoid(seed, count, {1, 1, 1}, {}));
    check_inner_planes(points_on_an_ellipsoid(seed, count, {1, 0.5, 0.25}, {3, -2, 100}));
    check_inner_planes(points_on_an_ellipsoid(seed, count, {0x1p-90, 0x1p-90, 0x1p-91}, {}));
  }
  check_inner_planes(Polytope3::prism(5, 1, 2));
  check_inner_planes(Polytope3::cross(3, 2));
}

// Far from the origin doubles do not determine the planes; rays may still guess by them.
TEST(FacePlanes, AreNotProvenWhereDoublesLoseThem) {
  int proven = 0;
  int unproven = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    // Points within 1e-7 of a plane: heights over it have some 25 bits.
    const Polytope3 flat = points_on_an_ellipsoid(seed, 14, {1, 1, 1e-13}, {0, 0, 1});
    const HullBlock& block = block_of(flat);
    if (block.topology == nullptr) continue;
    const bool inner = block.topology->inner_planes().rows != nullptr;
    (inner ? proven : unproven) += 1;
    if (inner) check_inner_planes(flat);
  }
  EXPECT_GT(unproven, 0);
  EXPECT_LE(proven, unproven);
}

TEST(FacePlanes, AreLeftOutForFewOrManyFacesAndForExtremeSizes) {
  const auto has_planes = [](const Polytope3& body) {
    const HullBlock& block = block_of(body);
    return block.topology != nullptr && block.topology->planes().rows != nullptr;
  };
  EXPECT_FALSE(has_planes(Polytope3::box({1, 2, 3})));
  EXPECT_FALSE(has_planes(Polytope3::prism(14, 1, 2)));
  EXPECT_FALSE(has_planes(Polytope3::prism(63, 1, 2)));
  EXPECT_FALSE(has_planes(points_on_an_ellipsoid(1, 40, {1, 1, 1}, {})));
  EXPECT_FALSE(has_planes(points_on_an_ellipsoid(1, 20, {0x1p120, 0x1p120, 0x1p120}, {})));
  EXPECT_FALSE(has_planes(points_on_an_ellipsoid(1, 20, {0x1p-120, 0x1p-120, 0x1p-120}, {})));
}

}  // namespace
}  // namespace sunder::test
