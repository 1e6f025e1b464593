// SPDX-License-Identifier: Apache-2.0
//
// What penetration() promises, held against the exact depth of the pair.
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

/// Asks penetration() with the given relative width (0: the default one). Exact are the verdict,
/// the interval's hold on the depth, its width and the certificate. Rounded are
///   the normal:  its length, to 2^-50; the extent of C along it, at most upper + 2^-50 of C's
///                reach, for that is what a turn by an ulp of its entries can add;
///   the points:  their difference, to the interval's width and 2^-46 of the terms that world
///                coordinates are sums of; each point's distance from its body, to the same.
template <int D>
std::vector<BrokenPromise> broken_promises(const suite::Bodies<D>& bodies, const ExactPair& exact,
                                           const ExactDepthOfPair& truth, double width);

}  // namespace sunder::oracle
