// SPDX-License-Identifier: Apache-2.0
//
// It is compiled once, not for each instruction set: a climb reads scattered vertices, which SIMD
// does not speed up.
#include "algorithms/gjk_hill_climbing/walk.hpp"

#include <hwy/highway.h>

#include "algorithms/gjk_hill_climbing/climb.hpp"
#include "narrow/simplex_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk_hill_climbing::HWY_NAMESPACE {

template <int D>
class Supports {
 public:
  static constexpr Algorithm kAlgorithm = Algorithm::gjk_hill_climbing;
  static constexpr bool kExtreme = false;

  Supports(const FilteredPair<D>& filtered, IndexPair start) : filtered_(filtered), last_(start) {}

  DirectionalGap probe(const Vector<D>& u) {
    const Pair<D>& pair = filtered_.pair();
    const Extreme a = find(*pair.a.hull, pull_back(pair.a, u.data(), 1.0), last_.a);
    const Extreme b = find(*pair.b.hull, pull_back(pair.b, u.data(), -1.0), last_.b);
    last_ = {a.vertex, b.vertex};
    double along = 0;
    for (std::size_t l = 0; l < D; ++l) along += u[l] * filtered_.offset()[l];
    DirectionalGap gap;
    gap.value = (-b.value - a.value) + along;
    gap.vertices = last_;
    return gap;
  }

  Vector<D> difference(IndexPair kept) const {
    Vector<D> c{};
    filtered_.difference(kept, c.data());
    return c;
  }

 private:
  /// Flat sets and single points have no edges to walk along.
  static Extreme find(const HullBlock& hull, const Vector<D>& u, std::int32_t start) {
    return hull.topology ? climb<D>(hull, u, start) : support<D>(hull, u.data());
  }

  const FilteredPair<D>& filtered_;
  IndexPair last_;
};

template <int D>
void walk(const FilteredPair<D>& pair, const Vector<D>& start, bool first_proof, Trace* trace,
          Walk<D>& state) {
  Supports<D> supports(pair, state.gap.vertices);
  simplex_walk::HWY_NAMESPACE::walk<D>(pair, supports, start, first_proof, trace, state);
}

}  // namespace sunder::detail::gjk_hill_climbing::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace sunder::detail::gjk_hill_climbing {

void ClimbingWalker::walk_from(const FilteredPair<2>& pair, const Vector2& start, bool first_proof,
                               Trace* trace, Walk<2>& walk) {
  HWY_NAMESPACE::walk<2>(pair, start, first_proof, trace, walk);
}
void ClimbingWalker::walk_from(const FilteredPair<3>& pair, const Vector3& start, bool first_proof,
                               Trace* trace, Walk<3>& walk) {
  HWY_NAMESPACE::walk<3>(pair, start, first_proof, trace, walk);
}

}  // namespace sunder::detail::gjk_hill_climbing
