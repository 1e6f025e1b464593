// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs as in a simulation: one pair of bodies, step after step.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

enum class Mover : std::uint8_t { box, hull32, ell50, ell500 };
std::string to_string(Mover mover);

/// Deterministic. It has four motions of kSteps steps, one after the other. In each, b comes from
/// outside, rotating, passes through a off its centre, and leaves on the other side. The bodies
/// meet in about half of the steps.
PairSet make_motion(Mover mover);
inline constexpr int kSteps = 500;

}  // namespace sunder::bench
