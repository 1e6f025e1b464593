// SPDX-License-Identifier: Apache-2.0
//
// EdgeOrder visits the quasi separating lines in the order of the search. First come the faces of a
// and of b alternately, in descending friction, then all other edges. Each direction occurs once.
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/edge_projection/facing.hpp"
#include "algorithms/edge_projection/outline.hpp"
#include "algorithms/edge_projection/prober.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::edge_projection {

/// Below this sine two edges count as parallel: 2^-46, a few roundings of rotated edges.
inline constexpr double kParallelSquared = 0x1p-92;

class EdgeOrder {
 public:
  EdgeOrder(const Pair<3>& pair, const Vector3& line)
      : pair_(pair),
        faces_a_(facing_faces(pair.a, line)),
        faces_b_(facing_faces(pair.b, negated<3>(line))) {}

  /// Calls visit(name, direction) for the edges of facing faces `first` to `end` - 1 of each body,
  /// until it returns true; then returns true.
  template <class Visit>
  bool visit_faces(std::size_t first, std::size_t end, Visit&& visit) {
    const std::size_t most = std::max(faces_a_.size(), faces_b_.size());
    for (std::size_t i = first; i < std::min(end, most); ++i) {
      if (i < faces_a_.size() && visit_face(false, faces_a_[i].face, visit)) return true;
      if (i < faces_b_.size() && visit_face(true, faces_b_[i].face, visit)) return true;
    }
    return false;
  }

  /// Calls `visit` likewise for all edges of both bodies.
  template <class Visit>
  bool visit_all(Visit&& visit) {
    for (const bool of_b : {false, true}) {
      for (const Edge& edge : body(of_b).hull->topology->edges()) {
        if (visit_edge(of_b, edge.vertices[0], edge.vertices[1], visit)) return true;
      }
    }
    return false;
  }

 private:
  const Body<3>& body(bool of_b) const noexcept { return of_b ? pair_.b : pair_.a; }

  template <class Visit>
  bool visit_face(bool of_b, std::int32_t face, Visit& visit) {
    const IndexList rim = body(of_b).hull->topology->face(face);
    for (std::size_t i = 0; i < rim.size(); ++i) {
      if (visit_edge(of_b, rim[i], rim[i + 1 == rim.size() ? 0 : i + 1], visit)) return true;
    }
    return false;
  }

  template <class Visit>
  bool visit_edge(bool of_b, std::int32_t p, std::int32_t q, Visit& visit) {
    const EdgeName name{of_b, std::min(p, q), std::max(p, q)};
    Vector3 e{};
    if (!edge_direction<3>(body(of_b), name.low, name.high, e) || !is_new(e)) return false;
    return visit(name, e);
  }

  bool is_new(const Vector3& e) {
    const double size = length<3>(e);
    const Vector3 unit{e[0] / size, e[1] / size, e[2] / size};
    for (const Vector3& seen : seen_) {
      const Vector3 across = cross(unit, seen);
      if (dot<3>(across, across) < kParallelSquared) return false;
    }
    seen_.push_back(unit);
    return true;
  }

  const Pair<3>& pair_;
  std::vector<Facing> faces_a_, faces_b_;
  std::vector<Vector3> seen_;
};

}  // namespace sunder::detail::edge_projection
