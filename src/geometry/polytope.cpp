// SPDX-License-Identifier: Apache-2.0
#include "sunder/polytope.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "exact/dyadic.hpp"
#include "geometry/build.hpp"
#include "geometry/hull_block.hpp"
#include "geometry/refusal.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

/// Rows are padded to kRowAlignment, and their length is an int32.
constexpr std::int64_t kLargestCount = 0x7fffffff - detail::kRowAlignment + 1;

/// What an array of doubles may be long; where a size has 32 bits, less than the largest count.
constexpr std::uint64_t kLargestSize = PTRDIFF_MAX / sizeof(double);

const std::shared_ptr<const detail::HullBlock>& empty_block(int dimension) {
  static const std::array<std::shared_ptr<const detail::HullBlock>, 4> blocks{
      detail::make_block(nullptr, nullptr, 0, 0), detail::make_block(nullptr, nullptr, 0, 1),
      detail::make_block(nullptr, nullptr, 0, 2), detail::make_block(nullptr, nullptr, 0, 3)};
  return blocks[static_cast<std::size_t>(dimension)];
}

/// The sizes that from_points() refuses.
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

/// Without a branch, since all are in nearly every case.
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

template <int D>
Vector<D> vector_of(const double* values, int dimension) {
  if constexpr (D == kRunTime) {
    return {values, values + dimension};
  } else {
    Vector<D> result{};
    std::copy(values, values + dimension, result.begin());
    return result;
  }
}

}  // namespace

template <int D>
Polytope<D>::Polytope() noexcept : block_(empty_block(D)) {}

template <int D>
Polytope<D>::Polytope(std::shared_ptr<const detail::HullBlock> block) noexcept
    : block_(std::move(block)) {}

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
  const Result<std::size_t> size = checked_size<D>(count, dimension);
  if (!size) return size.error();
  const auto packed = std::make_unique_for_overwrite<double[]>(size.value());
  const auto* bytes = reinterpret_cast<const std::byte*>(coordinates);
  const std::size_t point_size = static_cast<std::size_t>(dimension) * sizeof(double);
  if (stride == static_cast<std::int64_t>(point_size)) {
    if (size.value() != 0) std::memcpy(packed.get(), bytes, size.value() * sizeof(double));
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      std::memcpy(packed.get() + i * dimension, bytes + i * stride, point_size);
    }
  }
  const std::span<const double> points(packed.get(), size.value());
  if (!all_finite(points)) return first_not_finite(points, dimension);
  return Polytope(detail::build_block(points, dimension, options));
}

template <int D>
bool Polytope<D>::empty() const noexcept {
  return block_->count == 0;
}

template <int D>
int Polytope<D>::dimension() const noexcept {
  return block_->dimension;
}

template <int D>
std::int32_t Polytope<D>::vertex_count() const noexcept {
  return block_->count;
}

template <int D>
Vector<D> Polytope<D>::vertex(std::int32_t kept) const {
  Vector<D> result{};
  if constexpr (D == kRunTime) result.resize(static_cast<std::size_t>(block_->dimension));
  for (std::size_t k = 0; k < result.size(); ++k) {
    result[k] = block_->coordinate(kept, static_cast<int>(k));
  }
  return result;
}

template <int D>
std::int32_t Polytope<D>::caller_index(std::int32_t kept) const noexcept {
  return block_->caller[kept];
}

template <int D>
const PointReport& Polytope<D>::report() const noexcept {
  return block_->report;
}

template <int D>
Bounds<D> Polytope<D>::bounds() const {
  return {vector_of<D>(block_->lower, block_->dimension),
          vector_of<D>(block_->upper, block_->dimension)};
}

template <int D>
Ball<D> Polytope<D>::circumscribed_ball() const {
  return {vector_of<D>(block_->centre, block_->dimension), block_->circumscribed};
}

template <int D>
Ball<D> Polytope<D>::inscribed_ball() const {
  return {vector_of<D>(block_->centre, block_->dimension), block_->inscribed};
}

template <int D>
std::span<const Face> Polytope<D>::faces() const noexcept {
  if (!block_->topology) return {};
  return block_->topology->faces;
}

template <int D>
std::span<const Edge> Polytope<D>::edges() const noexcept {
  if (!block_->topology) return {};
  return block_->topology->edges;
}

template <int D>
std::uint64_t Polytope<D>::content_hash() const noexcept {
  return block_->content_hash;
}

template class Polytope<2>;
template class Polytope<3>;
template class Polytope<kRunTime>;

}  // namespace sunder::inline SUNDER_ABI
