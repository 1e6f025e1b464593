// SPDX-License-Identifier: Apache-2.0
//
// Defines the nouns: Polytope (a finite point set that represents its convex hull), Pose (an affine map), Posed (both
// together, a view). Suffix 2 and 3 fix the dimension at compile time, N at run time.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "sunder/error.hpp"
#include "sunder/export.hpp"

namespace sunder::detail {
struct HullBlock;
struct BlockAccess;
struct PoseAccess;
template <class R>
using RangeElement = typename decltype(std::span(std::declval<const R&>()))::value_type;
template <class P>
using PointEntry = std::remove_cvref_t<decltype(std::declval<const P&>()[0])>;
template <class T>
concept DoubleOrFloat = std::same_as<T, double> || std::same_as<T, float>;
/// A point of fixed size: read as p[0] to p[D - 1], and nothing else is in it.
template <class P, int D>
concept PointOf = DoubleOrFloat<PointEntry<P>> && sizeof(P) == D * sizeof(PointEntry<P>) &&
                  std::is_trivially_destructible_v<P> && !std::is_pointer_v<P> &&
                  !requires { requires P::SizeAtCompileTime != D; } && !requires { requires P::extent != D; };
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

/// The template argument that means "dimension known at run time".
inline constexpr int kRunTime = 0;

/// A point or direction: `std::array<double, D>`, or `std::vector<double>` for kRunTime.
template <int D>
using Vector = std::conditional_t<D == kRunTime, std::vector<double>,
                                  std::array<double, D == kRunTime ? std::size_t{1} : std::size_t{D}>>;
using Vector2 = Vector<2>;
using Vector3 = Vector<3>;
using VectorN = Vector<kRunTime>;

/// What from_points() found. The counts partition the points given.
struct PointReport {
  std::int64_t given = 0, kept = 0;
  std::int64_t duplicate = 0;  ///< removed: equal, coordinate by coordinate, to a kept point
  std::int64_t interior = 0;   ///< removed: proven exactly to lie in the hull of the kept points
  int affine_dimension = -1;   ///< exact: -1 empty, 0 a point, 1 a segment, ... up to d
};

/// A ball in the body's frame.
template <int D>
struct Ball {
  Vector<D> centre{};
  double radius = 0;
};

/// An axis-aligned box in the body's frame; for the empty polytope lower > upper.
template <int D>
struct Bounds {
  Vector<D> lower{}, upper{};
};

/// The body filled with density 1, in its own frame: each number the double nearest to the exact one.
/// A flat body has volume and inertia 0, and the centre of its own dimension; the empty one zeros.
template <int D>
struct MassProperties {
  double volume = 0;  ///< in 2-D the area; like inertia, infinite where it overflows
  Vector<D> centre{};
  /// About the centre: in 2-D the integral of |r|^2, in 3-D the tensor, that of |r|^2 I - r r^T.
  std::conditional_t<D == 2, double, std::array<std::array<double, 3>, 3>> inertia{};
};

/// A face of a 3-D polytope: a convex polygon, counter-clockwise seen from outside.
struct Face {
  Vector3 normal{};                    ///< outward, rounded, length about 1
  std::vector<std::int32_t> vertices;  ///< indices of kept vertices
};

/// An edge between two kept vertices; in 3-D with the two faces that share it, in 2-D -1.
struct Edge {
  std::array<std::int32_t, 2> vertices{};
  std::array<std::int32_t, 2> faces{-1, -1};
};

/// Options for building. The defaults suit bodies of more than a few queries.
struct BuildOptions {
  /// Remove points that are proven to lie in the hull of the rest. Up to 3-D the extreme ones stay (in a solid too
  /// thin to hold a double perhaps more); above 3-D only duplicates go. Off: only stores.
  bool reduce = true;
  /// Make tables that speed up every query on a solid 3-D body of about 100 vertices and more. They take about 0.15
  /// KiB a vertex and as long as finding the hull. No answer depends on them, to the last bit.
  bool tables = true;
};

/// The convex hull of a finite set of points: immutable, cheap to copy (shared), valid for life.
///
/// The doubles given are the truth. Duplicates, interior points, flat sets, a single point and no point at all are
/// legal. Cost of building: O(n log n) expected up to 3-D, where every point is judged by exact signs; above, points
/// are only compared. Thread safety: any number of threads may read and copy.
template <int D>
class SUNDER_EXPORT Polytope {
 public:
  /// Makes the empty polytope: it meets nothing and is a subset of everything.
  Polytope() noexcept;

  /// Refuses NaN and infinities (not_finite, naming the point) and more than 2^31 - 16 points.
  static Result<Polytope> from_points(std::span<const Vector<D>> points, BuildOptions options = {})
    requires(D != kRunTime);
  static Result<Polytope> from_points(std::initializer_list<Vector<D>> points)
    requires(D != kRunTime)
  {
    return from_points(std::span<const Vector<D>>(points.begin(), points.size()));
  }
  /// Reads `count` points of `dimension` doubles, the first coordinate of a point `stride` bytes after that of the one
  /// before. `dimension` must be D where D is fixed.
  static Result<Polytope> from_points(const double* coordinates, std::int64_t count, int dimension, std::int64_t stride,
                                      BuildOptions options = {});
  template <std::same_as<float> F>
  static Result<Polytope> from_points(const F* coordinates, std::int64_t count, int dimension, std::int64_t stride,
                                      BuildOptions options = {});
  /// Reads a contiguous range of points: arrays of D doubles or floats, or types with their layout and indexing, such
  /// as Eigen::Vector3d and glm::vec3. Floats widen exactly.
  template <class R>
    requires(detail::PointOf<detail::RangeElement<R>, D> && !std::convertible_to<const R&, std::span<const Vector<D>>>)
  static Result<Polytope> from_points(const R& points, BuildOptions options = {}) {
    std::vector<detail::PointEntry<detail::RangeElement<R>>> packed;
    for (const auto& p : std::span(points)) packed.insert(packed.end(), &p[0], &p[0] + D);
    return from_coordinates(packed.data(), packed.size(), D, options);
  }
  /// Reads a contiguous range of doubles or floats, one point after the other. Refuses a number that is no multiple of
  /// the dimension (wrong_shape); kRunTime has to pass the dimension.
  template <class R>
    requires(detail::DoubleOrFloat<detail::RangeElement<R>>)
  static Result<Polytope> from_points(const R& coordinates, int dimension = D, BuildOptions options = {}) {
    return from_coordinates(std::data(coordinates), std::size(coordinates), dimension, options);
  }

  /// Makes the box of these half extents about the origin, flat where one is 0. Vertex i is at the upper end of the
  /// k-th axis with an extent where bit k of i is set. For data: refuses NaN and infinities (not_finite), negative
  /// extents and none (wrong_shape), more than 20 (too_large).
  static Result<Polytope> from_box(const Vector<D>& half_extents);
  /// Makes that box from constants. Lengths here and below must be finite and not negative, and the program ends where
  /// they are not.
  static Polytope box(const Vector<D>& half_extents);
  /// Makes the simplex of the origin and the unit vectors scaled by `size`.
  static Polytope simplex(int dimension, double size = 1);
  /// Makes the hull of the points +-size on each axis: an octahedron in 3-D.
  static Polytope cross(int dimension, double size = 1);
  /// Makes a regular polygon (2-D), or the right prism over it along z (3-D). Vertices are rounded, here and below, so
  /// that a regular pentagon of the dodecahedron may come out as triangles.
  static Polytope regular_polygon(int sides, double radius)
    requires(D == 2);
  static Polytope prism(int sides, double radius, double half_height)
    requires(D == 3);
  static Polytope tetrahedron(double size = 1)
    requires(D == 3);
  static Polytope icosahedron(double radius)
    requires(D == 3);
  static Polytope dodecahedron(double radius)
    requires(D == 3);

  bool empty() const noexcept;
  int dimension() const noexcept;
  /// Returns the number of vertices kept; the indices below are 0 to vertex_count() - 1.
  std::int32_t vertex_count() const noexcept;
  Vector<D> vertex(std::int32_t kept) const;
  /// Returns the caller's index of a kept vertex (of the first, where the caller gave duplicates).
  std::int32_t caller_index(std::int32_t kept) const noexcept;
  const PointReport& report() const noexcept;

  Bounds<D> bounds() const;
  /// Returns a ball that contains the body; its radius is rounded up, to infinity where it overflows.
  Ball<D> circumscribed_ball() const;
  /// Returns a ball that is proven to lie in the body; its radius is 0 where the body is flat or no proof is at hand.
  Ball<D> inscribed_ball() const;
  /// Return faces (3-D) and edges (2-D and 3-D), proven closed and convex by exact signs. They are empty for flat
  /// bodies, in other dimensions, and where built with reduce = false. The first call makes both lists, which the body
  /// then keeps, in O(n); std::bad_alloc where no memory is left. Any number of threads may call.
  std::span<const Face> faces() const;
  std::span<const Edge> edges() const;
  /// Returns the kept vertex farthest along a direction in the body's frame, decided exactly, the lowest of several. It
  /// is -1 where the body is empty, or the direction not finite or of another dimension. O(n d).
  std::int32_t support(const Vector<D>& direction) const;
  /// Cost: O(n) exact sums; where there are no faces() they are found first, in O(n log n).
  MassProperties<D> mass_properties() const
    requires(D != kRunTime);
  /// Returns equal hashes for equal kept points in equal order, on every platform.
  std::uint64_t content_hash() const noexcept;

 private:
  friend struct detail::BlockAccess;
  template <detail::DoubleOrFloat T>
  static Result<Polytope> from_coordinates(const T* first, std::size_t count, int dimension, BuildOptions options);
  explicit Polytope(std::shared_ptr<const detail::HullBlock> block) noexcept;
  std::shared_ptr<const detail::HullBlock> block_;
};

using Polytope2 = Polytope<2>;
using Polytope3 = Polytope<3>;
using PolytopeN = Polytope<kRunTime>;

/// An affine map from the body's frame to the world: x -> R x + t, applied in real arithmetic and
/// never rounded. R may be sheared, reflected or singular. A pose made from a quaternion is the
/// exact rotation of that quaternion, normalised in exact arithmetic.
template <int D>
class SUNDER_EXPORT Pose {
 public:
  static const Pose& identity() noexcept
    requires(D != kRunTime);
  static Pose identity(int dimension)
    requires(D == kRunTime);
  /// Refuses NaN and infinities.
  static Result<Pose> translation(const Vector<D>& t);
  /// `rows` is d x (d+1), row-major: the columns of R, then t.
  static Result<Pose> from_matrix(std::span<const double> rows, int dimension = D);
  /// Makes R = [[c, -s], [s, c]] as given, scaling by hypot(c, s). from_angle() rounds cosine and sine of an angle in
  /// radians to the nearest doubles on every platform. Both refuse NaN and infinities.
  static Result<Pose> from_cos_sin(double c, double s, const Vector2& t = {})
    requires(D == 2);
  static Result<Pose> from_angle(double radians, const Vector2& t = {})
    requires(D == 2);
  static Result<Pose> from_wxyz(const std::array<double, 4>& q, const Vector3& t = {})
    requires(D == 3);
  static Result<Pose> from_xyzw(const std::array<double, 4>& q, const Vector3& t = {})
    requires(D == 3);

  int dimension() const noexcept {
    if constexpr (D == kRunTime) {
      return static_cast<int>(t_.size());
    } else {
      return D;
    }
  }
  /// Returns R[row][column]; for a quaternion the entries are rounded, within 2^-53 of the exact ones.
  double linear(int row, int column) const noexcept {
    const auto d = static_cast<std::size_t>(dimension());
    return r_[static_cast<std::size_t>(row) * d + static_cast<std::size_t>(column)];
  }
  double offset(int row) const noexcept { return t_[static_cast<std::size_t>(row)]; }
  /// Returns true if R is the identity, given as a matrix: this pose translates and does not rotate.
  bool is_translation() const noexcept { return translation_; }
  /// Returns true if this pose is the exact rotation of wxyz().
  bool is_quaternion() const noexcept { return quaternion_; }
  /// Returns (w, x, y, z), scaled exactly by a power of two, so that the largest entry is in [1/2, 1). It is larger
  /// only where the smallest entry would fall below the doubles' range.
  const std::array<double, 4>& wxyz() const noexcept { return q_; }

 private:
  friend struct detail::PoseAccess;
  Pose() = default;
  static Pose make(std::span<const double> rows, int dimension);
  using Linear =
      std::conditional_t<D == kRunTime, std::vector<double>,
                         std::array<double, D == kRunTime ? std::size_t{1} : std::size_t{D} * std::size_t{D}>>;
  Linear r_{};
  Vector<D> t_{};
  std::array<double, 4> q_{};
  double least_singular_value_ = 0;
  double greatest_singular_value_ = 0;
  bool translation_ = false;
  bool quaternion_ = false;
  bool in_filter_range_ = true;
};

using Pose2 = Pose<2>;
using Pose3 = Pose<3>;
using PoseN = Pose<kRunTime>;

/// A pose, and whether any of its doubles is not exact.
template <int D>
struct RoundedPose {
  Pose<D> pose;
  bool rounded = false;
};
/// Returns x -> outer(inner(x)), each entry rounded to the nearest double, ties to even. Quaternions and translations
/// give a quaternion: the exact product up to scale, where doubles hold one. Refuses different dimensions and results
/// beyond the doubles (too_large). Cost: O(d^3) exact sums.
template <int D>
SUNDER_EXPORT Result<RoundedPose<D>> compose(const Pose<D>& outer, const Pose<D>& inner);
/// Returns the inverse map, rounded alike; of a quaternion the conjugate. Refuses an exactly singular R (wrong_shape).
template <int D>
SUNDER_EXPORT Result<RoundedPose<D>> inverse(const Pose<D>& pose);

/// A polytope at a pose, as every question takes it: a view of two pointers that owns neither. Both
/// must outlive it, so a view of a temporary does not compile. It is cheap to copy and to assign. With a radius the
/// body is every point of the world within that distance of the posed polytope. A ball is a point with a radius, a
/// capsule a segment. A radius that is negative or not finite is a mistake: debug builds assert, others answer every
/// question with undecided, unproven, and an interval that bounds nothing.
template <int D>
class Posed {
 public:
  Posed(const Polytope<D>& polytope, const Pose<D>& pose, double radius = 0) noexcept  // NOLINT(*-explicit-*)
      : polytope_(&polytope), pose_(&pose), radius_(radius) {}
  /// Poses the polytope in the world's own frame.
  Posed(const Polytope<D>& polytope) noexcept  // NOLINT(*-explicit-*): a polytope is a body
    requires(D != kRunTime)
      : polytope_(&polytope), pose_(&Pose<D>::identity()) {}
  Posed(const Polytope<D>&&) = delete;
  Posed(const Polytope<D>&&, const Pose<D>&, double = 0) = delete;
  Posed(const Polytope<D>&, const Pose<D>&&, double = 0) = delete;
  Posed(const Polytope<D>&&, const Pose<D>&&, double = 0) = delete;

  const Polytope<D>& polytope() const noexcept { return *polytope_; }
  const Pose<D>& pose() const noexcept { return *pose_; }
  double radius() const noexcept { return radius_; }

 private:
  const Polytope<D>* polytope_;
  const Pose<D>* pose_;
  double radius_ = 0;
};
using Posed2 = Posed<2>;
using Posed3 = Posed<3>;
using PosedN = Posed<kRunTime>;

}  // namespace sunder::inline SUNDER_ABI
