// SPDX-License-Identifier: Apache-2.0
//
// What a Mesh3 and a Body3 share behind their handles.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "mesh/piece/given.hpp"
#include "mesh/piece/piece.hpp"
#include "mesh/piece/placed_ball.hpp"
#include "sunder/body.hpp"

namespace sunder::detail::mesh {

/// A mesh as its pieces: one solid, or one surface, and with a solid the surface that bounds nothing.
struct MeshData {
  MeshReport report;
  Bounds<3> bounds;
  std::vector<Piece> pieces;
  std::unique_ptr<const Given> given{};
};

struct MeshAccess {
  static const MeshData& data(const Mesh3& mesh) noexcept { return *mesh.data_; }
  static Mesh3 wrap(std::shared_ptr<const MeshData> data) noexcept {
    return Mesh3(std::move(data));
  }
};

/// The triangles of a convex polytope as a piece: its faces, or a polygon, a segment, a point.
Piece piece_of(const Polytope3& polytope);

struct BodyData {
  std::vector<Part3> parts;
  PlacedBall ball;  ///< holds every part, in the body's frame; of no use for a body without a point

  /// Returns the pieces of a part. Those of a polytope are made at the first call.
  std::span<const Piece> pieces(std::size_t part) const;

 private:
  friend struct BodyAccess;
  struct Made {
    std::once_flag once;
    Piece piece;
  };
  mutable std::vector<std::unique_ptr<Made>> made_;  ///< of each part that is a polytope
};

struct BodyAccess {
  static const BodyData& data(const Body3& body) noexcept { return *body.data_; }
  static std::shared_ptr<const BodyData> make(std::span<const Part3> parts);
};

}  // namespace sunder::detail::mesh
