// SPDX-License-Identifier: Apache-2.0
//
// Idea: In 2-D this is the search of space.cpp one dimension lower. The edges of the polygons
// project them onto a line.
// Source: The edge-projection paper (edge_projection.hpp).
// Bound: Lemma 1 proves a direction, Lemma 2 a triangle; balls prove the rest.
// Cost: Four support queries for each edge.
// Gives up: Where space.cpp does.
#include <algorithm>

#include "algorithms/edge_projection/edge_projection.hpp"
#include "algorithms/edge_projection/facing.hpp"
#include "algorithms/edge_projection/overlap.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::edge_projection {
namespace {

/// Returns the interval of a body along n on the axis of n's largest entry, which is 1 there.
std::vector<double> interval_of(const Body<2>& body, const Vector2& n) {
  const Vector2 ahead = pull_back(body, n.data(), 1.0);
  const Vector2 back = pull_back(body, n.data(), -1.0);
  const double moved = n[0] * body.pose->offset(0) + n[1] * body.pose->offset(1);
  return {moved - support<2>(*body.hull, back.data()).value,
          moved + support<2>(*body.hull, ahead.data()).value};
}

class PlaneSearch {
 public:
  PlaneSearch(const FilteredPair<2>& filtered, Prober<2>& prober, const Vector2& line)
      : pair_(filtered.pair()),
        prober_(prober),
        facing_a_(facing_faces(pair_.a, line)),
        facing_b_(facing_faces(pair_.b, negated<2>(line))) {}

  /// Tests whether one of the facing edges `first` to `end` - 1 of each body separates.
  bool separates_among(std::size_t first, std::size_t end) {
    const std::size_t most = std::max(facing_a_.size(), facing_b_.size());
    for (std::size_t i = first; i < std::min(end, most); ++i) {
      if (i < facing_a_.size() && separates_along(false, facing_a_[i].face)) return true;
      if (i < facing_b_.size() && separates_along(true, facing_b_[i].face)) return true;
    }
    return false;
  }

  /// Tests the edges that do not face the other body.
  bool separates_among_others() {
    for (const bool of_b : {false, true}) {
      const std::vector<Facing>& facing = of_b ? facing_b_ : facing_a_;
      const std::int32_t count = body(of_b).hull->topology->edge_count();
      for (std::int32_t edge = 0; edge < count; ++edge) {
        const bool tried = std::any_of(facing.begin(), facing.end(),
                                       [&](const Facing& face) { return face.face == edge; });
        if (!tried && separates_along(of_b, edge)) return true;
      }
    }
    return false;
  }

 private:
  const Body<2>& body(bool of_b) const noexcept { return of_b ? pair_.b : pair_.a; }

  bool separates_along(bool of_b, std::int32_t edge) {
    Vector2 u = outward_normal(body(of_b), edge);
    if (u[0] == 0 && u[1] == 0) return false;
    if (of_b) u = negated<2>(u);
    if (prober_.trace() != nullptr) record_projection(u);
    return prober_.separates(u);
  }

  void record_projection(const Vector2& u) {
    const double largest = std::fabs(u[0]) >= std::fabs(u[1]) ? u[0] : u[1];
    const Vector2 n{u[0] / largest, u[1] / largest};
    const Vector2 along{-u[1], u[0]};
    Trace& trace = *prober_.trace();
    append_step<2>(trace, Algorithm::edge_projection, TraceEvent::projection, pair_, {}, &along, 0);
    TraceStep& step = trace.back();
    step.outline_a = interval_of(pair_.a, n);
    step.outline_b = interval_of(pair_.b, n);
    step.value =
        largest > 0 ? step.outline_b[0] - step.outline_a[1] : step.outline_a[0] - step.outline_b[1];
  }

  const Pair<2>& pair_;
  Prober<2>& prober_;
  std::vector<Facing> facing_a_, facing_b_;
};

}  // namespace

Proposed<2> propose_among(const FilteredPair<2>& filtered, const Request<2>& search,
                          std::int32_t faces) {
  Prober<2> prober(filtered, search.trace);
  Vector2 line{};
  const Verdict checked = check_first(filtered, search, prober, line);
  if (checked == Verdict::separated) return prober.separated();
  if (checked == Verdict::overlapping) return overlap_by_balls<2>();
  if (!can_project(filtered)) return prober.undecided();
  PlaneSearch plane(filtered, prober, line);
  const auto all = static_cast<std::size_t>(faces);
  const std::size_t first = std::min(all, std::size_t{kFirstFaces});
  if (plane.separates_among(0, first)) return prober.separated();
  if (prober.too_close()) return prober.undecided();
  const Proposed<2> overlap = propose_overlap(filtered, line, prober);
  if (overlap.stage != Stage::none) return overlap;
  if (plane.separates_among(first, all)) return prober.separated();
  if (faces == kAllFaces && plane.separates_among_others()) return prober.separated();
  return prober.undecided();
}

}  // namespace sunder::detail::edge_projection
