// SPDX-License-Identifier: Apache-2.0
//
// Two triangles: a filter in doubles, and the exact list of features that meet in a point.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "mesh/piece/exact_pair.hpp"
#include "mesh/piece/placed.hpp"
#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {

/// What the filter proves: the triangles are apart, an edge of one pierces the inside of the other, or neither.
enum class Filtered : std::uint8_t { apart, piercing, unsure };

/// `error` bounds that of each coordinate. Cost: about 100 flops, up to 600 where the triangles are close.
Filtered filter_triangles(const WorldTriangle& a, const WorldTriangle& b, double error) noexcept;

/// A vertex, an edge (i < j) or a triangle (its index) of a piece: a set that is open in its own dimension.
struct Feature {
  int dimension = 0;
  std::int32_t i = -1, j = -1;
  friend auto operator<=>(const Feature&, const Feature&) = default;
};

/// Two features that meet in one point.
struct Contact {
  Feature a, b;
  friend auto operator<=>(const Contact&, const Contact&) = default;
};

/// A vertex and its place in the pair's world.
struct PlacedVertex {
  Vertex vertex;
  Vector3 place;
};

/// A pair of placed pieces, with their maps and, from the first sign that doubles leave open, their integers.
class PiecePair {
 public:
  PiecePair(const Placed& a, const Placed& b)
      : placed_{a, b},
        maps_(maps_of(a, b)),
        is_unplaced_(a.poses == PoseChain{} && b.poses == PoseChain{}) {}

  /// Takes all that lies outside the solid `a` in its place: its fronts are turned.
  void take_outside_of_a() noexcept { is_outside_ = true; }

  const Piece& piece(int side) const noexcept {
    return *placed_[static_cast<std::size_t>(side)].piece;
  }
  const PoseChain& poses(int side) const noexcept {
    return placed_[static_cast<std::size_t>(side)].poses;
  }
  const PairMaps& maps() const noexcept { return maps_; }
  double error() const noexcept { return std::max(maps_.world[0].error, maps_.world[1].error); }
  /// Stands for error() in gaps and distances from one piece to the other, which depend on the sum of both errors.
  double mean_error() const noexcept {
    return 0.5 * maps_.world[0].error + 0.5 * maps_.world[1].error;
  }

  Vector3 world(Vertex v) const noexcept {
    return maps_.world[static_cast<std::size_t>(v.side)].of(piece(v.side).normalised(v.index));
  }
  WorldTriangle world(int side, std::int32_t triangle) const noexcept {
    const Corners& corners = piece(side).corners(triangle);
    return {world({side, corners[0]}), world({side, corners[1]}), world({side, corners[2]})};
  }

  ExactPair& exact() {
    if (!exact_) exact_ = make_exact_pair(placed_[0], placed_[1]);
    return *exact_;
  }
  /// These are ExactPair's signs, with a filter in doubles.
  int orientation(const PlacedVertex& p, const PlacedVertex& q, const PlacedVertex& r,
                  const PlacedVertex& s);
  int normal_component(const PlacedVertex& p, const PlacedVertex& q, const PlacedVertex& r, int k);
  int orientation(Vertex p, Vertex q, Vertex r, Vertex s) {
    return orientation(placed(p), placed(q), placed(r), placed(s));
  }
  int normal_component(Vertex p, Vertex q, Vertex r, int k) {
    return normal_component(placed(p), placed(q), placed(r), k);
  }
  PlacedVertex placed(Vertex v) const noexcept { return {v, world(v)}; }
  /// The sign of the determinant of a chain of poses: -1 where it mirrors, 0 where it flattens. It needs no integers.
  int handedness(int side);

  /// Do all points of both lie in one plane?
  bool lies_in_one_plane();

  /// Returns the corners of a triangle's image, which a pose that flattens may make a segment (i, j, j) or a point
  /// (i, i, i).
  Corners image_corners(int side, std::int32_t triangle);

  /// Returns a triangle's corners, the front counter-clockwise in the world.
  Corners front_corners(int side, std::int32_t triangle) {
    Corners corners = piece(side).corners(triangle);
    if ((handedness(side) < 0) != (is_outside_ && side == 0)) std::swap(corners[1], corners[2]);
    return corners;
  }

 private:
  const double* given(Vertex v) const noexcept { return piece(v.side).point(v.index).data(); }

  std::array<Placed, 2> placed_;
  PairMaps maps_;
  bool is_unplaced_;  ///< the points are the caller's, and need no integers of the pair
  std::unique_ptr<ExactPair> exact_;
  std::array<int, 2> handedness_{2, 2};  ///< 2: not asked yet
  bool is_outside_ = false;
};

/// Appends the extreme points of the intersection of two triangles as the features that meet there, each once. Nothing
/// is appended if and only if the triangles are disjoint. They are taken as image_corners() has them.
void append_contacts(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
                     std::vector<Contact>& contacts);

}  // namespace sunder::detail::mesh
