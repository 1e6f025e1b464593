// SPDX-License-Identifier: Apache-2.0
//
// Converts the signed distance of two polytopes to that of the bodies with their radii. The
// interval is exact; points move by the radii.
#pragma once

#include "exact/root_sum.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::rounded {

/// A signed distance with a verdict.
struct SignedLength {
  Verdict verdict = Verdict::undecided;
  Interval length;
};

/// `root` is the distance of the polytopes, or where `inside` their depth. The ends are as close as
/// enclose_sum() promises; [0, 0] where the bodies touch.
SignedLength less_radii(const Root& root, bool inside, const BigDyadic& radii);

/// Converts the polytopes' witness to that of bodies which are separated or overlap. Each point
/// moves by its radius along the normal, towards the other body. The witness is dropped where a
/// coordinate overflows.
template <int D>
void move_out(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness);

/// Sets the witness of bodies that touch: the point of the smaller radius, twice.
template <int D>
void move_together(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness);

}  // namespace sunder::detail::rounded
