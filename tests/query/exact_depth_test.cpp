// SPDX-License-Identifier: Apache-2.0
//
// The exact depth and its certificate against enumeration of every direction. Ties are frequent:
// lattices, concentric bodies, coplanar points. Every width of integer is used.
#include "query/depth/exact_depth.hpp"

#include <bit>
#include <cfenv>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "geometry/integer_pair.hpp"
#include "oracle/brute_force_depth.hpp"
#include "oracle/host_state.hpp"
#include "query/trap_bodies.hpp"
#include "suite/random.hpp"
#include "sunder/penetration.hpp"

namespace sunder::traps {
namespace {

using oracle::BruteForceDepth;
using suite::Bodies;
using suite::Random;
using suite::Rational;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Rational fraction(const ExactFraction& value) {
  const oracle::BigInt top(value.numerator);
  const oracle::BigInt bottom(value.denominator);
  EXPECT_GT(bottom, 0);
  EXPECT_EQ(boost::multiprecision::gcd(top, bottom), 1);
  return Rational(top, bottom);
}

template <int D>
std::vector<IndexPair> certified_pairs(const Bodies<D>& bodies, const Certificate& certificate) {
  const detail::HullBlock& a = detail::BlockAccess::block(bodies.polytope_a);
  const detail::HullBlock& b = detail::BlockAccess::block(bodies.polytope_b);
  std::vector<IndexPair> kept;
  for (const IndexPair& at : certificate.pairs) {
    const auto position = [](const detail::HullBlock& hull, std::int32_t caller) {
      return static_cast<std::int32_t>(std::find(hull.caller, hull.caller + hull.count, caller) -
                                       hull.caller);
    };
    kept.push_back({position(a, at.a), position(b, at.b)});
  }
  return kept;
}

/// The interval of the library's polytope from some start: neighbouring doubles around the exact
/// depth. The checker accepts its certificate, and none for an interval narrower by an ulp.
template <int D>
void expect_proven(const Bodies<D>& bodies, const Rational& squared, const std::string& name) {
  Penetration<D> answer;
  static_cast<Decision&>(answer) = intersects(bodies.a(), bodies.b());
  ASSERT_EQ(answer.verdict, Verdict::overlapping) << name;
  Certificate certificate = certify(bodies.a(), bodies.b(), answer);
  ASSERT_TRUE(certificate.depth) << name;
  const detail::Pair<D> pair{detail::make_body(bodies.a()), detail::make_body(bodies.b())};
  const std::vector<IndexPair> start = certified_pairs(bodies, certificate);
  const auto exact = detail::find_exact_depth<D>(pair, start, false);
  const auto depth = exact.depth();
  EXPECT_LE(depth.upper, std::nextafter(depth.lower, kInfinity)) << name;
  EXPECT_LE(Rational(depth.lower) * Rational(depth.lower), squared) << name;
  if (depth.upper < kInfinity) {
    EXPECT_GE(Rational(depth.upper) * Rational(depth.upper), squared) << name;
  }
  certificate.depth->lower = depth.lower;
  certificate.depth->upper = depth.upper;
  const Check check = verify(bodies.a(), bodies.b(), certificate);
  EXPECT_TRUE(check) << name << ": " << check.reason;
  Certificate deeper = certificate;
  deeper.depth->lower = std::nextafter(depth.upper, kInfinity);
  deeper.depth->upper = kInfinity;
  if (deeper.depth->lower < kInfinity) {
    EXPECT_FALSE(verify(bodies.a(), bodies.b(), deeper)) << name;
  }
  if (depth.lower > 0) {
    Certificate shallower = certificate;
    shallower.depth->lower = 0;
    shallower.depth->upper = std::nextafter(depth.lower, 0.0);
    EXPECT_FALSE(verify(bodies.a(), bodies.b(), shallower)) << name;
  }
}

/// The fractions and all minimum translations equal those of the enumeration.
void expect_exact(const ExactPenetration& exact, const BruteForceDepth& truth,
                  const std::string& name) {
  ASSERT_EQ(exact.verdict, Verdict::overlapping) << name;
  EXPECT_EQ(fraction(exact.depth_squared), truth.squared) << name;
  ASSERT_EQ(exact.translations.size(), truth.directions.size()) << name;
  for (std::size_t i = 0; i < exact.translations.size(); ++i) {
    const ExactTranslation& way = exact.translations[i];
    std::vector<oracle::BigInt> direction;
    for (const std::string& entry : way.direction) direction.emplace_back(entry);
    EXPECT_EQ(direction, truth.directions[i]) << name;
    const oracle::BigInt square = oracle::depth::dot(direction, direction);
    EXPECT_EQ(oracle::BigInt(way.direction_squared), square) << name;
    EXPECT_EQ(fraction(way.gap_squared), truth.squared * Rational(square)) << name;
  }
}

template <int D>
void expect_depth_in(const BodyData& a, const BodyData& b, const std::string& name,
                     BuildOptions options) {
  const auto world_a = oracle::world_points<Rational>(a);
  const auto world_b = oracle::world_points<Rational>(b);
  const Bodies<D> bodies(a, b, D, options);
  const Bodies<D> swapped(b, a, D, options);
  if (oracle::brute_force_verdict(world_a, world_b) != Verdict::overlapping) {
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    EXPECT_NE(exact.verdict, Verdict::overlapping) << name;
    EXPECT_EQ(fraction(exact.depth_squared), 0) << name;
    EXPECT_TRUE(exact.translations.empty()) << name;
    Penetration<D> answer;
    static_cast<Decision&>(answer) = intersects(bodies.a(), bodies.b());
    const Certificate certificate = certify(bodies.a(), bodies.b(), answer);
    const Check check = verify(bodies.a(), bodies.b(), certificate);
    EXPECT_TRUE(certificate.depth && check) << name << ": " << check.reason;
    return;
  }
  const BruteForceDepth truth = oracle::brute_force_depth(world_a, world_b);
  expect_exact(exact_penetration(bodies.a(), bodies.b()), truth, name);
  BruteForceDepth turned = truth;
  for (auto& direction : turned.directions) {
    for (oracle::BigInt& entry : direction) entry = -entry;
  }
  std::sort(turned.directions.begin(), turned.directions.end());
  expect_exact(exact_penetration(swapped.a(), swapped.b()), turned, name + " swapped");
  expect_proven<D>(bodies, truth.squared, name);
  expect_proven<D>(swapped, truth.squared, name + " swapped");
}

void expect_depth(const BodyData& a, const BodyData& b, const std::string& name,
                  BuildOptions options = {}) {
  SCOPED_TRACE(name);
  if (a.vertices.front().size() == 2) {
    expect_depth_in<2>(a, b, name, options);
  } else {
    expect_depth_in<3>(a, b, name, options);
  }
}

template <int D>
ExactPenetration exact_of(const BodyData& a, const BodyData& b) {
  const Bodies<D> bodies(a, b, D);
  return exact_penetration(bodies.a(), bodies.b());
}

BodyData lattice_body(Random& random, int d, int most, int reach) {
  BodyData made;
  for (int k = random.in(1, most); k > 0; --k) {
    auto& vertex = made.vertices.emplace_back();
    for (int l = 0; l < d; ++l) vertex.push_back(random.in(-reach, reach));
  }
  return made;
}

BodyData octahedron(double size) {
  return points(
      {{size, 0, 0}, {-size, 0, 0}, {0, size, 0}, {0, -size, 0}, {0, 0, size}, {0, 0, -size}});
}

// ---- ties --------------------------------------------------------------------------------------

TEST(ExactDepth, CubeInCubeHasSixWaysOut) {
  const ExactPenetration exact = exact_of<3>(box({1, 1, 1}), box({3, 3, 3}));
  EXPECT_EQ(exact.depth_squared.numerator, "16");
  EXPECT_EQ(exact.depth_squared.denominator, "1");
  ASSERT_EQ(exact.translations.size(), 6u);
  EXPECT_EQ(exact.translations.front().direction, (std::vector<std::string>{"-1", "0", "0"}));
  EXPECT_EQ(exact.translations.back().direction, (std::vector<std::string>{"1", "0", "0"}));
  expect_depth(box({1, 1, 1}), box({3, 3, 3}), "cubes");
  expect_depth(box({1, 1}), box({3, 3}), "squares");
  expect_depth(box({1, 1, 1}), box({1, 1, 1}), "equal cubes");
}

TEST(ExactDepth, ConcentricOctahedraHaveEight) {
  const ExactPenetration exact = exact_of<3>(octahedron(1), octahedron(2));
  EXPECT_EQ(exact.depth_squared.numerator, "3");
  ASSERT_EQ(exact.translations.size(), 8u);
  EXPECT_EQ(exact.translations[0].direction, (std::vector<std::string>{"-1", "-1", "-1"}));
  EXPECT_EQ(exact.translations[0].gap_squared.numerator, "9");
  EXPECT_EQ(exact.translations[0].direction_squared, "3");
  expect_depth(octahedron(1), octahedron(2), "octahedra");
  expect_depth(octahedron(1), box({2, 2, 2}), "octahedron in a cube");
}

TEST(ExactDepth, BoxesDisplacedByLatticeSteps) {
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      const BodyData moved = with_translation(box({1, 2, 1}), {double(x), double(y), 0.5});
      expect_depth(box({2, 1, 1}), moved, std::to_string(x) + ", " + std::to_string(y));
    }
  }
}

TEST(ExactDepth, SmallLattices) {
  Random random(401);
  int overlaps = 0;
  for (int i = 0; i < 400; ++i) {
    const int d = random.in(2, 3);
    const int reach = random.in(1, 3);
    const BodyData a = lattice_body(random, d, 7, reach);
    const BodyData b = lattice_body(random, d, 7, reach);
    const BuildOptions options{.reduce = random.chance(1, 2)};
    overlaps += truth(a, b) == Verdict::overlapping;
    expect_depth(a, b, "pair " + std::to_string(i), options);
  }
  EXPECT_GT(overlaps, 100);
}

TEST(ExactDepth, ManyCoplanarPoints) {
  BodyData grid;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      grid.vertices.push_back({double(x), double(y), 1});
      grid.vertices.push_back({double(x), double(y), -1});
    }
  }
  const BuildOptions all{.reduce = false};
  const Bodies<3> bodies(grid, grid, 3, all);
  const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
  EXPECT_EQ(exact.depth_squared.numerator, "4");
  EXPECT_EQ(exact.translations.size(), 2u);
  expect_proven<3>(bodies, 4, "grids");
  expect_depth(
      with_translation(box({0.25, 0.25, 0.25}), {0.5, 0.5, 0.75}),
      points({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 1, 0}, {2, 2, 0}, {1, 1, 2}}),
      "duplicates in a face", all);
}

// ---- shapes ------------------------------------------------------------------------------------

TEST(ExactDepth, FlatBodiesInSolidOnes) {
  const BodyData square = points({{-1, -1, 0}, {1, -1, 0}, {-1, 1, 0}, {1, 1, 0}});
  const BodyData segment = points({{-1, -1, -1}, {1, 1, 1}});
  const BodyData point = points({{0.25, 0.5, -0.75}});
  for (const BodyData& flat : {square, segment, point}) {
    expect_depth(flat, box({1, 2, 3}), "flat in a box");
    expect_depth(flat, octahedron(3), "flat in an octahedron");
  }
  // Both are flat, and yet their difference is solid.
  expect_depth(square, points({{0.5, 0, -1}, {0.25, 0, 1}, {0, 0.5, 1}}), "two flat ones");
  expect_depth(points({{-1, 0}, {1, 0.5}}), points({{0, -1}, {0.25, 1}}), "crossing segments");
  expect_depth(square, segment, "square and segment");
}

TEST(ExactDepth, SlenderAndFarFromTheOrigin) {
  const BodyData needle = box({1, 1e-6, 1e-6});
  expect_depth(needle, with_quaternion(box({1, 1e-6, 1e-6}), {0.9, 0.1, 0.3, 0.2}), "needles");
  expect_depth(needle, with_quaternion(needle, {1, 0, 1e-7, 0}), "nearly parallel needles");
  expect_depth(box({1e6, 1, 1e-6}), with_quaternion(octahedron(1), {0.3, -0.4, 0.5, 0.6}), "blade");
  const std::vector<double> far = {1e6 + 1e-9, -1e6, 1e6 / 3};
  expect_depth(with_translation(octahedron(0.7), far),
               with_quaternion(box({0.3, 0.4, 0.5}), {0.5, 0.1, -0.7, 0.2}, far), "far");
}

TEST(ExactDepth, EveryPose) {
  Random random(402);
  int overlaps = 0;
  for (int i = 0; i < 60; ++i) {
    const int kind = random.in(0, 3);
    BodyData a = lattice_body(random, 3, 6, 3);
    BodyData b = lattice_body(random, 3, 6, 3);
    std::vector<double> rows;
    for (int k = 0; k < 12; ++k) rows.push_back(k % 4 == 3 ? random.unit() : random.unit() - 0.5);
    std::array<double, 4> p{};
    std::array<double, 4> q{};
    for (double& entry : p) entry = random.unit() - 0.5;
    for (double& entry : q) entry = random.in(-3, 3);
    q[0] = 1;
    if (kind == 0) a = with_matrix(a, rows);  // sheared, reflected, scaled
    if (kind == 1) a = with_quaternion(a, p, {0, 0.5, 0});
    if (kind == 2) a = with_quaternion(a, p);
    if (kind == 3) a = with_matrix(a, {1, 2, 3, 0, 2, 4, 6, 0, 0, 0, 1, 0});  // singular
    b = kind == 2 ? with_quaternion(b, q) : b;
    overlaps += truth(a, b) == Verdict::overlapping;
    expect_depth(a, b, "pair " + std::to_string(i));
  }
  EXPECT_GT(overlaps, 20);
}

// ---- scales ------------------------------------------------------------------------------------

BodyData scaled(BodyData body, int power) {
  for (auto& vertex : body.vertices) {
    for (double& x : vertex) x = std::ldexp(x, power);
  }
  return body;
}

TEST(ExactDepth, PowersOfTwoFromEndToEnd) {
  const BodyData tetrahedron = points({{0, 0, 0}, {3, 0, 1}, {0, 4, 0}, {1, 0, 5}});
  const BodyData brick = box_between({0, 0, 0}, {1, 2, 3});
  const ExactPenetration one = exact_of<3>(tetrahedron, brick);
  const Rational depth_squared = fraction(one.depth_squared);
  for (const int power : {-1074, -1022, -600, -60, 60, 600, 1021}) {
    const BodyData a = scaled(tetrahedron, power);
    const BodyData b = scaled(brick, power);
    const ExactPenetration exact = exact_of<3>(a, b);
    Rational unit = 1;
    for (int k = std::abs(power); k > 0; --k) unit *= power < 0 ? Rational(1, 2) : Rational(2);
    EXPECT_EQ(fraction(exact.depth_squared), depth_squared * unit * unit) << power;
    ASSERT_EQ(exact.translations.size(), one.translations.size()) << power;
    EXPECT_EQ(exact.translations[0].direction, one.translations[0].direction) << power;
    expect_depth(a, b, "2^" + std::to_string(power));
  }
}

TEST(ExactDepth, HugeBesideTiny) {
  expect_depth(box({1e300, 1e300, 1e300}), scaled(octahedron(1), -1074), "least in largest");
  expect_depth(with_translation(box({1, 1, 1}), {1e-300, 5e-324, 0}), box({1, 1, 1}), "a hair off");
  expect_depth(box({5e-324, 1e300}), box({1e300, 5e-324}), "planar cross");
  const double max = std::numeric_limits<double>::max();
  const BodyData all = box({max, max});
  const ExactPenetration exact = exact_of<2>(all, all);
  EXPECT_EQ(exact.translations.size(), 4u);
  expect_proven<2>(Bodies<2>(all, all, 2), Rational(max) * Rational(max) * 4, "beyond doubles");
}

/// Integers are as wide as the coordinates need; a translation by 2^-k makes them need more. Just
/// below each limit every corner is as large as its width allows.
TEST(ExactDepth, WidthsOfIntegersAtTheirLimits) {
  Random random(404);
  for (const int limit : {127, 512, 1024}) {
    for (const int d : {2, 3}) {
      int seen = 0;
      for (int k = 0; k < 600; ++k) {
        const auto corner = [&](double sign) {
          std::vector<double> x;
          for (int l = 0; l < d; ++l) x.push_back(sign * std::ldexp(random.in(200, 255), 10));
          return x;
        };
        const auto body = [&] {
          BodyData made;
          made.vertices = {corner(1), corner(-1)};
          for (int i = 0; i < 3; ++i) {
            auto& vertex = made.vertices.emplace_back(corner(1));
            vertex[static_cast<std::size_t>(i % d)] *= -1;
          }
          return made;
        };
        BodyData a = body();
        const BodyData b = body();
        a = with_translation(a, std::vector<double>(static_cast<std::size_t>(d), 0));
        a.pose.translation.front() = std::ldexp(1, -k);
        if (k % 2 == 0) a.pose.translation.back() = std::ldexp(-3, -k);
        const auto bits = [&]<int D>(const Bodies<D>& bodies) {
          return D * detail::integer_scale<D>(
                         {detail::make_body(bodies.a()), detail::make_body(bodies.b())})
                         .bits +
                 10;
        };
        const int needed = d == 2 ? bits(Bodies<2>(a, b, 2)) : bits(Bodies<3>(a, b, 3));
        if (needed < limit - 2 * d || needed > limit + 2 * d) continue;
        ++seen;
        expect_depth(a, b, std::to_string(needed) + " bits");
      }
      EXPECT_GT(seen, 1) << limit << " bits in dimension " << d;
    }
  }
}

TEST(ExactDepth, InEveryStateOfTheHost) {
  const BodyData tetrahedron = points({{0, 0, 0}, {3, 0, 1}, {0, 4, 0}, {1, 0, 5}});
  const BodyData brick = box_between({0, 0, 0}, {1, 2, 3});
  const BodyData turned = with_quaternion(octahedron(1), {0.3, -0.4, 0.5, 0.6});
  const std::pair<BodyData, BodyData> pairs[] = {
      {scaled(tetrahedron, -1073), scaled(brick, -1073)},
      {turned, brick},
      {turned, with_quaternion(octahedron(1), {0.3, -0.4, 0.5, 0.6})}};
  for (const auto& [a, b] : pairs) {
    const Bodies<3> bodies(a, b, 3);
    const detail::Pair<3> pair{detail::make_body(bodies.a()), detail::make_body(bodies.b())};
    const auto calm = detail::find_exact_depth<3>(pair, {}, true);
    const auto depth = calm.depth();
    ASSERT_GT(calm.nearest.size(), 0u);
    for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
      for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
        detail::ExactDepth<3> found;
        std::uint64_t bits[2] = {};
        {
          const oracle::HostState state(rounding, subnormals);
          found = detail::find_exact_depth<3>(pair, {}, true);
          const auto told = found.depth();
          bits[0] = std::bit_cast<std::uint64_t>(told.lower);
          bits[1] = std::bit_cast<std::uint64_t>(told.upper);
        }
        EXPECT_EQ(bits[0], std::bit_cast<std::uint64_t>(depth.lower));
        EXPECT_EQ(bits[1], std::bit_cast<std::uint64_t>(depth.upper));
        EXPECT_EQ(found.nearest.size(), calm.nearest.size());
      }
    }
  }
}

// ---- motions -----------------------------------------------------------------------------------

TEST(ExactDepth, IsTheSameInEveryFrame) {
  Random random(405);
  for (int i = 0; i < 40; ++i) {
    const BodyData a = lattice_body(random, 3, 7, 3);
    const BodyData b = lattice_body(random, 3, 7, 3);
    if (truth(a, b) != Verdict::overlapping) continue;
    const ExactPenetration still = exact_of<3>(a, b);
    // One rotation applies to both, exactly; multiples of its quaternion are used too.
    std::array<double, 4> q{};
    for (double& entry : q) entry = random.in(-5, 5) + 0.5;
    std::array<double, 4> triple = q;
    for (double& entry : triple) entry *= 3;
    for (const auto& other : {q, triple}) {
      const ExactPenetration moved = exact_of<3>(with_quaternion(a, q), with_quaternion(b, other));
      EXPECT_EQ(moved.depth_squared.numerator, still.depth_squared.numerator);
      EXPECT_EQ(moved.depth_squared.denominator, still.depth_squared.denominator);
      EXPECT_EQ(moved.translations.size(), still.translations.size());
    }
  }
}

TEST(ExactDepth, DoesNotDependOnOrderOrDuplicates) {
  Random random(406);
  for (int i = 0; i < 60; ++i) {
    const BodyData a = lattice_body(random, 3, 7, 3);
    const BodyData b = lattice_body(random, 3, 7, 3);
    BodyData shuffled = a;
    for (int k = 0; k < 3; ++k) shuffled.vertices.push_back(random.pick(a.vertices));
    random.shuffle(shuffled.vertices);
    const ExactPenetration one = exact_of<3>(a, b);
    const Bodies<3> bodies(shuffled, b, 3, {.reduce = false});
    const ExactPenetration other = exact_penetration(bodies.a(), bodies.b());
    EXPECT_EQ(one.verdict, other.verdict);
    EXPECT_EQ(one.depth_squared.numerator, other.depth_squared.numerator);
    ASSERT_EQ(one.translations.size(), other.translations.size());
    for (std::size_t k = 0; k < one.translations.size(); ++k) {
      EXPECT_EQ(one.translations[k].direction, other.translations[k].direction);
    }
  }
}

}  // namespace
}  // namespace sunder::traps
