// SPDX-License-Identifier: Apache-2.0
#include "bench/special_casts.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace sunder::bench {
namespace {

double rounded(double x) { return std::ldexp(std::round(std::ldexp(x, 10)), -10); }
Vector3 rounded(const Vector3& v) { return {rounded(v[0]), rounded(v[1]), rounded(v[2])}; }
Vector3 plus(const Vector3& p, const Vector3& q) { return {p[0] + q[0], p[1] + q[1], p[2] + q[2]}; }
Vector3 minus(const Vector3& p, const Vector3& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
Vector3 times(double s, const Vector3& v) { return {s * v[0], s * v[1], s * v[2]}; }

/// A box, or a stone of 32 vertices with a flat top and bottom at heights of 1/2 and -1/2.
Polytope3 body_of(Random& random, SpecialBodies bodies) {
  if (bodies == SpecialBodies::boxes) {
    return Polytope3::box(
        {rounded(random.in(0.3, 1)), rounded(random.in(0.3, 1)), rounded(random.in(0.3, 1))});
  }
  std::vector<Vector3> points;
  for (int i = 0; i < 32; ++i) {
    const Vector3 p = random_direction(random);
    const double z = i < 8 ? (i % 2 == 0 ? 0.5 : -0.5) : 0.45 * p[2];
    const double width = std::sqrt(1 - z * z) / std::hypot(p[0], p[1]);
    points.push_back(rounded({width * p[0], width * p[1], z}));
  }
  return Polytope3::from_points(points).value();
}

template <class T>
const T& any_of(Random& random, std::span<const T> list) {
  return list[static_cast<std::size_t>(random.between(0, static_cast<int>(list.size()) - 1))];
}
std::int32_t any_vertex(Random& random, const Polytope3& body) {
  return random.between(0, body.vertex_count() - 1);
}
/// Returns the vertex that is farthest along u.
Vector3 farthest(const Polytope3& body, const Vector3& u) {
  Vector3 best = body.vertex(0);
  const auto along = [&](const Vector3& x) { return u[0] * x[0] + u[1] * x[1] + u[2] * x[2]; };
  for (std::int32_t v = 1; v < body.vertex_count(); ++v) {
    if (along(body.vertex(v)) > along(best)) best = body.vertex(v);
  }
  return best;
}

/// A line that ends at, or passes through, a point of the body.
struct Line {
  Vector3 from, way;
};
Line ray_of(Random& random, const Polytope3& body, const std::string& aim) {
  const Vector3 away = rounded(times(3, random_direction(random)));
  const Edge& edge = any_of(random, body.edges());
  const Vector3 p = body.vertex(edge.vertices[0]);
  const Vector3 q = body.vertex(edge.vertices[1]);
  const auto toward = [&](const Vector3& target) {
    return Line{plus(target, away), times(-2, away)};
  };
  if (aim == "vertex") return toward(farthest(body, away));
  if (aim == "rim_vertex") return toward(p);
  if (aim == "edge") return toward(times(0.5, plus(p, q)));
  if (aim == "along_edge") return {plus(p, times(4, minus(p, q))), times(16, minus(q, p))};
  if (aim == "two_vertices") {
    const Vector3 other = body.vertex(any_vertex(random, body));
    const Vector3 step = other == p ? minus(q, p) : minus(other, p);
    return {minus(p, times(2, step)), times(8, step)};
  }
  if (aim == "face_plane") {
    const Face& face = any_of(random, body.faces());
    const Vector3 a = body.vertex(face.vertices[0]);
    const Vector3 step =
        minus(times(0.5, plus(body.vertex(face.vertices[1]), body.vertex(face.vertices[2]))), a);
    return {minus(a, times(2, step)), times(8, step)};
  }
  if (aim == "from_vertex") return {p, away};
  if (aim == "from_edge") return {times(0.5, plus(p, q)), away};
  return toward(rounded(times(0.2, random_direction(random))));
}

/// A motion of b that ends at, or passes through, a place where it touches a.
Line cast_of(Random& random, const Polytope3& a, const Polytope3& b, const std::string& aim) {
  const Vector3 u = random_direction(random);
  const Vector3 away = rounded(times(3, u));
  const auto toward = [&](const Vector3& place) {
    return Line{plus(place, away), times(-2, away)};
  };
  const Vector3 top = farthest(a, {0, 0, 1});
  const Vector3 bottom = farthest(b, {0, 0, -1});
  const double height = top[2] - bottom[2];
  const double x = rounded(random.in(-0.2, 0.2));
  const double y = rounded(random.in(-0.2, 0.2));
  if (aim == "vertex_to_vertex") return toward(minus(farthest(a, u), farthest(b, times(-1, u))));
  if (aim == "vertices_aside") {
    return toward(minus(a.vertex(any_vertex(random, a)), b.vertex(any_vertex(random, b))));
  }
  if (aim == "edge_on_edge") {
    const Edge& edge = any_of(random, a.edges());
    const Edge& other = any_of(random, b.edges());
    return toward(
        times(0.5, minus(plus(a.vertex(edge.vertices[0]), a.vertex(edge.vertices[1])),
                         plus(b.vertex(other.vertices[0]), b.vertex(other.vertices[1])))));
  }
  if (aim == "face_on_face") return {{x, y, height + 2}, {0, 0, -4}};
  if (aim == "face_on_face_aslant") return {{x + 1, y, height + 2}, {-1, rounded(u[1]), -4}};
  if (aim == "sliding_on_face") return {{x + 4, y, height}, {-8, 0, 0}};
  if (aim == "from_contact") return {{x, y, height}, {rounded(u[0]), rounded(u[1]), 1}};
  if (aim == "passing_by_a_face") return {{x + 4, y, height + 0x1p-10}, {-8, 0, 0}};
  return toward({x, y, rounded(random.in(-0.2, 0.2))});
}

}  // namespace

Cast3 SpecialCasts::ask(std::size_t i) const {
  const Posed3 at_rest{resting[i], resting_pose[i]};
  if (moving.empty()) return ray_cast(from[i], way[i], at_rest).value();
  return cast({moving[i], pose[i]}, motion[i], at_rest, Motion3());
}

std::vector<std::string> special_rays() {
  return {"inside",       "vertex",     "rim_vertex",  "edge",     "along_edge",
          "two_vertices", "face_plane", "from_vertex", "from_edge"};
}
std::vector<std::string> special_casts() {
  return {"anywhere",        "vertex_to_vertex", "vertices_aside",
          "edge_on_edge",    "face_on_face",     "face_on_face_aslant",
          "sliding_on_face", "from_contact",     "passing_by_a_face"};
}

SpecialCasts make_special_casts(bool rays, SpecialBodies bodies, const std::string& aim,
                                bool turned) {
  Random random(20261127);
  SpecialCasts casts;
  while (casts.from.size() < 100) {
    casts.resting.push_back(body_of(random, bodies));
    const Polytope3& resting = casts.resting.back();
    if (!rays) casts.moving.push_back(body_of(random, bodies));
    const Line line =
        rays ? ray_of(random, resting, aim) : cast_of(random, resting, casts.moving.back(), aim);
    const double half = random.in(0.05, 1.5);
    const Vector3 axis = times(std::sin(half), random_direction(random));
    const std::array<double, 4> q{turned ? std::cos(half) : 1, turned ? axis[0] : 0,
                                  turned ? axis[1] : 0, turned ? axis[2] : 0};
    casts.resting_pose.push_back(Pose3::from_wxyz(q).value());
    const auto in_world = [&](const Vector3& x) {
      const Pose3& pose = casts.resting_pose.back();
      Vector3 y{};
      for (int l = 0; l < 3; ++l) {
        y[static_cast<std::size_t>(l)] =
            pose.linear(l, 0) * x[0] + pose.linear(l, 1) * x[1] + pose.linear(l, 2) * x[2];
      }
      return y;
    };
    casts.from.push_back(in_world(line.from));
    casts.way.push_back(in_world(line.way));
    casts.pose.push_back(Pose3::from_wxyz(q, casts.from.back()).value());
    casts.motion.push_back(Motion3::linear(casts.way.back()).value());
  }
  return casts;
}

}  // namespace sunder::bench
