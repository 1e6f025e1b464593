// SPDX-License-Identifier: Apache-2.0
//
// Tests the quick depth and distance of two boxes against exact numbers, on every instruction set.
// Their claims are true, and their points belong to the boxes. Boxes in general position must have
// a claim.
#include <cmath>
#include <gtest/gtest.h>

#include "geometry/float_environment.hpp"
#include "geometry/vectors.hpp"
#include "lanes/every_target.hpp"
#include "narrow/box_pairs.hpp"
#include "narrow/boxes/boxes.hpp"
#include "narrow/sat/sat.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

using suite::Rational;

double size_of(const detail::Pair<3>& pair) {
  const detail::FilteredPair<3> filtered(pair);
  double size = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    size += filtered.reach()[l] + std::fabs(pair.a.pose->offset(static_cast<int>(l))) +
            std::fabs(pair.b.pose->offset(static_cast<int>(l)));
  }
  return size;
}

/// The faces' normals, with both signs, of a body with any R.
std::vector<Vector3> face_normals(const detail::Body<3>& body) {
  const double* r = detail::linear_data(*body.pose);
  const auto column = [r](std::size_t k) { return Vector3{r[k], r[3 + k], r[6 + k]}; };
  std::vector<Vector3> normals;
  for (std::size_t k = 0; k < 3; ++k) {
    Vector3 n = detail::cross(column(k), column((k + 1) % 3));
    normals.push_back(n);
    for (double& entry : n) entry = -entry;
    normals.push_back(n);
  }
  return normals;
}

void expect_inside(const detail::Body<3>& body, const Vector3& point, double size) {
  for (const Vector3& n : face_normals(body)) {
    double length = 0;
    double along = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      along += n[l] * (point[l] - body.pose->offset(static_cast<int>(l)));
      length += std::fabs(n[l]);
    }
    const Vector3 u = detail::pull_back(body, n.data(), 1);
    EXPECT_LE(along, detail::support<3>(*body.hull, u.data()).value + 1e-9 * size * length);
  }
}

/// Expects points of both boxes that are `length` along the normal from each other.
template <class Answer>
void expect_points(const detail::Pair<3>& pair, const Answer& answer, double length) {
  const double size = size_of(pair);
  double squared = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    squared += answer.witness->normal[l] * answer.witness->normal[l];
    EXPECT_NEAR(answer.witness->point_b[l] - answer.witness->point_a[l],
                length * answer.witness->normal[l], 1e-12 * size);
  }
  EXPECT_NEAR(squared, 1, 1e-14);
  expect_inside(pair.a, answer.witness->point_a, size);
  expect_inside(pair.b, answer.witness->point_b, size);
}

Rational square_of(double x) { return Rational(x) * Rational(x); }

/// Returns whether the kernel claimed a result.
bool expect_true_depth(const Bodies<3>& bodies, Verdict verdict, const Rational& squared) {
  const auto pair = pair_of(bodies);
  Penetration3 answer;
  const Verdict found = detail::boxes::set_depth(pair, answer);
  if (found == Verdict::undecided) return false;
  EXPECT_EQ(found, verdict);
  if (found == Verdict::separated) return true;
  EXPECT_GT(answer.depth.lower, 0);
  EXPECT_LE(square_of(answer.depth.lower), squared);
  EXPECT_GE(square_of(answer.depth.upper), squared);
  expect_points(pair, answer, -answer.depth.upper);
  return true;
}

bool expect_true_distance(const Bodies<3>& bodies, Verdict verdict,
                          const detail::MinNorm::Interval& distance) {
  const auto pair = pair_of(bodies);
  Distance3 answer;
  const Verdict found = detail::boxes::set_distance(pair, answer).verdict;
  if (found == Verdict::undecided) return false;
  EXPECT_EQ(found, verdict);
  if (found == Verdict::overlapping) return true;
  EXPECT_GT(answer.distance.lower, 0);
  EXPECT_LE(answer.distance.lower, distance.upper);
  EXPECT_GE(answer.distance.upper, distance.lower);
  const bool narrow = answer.distance.upper - answer.distance.lower <= 1e-12 * size_of(pair);
  if (narrow) expect_points(pair, answer, answer.distance.upper);
  return narrow;
}

/// Moves b by up to twice its distance from a, so that some pairs become separated.
void part(Random& random, BoxPair& pair) {
  const double factor = 1 + between(random, 0, 2) * between(random, 0, 1);
  const auto move = [factor](double& b, double a) { b = a + factor * (b - a); };
  if (pair.b.pose.form == PoseData::Form::matrix && pair.a.pose.form == PoseData::Form::matrix) {
    for (const std::size_t i : {3U, 7U, 11U}) move(pair.b.pose.rows[i], pair.a.pose.rows[i]);
  } else {
    for (double& entry : pair.b.pose.translation) move(entry, 0);
  }
}

struct Tally {
  int pairs = 0;
  int decided = 0;
};

// Boxes about one axis, or nearly, have parallel edges and several axes of one length.
TEST(SatBoxQuick, DepthsBesideParallelEdges) {
  constexpr BoxFamily kTurned[] = {{"about an axis", about_an_axis, true},
                                   {"nearly about an axis", nearly_about_an_axis, false},
                                   {"stacked", stacked, true}};
  for (const BoxFamily& family : kTurned) {
    SCOPED_TRACE(family.name);
    Random random(74);
    Tally tally;
    for (int i = 0; i < 150; ++i) {
      const BoxPair boxes = family.make(random);
      const Bodies<3> bodies(boxes.a, boxes.b, 3);
      const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
      const Rational squared =
          Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
      detail::on_every_target([&] {
        ++tally.pairs;
        tally.decided += expect_true_depth(bodies, exact.verdict, squared) ? 1 : 0;
      });
    }
    EXPECT_GE(tally.decided * 100, tally.pairs * (family.clear ? 95 : 80));
  }
}

/// One on the other along an axis of the world, about which both are turned. Their edges include any
/// small angle, or are nearly perpendicular.
BoxPair stacked_on_an_axis(Random& random, std::size_t axis) {
  BoxPair pair{box_body(random_half(random)), box_body(random_half(random))};
  const auto turn = [&] {
    const double small = std::ldexp(between(random, -1, 1), -random.in(0, 30));
    const std::array<double, 2> ends =
        random.chance(1, 2) ? std::array<double, 2>{1, small} : std::array<double, 2>{1, 1 + small};
    std::array<double, 4> q{ends[0], 0, 0, 0};
    q[1 + axis] = ends[1];
    if (!random.chance(1, 4)) return q;
    // Half a turn about a line across the axis.
    std::array<double, 4> over{};
    over[1 + (axis + 1) % 3] = ends[0];
    over[1 + (axis + 2) % 3] = ends[1];
    return over;
  };
  pair.a = with_quaternion(pair.a, turn());
  std::vector<double> t{0, 0, 0};
  for (double& entry : t) entry = between(random, -0.2, 0.2);
  t[axis] = -std::ldexp(between(random, 0.5, 1), -random.in(3, 12));
  for (const BodyData* body : {&pair.a, &pair.b}) t[axis] += std::fabs(body->vertices[0][axis]);
  pair.b = with_quaternion(pair.b, turn(), t);
  return pair;
}

// Lemma F: edges that cross at any angle leave the interval as narrow as the faces do.
TEST(SatBoxQuick, DepthsOfStackedBoxesAreNarrow) {
  Random random(75);
  for (int i = 0; i < 300; ++i) {
    const auto axis = static_cast<std::size_t>(i % 3);
    const BoxPair boxes = stacked_on_an_axis(random, axis);
    const Bodies<3> bodies(boxes.a, boxes.b, 3);
    const auto pair = pair_of(bodies);
    const Rational squared = i % 6 != 0 ? Rational(0) : [&] {
      const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
      return Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
    }();
    detail::on_every_target([&] {
      Penetration3 answer;
      ASSERT_EQ(detail::boxes::set_depth(pair, answer), Verdict::overlapping) << i;
      EXPECT_LE(answer.depth.upper - answer.depth.lower, 64 * 0x1p-52 * size_of(pair)) << i;
      EXPECT_GT(std::fabs(answer.witness->normal[axis]), 1 - 0x1p-40) << i;
      expect_points(pair, answer, -answer.depth.upper);
      if (squared == 0) return;
      EXPECT_LE(square_of(answer.depth.lower), squared);
      EXPECT_GE(square_of(answer.depth.upper), squared);
    });
  }
}

Vector3 rotated_by(const std::array<double, 4>& q, const std::vector<double>& v) {
  const Pose3 pose = Pose3::from_wxyz(q).value();
  Vector3 sum{};
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k)
      sum[static_cast<std::size_t>(l)] += pose.linear(l, k) * v[static_cast<std::size_t>(k)];
  }
  return sum;
}

/// Turns the world of both boxes by a quaternion, up to rounding. Some bodies have their middles
/// elsewhere than their origins.
BoxPair in_turned_world(Random& random, BoxPair pair) {
  const std::array<double, 4> world = random_quaternion(random);
  const auto& [w, x, y, z] = world;
  for (BodyData* body : {&pair.a, &pair.b}) {
    std::array<double, 4>& q = body->pose.quaternion;
    q = {w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
         w * q[2] - x * q[3] + y * q[0] + z * q[1], w * q[3] + x * q[2] - y * q[1] + z * q[0]};
    const Vector3 t = rotated_by(world, body->pose.translation);
    std::vector<double> middle{0, 0, 0};
    if (random.chance(1, 3)) {
      for (double& entry : middle) entry = between(random, -2, 2);
    }
    for (auto& vertex : body->vertices) {
      for (std::size_t k = 0; k < 3; ++k) vertex[k] += middle[k];
    }
    const Vector3 moved = rotated_by(q, middle);
    for (std::size_t l = 0; l < 3; ++l) body->pose.translation[l] = t[l] - moved[l];
  }
  return pair;
}

// Lemma G: no axis of the world is kept, and up to eight axes are parallel up to rounding.
TEST(SatBoxQuick, DepthsOfStackedBoxesInATurnedWorldAreNarrow) {
  Random random(76);
  Tally tally;
  for (int i = 0; i < 400; ++i) {
    BoxPair stacked = stacked_on_an_axis(random, static_cast<std::size_t>(i % 3));
    // Neither end of an axis points to the other body.
    if (random.chance(1, 8)) stacked.b.pose.translation = {0, 0, 0};
    const BoxPair boxes = in_turned_world(random, std::move(stacked));
    const Bodies<3> bodies(boxes.a, boxes.b, 3);
    const auto pair = pair_of(bodies);
    const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
    const Rational squared =
        Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
    for (const FloatMode& mode : float_modes()) {
      detail::on_every_target([&] {
        Penetration3 answer;
        ++tally.pairs;
        const Verdict found = in_mode(mode, [&] { return detail::boxes::set_depth(pair, answer); });
        if (found != Verdict::overlapping) return;
        const auto& [lower, upper] = answer.depth;
        tally.decided += detail::is_narrow(pair, lower, upper, upper, 0) ? 1 : 0;
        EXPECT_LE(square_of(lower), squared) << i << mode.name;
        EXPECT_GE(square_of(upper), squared) << i << mode.name;
        expect_points(pair, answer, -upper);
      });
    }
  }
  EXPECT_GE(tally.decided * 100, tally.pairs * 99);
}

TEST(SatBoxQuick, DepthsAreTrue) {
  for (const BoxFamily& family : kBoxFamilies) {
    SCOPED_TRACE(family.name);
    Random random(72);
    Tally tally;
    for (int i = 0; i < 150; ++i) {
      const BoxPair boxes = family.make(random);
      const Bodies<3> bodies(boxes.a, boxes.b, 3);
      if (!detail::sat::both_boxes(pair_of(bodies))) continue;
      const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
      const Rational squared =
          Rational(exact.depth_squared.numerator) / Rational(exact.depth_squared.denominator);
      detail::on_every_target([&] {
        const bool claimed = expect_true_depth(bodies, exact.verdict, squared);
        ++tally.pairs;
        tally.decided += claimed ? 1 : 0;
      });
    }
    const bool general =
        family.make == rotated || family.make == quaternions || family.make == far_away;
    if (general || family.make == parallel) {
      EXPECT_GE(tally.decided * 100, tally.pairs * 95);
    }
  }
}

TEST(SatBoxQuick, DistancesAreTrue) {
  for (const BoxFamily& family : kBoxFamilies) {
    SCOPED_TRACE(family.name);
    Random random(73);
    Tally apart;
    Tally meeting;
    for (int i = 0; i < 150; ++i) {
      BoxPair boxes = family.make(random);
      part(random, boxes);
      const Bodies<3> bodies(boxes.a, boxes.b, 3);
      if (!detail::sat::both_boxes(pair_of(bodies))) continue;
      const Verdict verdict = exact_penetration(bodies.a(), bodies.b()).verdict;
      const detail::MinNorm exact = detail::find_min_norm<3>(pair_of(bodies), {});
      const auto distance = exact.distance();
      detail::on_every_target([&] {
        const bool claimed = expect_true_distance(bodies, verdict, distance);
        Tally& tally = verdict == Verdict::separated ? apart : meeting;
        ++tally.pairs;
        tally.decided += claimed ? 1 : 0;
      });
    }
    if (family.make == rotated || family.make == quaternions || family.make == far_away) {
      EXPECT_GT(apart.pairs, 20);
      EXPECT_GE(apart.decided * 100, apart.pairs * 95);
      EXPECT_GE(meeting.decided * 100, meeting.pairs * 95);
    }
  }
}

struct Known {
  const char* name;
  std::vector<double> half_b;
  std::array<double, 4> turn;
  std::vector<double> to;
  double distance;
  Vector3 point_a, point_b;
};

// a is the box of half extents 1, 2, 3 about the origin. Rotations are by right and half right
// angles, the answers by hand.
TEST(SatBoxQuick, KnownDistances) {
  const double root = std::sqrt(0.5);
  const double third = 1 / std::sqrt(3.0);
  // About (1, -1, 0) by the angle between (1, 1, 1) and z: a corner of a cube points straight down.
  const double half_angle = std::acos(third) / 2;
  const double s = std::sin(half_angle) * root;
  const std::array<double, 4> on_corner{std::cos(half_angle), -s, s, 0};
  const std::array<double, 4> slight{1, 0.0625, 0.125, 0.03125};
  const Known known[] = {
      {"a corner above a face",
       {1, 1, 1},
       on_corner,
       {0.25, 0.5, 3 + std::sqrt(3.0) + 0.5},
       0.5,
       {0.25, 0.5, 3},
       {0.25, 0.5, 3.5}},
      {"an edge above an edge",
       {5, 1, 1},
       {std::cos(M_PI / 8), std::sin(M_PI / 8), 0, 0},
       {0, 0, 3 + std::sqrt(2.0) + 1},
       1,
       {},
       {}},
      {"far along a diagonal", {1, 1, 1}, slight, {101, 102, 103}, 0, {}, {}},
  };
  for (const Known& it : known) {
    SCOPED_TRACE(it.name);
    const BodyData a = box_body({1, 2, 3});
    const BodyData b = with_quaternion(box_body(it.half_b), it.turn, it.to);
    const Bodies<3> bodies(a, b, 3);
    const auto exact = detail::find_min_norm<3>(pair_of(bodies), {}).distance();
    const Distance3 answer = distance(bodies.a(), bodies.b());
    EXPECT_EQ(answer.verdict, Verdict::separated);
    EXPECT_LE(answer.distance.lower, exact.upper);
    EXPECT_GE(answer.distance.upper, exact.lower);
    if (it.distance == 0) continue;
    EXPECT_NEAR(answer.distance.upper, it.distance, 1e-13);
    if (it.point_b[2] == 0) continue;
    for (std::size_t l = 0; l < 3; ++l) {
      EXPECT_NEAR(answer.witness->point_a[l], it.point_a[l], 1e-13);
      EXPECT_NEAR(answer.witness->point_b[l], it.point_b[l], 1e-13);
    }
  }
}

// Parallel boxes: stacked faces, staggered faces, collinear edges and separated corners. The
// closest points are not unique, the distance is; all are decided at once.
TEST(SatBoxQuick, ParallelBoxes) {
  const std::array<double, 4> turns[] = {{1, 0, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {0.9, 0.2, -0.3, 0.4}};
  const Vector3 places[] = {{0.125, 0.25, 4.5}, {1.75, 2.5, 4.25}, {1.5, 4, 5},
                            {3, 0.5, 5},        {3, 4, 0.25},      {3, 4, 5},
                            {-3, 4, -5},        {-2.5, 0, 0},      {0.25, -3.5, 0.125}};
  for (const auto& turn : turns) {
    const auto rows = rotation_rows(turn, {});
    for (const Vector3& place : places) {
      double squared = 0;
      std::vector<double> rows_b = rows;
      const double reach[] = {2, 3, 4};
      for (std::size_t l = 0; l < 3; ++l) {
        const double beyond = std::max(0.0, std::fabs(place[l]) - reach[l]);
        squared += beyond * beyond;
        rows_b[4 * l + 3] =
            rows[4 * l] * place[0] + rows[4 * l + 1] * place[1] + rows[4 * l + 2] * place[2];
      }
      const Bodies<3> bodies(with_matrix(box_body({1, 2, 3}), rows),
                             with_matrix(box_body({1, 1, 1}), rows_b), 3);
      const auto exact = detail::find_min_norm<3>(pair_of(bodies), {}).distance();
      EXPECT_NEAR(exact.lower, std::sqrt(squared), 1e-14);
      detail::on_every_target([&] {
        const bool claimed = expect_true_distance(bodies, Verdict::separated, exact);
        EXPECT_TRUE(claimed);
      });
    }
  }
}

// Boxes that touch, and those an ulp from it either way: no lane may decide them, and the next
// stages are correct.
TEST(SatBoxQuick, CloseCallsAreLeftAlone) {
  const BodyData a = box_body({1, 0.5, 0.25});
  const std::array<double, 4> q{1, 0, 0, 1};  // about z by a right angle
  for (const double x : {2.0, std::nextafter(2.0, 1.0), std::nextafter(2.0, 3.0)}) {
    const BodyData b = with_quaternion(box_body({0.5, 1, 0.25}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    detail::on_every_target([&] {
      Distance3 apart;
      Penetration3 deep;
      EXPECT_EQ(detail::boxes::set_distance(pair_of(bodies), apart).verdict, Verdict::undecided);
      EXPECT_EQ(detail::boxes::set_depth(pair_of(bodies), deep), Verdict::undecided);
    });
    EXPECT_EQ(distance(bodies.a(), bodies.b()).verdict, truth(a, b));
    EXPECT_EQ(penetration(bodies.a(), bodies.b()).verdict, truth(a, b));
  }
}

// Unlike sizes, and matrices beyond the range of the lemmas: what is claimed is true.
TEST(SatBoxQuick, ClaimsOfUnlikeSizesAreTrue) {
  const BodyData unit = box_body({1, 1, 1});
  const auto scaled = [](double factor) {
    return std::vector<double>{factor, 0, 0, 0, 0, factor, 0, 0, 0, 0, factor, 0};
  };
  const BoxPair pairs[] = {
      {unit, box_body({0x1p61, 1, 1})},
      {box_body({0x1p-40, 0x1p-40, 0x1p-40}), box_body({0x1p-41, 0x1p-41, 0x1p-41})},
      {with_matrix(unit, scaled(4)), unit},
      {with_matrix(unit, scaled(0.25)), with_matrix(unit, scaled(0.25))},
      {unit, with_translation(unit, {0x1p31, 0, 0})},
      {unit, with_translation(unit, {0x1p401, 0, 0})},
      {with_translation(unit, {-1e308, 0, 0}), with_translation(unit, {1e308, 0, 0})}};
  for (const BoxPair& pair : pairs) {
    const Bodies<3> bodies(pair.a, pair.b, 3);
    const auto exact = detail::find_min_norm<3>(pair_of(bodies), {}).distance();
    const Verdict verdict = truth(pair.a, pair.b);
    const ExactPenetration deep = exact_penetration(bodies.a(), bodies.b());
    const Rational squared =
        Rational(deep.depth_squared.numerator) / Rational(deep.depth_squared.denominator);
    detail::on_every_target([&] {
      expect_true_depth(bodies, verdict, squared);
      expect_true_distance(bodies, verdict, exact);
    });
  }
}

// The report besides the numbers: counters, and a hint for the next query.
TEST(SatBoxQuick, AnswersAreReported) {
  const std::array<double, 4> q{1, 0.25, 0.5, 0.125};
  const BodyData a = box_body({1, 2, 3});
  for (const double x : {1.0, 7.0}) {
    const BodyData b = with_quaternion(box_body({1, 1, 1}), q, {x, 0.25, 0.125});
    const Bodies<3> bodies(a, b, 3);
    Counters counters;
    Hint3 hint;
    Search3 options;
    options.counters = &counters;
    options.hint = &hint;
    const Distance3 answer = distance(bodies.a(), bodies.b(), {.search = options});
    EXPECT_EQ(answer.verdict, truth(a, b));
    EXPECT_TRUE(answer.proven);
    EXPECT_EQ(counters.by_stage[static_cast<std::size_t>(answer.stage)], 1U);
    EXPECT_EQ(hint.verdict, answer.verdict);
    EXPECT_EQ(answer.witness.has_value(), answer.verdict == Verdict::separated);
    if (answer.witness.has_value()) {
      EXPECT_EQ(hint.direction, answer.witness->normal);
      EXPECT_EQ(intersects(bodies.a(), bodies.b(), options).stage, Stage::hint);
    } else {
      EXPECT_EQ(answer.distance.upper, 0);
      EXPECT_EQ(answer.distance.lower, 0);
    }
  }
}

}  // namespace
}  // namespace sunder::test
