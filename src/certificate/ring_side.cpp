// SPDX-License-Identifier: Apache-2.0
//
// Idea: The rings are counted on a ray along x from the point moved by (e, e^2), e infinitely small, which lies on no
// edge. The point itself lies on the outline if an odd number of edges leaves it in some direction. Else all that is
// near it, edges apart, lies where the moved point does.
// Bound: Every sign is that of integers.
// Cost: Comparisons of doubles, and two products for each edge whose extent along y holds the point.
// Gives up: Never.
#include "certificate/ring_side.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "geometry/double_bits.hpp"

namespace sunder::detail::certificate {
namespace {

BigInt cross_z(const Big3& u, const Big3& v) { return u[0] * v[1] - u[1] * v[0]; }
BigInt planar_dot(const Big3& u, const Big3& v) { return u[0] * v[0] + u[1] * v[1]; }

/// Directions that were met an odd number of times.
class OddDirections {
 public:
  void add(const Big3& v) {
    const Big3 way = primitive_vector(v);
    if (!odd_.erase(way)) odd_.insert(way);
  }
  bool empty() const noexcept { return odd_.empty(); }

 private:
  std::set<Big3> odd_;
};

/// The sign of s - t.
int compare_steps(const Step& s, const Step& t) {
  return sign_of(BigInt(s.part * t.whole - t.part * s.whole));
}

Big3 scaled(const LocalPoint& p, const BigInt& factor) { return big_multiple(p.at, factor); }

}  // namespace

Location locate_in_rings(const PosedPart& polygon, const LocalPoint& x) {
  const Enclosed y = bracket(x.at[1], x.over, polygon.chain().point_exponent);
  const std::int64_t lowest = order_key(y.lower), highest = order_key(y.upper);
  bool is_odd = false;
  OddDirections ways;
  polygon.for_each_edge([&](std::int32_t from, std::int32_t to) {
    const auto height = [&](std::int32_t point) {
      return order_key(polygon.points()[static_cast<std::size_t>(point)][1]);
    };
    const std::int64_t at_from = height(from), at_to = height(to);
    if (std::max(at_from, at_to) < lowest || std::min(at_from, at_to) > highest) return;
    const Big3 p = x.to(polygon.local(from)), q = x.to(polygon.local(to));
    if (p == q) return;
    const int side = sign_of(cross_z(p, q));
    const bool rises = q[1] > 0;
    if ((p[1] > 0) != rises) is_odd = is_odd != (side == (rises ? 1 : -1));
    if (side != 0 || planar_dot(p, q) > 0) return;
    if (!is_zero_vector(p)) ways.add(p);
    if (!is_zero_vector(q)) ways.add(q);
  });
  if (!ways.empty()) return Location::boundary;
  return is_odd ? Location::inside : Location::outside;
}

LocalPoint point_at(const LocalPoint& p, const LocalPoint& q, const Step& step) {
  return {big_sum(scaled(p, q.over * (step.whole - step.part)), scaled(q, p.over * step.part)),
          p.over * q.over * step.whole};
}

std::vector<Step> steps_between_edges(const PosedPart& polygon, const LocalPoint& p,
                                      const LocalPoint& q) {
  const Big3 along = big_difference(scaled(q, p.over), scaled(p, q.over));
  std::vector<Step> stops{{0, 1}};
  if (is_zero_vector(along)) return stops;
  const auto add = [&](BigInt part, BigInt whole) {
    if (whole < 0) {
      part = -part;
      whole = -whole;
    }
    if (part > 0 && part < whole) stops.push_back({std::move(part), std::move(whole)});
  };
  const BigInt length = planar_dot(along, along);
  polygon.for_each_edge([&](std::int32_t from, std::int32_t to) {
    const Big3 r = big_multiple(p.to(polygon.local(from)), q.over),
               s = big_multiple(p.to(polygon.local(to)), q.over);
    const BigInt at_r = cross_z(along, r), at_s = cross_z(along, s);
    if (at_r == 0) add(planar_dot(along, r), length);
    if (at_s == 0) add(planar_dot(along, s), length);
    if (sign_of(at_r) * sign_of(at_s) < 0) add(cross_z(r, big_difference(s, r)), at_s - at_r);
  });
  stops.push_back({1, 1});
  std::sort(stops.begin(), stops.end(),
            [](const Step& s, const Step& t) { return compare_steps(s, t) < 0; });
  std::vector<Step> steps;
  for (std::size_t i = 1; i < stops.size(); ++i) {
    const Step &s = stops[i - 1], &t = stops[i];
    if (compare_steps(s, t) == 0) continue;
    steps.push_back({s.part * t.whole + t.part * s.whole, 2 * s.whole * t.whole});
  }
  return steps;
}

std::array<std::int32_t, 2> ends_of_line(const PosedPart& part,
                                         std::span<const std::int32_t> points) {
  std::array<std::int32_t, 2> ends{points[0], points[0]};
  for (const std::int32_t point : points) {
    const Big3 at = part.world(point).at;
    if (at < part.world(ends[0]).at) ends[0] = point;
    if (part.world(ends[1]).at < at) ends[1] = point;
  }
  return ends;
}

std::optional<Step> step_inside(const PosedPart& polygon, const WorldPoint& from,
                                const WorldPoint& to) {
  const LocalPoint p = polygon.to_local(from), q = polygon.to_local(to);
  for (const Step& step : steps_between_edges(polygon, p, q)) {
    if (locate_in_rings(polygon, point_at(p, q, step)) == Location::inside) return step;
  }
  return std::nullopt;
}

}  // namespace sunder::detail::certificate
