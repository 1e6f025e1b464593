// SPDX-License-Identifier: Apache-2.0
#include "batch/closest.hpp"

#include <array>

#include "batch/margin_item.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::batch {
namespace {

/// Returns sign(root(x) - root(y) - c) for c >= 0.
int compare_roots(const BigInt& x, const BigInt& y, const BigInt& c) {
  const BigInt excess = x - y - c * c;  // to be compared with 2 c root(y)
  if (excess < 0) return -1;
  return (excess * excess).compare(BigInt(4 * c * c * y));
}

}  // namespace

int compare(const ExactDistance& x, const ExactDistance& y) {
  // Both get one divisor and one exponent.
  const Root& p = x.length;
  const Root& q = y.length;
  const int exponent = std::min({p.exponent, q.exponent, x.radii.exponent, y.radii.exponent});
  const BigInt of_x = p.squared * q.divisor * q.divisor << 2 * (p.exponent - exponent);
  const BigInt of_y = q.squared * p.divisor * p.divisor << 2 * (q.exponent - exponent);
  const BigInt radii = (x.radii.mantissa << (x.radii.exponent - exponent)) -
                       (y.radii.mantissa << (y.radii.exponent - exponent));
  const BigInt c = radii * p.divisor * q.divisor;
  return c < 0 ? -compare_roots(of_y, of_x, -c) : compare_roots(of_x, of_y, c);
}

template <int D>
PolytopeItems<D>::PolytopeItems(const PairBatch<D>& batch, double width) noexcept
    : batch_(batch), demand_{.question = Question::distance, .width = width} {
  if constexpr (D == 3) {
    records_.emplace(batch.bodies, batch.count);
  }
}

template <int D>
Finding PolytopeItems<D>::compare_with(const Posed<D>& a, const Posed<D>& b,
                                       double distance) const {
  return compared<D>(a, b, distance, nullptr);
}

template <int D>
Finding PolytopeItems<D>::compare_with_nearest(const Posed<D>& a, const Posed<D>& b,
                                               double nearest) const {
  if constexpr (D == kRunTime) return {};
  if (nearest > 0 && are_boxes(a, b)) return {};
  return compare_with(a, b, nearest);
}

template <int D>
Finding PolytopeItems<D>::measure(const Posed<D>& a, const Posed<D>& b) const {
  const Distance<D> answer = distance(a, b);
  Finding finding = finding_of(answer);
  finding.distance = answer.distance;
  return finding;
}

template <int D>
bool PolytopeItems<D>::is_empty(const Posed<D>& a, const Posed<D>& b,
                                const Finding&) const noexcept {
  return a.polytope().empty() || b.polytope().empty();
}

template <int D>
ExactDistance PolytopeItems<D>::exact_distance(const Posed<D>& a, const Posed<D>& b) const {
  const MinNorm nearest = find_min_norm<D>({make_body(a), make_body(b)}, {});
  const std::array<double, 2> radii{a.radius(), b.radius()};
  return {nearest.length(), exact_sum(radii)};
}

template <int D>
Finding PolytopeItems<D>::answer(std::int64_t item) const {
  return reader().examine(item, nullptr);
}

template <int D>
bool PolytopeItems<D>::prune(std::int64_t first, std::int32_t count, double nearest,
                             LaneAnswers& answers) const {
  if constexpr (D == 3) {
    if (!records_) return false;
    LaneMargins margins;
    read_margins(batch_, Column<double>::same(nearest), first, count, margins);
    settle_in_lanes(batch_, *records_, first, count, &margins, answers);
    return true;
  }
  return false;
}

template class PolytopeItems<2>;
template class PolytopeItems<3>;
template class PolytopeItems<kRunTime>;

}  // namespace sunder::detail::batch
