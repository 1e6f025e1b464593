// SPDX-License-Identifier: Apache-2.0
//
// Pairs small enough to see the answer: boxes side by side, flat bodies, singular poses, large
// faces.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

#include "narrow/lattice_bodies.hpp"
#include "query/relation/world.hpp"
#include "relation/answers.hpp"

namespace sunder::test {
namespace {

BodyData points(std::vector<std::vector<double>> vertices) { return {std::move(vertices), {}}; }

/// All fields of relation() as text, by every algorithm and in both orders.
std::string told(const BodyData& a, const BodyData& b) {
  std::string text;
  const auto dimension = static_cast<int>(a.vertices.front().size());
  if (dimension == 2) {
    text = describe(ask_everyone<2>({a, b, 2}, "pair"));
  } else {
    text = describe(ask_everyone<3>({a, b, 3}, "pair"));
  }
  return text;
}

// Corner i of the box is on the upper side of axis k where bit k of i is set.
const BodyData kCube = box_body({1, 1, 1});

TEST(Relation, CubesSideBySide) {
  const auto moved = [](double x, double y, double z) {
    return with_translation(kCube, {x, y, z});
  };
  EXPECT_EQ(told(kCube, moved(2, 1, 0.5)),
            "face, touching, a: face 1 3 7 5, b: face 0 2 6 4, dimension 2");
  EXPECT_EQ(told(kCube, moved(2, 2, 0.5)),
            "edge-vertex, touching, a: edge 3 7, b: edge 0 4, dimension 1");
  EXPECT_EQ(told(kCube, moved(2, 2, 2)), "vertex, touching, a: vertex 7, b: vertex 0, dimension 0");
  EXPECT_EQ(told(kCube, moved(1, 1, 1)),
            "piercing, overlapping, a: interior, b: interior, dimension 3, relative");
  EXPECT_EQ(told(kCube, moved(0, 0, 0)),
            "containment, overlapping, a: interior, b: interior, dimension 3, relative, a in b, "
            "b in a");
  EXPECT_EQ(told(kCube, moved(std::nextafter(2.0, 3.0), 0, 0)),
            "separated, separated, a: none, b: none, dimension -1");
}

TEST(Relation, AWedgeWithItsEdgeOrCornerOnACube) {
  // The edge from (-3, 0) to (3, 0) at the given height, along `along` in the plane.
  const auto roof = [](double along_x, double along_y, double x, double y) {
    return points({{x - 3 * along_x, y - 3 * along_y, 1},
                   {x + 3 * along_x, y + 3 * along_y, 1},
                   {x, y, 4},
                   {x - along_y, y + along_x, 4}});
  };
  EXPECT_EQ(told(kCube, roof(1, 0, 0, 0)),
            "face, touching, a: face 4 5 7 6, b: edge 0 1, dimension 1");
  EXPECT_EQ(told(kCube, roof(1, -1, 1, 0.5)),
            "face, touching, a: face 4 5 7 6, b: edge 0 1, dimension 1");
  EXPECT_EQ(told(kCube, roof(1, -1, 1, 1)),
            "edge-vertex, touching, a: vertex 7, b: edge 0 1, dimension 0");
  EXPECT_EQ(told(kCube, roof(1, 0, 0, 1)),
            "edge-vertex, touching, a: edge 6 7, b: edge 0 1, dimension 1");
  EXPECT_EQ(told(kCube, roof(1, 0, 4, 0)),
            "edge-vertex, touching, a: edge 5 7, b: vertex 0, dimension 0");
  EXPECT_EQ(told(kCube, points({{0.25, 0.5, 1}, {0, 0, 2}, {1, 0, 3}, {0, 1, 2}})),
            "face, touching, a: face 4 5 7 6, b: vertex 0, dimension 0");
  // The cube's upper edge at x = 1, and an edge that crosses it on the way down.
  EXPECT_EQ(told(kCube, points({{2, 0.5, 0}, {0, 0.5, 2}, {3, 0, 3}, {3, 1, 3}})),
            "edge-edge, touching, a: edge 5 7, b: edge 0 1, dimension 0");
}

TEST(Relation, InThePlane) {
  const BodyData square = box_body({1, 1});
  const auto moved = [&](double x, double y) { return with_translation(square, {x, y}); };
  EXPECT_EQ(told(square, moved(2, 0.5)),
            "edge-edge, touching, a: edge 1 3, b: edge 0 2, dimension 1");
  EXPECT_EQ(told(square, moved(2, 2)), "vertex, touching, a: vertex 3, b: vertex 0, dimension 0");
  EXPECT_EQ(told(square, points({{1, 0}, {3, -1}, {3, 1}})),
            "edge-vertex, touching, a: edge 1 3, b: vertex 0, dimension 0");
  EXPECT_EQ(told(square, moved(1, 0)),
            "piercing, overlapping, a: interior, b: interior, dimension 2, relative");
  EXPECT_EQ(told(points({{0, 0}, {1, 0}, {0, 1}}), square),
            "containment, overlapping, a: interior, b: interior, dimension 2, relative, a in b");
}

TEST(Relation, FlatBodiesAreFacesOfThemselves) {
  const BodyData square = points({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}});
  // Coplanar bodies touch, however much they share.
  EXPECT_EQ(told(square, points({{1, 1, 0}, {3, 1, 0}, {3, 3, 0}})),
            "face, touching, a: face 0 1 2 3, b: face 0 1 2, dimension 2, relative");
  EXPECT_EQ(told(square, points({{0.5, 0.5, 0}, {1, 0.5, 0}, {0.5, 1, 0}})),
            "face, touching, a: face 0 1 2 3, b: face 0 1 2, dimension 2, relative, b in a");
  EXPECT_EQ(told(square, points({{2, 1, 0}, {4, 0, 0}, {4, 3, 0}})),
            "edge-vertex, touching, a: edge 1 2, b: vertex 0, dimension 0");
  // Crossing bodies overlap.
  EXPECT_EQ(told(square, points({{1, -1, -1}, {1, -1, 1}, {1, 5, 0}})),
            "piercing, overlapping, a: face 0 1 2 3, b: face 0 1 2, dimension 1, relative");
  EXPECT_EQ(told(square, points({{1, 0.5, -1}, {1, 0.5, 2}})),
            "piercing, overlapping, a: face 0 1 2 3, b: edge 0 1, dimension 0, relative");
  EXPECT_EQ(told(square, points({{1, 0.5, 0}, {1, 0.5, 2}})),
            "face, touching, a: face 0 1 2 3, b: vertex 0, dimension 0");
  EXPECT_EQ(told(points({{1, 0.5, 0}}), square),
            "face, touching, a: vertex 0, b: face 0 1 2 3, dimension 0, relative, a in b");
  // Segments and points.
  const BodyData segment = points({{0, 0, 0}, {4, 0, 0}});
  EXPECT_EQ(told(segment, points({{1, -1, 0}, {1, 1, 0}})),
            "edge-edge, touching, a: edge 0 1, b: edge 0 1, dimension 0, relative");
  EXPECT_EQ(told(segment, points({{3, 0, 0}, {9, 0, 0}})),
            "edge-vertex, touching, a: edge 0 1, b: edge 0 1, dimension 1, relative");
  EXPECT_EQ(told(segment, points({{4, 0, 0}, {9, 0, 0}})),
            "vertex, touching, a: vertex 1, b: vertex 0, dimension 0");
  EXPECT_EQ(told(points({{1, 2, 3}}), points({{1, 2, 3}, {1, 2, 3}})),
            "vertex, touching, a: vertex 0, b: vertex 0, dimension 0, relative, a in b, b in a");
}

TEST(Relation, FlatBodiesAndSolids) {
  EXPECT_EQ(told(points({{0, 0, 0}}), kCube),
            "containment, overlapping, a: vertex 0, b: interior, dimension 0, relative, a in b");
  EXPECT_EQ(told(points({{0, 0, 0}, {0, 0, 1}}), kCube),
            "containment, overlapping, a: edge 0 1, b: interior, dimension 1, relative, a in b");
  EXPECT_EQ(told(points({{0, 0, 0}, {0, 0, 9}}), kCube),
            "piercing, overlapping, a: edge 0 1, b: interior, dimension 1, relative");
  // Contained in a face: a contact, not an inclusion.
  EXPECT_EQ(told(points({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}), kCube),
            "face, touching, a: face 0 1 2, b: face 4 5 7 6, dimension 2, a in b");
  EXPECT_EQ(told(points({{1, 1, 0}}), kCube),
            "edge-vertex, touching, a: vertex 0, b: edge 3 7, dimension 0, a in b");
}

TEST(Relation, TheEmptyBodyIsApartFromAll) {
  const Polytope3 nothing;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const RelationAnswer answer = relation(Posed3{nothing}, Posed3{cube});
  EXPECT_EQ(describe(answer), "separated, separated, a: none, b: none, dimension -1, a in b");
  EXPECT_FALSE(answer);
  EXPECT_EQ(describe(relation(Posed3{nothing}, Posed3{nothing})),
            "separated, separated, a: none, b: none, dimension -1, a in b, b in a");
}

TEST(Relation, ASingularPoseFlattensABody) {
  // The cube's shadow in the plane z = 1, where several corners coincide: the answer has the lowest
  // ones.
  const BodyData shadow = with_matrix(kCube, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1});
  EXPECT_EQ(told(shadow, kCube),
            "face, touching, a: face 0 1 3 2, b: face 4 5 7 6, dimension 2, a in b");
  EXPECT_EQ(told(with_matrix(kCube, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), kCube),
            "containment, overlapping, a: edge 0 1, b: interior, dimension 1, relative, a in b");
  EXPECT_EQ(told(with_matrix(kCube, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), kCube),
            "vertex, touching, a: vertex 0, b: vertex 7, dimension 0, a in b");
}

TEST(Relation, CoplanarPointsAndDuplicatesAreNoCorners) {
  const BodyData crowded = points({{0, 0, 1},
                                   {1, -1, 1},
                                   {-1, 1, 1},
                                   {1, 1, 1},
                                   {-1, -1, 1},
                                   {1, 1, 1},
                                   {1, 0, 1},
                                   {1, -1, 9}});
  EXPECT_EQ(told(kCube, crowded), "face, touching, a: face 4 5 7 6, b: face 1 3 2 4, dimension 2");
  for (const bool reduce : {true, false}) {
    const suite::Bodies<3> bodies(kCube, crowded, 3, {reduce});
    EXPECT_EQ(describe(relation(bodies.a(), bodies.b())),
              "face, touching, a: face 4 5 7 6, b: face 1 3 2 4, dimension 2");
  }
}

TEST(Relation, LargeAndSmallNumbers) {
  const double far = 1e6;
  const auto slender = [&](double length, double scale) {
    return points({{far, far, far},
                   {far + length, far, far},
                   {far, far + scale, far},
                   {far, far, far + scale}});
  };
  EXPECT_EQ(told(slender(1e6, 1), slender(-1, 0.5)),
            "face, touching, a: face 0 2 3, b: face 0 2 3, dimension 2");
  const double huge = 0x1p1000;
  const double tiny = 0x1p-1060;
  for (const double unit : {huge, tiny}) {
    EXPECT_EQ(told(points({{0, 0, 0}, {unit, 0, 0}, {0, unit, 0}, {0, 0, unit}}),
                   points({{0, 0, 0}, {0, 0, -unit}, {unit, unit, 0}})),
              "face, touching, a: face 0 1 2, b: edge 0 2, dimension 1");
  }
}

/// All integer directions with entries up to 4 that support the pair give the same faces.
template <int D>
int count_supporting_directions(const BodyData& a, const BodyData& b) {
  namespace exact = detail::relation;
  const suite::Bodies<D> bodies(a, b, D);
  const detail::Pair<D> pair = pair_of(bodies);
  const detail::IntegerPair<D, detail::BigInt> points(pair, detail::integer_scale(pair));
  const auto corners = [](const exact::Polygon& polygon) {
    std::vector<std::int32_t> indices;
    for (const auto& corner : polygon) indices.push_back(corner.vertex);
    std::sort(indices.begin(), indices.end());
    return indices;
  };
  const RelationAnswer answer = relation(bodies.a(), bodies.b());
  const auto sorted = [](std::vector<std::int32_t> indices) {
    std::sort(indices.begin(), indices.end());
    return indices;
  };
  int supporting = 0;
  for (int code = 0; code < 9 * 9 * 9; ++code) {
    exact::ExactVector<D> u;
    for (int k = 0, rest = code; k < D; ++k, rest /= 9) {
      u[static_cast<std::size_t>(k)] = rest % 9 - 4;
    }
    const auto faces = exact::supported_by<D>(points, u);
    if (!faces) continue;
    ++supporting;
    const exact::Meeting meeting = exact::meet_in_world<D>(points, *faces);
    EXPECT_EQ(corners(meeting.a), sorted(answer.feature_a.vertices)) << code;
    EXPECT_EQ(corners(meeting.b), sorted(answer.feature_b.vertices)) << code;
    EXPECT_EQ(exact::dimension_of(meeting.a) + exact::dimension_of(meeting.b) - meeting.dimension,
              answer.contact_dimension)
        << code;
  }
  return supporting;
}

TEST(Relation, EverySupportingDirectionTellsTheSame) {
  const auto moved = [](double x, double y, double z) {
    return with_translation(kCube, {x, y, z});
  };
  EXPECT_EQ(count_supporting_directions<3>(kCube, moved(2, 0, 0)), 4);  // along one axis
  EXPECT_GT(count_supporting_directions<3>(kCube, moved(2, 2, 0.5)), 20);
  EXPECT_GT(count_supporting_directions<3>(kCube, moved(2, 2, 2)), 100);
  const BodyData segment = points({{0, 0, 0}, {4, 0, 0}});
  EXPECT_GT(count_supporting_directions<3>(segment, points({{3, 0, 0}, {9, 0, 0}})), 70);
  EXPECT_GT(count_supporting_directions<3>(segment, points({{1, 0, 0}, {9, 3, 0}, {4, 5, 1}})), 4);
  EXPECT_GT(count_supporting_directions<3>(points({{1, 2, 3}}), points({{1, 2, 3}})), 700);
  EXPECT_GT(
      count_supporting_directions<2>(box_body({1, 1}), with_translation(box_body({1, 1}), {2, 2})),
      20);
}

TEST(Relation, FacesOfAThousandCornersTakeNoLongTime) {
  BodyData prism;
  for (const double z : {0.0, 1.0}) {
    for (int i = 0; i < 1000; ++i) {
      const double angle = 2 * std::numbers::pi * i / 1000;
      prism.vertices.push_back({std::cos(angle), std::sin(angle), z});
    }
  }
  const suite::Bodies<3> bodies(prism, with_translation(prism, {0.5, 0.25, 1}), 3);
  const RelationAnswer answer = relation(bodies.a(), bodies.b());
  EXPECT_EQ(answer.relation, Relation::face);
  EXPECT_EQ(answer.contact_dimension, 2);
  EXPECT_EQ(answer.feature_a.vertices.size(), 1000U);
  EXPECT_EQ(answer.feature_a.vertices[0], 1000);
  EXPECT_EQ(answer.feature_b.vertices.size(), 1000U);
  EXPECT_EQ(answer.feature_b.vertices[1], 1);
}

TEST(Relation, CountsOnceAndLeavesAHint) {
  const suite::Bodies<3> bodies(kCube, with_translation(kCube, {5, 0, 0}), 3);
  Counters counters;
  Hint3 hint;
  Search3 options;
  options.counters = &counters;
  options.hint = &hint;
  EXPECT_EQ(relation(bodies.a(), bodies.b(), options).relation, Relation::separated);
  EXPECT_EQ(hint.verdict, Verdict::separated);
  const RelationAnswer again = relation(bodies.a(), bodies.b(), options);
  EXPECT_EQ(again.stage, Stage::hint);
  std::uint64_t total = 0;
  for (const std::uint64_t count : counters.by_stage) total += count;
  EXPECT_EQ(total, 2U);
  const suite::Bodies<3> inside(kCube, box_body({2, 2, 2}), 3);
  relation(inside.a(), inside.b(), options);
  total = 0;
  for (const std::uint64_t count : counters.by_stage) total += count;
  EXPECT_EQ(total, 3U);
}

TEST(Relation, WordsAreThePipes) {
  EXPECT_EQ(to_string(Relation::edge_vertex), "edge-vertex");
  EXPECT_EQ(to_string(Relation::edge_edge), "edge-edge");
  EXPECT_EQ(to_string(static_cast<Relation>(99)), "invalid");
  EXPECT_EQ(to_string(FeatureKind::interior), "interior");
  EXPECT_EQ(to_string(static_cast<FeatureKind>(99)), "invalid");
}

}  // namespace
}  // namespace sunder::test
