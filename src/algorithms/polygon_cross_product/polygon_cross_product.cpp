// SPDX-License-Identifier: Apache-2.0
//
// Idea: Polygons are separated if and only if all corners of one lie on the outer side of an edge
// of the other. Then all cross products of the edge with the vector to a corner have the outer
// sign. One corner proven on the inner side refutes an edge. If every edge is refuted, the list is
// complete and proves an overlap.
// Source: Edge-projection paper, section 4, which adopts the method from its reference 10 (Zhou,
// Zhang, Pan 2006). It calls the search quick and leaves its order open. Our order starts at the
// edge that faces the other's centre and moves outward to both sides, alternating between a and b.
// Each edge first tests the corner that refuted the edge beside it.
// Bound: The errors of edges and of cross products each have a bound (edges.hpp).
// Cost: n + m cross products to find the first edges. An edge costs one cross product if the corner
// that refuted the edge beside it refutes it too, else one for each corner tested. The edge that
// separates costs one for each corner and a proof. The worst case is 2 n m.
// Gives up: On hulls without edges (three points or more that were not reduced), on two points, and
// on polygons that touch or nearly touch. Then its direction is the best edge normal so far.
#include <limits>

#include "algorithms/polygon_cross_product/edges.hpp"
#include "filter/balls.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::detail::polygon_cross_product {
namespace {

/// Returns the edge through which the ray from the body's centre along `toward` leaves: its ends
/// lie on both sides of that ray. Returns 0 if rounding hides it.
std::int32_t facing_edge(const Body<2>& body, const Edges& edges, int winding,
                         const Vector2& toward) {
  Vector2 centre{};
  for (int l = 0; l < 2; ++l) {
    centre[static_cast<std::size_t>(l)] = body.pose->linear(l, 0) * body.hull->centre[0] +
                                          body.pose->linear(l, 1) * body.hull->centre[1];
  }
  const auto left_of_ray = [&](std::int32_t i) {
    const Vector2 p = rotated(body, edges.corner(i));
    return toward[0] * (p[1] - centre[1]) - toward[1] * (p[0] - centre[0]) > 0;
  };
  const std::int32_t count = edges.count();
  if (count == 0) return 0;
  const bool from_left = winding < 0;  // counter-clockwise, an edge crosses the ray from its right
  bool before = left_of_ray(0);
  for (std::int32_t i = 0; i < count; ++i) {
    const bool after = left_of_ray(i + 1 == count ? 0 : i + 1);
    if (before == from_left && after != from_left) return i;
    before = after;
  }
  return 0;
}

/// One polygon with the state of the walk around it.
struct Walked {
  Body<2> body;
  Edges edges;
  int winding;                 ///< orientation()
  std::int32_t start = 0;      ///< the first edge
  std::int32_t refuting[2]{};  ///< per flank: the other's corner that refuted the last edge
};

class Walk {
 public:
  Walk(const FilteredPair<2>& filtered, Trace* trace)
      : filtered_(filtered),
        trace_(trace),
        a_{filtered.pair().a, Edges(*filtered.pair().a.hull), orientation(*filtered.pair().a.pose)},
        b_{filtered.pair().b, Edges(*filtered.pair().b.hull),
           orientation(*filtered.pair().b.pose)} {}

  Proposed<2> run() {
    const Vector2 line = line_of_centres(filtered_);
    const std::int32_t most = std::max(a_.edges.count(), b_.edges.count());
    if (!a_.edges.known() || !b_.edges.known() || most == 0) return by_line(line);
    const Vector2 back = {-line[0], -line[1]};
    a_.start = facing_edge(a_.body, a_.edges, a_.winding, line);
    b_.start = facing_edge(b_.body, b_.edges, b_.winding, back);
    b_.refuting[0] = b_.refuting[1] = a_.start;
    a_.refuting[0] = a_.refuting[1] = b_.start;
    for (std::int32_t step = 0; step < most; ++step) {
      if (step < a_.edges.count() && separates_either_way(a_, b_, step, false)) return finish(true);
      if (step < b_.edges.count() && separates_either_way(b_, a_, step, true)) return finish(true);
    }
    return finish(false);
  }

 private:
  /// Steps 0, 1, 2, 3, ... are the edges start, start + 1, start - 1, start + 2, ...
  static std::int32_t place(const Walked& own, std::int32_t step) noexcept {
    const std::int32_t count = own.edges.count();
    const std::int32_t away = (step + 1) / 2;
    // A step is less than the count. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
    return (own.start + (step % 2 == 1 ? away : count - away)) % count;
  }

  /// If doubles cannot decide a body's orientation, both sides of its edges are tested as outer
  /// sides.
  bool separates_either_way(Walked& own, const Walked& other, std::int32_t step, bool edge_of_b) {
    // From a to b: outward on a, inward on b.
    const double outward = edge_of_b ? -1 : 1;
    if (own.winding != 0) return separates(own, other, step, edge_of_b, outward * own.winding);
    return separates(own, other, step, edge_of_b, outward) ||
           separates(own, other, step, edge_of_b, -outward);
  }

  bool separates(Walked& own, const Walked& other, std::int32_t step, bool edge_of_b, double sign) {
    const std::array<std::int32_t, 2> edge = own.edges.at(place(own, step));
    const Axis<2> axis = edge_normal(own.body, edge, sign);
    if (!axis.usable) {
      complete_ = false;
      return false;
    }
    const double drift = axis_drift(filtered_, axis);
    const std::int32_t corners = other.edges.corners();
    std::int32_t& refuting = own.refuting[step % 2];
    refuting %= corners;
    // Starts at the corner that refuted the previous edge and moves away from it on both sides, so
    // that a short move is found early.
    for (std::int32_t i = 0; i < corners; ++i) {
      const std::int32_t away = (i + 1) / 2;
      const std::int32_t at = (refuting + (i % 2 == 1 ? away : corners - away)) % corners;
      const std::int32_t corner = other.edges.corner(at);
      const IndexPair pair = edge_of_b ? IndexPair{corner, edge[0]} : IndexPair{edge[0], corner};
      const Side side = side_of(filtered_, axis, drift, pair);
      if (side.proves_inner()) {
        refuting = at;
        record<2>(trace_, Algorithm::polygon_cross_product, TraceEvent::axis, filtered_.pair(),
                  {&pair, 1}, &axis.direction, side.value);
        return false;
      }
    }
    return no_corner_inside(axis);
  }

  /// No corner refutes the edge: it separates, or it is too close to decide.
  bool no_corner_inside(const Axis<2>& axis) {
    complete_ = false;
    const DirectionalGap gap = filtered_.gap(axis.direction.data());
    const bool separated = gap.proves_separated();
    record<2>(trace_, Algorithm::polygon_cross_product, TraceEvent::axis, filtered_.pair(),
              {&gap.vertices, 1}, &axis.direction, gap.value);
    if (separated || gap.value > best_gap_) {
      best_gap_ = gap.value;
      best_ = axis.direction;
      vertices_ = gap.vertices;
      has_best_ = true;
    }
    return separated;
  }

  /// Without edges only the line of centres can be tested.
  Proposed<2> by_line(const Vector2& line) {
    complete_ = false;
    Axis<2> axis;
    axis.direction = line;
    if (!normalise(axis.direction.data(), 2)) return finish(false);
    return finish(no_corner_inside(axis));
  }

  Proposed<2> finish(bool separated) const {
    Proposed<2> proposed;
    if (complete_) {
      proposed.verdict = Verdict::overlapping;
      proposed.stage = Stage::filter;
      return proposed;
    }
    proposed.has_direction = has_best_;
    proposed.direction = best_;
    if (separated) {
      proposed.verdict = Verdict::separated;
      proposed.stage = Stage::filter;
    } else if (has_best_) {
      proposed.pairs.push_back(vertices_);
    }
    return proposed;
  }

  const FilteredPair<2>& filtered_;
  Trace* trace_;
  Walked a_;
  Walked b_;
  bool complete_ = true;  ///< every edge so far was refuted by a corner
  bool has_best_ = false;
  Vector2 best_{};
  double best_gap_ = -std::numeric_limits<double>::infinity();
  IndexPair vertices_{};
};

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return Walk(filtered, search.trace).run();
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);

}  // namespace sunder::detail::polygon_cross_product
