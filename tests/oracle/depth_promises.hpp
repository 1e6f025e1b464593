// SPDX-License-Identifier: Apache-2.0
//
// Compares the promises of penetration() with the exact depth of the pair.
#pragma once

#include <string>
#include <vector>

#include "oracle/exact_pair.hpp"
#include "suite/posed.hpp"

namespace sunder::oracle {

struct BrokenPromise {
  std::string promise;  ///< verdict, interval, width, normal, points or certificate
  std::string how;
};

/// Runs penetration() with the given relative width (0: the default one). The verdict, the
/// inclusion of the depth, the interval's width and the certificate are checked exactly. Two others
/// are rounded:
///
/// - The normal: its length, to 2^-50. The extent of C along it is at most upper + 2^-50 of C's
/// reach: a rotation by an ulp of its entries adds up to that.
///
/// - The points: their difference, to the interval's width and 2^-34 of the terms in the sums of
/// world coordinates. The weights of a facet a million times longer than wide have lost that much.
/// Each point's distance from its body is checked to the same.
template <int D>
std::vector<BrokenPromise> broken_promises(const suite::Bodies<D>& bodies, const ExactPair& exact,
                                           const ExactDepthOfPair& truth, double width);

}  // namespace sunder::oracle
