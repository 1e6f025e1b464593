// SPDX-License-Identifier: Apache-2.0
//
// The edges that a sweep line meets, in order. The line is vertical and moves to the right. It leans by an angle that is
// infinitely small, so that it meets points of equal x from below.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "exact/orientation.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::polygon {

inline constexpr std::int32_t kNone = -1;

/// Points are distinct and sorted by x and then by y, so that the line meets the lower number first. An `Edge` has two
/// of them, left < right. Edges on the line do not cross before it.
template <class Edge>
class SweepLine {
 public:
  explicit SweepLine(std::span<const Vector2> points) : points_(points) {}
  SweepLine(const SweepLine&) = delete;
  SweepLine& operator=(const SweepLine&) = delete;

  Edge& edge(std::int32_t index) noexcept { return edges_[static_cast<std::size_t>(index)]; }
  const Edge& edge(std::int32_t index) const noexcept {
    return edges_[static_cast<std::size_t>(index)];
  }
  std::int32_t add_edge(const Edge& edge) {
    edges_.push_back(edge);
    return static_cast<std::int32_t>(edges_.size()) - 1;
  }

  int turn(std::int32_t i, std::int32_t j, std::int32_t k) const noexcept {
    const auto at = [&](std::int32_t v) { return points_[static_cast<std::size_t>(v)].data(); };
    return orient2d(at(i), at(j), at(k));
  }
  /// +1 where the point is above the edge's line.
  int side(const Edge& e, std::int32_t v) const noexcept { return turn(e.left, e.right, v); }

  /// The line at a point: the neighbours of the edges that have the point in them or end there.
  struct Stop {
    std::int32_t under = kNone, over = kNone;
  };
  /// Removes the edges that have the point in them, or end there, and lists them from below.
  Stop stop_at(std::int32_t v, std::vector<std::int32_t>& ending) {
    const auto first = line_.lower_bound(typename Below::Point{v});
    next_ = first;
    ending.clear();
    for (; next_ != line_.end() && side(edge(*next_), v) == 0; ++next_) ending.push_back(*next_);
    const Stop stop{first == line_.begin() ? kNone : *std::prev(first),
                    next_ == line_.end() ? kNone : *next_};
    line_.erase(first, next_);
    return stop;
  }
  /// Inserts an edge that starts at the last stop, above those that were inserted there before.
  void insert(std::int32_t e) { line_.insert(next_, e); }

 private:
  /// The order of the edges on the line, from below.
  struct Below {
    using is_transparent = void;
    struct Point {
      std::int32_t index;
    };
    const SweepLine* line;
    bool operator()(std::int32_t i, std::int32_t j) const noexcept {
      const Edge &e = line->edge(i), &f = line->edge(j);
      if (e.left == f.left) return line->side(e, f.right) > 0;
      return e.left < f.left ? line->side(e, f.left) > 0 : line->side(f, e.left) < 0;
    }
    bool operator()(std::int32_t e, Point v) const noexcept {
      return line->side(line->edge(e), v.index) > 0;
    }
    bool operator()(Point v, std::int32_t e) const noexcept {
      return line->side(line->edge(e), v.index) < 0;
    }
  };

  std::span<const Vector2> points_;
  std::vector<Edge> edges_;
  std::set<std::int32_t, Below> line_{Below{this}};
  typename std::set<std::int32_t, Below>::iterator next_ = line_.end();
};

}  // namespace sunder::detail::polygon
