// SPDX-License-Identifier: Apache-2.0
//
// Computes the values of filtered_pair.hpp for a pair, side by side: lane l has coordinate l of the
// world, from the columns of both matrices. They are the same sums in another order, so the lemmas
// hold. The reach here omits the errors of the entries of R, which add at most 9 2^-52 of the drift
// to the bounds. Doubling the drift covers far more.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_POSED_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_POSED_PAIR_INL_HPP
#undef SUNDER_NARROW_GJK_POSED_PAIR_INL_HPP
#else
#define SUNDER_NARROW_GJK_POSED_PAIR_INL_HPP
#endif

#include <cmath>
#include <cstddef>
#include <hwy/highway.h>

#include "filter/bounds.hpp"
#include "filter/distance_bounds.hpp"
#include "filter/filtered_pair.hpp"
#include "lanes/packed-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using sunder::detail::HWY_NAMESPACE::bits_of;
using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::filled;
using sunder::detail::HWY_NAMESPACE::load_columns;
using sunder::detail::HWY_NAMESPACE::load_packed;
using sunder::detail::HWY_NAMESPACE::mask_of;
using sunder::detail::HWY_NAMESPACE::Mat3;
using sunder::detail::HWY_NAMESPACE::Packed;
using sunder::detail::HWY_NAMESPACE::PackedMask;
using sunder::detail::HWY_NAMESPACE::PackedTag;
using sunder::detail::HWY_NAMESPACE::positive;
using sunder::detail::HWY_NAMESPACE::spread;
using sunder::detail::HWY_NAMESPACE::store_packed;
using sunder::detail::HWY_NAMESPACE::times_sign;
using sunder::detail::HWY_NAMESPACE::turned;
using sunder::detail::HWY_NAMESPACE::turned_back;
using sunder::detail::HWY_NAMESPACE::Vec3;
using sunder::detail::HWY_NAMESPACE::zero;

struct PosedBody {
  HWY_INLINE explicit PosedBody(const Body<3>& posed)  // NOLINT(*-member-init)
      : hull(posed.hull), rows(linear_data(*posed.pose)), columns(load_columns(rows)) {}

  HWY_INLINE Packed turned(const double* x, std::ptrdiff_t stride) const {
    return combined(columns, broadcast(PackedTag(), x[0], x[stride], x[2 * stride]));
  }
  /// Adds a bound on the coordinates of the rotated body.
  HWY_INLINE Packed add_reach(Packed reach) const {
    for (std::size_t k = 0; k < 3; ++k) {
      reach = MulAdd(Abs(columns[k]), filled(hull->max_abs[k]), reach);
    }
    return reach;
  }
  /// Returns sign * R^T u.
  HWY_INLINE Vector3 pulled_back(const Vector3& u) const {
    return {(rows[0] * u[0] + rows[3] * u[1]) + rows[6] * u[2],
            (rows[1] * u[0] + rows[4] * u[1]) + rows[7] * u[2],
            (rows[2] * u[0] + rows[5] * u[1]) + rows[8] * u[2]};
  }

  const HullBlock* hull;
  const double* rows;
  Mat3<Packed> columns;
};

class PosedPair {
 public:
  HWY_INLINE explicit PosedPair(const Pair<3>& pair)  // NOLINT(*-member-init)
      : pair_(pair), a_(pair.a), b_(pair.b) {
    const Packed place = load_packed(offset_data(*pair.a.pose));
    const Packed offset = Sub(load_packed(offset_data(*pair.b.pose)), place);
    const Packed line =
        Add(Sub(b_.turned(b_.hull->centre, 1), a_.turned(a_.hull->centre, 1)), offset);
    const Packed reach = b_.add_reach(a_.add_reach(Abs(offset)));
    const double drift = drift_of(pair.a) + drift_of(pair.b);
    const Packed twice = filled(kDriftFactor * drift);
    offset_lanes_ = offset;
    store_packed(offset, offset_);
    line_ = first(spread(line));
    store_packed(MulAdd(reach, filled((kGapUnitsPerDimension * 3 + kGapUnits) * kUnit), twice),
                 gap_errors_);
    store_packed(
        Add(MulAdd(reach, filled((3 + kPointUnits) * kUnit), twice), filled(kPointUnderflow)),
        errors_);
    const Packed algorithm = Sub(filled(kMostPairReach), Add(reach, filled(drift)));
    in_range_ =
        bits_of(positive(algorithm)) == 7 && pair.a.in_filter_range() && pair.b.in_filter_range();
  }

  /// Returns true if the lemmas hold.
  HWY_INLINE bool in_range() const { return in_range_; }
  HWY_INLINE const Pair<3>& pair() const { return pair_; }
  HWY_INLINE const PosedBody& a() const { return a_; }
  HWY_INLINE const PosedBody& b() const { return b_; }
  /// Returns t_B - t_A.
  HWY_INLINE const double* offset() const { return offset_; }
  /// Returns c for points of a and of b that are stored in rows.
  HWY_INLINE Packed difference(const double* a, std::ptrdiff_t stride_a, const double* b,
                               std::ptrdiff_t stride_b) const {
    return Sub(Sub(a_.turned(a, stride_a), b_.turned(b, stride_b)), offset_lanes_);
  }
  /// Returns the vector from a's centre to b's.
  HWY_INLINE const Vector3& line() const { return line_; }
  /// Bounds on the errors of a difference.
  HWY_INLINE Vector3 errors() const { return {errors_[0], errors_[1], errors_[2]}; }

  /// Returns Lemma 1's bound for directions of length 2^-50 to 2^200. Reaches are below 2^400, so
  /// that nothing overflows, and the underflow error does not grow with the direction.
  HWY_INLINE double gap_error(const Vector3& u) const {
    return ((std::fabs(u[0]) * gap_errors_[0] + std::fabs(u[1]) * gap_errors_[1]) +
            std::fabs(u[2]) * gap_errors_[2]) +
           kGapUnderflow;
  }

 private:
  HWY_INLINE static double drift_of(const Body<3>& body) {
    const double* const most = body.hull->max_abs;
    return linear_error(*body.pose) * ((most[0] + most[1]) + most[2]);
  }

  const Pair<3>& pair_;
  PosedBody a_;
  PosedBody b_;
  Packed offset_lanes_;
  alignas(32) double offset_[4];
  alignas(32) double gap_errors_[4];
  alignas(32) double errors_[4];
  Vector3 line_;
  bool in_range_;
};

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_POSED_PAIR_INL_HPP
