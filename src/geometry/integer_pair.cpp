// SPDX-License-Identifier: Apache-2.0
#include "geometry/integer_pair.hpp"

namespace sunder::detail {
namespace {

template <int D>
void measure(const Body<D>& body, ExponentSpan& linear, ExponentSpan& points,
             ExponentSpan& offset) noexcept {
  const int d = body.dimension();
  points = body.hull->exponents;
  if (body.pose->is_quaternion()) {
    for (const double entry : body.pose->wxyz()) linear.include(entry);
  } else {
    for (int i = 0; i < d * d; ++i) linear.include(body.pose->linear_data()[i]);
    if (linear.empty()) points = {};
    if (points.empty()) linear = {};
  }
  for (int k = 0; k < d; ++k) offset.include(body.pose->offset(k));
}

/// Tests equality of bits; a host that flushes subnormals cannot blur it.
bool same_bits(const std::array<double, 4>& p, const std::array<double, 4>& q) noexcept {
  return std::equal(p.begin(), p.end(), q.begin(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

/// The number of bits that the integer matrix N and the denominator n of a pose need.
template <int D>
int linear_bits(const Pose<D>& pose, const ExponentSpan& linear) noexcept {
  return pose.is_quaternion() ? 2 * linear.bits() + 2 : linear.bits();
}

}  // namespace

template <int D>
IntegerScale integer_scale(const Pair<D>& pair) noexcept {
  IntegerScale scale;
  measure(pair.a, scale.linear_a, scale.points_a, scale.offset_a);
  measure(pair.b, scale.linear_b, scale.points_b, scale.offset_b);

  int low = std::numeric_limits<int>::max();
  const auto product_low = [](const Pose<D>& pose, const ExponentSpan& linear,
                              const ExponentSpan& points) {
    return (pose.is_quaternion() ? 0 : linear.low) + points.low;
  };
  const bool product_a = !scale.linear_a.empty() && !scale.points_a.empty();
  const bool product_b = !scale.linear_b.empty() && !scale.points_b.empty();
  const int low_a = product_a ? product_low(*pair.a.pose, scale.linear_a, scale.points_a) : low;
  const int low_b = product_b ? product_low(*pair.b.pose, scale.linear_b, scale.points_b) : low;
  low = std::min({low, low_a, low_b, scale.offset_a.low, scale.offset_b.low});
  if (low == std::numeric_limits<int>::max()) low = 0;  // everything is zero
  scale.exponent = low;

  int d_bits = 1;
  while ((1 << d_bits) < pair.dimension()) ++d_bits;
  const int n_a = pair.a.pose->is_quaternion() ? linear_bits(*pair.a.pose, scale.linear_a) : 0;
  const int n_b = pair.b.pose->is_quaternion() ? linear_bits(*pair.b.pose, scale.linear_b) : 0;
  scale.same_rotation = pair.a.pose->is_quaternion() && pair.b.pose->is_quaternion() &&
                        same_bits(pair.a.pose->wxyz(), pair.b.pose->wxyz());
  const int factor_a = scale.same_rotation ? 0 : n_b;
  const int factor_b = scale.same_rotation ? 0 : n_a;
  const int denominator = n_a + factor_a;
  int bits = std::max(1, denominator);  // even where every coordinate is zero
  if (product_a) {
    bits = std::max(bits, linear_bits(*pair.a.pose, scale.linear_a) + scale.points_a.bits() +
                              (low_a - low) + factor_a + d_bits);
  }
  if (product_b) {
    bits = std::max(bits, linear_bits(*pair.b.pose, scale.linear_b) + scale.points_b.bits() +
                              (low_b - low) + factor_b + d_bits);
  }
  for (const ExponentSpan& offset : {scale.offset_a, scale.offset_b}) {
    if (!offset.empty()) bits = std::max(bits, offset.top - low + denominator + 1);
  }
  scale.bits = bits + 2;  // linear part plus offset, then the difference of the bodies
  return scale;
}

template IntegerScale integer_scale<2>(const Pair<2>&) noexcept;
template IntegerScale integer_scale<3>(const Pair<3>&) noexcept;
template IntegerScale integer_scale<kRunTime>(const Pair<kRunTime>&) noexcept;

template IntegerPair<2, Wide<4>>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<2, Wide<8>>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<2, Wide<16>>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<2, FixedInt<512>>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<2, FixedInt<1024>>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<2, BigInt>::IntegerPair(const Pair<2>&, const IntegerScale&);
template IntegerPair<3, Wide<4>>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<3, Wide<8>>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<3, Wide<16>>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<3, FixedInt<512>>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<3, FixedInt<1024>>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<3, BigInt>::IntegerPair(const Pair<3>&, const IntegerScale&);
template IntegerPair<kRunTime, BigInt>::IntegerPair(const Pair<kRunTime>&, const IntegerScale&);

}  // namespace sunder::detail
