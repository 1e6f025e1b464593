// SPDX-License-Identifier: Apache-2.0
//
// A traced decision is the decision, and its steps are true of the bodies. On the lattice every number of a trace is
// exact, and so is the arithmetic of this file.
#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "mesh/polycubes.hpp"
#include "suite/effort.hpp"
#include "sunder/body_trace.hpp"

namespace sunder::test {
namespace {

using suite::Random;

double dot_of(const Vector3& p, const Vector3& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

bool overlaps(const BodyStep& step) {
  if (step.event == BodyEvent::enclosure) return step.winding != 0;
  return step.event == BodyEvent::contact && step.reason != ContactReason::plane_between &&
         step.reason != ContactReason::nothing_common && step.reason != ContactReason::no_crossing;
}

/// A plane between two cones has every arc of a behind it, and every arc of b before it.
void expect_plane_divides(const BodyStep& step) {
  ASSERT_FALSE(step.cone_a.empty() || step.cone_b.empty());
  EXPECT_GT(dot_of(step.direction, step.direction), 0);
  for (const DirectionArc& arc : step.cone_a) {
    EXPECT_LE(dot_of(step.direction, arc.from), 0);
    EXPECT_LE(dot_of(step.direction, arc.to), 0);
  }
  for (const DirectionArc& arc : step.cone_b) {
    EXPECT_GE(dot_of(step.direction, arc.from), 0);
    EXPECT_GE(dot_of(step.direction, arc.to), 0);
  }
}

/// The start of a ray is inside the other body where the winding number is not 0, and else outside.
void expect_winding(const BodyStep& step, const PosedBody3& other) {
  int sum = 0;
  for (const RayCrossing& one : step.crossings) {
    sum += one.sign;
    EXPECT_GE(dot_of(step.direction, one.at), dot_of(step.direction, step.start));
  }
  EXPECT_EQ(sum, step.winding);
  EXPECT_EQ(locate(step.start, other).value(),
            step.winding != 0 ? Location::inside : Location::outside);
}

void expect_true_trace(const PosedBody3& a, const PosedBody3& b, std::set<ContactReason>& reasons) {
  BodyTrace trace;
  const BodyDecision plain = intersects(a, b), traced = intersects(a, b, trace);
  EXPECT_EQ(plain.verdict, traced.verdict);
  EXPECT_EQ(plain.stage, traced.stage);
  EXPECT_EQ((std::array{plain.part_a, plain.part_b, plain.triangle_a, plain.triangle_b}),
            (std::array{traced.part_a, traced.part_b, traced.triangle_a, traced.triangle_b}));
  ASSERT_FALSE(trace.steps.empty());
  EXPECT_EQ(trace.steps.back().overlaps, plain.verdict == Verdict::overlapping);
  bool has_contact = false;
  for (const BodyStep& step : trace.steps) {
    EXPECT_EQ(step.overlaps, overlaps(step));
    EXPECT_TRUE(!step.overlaps || &step == &trace.steps.back() ||
                step.reason == ContactReason::crossing);
    if (step.event == BodyEvent::boxes) {
      EXPECT_LE(step.triangles_left, step.triangle_pairs);
    }
    if (step.event == BodyEvent::enclosure) expect_winding(step, step.side == 0 ? b : a);
    if (step.event != BodyEvent::contact) continue;
    has_contact = true;
    reasons.insert(step.reason);
    if (step.reason == ContactReason::plane_between) expect_plane_divides(step);
  }
  EXPECT_TRUE(has_contact || plain.verdict != Verdict::touching);
  EXPECT_FALSE(has_contact && plain.verdict == Verdict::separated);
}

TEST(Trace, PolycubesAreToldAsTheyAreDecided) {
  std::set<ContactReason> reasons;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    Random random(static_cast<std::uint64_t>(i) + 77000);
    const auto cells =
        random.chance(1, 2) ? draw_fit(random) : std::array{draw_cells(random), draw_cells(random)};
    const Body3 a{{solid_of(draw_mesh(cells[0], random))}};
    const Body3 b{{solid_of(draw_mesh(draw_map(random, 3, false).of(cells[1]), random))}};
    expect_true_trace({a}, {b}, reasons);
  }
  EXPECT_TRUE(reasons.contains(ContactReason::plane_between));
  EXPECT_TRUE(reasons.contains(ContactReason::common_direction));
  EXPECT_TRUE(reasons.contains(ContactReason::nothing_common));
}

TEST(Trace, SurfacesThroughSolidsAndSurfaces) {
  const Body3 box{{solid_of(box_soup({0, 0, 0}, {4, 4, 4}))}};
  const Body3 sheet{{surface_of(triangle_soup({{{-9, 2, -9}, {9, 2, -9}, {0, 2, 9}}}))}};
  const Body3 other{{surface_of(triangle_soup({{{1, -9, 1}, {1, 9, 1}, {1, 0, 9}}}))}};
  const Body3 under{{surface_of(triangle_soup({{{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}}))}};
  std::set<ContactReason> reasons;
  expect_true_trace({box}, {sheet}, reasons);
  expect_true_trace({sheet}, {other}, reasons);
  expect_true_trace({box}, {under}, reasons);
  expect_true_trace({under}, {under}, reasons);
  EXPECT_TRUE(reasons.contains(ContactReason::piercing));
}

TEST(Trace, AVertexInsideOnAFace) {
  const Body3 box{{solid_of(box_soup({0, 0, 0}, {4, 4, 4}))}};
  const std::array<Vector3, 4> inside{{{1, 2, 4}, {1, 1, 1}, {2, 1, 1}, {1, 3, 1}}};
  const std::array<Vector3, 4> outside{{{1, 2, 4}, {1, 1, 7}, {2, 1, 7}, {1, 3, 7}}};
  for (const auto& [points, reason] : {std::pair{inside, ContactReason::same_side},
                                       std::pair{outside, ContactReason::plane_between}}) {
    const Body3 tetrahedron{{Polytope3::from_points(points).value()}};
    std::set<ContactReason> reasons;
    expect_true_trace({box}, {tetrahedron}, reasons);
    expect_true_trace({tetrahedron}, {box}, reasons);
    EXPECT_EQ(reasons, std::set{reason});
  }
}

TEST(Trace, LongTracesKeepWhatDecides) {
  // Two plates of 20 x 20 boxes touch in thousands of points; blocks at their end overlap.
  for (const bool has_blocks : {false, true}) {
    Soup plates[2];
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 400; ++i) {
        const double x = 2 * (i % 20), y = 2 * (i / 20), z = side;
        plates[side].add(box_soup({x, y, z}, {x + 1, y + 1, z + 1}));
      }
      if (has_blocks) plates[side].add(box_soup({-9, -9, -9}, {-5, -5, side == 0 ? -5.0 : -6.0}));
    }
    const Body3 a{{solid_of(plates[0])}}, b{{solid_of(plates[1])}};
    BodyTrace trace;
    EXPECT_EQ(intersects({a}, {b}, trace).verdict,
              has_blocks ? Verdict::overlapping : Verdict::touching);
    EXPECT_LE(trace.steps.size(), BodyTrace::kMost + 1);
    EXPECT_EQ(trace.steps.back().overlaps, has_blocks);
    if (!has_blocks) {
      EXPECT_GT(trace.left_out, 0);
    }
  }
}

}  // namespace
}  // namespace sunder::test
