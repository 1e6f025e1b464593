// SPDX-License-Identifier: Apache-2.0
//
// Pairs settled many at once, one a lane, in floats with a proven bound on their error. What the
// bound does not prove is left open, for the path of a single query.
#pragma once

#include <array>
#include <cstdint>

#include "batch/records.hpp"

namespace sunder::detail::batch {

/// What lanes have proven of an item. The numbers make verdicts and stages cheap to tell: see
/// verdict_of() and stage_of().
enum LaneCode : std::uint8_t {
  kApartByBalls = 0,
  kApartByAxes = 1,
  kOverlapByAxes = 2,
  kOverlapByBalls = 3,
  kOpen = 4,  ///< nothing
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

/// Bounds of the margin of each item of a block, NaN where there is none: what lies between them is
/// left to doubles. Rounded to the nearest float.
struct LaneMargins {
  alignas(64) std::array<float, kBlock> lower, upper;
};

struct LaneAnswers {
  alignas(64) std::array<std::uint8_t, kBlock> codes;
  std::array<std::int32_t, kLaneCodes> counts;  ///< items of each code
  /// Of the distance, where it is measured, of items that are not open.
  alignas(64) std::array<Interval, kBlock> distances;
};

}  // namespace sunder::detail::batch
