// SPDX-License-Identifier: Apache-2.0
//
// Answers the support query by a scan with SIMD: it finds the vertex of a structure of arrays that
// is extreme in a direction. The first call selects the best instruction set present.
#pragma once

#include <cstdint>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

struct Extreme {
  double value = 0;
  std::int32_t vertex = 0;
};

/// Returns max_i sum_k direction[k] * rows[k * stride + i], and an i that attains it. The stride is
/// a multiple of 16, and rows are 64-byte aligned. Entries from count to stride repeat the first
/// vertex. Each value is computed with at most 2 d roundings, fused or not. count >= 1.
Extreme support2(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept;
Extreme support3(const double* rows, std::int32_t stride, std::int32_t count,
                 const double* direction) noexcept;
Extreme support_n(const double* rows, std::int32_t stride, std::int32_t count,
                  const double* direction, int dimension) noexcept;

/// The vertices of a body and the direction of the query.
struct SupportQuery {
  const double* rows;
  std::int32_t stride;
  std::int32_t count;
  const double* direction;
};
struct FarthestPair {
  Extreme a;  ///< along a's direction
  Extreme b;  ///< along minus b's direction
};
/// Runs two queries in one call, each with the result of support_n().
FarthestPair farthest_pair(const SupportQuery& a, const SupportQuery& b, int dimension) noexcept;

/// Returns the name of the instruction set in use, such as "AVX3" or "SCALAR".
const char* lanes_target() noexcept;

}  // namespace sunder::detail
