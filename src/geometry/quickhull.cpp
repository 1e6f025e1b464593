// SPDX-License-Identifier: Apache-2.0
//
// Idea: This is Quickhull, with an exact sign for each test of a point against a facet. Nothing is
// merged and nothing is joggled. Floats only choose the next point: they can make the search slow,
// not wrong.
// Source: Barber, Dobkin and Huhdanpaa, "The quickhull algorithm for convex hulls" (1996).
// Bound: The proof holds for degenerate input. Let H be the hull so far, and p the next point,
// outside H. Let V be the facets that p is strictly above.
//
// 1. Seen from p, the faces in V map one to one onto the convex outline of H. The faces whose plane
//    holds p map onto its border. Hence V is a disc and connected over edges, and its border is one
//    simple cycle. The search finds all of V from one facet.
// 2. Joining p to that cycle gives the boundary of the hull of H and p. A face in V disappears. A
//    face F whose plane holds p becomes the hull of F and p, tiled by the new triangles. Each new
//    plane supports the hull, as it goes through p and an edge of the outline. No new triangle is
//    flat: p on the line of an edge would be in the plane of the facet in V beside it.
// 3. A point q that was strictly above a facet in V and is above no new facet lies in the new hull.
//    The facets of H that q is above are connected over edges. Either all are in V, and q is above
//    no remaining facet. Otherwise two of them meet in an edge of the cycle. The new plane's normal
//    there is a combination of theirs with weights >= 0, not both 0. Hence q is above the new
//    facet.
//
// Each point is therefore always in H, or in the list of a facet that it is strictly above.
// Cost: O(n log n) expected; most signs are decided by the filter of SpacePoints.
#include "geometry/quickhull.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/vectors.hpp"

namespace sunder::detail {
namespace {

struct Facet {
  Triangle triangle;
  PlaneFilter plane;
  std::int32_t first_outside = kNoIndex;  ///< head of the list of points above
  std::int32_t furthest = kNoIndex;       ///< approximately, by the filter's double
  double furthest_height = 0;
  std::int32_t step = kNoIndex;  ///< the last step that tested this facet
  bool visible = false;          ///< the result of that test
  bool alive = false;
};

/// An edge on the border of the facets that the new point sees, with the facet that it does not
/// see.
struct BorderEdge {
  std::int32_t from;
  std::int32_t to;
  std::int32_t beyond;
};

class Quickhull {
 public:
  explicit Quickhull(const SpacePoints& points)
      : points_(points),
        next_(static_cast<std::size_t>(points.count()), kNoIndex),
        starting_at_(static_cast<std::size_t>(points.count()), kNoIndex) {}

  std::vector<Triangle> run(std::array<std::int32_t, 4> corners) {
    start(corners);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::int32_t f = queue_[head];
      if (facet(f).alive && facet(f).first_outside != kNoIndex) add_furthest_of(f);
    }
    return collect();
  }

 private:
  Facet& facet(std::int32_t f) noexcept { return facets_[static_cast<std::size_t>(f)]; }

  bool above(const Facet& f, std::int32_t point) const noexcept {
    return points_.side(f.plane, f.triangle.vertices, point) > 0;
  }

  std::int32_t make_facet(std::int32_t a, std::int32_t b, std::int32_t c) {
    std::int32_t f = kNoIndex;
    if (free_.empty()) {
      f = static_cast<std::int32_t>(facets_.size());
      facets_.emplace_back();
    } else {
      f = free_.back();
      free_.pop_back();
      facet(f) = Facet{};
    }
    Facet& made = facet(f);
    made.triangle.vertices = {a, b, c};
    made.plane = points_.plane(made.triangle.vertices);
    made.alive = true;
    return f;
  }

  void start(std::array<std::int32_t, 4> corners) {
    if (orient3d(points_.exact(corners[0]), points_.exact(corners[1]), points_.exact(corners[2]),
                 points_.exact(corners[3])) > 0) {
      std::swap(corners[0], corners[1]);
    }
    // The last corner is below the first three; facet i omits corner i.
    const auto [a, b, c, d] = corners;
    make_facet(b, d, c);
    make_facet(a, c, d);
    make_facet(a, d, b);
    make_facet(a, b, c);
    facet(0).triangle.neighbours = {2, 1, 3};
    facet(1).triangle.neighbours = {3, 0, 2};
    facet(2).triangle.neighbours = {1, 0, 3};
    facet(3).triangle.neighbours = {2, 0, 1};
    fresh_ = {0, 1, 2, 3};
    for (std::int32_t i = 0; i < points_.count(); ++i) {
      if (i != a && i != b && i != c && i != d) assign(i);
    }
    enqueue_fresh();
  }

  /// Adds the point to the list of a fresh facet that it is above; if there is none, it is in the
  /// hull.
  void assign(std::int32_t point) {
    for (const std::int32_t f : fresh_) {
      Facet& candidate = facet(f);
      if (!above(candidate, point)) continue;
      const double height = candidate.plane.height(points_.local(point));
      if (candidate.furthest == kNoIndex || height > candidate.furthest_height) {
        candidate.furthest = point;
        candidate.furthest_height = height;
      }
      next_[static_cast<std::size_t>(point)] = candidate.first_outside;
      candidate.first_outside = point;
      return;
    }
  }

  void enqueue_fresh() {
    for (const std::int32_t f : fresh_) {
      if (facet(f).first_outside != kNoIndex) queue_.push_back(f);
    }
  }

  void add_furthest_of(std::int32_t f) {
    const std::int32_t eye = facet(f).furthest;
    find_visible(f, eye);
    build_cone(eye);
    for (const std::int32_t hidden : visible_) {
      std::int32_t point = facet(hidden).first_outside;
      while (point != kNoIndex) {
        const std::int32_t following = next_[static_cast<std::size_t>(point)];
        if (point != eye) assign(point);
        point = following;
      }
      facet(hidden).alive = false;
    }
    free_.insert(free_.end(), visible_.begin(), visible_.end());
    enqueue_fresh();
  }

  /// Fills visible_ and border_ by a search from a facet that the eye is above.
  void find_visible(std::int32_t first, std::int32_t eye) {
    ++step_;
    visible_.assign(1, first);
    border_.clear();
    facet(first).step = step_;
    facet(first).visible = true;
    for (std::size_t head = 0; head < visible_.size(); ++head) {
      const Triangle triangle = facet(visible_[head]).triangle;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::int32_t n = triangle.neighbours[i];
        Facet& neighbour = facet(n);
        if (neighbour.step != step_) {
          neighbour.step = step_;
          neighbour.visible = above(neighbour, eye);
          if (neighbour.visible) visible_.push_back(n);
        }
        if (!neighbour.visible) {
          border_.push_back({triangle.vertices[i], triangle.vertices[(i + 1) % 3], n});
        }
      }
    }
  }

  void build_cone(std::int32_t eye) {
    fresh_.clear();
    for (const BorderEdge& edge : border_) {
      const std::int32_t f = make_facet(edge.from, edge.to, eye);
      facet(f).triangle.neighbours[0] = edge.beyond;
      Triangle& beyond = facet(edge.beyond).triangle;
      for (std::size_t j = 0; j < 3; ++j) {
        if (beyond.vertices[j] == edge.to) beyond.neighbours[j] = f;
      }
      starting_at_[static_cast<std::size_t>(edge.from)] = f;
      fresh_.push_back(f);
    }
    for (const std::int32_t f : fresh_) {
      const auto to = static_cast<std::size_t>(facet(f).triangle.vertices[1]);
      const std::int32_t following = starting_at_[to];
      facet(f).triangle.neighbours[1] = following;
      facet(following).triangle.neighbours[2] = f;
    }
  }

  std::vector<Triangle> collect() {
    std::vector<std::int32_t> number(facets_.size(), kNoIndex);
    std::vector<Triangle> triangles;
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      if (!facets_[f].alive) continue;
      number[f] = static_cast<std::int32_t>(triangles.size());
      triangles.push_back(facets_[f].triangle);
    }
    for (Triangle& triangle : triangles) {
      for (std::int32_t& n : triangle.neighbours) n = number[static_cast<std::size_t>(n)];
    }
    return triangles;
  }

  const SpacePoints& points_;
  std::vector<Facet> facets_;
  std::vector<std::int32_t> free_;
  std::vector<std::int32_t> queue_;
  std::vector<std::int32_t> next_;         ///< per point: the next on the same facet's list
  std::vector<std::int32_t> starting_at_;  ///< per point: the fresh facet whose first vertex it is
  std::vector<std::int32_t> visible_;
  std::vector<std::int32_t> fresh_;
  std::vector<BorderEdge> border_;
  std::int32_t step_ = 0;
};

/// Returns the point that maximises `measure`.
template <class Measure>
std::int32_t furthest(const SpacePoints& points, Measure measure) {
  std::int32_t best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (std::int32_t i = 0; i < points.count(); ++i) {
    const double value = measure(points.local(i));
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

double squared_length(const Vector3& v) noexcept { return dot<3>(v, v); }

/// Returns a large initial tetrahedron, so that most points are inside early. It falls back to
/// `basis` if the guess is flat, which rounding can cause for thin bodies.
std::array<std::int32_t, 4> starting_corners(const SpacePoints& points,
                                             std::span<const std::int32_t> basis) {
  const std::int32_t a =
      furthest(points, [](const double* x) { return x[0] + 0.5 * x[1] + 0.25 * x[2]; });
  const double* corner = points.local(a);
  const std::int32_t b =
      furthest(points, [&](const double* x) { return squared_length(difference(x, corner)); });
  const std::array<double, 3> line = difference(points.local(b), corner);
  const std::int32_t c = furthest(
      points, [&](const double* x) { return squared_length(cross(line, difference(x, corner))); });
  const PlaneFilter plane = points.plane({a, b, c});
  const std::int32_t d =
      furthest(points, [&](const double* x) { return std::fabs(plane.height(x)); });
  if (orient3d(points.exact(a), points.exact(b), points.exact(c), points.exact(d)) != 0) {
    return {a, b, c, d};
  }
  return {basis[0], basis[1], basis[2], basis[3]};
}

}  // namespace

std::vector<Triangle> quickhull(const SpacePoints& points, std::span<const std::int32_t> basis) {
  return Quickhull(points).run(starting_corners(points, basis));
}

}  // namespace sunder::detail
