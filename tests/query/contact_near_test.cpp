// SPDX-License-Identifier: Apache-2.0
//
// Tests contacts of bodies that are only near, and points of negative depth of bodies that meet.
// The oracle is a clipper in long double, which cuts one face by the sides of the other. Properties
// of every answer are tested too.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <set>
#include <type_traits>
#include <vector>

#include "suite/placed.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"
#include "sunder/penetration.hpp"

namespace sunder::test {
namespace {

static_assert(std::is_trivially_copyable_v<Contact2> && std::is_trivially_copyable_v<Contact3>);

using suite::Random;
using Long = long double;
using Place = std::array<Long, 3>;

Place operator-(const Place& p, const Place& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Place operator+(const Place& p, const Place& q) { return {p[0] + q[0], p[1] + q[1], p[2] + q[2]}; }
Place operator*(Long s, const Place& p) { return {s * p[0], s * p[1], s * p[2]}; }
Long dot(const Place& p, const Place& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
Place cross(const Place& p, const Place& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
Long length(const Place& p) { return std::sqrt(dot(p, p)); }
Place unit(const Place& p) { return 1 / length(p) * p; }
Place to_place(const Vector3& x) { return {x[0], x[1], x[2]}; }

/// A box: centre, and three half edges in the world.
struct Box {
  Vector3 half{};
  std::array<double, 4> turn{1, 0, 0, 0};
  Vector3 at{};

  Placed<3> placed() const { return {Polytope3::box(half), Pose3::from_wxyz(turn, at).value()}; }
  std::array<Place, 3> axes() const {
    const auto [w, x, y, z] = std::array<Long, 4>{turn[0], turn[1], turn[2], turn[3]};
    const Long n = w * w + x * x + y * y + z * z;
    return {(half[0] / n) *
                Place{w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)},
            (half[1] / n) *
                Place{2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)},
            (half[2] / n) *
                Place{2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z}};
  }
};

/// A face, an edge or a vertex of a box, in order, and how well a face aligns with the normal.
struct Patch {
  std::vector<Place> corners;
  Long alignment = 0;
};

/// Returns the extreme patch of a box along n, to `width`.
Patch support_of(const Box& box, const Place& n, Long width = 1e-9L) {
  Patch patch{{to_place(box.at)}, 0};
  for (const Place& axis : box.axes()) {
    const Long along = dot(axis, n);
    if (std::fabs(along) > width) {
      for (Place& corner : patch.corners) corner = corner + (along > 0 ? 1.0L : -1.0L) * axis;
      continue;
    }
    std::vector<Place> twice;
    for (const Place& corner : patch.corners) twice.push_back(corner - axis);
    for (std::size_t i = patch.corners.size(); i-- > 0;) twice.push_back(patch.corners[i] + axis);
    patch.corners = twice;
  }
  return patch;
}

/// Returns the face of a box that aligns best with n.
Patch face_of(const Box& box, const Place& n) {
  const auto axes = box.axes();
  std::size_t best = 0;
  Long alignment = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const Long along = std::fabs(dot(unit(axes[k]), n));
    if (along > alignment) {
      alignment = along;
      best = k;
    }
  }
  const Place top = to_place(box.at) + (dot(axes[best], n) > 0 ? 1.0L : -1.0L) * axes[best];
  const Place& u = axes[(best + 1) % 3];
  const Place& v = axes[(best + 2) % 3];
  return {{top - u - v, top + u - v, top + u + v, top - u + v}, alignment};
}

struct OraclePoint {
  Place on_a;
  Place on_b;
  Long depth;
};

/// Sutherland and Hodgman: b's face, cut by the planes through the edges of a's face and n. The
/// rest is projected to a's face along n.
std::vector<OraclePoint> clip(const Patch& a, const Patch& b, const Place& n) {
  const Place middle = 0.25L * (a.corners[0] + a.corners[1] + a.corners[2] + a.corners[3]);
  const Place normal = cross(a.corners[1] - a.corners[0], a.corners[2] - a.corners[1]);
  std::vector<Place> left = b.corners;
  for (std::size_t i = 0; i < 4; ++i) {
    Place side = cross(a.corners[(i + 1) % 4] - a.corners[i], n);
    if (dot(side, middle - a.corners[i]) < 0) side = -1.0L * side;
    std::vector<Place> inside;
    for (std::size_t j = 0; j < left.size(); ++j) {
      const Place& p = left[j];
      const Place& q = left[(j + 1) % left.size()];
      const Long at_p = dot(side, p - a.corners[i]);
      const Long at_q = dot(side, q - a.corners[i]);
      if (at_p >= 0) inside.push_back(p);
      if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
        inside.push_back(p + (at_p / (at_p - at_q)) * (q - p));
      }
    }
    left = inside;
  }
  std::vector<OraclePoint> points;
  for (const Place& y : left) {
    const Long depth = dot(normal, middle - y) / dot(normal, n);
    points.push_back({y + depth * n, y, depth});
  }
  return points;
}

/// Returns the point where two crossing edges are closest.
OraclePoint cross_of(const Patch& a, const Patch& b, const Place& n) {
  const Place u = a.corners[1] - a.corners[0];
  const Place v = b.corners[1] - b.corners[0];
  const Place w = b.corners[0] - a.corners[0];
  const Place across = cross(u, v);
  const Place x = a.corners[0] + dot(cross(w, v), across) / dot(across, across) * u;
  const Place y = b.corners[0] + dot(cross(w, u), across) / dot(across, across) * v;
  return {x, y, dot(x - y, n)};
}

/// No corner is within 2e-5 of another or of the line of its neighbours. The names of points merge
/// features within 2^-20 of a face.
bool is_plain(const std::vector<OraclePoint>& points) {
  const std::size_t count = points.size();
  for (std::size_t i = 0; i < count && count > 1; ++i) {
    const Place& p = points[(i + count - 1) % count].on_b;
    const Place along = points[(i + 1) % count].on_b - p;
    const Place way = points[i].on_b - p;
    if (length(way) < 2e-5L) return false;
    if (count > 2 && length(cross(along, way)) < 2e-5L * length(along)) return false;
  }
  return true;
}

/// Returns the distance of x outside a box.
Long outside(const Vector3& x, const Box& box) {
  Long most = -std::numeric_limits<Long>::infinity();
  for (const Place& axis : box.axes()) {
    const Long size = length(axis);
    most = std::max(most, std::fabs(dot(to_place(x) - to_place(box.at), axis)) / size - size);
  }
  return most;
}

double any(Random& random) { return 2 * random.unit() - 1; }

/// Returns boxes beside each other, with faces parallel up to a tilt, or in any rotation. They are
/// moved to `gap` along the normal of their distance; a negative gap is an overlap.
std::array<Box, 2> boxes_beside(Random& random, double tilt, double gap) {
  std::array<Box, 2> boxes;
  for (Box& box : boxes) {
    for (double& entry : box.half) entry = 0.5 + random.unit();
    for (double& entry : box.turn) entry = any(random);
  }
  for (double& entry : boxes[0].at) entry = 3 * any(random);
  if (tilt >= 0) {
    boxes[1].turn = boxes[0].turn;
    for (double& entry : boxes[1].turn) entry += tilt * any(random);
  }
  for (std::size_t k = 0; k < 3; ++k) boxes[1].at[k] = boxes[0].at[k] + 8 * any(random);
  boxes[1].at[random.chance(1, 2) ? 0 : 2] += 6;
  const Placed<3> a = boxes[0].placed();
  const Distance3 apart = distance(a, boxes[1].placed());
  if (!apart.witness || apart.verdict != Verdict::separated) return boxes_beside(random, tilt, gap);
  for (std::size_t k = 0; k < 3; ++k) {
    boxes[1].at[k] -= apart.witness->normal[k] * (apart.distance.upper - gap);
  }
  return boxes;
}

/// Tests the properties of every answer.
void expect_sound(const std::array<Box, 2>& boxes, double near, const Contact3& answer) {
  ASSERT_TRUE(answer.witness.has_value());
  ASSERT_FALSE(answer.points.empty());
  const Place n = to_place(answer.witness->normal);
  EXPECT_NEAR(static_cast<double>(length(n)), 1, 1e-15);
  // The normal attains the depth, since no direction exceeds minus the gap along it.
  Long top = -1e9L;
  Long bottom = 1e9L;
  for (const Place& x : support_of(boxes[0], n).corners) top = std::max(top, dot(x, n));
  for (const Place& x : support_of(boxes[1], -1.0L * n).corners)
    bottom = std::min(bottom, dot(x, n));
  EXPECT_NEAR(static_cast<double>(top - bottom), answer.depth.upper, 1e-12);
  // Edges that are 2^-20 off one line count as side by side: their points are off by as much.
  const bool edges = answer.dimension == 1;
  const Long reach = edges ? 4e-6L : 1e-12L;
  double deepest = -1e9;
  std::set<ContactId> ids;
  for (const ContactPoint<3>& point : answer.points) {
    deepest = std::max(deepest, point.depth);
    EXPECT_GE(point.depth, -near);
    EXPECT_LE(point.depth, answer.depth.upper);
    EXPECT_LT(outside(point.point_a, boxes[0]), reach);
    EXPECT_LT(outside(point.point_b, boxes[1]), reach);
    EXPECT_TRUE(ids.insert(point.id).second);
    EXPECT_GE(point.id, answer.points[0].id);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(point.point_a[k] - point.point_b[k], point.depth * answer.witness->normal[k],
                  1e-12);
    }
  }
  EXPECT_NEAR(deepest, answer.depth.lower, 1e-12);
}

/// Each point of the oracle that is not within rounding of the limit is one of the answer's, and
/// vice versa.
void expect_points(const std::vector<OraclePoint>& expected, double near, const Contact3& answer) {
  const auto is_at = [](const OraclePoint& p, const ContactPoint<3>& q) {
    return length(p.on_a - to_place(q.point_a)) < 1e-5L &&
           length(p.on_b - to_place(q.point_b)) < 1e-5L &&
           std::fabs(p.depth - static_cast<Long>(q.depth)) < 1e-6L;
  };
  for (const OraclePoint& point : expected) {
    if (point.depth < static_cast<Long>(-near) + 1e-9L) continue;
    EXPECT_TRUE(std::any_of(answer.points.begin(), answer.points.end(), [&](const auto& q) {
      return is_at(point, q);
    })) << static_cast<double>(point.depth);
  }
  for (const ContactPoint<3>& point : answer.points) {
    EXPECT_TRUE(std::any_of(expected.begin(), expected.end(), [&](const auto& p) {
      return is_at(p, point);
    })) << point.depth;
  }
}

/// Faces, edges and vertices at random, from a gap to an overlap.
TEST(ContactNear, BoxesAgainstAClipperOfItsOwn) {
  Random random(81);
  std::map<std::string, int> seen;
  for (int i = 0; i < 4000; ++i) {
    const double tilts[] = {0, 1e-6, 1e-3, 0.1, -1};
    const double gaps[] = {0.05, 0.01, 1e-4, 1e-7, -1e-4, -0.02};
    const double near = i % 2 == 0 ? 0.06 : 0.5;
    const auto boxes = boxes_beside(random, tilts[i % 5], gaps[i % 6]);
    const Placed<3> a = boxes[0].placed();
    const Placed<3> b = boxes[1].placed();
    const Contact3 answer = contact(a, b, {.near = near});
    SCOPED_TRACE(i);
    expect_sound(boxes, near, answer);
    if (HasFailure()) return;
    const Place n = to_place(answer.witness->normal);
    const Patch face_a = face_of(boxes[0], n);
    const Patch face_b = face_of(boxes[1], -1.0L * n);
    const Patch top = support_of(boxes[0], n);
    const Patch bottom = support_of(boxes[1], -1.0L * n);
    constexpr Long kFaceToFace = 1 - 0x1p-13L;
    const Long alignment = std::max(face_a.alignment, face_b.alignment);
    if (std::fabs(alignment - kFaceToFace) < 1e-9L) continue;
    if (alignment > kFaceToFace) {
      const std::vector<OraclePoint> expected = clip(face_a, face_b, n);
      if (expected.empty() || !is_plain(expected)) continue;
      expect_points(expected, near, answer);
      ++seen[expected.size() > 2 ? "faces" : "a face"];
    } else if (top.corners.size() == 2 && bottom.corners.size() == 2 &&
               length(cross(unit(top.corners[1] - top.corners[0]),
                            unit(bottom.corners[1] - bottom.corners[0]))) > 1e-3L) {
      expect_points({cross_of(top, bottom, n)}, near, answer);
      ASSERT_EQ(answer.points.size(), 1U);
      ++seen["edges"];
    } else if (support_of(boxes[0], n, 1e-4L).corners.size() == 1 ||
               support_of(boxes[1], -1.0L * n, 1e-4L).corners.size() == 1) {
      ASSERT_EQ(answer.points.size(), 1U);
      EXPECT_NEAR(answer.points[0].depth, answer.depth.upper, 1e-12);
      ++seen["a vertex"];
    }
    if (HasFailure()) return;
  }
  for (const char* const kind : {"faces", "edges", "a vertex"}) EXPECT_GT(seen[kind], 100) << kind;
}

/// Two edges side by side, each with its own corner toward the other box: two points.
TEST(ContactNear, EdgesAlongEachOtherHaveTwoPoints) {
  Random random(82);
  for (int i = 0; i < 500; ++i) {
    Box a{{0.5, 0.5, 1}, {1, 0, 0, 0}, {}};
    Box b{{0.5, 0.5, 2}, {1, 0, 0, 0}, {1.25, 1.25, 0.5 + random.unit()}};
    const std::array<double, 4> turn{any(random), any(random), any(random), any(random)};
    const Pose3 pose = Pose3::from_wxyz(turn, {}).value();
    const auto turned = [&](const Vector3& x) {
      Vector3 y{};
      for (int l = 0; l < 3; ++l) {
        for (int k = 0; k < 3; ++k) {
          y[static_cast<std::size_t>(l)] += pose.linear(l, k) * x[static_cast<std::size_t>(k)];
        }
      }
      return y;
    };
    a.turn = b.turn = turn;
    b.at = turned(b.at);
    const Placed<3> posed_a = a.placed();
    const Placed<3> posed_b = b.placed();
    const Contact3 answer = contact(posed_a, posed_b, {.near = 0.5});
    expect_sound({a, b}, 0.5, answer);
    ASSERT_EQ(answer.points.size(), 2U) << i;
    EXPECT_EQ(answer.dimension, 1);
    EXPECT_EQ(contact(posed_b, posed_a, {.near = 0.5}).points.size(), 2U);
    for (const auto& point : answer.points) EXPECT_NEAR(point.depth, -std::sqrt(0.125), 1e-12);
  }
}

/// For any hulls, the points of a narrower limit also occur for a wider one, unchanged.
TEST(ContactNear, AWiderLimitAddsPoints) {
  Random random(83);
  int added = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto boxes = boxes_beside(random, i % 2 == 0 ? 0.02 : -1, i % 3 == 0 ? 0.01 : -0.01);
    const Placed<3> a = boxes[0].placed();
    const Placed<3> b = boxes[1].placed();
    std::map<ContactId, ContactPoint<3>> before;
    for (const double near : {0.0, 1e-9, 0.011, 0.03, 0.1, 10.0}) {
      const Contact3 answer = contact(a, b, {.near = near});
      EXPECT_EQ(answer.verdict, contact(a, b).verdict);
      std::map<ContactId, ContactPoint<3>> now;
      for (const auto& point : answer.points) now[point.id] = point;
      for (const auto& [id, point] : before) {
        ASSERT_TRUE(now.contains(id)) << i << ' ' << near;
        EXPECT_NEAR(now[id].depth, point.depth, 1e-15);
        for (std::size_t k = 0; k < 3; ++k) {
          EXPECT_NEAR(now[id].point_a[k], point.point_a[k], 1e-15);
          EXPECT_NEAR(now[id].point_b[k], point.point_b[k], 1e-15);
        }
      }
      added += static_cast<int>(now.size() - before.size());
      before = now;
    }
  }
  EXPECT_GT(added, 4000);
}

/// Hulls as they come: what is true of every answer, by their vertices in long double. That a point is on its
/// body is for distance() to say.
TEST(ContactNear, HullsAreSound) {
  Random random(85);
  int near_ones = 0;
  int points = 0;
  for (int i = 0; i < 1500; ++i) {
    std::vector<Vector3> clouds[2];
    for (auto& cloud : clouds) {
      cloud.resize(static_cast<std::size_t>(random.in(4, 24)));
      for (Vector3& x : cloud) {
        for (double& entry : x) entry = any(random);
      }
    }
    std::array<double, 4> q{};
    Vector3 t{};
    for (double& entry : q) entry = any(random);
    for (double& entry : t) entry = 2 * any(random);
    const Polytope3 a = Polytope3::from_points(clouds[0]).value();
    const Polytope3 b = Polytope3::from_points(clouds[1]).value();
    const Pose3 pose = Pose3::from_wxyz(q, t).value();
    constexpr double kNear = 0.25;
    const Contact3 answer = contact({a}, {b, pose}, {.near = kNear});
    const SignedDistance3 gap = signed_distance({a}, {b, pose});
    ASSERT_EQ(answer.verdict, gap.verdict);
    ASSERT_EQ(answer.points.empty(), gap.distance.lower > kNear) << i;
    if (answer.points.empty()) continue;
    if (answer.verdict == Verdict::separated) ++near_ones;
    const Place n = to_place(answer.witness->normal);
    Long top = -1e9L;
    Long bottom = 1e9L;
    for (std::int32_t v = 0; v < a.vertex_count(); ++v) {
      top = std::max(top, dot(n, to_place(a.vertex(v))));
    }
    for (std::int32_t v = 0; v < b.vertex_count(); ++v) {
      Place x = to_place(t);
      for (int l = 0; l < 3; ++l) {
        for (int k = 0; k < 3; ++k) {
          x[static_cast<std::size_t>(l)] +=
              static_cast<Long>(pose.linear(l, k)) * b.vertex(v)[static_cast<std::size_t>(k)];
        }
      }
      bottom = std::min(bottom, dot(n, x));
    }
    EXPECT_NEAR(static_cast<double>(top - bottom), answer.depth.upper, 1e-12) << i;
    double deepest = -kNear;
    for (const ContactPoint<3>& point : answer.points) {
      ++points;
      deepest = std::max(deepest, point.depth);
      EXPECT_GE(point.depth, -kNear);
      EXPECT_LE(point.depth, answer.depth.upper);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(point.point_a[k] - point.point_b[k], point.depth * answer.witness->normal[k],
                    1e-12);
      }
      const Polytope3 on_a = Polytope3::from_points({point.point_a}).value();
      const Polytope3 on_b = Polytope3::from_points({point.point_b}).value();
      EXPECT_LT(distance({on_a}, {a}).distance.lower, 1e-12) << i;
      EXPECT_LT(distance({on_b}, {b, pose}).distance.lower, 1e-12) << i;
    }
    EXPECT_NEAR(deepest, answer.depth.lower, 1e-12) << i;
    if (HasFailure()) return;
  }
  EXPECT_GT(near_ones, 100);
  EXPECT_GT(points, 1000);
}

TEST(ContactNear, FarBodiesHaveNoPoints) {
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  const Pose3 above = Pose3::translation({0.25, 0.5, 2.125}).value();
  for (const double near : {0.0, 0.0625, 0.125 * (1 - 0x1p-52)}) {
    const Contact3 answer = contact({cube}, {cube, above}, {.near = near});
    EXPECT_EQ(answer.verdict, Verdict::separated);
    EXPECT_TRUE(answer.points.empty());
    EXPECT_FALSE(answer.witness);
    EXPECT_EQ(answer.dimension, -1);
  }
  // Exactly at the limit: near.
  const Contact3 answer = contact({cube}, {cube, above}, {.near = 0.125});
  EXPECT_EQ(answer.verdict, Verdict::separated);
  EXPECT_FALSE(answer);
  ASSERT_EQ(answer.points.size(), 4U);
  EXPECT_EQ(answer.found, 4U);
  EXPECT_EQ(answer.dimension, 2);
  EXPECT_EQ(answer.witness->normal, (Vector3{0, 0, 1}));
  for (const auto& point : answer.points) {
    EXPECT_EQ(point.depth, -0.125);
    EXPECT_EQ(point.point_a[2], 1);
    EXPECT_EQ(point.point_b[2], 1.125);
  }
}

/// From a gap over contact to an overlap, the names of the same features stay equal, in one order.
TEST(ContactNear, NamesStayFromNearOverTouchingToOverlapping) {
  const Polytope3 slab = Polytope3::box({5, 5, 0.5});
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  for (const double tilt : {0.0, 0.01}) {
    for (const bool exchanged : {false, true}) {
      std::vector<ContactId> first;
      int seen[3] = {};
      for (int frame = 0; frame <= 64; ++frame) {
        const double gap = std::ldexp(32 - frame, -9);
        const Pose3 pose =
            Pose3::from_wxyz({1, tilt, 0.5 * tilt, 0.2}, {0.01 * frame, 0.25, 1.5 + gap}).value();
        const Contact3 answer = exchanged ? contact({cube, pose}, {slab}, {.near = 0.125})
                                          : contact({slab}, {cube, pose}, {.near = 0.125});
        ++seen[static_cast<int>(answer.verdict)];
        std::vector<ContactId> ids;
        for (const auto& point : answer.points) ids.push_back(point.id);
        if (frame == 0) first = ids;
        EXPECT_EQ(ids, first) << frame;
      }
      EXPECT_EQ(first.size(), 4U);
      EXPECT_EQ(seen[1], tilt == 0 ? 1 : 0);
      EXPECT_GT(seen[0], 10);
      EXPECT_GT(seen[2], 10);
    }
  }
}

/// Contact along a tilted edge: the exact ends of the edge, as without a limit, and the other two
/// corners.
TEST(ContactNear, TouchingBodiesKeepTheirExactPoints) {
  const Polytope3 slab = Polytope3::box({5, 5, 0.5});
  const Polytope3 wedge =
      Polytope3::from_points(
          {{-1, -1, 0}, {-1, 1, 0}, {1, -1, 0x1p-7}, {1, 1, 0x1p-7}, {0, -1, 2}, {0, 1, 2}})
          .value();
  const Pose3 pose = Pose3::translation({0.25, 0.125, 0.5}).value();
  const Contact3 exact = contact({slab}, {wedge, pose});
  const Contact3 wider = contact({slab}, {wedge, pose}, {.near = 0.01});
  ASSERT_EQ(exact.verdict, Verdict::touching);
  ASSERT_EQ(exact.points.size(), 2U);
  ASSERT_EQ(wider.points.size(), 4U);
  EXPECT_EQ(wider.dimension, 1) << "of the common part";
  EXPECT_EQ(wider.witness->normal, exact.witness->normal);
  for (const auto& point : exact.points) {
    const auto same = std::ranges::find(wider.points, point.id, &ContactPoint<3>::id);
    ASSERT_NE(same, wider.points.end());
    EXPECT_EQ(same->point_a, point.point_a);
    EXPECT_EQ(same->depth, 0);
  }
  int below = 0;
  for (const auto& point : wider.points) {
    if (point.depth == 0) continue;
    ++below;
    EXPECT_NEAR(point.depth, -0x1p-7, 1e-15);
  }
  EXPECT_EQ(below, 2);
  EXPECT_EQ(contact({slab}, {wedge, pose}, {.near = 0x1p-8}).points.size(), 2U);
}

/// Exchanged roles and a repeated query give the same points.
TEST(ContactNear, ExchangedAndRepeated) {
  Random random(84);
  for (int i = 0; i < 1000; ++i) {
    const auto boxes = boxes_beside(random, i % 2 == 0 ? 1e-3 : -1, 0.02);
    const Placed<3> a = boxes[0].placed();
    const Placed<3> b = boxes[1].placed();
    const Contact3 there = contact(a, b, {.near = 0.1});
    const Contact3 again = contact(a, b, {.near = 0.1});
    const Contact3 back = contact(b, a, {.near = 0.1});
    ASSERT_EQ(there.points.size(), back.points.size()) << i;
    ASSERT_EQ(there.points.size(), again.points.size());
    for (std::size_t k = 0; k < there.points.size(); ++k) {
      const ContactPoint<3>& point = there.points[k];
      EXPECT_EQ(point.id, again.points[k].id);
      EXPECT_EQ(point.point_a, again.points[k].point_a);
      EXPECT_EQ(point.depth, again.points[k].depth);
      const auto same =
          std::ranges::find(back.points, ContactId{point.id.b, point.id.a}, &ContactPoint<3>::id);
      ASSERT_NE(same, back.points.end()) << i;
      EXPECT_NEAR(same->depth, point.depth, 1e-12);
      for (std::size_t l = 0; l < 3; ++l) {
        EXPECT_NEAR(same->point_b[l], point.point_a[l], 1e-11);
        EXPECT_NEAR(same->point_a[l], point.point_b[l], 1e-11);
      }
    }
  }
}

TEST(ContactNear, InThePlane) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 above = Pose2::translation({0.5, 2.25}).value();
  const Contact2 answer = contact({square}, {square, above}, {.near = 0.25});
  ASSERT_EQ(answer.points.size(), 2U);
  EXPECT_EQ(answer.points[0].id, (ContactId{{2, 3}, {0, -1}}));
  EXPECT_EQ(answer.points[1].id, (ContactId{{3, -1}, {0, 1}}));
  EXPECT_EQ(answer.points[0].depth, -0.25);
  EXPECT_EQ(answer.points[1].point_a, (Vector2{1, 1}));
  EXPECT_EQ(answer.points[1].point_b, (Vector2{1, 1.25}));
}

/// Two prisms of 24 sides, one on the other and rotated: 48 points, of which the answer holds 8.
TEST(ContactNear, TheCallersSpanTakesAllPoints) {
  const Polytope3 prism = Polytope3::prism(24, 2, 1);
  const Pose3 pose = Pose3::from_wxyz({1, 0, 0, 0.06}, {0, 0, 1.99}).value();
  std::vector<ContactPoint<3>> all(60);
  const Contact3 answer = contact({prism}, {prism, pose}, {.all = all});
  ASSERT_EQ(answer.found, 48U);
  ASSERT_EQ(answer.points.size(), 8U);
  EXPECT_EQ(all[48].id, ContactId{});
  for (std::size_t i = 0; i < 48; ++i) {
    EXPECT_NEAR(all[i].depth, 0.01, 1e-12);
    EXPECT_GE(all[i].id, all[0].id);
  }
  std::size_t at = 0;
  for (const auto& point : answer.points) {
    while (at < 48 && all[at].id != point.id) ++at;
    EXPECT_LT(at, 48U);
  }
  // Fewer points, by the count or by the length of the span.
  std::vector<ContactPoint<3>> few(60);
  EXPECT_EQ(contact({prism}, {prism, pose}, {.max_points = 12, .all = few}).points.size(), 8U);
  EXPECT_NE(few[11].id, ContactId{});
  EXPECT_EQ(few[12].id, ContactId{});
  std::vector<ContactPoint<3>> short_span(12);
  contact({prism}, {prism, pose}, {.all = short_span});
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ(short_span[i].id, few[i].id);
  EXPECT_EQ(contact({prism}, {prism, pose}, {.max_points = 3}).points.size(), 3U);
}

TEST(ContactNear, CountedOnce) {
  const auto boxes = std::array<Box, 2>{Box{{1, 1, 1}, {1, 0.1, 0.2, 0.3}, {0, 0, 0}},
                                        Box{{1, 1, 1}, {1, 0.3, 0.1, 0.2}, {0, 0, 3}}};
  const Placed<3> a = boxes[0].placed();
  for (const double height : {1.5, 2.5, 3.5, 100.0}) {
    const Placed<3> b{Polytope3::box({1, 1, 1}),
                      Pose3::from_wxyz({1, 0.3, 0.1, 0.2}, {0, 0, height}).value()};
    Counters counters;
    ContactOptions<3> options{.near = 1};
    options.search.counters = &counters;
    contact(a, b, options);
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counters.by_stage) sum += count;
    EXPECT_EQ(sum, 1U) << height;
  }
}

}  // namespace
}  // namespace sunder::test
