// SPDX-License-Identifier: Apache-2.0
//
// Idea: Points enter in many layouts. Each layout is packed into one array of doubles, which is
// checked and passed to build_block(). Floats widen by their bits: a conversion would read a
// subnormal as 0 on a host that flushes.
// Cost: One copy of the coordinates, and one pass that tests for values that are not finite.
// Gives up: It refuses sizes that a block cannot hold, and values that are not finite.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>

#include "exact/dyadic.hpp"
#include "geometry/build.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/refusal.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

/// Rows are padded to kRowAlignment, and their length is an int32.
constexpr std::int64_t kLargestCount = 0x7fffffff - detail::kRowAlignment + 1;

/// The longest array of doubles; where a size has 32 bits, this is less than the largest count.
constexpr std::uint64_t kLargestSize = PTRDIFF_MAX / sizeof(double);

/// Tests the sizes, some of which from_points() refuses.
template <int D>
Result<std::size_t> checked_size(std::int64_t count, int dimension) {
  if (D != kRunTime && dimension != D) {
    return Error{ErrorCode::dimension_mismatch,
                 "points are of dimension " + std::to_string(dimension) +
                     "; this polytope is of dimension " + std::to_string(D)};
  }
  if (dimension < 1) {
    return Error{ErrorCode::wrong_shape,
                 "points are of dimension " + std::to_string(dimension) + "; give at least 1"};
  }
  if (count < 0) {
    return Error{ErrorCode::wrong_shape,
                 "the number of points is " + std::to_string(count) + "; give 0 or more"};
  }
  if (count > kLargestCount) {
    return Error{ErrorCode::too_large, std::to_string(count) + " points; at most " +
                                           std::to_string(kLargestCount) + " are taken"};
  }
  const auto doubles = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(dimension);
  if (doubles > kLargestSize) {
    return Error{ErrorCode::too_large, std::to_string(count) + " points of dimension " +
                                           std::to_string(dimension) +
                                           " are more than this machine can address"};
  }
  return static_cast<std::size_t>(doubles);
}

/// The loop has no branch, since all values are finite in nearly every case.
bool all_finite(std::span<const double> values) noexcept {
  std::uint64_t above = 0;
  for (const double value : values) {
    const std::uint64_t magnitude = std::bit_cast<std::uint64_t>(value) & ~(std::uint64_t{1} << 63);
    above |= magnitude + (std::uint64_t{1} << 52);  // the top bit if the exponent is the largest
  }
  return (above >> 63) == 0;
}

Error first_not_finite(std::span<const double> points, int dimension) {
  std::size_t i = 0;
  while (detail::is_finite_bits(points[i])) ++i;
  const auto d = static_cast<std::size_t>(dimension);
  return detail::refuse_not_finite(
      "points[" + std::to_string(i / d) + "][" + std::to_string(i % d) + "]", points[i],
      "coordinate");
}

double widened(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t field = bits >> 23 & 0xff;
  const std::uint64_t fraction = bits & 0x7fffff;
  const bool negative = bits >> 31 != 0;
  if (field == 0) return detail::compose(fraction, -149, negative);
  const std::uint64_t exponent = field == 0xff ? 0x7ff : std::uint64_t{field} + 1023 - 127;
  return std::bit_cast<double>((std::uint64_t{negative} << 63) | exponent << 52 | fraction << 29);
}

/// Packs the points, one after the other.
void pack(const double* coordinates, std::int64_t count, std::size_t axes, std::int64_t stride,
          double* packed) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(coordinates);
  const std::size_t point_size = axes * sizeof(double);
  if (stride == static_cast<std::int64_t>(point_size)) {
    if (count != 0) std::memcpy(packed, bytes, static_cast<std::size_t>(count) * point_size);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(packed + static_cast<std::size_t>(i) * axes, bytes + i * stride, point_size);
  }
}
void pack(const float* coordinates, std::int64_t count, std::size_t axes, std::int64_t stride,
          double* packed) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(coordinates);
  for (std::int64_t i = 0; i < count; ++i, bytes += stride) {
    for (std::size_t k = 0; k < axes; ++k) {
      float value = 0;
      std::memcpy(&value, bytes + k * sizeof(float), sizeof(float));
      *packed++ = widened(value);
    }
  }
}

template <int D, class T>
Result<std::shared_ptr<const detail::HullBlock>> block_from(const T* coordinates,
                                                            std::int64_t count, int dimension,
                                                            std::int64_t stride,
                                                            BuildOptions options) {
  const Result<std::size_t> size = checked_size<D>(count, dimension);
  if (!size) return size.error();
  const auto packed = std::make_unique_for_overwrite<double[]>(size.value());
  pack(coordinates, count, static_cast<std::size_t>(dimension), stride, packed.get());
  const std::span<const double> points(packed.get(), size.value());
  if (!all_finite(points)) return first_not_finite(points, dimension);
  return detail::build_block(points, dimension, options);
}

}  // namespace

template <int D>
Result<Polytope<D>> Polytope<D>::from_points(std::span<const Vector<D>> points,
                                             BuildOptions options)
  requires(D != kRunTime)
{
  const double* first = points.empty() ? nullptr : points.front().data();
  return from_points(first, static_cast<std::int64_t>(points.size()), D, sizeof(Vector<D>),
                     options);
}

template <int D>
Result<Polytope<D>> Polytope<D>::from_points(const double* coordinates, std::int64_t count,
                                             int dimension, std::int64_t stride,
                                             BuildOptions options) {
  auto block = block_from<D>(coordinates, count, dimension, stride, options);
  if (!block) return std::move(block).error();
  return Polytope(std::move(block).value());
}

template <int D>
template <std::same_as<float> F>
Result<Polytope<D>> Polytope<D>::from_points(const F* coordinates, std::int64_t count,
                                             int dimension, std::int64_t stride,
                                             BuildOptions options) {
  auto block = block_from<D>(coordinates, count, dimension, stride, options);
  if (!block) return std::move(block).error();
  return Polytope(std::move(block).value());
}

template <int D>
template <detail::DoubleOrFloat T>
Result<Polytope<D>> Polytope<D>::from_coordinates(const T* first, std::size_t count, int dimension,
                                                  BuildOptions options) {
  const std::size_t axes = dimension < 1 ? 1 : static_cast<std::size_t>(dimension);
  if (count % axes != 0) {
    return Error{ErrorCode::wrong_shape, std::to_string(count) +
                                             " coordinates are no whole number of points; give " +
                                             std::to_string(dimension) + " for each"};
  }
  return from_points(first, static_cast<std::int64_t>(count / axes), dimension,
                     static_cast<std::int64_t>(axes * sizeof(T)), options);
}

template Result<Polytope2> Polytope<2>::from_points(std::span<const Vector2>, BuildOptions);
template Result<Polytope3> Polytope<3>::from_points(std::span<const Vector3>, BuildOptions);
template Result<Polytope2> Polytope<2>::from_points(const double*, std::int64_t, int, std::int64_t,
                                                    BuildOptions);
template Result<Polytope2> Polytope<2>::from_coordinates(const double*, std::size_t, int,
                                                         BuildOptions);
template Result<Polytope2> Polytope<2>::from_points(const float*, std::int64_t, int, std::int64_t,
                                                    BuildOptions);
template Result<Polytope2> Polytope<2>::from_coordinates(const float*, std::size_t, int,
                                                         BuildOptions);
template Result<Polytope3> Polytope<3>::from_points(const double*, std::int64_t, int, std::int64_t,
                                                    BuildOptions);
template Result<Polytope3> Polytope<3>::from_coordinates(const double*, std::size_t, int,
                                                         BuildOptions);
template Result<Polytope3> Polytope<3>::from_points(const float*, std::int64_t, int, std::int64_t,
                                                    BuildOptions);
template Result<Polytope3> Polytope<3>::from_coordinates(const float*, std::size_t, int,
                                                         BuildOptions);
template Result<PolytopeN> Polytope<kRunTime>::from_points(const double*, std::int64_t, int,
                                                           std::int64_t, BuildOptions);
template Result<PolytopeN> Polytope<kRunTime>::from_coordinates(const double*, std::size_t, int,
                                                                BuildOptions);
template Result<PolytopeN> Polytope<kRunTime>::from_points(const float*, std::int64_t, int,
                                                           std::int64_t, BuildOptions);
template Result<PolytopeN> Polytope<kRunTime>::from_coordinates(const float*, std::size_t, int,
                                                                BuildOptions);

}  // namespace sunder::inline SUNDER_ABI
