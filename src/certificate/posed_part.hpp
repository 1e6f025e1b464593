// SPDX-License-Identifier: Apache-2.0
//
// One part of a body in integers, from the caller's points and triangles or rings. The poses of part and body are
// composed without rounding. A body of the plane is one of space, in the plane z = 0.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "certificate/exact_numbers.hpp"
#include "exact/big_vector.hpp"
#include "exact/dyadic_sum.hpp"
#include "exact/rounding.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::certificate {

using Triple = std::array<std::int32_t, 3>;

/// at / over * 2^exponent in the world; over is positive.
struct WorldPoint {
  Big3 at;
  BigInt over = 1;
  int exponent = 0;
};
bool coincide(const WorldPoint& p, const WorldPoint& q);

/// Returns sign(|p - q| - length), for a length that is not negative.
int compare_distance(const WorldPoint& p, const WorldPoint& q, const BigDyadic& length);

/// A point of a part's own frame: at / over, in the unit of its local points. over is positive.
struct LocalPoint {
  Big3 at;
  BigInt over = 1;

  /// Returns `over` times the vector from here to a local point.
  Big3 to(const Big3& p) const {
    return {p[0] * over - at[0], p[1] * over - at[1], p[2] * over - at[2]};
  }
};

/// Returns doubles about value / over * 2^exponent: one not above it, and one not below it.
Enclosed bracket(const BigInt& value, const BigInt& over, int exponent);

/// value / over * 2^exponent; over is positive.
struct WorldNumber {
  BigInt value;
  BigInt over = 1;
  int exponent = 0;
};
/// Returns p - q.
WorldNumber difference(const WorldNumber& p, const WorldNumber& q);

class PosedPart;
/// Do inner points of two items in one place show that their parts overlap? Lists of both span the space. A triangle of
/// a solid bounds it, and what crosses it may still only touch, unless that has an inside. One that cancels is a surface.
bool weights_decide(const PosedPart& a, std::int32_t triangle_a, const PosedPart& b,
                    std::int32_t triangle_b);

/// How often a closed mesh goes round a point. A point on a triangle that has an area has no such number.
struct Winding {
  bool on_mesh = false;
  int number = 0;
};

/// The triangles of a mesh whose extents along one axis may hold a coordinate.
class ExtentList {
 public:
  /// An extent in order keys of doubles.
  struct Extent {
    std::int64_t lower, upper;
    std::int32_t triangle;
  };
  explicit ExtentList(std::vector<Extent> extents);
  /// Calls visit(triangle) for the extents that meet [lower, upper]. Cost: O(log n) for each of them.
  template <class Visit>
  void visit(std::int64_t lower, std::int64_t upper, const Visit& visit) const;

 private:
  std::vector<Extent> extents_;  ///< by their lower ends
  std::vector<std::int64_t>
      upper_;  ///< the greatest upper end below each node of a tree; the leaves are behind
};

/// A chain of poses: local point x lies at (matrix x + offset) * 2^exponent / denominator, x being doubles over
/// 2^point_exponent.
struct ChainMap {
  std::array<BigInt, 9> matrix{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Big3 offset;
  BigInt denominator = 1;
  int exponent = 0, point_exponent = 0;
};

class PosedPart {
 public:
  PosedPart(const Part3& part, const Pose3& body);
  PosedPart(const Part2& part, const Pose2& body);
  PosedPart(const PosedPart&) = delete;
  PosedPart(PosedPart&&) = default;

  int dimension() const noexcept { return dimension_; }
  /// Is it a polygon? Its points are the corners of all rings, its triangles those of its cover: none at first.
  bool is_polygon() const noexcept { return is_polygon_; }
  /// Sets triangles whose union is said to hold a polygon. Their corners are points of it.
  void set_cover(std::vector<Triple> triangles);
  /// Calls visit(p, q) with the ends of each edge of a polygon's rings.
  template <class Visit>
  void for_each_edge(const Visit& visit) const {
    for (std::size_t ring = 0; ring + 1 < ring_begin_.size(); ++ring) {
      const std::int32_t begin = ring_begin_[ring], end = ring_begin_[ring + 1];
      for (std::int32_t i = begin; i < end; ++i) visit(i, i + 1 < end ? i + 1 : begin);
    }
  }

  /// Is it a mesh, or a polygon?
  bool is_mesh() const noexcept { return is_mesh_; }
  const ChainMap& chain() const noexcept { return chain_; }
  /// Returns e, so that all coordinates in the world are below 2^e.
  int size_exponent() const;
  /// Is it a mesh that is taken as a solid, or a polygon, and that its poses do not flatten?
  bool is_solid() const noexcept { return is_solid_ && determinant_ != 0; }
  /// Was the mesh taken as a solid? Its triangles without area are then no part of it.
  bool drops_flat() const noexcept { return is_solid_; }
  bool is_empty() const noexcept { return is_polygon_ ? is_empty_polygon_ : item_count() == 0; }

  /// The triangles of a mesh; a polytope is one item, an empty one none.
  std::int32_t item_count() const noexcept {
    return is_mesh_ ? static_cast<std::int32_t>(triangles_.size()) : (vertices_.empty() ? 0 : 1);
  }
  std::span<const Vector3> points() const noexcept {
    return is_mesh_ && !is_polygon_ ? mesh_points_ : std::span<const Vector3>(vertices_);
  }
  std::span<const Triple> triangles() const noexcept { return triangles_; }
  /// Returns the index in points() of the caller's point, or -1.
  std::int32_t find(std::int32_t caller) const noexcept;
  std::int32_t caller_index(std::int32_t point) const noexcept {
    return caller_.empty() ? point : caller_[static_cast<std::size_t>(point)];
  }
  /// Are a triangle's corners on one line?
  bool is_flat(std::int32_t triangle) const;
  /// Stands a triangle as often one way round as the other? It then bounds nothing, and is a surface. Cost: O(n).
  bool is_cancelled(std::int32_t triangle) const;
  /// Is it a polytope that its poses leave an inside?
  bool is_full_polytope() const;
  /// Do vectors of the world span the space, or the plane of its dimension?
  bool are_spanning(std::span<const Big3> vectors) const;

  /// Returns a point of the part's own frame, in its unit.
  Big3 local(std::int32_t point) const;
  WorldPoint world(std::int32_t point) const;
  /// Returns the sum of weights[i] * point[i] over the sum of the weights, which is positive.
  WorldPoint combination(std::span<const std::int32_t> points, const IntegerVector& weights) const;
  LocalPoint local_combination(std::span<const std::int32_t> points,
                               const IntegerVector& weights) const;
  /// Maps a point of the world to the part's own frame. The poses do not flatten it.
  LocalPoint to_local(const WorldPoint& x) const;
  /// Returns the greatest (least) value of u . x over the points of items [begin, end) of an order; empty: the caller's.
  WorldNumber extreme(const Big3& u, bool greatest, std::span<const std::int32_t> order,
                      std::int32_t begin, std::int32_t end) const;
  /// Counts over all triangles. The part is a mesh that its poses do not flatten. Cost: O(n log n) for the first, then
  /// some comparisons for each triangle whose extent along z holds the point.
  Winding winding(const WorldPoint& x) const;
  /// Returns the direction of p - q, times a positive number: in the world, and in the part's own frame.
  Big3 direction(std::int32_t p, std::int32_t q) const;
  Big3 local_direction(std::int32_t p, std::int32_t q) const;

 private:
  WorldNumber find_extreme(const Big3& u, bool greatest, std::span<const std::int32_t> order,
                           std::int32_t begin, std::int32_t end) const;
  std::vector<ExtentList::Extent> extents_along_z() const;
  BigInt coordinate(std::int32_t point, std::size_t k) const;
  WorldPoint place(const Big3& local, const BigInt& weight) const;

  void set_integers();
  template <class Pose>
  void set_chain(const Pose& part, const Pose& body);

  int dimension_ = 3;
  bool is_mesh_ = false, is_solid_ = false, is_polygon_ = false, is_empty_polygon_ = false;
  std::span<const Vector3> mesh_points_;
  std::span<const Triple> triangles_;
  std::vector<Triple> cover_;             ///< what triangles_ views, of a polygon
  std::vector<std::int32_t> ring_begin_;  ///< of a polygon, and one more
  std::vector<Vector3> vertices_;         ///< of a polytope, or a polygon's corners
  std::vector<std::int32_t> caller_;      ///< of a polytope's vertices, ascending
  ChainMap chain_;
  BigInt determinant_;
  std::vector<std::array<std::int64_t, 3>> small_;  ///< local points, where they all fit
  mutable std::optional<ExtentList> extents_;       ///< along z, from the first winding number on
  /// Extremes over all items that were asked for: boxes are asked for their ends again and again.
  mutable std::map<std::pair<Big3, bool>, WorldNumber> of_all_;
};

}  // namespace sunder::detail::certificate
