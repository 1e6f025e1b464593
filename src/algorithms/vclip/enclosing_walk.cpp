// SPDX-License-Identifier: Apache-2.0
#include "algorithms/vclip/enclosing_walk.hpp"

#include <hwy/highway.h>

#include "narrow/simplex_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::vclip::HWY_NAMESPACE {

/// Scans, each with its own dispatch: a walk here is short, and occurs once for a pair that
/// overlaps.
struct Supports {
  static constexpr Algorithm kAlgorithm = Algorithm::vclip;
  static constexpr bool kExtreme = true;

  DirectionalGap probe(const Vector3& u) const { return filtered.probe(u.data()); }
  Vector3 difference(IndexPair kept) const {
    Vector3 c{};
    filtered.difference(kept, c.data());
    return c;
  }

  const FilteredPair<3>& filtered;
};

void walk(const FilteredPair<3>& pair, const Vector3& start, bool first_proof, Trace* trace,
          simplex_walk::Walk<3>& state) {
  const Supports supports{pair};
  simplex_walk::HWY_NAMESPACE::walk<3>(pair, supports, start, first_proof, trace, state);
}

}  // namespace sunder::detail::vclip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace sunder::detail::vclip {

void EnclosingWalker::walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                                Trace* trace, simplex_walk::Walk<3>& walk) {
  HWY_NAMESPACE::walk(pair, start, first_proof, trace, walk);
}

}  // namespace sunder::detail::vclip
