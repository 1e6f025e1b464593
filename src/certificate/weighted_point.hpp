// SPDX-License-Identifier: Apache-2.0
//
// Expresses a point of a body as weights on its vertices, and computes the distance of two such
// points.
#pragma once

#include <span>
#include <string>

#include "certificate/exact_pair.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::certificate {

/// The world point / unit is sum / total.
struct WeightedPoint {
  IntegerVector sum;
  BigInt total = 0;
};

/// Returns the point that a list represents; else the reason why it represents none. `name` names
/// the list in the reason, and `body_name` the body.
std::string read_point(const ExactBody& body, std::span<const WeightedVertex> list,
                       const std::string& name, const char* body_name, WeightedPoint& out);

/// Returns sign(|a - b| - length), for a length that is not negative.
int compare_distance(const ExactPair& pair, const WeightedPoint& a, const WeightedPoint& b,
                     const BigDyadic& length);

}  // namespace sunder::detail::certificate
