// SPDX-License-Identifier: Apache-2.0
//
// Computes the values of the kernels of narrow/sat and their error bounds, on the selected
// instruction set. Tests see these kernels through this header alone.
#pragma once

#include <array>
#include <vector>

#include "geometry/body.hpp"
#include "narrow/sat/polygon_pair.hpp"
#include "narrow/sat/small_hulls.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::sat {

// The list of candidates of small hulls rests on these.

/// An edge of one body times the normal of a face of the other.
struct MeasuredSide {
  bool edge_of_a;
  std::size_t edge, face;
  float side, margin;
};

/// A lower bound on the distance of a face of a beyond a point of b.
struct MeasuredClearance {
  std::size_t face, point;
  float clear;
};

struct MeasuredSides {
  std::vector<MeasuredSide> sides;
  std::vector<MeasuredClearance> clearances;
};

/// Measures hulls that list_candidates() has rotated; `size` is E.
MeasuredSides measure_sides(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                            float size);

// The kernels of polygons compute these.

/// The polygons of two bodies that have them.
inline PosedPolygons posed_polygons(const Pair<2>& pair) {
  return {{pair.a.hull->polygon.get(), pair.a.pose}, {pair.b.hull->polygon.get(), pair.b.pose}};
}

/// polygon_pair.hpp
struct PolygonGaps {
  bool holds = false;
  double error = 0;  ///< E
  double span = 0;   ///< T
  /// Along the normals of a's edges, of b's.
  std::array<std::vector<double>, 2> of_edges;
  /// The gaps with normals mapped first, of up to eight vertices.
  std::array<std::vector<double>, 2> of_few;
  /// The greatest of them up to the last bits (polygon_nearest-inl.hpp), and its index.
  double greatest = 0;
  std::size_t of = 0;
  std::size_t edge = 0;
  Vector2 line{};  ///< of centres
  Verdict by_balls = Verdict::undecided;
};

/// Along any direction.
struct PolygonHeights {
  double error = 0;
  double scanned = 0;  ///< the gap, with the direction rotated into each body's frame
  bool has_placed = false;
  double placed = 0;  ///< with up to eight vertices placed in the world
};

PolygonGaps polygon_gaps(const Pair<2>& pair);
/// For a pair whose gaps hold.
PolygonHeights polygon_heights(const Pair<2>& pair, const Vector2& u);

}  // namespace sunder::detail::sat
