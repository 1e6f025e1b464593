// SPDX-License-Identifier: Apache-2.0
#include "certificate/distance_proof.hpp"

#include <bit>
#include <limits>

#include "certificate/weighted_point.hpp"

namespace sunder::detail::certificate {
namespace {

constexpr std::uint64_t kInfinityBits =
    std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());

/// Orders numbers that are not negative, infinity included, in any rounding mode.
std::uint64_t order_bits(double value) {
  return is_zero_bits(value) ? 0 : std::bit_cast<std::uint64_t>(value);
}

std::string refute_lower(const ExactPair& pair, const DistanceProof& proof) {
  const bool is_zero = is_zero_bits(proof.lower);
  if (proof.direction.empty()) {
    return is_zero ? "" : "distance.direction is missing: it proves the lower bound";
  }
  if (proof.direction.size() != static_cast<std::size_t>(pair.dimension())) {
    return "distance.direction has " + std::to_string(proof.direction.size()) +
           " numbers in dimension " + std::to_string(pair.dimension());
  }
  ScaledIntegers u;
  std::string reason;
  if (!read_numbers(proof.direction, "distance.direction", u, reason)) return reason;
  const Extreme high = pair.a().extreme(u.values, End::greatest);
  const Extreme low = pair.b().extreme(u.values, End::least);
  const BigInt gap = low.value - high.value;
  if (gap <= 0) {
    return "distance.direction does not separate: u.y > u.x fails for vertex " +
           std::to_string(pair.a().caller_index(high.kept)) + " of a against vertex " +
           std::to_string(pair.b().caller_index(low.kept)) + " of b";
  }
  const Dyadic lower = decode(proof.lower);
  const BigInt side = pair.denominator() * lower.mantissa;
  if (compare_scaled(side * side * dot(u.values, u.values), 2 * lower.exponent, gap * gap,
                     2 * pair.exponent()) > 0) {
    return "distance.lower is more than the gap along distance.direction proves";
  }
  return "";
}

std::string refute_upper(const ExactPair& pair, const DistanceProof& proof) {
  if (proof.a.empty() && proof.b.empty()) {
    return is_infinite(proof.upper) ? "" : "distance.a and distance.b prove the upper bound";
  }
  WeightedPoint a;
  WeightedPoint b;
  std::string reason = read_point(pair.a(), proof.a, "distance.a", "a", a);
  if (reason.empty()) reason = read_point(pair.b(), proof.b, "distance.b", "b", b);
  if (!reason.empty() || is_infinite(proof.upper)) return reason;
  const Dyadic upper = decode(proof.upper);
  if (compare_distance(pair, a, b, {upper.mantissa, upper.exponent}) > 0) {
    return "distance.upper is less than the distance of the weighted points";
  }
  return "";
}

}  // namespace

bool is_infinite(double value) { return std::bit_cast<std::uint64_t>(value) == kInfinityBits; }

std::string refute_interval(double lower, double upper, const std::string& name) {
  if (!is_finite_bits(lower)) return name + ".lower is not finite";
  if (!is_finite_bits(upper) && !is_infinite(upper)) {
    return name + ".upper is neither a number nor infinity";
  }
  for (const double end : {lower, upper}) {
    if (std::bit_cast<std::uint64_t>(end) >> 63 != 0 && !is_zero_bits(end)) {
      return name + " interval has a negative end";
    }
  }
  if (order_bits(lower) > order_bits(upper)) return name + ".lower is more than " + name + ".upper";
  return "";
}

std::string refute_distance(const ExactPair& pair, const DistanceProof& proof) {
  std::string reason = refute_lower(pair, proof);
  return reason.empty() ? refute_upper(pair, proof) : reason;
}

}  // namespace sunder::detail::certificate
