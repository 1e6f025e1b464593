// SPDX-License-Identifier: Apache-2.0
#include "query/contact/overlapping.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "query/contact/identity.hpp"
#include "query/contact/outline.hpp"

namespace sunder::detail::contact {
namespace {

/// Faces of which neither is this well along the normal (0.9 degrees) are not what meets: the
/// supports are, two edges across each other. A face so little off costs nothing, as every point
/// has its own depth, and keeps four points under a box that tilts.
constexpr double kFaceToFace = 1 - 0x1p-13;
/// Of the smaller patch: corners of the common part nearer than this to a corner or an edge of a
/// patch are named after it, corners of one name are one, and where two edges cross as good as
/// along each other there is none.
constexpr double kSnap = 0x1p-20;
/// What rounding may take from the depth of the deepest point, of the depth and of the bodies.
constexpr double kDepthShare = 0x1p-20;
constexpr double kDepthRounding = 0x1p-40;

/// Bounds every coordinate in the shared frame, rounded.
template <int D>
double reach_of(const Body<D>& body, const Vector<D>& shift) noexcept {
  double reach = 0;
  for (int l = 0; l < D; ++l) {
    double sum = std::fabs(shift[static_cast<std::size_t>(l)]);
    for (int k = 0; k < D; ++k) sum += std::fabs(body.pose->linear(l, k)) * body.hull->max_abs[k];
    reach = std::fmax(reach, sum);
  }
  return reach;
}

/// A corner of the common part of two outlines.
struct Meeting {
  OutlinePoint at;
  Place a;
  Place b;
  double depth = 0;  ///< in the shared frame; negative where the patches are still apart
  ContactId id;
};

template <int D>
class Manifold {
 public:
  Manifold(const Pair<D>& pair, const Penetration<D>& penetration)
      : pair_(pair), penetration_(penetration), view_(penetration.witness->normal) {
    Vector<D> shift{};
    for (int l = 0; l < D; ++l) {
      shift[static_cast<std::size_t>(l)] = pair.a.pose->offset(l) - pair.b.pose->offset(l);
    }
    const double reach = std::fmax(reach_of(pair.a, shift), reach_of(pair.b, {}));
    if (!(reach < 0x1p1000)) return;
    scale_ = unit_scale(std::fmax(reach, 0x1p-1000));
    for (double& entry : shift) entry *= scale_;
    a_.emplace(pair.a, shift, scale_);
    b_.emplace(pair.b, Vector<D>{}, scale_);
  }

  std::vector<ContactPoint<D>> points() {
    if (!a_) return {};
    std::vector<ContactPoint<D>> points;
    for (const Meeting& meeting : meetings()) {
      points.push_back(to_world(meeting));
      for (std::size_t l = 0; l < D; ++l) {
        const bool told =
            is_finite_bits(points.back().point_a[l]) && is_finite_bits(points.back().point_b[l]);
        if (!told) return {};
      }
    }
    return points;
  }

 private:
  /// By the patches; else by the supports; else the two points of the supports that are nearest to
  /// each other in the view. The deepest pair is among those of the first that come deep enough.
  std::vector<Meeting> meetings() {
    Vector<D> inward = penetration_.witness->normal;
    for (double& entry : inward) entry = 0 - entry;
    const Patches<D> of_a = find_patches<D>(*a_, penetration_.witness->normal);
    const Patches<D> of_b = find_patches<D>(*b_, inward);
    if (of_a.face.alignment >= kFaceToFace || of_b.face.alignment >= kFaceToFace) {
      std::vector<Meeting> found = meet(of_a.face, of_b.face);
      if (reaches_depth(found)) return found;
    }
    std::vector<Meeting> found = meet(of_a.support, of_b.support);
    if (reaches_depth(found)) return found;
    return {nearest()};
  }

  bool reaches_depth(const std::vector<Meeting>& found) const noexcept {
    const double least = penetration_.depth.lower * scale_ * (1 - kDepthShare) - kDepthRounding;
    return std::any_of(found.begin(), found.end(),
                       [least](const Meeting& meeting) { return meeting.depth >= least; });
  }

  /// The corners of the common part that are behind both patches, around the normal.
  std::vector<Meeting> meet(const Patch& patch_a, const Patch& patch_b) {
    outline_a_ = outline_of<D>(*a_, patch_a, view_, Surface::top);
    outline_b_ = outline_of<D>(*b_, patch_b, view_, Surface::bottom);
    std::vector<Meeting> found;
    for (const Corner& corner : common_corners<OutlinePoint>(outline_a_, outline_b_)) {
      Meeting meeting{point_of(corner), corner.a, corner.b, {}, {}};
      measure(meeting);
      if (meeting.depth >= -kDepthRounding) found.push_back(meeting);
    }
    name(found);
    merge(found);
    arrange(found);
    straighten(found);
    return found;
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
    return kSnap * (of_a > 0 && of_b > 0 ? std::fmin(of_a, of_b) : std::fmax(of_a, of_b));
  }

  void name(std::vector<Meeting>& found) const {
    const double reach = snap();
    const auto feature = [](const Outline& outline, const PosedPoints<D>& body,
                            const Place& place) {
      return feature_at(place, outline.size(),
                        [&](std::size_t i) { return body.caller(outline[i].vertex); });
    };
    for (Meeting& meeting : found) {
      const Place on_a = place_near(outline_a_, meeting.a, meeting.at, reach);
      const Place on_b = place_near(outline_b_, meeting.b, meeting.at, reach);
      meeting.id = {feature(outline_a_, *a_, on_a), feature(outline_b_, *b_, on_b)};
    }
  }

  /// Of those of one name the deepest stays.
  static void merge(std::vector<Meeting>& found) {
    std::sort(found.begin(), found.end(), [](const Meeting& p, const Meeting& q) {
      return p.id != q.id ? p.id < q.id : p.depth > q.depth;
    });
    const auto same = [](const Meeting& p, const Meeting& q) { return p.id == q.id; };
    found.erase(std::unique(found.begin(), found.end(), same), found.end());
  }

  /// From the lowest id, which is in front already, counter-clockwise: by the angle about the
  /// middle, which is inside.
  static void arrange(std::vector<Meeting>& found) {
    if (found.size() < 3) return;
    std::array<double, 2> middle{};
    for (const Meeting& meeting : found) {
      for (std::size_t k = 0; k < 2; ++k) {
        middle[k] += meeting.at.across[k] / static_cast<double>(found.size());
      }
    }
    std::vector<std::pair<double, Meeting>> turned;
    turned.reserve(found.size());
    for (const Meeting& meeting : found) {
      const std::array<double, 2> away = minus<2>(meeting.at.across, middle);
      turned.emplace_back(std::atan2(away[1], away[0]), meeting);
    }
    std::stable_sort(turned.begin(), turned.end(),
                     [](const auto& p, const auto& q) { return p.first < q.first; });
    const ContactId lowest = found.front().id;
    const auto first = std::find_if(turned.begin(), turned.end(),
                                    [&](const auto& p) { return p.second.id == lowest; });
    std::rotate(turned.begin(), first, turned.end());
    for (std::size_t i = 0; i < found.size(); ++i) found[i] = turned[i].second;
  }

  /// Two equal faces, turned by no more than rounding, cross in the middle of their edges.
  void straighten(std::vector<Meeting>& found) const {
    const double reach = snap();
    for (std::size_t i = 0; i < found.size() && found.size() > 2;) {
      const Meeting& x = found[i];
      const Meeting& before = found[i > 0 ? i - 1 : found.size() - 1];
      const Meeting& after = found[next_corner(i, found.size())];
      const bool crossing = x.id.a[1] >= 0 && x.id.b[1] >= 0;
      const bool deepest = x.depth > std::fmax(before.depth, after.depth);
      if (crossing && !deepest && distance_to_line(x.at, before.at, after.at) <= reach) {
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  /// Of the outlines of the supports, which rounding keeps apart by a little.
  Meeting nearest() const {
    Meeting best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](const OutlinePoint& p, const Place& on_a, const Place& on_b,
                           const std::array<double, 2>& q) {
      const double away = std::hypot(p.across[0] - q[0], p.across[1] - q[1]);
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
    std::vector<Meeting> named{best};
    name(named);
    return named.front();
  }
  static std::array<double, 2> on_edge(const Outline& outline, std::size_t i,
                                       const OutlinePoint& p) noexcept {
    const std::array<double, 2>& from = outline[i].across;
    const std::array<double, 2>& to = outline[next_corner(i, outline.size())].across;
    const double share = share_along(outline, i, p);
    return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])};
  }

  /// A vertex is where its pose puts it, and the other point of its pair is a depth away.
  ContactPoint<D> to_world(const Meeting& meeting) const {
    ContactPoint<D> point;
    point.id = meeting.id;
    point.depth = std::clamp(meeting.depth / scale_, 0.0, penetration_.depth.upper);
    const bool from_a = meeting.a.on == Place::On::vertex && meeting.b.on != Place::On::vertex;
    if (from_a) {
      point.point_a = a_->in_world(outline_a_[meeting.a.index].vertex);
    } else if (meeting.b.on == Place::On::vertex) {
      point.point_b = b_->in_world(outline_b_[meeting.b.index].vertex);
    } else {
      point.point_b = on_edge_of_b(meeting);
    }
    for (std::size_t l = 0; l < D; ++l) {
      const double step = point.depth * penetration_.witness->normal[l];
      if (from_a) {
        point.point_b[l] = point.point_a[l] - step;
      } else {
        point.point_a[l] = point.point_b[l] + step;
      }
    }
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
  const Penetration<D>& penetration_;
  View<D> view_;
  double scale_{};
  std::optional<PosedPoints<D>> a_;
  std::optional<PosedPoints<D>> b_;
  Outline outline_a_;
  Outline outline_b_;
};

}  // namespace

template <int D>
std::vector<ContactPoint<D>> overlapping_points(const Pair<D>& pair,
                                                const Penetration<D>& penetration) {
  if (!penetration.witness) return {};
  return Manifold<D>(pair, penetration).points();
}

template std::vector<ContactPoint<2>> overlapping_points<2>(const Pair<2>&, const Penetration<2>&);
template std::vector<ContactPoint<3>> overlapping_points<3>(const Pair<3>&, const Penetration<3>&);

}  // namespace sunder::detail::contact
