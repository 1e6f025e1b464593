// SPDX-License-Identifier: Apache-2.0
//
// Exact signs about the points of two placed pieces. Both are brought to integers of one scale, as wide as the input
// needs; a chain of poses is composed without rounding.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "mesh/piece/placed.hpp"

namespace sunder::detail::mesh {

/// A vertex of piece 0 or 1 of a pair.
struct Vertex {
  int side = 0;
  std::int32_t index = 0;
  friend bool operator==(const Vertex&, const Vertex&) = default;
};

/// The direction between two vertices of one piece.
struct Direction {
  int side = 0;
  std::int32_t from = 0, to = 0;
  Direction reversed() const noexcept { return {side, to, from}; }
};

/// An arc of a great circle on the sphere of directions, shorter than half of it, from one direction to another. The
/// inside of a solid's cone is behind it: where (from x to) . m < 0.
struct Arc {
  Direction from, to;
};

class ExactPair {
 public:
  virtual ~ExactPair() = default;

  /// Returns the sign of det[q - p, r - p, s - p].
  virtual int orientation(Vertex p, Vertex q, Vertex r, Vertex s) = 0;
  /// Returns the sign of component k of (q - p) x (r - p).
  virtual int normal_component(Vertex p, Vertex q, Vertex r, int k) = 0;
  /// Returns the sign of (q - p) . (r - p).
  virtual int lies_ahead(Vertex p, Vertex q, Vertex r) = 0;
  /// Returns the sign of coordinate k of q - p.
  virtual int coordinate_sign(Vertex p, Vertex q, int k) = 0;
  /// Are two points equal?
  virtual bool coincide(Vertex p, Vertex q) = 0;
  /// Returns q - p in units of 2^exponent of the world, each coordinate the nearest double.
  virtual Vector3 difference(Vertex p, Vertex q, int exponent) = 0;

  /// Is the direction sign * (from x to) of `normal` inside the cone that these arcs bound? It lies on none of them.
  virtual bool normal_is_inside(const Arc& normal, int sign, std::span<const Arc> cone) = 0;
  /// Have the cones of two solids an inner direction in common? One is stored in `common`, where it is given, near the
  /// boundary of both: rounded, its largest coordinate about 1. The arcs `looked_at` may leave out those
  /// that meet none of the other's, but not all of a run of them.
  virtual bool cones_meet(std::span<const Arc> a, std::span<const Arc> b,
                          const std::array<std::span<const Arc>, 2>& looked_at,
                          Vector3* common = nullptr) = 0;
  /// Does the cone of a solid have a direction of these arcs inside, ends included? They are a surface's.
  virtual bool cone_meets_arcs(std::span<const Arc> solid, std::span<const Arc> surface,
                               Vector3* common = nullptr) = 0;
  /// Is the direction inside the cone of a solid, and on none of its arcs?
  virtual bool direction_is_inside(Direction direction, std::span<const Arc> cone) = 0;

  /// Sets the point that a ray starts at: the mean of some vertices of one side.
  virtual void set_start(int side, std::span<const std::int32_t> vertices) = 0;
  /// The ray runs along an axis of the frame of piece `side`. Returns the sign of an edge's orientation to it, in
  /// the plane of the two axes that follow; 0 where they meet.
  virtual int edge_beside_ray(int side, std::size_t axis, std::int32_t from, std::int32_t to) = 0;
  /// Returns the sign of the start's height over a triangle, in the frame of piece `side`.
  virtual int start_above(int side, const Corners& triangle) = 0;
};

std::unique_ptr<ExactPair> make_exact_pair(const Placed& a, const Placed& b);

/// Doubles times 2^exponent.
struct ExactVector {
  std::array<double, 3> at{};
  int exponent = 0;
};
/// Returns the place of b's origin (piece.hpp) less that of a's, rounded once.
ExactVector exact_difference_of_origins(const Placed& a, const Placed& b);

}  // namespace sunder::detail::mesh
