// SPDX-License-Identifier: Apache-2.0
//
// Rounds world boxes outward. Let k be a world axis, a a vertex, and u = 2^-52, a unit roundoff
// that holds in every rounding mode. The sum
//
//     fl(R_k0 a_0 + R_k1 a_1 + R_k2 a_2 + t_k)
//
// has at most four roundings on each term. It is off by at most 4u(1 + 5u) S_k, where S_k = sum_j
// |R_kj| M_j + |t_k| and M_j = max |a_j|. A quaternion's rounded entries add at most 2^-50 (M_0 +
// M_1 + M_2). With |R| and |a| <= 2^150 nothing overflows while |t| <= 2^1000. The loss by flushing
// subnormals, before or after a product, stays below 2^-868. The margin
//
//     8u S_k + 2 linear_error (M_0 + M_1 + M_2) + 2^-800
//
// covers all this, its own roundings, and that of the last addition.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/body.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestOffset = 0x1p1000;

Interval extent(const detail::Body<3>& body, int axis) noexcept {
  const detail::HullBlock& hull = *body.hull;
  const double r0 = body.pose->linear(axis, 0);
  const double r1 = body.pose->linear(axis, 1);
  const double r2 = body.pose->linear(axis, 2);
  const double t = body.pose->offset(axis);
  if (!body.in_filter_range() || std::abs(t) > kLargestOffset) return {-kInfinity, kInfinity};

  const double* x = hull.row(0);
  const double* y = hull.row(1);
  const double* z = hull.row(2);
  Interval range{kInfinity, -kInfinity};
  for (std::int32_t i = 0; i < hull.count; ++i) {
    const double value = r0 * x[i] + r1 * y[i] + r2 * z[i] + t;
    range.lower = std::min(range.lower, value);
    range.upper = std::max(range.upper, value);
  }
  const double* m = hull.max_abs;
  const double size = std::abs(r0) * m[0] + std::abs(r1) * m[1] + std::abs(r2) * m[2] + std::abs(t);
  const double margin =
      0x1p-49 * size + 2 * detail::linear_error(*body.pose) * (m[0] + m[1] + m[2]) + 0x1p-800;
  return {range.lower - margin, range.upper + margin};
}

}  // namespace

Bounds<3> world_box(const Posed3& posed) noexcept {
  Bounds<3> box;
  box.lower.fill(kInfinity);
  box.upper.fill(-kInfinity);
  if (posed.polytope().empty()) return box;
  const detail::Body<3> body = detail::make_body(posed);
  for (int axis = 0; axis < 3; ++axis) {
    const Interval range = extent(body, axis);
    const auto k = static_cast<std::size_t>(axis);
    box.lower[k] = range.lower;
    box.upper[k] = range.upper;
  }
  return box;
}

}  // namespace sunder::inline SUNDER_ABI
