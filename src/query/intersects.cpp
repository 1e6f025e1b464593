// SPDX-License-Identifier: Apache-2.0
#include "query/decide.hpp"
#include "query/quick_verdict.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

template <int D>
Decision by_pipeline(const detail::Pair<D>& pair, const Search<D>& search, detail::Wanted wanted) {
  const detail::Outcome<D> decision = detail::decide(pair, search, wanted);
  detail::report(pair, decision, search);
  return detail::to_decision(decision);
}

/// By itself, so that neither of the two below needs its room on the stack.
[[gnu::noinline]] Decision by_pipeline_in_plane(const Posed2& a, const Posed2& b,
                                                const Search2& search) {
  return by_pipeline<2>({detail::make_body(a), detail::make_body(b)}, search, {});
}
/// And so that what is told from afar needs none.
[[gnu::noinline]] Decision from_close(const Posed2& a, const Posed2& b, const Search2& search) {
  const Decision found =
      detail::verdict_from_close({detail::make_body(a), detail::make_body(b)}, search);
  if (!found.proven) return by_pipeline_in_plane(a, b, search);
  if (search.trace != nullptr && found.stage != Stage::bounds) {
    detail::show_axes(a, b, search);
  }
  return found;
}

}  // namespace

std::string_view decided_by(const Decision& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Decision intersects(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  const Decision found =
      detail::verdict_from_afar({detail::make_body(a), detail::make_body(b)}, search);
  return found.proven ? found : from_close(a, b, search);
}
Decision intersects(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  detail::Wanted wanted;
  const Decision found = detail::quick_verdict(pair, search, wanted);
  return found.proven ? found : by_pipeline<3>(pair, search, wanted);
}
Decision intersects(const PosedN& a, const PosedN& b, const SearchN& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::intersects(a, b, search);
  return by_pipeline<kRunTime>({detail::make_body(a), detail::make_body(b)}, search, {});
}

}  // namespace sunder::inline SUNDER_ABI
