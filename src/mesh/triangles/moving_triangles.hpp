// SPDX-License-Identifier: Apache-2.0
//
// When two triangles meet of which one moves along a line: in doubles as a proven interval, and exactly.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "exact/integer.hpp"
#include "mesh/piece/integer_map.hpp"
#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {

/// A velocity in the pair's unit. Each entry is within `error`.
struct Velocity {
  Vector3 v{};
  double error = 0;
  double size() const noexcept {
    return std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
  }
};

struct MeetingTime {
  double lower = 0;  ///< no meeting on [0, lower); infinite where there is none at all
  double upper =
      std::numeric_limits<double>::infinity();  ///< a meeting in [lower, upper]; infinite: unknown
  Vector3 normal{};  ///< along which they are apart the longest, from a to b; 0 where none is known
};

/// Triangle a moves with the velocity relative to b; they are apart at time 0. `error` bounds that of each coordinate.
/// What happens after `reach` counts as never. Cost: some 300 flops, and 1,000 for triangles that may
/// meet.
MeetingTime time_of_meeting(const WorldTriangle& a, const WorldTriangle& b, double error,
                            const Velocity& velocity, double reach) noexcept;

/// The velocities as the caller gave them, in the world's unit: a's less b's is relative, and not rounded.
struct Translations {
  Vector3 a{}, b{};
};

/// A time numerator / denominator, which is positive.
struct ExactTime {
  BigInt numerator, denominator;
};

/// The moving pieces in integers, made once.
class ExactMotion {
 public:
  ExactMotion(const Placed& a, const Placed& b, const Translations& translations);
  /// Returns the first time, 0 or later, at which two triangles meet; nothing if they never do.
  std::optional<ExactTime> first_meeting(std::int32_t triangle_a, std::int32_t triangle_b);
  /// Returns a time before which a direction from a to b keeps two triangles apart: 0 where it does not, infinite where
  /// it always does. Costs a tenth of first_meeting().
  double open_until(std::int32_t triangle_a, std::int32_t triangle_b, const Vector3& direction);

 private:
  const std::array<BigInt, 3>& point(std::size_t side, std::int32_t vertex);

  std::array<const Piece*, 2> pieces_;
  IntegerMaps maps_;
  BigInt factor_ = 1;  ///< brings the maps' integers to the unit in which the velocity is whole
  std::array<BigInt, 3> velocity_;
  std::array<std::unordered_map<std::int32_t, std::array<BigInt, 3>>, 2> points_;  ///< once made
};

}  // namespace sunder::detail::mesh
