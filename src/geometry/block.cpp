// SPDX-License-Identifier: Apache-2.0
//
// Idea: One pass an axis over the vertices fills each table of the block; many points in many
// dimensions go through plain_survey.cpp.
// Bound: The circumscribed radius and the farthest vertex are rounded up; each proof is at its
// function.
// Cost: O(n d). One allocation holds the count of owners, the header and all rows.
// Gives up: Never. A float row clamps what a float cannot hold; a radius that overflows is
// infinite.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
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

/// What all boxes that are `is_standard_box` share.
constexpr std::array<double, 3> kOrigin{};
constexpr std::array<std::int32_t, 8> kInOrder{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::array<PointReport, 4> kBoxReports{{{},
                                                  {},
                                                  {.given = 4, .kept = 4, .affine_dimension = 2},
                                                  {.given = 8, .kept = 8, .affine_dimension = 3}}};

constexpr std::uintptr_t aligned(std::uintptr_t place, std::size_t alignment) noexcept {
  return (place + alignment - 1) / alignment * alignment;
}

constexpr bool has_floats(std::int32_t count, int dimension) noexcept {
  return dimension == 3 && count <= kFloatVertices;
}

/// The places of the block's arrays, if the first may be at `begin`. Addresses give addresses, and
/// offsets from an aligned address give offsets.
struct Layout {
  std::uintptr_t per_axis;  ///< lower, upper, and unless shared max_abs, centre: d doubles each
  std::uintptr_t report;
  std::uintptr_t caller;  ///< above 3-D with an index at lower and at upper for each axis
  std::uintptr_t points_float;
  std::uintptr_t points;
  std::uintptr_t end;

  Layout(std::uintptr_t begin, std::int32_t count, std::int32_t stride, int dimension,
         bool shared) noexcept {
    const auto d = static_cast<std::size_t>(dimension);
    const auto n = static_cast<std::size_t>(count);
    const std::size_t row = static_cast<std::size_t>(stride) * d;
    per_axis = begin;
    report = per_axis + (shared ? 2 : 4) * d * sizeof(double);
    caller = report + (shared ? 0 : sizeof(PointReport));
    const std::size_t indices = shared ? 0 : n + (dimension > 3 ? 2 * d : 0);
    const std::size_t floats = has_floats(count, dimension) ? row * sizeof(float) : 0;
    const std::size_t float_alignment = stride < kRowAlignment ? 32 : kBlockAlignment;
    points_float = aligned(caller + indices * sizeof(std::int32_t), float_alignment);
    points = aligned(points_float + floats, kBlockAlignment);
    end = points + row * sizeof(double);
  }
};

/// Allocates a block together with its arrays and with the count of its owners, which makes T out
/// of a block. The block is the last member of T.
template <class T>
struct BlockAllocator {
  using value_type = T;
  static constexpr std::size_t kOwners = 24;  ///< bytes before the block, with the usual library

  std::size_t bytes;  ///< for T of kOwners bytes and a block

  explicit BlockAllocator(std::size_t size) noexcept : bytes(size) {}
  template <class U>
  BlockAllocator(const BlockAllocator<U>& other) noexcept  // NOLINT(*-explicit-*): rebinds
      : bytes(other.bytes) {}
  T* allocate(std::size_t) {
    constexpr bool kUsual = sizeof(T) <= kOwners + sizeof(HullBlock);
    const std::size_t more = kUsual ? 0 : aligned(sizeof(T) - sizeof(HullBlock), kBlockAlignment);
    return static_cast<T*>(::operator new(bytes + more, std::align_val_t{kBlockAlignment}));
  }
  void deallocate(T* memory, std::size_t) noexcept {
    ::operator delete(static_cast<void*>(memory), std::align_val_t{kBlockAlignment});
  }
};

std::int32_t stride_of(std::int32_t count, int dimension) noexcept {
  const std::int32_t most = kRowAlignment;
  const std::int32_t step = dimension <= 3 && count <= most / 2 ? most / 2 : most;
  return (count + step - 1) / step * step;
}

/// Returns true if this block `is_standard_box`.
bool is_standard_box(const double* coordinates, const std::int32_t* caller, std::int32_t count,
                     int dimension, const PointReport& counted) noexcept {
  if ((dimension != 2 && dimension != 3) || count != 1 << dimension) return false;
  if (counted.given != count || counted.kept != count ||
      !std::equal(caller, caller + count, kInOrder.begin()))
    return false;
  const double* const most = coordinates + std::ptrdiff_t{count - 1} * dimension;
  for (std::int32_t i = 0; i < count; ++i) {
    for (int k = 0; k < dimension; ++k) {
      const double end = (i >> k & 1) != 0 ? most[k] : -most[k];
      if (order_key(most[k]) <= 0 || !equal(coordinates[i * dimension + k], end)) return false;
    }
  }
  return true;
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

/// Computes HullBlock::farthest. A square loses a rounding, and so do the sums and the root; 2^-48
/// covers them. Outside the range, squares may vanish or overflow.
double farthest_from_origin(const HullBlock& block) noexcept {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (int k = 0; k < block.dimension; ++k) largest = std::max(largest, block.max_abs[k]);
  if (block.count == 0 || !(largest > 0x1p-400 && largest < 0x1p400)) return kUnknown;
  double squared = 0;
  for (std::int32_t i = 0; i < block.count; ++i) {
    double sum = 0;
    for (int k = 0; k < block.dimension; ++k)
      sum += block.coordinate(i, k) * block.coordinate(i, k);
    squared = std::max(squared, sum);
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
                                      std::int32_t count, int dimension, PointReport counted,
                                      const std::uint64_t* hashes) {
  const auto d = static_cast<std::size_t>(dimension);
  const std::int32_t stride = stride_of(count, dimension);
  const bool shared = is_standard_box(coordinates, caller, count, dimension, counted);
  const Layout sizes(BlockAllocator<HullBlock>::kOwners + sizeof(HullBlock), count, stride,
                     dimension, shared);
  const BlockAllocator<HullBlock> allocator(sizes.end);
  const std::shared_ptr<HullBlock> block = std::allocate_shared<HullBlock>(allocator);

  const Layout at(reinterpret_cast<std::uintptr_t>(block.get() + 1), count, stride, dimension,
                  shared);
  auto* const points = reinterpret_cast<double*>(at.points);
  auto* const points_float =
      has_floats(count, dimension) ? reinterpret_cast<float*>(at.points_float) : nullptr;
  auto* const per_axis = reinterpret_cast<double*>(at.per_axis);
  block->dimension = dimension;
  block->count = count;
  block->stride = stride;
  block->points_float = points_float;
  block->points = points;
  if (count > 0) fill_points(points, points_float, coordinates, count, stride, dimension);
  block->content_hash = hash_points(coordinates, count, dimension, hashes);
  if (shared) {
    block->shape = Shape::box;
    block->in_box_order = block->is_standard_box = true;
    block->lower = std::copy_n(coordinates, d, per_axis) - d;
    block->upper =
        std::copy_n(coordinates + (static_cast<std::size_t>(count) - 1) * d, d, per_axis + d) - d;
    block->max_abs = block->upper;
    block->centre = kOrigin.data();
    block->caller = kInOrder.data();
    block->report = &kBoxReports[d];
    for (std::size_t k = 0; k < d; ++k) block->exponents.include(block->upper[k]);
    block->circumscribed = circumscribed_radius(*block);
  } else {
    block->max_abs = per_axis;
    block->lower = per_axis + d;
    block->upper = per_axis + 2 * d;
    block->centre = per_axis + 3 * d;
    auto* const kept = reinterpret_cast<std::int32_t*>(at.caller);
    block->caller = kept;
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
    if (dimension > 3) fill_extreme_vertices(*block, kept + count, kept + count + dimension);
    counted.kept = count;
    counted.affine_dimension = affine_dimension(coordinates, count, dimension);
    block->report = new (reinterpret_cast<void*>(at.report)) PointReport(counted);
  }
  if (dimension <= 3) block->farthest = farthest_from_origin(*block);
  for (int k = 0; k < dimension; ++k) {
    if (less(kFilterRange, block->max_abs[k])) block->in_filter_range = false;
  }
  return block;
}

void move_centre(HullBlock& block, const double* centre) noexcept {
  // The array lies in the block's own memory; it is const only for readers of the block.
  std::copy(centre, centre + block.dimension, const_cast<double*>(block.centre));
  block.circumscribed = circumscribed_radius(block);
}

}  // namespace sunder::detail
