// SPDX-License-Identifier: Apache-2.0
//
// Compares the errors of a small hull's normals and edges with their bounds, in rationals, in every
// rounding mode, flushing or not. Hulls have thin faces, are far from the origin, small and large.
#include <cmath>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "geometry/small_hull.hpp"
#include "geometry/small_normal.hpp"

namespace sunder::detail {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::RationalPoint;
using test::WorstRatio;

RationalPoint vertex(const HullBlock& hull, std::int32_t i) {
  return {Rational(hull.coordinate(i, 0)), Rational(hull.coordinate(i, 1)),
          Rational(hull.coordinate(i, 2))};
}

/// Returns a thin hull, or one with a sliver as a face.
Polytope3 draw_hull(RandomSpecs& random) {
  const int end = random.chance(3) ? random.in(-75, 95) : 0;
  const double far = random.chance(4) ? random.spread(12) : 0;
  const int thin = random.chance(2) ? -random.in(0, 20) : 0;
  std::vector<Vector3> points(static_cast<std::size_t>(random.in(4, 8)));
  for (Vector3& point : points) {
    for (double& entry : point) entry = random.signed_unit();
    point[static_cast<std::size_t>(random.in(1, 2))] *= std::ldexp(1, thin);
  }
  if (random.chance(2)) {
    for (std::size_t k = 0; k < 3; ++k) {
      points[1][k] = points[0][k] + std::ldexp(random.signed_unit(), -random.in(1, 20));
    }
  }
  for (Vector3& point : points) {
    for (double& entry : point) entry = std::ldexp(far + entry, end);
  }
  return Polytope3::from_points(points).value();
}

class SmallHullBounds : public testing::Test {
 protected:
  /// The square of a vector's entry over its length is known; it is compared with its sign.
  static Rational over_length(const Rational& entry, const Rational& squared) {
    const Rational size = test::root_below(Rational(entry * entry / squared));
    return entry < 0 ? Rational(-size) : size;
  }

  void compare_face(const HullBlock& hull, const IndexList& rim, const FloatMode& mode) {
    const SmallNormal found = test::in_mode(mode, [&] { return small_normal(hull, rim); });
    const RationalPoint a = vertex(hull, rim[0]);
    const RationalPoint normal =
        test::cross(test::minus(vertex(hull, rim[1]), a), test::minus(vertex(hull, rim[2]), a));
    const Rational squared = test::dot(normal, normal);
    for (std::size_t k = 0; k < 3; ++k) {
      normals_.see(Rational(found.entry[k]) - over_length(normal[k], squared),
                   Rational(found.error), mode.name);
    }
  }

  /// Compares the whole edge; each entry is rounded twice: in doubles, and to a float.
  void compare_edge(const HullBlock& hull, const SmallHull& small, std::size_t at,
                    const FloatMode& mode) {
    const auto ends = hull.topology->edge(static_cast<std::int32_t>(at)).vertices;
    const RationalPoint along = test::minus(vertex(hull, ends[1]), vertex(hull, ends[0]));
    std::size_t largest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (abs(along[k]) > abs(along[largest])) largest = k;
    }
    const auto way = [&](std::size_t k) { return static_cast<double>(small.way[k][at]); };
    const double ratio = way(largest) / along[largest].convert_to<double>();
    const Rational scale(std::exp2(std::round(std::log2(ratio))));
    Rational size = 0;
    Rational rounded_size = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Rational exact = scale * along[k];
      size += abs(exact);
      rounded_size += abs(Rational(way(k)));
      ways_.see(Rational(way(k)) - exact,
                Rational(0x1p-23) * abs(exact) * Rational(1 + 0x1p-20) + Rational(0x1p-126),
                mode.name);
    }
    sizes_.see(std::max(size, rounded_size), Rational(static_cast<double>(small.way_size[at])),
               mode.name);
  }

  WorstRatio normals_{"normals of small hulls, before they are floats"};
  WorstRatio ways_{"edges of small hulls in floats"};
  WorstRatio sizes_{"the sum of their entries over its bound"};
};

TEST_F(SmallHullBounds, ErrorsAreWithinTheirBounds) {
  RandomSpecs random(503);
  int kept = 0;
  for (int i = 0; i < 60 * test::long_run(); ++i) {
    const Polytope3 polytope = draw_hull(random);
    const HullBlock& hull = BlockAccess::block(polytope);
    for (const FloatMode& mode : test::float_modes()) {
      const auto small = test::in_mode(mode, [&] { return make_small_hull(hull); });
      if (small == nullptr) continue;
      ++kept;
      for (const IndexList& face : hull.topology->faces()) compare_face(hull, face, mode);
      for (std::size_t at = 0; at < small->edge_count; ++at) {
        compare_edge(hull, *small, at, mode);
      }
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(kept, 60 * 3);
  EXPECT_GT(normals_.ratio(), 0.01) << "far from tight: is the test asking anything?";
  EXPECT_GT(ways_.ratio(), 0.9);
  EXPECT_GT(sizes_.ratio(), 0.999999);
}

}  // namespace
}  // namespace sunder::detail
