// SPDX-License-Identifier: Apache-2.0
//
// Idea: With C' = K_B - K_A, a direction u separates if u . c > 0 for all of C'. A support query
// along u that finds a point c with u . c <= 0 excludes a half-plane of directions; the remaining
// ones are a cone. The next direction is the middle one of the edge normals in the cone, of a or of
// b, so each query halves them. If the cone is empty, the three last points have 0 in their hull.
// Source: Chazelle, Dobkin 1980 (the paper's section 4, its reference 9): detection in logarithmic
// time by bisecting sorted boundaries. Sunder bisects directions instead of chains.
// Bound: All of the search is rounded. A normal that rounding puts in the wrong place of the fan
// costs steps.
// Cost: O(log n + log m) queries of O(log n + log m) each. They bisect the fan of edge normals,
// which the topology stores in order. The pose rotates the query, not the fan. The proof of a
// separation is a scan of all vertices, since no proof depends on the order of a fan. For small
// polygons the scan is also the cheaper query.
// Gives up: Where three points are too flat about 0 to be proven: polygons that touch or nearly
// touch. Bodies without edges are queried by scans, and their cones bisected by angle.
#include <limits>

#include "algorithms/polygon_separating_line/fan.hpp"
#include "filter/balls.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/enclosing_triangle.hpp"

namespace sunder::detail::polygon_separating_line {
namespace {

/// More queries than a bisection of 2^31 edges and of an angle down to its last bits can need.
constexpr int kMostSteps = 128;

/// A point of C' = K_B - K_A that a query found.
struct Point {
  Vector2 at{};
  IndexPair corners{};
};

class Halving {
 public:
  Halving(const FilteredPair<2>& filtered, Trace* trace)
      : filtered_(filtered), trace_(trace), a_(filtered.pair().a, 1), b_(filtered.pair().b, -1) {}

  Proposed<2> run(Vector2 start) {
    if (!normalise(start.data(), 2)) start = {0.5, 0};
    search(start);
    return proposed_;
  }

 private:
  /// Searches from one start until no directions remain.
  void search(const Vector2& start) {
    Point point;
    if (!query_support(start, point)) return;
    from_right_ = from_left_ = point;
    right_ = right_of(point.at);
    left_ = left_of(point.at);
    Vector2 next = point.at;
    for (int step = 0; step < kMostSteps; ++step) {
      if (!normalise(next.data(), 2) || !query_support(next, point)) return;
      const bool keeps_right = dot<2>(right_, point.at) > 0;
      const bool keeps_left = dot<2>(left_, point.at) > 0;
      if (!keeps_right && !keeps_left) return close(point);
      if (keeps_right && keeps_left) return;  // rounding: the point excludes no direction
      if (keeps_right) {
        left_ = left_of(point.at);
        from_left_ = point;
      } else {
        right_ = right_of(point.at);
        from_right_ = point;
      }
      if (!normalise(left_.data(), 2) || !normalise(right_.data(), 2)) return;
      next = middle();
    }
  }

  /// Returns the middle normal of the larger range of remaining normals, or the cone's own middle.
  Vector2 middle() const {
    const Fan::Range of_a = a_.between(right_, left_);
    const Fan::Range of_b = b_.between(right_, left_);
    const bool larger_a = of_a.count >= of_b.count;
    const Fan::Range range = larger_a ? of_a : of_b;
    if (range.count > 0) {
      const std::int32_t half = range.first + range.count / 2;
      Vector2 u = larger_a ? a_.normal(half) : b_.normal(half);
      // Rounding may have put it on or past the border, where it would bisect nothing.
      if (normalise(u.data(), 2) && cross(right_, u) > 0 && cross(u, left_) > 0) return u;
    }
    const double length_right = std::sqrt(dot<2>(right_, right_));
    const double length_left = std::sqrt(dot<2>(left_, left_));
    return {right_[0] * length_left + left_[0] * length_right,
            right_[1] * length_left + left_[1] * length_right};
  }

  /// Queries both bodies along u, whose largest entry is in [1/2, 1). Returns false at the end of
  /// the search: u separates, or is too close to decide.
  bool query_support(const Vector2& u, Point& point) {
    point.corners = corners(u);
    filtered_.difference(point.corners, point.at.data());
    point.at = {-point.at[0], -point.at[1]};
    const double along = dot<2>(u, point.at);
    if (along > best_) {
      best_ = along;
      proposed_.direction = u;
      proposed_.has_direction = true;
    }
    if (!(along > 0)) {
      record<2>(trace_, Algorithm::polygon_separating_line, TraceEvent::direction, filtered_.pair(),
                {&point.corners, 1}, &u, along);
      return true;
    }
    const DirectionalGap gap = filtered_.gap(u.data());
    record<2>(trace_, Algorithm::polygon_separating_line, TraceEvent::direction, filtered_.pair(),
              {&gap.vertices, 1}, &u, gap.value);
    if (!gap.proves_separated()) return end_at(gap.vertices);
    proposed_.verdict = Verdict::separated;
    proposed_.stage = Stage::filter;
    return false;
  }

  /// Corners that touch or nearly touch: a start for the exact stage. Always returns false.
  bool end_at(IndexPair corners) {
    proposed_.pairs.clear();
    proposed_.pairs.push_back(corners);
    return false;
  }

  /// No direction came near to separating: an empty cone without a proof is due to symmetry or
  /// rounding, not to contact.
  bool clearly_meets() const { return best_ < -filtered_.gap_error(proposed_.direction.data()); }

  /// The cone is empty: uses the points of its borders, and the one that emptied it.
  void close(const Point& last) {
    if (propose_overlap({from_right_.corners, from_left_.corners, last.corners})) return;
    if (!clearly_meets()) return;
    // 0 is on a side of the triangle, or nearly: corners on both sides of it are paired
    // differently.
    const Vector2 aside = left_of(last.at);
    const Vector2 other_side = right_of(last.at);
    std::array<IndexPair, 3> triangle{};
    if (enclosing_triangle(filtered_,
                           {last.corners, from_right_.corners, corners(aside), corners(other_side)},
                           triangle)) {
      propose_overlap(triangle);
    }
  }

  IndexPair corners(const Vector2& u) const { return {a_.extreme(u), b_.extreme(u)}; }

  bool propose_overlap(const std::array<IndexPair, 3>& pairs) {
    proposed_.pairs.clear();
    for (const IndexPair& pair : pairs) proposed_.pairs.push_back(pair);
    record<2>(trace_, Algorithm::polygon_separating_line, TraceEvent::simplex, filtered_.pair(),
              pairs, nullptr, 0);
    if (!proves_overlap<2>(filtered_, pairs)) return false;
    proposed_.verdict = Verdict::overlapping;
    proposed_.stage = Stage::filter;
    proposed_.has_direction = false;
    proposed_.direction = {};
    return true;
  }

  const FilteredPair<2>& filtered_;
  Trace* trace_;
  Fan a_;
  Fan b_;
  Vector2 right_{};  ///< borders of the cone of remaining directions
  Vector2 left_{};
  Point from_right_;  ///< the points that define them
  Point from_left_;
  double best_ = -std::numeric_limits<double>::infinity();
  Proposed<2> proposed_;
};

/// Returns true if a start direction is finite and in range.
bool is_usable(const Vector2& u) noexcept {
  return std::fabs(u[0]) < 0x1p900 && std::fabs(u[1]) < 0x1p900;
}

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  Vector2 start = line_of_centres(filtered);
  if (search.direction != nullptr && is_usable(*search.direction)) start = *search.direction;
  return Halving(filtered, search.trace).run(start);
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);

}  // namespace sunder::detail::polygon_separating_line
