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

namespace sunder::detail::contact {
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

/// Of a depth's interval: along a direction that is not the minimum translation's the bodies face
/// each other with other features.
constexpr double kWidest = 0x1p-30;

template <int D>
Contact<D> find(const Posed<D>& a, const Posed<D>& b, const ContactOptions<D>& options) {
  const Pair<D> pair{make_body(a), make_body(b)};
  std::vector<ExactNumber> direction;
  const Plan<D> plan(options.search);
  const Decided<D> decision = decide<D>(pair, plan, &direction);
  Contact<D> answer;
  if (decision.verdict == Verdict::overlapping) {
    const Penetration<D> found =
        penetration(a, b, {.search = options.search, .width = std::min(options.width, kWidest)});
    static_cast<Decision&>(answer) = found;
    answer.depth = found.depth;
    answer.witness = found.witness;
    answer.points = overlapping_points<D>(pair, found);
  } else {
    static_cast<Decision&>(answer) = record(pair, plan, decision);
    if (decision.verdict != Verdict::touching) return answer;
    const IntegerPair<D, BigInt> exact(pair, integer_scale(pair));
    const auto faces = relation::supported_faces<D>(pair, exact, decision, std::move(direction));
    answer.points = touching_points<D>(pair, exact, faces);
    if (!answer.points.empty()) {
      const ContactPoint<D>& first = answer.points.front();
      answer.witness = {unit_of<D>(faces.u), first.point_a, first.point_b};
    }
  }
  answer.dimension = dimension_of<D>(answer.points);
  if (answer.witness) {
    answer.points =
        reduced<D>(std::move(answer.points), options.max_points, answer.witness->normal);
  }
  return answer;
}

}  // namespace
}  // namespace sunder::detail::contact

namespace sunder::inline SUNDER_ABI {

Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options) {
  return detail::contact::find<2>(a, b, options);
}
Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options) {
  return detail::contact::find<3>(a, b, options);
}

}  // namespace sunder::inline SUNDER_ABI
