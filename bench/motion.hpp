// SPDX-License-Identifier: Apache-2.0
//
// Pairs as a simulation asks about them: one pair of bodies, step after step.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

enum class Mover : std::uint8_t { box, hull32, ell50, ell500 };
std::string to_string(Mover mover);

/// Deterministic. Four motions of kSteps steps, one after the other: b comes from outside, turning,
/// passes through a off its centre, and leaves on the other side. About half of the steps meet.
PairSet make_motion(Mover mover);
inline constexpr int kSteps = 500;

}  // namespace sunder::bench
