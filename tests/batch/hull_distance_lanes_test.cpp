// SPDX-License-Identifier: Apache-2.0
//
// The distances of one pair of hulls at many poses, in lanes. An interval holds the exact distance and is as
// narrow as asked; bodies that meet stay open. This holds for hulls with tables and without, for every kind
// of pose, on every instruction set. A lane depends on its own pose alone.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>

#include "batch/kernels.hpp"
#include "batch/worlds.hpp"
#include "geometry/hull_block.hpp"
#include "lanes/every_target.hpp"
#include "oracle/brute_force.hpp"
#include "query/min_norm.hpp"

namespace sunder::test {
namespace {

namespace batch = detail::batch;
using oracle::BigInt;
using suite::Rational;

constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

/// Points on an ellipsoid, or of a lattice: then faces are parallel and vertices tie.
Polytope3 cloud(Random& random, int count, const Vector3& axes, bool lattice = false) {
  std::vector<Vector3> points;
  while (static_cast<int>(points.size()) < count) {
    Vector3 point{};
    double squared = 0;
    for (double& entry : point) {
      entry = lattice ? below(random, 5) - 2 : between(random, -1, 1);
      squared += entry * entry;
    }
    if (!lattice && (squared > 1 || squared < 0.01)) continue;
    for (std::size_t k = 0; k < 3; ++k) point[k] *= axes[k] / (lattice ? 2 : std::sqrt(squared));
    points.push_back(point);
  }
  return Polytope3::from_points(points).value();
}

struct Measured {
  bool open;
  Interval distance;
};

/// Measures items of the hulls `a` and `b` of a world.
std::vector<Measured> measure(const World<3>& world, std::size_t a, std::size_t b,
                              double width = 0) {
  const PairBatch<3> asked = world.batch();
  const auto items = std::make_unique<batch::LaneItems>();
  const batch::HullDistanceKernel kernel{asked.poses.form,
                                         detail::BlockAccess::block(world.hulls[a]),
                                         detail::BlockAccess::block(world.hulls[b]), width};
  std::vector<Measured> all;
  for (std::int64_t first = 0; first < asked.count; first += batch::kBlock) {
    const auto count =
        static_cast<std::int32_t>(std::min<std::int64_t>(batch::kBlock, asked.count - first));
    batch::BlockOfIndices rows_a{}, rows_b{};
    std::copy_n(world.pose_a.begin() + first, count, rows_a.begin());
    std::copy_n(world.pose_b.begin() + first, count, rows_b.begin());
    batch::fill_last_group(rows_a, count);
    batch::fill_last_group(rows_b, count);
    items->lists = {rows_a.data(), rows_b.data(), rows_a.data(), rows_b.data()};
    items->count = count;
    kernel.run({static_cast<const std::byte*>(asked.poses.data), asked.poses.stride, false},
               *items);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      all.push_back({items->codes[i] == batch::kOpen, {items->nearest[i], items->farthest[i]}});
    }
  }
  return all;
}

/// The square of an exact distance, from the min-norm point in integers.
Rational exact_square(const Posed3& a, const Posed3& b) {
  const detail::MinNorm nearest =
      detail::find_min_norm<3>({detail::make_body(a), detail::make_body(b)}, {});
  const detail::Root root = nearest.length();
  Rational square(BigInt(root.squared.str()));
  const Rational divisor(BigInt(root.divisor.str()));
  square /= divisor * divisor;
  const Rational scale(BigInt(1) << (2 * std::abs(root.exponent)));
  return root.exponent < 0 ? Rational(square / scale) : Rational(square * scale);
}

void expect_holds(const Interval& distance, const Rational& square) {
  const Rational lower(distance.lower);
  const Rational upper(distance.upper);
  EXPECT_LE(lower * lower, square);
  EXPECT_GE(upper * upper, square);
}

void expect_same(const Measured& one, const Measured& other) {
  EXPECT_EQ(one.open, other.open);
  if (one.open) return;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(one.distance.lower),
            std::bit_cast<std::uint64_t>(other.distance.lower));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(one.distance.upper),
            std::bit_cast<std::uint64_t>(other.distance.upper));
}

/// Compares all items with the exact distances. Returns the number of those that are apart and open.
int expect_exact(const World<3>& world, std::size_t a, std::size_t b, double width = 0) {
  std::vector<Rational> squares;
  for (std::size_t i = 0; i < world.pose_a.size(); ++i) {
    squares.push_back(
        exact_square({world.hulls[a], world.poses[static_cast<std::size_t>(world.pose_a[i])]},
                     {world.hulls[b], world.poses[static_cast<std::size_t>(world.pose_b[i])]}));
  }
  int open = 0;
  detail::on_every_target([&] {
    const std::vector<Measured> all = measure(world, a, b, width);
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(i);
      const Interval& distance = all[i].distance;
      if (all[i].open) {
        open += squares[i] > 0 ? 1 : 0;
        continue;
      }
      EXPECT_GT(distance.lower, 0);
      EXPECT_GT(squares[i], 0);
      expect_holds(distance, squares[i]);
      if (width > 0) {
        EXPECT_LE(distance.upper - distance.lower, width * distance.lower);
      }
    }
  });
  return open;
}

/// Hulls of few and of many vertices, with tables and without, flat ones, segments and points.
std::vector<Polytope3> hulls_of_all_kinds() {
  Random random(1);
  std::vector<Polytope3> hulls{cloud(random, 200, {1, 0.5, 0.3}), cloud(random, 20, {1, 1, 1}),
                               Polytope3::box({0.5, 0.2, 0.1}), cloud(random, 90, {1, 1, 1e-3}),
                               cloud(random, 60, {1, 0.5, 0.8}, true)};
  hulls.push_back(Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value());
  hulls.push_back(Polytope3::from_points({{-1, 0, 0}, {1, 0.5, 0}}).value());
  hulls.push_back(Polytope3::from_points({{0.25, 0.5, 0.125}}).value());
  return hulls;
}

/// Two poses for each item, `reach` apart.
World<3> anywhere(std::uint64_t seed, std::int32_t items, double reach) {
  World<3> world;
  Random random(seed);
  world.hulls = hulls_of_all_kinds();
  for (std::int32_t i = 0; i < items; ++i) {
    for (int k = 0; k < 2; ++k) world.rows.push_back(rotation(random, reach));
    world.add_item(0, 1, 2 * i, 2 * i + 1);
  }
  return world;
}

TEST(HullDistanceLanes, HoldExactDistances) {
  World<3> world = anywhere(2, 24, 1.8);
  for (const Form form : kForms) {
    world.set_form(form);
    int open = 0;
    for (std::size_t a = 0; a < world.hulls.size(); ++a) {
      for (std::size_t b = a; b < world.hulls.size(); ++b) {
        if ((a + b) % 3 != static_cast<std::size_t>(form)) continue;
        SCOPED_TRACE(std::to_string(a) + " " + std::to_string(b));
        open += expect_exact(world, a, b);
        open += expect_exact(world, a, b, 1e-9);
      }
    }
    EXPECT_LT(open, 30);  // of thousands
  }
}

/// The tests' own oracle, which shares no idea with the library.
TEST(HullDistanceLanes, AgreeWithBruteForce) {
  Random random(3);
  World<3> world = anywhere(4, 40, 1.4);
  world.hulls = {cloud(random, 5, {1, 0.5, 0.4}), cloud(random, 6, {0.5, 1, 0.7}, true)};
  world.set_form(Form::doubles);
  const auto exact = [&](std::size_t hull, std::int32_t pose) {
    oracle::Points<Rational> points;
    for (std::int32_t v = 0; v < world.hulls[hull].vertex_count(); ++v) {
      const Vector3 x = world.hulls[hull].vertex(v);
      auto& point = points.emplace_back();
      for (std::size_t l = 0; l < 3; ++l) {
        const double* const row = world.rows[static_cast<std::size_t>(pose)].data() + 4 * l;
        point.push_back(Rational(row[0]) * Rational(x[0]) + Rational(row[1]) * Rational(x[1]) +
                        Rational(row[2]) * Rational(x[2]) + Rational(row[3]));
      }
    }
    return points;
  };
  const std::vector<Measured> all = measure(world, 0, 1);
  int measured = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].open) continue;
    ++measured;
    expect_holds(all[i].distance, oracle::brute_force_distance_squared(exact(0, world.pose_a[i]),
                                                                       exact(1, world.pose_b[i])));
  }
  EXPECT_GT(measured, 10);
}

/// Sheared, scaled, parallel and touching bodies, far from the origin too.
TEST(HullDistanceLanes, AtEveryKindOfPose) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(5, 16);
    world.hulls = hulls_of_all_kinds();
    for (std::size_t pair = 0; pair < 5; ++pair) {
      world.set_form(kForms.at(pair % 3));
      expect_exact(world, pair, (pair * 3 + 1) % world.hulls.size());
    }
  }
}

/// Bodies moved together until a share of their size is left, or until they overlap by it.
TEST(HullDistanceLanes, CloserAndCloser) {
  World<3> world = anywhere(6, 100, 1.8);
  world.set_form(Form::doubles);
  for (std::size_t i = 0; i < 100; ++i) {
    const Distance3 apart = distance(world.a(i), world.b(i));
    if (!apart.witness || apart.verdict != Verdict::separated) continue;
    const double left = std::ldexp(i % 2 == 0 ? 1 : -1, -static_cast<int>(i % 55));
    for (std::size_t k = 0; k < 3; ++k) {
      world.rows[2 * i + 1][4 * k + 3] -= (apart.distance.lower - left) * apart.witness->normal[k];
    }
  }
  for (const Form form : kForms) {
    world.set_form(form);
    expect_exact(world, 0, 1);
  }
}

/// Rotations that no matrix of doubles holds: their errors count.
TEST(HullDistanceLanes, TurnedByQuaternions) {
  World<3> world = anywhere(10, 60, 1.8);
  Random random(11);
  world.set_form(Form::poses);
  for (std::size_t i = 0; i < world.poses.size(); ++i) {
    const auto& rows = world.rows[i];
    const auto entry = [&] { return between(random, -1, 1); };
    world.poses[i] =
        Pose3::from_wxyz({entry(), entry(), entry(), 0.5}, {rows[3], rows[7], rows[11]}).value();
  }
  EXPECT_LT(expect_exact(world, 0, 1), 10);
  EXPECT_LT(expect_exact(world, 2, 4), 10);
}

TEST(HullDistanceLanes, OfAllSizes) {
  for (const double size : {1e-200, 1e-40, 1e-9, 1e5, 1e40, 1e200}) {
    SCOPED_TRACE(size);
    World<3> world = anywhere(7, 16, 1.8);
    for (auto& rows : world.rows) {
      for (double& entry : rows) entry *= size;
    }
    world.set_form(Form::doubles);
    expect_exact(world, 0, 2);
  }
}

TEST(HullDistanceLanes, DependOnTheirOwnPosesAlone) {
  World<3> world = anywhere(8, 200, 1.5);
  world.set_form(Form::doubles);
  World<3> moved = world;
  std::rotate(moved.pose_a.begin(), moved.pose_a.begin() + 37, moved.pose_a.end());
  std::rotate(moved.pose_b.begin(), moved.pose_b.begin() + 37, moved.pose_b.end());
  World<3> alone = world;
  detail::on_every_target([&] {
    const std::vector<Measured> all = measure(world, 0, 1);
    const std::vector<Measured> rotated = measure(moved, 0, 1);
    for (std::size_t i = 0; i < all.size(); ++i) {
      SCOPED_TRACE(i);
      expect_same(all[i], rotated[(i + all.size() - 37) % all.size()]);
      if (i % 10 != 0) continue;
      alone.hull_a = alone.hull_b = {0};
      alone.pose_a = {world.pose_a[i]};
      alone.pose_b = {world.pose_b[i]};
      expect_same(all[i], measure(alone, 0, 1).front());
    }
  });
}

/// A pose that is no pose stays open, and so does one far out; its neighbours are measured.
TEST(HullDistanceLanes, LeaveWhatIsOutOfRange) {
  World<3> world = anywhere(9, 40, 3);
  world.set_form(Form::doubles);
  const std::vector<Measured> all = measure(world, 0, 1);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  int item = 1;
  for (const double wrong : {kNaN, kInfinity, -kInfinity, 1e300, 1e160}) {
    for (const std::size_t entry : {0U, 5U, 3U}) {
      World<3> other = world;
      other.rows[2 * static_cast<std::size_t>(item)][entry] = wrong;
      const std::vector<Measured> found = measure(other, 0, 1);
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (static_cast<int>(i) != item) expect_same(found[i], all[i]);
      }
      const bool may_be_measured = wrong == 1e160 && entry == 3;
      EXPECT_TRUE(found[static_cast<std::size_t>(item)].open || may_be_measured) << wrong;
      ++item;
    }
  }
}

}  // namespace
}  // namespace sunder::test
