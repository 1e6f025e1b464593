// SPDX-License-Identifier: Apache-2.0
#include "narrow/gjk/walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/gjk/walk.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"
#include "narrow/simplex_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// Up to this many vertices a hull is turned into the world frame once, which costs three supports
/// and saves two products of matrices a step.
constexpr std::int32_t kTurnedVertices = 32;

/// The support queries of a walk. Either way a height is a sum of products u_l R_lk a_k in some
/// order, so the bounds of FilteredPair hold.
template <int D>
class Supports {
 public:
  static constexpr Algorithm kRoom = Algorithm::gjk;
  static constexpr bool kExtreme = true;

  HWY_INLINE explicit Supports(const FilteredPair<D>& filtered)
      : filtered_(filtered),
        turned_(filtered.pair().a.hull->count <= kTurnedVertices &&
                filtered.pair().b.hull->count <= kTurnedVertices) {
    if (turned_) {
      turn(filtered.pair().a, a_);
      turn(filtered.pair().b, b_);
    }
  }

  HWY_INLINE DirectionalGap probe(const Vector<D>& u) const {
    const Pair<D>& pair = filtered_.pair();
    DirectionalGap gap;
    Vector<D> against{};
    for (std::size_t l = 0; l < D; ++l) against[l] = -u[l];
    const Extreme a = turned_ ? scan_turned(pair.a, a_, u) : scan_pulled_back(pair.a, u);
    const Extreme b =
        turned_ ? scan_turned(pair.b, b_, against) : scan_pulled_back(pair.b, against);
    double along = 0;
    for (std::size_t l = 0; l < D; ++l) along += u[l] * filtered_.offset()[l];
    gap.value = (-b.value - a.value) + along;
    gap.vertices = {a.vertex, b.vertex};
    return gap;
  }

  HWY_INLINE Vector<D> difference(IndexPair kept) const {
    Vector<D> c{};
    if (!turned_) {
      filtered_.difference(kept, c.data());
      return c;
    }
    for (std::size_t l = 0; l < D; ++l) {
      const auto row = l * kTurnedVertices;
      c[l] = (a_[row + static_cast<std::size_t>(kept.a)] -
              b_[row + static_cast<std::size_t>(kept.b)]) -
             filtered_.offset()[l];
    }
    return c;
  }

 private:
  HWY_INLINE static void turn(const Body<D>& body, double* out) {
    lanes::transform<D>(body.hull->points, body.hull->stride, body.hull->count,
                        body.pose->linear_data(), out, kTurnedVertices);
  }
  HWY_INLINE static Extreme scan_turned(const Body<D>& body, const double* rows,
                                        const Vector<D>& u) {
    return lanes::scan<D>(rows, kTurnedVertices, body.hull->count, u.data(), D);
  }
  HWY_INLINE static Extreme scan_pulled_back(const Body<D>& body, const Vector<D>& u) {
    const Vector<D> p = pull_back(body, u.data(), 1.0);
    if constexpr (D == 3) {
      if (!body.hull->candidates.empty()) {
        return lanes::extreme_by_table(body.hull->candidates, body.hull->points, body.hull->stride,
                                       body.hull->count, p.data());
      }
    }
    return lanes::scan<D>(body.hull->points, body.hull->stride, body.hull->count, p.data(), D);
  }

  const FilteredPair<D>& filtered_;
  bool turned_;
  alignas(64) double a_[D * kTurnedVertices];
  alignas(64) double b_[D * kTurnedVertices];
};

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
