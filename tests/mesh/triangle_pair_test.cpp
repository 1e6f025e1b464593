// SPDX-License-Identifier: Apache-2.0
//
// The filter of two triangles in doubles against the exact list of their contacts.
#include "mesh/triangles/triangle_pair.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "mesh/piece/mesh_data.hpp"
#include "mesh/soup.hpp"

namespace sunder::test {
namespace {

using namespace detail::mesh;
using suite::Random;

struct Outcomes {
  int apart = 0, piercing = 0, unsure = 0;
};

/// Draws two triangles by `draw`, and expects that the filter says nothing but the truth.
template <class Draw>
Outcomes ask(int rounds, Random& random, const Draw& draw) {
  Outcomes outcomes;
  for (int round = 0; round < rounds; ++round) {
    const auto triangle = [&] { return std::array<Vector3, 3>{draw(), draw(), draw()}; };
    const Mesh3 a = mesh_of(triangle_soup(triangle()), TakeAs::surface),
                b = mesh_of(triangle_soup(triangle()), TakeAs::surface);
    const Piece &p = MeshAccess::data(a).pieces.front(), &q = MeshAccess::data(b).pieces.front();
    if (p.triangles.empty() || q.triangles.empty()) continue;  // flat
    const Pose3 turned = Pose3::from_wxyz({1, 0.1, random.unit(), 0.7}, {3, 0.1, 7}).value();
    const Pose3* const pose = random.chance(1, 2) ? &turned : nullptr;
    PiecePair pair({&p, {pose, nullptr}}, {&q, {pose, nullptr}});
    const Filtered filtered = filter_triangles(pair.world(0, 0), pair.world(1, 0), pair.error());
    std::vector<Contact> contacts;
    append_contacts(pair, 0, 0, contacts);
    if (filtered == Filtered::apart) {
      EXPECT_TRUE(contacts.empty()) << round;
    }
    if (filtered == Filtered::piercing) {
      EXPECT_TRUE(std::any_of(contacts.begin(), contacts.end(), [](const Contact& contact) {
        return contact.a.dimension + contact.b.dimension == 3 &&
               std::max(contact.a.dimension, contact.b.dimension) == 2;
      })) << round;
    }
    ++(filtered == Filtered::apart      ? outcomes.apart
       : filtered == Filtered::piercing ? outcomes.piercing
                                        : outcomes.unsure);
  }
  return outcomes;
}

TEST(TrianglePair, InGeneralPositionTheFilterDecides) {
  Random random(1);
  const auto number = [&] { return 2 * random.unit() - 1; };
  const Outcomes outcomes = ask(5'000, random, [&] {
    return Vector3{number(), number(), number()};
  });
  EXPECT_EQ(outcomes.unsure, 0);
  EXPECT_GT(outcomes.apart, 1'000);
  EXPECT_GT(outcomes.piercing, 500);
}

TEST(TrianglePair, OnAGridAndAnUlpBesideIt) {
  Random random(2);
  for (const bool is_beside : {false, true}) {
    const auto number = [&] {
      const double x = 0.25 * random.in(-2, 2) + 1;
      return is_beside && random.chance(1, 4) ? std::nextafter(x, 4 * random.unit() - 1) : x;
    };
    const Outcomes outcomes = ask(5'000, random, [&] {
      return Vector3{number(), number(), number()};
    });
    EXPECT_GT(outcomes.unsure, 100);
    EXPECT_GT(outcomes.apart, 500);
    EXPECT_GT(outcomes.piercing, 50);
  }
}

TEST(TrianglePair, Slender) {
  Random random(3);
  Vector3 axis{1, 0, 0};
  int corner = 0;
  const Outcomes outcomes = ask(3'000, random, [&] {
    if (corner++ % 3 == 0) {
      for (double& x : axis) x = 2 * random.unit() - 1;
    }
    Vector3 p;
    const double at = 2 * random.unit() - 1;
    for (std::size_t k = 0; k < 3; ++k) p[k] = at * axis[k] + 1e-3 * random.unit();
    return p;
  });
  EXPECT_GT(outcomes.piercing, 5);
  EXPECT_GT(outcomes.apart, 1'000);
}

/// The sign of a determinant in fractions.
int sign_of_determinant(const std::array<double, 12>& rows) {
  using Rational = boost::multiprecision::cpp_rational;
  const auto at = [&](std::size_t row, std::size_t column) {
    return Rational(rows[4 * row + column]);
  };
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3, m = (k + 2) % 3;
    sum += at(0, k) * (at(1, l) * at(2, m) - at(1, m) * at(2, l));
  }
  return sum > 0 ? 1 : (sum < 0 ? -1 : 0);
}

/// Regular, mirroring and singular matrices, also by one ulp and of extreme sizes, alone and in chains of two.
TEST(TrianglePair, HandednessIsTheSignOfTheDeterminant) {
  Random random(4);
  const auto number = [&] { return 2 * random.unit() - 1; };
  const Mesh3 mesh = mesh_of(triangle_soup({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}), TakeAs::surface);
  const Piece& piece = MeshAccess::data(mesh).pieces.front();
  std::array<int, 3> seen{};
  const auto draw = [&] {
    std::array<double, 12> rows{};
    const bool whole = random.chance(1, 2);
    for (double& entry : rows) entry = whole ? std::round(8 * number()) : number();
    // A sum or a copy of other rows is exact in whole numbers, and of a copy in any.
    if (random.chance(1, 3)) {
      for (std::size_t k = 0; k < 3; ++k) rows[8 + k] = rows[k] + (whole ? rows[4 + k] : 0);
      if (random.chance(1, 2)) rows[8] = std::nextafter(rows[8], number());
    }
    const double size = random.chance(1, 4) ? 0x1p-330 : (random.chance(1, 4) ? 0x1p330 : 1.0);
    for (double& entry : rows) entry *= size;
    return rows;
  };
  for (int round = 0; round < 2'000; ++round) {
    const std::array<double, 12> inner = draw(), outer = draw();
    const Pose3 first = Pose3::from_matrix(inner).value();
    const Pose3 second = Pose3::from_matrix(outer).value();
    const Pose3 turned = Pose3::from_wxyz({1, number(), number(), 0.7}, {3, 0.1, 7}).value();
    PiecePair pair({&piece, {&first, nullptr}}, {&piece, {&first, &second}});
    PiecePair rigid({&piece, {}}, {&piece, {&turned, &first}});
    const int sign = sign_of_determinant(inner);
    ++seen[static_cast<std::size_t>(sign + 1)];
    ASSERT_EQ(pair.handedness(0), sign) << round;
    ASSERT_EQ(pair.handedness(1), sign * sign_of_determinant(outer)) << round;
    ASSERT_EQ(rigid.handedness(0), 1) << round;
    ASSERT_EQ(rigid.handedness(1), sign) << round;
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace sunder::test
