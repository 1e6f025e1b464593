// SPDX-License-Identifier: Apache-2.0
//
// Idea: A rotation about the vertical leaves heights alone: the ends of both boxes are sums of two
// doubles, and their difference has an exact sign. Where it is 0 the boxes touch if their faces meet.
// Faces are parallelograms, whose corners are computed in twofold arithmetic. Sides in doubles prove
// the list of common corners, and each coordinate is rounded where its error cannot matter.
// Boxes turned alike, one right above the other, are compared in their own frame, where signs are exact.
// Bound: upright_bounds.hpp, which also has the proof.
// Cost: A tenth of the integers of touching.cpp.
// Gives up: Where another matrix mixes the axes, or a side is too close to 0, as for other faces that
// share a corner or an edge. It also does where a coordinate is too close to the middle of two doubles.
#include "query/contact/upright_touch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/contact/upright_touch.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <algorithm>
#include <array>
#include <cmath>
#include <hwy/highway.h>
#include <span>

#include "exact/expansion.hpp"
#include "filter/fine_pair-inl.hpp"
#include "narrow/boxes/boxes.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/placed.hpp"
#include "query/contact/upright_bounds.hpp"

#ifndef SUNDER_QUERY_CONTACT_UPRIGHT_TOUCH
#define SUNDER_QUERY_CONTACT_UPRIGHT_TOUCH
namespace sunder::detail::contact {

/// A box whose axis `up` is mapped to the world's vertical.
struct UprightBox {
  const Body<3>* body;
  std::size_t up = 0;
  double sense = 0;    ///< 1, or -1 where it points down; 0 where no axis is mapped to the vertical
  bool exact = false;  ///< the other axes are mapped to axes of the world too

  /// The height of an end without the offset.
  double end(bool upper) const noexcept {
    const HullBlock& hull = *body->hull;
    return sense > 0 ? (upper ? hull.upper[up] : hull.lower[up])
                     : -(upper ? hull.lower[up] : hull.upper[up]);
  }
};

/// A corner of a face, up to its rests.
struct UprightCorner {
  double x;
  double y;
};
inline void write_turns(const UprightCorner& from, const UprightCorner& to,
                        std::span<const UprightCorner> points, double* turns) noexcept {
  const double x = to.x - from.x;
  const double y = to.y - from.y;
  for (const UprightCorner& p : points) *turns++ = x * (p.y - from.y) - y * (p.x - from.x);
}
/// Faces have four corners, so that the order of points on a line does not matter.
inline int order(const UprightCorner&, const UprightCorner&) noexcept { return 0; }

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

/// The face of a box in the common plane, counter-clockwise in the two coordinates, without the offset.
struct UprightFace {
  alignas(32) double value[2][4];
  alignas(32) double rest[2][4];
  std::array<UprightCorner, 4> own;  ///< in the box's frame, mirrored where the world is
  std::array<std::int32_t, 4> caller;
  std::array<double, 2> offset;
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
HWY_INLINE bool set_face(const UprightBox& box, bool upper, const std::array<std::size_t, 2>& axes,
                         double size, UprightFace& face) {
  using Tag = hn::CappedTag<double, 4>;
  const Tag tag;
  const HullBlock& hull = *box.body->hull;
  const Pose<3>& pose = *box.body->pose;
  const std::size_t first = (box.up + 1) % 3;
  const std::size_t second = (box.up + 2) % 3;
  const double* const r = linear_data(pose);
  const double sense = r[3 * axes[0] + first] * r[3 * axes[1] + second] -
                       r[3 * axes[0] + second] * r[3 * axes[1] + first];
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
  const bool top = upper == (box.sense > 0);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [high_p, high_q] = is_high(i);
    p[i] = high_p ? hull.upper[first] : hull.lower[first];
    q[i] = high_q ? hull.upper[second] : hull.lower[second];
    face.own[i] = {p[i], reversed ? -q[i] : q[i]};
    face.caller[i] = hull.caller[(top ? 1U << box.up : 0U) | (high_p ? 1U << first : 0U) |
                                 (high_q ? 1U << second : 0U)];
  }
  const auto fill = [&](const auto& entry) HWY_ATTR {
    for (std::size_t l = 0; l < 2; ++l) {
      for (std::size_t i = 0; i < 4; i += hn::Lanes(tag)) {
        Twofold<hn::Vec<Tag>> sum{hn::Zero(tag), hn::Zero(tag)};
        add_product(sum, hn::Load(tag, p + i), entry(axes[l], first));
        add_product(sum, hn::Load(tag, q + i), entry(axes[l], second));
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
    face.error = kUprightCorner * size;
  }
  for (std::size_t l = 0; l < 2; ++l) face.offset[l] = pose.offset(static_cast<int>(axes[l]));
  return true;
}

class UprightTouch {
 public:
  /// `size` bounds the coordinates of both boxes relative to one of them.
  HWY_INLINE UprightTouch(double size, std::size_t vertical, double height)
      : size_(size), vertical_(vertical), height_(height) {
    axes_ = {vertical == 0 ? std::size_t{1} : 0, vertical == 2 ? std::size_t{1} : 2};
  }

  HWY_INLINE bool run(const UprightBox& a, const UprightBox& b, bool b_above, Memory memory,
                      Touching<3>& touching) {
    if (!set_face(a, b_above, axes_, size_, a_) || !set_face(b, !b_above, axes_, size_, b_)) {
      return false;
    }
    for (std::size_t l = 0; l < 2; ++l) {
      between_[l] = two_sum(one_of(b_.offset[l]), one_of(-a_.offset[l]));
    }
    const bool own = share_frame(a, b);
    const std::array<UprightCorner, 4> of_a = own ? a_.own : corners(a_, 0, 0);
    const std::array<UprightCorner, 4> of_b =
        own ? b_.own : corners(b_, hn::GetLane(between_[0].value), hn::GetLane(between_[1].value));
    const Sides<UprightCorner> sides_a(of_a, of_b, memory);
    const Sides<UprightCorner> sides_b(of_b, of_a, memory);
    // Sides in the own frame are products of two differences, whose signs are exact.
    const double least = own ? -1 : kUprightSide * (size_ * size_);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        if (!(std::fabs(sides_a.of(i, j)) > least && std::fabs(sides_b.of(i, j)) > least)) {
          return false;
        }
      }
    }
    const auto found = common_corners<UprightCorner>(of_a, of_b, sides_a, sides_b, memory);
    if (found.empty()) return false;
    List<Placed<3>> placed(memory);
    placed.reserve(found.size());
    for (const Corner& corner : found) {
      Vector3 at{};
      at[vertical_] = height_;
      if (!set_rounded(corner, at)) return false;
      placed.push_back({corner, {feature(a_, corner.a), feature(b_, corner.b)}, at});
    }
    touching.normal = {};
    touching.normal[vertical_] = b_above ? 1 : -1;
    bool is_sure = true;
    arrange(placed, relation::plane_axes<3, double>(touching.normal),
            [&](const Corner&, const Corner&, const Corner&) {
              is_sure = false;
              return 0;
            });
    if (!is_sure) return false;
    touching.points = points_of(placed, memory);
    return true;
  }

 private:
  /// Returns whether both poses map points across the vertical alike.
  HWY_INLINE bool share_frame(const UprightBox& a, const UprightBox& b) const {
    const Pose<3>& p = *a.body->pose;
    const Pose<3>& q = *b.body->pose;
    if (a.up != b.up || p.is_quaternion() != q.is_quaternion()) return false;
    bool same = p.is_quaternion() ? p.wxyz() == q.wxyz()
                                  : std::equal(linear_data(p), linear_data(p) + 9, linear_data(q));
    for (const std::size_t l : axes_) same = same && offset_data(p)[l] == offset_data(q)[l];
    return same;
  }
  HWY_INLINE static std::array<UprightCorner, 4> corners(const UprightFace& face, double x,
                                                         double y) {
    std::array<UprightCorner, 4> at{};
    for (std::size_t i = 0; i < 4; ++i) at[i] = {face.value[0][i] + x, face.value[1][i] + y};
    return at;
  }
  HWY_INLINE static ContactFeature feature(const UprightFace& face, const Place& place) {
    return feature_at(place, 4, [&](std::size_t i) { return face.caller[i]; });
  }

  /// Rounds offset + x. Returns false where that may be either of two doubles.
  HWY_INLINE bool set_nearest(double offset, const Fine& x, double of_x, double& out) const {
    Fine exact = two_sum(one_of(offset), x.value);
    double error = of_x;
    if (error != 0) {
      exact.rest = hn::Add(exact.rest, x.rest);
      exact = renormalised(exact);
      error += kUprightOffset * (std::fabs(offset) + size_);
    }
    const double value = hn::GetLane(exact.value);
    const double rest = hn::GetLane(exact.rest);
    const double off = error * (1 + kUprightShare) + std::fabs(rest) * kUprightShare;
    const double nearest = value + (error == 0 ? rest : rest - off);
    if (error != 0 && nearest != value + (rest + off)) return false;
    out = nearest + 0.0;  // no negative zero
    return true;
  }

  HWY_INLINE bool set_rounded(const Corner& corner, Vector3& at) const {
    const bool on_a = corner.a.on == Place::On::vertex;
    if (on_a || corner.b.on == Place::On::vertex) {
      const UprightFace& face = on_a ? a_ : b_;
      const std::size_t i = (on_a ? corner.a : corner.b).index;
      return set_nearest(face.offset[0], face.at(0, i), face.error, at[axes_[0]]) &&
             set_nearest(face.offset[1], face.at(1, i), face.error, at[axes_[1]]);
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
    for (std::size_t l = 0; l < 2; ++l) {
      along[l] = difference_of(b_.at(l, to), b_.at(l, j));
      edge[l] = difference_of(a_.at(l, k), a_.at(l, i));
      before[l] = difference_of(difference_of(a_.at(l, i), b_.at(l, j)), between_[l]);
    }
    // s is the turn to the edge's start, and s - t that along the edge, negated.
    const Fine s = turn_of(along, before);
    const Fine whole = opposite_of(turn_of(along, edge));
    const double divisor = hn::GetLane(whole.value);
    const hn::Vec<OneTag> quotient = hn::Div(s.value, whole.value);
    Fine left = s;
    add_to(left, opposite_of(product_of({quotient, one_of(0)}, whole)));
    const Fine share = two_sum(quotient, hn::Div(hn::Add(left.value, left.rest), whole.value));
    const double error = kUprightCorner * size_ *
                         (kCrossingErrors + kCrossingTurns * (size_ * size_) / std::fabs(divisor));
    for (std::size_t l = 0; l < 2; ++l) {
      double& out = at[axes_[l]];
      if (a_.is_level(l, i, k)) {
        if (!set_nearest(a_.offset[l], a_.at(l, i), 0, out)) return false;
      } else if (b_.is_level(l, j, to)) {
        if (!set_nearest(b_.offset[l], b_.at(l, j), 0, out)) return false;
      } else {
        Fine x = a_.at(l, i);
        add_to(x, product_of(edge[l], share));
        if (!set_nearest(a_.offset[l], renormalised(x), error, out)) return false;
      }
    }
    return true;
  }
  HWY_INLINE static Fine turn_of(const std::array<Fine, 2>& p, const std::array<Fine, 2>& q) {
    Fine turn = product_of(p[0], q[1]);
    add_to(turn, opposite_of(product_of(p[1], q[0])));
    return renormalised(turn);
  }

  double size_;
  std::size_t vertical_;
  std::array<std::size_t, 2> axes_{};
  double height_;
  std::array<Fine, 2> between_;  ///< from a's offset to b's
  UprightFace a_;
  UprightFace b_;
};

bool touch_upright(const UprightBox& a, const UprightBox& b, std::size_t vertical, bool b_above,
                   double size, Memory memory, Touching<3>& touching) {
  const double height = a.body->pose->offset(static_cast<int>(vertical)) + a.end(b_above);
  return UprightTouch(size, vertical, height + 0.0).run(a, b, b_above, memory, touching);
}

}  // namespace sunder::detail::contact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::contact {
namespace {

/// Finds the axis of the box that the pose maps to an axis of the world, up or down.
UprightBox upright_box(const Body<3>& body, std::size_t vertical) noexcept {
  UprightBox box{&body};
  const Pose<3>& pose = *body.pose;
  box.exact = boxes::is_signed_permutation(pose);
  const double* const r = linear_data(pose);
  if (!box.exact && pose.is_quaternion()) {
    // About the axis itself, or half a turn about an axis across it.
    const std::array<double, 4>& q = pose.wxyz();
    const bool about =
        is_zero_bits(q[1 + (vertical + 1) % 3]) && is_zero_bits(q[1 + (vertical + 2) % 3]);
    const bool over = is_zero_bits(q[0]) && is_zero_bits(q[1 + vertical]);
    box.up = vertical;
    box.sense = about ? 1 : (over ? -1 : 0);
    return box;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (is_zero_bits(r[3 * vertical + k])) continue;
    box.up = k;
    box.sense = r[3 * vertical + k];
  }
  const auto is_zero = [&](std::size_t l, std::size_t k) { return is_zero_bits(r[3 * l + k]); };
  const bool alone = is_zero((vertical + 1) % 3, box.up) && is_zero((vertical + 2) % 3, box.up) &&
                     is_zero(vertical, (box.up + 1) % 3) && is_zero(vertical, (box.up + 2) % 3);
  if (!alone || std::fabs(box.sense) != 1) box.sense = 0;
  return box;
}

/// Returns the sign of b's end over a's, both with their offsets.
int sign_of_gap(double offset_a, double end_a, double offset_b, double end_b) noexcept {
  Expansion<4> gap;
  for (const double term : {offset_b, end_b, -offset_a, -end_a}) gap.add(term);
  return gap.sign();
}

/// Bounds a box's coordinates without its offset.
double size_of(const Body<3>& body) noexcept {
  const double* const most = body.hull->max_abs;
  return ((most[0] + most[1]) + most[2]) * std::fmax(1, greatest_singular_value(*body.pose));
}
double greatest_of(const Vector3& t) noexcept {
  return std::fmax(std::fmax(std::fabs(t[0]), std::fabs(t[1])), std::fabs(t[2]));
}

}  // namespace

HWY_EXPORT(touch_upright);

bool find_touching_upright(const Pair<3>& pair, Memory memory, Touching<3>& touching) {
  if (!pair.a.hull->in_box_order || !pair.b.hull->in_box_order) return false;
  const double* const from = offset_data(*pair.a.pose);
  const double* const to = offset_data(*pair.b.pose);
  const double size = (std::fmax(size_of(pair.a), size_of(pair.b)) +
                       greatest_of({to[0] - from[0], to[1] - from[1], to[2] - from[2]})) *
                      (1 + kUprightShare);
  const double place = greatest_of({from[0], from[1], from[2]});
  if (!(size > kLeastReach && size + place < kGreatestReach)) return false;
  for (std::size_t l = 0; l < 3; ++l) {
    const UprightBox a = upright_box(pair.a, l);
    if (a.sense == 0) continue;
    const UprightBox b = upright_box(pair.b, l);
    if (b.sense == 0) continue;
    for (const bool b_above : {true, false}) {
      const double seems = (to[l] - from[l]) + (b.end(!b_above) - a.end(b_above));
      if (!(std::fabs(seems) <= kUprightSeemsClosed * size)) continue;
      if (!expansions_hold()) return false;
      if (sign_of_gap(from[l], a.end(b_above), to[l], b.end(!b_above)) != 0) continue;
      if (HWY_DYNAMIC_DISPATCH(touch_upright)(a, b, l, b_above, size, memory, touching))
        return true;
    }
  }
  return false;
}

}  // namespace sunder::detail::contact
#endif
