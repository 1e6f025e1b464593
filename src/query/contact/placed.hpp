// SPDX-License-Identifier: Apache-2.0
//
// Puts the corners of an exact common part in their order around the normal.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

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

/// Returns the sign of a turn of three rounded corners, or 0 where they do not prove it.
///
/// Each rounded coordinate is off by at most h = 2^-53 m + 2^-1074, where m is the largest in size. A
/// difference is off by 2 h and its rounding, together less than 2^-51 m + 2^-1000, unless it overflows.
/// A product of two differences u, v is off by less than (|u| + |v| + d) d with that d, and its own
/// rounding, 2^-53 |u v| < 2^-52 m |u|. With both products and their difference the turn is off by
/// less than 2^-49 m times the sum of the four differences and m 2^-49.
template <int D>
int rounded_turn(const Placed<D>& o, const Placed<D>& p, const Placed<D>& q,
                 const relation::PlaneAxes& axes) noexcept {
  double most = 0;
  for (const Placed<D>* const x : {&o, &p, &q}) {
    most = std::max({most, std::fabs(x->at[axes.x]), std::fabs(x->at[axes.y])});
  }
  const double px = p.at[axes.x] - o.at[axes.x];
  const double py = p.at[axes.y] - o.at[axes.y];
  const double qx = q.at[axes.x] - o.at[axes.x];
  const double qy = q.at[axes.y] - o.at[axes.y];
  const double twice = px * qy - py * qx;
  const double sum = std::fabs(px) + std::fabs(py) + std::fabs(qx) + std::fabs(qy);
  const bool in_range = most > 0x1p-400 && most < 0x1p400;
  if (!in_range || !(std::fabs(twice) > kTurnError * most * (sum + kTurnError * most))) return 0;
  return twice > 0 ? 1 : -1;
}

/// Sorts the corners by the sign of the turn about the one of lowest id. No three lie on one line.
/// `exact_turn` takes three corners.
template <int D, class ExactTurn>
void arrange(List<Placed<D>>& found, const relation::PlaneAxes& axes, const ExactTurn& exact_turn) {
  if (found.empty()) return;
  const auto by_id = [](const Placed<D>& p, const Placed<D>& q) { return p.id < q.id; };
  std::iter_swap(found.begin(), std::min_element(found.begin(), found.end(), by_id));
  const Placed<D>& o = found.front();
  std::sort(found.begin() + 1, found.end(), [&](const Placed<D>& p, const Placed<D>& q) {
    int turn = rounded_turn(o, p, q, axes);
    if (turn == 0) turn = exact_turn(o.corner, p.corner, q.corner);
    return turn * axes.orientation > 0;
  });
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
