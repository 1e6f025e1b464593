// SPDX-License-Identifier: Apache-2.0
//
// Pieces under the chain of a part's pose and its body's.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "geometry/integer_pair.hpp"
#include "polygon/exact_chain.hpp"
#include "polygon/pieces.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {

/// The sign of a pose's determinant.
int handedness_of(const Pose2& pose) noexcept;

/// The pieces of one part at its place.
class PlacedPieces {
 public:
  /// `pieces` are those of the part.
  PlacedPieces(const Part2& part, const Pieces& pieces, const Pose2& body);
  PlacedPieces(PlacedPieces&&) = default;

  const Pieces& pieces() const noexcept { return image_ != nullptr ? *image_ : *pieces_; }
  const Polytope2& piece(std::int32_t i) const noexcept {
    return pieces().convex[static_cast<std::size_t>(i)];
  }
  /// The polygon, if the part is one and its chain keeps its area.
  const PolygonData* polygon() const noexcept { return polygon_; }
  /// Is the chain singular?
  bool flattens() const noexcept { return flattens_; }
  /// Has a piece no area at its place?
  bool is_flat(std::int32_t i) const noexcept {
    return flattens_ || piece(i).report().affine_dimension < 2;
  }

  /// The chain as one pose, each entry rounded to the nearest double.
  const Pose2& pose() const noexcept { return composed_ ? *composed_ : *single_; }
  /// No point of a piece is farther than this from its place under pose(). 0: the pose is exact. Infinite: there is no
  /// such pose.
  double error() const noexcept { return error_; }
  const PoseChain2& chain() const noexcept { return chain_; }

  /// A box in the world that holds a box of the pieces' frame at its place.
  Bounds<2> world_box(const Bounds<2>& box) const noexcept;
  /// That of all pieces; there is one at least.
  const Bounds<2>& whole_box() const noexcept { return whole_box_; }

 private:
  void compose_chain();

  PoseChain2 chain_;
  const Pieces* pieces_;
  const PolygonData* polygon_ = nullptr;
  const Pose2* single_;
  std::optional<Pose2> composed_;
  double error_ = 0;
  bool flattens_ = false;
  std::unique_ptr<const Pieces> image_;
  Bounds<2> whole_box_{};
};

/// The segments that pieces cover under a chain that is singular, joined where they meet. Throws std::bad_alloc.
Pieces flattened(const Pieces& pieces, const PoseChain2& chain);

/// The points of two polytopes under chains of poses, as integers of one scale. Throws std::bad_alloc.
IntegerPair<2, BigInt> exact_points(const Polytope2& a, const PoseChain2& chain_a,
                                    const Polytope2& b, const PoseChain2& chain_b);

}  // namespace sunder::detail::polygon
