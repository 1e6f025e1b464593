// SPDX-License-Identifier: Apache-2.0
//
// Idea: Let both boxes be R (m + [-h, h]) + t with one regular R. Then 0 is in C = K_A - K_B if and
// only if in each coordinate k of R's own frame
//
//   |(R^-1 (t_B - t_A))_k + m_B,k - m_A,k| <= h_A,k + h_B,k,
//
// and inside if all three are strict. That holds for flat boxes as well. With N the cofactors of R,
// R^-1 is N^T / s, s = det R; for a quaternion's R = N / n it is N^T / n. Multiplied by 2 |s|, with
// n_k column k of N, the gap is
//
//   gap_k = |2 n_k . (t_B - t_A) + s (low + high of b - low - high of a)|
//           - |s| (length a + length b).
//
// Signed permutations need no product: their boxes are boxes of the world's own axes.
// Bound: Nothing is rounded. Scale computes a width that holds every intermediate.
// Cost: Three gaps in 128-bit integers if the poses are signed permutations, else in the narrowest
// width that suffices.
// Gives up: Where the boxes have different orientations, R is singular, or the exponents are too
// far apart.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "exact/rounding.hpp"
#include "exact/whole_vector.hpp"
#include "exact/wide.hpp"
#include "narrow/boxes/boxes.hpp"

namespace sunder::detail::boxes {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0);

std::uint64_t bits_of(double value) noexcept { return std::bit_cast<std::uint64_t>(value); }

/// A double as mantissa * 2^exponent, as stored: trailing zeros remain.
struct Stored {
  std::int64_t mantissa = 0;
  int exponent = 0;
};
Stored stored(double value) noexcept {
  const std::uint64_t bits = bits_of(value);
  const auto field = static_cast<int>((bits >> 52) & 0x7ff);
  auto mantissa = static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 52) - 1));
  if (field != 0) mantissa |= std::int64_t{1} << 52;
  return {(bits & kSignBit) != 0 ? -mantissa : mantissa, std::max(field, 1)};
}

/// Returns the verdict from the sign of the largest gap.
Verdict verdict_of(int sign) noexcept {
  if (sign > 0) return Verdict::separated;
  return sign == 0 ? Verdict::touching : Verdict::overlapping;
}

// ---- by the world's axes ------------------------------------------------------------------------

/// The axis of a body that lies along each axis of the world, and its direction.
struct SignedPermutation {
  std::array<std::uint8_t, 3> axis;
  std::array<bool, 3> reversed;
};

/// Tests whether R is exactly a signed permutation. The matrix of a quaternion is rounded, except
/// for quaternions with one entry, or with two or four entries of one size. Their numerators are 0
/// or the denominator.
bool read(const Pose<3>& pose, SignedPermutation& permutation) noexcept {
  if (pose.is_quaternion()) {
    std::uint64_t size = 0;
    int entries = 0;
    for (const double entry : pose.wxyz()) {
      const std::uint64_t magnitude = bits_of(entry) & ~kSignBit;
      if (magnitude == 0) continue;
      if (entries != 0 && magnitude != size) return false;
      size = magnitude;
      ++entries;
    }
    if (entries == 3) return false;
  }
  const double* entry = linear_data(pose);
  unsigned columns = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    int found = 0;
    for (std::uint8_t k = 0; k < 3; ++k, ++entry) {
      const std::uint64_t bits = bits_of(*entry);
      if ((bits & ~kSignBit) == 0) continue;
      if ((bits & ~kSignBit) != kOne) return false;
      permutation.axis[l] = k;
      permutation.reversed[l] = (bits & kSignBit) != 0;
      columns |= 1U << k;
      ++found;
    }
    if (found != 1) return false;
  }
  return columns == 7;
}

/// A box along an axis of the world: its offset and its interval.
struct Extent {
  double offset, low, high;
};
Extent extent_along(const Body<3>& body, const SignedPermutation& permutation,
                    std::size_t l) noexcept {
  const std::size_t k = permutation.axis[l];
  const double offset = offset_data(*body.pose)[l];
  const double low = body.hull->lower[k];
  const double high = body.hull->upper[k];
  return permutation.reversed[l] ? Extent{offset, -high, -low} : Extent{offset, low, high};
}

/// Mantissas and exponents of the offset, the low and the high end of a, and of b.
using StoredExtents = std::array<Stored, 6>;

/// Computes the gap in integers that hold a sum of four of the numbers times 2^-least.
template <class Int>
[[gnu::always_inline]] inline AlignedGap gap_in(const StoredExtents& numbers, int least) noexcept {
  const auto whole = [&numbers, least](std::size_t i) {
    const int shift = numbers[i].mantissa == 0 ? 0 : numbers[i].exponent - least;
    return static_cast<Int>(numbers[i].mantissa) << shift;
  };
  const Int offset = whole(3) - whole(0);
  const Int ahead = offset + whole(4) - whole(2);
  const Int behind = whole(1) - whole(5) - offset;
  const Int gap = std::max(ahead, behind);
  return {gap > 0 ? 1 : (gap < 0 ? -1 : 0), ahead > behind};
}

/// Computes the gap between two extents. Returns false if 128 bits do not hold it.
bool gap_between(const Extent& a, const Extent& b, AlignedGap& found) noexcept {
  // A sum of four numbers of 53 + 8 bits is below 2^63, one of 53 + 70 bits below 2^127.
  constexpr int kMostApartInOne = 8;
  constexpr int kMostApart = 70;
  const StoredExtents numbers{stored(a.offset), stored(a.low), stored(a.high),
                              stored(b.offset), stored(b.low), stored(b.high)};
  int least = 4096;
  int greatest = 0;
  for (const Stored& number : numbers) {
    if (number.mantissa == 0) continue;
    least = std::min(least, number.exponent);
    greatest = std::max(greatest, number.exponent);
  }
  if (greatest - least > kMostApart) return false;
  found = greatest - least <= kMostApartInOne ? gap_in<std::int64_t>(numbers, least)
                                              : gap_in<Int128>(numbers, least);
  return true;
}

/// Completes the frame after the gaps.
void complete(const SignedPermutation& permutation_a, const SignedPermutation& permutation_b,
              AlignedFrame& frame) noexcept {
  const std::size_t greatest = frame.greatest();
  frame.direction[greatest] = frame.gaps[greatest].b_ahead ? 1 : -1;
  for (std::size_t l = 0; l < 3; ++l) {
    const std::uint32_t of_a = std::uint32_t{1} << permutation_a.axis[l];
    const std::uint32_t of_b = std::uint32_t{8} << permutation_b.axis[l];
    frame.along[l] = of_a | of_b;
    frame.least |= (permutation_a.reversed[l] ? of_a : 0) | (permutation_b.reversed[l] ? 0 : of_b);
  }
}

Verdict verdict_along_world(const Pair<3>& pair, const SignedPermutation& permutation_a,
                            const SignedPermutation& permutation_b, AlignedFrame* frame) noexcept {
  int largest = -1;
  for (std::size_t l = 0; l < 3; ++l) {
    AlignedGap gap;
    if (!gap_between(extent_along(pair.a, permutation_a, l), extent_along(pair.b, permutation_b, l),
                     gap)) {
      return Verdict::undecided;
    }
    largest = std::max(largest, gap.sign);
    if (frame != nullptr) frame->gaps[l] = gap;
  }
  if (frame != nullptr) complete(permutation_a, permutation_b, *frame);
  return verdict_of(largest);
}

// ---- in a common frame --------------------------------------------------------------------------

/// The exponents of each kind of number, and of both terms of a gap.
struct Scale {
  ExponentSpan linear, offset, extent;
  int of_offsets = 0;  ///< n_k . t is an integer times 2^this
  int of_extents = 0;  ///< s m is an integer times 2^this
  int least = 0;
  int bits = 0;  ///< every intermediate is below 2^bits

  explicit Scale(const Pair<3>& pair) noexcept {
    const Pose<3>& pose = *pair.a.pose;
    if (pose.is_quaternion()) {
      for (const double entry : pose.wxyz()) linear.include(entry);
    } else {
      for (int i = 0; i < 9; ++i) linear.include(linear_data(pose)[i]);
    }
    for (const Body<3>* body : {&pair.a, &pair.b}) {
      for (int l = 0; l < 3; ++l) {
        offset.include(body->pose->offset(l));
        extent.include(body->hull->lower[l]);
        extent.include(body->hull->upper[l]);
      }
    }
    if (linear.empty()) return;
    // The degree of n_k and of s in the given numbers, and the bits that their sums add.
    const bool quaternion = pose.is_quaternion();
    const int low_offset = offset.empty() ? 0 : offset.low;
    const int low_extent = extent.empty() ? 0 : extent.low;
    of_offsets = 2 * linear.low + low_offset + 1;
    of_extents = (quaternion ? 2 : 3) * linear.low + low_extent;
    least = offset.empty() ? of_extents : of_offsets;
    if (!extent.empty()) least = std::min(least, of_extents);
    const int bits_of_offsets = 2 * linear.bits() + offset.bits() + 6;
    const int bits_of_extents = (quaternion ? 2 : 3) * linear.bits() + extent.bits() + 6;
    bits = std::max(offset.empty() ? 0 : bits_of_offsets + of_offsets - least,
                    extent.empty() ? 0 : bits_of_extents + of_extents - least) +
           2;
    bits = std::max(bits, (quaternion ? 2 : 3) * linear.bits() + 6);
  }
  int shift_offsets() const noexcept { return offset.empty() ? 0 : of_offsets - least; }
  int shift_extents() const noexcept { return extent.empty() ? 0 : of_extents - least; }
};

template <class Int>
[[gnu::always_inline]] inline Int whole(double value, const ExponentSpan& span) noexcept {
  const Dyadic dyadic = decode(value);
  if (dyadic.mantissa == 0) return Int(0);
  return Int(dyadic.mantissa) << (dyadic.exponent - span.low);
}

/// N, row by row in the memory order of R, and s.
template <class Int>
struct ExactCofactors {
  std::array<Int, 9> n;
  Int s;
};
template <class Int>
ExactCofactors<Int> exact_cofactors_of(const Pose<3>& pose, const ExponentSpan& span) noexcept {
  if (pose.is_quaternion()) {
    const Int w = whole<Int>(pose.wxyz()[0], span), x = whole<Int>(pose.wxyz()[1], span);
    const Int y = whole<Int>(pose.wxyz()[2], span), z = whole<Int>(pose.wxyz()[3], span);
    const Int ww = w * w, xx = x * x, yy = y * y, zz = z * z;
    const Int xy = (x * y) << 1, xz = (x * z) << 1, yz = (y * z) << 1;
    const Int wx = (w * x) << 1, wy = (w * y) << 1, wz = (w * z) << 1;
    return {{ww + xx - yy - zz, xy - wz, xz + wy, xy + wz, ww - xx + yy - zz, yz - wx, xz - wy,
             yz + wx, ww - xx - yy + zz},
            ww + xx + yy + zz};
  }
  std::array<Int, 9> r;
  for (std::size_t i = 0; i < 9; ++i) r[i] = whole<Int>(linear_data(pose)[i], span);
  ExactCofactors<Int> cofactors;
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t l1 = (l + 1) % 3 * 3, l2 = (l + 2) % 3 * 3;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      cofactors.n[3 * l + k] = r[l1 + k1] * r[l2 + k2] - r[l1 + k2] * r[l2 + k1];
    }
  }
  cofactors.s = r[0] * cofactors.n[0] + r[3] * cofactors.n[3] + r[6] * cofactors.n[6];
  return cofactors;
}

/// t_B - t_A in integers.
template <class Int>
[[gnu::always_inline]] inline std::array<Int, 3> offset_in(const Pair<3>& pair,
                                                           const Scale& scale) noexcept {
  std::array<Int, 3> offset;
  for (std::size_t l = 0; l < 3; ++l) {
    offset[l] = whole<Int>(offset_data(*pair.b.pose)[l], scale.offset) -
                whole<Int>(offset_data(*pair.a.pose)[l], scale.offset);
  }
  return offset;
}
template <class Int>
[[gnu::always_inline]] inline Int along(const ExactCofactors<Int>& cofactors,
                                        const std::array<Int, 3>& offset, std::size_t k) noexcept {
  return cofactors.n[k] * offset[0] + cofactors.n[3 + k] * offset[1] +
         cofactors.n[6 + k] * offset[2];
}

/// Completes the frame after the gaps. Coordinate k increases along column k of N, divided by s.
template <class Int>
void complete(const ExactCofactors<Int>& cofactors, AlignedFrame& frame) noexcept {
  const std::size_t greatest = frame.greatest();
  std::array<Int, 3> n;
  int bits = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    const Int& entry = cofactors.n[3 * l + greatest];
    n[l] = frame.gaps[greatest].b_ahead == (cofactors.s > Int(0)) ? entry : -entry;
    bits = std::max(bits, bit_length(entry));
  }
  if (bits <= 53) to_unit_doubles(std::span<const Int>(n), frame.direction.data());
  frame.least = 7 << 3;
  for (std::size_t k = 0; k < 3; ++k) frame.along[k] = 9U << k;
}

/// Sorts the ends of both boxes along each axis of their frame. Multiplied by 2 s, which is positive, the
/// place of an end is an integer. Returns false where the boxes are apart or overlap.
template <class Int>
bool rank_in(const Pair<3>& pair, const Scale& scale, AlignedRanks& ranks) noexcept {
  ExactCofactors<Int> cofactors = exact_cofactors_of<Int>(*pair.a.pose, scale.linear);
  if (cofactors.s == Int(0)) return false;
  if (cofactors.s < Int(0)) {
    cofactors.s = -cofactors.s;
    for (Int& entry : cofactors.n) entry = -entry;
  }
  const std::array<Int, 3> offset = offset_in<Int>(pair, scale);
  bool touches = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto place = [&](double end) {
      return (cofactors.s * whole<Int>(end, scale.extent)) << (scale.shift_extents() + 1);
    };
    const Int b = along<Int>(cofactors, offset, k) << scale.shift_offsets();
    rank(std::array<Int, 4>{place(pair.a.hull->lower[k]), place(pair.a.hull->upper[k]),
                            b + place(pair.b.hull->lower[k]), b + place(pair.b.hull->upper[k])},
         ranks, k);
    const int ahead = ranks.b[k][0] - ranks.a[k][1];
    const int behind = ranks.a[k][0] - ranks.b[k][1];
    if (ahead > 0 || behind > 0) return false;
    touches = touches || ahead == 0 || behind == 0;
  }
  return touches;
}

template <class Int>
Verdict verdict_in(const Pair<3>& pair, const Scale& scale, AlignedFrame* frame) noexcept {
  const ExactCofactors<Int> cofactors = exact_cofactors_of<Int>(*pair.a.pose, scale.linear);
  if (cofactors.s == Int(0)) return Verdict::undecided;
  const std::array<Int, 3> offset = offset_in<Int>(pair, scale);
  const int shift_offsets = scale.shift_offsets();
  const int shift_extents = scale.shift_extents();
  int largest = -1;
  for (std::size_t k = 0; k < 3; ++k) {
    const Int low_a = whole<Int>(pair.a.hull->lower[k], scale.extent);
    const Int high_a = whole<Int>(pair.a.hull->upper[k], scale.extent);
    const Int low_b = whole<Int>(pair.b.hull->lower[k], scale.extent);
    const Int high_b = whole<Int>(pair.b.hull->upper[k], scale.extent);
    const Int between = along<Int>(cofactors, offset, k);
    const Int middles = (low_b + high_b) - (low_a + high_a);
    const Int lengths = (high_b - low_b) + (high_a - low_a);
    const Int apart = (between << shift_offsets) + ((cofactors.s * middles) << shift_extents);
    const Int gap = size_of(apart) - ((size_of(cofactors.s) * lengths) << shift_extents);
    const int sign = gap > Int(0) ? 1 : (gap < Int(0) ? -1 : 0);
    largest = std::max(largest, sign);
    if (frame != nullptr) frame->gaps[k] = {sign, (apart > Int(0)) == (cofactors.s > Int(0))};
  }
  if (frame != nullptr) complete(cofactors, *frame);
  return verdict_of(largest);
}

/// Calls `ask` with a zero of the narrowest integer that suffices, or returns `otherwise`.
template <class Answer, class Ask>
[[gnu::always_inline]] inline Answer in_common_frame(const Scale& scale, Answer otherwise,
                                                     const Ask& ask) noexcept {
  if (scale.linear.empty()) return otherwise;
  if (scale.bits <= 127) return ask(Int128(0));
  if (scale.bits <= 255) return ask(Wide<4>(0));
  if (scale.bits <= 511) return ask(Wide<8>(0));
  return otherwise;
}

}  // namespace

bool have_equal_linear_parts(const Pose<3>& a, const Pose<3>& b) noexcept {
  const auto same = [](double x, double y) { return bits_of(x) == bits_of(y); };
  if (a.is_quaternion() != b.is_quaternion()) return false;
  if (a.is_quaternion())
    return std::equal(a.wxyz().begin(), a.wxyz().end(), b.wxyz().begin(), same);
  return std::equal(linear_data(a), linear_data(a) + 9, linear_data(b), same);
}

bool is_signed_permutation(const Pose<3>& pose) noexcept {
  SignedPermutation permutation;
  return pose.is_translation() || read(pose, permutation);
}

Verdict verdict_of_aligned(const Pair<3>& pair, AlignedFrame* frame) noexcept {
  SignedPermutation permutation_a, permutation_b;
  if (read(*pair.a.pose, permutation_a) && read(*pair.b.pose, permutation_b)) {
    const Verdict verdict = verdict_along_world(pair, permutation_a, permutation_b, frame);
    if (verdict != Verdict::undecided) return verdict;
  }
  if (!have_equal_linear_parts(*pair.a.pose, *pair.b.pose)) return Verdict::undecided;
  const Scale scale(pair);
  return in_common_frame(scale, Verdict::undecided, [&]<class Int>(const Int&) noexcept {
    return verdict_in<Int>(pair, scale, frame);
  });
}

bool rank_aligned(const Pair<3>& pair, AlignedRanks& ranks) noexcept {
  if (!have_equal_linear_parts(*pair.a.pose, *pair.b.pose)) return false;
  const Scale scale(pair);
  return in_common_frame(scale, false, [&]<class Int>(const Int&) noexcept {
    return rank_in<Int>(pair, scale, ranks);
  });
}

}  // namespace sunder::detail::boxes
