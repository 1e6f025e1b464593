// SPDX-License-Identifier: Apache-2.0
//
// Computes the time of entry_time.hpp, for files that are compiled once for each instruction set.
// Each factor is split into a head of few bits and a tail. Products of heads are multiples of one
// quantum and small, so that their sums are exact in doubles. The tails are 2^-25 as large, and
// their sums are rounded (Ozaki, Ogita, Oishi, Rump 2012, "Error-free transformations of matrix
// multiplication"). A quotient in doubles is then corrected by its remainder. No step needs rounding
// to nearest. It gives up where the time is a double, or very close to one, and a tail is not 0.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_CAST_ENTRY_TIME_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_CAST_ENTRY_TIME_INL_HPP
#undef SUNDER_QUERY_CAST_ENTRY_TIME_INL_HPP
#else
#define SUNDER_QUERY_CAST_ENTRY_TIME_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <hwy/highway.h>

#include "filter/reach.hpp"
#include "geometry/vectors.hpp"
#include "lanes/packed-inl.hpp"
#include "query/cast/bounds.hpp"
#include "query/cast/entry_time.hpp"
#include "query/cast/moving_ball-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// Rounds numbers to multiples of a power of two, in any rounding mode to a neighbour.
class Quantum {
 public:
  HWY_INLINE explicit Quantum(double quantum) : anchor_(0x1.8p52 * quantum) {}
  HWY_INLINE double head(double x) const { return (x + anchor_) - anchor_; }
  HWY_INLINE Packed head(Packed x) const {
    const Packed anchor = filled(anchor_);
    return Sub(Add(x, anchor), anchor);
  }

 private:
  double anchor_;
};

/// Returns the number without the last 27 bits of its significand.
HWY_INLINE double leading_bits(double x) {
  constexpr std::uint64_t kLast = (std::uint64_t{1} << 27) - 1;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & ~kLast);
}

/// An exact sum and a rounded one, and bounds on its error.
template <class Number>
struct SplitSum {
  Number high;
  Number low;
  Number low_size;  ///< the sum of the sizes that make up `low`
  Number error;     ///< of the factors, and of the sums if their sizes are not tracked
};
using Sum = SplitSum<double>;
using Sums = SplitSum<Packed>;

HWY_INLINE double bound_of(const Sum& sum) { return kLowUnits * kUnit * sum.low_size + sum.error; }

/// A matrix by its diagonals: (00, 11, 22), (10, 21, 02) and (20, 01, 12).
using Diagonals = Mat3<Packed>;

HWY_INLINE Diagonals load_diagonals(const double* rows) {
  const Packed m[3] = {load_packed(rows), load_packed(rows + 3), load_packed(rows + 6)};
  return {{picked(m[0], m[1], m[2]), picked(m[1], m[2], m[0]), picked(m[2], m[0], m[1])}};
}

/// Returns the products of the entries of a quaternion that make up |q|^2 R, and |q|^2 in each lane.
/// The arguments are the products w w, those of the vector's entries with themselves, with the next
/// ones, and with w.
HWY_INLINE Diagonals rotation_of(Packed ww, Packed own, Packed next, Packed with_w, Packed& norm) {
  const Packed rest = Add(turned(own), turned_back(own));
  norm = Add(Add(ww, own), rest);
  const Packed skew = turned_back(with_w);
  const Packed sum = Add(next, skew);
  const Packed difference = turned_back(Sub(next, skew));
  return {{Sub(Add(ww, own), rest), Add(sum, sum), Add(difference, difference)}};
}

/// Returns what the tabulated entries of R lack, for a quaternion of size below 1, and a bound on
/// the errors of the result.
HWY_INLINE Diagonals recover_rotation(const double* q, const Diagonals& r, double& error) {
  const Quantum fine(kHeadQuantum);
  const Packed w = filled(q[0]);
  const Packed w_head = fine.head(w);
  const Packed w_tail = Sub(w, w_head);
  const Packed p = load_packed(q + 1);
  const Packed p_head = fine.head(p);
  const Packed p_tail = Sub(p, p_head);
  const auto tails = [](Packed x_head, Packed x_tail, Packed y, Packed y_tail)
                         HWY_ATTR { return MulAdd(x_head, y_tail, Mul(x_tail, y)); };
  Packed norm_high;
  Packed norm_low;
  const Diagonals high = rotation_of(Mul(w_head, w_head), Mul(p_head, p_head),
                                     Mul(p_head, turned(p_head)), Mul(w_head, p_head), norm_high);
  const Diagonals low = rotation_of(
      tails(w_head, w_tail, w, w_tail), tails(p_head, p_tail, p, p_tail),
      tails(p_head, p_tail, turned(p), turned(p_tail)), tails(w_head, w_tail, p, p_tail), norm_low);
  const Packed norm = Quantum(kSumHeadQuantum).head(norm_high);
  const Packed norm_tail = Add(Sub(norm_high, norm), norm_low);
  const double inverse = 1 / GetLane(Add(norm_high, norm_low));
  Diagonals rest;
  for (std::size_t i = 0; i < 3; ++i) {
    const Packed head = fine.head(r[i]);
    const Packed lacking = Sub(low[i], MulAdd(norm, Sub(r[i], head), Mul(norm_tail, r[i])));
    rest[i] = Mul(Add(Sub(high[i], Mul(norm, head)), lacking), filled(inverse));
  }
  error = kRecoveredEntry * inverse;
  return rest;
}

HWY_INLINE bool is_identity(const Pose<3>& pose) {
  const std::array<double, 4>& q = pose.wxyz();
  return is_zero_bits(q[1]) && is_zero_bits(q[2]) && is_zero_bits(q[3]);
}

/// The factors that both bodies share.
struct Scales {
  double reach;  ///< a power of two that is at least the reach
  Packed u;      ///< heads of the normal
  double size;   ///< |u|_1
};

/// +-R^T u in heads and tails, with a bound on the error of the tails. Without kTracked it is that of
/// the entries of R alone.
struct Pulled {
  Packed head;
  Packed tail;
  Packed error;
};
template <bool kTracked>
HWY_INLINE Pulled pull_back(const Pose<3>& pose, double size, double sign, const Scales& scales) {
  const Diagonals r = load_diagonals(linear_data(pose));
  Diagonals rest{{filled(0), filled(0), filled(0)}};
  double rest_error = 0;
  if (pose.is_quaternion() && !is_identity(pose)) {
    rest = recover_rotation(pose.wxyz().data(), r, rest_error);
  }
  const Quantum entry(kHeadQuantum * size);
  const Packed around[3] = {scales.u, turned(scales.u), turned_back(scales.u)};
  Packed high = filled(0);
  Packed low = high;
  Packed low_size = high;
  for (std::size_t i = 0; i < 3; ++i) {
    const Packed head = entry.head(r[i]);
    const Packed tail = Mul(Add(Sub(r[i], head), rest[i]), around[i]);
    high = MulAdd(head, around[i], high);
    low = Add(low, tail);
    if constexpr (kTracked) low_size = Add(low_size, Abs(tail));
  }
  const Packed head = Quantum(kSumHeadQuantum * size).head(high);
  const Packed tail = Add(Sub(high, head), low);
  const Packed signs = filled(sign);
  Pulled pulled{Mul(signs, head), Mul(signs, tail), filled(rest_error * scales.size)};
  if constexpr (kTracked) {
    // Without low parts the tail is exact.
    const Packed rounded = Mul(filled(kLowUnits * kUnit), Add(low_size, Abs(tail)));
    pulled.error = Add(pulled.error, IfThenElseZero(Gt(low_size, filled(0)), rounded));
  }
  return pulled;
}

/// Adds sign * u . (R x) for the body's vertex of each pair. Returns false if it can't be split.
template <bool kTracked>
HWY_INLINE bool add_vertices(const EntryBody& body, const std::int32_t* vertices, double sign,
                             const Scales& scales, Sums& sums) {
  const double stretch = greatest_singular_value(*body.pose);
  if (!(stretch > 0x1p-100 && stretch < 0x1p100)) return false;
  if (body.pose->is_quaternion()) {
    for (const double entry : body.pose->wxyz()) {
      if (!(std::fabs(entry) < 1)) return false;
    }
  }
  const double size = power_above(stretch);
  const Pulled pulled = pull_back<kTracked>(*body.pose, size, sign, scales);
  const Vec3<Packed> heads = spread(pulled.head);
  const Vec3<Packed> tails = spread(pulled.tail);
  const Quantum coordinate(kHeadProductQuantum / kSumHeadQuantum * scales.reach / size);
  const auto add = [&](int k, Packed head, Packed tail) HWY_ATTR {
    const double* const row = body.hull->row(k);
    const Packed x = side_by_side(row[vertices[0]], row[vertices[1]], row[vertices[2]]);
    const Packed x_head = coordinate.head(x);
    const Packed first = Mul(head, Sub(x, x_head));
    const Packed second = Mul(tail, x);
    sums.high = MulAdd(head, x_head, sums.high);
    sums.low = Add(sums.low, Add(first, second));
    if constexpr (kTracked) sums.low_size = Add(sums.low_size, Add(Abs(first), Abs(second)));
  };
  add(0, heads.x, tails.x);
  add(1, heads.y, tails.y);
  add(2, heads.z, tails.z);
  const double factor_error =
      kTracked ? total(Mul(pulled.error, load_packed(body.hull->max_abs))) * kRoundUp
               : GetLane(pulled.error) * sum_of_three(body.hull->max_abs);
  sums.error = Add(sums.error, filled(factor_error));
  return true;
}

/// Computes u . (x - y), with heads that are multiples of the quantum.
HWY_INLINE Sum split_difference(Packed x, Packed y, Packed u, double quantum) {
  const Quantum entry(quantum);
  const Packed x_head = entry.head(x);
  const Packed y_head = entry.head(y);
  const Packed first = Mul(u, Sub(x, x_head));
  const Packed second = Mul(u, Sub(y, y_head));
  return {total(Mul(u, Sub(x_head, y_head))), total(Sub(first, second)),
          total(Add(Abs(first), Abs(second))), 0};
}

/// Is every number a multiple of 2^kLeastExactExponent?
inline HWY_NOINLINE bool are_coarse(const double* numbers, int count) {
  for (int i = 0; i < count; ++i) {
    const Dyadic x = decode(numbers[i]);
    if (x.mantissa != 0 && x.exponent < kLeastExactExponent) return false;
  }
  return true;
}
inline HWY_NOINLINE bool is_coarse(const EntryBody& body) {
  if (!are_coarse(body.offset, 3) || !are_coarse(body.translation, 3)) return false;
  if (body.hull == nullptr) return true;
  const ExponentSpan& span = body.hull->exponents;
  return (span.empty() || span.low >= kLeastExactExponent) &&
         are_coarse(linear_data(*body.pose), 9);
}

/// The exact quotient is value + rest up to the error, which is 0 if nothing was rounded.
struct Quotient {
  double value = 0;
  double rest = 0;
  double error = 0;
};

/// Divides (high + low), known up to `error`, by a divisor known to a relative kEntryShare.
HWY_INLINE Quotient divide(double high, double low, double error, const Sum& divisor) {
  Quotient quotient;
  const double whole = divisor.high + divisor.low;
  const double inverse = 1 / whole;
  const double t = (high + low) * inverse;
  const double t_head = leading_bits(t);
  const double t_tail = t - t_head;
  const double d_head = leading_bits(divisor.high);
  const double d_tail = divisor.high - d_head;
  const double first = high - t_head * d_head;
  const double second = t_head * d_tail;
  const double third = t_tail * d_head;
  const double fourth = t_tail * d_tail;
  const double fifth = t * divisor.low;
  const double remainder = ((((first - second) - third) - fourth) - fifth) + low;
  const double size = std::fabs(first) + std::fabs(second) + std::fabs(third) + std::fabs(fourth) +
                      std::fabs(fifth) + std::fabs(low);
  const double doubt = error + kRemainderUnits * kUnit * size + std::fabs(t) * bound_of(divisor);
  const double share = std::fabs(inverse);
  quotient.value = t;
  quotient.rest = remainder * inverse;
  quotient.error = doubt * share * (1 + kEntryShare) +
                   (kRemainderUnits * kUnit + bound_of(divisor) * share) * std::fabs(quotient.rest);
  return quotient;
}

/// Returns the unit normal of a plane, with the sign that `closing` = u.v must lose. The heights `tilt`
/// of the edges along u correct u itself.
HWY_INLINE Vector3 corrected_normal(Packed u, Packed plane, const Packed* edges, const double* tilt,
                                    double closing) {
  const Packed first = unfused_cross(edges[1], plane);
  const Packed second = unfused_cross(plane, edges[0]);
  const double share = 1 / total(Mul(plane, plane));
  const Packed normal =
      NegMulAdd(filled(tilt[0] * share), first, NegMulAdd(filled(tilt[1] * share), second, u));
  const double length = std::sqrt(total(Mul(normal, normal)));
  const double scale = closing > 0 ? -1 / length : 1 / length;
  return vector_of(Add(Mul(normal, filled(scale)), filled(0)));  // no negative zero
}

/// Returns the neighbouring double farther from 0, or closer to it, of a positive normal number.
HWY_INLINE double neighbour(double x, int step) {
  return std::bit_cast<double>(std::bit_cast<std::int64_t>(x) + step);
}

/// The heights u . c of three points, high + low up to the bound.
struct Heights {
  alignas(32) double high[4];
  alignas(32) double low[4];
  alignas(32) double bound[4];
};
template <bool kTracked>
HWY_INLINE bool find_heights(const EntryBody& a, const EntryBody& b,
                             const std::array<IndexPair, 3>& pairs, const Scales& scales,
                             Heights& heights) {
  const Sum apart = split_difference(load_packed(a.offset), load_packed(b.offset), scales.u,
                                     kHeadProductQuantum / kHeadQuantum * scales.reach);
  Sums sums{filled(apart.high), filled(apart.low), filled(apart.low_size),
            filled(kTracked ? 0 : kHeightRounding * scales.reach)};
  const std::int32_t vertices_a[3] = {pairs[0].a, pairs[1].a, pairs[2].a};
  const std::int32_t vertices_b[3] = {pairs[0].b, pairs[1].b, pairs[2].b};
  if (a.hull != nullptr && !add_vertices<kTracked>(a, vertices_a, 1, scales, sums)) return false;
  if (b.hull != nullptr && !add_vertices<kTracked>(b, vertices_b, -1, scales, sums)) return false;
  store_packed(sums.high, heights.high);
  store_packed(sums.low, heights.low);
  const Packed units = filled(kLowUnits * kUnit);
  store_packed(kTracked ? MulAdd(units, sums.low_size, sums.error) : sums.error, heights.bound);
  return true;
}

/// Computes the time with a bound for all, or one that tracks the size of each low part. The latter
/// is 0 where nothing is rounded.
template <bool kTracked>
HWY_NOINLINE void enter_at_time(const EntryBody& a, const EntryBody& b, const EntryPoints& points,
                                double reach, EntryTime& entry) {
  const Packed edges[2] = {load_all(points.edges[0].data()), load_all(points.edges[1].data())};
  const Packed plane = unfused_cross(edges[0], edges[1]);
  const double largest = largest_of(Abs(plane));
  if (!(largest > kLeastPlane && largest < kGreatestPlane)) return;
  const Packed u = Quantum(kHeadQuantum).head(Mul(plane, filled(unit_scale(largest))));
  const Scales scales{power_above(reach), u, total(Abs(u))};

  const Packed offset_a = load_packed(a.offset);
  const Packed offset_b = load_packed(b.offset);
  const Packed translation_a = load_packed(a.translation);
  const Packed translation_b = load_packed(b.translation);
  const double farthest = largest_of(Max(Abs(offset_a), Abs(offset_b)));
  const double fastest = largest_of(Max(Abs(translation_a), Abs(translation_b)));
  if (!(farthest < kMostOffset * scales.reach)) return;
  if (!(fastest > 0x1p-200 && fastest < 0x1p200)) return;

  const Sum closing = split_difference(translation_b, translation_a, scales.u,
                                       kHeadQuantum * 2 * power_above(fastest));
  const double whole = closing.high + closing.low;
  if (!(bound_of(closing) < kEntryShare * std::fabs(whole))) return;
  Heights heights;
  if (!find_heights<kTracked>(a, b, points.pairs, scales, heights)) return;

  // The differences of the heights, of which the weights take a share.
  const double* const high = heights.high;
  const double* const lows = heights.low;
  const double* const bounds = heights.bound;
  double low = lows[0];
  double error = bounds[0];
  double tilt[2];
  for (std::size_t i = 0; i < 2; ++i) {
    tilt[i] = (high[i + 1] - high[0]) + (lows[i + 1] - lows[0]);
    const double share = std::fabs(points.weights.values[i]);
    low += points.weights.values[i] * tilt[i];
    error += share * (bounds[i + 1] + bounds[0]) +
             (points.weights.errors[i] + kRemainderUnits * kUnit * share) * std::fabs(tilt[i]);
  }
  const Quotient time = divide(high[0], low, error * (1 + kEntryShare), closing);
  if (time.value < 0) {
    const bool certain = time.rest + time.error < -time.value / 2;
    if (certain) entry.sign = EntryTime::Sign::negative;
    return;
  }
  if (!(time.value > 0x1p-300 && time.value < 0x1p300)) return;
  const double nearest = time.value + time.rest;
  const double rest = time.rest - (nearest - time.value);
  const double bound = time.error + 2 * kUnit * std::fabs(time.rest);
  const double doubt = bound + kEntryUnderflow / std::fabs(whole);
  if (std::fabs(rest) > doubt) {
    const double other = neighbour(nearest, rest > 0 ? 1 : -1);
    if (!(std::fabs(rest) + doubt < std::fabs(other - nearest))) return;
    entry.time = rest > 0 ? Interval{nearest, other} : Interval{other, nearest};
  } else if (is_zero_bits(bound) && is_zero_bits(rest) && is_coarse(a) && is_coarse(b)) {
    entry.time = {nearest, nearest};
  } else {
    return;
  }
  entry.sign = EntryTime::Sign::positive;
  entry.normal = corrected_normal(u, plane, edges, tilt, whole);
}

/// `reach` bounds the coordinates of C.
HWY_INLINE void find_entry_time(const EntryBody& a, const EntryBody& b, const EntryPoints& points,
                                double reach, EntryTime& entry) {
  entry.sign = EntryTime::Sign::unknown;
  enter_at_time<false>(a, b, points, reach, entry);
  if (entry.sign == EntryTime::Sign::unknown) [[unlikely]] {
    enter_at_time<true>(a, b, points, reach, entry);
  }
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_CAST_ENTRY_TIME_INL_HPP
