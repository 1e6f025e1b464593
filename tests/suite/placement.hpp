// SPDX-License-Identifier: Apache-2.0
//
// Converts a pair from small integers to doubles. Each step maps both bodies exactly and preserves
// the verdict. A similarity preserves the distance too, up to its scale.
#pragma once

#include <optional>
#include <vector>

#include "suite/base_pair.hpp"

namespace sunder::suite {

class Placement {
 public:
  Placement(Random& random, const BasePair& pair);

  /// Maps both bodies by x -> map x. Either map^T map = scale I, or scale is 0 for a map that is no
  /// similarity.
  void map_world(const Matrix& map, std::int64_t scale);
  /// Like map_world(), with the map in the poses.
  void map_poses(const Matrix& map, std::int64_t scale);
  void enlarge(std::int64_t factor);
  void translate(const Point& t, bool in_vertices);
  /// Adds duplicates and midpoints of vertices; enlarges by 2.
  void crowd();
  /// Moves b's shift from its pose into its vertices if 53 bits hold it, with `spare` bits kept
  /// free for later steps. With `must`, a shift too small for that is enlarged. A shift of one ulp
  /// gets its size here.
  void fold_shift(int spare, bool must);
  /// Gives each body without a matrix a unimodular one, undone in its vertices.
  void shear_each();
  /// Gives each body without a matrix an exact rotation of its own, undone in its vertices. 3-D.
  void rotate_each();
  /// Scales everything so that the integers count units of 2^exponent.
  void set_unit(int exponent);
  /// Multiplies the matrices (identities if necessary) by 2^exponent, and so the world.
  void scale_matrices_by_power(int exponent);
  /// Multiplies axis k by 2^exponents[k].
  void stretch_axes(const std::vector<int>& exponents);

  int dimension() const noexcept { return pair_.dimension; }
  bool has_matrix() const noexcept { return a_.linear || b_.linear; }
  bool has_offset() const noexcept { return a_.has_offset() || b_.has_offset(); }
  bool has_shift() const noexcept { return b_.shift.factor != 0; }
  /// Bits of the largest integer in use.
  int width() const noexcept;

  Case finish(const char* dressing);

 private:
  /// world = linear 2^linear_exponent (points 2^point_exponent) + (offset + shift) 2^(both), then
  /// axis k times 2^axis[k].
  struct Placed {
    std::vector<Point> points;
    std::optional<Matrix> linear;
    std::optional<Point> quaternion;
    int quaternion_exponent = 0;
    Point offset;
    Shift shift;
    int point_exponent = 0;
    int linear_exponent = 0;
    std::vector<int> point_axis;  ///< before the matrix
    std::vector<int> world_axis;  ///< after it

    bool has_offset() const noexcept;
  };

  static Placed place(const Side& side, int dimension);
  static double offset_entry(const Placed& body, std::size_t k);
  static PoseData realise_pose(const Placed& body);
  static BodyData realise(const Placed& body);
  void rotate(Placed& body, const Point& q, int exponent);
  void scale_distance(const Rational& factor_squared);

  Random& random_;
  BasePair pair_;
  Placed a_;
  Placed b_;
};

}  // namespace sunder::suite
