// SPDX-License-Identifier: Apache-2.0
//
// The first meeting of bodies that only translate, exactly.
#pragma once

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

/// The exact verdict at the start. True, with the answer, for bodies that meet: a hit at [0, 0].
/// Else `direction`, if there is one, is from a to b.
template <int D>
bool meets_at_start(const Pair<D>& pair, Cast<D>& answer, Vector<D>& direction,
                    bool& has_direction);

/// Both bodies translate.
template <int D>
Cast<D> cast_linear(const Pair<D>& pair, const Vector<D>& translation_a,
                    const Vector<D>& translation_b);

/// For bodies that touch at the start: their common point, and the plane between them.
template <int D, class PosedD>
void set_touching_place(const PosedD& a, const PosedD& b, Cast<D>& answer) {
  if (answer.start != Verdict::touching) return;
  const Distance<D> common = distance(a, b);
  answer.normal = common.normal;
  answer.has_normal = common.has_normal;
  answer.point = common.point_a;
  answer.has_point = common.has_points;
}

/// A free answer, which has no place.
template <int D>
Cast<D> free_cast(const Cast<D>& examined) {
  Cast<D> answer;
  answer.start = examined.start;
  answer.steps = examined.steps;
  answer.result = CastVerdict::free;
  answer.lower = 1;
  answer.upper = 1;
  return answer;
}

}  // namespace sunder::detail
