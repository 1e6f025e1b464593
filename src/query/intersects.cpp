// SPDX-License-Identifier: Apache-2.0
#include "query/decide.hpp"
#include "query/quick_verdict.hpp"

namespace sunder {
namespace {

template <int D>
Intersection answer(const detail::Pair<D>& pair, const Options<D>& options) {
  detail::Wanted wanted;
  if constexpr (D != kRunTime) {
    const Intersection found = detail::quick_verdict(pair, options, wanted);
    if (found.proven) return found;
  }
  const detail::Decision<D> decision =
      options.raw ? detail::raw_opinion(pair, options) : detail::decide(pair, options, wanted);
  detail::report(pair, decision, options);
  return detail::to_intersection(decision);
}

}  // namespace

std::string_view decided_by(const Intersection& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Intersection intersects(const Posed2& a, const Posed2& b, const Options2& options) {
  return answer<2>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const Posed3& a, const Posed3& b, const Options3& options) {
  return answer<3>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const PosedN& a, const PosedN& b, const OptionsN& options) {
  return answer<kRunTime>({detail::make_body(a), detail::make_body(b)}, options);
}

}  // namespace sunder
