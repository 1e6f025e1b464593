// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "filter/simplex_interior.hpp"
#include "narrow/algorithm_trials.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::test {
namespace {

using detail::FilteredPair;
using detail::Request;

const auto propose = []<int D>(const FilteredPair<D>& filtered, const Request<D>& search) {
  return detail::mpr::propose<D>(filtered, search);
};

TEST(Mpr, IsHonestOnHardPairs) {
  expect_most_proven(try_hard_pairs<2>(1000, 71, propose), 100, 30);
  expect_most_proven(try_hard_pairs<3>(1000, 72, propose), 100, 30);
}

TEST(Mpr, ProvesClearPairsAlone) {
  expect_clear_pairs_proven<2>(73, propose);
  expect_clear_pairs_proven<3>(74, propose);
}

TEST(Mpr, AnyStartWillDo) { try_odd_starts(75, propose); }

// The point inside C is no vertex, so a hit is not yet a proof. The proposed pairs are nevertheless
// vertices, D + 1 of them, and hold 0 in their simplex.
TEST(Mpr, ProposesVerticesAlone) {
  Random random(76);
  for (int i = 0; i < 100; ++i) {
    const ClearPair pair = clear_pair<3>(random, Regime::deep);
    const Bodies<3> bodies(pair.a, pair.b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const auto found = propose(filtered, Request<3>{});
    if (found.verdict != Verdict::overlapping) continue;
    ASSERT_EQ(found.pairs.size(), 4u);
    EXPECT_TRUE(detail::proves_overlap<3>(filtered, {found.pairs.begin(), found.pairs.end()}));
  }
}

// C is the rectangle [-3, 1] x [-5/4, 3/4]. The ray from its middle (-1, -1/4) leaves by the right
// side, behind which 0 lies. The support point opposite completes a triangle about 0.
TEST(Mpr, HitsAndProvesInThreeDirections) {
  const Bodies<2> bodies(box_body({2, 1}), {{{1, 0.25}}, {}}, 2);
  Trace trace;
  const auto found = propose(FilteredPair<2>(pair_of(bodies)), Request<2>{nullptr, &trace});
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  EXPECT_EQ(found.pairs.size(), 3u);
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[0].direction, (std::vector<double>{0.5, 0.125}));
  EXPECT_EQ(trace[0].value, -0.59375);
  EXPECT_EQ(trace[1].direction, (std::vector<double>{0.25, -0.5}));
  EXPECT_EQ(trace[1].value, -0.875);
  EXPECT_EQ(trace[2].event, TraceEvent::simplex);
  EXPECT_EQ(trace[2].pairs,
            (std::vector<IndexPair>{trace[0].pairs.front(), trace[1].pairs.front()}));
  EXPECT_EQ(trace[3].direction, (std::vector<double>{-0.5, 0}));
  EXPECT_EQ(trace[3].value, -1.5);
  EXPECT_EQ(trace[4].event, TraceEvent::simplex);
  EXPECT_EQ(trace[4].pairs.size(), 3u);
}

// C is a square of half side 2 about (-17/8, -5/4). The ray passes its right side at x = -1/8,
// before 0, and that side's normal separates.
TEST(Mpr, SeparatesByThePortalsNormal) {
  const BodyData square = box_body({1, 1});
  const Bodies<2> bodies(square, with_translation(square, {2.125, 1.25}), 2);
  Trace trace;
  const auto found = propose(FilteredPair<2>(pair_of(bodies)), Request<2>{nullptr, &trace});
  EXPECT_EQ(found.verdict, Verdict::separated);
  ASSERT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace[0].direction, (std::vector<double>{0.53125, 0.3125}));
  EXPECT_EQ(trace[0].value, -0.16796875);
  EXPECT_EQ(trace[1].direction, (std::vector<double>{0.5, -0.5}));
  EXPECT_EQ(trace[1].value, -1.5625);
  EXPECT_EQ(trace[2].event, TraceEvent::simplex);
  EXPECT_EQ(trace[3].direction, (std::vector<double>{0.5, 0}));
  EXPECT_EQ(trace[3].value, 0.0625);
}

// In space the ray from (-17/8, -5/4, -1/8) leaves the cube C by its face at x = -1/8.
TEST(Mpr, SeparatesByThePortalsNormalInSpace) {
  const BodyData cube = box_body({1, 1, 1});
  const Bodies<3> bodies(cube, with_translation(cube, {2.125, 1.25, 0.125}), 3);
  Trace trace;
  const auto found = propose(FilteredPair<3>(pair_of(bodies)), Request<3>{nullptr, &trace});
  EXPECT_EQ(found.verdict, Verdict::separated);
  EXPECT_EQ(found.direction, (Vector3{0.5, 0, 0}));
  ASSERT_FALSE(trace.empty());
  EXPECT_EQ(trace.front().direction, (std::vector<double>{0.53125, 0.3125, 0.03125}));
  EXPECT_EQ(trace.back().value, 0.0625);
  EXPECT_EQ(trace[trace.size() - 2].event, TraceEvent::simplex);
  EXPECT_EQ(trace[trace.size() - 2].pairs.size(), 3u);
}

// Two bodies with one centre have no line of centres: the ray starts at an offset.
TEST(Mpr, OneCentreForBoth) {
  const Bodies<3> cubes(box_body({1, 1, 1}), box_body({1, 2, 0.5}), 3);
  EXPECT_EQ(propose(FilteredPair<3>(pair_of(cubes)), Request<3>{}).verdict, Verdict::overlapping);
  const Bodies<2> squares(box_body({1, 1}), box_body({2, 0.5}), 2);
  EXPECT_EQ(propose(FilteredPair<2>(pair_of(squares)), Request<2>{}).verdict, Verdict::overlapping);
}

// Flat bodies in one plane: C is flat, and only a ray from outside its plane succeeds.
TEST(Mpr, FlatBodiesInOnePlane) {
  const BodyData a{{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {}};
  const BodyData b{{{2, 1, 0}, {3, 2, 0}, {1.5, 1.5, 0}}, {}};
  const Bodies<3> bodies(a, b, 3);
  EXPECT_EQ(truth(a, b), Verdict::separated);
  EXPECT_EQ(propose(FilteredPair<3>(pair_of(bodies)), Request<3>{}).verdict, Verdict::separated);
}

TEST(Mpr, LeavesContactWithItsNormal) {
  EXPECT_FALSE(expect_contact_left_with_normal(propose).pairs.empty());
}

/// Returns |q|^2 times v, rotated by the inverse of q: exact in small integers.
std::vector<double> turned_back(const std::array<double, 4>& q, const Vector3& v) {
  const auto [w, x, y, z] = q;
  return {(w * w + x * x - y * y - z * z) * v[0] + 2 * (x * y + w * z) * v[1] +
              2 * (x * z - w * y) * v[2],
          2 * (x * y - w * z) * v[0] + (w * w - x * x + y * y - z * z) * v[1] +
              2 * (y * z + w * x) * v[2],
          2 * (x * z + w * y) * v[0] + 2 * (y * z - w * x) * v[1] +
              (w * w - x * x - y * y + z * z) * v[2]};
}

// Bodies on either side of z = 0 share an edge in it. Portals through 0 cut into C, and rounding decides
// on which side of them 0 is. The ray still leaves C through a facet whose plane holds 0.
TEST(Mpr, LeavesASharedEdgeWithANormalOfTheContact) {
  constexpr std::array<std::array<double, 4>, 4> kTurns{
      {{1, 2, 3, 4}, {2, 1, 0, 1}, {3, 1, 1, 1}, {5, 2, 1, 3}}};
  const auto square = [](const std::array<double, 4>& q) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  };
  Random random(77);
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const auto& q_a = kTurns[static_cast<std::size_t>(random.in(0, 3))];
    const auto& q_b = kTurns[static_cast<std::size_t>(random.in(0, 3))];
    const auto number = [&](int low, int high) {
      return static_cast<double>(random.in(low, high));
    };
    const Vector3 edge[2] = {{number(256, 1024), number(256, 1024), 0},
                             {number(-1024, -256), number(-1024, -256), 0}};
    const auto body = [&](double side, const std::array<double, 4>& q, double unit) {
      BodyData made;
      std::vector<Vector3> points(std::begin(edge), std::end(edge));
      for (int k = 0; k < 10; ++k) {
        points.push_back({number(-1024, 1024), number(-1024, 1024), side * number(1, 1024)});
      }
      for (const Vector3& v : points) {
        made.vertices.push_back(turned_back(q, v));
        for (double& entry : made.vertices.back()) entry *= unit;
      }
      return with_quaternion(made, q, {0, 0, 0});
    };
    const BodyData a = body(-1, q_a, square(q_b));
    const BodyData b = body(1, q_b, square(q_a));
    const Bodies<3> bodies(a, b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    const auto found = propose(filtered, Request<3>{});
    EXPECT_EQ(found.verdict, Verdict::undecided);
    ASSERT_TRUE(found.has_direction);
    EXPECT_FALSE(filtered.gap(found.direction.data()).proves_meeting_along());
  }
}

}  // namespace
}  // namespace sunder::test
