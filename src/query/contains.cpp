// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a is a subset of b. The test is the article's: each vertex of a, as a body of its
// own, is tested against b. The empty set is a subset of every body, and contains nothing but
// itself.
#include <algorithm>

#include "geometry/vertex_block.hpp"
#include "narrow/boxes/boxes.hpp"
#include "query/decide.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

/// Three comparisons of integers decide a vertex of a box against a box with parallel axes.
template <int D>
Decided<D> decide_vertex(const Pair<D>& pair, const Plan<D>& plan) {
  if constexpr (D == 3) {
    if (!plan.wants(kNamed | kWatched) && pair.b.hull->shape == Shape::box) {
      Decided<D> decision;
      decision.verdict = boxes::verdict_of_aligned(pair);
      decision.stage = Stage::integer;
      decision.decided_by = Algorithm::sat;
      if (decision.verdict != Verdict::undecided) return decision;
    }
  }
  return decide(pair, plan);
}

template <int D>
Containment find_outside(const Pair<D>& pair, const Search<D>& search) {
  const HullBlock& inner = *pair.a.hull;
  if (inner.count == 0) return {true, -1, Stage::bounds};
  Containment answer;
  if (pair.b.hull->count == 0) {
    answer.outside = inner.caller[0];
    answer.stage = Stage::bounds;
    return answer;
  }
  VertexBlock<D> vertex(inner.dimension);
  Search<D> unhinted = search;
  unhinted.hint = nullptr;  // a hint describes the pair, not its vertices
  const Plan<D> plan(unhinted);
  Decided<D> last;
  for (std::int32_t i = 0; i < inner.count && answer.outside < 0; ++i) {
    last = decide_vertex<D>({{vertex.place(inner, i), pair.a.pose}, pair.b}, plan);
    answer.stage = std::max(answer.stage, last.stage);
    if (last.verdict == Verdict::separated) answer.outside = inner.caller[i];
  }
  answer.contained = answer.outside < 0;
  record(pair, plan, {last.verdict, answer.stage, last.decided_by});
  return answer;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Containment contains(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::contains(a, b, search);
  return detail::find_outside<2>({detail::make_body(a), detail::make_body(b)}, search);
}
Containment contains(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::contains(a, b, search);
  return detail::find_outside<3>({detail::make_body(a), detail::make_body(b)}, search);
}
Containment contains(const PosedN& a, const PosedN& b, const SearchN& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::contains(a, b, search);
  return detail::find_outside<kRunTime>({detail::make_body(a), detail::make_body(b)}, search);
}

}  // namespace sunder::inline SUNDER_ABI
