// SPDX-License-Identifier: Apache-2.0
//
// Idea: Both bodies are projected along the normal. The outlines of the patches that face each
// other are intersected, and each corner of their common part has a depth of its own.
// Source: Sutherland and Hodgman (1974) clip a polygon by planes. Here both polygons lie in the
// plane across the normal, so that neither body is the reference.
// Bound: Signs about rounded coordinates are exact. Coordinates and depths are rounded.
// Cost: O(n m) signs for faces of n and m corners; a scan of the vertices of each body.
// Gives up: Where no corner of the faces reaches the depth, the supports replace the faces. Where
// these do not reach it either, the nearest two points of the supports are the contact.
#include "query/contact/manifold.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "query/contact/box_clip.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/outline.hpp"
#include "query/contact/polygon_clip.hpp"

namespace sunder::detail::contact {
namespace {

/// Of like_angle().
constexpr double kFullTurn = 4;

/// Bounds every coordinate in the shared frame, rounded.
template <int D>
double reach_of(const Body<D>& body, const Vector<D>& shift) noexcept {
  double reach = 0;
  for (int l = 0; l < D; ++l) {
    double sum = std::fabs(shift[static_cast<std::size_t>(l)]);
    for (int k = 0; k < D; ++k) sum += std::fabs(body.pose->linear(l, k)) * body.hull->max_abs[k];
    reach = std::max(reach, sum);
  }
  return reach;
}

bool is_same(const ContactId& p, const ContactId& q) noexcept {
  using Words = std::array<std::uint64_t, 2>;
  return std::bit_cast<Words>(p) == std::bit_cast<Words>(q);
}

/// A corner of the common part of two outlines.
struct Meeting {
  OutlinePoint at;
  Place a;
  Place b;
  double depth = 0;  ///< in the shared frame; negative where there is a gap
  ContactId id;
};

/// The direction of a meeting from the mean of all.
struct Bearing {
  double angle;  ///< increases with the angle
  std::size_t index;
};

template <int D>
class Manifold {
 public:
  Manifold(const Pair<D>& pair, const Facing<D>& facing, Memory memory)
      : pair_(pair),
        facing_(facing),
        memory_(memory),
        view_(facing.normal),
        outline_a_(memory),
        outline_b_(memory),
        found_(memory),
        around_(memory) {
    Vector<D> shift{};
    for (int l = 0; l < D; ++l) {
      shift[static_cast<std::size_t>(l)] = pair.a.pose->offset(l) - pair.b.pose->offset(l);
    }
    const double reach = std::max(reach_of(pair.a, shift), reach_of(pair.b, {}));
    if (!(reach < 0x1p1000)) return;
    scale_ = unit_scale(std::max(reach, 0x1p-1000));
    for (double& entry : shift) entry *= scale_;
    a_.emplace(pair.a, shift, scale_);
    b_.emplace(pair.b, Vector<D>{}, scale_);
  }

  List<ContactPoint<D>> points() {
    List<ContactPoint<D>> points(memory_);
    if (!a_) return points;
    find_meetings();
    points.reserve(around_.size());
    for (const Bearing& bearing : around_) {
      points.push_back(to_world(found_[bearing.index]));
    }
    return points;
  }

 private:
  /// Tries the faces, then the supports, then the two points of the supports that are nearest in
  /// the view. The first set that reaches the depth is taken, so it holds the deepest pair.
  void find_meetings() {
    const Patches of_a = find_patches<D>(*a_, facing_.normal, memory_);
    const Patches of_b = find_patches<D>(*b_, negated<D>(facing_.normal), memory_);
    if (of_a.face.alignment >= kFaceToFace || of_b.face.alignment >= kFaceToFace) {
      if (meet(of_a.face, of_b.face)) return;
    }
    if (meet(of_a.support, of_b.support)) return;
    found_.assign(1, nearest());
    around_.assign(1, {});
  }

  /// Finds the corners of the common part whose gap is at most `near`, in their order around the
  /// normal. Returns whether one of them reaches the depth.
  bool meet(const Patch& patch_a, const Patch& patch_b) {
    outline_a_ = outline_of<D>(*a_, patch_a, view_, Surface::top, memory_);
    outline_b_ = outline_of<D>(*b_, patch_b, view_, Surface::bottom, memory_);
    lay_side_by_side();
    snap_ = snap();
    const Sides<OutlinePoint> of_a(outline_a_, outline_b_, memory_);
    const Sides<OutlinePoint> of_b(outline_b_, outline_a_, memory_);
    const List<Corner> corners =
        common_corners<OutlinePoint>(outline_a_, outline_b_, of_a, of_b, memory_);
    // No corner of one polygon is near the line of an edge of the other. Then each corner of the common
    // part has a name of its own, that of its places.
    const bool plain = outline_a_.size() > 2 && outline_b_.size() > 2 &&
                       are_clear(outline_a_, of_a, outline_b_.size(), snap_) &&
                       are_clear(outline_b_, of_b, outline_a_.size(), snap_);
    const double least = -facing_.near * scale_ - kDepthRounding;
    double deepest = -std::numeric_limits<double>::infinity();
    found_.clear();
    found_.reserve(corners.size());
    for (const Corner& corner : corners) {
      Meeting& meeting = found_.emplace_back(Meeting{point_of(corner), corner.a, corner.b, {}, {}});
      measure(meeting);
      deepest = std::max(deepest, meeting.depth);
      if (!(meeting.depth >= least)) {
        found_.pop_back();
        continue;
      }
      if (plain) {
        name(meeting, meeting.a, meeting.b);
      } else {
        name_nearby(meeting);
        merge();
      }
    }
    arrange();
    straighten();
    return reaches_depth<D>(facing_, deepest / scale_, 1 / scale_);
  }

  /// Projects two edges that are parallel up to rounding, or two such segments, onto one line.
  void lay_side_by_side() noexcept {
    if (D == 2 || outline_a_.size() != 2 || outline_b_.size() != 2) return;
    const bool a_is_longer = extent_of(outline_a_) >= extent_of(outline_b_);
    const Outline& longer = a_is_longer ? outline_a_ : outline_b_;
    const Outline& other = a_is_longer ? outline_b_ : outline_a_;
    const double reach = snap();
    for (const OutlinePoint& p : other) {
      if (distance_to_line(p, longer[0], longer[1]) > reach) return;
    }
    const std::array<double, 2> origin = longer[0].across;
    const std::array<double, 2> along = minus<2>(longer[1].across, origin);
    const double length = length_across(along);
    for (Outline* const outline : {&outline_a_, &outline_b_}) {
      for (OutlinePoint& p : *outline) {
        const std::array<double, 2> away = minus<2>(p.across, origin);
        p.across = {(along[0] * away[0] + along[1] * away[1]) / length, 0};
      }
    }
  }

  OutlinePoint point_of(const Corner& corner) const noexcept {
    if (corner.a.on == Place::On::vertex) return outline_a_[corner.a.index];
    if (corner.b.on == Place::On::vertex) return outline_b_[corner.b.index];
    const OutlinePoint& p = outline_a_[corner.a.index];
    const OutlinePoint& q = outline_a_[next_corner(corner.a.index, outline_a_.size())];
    const OutlinePoint& from = outline_b_[corner.b.index];
    const OutlinePoint& to = outline_b_[next_corner(corner.b.index, outline_b_.size())];
    const auto side = [&](const OutlinePoint& x) {
      return cross(minus<2>(to.across, from.across), minus<2>(x.across, from.across));
    };
    const double s = side(p);
    const double t = side(q);
    const double share = s != t ? std::clamp(s / (s - t), 0.0, 1.0) : 0.5;
    OutlinePoint at;
    for (std::size_t k = 0; k < 2; ++k) {
      at.across[k] = p.across[k] + share * (q.across[k] - p.across[k]);
    }
    return at;
  }

  void measure(Meeting& meeting) const noexcept {
    meeting.depth =
        height_at(outline_a_, meeting.a, meeting.at) - height_at(outline_b_, meeting.b, meeting.at);
  }

  double snap() const noexcept {
    const double of_a = extent_of(outline_a_);
    const double of_b = extent_of(outline_b_);
    return kSnap * (of_a > 0 && of_b > 0 ? std::min(of_a, of_b) : std::max(of_a, of_b));
  }

  void name(Meeting& meeting, const Place& on_a, const Place& on_b) const {
    const auto feature = [](const Outline& outline, const PosedPoints<D>& body,
                            const Place& place) {
      return feature_at(place, outline.size(),
                        [&](std::size_t i) { return body.caller(outline[i].vertex); });
    };
    meeting.id = {feature(outline_a_, *a_, on_a), feature(outline_b_, *b_, on_b)};
  }
  /// Names a corner after the features that are within the snap of it.
  void name_nearby(Meeting& meeting) const {
    name(meeting, place_near(outline_a_, meeting.a, meeting.at, snap_),
         place_near(outline_b_, meeting.b, meeting.at, snap_));
  }

  /// Joins the last corner with one of its name, if there is one: the deeper of both stays.
  void merge() {
    const Meeting& last = found_.back();
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const Meeting& other) {
      return is_same(other.id, last.id);
    });
    if (same == found_.end() - 1) return;
    if (last.depth > same->depth) *same = last;
    found_.pop_back();
  }

  /// Sorts the corners counter-clockwise by their angle about their mean, which is inside, from the
  /// lowest id.
  void arrange() {
    std::array<double, 2> middle{};
    std::size_t lowest = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) {
      for (std::size_t k = 0; k < 2; ++k) middle[k] += found_[i].at.across[k];
      if (found_[i].id < found_[lowest].id) lowest = i;
    }
    for (double& entry : middle) entry /= static_cast<double>(found_.size());
    around_.clear();
    around_.reserve(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      around_.push_back({like_angle(minus<2>(found_[i].at.across, middle)), i});
    }
    // A smaller angle than that of the lowest id comes one full turn later.
    if (around_.empty()) return;
    const double start = around_[lowest].angle;
    for (Bearing& bearing : around_) {
      if (bearing.angle < start) bearing.angle += kFullTurn;
    }
    std::sort(around_.begin(), around_.end(), [&](const Bearing& p, const Bearing& q) {
      return p.angle != q.angle ? p.angle < q.angle : found_[p.index].id < found_[q.index].id;
    });
  }

  /// Returns a number from -2 to 2 that increases with the angle of a vector, as atan2 does.
  static double like_angle(const std::array<double, 2>& v) noexcept {
    const double sum = std::fabs(v[0]) + std::fabs(v[1]);
    if (!(sum > 0)) return 0;
    const double turned = 1 - v[0] / sum;
    return v[1] < 0 ? -turned : turned;
  }

  /// Removes crossings on the line of their neighbours. Two equal faces, rotated against each other
  /// by rounding alone, cross in the middle of their edges.
  void straighten() {
    const auto at = [&](std::size_t i) -> const Meeting& { return found_[around_[i].index]; };
    for (std::size_t i = 0; i < around_.size() && around_.size() > 2;) {
      const Meeting& x = at(i);
      const Meeting& before = at(i > 0 ? i - 1 : around_.size() - 1);
      const Meeting& after = at(next_corner(i, around_.size()));
      const bool crossing = x.id.a[1] >= 0 && x.id.b[1] >= 0;
      // A depth that is greater by rounding alone must not keep it in one order of the bodies.
      const double deeper = x.depth - std::max(before.depth, after.depth);
      if (crossing && !(deeper > kDepthRounding) &&
          distance_to_line(x.at, before.at, after.at) <= snap_) {
        around_.erase(around_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  /// Returns the nearest two points of the supports' outlines, which rounding separates by a
  /// little.
  Meeting nearest() const {
    Meeting best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](const OutlinePoint& p, const Place& on_a, const Place& on_b,
                           const std::array<double, 2>& q) {
      const double away = length_across(minus<2>(p.across, q));
      if (!(away < least)) return;
      least = away;
      best.at = p;
      best.a = on_a;
      best.b = on_b;
    };
    for (std::size_t i = 0; i < outline_a_.size(); ++i) {
      for (std::size_t j = 0; j < outline_b_.size(); ++j) {
        const Place on_a{Place::On::vertex, i};
        const Place on_b{Place::On::vertex, j};
        offer(outline_a_[i], on_a, on_b, outline_b_[j].across);
        if (j < edge_count(outline_b_.size())) {
          offer(outline_a_[i], on_a, {Place::On::edge, j}, on_edge(outline_b_, j, outline_a_[i]));
        }
        if (i < edge_count(outline_a_.size())) {
          offer(outline_b_[j], {Place::On::edge, i}, on_b, on_edge(outline_a_, i, outline_b_[j]));
        }
      }
    }
    measure(best);
    name_nearby(best);
    return best;
  }
  static std::array<double, 2> on_edge(const Outline& outline, std::size_t i,
                                       const OutlinePoint& p) noexcept {
    const std::array<double, 2>& from = outline[i].across;
    const std::array<double, 2>& to = outline[next_corner(i, outline.size())].across;
    const double share = share_along(outline, i, p);
    return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])};
  }

  /// The pose places a vertex. The other point of the pair is at the depth along the normal.
  ContactPoint<D> to_world(const Meeting& meeting) const {
    ContactPoint<D> point;
    point.id = meeting.id;
    point.depth = clamped_depth<D>(facing_, meeting.depth / scale_);
    const bool from_a = meeting.a.on == Place::On::vertex && meeting.b.on != Place::On::vertex;
    if (from_a) {
      point.point_a = a_->in_world(outline_a_[meeting.a.index].vertex);
    } else if (meeting.b.on == Place::On::vertex) {
      point.point_b = b_->in_world(outline_b_[meeting.b.index].vertex);
    } else {
      point.point_b = on_edge_of_b(meeting);
    }
    set_other_point(facing_, from_a, point);
    return point;
  }
  Vector<D> on_edge_of_b(const Meeting& meeting) const {
    const std::size_t i = meeting.b.index;
    const std::int32_t from = outline_b_[i].vertex;
    const Vector<D> start = b_->at(from);
    const Vector<D> edge = b_->from_to(from, outline_b_[next_corner(i, outline_b_.size())].vertex);
    const double share = share_along(outline_b_, i, meeting.at);
    Vector<D> point{};
    for (std::size_t l = 0; l < D; ++l) {
      point[l] = (start[l] + share * edge[l]) / scale_ + pair_.b.pose->offset(static_cast<int>(l));
    }
    return point;
  }

  const Pair<D>& pair_;
  const Facing<D>& facing_;
  Memory memory_;
  View<D> view_;
  double scale_{};
  std::optional<PosedPoints<D>> a_;
  std::optional<PosedPoints<D>> b_;
  Outline outline_a_;
  Outline outline_b_;
  double snap_ = 0;
  List<Meeting> found_;
  List<Bearing> around_;
};

}  // namespace

template <int D>
List<ContactPoint<D>> clip_outlines(const Pair<D>& pair, const Facing<D>& facing, Memory memory) {
  return Manifold<D>(pair, facing, memory).points();
}

template <int D>
void set_clipped_points(const Pair<D>& pair, const Facing<D>& facing,
                        List<ContactPoint<D>>& points) {
  if constexpr (D == 3) {
    if (sat::both_boxes(pair) && clip_boxes(pair, facing, points)) return;
  } else {
    if (sat::are_polygons(pair) && clip_polygons(pair, facing, points)) return;
  }
  points = clip_outlines<D>(pair, facing, points.get_allocator().resource());
}

#define SUNDER_INSTANTIATE(D)                                                                \
  template List<ContactPoint<D>> clip_outlines<D>(const Pair<D>&, const Facing<D>&, Memory); \
  template void set_clipped_points<D>(const Pair<D>&, const Facing<D>&, List<ContactPoint<D>>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::contact
