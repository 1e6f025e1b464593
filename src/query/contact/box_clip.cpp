// SPDX-License-Identifier: Apache-2.0
//
// Idea: Along the normal both faces are parallelograms. In the coordinates of each, the other's
// corners are compared with the four lines of its sides, a corner a lane. A corner of one face that
// no line of the other leaves outside is a corner of the common part. Two sides that divide each
// other's ends cross in another one. Its depth is interpolated along a side, because depth is affine
// in the view. Two edges across each other have one crossing.
// Bound: A corner is on one side of a line, clear of it, or within rounding of it. Names are then
// those of the general clip. Coordinates and depths are rounded.
// Cost: Some sixty operations on four lanes, and a few for each point.
// Gives up: Where a matrix is no rotation, a choice is close, a corner is between both limits, or no
// point reaches the depth. The general clip decides these (manifold.cpp).
#include "query/contact/box_clip.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/contact/box_clip.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "filter/filtered_pair.hpp"
#include "lanes/quad-inl.hpp"

#ifndef SUNDER_QUERY_CONTACT_BOX_CLIP
#define SUNDER_QUERY_CONTACT_BOX_CLIP
namespace sunder::detail::contact {

/// A rise below this share of the extents is rounding.
inline constexpr double kSurelyFlat = 0x1p-32;
/// The sine of two edges that cross.
inline constexpr double kLeastSine = 0x1p-10;
/// The axis after k, and the one after that from k + 1.
inline constexpr std::array<std::size_t, 4> kNextAxis{1, 2, 0, 1};

/// Returns the transposed matrix of four by four bits.
constexpr std::uint32_t transposed_bits(std::uint32_t m) noexcept {
  std::uint32_t swapped = (m ^ m >> 3) & 0x0a0aU;
  m ^= swapped ^ swapped << 3;
  swapped = (m ^ m >> 6) & 0x00ccU;
  return m ^ swapped ^ swapped << 6;
}
/// Each row is turned so that bit j is that of j + 1.
constexpr std::uint32_t next_in_rows(std::uint32_t m) noexcept {
  return (m >> 1 & 0x7777U) | (m & 0x1111U) << 3;
}
/// Returns the columns in which a row has a bit.
constexpr std::uint32_t any_row(std::uint32_t m) noexcept {
  m |= m >> 8;
  return (m | m >> 4) & 15U;
}

/// What a point is named after.
enum class On : std::uint8_t { corner, side, inside };
struct Spot {
  On on = On::inside;
  std::uint32_t index = 0;
};

}  // namespace sunder::detail::contact
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::contact::HWY_NAMESPACE {
using namespace sunder::detail::HWY_NAMESPACE;

/// A box as seen along the normal.
struct SeenBox {
  HWY_INLINE SeenBox(const Body<3>& body, const Vector3& normal, double towards)
      : hull(*body.hull), pose(*body.pose) {
    const Mat3<Quad> rows = load_three_rows(linear_data(pose));
    const Quad low = load_three(hull.lower);
    const Quad high = load_three(hull.upper);
    const Quad size = Mul(Sub(high, low), in_all(0.5));
    const Quad along =
        combined(rows, Vec3<Quad>{in_all(normal[0]), in_all(normal[1]), in_all(normal[2])});
    Store(size, QuadTag(), half);
    Store(Abs(along), QuadTag(), cosine);
    Store(Mul(along, size), QuadTag(), rise);
    const Quad most = load_three(hull.max_abs);
    reach =
        sums_of_rows({{Mul(Abs(rows[0]), most), Mul(Abs(rows[1]), most), Mul(Abs(rows[2]), most)}});
    extent = (half[0] + half[1]) + half[2];
    for (std::size_t k = 0; k < 3; ++k) {
      const bool at_upper = (rise[k] < 0) == (towards < 0);
      facing |= at_upper ? 1U << k : 0U;
    }
    best = cosine[1] > cosine[0] ? 1 : 0;
    best = cosine[2] > cosine[best] ? 2 : best;
  }

  HWY_INLINE bool surely_rises(std::size_t k) const {
    return std::fabs(rise[k]) > kSurelyRises * extent;
  }
  /// Returns whether one face is aligned best, and holds what is farthest.
  HWY_INLINE bool has_a_face() const {
    const double other = Max(cosine[kNextAxis[best]], cosine[kNextAxis[best + 1]]);
    return cosine[best] - other > kCloseShape && surely_rises(best);
  }
  HWY_INLINE Quad column(std::size_t k) const {
    const double* const r = linear_data(pose) + k;
    return joined(r[0], r[3], r[6], 0);
  }
  /// The coordinate of the corners at the end of axis k that has that bit.
  HWY_INLINE double at(std::size_t k, std::uint32_t bits) const {
    return (bits >> k & 1U) != 0 ? hull.upper[k] : hull.lower[k];
  }
  HWY_INLINE std::int32_t caller(std::uint32_t bits) const { return hull.caller_at(bits); }

  const HullBlock& hull;
  const Pose<3>& pose;
  alignas(32) double half[4], cosine[4], rise[4];
  Quad reach;
  double extent;
  std::size_t best = 0;
  std::uint32_t facing = 0;  ///< the corner farthest towards the other box, a bit an axis
};

/// The corners of a face in their order around the normal: (-, -), (+, -), (+, +), (-, +) of p and q.
struct SeenFace {
  HWY_INLINE SeenFace(const SeenBox& of, Quad n)
      : box(of), first(kNextAxis[of.best]), second(kNextAxis[of.best + 1]) {
    const Quad across = box.column(first);
    const Quad up = box.column(second);
    const Quad face = Mul(box.column(box.best), in_all(box.at(box.best, box.facing)));
    const double side = GetLane(sum_of_all(Mul(n, unfused_cross(across, up))));
    const double turn = std::copysign(1.0, side);
    const std::uint32_t mirrored = side < 0 ? 1U << first : 0U;
    const std::uint32_t free = 1U << first | 1U << second;
    const std::uint32_t base = box.facing & ~free;
    bits = {base ^ mirrored, (base | 1U << first) ^ mirrored, (base | free) ^ mirrored,
            (base | 1U << second) ^ mirrored};
    p = Mul(across, in_all(turn * box.half[first]));
    q = Mul(up, in_all(box.half[second]));
    const Quad from = Mul(up, in_all(box.hull.lower[second]));
    const Quad to = Mul(up, in_all(box.hull.upper[second]));
    const Quad left = MulAdd(across, in_all(box.at(first, bits[0])), face);
    const Quad right = MulAdd(across, in_all(box.at(first, bits[1])), face);
    corner = {Add(left, from), Add(right, from), Add(right, to), Add(left, to)};
    centre = Mul(in_all(0.5), Add(corner[0], corner[2]));
    rise_p = turn * box.rise[first];
    rise_q = box.rise[second];
    p_around = unfused_cross(n, p);
    q_around = unfused_cross(n, q);
  }
  HWY_INLINE double extent() const { return box.half[first] + box.half[second]; }
  HWY_INLINE double width() const { return Min(box.half[first], box.half[second]); }

  const SeenBox& box;
  std::size_t first, second;
  std::array<std::uint32_t, 4> bits;
  Quad p, q;                   ///< half edges
  std::array<Quad, 4> corner;  ///< without the translation
  Quad centre;
  double rise_p, rise_q;
  Quad p_around, q_around;  ///< n x p and n x q
};

/// The corners of one face about the lines of the other's sides. Row i is line i, column j corner j.
struct Sides {
  /// `s` and `t` are a's coordinates of the corners times `whole`, where the face has 1.
  HWY_INLINE Sides(Quad s, Quad t, double whole) {
    const Quad one = in_all(whole);
    beyond = {Sub(Neg(t), one), Sub(s, one), Sub(t, one), Sub(Neg(s), one)};
  }
  /// Returns false where a corner is neither on a line nor clear of it.
  HWY_INLINE bool classify(const SeenFace& face, double extent, double reach) {
    const Quad size_0 = in_all(face.box.half[face.first]);
    const Quad size_1 = in_all(face.box.half[face.second]);
    const Quad least_0 = Min(Abs(beyond[0]), Abs(beyond[2]));
    const Quad least_1 = Min(Abs(beyond[1]), Abs(beyond[3]));
    const auto clear = [extent](Quad least, Quad size)
                           HWY_ATTR { return Ge(least, Mul(in_all(kClear * extent), size)); };
    out = mask_of([&](std::size_t i) HWY_ATTR { return Gt(beyond[i], in_all(0)); });
    if (AllTrue(QuadTag(), And(clear(least_0, size_0), clear(least_1, size_1)))) return true;
    on = mask_of([&](std::size_t i) HWY_ATTR {
      return Le(Abs(beyond[i]), Mul(in_all(kOnLine * reach), i % 2 == 0 ? size_0 : size_1));
    });
    out &= ~on;
    return (on | mask_of([&](std::size_t i) HWY_ATTR {
              return clear(Abs(beyond[i]), i % 2 == 0 ? size_0 : size_1);
            })) == 0xffffU;
  }
  /// The sides between the corners that a line divides.
  HWY_INLINE std::uint32_t divided() const {
    const std::uint32_t in = ~(out | on) & 0xffffU;
    return (out & next_in_rows(in)) | (in & next_in_rows(out));
  }
  HWY_INLINE std::uint32_t within() const { return ~any_row(out) & 15U; }
  /// What corner j of this face meets on the other one.
  HWY_INLINE Spot spot_of(std::uint32_t j) const {
    const std::uint32_t lines = on >> j & 0x1111U;
    if (lines == 0) return {};
    const auto first = static_cast<std::uint32_t>(std::countr_zero(lines)) / 4;
    if (std::has_single_bit(lines)) return {On::side, first};
    return {On::corner, lines == 0x1001U ? 0 : first + 1};
  }

  template <class Test>
  HWY_INLINE static std::uint32_t mask_of(const Test& test) {
    return lanes_of(test(0)) | lanes_of(test(1)) << 4 | lanes_of(test(2)) << 8 |
           lanes_of(test(3)) << 12;
  }

  std::array<Quad, 4> beyond;  ///< positive outside a line
  std::uint32_t out = 0, on = 0;
};

/// A corner of the common part.
struct Meeting {
  double depth;
  Spot a, b;
  double share;  ///< along b's side, where both are sides
  ContactId id;
};

/// What the clip reads and writes.
struct Question {
  const Facing<3>& facing;
  double unit;  ///< about the bodies' size
  ContactPoint<3>* points;

  /// Writes a point of a, or of b, and the other one along the normal.
  HWY_INLINE void write(Quad at, bool of_a, double depth, const ContactId& id,
                        ContactPoint<3>& point) const {
    point.id = id;
    point.depth = clamped_depth<3>(facing, depth);
    const Quad step = Mul(in_all(point.depth), load_three(facing.normal.data()));
    const Quad at_a = of_a ? at : Add(at, step);
    const Quad at_b = of_a ? Sub(at, step) : at;
    store_three(at_a, point.point_a);
    store_three(at_b, point.point_b);
  }
};

HWY_INLINE ContactFeature side_between(std::int32_t from, std::int32_t to) {
  return {std::min(from, to), std::max(from, to)};
}
HWY_INLINE ContactFeature feature_of(const SeenFace& face, const Spot& spot) {
  if (spot.on == On::inside) return {-1, -1};
  const std::int32_t from = face.box.caller(face.bits[spot.index]);
  if (spot.on == On::corner) return {from, -1};
  return side_between(from, face.box.caller(face.bits[(spot.index + 1) % 4]));
}

/// The meetings of two faces, with their places in a's coordinates.
class Meetings {
 public:
  HWY_INLINE Meetings(const Question& question, const SeenFace& a, const SeenFace& b)
      : question_(question), a_(a), b_(b) {
    for (std::size_t i = 0; i < 8; i += 4) {
      Store(in_all(0), QuadTag(), x_ + i);
      Store(in_all(0), QuadTag(), y_ + i);
    }
  }

  HWY_INLINE void add(double x, double y, double depth, Spot of_a, Spot of_b, double share) {
    deepest_ = Max(deepest_, depth);
    if (!(depth >= -question_.facing.near - kDepthRounding * question_.unit)) return;
    // Convex faces of four corners have no more. The general clip takes what rounding adds.
    is_sound_ = is_sound_ && count_ < 8;
    if (!is_sound_) return;
    x_[count_] = x;
    y_[count_] = y;
    found_[count_++] = {depth, of_a, of_b, share, {feature_of(a_, of_a), feature_of(b_, of_b)}};
  }

  /// Writes the points counter-clockwise from the lowest id. Returns their number.
  HWY_INLINE std::size_t write() const {
    const bool reaches = reaches_depth<3>(question_.facing, deepest_, question_.unit);
    if (count_ == 0 || !is_sound_ || !reaches) return 0;
    std::size_t lowest = 0;
    for (std::size_t i = 1; i < count_; ++i) {
      if (found_[i].id < found_[lowest].id) lowest = i;
    }
    std::array<std::size_t, 8> rank;
    set_ranks(rank);
    for (std::size_t i = 0; i < count_; ++i) {
      const std::size_t place = rank[i] - rank[lowest];
      write(found_[i], question_.points[place < count_ ? place : place + count_]);
    }
    return count_;
  }

 private:
  /// Sets the number of points of smaller angle about the mean of all.
  HWY_INLINE void set_ranks(std::array<std::size_t, 8>& rank) const {
    const Quad x_0 = Load(QuadTag(), x_), x_1 = Load(QuadTag(), x_ + 4);
    const Quad y_0 = Load(QuadTag(), y_), y_1 = Load(QuadTag(), y_ + 4);
    const Quad share = in_all(1 / static_cast<double>(count_));
    const Quad middle_x = Mul(share, sum_of_all(Add(x_0, x_1)));
    const Quad middle_y = Mul(share, sum_of_all(Add(y_0, y_1)));
    alignas(32) double angle[8];
    const auto set = [&](std::size_t from, Quad x, Quad y) HWY_ATTR {
      const Quad v = Sub(x, middle_x);
      const Quad w = Sub(y, middle_y);
      const Quad size = Max(Add(Abs(v), Abs(w)), in_all(0x1p-1000));
      const Quad turned = Sub(in_all(1), Div(v, size));
      Store(CopySign(turned, w), QuadTag(), angle + from);
    };
    set(0, x_0, y_0);
    set(4, x_1, y_1);
    for (std::size_t i = count_; i < 8; ++i) angle[i] = 8;
    const Quad angle_0 = Load(QuadTag(), angle), angle_1 = Load(QuadTag(), angle + 4);
    for (std::size_t i = 0; i < count_; ++i) {
      const Quad own = in_all(angle[i]);
      rank[i] = static_cast<std::size_t>(std::popcount(lanes_of(Lt(angle_0, own)))) +
                static_cast<std::size_t>(std::popcount(lanes_of(Lt(angle_1, own))));
    }
  }

  /// The pose places a corner. Where there is none the point is on b's side.
  HWY_INLINE void write(const Meeting& meeting, ContactPoint<3>& point) const {
    const bool of_a = meeting.a.on == On::corner && meeting.b.on != On::corner;
    const SeenFace& face = of_a ? a_ : b_;
    const std::uint32_t i = of_a ? meeting.a.index : meeting.b.index;
    Quad at = face.corner[i];
    if (!of_a && meeting.b.on == On::side)
      at = Add(at, Mul(in_all(meeting.share), Sub(face.corner[(i + 1) % 4], at)));
    at = Add(at, load_three(offset_data(face.box.pose)));
    question_.write(at, of_a, meeting.depth, meeting.id, point);
  }

  const Question& question_;
  const SeenFace& a_;
  const SeenFace& b_;
  std::size_t count_ = 0;
  bool is_sound_ = true;
  double deepest_ = -std::numeric_limits<double>::infinity();
  alignas(32) double x_[8], y_[8];
  Meeting found_[8];
};

/// Clips both faces to each other. It takes vectors by reference: g++ 12 ends a function with vector arguments without
/// vzeroupper, and its caller adds none. Two changes between vector and scalar code then took 45 ns each.
std::size_t clip_faces(const Question& question, const SeenFace& a, const SeenFace& b,
                       const Quad& shift, double extent, double reach) {
  const Quad d = Add(shift, Sub(b.centre, a.centre));
  alignas(32) double dots[12];
  Store(sums_of_four(Mul(a.p_around, b.p), Mul(a.p_around, b.q), Mul(a.q_around, b.p),
                     Mul(a.q_around, b.q)),
        QuadTag(), dots);
  Store(
      sums_of_four(Mul(a.p_around, d), Mul(a.q_around, d), Mul(b.p_around, d), Mul(b.q_around, d)),
      QuadTag(), dots + 4);
  Store(sums_of_four(Mul(a.p_around, a.q), Mul(b.p_around, b.q),
                     Mul(load_three(question.facing.normal.data()), d), in_all(0)),
        QuadTag(), dots + 8);
  const double area_a = dots[8];
  const double area_b = dots[9];
  alignas(32) static constexpr double kAcross[4] = {-1, 1, 1, -1};
  alignas(32) static constexpr double kUp[4] = {-1, -1, 1, 1};
  const Quad across = Load(QuadTag(), kAcross);
  const Quad up = Load(QuadTag(), kUp);
  const auto affine = [&](double at, double by_across, double by_up) HWY_ATTR {
    return MulAdd(across, in_all(by_across), MulAdd(up, in_all(by_up), in_all(at)));
  };
  // b's corners in a's coordinates, times the area, and a's in b's.
  const Quad b_s = affine(-dots[5], -dots[2], -dots[3]);
  const Quad b_t = affine(dots[4], dots[0], dots[1]);
  const Quad a_s = affine(dots[7], dots[1], dots[3]);
  const Quad a_t = affine(-dots[6], -dots[0], -dots[2]);
  Sides of_b(b_s, b_t, area_a);
  Sides of_a(a_s, a_t, area_b);
  if (!of_b.classify(a, extent, reach) || !of_a.classify(b, extent, reach)) return 0;

  const Quad own = in_all(-dots[10]);
  const auto depths = [&](Quad at, double p, double q)
                          HWY_ATTR { return MulAdd(across, in_all(p), MulAdd(up, in_all(q), at)); };
  const Quad in_a = in_all(1 / area_a), in_b = in_all(1 / area_b);
  const Quad s = Mul(b_s, in_a), t = Mul(b_t, in_a);
  alignas(32) double corner_s[4], corner_t[4], depth_b[4], depth_a[4];
  Store(s, QuadTag(), corner_s);
  Store(t, QuadTag(), corner_t);
  const Quad on_a = MulAdd(s, in_all(a.rise_p), MulAdd(t, in_all(a.rise_q), own));
  Store(depths(on_a, -b.rise_p, -b.rise_q), QuadTag(), depth_b);
  const Quad on_b =
      NegMulAdd(Mul(a_s, in_b), in_all(b.rise_p), NegMulAdd(Mul(a_t, in_b), in_all(b.rise_q), own));
  Store(depths(on_b, a.rise_p, a.rise_q), QuadTag(), depth_a);

  Meetings meetings(question, a, b);
  for (std::uint32_t left = of_a.within(); left != 0; left &= left - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
    meetings.add(kAcross[i], kUp[i], depth_a[i], {On::corner, i}, of_a.spot_of(i), 0);
  }
  for (std::uint32_t left = of_b.within(); left != 0; left &= left - 1) {
    const auto j = static_cast<std::uint32_t>(std::countr_zero(left));
    const Spot spot = of_b.spot_of(j);
    if (spot.on == On::corner) continue;
    meetings.add(corner_s[j], corner_t[j], depth_b[j], spot, {On::corner, j}, 0);
  }
  alignas(32) double beyond[4][4];
  for (std::size_t i = 0; i < 4; ++i) Store(of_b.beyond[i], QuadTag(), beyond[i]);
  std::uint32_t crossings = of_b.divided() & transposed_bits(of_a.divided());
  for (; crossings != 0; crossings &= crossings - 1) {
    const auto bit = static_cast<std::uint32_t>(std::countr_zero(crossings));
    const std::uint32_t i = bit / 4;
    const std::uint32_t j = bit % 4;
    const std::uint32_t k = (j + 1) % 4;
    const double share = beyond[i][j] / (beyond[i][j] - beyond[i][k]);
    const auto between = [&](const double* of) { return of[j] + share * (of[k] - of[j]); };
    meetings.add(between(corner_s), between(corner_t), between(depth_b), {On::side, i},
                 {On::side, j}, share);
  }
  return meetings.write();
}

/// The edge of a box that is across the normal, if there is one.
struct SeenEdge {
  HWY_INLINE explicit SeenEdge(const SeenBox& of) : box(of) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (std::fabs(box.rise[k]) <= kSurelyFlat * box.extent) {
        axis = k;
        ++flat;
      } else if (box.surely_rises(k)) {
        ++rising;
      }
    }
    if (!is_one()) return;
    const Quad along = box.column(axis);
    half = Mul(along, in_all(box.half[axis]));
    middle = Mul(along, in_all(0.5 * (box.hull.lower[axis] + box.hull.upper[axis])));
    for (const std::size_t k : {kNextAxis[axis], kNextAxis[axis + 1]})
      middle = MulAdd(box.column(k), in_all(box.at(k, box.facing)), middle);
  }
  HWY_INLINE bool is_one() const { return flat == 1 && rising == 2; }
  HWY_INLINE ContactFeature feature() const {
    const std::uint32_t from = box.facing & ~(1U << axis);
    return side_between(box.caller(from), box.caller(from | 1U << axis));
  }

  const SeenBox& box;
  std::size_t axis = 0;
  int flat = 0, rising = 0;
  Quad half, middle;
};

/// Writes the point where two edges cross each other.
std::size_t cross_edges(const Question& question, const SeenBox& box_a, const SeenBox& box_b,
                        const Quad& shift) {
  const SeenEdge a(box_a);
  const SeenEdge b(box_b);
  if (!a.is_one() || !b.is_one()) return 0;
  const Quad normal = load_three(question.facing.normal.data());
  const Quad d = Add(shift, Sub(b.middle, a.middle));
  alignas(32) double dots[4];
  const Quad a_around = unfused_cross(normal, a.half);
  Store(sums_of_four(Mul(a_around, b.half), Mul(a_around, d), Mul(unfused_cross(normal, b.half), d),
                     Mul(normal, d)),
        QuadTag(), dots);
  const double half_a = box_a.half[a.axis];
  const double half_b = box_b.half[b.axis];
  if (!(std::fabs(dots[0]) > kLeastSine * half_a * half_b)) return 0;
  const double s = -dots[2] / dots[0];
  const double t = -dots[1] / dots[0];
  const double end = kClear * Min(half_a, half_b);
  if (!((1 - std::fabs(s)) * half_a > end && (1 - std::fabs(t)) * half_b > end)) return 0;
  const double depth = s * box_a.rise[a.axis] - t * box_b.rise[b.axis] - dots[3];
  if (!reaches_depth<3>(question.facing, depth, question.unit)) return 0;
  const Quad at = Add(MulAdd(in_all(t), b.half, b.middle), load_three(offset_data(box_b.pose)));
  question.write(at, false, depth, {a.feature(), b.feature()}, question.points[0]);
  return 1;
}

std::size_t clip(const Pair<3>& pair, const Facing<3>& facing, ContactPoint<3>* points) {
  const SeenBox a(pair.a, facing.normal, 1);
  const SeenBox b(pair.b, facing.normal, -1);
  if (!is_rigid<3>(a.pose) || !is_rigid<3>(b.pose)) return 0;
  const Quad shift =
      Sub(load_three(offset_data(*pair.b.pose)), load_three(offset_data(*pair.a.pose)));
  const double reach = greatest_of(Max(Add(a.reach, Abs(shift)), b.reach));
  if (!(reach > 0x1p-100 && reach < 0x1p100)) return 0;
  const Question question{facing, 1 / unit_scale(reach), points};
  const double aligned = Max(a.cosine[a.best], b.cosine[b.best]);
  if (std::fabs(aligned - kFaceToFace) < kCloseShape) return 0;
  if (aligned < kFaceToFace) return cross_edges(question, a, b, shift);
  if (!a.has_a_face() || !b.has_a_face()) return 0;
  const Quad normal = load_three(facing.normal.data());
  const SeenFace face_a(a, normal);
  const SeenFace face_b(b, normal);
  const double extent = Min(face_a.extent(), face_b.extent());
  if (!(extent > kLeastExtent * reach && Min(face_a.width(), face_b.width()) > kClear * extent))
    return 0;
  return clip_faces(question, face_a, face_b, shift, extent, reach);
}

}  // namespace sunder::detail::contact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::contact {

HWY_EXPORT(clip);

bool clip_boxes(const Pair<3>& pair, const Facing<3>& facing, List<ContactPoint<3>>& points) {
  points.resize(8);
  points.resize(HWY_DYNAMIC_DISPATCH(clip)(pair, facing, points.data()));
  return !points.empty();
}

}  // namespace sunder::detail::contact
#endif
