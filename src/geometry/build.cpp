// SPDX-License-Identifier: Apache-2.0
#include "geometry/build.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "geometry/candidates.hpp"
#include "geometry/hull.hpp"
#include "geometry/inscribed_ball.hpp"
#include "geometry/polygon.hpp"
#include "geometry/small_hull.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {
namespace {

std::shared_ptr<HullBlock> block_of(std::span<const double> points, int dimension,
                                    const Reduction& reduction, const PointReport& counted) {
  const std::vector<std::int32_t>& kept = reduction.kept;
  const auto count = static_cast<std::int32_t>(kept.size());
  const std::uint64_t* const hashes = reduction.hashes.empty() ? nullptr : reduction.hashes.data();
  const auto d = static_cast<std::size_t>(dimension);
  if (kept.size() * d == points.size()) {
    return make_block(points.data(), kept.data(), count, dimension, counted, hashes);
  }
  std::vector<double> packed;
  packed.reserve(kept.size() * d);
  for (const std::int32_t i : kept) {
    const auto first = points.begin() + std::ptrdiff_t{i} * dimension;
    packed.insert(packed.end(), first, first + dimension);
  }
  return make_block(packed.data(), kept.data(), count, dimension, counted, hashes);
}

}  // namespace

std::shared_ptr<const HullBlock> build_block(std::span<const double> points, int dimension,
                                             BuildOptions options) {
  const auto count = static_cast<std::int32_t>(points.size() / static_cast<std::size_t>(dimension));
  Reduction reduction;
  if (options.reduce) {
    reduction = reduce(points.data(), count, dimension);
  } else {
    reduction.kept.resize(static_cast<std::size_t>(count));
    std::iota(reduction.kept.begin(), reduction.kept.end(), 0);
  }
  const std::shared_ptr<HullBlock> block =
      block_of(points, dimension, reduction,
               {.given = count, .duplicate = reduction.duplicate, .interior = reduction.interior});
  if (reduction.topology) {
    block->topology = std::move(reduction.topology);
    fit_inscribed_ball(*block);
    if (dimension == 3) Topology::set_planes(*block);
    block->small = make_small_hull(*block);
  }
  block->polygon = make_polygon(*block);
  const bool may_be_solid = block->topology || !options.reduce;
  if (options.tables && dimension == 3 && may_be_solid && block->count >= kLeastTableCount) {
    block->candidates = make_candidate_table(*block, !options.reduce);
  }
  return block;
}

}  // namespace sunder::detail
