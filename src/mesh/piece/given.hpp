// SPDX-License-Identifier: Apache-2.0
//
// The points and triangles as the caller gave them. Where the pieces hold all of them, in another order, they are put
// together when they are first asked for.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {

class Given {
 public:
  /// Throws std::bad_alloc.
  Given(std::span<const Vector3> points, std::span<const Corners> triangles,
        std::span<const Piece> pieces);

  struct Lists {
    std::vector<Vector3> points;
    std::vector<Corners> triangles;
  };
  /// Any number of threads may call it. Throws std::bad_alloc.
  const Lists& lists(std::span<const Piece> pieces) const;
  /// Bytes, without lists that can be put together again.
  std::size_t memory() const noexcept;

 private:
  bool set_vertices(std::span<const Vector3> points, std::span<const Corners> triangles,
                    std::span<const Piece> pieces);
  Lists assembled(std::span<const Piece> pieces) const;

  /// The caller's point, by piece and vertex; empty where the lists are kept.
  std::vector<std::vector<std::int32_t>> vertices_;
  mutable std::once_flag once_;
  mutable Lists lists_;
};

}  // namespace sunder::detail::mesh
