// SPDX-License-Identifier: Apache-2.0
//
// Proofs of verdicts and distances of bodies that are not convex: made, accepted, and refused where they are forged.
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

namespace sunder::test {
namespace {

using suite::Random;

/// A sphere of squares of a subdivided cube, each in two triangles.
Soup sphere(int steps, double radius) {
  Soup soup;
  for (int face = 0; face < 6; ++face) {
    const auto point = [&](int i, int j) {
      const double u = 2.0 * i / steps - 1, v = 2.0 * j / steps - 1;
      const std::array<double, 3> local{face % 2 == 0 ? 1.0 : -1.0, face % 2 == 0 ? u : v,
                                        face % 2 == 0 ? v : u};
      Vector3 p;
      for (std::size_t k = 0; k < 3; ++k)
        p[(k + static_cast<std::size_t>(face / 2)) % 3] = local[k];
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      // Rounded, so that the points of two faces on one edge of the cube are the same.
      for (double& x : p) x = std::nearbyint(x / length * radius * 0x1p20) * 0x1p-20;
      return soup.add(p);
    };
    for (int i = 0; i < steps; ++i) {
      for (int j = 0; j < steps; ++j) {
        const std::int32_t p = point(i, j), q = point(i + 1, j), r = point(i + 1, j + 1),
                           s = point(i, j + 1);
        soup.triangles.push_back({p, q, r});
        soup.triangles.push_back({p, r, s});
      }
    }
  }
  return soup;
}

Pose3 moved(double x, double y = 0, double z = 0) { return Pose3::translation({x, y, z}).value(); }

/// Certifies a distance and expects that it is accepted.
BodyCertificate expect_distance_proof(const PosedBody3& a, const PosedBody3& b) {
  const BodyDistance found = distance(a, b);
  const auto made = certify(a, b, found);
  if (!made) {
    ADD_FAILURE() << made.error().message;
    return {};
  }
  const BodyCertificate& proof = made.value();
  EXPECT_TRUE(verify(a, b, proof)) << verify(a, b, proof).reason;
  if (!proof.distance) {
    ADD_FAILURE() << "no proof of the distance";
    return proof;
  }
  EXPECT_EQ(proof.distance->lower, found.distance.lower);
  EXPECT_EQ(proof.distance->upper, found.distance.upper);
  if (found.verdict == Verdict::separated && found.distance.lower > 0) {
    BodyCertificate forged = proof;
    forged.distance->lower = found.distance.upper * (1 + 1e-9);
    forged.distance->upper = found.distance.upper * 2;
    EXPECT_FALSE(verify(a, b, forged)) << "too high";
    forged = proof;
    forged.distance->upper = found.distance.lower * (1 - 1e-9);
    forged.distance->lower = 0;
    EXPECT_FALSE(verify(a, b, forged)) << "too low";
  }
  return proof;
}

std::size_t cuts_of(const BodyCertificate& proof) {
  std::size_t cuts = 0;
  for (const PartSeparation& separation : proof.separations) cuts += separation.cuts.size();
  return cuts;
}

TEST(BodyCertificates, SpheresFarNearAndOverlapping) {
  for (const int steps : {3, 12}) {
    const Body3 ball{{solid_of(sphere(steps, 1))}}, shell{{surface_of(sphere(steps, 1))}};
    const std::array<double, 4> wxyz{0.9, 0.1, -0.3, 0.2};
    for (const double x : {10.0, 2.5, 2.01, 1.999, 1.0, 0.01}) {
      const Pose3 pose = Pose3::from_wxyz(wxyz, {x, 0.1 * x, 0.05}).value();
      for (const Body3* p : {&ball, &shell}) {
        for (const Body3* q : {&ball, &shell}) {
          const PosedBody3 a{*p}, b{*q, pose};
          const BodyCertificate proof = expect_proof(a, b, intersects(a, b));
          if (proof.verdict == Verdict::separated) {
            EXPECT_LE(cuts_of(proof), 1U);  // two convex bodies
            expect_distance_proof(a, b);
          }
        }
      }
    }
  }
}

TEST(BodyCertificates, ABallInACupNeedsACutOfManyRanges) {
  const int steps = suite::kSanitized ? 6 : 12, steps_of_ball = suite::kSanitized ? 4 : 8;
  Soup cup = sphere(steps, 2);
  Soup inner = sphere(steps, 1.5);
  inner.turn_inside_out();
  cup.add(inner);
  const Body3 hollow{{solid_of(cup)}}, ball{{solid_of(sphere(steps_of_ball, 1))}},
      point{{Polytope3::from_points({{0.5, 0, 0}}).value()}};
  const PosedBody3 a{hollow};
  for (const double x : {0.0, 0.25, 0.45}) {
    const Pose3 pose = Pose3::from_wxyz({1, 0.2, 0.3, x}, {x, 0, 0}).value();
    const PosedBody3 b{ball, pose};
    const BodyDecision decision = intersects(a, b);
    ASSERT_EQ(decision.verdict, Verdict::separated);
    const BodyCertificate proof = expect_proof(a, b, decision);
    std::printf("a ball in a cup: %zu cuts of %zu pairs of triangles\n", cuts_of(proof),
                cup.triangles.size() * sphere(steps_of_ball, 1).triangles.size());
    EXPECT_GT(cuts_of(proof), 1U);
    EXPECT_EQ(proof.separations.at(0).outside_b.size(), 2U);  // the components of the cup
    EXPECT_EQ(proof.separations.at(0).outside_a.size(), 1U);
    expect_distance_proof(a, b);
    expect_distance_proof(b, a);
  }
  expect_proof(a, point, intersects(a, point));
  expect_distance_proof(point, a);
}

TEST(BodyCertificates, OfPolycubesUnderEveryPose) {
  int complete = 0, touching = 0;
  for (std::uint64_t index = 0; index < (suite::kSanitized ? 20U : 150U); ++index) {
    Random random(index + 7000);
    const Cells cells_a = draw_cells(random), cells_b = draw_cells(random);
    const Mesh3 mesh_a = solid_of(draw_mesh(cells_a, random)),
                mesh_b = solid_of(draw_mesh(cells_b, random));
    const auto boxes_b = boxes_of(cells_b, {});
    const LatticeMap map = draw_map(random, 3, true);
    std::array<double, 12> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) rows[4 * i + j] = map.turn[i][j];
      rows[4 * i + 3] = map.offset[i];
    }
    const Pose3 lattice_pose = Pose3::from_matrix(rows).value();
    const Pose3 world = Pose3::from_wxyz({random.unit(), random.unit(), -random.unit(), 0.5},
                                         {1e5, 3, random.unit()})
                            .value();
    const Body3 a{{mesh_a, lattice_pose}}, b{{mesh_b}}, boxes{std::span<const Part3>(boxes_b)};
    for (const Body3* other : {&b, &boxes}) {
      const PosedBody3 p{a, world}, q{*other, world};
      const BodyDecision decision = intersects(p, q);
      const BodyCertificate proof = expect_proof(p, q, decision);
      expect_proof(q, p, intersects(q, p));
      if (decision.verdict == Verdict::separated && index % 4 == 0) expect_distance_proof(p, q);
      if (decision.verdict == Verdict::touching) {
        ++touching;
        complete += verify(p, q, proof).complete ? 1 : 0;
      }
    }
  }
  EXPECT_GT(touching, 0);
  // A plane is between most lattice bodies that touch.
  EXPECT_GT(2 * complete, touching);
  std::printf("%d of %d touching pairs need no theorem\n", complete, touching);
}

/// One plane between two parts proves that nothing overlaps, whatever they are and however they are turned.
TEST(BodyCertificates, APlaneBetweenMeshesThatTouch) {
  const Pose3 turn = Pose3::from_wxyz({0.3, -0.7, 0.11, 2}, {0.1, 1e5, -3}).value();
  Random random(11);
  const Cells slab{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, tower{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  const Mesh3 below = solid_of(draw_mesh(slab, random)), above = solid_of(draw_mesh(tower, random));
  const Mesh3 sheet = surface_of(draw_mesh(tower, random));
  const std::array<Part3, 3> others{Part3{above, moved(0, 0, 1)}, Part3{sheet, moved(0.5, 0.25, 1)},
                                    Part3{above, moved(2, 1, 1)}};
  for (const Part3& other : others) {
    const Body3 a{{below}}, b{{other}};
    const PosedBody3 p{a, turn}, q{b, turn};
    const BodyDecision decision = intersects(p, q);
    ASSERT_EQ(decision.verdict, Verdict::touching);
    const BodyCertificate proof = expect_proof(p, q, decision);
    EXPECT_TRUE(verify(p, q, proof).complete);
    ASSERT_EQ(proof.separations.size(), 1U);
    EXPECT_EQ(proof.separations[0].cuts.size(), 1U);
    // That plane is not between bodies that overlap a little.
    const Body3 deep{{other.shape, moved(0.25, 0, 1 - 0x1p-40)}};
    ASSERT_EQ(intersects(p, {deep, turn}).verdict, Verdict::overlapping);
    EXPECT_FALSE(verify(p, {deep, turn}, proof));
    // Two cuts that tie prove nothing, even along one direction.
    BodyCertificate two = proof;
    const RangeCut whole = two.separations[0].cuts[0];
    two.separations[0].cuts = {whole, whole};
    two.separations[0].cuts[0].a_end = two.separations[0].cuts[1].a_begin = 1;
    EXPECT_FALSE(verify(p, q, two));
    BodyCertificate points = proof;
    points.separations[0].outside_b = {0};
    EXPECT_FALSE(verify(p, q, points));
  }
  // A union of which one pair of parts touches across a plane, and another one is apart.
  const Body3 a{{below}, {above, moved(0, 0, 5)}}, b{{above, moved(0, 0, 1)}};
  const BodyCertificate proof =
      expect_proof({a, turn}, {b, turn}, intersects({a, turn}, {b, turn}));
  EXPECT_TRUE(verify({a, turn}, {b, turn}, proof).complete);
}

/// A cube with a pit, a peg that fits, both solid.
struct PegAndPit {
  Body3 pit, peg, box;
  PegAndPit()
      : pit({{solid_of(make(cells(true)))}}),
        peg({{solid_of(make({{1, 1, 1}}))}}),
        box({{Polytope3::from_box({0.5, 0.5, 0.5}).value(), moved(1.5, 1.5, 1.5)}}) {}
  static Cells cells(bool with_pit) {
    Cells all;
    for (int x = 0; x < 3; ++x) {
      for (int y = 0; y < 3; ++y) {
        for (int z = 0; z < 2; ++z) all.insert({x, y, z});
      }
    }
    if (with_pit) all.erase({1, 1, 1});
    return all;
  }
  static Soup make(const Cells& cells) {
    Random random(5);
    return draw_mesh(cells, random);
  }
};

TEST(BodyCertificates, WhatRestsOnTheTheoremIsSaid) {
  const PegAndPit bodies;
  for (const Body3* other : {&bodies.peg, &bodies.box}) {
    const PosedBody3 a{bodies.pit}, b{*other};
    const BodyDecision decision = intersects(a, b);
    ASSERT_EQ(decision.verdict, Verdict::touching);
    const BodyCertificate proof = expect_proof(a, b, decision);
    // A convex body that touches a solid is proven not to overlap it.
    EXPECT_EQ(verify(a, b, proof).complete, other == &bodies.box);
  }
}

using Change = std::function<void(BodyCertificate&)>;
void expect_refused(const PosedBody3& a, const PosedBody3& b, const BodyCertificate& proof,
                    const char* name, const Change& change) {
  BodyCertificate forged = proof;
  change(forged);
  const BodyCheck check = verify(a, b, forged);
  EXPECT_FALSE(check) << name;
  EXPECT_FALSE(check.complete) << name;
  EXPECT_FALSE(check.reason.empty()) << name;
}

TEST(BodyCertificates, ForgedCutsAreRefused) {
  const PegAndPit bodies;
  const Pose3 lifted = moved(0, 0, 0.25),
              scaled = Pose3::from_matrix(std::array<double, 12>{0.5, 0, 0, 0.75, 0, 0.5, 0, 0.75,
                                                                 0, 0, 0.5, 0.75})
                           .value();
  const PosedBody3 a{bodies.pit};
  for (const Pose3* pose : {&lifted, &scaled}) {
    const PosedBody3 b{bodies.peg, *pose};
    const BodyDecision decision = intersects(a, b);
    const BodyCertificate proof = expect_proof(a, b, decision);
    if (decision.verdict != Verdict::separated) continue;
    ASSERT_GT(proof.separations.at(0).cuts.size(), 1U);
    ASSERT_FALSE(proof.separations.at(0).order_a.empty());
    const auto forge = [&](const char* name, const Change& change) {
      expect_refused(a, b, proof, name, change);
    };
    forge("no separation", [](BodyCertificate& c) { c.separations.clear(); });
    forge("a hole in the cover", [](BodyCertificate& c) { c.separations[0].cuts.pop_back(); });
    forge("a cut twice",
          [](BodyCertificate& c) { c.separations[0].cuts.push_back(c.separations[0].cuts[0]); });
    forge("a separation twice",
          [](BodyCertificate& c) { c.separations.push_back(c.separations[0]); });
    forge("the wrong direction", [](BodyCertificate& c) {
      for (ExactNumber& x : c.separations[0].cuts[0].direction) x.value = -x.value;
    });
    forge("no direction", [](BodyCertificate& c) { c.separations[0].cuts[0].direction.clear(); });
    forge("the direction 0",
          [](BodyCertificate& c) { c.separations[0].cuts[0].direction.assign(3, {}); });
    forge("NaN", [](BodyCertificate& c) {
      c.separations[0].cuts[0].direction[1] = {std::numeric_limits<double>::quiet_NaN(), {}};
    });
    forge("infinity", [](BodyCertificate& c) {
      c.separations[0].cuts[0].direction[1] = {std::numeric_limits<double>::infinity(), {}};
    });
    forge("no number", [](BodyCertificate& c) {
      c.separations[0].cuts[0].direction[1] = {0, "0x10"};
    });
    forge("a quotient", [](BodyCertificate& c) {
      c.separations[0].cuts[0].direction[1] = {0, "1/2"};
    });
    forge("a huge integer", [](BodyCertificate& c) {
      c.separations[0].cuts[0].direction[1] = {0, std::string(100000, '9')};
    });
    forge("a range that ends behind the order",
          [](BodyCertificate& c) { ++c.separations[0].cuts.back().a_end; });
    forge("a range from below 0",
          [](BodyCertificate& c) { c.separations[0].cuts.back().b_begin = -1; });
    forge("an empty range", [](BodyCertificate& c) {
      c.separations[0].cuts.back().b_begin = c.separations[0].cuts.back().b_end;
    });
    forge("a range of all numbers", [](BodyCertificate& c) {
      c.separations[0].cuts.back().b_end = std::numeric_limits<std::int32_t>::max();
    });
    forge("another order", [](BodyCertificate& c) {
      std::swap(c.separations[0].order_a.front(), c.separations[0].order_a.back());
    });
    forge("a triangle twice",
          [](BodyCertificate& c) { c.separations[0].order_a[0] = c.separations[0].order_a[1]; });
    forge("a triangle that is not there",
          [](BodyCertificate& c) { c.separations[0].order_a[0] = 1 << 30; });
    forge("a triangle below 0", [](BodyCertificate& c) { c.separations[0].order_a[0] = -1; });
    forge("an omitted component", [](BodyCertificate& c) { c.separations[0].outside_b.clear(); });
    forge("an omitted component of the other",
          [](BodyCertificate& c) { c.separations[0].outside_a.clear(); });
    forge("a point that is not there",
          [](BodyCertificate& c) { c.separations[0].outside_a[0] = 1 << 30; });
    forge("a component twice", [](BodyCertificate& c) {
      c.separations[0].outside_a.push_back(c.separations[0].outside_a[0]);
    });
    forge("a part that is not there", [](BodyCertificate& c) { c.separations[0].part_a = 1; });
    forge("a part below 0", [](BodyCertificate& c) { c.separations[0].part_b = -1; });
    forge("a common point", [](BodyCertificate& c) { c.point.assign(3, {}); });
    forge("no verdict", [](BodyCertificate& c) { c.verdict = Verdict::undecided; });
  }
}

TEST(BodyCertificates, ABodyInsideAnotherIsNotSeparated) {
  // The meshes do not meet: their cut is right, and only the winding numbers show the overlap.
  const Body3 outer{{solid_of(box_soup({0, 0, 0}, {4, 4, 4}))}},
      inner{{solid_of(box_soup({1, 1, 1}, {2, 2, 2}))}};
  const Body3 outer_surface{{surface_of(box_soup({0, 0, 0}, {4, 4, 4}))}};
  const BodyDecision apart = intersects(outer_surface, inner);
  ASSERT_EQ(apart.verdict, Verdict::separated);
  BodyCertificate proof = expect_proof(outer_surface, inner, apart);
  ASSERT_FALSE(verify(outer, inner, proof));
  proof.separations[0].outside_a = {0};
  EXPECT_FALSE(verify(outer, inner, proof));
  EXPECT_FALSE(certify(outer, inner, apart));
  const BodyCertificate overlap = expect_proof(outer, inner, intersects(outer, inner));
  EXPECT_FALSE(verify(outer_surface, inner, overlap)) << "a surface has no inside";
}

TEST(BodyCertificates, ForgedPointsAreRefused) {
  const PegAndPit bodies;
  const Pose3 low = moved(0, 0, -0.25);
  const PosedBody3 a{bodies.pit}, b{bodies.peg, low};
  const BodyDecision decision = intersects(a, b);
  ASSERT_EQ(decision.verdict, Verdict::overlapping);
  const BodyCertificate proof = expect_proof(a, b, decision);
  ASSERT_EQ(proof.point.size(), 3U);
  const auto forge = [&](const char* name, const Change& change) {
    expect_refused(a, b, proof, name, change);
  };
  const auto at = [](const Vector3& p) {
    return [p](BodyCertificate& c) { c.point = {{p[0], {}}, {p[1], {}}, {p[2], {}}}; };
  };
  BodyCertificate right = proof;
  at({1.5, 1.5, 0.875})(right);
  EXPECT_TRUE(verify(a, b, right));
  right.point[0] = {7, "3/2"};
  EXPECT_TRUE(verify(a, b, right)) << "the quotient counts";
  forge("outside both", at({100, 0, 0}));
  forge("in the pit", at({1.5, 1.5, 1.5}));
  forge("below the peg", at({1.5, 1.5, 0.5}));
  forge("on the mesh of b", at({1.5, 1.5, 0.75}));
  forge("on the mesh of a", at({1.5, 1.5, 1}));
  forge("on an edge", at({1, 1.5, 0.75}));
  forge("on a vertex", at({1, 1, 0.75}));
  forge("NaN", at({std::numeric_limits<double>::quiet_NaN(), 1, 1}));
  forge("infinity", at({1.5, std::numeric_limits<double>::infinity(), 1}));
  forge("two numbers", [](BodyCertificate& c) { c.point.pop_back(); });
  for (const char* text : {"1/0", "3/-2", "/2", "3/", "1.5", "1/2/3", "+3", "--1", "1e3", " 1"}) {
    forge(text, [&](BodyCertificate& c) { c.point[0] = {1.5, text}; });
  }
  forge("a part that is not there", [](BodyCertificate& c) { c.part_a = 7; });
  forge("weights beside the point", [](BodyCertificate& c) { c.a = {0, {{0, {1, {}}}}}; });
}

TEST(BodyCertificates, ForgedWeightsAreRefused) {
  // A triangle that pierces a box; two triangles that cross; two boxes that touch.
  const Body3 fin{
      {surface_of(triangle_soup({Vector3{0, 0, 0}, Vector3{4, 0, 0}, Vector3{0, 4, 0}}))}};
  const Body3 box{{solid_of(box_soup({0.5, 0.5, -1}, {1, 1, 1}))}};
  const Body3 blade{
      {surface_of(triangle_soup({Vector3{0.5, 0.5, -1}, Vector3{0.5, 0.5, 1}, Vector3{9, 9, 0}}))}};
  for (const Body3* other : {&box, &blade}) {
    const BodyDecision decision = intersects(fin, *other);
    ASSERT_EQ(decision.verdict, Verdict::overlapping);
    const BodyCertificate proof = expect_proof(fin, *other, decision);
    ASSERT_FALSE(proof.a.weights.empty());
    const auto forge = [&](const char* name, const Change& change) {
      expect_refused(fin, *other, proof, name, change);
    };
    forge("a corner alone", [](BodyCertificate& c) { c.a.weights = {{0, {1, {}}}}; });
    forge("a negative weight", [](BodyCertificate& c) { c.a.weights[0].weight = {-1, {}}; });
    forge("a weight of 0", [](BodyCertificate& c) { c.a.weights[0].weight = {0, {}}; });
    forge("NaN", [](BodyCertificate& c) { c.a.weights[0].weight = {std::nan(""), {}}; });
    forge("no point", [](BodyCertificate& c) { c.a.weights[0].vertex = 3; });
    forge("a point below 0", [](BodyCertificate& c) { c.a.weights[0].vertex = -1; });
    forge("no triangle", [](BodyCertificate& c) { c.a.triangle = 1; });
    forge("a triangle below 0", [](BodyCertificate& c) { c.a.triangle = -1; });
    forge("no weights", [](BodyCertificate& c) { c.a.weights.clear(); });
    forge("a point", [](BodyCertificate& c) { c.point.assign(3, {}); });
  }
  const Body3 one{{Polytope3::from_box({1, 1, 1}).value()}},
      two{{Polytope3::from_box({1, 1, 1}).value(), moved(2, 0.5)}};
  const BodyCertificate proof = expect_proof(one, two, intersects(one, two));
  ASSERT_EQ(proof.verdict, Verdict::touching);
  EXPECT_TRUE(verify(one, two, proof).complete);
  expect_refused(one, two, proof, "another weight", [](BodyCertificate& c) {
    c.a.weights = {{0, {1, {}}}, {7, {1, {}}}};
  });
  expect_refused(one, two, proof, "a cut that the other way round", [](BodyCertificate& c) {
    for (ExactNumber& x : c.separations.at(0).cuts.at(0).direction) x.value = -x.value;
  });
  BodyCertificate less = proof;
  less.separations.clear();
  EXPECT_TRUE(verify(one, two, less));
  EXPECT_FALSE(verify(one, two, less).complete);
}

TEST(BodyCertificates, PolytopesUnderChainsOfPoses) {
  const Pose3 turn = Pose3::from_wxyz({0.3, 0.4, -0.5, 0.6}, {0.1, 0.2, 0.3}).value();
  const Pose3 back = Pose3::from_wxyz({1, 2, 3, 4}, {0.01, 0, 0}).value();
  const Pose3 flat =
      Pose3::from_matrix(std::array<double, 12>{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}).value();
  const Polytope3 box = Polytope3::from_box({0.5, 0.25, 1}).value();
  const Body3 a{{box, turn}, {box, moved(3)}}, b{{box, back}}, sheet{{box, flat}};
  for (const Pose3* pose : {&turn, &back, &flat}) {
    for (const double x : {0.0, 0.5, 1.75, 3.0, 8.0}) {
      const Pose3 shift = moved(x);
      const PosedBody3 p{a, *pose}, q{b, shift}, r{sheet, shift};
      expect_proof(p, q, intersects(p, q));
      expect_proof(q, p, intersects(q, p));
      expect_proof(p, r, intersects(p, r));
      expect_proof(r, p, intersects(r, p));
      expect_distance_proof(p, q);
      expect_distance_proof(r, p);
    }
  }
}

TEST(BodyCertificates, TrianglesThatBoundNothingAreParts) {
  // A box with a fin of two triangles that cancel, into, at and beside another box.
  Soup finned = box_soup({0, 0, 0}, {1, 1, 1});
  Soup fin = triangle_soup({Vector3{0.5, 1, 0.5}, Vector3{0.5, 3, 0.25}, Vector3{0.5, 3, 0.75}});
  Soup back = fin;
  back.turn_inside_out();
  finned.add(fin);
  finned.add(back);
  const Mesh3 mesh = solid_of(finned);
  EXPECT_EQ(mesh.report().cancelled, 2);
  const Body3 body{{mesh}}, box{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}},
      hull{{Polytope3::from_box({0.5, 0.5, 0.5}).value(), moved(0.5, 0.5, 0.5)}};
  Soup slab = box_soup({-2, 1.5, -2}, {3, 1.75, 3});
  const Body3 pierced{{solid_of(slab)}},
      sheet{{surface_of(triangle_soup({Vector3{-9, 2, -9}, Vector3{9, 2, -9}, Vector3{0, 2, 9}}))}};
  for (const double y : {2.5, 2.0, 3.0, 3.5, 0.5, 1.0}) {
    const Pose3 pose = moved(0.25, y);
    for (const Body3* other : {&box, &hull}) {
      expect_proof(body, {*other, pose}, intersects(body, {*other, pose}));
      expect_proof({*other, pose}, body, intersects({*other, pose}, body));
    }
  }
  for (const Body3* other : {&pierced, &sheet}) {
    ASSERT_EQ(intersects(body, *other).verdict, Verdict::overlapping);
    expect_proof(body, *other, intersects(body, *other));
    expect_proof(*other, body, intersects(*other, body));
  }
}

TEST(BodyCertificates, WrongAnswersHaveNone) {
  const Body3 a{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}};
  const Body3 b{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}};
  for (const double x : {0.5, 1.0, 2.0}) {
    const Pose3 pose = moved(x);
    const PosedBody3 p{a}, q{b, pose};
    const BodyDecision right = intersects(p, q);
    for (const Verdict verdict :
         {Verdict::separated, Verdict::touching, Verdict::overlapping, Verdict::undecided}) {
      BodyDecision wrong = right;
      wrong.verdict = verdict;
      wrong.part_a = wrong.part_b = 0;
      const bool weaker = verdict == Verdict::touching && right.verdict == Verdict::overlapping;
      EXPECT_TRUE(verdict == right.verdict || weaker || !certify(p, q, wrong)) << x;
    }
    for (const std::int32_t index : {-1, 1, std::numeric_limits<std::int32_t>::max()}) {
      BodyDecision wrong = right;
      if (right.verdict == Verdict::separated) wrong.verdict = Verdict::touching;
      wrong.part_a = index;
      EXPECT_FALSE(certify(p, q, wrong)) << x;
    }
  }
  const Pose3 pose = moved(3);
  BodyDistance wrong = distance(a, {b, pose});
  wrong.distance.lower *= 1.5;
  wrong.distance.upper *= 1.5;
  EXPECT_FALSE(certify(a, {b, pose}, wrong));
  wrong.distance = {std::nan(""), std::nan("")};
  EXPECT_FALSE(certify(a, {b, pose}, wrong));
}

TEST(BodyCertificates, ManyComponentsTakeNotLong) {
  Soup cloud;
  Random random(11);
  for (int i = 0; i < (suite::kSanitized ? 200 : 3000); ++i) {
    const Vector3 p{20 * random.unit() + 2, 20 * random.unit(), 20 * random.unit()};
    Soup one = box_soup(p, {p[0] + 0x1p-10, p[1] + 0x1p-10, p[2] + 0x1p-10});
    cloud.add(one);
  }
  const Body3 dust{{solid_of(cloud)}}, ball{{solid_of(sphere(12, 1.5))}};
  const BodyDecision decision = intersects(dust, ball);
  ASSERT_EQ(decision.verdict, Verdict::separated);
  const BodyCertificate proof = expect_proof(dust, ball, decision);
  EXPECT_EQ(static_cast<std::int64_t>(proof.separations.at(0).outside_b.size()),
            std::get<Mesh3>(dust.parts()[0].shape).report().components);
  const Pose3 inside = moved(10);
  expect_proof(dust, {ball, inside}, intersects(dust, {ball, inside}));
}

TEST(BodyCertificates, EmptyBodiesAreSeparated) {
  const Body3 none{std::span<const Part3>{}}, box{{Polytope3::from_box({1, 1, 1}).value()}},
      empty{{Polytope3{}}, {mesh_of({})}};
  for (const Body3* p : {&none, &empty}) {
    expect_proof(*p, box, intersects(*p, box));
    expect_distance_proof(box, *p);
    expect_distance_proof(*p, *p);
  }
}

TEST(BodyCertificates, ThatAMeshIsSimpleIsRepeatedOnRequest) {
  const Body3 box{{Polytope3::from_box({1, 1, 1}).value()}};
  Soup crossing = box_soup({0, 0, 0}, {2, 2, 2});
  crossing.add(box_soup({1, 1, 1}, {3, 3, 3}));
  Soup tee = box_soup({0, 0, 0}, {2, 2, 2});
  Random random(3);
  split(tee, random, 20);
  for (const Soup* soup : {&crossing, &tee}) {
    const Body3 solid{{solid_of(*soup)}};
    const BodyCertificate proof = expect_proof(solid, box, intersects(solid, box));
    const BodyCheck check = verify(solid, box, proof, {.simple = true});
    EXPECT_TRUE(check) << check.reason;
  }
}

}  // namespace
}  // namespace sunder::test
