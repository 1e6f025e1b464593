// SPDX-License-Identifier: Apache-2.0
//
// Idea: Seen along the line through two hubs, a triangle at one of them is a corner at 0 and fills the angles between its
// other two points. Where no angle is common to two triangles, they have at most points of the line in common. A triangle
// at one hub has that hub alone there, and one on the edge of both has the edge. Intervals of angles are sorted.
// Source: None known for this form.
// Bound: A unit axis along a line of length L is within 4 e / L + 8 u, and two directions across it are within twice that. A
// sum along them loses 8 u and the points' errors. An angle is off by at most twice the part of the distance.
// Cost: O(n log n), and the pairs whose angles meet.
// Gives up: Never; a triangle that comes close to the line has every angle.
#include "mesh/build/hub_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "geometry/vectors.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kHalfTurn = 3.141592653589793, kTurn = 2 * kHalfTurn;

/// The angles from lower to upper, which may pass a half turn.
struct AngleRange {
  double lower = -4, upper = 4;  ///< all of them
  bool is_all() const noexcept { return upper - lower >= kTurn; }
};

class HubAxis {
 public:
  HubAxis(const PiecePair& pair, std::int32_t from, std::int32_t to)
      : pair_(pair), from_(pair.world({0, from})) {
    Vector3 axis = minus<3>(pair.world({0, to}), from_);
    length_ = std::sqrt(dot<3>(axis, axis));
    for (double& entry : axis) entry /= length_;
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (std::fabs(axis[k]) < std::fabs(axis[least])) least = k;
    }
    Vector3 unit{};
    unit[least] = 1;
    one_ = cross(axis, unit);
    const double size = std::sqrt(dot<3>(one_, one_));
    for (double& entry : one_) entry /= size;
    two_ = cross(axis, one_);
  }

  AngleRange of(std::int32_t vertex) const noexcept {
    const Vector3 d = minus<3>(pair_.world({0, vertex}), from_);
    const double x = dot<3>(d, one_), y = dot<3>(d, two_);
    const double lost =
        sum_of_sizes(d) * (16 * pair_.error() / length_ + 64 * kUnit) + 8 * pair_.error();
    const double part = lost / std::sqrt(x * x + y * y), angle = std::atan2(y, x);
    if (!(part < 0.25) || !std::isfinite(angle)) return {};
    const double slack = 2 * part + 0x1p-48;
    return {angle - slack, angle + slack};
  }

  /// The angles between those of two vertices, the short way round.
  AngleRange between(std::int32_t p, std::int32_t q) const noexcept {
    AngleRange one = of(p), two = of(q);
    if (one.is_all() || two.is_all()) return {};
    if (two.lower < one.lower) std::swap(one, two);
    if (two.upper - one.lower < kHalfTurn - 0x1p-40)
      return {one.lower, std::max(one.upper, two.upper)};
    if (one.upper + kTurn - two.lower < kHalfTurn - 0x1p-40) {
      return {two.lower, std::max(one.upper + kTurn, two.upper)};
    }
    return {};
  }

 private:
  const PiecePair& pair_;
  Vector3 from_, one_, two_;
  double length_;
};

struct TriangleAngles {
  AngleRange range;
  std::int32_t triangle;
  std::size_t list;  ///< 0 or 1
};

/// Calls visit(i, j) for entries of both lists whose ranges meet; with `within`, also for two of list 0.
template <class Visit>
bool visit_meeting(std::vector<TriangleAngles> all, bool within, const Visit& visit) {
  // Angles go round: each comes again one turn later.
  const std::size_t count = all.size();
  all.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    TriangleAngles again = all[i];
    again.range.lower += kTurn;
    again.range.upper += kTurn;
    all.push_back(again);
  }
  std::sort(all.begin(), all.end(), [](const TriangleAngles& p, const TriangleAngles& q) {
    return p.range.lower != q.range.lower ? p.range.lower < q.range.lower : p.triangle < q.triangle;
  });
  std::array<std::vector<TriangleAngles>, 2> open;
  for (const TriangleAngles& next : all) {
    for (std::size_t list = 0; list < 2; ++list) {
      if (list == next.list && !(within && list == 0)) continue;
      std::erase_if(open[list],
                    [&](const TriangleAngles& one) { return one.range.upper < next.range.lower; });
      for (const TriangleAngles& one : open[list]) {
        if (one.triangle != next.triangle && !visit(one.triangle, next.triangle)) return false;
      }
    }
    open[next.list].push_back(next);
  }
  return true;
}

/// Appends the triangles at a hub that another is no corner of.
void append_others(const Piece& piece, const HubAxis& axis, std::int32_t hub, std::int32_t other,
                   std::size_t list, std::vector<TriangleAngles>& angles) {
  for (const std::int32_t triangle : piece.star_of(hub)) {
    std::array<std::int32_t, 2> ends{};
    std::size_t count = 0;
    bool has_other = false;
    for (const std::int32_t corner : piece.corners(triangle)) {
      has_other = has_other || corner == other;
      if (corner != hub && count < 2) ends[count++] = corner;
    }
    if (!has_other) angles.push_back({axis.between(ends[0], ends[1]), triangle, list});
  }
}

}  // namespace

bool visit_close_on_edge(const PiecePair& pair, std::int32_t from, std::int32_t to,
                         std::span<const std::int32_t> triangles, bool others,
                         const std::function<bool(std::int32_t i, std::int32_t j)>& visit) {
  const HubAxis axis(pair, from, to);
  std::vector<TriangleAngles> angles;
  for (const std::int32_t triangle : triangles) {
    for (const std::int32_t corner : pair.piece(0).corners(triangle)) {
      if (corner != from && corner != to) angles.push_back({axis.of(corner), triangle, 0});
    }
  }
  if (others) append_others(pair.piece(0), axis, from, to, 1, angles);
  return visit_meeting(std::move(angles), true, visit);
}

bool visit_close_about(const PiecePair& pair, std::int32_t from, std::int32_t to,
                       const std::function<bool(std::int32_t i, std::int32_t j)>& visit) {
  const HubAxis axis(pair, from, to);
  std::vector<TriangleAngles> angles;
  append_others(pair.piece(0), axis, from, to, 0, angles);
  append_others(pair.piece(0), axis, to, from, 1, angles);
  return visit_meeting(std::move(angles), false, visit);
}

}  // namespace sunder::detail::mesh
