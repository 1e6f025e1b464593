// SPDX-License-Identifier: Apache-2.0
//
// Draws pairs as in a simulation: one pair of bodies, step after step.
#pragma once

#include "bench/pairs.hpp"

namespace sunder::bench {

enum class Mover : std::uint8_t { box, hull32, ell50, ell500 };
/// Passing: b comes from outside, rotating, passes through a off its centre, and leaves on the other
/// side. The bodies meet in about half of the steps.
/// Sliding: b slides over a, rotating, at a depth of 0.1 to 3 % of the size.
enum class Course : std::uint8_t { passing, sliding };
std::string name_of(Mover mover, Course course);

/// Deterministic. It has four motions of kSteps steps, one after the other.
PairSet make_motion(Mover mover, Course course);
inline constexpr int kSteps = 500;

}  // namespace sunder::bench
