// SPDX-License-Identifier: Apache-2.0
//
// How deep: a room expands in doubles and bounds what it found from both sides; where that interval
// is wider than asked the exact polytope takes its place.
#include "sunder/penetration.hpp"

#include "narrow/epa/epa.hpp"
#include "query/decide.hpp"

namespace sunder {
namespace detail {
namespace {

template <int D>
Penetration<D> penetrate(const Pair<D>& pair, const Options<D>& options) {
  const Decision<D> decision = decide(pair, options);
  report(pair, decision, options);
  Penetration<D> answer;
  answer.verdict = to_intersection(decision);
  if (decision.verdict != Verdict::overlapping) return answer;
  const FilteredPair<D> filtered(pair);
  const epa::Penetration<D> found = epa::penetrate(filtered, search_of(options), options.width);
  answer.lower = found.lower;
  answer.upper = found.upper;
  answer.normal = found.direction;
  answer.has_normal = found.has_direction;
  return answer;
}

}  // namespace
}  // namespace detail

Penetration2 penetration(const Posed2& a, const Posed2& b, const Options2& options) {
  return detail::penetrate<2>({detail::make_body(a), detail::make_body(b)}, options);
}
Penetration3 penetration(const Posed3& a, const Posed3& b, const Options3& options) {
  return detail::penetrate<3>({detail::make_body(a), detail::make_body(b)}, options);
}

}  // namespace sunder
