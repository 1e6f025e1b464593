// SPDX-License-Identifier: Apache-2.0
//
// Idea: A pose stores its matrix or quaternion exactly, and bounds that the filters need: its
// range, and bounds on its singular values.
// Source: Gershgorin's theorem, applied to R^T R.
// Bound: The bounds on singular values hold in every rounding mode; the proof is at stretch_of().
// Cost: O(d^3) when a pose is made, none afterwards.
// Gives up: It refuses entries that are not finite and the zero quaternion. Beyond the filter's
// range the bounds are 0 and infinity.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "geometry/bounds.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/quaternion.hpp"
#include "geometry/refusal.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::equal;
using detail::is_finite_bits;
using detail::is_zero_bits;
using detail::magnitude;

Error not_finite(const std::string& place, double value) {
  return detail::refuse_not_finite(place, value, "entry");
}

/// Returns true if R has the entries 0, 1 and -1 alone, one nonzero entry in each row and column.
/// It is then certainly an isometry.
bool is_signed_permutation(const double* r, int d) noexcept {
  for (int i = 0; i < d; ++i) {
    int in_row = 0;
    int in_column = 0;
    for (int j = 0; j < d; ++j) {
      const double x = r[i * d + j];
      if (!is_zero_bits(x) && !equal(magnitude(x), 1.0)) return false;
      in_row += is_zero_bits(x) ? 0 : 1;
      in_column += is_zero_bits(r[j * d + i]) ? 0 : 1;
    }
    if (in_row != 1 || in_column != 1) return false;
  }
  return true;
}

bool is_identity(const double* r, int d) noexcept {
  for (int i = 0; i < d * d; ++i) {
    if (!equal(r[i], i % (d + 1) == 0 ? 1.0 : 0.0)) return false;
  }
  return true;
}

struct Stretch {
  double least = 0;
  double greatest = std::numeric_limits<double>::infinity();
};

/// Bounds the singular values of R by Gershgorin's discs of G = R^T R. Each eigenvalue is in some
/// [g_ii - sum |g_ij|, g_ii + sum |g_ij|]. The bounds hold for scaled R as for near rotations,
/// where they are those of ||I - R^T R||.
///
/// Let u = 2^-52. An entry of G, a sum of d products, is off by at most (d+1) u times the sum of
/// its absolute values. That sum is itself computed to a factor 1 +- (d+1) u; (d+4) u of it covers
/// both for d < 2^24.
/// Entries up to 2^150 magnify what is flushed, less than 2^-1022 each time, to below 2^-800. A
/// row's sum takes d more roundings: again (d+4) u of the sum of magnitudes. The root and its
/// factor take a relative 2u; 2^-50 is 4u.
///
/// batch/stretch_lanes-inl.hpp computes this for many matrices, and must return the same bits.
/// Where D is known the loops have no branches, since a batch makes a pose of each matrix.
template <int D>
Stretch stretch_of(const double* r, int dimension) noexcept {
  const int d = D == kRunTime ? dimension : D;
  if (is_signed_permutation(r, d)) return {1, 1};
  const double margin = (d + detail::kSingularUnits) * detail::kUnit;
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (int i = 0; i < d; ++i) {
    double diagonal = 0;
    double others = 0;
    for (int j = 0; j < d; ++j) {
      double sum = 0;
      double size = 0;
      for (int k = 0; k < d; ++k) {
        const double product = r[k * d + i] * r[k * d + j];
        sum += product;
        size += std::fabs(product);
      }
      others += margin * size + detail::kSingularUnderflow;
      if (i == j) {
        diagonal = sum;
      } else {
        others += std::fabs(sum);
      }
    }
    const double rounding = margin * (diagonal + others) + detail::kSingularUnderflow;
    least = std::min(least, diagonal - others - rounding);
    greatest = std::max(greatest, diagonal + others + rounding);
  }
  Stretch stretch;
  if (least > 0) stretch.least = std::sqrt(least) * (1 - detail::kSingularRootShare);
  stretch.greatest = std::sqrt(greatest) * (1 + detail::kSingularRootShare);
  return stretch;
}

template <int D>
bool all_within_filter_range(const double* r, int dimension) noexcept {
  const int count = D == kRunTime ? dimension * dimension : D * D;
  std::int64_t greatest = 0;
  for (int i = 0; i < count; ++i) greatest = std::max(greatest, detail::order_key(magnitude(r[i])));
  return greatest <= detail::order_key(detail::kFilterRange);
}

bool are_finite(std::span<const double> entries) noexcept {
  bool finite = true;
  for (const double entry : entries) finite &= is_finite_bits(entry);
  return finite;
}

}  // namespace

template <int D>
Pose<D> Pose<D>::make(std::span<const double> rows, int dimension) {
  const auto d = static_cast<std::size_t>(D == kRunTime ? dimension : D);
  Pose pose;
  if constexpr (D == kRunTime) {
    pose.r_.resize(d * d);
    pose.t_.resize(d);
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) pose.r_[i * d + j] = rows[i * (d + 1) + j];
    pose.t_[i] = rows[i * (d + 1) + d];
  }
  pose.in_filter_range_ = all_within_filter_range<D>(pose.r_.data(), dimension);
  pose.translation_ = is_identity(pose.r_.data(), dimension);
  const Stretch stretch =
      pose.in_filter_range_ ? stretch_of<D>(pose.r_.data(), dimension) : Stretch{};
  pose.least_singular_value_ = stretch.least;
  pose.greatest_singular_value_ = stretch.greatest;
  return pose;
}

template <int D>
const Pose<D>& Pose<D>::identity() noexcept
  requires(D != kRunTime)
{
  static const Pose pose = translation({}).value();
  return pose;
}

template <int D>
Pose<D> Pose<D>::identity(int dimension)
  requires(D == kRunTime)
{
  if (dimension < 0) detail::fail("PoseN::identity() takes a dimension of 0 or more");
  return translation(VectorN(static_cast<std::size_t>(dimension))).value();
}

template <int D>
Result<Pose<D>> Pose<D>::translation(const Vector<D>& t) {
  const std::size_t d = t.size();
  std::vector<double> rows(d * (d + 1));
  for (std::size_t i = 0; i < d; ++i) {
    if (!is_finite_bits(t[i])) return not_finite("translation[" + std::to_string(i) + "]", t[i]);
    rows[i * (d + 1) + i] = 1;
    rows[i * (d + 1) + d] = t[i];
  }
  return make(rows, static_cast<int>(d));
}

template <int D>
Result<Pose<D>> Pose<D>::from_matrix(std::span<const double> rows, int dimension) {
  if (D != kRunTime && dimension != D) {
    return Error{ErrorCode::dimension_mismatch, "transform is of dimension " +
                                                    std::to_string(dimension) + "; it must be " +
                                                    std::to_string(D)};
  }
  const auto d = static_cast<std::size_t>(std::max(dimension, 0));
  if (dimension < 1 || rows.size() != d * (d + 1)) {
    return Error{ErrorCode::wrong_shape, "transform has " + std::to_string(rows.size()) +
                                             " entries; in dimension " + std::to_string(dimension) +
                                             " it must be d x (d+1) with d at least 1"};
  }
  if (are_finite(rows)) return make(rows, dimension);
  const auto* const wrong =
      std::find_if_not(rows.data(), rows.data() + rows.size(), is_finite_bits);
  const auto at = static_cast<std::size_t>(wrong - rows.data());
  return not_finite(
      "transform[" + std::to_string(at / (d + 1)) + "][" + std::to_string(at % (d + 1)) + "]",
      *wrong);
}

template <int D>
Result<Pose<D>> Pose<D>::from_wxyz(const std::array<double, 4>& q, const Vector3& t)
  requires(D == 3)
{
  for (std::size_t i = 0; i < 4; ++i) {
    if (!is_finite_bits(q[i])) return not_finite("quaternion[" + std::to_string(i) + "]", q[i]);
  }
  if (std::all_of(q.begin(), q.end(), is_zero_bits)) {
    return Error{ErrorCode::zero_quaternion,
                 "quaternion is zero, which is no rotation; the identity is w = 1, x = y = z = 0"};
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (!is_finite_bits(t[i])) return not_finite("translation[" + std::to_string(i) + "]", t[i]);
  }
  Pose pose;
  pose.r_ = detail::rotation_matrix(q);
  pose.t_ = t;
  pose.q_ = detail::scaled_quaternion(q);
  pose.least_singular_value_ = 1;
  pose.greatest_singular_value_ = 1;
  pose.quaternion_ = true;
  return pose;
}

template <int D>
Result<Pose<D>> Pose<D>::from_xyzw(const std::array<double, 4>& q, const Vector3& t)
  requires(D == 3)
{
  for (std::size_t i = 0; i < 4; ++i) {
    if (!is_finite_bits(q[i])) return not_finite("quaternion[" + std::to_string(i) + "]", q[i]);
  }
  return from_wxyz({q[3], q[0], q[1], q[2]}, t);
}

template class Pose<2>;
template class Pose<3>;
template class Pose<kRunTime>;

}  // namespace sunder::inline SUNDER_ABI
