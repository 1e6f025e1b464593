// SPDX-License-Identifier: Apache-2.0
//
// Makes one vertex of a block a block of its own, for queries that walk from vertex to vertex. It
// has everything that make_block() gives a body of one point, except for the content hash. It owns
// no memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "geometry/double_bits.hpp"
#include "geometry/hull_block.hpp"

namespace sunder::detail {

inline constexpr PointReport kOnePoint{.given = 1, .kept = 1, .affine_dimension = 0};

template <int D>
class VertexBlock {
 public:
  explicit VertexBlock(int dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    if constexpr (D == kRunTime) {
      rows_.resize(d + 1);
      float_rows_.resize(d + 1);
      point_.resize(d);
      size_.resize(d);
      caller_.resize(1 + 2 * d);
    }
    block_.dimension = dimension;
    block_.count = 1;
    block_.stride = dimension <= 3 ? kRowAlignment / 2 : kRowAlignment;
    block_.points = rows_.data()->values;
    block_.caller = caller_.data();
    block_.max_abs = size_.data();
    block_.lower = block_.upper = block_.centre = point_.data();
    if (dimension == 3) block_.points_float = float_rows_.data()->values;
    block_.report = &kOnePoint;
  }
  VertexBlock(const VertexBlock&) = delete;
  VertexBlock& operator=(const VertexBlock&) = delete;

  /// Returns the block of this vertex, with the caller's index of the original; valid until the
  /// next call.
  const HullBlock* place(const HullBlock& of, std::int32_t vertex) {
    caller_[0] = of.caller[vertex];
    block_.exponents = {};
    block_.in_filter_range = true;
    for (int k = 0; k < of.dimension; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const double x = of.coordinate(vertex, k);
      point_[at] = x;
      size_[at] = magnitude(x);
      block_.exponents.include(x);
      if (less(kFilterRange, size_[at])) block_.in_filter_range = false;
      const std::ptrdiff_t row = std::ptrdiff_t{k} * block_.stride;
      std::fill_n(rows_.data()->values + row, block_.stride, x);
      if (of.points_float == nullptr) continue;
      std::fill_n(float_rows_.data()->values + row, block_.stride,
                  of.points_float[std::ptrdiff_t{k} * of.stride + vertex]);
    }
    return &block_;
  }

 private:
  template <class T>
  struct alignas(64) Row {
    T values[kRowAlignment];
  };
  template <class T>
  using PerRow = std::conditional_t<D == kRunTime, std::vector<T>,
                                    std::array<T, D == kRunTime ? std::size_t{1} : std::size_t{D}>>;
  HullBlock block_;
  PerRow<Row<double>> rows_{};
  PerRow<Row<float>> float_rows_{};
  Vector<D> point_{};
  Vector<D> size_{};
  /// The caller's index, then vertex 0 as the extreme one on each axis.
  std::conditional_t<D == kRunTime, std::vector<std::int32_t>, std::array<std::int32_t, 1>>
      caller_{};
};

}  // namespace sunder::detail
