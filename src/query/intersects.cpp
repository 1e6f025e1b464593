// SPDX-License-Identifier: Apache-2.0
#include "query/decide.hpp"
#include "query/quick_verdict.hpp"

namespace sunder {
namespace {

template <int D>
Intersection by_pipeline(const detail::Pair<D>& pair, const Options<D>& options,
                         detail::Wanted wanted) {
  const detail::Decision<D> decision =
      options.raw ? detail::raw_opinion(pair, options) : detail::decide(pair, options, wanted);
  detail::report(pair, decision, options);
  return detail::to_intersection(decision);
}

/// By itself, so that neither of the two below needs its room on the stack.
[[gnu::noinline]] Intersection by_pipeline_in_plane(const Posed2& a, const Posed2& b,
                                                    const Options2& options) {
  return by_pipeline<2>({detail::make_body(a), detail::make_body(b)}, options, {});
}
/// And so that what is told from afar needs none.
[[gnu::noinline]] Intersection from_close(const Posed2& a, const Posed2& b,
                                          const Options2& options) {
  const Intersection found =
      detail::verdict_from_close({detail::make_body(a), detail::make_body(b)}, options);
  if (!found.proven) return by_pipeline_in_plane(a, b, options);
  if (options.trace != nullptr && found.stage != Stage::bounds) {
    detail::show_axes(a, b, options);
  }
  return found;
}

}  // namespace

std::string_view decided_by(const Intersection& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Intersection intersects(const Posed2& a, const Posed2& b, const Options2& options) {
  const Intersection found =
      detail::verdict_from_afar({detail::make_body(a), detail::make_body(b)}, options);
  return found.proven ? found : from_close(a, b, options);
}
Intersection intersects(const Posed3& a, const Posed3& b, const Options3& options) {
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  detail::Wanted wanted;
  const Intersection found = detail::quick_verdict(pair, options, wanted);
  return found.proven ? found : by_pipeline<3>(pair, options, wanted);
}
Intersection intersects(const PosedN& a, const PosedN& b, const OptionsN& options) {
  return by_pipeline<kRunTime>({detail::make_body(a), detail::make_body(b)}, options, {});
}

}  // namespace sunder
