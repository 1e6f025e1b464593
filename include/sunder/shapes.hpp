// SPDX-License-Identifier: Apache-2.0
//
// Queries convex bodies that are no polytopes: balls, capsules, ellipsoids, cones, cylinders, and a hull with a radius.
// Any type of the caller's with a support function is one too, and polytopes take part as `shapes::Hull`.
//
// A support function is rounded, so there is no certificate here: answers are intervals, and a verdict where the
// interval leaves no doubt. The error model: let `reach` be the largest sum of |entries of R| |coordinates| of a
// support point of a and of one of b, their roundings, and |t_b - t_a|. Each support point is believed to lie within
// 2^-46 reach of the body, and no point of the body to lie more than that beyond it. The built-in shapes keep to this
// at poses of any kind, for lengths from 2^-200 to 2^200. Every interval is widened by an allowance of 2^-44 reach
// (and, where a pose scales a rounding, by the uncertainty of its singular values). `separated` and `overlapping` mean
// that the allowance does not change the answer; contact is never decided: it is `undecided`.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <utility>

#include "sunder/algorithm.hpp"
#include "sunder/certificate.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// What a shape must provide: for a unit direction, a point of its core that lies farthest along it. A
/// member `double rounding() const` may add a ball of that radius to each point of the core: the
/// ball's core is a point, the capsule's a segment. The rounder the core, the slower the search.
template <class S, int D>
concept SupportMapped = requires(const S& shape, const Vector<D>& direction) {
  { shape.support(direction) } -> std::same_as<Vector<D>>;
};

/// A shape of any type, as the queries see it: two pointers and the rounding. Owns nothing.
template <int D>
class ShapeView {
 public:
  template <class S>
    requires(!std::same_as<S, ShapeView> && SupportMapped<S, D>)
  ShapeView(const S& shape)  // NOLINT(google-explicit-constructor): a shape is a view of itself
      : shape_(&shape), support_(call<S>) {
    if constexpr (requires {
                    { shape.rounding() } -> std::convertible_to<double>;
                  }) {
      rounding_ = shape.rounding();
    }
  }
  template <class S>
    requires(!std::same_as<S, ShapeView> && SupportMapped<S, D>)
  ShapeView(const S&& shape) = delete;  // it would outlive the shape

  Vector<D> support(const Vector<D>& direction) const { return support_(shape_, direction); }
  double rounding() const noexcept { return rounding_; }

 private:
  template <class S>
  static Vector<D> call(const void* shape, const Vector<D>& direction) {
    return static_cast<const S*>(shape)->support(direction);
  }

  const void* shape_;
  Vector<D> (*support_)(const void*, const Vector<D>&);
  double rounding_ = 0;
};

/// A shape at a pose: a view of both. Any pose is allowed; one that is no similarity makes a ball an ellipsoid.
template <int D>
class PosedShape {
 public:
  template <class S>
    requires std::convertible_to<S, ShapeView<D>>
  PosedShape(S&& shape, const Pose<D>& pose = Pose<D>::identity())  // NOLINT(*-explicit-*)
      : shape_(std::forward<S>(shape)), pose_(&pose) {}
  template <class S>
  PosedShape(S&& shape, const Pose<D>&& pose) = delete;

  const ShapeView<D>& shape() const noexcept { return shape_; }
  const Pose<D>& pose() const noexcept { return *pose_; }

 private:
  ShapeView<D> shape_;
  const Pose<D>* pose_;
};
using PosedShape2 = PosedShape<2>;
using PosedShape3 = PosedShape<3>;

/// Shapes about the origin of their frame; those with an axis have it along the last coordinate.
/// Lengths are finite and not negative, and may be 0.
namespace shapes {

template <int D>
struct Ball {
  double radius = 1;
  Vector<D> support(const Vector<D>&) const noexcept { return {}; }
  double rounding() const noexcept { return radius; }
};
using Circle = Ball<2>;

template <int D>
struct Capsule {
  double half_length = 1;  ///< of the segment: the ends are half balls beyond it
  double radius = 1;
  Vector<D> support(const Vector<D>& direction) const noexcept {
    Vector<D> point{};
    point[D - 1] = std::copysign(half_length, direction[D - 1]);
    return point;
  }
  double rounding() const noexcept { return radius; }
};

template <int D>
struct Ellipsoid {
  Vector<D> half_axes{};
  Vector<D> support(const Vector<D>& direction) const noexcept {
    Vector<D> point{};
    double most = 0;
    for (std::size_t k = 0; k < D; ++k) {
      point[k] = half_axes[k] * direction[k];
      most = std::fmax(most, std::fabs(point[k]));
    }
    if (!(most > 0)) return {};
    double squares = 0;
    for (const double entry : point) squares += (entry / most) * (entry / most);
    for (std::size_t k = 0; k < D; ++k) {
      point[k] = half_axes[k] * (point[k] / most / std::sqrt(squares));
    }
    return point;
  }
};
using Ellipse = Ellipsoid<2>;

template <int D>
struct Box {
  Vector<D> half_extents{};
  Vector<D> support(const Vector<D>& direction) const noexcept {
    Vector<D> point{};
    for (std::size_t k = 0; k < D; ++k) point[k] = std::copysign(half_extents[k], direction[k]);
    return point;
  }
};

struct Cylinder {
  double radius = 1;
  double half_height = 1;
  Vector3 support(const Vector3& direction) const noexcept {
    const double across = std::hypot(direction[0], direction[1]);
    const double share = across > 0 ? radius / across : 0;
    return {share * direction[0], share * direction[1], std::copysign(half_height, direction[2])};
  }
};

/// The tip is at half_height, the disc of the base at -half_height.
struct Cone {
  double radius = 1;
  double half_height = 1;
  Vector3 support(const Vector3& direction) const noexcept {
    const double across = std::hypot(direction[0], direction[1]);
    if (half_height * direction[2] >= radius * across - half_height * direction[2]) {
      return {0, 0, half_height};
    }
    const double share = across > 0 ? radius / across : 0;
    return {share * direction[0], share * direction[1], -half_height};
  }
};

/// A polytope that is not empty. A view: it does not own the polytope.
template <int D>
class SUNDER_EXPORT Hull {
 public:
  Hull(const Polytope<D>& polytope) noexcept : polytope_(&polytope) {}  // NOLINT(*-explicit-*)
  Hull(const Polytope<D>&&) = delete;
  Vector<D> support(const Vector<D>& direction) const;

 private:
  const Polytope<D>* polytope_;
};

/// Any shape and a ball of this radius about each of its points.
template <class S>
struct Rounded {
  S shape;
  double radius = 0;
  template <class V>
  auto support(const V& direction) const -> decltype(shape.support(direction)) {
    return shape.support(direction);
  }
  double rounding() const noexcept {
    if constexpr (requires { shape.rounding(); }) {
      return shape.rounding() + radius;
    } else {
      return radius;
    }
  }
};

}  // namespace shapes

struct ShapeOptions {
  /// shape_intersects: gjk, mpr or epa; shape_distance: gjk; shape_depth: epa or mpr. With
  /// `automatic` gjk runs first, and epa where gjk does not decide. Any other algorithm does not
  /// serve: undecided, and an interval that bounds nothing.
  Algorithm algorithm = Algorithm::automatic;
  double tolerance = 1e-9;  ///< stop where upper - lower is this share of the value
  int max_steps = 256;      ///< of each search
};

/// Searches between support functions prove nothing: stage is none, proven false, and decided_by
/// names the last search.
struct ShapeDecision : Decision {
  int steps = 0;  ///< support queries of both bodies
};

/// The distance; [0, 0] where the shapes overlap.
template <int D>
struct ShapeDistance : ShapeDecision {
  Interval distance{0, std::numeric_limits<double>::infinity()};
  /// Separated: points that are distance.upper apart, to within the allowance, and the normal of
  /// the planes that keep the shapes apart by distance.lower.
  std::optional<Witness<D>> witness;
};

/// The least length by which b must move to come free of a; [0, 0] where they are separated. Along
/// the normal a move by depth.upper is enough. By mpr the interval is wide: its rays look for a
/// short translation and may miss the shortest, and prove little from below.
template <int D>
struct ShapeDepth : ShapeDecision {
  Interval depth{0, std::numeric_limits<double>::infinity()};
  std::optional<Vector<D>> normal;  ///< unit, from a to b
};

/// Cost: 1 to 10 support queries for a verdict, up to 30 or so for a distance; no allocation.
SUNDER_EXPORT ShapeDecision shape_intersects(const PosedShape2& a, const PosedShape2& b,
                                             const ShapeOptions& options = {});
SUNDER_EXPORT ShapeDecision shape_intersects(const PosedShape3& a, const PosedShape3& b,
                                             const ShapeOptions& options = {});

SUNDER_EXPORT ShapeDistance<2> shape_distance(const PosedShape2& a, const PosedShape2& b,
                                              const ShapeOptions& options = {});
SUNDER_EXPORT ShapeDistance<3> shape_distance(const PosedShape3& a, const PosedShape3& b,
                                              const ShapeOptions& options = {});

SUNDER_EXPORT ShapeDepth<2> shape_depth(const PosedShape2& a, const PosedShape2& b, const ShapeOptions& options = {});
SUNDER_EXPORT ShapeDepth<3> shape_depth(const PosedShape3& a, const PosedShape3& b, const ShapeOptions& options = {});

}  // namespace sunder::inline SUNDER_ABI
