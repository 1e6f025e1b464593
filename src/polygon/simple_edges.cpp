// SPDX-License-Identifier: Apache-2.0
//
// Idea: A line sweeps the plane and stops at each corner. Edges that pass through a corner are cut there. Edges
// that leave a corner in one direction are added modulo 2. An even edge stays too where it is longer: it bounds nothing,
// but must not cross another edge. Two edges that become neighbours are tested for a crossing.
// Source: Shamos and Hoey, "Geometric intersection problems" (1976).
// Bound: All decisions are exact. Let x be the first place, in the line's order, where two edges meet outside all
// corners. There is no corner between x and the last stop before it. All edges through x are then next to each other on
// the line, so that two of them have been tested. A test finds the first crossing of two edges, or a later one.
// Cost: O((n + k) log n) signs for n corners, and k cases of a corner that lies in an edge.
// Gives up: At a crossing.
#include "polygon/simple_edges.hpp"

#include <algorithm>
#include <numeric>

#include "exact/dyadic_sum.hpp"
#include "exact/nearest.hpp"
#include "geometry/integer_pair.hpp"
#include "polygon/sweep_line.hpp"

namespace sunder::detail::polygon {
namespace {

struct GivenEdge {
  std::int32_t left, right;
  std::int32_t caller;
  bool is_odd = true;
  std::int32_t next_start = kNone;  ///< of the edges with the same left end
};

/// The place where the lines of two edges cross.
struct ExactCrossing {
  std::array<BigInt, 2> numerator;
  BigInt denominator;  ///< positive
  int exponent = 0;

  ExactCrossing(const std::array<Vector2, 2>& e, const std::array<Vector2, 2>& f) {
    const std::array<Vector2, 4> points{e[0], e[1], f[0], f[1]};
    ExponentSpan span;
    for (const Vector2& point : points) {
      for (const double x : point) span.include(x);
    }
    exponent = span.low;
    std::array<std::array<BigInt, 2>, 4> p;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t k = 0; k < 2; ++k) p[i][k] = to_integer<BigInt>(points[i][k], exponent);
    }
    const auto cross = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) -> BigInt {
      return (p[b][0] - p[a][0]) * (p[d][1] - p[c][1]) - (p[b][1] - p[a][1]) * (p[d][0] - p[c][0]);
    };
    BigInt along = cross(0, 2, 2, 3);
    denominator = cross(0, 1, 2, 3);
    if (denominator < 0) {
      along = -along;
      denominator = -denominator;
    }
    for (std::size_t k = 0; k < 2; ++k)
      numerator[k] = p[0][k] * denominator + along * (p[1][k] - p[0][k]);
  }

  Vector2 rounded() const {
    return {nearest_quotient(numerator[0], denominator, exponent),
            nearest_quotient(numerator[1], denominator, exponent)};
  }
  bool is_at(const Vector2& point) const {
    for (std::size_t k = 0; k < 2; ++k) {
      const Dyadic x = decode(point[k]);
      if (compare_scaled(BigInt(x.mantissa) * denominator, x.exponent, numerator[k], exponent) != 0)
        return false;
    }
    return true;
  }
};

class Simplifier {
 public:
  explicit Simplifier(std::span<const std::vector<Vector2>> rings)
      : corner_(take_points(rings)),
        line_(found_.points),
        first_start_(found_.points.size(), kNone),
        is_cut_(corner_.size(), false) {
    std::int32_t caller = 0;
    for (const auto& ring : rings) {
      const std::int32_t begin = caller, end = caller + static_cast<std::int32_t>(ring.size());
      for (; caller < end; ++caller) {
        const std::int32_t i = corner_[static_cast<std::size_t>(caller)];
        const std::int32_t j =
            corner_[static_cast<std::size_t>(caller + 1 < end ? caller + 1 : begin)];
        if (i != j) start(std::min(i, j), std::max(i, j), caller, true);
      }
    }
  }

  SimpleEdges run() {
    const auto count = static_cast<std::int32_t>(found_.points.size());
    for (std::int32_t v = 0; v < count && !found_.crossing; ++v) {
      const auto stop = line_.stop_at(v, ending_);
      for (const std::int32_t e : ending_) cut(line_.edge(e), v);
      find_starting(v);
      for (const std::int32_t e : starting_) line_.insert(e);
      if (ending_.empty() && starting_.empty()) continue;
      test(stop.under, starting_.empty() ? stop.over : starting_.front());
      if (!starting_.empty()) test(starting_.back(), stop.over);
    }
    found_.cut = std::count(is_cut_.begin(), is_cut_.end(), true);
    std::sort(found_.edges.begin(), found_.edges.end());
    return std::move(found_);
  }

 private:
  /// Sets the distinct points, and returns that of each corner.
  std::vector<std::int32_t> take_points(std::span<const std::vector<Vector2>> rings) {
    std::vector<Vector2> given;
    for (const auto& ring : rings) given.insert(given.end(), ring.begin(), ring.end());
    std::vector<std::int32_t> order(given.size()), of(given.size());
    std::iota(order.begin(), order.end(), 0);
    const auto at = [&](std::int32_t i) -> const Vector2& {
      return given[static_cast<std::size_t>(i)];
    };
    std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
      return at(i) != at(j) ? at(i) < at(j) : i < j;
    });
    for (const std::int32_t i : order) {
      if (found_.points.empty() || found_.points.back() != at(i)) found_.points.push_back(at(i));
      of[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(found_.points.size()) - 1;
    }
    return of;
  }

  void start(std::int32_t left, std::int32_t right, std::int32_t caller, bool is_odd) {
    std::int32_t& first = first_start_[static_cast<std::size_t>(left)];
    first = line_.add_edge({left, right, caller, is_odd, first});
  }

  /// Ends an edge at a corner in it, or at its own end.
  void cut(const GivenEdge& edge, std::int32_t v) {
    if (edge.is_odd) found_.edges.push_back({edge.left, v});
    if (edge.right == v) return;
    is_cut_[static_cast<std::size_t>(edge.caller)] = true;
    start(v, edge.right, edge.caller, edge.is_odd);
  }

  /// Lists the edges that start at a corner, from below, each direction once.
  void find_starting(std::int32_t v) {
    candidates_.clear();
    for (std::int32_t e = first_start_[static_cast<std::size_t>(v)]; e != kNone;
         e = line_.edge(e).next_start)
      candidates_.push_back(e);
    std::sort(candidates_.begin(), candidates_.end(), [&](std::int32_t i, std::int32_t j) {
      const std::int32_t p = line_.edge(i).right, q = line_.edge(j).right;
      const int turns = line_.turn(v, p, q);
      if (turns != 0) return turns > 0;
      return p != q ? p < q : i < j;
    });
    starting_.clear();
    for (auto begin = candidates_.begin(), end = begin; begin != candidates_.end(); begin = end) {
      const std::int32_t right = line_.edge(*begin).right;
      while (end != candidates_.end() && line_.turn(v, right, line_.edge(*end).right) == 0) ++end;
      starting_.push_back(end - begin == 1 ? *begin : sum_of({begin, end}, v));
    }
  }

  /// Adds edges of one direction, sorted by length, modulo 2: of two odd ones the longer one's rest stays. Returns the
  /// shortest that is odd, or an even one that covers all.
  std::int32_t sum_of(std::span<const std::int32_t> group, std::int32_t v) {
    const GivenEdge longest = line_.edge(group.back());
    odd_.clear();
    for (const std::int32_t e : group) {
      if (line_.edge(e).is_odd) odd_.push_back(e);
    }
    const bool is_odd = odd_.size() % 2 != 0;
    for (std::size_t i = is_odd ? 1 : 0; i < odd_.size(); i += 2) {
      found_.cancelled += 2;
      const GivenEdge shorter = line_.edge(odd_[i]), longer = line_.edge(odd_[i + 1]);
      if (shorter.right == longer.right) continue;
      is_cut_[static_cast<std::size_t>(longer.caller)] = true;
      start(shorter.right, longer.right, longer.caller, true);
    }
    if (!is_odd) return line_.add_edge({v, longest.right, longest.caller, false});
    const std::int32_t end = line_.edge(odd_.front()).right;
    if (end != longest.right) start(end, longest.right, longest.caller, false);
    return odd_.front();
  }

  void test(std::int32_t i, std::int32_t j) {
    if (i == kNone || j == kNone || found_.crossing) return;
    const GivenEdge &e = line_.edge(i), &f = line_.edge(j);
    if (line_.side(e, f.left) * line_.side(e, f.right) >= 0) return;
    if (line_.side(f, e.left) * line_.side(f, e.right) >= 0) return;
    const auto ends_of = [&](const GivenEdge& edge) -> std::array<Vector2, 2> {
      return {found_.points[static_cast<std::size_t>(edge.left)],
              found_.points[static_cast<std::size_t>(edge.right)]};
    };
    const ExactCrossing crossing(ends_of(e), ends_of(f));
    const Vector2 where = crossing.rounded();
    if (std::binary_search(found_.points.begin(), found_.points.end(), where) &&
        crossing.is_at(where))
      return;  // a corner, where both will be cut
    found_.crossing = {{std::min(e.caller, f.caller), std::max(e.caller, f.caller)}, where};
  }

  SimpleEdges found_;
  std::vector<std::int32_t> corner_;  ///< the point of each corner given
  SweepLine<GivenEdge> line_;
  std::vector<std::int32_t> first_start_;  ///< of each point
  std::vector<bool> is_cut_;               ///< of the caller's edges
  std::vector<std::int32_t> ending_, candidates_, starting_, odd_;
};

}  // namespace

SimpleEdges simple_edges(std::span<const std::vector<Vector2>> rings) {
  return Simplifier(rings).run();
}

}  // namespace sunder::detail::polygon
