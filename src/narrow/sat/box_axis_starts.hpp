// SPDX-License-Identifier: Apache-2.0
//
// This table has the start of a search for the closest points of two boxes, for each axis that may
// have the greatest gap. The two edges of the axis are free; the other four are at the end that
// faces the other box. Lanes are those of a box's frame. If one box is a mirror image, the edges of
// b are reversed; then another search must find the points.
//
// Axes have the numbers of the gaps of box_rigid-inl.hpp. The faces of a start at 0, those of b at
// 4; edge i of a with edge j of b is 8 + 4 i + j.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sunder::detail::sat {

inline constexpr std::size_t kAxisNumbers = 20;

/// The relation of one box to an axis n, seen from the box's frame. There n is a column or a row of
/// C in another order, with signs. If n is the normal of one of the box's own faces, `kept` is 0.
struct alignas(32) BoxStart {
  std::array<std::int64_t, 4> order;
  std::array<std::uint64_t, 4> kept;
  std::array<std::uint64_t, 4> sign;
  std::array<double, 4> held;  ///< 0 for the axis' own edges, else 1
};
/// It has 256 bytes, so that its address is a shift of the index and needs no multiplication.
struct alignas(32) AxisStart {
  BoxStart a, b;
};
/// The row of C that is n in b's frame, and the axis' edges, a's from 0, b's from 3. In a's frame n
/// is the column of its lane.
struct AxisEdges {
  std::uint32_t row;
  std::array<std::uint32_t, 2> edges;
};

constexpr std::uint64_t kAllBits = ~std::uint64_t{0};
constexpr std::uint64_t kSignOfLane = std::uint64_t{1} << 63;

/// Returns the start of the box that has face k.
constexpr BoxStart own_face(std::size_t k) noexcept {
  BoxStart start{{0, 1, 2, 3}, {}, {}, {0, 0, 0, 1}};
  start.held[k] = 1;
  return start;
}
/// Returns the start of the other box.
constexpr BoxStart faced() noexcept {
  return {{0, 1, 2, 3}, {kAllBits, kAllBits, kAllBits, 0}, {}, {1, 1, 1, 1}};
}
/// Returns the start for n = e_k x v, or v x e_k if `backward`.
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
  // The point of b lies at the end opposite to n.
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
