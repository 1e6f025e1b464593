// SPDX-License-Identifier: Apache-2.0
//
// Tests shallow depths against the exact depth, with and without hints. Bodies are round, flat,
// slender, sheared, far from the origin, and deep by a last bit. Intervals of doubles are too wide
// for many of these, so that the narrower arithmetic runs.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>

#include "oracle/brute_force_depth.hpp"
#include "suite/random.hpp"
#include "sunder/penetration.hpp"

namespace sunder::traps {
namespace {

using suite::Random;
using suite::Rational;

double in(Random& random, double low, double high) {
  return low + (high - low) * random.in(0, 1 << 30) * 0x1p-30;
}

Vector3 on_sphere(Random& random) {
  for (;;) {
    Vector3 v{in(random, -1, 1), in(random, -1, 1), in(random, -1, 1)};
    const double length = std::hypot(v[0], v[1], v[2]);
    if (length < 0.2 || length > 1) continue;
    for (double& entry : v) entry /= length;
    return v;
  }
}

/// Stacked ones are prisms on each other, whose facets of C consist of many triangles.
enum class Kind { round, flat, slender, tiny, stacked, kKinds };
enum class Place { near, far, sheared, quaternion, kPlaces };

Polytope3 draw_hull(Random& random, Kind kind) {
  Vector3 size{in(random, 0.5, 1.5), in(random, 0.5, 1.5), in(random, 0.5, 1.5)};
  if (kind == Kind::stacked) return Polytope3::prism(random.in(9, 24), size[0], size[2]);
  if (kind == Kind::flat) size[2] = 0x1p-9;
  if (kind == Kind::slender) size[1] = size[2] = 0x1p-7;
  if (kind == Kind::tiny) size = {0x1p-40, 0x1p-40, 0x1p-41};
  std::vector<Vector3> points;
  for (int count = random.in(16, 40); count > 0; --count) {
    const Vector3 v = on_sphere(random);
    points.push_back({size[0] * v[0], size[1] * v[1], size[2] * v[2]});
  }
  return Polytope3::from_points(points).value();
}

struct Body {
  Polytope3 hull;
  Place place = Place::near;
  std::array<double, 4> wxyz{};
  std::array<double, 9> linear{};

  Pose3 at(const Vector3& offset) const {
    if (place == Place::quaternion) return Pose3::from_wxyz(wxyz, offset).value();
    std::array<double, 12> rows{};
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t l = 0; l < 3; ++l) rows[4 * k + l] = linear[3 * k + l];
      rows[4 * k + 3] = offset[k];
    }
    return Pose3::from_matrix(rows).value();
  }
};

Body draw_body(Random& random, Kind kind, Place place) {
  Body body{draw_hull(random, kind), place};
  for (double& entry : body.wxyz) entry = in(random, -3, 3);
  if (kind == Kind::stacked) body.wxyz[1] = body.wxyz[2] = 0;  // about the z axis
  const Pose3 rotation = Pose3::from_wxyz(body.wxyz).value();
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      const bool sheared = place == Place::sheared && kind != Kind::stacked;
      const double shear = sheared ? in(random, -0.3, 0.3) : 0;
      body.linear[static_cast<std::size_t>(3 * k + l)] = rotation.linear(k, l) + shear;
    }
  }
  return body;
}

/// Two bodies on a line. b is farther along it from one position to the next.
class Line {
 public:
  Line(Random& random, Kind kind, Place place)
      : a_(draw_body(random, kind, place)),
        b_(draw_body(random, kind, place)),
        way_(kind == Kind::stacked ? Vector3{0, 0, 1} : on_sphere(random)),
        middle_(place == Place::far ? Vector3{1e6, -1e6, 3e5} : Vector3{}),
        pose_a_(a_.at(middle_)),
        pose_b_(b_.at(middle_)) {
    double inside = 0;
    double outside = 8;
    for (int step = 0; step < 90; ++step) {
      const double between = (inside + outside) / 2;
      move_to(between);
      (intersects(a(), b()).verdict == Verdict::overlapping ? inside : outside) = between;
    }
    contact_ = inside;
  }

  /// Moves b to the last position that overlaps, or closer by a share of that.
  void move_inside(double share) { move_to(contact_ * (1 - share)); }
  Posed3 a() const { return {a_.hull, pose_a_}; }
  Posed3 b() const { return {b_.hull, pose_b_}; }

 private:
  void move_to(double along) {
    Vector3 offset = middle_;
    for (std::size_t l = 0; l < 3; ++l) offset[l] += along * way_[l];
    pose_b_ = b_.at(offset);
  }

  Body a_, b_;
  Vector3 way_, middle_;
  Pose3 pose_a_, pose_b_;
  double contact_ = 0;
};

double largest_coordinate(const Posed3& body) {
  double most = 0;
  for (std::int32_t i = 0; i < body.polytope().vertex_count(); ++i) {
    const Vector3 v = body.polytope().vertex(i);
    for (int l = 0; l < 3; ++l) {
      double sum = body.pose().offset(l);
      for (int k = 0; k < 3; ++k) sum += body.pose().linear(l, k) * v[static_cast<std::size_t>(k)];
      most = std::max(most, std::fabs(sum));
    }
  }
  return most;
}

/// The exact square of the depth, from the polytope in integers.
Rational exact_square(const Posed3& a, const Posed3& b) {
  const ExactFraction squared = exact_penetration(a, b).depth_squared;
  return {oracle::BigInt(squared.numerator), oracle::BigInt(squared.denominator)};
}

void expect_answer(const Posed3& a, const Posed3& b, const Penetration3& found,
                   const Rational& squared) {
  ASSERT_EQ(found.verdict, Verdict::overlapping);
  const auto [lower, upper] = found.depth;
  EXPECT_GT(lower, 0);
  EXPECT_LE(Rational(lower) * Rational(lower), squared);
  EXPECT_GE(Rational(upper) * Rational(upper), squared);
  const double largest = std::max(largest_coordinate(a), largest_coordinate(b));
  EXPECT_LE(upper - lower, std::max(1e-12 * upper, 64 * 0x1p-52 * largest) * (1 + 0x1p-40));
  ASSERT_TRUE(found.witness);
  for (std::size_t l = 0; l < 3; ++l) {
    EXPECT_NEAR(found.witness->point_a[l] - found.witness->point_b[l],
                upper * found.witness->normal[l], upper - lower + 0x1p-44 * largest);
  }
}

constexpr double kShares[] = {0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-6, 1e-9, 1e-12, 0};

template <class Ask>
void for_each_line(std::uint64_t seed, const Ask& ask) {
  Random random(seed);
  for (int kind = 0; kind < static_cast<int>(Kind::kKinds); ++kind) {
    for (int place = 0; place < static_cast<int>(Place::kPlaces); ++place) {
      for (int i = 0; i < 6; ++i) {
        SCOPED_TRACE("kind " + std::to_string(kind) + ", place " + std::to_string(place) +
                     ", line " + std::to_string(i));
        Line line(random, static_cast<Kind>(kind), static_cast<Place>(place));
        ask(line);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(ShallowDepth, IsInItsIntervalAndNarrow) {
  for_each_line(41, [](Line& line) {
    for (const double share : kShares) {
      line.move_inside(share);
      SCOPED_TRACE(share);
      const Rational squared = exact_square(line.a(), line.b());
      expect_answer(line.a(), line.b(), penetration(line.a(), line.b()), squared);
    }
  });
}

/// Returns the record of a hint as a certificate.
Certificate certificate_of(const Hint3& hint) {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = hint.verdict;
  certificate.pairs.assign(hint.pairs.begin(), hint.pairs.begin() + hint.pair_count);
  return certificate;
}

TEST(ShallowDepth, AHintIsACertificateAndChangesNoAnswer) {
  int by_hint = 0;
  int asked = 0;
  Hint3 foreign;  // passed from bodies to other bodies
  for_each_line(42, [&](Line& line) {
    Hint3 hint;
    for (int step = 0; step < 8; ++step) {
      line.move_inside(0.002 * (step + 1));
      const Rational squared = exact_square(line.a(), line.b());
      for (Hint3* here : {&hint, &foreign}) {
        const Penetration3 found = penetration(line.a(), line.b(), {.search = {.hint = here}});
        expect_answer(line.a(), line.b(), found, squared);
        EXPECT_EQ(here->verdict, Verdict::overlapping);
        EXPECT_EQ(here->stage, found.stage);
        EXPECT_GE(here->pair_count, 4);
        EXPECT_TRUE(verify(line.a(), line.b(), certificate_of(*here)));
        if (here == &hint) {
          ++asked;
          by_hint += found.stage == Stage::hint ? 1 : 0;
        }
      }
      EXPECT_EQ(intersects(line.a(), line.b(), {.hint = &hint}).stage, Stage::hint);
    }
  });
  EXPECT_GT(by_hint * 10, asked * 6);
}

TEST(ShallowDepth, ForgedHintsChangeNoAnswer) {
  Random random(43);
  Line line(random, Kind::round, Place::quaternion);
  for (const double share : {0.01, -0.01}) {
    line.move_inside(share);
    const Penetration3 plain = penetration(line.a(), line.b());
    const Rational squared = exact_square(line.a(), line.b());
    for (int i = 0; i < 300; ++i) {
      Hint3 hint;
      hint.verdict = static_cast<Verdict>(random.in(0, 5));
      hint.pair_count = static_cast<std::uint8_t>(random.in(0, 255));
      for (IndexPair& pair : hint.pairs) pair = {random.in(-1, 15), random.in(-1, 15)};
      const bool equal = random.in(0, 3) == 0;
      if (equal) hint.pairs.fill(hint.pairs[0]);
      const Penetration3 found = penetration(line.a(), line.b(), {.search = {.hint = &hint}});
      ASSERT_EQ(found.verdict, plain.verdict);
      EXPECT_EQ(hint.verdict, plain.verdict);
      if (share > 0) expect_answer(line.a(), line.b(), found, squared);
    }
  }
}

}  // namespace
}  // namespace sunder::traps
