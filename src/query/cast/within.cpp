// SPDX-License-Identifier: Apache-2.0
//
// Casts bodies whose motions are unknown except for a bound. Bodies that are separated when each is
// padded by its bound stay separated.
#include "query/cast/linear.hpp"
#include "query/decide.hpp"
#include "sunder/cast.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail {
namespace {

template <int D>
Cast<D> cast_anyhow(const Posed<D>& a, double bound_a, const Posed<D>& b, double bound_b) {
  Cast<D> answer;
  if (meets_at_start<D>(a, b, answer)) {
    set_touching_place<D>(a, b, answer);
    return answer;
  }
  if (a.polytope().empty() || b.polytope().empty()) return free_cast<D>(answer);
  set_place<D>(distance(a, b), answer);
  const auto compared = compare_to_margin(a, b, {0, bound_a, bound_b});
  if (!compared) return answer;  // the bounds are invalid
  return compared.value().verdict == Verdict::separated ? free_cast<D>(answer) : answer;
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Cast2 cast_within(const Posed2& a, double bound_a, const Posed2& b, double bound_b) {
  return detail::cast_anyhow<2>(a, bound_a, b, bound_b);
}
Cast3 cast_within(const Posed3& a, double bound_a, const Posed3& b, double bound_b) {
  return detail::cast_anyhow<3>(a, bound_a, b, bound_b);
}

}  // namespace sunder::inline SUNDER_ABI
