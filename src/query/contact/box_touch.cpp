// SPDX-License-Identifier: Apache-2.0
//
// Idea: The faces of two boxes in one plane are parallelograms, whose corners are computed in twofold
// arithmetic. Sides in doubles prove the list of common corners. Boxes of one orientation have faces
// whose ends are sorted exactly, and their ranks are coordinates with exact sides. Each coordinate of a
// corner is rounded where its error cannot matter.
// Bound: box_touch_bounds.hpp, which also has the proof.
// Cost: A tenth of the integers of touching.cpp.
// Gives up: Where a side is too close to 0, as for faces of two orientations that share a corner or an
// edge. It also does where a coordinate is too close to the middle of two doubles.
#include "query/contact/box_touch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/contact/box_touch.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <algorithm>
#include <array>
#include <cmath>
#include <hwy/highway.h>
#include <span>

#include "filter/fine_pair-inl.hpp"
#include "query/contact/box_touch_bounds.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/placed.hpp"

#ifndef SUNDER_QUERY_CONTACT_BOX_TOUCH
#define SUNDER_QUERY_CONTACT_BOX_TOUCH
namespace sunder::detail::contact {

/// A corner of a face, up to its rests.
struct FaceCorner {
  double x;
  double y;
};
inline void write_turns(const FaceCorner& from, const FaceCorner& to,
                        std::span<const FaceCorner> points, double* turns) noexcept {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  for (const FaceCorner& p : points) *turns++ = x * (p.y - from.y) - y * (p.x - from.x);
}
/// Faces have four corners, so that the order of points on a line does not matter.
inline int order(const FaceCorner&, const FaceCorner&) noexcept { return 0; }

}  // namespace sunder::detail::contact
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::contact::HWY_NAMESPACE {
using namespace sunder::detail::HWY_NAMESPACE;

using OneTag = hn::CappedTag<double, 1>;
using Fine = Twofold<hn::Vec<OneTag>>;

HWY_INLINE hn::Vec<OneTag> one_of(double x) { return hn::Set(OneTag(), x); }
HWY_INLINE Fine product_of(const Fine& a, const Fine& b) {
  Fine product = two_product(a.value, b.value);
  product.rest = hn::Add(product.rest, hn::Add(hn::Mul(a.value, b.rest), hn::Mul(a.rest, b.value)));
  return product;
}

/// The face of a box in the common plane, counter-clockwise in the two coordinates kept, without the offset.
struct ParallelFace {
  alignas(32) double value[3][4];  ///< by the world's axes
  alignas(32) double rest[3][4];
  std::array<FaceCorner, 4> own;  ///< ranks, mirrored where the world is
  std::array<std::int32_t, 4> caller;
  std::array<double, 3> offset;
  double error;  ///< of a coordinate

  HWY_INLINE Fine at(std::size_t l, std::size_t i) const {
    return {one_of(value[l][i]), one_of(rest[l][i])};
  }
  /// Returns whether an edge runs along the other axis of the world, exactly.
  HWY_INLINE bool is_level(std::size_t l, std::size_t i, std::size_t k) const {
    return error == 0 && value[l][i] == value[l][k];
  }
};

/// Returns false where the face may have no area.
HWY_INLINE bool set_face(const BoxFace& box, const FacePlane& plane, const FaceRanks* ranks,
                         ParallelFace& face) {
  using Tag = hn::CappedTag<double, 4>;
  const Tag tag;
  const HullBlock& hull = *box.body->hull;
  const Pose<3>& pose = *box.body->pose;
  const std::size_t first = (box.up + 1) % 3;
  const std::size_t second = (box.up + 2) % 3;
  const double* const r = linear_data(pose);
  const double sense = r[3 * plane.axes.x + first] * r[3 * plane.axes.y + second] -
                       r[3 * plane.axes.x + second] * r[3 * plane.axes.y + first];
  const double scale = greatest_singular_value(pose);
  if (!(std::fabs(sense) > kLeastTurnedArea * (scale * scale))) return false;
  const bool reversed = sense < 0;
  // (-, -), (+, -), (+, +), (-, +), or backward
  const auto is_high = [&](std::size_t i) {
    const std::size_t k = reversed ? 3 - i : i;
    return std::array<bool, 2>{k == 1 || k == 2, k >= 2};
  };
  alignas(32) double p[4];
  alignas(32) double q[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [high_p, high_q] = is_high(i);
    p[i] = high_p ? hull.upper[first] : hull.lower[first];
    q[i] = high_q ? hull.upper[second] : hull.lower[second];
    if (ranks != nullptr) {
      const double rank = (*ranks)[second][high_q ? 1 : 0];
      face.own[i] = {static_cast<double>((*ranks)[first][high_p ? 1 : 0]), reversed ? -rank : rank};
    }
    face.caller[i] = hull.caller[(box.upper ? 1U << box.up : 0U) | (high_p ? 1U << first : 0U) |
                                 (high_q ? 1U << second : 0U)];
  }
  const double end = box.upper ? hull.upper[box.up] : hull.lower[box.up];
  const auto fill = [&](const auto& entry) HWY_ATTR {
    for (std::size_t l = 0; l < 3; ++l) {
      if (plane.is_level && l == plane.dropped) continue;
      for (std::size_t i = 0; i < 4; i += hn::Lanes(tag)) {
        Twofold<hn::Vec<Tag>> sum{hn::Zero(tag), hn::Zero(tag)};
        if (!plane.is_level) add_product(sum, hn::Set(tag, end), entry(l, box.up));
        add_product(sum, hn::Load(tag, p + i), entry(l, first));
        add_product(sum, hn::Load(tag, q + i), entry(l, second));
        sum = renormalised(sum);
        hn::Store(sum.value, tag, face.value[l] + i);
        hn::Store(sum.rest, tag, face.rest[l] + i);
      }
    }
  };
  if (box.exact) {
    fill([&](std::size_t l, std::size_t k) HWY_ATTR {
      return Twofold<hn::Vec<Tag>>{hn::Set(tag, r[3 * l + k]), hn::Zero(tag)};
    });
    face.error = 0;
  } else {
    const FineRotation rotation(pose);
    fill([&](std::size_t l, std::size_t k) HWY_ATTR { return rotation.entry(tag, l, k); });
    face.error = kFaceCorner * plane.size;
  }
  for (std::size_t l = 0; l < 3; ++l) face.offset[l] = pose.offset(static_cast<int>(l));
  return true;
}

class FaceTouch {
 public:
  HWY_INLINE explicit FaceTouch(const FacePlane& plane)
      : plane_(plane), size_(plane.size), axes_{plane.axes.x, plane.axes.y} {}

  HWY_INLINE bool run(const BoxFace& a, const BoxFace& b, const BoxRanks* ranks, Memory memory,
                      Touching<3>& touching) {
    const bool own = ranks != nullptr;
    if (!set_face(a, plane_, own ? &ranks->a : nullptr, a_) ||
        !set_face(b, plane_, own ? &ranks->b : nullptr, b_)) {
      return false;
    }
    for (std::size_t l = 0; l < 3; ++l) {
      between_[l] = two_sum(one_of(b_.offset[l]), one_of(-a_.offset[l]));
    }
    const std::array<FaceCorner, 4> of_a = own ? a_.own : corners(a_, 0, 0);
    const std::array<FaceCorner, 4> of_b = own ? b_.own
                                               : corners(b_, hn::GetLane(between_[axes_[0]].value),
                                                         hn::GetLane(between_[axes_[1]].value));
    const Sides<FaceCorner> sides_a(of_a, of_b, memory);
    const Sides<FaceCorner> sides_b(of_b, of_a, memory);
    // Ranks are small integers, whose sides have exact signs.
    const double least = own ? -1 : kFaceSide * (size_ * size_);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (!(std::fabs(sides_a.of(i, j)) > least && std::fabs(sides_b.of(i, j)) > least)) {
          return false;
        }
      }
    }
    const auto found = common_corners<FaceCorner>(of_a, of_b, sides_a, sides_b, memory);
    if (found.empty()) return false;
    List<Placed<3>> placed(memory);
    placed.reserve(found.size());
    for (const Corner& corner : found) {
      Vector3 at{};
      if (!set_rounded(corner, at)) return false;
      placed.push_back({corner, {feature(a_, corner.a), feature(b_, corner.b)}, at});
    }
    bool is_sure = true;
    arrange(placed, plane_.axes, [&](const Corner&, const Corner&, const Corner&) {
      is_sure = false;
      return 0;
    });
    if (!is_sure) return false;
    touching.normal = plane_.normal;
    touching.points = points_of(placed, memory);
    return true;
  }

 private:
  HWY_INLINE std::array<FaceCorner, 4> corners(const ParallelFace& face, double x, double y) const {
    std::array<FaceCorner, 4> at{};
    for (std::size_t i = 0; i < 4; ++i) {
      at[i] = {face.value[axes_[0]][i] + x, face.value[axes_[1]][i] + y};
    }
    return at;
  }
  HWY_INLINE static ContactFeature feature(const ParallelFace& face, const Place& place) {
    return feature_at(place, 4, [&](std::size_t i) { return face.caller[i]; });
  }

  /// Rounds offset + x. Returns false where that may be either of two doubles.
  HWY_INLINE bool set_nearest(double offset, const Fine& x, double of_x, double& out) const {
    Fine exact = two_sum(one_of(offset), x.value);
    double error = of_x;
    if (error != 0) {
      exact.rest = hn::Add(exact.rest, x.rest);
      exact = renormalised(exact);
      error += kFaceOffset * (std::fabs(offset) + size_);
    }
    const double value = hn::GetLane(exact.value);
    const double rest = hn::GetLane(exact.rest);
    const double off = error * (1 + kFaceShare) + std::fabs(rest) * kFaceShare;
    const double nearest = value + (error == 0 ? rest : rest - off);
    if (error != 0 && nearest != value + (rest + off)) return false;
    out = nearest + 0.0;  // no negative zero
    return true;
  }

  /// Calls `set` for each coordinate that the plane does not give.
  template <class Set>
  HWY_INLINE bool set_each(Vector3& at, const Set& set) const {
    for (std::size_t l = 0; l < 3; ++l) {
      if (plane_.is_level && l == plane_.dropped) {
        at[l] = plane_.height;
      } else if (!set(l, at[l])) {
        return false;
      }
    }
    return true;
  }
  HWY_INLINE bool set_rounded(const Corner& corner, Vector3& at) const {
    const bool on_a = corner.a.on == Place::On::vertex;
    if (on_a || corner.b.on == Place::On::vertex) {
      const ParallelFace& face = on_a ? a_ : b_;
      const std::size_t i = (on_a ? corner.a : corner.b).index;
      return set_each(at, [&](std::size_t l, double& out) HWY_ATTR {
        return set_nearest(face.offset[l], face.at(l, i), face.error, out);
      });
    }
    return set_crossing(corner.a.index, corner.b.index, at);
  }

  /// The crossing divides a's edge at the line of b's edge, at the share s / (s - t).
  HWY_INLINE bool set_crossing(std::size_t i, std::size_t j, Vector3& at) const {
    const std::size_t k = next_corner(i, 4);
    const std::size_t to = next_corner(j, 4);
    std::array<Fine, 2> along;
    std::array<Fine, 2> edge;
    std::array<Fine, 2> before;
    for (std::size_t m = 0; m < 2; ++m) {
      const std::size_t l = axes_[m];
      along[m] = difference_of(b_.at(l, to), b_.at(l, j));
      edge[m] = difference_of(a_.at(l, k), a_.at(l, i));
      before[m] = difference_of(difference_of(a_.at(l, i), b_.at(l, j)), between_[l]);
    }
    // s is the turn to the edge's start, and s - t that along the edge, negated.
    const Fine s = turn_of(along, before);
    const Fine whole = opposite_of(turn_of(along, edge));
    const double divisor = hn::GetLane(whole.value);
    const hn::Vec<OneTag> quotient = hn::Div(s.value, whole.value);
    Fine left = s;
    add_to(left, opposite_of(product_of({quotient, one_of(0)}, whole)));
    const Fine share = two_sum(quotient, hn::Div(hn::Add(left.value, left.rest), whole.value));
    const double error = kFaceCorner * size_ *
                         (kCrossingErrors + kCrossingTurns * (size_ * size_) / std::fabs(divisor));
    return set_each(at, [&](std::size_t l, double& out) HWY_ATTR {
      if (a_.is_level(l, i, k)) return set_nearest(a_.offset[l], a_.at(l, i), 0, out);
      if (b_.is_level(l, j, to)) return set_nearest(b_.offset[l], b_.at(l, j), 0, out);
      Fine x = a_.at(l, i);
      add_to(x, product_of(difference_of(a_.at(l, k), a_.at(l, i)), share));
      return set_nearest(a_.offset[l], renormalised(x), error, out);
    });
  }
  HWY_INLINE static Fine turn_of(const std::array<Fine, 2>& p, const std::array<Fine, 2>& q) {
    Fine turn = product_of(p[0], q[1]);
    add_to(turn, opposite_of(product_of(p[1], q[0])));
    return renormalised(turn);
  }

  const FacePlane& plane_;
  double size_;
  std::array<std::size_t, 2> axes_;
  std::array<Fine, 3> between_;  ///< from a's offset to b's
  ParallelFace a_;
  ParallelFace b_;
};

bool touch_faces_in_plane(const BoxFace& a, const BoxFace& b, const FacePlane& plane,
                          const BoxRanks* ranks, Memory memory, Touching<3>& touching) {
  return FaceTouch(plane).run(a, b, ranks, memory, touching);
}

}  // namespace sunder::detail::contact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::contact {

HWY_EXPORT(touch_faces_in_plane);

bool touch_faces(const BoxFace& a, const BoxFace& b, const FacePlane& plane, const BoxRanks* ranks,
                 Memory memory, Touching<3>& touching) {
  return HWY_DYNAMIC_DISPATCH(touch_faces_in_plane)(a, b, plane, ranks, memory, touching);
}

}  // namespace sunder::detail::contact
#endif
