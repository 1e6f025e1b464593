// SPDX-License-Identifier: Apache-2.0
//
// Where a search for the closest points of two boxes begins, for each axis along which they may be
// farthest apart: with the two edges of the axis free and the other four at the end that faces the
// other box. Lanes are those of a box' frame, numbers those of box_rigid-inl.hpp's gaps one after
// the other: the faces of a from 0, of b from 4, edge i of a by edge j of b at 8 + 4 i + j. Where
// one box is a mirror image, edges of b are seen the other way round: then another search has to
// do.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sunder::detail::sat {

inline constexpr std::size_t kAxisNumbers = 20;

/// What one box has to do with an axis n, for n seen from its frame: there n is a column or a row
/// of C in another order, with signs; or of one of its own faces, and then `kept` is 0.
struct alignas(32) BoxStart {
  std::array<std::int64_t, 4> order;
  std::array<std::uint64_t, 4> kept;
  std::array<std::uint64_t, 4> sign;
  std::array<double, 4> held;  ///< 0 for the axis' own edges, else 1
};
/// Of 256 bytes: its place waits for no product.
struct alignas(32) AxisStart {
  BoxStart a, b;
};
/// From which row of C b sees n, and the axis' edges, a's from 0, b's from 3. From a it is seen as
/// the column of its lane.
struct AxisEdges {
  std::uint32_t row;
  std::array<std::uint32_t, 2> edges;
};

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
constexpr std::uint64_t kSignOfLane = std::uint64_t{1} << 63;

/// Of the box with face k.
constexpr BoxStart own_face(std::size_t k) noexcept {
  BoxStart start{{0, 1, 2, 3}, {}, {}, {0, 0, 0, 1}};
  start.held[k] = 1;
  return start;
}
/// Of the other one.
constexpr BoxStart faced() noexcept {
  return {{0, 1, 2, 3}, {kAllBits, kAllBits, kAllBits, 0}, {}, {1, 1, 1, 1}};
}
/// e_k x v; or v x e_k, `backward`.
constexpr BoxStart crossed(std::size_t k, bool backward) noexcept {
  const std::size_t next = (k + 1) % 3;
  const std::size_t last = (k + 2) % 3;
  BoxStart start{{0, 1, 2, 3}, {}, {}, {1, 1, 1, 1}};
  start.held[k] = 0;
  start.order[next] = static_cast<std::int64_t>(last);
  start.order[last] = static_cast<std::int64_t>(next);
  start.kept[next] = start.kept[last] = kAllBits;
  start.sign[backward ? last : next] = kSignOfLane;
  return start;
}

constexpr std::array<AxisStart, kAxisNumbers> axis_starts() noexcept {
  std::array<AxisStart, kAxisNumbers> starts{};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t of = k % 3;
    starts[k] = {own_face(of), faced()};
    starts[4 + k] = {faced(), own_face(of)};
    for (std::uint32_t i = 0; i < 3; ++i)
      starts[8 + 4 * i + k] = {crossed(i, false), crossed(of, true)};
  }
  // b is met at the end that is against n.
  for (AxisStart& start : starts) {
    for (std::uint64_t& sign : start.b.sign) sign ^= kSignOfLane;
  }
  return starts;
}
constexpr std::array<AxisEdges, kAxisNumbers> axis_edges() noexcept {
  std::array<AxisEdges, kAxisNumbers> axes{};
  for (std::uint32_t k = 0; k < 4; ++k) {
    const std::uint32_t of = k % 3;
    axes[k] = {of, {(of + 1) % 3, (of + 2) % 3}};
    axes[4 + k] = {0, {3 + (of + 1) % 3, 3 + (of + 2) % 3}};
    for (std::uint32_t i = 0; i < 3; ++i) axes[8 + 4 * i + k] = {i, {i, 3 + of}};
  }
  return axes;
}
inline constexpr std::array<AxisStart, kAxisNumbers> kAxisStarts = axis_starts();
inline constexpr std::array<AxisEdges, kAxisNumbers> kAxisEdges = axis_edges();

}  // namespace sunder::detail::sat
