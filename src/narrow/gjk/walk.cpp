// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/walk.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/scanned_supports-inl.hpp"
#include "narrow/simplex_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// A walk makes few support queries, so rotating more vertices than these would not pay.
constexpr std::int32_t kTurnedVertices = 32;

template <int D>
using Supports = lanes::ScannedSupports<D, Algorithm::gjk, kTurnedVertices>;

void walk2(const FilteredPair<2>& pair, const Vector2& start, bool first_proof, Trace* trace,
           Walk<2>& state) {
  const Supports<2> supports(pair);
  simplex_walk::HWY_NAMESPACE::walk<2>(pair, supports, start, first_proof, trace, state);
}
void walk3(const FilteredPair<3>& pair, const Vector3& start, bool first_proof, Trace* trace,
           Walk<3>& state) {
  const Supports<3> supports(pair);
  simplex_walk::HWY_NAMESPACE::walk<3>(pair, supports, start, first_proof, trace, state);
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::gjk {

HWY_EXPORT(walk2);
HWY_EXPORT(walk3);

void ScanningWalker::walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof,
                               Trace* trace, Walk<2>& walk) {
  HWY_DYNAMIC_DISPATCH(walk2)(pair, start, first_proof, trace, walk);
}
void ScanningWalker::walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                               Trace* trace, Walk<3>& walk) {
  HWY_DYNAMIC_DISPATCH(walk3)(pair, start, first_proof, trace, walk);
}

}  // namespace sunder::detail::gjk
#endif
