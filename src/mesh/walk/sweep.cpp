// SPDX-License-Identifier: Apache-2.0
//
// Idea: In the frame of a piece its boxes are parallel to the axes, and the other's image moves. The times at which two
// such boxes begin and cease to overlap along each axis bound the time of a meeting. The larger of two boxes is opened,
// and its children are tested at once. Floats count from the time at which the roots may meet.
// Source: Kay and Kajiya, "Ray tracing complex scenes" (1986), for the slabs.
// Bound: That of walk-inl.hpp for the boxes. The velocity in a frame solves m w = v; what m w lacks of v, divided by the
// least stretch of m, bounds its error. It and the float's rounding go into the boxes' slack, as floats run from 0 to 1.
// Cost: some 60 vector operations for eight boxes.
#include "mesh/walk/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk/sweep.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/walk/walk-inl.hpp"

#ifndef SUNDER_MESH_SWEEP_FRAMES
#define SUNDER_MESH_SWEEP_FRAMES
namespace sunder::detail::mesh {

/// The frame of one piece, in which the other moves with w.
struct SweptFrame {
  OwnFrame frame;
  Vector3 w{};
  double w_error = std::numeric_limits<double>::infinity();
  bool usable = false;
};

/// From when to when.
struct Window {
  double begin = 0, end = std::numeric_limits<double>::infinity();
  bool is_empty() const noexcept { return begin > end; }
};

/// Narrows a window to the times at which two boxes of normalised coordinates may meet, by the axes of the world. They are
/// what is left where poses flatten both pieces.
void narrow_in_world(const PairMaps& maps, const Velocity& velocity, const FloatBox& a,
                     const FloatBox& b, Window& window) noexcept;

}  // namespace sunder::detail::mesh
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

/// A frame in floats: times are fractions of a window, and the other piece is where it is when that begins.
struct FloatSweep {
  FloatFrame frame;
  float w[3];

  static OwnFrame at_begin(const SweptFrame& swept, const Window& window) {
    OwnFrame frame = swept.frame;
    if (!swept.usable) {
      frame.error = std::numeric_limits<double>::infinity();
      return frame;
    }
    double way = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      frame.t[k] += window.begin * swept.w[k];
      way = std::max(way, std::fabs(swept.w[k]));
    }
    const double last = way * window.end;
    frame.error +=
        swept.w_error * window.end + 8 * kUnit * last + 0x1p-20 * way * (window.end - window.begin);
    return frame;
  }
  FloatSweep(const SweptFrame& swept, const Window& window) : frame(at_begin(swept, window)) {
    for (std::size_t k = 0; k < 3; ++k)
      w[k] = static_cast<float>(swept.w[k] * (window.end - window.begin));
  }
};

/// When boxes begin and cease to overlap along an axis: [lower, upper] moves with w past [still_lower, still_upper].
template <class V, class D>
HWY_INLINE void narrow(D d, V lower, V upper, float w, V still_lower, V still_upper, V& begin,
                       V& end) {
  const V before = hn::Sub(still_lower, upper), behind = hn::Sub(still_upper, lower);
  const auto never = hn::Or(hn::Gt(before, hn::Zero(d)), hn::Lt(behind, hn::Zero(d)));
  const V far = hn::Set(d, std::numeric_limits<float>::infinity());
  if (std::fabs(w) < 0x1p-100F) {
    begin = hn::IfThenElse(never, far, begin);
    return;
  }
  const V one = hn::Div(w > 0 ? before : behind, hn::Set(d, w));
  const V two = hn::Div(w > 0 ? behind : before, hn::Set(d, w));
  const V slack = hn::Set(d, 0x1p-21F);
  begin = hn::Max(begin, hn::NegMulAdd(slack, hn::Abs(one), one));
  end = hn::Min(end, hn::MulAdd(slack, hn::Abs(two), two));
}

/// When the children of a node may first meet the other box, as fractions of the window; more than 1 where they do not.
/// `side` is the node's piece, `image` the other box in its frame.
HWY_INLINE void begin_times(const TreeNode& node, const LaneBox& image, const FloatBox& box,
                            const FloatSweep& own, const FloatSweep& other, float* times) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const auto half_of = hn::Set(d, 0.5F);
  const auto far = hn::Set(d, std::numeric_limits<float>::infinity());
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    decltype(hn::Zero(d)) lower[3], upper[3];
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = hn::Load(d, &node.lower[k][at]);
      upper[k] = hn::Load(d, &node.upper[k][at]);
    }
    auto begin = hn::Zero(d), end = hn::Set(d, 1.0F);
    if (own.frame.usable) {
      for (std::size_t k = 0; k < 3; ++k) {
        narrow(d, hn::Set(d, image.lower[k]), hn::Set(d, image.upper[k]), own.w[k], lower[k],
               upper[k], begin, end);
      }
    }
    if (other.frame.usable) {
      for (std::size_t i = 0; i < 3; ++i) {
        auto centre = hn::Set(d, other.frame.t[i]);
        auto half = hn::Set(d, other.frame.slack[i]);
        for (std::size_t j = 0; j < 3; ++j) {
          centre = hn::MulAdd(hn::Set(d, other.frame.row[i][j]),
                              hn::Mul(half_of, hn::Add(lower[j], upper[j])), centre);
          half = hn::MulAdd(hn::Set(d, other.frame.size[j][i]),
                            hn::Mul(half_of, hn::Sub(upper[j], lower[j])), half);
        }
        narrow(d, hn::Sub(centre, half), hn::Add(centre, half), other.w[i],
               hn::Set(d, box.lower[i]), hn::Set(d, box.upper[i]), begin, end);
      }
    }
    const auto none = hn::Or(hn::Gt(lower[0], upper[0]), hn::Gt(begin, end));
    hn::StoreU(hn::IfThenElse(none, far, begin), d, times + at);
  }
}

struct TimedVisit {
  float time;  ///< a fraction of the window
  Visit visit;
};

void swept(const Piece& a, const Piece& b, const PairMaps& maps, const Velocity& velocity,
           const SweptFrame* frames, const Window& window, bool by_world, SweepVisitor& visitor) {
  const Piece* const piece[2] = {&a, &b};
  const FloatSweep sweep[2] = {FloatSweep(frames[0], window), FloatSweep(frames[1], window)};
  const double length = window.end - window.begin;
  const auto time_of = [&](float fraction) {
    return (window.begin + length * static_cast<double>(fraction)) * (1 - 0x1p-40);
  };
  std::vector<TimedVisit> open;
  open.reserve(64);
  open.push_back({0, {{0, 0}, {a.box, b.box}}});
  while (!open.empty()) {
    const TimedVisit next = open.back();
    open.pop_back();
    if (next.time > 0 && time_of(next.time) > visitor.reach) continue;
    const Visit& visit = next.visit;
    if (are_leaves(visit)) {
      visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]));
      continue;
    }
    std::size_t side = 0;
    if (is_leaf(visit.child[0])) {
      side = 1;
    } else if (!is_leaf(visit.child[1])) {
      side = static_cast<float>(maps.unit[1]) * extent_of(visit.box[1]) >
                     static_cast<float>(maps.unit[0]) * extent_of(visit.box[0])
                 ? 1
                 : 0;
    }
    const TreeNode& node = piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    float times[TreeNode::kChildren];
    begin_times(node, sweep[side].frame.image(visit.box[1 - side]), visit.box[1 - side],
                sweep[side], sweep[1 - side], times);
    // The earliest child is pushed last, and opened first.
    const std::size_t first = open.size();
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (!std::isfinite(times[i]) || (times[i] > 0 && time_of(times[i]) > visitor.reach)) continue;
      Visit below = visit;
      below.child[side] = node.child[i];
      for (std::size_t k = 0; k < 3; ++k) {
        below.box[side].lower[k] = node.lower[k][i];
        below.box[side].upper[k] = node.upper[k][i];
      }
      float time = times[i];
      if (by_world) {
        Window inside = window;
        narrow_in_world(maps, velocity, below.box[0], below.box[1], inside);
        if (inside.is_empty()) continue;
        const double fraction = (inside.begin - window.begin) / length;
        if (fraction > 0) time = static_cast<float>(fraction * (1 - 0x1p-20));
        if (time > 0 && time_of(time) > visitor.reach) continue;
      }
      open.push_back({time, below});
      for (std::size_t at = open.size() - 1; at > first && open[at - 1].time < open[at].time; --at)
        std::swap(open[at - 1], open[at]);
    }
  }
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
namespace {

/// Solves m w = v, and bounds the error by what is left.
SweptFrame swept_frame(const PairMaps& maps, std::size_t side, const Velocity& velocity) noexcept {
  SweptFrame swept;
  swept.frame = maps.frame[side];
  const WorldMap& map = maps.world[side];
  if (!std::isfinite(swept.frame.error) || !std::isfinite(map.error)) return swept;
  const Vector3 x{map.m[0], map.m[3], map.m[6]}, y{map.m[1], map.m[4], map.m[7]},
      z{map.m[2], map.m[5], map.m[8]};
  const Vector3 yz = cross(y, z);
  const double determinant = dot<3>(x, yz);
  if (!(std::fabs(determinant) > 0)) return swept;
  const double sign = side == 0 ? -1 : 1;  // in a's frame b moves backwards
  swept.w = {sign * dot<3>(velocity.v, yz) / determinant,
             sign * dot<3>(velocity.v, cross(z, x)) / determinant,
             sign * dot<3>(velocity.v, cross(x, y)) / determinant};
  double left = 0, way = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double* const row = &map.m[3 * i];
    const double image = (row[0] * swept.w[0] + row[1] * swept.w[1]) + row[2] * swept.w[2];
    left = std::max(left, std::fabs(image - sign * velocity.v[i]));
    way = std::max(way, std::fabs(swept.w[i]));
  }
  // The map's error bounds that of an entry of m, too.
  const double lack = left + velocity.error + 4 * map.error * way +
                      8 * kUnit * (velocity.size() + maps.unit[side] * way);
  swept.w_error = 2 * lack / swept.frame.scale;
  swept.usable = swept.w_error < 0x1p-10 * way;  // false for NaN
  return swept;
}

/// When [centre - half, centre + half], which moves with a velocity in [slow, fast], may meet what stands still.
void narrow_along(double still_lower, double still_upper, double centre, double half, double slow,
                  double fast, Window& window) noexcept {
  const double before = still_lower - (centre + half);
  const double behind = still_upper - (centre - half);
  // before > 0: it comes from below, and needs a positive velocity.
  if (before > 0) {
    if (!(fast > 0)) {
      window.end = -1;
      return;
    }
    window.begin = std::max(window.begin, before / fast * (1 - 8 * kUnit));
  } else if (behind < 0) {
    if (!(slow < 0)) {
      window.end = -1;
      return;
    }
    window.begin = std::max(window.begin, behind / slow * (1 - 8 * kUnit));
  }
  if (behind >= 0 && slow > 0) window.end = std::min(window.end, behind / slow * (1 + 8 * kUnit));
  if (before <= 0 && fast < 0) window.end = std::min(window.end, before / fast * (1 + 8 * kUnit));
}

/// The image of a box along one row of a map: its centre, and how far it reaches on either side, rounding included.
struct ImageRange {
  double centre, half;
  ImageRange(const double* row, double t, double error, const FloatBox& box) noexcept
      : centre(t), half(2 * error) {
    double sum = std::fabs(t) + 1;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto lower = static_cast<double>(box.lower[j]),
                 upper = static_cast<double>(box.upper[j]);
      centre += row[j] * (0.5 * (lower + upper));
      half += std::fabs(row[j]) * (0.5 * (upper - lower));
      sum += std::fabs(row[j]);
    }
    half += 16 * kUnit * sum;
  }
};

/// When the boxes of both roots may meet, in one frame. `own` is parallel to the axes.
void narrow_window(const SweptFrame& swept, const FloatBox& own, const FloatBox& other,
                   Window& window) noexcept {
  for (std::size_t i = 0; i < 3 && window.end >= 0; ++i) {
    const ImageRange image(&swept.frame.m[3 * i], swept.frame.t[i], swept.frame.error, other);
    narrow_along(static_cast<double>(own.lower[i]), static_cast<double>(own.upper[i]), image.centre,
                 image.half, swept.w[i] - swept.w_error, swept.w[i] + swept.w_error, window);
  }
}

}  // namespace

void narrow_in_world(const PairMaps& maps, const Velocity& velocity, const FloatBox& a,
                     const FloatBox& b, Window& window) noexcept {
  for (std::size_t i = 0; i < 3 && window.end >= 0; ++i) {
    const WorldMap &map_a = maps.world[0], &map_b = maps.world[1];
    const ImageRange moving(&map_a.m[3 * i], map_a.t[i], map_a.error, a),
        still(&map_b.m[3 * i], map_b.t[i], map_b.error, b);
    narrow_along(still.centre - still.half, still.centre + still.half, moving.centre, moving.half,
                 velocity.v[i] - velocity.error, velocity.v[i] + velocity.error, window);
  }
}

HWY_EXPORT(swept);

void walk_swept(const Piece& a, const Piece& b, const PairMaps& maps, const Velocity& velocity,
                SweepVisitor& visitor) {
  if (a.triangles.empty() || b.triangles.empty()) return;
  const std::array<SweptFrame, 2> frames{swept_frame(maps, 0, velocity),
                                         swept_frame(maps, 1, velocity)};
  Window window{0, visitor.reach};
  if (frames[0].usable) narrow_window(frames[0], a.box, b.box, window);
  if (frames[1].usable) narrow_window(frames[1], b.box, a.box, window);
  bool by_world = !frames[0].usable && !frames[1].usable;
  if (by_world) narrow_in_world(maps, velocity, a.box, b.box, window);
  if (window.is_empty()) return;
  std::array<SweptFrame, 2> usable = frames;
  if (!(window.end < 0x1p500)) {  // nothing ends it
    usable[0].usable = usable[1].usable = by_world = false;
    window = {0, 1};
  }
  HWY_DYNAMIC_DISPATCH(swept)(a, b, maps, velocity, usable.data(), window, by_world, visitor);
}

}  // namespace sunder::detail::mesh
#endif
