// SPDX-License-Identifier: Apache-2.0
//
// Idea: The vertices of three corners name a face and a vertex, or two edges. Their adjacency proves
// that these make up a facet, and the sides of its edges that the line pierces it.
// Bound: pierced_facet.hpp.
// Cost: Some 20 heights and sides. No allocation.
// Gives up: Where faces or edges of both bodies are parallel, or nearly so. Lines that pass an edge
// of Q too closely for doubles.
#include "query/cast/pierced_facet.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/facet_normal.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"
#include "query/cast/bounds.hpp"

namespace sunder::detail {
namespace {

double largest_entry(const Vector3& v) noexcept {
  return std::max(std::max(std::fabs(v[0]), std::fabs(v[1])), std::fabs(v[2]));
}

bool holds(const IndexList& face, std::int32_t vertex) noexcept {
  return std::find(face.begin(), face.end(), vertex) != face.end();
}

/// A body of the pair, and the sign with which it enters Q.
struct Side {
  Body<3> body;
  double sign;
  Vector3 pulled{};  ///< sign * R^T n

  const Topology& topology() const noexcept { return *body.hull->topology; }
  Vector3 vector(std::int32_t from, std::int32_t to) const noexcept {
    const HullBlock& hull = *body.hull;
    return {hull.coordinate(to, 0) - hull.coordinate(from, 0),
            hull.coordinate(to, 1) - hull.coordinate(from, 1),
            hull.coordinate(to, 2) - hull.coordinate(from, 2)};
  }
  /// Returns the edge in the world.
  Vector3 turned(std::int32_t from, std::int32_t to) const noexcept {
    const double* const r = linear_data(*body.pose);
    const Vector3 x = vector(from, to);
    return {(r[0] * x[0] + r[1] * x[1]) + r[2] * x[2], (r[3] * x[0] + r[4] * x[1]) + r[5] * x[2],
            (r[6] * x[0] + r[7] * x[1]) + r[8] * x[2]};
  }
  void pull_back(const Vector3& n) noexcept {
    const double* const r = linear_data(*body.pose);
    for (std::size_t k = 0; k < 3; ++k) {
      pulled[k] = sign * ((r[k] * n[0] + r[3 + k] * n[1]) + r[6 + k] * n[2]);
    }
  }
};

/// Proves that a portal's corners lie in a facet that the line pierces.
class FacetProof {
 public:
  FacetProof(const Pair<3>& pair, const Reach& reach, const MovingLine& line) noexcept
      : a_{pair.a, -1},
        b_{pair.b, 1},
        d_(line.d),
        projected_error_(2 * reach.gap_error() + kLeastGapError +
                         (line.rounded ? kVelocityUnits * kUnit * reach.reach : 0)),
        edge_error_(kEdgeErrors * reach.entry_error()),
        axes_a_(line.projection.pull_back(linear_data(*pair.a.pose))),
        axes_b_(line.projection.pull_back(linear_data(*pair.b.pose))),
        offset_(line.projection(offset_of(pair))) {}

  bool prove(const std::array<IndexPair, 3>& corners, EntryPoints& points) noexcept {
    std::array<std::int32_t, 3> a{};
    std::array<std::int32_t, 3> b{};
    for (std::size_t i = 0; i < 3; ++i) {
      a[i] = corners[i].a;
      b[i] = corners[i].b;
    }
    const int count_a = put_distinct_first(a);
    const int count_b = put_distinct_first(b);
    if (count_a == 1 && count_b == 3) return prove_face(b_, b, a_, a[0], points);
    if (count_a == 3 && count_b == 1) return prove_face(a_, a, b_, b[0], points);
    return count_a == 2 && count_b == 2 && prove_edges(a, b, points);
  }

 private:
  static int put_distinct_first(std::array<std::int32_t, 3>& v) noexcept {
    int count = 1;
    if (v[1] != v[0]) ++count;
    if (v[2] != v[0] && v[2] != v[1]) {
      v[static_cast<std::size_t>(count)] = v[2];
      ++count;
    }
    return count;
  }

  /// Sets n from two edges, against the motion. Returns false if it may not be.
  bool set_normal(const Vector3& p, const Vector3& q) noexcept {
    n_ = cross(p, q);
    normal_error_ =
        kNormalErrors * edge_error_ * ((largest_entry(p) + largest_entry(q)) + edge_error_);
    const double facing = dot<3>(n_, d_);
    size_ = sum_of_sizes(n_);
    if (!(std::fabs(facing) > sum_of_sizes(d_) * normal_error_ + kFacingUnits * kUnit * size_)) {
      return false;
    }
    if (facing > 0) n_ = negated<3>(n_);
    a_.pull_back(n_);
    b_.pull_back(n_);
    return true;
  }

  /// Is the vertex `to` certainly lower than `from` along sign * n?
  bool is_lower(const Side& side, std::int32_t from, std::int32_t to) const noexcept {
    const Vector3 x = side.vector(from, to);
    const double size = kTurnedSize * sum_of_sizes(x) * greatest_singular_value(*side.body.pose);
    const double error = kHeightErrors * edge_error_ * size_ + normal_error_ * (size + edge_error_);
    return dot<3>(side.pulled, x) < -error * (1 + kEntryShare);
  }
  bool is_highest(const Side& side, std::int32_t vertex) const noexcept {
    const Topology& topology = side.topology();
    for (const std::int32_t e : topology.edges_around(vertex)) {
      if (!is_lower(side, vertex, topology.other_end(e, vertex))) return false;
    }
    return true;
  }
  /// Is the face the highest part of its body? It is if one neighbour is lower, by convexity.
  bool is_highest_face(const Side& side, const IndexList& face) const noexcept {
    const std::int32_t corner = face[0];
    const Topology& topology = side.topology();
    for (const std::int32_t e : topology.edges_around(corner)) {
      const std::int32_t other = topology.other_end(e, corner);
      if (!holds(face, other)) return is_lower(side, corner, other);
    }
    return false;
  }
  /// Is the edge the highest part of its body? It is if both its faces descend.
  bool is_highest_edge(const Side& side, std::int32_t from, std::int32_t to) const noexcept {
    const Topology& topology = side.topology();
    for (const std::int32_t e : topology.edges_around(from)) {
      if (topology.other_end(e, from) != to) continue;
      for (const std::int32_t f : topology.edge(e).faces) {
        const IndexList cycle = topology.face(f);
        const auto other = std::find_if(cycle.begin(), cycle.end(),
                                        [&](std::int32_t v) { return v != from && v != to; });
        if (!is_lower(side, from, *other)) return false;
      }
      return true;
    }
    return false;
  }

  /// Returns the face that holds these three vertices, or -1.
  static std::int32_t common_face(const Topology& topology,
                                  const std::array<std::int32_t, 3>& v) noexcept {
    for (const std::int32_t e : topology.edges_around(v[0])) {
      for (const std::int32_t f : topology.edge(e).faces) {
        const IndexList face = topology.face(f);
        if (holds(face, v[1]) && holds(face, v[2])) return f;
      }
    }
    return -1;
  }

  static ProjectedPoint project(const std::array<Vector3, 2>& axes, const Side& side,
                                std::int32_t v) noexcept {
    const HullBlock& hull = *side.body.hull;
    const Vector3 x{hull.coordinate(v, 0), hull.coordinate(v, 1), hull.coordinate(v, 2)};
    return {dot<3>(axes[0], x), dot<3>(axes[1], x)};
  }
  ProjectedPoint project(const IndexPair& pair) const noexcept {
    const ProjectedPoint p = project(axes_a_, a_, pair.a);
    const ProjectedPoint q = project(axes_b_, b_, pair.b);
    return {(q.x - p.x) + offset_.x, (q.y - p.y) + offset_.y};
  }

  /// Is the line certainly inside the polygon with these corners?
  template <class CornerAt>
  bool surrounds(std::size_t count, const CornerAt& corner) const noexcept {
    ProjectedPoint p = project(corner(count - 1));
    double positive = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const ProjectedPoint q = project(corner(i));
      const double side = side_of(p, q);
      if (i == 0) positive = side > 0 ? 1 : -1;
      if (!(positive * side > side_error(size_of(p) + size_of(q), projected_error_))) return false;
      p = q;
    }
    return true;
  }

  bool set_points(const std::array<IndexPair, 3>& pairs, EntryPoints& points) const noexcept {
    points.pairs = pairs;
    std::array<ProjectedPoint, 3> flat{};
    for (std::size_t i = 0; i < 3; ++i) flat[i] = project(pairs[i]);
    for (std::size_t i = 0; i < 2; ++i) {
      const Vector3 edge =
          minus<3>(a_.turned(pairs[0].a, pairs[i + 1].a), b_.turned(pairs[0].b, pairs[i + 1].b));
      points.edges[i] = {edge[0], edge[1], edge[2], 0};
    }
    return weigh(flat, projected_error_, points.weights);
  }

  bool prove_face(const Side& side, const std::array<std::int32_t, 3>& corners, const Side& other,
                  std::int32_t vertex, EntryPoints& points) noexcept {
    const std::int32_t face = common_face(side.topology(), corners);
    if (face < 0) return false;
    const IndexList cycle = side.topology().face(face);
    const std::size_t count = cycle.size();
    const std::array<std::int32_t, 3> spread = spread_triangle(cycle);
    if (!set_normal(side.turned(spread[0], spread[1]), side.turned(spread[0], spread[2]))) {
      return false;
    }
    if (!is_highest_face(side, cycle) || !is_highest(other, vertex)) return false;
    const bool of_a = &side == &a_;
    const auto pair_of = [&](std::int32_t v) {
      return of_a ? IndexPair{v, vertex} : IndexPair{vertex, v};
    };
    return surrounds(count, [&](std::size_t i) { return pair_of(cycle[i]); }) &&
           set_points({pair_of(spread[0]), pair_of(spread[1]), pair_of(spread[2])}, points);
  }

  bool prove_edges(const std::array<std::int32_t, 3>& a, const std::array<std::int32_t, 3>& b,
                   EntryPoints& points) noexcept {
    if (!set_normal(a_.turned(a[0], a[1]), b_.turned(b[0], b[1]))) return false;
    if (!is_highest_edge(a_, a[0], a[1]) || !is_highest_edge(b_, b[0], b[1])) return false;
    const std::array<IndexPair, 4> corners{
        {{a[0], b[0]}, {a[1], b[0]}, {a[1], b[1]}, {a[0], b[1]}}};
    return surrounds(4, [&](std::size_t i) { return corners[i]; }) &&
           set_points({corners[0], corners[1], corners[3]}, points);
  }

  Side a_;
  Side b_;
  const Vector3& d_;
  double projected_error_;
  double edge_error_;
  std::array<Vector3, 2> axes_a_;
  std::array<Vector3, 2> axes_b_;
  ProjectedPoint offset_;
  Vector3 n_{};
  double size_ = 0;  ///< |n|_1
  double normal_error_ = 0;
};

}  // namespace

bool prove_facet(const Pair<3>& pair, const Reach& reach, const MovingLine& line,
                 const std::array<IndexPair, 3>& corners, EntryPoints& points) noexcept {
  return FacetProof(pair, reach, line).prove(corners, points);
}

}  // namespace sunder::detail
