// SPDX-License-Identifier: Apache-2.0
//
// Tests the integer widths of a cast and of a depth, over all bodies of corners of a cube. They
// stay within the count that chooses a width.
#include <cstdio>

#include "narrow/cube_corners.hpp"
#include "narrow/lp/exact_simplex.hpp"
#include "narrow/watched_integer.hpp"
#include "query/cast/portal.hpp"
#include "query/cast/ray_program.hpp"
#include "query/depth/facet_plane.hpp"

namespace sunder::detail {
template <>
struct WiderThan<test::Watched> {
  using Type = test::Watched;
};
}  // namespace sunder::detail

namespace sunder::test {
namespace {

using detail::ExactColumns;
using detail::Pair;

struct Fill {
  double widest = 0;
  int asked = 0;
  void see(int counted) {
    ASSERT_LE(Watched::most_bits, counted);
    widest = std::max(widest, double(Watched::most_bits) / counted);
    ++asked;
    Watched::reset();
  }
};

/// A cast of every pair toward some corner, or along a face: these alternate from pair to pair.
template <int D>
void watch_casts() {
  Random random(631);
  Fill by_program;
  Fill by_portal;
  int met = 0;
  int entered = 0;
  visit_pairs_of_corner_sets<D>([&](const BodyData& a, const BodyData& b) {
    const Bodies<D> bodies(a, with_translation(b, {std::vector<double>(D, kCubeSize)}), D);
    const Pair<D> pair = pair_of(bodies);
    const Vector<D> still{};
    Vector<D> v;
    for (double& entry : v) entry = kCubeSize * static_cast<double>(random.in(-1, 1));
    const auto scale = detail::scale_with_velocity<D>(pair, {still, v});
    Watched::reset();
    const ExactColumns<D, Watched> columns(pair, {still, v}, scale);
    detail::RayProgram<D, ExactColumns<D, Watched>> program(columns);
    std::vector<IndexPair> corners;
    if (program.solve({}) == detail::RayOutcome::meets) {
      ++met;
      program.visit_pairs([&](IndexPair at, const Watched&) { corners.push_back(at); });
    }
    by_program.see(detail::lp::simplex_bits(scale.bits, D));
    const auto one_of = [&](const detail::HullBlock& hull) {
      return static_cast<std::int32_t>(random.in(0, hull.count - 1));
    };
    while (corners.size() < D) corners.push_back({one_of(*pair.a.hull), one_of(*pair.b.hull)});
    entered += detail::Portal<D, Watched>(columns).finds_entry(corners) ? 1 : 0;
    by_portal.see(detail::portal_bits(scale.bits, D));
  });
  std::printf("%d casts in %d-D, of the bits counted: %.3f by a program, %.3f by a portal\n",
              by_program.asked, D, by_program.widest, by_portal.widest);
  EXPECT_GT(met, 0);
  EXPECT_GT(entered, 0);
  EXPECT_GT(by_portal.widest, 0.4) << "far from tight: is the test asking anything?";
}

TEST(CastWidth, EveryPairOfCornersOfTheSquare) { watch_casts<2>(); }
TEST(CastWidth, EveryPairOfCornersOfTheCube) { watch_casts<3>(); }

/// Planes of all corners, and the orders of all pairs of them.
template <std::size_t D>
void watch_planes() {
  constexpr unsigned kCorners = 1U << D;
  std::array<std::array<Watched, D>, kCorners> corners;
  for (unsigned corner = 0; corner < kCorners; ++corner) {
    for (std::size_t k = 0; k < D; ++k)
      corners[corner][k] = static_cast<std::int64_t>(plus_or_minus(corner, k));
  }
  std::vector<detail::FacetPlane<int{D}, Watched>> planes;
  Fill of_plane;
  Fill of_order;
  unsigned most = 1;
  for (std::size_t k = 0; k < D; ++k) most *= kCorners;
  for (unsigned number = 0; number < most; ++number) {
    std::array<const std::array<Watched, D>*, D> chosen;
    unsigned rest = number;
    for (auto& corner : chosen) {
      corner = &corners[rest % kCorners];
      rest /= kCorners;
    }
    Watched::reset();
    planes.push_back(detail::plane_through<Watched>(chosen));
    for (const auto& corner : corners) (void)planes.back().is_beyond(corner);
    of_plane.see(int{D} * kCubeBits + 10);  // plane_bits() of exact_depth.cpp
  }
  for (const auto& p : planes) {
    for (const auto& q : planes) {
      (void)detail::compare_exactly(p, q);
      of_order.see(10 * kCubeBits + 18);
    }
  }
  std::printf("%d planes in %d-D, of the bits counted: %.3f, orders of them %.3f\n", of_plane.asked,
              int{D}, of_plane.widest, of_order.widest);
  EXPECT_GT(of_order.widest, 0.5) << "far from tight: is the test asking anything?";
}

TEST(DepthWidth, EveryPlaneOfCornersOfTheSquare) { watch_planes<2>(); }
TEST(DepthWidth, EveryPlaneOfCornersOfTheCube) { watch_planes<3>(); }

}  // namespace
}  // namespace sunder::test
