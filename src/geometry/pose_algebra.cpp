// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every entry of a pose is an integer times a power of two, over |q|^2 for a quaternion. The
// product and the inverse are computed in integers of any size, and each entry is rounded once.
// Source: Bareiss, "Sylvester's identity and multistep integer-preserving Gaussian elimination"
// (1968), for the inverse: every division is exact, and the last pivot is the determinant.
// Bound: None is needed: nearest_quotient() rounds an exact fraction, and the result is compared
// with it. A common factor of a quaternion's entries does not change the rotation. The code removes
// a power of two, so that the largest entry is in [1/2, 1). It removes the greatest common divisor
// if doubles hold the rotation exactly only without it.
// Cost: O(d^3) products of integers. Their bits number the spread of the exponents of a pose's
// entries, plus 53. That is one or two machine words for common poses, microseconds in all.
// Gives up: A singular matrix has no inverse; a result beyond the largest double is no pose.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exact/dyadic_sum.hpp"
#include "exact/nearest.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/pose_access.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::BigDyadic;
using detail::BigInt;

/// Rounds exact fractions, and records whether any of them was no double.
class FractionRounding {
 public:
  bool rounded() const noexcept { return rounded_; }

  /// Returns numerator / denominator * 2^exponent; the denominator is not zero.
  double nearest(const BigInt& numerator, const BigInt& denominator, int exponent) {
    if (numerator == 0) return 0;
    if (denominator < 0) return nearest(BigInt(-numerator), BigInt(-denominator), exponent);
    const double value = detail::nearest_quotient(numerator, denominator, exponent);
    rounded_ = rounded_ || !is_exact(value, numerator, denominator, exponent);
    return value;
  }

 private:
  static bool is_exact(double value, const BigInt& numerator, const BigInt& denominator,
                       int exponent) {
    if (!detail::is_finite_bits(value) || detail::is_zero_bits(value)) return false;
    const detail::Dyadic dyadic = detail::decode(value);
    return detail::compare_scaled(BigInt(dyadic.mantissa) * denominator, dyadic.exponent, numerator,
                                  exponent) == 0;
  }
  bool rounded_ = false;
};

/// R is entries * 2^exponent / denominator, row by row.
template <int D>
struct ExactLinear {
  detail::PerAxisPair<D, BigInt> entries{};
  BigInt denominator = 1;
  int exponent = 0;
};

/// t is entries * 2^exponent.
template <int D>
struct ExactOffset {
  detail::PerAxis<D, BigInt> entries{};
  int exponent = 0;
};

int exponent_of(const detail::ExponentSpan& span) noexcept { return span.empty() ? 0 : span.low; }

template <int D>
ExactLinear<D> linear_of(const Pose<D>& pose) {
  const int d = pose.dimension();
  ExactLinear<D> linear;
  if constexpr (D == kRunTime) linear.entries.resize(static_cast<std::size_t>(d * d));
  detail::ExponentSpan span;
  if (pose.is_quaternion()) {
    for (const double entry : pose.wxyz()) span.include(entry);
  } else {
    for (int i = 0; i < d * d; ++i) span.include(detail::linear_data(pose)[i]);
    linear.exponent = exponent_of(span);
  }
  detail::set_linear<D, BigInt>(pose, span, d, linear.entries, linear.denominator);
  return linear;
}

template <int D>
ExactOffset<D> offset_of(const Pose<D>& pose) {
  const int d = pose.dimension();
  detail::ExponentSpan span;
  for (int l = 0; l < d; ++l) span.include(pose.offset(l));
  ExactOffset<D> offset;
  offset.exponent = exponent_of(span);
  if constexpr (D == kRunTime) offset.entries.resize(static_cast<std::size_t>(d));
  for (int l = 0; l < d; ++l) {
    offset.entries[static_cast<std::size_t>(l)] =
        detail::to_integer<BigInt>(pose.offset(l), offset.exponent);
  }
  return offset;
}

template <int D>
bool moves_nothing(const Pose<D>& pose) noexcept {
  return pose.is_translation() &&
         std::all_of(detail::offset_data(pose), detail::offset_data(pose) + pose.dimension(),
                     detail::is_zero_bits);
}

/// Returns the refusal of a result that has an entry beyond the doubles; `rows` has the layout of
/// from_matrix().
std::optional<Error> refuse_overflow(const std::vector<double>& rows, int d, const char* what) {
  const auto wide = static_cast<std::size_t>(d) + 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (detail::is_finite_bits(rows[i])) continue;
    return Error{ErrorCode::too_large,
                 std::string(what) + "[" + std::to_string(i / wide) + "][" +
                     std::to_string(i % wide) +
                     "] is beyond the largest double, 1.8e308; give poses of smaller entries"};
  }
  return std::nullopt;
}

/// Returns the index of the lowest bit that rounding to 53 bits keeps.
int lowest_kept_bit(const BigInt& value) {
  const auto low = static_cast<int>(lsb(value < 0 ? BigInt(-value) : value));
  return std::max(low, detail::bit_length(value) - 53);
}

using ExactQuaternion = std::array<BigInt, 4>;

bool fits_doubles(const ExactQuaternion& q) {
  return std::all_of(q.begin(), q.end(), [](const BigInt& entry) {
    return entry == 0 || detail::bit_length(entry) - static_cast<int>(lsb(abs(entry))) <= 53;
  });
}

ExactQuaternion exact_quaternion(const std::array<double, 4>& wxyz) {
  detail::ExponentSpan span;
  for (const double entry : wxyz) span.include(entry);
  ExactQuaternion q;
  for (std::size_t i = 0; i < 4; ++i) q[i] = detail::to_integer<BigInt>(wxyz[i], span.low);
  return q;
}

ExactQuaternion product(const ExactQuaternion& p, const ExactQuaternion& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

/// Returns the doubles that represent the rotation of q; q is not zero.
std::array<double, 4> nearest_quaternion(ExactQuaternion q, FractionRounding& rounding) {
  if (!fits_doubles(q)) {
    BigInt divisor = 0;
    for (const BigInt& entry : q) divisor = gcd(divisor, entry);
    ExactQuaternion divided = q;
    for (BigInt& entry : divided) entry /= divisor;
    if (fits_doubles(divided)) q = std::move(divided);
  }
  int top = 0;
  int low = detail::kNothingCounts;
  for (const BigInt& entry : q) {
    if (entry == 0) continue;
    top = std::max(top, detail::bit_length(entry));
    low = std::min(low, lowest_kept_bit(entry));
  }
  // The exponent is raised if the smallest entry would fall below the subnormals while the largest
  // is a double.
  const int exponent = std::min(std::max(-top, -1074 - low), 1023 - top);
  std::array<double, 4> wxyz{};
  for (std::size_t i = 0; i < 4; ++i) wxyz[i] = rounding.nearest(q[i], 1, exponent);
  return wxyz;
}

/// Returns the pose of `rows`, in the layout of from_matrix(). If wxyz is given, its rotation
/// replaces R.
template <int D>
Result<RoundedPose<D>> finished(const std::vector<double>& rows, int d,
                                const std::optional<std::array<double, 4>>& wxyz, bool rounded,
                                const char* what) {
  if (auto refusal = refuse_overflow(rows, d, what)) return *std::move(refusal);
  auto pose = Pose<D>::from_matrix(rows, d);
  if constexpr (D == 3) {
    if (wxyz) pose = Pose<D>::from_wxyz(*wxyz, {rows[3], rows[7], rows[11]});
  }
  if (!pose) return std::move(pose).error();
  return RoundedPose<D>{std::move(pose).value(), rounded};
}

/// R^-1 is columns 0 to d - 1 of `rows`, each over `pivot`. -R^-1 t is column d, in the scales of
/// the matrix and the offset. No value if the matrix is singular.
struct ExactInverse {
  std::vector<std::vector<BigInt>> rows;
  BigInt pivot = 1;
};

/// `rows` is d x (2 d + 1): the matrix, the identity, and the vector to be multiplied by the
/// inverse.
std::optional<ExactInverse> eliminate(std::vector<std::vector<BigInt>> rows) {
  const std::size_t d = rows.size();
  BigInt before = 1;
  for (std::size_t k = 0; k < d; ++k) {
    const auto found = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(k), rows.end(),
                                    [k](const auto& row) { return row[k] != 0; });
    if (found == rows.end()) return std::nullopt;
    std::swap(rows[k], *found);
    const BigInt pivot = rows[k][k];
    for (std::size_t i = 0; i < d; ++i) {
      if (i == k) continue;
      const BigInt factor = rows[i][k];
      for (std::size_t j = 0; j < 2 * d + 1; ++j) {
        rows[i][j] = (pivot * rows[i][j] - factor * rows[k][j]) / before;
      }
    }
    before = pivot;
  }
  ExactInverse inverse;
  for (const auto& row : rows) {
    inverse.rows.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(d), row.end());
  }
  inverse.pivot = before;
  return inverse;
}

template <int D>
std::optional<ExactInverse> exact_inverse(const ExactLinear<D>& linear,
                                          const ExactOffset<D>& offset, std::size_t d) {
  std::vector<std::vector<BigInt>> rows(d, std::vector<BigInt>(2 * d + 1));
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) rows[i][j] = linear.entries[i * d + j];
    rows[i][d + i] = 1;
    rows[i][2 * d] = -offset.entries[i];
  }
  return eliminate(std::move(rows));
}

}  // namespace

template <int D>
Result<RoundedPose<D>> compose(const Pose<D>& outer, const Pose<D>& inner) {
  if (outer.dimension() != inner.dimension()) {
    return Error{ErrorCode::dimension_mismatch,
                 "the outer pose is of dimension " + std::to_string(outer.dimension()) +
                     ", the inner one of dimension " + std::to_string(inner.dimension()) +
                     "; compose poses of one dimension"};
  }
  if (moves_nothing(outer)) return RoundedPose<D>{inner, false};
  if (moves_nothing(inner)) return RoundedPose<D>{outer, false};
  const auto d = static_cast<std::size_t>(outer.dimension());
  const ExactLinear<D> p = linear_of(outer);
  const ExactLinear<D> q = linear_of(inner);
  const ExactOffset<D> s = offset_of(outer);
  const ExactOffset<D> t = offset_of(inner);
  FractionRounding rounding;
  std::vector<double> rows(d * (d + 1));
  const int turned = p.exponent + t.exponent;
  const int low = std::min(turned, s.exponent);
  for (std::size_t i = 0; i < d; ++i) {
    BigInt moved = 0;
    for (std::size_t k = 0; k < d; ++k) moved += p.entries[i * d + k] * t.entries[k];
    moved = (moved << (turned - low)) + (s.entries[i] << (s.exponent - low)) * p.denominator;
    rows[i * (d + 1) + d] = rounding.nearest(moved, p.denominator, low);
  }
  const bool turns = outer.is_quaternion() || inner.is_quaternion();
  if (turns && (outer.is_quaternion() || outer.is_translation()) &&
      (inner.is_quaternion() || inner.is_translation())) {
    std::array<double, 4> wxyz = outer.is_quaternion() ? outer.wxyz() : inner.wxyz();
    if (outer.is_quaternion() && inner.is_quaternion()) {
      wxyz = nearest_quaternion(
          product(exact_quaternion(outer.wxyz()), exact_quaternion(inner.wxyz())), rounding);
    }
    return finished<D>(rows, outer.dimension(), wxyz, rounding.rounded(), "the composition");
  }
  const BigInt denominator = p.denominator * q.denominator;
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      BigInt sum = 0;
      for (std::size_t k = 0; k < d; ++k) sum += p.entries[i * d + k] * q.entries[k * d + j];
      rows[i * (d + 1) + j] = rounding.nearest(sum, denominator, p.exponent + q.exponent);
    }
  }
  return finished<D>(rows, outer.dimension(), std::nullopt, rounding.rounded(), "the composition");
}

template <int D>
Result<RoundedPose<D>> inverse(const Pose<D>& pose) {
  if (moves_nothing(pose)) return RoundedPose<D>{pose, false};
  const auto d = static_cast<std::size_t>(pose.dimension());
  const ExactLinear<D> linear = linear_of(pose);
  const ExactOffset<D> offset = offset_of(pose);
  FractionRounding rounding;
  std::vector<double> rows(d * (d + 1));
  if (pose.is_quaternion()) {
    for (std::size_t i = 0; i < d; ++i) {
      BigInt moved = 0;
      for (std::size_t k = 0; k < d; ++k) moved -= linear.entries[k * d + i] * offset.entries[k];
      rows[i * (d + 1) + d] = rounding.nearest(moved, linear.denominator, offset.exponent);
    }
    std::array<double, 4> wxyz = pose.wxyz();
    for (std::size_t i = 1; i < 4; ++i) wxyz[i] = detail::opposite(wxyz[i]);
    return finished<D>(rows, pose.dimension(), wxyz, rounding.rounded(), "the inverse");
  }
  const auto exact = exact_inverse<D>(linear, offset, d);
  if (!exact) {
    return Error{ErrorCode::wrong_shape,
                 "the pose's matrix is singular, its columns are linearly dependent; only a pose "
                 "whose determinant is not 0 has an inverse"};
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j <= d; ++j) {
      const int exponent = (j == d ? offset.exponent : 0) - linear.exponent;
      rows[i * (d + 1) + j] = rounding.nearest(exact->rows[i][j], exact->pivot, exponent);
    }
  }
  return finished<D>(rows, pose.dimension(), std::nullopt, rounding.rounded(), "the inverse");
}

template Result<RoundedPose<2>> compose(const Pose2&, const Pose2&);
template Result<RoundedPose<3>> compose(const Pose3&, const Pose3&);
template Result<RoundedPose<kRunTime>> compose(const PoseN&, const PoseN&);
template Result<RoundedPose<2>> inverse(const Pose2&);
template Result<RoundedPose<3>> inverse(const Pose3&);
template Result<RoundedPose<kRunTime>> inverse(const PoseN&);

}  // namespace sunder::inline SUNDER_ABI
