// SPDX-License-Identifier: Apache-2.0
//
// Small bodies of integers, without prior knowledge, against the enumeration of meeting_faces.hpp.
// Singular and reflecting poses, duplicates and flat bodies occur at random.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "narrow/lattice_bodies.hpp"
#include "oracle/world.hpp"
#include "relation/answers.hpp"
#include "relation/meeting_faces.hpp"

namespace sunder::test {
namespace {

struct BodyPair {
  BodyData a;
  BodyData b;
};

void pose_somehow(Random& random, int dimension, BodyData& body) {
  std::vector<double> rows;
  for (int i = 0; i < dimension * (dimension + 1); ++i) rows.push_back(random.in(-1, 1));
  std::vector<double> t(rows.begin(), rows.begin() + dimension);
  const int lot = random.in(0, 3);
  if (lot == 0) body = with_matrix(std::move(body), std::move(rows));
  if (lot == 1) body = with_translation(std::move(body), std::move(t));
}

/// Anywhere; or with a plane between them that contains points of both; or one around the other.
BodyPair random_pair(Random& random, int dimension) {
  const int reach = random.in(1, 2);
  const int most = dimension == 2 ? 7 : 6;
  const int count_a = random.chance(1, 4) ? random.in(1, 3) : random.in(1, most);
  const int count_b = random.chance(1, 4) ? random.in(1, 3) : random.in(1, most);
  BodyPair pair;
  pair.a = lattice_body(random, dimension, count_a, reach);
  pair.b = lattice_body(random, dimension, count_b, reach);
  const int family = random.in(0, 4);
  if (family == 0) {
    pose_somehow(random, dimension, pair.a);
    pose_somehow(random, dimension, pair.b);
  } else if (family == 1) {
    pair.b = box_body(std::vector<double>(static_cast<std::size_t>(dimension), 2));
  } else {
    const int last = random.in(0, dimension - 1);
    for (int axis = dimension - 1; axis >= last; --axis) {
      const auto k = static_cast<std::size_t>(axis);
      for (auto& x : pair.a.vertices) x[k] = -random.in(0, 1) * std::abs(x[k]);
      for (auto& x : pair.b.vertices) x[k] = random.in(0, 1) * std::abs(x[k]);
    }
  }
  return pair;
}

/// Integers: the bodies and poses above have no other numbers.
LatticePoints world_of(const BodyData& body) {
  LatticePoints world;
  for (const auto& x : oracle::world_points<suite::Rational>(body)) {
    LatticePoint& point = world.emplace_back();
    for (const suite::Rational& entry : x) {
      point.push_back(static_cast<std::int64_t>(numerator(entry)));
    }
  }
  return world;
}

/// The oracle's answer, without the features' vertices.
RelationAnswer judge(const LatticePoints& a, const LatticePoints& b, const MeetingFaces& faces) {
  const auto every = [](const std::vector<bool>& marks) {
    return std::all_of(marks.begin(), marks.end(), [](bool mark) { return mark; });
  };
  const auto all_in = [](const LatticePoints& inner, const LatticePoints& outer) {
    return std::all_of(inner.begin(), inner.end(),
                       [&](const LatticePoint& x) { return lies_in(x, outer); });
  };
  const int d = static_cast<int>(a[0].size());
  const int p = faces.dimension_a;
  const int q = faces.dimension_b;
  RelationAnswer answer;
  answer.contact_dimension = faces.contact_dimension;
  answer.a_in_b = all_in(a, b);
  answer.b_in_a = all_in(b, a);
  if (faces.contact_dimension < 0) {
    answer.verdict = Verdict::separated;
    return answer;
  }
  answer.meets_relative_interiors = every(faces.in_a) && every(faces.in_b);
  const bool full = p + q - faces.contact_dimension == d;
  if (answer.meets_relative_interiors && full) {
    answer.verdict = Verdict::overlapping;
    answer.relation = answer.a_in_b || answer.b_in_a ? Relation::containment : Relation::piercing;
    return answer;
  }
  answer.verdict = Verdict::touching;
  if (std::max(p, q) == 2) {
    answer.relation = Relation::face;
  } else if (p == 1 && q == 1) {
    const bool parallel = faces.contact_dimension == 1;
    answer.relation = d == 3 && parallel ? Relation::edge_vertex : Relation::edge_edge;
  } else {
    answer.relation = p + q == 1 ? Relation::edge_vertex : Relation::vertex;
  }
  return answer;
}

std::set<LatticePoint> points_at(const LatticePoints& world,
                                 const std::vector<std::int32_t>& indices) {
  std::set<LatticePoint> result;
  for (const std::int32_t i : indices) result.insert(world[static_cast<std::size_t>(i)]);
  return result;
}

/// True if the corners are listed once around: every side has all other corners on the same side.
bool goes_around(const LatticePoints& world, const std::vector<std::int32_t>& listed) {
  const auto edge = [&](std::size_t i, std::size_t j) {
    const LatticePoint& p = world[static_cast<std::size_t>(listed[i % listed.size()])];
    const LatticePoint& q = world[static_cast<std::size_t>(listed[j % listed.size()])];
    return std::array{q[0] - p[0], q[1] - p[1], q[2] - p[2]};
  };
  const auto cross = [](const auto& u, const auto& v) {
    return std::array{u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                      u[0] * v[1] - u[1] * v[0]};
  };
  const auto normal = cross(edge(0, 1), edge(1, 2));
  for (std::size_t i = 0; i < listed.size(); ++i) {
    for (std::size_t j = i + 2; j < i + listed.size(); ++j) {
      const auto turn = cross(edge(i, i + 1), edge(i, j));
      if (turn[0] * normal[0] + turn[1] * normal[1] + turn[2] * normal[2] <= 0) return false;
    }
  }
  return true;
}

void expect_feature(const Feature& feature, const LatticePoints& world,
                    const std::vector<bool>& in_face, int dimension, const std::string& name) {
  EXPECT_EQ(feature.dimension, dimension) << name;
  if (dimension < 0) {
    EXPECT_EQ(feature, Feature{}) << name;
    return;
  }
  const bool interior = dimension == static_cast<int>(world[0].size());
  const std::size_t kind = interior ? 4 : static_cast<std::size_t>(dimension) + 1;
  EXPECT_EQ(feature.kind, static_cast<FeatureKind>(kind)) << name;
  const auto expected = interior ? std::vector<std::int32_t>{} : corners(world, in_face);
  EXPECT_EQ(feature.vertices.size(), expected.size()) << name;
  EXPECT_EQ(points_at(world, feature.vertices), points_at(world, expected)) << name;
  if (feature.vertices.size() < 3) return;
  EXPECT_TRUE(goes_around(world, feature.vertices)) << name;
  EXPECT_LT(feature.vertices[1], feature.vertices.back()) << name;
  EXPECT_EQ(feature.vertices[0],
            *std::min_element(feature.vertices.begin(), feature.vertices.end()))
      << name;
}

template <int D>
void expect_as_enumerated(const BodyData& a, const BodyData& b, const std::string& name,
                          std::map<std::string, int>& seen) {
  const auto world_a = world_of(a);
  const auto world_b = world_of(b);
  const MeetingFaces faces = find_meeting_faces(world_a, world_b);
  const RelationAnswer answer = ask_everyone<D>({a, b, D}, name);
  RelationAnswer expected = judge(world_a, world_b, faces);
  expected.feature_a = answer.feature_a;
  expected.feature_b = answer.feature_b;
  EXPECT_EQ(describe(answer), describe(expected)) << name;
  expect_feature(answer.feature_a, world_a, faces.in_a, faces.dimension_a, name + ", a");
  expect_feature(answer.feature_b, world_b, faces.in_b, faces.dimension_b, name + ", b");
  ++seen[std::to_string(D) + "-D " + std::string(to_string(expected.relation))];
}

TEST(RelationOracle, SmallIntegers) {
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 600; ++i) {
    Random random(i + 3000);
    const int dimension = i % 3 == 0 ? 2 : 3;
    const BodyPair pair = random_pair(random, dimension);
    const std::string name = "pair " + std::to_string(i);
    if (dimension == 2) {
      expect_as_enumerated<2>(pair.a, pair.b, name, seen);
    } else {
      expect_as_enumerated<3>(pair.a, pair.b, name, seen);
    }
  }
  // Each relation occurs, often enough to be significant.
  for (const char* relation :
       {"2-D separated", "2-D vertex", "2-D edge-vertex", "2-D edge-edge", "2-D piercing",
        "2-D containment", "3-D separated", "3-D vertex", "3-D edge-vertex", "3-D edge-edge",
        "3-D face", "3-D piercing", "3-D containment"}) {
    EXPECT_GE(seen[relation], 4) << relation;
  }
}

}  // namespace
}  // namespace sunder::test
