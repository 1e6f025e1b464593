// SPDX-License-Identifier: Apache-2.0
//
// Builds the tables of boxes about the origin, which do not depend on their size.
#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>
#include <vector>

#include "geometry/build.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/small_hull.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {
namespace {

Boundary rectangle() {
  constexpr std::array<std::int32_t, 4> kCycle{0, 1, 3, 2};
  Boundary boundary;
  for (std::size_t i = 0; i < 4; ++i) {
    boundary.edges.push_back({{kCycle[i], kCycle[(i + 1) % 4]}, {-1, -1}});
  }
  return boundary;
}

Boundary cuboid() {
  Boundary boundary;
  for (int k = 0; k < 3; ++k) {
    const std::int32_t side = 1 << k;
    const std::int32_t l = 1 << ((k + 1) % 3);
    const std::int32_t m = 1 << ((k + 2) % 3);
    boundary.add_face(std::array{0, m, l | m, l});
    boundary.add_face(std::array{side, side | l, side | l | m, side | m});
  }
  add_edges(boundary);
  return boundary;
}

/// The tables of all boxes of a dimension, without memory from the heap.
struct BoxTables {
  alignas(Topology) std::array<std::byte, 192> memory;
  const Topology* topology;
  SmallHull small;  ///< in 3-D

  explicit BoxTables(int dimension);
  BoxTables(const BoxTables&) = delete;
  BoxTables& operator=(const BoxTables&) = delete;
};

BoxTables::BoxTables(int dimension) {  // NOLINT(*-member-init): some memory stays unset
  const std::int32_t count = 1 << dimension;
  topology = Topology::make_shared(count, dimension == 2 ? rectangle() : cuboid(), memory);
  if (dimension == 2) return;
  std::vector<double> corners;
  for (std::int32_t i = 0; i < count; ++i) {
    for (int k = 0; k < dimension; ++k) corners.push_back((i >> k & 1) != 0 ? 1 : -1);
  }
  std::vector<std::int32_t> caller(static_cast<std::size_t>(count));
  std::iota(caller.begin(), caller.end(), 0);
  const auto unit = make_block(corners.data(), caller.data(), count, dimension, {});
  unit->topology.reset(topology);
  small = *make_small_hull(*unit);
  small.is_shared = true;
}

}  // namespace

/// The faces of a box make the floats of a small hull exact, unless its sides are so short that a
/// host may flush them. Polytopes of static storage may need the tables at the very end of the
/// program, but nothing is destroyed here.
void share_box_tables(HullBlock& block) {
  static std::array<BoxTables, 2> tables{BoxTables(2), BoxTables(3)};
  static_assert(std::is_trivially_destructible_v<BoxTables>);
  const BoxTables& shared = tables[static_cast<std::size_t>(block.dimension - 2)];
  block.inscribed = *std::min_element(block.upper, block.upper + block.dimension, less);
  block.topology.reset(shared.topology);
  if (block.dimension == 3 && block.inscribed > 0x1p-800 && is_of_plain_size(block)) {
    block.small.reset(&shared.small);
  }
}

}  // namespace sunder::detail
