// SPDX-License-Identifier: Apache-2.0
//
// Triangles become a mesh, and meet themselves and a box. A surface is held against each pair of triangles as convex
// bodies. A solid overlaps a box if and only if a triangle does, or the winding number of the box's centre is not 0.
#include <algorithm>
#include <array>
#include <vector>

#include "fuzz/choices.hpp"
#include "fuzz/demand.hpp"
#include "fuzz/numbers.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "suite/case.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Rational;
using Corners = std::array<std::int32_t, 3>;
using Point = std::array<Rational, 3>;

struct Triangles {
  std::vector<Vector3> points;
  std::vector<Corners> corners;
};

/// Coordinates of one drawing: a small grid, a grid that is scaled, or any doubles.
class Places {
 public:
  explicit Places(Choices& choices) : choices_(choices), kind_(choices.in(0, 3)) {
    if (kind_ == 1) scale_ = std::ldexp(1.0, draw_exponent(choices));
  }
  double draw() {
    if (kind_ == 3) return any_double(choices_);
    if (kind_ == 2) return neighbour(choices_.in(0, 3), choices_.in(-1, 1));
    return finite_or_zero(choices_.in(0, 4) * scale_);
  }

 private:
  Choices& choices_;
  int kind_;
  double scale_ = 1;
};

void add_closed(Choices& choices, Places& places, Triangles& mesh) {
  constexpr Corners kTetrahedron[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  constexpr Corners kOctahedron[] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                     {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  const auto first = static_cast<std::int32_t>(mesh.points.size());
  const bool is_small = choices.chance(1, 2);
  const std::span<const Corners> faces =
      is_small ? std::span<const Corners>(kTetrahedron) : std::span<const Corners>(kOctahedron);
  for (int i = 0; i < (is_small ? 4 : 6); ++i)
    mesh.points.push_back({places.draw(), places.draw(), places.draw()});
  const bool turned = choices.chance(1, 3);
  for (Corners c : faces) {
    if (turned) std::swap(c[1], c[2]);
    mesh.corners.push_back({c[0] + first, c[1] + first, c[2] + first});
  }
}

Triangles draw_triangles(Choices& choices) {
  Triangles mesh;
  Places places(choices);
  for (int i = choices.in(0, 3); i > 0; --i) add_closed(choices, places, mesh);
  for (int i = choices.in(0, 3); i > 0; --i)
    mesh.points.push_back({places.draw(), places.draw(), places.draw()});
  if (mesh.points.empty()) return mesh;
  const auto last = static_cast<int>(mesh.points.size()) - 1;
  if (choices.chance(1, 2)) {
    for (int i = choices.in(0, 3); i > 0; --i)
      mesh.corners.push_back({choices.in(0, last), choices.in(0, last), choices.in(0, last)});
  }
  // A point of another place equal to one that is there joins pieces.
  if (choices.chance(1, 4))
    mesh.points[static_cast<std::size_t>(choices.in(0, last))] =
        mesh.points[static_cast<std::size_t>(choices.in(0, last))];
  return mesh;
}

Point exact(const Vector3& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }
Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
int sign_of_determinant(const Point& p, const Point& q, const Point& r) {
  const Rational sum = p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) +
                       p[2] * (q[0] * r[1] - q[1] * r[0]);
  return sum.sign();
}

/// The winding number by a ray that meets no edge: directions are tried until one does not. The point is on no triangle.
int winding_number(const std::vector<std::array<Point, 3>>& triangles, const Point& from) {
  for (int attempt = 1;; ++attempt) {
    const Point ray{Rational(attempt * attempt + 1), Rational(3 * attempt + 1),
                    Rational(7 - 5 * attempt)};
    int count = 0;
    bool meets_edge = false;
    for (const auto& t : triangles) {
      const Point p = minus(t[0], from), q = minus(t[1], from), r = minus(t[2], from);
      const std::array<int, 3> sides{sign_of_determinant(ray, p, q), sign_of_determinant(ray, q, r),
                                     sign_of_determinant(ray, r, p)};
      const int least = std::min({sides[0], sides[1], sides[2]}),
                most = std::max({sides[0], sides[1], sides[2]});
      if (least < 0 && most > 0) continue;
      if (least == 0 || most == 0) {
        meets_edge = true;
        break;
      }
      // The ray's line crosses; the ray does where the start is behind a triangle whose front it leaves by.
      if (sign_of_determinant(p, q, r) == most) count += most;
    }
    if (!meets_edge) return count;
  }
}

Polytope3 hull_of(const Triangles& mesh, const Corners& c) {
  const auto at = [&](std::size_t k) { return mesh.points[static_cast<std::size_t>(c[k])]; };
  return Polytope3::from_points({at(0), at(1), at(2)}).value();
}

Pose3 draw_pose(Choices& choices, bool flattens) {
  const auto small = [&] { return choices.in(-2, 2) * 0.5; };
  const Vector3 t{small(), small(), small()};
  switch (choices.in(0, flattens ? 3 : 2)) {
    case 1:
      return Pose3::translation(t).value();
    case 2:
      return Pose3::from_wxyz({1, small(), small(), choices.real(-1, 1)}, t).value();
    case 3: {
      std::array<double, 12> rows{};
      for (double& entry : rows) entry = choices.in(-1, 1);
      return Pose3::from_matrix(rows).value();
    }
    default:
      return Pose3::identity();
  }
}

Verdict worse(Verdict p, Verdict q) {
  if (p == Verdict::overlapping || q == Verdict::overlapping) return Verdict::overlapping;
  return p == Verdict::touching ? p : q;
}

/// Asks in the host's modes, in both orders.
Verdict ask(const PosedBody3& a, const PosedBody3& b, int rounding, oracle::Subnormals subnormals) {
  const oracle::HostState state(rounding, subnormals);
  const Verdict verdict = intersects(a, b).verdict;
  demand_equal(intersects(b, a).verdict, verdict, "bodies, b first");
  return verdict;
}

void check_report(const Triangles& mesh, const Mesh3& built) {
  const MeshReport& report = built.report();
  const bool solid = built.kind() == MeshKind::solid;
  demand(report.why.empty() == solid, "a mesh that is no solid says why");
  demand(
      static_cast<bool>(Mesh3::from_triangles(mesh.points, mesh.corners, TakeAs::solid)) == solid,
      "a solid is one by any name");
  demand(solid || report.triangles == static_cast<std::int64_t>(mesh.corners.size()),
         "a surface keeps every triangle");
  for (const Corners& c : mesh.corners) {
    for (const std::int32_t corner : c) {
      const Vector3& p = mesh.points[static_cast<std::size_t>(corner)];
      for (std::size_t k = 0; k < 3 && !solid; ++k) {
        demand(built.bounds().lower[k] <= p[k] && p[k] <= built.bounds().upper[k],
               "the bounds hold every point");
      }
    }
  }
}

}  // namespace

void fuzz_solids(Bytes bytes) {
  Choices choices(bytes);
  asking_about(nullptr);
  const int rounding = std::array{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                                  FE_TOWARDZERO}[static_cast<std::size_t>(choices.in(0, 3))];
  const auto subnormals = oracle::kAllSubnormals[static_cast<std::size_t>(choices.in(0, 3))];
  const Triangles mesh = draw_triangles(choices);
  const auto built_in = [&](TakeAs as) {
    const oracle::HostState state(rounding, subnormals);
    return Mesh3::from_triangles(mesh.points, mesh.corners, as).value();
  };
  const Mesh3 built = built_in(TakeAs::automatic), sheet = built_in(TakeAs::surface);
  check_report(mesh, built);

  std::vector<Polytope3> hulls;
  for (const Corners& c : mesh.corners) hulls.push_back(hull_of(mesh, c));

  // Surfaces, under any poses.
  const Body3 surface{{sheet}}, body{{built}};
  const Pose3 pose_a = draw_pose(choices, true), pose_b = draw_pose(choices, true);
  Verdict truth = Verdict::separated;
  for (const Polytope3& p : hulls) {
    for (const Polytope3& q : hulls)
      truth = worse(truth, intersects({p, pose_a}, {q, pose_b}).verdict);
  }
  demand_equal(ask({surface, pose_a}, {surface, pose_b}, rounding, subnormals), truth,
               "two surfaces");
  const Verdict as_taken = ask({body, pose_a}, {body, pose_b}, rounding, subnormals);
  demand(built.kind() == MeshKind::solid || as_taken == truth, "a mesh taken as a surface is one");
  // A solid drops triangles without area.
  demand(worse(as_taken, truth) == as_taken || truth == Verdict::overlapping ||
             built.report().flat > 0,
         "a solid has its surface");
  if (built.kind() == MeshKind::solid)
    demand_equal(ask(body, body, rounding, subnormals), Verdict::overlapping, "a solid and itself");

  // A box under the mesh's own pose.
  Places places(choices);
  Vector3 lower{}, upper{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double p = choices.chance(1, 2) || mesh.points.empty() ? places.draw()
                                                                 : mesh.points.front()[k],
                 q = places.draw();
    lower[k] = std::min(p, q);
    upper[k] = std::max(p, q);
    if (lower[k] == upper[k]) return;
  }
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({(i & 1) != 0 ? upper[0] : lower[0], (i & 2) != 0 ? upper[1] : lower[1],
                       (i & 4) != 0 ? upper[2] : lower[2]});
  const Polytope3 box = Polytope3::from_points(corners).value();
  const bool solid = built.kind() == MeshKind::solid;
  truth = Verdict::separated;
  std::vector<std::array<Point, 3>> triangles;
  for (std::size_t i = 0; i < hulls.size(); ++i) {
    std::array<Point, 3> t;
    for (std::size_t k = 0; k < 3; ++k)
      t[k] = exact(mesh.points[static_cast<std::size_t>(mesh.corners[i][k])]);
    const Point u = minus(t[1], t[0]), v = minus(t[2], t[0]);
    const bool flat =
        u[0] * v[1] == u[1] * v[0] && u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2];
    if (solid && flat) continue;
    truth = worse(truth, intersects(hulls[i], box).verdict);
    triangles.push_back(t);
  }
  if (solid && truth != Verdict::overlapping) {
    const Point p = exact(lower), q = exact(upper);
    const Point centre{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2};
    if (winding_number(triangles, centre) != 0) truth = Verdict::overlapping;
  }
  const Pose3 pose = draw_pose(choices, false);
  const Body3 other{{box}};
  demand_equal(ask({body, pose}, {other, pose}, rounding, subnormals), truth, "a mesh and a box");
  const Body3 part{{built, pose}}, other_part{{box, pose}};
  demand_equal(ask({part, pose_b}, {other_part, pose_b}, rounding, subnormals),
               ask({other_part, pose_b}, {part, pose_b}, rounding, subnormals),
               "parts of two poses");
}

}  // namespace sunder::fuzz
