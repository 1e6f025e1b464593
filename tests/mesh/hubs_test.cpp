// SPDX-License-Identifier: Apache-2.0
//
// Solids with vertices of very many triangles, laid on each other with them.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "mesh/soup.hpp"
#include "suite/effort.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::test {
namespace {

/// Two apexes on the z axis and a ring round it: tetrahedra about the axis. Nothing of it need be convex.
struct Spindle {
  std::vector<Vector3> ring;
  double low = 0, high = 1;

  Soup soup() const {
    Soup made;
    made.add({0, 0, low});
    made.add({0, 0, high});
    for (const Vector3& p : ring) made.add(p);
    const auto n = static_cast<std::int32_t>(ring.size());
    for (std::int32_t i = 0; i < n; ++i) {
      const std::int32_t p = 2 + i, q = 2 + (i + 1) % n;
      made.triangles.push_back({0, q, p});
      made.triangles.push_back({1, p, q});
    }
    return made;
  }
  Body3 tetrahedra() const {
    std::vector<Part3> parts;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const std::vector<Vector3> corners{
          {0, 0, low}, {0, 0, high}, ring[i], ring[(i + 1) % ring.size()]};
      parts.push_back({Polytope3::from_points(corners).value()});
    }
    return Body3(std::span<const Part3>(parts));
  }
};

Spindle spindle(suite::Random& random, int count, double low, double high, int least, int most) {
  Spindle made{{}, low, high};
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, r = random.in(3, 9);
    made.ring.push_back({std::round(1024 * r * std::cos(angle)) / 1024,
                         std::round(1024 * r * std::sin(angle)) / 1024,
                         double(random.in(least, most))});
  }
  return made;
}

TEST(Hubs, AreDecidedAsTheirTetrahedra) {
  suite::Random random(17);
  int seen[3] = {};
  constexpr int kRuns = suite::kSanitized ? 12 : 60;
  for (int run = 0; run < kRuns; ++run) {
    const int count = random.in(66, 90), other_count = random.in(66, 90);
    // Both have the apex 0: the one above it, the other below, with rings that may reach over each other.
    const int reach = run % 3;
    Spindle a = spindle(random, count, 0, 4, -reach, 3);
    Spindle b = spindle(random, run % 2 == 0 ? other_count : count, -4, 0, -3,
                        run % 5 == 0 ? 0 : reach - 1);
    if (run % 4 == 3) {
      // What b has near the apex fits what a leaves: the same directions, at other distances.
      b.ring = a.ring;
      for (Vector3& p : b.ring) {
        const double scale = random.in(1, 3);
        for (double& x : p) x *= scale;
      }
    }
    if (run % 8 == 7)
      b.ring[static_cast<std::size_t>(random.in(0, 20))][2] += random.in(-1, 1) * 0x1p-40;
    const Body3 one{{solid_of(a.soup())}}, two{{solid_of(b.soup())}};
    const Body3 parts_a = a.tetrahedra(), parts_b = b.tetrahedra();
    const Verdict expected = intersects({parts_a}, {parts_b}).verdict;
    ++seen[static_cast<int>(expected)];
    for (const Pose3& pose :
         {Pose3::identity(), Pose3::from_wxyz({1, 2, -1, 3}, {0, 0, 0}).value()}) {
      EXPECT_EQ(verdict_of(one, pose, two, pose), expected) << run;
      EXPECT_EQ(verdict_of(two, pose, one, pose), expected) << run;
    }
  }
  EXPECT_GT(seen[static_cast<int>(Verdict::touching)], kRuns / 8);
  EXPECT_GT(seen[static_cast<int>(Verdict::overlapping)], kRuns / 8);
}

TEST(Hubs, ContactsAreThoseOfTheTriangles) {
  // The lower one fits into the upper one's funnel on a part of its sides.
  suite::Random random(5);
  Spindle a{{}, 0, 8}, b{{}, -8, 0};
  double area = 0;
  const int count = 96;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    const Vector3 p{std::round(4096 * std::cos(angle)) / 1024,
                    std::round(4096 * std::sin(angle)) / 1024, 1};
    a.ring.push_back(p);
    b.ring.push_back(i % 8 < 4 ? Vector3{p[0] / 2, p[1] / 2, 0.5}
                               : Vector3{p[0] / 2, p[1] / 2, -0.5});
  }
  for (int i = 0; i < count; ++i) {
    const int j = (i + 1) % count;
    if (i % 8 >= 4 || j % 8 >= 4) continue;
    const Vector3 &p = b.ring[static_cast<std::size_t>(i)],
                  &q = b.ring[static_cast<std::size_t>(j)];
    const Vector3 n{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2],
                    p[0] * q[1] - p[1] * q[0]};
    area += std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
  }
  const Body3 one{{solid_of(a.soup())}}, two{{solid_of(b.soup())}};
  const BodyContact found = contact({one}, {two});
  EXPECT_EQ(found.verdict, Verdict::touching);
  double sum = 0;
  std::size_t triangles = 0;
  for (const ContactRegion& region : found.regions) {
    sum += region.area;
    triangles += region.dimension == 2 ? region.triangles.size() : 0;
  }
  EXPECT_NEAR(sum, area, 1e-9);
  EXPECT_EQ(triangles, 36U);
  // Tip to tip: a point, once.
  for (Vector3& p : b.ring) p[2] = -1;
  const Body3 lowered{{solid_of(b.soup())}};
  const BodyContact tip = contact({one}, {lowered});
  ASSERT_EQ(tip.regions.size(), 1U);
  EXPECT_EQ(tip.regions[0].dimension, 0);
  EXPECT_EQ(tip.regions[0].outline[0][0], (Vector3{0, 0, 0}));
}

TEST(Hubs, ThousandsOfSliversTipToTip) {
  constexpr int kSlivers = suite::kSanitized ? 600 : 3000;
  const auto cone = [](double sign) {
    Spindle made{{}, std::min(0.0, sign), std::max(0.0, sign)};
    for (int i = 0; i < kSlivers; ++i) {
      const double angle = 2 * std::numbers::pi * (i + (sign > 0 ? 0 : 0.25)) / kSlivers;
      made.ring.push_back({std::cos(angle), std::sin(angle), 2 * sign});
    }
    return Body3{{solid_of(made.soup())}};
  };
  // All pairs of triangles would take half a minute.
  const auto start = std::chrono::steady_clock::now();
  const Body3 upper = cone(1), lower = cone(-1);
  EXPECT_EQ(intersects({upper}, {lower}).verdict, Verdict::touching);
  EXPECT_EQ(contact({upper}, {lower}).regions.size(), 1U);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  EXPECT_LT(took.count(), 10);
}

}  // namespace
}  // namespace sunder::test
