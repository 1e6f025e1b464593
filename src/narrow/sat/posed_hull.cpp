// SPDX-License-Identifier: Apache-2.0
//
// Idea: Edges and face normals of a posed hull in doubles, computed on demand, each with a bound on
// its error.
// Bound: posed_hull.hpp derives the bounds of edges, normals and margins.
// Cost: Nine products an edge; a cross product for each triple of corners tried until its sine is
// at least 1/4.
// Gives up: Never; a vector that cannot be scaled gets an infinite error.
#include "narrow/sat/posed_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "filter/axis.hpp"
#include "geometry/facet_normal.hpp"
#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {
namespace {

/// Bound on the loss of a scaling by a power of two to underflow.
constexpr double kLeastEntryError = 0x1p-900;

double largest_of(const Vector3& v) noexcept {
  return std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
}

/// Scales the largest entry into [1/2, 1), and the error with it.
void scale(PosedVector& v) noexcept {
  const double largest = largest_of(v.entry);
  if (!normalise(v.entry.data(), 3)) {
    v.entry = {};
    v.error = std::numeric_limits<double>::infinity();
  } else {
    v.error = v.error * unit_scale(largest) + kLeastEntryError;
  }
}

double margin_of(double of_error, double error, double of_rounding) noexcept {
  if (!(error <= 1)) return std::numeric_limits<double>::infinity();
  return of_error * error + of_rounding;
}

/// Returns the sign of det R, 0 if it is not proven. A product of three entries has two roundings,
/// the sum of six of them five. The 2^-700 covers entries that the host reads as zero.
int proven_orientation(const Pose<3>& pose) noexcept {
  if (pose.is_quaternion()) return 1;
  const auto r = [&](int row, int column) { return pose.linear(row, column); };
  double det = 0;
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    const int m = (k + 1) % 3;
    const int n = (k + 2) % 3;
    const double forward = r(0, k) * r(1, m) * r(2, n);
    const double backward = r(0, k) * r(1, n) * r(2, m);
    det += forward - backward;
    size += std::fabs(forward) + std::fabs(backward);
  }
  const double error = kOrientationUnits * kUnit * size + kOrientationUnderflow;
  if (det > error) return 1;
  return det < -error ? -1 : 0;
}

}  // namespace

PosedHull::PosedHull(const Body<3>& body, const Topology& topology)
    : body_(body),
      topology_(topology),
      normals_(static_cast<std::size_t>(topology.face_count())),
      edges_(static_cast<std::size_t>(topology.edge_count())),
      orientation_(proven_orientation(*body.pose)) {}

PosedVector PosedHull::pose_edge(std::int32_t from, std::int32_t to) const noexcept {
  const Pose<3>& pose = *body_.pose;
  Vector3 d;
  double length = 0;
  for (int k = 0; k < 3; ++k) {
    const double along = body_.hull->coordinate(to, k) - body_.hull->coordinate(from, k);
    d[static_cast<std::size_t>(k)] = along;
    length += std::fabs(along);
  }
  PosedVector edge{};
  double size = 0;
  for (int l = 0; l < 3; ++l) {
    double sum = 0;
    double sum_size = 0;
    for (int k = 0; k < 3; ++k) {
      const double product = pose.linear(l, k) * d[static_cast<std::size_t>(k)];
      sum += product;
      sum_size += std::fabs(product);
    }
    edge.entry[static_cast<std::size_t>(l)] = sum;
    size = std::max(size, sum_size);
  }
  edge.error =
      (kEdgeUnits * kUnit * size + linear_error(pose) * length) * (1 + kAxisShare) + kEdgeUnderflow;
  scale(edge);
  edge.margin = margin_of(kEdgeMarginEntries, edge.error, kEdgeMarginUnits * kUnit);
  return edge;
}

/// The entries of both factors are below 1, so those of the unscaled product measure the sine.
PosedVector PosedHull::corner_normal(const std::array<std::int32_t, 3>& corner) const noexcept {
  const PosedVector p = pose_edge(corner[0], corner[1]);
  const PosedVector q = pose_edge(corner[1], corner[2]);
  const Axis<3> axis = cross_axis(p.entry, q.entry, std::max(p.error, q.error));
  return {axis.direction, largest_of(axis.error), 0};
}

const PosedVector& PosedHull::pose_face(std::size_t face) noexcept {
  const IndexList rim = topology_.face(static_cast<std::int32_t>(face));
  const std::size_t corners = rim.size();
  // A thin face has good corners at its ends; a face of many corners has only flat ones.
  PosedVector best = corner_normal(spread_triangle(rim));
  double best_sine = largest_of(best.entry);
  for (std::size_t i = 0; i < corners && best_sine < 0.25; ++i) {
    const PosedVector next =
        corner_normal({rim[i], rim[(i + 1) % corners], rim[(i + 2) % corners]});
    const double sine = largest_of(next.entry);
    if (sine > best_sine) {
      best = next;
      best_sine = sine;
    }
  }
  scale(best);
  best.margin = margin_of(kNormalMarginEntries, best.error, 0);
  normals_[face] = best;
  return normals_[face];
}

void PosedHull::pose_edges() noexcept {
  // The two normals of a flat body are opposite: they do not determine the side of the arc.
  const bool solid = body_.hull->report->affine_dimension == 3;
  PosedEdge* posed = edges_.begin();
  for (const Edge& edge : topology_.edges()) {
    *posed++ = {pose_edge(edge.vertices[0], edge.vertices[1]), edge.vertices[0], edge.faces,
                solid ? ArcState::untested : ArcState::undecided};
  }
}

}  // namespace sunder::detail::sat
