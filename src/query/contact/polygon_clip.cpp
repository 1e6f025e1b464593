// SPDX-License-Identifier: Apache-2.0
//
// Idea: The edge of each polygon that is aligned best with the normal becomes an interval across it.
// Each end of the common interval is an end of one edge, or of both.
// Bound: Two ends are clear of each other, or the same up to rounding. Names are then those of the
// general clip. Coordinates and depths are rounded.
// Cost: One product for each edge.
// Gives up: Where a matrix is no rotation, a choice is close, ends are between both limits, or no
// point reaches the depth. The general clip decides these (manifold.cpp).
#include "query/contact/polygon_clip.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/polygon.hpp"
#include "geometry/topology.hpp"
#include "query/contact/posed_points.hpp"

namespace sunder::detail::contact {
namespace {

struct EdgeEnd {
  double across{};
  double height{};
  std::int32_t vertex{};
};

/// The edge that faces the other body, from low to high across the normal.
struct FacingEdge {
  std::array<EdgeEnd, 2> end;
  double alignment = -std::numeric_limits<double>::infinity();

  double length() const noexcept { return end[1].across - end[0].across; }
  double height_at(double across) const noexcept {
    const double share = std::clamp((across - end[0].across) / length(), 0.0, 1.0);
    return end[0].height + share * (end[1].height - end[0].height);
  }
};

/// Returns false where no edge is surely the one.
bool find_edge(const PosedPoints<2>& body, const Vector2& normal, double towards,
               FacingEdge& edge) noexcept {
  const Polygon& polygon = *body.hull().polygon;
  const Pose2& pose = body.pose();
  const std::array<double, 2> u{
      towards * (pose.linear(0, 0) * normal[0] + pose.linear(1, 0) * normal[1]),
      towards * (pose.linear(0, 1) * normal[0] + pose.linear(1, 1) * normal[1])};
  const double* const x = polygon.rows();
  const double* const y = x + polygon.stride;
  const double* const normal_x = y + polygon.stride;
  const double* const normal_y = normal_x + polygon.stride;
  double second = edge.alignment;
  std::int32_t best = 0;
  for (std::int32_t i = 0; i < polygon.count; ++i) {
    const double alignment = normal_x[i] * u[0] + normal_y[i] * u[1];
    second = std::max(second, std::min(alignment, edge.alignment));
    best = alignment > edge.alignment ? i : best;
    edge.alignment = std::max(edge.alignment, alignment);
  }
  if (!(edge.alignment - second > kCloseShape)) return false;
  const auto height = [&](std::int32_t i) { return x[i] * u[0] + y[i] * u[1]; };
  const std::int32_t before = best > 0 ? best - 1 : polygon.count - 1;
  const std::int32_t next = best + 1 < polygon.count ? best + 1 : 0;
  const std::int32_t after = next + 1 < polygon.count ? next + 1 : 0;
  const double most = std::max(height(best), height(next));
  // The edge holds all that is farthest.
  if (!(most - std::max(height(before), height(after)) > kSurelyRises * polygon.size)) return false;
  const auto& vertices = body.hull().topology->edge(best).vertices;
  const Vector2 across{-normal[1], normal[0]};
  for (std::size_t k = 0; k < 2; ++k) {
    const Vector2 at = body.at(vertices[k]);
    edge.end[k] = {dot<2>(across, at), dot<2>(normal, at), vertices[k]};
  }
  if (edge.end[0].across > edge.end[1].across) std::swap(edge.end[0], edge.end[1]);
  return true;
}

ContactFeature edge_of(const PosedPoints<2>& body, const FacingEdge& edge) noexcept {
  const std::int32_t p = body.caller(edge.end[0].vertex);
  const std::int32_t q = body.caller(edge.end[1].vertex);
  return {std::min(p, q), std::max(p, q)};
}

class EdgeClip {
 public:
  EdgeClip(const Facing<2>& facing, const PosedPoints<2>& a, const PosedPoints<2>& b,
           const FacingEdge& edge_a, const FacingEdge& edge_b, double reach) noexcept
      : facing_(facing), a_(a), b_(b), edge_a_(edge_a), edge_b_(edge_b), reach_(reach) {}

  bool run(List<ContactPoint<2>>& points) {
    const double extent = std::min(edge_a_.length(), edge_b_.length());
    if (!(extent > kLeastExtent * reach_)) return false;
    clear_ = kClear * extent;
    // Edges that meet by their ends alone are left to others.
    const double least = std::min(edge_b_.end[1].across - edge_a_.end[0].across,
                                  edge_a_.end[1].across - edge_b_.end[0].across);
    if (!(least > clear_)) return false;
    std::array<ContactPoint<2>, 2> found;
    std::size_t count = 0;
    double deepest = -std::numeric_limits<double>::infinity();
    for (const std::size_t side : {0U, 1U}) {
      if (!set_end(side, found[count])) return false;
      deepest = std::max(deepest, found[count].depth);
      if (found[count].depth >= -facing_.near - kDepthRounding / unit_scale(reach_)) ++count;
    }
    if (count == 0 || !reaches_depth<2>(facing_, deepest, 1 / unit_scale(reach_))) return false;
    if (count == 2 && found[1].id < found[0].id) std::swap(found[0], found[1]);
    points.reserve(2);
    for (std::size_t i = 0; i < count; ++i) points.push_back(completed(found[i]));
    return true;
  }

 private:
  /// Sets the id, the depth, and the point of a or b that is a vertex.
  bool set_end(std::size_t side, ContactPoint<2>& point) const noexcept {
    const EdgeEnd& of_a = edge_a_.end[side];
    const EdgeEnd& of_b = edge_b_.end[side];
    const double apart = side == 0 ? of_a.across - of_b.across : of_b.across - of_a.across;
    const bool same = std::fabs(apart) <= kOnLine * reach_;
    if (!same && !(std::fabs(apart) > clear_)) return false;
    const bool by_a = same || apart > 0;
    const bool by_b = same || apart < 0;
    point.id.a = by_a ? ContactFeature{a_.caller(of_a.vertex), -1} : edge_of(a_, edge_a_);
    point.id.b = by_b ? ContactFeature{b_.caller(of_b.vertex), -1} : edge_of(b_, edge_b_);
    if (by_b) {
      point.depth = (same ? of_a.height : edge_a_.height_at(of_b.across)) - of_b.height;
      point.point_b = b_.in_world(of_b.vertex);
    } else {
      point.depth = of_a.height - edge_b_.height_at(of_a.across);
      point.point_a = a_.in_world(of_a.vertex);
    }
    return true;
  }
  /// Sets the other point at the depth along the normal.
  ContactPoint<2> completed(ContactPoint<2> point) const noexcept {
    const bool from_a = point.id.b[1] >= 0;
    point.depth = clamped_depth<2>(facing_, point.depth);
    set_other_point(facing_, from_a, point);
    return point;
  }

  const Facing<2>& facing_;
  const PosedPoints<2>& a_;
  const PosedPoints<2>& b_;
  const FacingEdge& edge_a_;
  const FacingEdge& edge_b_;
  double reach_;
  double clear_ = 0;
};

}  // namespace

bool clip_polygons(const Pair<2>& pair, const Facing<2>& facing, List<ContactPoint<2>>& points) {
  if (!is_rigid<2>(*pair.a.pose) || !is_rigid<2>(*pair.b.pose)) return false;
  const Vector2 shift{pair.a.pose->offset(0) - pair.b.pose->offset(0),
                      pair.a.pose->offset(1) - pair.b.pose->offset(1)};
  const double reach = std::max(pair.a.hull->polygon->size, pair.b.hull->polygon->size) +
                       std::fabs(shift[0]) + std::fabs(shift[1]);
  if (!(reach < 0x1p100)) return false;
  const PosedPoints<2> a(pair.a, shift, 1);
  const PosedPoints<2> b(pair.b, {}, 1);
  FacingEdge edge_a, edge_b;
  if (!find_edge(a, facing.normal, 1, edge_a) || !find_edge(b, facing.normal, -1, edge_b))
    return false;
  const double aligned = std::max(edge_a.alignment, edge_b.alignment);
  return aligned > kFaceToFace + kCloseShape &&
         EdgeClip(facing, a, b, edge_a, edge_b, reach).run(points);
}

}  // namespace sunder::detail::contact
