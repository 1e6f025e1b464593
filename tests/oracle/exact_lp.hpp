// SPDX-License-Identifier: Apache-2.0
//
// Calls the external oracle: QSopt_ex, an exact linear programming solver over GMP's rationals. It
// shares no code with the library, not even the arithmetic.
#pragma once

#include "suite/case.hpp"

namespace sunder::oracle {

/// Maximises tau subject to -tau m in C, tau >= 0, with C = K_A - K_B and m the mean of its points,
/// by one exact linear program. Infeasible means separated. A flat C that meets 0 touches.
/// Otherwise tau > 0, or m = 0, is overlapping and tau = 0 touching, because m is then inside C.
Verdict exact_lp_verdict(const suite::BodyData& a, const suite::BodyData& b);

}  // namespace sunder::oracle
