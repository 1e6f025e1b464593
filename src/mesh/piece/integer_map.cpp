// SPDX-License-Identifier: Apache-2.0
//
// Idea: A chain is kept as (matrix p + offset) / denominator, in integers with exponents apart. Each pose multiplies
// it. Both chains then get the same denominator and the same exponent, and what both offsets have in common goes.
// Source: R(q) / |q|^2 of a quaternion, as in geometry/integer_pair.hpp; a chain of two is their product.
// Cost: some 50 products of big integers for two quaternions.
#include "mesh/piece/integer_map.hpp"

#include <algorithm>
#include <climits>

#include "exact/nearest.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/pose_access.hpp"
#include "mesh/piece/exact_pair.hpp"

namespace sunder::detail::mesh {
namespace {

struct ExactChain {
  std::array<BigInt, 9> matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::array<BigInt, 3> offset{};
  int matrix_exponent = 0, offset_exponent = 0;
  BigInt denominator = 1;
};

BigInt shifted(const BigInt& value, int bits) { return value == 0 ? value : BigInt(value << bits); }

void apply_rotation(ExactChain& chain, const Pose3& pose) {
  ExponentSpan span;
  std::array<BigInt, 9> r;
  BigInt denominator;
  if (pose.is_quaternion()) {
    for (const double entry : pose.wxyz()) span.include(entry);
  } else {
    for (int i = 0; i < 9; ++i) span.include(linear_data(pose)[i]);
  }
  set_linear<3, BigInt>(pose, span, 3, r, denominator);
  std::array<BigInt, 9> matrix;
  std::array<BigInt, 3> offset;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const BigInt& entry = r[3 * i + k];
      if (entry == 0) continue;
      for (std::size_t j = 0; j < 3; ++j) matrix[3 * i + j] += entry * chain.matrix[3 * k + j];
      offset[i] += entry * chain.offset[k];
    }
  }
  const int exponent = pose.is_quaternion() || span.empty() ? 0 : span.low;
  chain.matrix = matrix;
  chain.offset = offset;
  chain.matrix_exponent += exponent;
  chain.offset_exponent += exponent;
  chain.denominator *= denominator;
}

/// Brings two numbers of different exponents to one.
void add_offset(ExactChain& chain, const double* t) {
  ExponentSpan span;
  for (int k = 0; k < 3; ++k) span.include(t[k]);
  if (span.empty()) return;
  const bool none =
      std::all_of(chain.offset.begin(), chain.offset.end(), [](const BigInt& x) { return x == 0; });
  const int low = none ? span.low : std::min(chain.offset_exponent, span.low);
  for (std::size_t k = 0; k < 3; ++k) {
    chain.offset[k] = shifted(chain.offset[k], chain.offset_exponent - low) +
                      to_integer<BigInt>(t[k], low) * chain.denominator;
  }
  chain.offset_exponent = low;
}

ExactChain exact_chain_of(const Placed& placed) {
  ExactChain chain;
  for (const Pose3* pose : placed.poses) {
    if (pose == nullptr) continue;
    if (!pose->is_translation()) apply_rotation(chain, *pose);
    add_offset(chain, offset_data(*pose));
  }
  return chain;
}

void times(ExactChain& chain, const BigInt& factor) {
  for (BigInt& entry : chain.matrix) entry *= factor;
  for (BigInt& entry : chain.offset) entry *= factor;
}

bool is_zero(std::span<const BigInt> values) {
  return std::all_of(values.begin(), values.end(), [](const BigInt& x) { return x == 0; });
}

}  // namespace

IntegerMaps integer_maps(const Placed& a, const Placed& b) {
  std::array<ExactChain, 2> chains{exact_chain_of(a), exact_chain_of(b)};
  const std::array<const Piece*, 2> pieces{a.piece, b.piece};
  IntegerMaps maps;
  maps.denominator = chains[0].denominator;
  if (chains[0].denominator != chains[1].denominator) {
    maps.denominator *= chains[1].denominator;
    times(chains[0], chains[1].denominator);
    times(chains[1], chains[0].denominator);
  }
  int low = INT_MAX;
  for (std::size_t side = 0; side < 2; ++side) {
    const ExactChain& chain = chains[side];
    const ExponentSpan& points = pieces[side]->exponents;
    if (!points.empty() && !is_zero(chain.matrix))
      low = std::min(low, chain.matrix_exponent + points.low);
    if (!is_zero(chain.offset)) low = std::min(low, chain.offset_exponent);
  }
  if (low == INT_MAX) low = 0;
  maps.exponent = low;
  for (std::size_t side = 0; side < 2; ++side) {
    const ExactChain& chain = chains[side];
    const ExponentSpan& points = pieces[side]->exponents;
    IntegerMap& map = maps.of[side];
    map.point_exponent = points.empty() ? kNothingCounts : points.low;
    const bool counts = !points.empty() && !is_zero(chain.matrix);
    for (std::size_t i = 0; i < 9; ++i) {
      // The handedness is read from the matrix, so that it stays where all points are zero.
      map.matrix[i] = counts ? shifted(chain.matrix[i], chain.matrix_exponent + points.low - low)
                             : chain.matrix[i];
    }
    for (std::size_t k = 0; k < 3; ++k)
      map.offset[k] = shifted(chain.offset[k], chain.offset_exponent - low);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    maps.of[0].offset[k] -= maps.of[1].offset[k];
    maps.of[1].offset[k] = 0;
  }
  BigInt most = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    const IntegerMap& map = maps.of[side];
    for (std::size_t i = 0; i < 3; ++i) {
      BigInt size = abs(map.offset[i]);
      for (std::size_t j = 0; j < 3; ++j) {
        const BigInt point = to_integer<BigInt>(pieces[side]->max_abs[j], map.point_exponent);
        size += abs(map.matrix[3 * i + j]) * std::max(point, BigInt(1));
      }
      most = std::max(most, size);
    }
  }
  maps.bits = bit_length(most) + 1;
  return maps;
}

ExactVector exact_difference_of_origins(const Placed& a, const Placed& b) {
  std::array<ExactChain, 2> chains{exact_chain_of(a), exact_chain_of(b)};
  const std::array<const Piece*, 2> pieces{a.piece, b.piece};
  std::array<ExponentSpan, 2> spans;
  int low = INT_MAX;
  for (std::size_t side = 0; side < 2; ++side) {
    for (const double x : pieces[side]->origin) spans[side].include(x);
    if (!spans[side].empty()) low = std::min(low, chains[side].matrix_exponent + spans[side].low);
    if (!is_zero(chains[side].offset)) low = std::min(low, chains[side].offset_exponent);
  }
  ExactVector difference;
  if (low == INT_MAX) return difference;
  const BigInt denominator = chains[0].denominator * chains[1].denominator;
  std::array<BigInt, 3> sum;
  int bits = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t side = 0; side < 2; ++side) {
      const ExactChain& chain = chains[side];
      BigInt place = shifted(chain.offset[k], chain.offset_exponent - low);
      for (std::size_t j = 0; j < 3 && !spans[side].empty(); ++j) {
        place += shifted(
            chain.matrix[3 * k + j] * to_integer<BigInt>(pieces[side]->origin[j], spans[side].low),
            chain.matrix_exponent + spans[side].low - low);
      }
      place *= chains[1 - side].denominator;
      if (side == 1) {
        sum[k] += place;
      } else {
        sum[k] -= place;
      }
    }
    bits = std::max(bits, bit_length(sum[k]));
  }
  const int size = bits - bit_length(denominator);
  difference.exponent = low + size;
  for (std::size_t k = 0; k < 3; ++k)
    difference.at[k] = nearest_quotient(sum[k], denominator, -size);
  return difference;
}

}  // namespace sunder::detail::mesh
