// SPDX-License-Identifier: Apache-2.0
//
// A point of a body as weights on its vertices, and how far two of them are apart.
#pragma once

#include <span>
#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// sum / total is the world point / unit.
struct WeightedPoint {
  IntegerVector sum;
  BigInt total = 0;
};

/// The point that a list stands for; else the reason why it stands for none. `name` tells the
/// reader which list it is, `body_name` of which body.
std::string read_point(const ExactBody& body, std::span<const WeightedVertex> list,
                       const std::string& name, const char* body_name, WeightedPoint& out);

/// sign(|a - b| - length), for a length that is not negative.
int compare_distance(const ExactPair& pair, const WeightedPoint& a, const WeightedPoint& b,
                     const BigDyadic& length);

}  // namespace sunder::detail::certificate
