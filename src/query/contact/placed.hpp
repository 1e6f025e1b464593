// SPDX-License-Identifier: Apache-2.0
//
// Puts the corners of an exact common part in their order around the normal.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "exact/rounding.hpp"
#include "geometry/vectors.hpp"
#include "query/contact/common_part.hpp"
#include "query/relation/world.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

template <int D>
struct Placed {
  Corner corner;
  ContactId id;
  Vector<D> at;  ///< in the world, each coordinate rounded to nearest
};

/// A factor of the bound of rounded_turn().
inline constexpr double kTurnError = 0x1p-48;

/// A rounded corner as seen from another one, o.
struct Spoke {
  double x{};
  double y{};
  double sum{};   ///< |x| + |y|
  double most{};  ///< the largest coordinate of both corners, in size
  std::size_t index{};
};
template <int D>
Spoke spoke_of(const Vector<D>& o, const Vector<D>& p, const relation::PlaneAxes& axes,
               std::size_t index) noexcept {
  const double x = p[axes.x] - o[axes.x];
  const double y = p[axes.y] - o[axes.y];
  const double most = std::max(std::max(std::fabs(p[axes.x]), std::fabs(p[axes.y])),
                               std::max(std::fabs(o[axes.x]), std::fabs(o[axes.y])));
  return {x, y, std::fabs(x) + std::fabs(y), most, index};
}

/// Returns the sign of the turn of o and two rounded corners, or 0 where they do not prove it.
///
/// Each rounded coordinate is off by at most h = 2^-53 m + 2^-1074, where m is the largest in size. A
/// difference is off by 2 h and its rounding, together less than 2^-51 m + 2^-1000, unless it overflows.
/// A product of two differences u, v is off by less than (|u| + |v| + d) d with that d, and its own
/// rounding, 2^-53 |u v| < 2^-52 m |u|. With both products and their difference the turn is off by
/// less than 2^-49 m times the sum of the four differences and m 2^-49.
inline int rounded_turn(const Spoke& p, const Spoke& q) noexcept {
  const double most = std::max(p.most, q.most);
  const double twice = p.x * q.y - p.y * q.x;
  const bool in_range = most > 0x1p-400 && most < 0x1p400;
  const double error = kTurnError * most * ((p.sum + q.sum) + kTurnError * most);
  if (!in_range || !(std::fabs(twice) > error)) return 0;
  return twice > 0 ? 1 : -1;
}

/// Sorts the corners by the sign of the turn about the one of lowest id. No three lie on one line.
/// `exact_turn` takes three corners.
template <int D, class ExactTurn>
void arrange(List<Placed<D>>& found, const relation::PlaneAxes& axes, const ExactTurn& exact_turn) {
  if (found.empty()) return;
  const Memory memory = found.get_allocator().resource();
  const auto by_id = [](const Placed<D>& p, const Placed<D>& q) { return p.id < q.id; };
  std::iter_swap(found.begin(), std::min_element(found.begin(), found.end(), by_id));
  const Placed<D>& o = found.front();
  List<Spoke> spokes(memory);
  spokes.reserve(found.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    spokes.push_back(spoke_of<D>(o.at, found[i].at, axes, i));
  }
  std::sort(spokes.begin() + 1, spokes.end(), [&](const Spoke& p, const Spoke& q) {
    int turn = rounded_turn(p, q);
    if (turn == 0) turn = exact_turn(o.corner, found[p.index].corner, found[q.index].corner);
    return turn * axes.orientation > 0;
  });
  List<Placed<D>> sorted(memory);
  sorted.reserve(found.size());
  for (const Spoke& spoke : spokes) sorted.push_back(found[spoke.index]);
  found = std::move(sorted);
}

template <int D>
List<ContactPoint<D>> points_of(const List<Placed<D>>& found, Memory memory) {
  List<ContactPoint<D>> points(memory);
  points.reserve(found.size());
  for (const Placed<D>& placed : found) points.push_back({placed.at, placed.at, 0, placed.id});
  return points;
}

/// Returns the unit vector along u, rounded.
template <int D, class Int>
Vector<D> unit_of(const relation::ExactVector<D, Int>& u) {
  Vector<D> normal{};
  to_unit_doubles(std::span<const Int>(u), normal.data());
  const double size = std::sqrt(dot<D>(normal, normal));
  for (double& entry : normal) entry = entry / size + 0.0;  // -0 becomes 0
  return normal;
}

}  // namespace sunder::detail::contact
