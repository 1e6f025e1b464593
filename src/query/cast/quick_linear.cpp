// SPDX-License-Identifier: Apache-2.0
//
// Idea: Circumscribed balls prove most free casts. Else a portal walk finds the facet of the
// difference that the motion enters, and its adjacency proves it. The time is computed as the
// doubles next to it. A direction with a gap at both ends proves that the bodies stay apart.
// Bound: pierced_facet.hpp for the facet, entry_time.hpp for the time, moving_ball.hpp for the balls,
// end_gap.hpp for a direction.
// Cost: Some ten support queries for a hit, none to five where free. No allocation.
// Gives up: On bodies that meet at the start or graze each other, and on parallel faces and edges.
// Bodies without faces, and numbers outside the filters' range.
#include "query/cast/quick_linear.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/cast/quick_linear.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"
#include "query/cast/entry_time-inl.hpp"
#include "query/cast/linear.hpp"
#include "query/cast/moving_ball-inl.hpp"
#include "query/cast/pierced_facet.hpp"
#include "query/cast/portal_search-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

HWY_INLINE bool is_zero_vector(const Vector3& v) {
  return is_zero_bits(v[0]) && is_zero_bits(v[1]) && is_zero_bits(v[2]);
}

class QuickCast {
 public:
  HWY_INLINE QuickCast(const Pair<3>& pair, const Vector3& translation_a,
                       const Vector3& translation_b)
      : pair_(pair), translation_a_(translation_a), translation_b_(translation_b) {}

  HWY_INLINE bool cast(Cast<3>& answer, PairList<3>& proposal) {
    const gjk::HWY_NAMESPACE::PosedPair posed(pair_);
    const Reach reach = reach_of(pair_, {posed.offset()[0], posed.offset()[1], posed.offset()[2]});
    const Packed velocity =
        Sub(load_packed(translation_b_.data()), load_packed(translation_a_.data()));
    Segment way;
    if (!posed.in_range() || !reach.in_range() || !way.set(Neg(velocity))) return false;
    const Ball ball{load_packed(posed.line().data()), reach.entry_error(),
                    scaled_radius(pair_.a) + scaled_radius(pair_.b)};
    const double closest = closest_place(way, ball);
    if (misses(way, ball, closest)) return set_free_cast(answer);
    const Vector3 toward = vector_of(MulSub(filled(closest - ball.radius), way.d, ball.centre));
    velocity_ = vector_of(velocity);
    const bool rounded = !is_zero_vector(translation_a_) && !is_zero_vector(translation_b_);
    const MovingLine moving(vector_of(way.d), rounded);
    using gjk::HWY_NAMESPACE::StillSupports;
    using gjk::HWY_NAMESPACE::TurnedSupports;
    const bool few = std::max(pair_.a.hull->count, pair_.b.hull->count) <= TurnedSupports::kMost;
    return few ? search<TurnedSupports>(posed, reach, moving, toward, answer, proposal)
               : search<StillSupports>(posed, reach, moving, toward, answer, proposal);
  }

 private:
  template <class Supports>
  HWY_NOINLINE bool search(const gjk::HWY_NAMESPACE::PosedPair& posed, const Reach& reach,
                           const MovingLine& moving, const Vector3& toward, Cast<3>& answer,
                           PairList<3>& proposal) const {
    const Supports supports(posed);
    PortalSearch<Supports> portal(supports, moving.projection, reach.gap_error(), toward);
    const Pierced outcome = portal.run();
    if (outcome == Pierced::missed) {
      return proves_free<3>(FilteredPair<3>(pair_), velocity_, portal.direction()) &&
             set_free_cast(answer);
    }
    if (outcome != Pierced::face) return false;
    const std::array<IndexPair, 3> corners = portal.corners();
    EntryPoints points;
    if (prove_facet(pair_, reach, moving, corners, points)) {
      EntryTime entry;
      find_entry_time(body(pair_.a, translation_a_), body(pair_.b, translation_b_), points,
                      reach.reach, entry);
      if (entry.sign == EntryTime::Sign::negative) return false;
      if (entry.sign == EntryTime::Sign::positive) return set_entry(entry, points, answer);
    }
    for (const IndexPair& pair : corners) proposal.push_back(pair);
    return false;
  }

  HWY_INLINE static double scaled_radius(const Body<3>& body) {
    return body.hull->circumscribed * greatest_singular_value(*body.pose);
  }
  HWY_INLINE static EntryBody body(const Body<3>& body, const Vector3& translation) {
    return {body.hull, body.pose, offset_data(*body.pose), translation.data()};
  }

  HWY_INLINE bool set_entry(const EntryTime& entry, const EntryPoints& points,
                            Cast<3>& answer) const {
    Vector3 point{};
    for (std::size_t l = 0; l < 3; ++l) point[l] = entry.time.lower * translation_a_[l];
    const std::array<double, 2>& weights = points.weights.values;
    const std::array<double, 3> all{(1 - weights[0]) - weights[1], weights[0], weights[1]};
    for (std::size_t i = 0; i < 3; ++i) {
      add_weighted_vertex<3>(pair_.a, points.pairs[i].a, all[i], point);
    }
    return set_entry_cast(entry, point, answer);
  }

  const Pair<3>& pair_;
  const Vector3& translation_a_;
  const Vector3& translation_b_;
  Vector3 velocity_{};
};

bool cast_hulls_quickly(const Pair<3>& pair, const Vector3& translation_a,
                        const Vector3& translation_b, Cast<3>& answer, PairList<3>& proposal) {
  return QuickCast(pair, translation_a, translation_b).cast(answer, proposal);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {
namespace {

bool has_faces(const Body<3>& body) noexcept {
  return body.hull->topology != nullptr && body.hull->topology->face_count() > 0;
}

}  // namespace

HWY_EXPORT(cast_hulls_quickly);

bool cast_linear_quickly(const Pair<3>& pair, const Vector3& translation_a,
                         const Vector3& translation_b, Cast<3>& answer, PairList<3>& proposal) {
  if (!has_faces(pair.a) || !has_faces(pair.b)) return false;
  return HWY_DYNAMIC_DISPATCH(cast_hulls_quickly)(pair, translation_a, translation_b, answer,
                                                  proposal);
}

}  // namespace sunder::detail
#endif
