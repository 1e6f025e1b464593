// SPDX-License-Identifier: Apache-2.0
//
// Computes the exact first meeting of bodies that only translate.
#pragma once

#include "geometry/body.hpp"
#include "query/cast/end_gap.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// Computes the exact verdict at the start. Returns true, with the answer, for bodies that meet: a
/// hit at [0, 0]. Otherwise `direction`, if there is one, points from a to b.
template <int D>
bool meets_at_start(const Pair<D>& pair, Cast<D>& answer, Vector<D>& direction,
                    bool& has_direction);

/// Does so for bodies that may carry a radius, without a direction.
template <int D>
bool meets_at_start(const Posed<D>& a, const Posed<D>& b, Cast<D>& answer);

/// Both bodies translate.
template <int D>
Cast<D> cast_linear(const Pair<D>& pair, const Vector<D>& translation_a,
                    const Vector<D>& translation_b);

/// Sets the common point and the normal of bodies that touch at the start.
template <int D>
void set_touching_place(const Posed<D>& a, const Posed<D>& b, Cast<D>& answer);

/// Sets the closest point of bodies that are apart: the point of a represents both.
template <int D>
void set_place(const Distance<D>& apart, Cast<D>& answer) {
  answer.witness = apart.witness;
  if (answer.witness) answer.witness->point_b = answer.witness->point_a;
}

/// Adds a weighted vertex of a, in world coordinates.
template <int D>
void add_weighted_vertex(const Body<D>& a, std::int32_t vertex, double weight, Vector<D>& point) {
  for (int l = 0; l < D; ++l) {
    double x = a.pose->offset(l);
    for (int k = 0; k < D; ++k) x += a.pose->linear(l, k) * a.hull->coordinate(vertex, k);
    point[static_cast<std::size_t>(l)] += weight * x;
  }
}

/// Is the gap along u positive at time 0 and at time 1? `velocity` is rounded once an entry.
template <int D>
bool proves_free(const FilteredPair<D>& filtered, const Vector<D>& velocity, Vector<D> u) {
  const bool usable = normalise(u.data(), D);
  const DirectionalGap gap = filtered.gap(u.data());
  const EndGap end = gap_at_end<D>(gap, u, velocity);
  return usable && gap.proves_separated() && end.usable && end.value > end.error;
}

/// Returns a free answer, which has no place.
template <int D>
Cast<D> free_cast(const Cast<D>& examined) {
  Cast<D> answer;
  answer.start = examined.start;
  answer.steps = examined.steps;
  answer.verdict = CastVerdict::free;
  answer.time = {1, 1};
  return answer;
}

}  // namespace sunder::detail
