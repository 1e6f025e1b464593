// SPDX-License-Identifier: Apache-2.0
//
// Triangles about the line through two hubs: they meet only if their angles about it do.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::detail::mesh {

/// Visits pairs of triangles at a hub of piece 0 whose angles about its edge to another hub may meet. The first is one of
/// `triangles`, which are on the edge. The second is one too, or with `others` any other triangle at the first hub. A pair may
/// come twice, in either order. Returns false as soon as visit(i, j) does. Throws std::bad_alloc. Cost: O(n log n) and what
/// is close.
bool visit_close_on_edge(const PiecePair& pair, std::int32_t from, std::int32_t to,
                         std::span<const std::int32_t> triangles, bool others,
                         const std::function<bool(std::int32_t i, std::int32_t j)>& visit);

/// Visits pairs of triangles of piece 0, one at either hub, whose angles about the line through both may meet. No triangle
/// has both hubs. All other pairs have no point in common. A pair may come twice, in either order. Returns false as soon
/// as visit(i, j) does. Throws std::bad_alloc. Cost: O(n log n) and what is close.
bool visit_close_about(const PiecePair& pair, std::int32_t from, std::int32_t to,
                       const std::function<bool(std::int32_t i, std::int32_t j)>& visit);

}  // namespace sunder::detail::mesh
