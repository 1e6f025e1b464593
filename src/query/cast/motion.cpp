// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "exact/dyadic.hpp"
#include "geometry/refusal.hpp"
#include "machine/enum_names.hpp"
#include "sunder/cast.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::is_finite_bits;

/// Returns the first entry that is NaN or infinite, as a refusal; an Error without message if there
/// is none.
template <std::size_t N>
Error check_finite(const char* what, const std::array<double, N>& values) {
  for (std::size_t i = 0; i < N; ++i) {
    if (is_finite_bits(values[i])) continue;
    return detail::refuse_not_finite(std::string(what) + "[" + std::to_string(i) + "]", values[i],
                                     "entry");
  }
  return {};
}

Error check_finite(const char* what, double value) {
  return is_finite_bits(value) ? Error{} : detail::refuse_not_finite(what, value, "angle");
}

/// Returns the first of these checks that refuses.
Error first_refusal(std::initializer_list<Error> checks) {
  const auto refusal =
      std::find_if(checks.begin(), checks.end(), [](const Error& e) { return !e.message.empty(); });
  return refusal == checks.end() ? Error{} : *refusal;
}

}  // namespace

template <int D>
Result<Motion<D>> Motion<D>::linear(const Vector<D>& translation) {
  Error refusal = check_finite("translation", translation);
  if (!refusal.message.empty()) return refusal;
  Motion motion;
  motion.translation_ = translation;
  return motion;
}

template <int D>
Result<Motion<D>> Motion<D>::rigid(const Vector<3>& translation, const Vector<3>& centre,
                                   const Vector<3>& axis, double angle)
  requires(D == 3)
{
  Error refusal =
      first_refusal({check_finite("translation", translation), check_finite("centre", centre),
                     check_finite("axis", axis), check_finite("angle", angle)});
  if (!refusal.message.empty()) return refusal;
  if (std::all_of(axis.begin(), axis.end(), detail::is_zero_bits)) {
    return Error{ErrorCode::not_finite,
                 "axis is zero, which is no direction; a motion that does not turn is made by "
                 "Motion::linear()"};
  }
  Motion motion;
  motion.translation_ = translation;
  motion.centre_ = centre;
  motion.axis_ = axis;
  motion.angle_ = angle;
  return motion;
}

template <int D>
Result<Motion<D>> Motion<D>::rigid(const Vector<2>& translation, const Vector<2>& centre,
                                   double angle)
  requires(D == 2)
{
  Error refusal = first_refusal({check_finite("translation", translation),
                                 check_finite("centre", centre), check_finite("angle", angle)});
  if (!refusal.message.empty()) return refusal;
  Motion motion;
  motion.translation_ = translation;
  motion.centre_ = centre;
  motion.angle_ = angle;
  return motion;
}

std::string_view to_string(CastVerdict verdict) noexcept {
  static constexpr std::string_view kNames[] = {"free", "hit", "unresolved"};
  return detail::name_of<CastVerdict::unresolved>(kNames, verdict, "unresolved");
}

template class Motion<2>;
template class Motion<3>;

}  // namespace sunder::inline SUNDER_ABI
