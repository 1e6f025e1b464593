// SPDX-License-Identifier: Apache-2.0
//
// Idea: Hubs at one place are found by their first coordinate. The directions of a triangle from the place are an arc of
// the unit sphere. A tree of the arcs' boxes finds pairs that are close. If two triangles have another point in common,
// the way there from the place leaves one of them through its opposite edge, inside the other. A filter tests that.
// Bound: An arc shorter than a half circle is no farther from its chord of length c than c^2 / 4. A direction of length
// d, whose ends are within e, is within 4 e / d + 2^-50 of a unit one.
// Cost: O(h log h) for h hubs, O(n log n) for the n triangles at shared ones, and the arcs that are close.
// Gives up: Never.
#include "mesh/hubs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/box_tree.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kBoundless = std::numeric_limits<double>::infinity();

/// The directions of a triangle from a vertex of it, and how far at most the exact ones are from their box.
ReachBox box_of_arc(const PiecePair& pair, int side, const Corners& corners, std::int32_t vertex) {
  const Vector3 from = pair.world({side, vertex});
  ReachBox box;
  box.lower.fill(kBoundless);
  box.reach.fill(-kBoundless);
  double slack = 0;
  std::array<Vector3, 2> ends{};
  std::size_t count = 0;
  for (const std::int32_t corner : corners) {
    if (corner == vertex || count == 2) continue;
    Vector3 u = minus<3>(pair.world({side, corner}), from);
    const double length = std::sqrt(dot<3>(u, u));
    slack = std::max(slack, 4 * pair.error() / length + 0x1p-50);
    for (std::size_t k = 0; k < 3; ++k) {
      u[k] /= length;
      box.lower[k] = std::min(box.lower[k], u[k]);
      box.reach[k] = std::max(box.reach[k], u[k]);
    }
    ends[count++] = u;
  }
  const Vector3 chord = minus<3>(ends[1], ends[0]);
  slack += 0.26 * dot<3>(chord, chord);
  if (!(slack < 1)) slack = 3;  // nothing is known, or a long arc
  for (std::size_t k = 0; k < 3; ++k) {
    box.lower[k] = slack < 1 ? box.lower[k] - slack : -slack;
    box.reach[k] = slack < 1 ? box.reach[k] + slack : slack;
  }
  return box;
}

std::vector<ReachBox> boxes_at(const PiecePair& pair, int side, std::int32_t vertex) {
  std::vector<ReachBox> boxes;
  for (const std::int32_t triangle : pair.piece(side).star_of(vertex))
    boxes.push_back(box_of_arc(pair, side, pair.piece(side).corners(triangle), vertex));
  return boxes;
}

}  // namespace

bool opposite_is_apart(const PiecePair& pair, int side, const Corners& corners, std::int32_t vertex,
                       const WorldTriangle& other) noexcept {
  std::array<Vector3, 2> ends{};
  std::size_t count = 0;
  for (const std::int32_t corner : corners) {
    if (corner != vertex && count < 2) ends[count++] = pair.world({side, corner});
  }
  if (count == 0) return true;  // a point
  if (count == 1) ends[1] = ends[0];
  return filter_triangles({ends[0], ends[1], ends[1]}, other, pair.error()) == Filtered::apart;
}

bool visit_close_at(const PiecePair& pair, const PlaceOfBoth& place,
                    const std::function<bool(std::int32_t a, std::int32_t b)>& visit) {
  const std::vector<ReachBox> boxes_a = boxes_at(pair, 0, place[0]),
                              boxes_b = boxes_at(pair, 1, place[1]);
  const auto star_a = pair.piece(0).star_of(place[0]), star_b = pair.piece(1).star_of(place[1]);
  const BoxTree tree(boxes_b);
  double limit = 0;
  for (std::size_t i = 0; i < boxes_a.size() && limit == 0; ++i) {
    const std::int32_t a = star_a[i];
    const Corners& corners_a = pair.piece(0).corners(a);
    const WorldTriangle world_a = pair.world(0, a);
    const auto bound = [&](const ReachBox& box) {
      return separating_axis(boxes_a[i], box) != 0 ? kBoundless : 0.0;
    };
    tree.search(bound, limit, [&](std::int32_t at) {
      const std::int32_t b = star_b[static_cast<std::size_t>(at)];
      if (opposite_is_apart(pair, 0, corners_a, place[0], pair.world(1, b)) &&
          opposite_is_apart(pair, 1, pair.piece(1).corners(b), place[1], world_a))
        return;
      if (limit == 0 && !visit(a, b)) limit = -1;
    });
  }
  return limit == 0;
}

SharedHubs::SharedHubs(PiecePair& pair) {
  const std::vector<std::int32_t>&a = pair.piece(0).hubs, &b = pair.piece(1).hubs;
  if (a.empty() || b.empty()) return;
  struct Place {
    Vector3 at;
    std::int32_t vertex;
  };
  std::vector<Place> places;
  places.reserve(b.size());
  for (const std::int32_t vertex : b) places.push_back({pair.world({1, vertex}), vertex});
  const auto before = [](const Place& p, const Place& q) { return p.at[0] < q.at[0]; };
  std::sort(places.begin(), places.end(), before);
  const double error = 2 * pair.error();
  for (const std::int32_t vertex : a) {
    const Vector3 at = pair.world({0, vertex});
    auto close = places.begin();
    if (std::isfinite(error)) {
      close = std::lower_bound(places.begin(), places.end(), Place{{at[0] - 2 * error, 0, 0}, -1},
                               before);
    }
    for (; close != places.end() && !(close->at[0] > at[0] + 2 * error); ++close) {
      const bool is_far = std::fabs(close->at[1] - at[1]) > 2 * error ||
                          std::fabs(close->at[2] - at[2]) > 2 * error;
      if (is_far || !pair.exact().coincide({0, vertex}, {1, close->vertex})) continue;
      all_.push_back({{vertex, close->vertex}, {-1, -1}});
    }
  }
  if (all_.empty()) return;
  for (std::size_t side = 0; side < 2; ++side) {
    const Piece& piece = pair.piece(static_cast<int>(side));
    hub_of_[side].assign(piece.triangles.size(), -1);
    for (std::size_t i = 0; i < all_.size(); ++i) {
      for (const std::int32_t triangle : piece.star_of(all_[i].vertex[side])) {
        std::int32_t& hub = hub_of_[side][static_cast<std::size_t>(triangle)];
        hub = hub == -1 ? static_cast<std::int32_t>(i) : -2;
      }
    }
    for (Shared& shared : all_) {
      for (const std::int32_t triangle : piece.star_of(shared.vertex[side])) {
        if (hub_of_[side][static_cast<std::size_t>(triangle)] >= 0)
          shared.triangle[side] = triangle;
      }
    }
  }
}

bool SharedHubs::share_one(Leaf a, Leaf b) const noexcept {
  if (all_.empty()) return false;
  for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
    if (!share_one(i, b.begin)) return false;
  }
  for (std::int32_t j = b.begin; j < b.begin + b.count; ++j) {
    if (!share_one(a.begin, j)) return false;
  }
  return true;
}

}  // namespace sunder::detail::mesh
