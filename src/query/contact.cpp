// SPDX-License-Identifier: Apache-2.0
//
// Where bodies touch, exactly: the common part of the faces in a supporting plane. Where they
// overlap, in doubles: the patches that face each other along the normal of the shortest way out,
// of which penetration() has proven how deep it is.
#include "sunder/contact.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "exact/rounding.hpp"
#include "query/contact/overlapping.hpp"
#include "query/contact/reduce.hpp"
#include "query/contact/touching.hpp"
#include "query/relation/supported.hpp"

namespace sunder {
namespace detail::contact {
namespace {

template <int D>
Vector<D> unit_of(const relation::ExactVector<D>& u) {
  Vector<D> normal{};
  to_unit_doubles(std::span<const BigInt>(u), normal.data());
  double squared = 0;
  for (const double entry : normal) squared += entry * entry;
  const double length = std::sqrt(squared);
  for (double& entry : normal) entry = entry / length + 0.0;  // -0 becomes 0
  return normal;
}

template <int D>
int dimension_of(const std::vector<ContactPoint<D>>& corners) noexcept {
  return std::min(2, static_cast<int>(corners.size()) - 1);
}

/// A wide interval may come with a direction that is not that of the shortest way out, and along
/// it the bodies face each other with other features.
template <int D>
Options<D> precise(Options<D> query) noexcept {
  constexpr double kWidest = 0x1p-30;
  if (query.width > kWidest) query.width = 0;
  return query;
}

template <class PosedD, int D>
Contact<D> find(const PosedD& a, const PosedD& b, const ContactOptions<D>& options) {
  const Pair<D> pair{make_body(a), make_body(b)};
  std::vector<ExactNumber> direction;
  const Decision<D> decision = decide<D>(pair, options.query, {false, &direction});
  Contact<D> answer;
  if (decision.verdict == Verdict::overlapping) {
    const Penetration<D> found = penetration(a, b, precise(options.query));
    answer.verdict = found.verdict;
    answer.normal = found.normal;
    answer.has_normal = found.has_normal;
    answer.depth_lower = found.lower;
    answer.depth_upper = found.upper;
    answer.points = overlapping_points<D>(pair, found);
  } else {
    report(pair, decision, options.query);
    answer.verdict = to_intersection(decision);
    if (decision.verdict != Verdict::touching) return answer;
    const IntegerPair<D, BigInt> exact(pair, integer_scale(pair));
    const auto faces = relation::supported_faces<D>(pair, exact, decision, std::move(direction));
    answer.normal = unit_of<D>(faces.u);
    answer.has_normal = true;
    answer.points = touching_points<D>(pair, exact, faces);
  }
  answer.dimension = dimension_of<D>(answer.points);
  answer.points = reduced<D>(std::move(answer.points), options.max_points, answer.normal);
  return answer;
}

}  // namespace
}  // namespace detail::contact

Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options) {
  return detail::contact::find<Posed2, 2>(a, b, options);
}
Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options) {
  return detail::contact::find<Posed3, 3>(a, b, options);
}

}  // namespace sunder
