// SPDX-License-Identifier: Apache-2.0
//
// Tests the exact stages of a linear cast alone. Whatever is proposed, the program ends at the time
// of the enumeration, under Bland's rule alone too. A portal proves no other time.
#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "query/cast/portal.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/cast/ray_program.hpp"
#include "query/cast_oracle.hpp"
#include "suite/random.hpp"

namespace sunder::test {
namespace {

using detail::BigInt;
using detail::ExactColumns;
using detail::Portal;
using detail::RayOutcome;
using detail::RayProgram;
using suite::Random;

template <int D>
struct Made {
  std::vector<Whole> whole;
  Polytope<D> body;
};

template <int D>
Made<D> make_body_at(Random& random, const Whole& place) {
  Made<D> made;
  std::vector<Vector<D>> points;
  const int count = random.in(1, 6);
  for (int i = 0; i < count; ++i) {
    Whole& x = made.whole.emplace_back(Whole{});
    Vector<D>& point = points.emplace_back();
    for (std::size_t l = 0; l < D; ++l) {
      x[l] = place[l] + random.in(-2, 2);
      point[l] = static_cast<double>(x[l]);
    }
  }
  made.body = Polytope<D>::from_points(points).value();
  return made;
}

template <int D>
void check_proposals(std::uint64_t seed, int count) {
  using Columns = ExactColumns<D, BigInt>;
  Random random(seed);
  int met = 0;
  int portals = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    Whole place{};
    Whole velocity{};
    for (std::size_t l = 0; l < D; ++l) {
      place[l] = random.in(-5, 5);
      velocity[l] = random.in(-2, 2) - place[l];
    }
    const Made<D> a = make_body_at<D>(random, {});
    const Made<D> b = make_body_at<D>(random, place);
    const auto time = CastOracle(a.whole, b.whole).first_meeting(velocity);
    if (time && *time == 0) continue;  // the program requires separated bodies

    Vector<D> v{};
    const Vector<D> none{};
    for (std::size_t l = 0; l < D; ++l) v[l] = static_cast<double>(velocity[l]);
    const detail::Pair<D> pair{detail::make_body_of(a.body, Pose<D>::identity()),
                               detail::make_body_of(b.body, Pose<D>::identity())};
    const detail::ExactVelocity<D> exact{none, v};
    const Columns columns(pair, exact, detail::scale_with_velocity(pair, exact));

    std::vector<IndexPair> proposal;
    const int proposed = random.in(0, 6);
    for (int k = 0; k < proposed; ++k) {
      IndexPair at;
      at.a = random.in(0, a.body.vertex_count() - 1);
      at.b = random.in(0, b.body.vertex_count() - 1);
      proposal.push_back(at);
    }
    for (const int patience : {0, 64}) {
      RayProgram<D, Columns> program(columns, patience);
      const RayOutcome outcome = program.solve(proposal);
      ASSERT_EQ(outcome, time ? RayOutcome::meets : RayOutcome::misses);
      if (!time) continue;
      EXPECT_EQ(CastRational(program.time(), program.determinant()), *time);
      ++met;
    }
    for (std::size_t k = 0; k + D <= proposal.size(); ++k) {
      Portal<D, BigInt> portal(columns);
      if (!portal.finds_entry({proposal.data() + k, D})) continue;
      ++portals;
      ASSERT_TRUE(time.has_value());
      EXPECT_EQ(CastRational(portal.height()) / CastRational(portal.closing()), *time);
    }
  }
  EXPECT_GT(met, count / 4);
  EXPECT_GT(portals, count / 200);
}

TEST(RayProgram, EndsAtTheSameTimeWhateverIsProposedInThePlane) { check_proposals<2>(101, 1000); }

TEST(RayProgram, EndsAtTheSameTimeWhateverIsProposedInSpace) { check_proposals<3>(102, 2000); }

// ---- in doubles ------------------------------------------------------------------------------

using detail::RoughColumns;

template <int D>
Polytope<D> scaled(const std::vector<Whole>& whole, double scale) {
  std::vector<Vector<D>> points;
  for (const Whole& x : whole) {
    Vector<D>& point = points.emplace_back();
    for (std::size_t l = 0; l < D; ++l) point[l] = static_cast<double>(x[l]) * scale;
  }
  return Polytope<D>::from_points(points).value();
}

/// The proposal is the first contact, at any scale of bodies and speeds. Without it the exact stage
/// takes tens of times as long.
template <int D>
void check_rough(std::uint64_t seed, int count) {
  Random random(seed);
  int met = 0;
  int proven = 0;
  int missed = 0;
  int undecided = 0;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(i);
    Whole place{};
    Whole velocity{};
    for (std::size_t l = 0; l < D; ++l) {
      place[l] = random.in(-5, 5);
      velocity[l] = random.in(-2, 2) - place[l];
    }
    const double size = std::ldexp(1.0, 30 * random.in(-1, 1));
    const double haste = std::ldexp(1.0, 20 * random.in(-1, 1));
    const Made<D> a = make_body_at<D>(random, {});
    const Made<D> b = make_body_at<D>(random, place);
    const auto time = CastOracle(a.whole, b.whole).first_meeting(velocity);
    if (time && *time == 0) continue;
    Vector<D> v{};
    const Vector<D> none{};
    for (std::size_t l = 0; l < D; ++l) v[l] = static_cast<double>(velocity[l]) * size * haste;
    if (v == none) continue;

    const Polytope<D> body_a = scaled<D>(a.whole, size);
    const Polytope<D> body_b = scaled<D>(b.whole, size);
    const detail::Pair<D> pair{detail::make_body_of(body_a, Pose<D>::identity()),
                               detail::make_body_of(body_b, Pose<D>::identity())};
    const detail::FilteredPair<D> filtered(pair);
    const RoughColumns<D> columns(filtered, v);
    ASSERT_TRUE(columns.usable());
    RayProgram<D, RoughColumns<D>> program(columns);
    const RayOutcome outcome = program.solve({});
    if (outcome == RayOutcome::undecided) {
      ++undecided;
      continue;
    }
    ASSERT_EQ(outcome, time ? RayOutcome::meets : RayOutcome::misses);
    if (!time) {
      double along = 0;
      for (std::size_t l = 0; l < D; ++l) along += program.direction()[l] * v[l] / (size * haste);
      EXPECT_GT(along, -1e-9);
      for (const Whole& p : a.whole) {
        for (const Whole& q : b.whole) {
          double price = 0;
          for (std::size_t l = 0; l < D; ++l) {
            price += program.direction()[l] * static_cast<double>(p[l] - q[l]);
          }
          EXPECT_LT(price, 1e-9);
        }
      }
      ++missed;
      continue;
    }
    ++met;
    // The program's own time, in units in which C and v have size 1, equals the contact time up to
    // a factor.
    double fastest = 0;
    for (const double entry : v) fastest = std::max(fastest, std::fabs(entry));
    const double reach = *std::max_element(filtered.reach().begin(), filtered.reach().end());
    const auto expected = static_cast<double>(*time) / haste;
    EXPECT_NEAR(program.time() * reach / fastest / expected, 1, 1e-9);
    std::vector<IndexPair> pairs;
    program.visit_pairs([&](IndexPair at, double) { pairs.push_back(at); });
    const detail::ExactVelocity<D> exact{none, v};
    const ExactColumns<D, BigInt> whole(pair, exact, detail::scale_with_velocity(pair, exact));
    proven += Portal<D, BigInt>(whole).finds_entry(pairs);
  }
  EXPECT_GT(met, count / 4);
  EXPECT_GT(missed, count / 20);
  EXPECT_LE(undecided, count / 50);
  EXPECT_GT(proven, met * 9 / 10);
}

TEST(RayProgram, InDoublesItProposesTheMeetingInThePlane) { check_rough<2>(103, 300); }

TEST(RayProgram, InDoublesItProposesTheMeetingInSpace) { check_rough<3>(104, 500); }

TEST(RayProgram, DoublesServeUpToTheirLimits) {
  const auto usable = [](double distance, double speed) {
    const auto a = Polytope2::from_points({{0, 0}}).value();
    const auto b = Polytope2::from_points({{distance, 0}}).value();
    const detail::Pair<2> pair{detail::make_body_of(a, Pose2::identity()),
                               detail::make_body_of(b, Pose2::identity())};
    const detail::FilteredPair<2> filtered(pair);
    return RoughColumns<2>(filtered, {-speed, 0}).usable();
  };
  EXPECT_TRUE(usable(1, 1));
  for (const auto& [inside, outside] :
       {std::pair{0x1.fp399, 0x1p400}, {0x1.fp399, 0x1p401}, {0x1.01p-400, 0x1.ffp-401}}) {
    EXPECT_TRUE(usable(inside, 1)) << inside;
    EXPECT_FALSE(usable(outside, 1)) << outside;
    EXPECT_TRUE(usable(1, inside)) << inside;
    EXPECT_FALSE(usable(1, outside)) << outside;
    EXPECT_FALSE(usable(outside, outside)) << outside;
  }
  EXPECT_FALSE(usable(1, 0x1p-400));
}

/// A price counts as positive if it exceeds the rounding error in a sum of the size of its
/// direction.
TEST(RayProgram, DoublesToleratePricesThatRoundingsCanFeign) {
  const auto above = [](double price, std::array<double, 3> u) {
    return RoughColumns<3>::above_zero(price, u.data());
  };
  EXPECT_FALSE(above(0, {}));
  for (const std::array<double, 3>& u : {std::array<double, 3>{1, 2, 4}, {-4, 2, 1}, {7, 0, 0}}) {
    EXPECT_FALSE(above(6.99e-15, u));
    EXPECT_TRUE(above(7.01e-15, u));
    EXPECT_FALSE(above(-1, u));
  }
}

struct Hasty : RoughColumns<3> {
  using RoughColumns<3>::RoughColumns;
  static constexpr int kPivots = 1;
};

/// Doubles might cycle: they stop after a fixed number of pivots, and exact numbers continue.
TEST(RayProgram, DoublesEndAfterTheirLastPivot) {
  const auto a = Polytope3::box({1, 1, 1});
  const Pose3 pose = Pose3::translation({4, 0.25, 0.125}).value();
  const detail::Pair<3> pair{detail::make_body_of(a, Pose3::identity()),
                             detail::make_body_of(a, pose)};
  const detail::FilteredPair<3> filtered(pair);
  const RoughColumns<3> patient(filtered, {-8, 0, 0});
  EXPECT_EQ((RayProgram<3, RoughColumns<3>>(patient).solve({})), RayOutcome::meets);
  const Hasty hasty(filtered, {-8, 0, 0});
  EXPECT_EQ((RayProgram<3, Hasty>(hasty).solve({})), RayOutcome::undecided);
}

TEST(RayProgram, NumbersOfAnyWidthAgree) {
  const auto a = Polytope3::from_points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}).value();
  const Pose3 pose = Pose3::translation({4, 0.25, 0.25}).value();
  const detail::Pair<3> pair{detail::make_body_of(a, Pose3::identity()),
                             detail::make_body_of(a, pose)};
  const Vector3 none{};
  const Vector3 v{-8, 0, 0};
  const detail::ExactVelocity<3> exact{none, v};
  const auto time = [&](auto zero) {
    using Int = decltype(zero);
    const ExactColumns<3, Int> columns(pair, exact, detail::scale_with_velocity(pair, exact));
    RayProgram<3, ExactColumns<3, Int>> program(columns);
    EXPECT_EQ(program.solve({}), RayOutcome::meets);
    return static_cast<double>(program.time()) / static_cast<double>(program.determinant());
  };
  // The plane x + y + z = 1 of a meets b's corner at (4, 1/4, 1/4).
  EXPECT_EQ(time(detail::Int128{}), 0.4375);
  EXPECT_EQ(time(detail::FixedInt<512>{}), 0.4375);
  EXPECT_EQ(time(BigInt{}), 0.4375);
}

}  // namespace
}  // namespace sunder::test
