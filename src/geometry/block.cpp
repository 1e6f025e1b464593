// SPDX-License-Identifier: Apache-2.0
//
// Idea: One pass an axis over the vertices fills each table of the block; many points in many
// dimensions go through plain_survey.cpp.
// Bound: The circumscribed radius and the farthest vertex are rounded up; each proof is at its
// function.
// Cost: O(n d). One allocation holds the header and all rows.
// Gives up: Never. A float row clamps what a float cannot hold; a radius that overflows is
// infinite.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>

#include "exact/orientation.hpp"
#include "geometry/bounds.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/plain_survey.hpp"
#include "geometry/point_hash.hpp"

namespace sunder::detail {
namespace {

constexpr std::size_t kBlockAlignment = 64;
constexpr int kFloatDimension = 3;  // above, no search uses floats

/// Offsets of the block's arrays from its start, in bytes.
struct Layout {
  std::size_t points_float;
  std::size_t points;
  std::size_t caller;
  std::size_t per_axis;  ///< max_abs, lower, upper, centre: d doubles each
  std::size_t extremes;  ///< above 3-D lowest, highest: d indices each
  std::size_t total;
};

constexpr std::size_t aligned(std::size_t bytes) noexcept {
  return (bytes + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment;
}

Layout lay_out(std::int32_t count, std::int32_t stride, int dimension) noexcept {
  const auto d = static_cast<std::size_t>(dimension);
  const std::size_t row = static_cast<std::size_t>(stride) * d;
  Layout layout{};
  layout.points_float = aligned(sizeof(HullBlock));
  const std::size_t row_float = dimension <= kFloatDimension ? row : 0;
  layout.points = aligned(layout.points_float + row_float * sizeof(float));
  layout.caller = aligned(layout.points + row * sizeof(double));
  layout.per_axis = aligned(layout.caller + static_cast<std::size_t>(count) * sizeof(std::int32_t));
  layout.extremes = layout.per_axis + 4 * d * sizeof(double);
  const std::size_t indices = dimension > 3 ? 2 * d : 0;
  layout.total = aligned(layout.extremes + indices * sizeof(std::int32_t));
  return layout;
}

void destroy(HullBlock* block) noexcept {
  block->~HullBlock();
  ::operator delete(static_cast<void*>(block), std::align_val_t{kBlockAlignment});
}

/// Rounds to nearest, or as the host rounds. The value is clamped, since converting a value out of
/// a float's range is undefined.
float to_float(double value) noexcept {
  return static_cast<float>(std::clamp(value, -double{FLT_MAX}, double{FLT_MAX}));
}

void fill_points(double* points, float* points_float, const double* coordinates, std::int32_t count,
                 std::int32_t stride, int dimension) noexcept {
  for (int k = 0; k < dimension; ++k) {
    const std::ptrdiff_t row = std::ptrdiff_t{k} * stride;
    const double* next = coordinates + k;
    for (std::int32_t i = 0; i < count; ++i, next += dimension) points[row + i] = *next;
    std::fill(points + row + count, points + row + stride, coordinates[k]);
    if (points_float == nullptr) continue;
    for (std::int32_t i = 0; i < stride; ++i) points_float[row + i] = to_float(points[row + i]);
  }
}

/// Compares by order_key(): min and max of doubles would take subnormals for zero on a host that
/// flushes them. Without vertices, lower is +infinity and upper -infinity.
void fill_extremes(const HullBlock& block, double* max_abs, double* lower, double* upper) noexcept {
  for (int k = 0; k < block.dimension; ++k) {
    const double* row = block.row(k);
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (std::int32_t i = 0; i < block.count; ++i) {
      if (less(row[i], least)) least = row[i];
      if (less(greatest, row[i])) greatest = row[i];
    }
    lower[k] = least;
    upper[k] = greatest;
    max_abs[k] = block.count == 0
                     ? 0.0
                     : (less(magnitude(least), magnitude(greatest)) ? magnitude(greatest)
                                                                    : magnitude(least));
  }
}

/// Finds start vertices for searches in many dimensions; no proof rests on them. If vertices tie,
/// each coordinate begins its search at another one: distinct points may span the space.
void fill_extreme_vertices(const HullBlock& block, std::int32_t* lowest,
                           std::int32_t* highest) noexcept {
  for (int k = 0; k < block.dimension; ++k) {
    const double* const row = block.row(k);
    const double* const end = row + block.count;
    const double* const first = row + std::int64_t{k} * block.count / block.dimension;
    const auto vertex_at = [&](double bound) {
      const double* at = std::find(first, end, bound);
      if (at == end) at = std::find(row, end, bound);
      return at == end ? 0 : static_cast<std::int32_t>(at - row);
    };
    lowest[k] = vertex_at(block.lower[k]);
    highest[k] = vertex_at(block.upper[k]);
  }
}

int exponent_above_all(const HullBlock& block) noexcept {
  double largest = 0;
  for (int k = 0; k < block.dimension; ++k) {
    if (less(largest, block.max_abs[k])) largest = block.max_abs[k];
  }
  return exponent_above(largest);
}

/// Computes the mean of the vertices, rounded, and clamped to the bounds that rounding may leave.
void fill_mean(const HullBlock& block, double* centre) noexcept {
  const int scale = exponent_above_all(block);
  for (int k = 0; k < block.dimension; ++k) {
    double sum = 0;
    for (std::int32_t i = 0; i < block.count; ++i) {
      sum += times_power_of_two(block.coordinate(i, k), -scale);
    }
    centre[k] = block.count == 0 ? 0.0 : times_power_of_two(sum / block.count, scale);
    if (block.count == 0) continue;
    if (less(centre[k], block.lower[k])) centre[k] = block.lower[k];
    if (less(block.upper[k], centre[k])) centre[k] = block.upper[k];
  }
}

/// Returns true if the vertices are exactly the corners of their bounds, each once, in two or three
/// dimensions.
bool is_box(const HullBlock& block) noexcept {
  const int d = block.dimension;
  if ((d != 2 && d != 3) || block.count != 1 << d) return false;
  unsigned seen = 0;
  for (std::int32_t i = 0; i < block.count; ++i) {
    unsigned corner = 0;
    for (int k = 0; k < d; ++k) {
      const double x = block.coordinate(i, k);
      if (equal(block.lower[k], block.upper[k])) return false;
      if (equal(x, block.upper[k])) {
        corner |= 1U << k;
      } else if (!equal(x, block.lower[k])) {
        return false;
      }
    }
    seen |= 1U << corner;
  }
  return seen == (1U << block.count) - 1;
}

/// Returns true if a box has its vertices in the order of HullBlock::in_box_order.
bool is_in_box_order(const HullBlock& block) noexcept {
  for (std::int32_t i = 0; i < block.count; ++i) {
    if (block.caller[i] != i) return false;
    for (int k = 0; k < block.dimension; ++k) {
      const double end = (i >> k & 1) != 0 ? block.upper[k] : block.lower[k];
      if (!equal(block.coordinate(i, k), end)) return false;
    }
  }
  return true;
}

bool is_one_point(const HullBlock& block) noexcept {
  for (int k = 0; k < block.dimension; ++k) {
    if (!equal(block.lower[k], block.upper[k]) || !equal(block.centre[k], block.lower[k])) {
      return false;
    }
  }
  return true;
}

/// Computes HullBlock::farthest. A square loses a rounding, and so do the sum and the root; 2^-48
/// covers them. Outside the range, squares may vanish or overflow.
double farthest_from_origin(const HullBlock& block) noexcept {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  const double largest = std::max(block.max_abs[0], block.max_abs[1]);
  if (block.count == 0 || !(largest > 0x1p-400 && largest < 0x1p400)) return kUnknown;
  double squared = 0;
  for (std::int32_t i = 0; i < block.count; ++i) {
    const double x = block.coordinate(i, 0);
    const double y = block.coordinate(i, 1);
    squared = std::max(squared, x * x + y * y);
  }
  return std::sqrt(squared) * (1 + kRootShare);
}

/// All vertices lie in the ball about `centre` of the radius returned.
///
/// The coordinates are first scaled by a power of two to below 1, which flushes at most 2^-1022 of
/// each. Let u = 2^-52, the bound on a rounding in any mode.
/// A computed difference falls short of the real one by at most a factor 1 - u, its square by 1 -
/// 3u. A sum of d squares falls short by 1 - (d+2)u, the root by 1 - (d+4)u. The factor 1 + 2(d+8)u
/// makes up for that and for its own two roundings.
/// Flushed parts change a square by less than 2^-1018. They change the root of the sum by less than
/// 2^-500 for d below 2^17. Memory ends before such a d; the term grows with d all the same.
double circumscribed_radius(const HullBlock& block) noexcept {
  if (block.count == 0 || is_one_point(block)) return 0;
  const int scale = exponent_above_all(block);
  double largest = 0;
  for (std::int32_t i = 0; i < block.count; ++i) {
    double sum = 0;
    for (int k = 0; k < block.dimension; ++k) {
      const double difference = times_power_of_two(block.coordinate(i, k), -scale) -
                                times_power_of_two(block.centre[k], -scale);
      sum += difference * difference;
    }
    largest = std::max(largest, sum);
  }
  const double d = block.dimension;
  const double radius =
      std::sqrt(largest) * (1 + (d + kRadiusUnits) * (2 * kUnit)) + d * kRadiusUnderflow;
  return times_power_of_two_up(radius, scale);
}

}  // namespace

std::shared_ptr<HullBlock> make_block(const double* coordinates, const std::int32_t* caller,
                                      std::int32_t count, int dimension,
                                      const std::uint64_t* hashes) {
  const std::int32_t stride = (count + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
  const Layout layout = lay_out(count, stride, dimension);
  auto* memory =
      static_cast<std::byte*>(::operator new(layout.total, std::align_val_t{kBlockAlignment}));
  std::shared_ptr<HullBlock> block(new (memory) HullBlock, destroy);

  const auto d = static_cast<std::size_t>(dimension);
  auto* points_float = dimension <= kFloatDimension
                           ? reinterpret_cast<float*>(memory + layout.points_float)
                           : nullptr;
  auto* points = reinterpret_cast<double*>(memory + layout.points);
  auto* kept = reinterpret_cast<std::int32_t*>(memory + layout.caller);
  auto* per_axis = reinterpret_cast<double*>(memory + layout.per_axis);
  block->dimension = dimension;
  block->count = count;
  block->stride = stride;
  block->points_float = points_float;
  block->points = points;
  block->caller = kept;
  block->max_abs = per_axis;
  block->lower = per_axis + d;
  block->upper = per_axis + 2 * d;
  block->centre = per_axis + 3 * d;

  if (count > 0) fill_points(points, points_float, coordinates, count, stride, dimension);
  std::copy(caller, caller + count, kept);
  if (dimension > 3 && count > 0 &&
      of_plain_size(coordinates, static_cast<std::size_t>(count) * d)) {
    survey_plain(*block, coordinates, per_axis);
  } else {
    fill_extremes(*block, per_axis, per_axis + d, per_axis + 2 * d);
    for (int k = 0; k < dimension; ++k) {
      for (std::int32_t i = 0; i < count; ++i) block->exponents.include(block->coordinate(i, k));
    }
    block->shape = is_box(*block) ? Shape::box : Shape::general;
    block->in_box_order = block->shape == Shape::box && is_in_box_order(*block);
    fill_mean(*block, per_axis + 3 * d);
    block->circumscribed = circumscribed_radius(*block);
  }
  if (dimension == 2) block->farthest = farthest_from_origin(*block);
  if (dimension > 3) {
    auto* extremes = reinterpret_cast<std::int32_t*>(memory + layout.extremes);
    fill_extreme_vertices(*block, extremes, extremes + d);
    block->lowest = extremes;
    block->highest = extremes + d;
  }
  for (int k = 0; k < dimension; ++k) {
    if (less(kFilterRange, block->max_abs[k])) block->in_filter_range = false;
  }
  block->content_hash = hash_points(coordinates, count, dimension, hashes);
  block->report.kept = count;
  block->report.affine_dimension = affine_dimension(coordinates, count, dimension);
  return block;
}

void move_centre(HullBlock& block, const double* centre) noexcept {
  // The array lies in the block's own memory; it is const only for readers of the block.
  std::copy(centre, centre + block.dimension, const_cast<double*>(block.centre));
  block.circumscribed = circumscribed_radius(block);
}

}  // namespace sunder::detail
