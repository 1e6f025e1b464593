// SPDX-License-Identifier: Apache-2.0
//
// Proofs about bodies, written by hand. One claim in each is false, or does not follow. Beside it stands the same proof where
// it is true.
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "mesh/soup.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<ExactNumber> numbers(std::initializer_list<double> values) {
  std::vector<ExactNumber> list;
  for (const double value : values) list.push_back({value, {}});
  return list;
}

PartPoint point_of(std::vector<std::pair<std::int32_t, double>> weights,
                   std::int32_t triangle = -1) {
  PartPoint point;
  point.triangle = triangle;
  for (const auto& [vertex, weight] : weights) point.weights.push_back({vertex, {weight, {}}});
  return point;
}

template <class Posed>
void expect_reason(const Posed& a, const Posed& b, const BodyCertificate& forged,
                   const std::string& part_of_reason) {
  const BodyCheck check = verify(a, b, forged);
  EXPECT_FALSE(check.accepted);
  EXPECT_FALSE(check.complete);
  EXPECT_NE(check.reason.find(part_of_reason), std::string::npos) << check.reason;
}

/// A separation of part 0 and part 0 in which each triangle of a has a cut of its own along `directions`.
PartSeparation a_cut_each(const std::vector<std::vector<ExactNumber>>& directions) {
  PartSeparation separation;
  separation.part_a = separation.part_b = 0;
  for (std::size_t i = 0; i < directions.size(); ++i) {
    const auto at = static_cast<std::int32_t>(i);
    separation.cuts.push_back({at, at + 1, 0, 1, directions[i]});
  }
  return separation;
}

Polytope3 box_from(const Vector3& lower, const Vector3& upper) {
  return Polytope3::from_points(box_soup(lower, upper).points).value();
}

/// Planes that tie keep every face of a solid from a box that stands on its floor, on the inside or below it.
TEST(ForgedBodies, ABoxThatStandsInASolidOverlapsIt) {
  const Body3 room{{solid_of(box_soup({0, 0, 1}, {3, 3, 4}))}},
      inside{{box_from({1, 1, 1}, {2, 2, 2})}}, below{{box_from({1, 1, 0}, {2, 2, 1})}};
  BodyCertificate proof;
  proof.verdict = Verdict::touching;
  proof.part_a = proof.part_b = 0;
  proof.a = point_of({{0, 2}, {3, 1}}, 0);  // (1, 1, 1), on the diagonal of the floor
  proof.b = point_of({{0, 1}});
  // Inwards from the floor, the ceiling and the four walls.
  const std::vector<std::vector<ExactNumber>> inwards{
      numbers({0, 0, 1}), numbers({0, 0, 1}), numbers({0, 0, -1}), numbers({0, 0, -1}),
      numbers({0, 1, 0}), numbers({0, 1, 0}), numbers({0, -1, 0}), numbers({0, -1, 0}),
      numbers({1, 0, 0}), numbers({1, 0, 0}), numbers({-1, 0, 0}), numbers({-1, 0, 0})};
  proof.separations = {a_cut_each(inwards)};
  expect_reason(PosedBody3{room}, PosedBody3{inside}, proof, "a polytope lies in a solid");

  BodyCertificate right = proof;
  right.b = point_of({{4, 1}});
  auto& cuts = right.separations[0].cuts;
  for (RangeCut& cut : cuts) cut.direction = numbers({0, 0, -1});
  const BodyCheck check = verify(PosedBody3{room}, PosedBody3{below}, right);
  EXPECT_TRUE(check) << check.reason;
  EXPECT_TRUE(check.complete);
  expect_reason(PosedBody3{room}, PosedBody3{inside}, right, "");

  // With the solid for b nothing else follows.
  BodyCertificate turned = proof;
  std::swap(turned.a, turned.b);
  for (RangeCut& cut : turned.separations[0].cuts) {
    std::swap(cut.a_begin, cut.b_begin);
    std::swap(cut.a_end, cut.b_end);
    for (ExactNumber& entry : cut.direction) entry.value = -entry.value;
  }
  expect_reason(PosedBody3{inside}, PosedBody3{room}, turned, "a polytope lies in a solid");

  for (const std::size_t i : {0U, 1U}) {
    BodyCertificate negative = right;
    negative.a.weights[i].weight = {-1, {}};
    expect_reason(PosedBody3{room}, PosedBody3{below}, negative,
                  "a[" + std::to_string(i) + "] has a weight of 0 or less");
  }

  // The theorem alone: no separations.
  BodyCertificate less = proof;
  less.separations.clear();
  EXPECT_FALSE(verify(PosedBody3{room}, PosedBody3{inside}, less).complete);

  // Against a solid mesh in the place of the box planes that tie prove nothing.
  const Body3 other{{solid_of(box_soup({1, 1, 0}, {2, 2, 1}))}};
  BodyCertificate meshes = right;
  meshes.b = point_of({{4, 1}}, 2);
  for (RangeCut& cut : meshes.separations[0].cuts) cut.b_end = 12;
  expect_reason(PosedBody3{room}, PosedBody3{other}, meshes, "ranges tie");
  // One plane between all does.
  meshes.separations[0].cuts = {{0, 12, 0, 12, numbers({0, 0, -1})}};
  EXPECT_TRUE(verify(PosedBody3{room}, PosedBody3{other}, meshes).complete);
}

/// Two triangles cover a square; a segment lies where they meet, or on the outline.
TEST(ForgedBodies, ASegmentWhereTrianglesOfACoverMeet) {
  const Polygon2 square = Polygon2::from_rings({{{0, 0}, {2, 0}, {2, 2}, {0, 2}}}).value();
  const auto segment = [](const Vector2& p, const Vector2& q) {
    return Body2{{Polytope2::from_points({p, q}).value()}};
  };
  const Body2 region{{square}}, diagonal = segment({0, 0}, {2, 2}), side = segment({0, 0}, {2, 0});
  BodyCertificate proof;
  proof.verdict = Verdict::touching;
  proof.part_a = proof.part_b = 0;
  proof.a = point_of({{0, 1}});
  proof.b = point_of({{0, 1}});
  proof.covers_a = {{0, {{0, 1, 2}, {0, 2, 3}}}};
  proof.separations = {a_cut_each({numbers({-1, 1}), numbers({1, -1})})};
  expect_reason(PosedBody2{region}, PosedBody2{diagonal}, proof,
                "a point of a segment lies inside a polygon");
  BodyCertificate right = proof;
  for (RangeCut& cut : right.separations[0].cuts) cut.direction = numbers({0, -1});
  const BodyCheck check = verify(PosedBody2{region}, PosedBody2{side}, right);
  EXPECT_TRUE(check) << check.reason;
  EXPECT_TRUE(check.complete);
  expect_reason(PosedBody2{region}, PosedBody2{diagonal}, right, "does not separate");

  // A cover in which one triangle lacks is smaller than the square; one twice is as if it were not there.
  BodyCertificate smaller = right;
  smaller.covers_a[0].triangles.pop_back();
  smaller.separations[0].cuts.pop_back();
  expect_reason(PosedBody2{region}, PosedBody2{side}, smaller,
                "part 0 of a: its cover is not the polygon");
  BodyCertificate doubled = smaller;
  doubled.covers_a[0].triangles.push_back({0, 1, 2});
  doubled.separations = right.separations;
  expect_reason(PosedBody2{region}, PosedBody2{side}, doubled, "its cover is not the polygon");
  BodyCertificate again = right;
  again.covers_a.push_back(again.covers_a[0]);
  expect_reason(PosedBody2{region}, PosedBody2{side}, again, "a polygon has two covers");
  BodyCertificate none = right;
  none.covers_a.clear();
  expect_reason(PosedBody2{region}, PosedBody2{side}, none, "a polygon has no cover");
  for (const std::int32_t corner : {-1, 4, 1 << 30}) {
    BodyCertificate beyond = right;
    beyond.covers_a[0].triangles[0][2] = corner;
    expect_reason(PosedBody2{region}, PosedBody2{side}, beyond, "which is not there");
  }
  BodyCertificate of_segment = right;
  of_segment.covers_b = of_segment.covers_a;
  expect_reason(PosedBody2{region}, PosedBody2{side}, of_segment, "a cover is of no polygon");
  BodyCertificate ahead = right;
  ahead.separations.clear();
  expect_reason(PosedBody2{region}, PosedBody2{side}, ahead, "covers prove nothing");
}

/// A polygon that its pose flattens is no sum of triangles, and its corners list no points between them.
TEST(ForgedBodies, PolygonsThatAPoseFlattens) {
  const Pose2 flat = Pose2::from_matrix(std::array<double, 6>{1, 0, 0, 0, 0, 0}).value();
  const Polygon2 gap =
      Polygon2::from_rings({{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {{2, 0}, {3, 0}, {3, 1}, {2, 1}}})
          .value();
  const Body2 squares{{gap, flat}}, post{{Polytope2::from_points({{0.75, -1}, {0.75, 1}}).value()}},
      plank{{Polytope2::from_points({{-1, 0}, {-0.5, 0}}).value()}};
  BodyCertificate proof;
  proof.verdict = Verdict::overlapping;
  proof.part_a = proof.part_b = 0;
  proof.b = point_of({{0, 1}, {1, 1}});
  proof.a = point_of({{0, 1}, {1, 3}});
  const BodyCheck check = verify(PosedBody2{squares}, PosedBody2{post}, proof);
  EXPECT_TRUE(check) << check.reason;
  // The point is the same; between the corners 0 and 3 lies a gap.
  proof.a = point_of({{0, 3}, {5, 1}});
  expect_reason(PosedBody2{squares}, PosedBody2{post}, proof, "has a gap");
  proof.a = point_of({{0, 2}, {1, 5}, {2, 1}});
  expect_reason(PosedBody2{squares}, PosedBody2{post}, proof, "more than two corners");
  proof.a = point_of({{0, 1}, {1, 1}}, 0);
  expect_reason(PosedBody2{squares}, PosedBody2{post}, proof, "names a triangle of a polygon");
  // A region is what its rings say, whatever its corners list.
  const Body2 region{{gap}};
  proof.a = point_of({{0, 1}, {1, 3}});
  expect_reason(PosedBody2{region}, PosedBody2{post}, proof,
                "nothing about a polygon with an inside");
  // A plank on the line of both, apart from them: the ranges tie, and nothing follows.
  BodyCertificate tie;
  tie.verdict = Verdict::touching;
  tie.part_a = tie.part_b = 0;
  const Body2 on_line{{Polytope2::from_points({{3, 0}, {4, 0}}).value()}};
  tie.a = point_of({{5, 1}});
  tie.b = point_of({{0, 1}});
  tie.covers_a = {{0, {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}}}};
  tie.separations = {
      a_cut_each({numbers({0, 1}), numbers({0, 1}), numbers({0, 1}), numbers({0, 1})})};
  expect_reason(PosedBody2{squares}, PosedBody2{on_line}, tie, "that its poses flatten");
  tie.separations[0].cuts = {{0, 4, 0, 1, numbers({1, 0})}};
  EXPECT_TRUE(verify(PosedBody2{squares}, PosedBody2{on_line}, tie).complete);
  tie.b = point_of({{1, 1}});
  expect_reason(PosedBody2{squares}, PosedBody2{plank}, tie, "differ");
}

/// A common point of lists that do not span the space is no overlap.
TEST(ForgedBodies, ListsThatDoNotSpan) {
  const Body3 one{{box_from({0, 0, 0}, {1, 1, 1})}}, two{{box_from({1, 1, 1}, {2, 2, 2})}},
      beside{{box_from({1, 0, 0}, {2, 1, 1})}}, into{{box_from({0.5, 0, 0}, {2, 1, 1})}};
  BodyCertificate proof;
  proof.verdict = Verdict::overlapping;
  proof.part_a = proof.part_b = 0;
  proof.a = point_of({{7, 1}});
  proof.b = point_of({{0, 1}});
  expect_reason(PosedBody3{one}, PosedBody3{two}, proof, "do not span the space");
  // The face that both have, from all of its corners.
  proof.a = point_of({{1, 1}, {3, 1}, {5, 1}, {7, 1}});
  proof.b = point_of({{0, 1}, {2, 1}, {4, 1}, {6, 1}});
  expect_reason(PosedBody3{one}, PosedBody3{beside}, proof, "do not span the space");
  // Points inside the same two boxes, a half into each other.
  proof.a = point_of({{0, 1}, {2, 1}, {4, 1}, {6, 1}, {1, 3}, {3, 3}, {5, 3}, {7, 3}});
  proof.b = point_of({{0, 5}, {2, 5}, {4, 5}, {6, 5}, {1, 1}, {3, 1}, {5, 1}, {7, 1}});
  EXPECT_TRUE(verify(PosedBody3{one}, PosedBody3{into}, proof));
  proof.a.weights[0].weight = {2, {}};
  expect_reason(PosedBody3{one}, PosedBody3{into}, proof, "differ");

  const Body2 left{{Polytope2::from_points({{0, 0}, {1, 0}, {1, 1}}).value()}},
      right{{Polytope2::from_points({{1, 0}, {1, 1}, {2, 0}}).value()}};
  proof.a = point_of({{1, 1}, {2, 1}});
  proof.b = point_of({{0, 1}, {1, 1}});
  expect_reason(PosedBody2{left}, PosedBody2{right}, proof, "do not span the plane");
}

/// Weights on the triangle of a solid say nothing where the other part has no inside, whichever comes first.
TEST(ForgedBodies, WeightsOnATriangleOfASolid) {
  const Body3 solid{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}},
      sheet{{surface_of(box_soup({0, 0, 0}, {1, 1, 1}))}};
  BodyCertificate proof;
  proof.verdict = Verdict::overlapping;
  proof.part_a = proof.part_b = 0;
  proof.a = proof.b = point_of({{0, 2}, {3, 1}}, 0);
  const std::string reason = "weights on both sides prove nothing about a solid mesh";
  expect_reason(PosedBody3{solid}, PosedBody3{sheet}, proof, reason);
  expect_reason(PosedBody3{sheet}, PosedBody3{solid}, proof, reason);
  expect_reason(PosedBody3{sheet}, PosedBody3{sheet}, proof, "do not span the space");
}

/// A coordinate that is no number does not count as 0, which lies in both bodies.
TEST(ForgedBodies, CoordinatesThatAreNone) {
  const Body3 one{{solid_of(box_soup({-1, -1, -1}, {1, 1, 1}))}},
      two{{solid_of(box_soup({-2, -2, -0.5}, {2, 2, 0.5}))}};
  BodyCertificate proof;
  proof.verdict = Verdict::overlapping;
  proof.part_a = proof.part_b = 0;
  proof.point = numbers({0, 0, 0});
  const PosedBody3 a{one}, b{two};
  ASSERT_TRUE(verify(a, b, proof));
  for (std::size_t k = 0; k < 3; ++k) {
    for (const char* text : {"1/0", "0/0", "0/-1", "/1", "0/", "0.0", "0/1/1", "+0", "", "x"}) {
      BodyCertificate forged = proof;
      forged.point[k] = {std::numeric_limits<double>::quiet_NaN(), text};
      expect_reason(a, b, forged, "point[" + std::to_string(k) + "]");
    }
    BodyCertificate right = proof;
    right.point[k] = {7, "1/3"};
    EXPECT_TRUE(verify(a, b, right));
    right.point[k] = {7, "-1/3"};
    EXPECT_TRUE(verify(a, b, right));
    right.point[k] = {0, k == 2 ? "-1/2" : "1/1"};
    expect_reason(a, b, right, "lies on the mesh");
    right.point[k] = {0, "-4/3"};
    expect_reason(a, b, right, "is 0");
  }
  for (const std::size_t count : {0U, 1U, 2U, 4U}) {
    BodyCertificate forged = proof;
    forged.point.resize(count);
    expect_reason(a, b, forged, "numbers in dimension 3");
  }
}

TEST(ForgedBodies, OrdersAndSeparations) {
  const Body3 mesh{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}},
      sheet{{surface_of(box_soup({0, 0, 0}, {1, 1, 1}))}}, box{{box_from({2, 0, 0}, {3, 1, 1})}},
      with_empty{{box_from({2, 0, 0}, {3, 1, 1})}, {Polytope3{}}};
  BodyCertificate proof;
  proof.verdict = Verdict::separated;
  PartSeparation whole;
  whole.part_a = whole.part_b = 0;
  whole.cuts = {{0, 12, 0, 1, numbers({1, 0, 0})}};
  whole.outside_a = {0};  // a corner of the box, about which the mesh does not go
  proof.separations = {whole};
  const PosedBody3 a{mesh}, b{box};
  ASSERT_TRUE(verify(a, b, proof)) << verify(a, b, proof).reason;

  const auto forge = [&](const std::string& reason, auto change) {
    BodyCertificate forged = proof;
    change(forged.separations[0]);
    expect_reason(a, b, forged, reason);
  };
  forge("orders the triangles of a polytope", [](PartSeparation& s) { s.order_b = {0}; });
  forge("lacks triangle 11", [](PartSeparation& s) {
    s.order_a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    s.cuts[0].a_end = 11;
  });
  forge("lacks triangle 0", [](PartSeparation& s) {
    s.order_a = {11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    s.cuts[0].a_end = 11;
  });
  forge("names triangle 12 twice, or there is none", [](PartSeparation& s) {
    s.order_a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    s.cuts[0].a_end = 13;
  });
  forge("names triangle -1 twice, or there is none", [](PartSeparation& s) {
    s.order_a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -1};
    s.cuts[0].a_end = 13;
  });
  forge("12 pairs of items are in no cut", [](PartSeparation& s) { s.cuts.clear(); });
  forge("1 pairs of items are in no cut", [](PartSeparation& s) { s.cuts[0].a_begin = 1; });
  forge("a pair of items is in two cuts", [](PartSeparation& s) {
    s.cuts.push_back({3, 4, 0, 1, numbers({1, 0, 0})});
  });
  forge("is not two ranges", [](PartSeparation& s) { s.cuts[0].b_end = 2; });
  forge("is not two ranges", [](PartSeparation& s) { s.cuts[0].a_end = 13; });
  forge("is not two ranges", [](PartSeparation& s) { s.cuts[0].a_begin = 12; });
  forge("numbers in dimension 3", [](PartSeparation& s) { s.cuts[0].direction = numbers({1, 0}); });
  forge("lists points, but the other part is no solid mesh",
        [](PartSeparation& s) { s.outside_b = {0}; });
  forge("counts a component twice", [](PartSeparation& s) { s.outside_a = {0, 1}; });
  forge("lacks a component", [](PartSeparation& s) { s.outside_a.clear(); });
  forge("which bounds nothing", [](PartSeparation& s) { s.outside_a = {8}; });

  // A surface goes round nothing, and its triangles without area count.
  BodyCertificate of_sheet = proof;
  of_sheet.separations[0].outside_a.clear();
  EXPECT_TRUE(verify(PosedBody3{sheet}, b, of_sheet));
  expect_reason(PosedBody3{sheet}, b, proof, "the other part is no solid mesh");

  forge("a separation names part 1 of a", [](PartSeparation& s) { s.part_a = 1; });
  forge("a separation names part -1 of b", [](PartSeparation& s) { s.part_b = -1; });

  BodyCertificate second = proof;
  second.separations.push_back(second.separations[0]);
  second.separations[1].part_b = 1;
  expect_reason(a, PosedBody3{with_empty}, second, "one is empty and needs no separation");
  EXPECT_TRUE(verify(a, PosedBody3{with_empty}, proof));
  const Body3 pair{{box_from({2, 0, 0}, {3, 1, 1})}, {box_from({4, 0, 0}, {5, 1, 1})}};
  expect_reason(a, PosedBody3{pair}, proof, "no separation is there");
}

TEST(ForgedBodies, Distances) {
  const Body3 one{{box_from({0, 0, 0}, {1, 1, 1})}}, two{{box_from({3, 0, 0}, {4, 1, 1})}},
      none{{Polytope3{}}};
  BodyCertificate proof;
  proof.verdict = Verdict::separated;
  PartSeparation whole;
  whole.part_a = whole.part_b = 0;
  whole.cuts = {{0, 1, 0, 1, numbers({7, 0, 0})}};
  proof.separations = {whole};
  proof.distance = BodyDistanceProof{2, 2, 0, 0, point_of({{1, 1}}), point_of({{0, 5}})};
  const PosedBody3 a{one}, b{two}, empty{none};
  ASSERT_TRUE(verify(a, b, proof)) << verify(a, b, proof).reason;
  const auto forge = [&](const std::string& reason, auto change) {
    BodyCertificate forged = proof;
    change(*forged.distance);
    expect_reason(a, b, forged, reason);
  };
  forge("not kept as far apart", [](BodyDistanceProof& d) { d.lower = d.upper = 2 + 0x1p-51; });
  forge("less than the distance of the two points",
        [](BodyDistanceProof& d) { d.lower = d.upper = 2 - 0x1p-52; });
  forge("", [](BodyDistanceProof& d) { d.lower = -1; });
  forge("", [](BodyDistanceProof& d) { d.lower = 2, d.upper = 1; });
  forge("", [](BodyDistanceProof& d) { d.lower = std::numeric_limits<double>::quiet_NaN(); });
  forge("names part 1 of b, which is not there", [](BodyDistanceProof& d) { d.part_b = 1; });
  forge("names part -1 of a, which is not there", [](BodyDistanceProof& d) { d.part_a = -1; });
  forge("distance.a has no weights", [](BodyDistanceProof& d) { d.a.weights.clear(); });
  forge("prove the upper bound", [](BodyDistanceProof& d) {
    d.a.weights.clear();
    d.b.weights.clear();
  });
  // No upper bound needs no points, and may have some.
  BodyCertificate wide = proof;
  wide.distance->upper = kInfinity;
  EXPECT_TRUE(verify(a, b, wide));
  wide.distance->a.weights.clear();
  expect_reason(a, b, wide, "distance.a has no weights");
  wide.distance->b.weights.clear();
  EXPECT_TRUE(verify(a, b, wide));
  // The distance of an empty body has an interval of its own.
  BodyCertificate of_none;
  of_none.verdict = Verdict::separated;
  of_none.distance =
      BodyDistanceProof{std::numeric_limits<double>::max(), kInfinity, -1, -1, {}, {}};
  EXPECT_TRUE(verify(a, empty, of_none));
  EXPECT_TRUE(verify(empty, b, of_none));
  expect_reason(a, b, of_none, "no separation is there");
  of_none.distance->lower = 2;
  expect_reason(a, empty, of_none, "a body is empty");

  // Bodies that meet are 0 apart, without points of their own.
  const Body3 next{{box_from({1, 0, 0}, {2, 1, 1})}};
  BodyCertificate meet;
  meet.verdict = Verdict::touching;
  meet.part_a = meet.part_b = 0;
  meet.a = point_of({{1, 1}});
  meet.b = point_of({{0, 1}});
  meet.separations = {whole};
  meet.distance = BodyDistanceProof{};
  EXPECT_TRUE(verify(a, PosedBody3{next}, meet).complete);
  for (double BodyDistanceProof::*end : {&BodyDistanceProof::lower, &BodyDistanceProof::upper}) {
    for (const double value : {0x1p-1074, -0.0, 1.0, kInfinity}) {
      BodyCertificate forged = meet;
      (*forged.distance).*end = value;
      const bool is_zero = value == 0;
      EXPECT_EQ(bool(verify(a, PosedBody3{next}, forged)), is_zero) << value;
    }
  }
  BodyCertificate points = meet;
  points.distance->b = meet.b;
  expect_reason(a, PosedBody3{next}, points, "no points of its own");
}

/// Bodies 2 apart, and margins of 2, a unit in the last place less, and one more. Radii count as part of them.
TEST(ForgedBodies, Margins) {
  const Body3 one{{box_from({0, 0, 0}, {1, 1, 1})}}, two{{box_from({3, 0, 0}, {4, 1, 1})}};
  const PosedBody3 a{one}, b{two};
  BodyCertificate points, both, cut;
  points.verdict = Verdict::overlapping;
  points.part_a = points.part_b = 0;
  points.a = point_of({{1, 1}});
  points.b = point_of({{0, 3}});
  PartSeparation whole;
  whole.part_a = whole.part_b = 0;
  whole.cuts = {{0, 1, 0, 1, numbers({7, 0, 0})}};
  cut.verdict = Verdict::separated;
  cut.separations = {whole};
  both = points;
  both.verdict = Verdict::touching;
  both.separations = {whole};
  for (const double radius : {0.0, 0.5, 1.75}) {
    for (const int side : {-1, 0, 1}) {
      Margin margin;
      margin.radius_a = radius;
      margin.radius_b = side == 0 ? 0 : 0x1p-1074;
      margin.distance = 2 - radius + (side < 0 ? -0x1p-52 : side > 0 ? 0x1p-51 : 0);
      const BodyCheck closer = verify(a, b, margin, points), exactly = verify(a, b, margin, both),
                      farther = verify(a, b, margin, cut);
      EXPECT_EQ(closer.accepted, side > 0) << closer.reason;
      EXPECT_EQ(exactly.accepted, side == 0) << exactly.reason;
      EXPECT_EQ(exactly.complete, side == 0);
      EXPECT_EQ(farther.accepted, side < 0) << farther.reason;
    }
  }
  Margin least;
  least.distance = 2;
  least.radius_b = 0x1p-1074;
  EXPECT_TRUE(verify(a, b, least, points)) << "closer than 2 and the least double";
  EXPECT_FALSE(verify(a, b, least, both));
  EXPECT_FALSE(verify(a, b, least, cut));
  for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -1.0}) {
    for (double Margin::*of : {&Margin::distance, &Margin::radius_a, &Margin::radius_b}) {
      Margin margin;
      margin.distance = 0.5;
      margin.*of = wrong;
      for (const BodyCertificate* claim : {&points, &both, &cut})
        EXPECT_FALSE(verify(a, b, margin, *claim)) << wrong;
    }
  }
  // Without a margin the points differ, and the bodies are apart.
  expect_reason(a, b, points, "differ");
  expect_reason(a, b, both, "differ");
  EXPECT_TRUE(verify(a, b, cut));
}

TEST(ForgedBodies, PointsOfASolidHaveAnArea) {
  Soup soup = box_soup({0, 0, 0}, {2, 2, 2});
  // A triangle without area on an edge: no part of the solid.
  soup.triangles.push_back({0, soup.add({1, 0, 0}), 1});
  const Mesh3 solid = solid_of(soup);
  ASSERT_EQ(solid.report().flat, 1);
  const Body3 mesh{{solid}}, box{{box_from({1, -1, -1}, {2, 0, 0})}};
  BodyCertificate proof;
  proof.verdict = Verdict::touching;
  proof.part_a = proof.part_b = 0;
  proof.b = point_of({{6, 1}});
  proof.a = point_of({{8, 1}}, 12);
  expect_reason(PosedBody3{mesh}, PosedBody3{box}, proof, "names a triangle without area");
  proof.a = point_of({{0, 1}, {1, 1}}, 4);
  EXPECT_TRUE(verify(PosedBody3{mesh}, PosedBody3{box}, proof));
  const Body3 sheet{{surface_of(soup)}};
  proof.a = point_of({{8, 1}}, 12);
  EXPECT_TRUE(verify(PosedBody3{sheet}, PosedBody3{box}, proof)) << "it is part of a surface";
  // An order may leave it out of a solid alone.
  BodyCertificate apart;
  apart.verdict = Verdict::separated;
  PartSeparation whole;
  whole.part_a = whole.part_b = 0;
  whole.order_a = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  whole.cuts = {{0, 12, 0, 1, numbers({0, 0, -1})}};
  whole.outside_a = {0};
  apart.separations = {whole};
  const Body3 far{{box_from({0, 0, -9}, {1, 1, -8})}};
  EXPECT_TRUE(verify(PosedBody3{mesh}, PosedBody3{far}, apart));
  apart.separations[0].outside_a.clear();
  expect_reason(PosedBody3{sheet}, PosedBody3{far}, apart, "lacks triangle 12");
}

/// Cuts of a scene whose ends are infinite, -0, or below 0 by what a double cannot show.
TEST(ForgedBodies, ScenesOfAnySize) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const auto scene_at = [&](double first, double second) {
    Scene scene;
    scene.add({"one", cube, Pose3::translation({first, 0, 0}).value()});
    scene.add({"two", cube, Pose3::translation({second, 0, 0}).value()});
    return scene;
  };
  const PruningProof cut{{0, 1}, {{0, 1, 1, 2, 1}}};
  EXPECT_TRUE(verify(scene_at(0, 3), 0.5, cut, {}));
  EXPECT_FALSE(verify(scene_at(0, 3), 1, cut, {}));
  EXPECT_TRUE(verify(scene_at(-3, 0), 0.5, cut, {}));
  EXPECT_FALSE(verify(scene_at(-3, 0), 1, cut, {}));
  EXPECT_FALSE(verify(scene_at(3, 0), 0.5, cut, {}));
  EXPECT_FALSE(verify(scene_at(0, 2), 0, cut, {}));
  EXPECT_TRUE(verify(scene_at(0, 2), -0x1p-1074, cut, {}));
  EXPECT_TRUE(verify(scene_at(-1, 1 + 0x1p-52), 0, cut, {}));
  EXPECT_FALSE(verify(scene_at(-1 - 0x1p-60, 1), 0, cut, {})) << "rounded to a common coordinate";
  const double most = std::numeric_limits<double>::max();
  EXPECT_TRUE(verify(scene_at(-most, most), 1, cut, {}));
  EXPECT_FALSE(verify(scene_at(0, most), kInfinity, cut, {}));
  const std::vector<BodyPair> both{{0, 1}}, turned{{1, 0}}, own{{1, 1}}, below{{-1, 0}},
      beyond{{0, 2}};
  const PruningProof plain{{0, 1}, {}}, back{{1, 0}, {}}, shorter{{0}, {}}, longer{{0, 1, 2}, {}};
  for (const auto* pair : {&both, &turned}) {
    EXPECT_TRUE(verify(scene_at(0, 0), 0, plain, *pair));
    EXPECT_TRUE(verify(scene_at(0, 0), 0, back, *pair));
    EXPECT_FALSE(verify(scene_at(0, 3), 0, cut, *pair)) << "twice";
    EXPECT_FALSE(verify(scene_at(0, 0), 0, shorter, *pair));
    EXPECT_FALSE(verify(scene_at(0, 0), 0, longer, *pair));
  }
  const std::vector<BodyPair> twice{{0, 1}, {1, 0}};
  const Check named = verify(scene_at(0, 0), 0, plain, twice);
  EXPECT_NE(named.reason.find("[0, 1, 1, 2, 0]"), std::string::npos) << named.reason;
  for (const auto* pair : {&own, &below, &beyond})
    EXPECT_FALSE(verify(scene_at(0, 0), 0, plain, *pair));
  EXPECT_FALSE(verify(scene_at(0, 0), 0, plain, {}));
}

TEST(ForgedBodies, APointBesideAPolygonIsNotInside) {
  const auto square = [](double x) {
    return Body2{{Polygon2::from_rings({{{x, 0}, {x + 4, 0}, {x + 4, 4}, {x, 4}}}).value()}};
  };
  const Body2 left = square(0), right = square(2);
  BodyCertificate proof;
  proof.verdict = Verdict::overlapping;
  proof.part_a = proof.part_b = 0;
  proof.point = numbers({3, 1});
  const BodyCheck check = verify(PosedBody2{left}, PosedBody2{right}, proof);
  EXPECT_TRUE(check) << check.reason;
  proof.point = numbers({5, 1});
  expect_reason(PosedBody2{left}, PosedBody2{right}, proof,
                "the point is not inside the polygon of a");
  proof.point = numbers({1, 1});
  expect_reason(PosedBody2{left}, PosedBody2{right}, proof,
                "the point is not inside the polygon of b");
}

}  // namespace
}  // namespace sunder::test
