// SPDX-License-Identifier: Apache-2.0
//
// Idea: A patch is projected to the plane across the normal, coincident points are dropped, and the
// convex hull is taken. The height at a point is interpolated between the corners around it.
// Source: Andrew's monotone chain (1979) for the hull.
// Bound: The hull's signs are exact about the rounded coordinates. Heights are rounded.
// Cost: O(n) for the rim of a face, O(n log n) for other patches of n vertices, O(n) for a height or
// a nearest place.
#include "query/contact/outline.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "geometry/monotone_chain.hpp"

namespace sunder::detail::contact {
namespace {

using Planar = std::array<double, 2>;

Planar difference(const Planar& p, const Planar& q) noexcept { return {p[0] - q[0], p[1] - q[1]}; }
double area(const OutlinePoint& p, const OutlinePoint& q, const OutlinePoint& r) noexcept {
  return cross(difference(q.across, p.across), difference(r.across, p.across));
}
double distance(const OutlinePoint& p, const OutlinePoint& q) noexcept {
  return length_across(difference(p.across, q.across));
}

/// Tests whether points in their order around are those of a strictly convex polygon. All turns are
/// proven to be left ones. The list goes around once, since x has one least value or edge.
bool is_convex(std::span<const OutlinePoint> points) noexcept {
  const std::size_t count = points.size();
  const OutlinePoint* p = &points[count - 2];
  const OutlinePoint* q = &points[count - 1];
  const auto rises = [](const OutlinePoint& from, const OutlinePoint& to) {
    return from.across[0] < to.across[0] ||
           (from.across[0] == to.across[0] && from.across[1] < to.across[1]);
  };
  bool rose = rises(*p, *q);
  int beginnings = 0;
  for (const OutlinePoint& r : points) {
    if (filtered_turn(*p, difference(q->across, p->across), r) <= 0) return false;
    const bool rising = rises(*q, r);
    beginnings += rising && !rose ? 1 : 0;
    rose = rising;
    p = q;
    q = &r;
  }
  return beginnings == 1;
}

/// Arranges the points of a rim counter-clockwise. Returns false where doubles do not prove that
/// they are convex.
bool arrange_rim(Outline& points) noexcept {
  if (points.size() < 3) return false;
  if (area(points[0], points[1], points[2]) < 0) std::reverse(points.begin(), points.end());
  return is_convex(points);
}

/// Projects vertices of a body to the view. Each of the three coordinates is a covector's product
/// with a vertex.
template <int D>
class Projection {
 public:
  Projection(const PosedPoints<D>& body, const View<D>& view) noexcept : hull_(body.hull()) {
    const std::array<const Vector<D>*, 3> axes{&view.x_axis(), &view.y_axis(), &view.normal()};
    for (std::size_t i = 0; i < 3; ++i) {
      rows_[i] = body.pulled_back(*axes[i]);
      offset_[i] = dot<D>(*axes[i], body.shift());
    }
  }
  OutlinePoint operator()(std::int32_t v) const noexcept {
    std::array<double, 3> at = offset_;
    for (int k = 0; k < D; ++k) {
      const double x = hull_.coordinate(v, k);
      for (std::size_t i = 0; i < 3; ++i) at[i] += rows_[i][static_cast<std::size_t>(k)] * x;
    }
    return {{at[0], at[1]}, at[2], v};
  }

 private:
  const HullBlock& hull_;
  std::array<Vector<D>, 3> rows_;
  std::array<double, 3> offset_;
};

/// Returns the height inside a polygon, interpolated in the triangle of a fan that p lies in.
double height_inside(const Outline& outline, const OutlinePoint& p) noexcept {
  std::size_t k = 1;
  while (k + 2 < outline.size() && turn(outline[0], outline[k + 1], p) > 0) ++k;
  const OutlinePoint& u = outline[0];
  const OutlinePoint& v = outline[k];
  const OutlinePoint& w = outline[k + 1];
  const double at_u = std::max(0.0, area(v, w, p));
  const double at_v = std::max(0.0, area(w, u, p));
  const double at_w = std::max(0.0, area(u, v, p));
  const double whole = at_u + at_v + at_w;
  if (!(whole > 0)) return u.height;
  return (at_u * u.height + at_v * v.height + at_w * w.height) / whole;
}

/// Returns whether p is surely farther than `reach` from every corner, and from every edge unless
/// `place` is one. It takes no root. Squares that underflow make nothing sure.
bool is_clear(const Outline& outline, const Place& place, const OutlinePoint& p,
              double reach) noexcept {
  const double squared_reach = reach * reach * (1 + 0x1p-40);
  const bool is_inside = place.on == Place::On::inside;
  const OutlinePoint* from = &outline.back();
  for (const OutlinePoint& to : outline) {
    const Planar away = difference(p.across, to.across);
    if (!(away[0] * away[0] + away[1] * away[1] > squared_reach)) return false;
    if (is_inside) {
      const Planar edge = difference(to.across, from->across);
      const double twice = cross(edge, away);
      const double squared_length = edge[0] * edge[0] + edge[1] * edge[1];
      if (!(twice * twice > squared_reach * squared_length)) return false;
    }
    from = &to;
  }
  return true;
}

}  // namespace

template <int D>
View<D>::View(const Vector<D>& normal) noexcept : normal_(normal) {
  if constexpr (D == 2) {
    x_axis_ = {-normal[1], normal[0]};
  } else {
    const auto size_of = [](double entry) { return std::fabs(entry); };
    const auto least = std::ranges::min_element(normal, {}, size_of) - normal.begin();
    Vector3 axis{};
    axis[static_cast<std::size_t>(least)] = 1;
    x_axis_ = cross(axis, normal);
    const double size = length<3>(x_axis_);
    for (double& entry : x_axis_) entry /= size;
    y_axis_ = cross(normal, x_axis_);
  }
}

template <int D>
Outline outline_of(const PosedPoints<D>& body, const Patch& patch, const View<D>& view,
                   Surface surface, Memory memory) {
  Outline points(memory);
  points.reserve(patch.vertices.size());
  const Projection<D> projection(body, view);
  for (const std::int32_t v : patch.vertices) points.push_back(projection(v));
  if (patch.is_rim && arrange_rim(points)) return points;
  std::sort(points.begin(), points.end(), [&](const OutlinePoint& p, const OutlinePoint& q) {
    if (const int first = order(p, q); first != 0) return first < 0;
    if (!equal(p.height, q.height)) return less(q.height, p.height) == (surface == Surface::top);
    return p.vertex < q.vertex;
  });
  const auto coincide = [](const OutlinePoint& p, const OutlinePoint& q) {
    return order(p, q) == 0;
  };
  points.erase(std::unique(points.begin(), points.end(), coincide), points.end());
  Outline outline(memory);
  outline.reserve(points.size() + 1);
  append_hull(points, outline, turn);
  return outline;
}

double extent_of(const Outline& outline) noexcept {
  const OutlinePoint& first = *std::ranges::min_element(outline, {}, &OutlinePoint::vertex);
  double extent = 0;
  for (const OutlinePoint& p : outline) extent = std::max(extent, distance(first, p));
  return extent;
}

bool are_clear(const Outline& outline, const Sides<OutlinePoint>& sides, std::size_t points,
               double reach) noexcept {
  for (std::size_t i = 0; i < edge_count(outline.size()); ++i) {
    const double least = reach * distance(outline[i], outline[next_corner(i, outline.size())]);
    for (std::size_t j = 0; j < points; ++j) {
      if (!(std::fabs(sides.of(i, j)) > least)) return false;
    }
  }
  return true;
}

double distance_to_line(const OutlinePoint& x, const OutlinePoint& p,
                        const OutlinePoint& q) noexcept {
  const double size = distance(p, q);
  return size > 0 ? std::fabs(area(p, q, x)) / size : distance(p, x);
}

double share_along(const Outline& outline, std::size_t i, const OutlinePoint& p) noexcept {
  const OutlinePoint& from = outline[i];
  const Planar edge = difference(outline[next_corner(i, outline.size())].across, from.across);
  const Planar way = difference(p.across, from.across);
  const double squared = edge[0] * edge[0] + edge[1] * edge[1];
  if (!(squared > 0)) return 0;
  return std::clamp((edge[0] * way[0] + edge[1] * way[1]) / squared, 0.0, 1.0);
}

double height_at(const Outline& outline, const Place& place, const OutlinePoint& p) noexcept {
  if (place.on == Place::On::vertex) return outline[place.index].height;
  if (place.on == Place::On::inside) return height_inside(outline, p);
  const double share = share_along(outline, place.index, p);
  const double from = outline[place.index].height;
  return from + share * (outline[next_corner(place.index, outline.size())].height - from);
}

Place place_near(const Outline& outline, const Place& place, const OutlinePoint& p,
                 double reach) noexcept {
  if (place.on == Place::On::vertex || is_clear(outline, place, p, reach)) return place;
  const std::size_t count = outline.size();
  Place nearest = place;
  double least = reach;
  for (std::size_t i = 0; i < count; ++i) {
    const double away = distance(outline[i], p);
    if (away > least || (away == least && nearest.on == Place::On::vertex)) continue;
    nearest = {Place::On::vertex, i};
    least = away;
  }
  if (nearest.on == Place::On::vertex || place.on == Place::On::edge) return nearest;
  for (std::size_t i = 0; i < edge_count(count); ++i) {
    const OutlinePoint& from = outline[i];
    const OutlinePoint& to = outline[next_corner(i, count)];
    const double away = distance_to_line(p, from, to);
    if (away > least || (away == least && nearest.on == Place::On::edge)) continue;
    nearest = {Place::On::edge, i};
    least = away;
  }
  return nearest;
}

#define SUNDER_INSTANTIATE(D)                                                                  \
  template class View<D>;                                                                      \
  template Outline outline_of<D>(const PosedPoints<D>&, const Patch&, const View<D>&, Surface, \
                                 Memory);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail::contact
