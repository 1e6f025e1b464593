// SPDX-License-Identifier: Apache-2.0
//
// Idea: Columns of coordinates are read a few side by side, so that their chains of additions and
// comparisons overlap.
// Bound: Plain sizes need no care for subnormals. The radius keeps the bound of
// circumscribed_radius() in block.cpp.
// Cost: Two passes over the coordinates; the exponents add a third that decodes few of them.
// Gives up: It requires of_plain_size(); the caller handles other sizes.
#include "geometry/plain_survey.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "geometry/bounds.hpp"
#include "geometry/double_bits.hpp"

namespace sunder::detail {
namespace {

constexpr std::size_t kLanes = 4;  // columns side by side: independent dependency chains

/// Surveys column k and the N - 1 following ones.
template <std::size_t N>
void survey_columns(const HullBlock& block, const double* coordinates, double* per_axis,
                    std::size_t k) noexcept {
  const auto d = static_cast<std::size_t>(block.dimension);
  std::array<double, N> least, greatest, sum{};
  const double* point = coordinates + k;
  std::copy_n(point, N, least.begin());
  std::copy_n(point, N, greatest.begin());
  for (std::int32_t i = 0; i < block.count; ++i, point += d) {
    for (std::size_t lane = 0; lane < N; ++lane) {
      const double x = point[lane];
      least[lane] = x < least[lane] ? x : least[lane];
      greatest[lane] = greatest[lane] < x ? x : greatest[lane];
      sum[lane] += x;
    }
  }
  for (std::size_t lane = 0; lane < N; ++lane) {
    double* const axis = per_axis + k + lane;
    axis[0] = std::max(std::fabs(least[lane]), std::fabs(greatest[lane]));
    axis[d] = least[lane];
    axis[2 * d] = greatest[lane];
    axis[3 * d] = std::clamp(sum[lane] / block.count, least[lane], greatest[lane]);
  }
}

/// A coordinate of at least 2^(low + 52) has no bit below 2^low, so that few have to be decoded.
void include_lowest(ExponentSpan& exponents, const double* coordinates,
                    std::size_t entries) noexcept {
  double limit = exponents.empty() ? std::numeric_limits<double>::infinity()
                                   : times_power_of_two(1, exponents.low + 52);
  for (std::size_t i = 0; i < entries; ++i) {
    if (std::fabs(coordinates[i]) >= limit || is_zero_bits(coordinates[i])) continue;
    const int low = decode(coordinates[i]).exponent;
    if (low >= exponents.low) continue;
    exponents.low = low;
    limit = times_power_of_two(1, low + 52);
  }
}

bool has_no_extent(const HullBlock& block) noexcept {
  return std::equal(block.lower, block.lower + block.dimension, block.upper);
}

/// The radius of circumscribed_radius() in block.cpp, by four sums in place of one. Its bound holds
/// for them too.
double plain_radius(const HullBlock& block, const double* coordinates, double size) noexcept {
  if (has_no_extent(block)) return 0;
  const auto d = static_cast<std::size_t>(block.dimension);
  const int scale = exponent_above(size);
  const double factor = times_power_of_two(1, -scale);
  double largest = 0;
  const double* point = coordinates;
  for (std::int32_t i = 0; i < block.count; ++i, point += d) {
    std::array<double, kLanes> sums{};
    const auto square = [&](std::size_t k) {
      const double difference = point[k] * factor - block.centre[k] * factor;
      return difference * difference;
    };
    std::size_t k = 0;
    for (; k + kLanes <= d; k += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += square(k + lane);
    }
    for (; k < d; ++k) sums[0] += square(k);
    largest = std::max(largest, (sums[0] + sums[1]) + (sums[2] + sums[3]));
  }
  const double n = block.dimension;
  const double radius =
      std::sqrt(largest) * (1 + (n + kRadiusUnits) * (2 * kUnit)) + n * kRadiusUnderflow;
  return times_power_of_two_up(radius, scale);
}

}  // namespace

bool of_plain_size(const double* coordinates, std::size_t entries) noexcept {
  std::uint64_t outside = 0;
  for (std::size_t i = 0; i < entries; ++i) {
    const std::uint64_t bits =
        std::bit_cast<std::uint64_t>(coordinates[i]) & ~(std::uint64_t{1} << 63);
    const std::uint64_t field = (bits - 1) >> 52;  // for 0 the largest
    outside |= (field - (1023 - 900)) | ((1023 + 899 - field) & ~(bits - 1));
  }
  return (outside >> 63) == 0;
}

void survey_plain(HullBlock& block, const double* coordinates, double* per_axis) noexcept {
  const auto d = static_cast<std::size_t>(block.dimension);
  std::size_t k = 0;
  for (; k + kLanes <= d; k += kLanes) survey_columns<kLanes>(block, coordinates, per_axis, k);
  for (; k < d; ++k) survey_columns<1>(block, coordinates, per_axis, k);
  const double largest = *std::max_element(per_axis, per_axis + d);
  block.exponents.include(largest);
  include_lowest(block.exponents, coordinates, static_cast<std::size_t>(block.count) * d);
  block.circumscribed = plain_radius(block, coordinates, largest);
}

}  // namespace sunder::detail
