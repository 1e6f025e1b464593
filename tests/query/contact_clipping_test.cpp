// SPDX-License-Identifier: Apache-2.0
//
// Tests the clipped points of overlapping boxes against the common part of their faces in rationals.
// The cases are adversarial. Faces are parallel or equal, boxes slender, flat or far from the origin.
// Depths are a few ulps or more, and angles go from rounding to a quarter turn.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "narrow/lattice_bodies.hpp"
#include "oracle/world.hpp"
#include "query/exact_common_part.hpp"
#include "suite/posed.hpp"
#include "suite/random.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

/// A share of the smaller face within which points may be merged, with a reserve (docs/contact.md).
constexpr double kSnap = 0x1p-18;

double value_of(const Rational& x) { return static_cast<double>(x); }
double length_of(const ExactPoint& p) {
  return std::hypot(value_of(p[0]), value_of(p[1]), value_of(p[2]));
}

/// Projects along n to the plane in which the last coordinate is 0. In 2-D the second becomes 0.
template <int D>
ExactPoint projected(const ExactPoint& x, const ExactPoint& n) {
  ExactPoint p{};
  const Rational share = x[D - 1] / n[D - 1];
  for (std::size_t k = 0; k < D - 1; ++k) p[k] = x[k] - share * n[k];
  return p;
}

/// Returns t where c + t n is in the plane (2-D: on the line) of the face.
template <int D>
Rational height_over(const ExactPoint& c, const ExactPoint& n, const ExactPolygon& face) {
  ExactPoint normal;
  if constexpr (D == 3) {
    normal = cross(face[1] - face[0], face[2] - face[0]);
  } else {
    const ExactPoint edge = face[1] - face[0];
    normal = {edge[1], -edge[0], Rational(0)};
  }
  return dot(normal, face[0] - c) / dot(normal, n);
}

/// Returns how far p is outside a polygon or a segment of the plane z = 0.
double outside(const ExactPoint& p, const ExactPolygon& polygon) {
  if (polygon.size() == 1) return length_of(p - polygon[0]);
  double most = -1e300;
  if (polygon.size() == 2) {
    const double length = length_of(polygon[1] - polygon[0]);
    const double along = value_of(dot(polygon[1] - polygon[0], p - polygon[0])) / length;
    const ExactPoint across = cross(polygon[1] - polygon[0], p - polygon[0]);
    return std::max({-along, along - length, length_of(across) / length});
  }
  Rational twice = 0;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    twice += cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0])[2];
  }
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ExactPoint edge = polygon[(i + 1) % polygon.size()] - polygon[i];
    if (is_zero(edge)) continue;
    const Rational side = cross(edge, p - polygon[i])[2];
    most = std::max(most, value_of(twice > 0 ? -side : side) / length_of(edge));
  }
  return most;
}

template <int D>
ExactPoint exact_of(const Vector<D>& x) {
  return {Rational(x[0]), Rational(x[1]), D == 3 ? Rational(x[D - 1]) : Rational(0)};
}

ExactPolygon face_of(const BodyData& body, const std::vector<std::size_t>& corners) {
  ExactPolygon face;
  const auto world = oracle::world_points<Rational>(body);
  for (const std::size_t i : corners) {
    face.push_back({world[i][0], world[i][1], world[i].size() > 2 ? world[i][2] : Rational(0)});
  }
  return face;
}

double extent_of(const ExactPolygon& polygon) {
  double extent = 0;
  for (const ExactPoint& p : polygon) extent = std::max(extent, length_of(p - polygon[0]));
  return extent;
}

template <int D>
std::map<ContactId, ContactPoint<D>> by_id(const std::vector<ContactPoint<D>>& points) {
  std::map<ContactId, ContactPoint<D>> named;
  for (const auto& point : points) named[point.id] = point;
  return named;
}

/// Compares an answer with the exact common part of a's upper face and b's lower one. Returns false
/// where the bodies do not overlap, or the normal is that of another face.
template <int D>
bool expect_clipped(const BodyData& a, const BodyData& b) {
  const suite::Bodies<D> bodies(a, b, D);
  std::vector<ContactPoint<D>> points(20);
  const Contact<D> answer = contact(bodies.a(), bodies.b(), {.all = points});
  // Far from the origin a small depth is rounded away.
  if (answer.verdict != Verdict::overlapping || answer.witness->normal[D - 1] < 0.999) return false;
  points.resize(answer.found);

  const ExactPoint n = exact_of<D>(answer.witness->normal);
  const ExactPolygon face_a = D == 3 ? face_of(a, {4, 5, 7, 6}) : face_of(a, {2, 3});
  const ExactPolygon face_b = D == 3 ? face_of(b, {0, 1, 3, 2}) : face_of(b, {0, 1});
  ExactPolygon flat_a, flat_b;
  double size = 0;
  for (const ExactPoint& x : face_a) flat_a.push_back(projected<D>(x, n));
  for (const ExactPoint& x : face_b) flat_b.push_back(projected<D>(x, n));
  for (const auto& face : {face_a, face_b}) {
    for (const ExactPoint& x : face) size = std::max(size, length_of(x));
  }
  const double tight = 0x1p-46 * size;
  const double snap = kSnap * std::min(extent_of(face_a), extent_of(face_b)) + tight;

  ExactPolygon found;
  for (const ContactPoint<D>& point : points) {
    const ExactPoint at = projected<D>(exact_of<D>(point.point_a), n);
    EXPECT_LE(outside(at, flat_a), tight);
    EXPECT_LE(outside(at, flat_b), tight);
    const Rational depth = height_over<D>(at, n, face_a) - height_over<D>(at, n, face_b);
    // A gap of a share of 2^-40 of the bodies counts as none.
    if (value_of(depth) > -0x1p-38 * size && depth < 0) {
      EXPECT_EQ(point.depth, 0);
    } else {
      EXPECT_NEAR(point.depth, value_of(depth), tight);
    }
    found.push_back(at);
  }
  EXPECT_FALSE(found.empty());
  if (found.empty()) return false;
  for (const ExactPoint& corner : common_corners_of(flat_a, flat_b)) {
    const Rational depth = height_over<D>(corner, n, face_a) - height_over<D>(corner, n, face_b);
    if (value_of(depth) < 2 * tight) continue;
    EXPECT_LE(outside(corner, found), snap) << "an exact corner is missing";
  }

  // The names are equal from the other side, and so are the places.
  std::vector<ContactPoint<D>> reverse(20);
  reverse.resize(contact(bodies.b(), bodies.a(), {.all = reverse}).found);
  EXPECT_EQ(reverse.size(), points.size());
  const auto named = by_id<D>(reverse);
  for (const ContactPoint<D>& point : points) {
    const auto same = named.find(ContactId{point.id.b, point.id.a});
    EXPECT_NE(same, named.end());
    if (same == named.end()) continue;
    EXPECT_NEAR(same->second.depth, point.depth, 2 * tight);
  }
  return !testing::Test::HasFailure();
}

/// Sizes of the two boxes, where they are, and by how much they overlap.
struct Stack {
  std::vector<double> half_a, half_b, at;
  double depth;
};

/// The sizes have 20 bits, so that sums of them are exact.
Stack any_stack(suite::Random& random, std::size_t dimension) {
  const auto grid = [&](double low, double high) {
    return std::ldexp(std::round(std::ldexp(low + (high - low) * random.unit(), 20)), -20);
  };
  Stack stack;
  const int kind = random.in(0, 5);
  for (std::size_t k = 0; k < dimension; ++k) {
    stack.half_a.push_back(grid(0.25, 1));
    stack.half_b.push_back(kind == 1 ? stack.half_a[k] : grid(0.25, 1));  // equal
    stack.at.push_back(kind == 1 ? 0 : grid(-0.25, 0.25));
  }
  if (kind == 2) stack.half_a[0] = 0x1p20 * stack.half_a[0];       // slender
  if (kind == 3) stack.half_b.back() = 0x1p-20 * random.in(1, 9);  // flat
  if (kind == 4) stack.half_b[0] = 0x1p-20;                        // very thin on a wide face
  const double least = std::min(stack.half_a.back(), stack.half_b.back());
  const double depths[] = {0x1p-10, 0x1p-20, 0x1p-30, 0x1p-42};
  stack.depth = std::min(depths[random.in(0, 3)], std::ldexp(least, -3));
  if (kind == 4) stack.depth = 0x1p-30;
  stack.at.back() = stack.half_a.back() + stack.half_b.back() - stack.depth;
  return stack;
}

std::vector<double> moved(std::vector<double> x, double by) {
  for (double& entry : x) entry += by;
  return x;
}

TEST(ContactClipping, BoxesAgainstRationals) {
  suite::Random random(91);
  int compared = 0;
  for (int i = 0; i < 120; ++i) {
    const Stack stack = any_stack(random, 3);
    const double angles[] = {0, 1e-16, 1e-13, 1e-8, 1e-4, 0.1, 0.7, 1};
    const double tilts[] = {0, 0, 0, 1e-15, 1e-9, 1e-4};
    const double far = i % 4 == 0 ? 0x1p20 : 0;
    const double tilt = tilts[random.in(0, 5)] * random.unit();
    const std::array<double, 4> q{1, tilt, -tilt / 3, angles[random.in(0, 7)]};
    const BodyData a = with_translation(box_body(stack.half_a), moved({0, 0, 0}, far));
    const BodyData b = with_quaternion(box_body(stack.half_b), q, moved(stack.at, far));
    SCOPED_TRACE(i);
    compared += expect_clipped<3>(a, b) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 60);
}

/// By a matrix, which may also shear the box within its plane.
TEST(ContactClipping, BoxesByMatrices) {
  suite::Random random(92);
  int compared = 0;
  for (int i = 0; i < 160; ++i) {
    const Stack stack = any_stack(random, 3);
    const double angle = i % 3 == 0 ? 1e-9 * random.unit() : 1.5 * random.unit();
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double shear = i % 2 == 0 ? 0 : 0.25 * random.unit();
    const std::vector<double>& t = stack.at;
    const BodyData a = box_body(stack.half_a);
    const BodyData b =
        with_matrix(box_body(stack.half_b), {c, shear - s, 0, t[0], s, c, 0, t[1], 0, 0, 1, t[2]});
    SCOPED_TRACE(i);
    compared += expect_clipped<3>(a, b) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 90);
}

TEST(ContactClipping, BoxesOfThePlane) {
  suite::Random random(93);
  int compared = 0;
  for (int i = 0; i < 700; ++i) {
    const Stack stack = any_stack(random, 2);
    const double far = i % 4 == 0 ? 0x1p20 : 0;
    const double tilts[] = {0, 0, 1e-16, 1e-12, 1e-7, 1e-3};
    const double s = tilts[random.in(0, 5)] * random.unit();
    const double c = std::sqrt(1 - s * s);
    const std::vector<double> t = moved(stack.at, far);
    const BodyData a = with_translation(box_body(stack.half_a), {far, far});
    const BodyData b = with_matrix(box_body(stack.half_b), {c, -s, t[0], s, c, t[1]});
    SCOPED_TRACE(i);
    compared += expect_clipped<2>(a, b) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 350);
}

}  // namespace
}  // namespace sunder::test
