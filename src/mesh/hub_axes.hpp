// SPDX-License-Identifier: Apache-2.0
//
// Triangles about the line through two hubs: they meet only if their angles about it do.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "mesh/triangle_pair.hpp"

namespace sunder::detail::mesh {

/// Visits pairs of triangles at a hub of piece 0 whose angles about its edge to another one may meet: those of `triangles`, which
/// are on the edge, and with `others` each of these with every other triangle at the first hub. A pair may come twice, in either
/// order. Returns false as soon as visit(i, j) does. Throws std::bad_alloc. Cost: O(n log n) and what is close.
bool visit_close_on_edge(const PiecePair& pair, std::int32_t from, std::int32_t to,
                         std::span<const std::int32_t> triangles, bool others,
                         const std::function<bool(std::int32_t i, std::int32_t j)>& visit);

/// Visits pairs of a triangle at one hub of piece 0 and a triangle at another, where neither has both, whose angles
/// about the line through both hubs may meet. All others have no point in common. A pair may come twice, in either order.
/// Returns false as soon as visit(i, j) does. Throws std::bad_alloc. Cost: O(n log n) and what is close.
bool visit_close_about(const PiecePair& pair, std::int32_t from, std::int32_t to,
                       const std::function<bool(std::int32_t i, std::int32_t j)>& visit);

}  // namespace sunder::detail::mesh
