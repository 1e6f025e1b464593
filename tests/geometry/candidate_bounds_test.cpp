// SPDX-License-Identifier: Apache-2.0
//
// Compares roundings with the margin of candidates.cpp in rationals, in every rounding mode,
// flushing or not. One ratio is that of the difference of two heights. The other is how far a
// dropped vertex falls short of the margin. A dropped vertex that is not lower at all would be a
// wrong table.
#include <cmath>

#include "filter/random_specs.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/candidate_rules.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

using Place = std::array<double, 3>;

struct Question {
  CellCorners corners;
  Place reach{};
  Place higher{};
  Place lower{};
};

/// Typical coordinates: far from the origin, or on axes along which the body is thin.
Place draw_reach(RandomSpecs& random) {
  Place reach;
  const bool wide = random.chance(2);
  for (double& entry : reach) {
    entry = std::fabs(random.signed_unit()) + 0.5;
    if (wide && random.chance(3)) entry = std::ldexp(entry, random.in(0, 35));
    if (wide && random.chance(6)) entry = std::ldexp(entry, -random.in(1000, 1070));
  }
  return reach;
}

/// The second vertex is lower than the first by about the margin, in all directions of the octant.
Question draw(RandomSpecs& random) {
  Question question;
  DirectionCell cell{1 << random.in(0, 8), 0, 0};
  cell.i = random.in(0, cell.resolution - 1);
  cell.j = random.in(0, cell.resolution - 1 - cell.i);
  const std::int32_t octant = random.in(0, 7);
  question.corners = corners_of(cell, octant);
  question.reach = draw_reach(random);
  const CornerRows rows = corner_rows(question.corners, question.reach);
  const double margin = *std::max_element(rows.margins.begin(), rows.margins.end());
  const double step = margin * (1 + std::ldexp(random.signed_unit(), -random.in(2, 6)));
  for (std::size_t k = 0; k < 3; ++k) {
    const double most = question.reach[k];
    const double sign = (octant >> k & 1) != 0 ? -1 : 1;
    const double share = random.chance(2) ? 1 : 0.5 * random.signed_unit();
    question.higher[k] = random.chance(2) ? most * share : -most * share;
    question.lower[k] = std::clamp(question.higher[k] - sign * step, -most, most);
  }
  return question;
}

struct Found {
  Heights higher{};
  Heights lower{};
  Heights margins{};
  bool left_out = false;
};

Found find(const Question& question) {
  const CornerRows rows = corner_rows(question.corners, question.reach);
  std::vector<Candidate> both{{question.higher, 0, {}}, {question.lower, 1, {}}};
  set_heights(both, rows.rows);
  std::vector<Candidate> kept, unbeaten;
  keep_candidates(both, rows.margins, kept, unbeaten);
  return {both[0].heights, both[1].heights, rows.margins, kept.size() == 1};
}

Rational height(const Place& corner, const Place& at) {
  Rational sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += Rational(corner[k]) * Rational(at[k]);
  return sum;
}

TEST(CandidateBounds, RoundingIsWithinTheMargin) {
  RandomSpecs random(504);
  WorstRatio heights("difference of two heights of candidates");
  WorstRatio left_out("what of the margin a vertex is not lower by that is left out");
  for (int i = 0; i < 1000 * test::long_run(); ++i) {
    const Question question = draw(random);
    std::array<Rational, 4> lower_by;
    for (std::size_t c = 0; c < 4; ++c) {
      const auto last = static_cast<std::size_t>(question.corners.count - 1);
      const Place& corner = question.corners.directions[std::min(c, last)];
      lower_by[c] = height(corner, question.higher) - height(corner, question.lower);
    }
    for (const FloatMode& mode : test::float_modes()) {
      const Found found = test::in_mode(mode, [&] { return find(question); });
      for (std::size_t c = 0; c < 4; ++c) {
        const Rational margin(found.margins[c]);
        heights.see(Rational(found.higher[c]) - Rational(found.lower[c]) - lower_by[c], margin,
                    mode.name);
        if (found.left_out) left_out.see_above(margin - lower_by[c], margin, mode.name);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(left_out.seen(), 1000);
  EXPECT_GT(heights.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(left_out.ratio(), 0.01);
}

}  // namespace
}  // namespace sunder::detail
