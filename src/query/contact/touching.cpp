// SPDX-License-Identifier: Apache-2.0
//
// Idea: The faces in a supporting plane are polygons of integer coordinates. The lists of
// common_part.hpp give the corners of their common part. Each is mapped back to space by the
// vertices it depends on.
// Bound: Everything is exact until each coordinate of a corner is rounded once. bits_of_plane() and
// bits_of_crossing() prove the widths of the integers.
// Cost: O(n m) signs of turns, most of them from 30 bits (plane_point.hpp). Sorting k corners takes
// O(k log k) signs, most of them from the rounded corners.
// Gives up: Where a direction is rounded and supports nothing, or the integers are wider, integers of
// any size and exact pivoting follow.
#include "query/contact/touching.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "exact/nearest.hpp"
#include "exact/rounding.hpp"
#include "geometry/vectors.hpp"
#include "narrow/sat/sat.hpp"
#include "query/contact/box_touch.hpp"
#include "query/contact/common_part.hpp"
#include "query/contact/grid_touch.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/placed.hpp"
#include "query/contact/plane_point.hpp"
#include "query/contact/widths.hpp"
#include "query/interval.hpp"
#include "query/relation/supported.hpp"

namespace sunder::detail::contact {
namespace {

using relation::ExactVector;
using relation::PlaneAxes;

template <int D, class Int>
using Faces = relation::Supported<D, Int, List<std::int32_t>>;

// ---- widths -------------------------------------------------------------------------------------

/// Supports along a direction of `u` bits, and turns in the plane. An entry of the covector is below
/// 2^(u + b + 2), its product with a vertex and the offset below 2^(u + b + 3), and a gap below
/// 2^(u + b + 4). A turn is below 2^(2 b + 3) for coordinates below 2^b.
int bits_of_plane(int b, int u) noexcept { return std::max(u + b + 4, 2 * b + 4); }
/// A crossing of edges has the weight s - t below 2^(2 b + 4). Its product with a coordinate, the
/// denominator or an offset is below 2^(3 b + 4), and a sum of three below 2^(3 b + 6).
int bits_of_crossing(int b) noexcept { return 3 * b + 6; }

/// The direction of a decision: exact, else the rounded one.
template <int D>
class SupportDirection {
 public:
  SupportDirection(const lp::ExactDirection& exact, const Vector<D>& rounded) noexcept
      : exact_(exact), rounded_(rounded) {
    for (const StackInt& entry : exact.entries()) bits_ = std::max(bits_, bit_length(entry));
    if (!exact.empty()) return;
    for (const double entry : rounded) {
      is_usable_ = is_usable_ && is_finite_bits(entry);
      if (is_usable_) span_.include(entry);
    }
    bits_ = span_.bits();
  }
  /// Returns false for an infinity.
  bool is_usable() const noexcept { return is_usable_; }
  int bits() const noexcept { return bits_; }
  template <class Int>
  ExactVector<D, Int> entries() const {
    ExactVector<D, Int> u{};
    for (std::size_t l = 0; l < u.size(); ++l) {
      u[l] = exact_.empty() ? to_integer<Int>(rounded_[l], span_.low)
                            : converted<Int>(exact_.entries()[l]);
    }
    return u;
  }

 private:
  const lp::ExactDirection& exact_;
  const Vector<D>& rounded_;
  ExponentSpan span_;
  int bits_ = 0;
  bool is_usable_ = true;
};

// ---- the common part ----------------------------------------------------------------------------

/// point / weight in the integers of the pair's frame; the weight is positive.
template <int D, class Int>
struct WeightedPoint {
  ExactVector<D, Int> point{};
  Int weight = 1;
};

/// Returns the sign of a left turn. Since weights are positive, it is that of a 3 x 3 determinant.
template <int D>
int turn_of(const WeightedPoint<D, StackInt>& p, const WeightedPoint<D, StackInt>& q,
            const WeightedPoint<D, StackInt>& r, const PlaneAxes& axes) {
  const StackInt& qx = q.point[axes.x];
  const StackInt& qy = q.point[axes.y];
  const StackInt& rx = r.point[axes.x];
  const StackInt& ry = r.point[axes.y];
  const StackInt determinant = p.point[axes.x] * (qy * r.weight - q.weight * ry) -
                               p.point[axes.y] * (qx * r.weight - q.weight * rx) +
                               p.weight * (qx * ry - qy * rx);
  return sign_of(determinant);
}

/// Computes in integers of two widths: Int holds points and turns, Large a crossing of two edges.
template <int D, class Int, class Large>
class CommonPart {
 public:
  CommonPart(const Pair<D>& pair, const IntegerPair<D, Int>& exact, const Faces<D, Int>& faces,
             Memory memory)
      : pair_(pair),
        exact_(exact),
        memory_(memory),
        axes_(relation::plane_axes<D, Int>(faces.u)),
        a_(relation::polygon_in_plane<D, Int, Polygon>(exact.a, faces.a, faces.u, memory)),
        b_(relation::polygon_in_plane<D, Int, Polygon>(exact.b, faces.b, faces.u, memory)) {
    for (int l = 0; l < D; ++l) {
      offset_[static_cast<std::size_t>(l)] =
          to_integer<Int>(pair.b.pose->offset(l), exact.exponent);
    }
  }

  List<ContactPoint<D>> points() const {
    const int shift = shift_of<Int>(a_, b_);
    const auto a = coarse<Int>(a_, shift, memory_);
    const auto b = coarse<Int>(b_, shift, memory_);
    const auto corners = common_corners<CoarsePoint<Int>>(a, b, memory_);
    List<Placed<D>> found(memory_);
    found.reserve(corners.size());
    for (const Corner& corner : corners) {
      found.push_back({corner, {feature(a_, corner.a), feature(b_, corner.b)}, rounded(corner)});
    }
    arrange(found, axes_, [&](const Corner& o, const Corner& p, const Corner& q) {
      return turn_of<D>(exactly(o), exactly(p), exactly(q), axes_);
    });
    return points_of(found, memory_);
  }

 private:
  using Polygon = List<relation::PlanePointOf<Int>>;
  static ContactFeature feature(const Polygon& polygon, const Place& place) {
    return feature_at(place, polygon.size(), [&](std::size_t i) { return polygon[i].vertex; });
  }

  static ExactVector<D, Int> vertex(const IntegerBody<D, Int>& body, const Polygon& polygon,
                                    std::size_t i) {
    return relation::point_of<D, Int>(body, kept_index(*body.hull, polygon[i].vertex));
  }

  static bool is_vertex(const Corner& corner) noexcept {
    return corner.a.on == Place::On::vertex || corner.b.on == Place::On::vertex;
  }
  ExactVector<D, Int> vertex_at(const Corner& corner) const {
    return corner.a.on == Place::On::vertex ? vertex(exact_.a, a_, corner.a.index)
                                            : vertex(exact_.b, b_, corner.b.index);
  }

  /// Maps a crossing back to space, where it is the same combination of vertices as in the plane. It
  /// divides a's edge p q at the line of b's edge: (s q - t p) / (s - t). Here s and t are the turns
  /// from b's edge to p and to q.
  template <class Wider>
  WeightedPoint<D, Wider> crossing(const Corner& corner) const {
    const std::size_t i = corner.a.index;
    const std::size_t k = next_corner(i, a_.size());
    const auto& from = b_[corner.b.index];
    const auto& to = b_[next_corner(corner.b.index, b_.size())];
    Wider s = converted<Wider>(relation::turn_of(from, to, a_[i]));
    Wider t = converted<Wider>(relation::turn_of(from, to, a_[k]));
    if (s < 0) {
      s = -s;
      t = -t;
    }
    const ExactVector<D, Int> p = vertex(exact_.a, a_, i);
    const ExactVector<D, Int> q = vertex(exact_.a, a_, k);
    WeightedPoint<D, Wider> crossing;
    crossing.weight = s - t;
    for (std::size_t l = 0; l < p.size(); ++l) {
      crossing.point[l] = s * converted<Wider>(q[l]) - t * converted<Wider>(p[l]);
    }
    return crossing;
  }

  /// Rounds a corner to the world frame. The pair's frame has b's translation at 0.
  Vector<D> rounded(const Corner& corner) const {
    Vector<D> at{};
    if (is_vertex(corner)) {
      const ExactVector<D, Int> point = vertex_at(corner);
      for (std::size_t l = 0; l < at.size(); ++l) {
        at[l] = nearest_of(Int(point[l] + offset_[l] * exact_.denominator), exact_.denominator,
                           exact_.exponent);
      }
      return at;
    }
    const WeightedPoint<D, Large> x = crossing<Large>(corner);
    const Large denominator = converted<Large>(exact_.denominator) * x.weight;
    for (std::size_t l = 0; l < at.size(); ++l) {
      at[l] = nearest_of(Large(x.point[l] + converted<Large>(offset_[l]) * denominator),
                         denominator, exact_.exponent);
    }
    return at;
  }

  WeightedPoint<D, StackInt> exactly(const Corner& corner) const {
    if (!is_vertex(corner)) return crossing<StackInt>(corner);
    const ExactVector<D, Int> point = vertex_at(corner);
    WeightedPoint<D, StackInt> x;
    for (std::size_t l = 0; l < point.size(); ++l) x.point[l] = converted<StackInt>(point[l]);
    return x;
  }

  const Pair<D>& pair_;
  const IntegerPair<D, Int>& exact_;
  Memory memory_;
  PlaneAxes axes_;
  Polygon a_;
  Polygon b_;
  ExactVector<D, Int> offset_{};
};

template <int D, class Int, class Large>
void set_points(const Pair<D>& pair, const IntegerPair<D, Int>& exact, const Faces<D, Int>& faces,
                Memory memory, Touching<D>& touching) {
  touching.normal = unit_of<D, Int>(faces.u);
  touching.points = CommonPart<D, Int, Large>(pair, exact, faces, memory).points();
}

/// Returns false where the direction is no supporting one.
template <int D, class Int, class Large>
bool find_along(const Pair<D>& pair, const IntegerScale& scale,
                const SupportDirection<D>& direction, Memory memory, Touching<D>& touching) {
  const IntegerPair<D, Int> exact(pair, scale);
  const auto faces = relation::supported_by<D, Int, List<std::int32_t>>(
      exact, direction.template entries<Int>(), memory);
  if (faces) set_points<D, Int, Large>(pair, exact, *faces, memory, touching);
  return faces.has_value();
}

template <std::size_t Limbs>
bool fits(int bits) noexcept {
  return bits < static_cast<int>(64 * Limbs);
}

/// Finds the points in integers of fixed width. Returns false where they are too narrow.
template <int D>
bool find_in_few_bits(const Pair<D>& pair, const SupportDirection<D>& direction, Memory memory,
                      Touching<D>& touching) {
  if (!direction.is_usable()) return false;
  const IntegerScale scale = integer_scale(pair);
  const int plane = bits_of_plane(scale.bits, direction.bits());
  const int crossing = bits_of_crossing(scale.bits);
  if (fits<2>(plane) && fits<4>(crossing)) {
    return find_along<D, Int128, Wide<4>>(pair, scale, direction, memory, touching);
  }
  if (fits<4>(plane) && fits<6>(crossing)) {
    return find_along<D, Wide<4>, Wide<6>>(pair, scale, direction, memory, touching);
  }
  if (fits<6>(plane) && fits<9>(crossing)) {
    return find_along<D, Wide<6>, Wide<9>>(pair, scale, direction, memory, touching);
  }
  if (fits<8>(plane) && fits<12>(crossing)) {
    return find_along<D, Wide<8>, Wide<12>>(pair, scale, direction, memory, touching);
  }
  return false;
}

// ---- boxes --------------------------------------------------------------------------------------

/// An axis seems to support both boxes if the gap along it is within this share of their sizes of 0.
constexpr double kSeemsZero = 0x1p-40;

Vector3 column_of(const Pose3& pose, std::size_t k) noexcept {
  const double* const r = linear_data(pose);
  return {r[k], r[3 + k], r[6 + k]};
}

/// Returns the normals of the box's faces: exact where doubles hold them, which a matrix of a quaternion
/// need not.
std::array<Vector3, 3> face_normals(const Pose3& pose) noexcept {
  if (const auto axes = exact_axes(pose)) return axes->n;
  std::array<Vector3, 3> normals;
  for (std::size_t k = 0; k < 3; ++k) {
    normals[k] = cross(column_of(pose, (k + 1) % 3), column_of(pose, (k + 2) % 3));
  }
  return normals;
}

/// The middle and half of the length of a box along a direction, without its translation.
struct Shadow {
  double middle = 0;
  double reach = 0;
};
Shadow shadow_of(const Body<3>& body, const Vector3& n) noexcept {
  Shadow shadow;
  for (std::size_t k = 0; k < 3; ++k) {
    const double along = dot<3>(n, column_of(*body.pose, k));
    shadow.middle += along * (body.hull->lower[k] + body.hull->upper[k]) / 2;
    shadow.reach += std::fabs(along) * (body.hull->upper[k] - body.hull->lower[k]) / 2;
  }
  return shadow;
}

/// Returns the normal of a face along which two boxes are farthest apart, from a to b. It is rounded,
/// and 0 if the gap along it does not seem to be 0.
Vector3 face_axis(const Pair<3>& pair) noexcept {
  Vector3 offset{};
  for (int l = 0; l < 3; ++l) {
    offset[static_cast<std::size_t>(l)] = pair.b.pose->offset(l) - pair.a.pose->offset(l);
  }
  Vector3 best{};
  double widest = -std::numeric_limits<double>::infinity();
  for (const Body<3>* const body : {&pair.a, &pair.b}) {
    for (const Vector3& n : face_normals(*body->pose)) {
      const Shadow a = shadow_of(pair.a, n);
      const Shadow b = shadow_of(pair.b, n);
      const double distance = dot<3>(n, offset) + (b.middle - a.middle);
      const double gap = (std::fabs(distance) - (a.reach + b.reach)) / (a.reach + b.reach);
      if (!(gap > widest)) continue;
      widest = gap;
      best = distance < 0 ? negated<3>(n) : n;
    }
  }
  return std::fabs(widest) <= kSeemsZero ? best : Vector3{};
}

template <int D>
std::optional<Witness<D>> first_corner(const Touching<D>& touching) {
  std::optional<Witness<D>> witness;
  if (touching.points.empty()) return witness;
  const Vector<D>& place = touching.points.front().point_a;
  witness = Witness<D>{touching.normal, place, place};
  keep_finite(witness);
  return witness;
}

/// Returns whether a touch of these bodies may be found without a search for the verdict.
bool may_touch_at_once(const Pair<3>& pair) noexcept {
  return sat::both_boxes(pair) || are_on_grid(pair);
}

/// Searches for the facet of two hulls before 0. Returns nothing for boxes, and where the search proves an
/// overlap.
std::optional<FacetCorners> facet_on_grid(const Pair<3>& pair) {
  std::optional<FacetCorners> facet;
  if (sat::both_boxes(pair)) return std::nullopt;
  return overlaps_in_filter(pair, facet) ? std::nullopt : facet;
}

}  // namespace

bool find_touching_faces(const Pair<3>& pair, Memory memory, Touching<3>& touching) {
  if (find_touching_along_axis(pair, memory, &touching)) return true;
  return sat::both_boxes(pair) && find_touching_box_faces(pair, memory, touching);
}

bool find_touching_boxes(const Pair<3>& pair, Memory memory, Touching<3>& touching) {
  const Vector3 normal = face_axis(pair);
  if (dot<3>(normal, normal) == 0) return false;
  const lp::ExactDirection none;
  const SupportDirection<3> direction(none, normal);
  return find_in_few_bits(pair, direction, memory, touching) && !touching.points.empty();
}

bool find_touching_at_once(const Pair<3>& pair, const std::optional<FacetCorners>& facet,
                           Memory memory, Touching<3>& touching, Algorithm& algorithm) {
  algorithm = Algorithm::sat;
  if (find_touching_faces(pair, memory, touching)) return true;
  if (sat::both_boxes(pair)) return find_touching_boxes(pair, memory, touching);
  algorithm = Algorithm::mpr;
  return facet && find_touching_on_grid(pair, *facet, memory, &touching);
}

bool touch_at_once(const Pair<3>& pair, Algorithm& algorithm) {
  if (!may_touch_at_once(pair)) return false;
  Scratch scratch;
  algorithm = Algorithm::sat;
  if (find_touching_along_axis(pair, scratch.memory(), nullptr)) return true;
  if (sat::both_boxes(pair)) {
    Touching<3> touching(scratch.memory());
    return find_touching_box_faces(pair, scratch.memory(), touching);
  }
  algorithm = Algorithm::mpr;
  const auto facet = facet_on_grid(pair);
  return facet && find_touching_on_grid(pair, *facet, scratch.memory(), nullptr);
}

std::optional<Touch> find_touch(const Pair<3>& pair) {
  if (!may_touch_at_once(pair)) return std::nullopt;
  Scratch scratch;
  Touching<3> touching(scratch.memory());
  Touch touch;
  if (!find_touching_at_once(pair, facet_on_grid(pair), scratch.memory(), touching,
                             touch.algorithm)) {
    return std::nullopt;
  }
  touch.witness = first_corner(touching);
  return touch;
}

template <int D>
Touching<D> find_touching(const Pair<D>& pair, const Decided<D>& decision,
                          const lp::ExactDirection& exact_direction, Memory memory) {
  Touching<D> touching(memory);
  const SupportDirection<D> direction(exact_direction, decision.direction);
  if (decision.has_direction && find_in_few_bits(pair, direction, memory, touching)) {
    return touching;
  }
  const IntegerPair<D, StackInt> exact(pair, integer_scale(pair));
  const Faces<D, StackInt> faces = relation::supported_faces<D, StackInt, List<std::int32_t>>(
      pair, exact, decision, exact_direction, memory);
  set_points<D, StackInt, StackInt>(pair, exact, faces, memory, touching);
  return touching;
}

template <int D>
std::optional<Witness<D>> witness_of_touch(const Pair<D>& pair, const Decided<D>& decision,
                                           const lp::ExactDirection& exact_direction) {
  Scratch scratch;
  return first_corner(find_touching(pair, decision, exact_direction, scratch.memory()));
}

template Touching<2> find_touching<2>(const Pair<2>&, const Decided<2>&, const lp::ExactDirection&,
                                      Memory);
template Touching<3> find_touching<3>(const Pair<3>&, const Decided<3>&, const lp::ExactDirection&,
                                      Memory);
template std::optional<Witness<2>> witness_of_touch<2>(const Pair<2>&, const Decided<2>&,
                                                       const lp::ExactDirection&);
template std::optional<Witness<3>> witness_of_touch<3>(const Pair<3>&, const Decided<3>&,
                                                       const lp::ExactDirection&);

}  // namespace sunder::detail::contact
