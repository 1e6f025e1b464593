// SPDX-License-Identifier: Apache-2.0
//
// Grows a polytope of points of C by a point at a time, decided by exact signs. It is a closed
// surface of triangles, or of edges in 2-D, with links to neighbours.
//
// A facet is visible from a new corner p if p is strictly beyond its plane; facets whose planes hold p
// stay. A point p' close to p on the way to the inside sees the same facets: it is beyond the same
// planes, and on none. The visible facets therefore form a disk with the horizon as its rim. A walk to
// neighbours finds them from one of them, and the cone from p over the horizon closes the surface. No
// new facet is degenerate: its ridge on the horizon lies in the plane of a visible facet, and p is
// strictly beyond that plane. The surface may have coplanar neighbours, and corners within a facet of
// the hull. It is still the hull's boundary.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "query/depth/facet_plane.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

/// A difference a - b of a pair of kept vertices.
template <int D, class Int>
struct Corner {
  std::array<Int, D> point;
  IndexPair pair;
};

template <int D, class Int>
class InscribedPolytope {
 public:
  struct Facet {
    std::array<std::int32_t, D> corners;     ///< counter-clockwise seen from outside
    std::array<std::int32_t, D> neighbours;  ///< across the ridge that lacks corners[k]
    FacetPlane<D, Int> plane;
    SquaredDistance distance;  ///< where 0 is strictly inside
    bool holds_zero = false;   ///< 0 is strictly inside its plane
    bool alive = true;
  };

  /// Corners that are affinely independent.
  explicit InscribedPolytope(const std::array<Corner<D, Int>, D + 1>& simplex) {
    corners_.assign(simplex.begin(), simplex.end());
    open_.resize(corners_.size());
    for (std::int32_t lacking = 0; lacking <= D; ++lacking) {
      std::array<std::int32_t, D> corners;
      for (std::int32_t k = 0; k < D; ++k) {
        corners[static_cast<std::size_t>(k)] = k < lacking ? k : k + 1;
      }
      FacetPlane<D, Int> plane = plane_of(corners);
      if (plane.is_beyond(point(lacking))) {
        std::swap(corners[0], corners[1]);
        plane.flip();
      }
      // Facet k lacks corner k, so the neighbour across from a corner has its number.
      append(corners, corners, std::move(plane));
    }
  }

  const std::vector<Corner<D, Int>>& corners() const { return corners_; }
  const std::vector<Facet>& facets() const { return facets_; }
  const Facet& facet(std::int32_t index) const { return facets_[static_cast<std::size_t>(index)]; }

  /// Returns the facet whose plane is nearest to 0, those that 0 is not strictly inside of first;
  /// -1 if all are settled.
  std::int32_t nearest() {
    while (!queue_.empty() && !facet(queue_.front()).alive) pop();
    return queue_.empty() ? -1 : queue_.front();
  }
  /// Removes the facet that nearest() returned from the queue, because C does not go beyond it.
  void settle_nearest() { pop(); }

  /// Is 0 nearer to the first one's plane?
  bool is_nearer(std::int32_t first, std::int32_t second) const {
    return compare(first, second) < 0;
  }

  /// Adds a corner, unless the polytope holds it.
  void take_in(const Corner<D, Int>& corner) {
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(facets_.size()); ++i) {
      if (!facet(i).alive || !facet(i).plane.is_beyond(corner.point)) continue;
      take_in(corner, i);
      return;
    }
  }

  /// Adds a corner that is known to be strictly beyond the facet `visible`.
  void take_in(const Corner<D, Int>& corner, std::int32_t visible) {
    const auto apex = static_cast<std::int32_t>(corners_.size());
    corners_.push_back(corner);
    open_.emplace_back();
    visible_.assign(1, visible);
    facets_[static_cast<std::size_t>(visible)].alive = false;
    for (std::size_t next = 0; next < visible_.size(); ++next) {
      for (std::size_t k = 0; k < D; ++k) {
        const std::int32_t across = facet(visible_[next]).neighbours[k];
        if (!facet(across).alive) continue;
        if (!facet(across).plane.is_beyond(corner.point)) continue;
        facets_[static_cast<std::size_t>(across)].alive = false;
        visible_.push_back(across);
      }
    }
    for (const std::int32_t seen : visible_) {
      for (std::size_t k = 0; k < D; ++k) {
        if (facet(facet(seen).neighbours[k]).alive) raise(seen, k, apex);
      }
    }
  }

 private:
  struct Slot {
    std::int32_t facet = -1;
    std::size_t k = 0;
  };

  const std::array<Int, D>& point(std::int32_t corner) const {
    return corners_[static_cast<std::size_t>(corner)].point;
  }
  FacetPlane<D, Int> plane_of(const std::array<std::int32_t, D>& corners) const {
    std::array<const std::array<Int, D>*, D> points;
    for (std::size_t k = 0; k < D; ++k) points[k] = &point(corners[k]);
    return plane_through(points);
  }

  std::int32_t append(const std::array<std::int32_t, D>& corners,
                      const std::array<std::int32_t, D>& neighbours, FacetPlane<D, Int> plane) {
    const auto index = static_cast<std::int32_t>(facets_.size());
    Facet& made = facets_.emplace_back(Facet{corners, neighbours, std::move(plane), {}});
    made.holds_zero = made.plane.height > 0;
    if (made.holds_zero) made.distance = approximate_distance(made.plane);
    queue_.push_back(index);
    std::push_heap(queue_.begin(), queue_.end(), later());
    return index;
  }

  /// Builds the facet between the apex and the ridge of a visible facet that lacks its k-th corner.
  void raise(std::int32_t seen, std::size_t k, std::int32_t apex) {
    std::array<std::int32_t, D> corners = facet(seen).corners;
    const std::int32_t hidden = facet(seen).neighbours[k];
    std::array<std::int32_t, D> neighbours{};
    neighbours[k] = hidden;
    corners[k] = apex;
    const std::int32_t made = append(corners, neighbours, plane_of(corners));
    for (std::int32_t& back : facets_[static_cast<std::size_t>(hidden)].neighbours) {
      if (back == seen) back = made;
    }
    for (std::size_t other = 0; other < D; ++other) {
      if (other != k) join(made, other, D == 2 ? apex : corners[D - k - other]);
    }
  }

  /// Links two facets of the cone that share a ridge: the apex and `corner`, in 2-D the apex alone. The
  /// horizon passes each of its corners once.
  void join(std::int32_t made, std::size_t k, std::int32_t corner) {
    Slot& open = open_[static_cast<std::size_t>(corner)];
    if (open.facet < 0) {
      open = {made, k};
      return;
    }
    facets_[static_cast<std::size_t>(made)].neighbours[k] = open.facet;
    facets_[static_cast<std::size_t>(open.facet)].neighbours[open.k] = made;
    open.facet = -1;
  }

  int compare(std::int32_t first, std::int32_t second) const {
    const Facet& p = facet(first);
    const Facet& q = facet(second);
    if (!p.holds_zero || !q.holds_zero) return int{p.holds_zero} - int{q.holds_zero};
    const int sign = compare_surely(p.distance, q.distance);
    return sign != 0 ? sign : compare_exactly(p.plane, q.plane);
  }
  /// The older of equally near facets comes first: heaps of standard libraries differ in the order
  /// of equals.
  auto later() const {
    return [this](std::int32_t p, std::int32_t q) {
      const int order = compare(p, q);
      return order != 0 ? order > 0 : p > q;
    };
  }
  void pop() {
    std::pop_heap(queue_.begin(), queue_.end(), later());
    queue_.pop_back();
  }

  std::vector<Corner<D, Int>> corners_;
  std::vector<Facet> facets_;
  std::vector<std::int32_t> queue_;    ///< a heap, the nearest in front
  std::vector<std::int32_t> visible_;  ///< of the last corner
  std::vector<Slot> open_;             ///< of each corner, while a cone is raised
};

}  // namespace sunder::detail
