// SPDX-License-Identifier: Apache-2.0
//
// The slope of the signed distance, by the envelope theorem. The signed distance is the largest of
// the gaps along unit directions, a gap the least of u . (q - p) over points p of a and q of b.
// Where the largest is attained once, at n, and the least there once, at p and q, neither choice
// changes to first order, and what remains is how n . (q - p) itself changes:
//   b moves by t           n . t
//   b turns by w about o   n . (w x (q - o)) = w . ((q - o) x n)
// and for a the same with the other sign. All choices are exact; the numbers are rounded once.
#include "sunder/derivative.hpp"

#include "narrow/vectors.hpp"
#include "query/decide.hpp"
#include "query/derivative/witness.hpp"
#include "query/interval.hpp"

namespace sunder::detail::derivatives {
namespace {

template <int D>
Vector<D> world_point(const Pose<D>& pose, const Vector<D>& arm) {
  Vector<D> point = arm;
  for (std::size_t l = 0; l < D; ++l) point[l] += pose.offset(static_cast<int>(l));
  return point;
}

template <int D>
void set_value(const Pair<D>& pair, const ActiveFaces<D>& active, const Lever<D>& lever,
               SignedDistance<D>& value) {
  value.distance = {active.lower, active.upper};
  value.witness = {lever.normal, world_point<D>(*pair.a.pose, lever.arm_a),
                   world_point<D>(*pair.b.pose, lever.arm_b)};
  keep_finite(value.witness);
}

template <int D>
Derivative<D> differentiate(const Pair<D>& pair, const Search<D>& search) {
  constexpr int kTurns = D == 2 ? 1 : 3;  // independent ones
  lp::ExactDirection direction;
  const Plan<D> plan(search, kCertified);
  const Decided<D> decision = decide<D>(pair, plan, &direction);
  const IntegerPair<D, BigInt> exact(pair, integer_scale(pair));
  const auto active = find_active_faces<D>(pair, exact, decision, direction);
  Lever<D> lever = find_lever<D>(exact, active);
  Derivative<D> answer;
  static_cast<Decision&>(answer) = record(pair, plan, decision);
  set_value<D>(pair, active, lever, answer);
  answer.translation_b = lever.normal;
  answer.translation_a = negated<D>(lever.normal);
  answer.rotation_b = lever.moment_b;
  answer.rotation_a = negated<kTurns>(lever.moment_a);
  answer.unique_translation = active.unique_normal;
  answer.unique_rotation = active.unique_normal && lever.unique_points;
  answer.feature_a = std::move(lever.feature_a);
  answer.feature_b = std::move(lever.feature_b);
  answer.valid = true;
  return answer;
}

template <int D>
Derivative<D> differentiate(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  const Pair<D> pair{make_body(a), make_body(b)};
  if (!any_empty(pair)) return differentiate<D>(pair, search);
  Derivative<D> answer;
  static_cast<SignedDistance<D>&>(answer) = signed_distance(a, b, {.search = search});
  return answer;
}

}  // namespace
}  // namespace sunder::detail::derivatives

namespace sunder::inline SUNDER_ABI {

Derivative2 derivative(const Posed2& a, const Posed2& b, const Search2& search) {
  return detail::derivatives::differentiate<2>(a, b, search);
}
Derivative3 derivative(const Posed3& a, const Posed3& b, const Search3& search) {
  return detail::derivatives::differentiate<3>(a, b, search);
}

}  // namespace sunder::inline SUNDER_ABI
