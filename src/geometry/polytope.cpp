// SPDX-License-Identifier: Apache-2.0
//
// Idea: A handle on a shared, immutable block; each accessor reads the block.
// Cost: O(1), except O(d) copies of vectors.
// Gives up: Never: default polytopes share one empty block a dimension.
#include "sunder/polytope.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "geometry/topology.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

const std::shared_ptr<const detail::HullBlock>& empty_block(int dimension) {
  static const std::array<std::shared_ptr<const detail::HullBlock>, 4> blocks{
      detail::make_block(nullptr, nullptr, 0, 0, {}),
      detail::make_block(nullptr, nullptr, 0, 1, {}),
      detail::make_block(nullptr, nullptr, 0, 2, {}),
      detail::make_block(nullptr, nullptr, 0, 3, {})};
  return blocks[static_cast<std::size_t>(dimension)];
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
  return *block_->report;
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
std::span<const Face> Polytope<D>::faces() const {
  if (!block_->topology) return {};
  return block_->topology->listed(*block_).faces;
}

template <int D>
std::span<const Edge> Polytope<D>::edges() const {
  if (!block_->topology) return {};
  return block_->topology->listed(*block_).edges;
}

template <int D>
std::uint64_t Polytope<D>::content_hash() const noexcept {
  return block_->content_hash;
}

template class Polytope<2>;
template class Polytope<3>;
template class Polytope<kRunTime>;

}  // namespace sunder::inline SUNDER_ABI
