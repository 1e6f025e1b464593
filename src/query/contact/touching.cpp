// SPDX-License-Identifier: Apache-2.0
//
// Idea: The faces in a supporting plane are polygons of integer coordinates. The lists of
// common_part.hpp give the corners of their common part. Each is mapped back to space by the
// vertices it depends on.
// Bound: Everything is exact until each coordinate of a corner is rounded once.
// Cost: O(n m) signs of turns, most of them from 30 bits (plane_point.hpp). Sorting k corners takes
// O(k log k) exact ones.
#include "query/contact/touching.hpp"

#include <algorithm>
#include <utility>

#include "exact/nearest.hpp"
#include "query/contact/common_part.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/plane_point.hpp"
#include "query/decide.hpp"

namespace sunder::detail::contact {
namespace {

using relation::PlaneAxes;

template <int D>
using ExactVector = relation::ExactVector<D, StackInt>;
using CornerPoint = relation::PlanePointOf<StackInt>;
using Polygon = List<CornerPoint>;

/// point / weight in the integers of the pair's frame; the weight is positive.
template <int D>
struct WeightedPoint {
  ExactVector<D> point{};
  StackInt weight = 1;
  ContactId id;
};

/// Returns the sign of a left turn. Since weights are positive, it is that of a 3 x 3 determinant.
template <int D>
int turn_of(const WeightedPoint<D>& p, const WeightedPoint<D>& q, const WeightedPoint<D>& r,
            const PlaneAxes& axes) {
  const StackInt& qx = q.point[axes.x];
  const StackInt& qy = q.point[axes.y];
  const StackInt& rx = r.point[axes.x];
  const StackInt& ry = r.point[axes.y];
  const StackInt determinant = p.point[axes.x] * (qy * r.weight - q.weight * ry) -
                               p.point[axes.y] * (qx * r.weight - q.weight * rx) +
                               p.weight * (qx * ry - qy * rx);
  return sign_of(determinant);
}

template <int D>
class CommonPart {
 public:
  CommonPart(const IntegerPair<D, StackInt>& exact, const ContactFaces<D>& faces, Memory memory)
      : exact_(exact),
        memory_(memory),
        axes_(relation::plane_axes<D>(faces.u)),
        a_(relation::polygon_in_plane<D, StackInt, Polygon>(exact.a, faces.a, faces.u, memory)),
        b_(relation::polygon_in_plane<D, StackInt, Polygon>(exact.b, faces.b, faces.u, memory)) {}

  List<WeightedPoint<D>> corners() const {
    const int shift = shift_of<StackInt>(a_, b_);
    const auto a = coarse<StackInt>(a_, shift, memory_);
    const auto b = coarse<StackInt>(b_, shift, memory_);
    const auto corners = common_corners<CoarsePoint<StackInt>>(a, b, memory_);
    List<WeightedPoint<D>> found(memory_);
    found.reserve(corners.size());
    for (const Corner& corner : corners) found.push_back(lifted(corner));
    arrange(found);
    return found;
  }

 private:
  static ExactVector<D> vertex(const IntegerBody<D, StackInt>& body, const Polygon& polygon,
                               std::size_t i) {
    return relation::point_of<D>(body, kept_index(*body.hull, polygon[i].vertex));
  }

  /// Maps a corner back to space, where it is the same combination of vertices as in the plane.
  WeightedPoint<D> lifted(const Corner& corner) const {
    const auto caller = [](const Polygon& polygon) {
      return [&polygon](std::size_t i) { return polygon[i].vertex; };
    };
    WeightedPoint<D> lifted;
    lifted.id = {feature_at(corner.a, a_.size(), caller(a_)),
                 feature_at(corner.b, b_.size(), caller(b_))};
    if (corner.a.on == Place::On::vertex) {
      lifted.point = vertex(exact_.a, a_, corner.a.index);
    } else if (corner.b.on == Place::On::vertex) {
      lifted.point = vertex(exact_.b, b_, corner.b.index);
    } else {
      cross(corner.a.index, corner.b.index, lifted);
    }
    return lifted;
  }

  /// Computes the point that divides a's edge p q at the line of b's edge: (s q - t p) / (s - t).
  /// Here s and t are the turns from b's edge to p and to q.
  void cross(std::size_t i, std::size_t j, WeightedPoint<D>& lifted) const {
    const std::size_t k = next_corner(i, a_.size());
    const CornerPoint& from = b_[j];
    const CornerPoint& to = b_[next_corner(j, b_.size())];
    StackInt s = turn_of(from, to, a_[i]);
    StackInt t = turn_of(from, to, a_[k]);
    if (s < 0) {
      s = -s;
      t = -t;
    }
    const ExactVector<D> p = vertex(exact_.a, a_, i);
    const ExactVector<D> q = vertex(exact_.a, a_, k);
    for (std::size_t l = 0; l < p.size(); ++l) lifted.point[l] = s * q[l] - t * p[l];
    lifted.weight = s - t;
  }

  /// Sorts the corners by the sign of the turn about one of them. No three lie on one line.
  void arrange(List<WeightedPoint<D>>& found) const {
    if (found.empty()) return;
    const auto by_id = [](const auto& p, const auto& q) { return p.id < q.id; };
    std::iter_swap(found.begin(), std::min_element(found.begin(), found.end(), by_id));
    std::sort(found.begin() + 1, found.end(), [&](const auto& p, const auto& q) {
      return turn_of<D>(found.front(), p, q, axes_) * axes_.orientation > 0;
    });
  }

  const IntegerPair<D, StackInt>& exact_;
  Memory memory_;
  PlaneAxes axes_;
  Polygon a_;
  Polygon b_;
};

/// Rounds a corner to the world frame. The pair's frame has b's translation at 0.
template <int D>
Vector<D> rounded(const Pair<D>& pair, const IntegerPair<D, StackInt>& exact,
                  const WeightedPoint<D>& corner) {
  Vector<D> point{};
  const StackInt denominator = exact.denominator * corner.weight;
  for (std::size_t l = 0; l < point.size(); ++l) {
    const double t = pair.b.pose->offset(static_cast<int>(l));
    const StackInt offset = to_integer<StackInt>(t, exact.exponent);
    point[l] =
        nearest_stack_quotient(corner.point[l] + offset * denominator, denominator, exact.exponent);
  }
  return point;
}

}  // namespace

template <int D>
List<ContactPoint<D>> touching_points(const Pair<D>& pair, const IntegerPair<D, StackInt>& exact,
                                      const ContactFaces<D>& faces, Memory memory) {
  const auto corners = CommonPart<D>(exact, faces, memory).corners();
  List<ContactPoint<D>> points(memory);
  points.reserve(corners.size());
  for (const WeightedPoint<D>& corner : corners) {
    const Vector<D> at = rounded<D>(pair, exact, corner);
    points.push_back({at, at, 0, corner.id});
  }
  return points;
}

template List<ContactPoint<2>> touching_points<2>(const Pair<2>&, const IntegerPair<2, StackInt>&,
                                                  const ContactFaces<2>&, Memory);
template List<ContactPoint<3>> touching_points<3>(const Pair<3>&, const IntegerPair<3, StackInt>&,
                                                  const ContactFaces<3>&, Memory);

}  // namespace sunder::detail::contact
