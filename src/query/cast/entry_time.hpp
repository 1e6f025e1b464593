// SPDX-License-Identifier: Apache-2.0
//
// Computes the time at which a ray enters C = K_A - K_B through the plane of three points of C, as
// the doubles next to it. The ray is t v, with v the velocity of b relative to a.
//
// Let c_1, c_2, c_3 be the points, and let the ray meet their plane in the point with weights l_i,
// which sum to 1. For every vector u with u . v != 0 the time is
//
//   t = (sum l_i u.c_i) / u.v = (u.c_1 + l_2 u.(c_2 - c_1) + l_3 u.(c_3 - c_1)) / u.v.
//
// With u close to the normal the last two differences are small, so that weights in doubles
// suffice. The products u.c_i and u.v are computed to about 2^-75 of the reach:
// docs/bounds/entry_time.md has the proof. In most cases only two neighbouring doubles remain.
#pragma once

#include <array>
#include <cstdint>

#include "geometry/body.hpp"
#include "query/cast/pierced_face.hpp"
#include "query/interval.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// A posed hull, or without a hull the point at `offset`.
struct EntryBody {
  const HullBlock* hull = nullptr;
  const Pose<3>* pose = nullptr;
  const double* offset = nullptr;
  const double* translation = nullptr;  ///< from time 0 to 1
};

/// Three points of C that span the plane, and the weights of the second and third where the ray
/// meets it.
struct EntryPoints {
  std::array<IndexPair, 3> pairs;
  /// From the first to the others, rounded. Their last entries are 0: one store is read by one load.
  alignas(32) std::array<std::array<double, 4>, 2> edges;
  LineWeights weights;
};

struct EntryTime {
  enum class Sign : std::uint8_t { unknown, negative, zero, positive };
  Sign sign = Sign::unknown;  ///< positive: the fields below are valid
  Interval time;              ///< neighbouring doubles around the time, or the time itself twice
  Vector3 normal{};           ///< unit, of the plane, with normal . v < 0
};

/// Sets the answer of bodies that are apart at the start and stay so. Returns true, like the next.
inline bool set_free_cast(Cast<3>& answer) noexcept {
  answer.steps = 1;
  answer.start = Verdict::separated;
  answer.verdict = CastVerdict::free;
  answer.time = {1, 1};
  return true;
}
/// Sets the answer of bodies that meet first at a positive time, which may be after the motion's end.
inline bool set_entry_cast(const EntryTime& entry, const Vector3& point, Cast<3>& answer) noexcept {
  if (entry.time.upper > 1) return set_free_cast(answer);
  answer.steps = 1;
  answer.start = Verdict::separated;
  answer.verdict = CastVerdict::hit;
  answer.time = entry.time;
  answer.witness = Witness<3>{entry.normal, point, point};
  keep_finite(answer.witness);
  return true;
}

}  // namespace sunder::detail
