// SPDX-License-Identifier: Apache-2.0
//
// Proofs of margins and of distances of padded bodies: made, accepted, and refused where they are forged. The distance of
// two polycubes is the root of an integer, which cells tell.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "mesh/polycubes.hpp"
#include "mesh/soup.hpp"
#include "suite/effort.hpp"
#include "suite/margin_proofs.hpp"
#include "suite/padded_distance.hpp"
#include "suite/padded_verdict.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// The square of the distance of two unions of unit cells.
int squared_distance(const Cells& a, const Cells& b) {
  int least = std::numeric_limits<int>::max();
  for (const Cell& p : a) {
    for (const Cell& q : b) {
      int square = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const int gap = std::max(std::abs(p[k] - q[k]) - 1, 0);
        square += gap * gap;
      }
      least = std::min(least, square);
    }
  }
  return least;
}

Cells moved_by(const Cells& cells, const std::array<int, 3>& by) {
  Cells all;
  for (const Cell& cell : cells) all.insert({cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]});
  return all;
}

BodyCertificate expect_margin_proof(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                    Verdict expected) {
  return suite::expect_margin_proof(a, b, margin, expected);
}

TEST(MarginCertificates, OfPolycubesAtKnownDistances) {
  std::array<int, 3> seen{};
  int enclosed = 0;
  for (std::uint64_t index = 0; index < (suite::kSanitized ? 12U : 60U); ++index) {
    Random random(index + 4100);
    const Cells cells_a = draw_cells(random);
    const Cells cells_b = moved_by(draw_cells(random), {random.in(-6, 6), random.in(-3, 3),
                                                        index % 3 == 0 ? 0 : random.in(-4, 4)});
    const int square = squared_distance(cells_a, cells_b);
    const auto boxes = boxes_of(cells_b, {});
    const Body3 a{{solid_of(draw_mesh(cells_a, random))}};
    const Body3 b{{solid_of(draw_mesh(cells_b, random))}}, c{std::span<const Part3>(boxes)};
    const Pose3 pose = Pose3::from_wxyz({0.5, 0.5, -0.5, 0.5}, {64, -8, 0.25}).value();
    const double root = std::sqrt(static_cast<double>(square));
    for (const double m : {0.25, std::nearbyint(root), std::nextafter(std::nearbyint(root), 0),
                           root + 0.5, std::nextafter(std::nearbyint(root), 100),
                           std::nextafter(root, 0), std::nextafter(root, 9)}) {
      if (m <= 0) continue;
      for (const Body3* other : {&b, &c}) {
        const PosedBody3 p{a, pose}, q{*other, pose};
        const Verdict own = intersects(p, q).verdict;
        const Verdict expected =
            own == Verdict::separated ? suite::padded_verdict(square, m) : Verdict::overlapping;
        ++seen[static_cast<std::size_t>(expected)];
        const BodyCertificate proof = expect_margin_proof(p, q, {.distance = m}, expected);
        enclosed += expected == Verdict::overlapping && !proof.point.empty() ? 1 : 0;
        EXPECT_TRUE(verify(p, q, {.distance = m}, proof).complete);
        // The sum alone counts, and a proof proves what follows from it.
        const double half = m / 2;
        if (half == 0) continue;
        EXPECT_TRUE(verify(p, q, {.distance = 0, .radius_a = half, .radius_b = half}, proof));
        EXPECT_EQ(bool(verify(p, q, {.distance = m * 0x1p-10}, proof)),
                  expected == Verdict::separated || own != Verdict::separated);
        EXPECT_EQ(bool(verify(p, q, {.distance = m + 100}, proof)),
                  expected == Verdict::overlapping);
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, suite::kSanitized ? 2 : 20);
  std::printf("separated, touching, overlapping: %d %d %d; %d by a point inside both\n", seen[0],
              seen[1], seen[2], enclosed);
}

TEST(MarginCertificates, ADistanceOfPaddedBodies) {
  int apart = 0, meeting = 0;
  for (std::uint64_t index = 0; index < (suite::kSanitized ? 8U : 60U); ++index) {
    Random random(index + 91);
    const Cells cells_a = draw_cells(random);
    const Cells cells_b = moved_by(draw_cells(random), {5, random.in(-4, 4), random.in(-2, 2)});
    const Body3 a{{solid_of(draw_mesh(cells_a, random))}},
        b{{surface_of(draw_mesh(cells_b, random))}};
    const Pose3 turn = Pose3::from_wxyz({1, random.unit(), 0.2, 0}, {0, random.unit(), 0}).value();
    const PosedBody3 p{a, turn}, q{b, turn};
    const double root = std::sqrt(static_cast<double>(squared_distance(cells_a, cells_b)));
    for (const double r : {0.0, 0.25, 0.75, 1.5}) {
      const Margin radii{.radius_a = r, .radius_b = r / 2};
      const BodyDistance found = distance(p, q, r, r / 2).value();
      EXPECT_EQ(found.verdict, compare_to_margin(p, q, radii).value().verdict);
      if (found.verdict == Verdict::separated) {
        ++apart;
        EXPECT_LE(found.distance.lower, root - 1.5 * r + 1e-12);
        EXPECT_GE(found.distance.upper, root - 1.5 * r - 1e-12);
        ASSERT_TRUE(found.witness);
      } else {
        ++meeting;
        EXPECT_EQ(found.distance.upper, 0);
        EXPECT_GE(found.part_a, 0);
      }
      suite::expect_padded_proof(p, q, r, found);
    }
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(meeting, 5);
}

TEST(MarginCertificates, WhatLiesInsideIsCloserThanAnyMargin) {
  const Body3 outer{{solid_of(box_soup({0, 0, 0}, {8, 8, 8}))}},
      inner{{solid_of(box_soup({3, 3, 3}, {5, 5, 5}))}},
      shell{{surface_of(box_soup({0, 0, 0}, {8, 8, 8}))}},
      ball{{Polytope3::box({1, 1, 1}), Pose3::translation({4, 4, 4}).value()}};
  for (const double m : {0.0, 0.5, 3.0, 4.0}) {
    for (const Body3* body : {&inner, &ball}) {
      const Verdict in_shell = m < 3   ? Verdict::separated
                               : m > 3 ? Verdict::overlapping
                                       : Verdict::touching;
      expect_margin_proof(outer, *body, {.distance = m}, Verdict::overlapping);
      const BodyCertificate proof = expect_margin_proof(shell, *body, {.distance = m}, in_shell);
      // What separates from the shell does not from the solid, whose inside holds the body.
      if (in_shell != Verdict::overlapping) {
        EXPECT_FALSE(verify(outer, *body, {.distance = m}, proof));
      }
    }
  }
}

TEST(MarginCertificates, ForgedOnesAreRefused) {
  const Body3 a{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}},
      b{{solid_of(box_soup({4, 0, 0}, {5, 1, 1}))}};
  const PosedBody3 p{a}, q{b};
  const suite::MarginForgeries<PosedBody3> of(p, q);
  of.expect_plain_ones_refused(3);
  of.expect_wrong_margins_refused();
  of.expect_refused(of.three, of.exactly, "an omitted component",
                    [](auto& c) { c.separations.at(0).outside_a.clear(); });
  of.expect_refused(of.two, of.farther, "a point", [](auto& c) { c.a = {0, {{0, {1, {}}}}}; });
  of.expect_refused(of.four, of.closer, "a point that is far", [](auto& c) {
    c.b = {0, {{7, {1, {}}}}};
  });
  // An answer about other bodies.
  BodyMarginAnswer wrong;
  for (const Verdict verdict : {Verdict::separated, Verdict::overlapping}) {
    wrong.verdict = verdict;
    wrong.part_a = wrong.part_b = 0;
    wrong.triangle_a = wrong.triangle_b = 1 << 30;
    EXPECT_FALSE(certify(p, q, of.three, wrong));
  }
}

TEST(MarginCertificates, EmptyBodiesAreFarther) {
  const Body3 nothing{}, box{{Polytope3::box({1, 1, 1})}};
  for (const Body3* other : {&nothing, &box}) {
    const BodyCertificate proof =
        expect_margin_proof(nothing, *other, {.distance = 1e300}, Verdict::separated);
    EXPECT_TRUE(proof.separations.empty());
    const BodyDistance found = distance(nothing, *other, 1, 1).value();
    EXPECT_EQ(found.distance.lower, std::numeric_limits<double>::max());
    EXPECT_TRUE(verify(nothing, *other, {.radius_a = 1, .radius_b = 1},
                       certify(nothing, *other, {.radius_a = 1, .radius_b = 1}, found).value()));
  }
}

}  // namespace
}  // namespace sunder::test
