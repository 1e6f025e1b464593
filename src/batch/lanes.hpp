// SPDX-License-Identifier: Apache-2.0
//
// Settles many pairs at once, a pair a lane, in floats with a proven error bound. Pairs that the
// bound does not decide stay open, for the path of a single query.
#pragma once

#include <array>
#include <cstdint>

#include "batch/records.hpp"

namespace sunder::detail::batch {

/// The proof that lanes have of an item. The values let verdict_of() and stage_of() compute their
/// results with a few bit operations.
enum LaneCode : std::uint8_t {
  kApartByBalls = 0,
  kApartByAxes = 1,
  kOverlapByAxes = 2,
  kOverlapByBalls = 3,
  kOpen = 4,  ///< no proof
  kApartByPortal = 5,
  kOverlapByPortal = 6
};
inline constexpr std::size_t kLaneCodes = 7;

constexpr Verdict verdict_of(std::uint8_t code) noexcept { return static_cast<Verdict>(code & 2); }
constexpr Stage stage_of(std::uint8_t code) noexcept {
  return static_cast<Stage>(2 + ((code ^ (code >> 1)) & 1));
}
static_assert(verdict_of(kApartByAxes) == Verdict::separated);
static_assert(verdict_of(kOverlapByBalls) == Verdict::overlapping);
static_assert(stage_of(kApartByBalls) == Stage::bounds && stage_of(kApartByAxes) == Stage::filter);
static_assert(stage_of(kOverlapByAxes) == Stage::filter);
static_assert(stage_of(kOverlapByBalls) == Stage::bounds);
static_assert(verdict_of(kApartByPortal) == Verdict::separated);
static_assert(verdict_of(kOverlapByPortal) == Verdict::overlapping);
static_assert(stage_of(kApartByPortal) == Stage::filter);
static_assert(stage_of(kOverlapByPortal) == Stage::filter);

constexpr Algorithm functions_of_code(std::uint8_t code) noexcept {
  if (stage_of(code) == Stage::bounds) return Algorithm::automatic;
  return code < kOpen ? Algorithm::sat : Algorithm::mpr;
}

/// Bounds on the margin of each item of a block, rounded to the nearest float. They are NaN if the
/// item has none. Doubles compare distances between the bounds.
struct LaneMargins {
  alignas(64) std::array<float, kBlock> lower, upper;
};

struct LaneAnswers {
  alignas(64) std::array<std::uint8_t, kBlock> codes;
  std::array<std::int32_t, kLaneCodes> counts;  ///< items of each code
  /// The bounds of the distance, for items that are not open, if the question measures it.
  alignas(64) std::array<Interval, kBlock> distances;
};

}  // namespace sunder::detail::batch
