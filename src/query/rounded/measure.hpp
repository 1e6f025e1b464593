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
  bool exact = false;  ///< integers decided, for doubles were too wide
};

/// `root` is the distance of the polytopes, or where `inside` their depth. The ends are as close as
/// enclose_sum() promises; [0, 0] where the bodies touch.
SignedLength less_radii(const Root& root, bool inside, const BigDyadic& radii);

/// Returns the signed distance of the bodies. `found` holds the distance of the polytopes, or where
/// `inside` their depth. Doubles give the answer where they are narrow for `width`, which is
/// relative, or 0 for the default; otherwise integers do. Their search begins at `normal`, if there
/// is one. D is 2 or 3 where the polytopes overlap.
template <int D>
SignedLength signed_length(const Posed<D>& a, const Posed<D>& b, const Interval& found, bool inside,
                           double width, const Vector<D>* normal);

/// Moves a pair of points of the polytopes out by the radii, each towards the other body.
template <int D>
void move_out(const Posed<D>& a, const Posed<D>& b, const Vector<D>& normal, Vector<D>& point_a,
              Vector<D>& point_b) noexcept {
  for (std::size_t l = 0; l < normal.size(); ++l) {
    point_a[l] += a.radius() * normal[l];
    point_b[l] -= b.radius() * normal[l];
  }
}

/// Converts the polytopes' witness to that of bodies which are separated or overlap. Each point
/// moves by its radius along the normal, towards the other body. The witness is dropped where a
/// coordinate overflows.
template <int D>
void move_out(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness);

/// Sets the witness of bodies that touch: the point of the smaller radius, twice.
template <int D>
void move_together(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness);

}  // namespace sunder::detail::rounded
