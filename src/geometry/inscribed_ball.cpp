// SPDX-License-Identifier: Apache-2.0
//
// Idea: The body is the set of points inside all planes of its faces (lines of its edges). A ball
// lies in it if its centre has distance r or more to each plane, on the inner side. A polygon is
// embedded in the plane z = 0. The third entry of the normal of (a, b, centre) is then the centre's
// height over the edge ab, times the length of ab.
// Bound: Distances are rounded down. SpacePoints bounds the error of heights and normals; 2^-48 (16
// roundings) covers root, quotient and sums.
// Cost: O(faces) products in doubles; a thin facet takes big integers.
// Gives up: Without topology, or if no centre is proven to be inside: the radius is 0.
#include "geometry/inscribed_ball.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/bounds.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/exact_plane.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/space_points.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {
namespace {

using Point = std::array<double, 3>;

/// Returns the vertices, followed by the point whose distances are wanted.
std::vector<double> vertices_and(const HullBlock& block, const Point& centre) {
  std::vector<double> packed;
  packed.reserve((static_cast<std::size_t>(block.count) + 1) * 3);
  for (std::int32_t i = 0; i < block.count; ++i) {
    for (int k = 0; k < 3; ++k) {
      packed.push_back(k < block.dimension ? block.coordinate(i, k) : 0.0);
    }
  }
  packed.insert(packed.end(), centre.begin(), centre.end());
  return packed;
}

double length_above(const Point& v, double error) noexcept {
  double sum = 0;
  for (const double x : v) sum += (std::fabs(x) + error) * (std::fabs(x) + error);
  return std::sqrt(sum) * (1 + kRootShare) + kRadiusUnderflow;
}

/// If the relative error of a normal exceeds this, the distance is computed in integers.
constexpr double kSettledPlane = 0x1p-34;

/// Returns a lower bound on the distance of the last point below a face's plane; 0 if it may be
/// outside.
double depth_below(const SpacePoints& points, const IndexList& face) {
  const std::array<std::int32_t, 3> triangle = spread_triangle(face);
  const std::int32_t centre = points.count() - 1;
  const PlaneFilter plane = points.plane(triangle);
  const double length = length_above(plane.normal, plane.normal_error);
  if (plane.normal_error > kSettledPlane * length) {
    return exact_depth_below(points.exact(triangle[0]), points.exact(triangle[1]),
                             points.exact(triangle[2]), points.exact(centre));
  }
  const double depth = -plane.height(points.local(centre)) - plane.bound;
  return times_power_of_two(std::max(0.0, depth / length * (1 - kRootShare)), points.scale());
}

/// Returns a lower bound on the distance of the last point to the left of a polygon's edge; 0 if it
/// may be outside.
double depth_left_of(const SpacePoints& points, const Edge& edge) {
  const auto [a, b] = edge.vertices;
  const std::int32_t centre = points.count() - 1;
  const PlaneFilter plane = points.plane({a, b, centre});
  if (plane.normal_error > kSettledPlane * std::fabs(plane.normal[2])) {
    return exact_depth_left_of(points.exact(a), points.exact(b), points.exact(centre));
  }
  const Point along{points.local(b)[0] - points.local(a)[0],
                    points.local(b)[1] - points.local(a)[1], 0};
  const double error = kLocalEdgeErrors * points.local_error() +
                       kLocalEdgeUnits * kUnit * (std::fabs(along[0]) + std::fabs(along[1]));
  const double height = (plane.normal[2] - plane.normal_error) / length_above(along, error);
  return times_power_of_two(std::max(0.0, height * (1 - kRootShare)), points.scale());
}

/// Returns the radius of a ball about the centre that is proven to lie inside; 0 if none is.
double inscribed_radius(const HullBlock& block, const Point& centre) {
  const std::vector<double> packed = vertices_and(block, centre);
  const SpacePoints points(packed.data(), block.count + 1);
  double least = std::numeric_limits<double>::infinity();
  const auto take = [&least](double depth) {
    if (less(depth, least)) least = depth;
  };
  for (const IndexList& face : block.topology->faces()) take(depth_below(points, face));
  if (block.dimension == 2) {
    for (const Edge& edge : block.topology->edges()) take(depth_left_of(points, edge));
  }
  return least;
}

/// Returns the centre of mass, approximately: of the pyramids over a fan of each face, or of the
/// triangles over each edge. It is rounded, since no proof rests on it.
Point centroid(const HullBlock& block, const Point& apex) {
  const std::vector<double> packed = vertices_and(block, apex);
  const SpacePoints points(packed.data(), block.count + 1);
  const double* o = points.local(block.count);
  Point moment{};
  double total = 0;
  const auto add = [&](double content, std::initializer_list<std::int32_t> corners) {
    const double share = content / static_cast<double>(corners.size() + 1);
    for (std::size_t k = 0; k < 3; ++k) {
      double sum = o[k];
      for (const std::int32_t v : corners) sum += points.local(v)[k];
      moment[k] += share * sum;
    }
    total += content;
  };
  for (const IndexList& face : block.topology->faces()) {
    for (std::size_t i = 2; i < face.size(); ++i) {
      const std::array<std::int32_t, 3> fan{face[0], face[i - 1], face[i]};
      add(-points.plane(fan).height(o), {fan[0], fan[1], fan[2]});
    }
  }
  if (block.dimension == 2) {
    for (const Edge& edge : block.topology->edges()) {
      const auto [a, b] = edge.vertices;
      add(points.plane({a, b, block.count}).normal[2], {a, b});
    }
  }
  if (!(total > 0)) return apex;
  for (double& x : moment) x /= total;
  return points.from_local(moment);
}

}  // namespace

void fit_inscribed_ball(HullBlock& block) {
  Point mean{};
  std::copy(block.centre, block.centre + block.dimension, mean.begin());
  block.inscribed = inscribed_radius(block, mean);
  const Point middle = centroid(block, mean);
  if (!std::all_of(middle.begin(), middle.end(), is_finite_bits)) return;
  const double radius = inscribed_radius(block, middle);
  if (!less(block.inscribed, radius)) return;
  move_centre(block, middle.data());
  block.inscribed = radius;
}

}  // namespace sunder::detail
