// SPDX-License-Identifier: Apache-2.0
//
// Tests the parts of the edge projection by hand, its proposals and distances against the oracles
// that enumerate, and the paper's own closest points.
#include "algorithms/edge_projection/edge_projection.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "algorithms/edge_projection/outline.hpp"
#include "algorithms/edge_projection/translated_outlines.hpp"
#include "narrow/lattice_bodies.hpp"

namespace sunder::test {
namespace {

namespace algorithm = detail::edge_projection;
using detail::FilteredPair;
using detail::Measured;
using detail::Proposed;
using detail::Request;
using suite::Rational;

template <int D>
Proposed<D> expect_no_lie(const BodyData& a, const BodyData& b, Verdict expected,
                          const std::string& name) {
  const Bodies<D> bodies(a, b, D);
  const FilteredPair<D> filtered(pair_of(bodies));
  const Proposed<D> proposed = algorithm::propose(filtered, {});
  for (const std::int32_t faces : {0, 1, algorithm::kFirstFaces, algorithm::kAllFaces}) {
    const Proposed<D> among = algorithm::propose_among(filtered, {}, faces);
    if (among.stage != Stage::none) {
      EXPECT_EQ(among.verdict, expected) << name << ", faces " << faces;
    }
    if (faces == algorithm::kAllFaces) {
      EXPECT_EQ(among.direction, proposed.direction) << name;
    }
  }
  for (const double entry : proposed.direction) EXPECT_TRUE(std::isfinite(entry)) << name;
  return proposed;
}

template <int D>
Proposed<D> expect_truth(const BodyData& a, const BodyData& b, const std::string& name) {
  const Verdict expected = truth(a, b);
  const Bodies<D> bodies(a, b, D);
  oracle::expect_verdict<D>(bodies.a(), bodies.b(), Algorithm::edge_projection, expected, name);
  expect_no_lie<D>(b, a, expected, name + ", swapped");
  return expect_no_lie<D>(a, b, expected, name);
}

// ---- parts

TEST(EdgeProjection, ProjectsAlongTheLineAndLiftsAcrossIt) {
  // The paper's formula (1) subtracts multiples of y from x and z; its matrix does not.
  const auto along_y = algorithm::projection_along({1, 4, 2});
  EXPECT_EQ(along_y.k, 1u);
  EXPECT_EQ(along_y({3, 8, 5}), (Vector2{5 - 8 * 0.5, 3 - 8 * 0.25}));
  Random random(71);
  for (int i = 0; i < 200; ++i) {
    Vector3 e{}, x{};
    for (double& entry : e) entry = random.in(-5, 5);
    for (double& entry : x) entry = random.in(-9, 9);
    if (e == Vector3{}) continue;
    const auto projection = algorithm::projection_along(e);
    const Vector2 here = projection(x);
    const Vector2 there = projection({x[0] + 3 * e[0], x[1] + 3 * e[1], x[2] + 3 * e[2]});
    EXPECT_NEAR(here[0], there[0], 1e-12);
    EXPECT_NEAR(here[1], there[1], 1e-12);
    const Vector2 n{0.75, -2};
    const Vector3 u = projection.lift(n);
    EXPECT_NEAR(u[0] * e[0] + u[1] * e[1] + u[2] * e[2], 0, 1e-12);
    EXPECT_NEAR(u[0] * x[0] + u[1] * x[1] + u[2] * x[2], n[0] * here[0] + n[1] * here[1], 1e-12);
  }
}

TEST(EdgeProjection, OutlinesAreConvexAndHoldEveryPoint) {
  Random random(72);
  for (int i = 0; i < 500; ++i) {
    std::vector<Vector2> points;
    for (int k = random.in(1, 12); k > 0; --k) {
      const double x = random.in(-3, 3);
      const double y = random.in(-3, 3);
      points.push_back({x, y});
    }
    std::vector<std::int32_t> order;
    algorithm::Outline outline;
    algorithm::trace_outline(points, order, outline);
    const std::size_t count = outline.corners.size();
    ASSERT_GE(count, 1u);
    ASSERT_EQ(outline.vertices.size(), count);
    const auto turn = [](const Vector2& o, const Vector2& p, const Vector2& q) {
      return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
    };
    for (std::size_t c = 0; c < count; ++c) {
      EXPECT_EQ(outline.corners[c], points[static_cast<std::size_t>(outline.vertices[c])]);
      const Vector2& p = outline.corners[c];
      const Vector2& q = outline.corners[(c + 1) % count];
      if (count > 2) {
        EXPECT_GT(turn(p, q, outline.corners[(c + 2) % count]), 0);
      }
      for (const Vector2& point : points) EXPECT_GE(turn(p, q, point), 0);
    }
    if (count == 1) {
      for (const Vector2& point : points) EXPECT_EQ(point, points.front());
    }
  }
}

// ---- by hand

TEST(EdgeProjection, TraceOfTwoPlatesInSpace) {
  const Bodies<3> bodies(box_body({4, 4, 1}), with_translation(box_body({4, 4, 1}), {3.75, 0, 2.5}),
                         3);
  Trace trace;
  const auto proposed = algorithm::propose(FilteredPair<3>(pair_of(bodies)), {nullptr, &trace});
  EXPECT_EQ(proposed.verdict, Verdict::separated);
  EXPECT_EQ(proposed.direction, (Vector3{0, 0, 0.5}));
  ASSERT_EQ(trace.size(), 3u);
  // The line of centres does not separate.
  EXPECT_EQ(trace[0].event, TraceEvent::direction);
  EXPECT_LT(trace[0].value, 0);
  // The face of greatest friction is perpendicular to x; its first edge is along y. Coordinates are
  // (z, x).
  EXPECT_EQ(trace[1].event, TraceEvent::projection);
  EXPECT_EQ(trace[1].direction, (std::vector<double>{0, 0.5, 0}));
  EXPECT_EQ(trace[1].outline_a, (std::vector<double>{-1, -4, 1, -4, 1, 4, -1, 4}));
  EXPECT_EQ(trace[1].outline_b,
            (std::vector<double>{1.5, -0.25, 3.5, -0.25, 3.5, 7.75, 1.5, 7.75}));
  EXPECT_EQ(trace[1].value, 0.5);
  EXPECT_EQ(trace[2].event, TraceEvent::direction);
  EXPECT_EQ(trace[2].direction, (std::vector<double>{0, 0, 0.5}));
  EXPECT_EQ(trace[2].value, 0.25);
}

TEST(EdgeProjection, TraceOfTwoRectangles) {
  const Bodies<2> bodies(box_body({4, 1}), with_translation(box_body({4, 1}), {3.75, 2.5}), 2);
  Trace trace;
  const auto proposed = algorithm::propose(FilteredPair<2>(pair_of(bodies)), {nullptr, &trace});
  EXPECT_EQ(proposed.verdict, Verdict::separated);
  // The line; a's right side and b's left one; then a's upper one, which separates.
  ASSERT_EQ(trace.size(), 7u);
  EXPECT_LT(trace[0].value, 0);
  for (const std::size_t i : {1u, 3u}) {
    EXPECT_EQ(trace[i].event, TraceEvent::projection);
    EXPECT_EQ(trace[i].outline_a, (std::vector<double>{-4, 4}));
    EXPECT_EQ(trace[i].outline_b, (std::vector<double>{-0.25, 7.75}));
    EXPECT_EQ(trace[i].value, -4.25);
    EXPECT_LT(trace[i + 1].value, 0);
  }
  EXPECT_EQ(trace[5].outline_a, (std::vector<double>{-1, 1}));
  EXPECT_EQ(trace[5].outline_b, (std::vector<double>{1.5, 3.5}));
  EXPECT_EQ(trace[5].value, 0.5);
  EXPECT_EQ(trace[6].direction, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(trace[6].value, 0.25);
}

TEST(EdgeProjection, ChecksBeforeAnyProjection) {
  const BodyData box = box_body({1, 1, 1});
  const auto asked = [&](const std::vector<double>& t, const Vector3* last) {
    const Bodies<3> bodies(box, with_translation(box, t), 3);
    Trace trace;
    const auto proposed = algorithm::propose(FilteredPair<3>(pair_of(bodies)), {last, &trace});
    EXPECT_NE(proposed.stage, Stage::none);
    return std::pair(trace, proposed.verdict);
  };
  const Vector3 last{0, 0, 2};
  // The last direction comes first, then the line of centres, then the balls.
  const auto [by_last, apart] = asked({1.5, 0, 2.25}, &last);
  EXPECT_EQ(apart, Verdict::separated);
  ASSERT_EQ(by_last.size(), 1u);
  EXPECT_EQ(by_last[0].direction, (std::vector<double>{0, 0, 0.5}));
  EXPECT_EQ(asked({4, 0, 0}, nullptr).first.size(), 1u);
  EXPECT_EQ(asked({4, 0, 0}, &last).first.size(), 2u);
  const auto [by_balls, meet] = asked({0.5, 0.5, 0.5}, nullptr);
  EXPECT_EQ(meet, Verdict::overlapping);
  EXPECT_EQ(by_balls.size(), 1u);
  // The centres coincide, so there is no line.
  EXPECT_EQ(asked({0, 0, 0}, nullptr).first.size(), 0u);
}

// ---- the limit on faces

TEST(EdgeProjection, TriesNoMoreFacesThanAskedFor) {
  Random random(84);
  int fewer = 0;
  for (int i = 0; i < 60; ++i) {
    const BodyData a = lattice_body(random, 3, 9, 4);
    const int shift = random.in(2, 6);
    const BodyData b = lattice_body(random, 3, 9, 4, shift);
    const Bodies<3> bodies(a, b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    std::size_t steps_of_all = 0;
    for (const std::int32_t limit : {0, -1, INT32_MIN, 1, 2, 5, INT32_MAX}) {
      const std::int32_t faces = limit > 0 ? limit : algorithm::kAllFaces;
      Trace trace, among_trace;
      Request<3> search;
      search.trace = &among_trace;
      const auto among = algorithm::propose_among(filtered, search, faces);
      search.trace = &trace;
      search.max_faces = limit;
      const auto limited = algorithm::propose(filtered, search);
      EXPECT_EQ(limited.verdict, among.verdict) << "pair " << i << ", limit " << limit;
      EXPECT_EQ(limited.direction, among.direction);
      EXPECT_EQ(trace.size(), among_trace.size());
      if (limit == 0) steps_of_all = trace.size();
      if (limit == 1 && trace.size() < steps_of_all) ++fewer;
      // The measurement with few faces is a lower bound of the distance.
      search.trace = nullptr;
      const auto measured = algorithm::measure(filtered, search);
      if (measured.verdict != Verdict::separated) continue;
      double squared = 0;
      for (const double entry : measured.direction) squared += entry * entry;
      const double height = filtered.gap(measured.direction.data()).value / std::sqrt(squared);
      EXPECT_LE(height, distance(bodies.a(), bodies.b()).distance.upper * (1 + 1e-12));
      EXPECT_GT(height, 0);
    }
    // The answer does not depend on the limit.
    const Verdict expected = truth(a, b);
    Search3 options;
    options.algorithm = Algorithm::edge_projection;
    for (const std::int32_t limit : {-3, 0, 1, 5}) {
      options.max_faces = limit;
      EXPECT_EQ(intersects(bodies.a(), bodies.b(), options).verdict, expected) << "pair " << i;
    }
    options.max_faces = 1;
    const auto near = distance(bodies.a(), bodies.b(), {.search = options});
    const auto sure = distance(bodies.a(), bodies.b());
    EXPECT_LE(near.distance.lower, sure.distance.upper);
    EXPECT_GE(near.distance.upper, sure.distance.lower);
  }
  EXPECT_GT(fewer, 3);
}

TEST(EdgeProjection, TriesNoMoreSidesThanAskedFor) {
  const Bodies<2> bodies(box_body({4, 1}), with_translation(box_body({4, 1}), {3.75, 2.5}), 2);
  const FilteredPair<2> filtered(pair_of(bodies));
  Request<2> search;
  search.max_faces = 1;
  // One side of each does not suffice here (TraceOfTwoRectangles needs a's second).
  EXPECT_EQ(algorithm::propose(filtered, search).verdict, Verdict::undecided);
  search.max_faces = 2;
  EXPECT_EQ(algorithm::propose(filtered, search).verdict, Verdict::separated);
  search.max_faces = -1;
  EXPECT_EQ(algorithm::propose(filtered, search).verdict, Verdict::separated);
}

// ---- against the oracle

TEST(EdgeProjection, LatticeBodiesOfThePlane) {
  Random random(73);
  int counts[3] = {};
  for (int i = 0; i < 600; ++i) {
    const int count_a = random.in(1, 8);
    const BodyData a = lattice_body(random, 2, count_a, 4);
    const int count_b = random.in(1, 8);
    const int shift = random.in(0, 9);
    const BodyData b = lattice_body(random, 2, count_b, 4, shift);
    ++counts[static_cast<int>(truth(a, b))];
    expect_truth<2>(a, b, "pair " + std::to_string(i));
  }
  for (const int count : counts) EXPECT_GT(count, 20);
}

TEST(EdgeProjection, LatticeBodiesOfSpace) {
  Random random(74);
  int counts[3] = {};
  for (int i = 0; i < 300; ++i) {
    const int count_a = random.in(1, 8);
    const BodyData a = lattice_body(random, 3, count_a, 3);
    const int count_b = random.in(1, 8);
    const int shift = random.in(0, 6);
    const BodyData b = lattice_body(random, 3, count_b, 3, shift);
    ++counts[static_cast<int>(truth(a, b))];
    expect_truth<3>(a, b, "pair " + std::to_string(i));
  }
  for (const int count : counts) EXPECT_GT(count, 5);
}

TEST(EdgeProjection, MatricesThatShearReflectAndFlatten) {
  const std::vector<double> maps[] = {
      {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},      {-1, 0, 0, 2, 0, 1, 0, 0.25, 0, 0, 1, 0},
      {1, 0.5, 0, 2, 0, 1, 0.25, 0, 0, 0, 1, 0}, {1, 0.75, 0, 3, 0.5, -1, 0, 0, 0, 0.25, 1, 0},
      {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1},      {1, 2, -1, 0, 0.5, 1, -0.5, 0, 2, 4, -2, 0},
      {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},      {1, 1, 0, 2, 1, 1 + 0x1p-52, 0, 0, 0, 0, 1, 0},
      {1e-20, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0}};
  for (const auto& rows_a : maps) {
    for (const auto& rows_b : maps) {
      expect_truth<3>(with_matrix(box_body({1, 1, 1}), rows_a),
                      with_matrix(box_body({1, 0.5, 1}), rows_b), "boxes");
    }
  }
}

TEST(EdgeProjection, HugeAndTinyBodies) {
  Random random(75);
  for (const int exponent : {-1000, -320, -200, 140, 300, 900}) {
    for (int i = 0; i < 12; ++i) {
      BodyData a = lattice_body(random, 3, 7, 4);
      BodyData b = lattice_body(random, 3, 7, 4, 4);
      const Verdict expected = truth(a, b);
      for (BodyData* body : {&a, &b}) {
        for (auto& vertex : body->vertices) {
          for (double& entry : vertex) entry = std::ldexp(entry, exponent);
        }
      }
      const Bodies<3> bodies(a, b, 3);
      oracle::expect_verdict<3>(bodies.a(), bodies.b(), Algorithm::edge_projection, expected,
                                "2^" + std::to_string(exponent));
      expect_no_lie<3>(a, b, expected, "2^" + std::to_string(exponent));
      const BodyData small = lattice_body(random, 3, 6, 4);
      expect_no_lie<3>(a, small, truth(a, small), "by one of another size");
    }
  }
}

TEST(EdgeProjection, AnyStartWillDo) {
  Random random(76);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double huge = std::numeric_limits<double>::max();
  const Vector3 starts[] = {{0, 0, 0},      {nan, nan, nan},
                            {1, nan, 0},    {huge, huge, -huge},
                            {5e-324, 0, 0}, {std::numeric_limits<double>::infinity(), 1, 0}};
  for (int i = 0; i < 60; ++i) {
    const BodyData a = lattice_body(random, 3, 6, 4);
    const int shift = random.in(0, 6);
    const BodyData b = lattice_body(random, 3, 6, 4, shift);
    const Bodies<3> bodies(a, b, 3);
    const FilteredPair<3> filtered(pair_of(bodies));
    for (const Vector3& start : starts) {
      const auto found = algorithm::propose(filtered, {&start, nullptr});
      if (found.stage != Stage::none) {
        EXPECT_EQ(found.verdict, truth(a, b)) << "pair " << i;
      }
      for (const double entry : found.direction) EXPECT_TRUE(std::isfinite(entry));
    }
  }
}

// ---- clear pairs, proven by the algorithm alone

Vector3 on_sphere(Random& random) {
  for (;;) {
    Vector3 p{};
    double squared = 0;
    for (double& entry : p) {
      entry = 2 * random.unit() - 1;
      squared += entry * entry;
    }
    if (squared > 1 || squared < 0.01) continue;
    for (double& entry : p) entry /= std::sqrt(squared);
    return p;
  }
}

enum class Kind { sphere, box, ellipsoid, flat_ellipsoid };

BodyData random_body(Random& random, Kind kind, int dimension, int count) {
  BodyData body;
  const auto d = static_cast<std::size_t>(dimension);
  if (kind == Kind::box) {
    std::vector<double> half;
    for (std::size_t k = 0; k < d; ++k) half.push_back(0.2 + random.unit());
    body = box_body(half);
  } else {
    Vector3 axes{1, 1, 1};
    if (kind == Kind::ellipsoid) axes = {1.25, 1, 1};
    if (kind == Kind::flat_ellipsoid) axes = {1, 0.6, 0.1};
    for (int i = 0; i < count; ++i) {
      Vector3 p = on_sphere(random);
      if (d == 2) {
        const double size = std::hypot(p[0], p[1]);
        p[0] /= size;
        p[1] /= size;
      }
      auto& vertex = body.vertices.emplace_back();
      for (std::size_t k = 0; k < d; ++k) vertex.push_back(p[k] * axes[k]);
    }
  }
  if (dimension == 3) {
    const Vector3 p = on_sphere(random);
    body = with_quaternion(body, {random.unit(), p[0], p[1], p[2]});
  } else {
    const double angle = 6.28 * random.unit();
    body = with_matrix(body,
                       {std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0});
  }
  return body;
}

void move(BodyData& body, const std::vector<double>& by) {
  if (body.pose.form == PoseData::Form::matrix) {
    for (std::size_t k = 0; k < by.size(); ++k)
      body.pose.rows[k * (by.size() + 1) + by.size()] += by[k];
  } else {
    for (std::size_t k = 0; k < by.size(); ++k) body.pose.translation[k] += by[k];
  }
}

/// Places b far from a in a random direction, then moves it until it is `gap` away (or as deep).
template <int D>
void place(Random& random, const BodyData& a, BodyData& b, double gap) {
  const Vector3 p = on_sphere(random);
  const double length = D == 2 ? std::hypot(p[0], p[1]) : 1;
  std::vector<double> by;
  for (std::size_t k = 0; k < D; ++k) by.push_back(5 * p[k] / length);
  move(b, by);
  const Bodies<D> bodies(a, b, D);
  const auto answer = distance(bodies.a(), bodies.b());
  for (std::size_t k = 0; k < D; ++k)
    by[k] = (gap - answer.distance.lower) * answer.witness->normal[k];
  move(b, by);
}

struct Share {
  int asked = 0;
  int proven = 0;
  int by_five = 0;
  int apart = 0;
};

template <int D>
Share share_of(std::uint64_t seed, Kind kind, int count, double gap) {
  Random random(seed);
  Share share;
  for (int i = 0; i < 60; ++i) {
    const BodyData a = random_body(random, kind, D, count);
    BodyData b = random_body(random, kind, D, count);
    place<D>(random, a, b, gap);
    const Bodies<D> bodies(a, b, D);
    const FilteredPair<D> filtered(pair_of(bodies));
    const Verdict expected = intersects(bodies.a(), bodies.b()).verdict;
    const auto proposed = algorithm::propose(filtered, {});
    ++share.asked;
    share.apart += expected == Verdict::separated ? 1 : 0;
    if (algorithm::propose_among(filtered, {}, algorithm::kFirstFaces).stage != Stage::none)
      ++share.by_five;
    if (proposed.stage == Stage::none) continue;
    ++share.proven;
    EXPECT_EQ(proposed.verdict, expected) << "pair " << i;
  }
  return share;
}

TEST(EdgeProjection, ProvesClearPairsAlone) {
  const std::pair<const char*, Kind> kinds[] = {{"sphere", Kind::sphere},
                                                {"box", Kind::box},
                                                {"ellipsoid", Kind::ellipsoid},
                                                {"flat ellipsoid", Kind::flat_ellipsoid}};
  Share all;
  Share five;
  for (const auto& [name, kind] : kinds) {
    for (const double gap : {1.0, 1e-3, -1e-3, -0.3}) {
      for (const int count : {12, 60}) {
        if (kind == Kind::box && count == 60) continue;
        const Share space = share_of<3>(77, kind, count, gap);
        const Share plane = share_of<2>(78, kind, count, gap);
        const std::string what =
            std::string(name) + " of " + std::to_string(count) + " at " + std::to_string(gap);
        EXPECT_GE(space.proven * 100, space.asked * 99) << what;
        EXPECT_GE(plane.proven * 100, plane.asked * 99) << what << ", plane";
        five.asked += space.asked;
        five.proven += space.by_five;
        all.asked += space.asked + plane.asked;
        all.apart += space.apart + plane.apart;
        all.proven += space.proven + plane.proven;
      }
    }
  }
  EXPECT_EQ(all.proven, all.asked);
  // Five faces, the paper's limit, nearly always suffice to find a proof; they are no proof
  // themselves.
  EXPECT_GE(five.proven * 100, five.asked * 98);
  EXPECT_GT(all.apart, all.asked / 3);
  EXPECT_LT(all.apart, all.asked * 2 / 3);
}

// Two bodies of one centre, stretched so that balls do not decide. By symmetry 0 lies on an edge or
// face of each simplex of a walk.
TEST(EdgeProjection, ConcentricBodiesThatBallsDoNotProve) {
  const BodyData stretched =
      with_matrix(box_body({1, 1, 1}), {1, 0.75, 0.5, 0, 0, 1, 0.75, 0, 0, 0.5, 1, 0});
  const BodyData needle =
      with_matrix(box_body({1, 1, 1}), {1, 0, 0, 0, 0.875, 0x1p-6, 0, 0, 0, 0, 0x1p-6, 0});
  for (const BodyData* a : {&stretched, &needle}) {
    for (const BodyData* b : {&stretched, &needle}) {
      EXPECT_EQ(expect_truth<3>(*a, *b, "concentric").verdict, Verdict::overlapping);
    }
  }
  const BodyData flat = with_matrix(box_body({1, 1}), {1, 0.875, 0, 0.875, 1, 0});
  EXPECT_EQ(expect_truth<2>(flat, flat, "concentric").verdict, Verdict::overlapping);
}

TEST(EdgeProjection, ManyFacesEndInTime) {
  Random random(83);
  for (const double gap : {1e-6, 0.0, -1e-6}) {
    const BodyData a = random_body(random, Kind::ellipsoid, 3, 150);
    BodyData b = random_body(random, Kind::ellipsoid, 3, 150);
    place<3>(random, a, b, gap);
    const Bodies<3> bodies(a, b, 3);
    const auto proposed = algorithm::propose(FilteredPair<3>(pair_of(bodies)), {});
    const Verdict expected = intersects(bodies.a(), bodies.b()).verdict;
    if (proposed.stage != Stage::none) {
      EXPECT_EQ(proposed.verdict, expected) << gap;
    }
    EXPECT_TRUE(proposed.stage != Stage::none || gap == 0) << gap;
  }
}

// ---- distances

template <int D>
std::pair<Vector<D>, Vector<D>> points_of(const detail::Pair<D>& pair,
                                          const Measured<D>& measured) {
  std::pair<Vector<D>, Vector<D>> points{};
  for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
    for (int l = 0; l < D; ++l) {
      double p = pair.a.pose->offset(l);
      double q = pair.b.pose->offset(l);
      for (int k = 0; k < D; ++k) {
        p += pair.a.pose->linear(l, k) * pair.a.hull->coordinate(measured.pairs[i].a, k);
        q += pair.b.pose->linear(l, k) * pair.b.hull->coordinate(measured.pairs[i].b, k);
      }
      points.first[static_cast<std::size_t>(l)] += measured.weights[i] * p;
      points.second[static_cast<std::size_t>(l)] += measured.weights[i] * q;
    }
  }
  return points;
}

/// Returns whether a distance was computed; it is checked from below and from above.
template <int D>
bool expect_measured(const Bodies<D>& bodies, double expected, const std::string& name) {
  const auto pair = pair_of(bodies);
  const FilteredPair<D> filtered(pair);
  const auto measured = algorithm::measure(filtered, {});
  EXPECT_EQ(measured.pairs.size(), measured.weights.size()) << name;
  double sum = 0;
  for (const double weight : measured.weights) {
    EXPECT_GT(weight, 0) << name;
    sum += weight;
  }
  if (!measured.pairs.empty()) {
    EXPECT_NEAR(sum, 1, 1e-9) << name;
  }
  if (measured.stage == Stage::none) return false;
  EXPECT_EQ(measured.verdict == Verdict::separated, expected > 0) << name;
  if (measured.verdict != Verdict::separated) return false;
  const auto gap = filtered.gap(measured.direction.data());
  EXPECT_TRUE(gap.proves_separated()) << name;
  if (pair.a.hull->topology == nullptr || pair.b.hull->topology == nullptr) return false;
  double squared = 0;
  double size = 0;
  const auto [p, q] = points_of(pair, measured);
  for (std::size_t l = 0; l < D; ++l) {
    squared += (q[l] - p[l]) * (q[l] - p[l]);
    size += measured.direction[l] * measured.direction[l];
  }
  EXPECT_NEAR(std::sqrt(squared), expected, 1e-9 * (1 + expected)) << name;
  EXPECT_NEAR(gap.value / std::sqrt(size), expected, 1e-9 * (1 + expected)) << name;
  return true;
}

TEST(EdgeProjectionMeasure, AgreesWithEnumeration) {
  Random random(79);
  int measured = 0;
  for (int i = 0; i < 400; ++i) {
    const int d = random.in(2, 3);
    const int count_a = random.in(1, 6);
    const BodyData a = lattice_body(random, d, count_a, 6);
    const int count_b = random.in(1, 6);
    const int shift = random.in(0, 14);
    const BodyData b = lattice_body(random, d, count_b, 6, shift);
    const auto exact = oracle::brute_force_distance_squared(oracle::world_points<Rational>(a),
                                                            oracle::world_points<Rational>(b));
    const double expected = std::sqrt(exact.convert_to<double>());
    const std::string name = "pair " + std::to_string(i);
    const bool given = d == 2 ? expect_measured(Bodies<2>(a, b, d), expected, name)
                              : expect_measured(Bodies<3>(a, b, d), expected, name);
    measured += given ? 1 : 0;
  }
  EXPECT_GT(measured, 80);
}

TEST(EdgeProjectionMeasure, EachPairOfFeatures) {
  const BodyData box = box_body({1, 1, 1});
  const BodyData on_edge = with_matrix(box, {1, 1, 0, 0, -1, 1, 0, 0, 0, 0, 1, 0});
  const BodyData on_corner =
      with_matrix(box_body({2, 2, 2}), {2, -2, 1, 0, 1, 2, 2, 0, -2, -1, 2, 0});
  const auto at = [](BodyData body, const Vector3& t) {
    if (body.pose.form == PoseData::Form::identity)
      return with_translation(body, {t[0], t[1], t[2]});
    for (std::size_t k = 0; k < 3; ++k) body.pose.rows[4 * k + 3] = t[k];
    return body;
  };
  const auto expect = [&](const BodyData& b, double expected, const std::string& name) {
    EXPECT_TRUE(expect_measured(Bodies<3>(box, b, 3), expected, name));
    EXPECT_TRUE(expect_measured(Bodies<3>(b, box, 3), expected, name + ", swapped"));
  };
  expect(at(box, {5, 0.5, 0.25}), 3, "face to face");
  expect(at(box, {4, 6, 0.5}), std::sqrt(20.0), "edge to parallel edge");
  expect(at(box, {4, 6, 5}), std::sqrt(29.0), "vertex to vertex");
  expect(at(on_edge, {6, 0.5, 0.25}), 3, "edge to face");
  expect(at(with_matrix(box, {1, 0, 1, 0, 0, 1, 0, 0, -1, 0, 1, 0}), {5, 4, 0}), std::sqrt(8.0),
         "edge to edge across");
  expect(at(on_corner, {20, 2.5, 2.25}), 9, "vertex to face");
  expect(at(on_corner, {14, 4, 2.25}), std::sqrt(10.0), "vertex to edge");
}

template <int D>
void expect_distances(std::uint64_t seed, Kind kind, int count) {
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    for (const double gap : {1.0, 1e-3}) {
      const BodyData a = random_body(random, kind, D, count);
      BodyData b = random_body(random, kind, D, count);
      place<D>(random, a, b, gap);
      const Bodies<D> bodies(a, b, D);
      const double expected = distance(bodies.a(), bodies.b()).distance.lower;
      EXPECT_TRUE(expect_measured(bodies, expected, "pair " + std::to_string(i)));
    }
  }
}

TEST(EdgeProjectionMeasure, RoundBodiesAndBoxes) {
  for (const Kind kind : {Kind::sphere, Kind::box, Kind::ellipsoid, Kind::flat_ellipsoid}) {
    expect_distances<2>(80, kind, 30);
    expect_distances<3>(81, kind, 30);
  }
}

template <int D>
void expect_paper(const BodyData& a, const BodyData& b, const Vector<D>& p, const Vector<D>& q) {
  const Bodies<D> bodies(a, b, D);
  const auto pair = pair_of(bodies);
  const auto measured = algorithm::measure(FilteredPair<D>(pair), {});
  ASSERT_EQ(measured.verdict, Verdict::separated);
  const auto [on_a, on_b] = points_of(pair, measured);
  for (std::size_t l = 0; l < D; ++l) {
    // Printed to three decimals from vertices of three decimals.
    EXPECT_NEAR(on_a[l], p[l], 1.1e-3);
    EXPECT_NEAR(on_b[l], q[l], 1.1e-3);
  }
  const auto exact = oracle::brute_force_distance_squared(oracle::world_points<Rational>(a),
                                                          oracle::world_points<Rational>(b));
  expect_measured(bodies, std::sqrt(exact.convert_to<double>()), "paper");
}

TEST(EdgeProjectionMeasure, ClosestPointsOfThePapersTable1) {
  expect_paper<2>({{{-2.400, 1.200}, {-1.100, -0.200}, {-0.100, 0.200}}, {}},
                  {{{0.510, -0.283}, {1.500, 0.707}, {1.712, -0.919}, {2.207, 0.000}}, {}},
                  {-0.100, 0.200}, {0.510, -0.283});
  expect_paper<2>({{{-2.000, 1.200}, {-0.700, -0.200}, {0.300, 0.200}}, {}},
                  {{{1.210, -0.417}, {0.895, 0.946}, {2.386, 0.264}, {1.869, 1.172}}, {}},
                  {0.300, 0.200}, {1.029, 0.368});
}

TEST(EdgeProjectionMeasure, ClosestPointsOfThePapersTable2) {
  expect_paper<3>({{{-0.439, 1.031, 0.000},
                    {-0.587, 0.019, 0.487},
                    {0.387, 0.019, 0.487},
                    {-0.587, 0.019, -0.487},
                    {0.046, 0.019, -0.487}},
                   {}},
                  {{{1.752, 1.106, 0.342},
                    {1.690, 0.565, -0.176},
                    {2.227, -0.027, 0.378},
                    {2.289, 0.514, 0.897},
                    {0.907, -0.125, 0.639},
                    {1.837, -0.371, 0.784},
                    {0.969, 0.416, 1.157},
                    {1.899, 0.171, 1.302}},
                   {}},
                  {0.387, 0.019, 0.487}, {0.907, -0.125, 0.639});
  expect_paper<3>({{{1.248, 1.123, 1.400},
                    {1.992, 0.421, 1.887},
                    {2.551, 1.219, 1.887},
                    {1.992, 0.421, 0.913},
                    {2.356, 0.939, 0.913}},
                   {}},
                  {{{2.080, 0.882, -0.200},
                    {2.041, 0.506, -0.850},
                    {2.452, -0.268, -0.428},
                    {2.491, 0.107, 0.222},
                    {1.106, -0.280, -0.340},
                    {1.987, -0.659, -0.174},
                    {1.146, 0.095, 0.310},
                    {2.026, -0.283, 0.476}},
                   {}},
                  {1.992, 0.421, 0.913}, {1.954, 0.058, 0.283});
}

// ---- variant B

TEST(TranslatedOutlines, AnswerAsIfBuiltAnew) {
  Random random(82);
  int separated = 0;
  for (int i = 0; i < 40; ++i) {
    const BodyData a = random_body(random, i % 2 == 0 ? Kind::sphere : Kind::box, 3, 14);
    BodyData b = random_body(random, Kind::flat_ellipsoid, 3, 14);
    const Bodies<3> first(a, b, 3);
    algorithm::TranslatedOutlines kept(pair_of(first));
    std::int64_t built = 0;
    for (int step = 0; step < 20; ++step) {
      std::vector<double> by;
      for (int k = 0; k < 3; ++k) by.push_back(0.2 * random.unit());
      move(b, by);
      const Pose3 pose_b = suite::make_pose<3>(b.pose, 3);
      const detail::Pair<3> pair{pair_of(first).a, {pair_of(first).b.hull, &pose_b}};
      const FilteredPair<3> filtered(pair);
      ASSERT_TRUE(kept.serves(pair));
      Trace shifted_trace, anew_trace;
      const auto shifted = kept.propose(filtered, {nullptr, &shifted_trace});
      const auto anew =
          algorithm::propose_among(filtered, {nullptr, &anew_trace}, algorithm::kAllFaces);
      EXPECT_EQ(shifted.verdict, anew.verdict);
      EXPECT_EQ(shifted.stage, anew.stage);
      EXPECT_EQ(shifted.direction, anew.direction);
      ASSERT_EQ(shifted_trace.size(), anew_trace.size());
      for (std::size_t t = 0; t < anew_trace.size(); ++t) {
        EXPECT_EQ(shifted_trace[t].direction, anew_trace[t].direction);
        EXPECT_EQ(shifted_trace[t].value, anew_trace[t].value);
        EXPECT_EQ(shifted_trace[t].outline_a, anew_trace[t].outline_a);
        EXPECT_EQ(shifted_trace[t].outline_b, anew_trace[t].outline_b);
      }
      separated += anew.verdict == Verdict::separated ? 1 : 0;
      // Repeating the query builds nothing.
      built = kept.built();
      kept.propose(filtered, {});
      EXPECT_EQ(kept.built(), built);
    }
    BodyData turned = b;
    turned.pose.quaternion[0] += 0.5;
    const Bodies<3> other(a, turned, 3);
    EXPECT_FALSE(kept.serves(pair_of(other)));
    kept.propose(FilteredPair<3>(pair_of(other)), {});
    EXPECT_EQ(kept.built(), built);
  }
  EXPECT_GT(separated, 100);
}

}  // namespace
}  // namespace sunder::test
