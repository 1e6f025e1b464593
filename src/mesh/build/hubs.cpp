// SPDX-License-Identifier: Apache-2.0
//
// Idea: Hubs at one place are found by their first coordinate. The directions of a triangle from the place are an arc of
// the unit sphere. A tree of the arcs' boxes finds pairs that are close. If two triangles have another point in common,
// the way there from the place leaves one of them through its opposite edge, inside the other. A filter tests that.
// Arcs from one hub to another all meet there: they are paired with others by their angles about the edge (hub_axes.cpp).
// Bound: An arc shorter than a half circle is no farther from its chord of length c than c^2 / 4. A direction of length
// d, whose ends are within e, is within 4 e / d + 2^-50 of a unit one.
// Cost: O(h log h) for h hubs, O(n log n) for the n triangles at shared ones, and the arcs that are close.
// Gives up: Never.
#include "mesh/build/hubs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/box_tree.hpp"
#include "geometry/vectors.hpp"
#include "mesh/build/hub_axes.hpp"

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

namespace {

/// Triangles of a piece on the edge from one hub to another.
struct HubEdge {
  std::int32_t to = -1;
  std::vector<std::int32_t> triangles;
};
/// Lists the edges from a hub to others, with their triangles in ascending order.
std::vector<HubEdge> edges_of(const Piece& piece, const OwnHubs& hubs, std::int32_t hub) {
  std::vector<std::array<std::int32_t, 2>> uses;
  for (const std::int32_t triangle : piece.star_of(hub)) {
    for (const std::int32_t corner : piece.corners(triangle)) {
      if (corner != hub && hubs.is_hub(corner)) uses.push_back({corner, triangle});
    }
  }
  std::sort(uses.begin(), uses.end());
  std::vector<HubEdge> edges;
  for (const auto& [to, triangle] : uses) {
    if (edges.empty() || edges.back().to != to) edges.push_back({to, {}});
    edges.back().triangles.push_back(triangle);
  }
  return edges;
}

/// From this number on, triangles on one edge are paired by their angles about it, and not by their arcs.
std::size_t many_on_edge(std::size_t star) {
  return std::max<std::size_t>(16, static_cast<std::size_t>(std::sqrt(static_cast<double>(star))));
}

/// Visits the triangles at a hub that share no other, and are on no edge of many, by their arcs.
bool visit_close_arcs(const PiecePair& pair, const OwnHubs& hubs, std::int32_t hub,
                      std::span<const HubEdge> edges,
                      const std::function<bool(std::int32_t i, std::int32_t j)>& visit) {
  const auto star = pair.piece(0).star_of(hub);
  std::vector<bool> is_left_out(star.size());
  for (const HubEdge& edge : edges) {
    if (edge.triangles.size() < many_on_edge(star.size())) continue;
    for (const std::int32_t triangle : edge.triangles) {
      const auto at = std::lower_bound(star.begin(), star.end(), triangle) - star.begin();
      is_left_out[static_cast<std::size_t>(at)] = true;
    }
  }
  std::vector<ReachBox> boxes;
  std::vector<std::int32_t> triangles;
  for (std::size_t i = 0; i < star.size(); ++i) {
    if (is_left_out[i]) continue;
    boxes.push_back(box_of_arc(pair, 0, pair.piece(0).corners(star[i]), hub));
    triangles.push_back(star[i]);
  }
  const BoxTree tree(boxes);
  double limit = 0;
  for (std::size_t i = 0; i < boxes.size() && limit == 0; ++i) {
    const auto bound = [&](const ReachBox& box) {
      return separating_axis(boxes[i], box) != 0 ? kBoundless : 0.0;
    };
    tree.search(bound, limit, [&](std::int32_t at) {
      const std::int32_t p = triangles[i], q = triangles[static_cast<std::size_t>(at)];
      if (limit == 0 && p < q && hubs.shared(p, q) == 1 && !visit(p, q)) limit = -1;
    });
  }
  return limit == 0;
}

}  // namespace

OwnHubs::OwnHubs(const Piece& piece) : piece_(piece) {
  if (piece.hubs.empty()) return;
  of_vertex_.resize(piece.points.size());
  // The triangles suffice for few great hubs: all pairs of these may be looked at.
  const double least = std::max(512.0, 2 * std::sqrt(static_cast<double>(piece.triangles.size())));
  for (const std::int32_t hub : piece.hubs) {
    const bool is_great = static_cast<double>(piece.star_of(hub).size()) >= least;
    of_vertex_[static_cast<std::size_t>(hub)] = is_great ? Rank::great : Rank::hub;
    if (is_great) great_.push_back(hub);
  }
}

bool visit_close_at_hubs(const PiecePair& pair, const OwnHubs& hubs,
                         const std::function<bool(std::int32_t i, std::int32_t j)>& visit) {
  const auto in_order = [&](std::int32_t i, std::int32_t j) {
    return visit(std::min(i, j), std::max(i, j));
  };
  for (const std::int32_t hub : pair.piece(0).hubs) {
    const std::vector<HubEdge> edges = edges_of(pair.piece(0), hubs, hub);
    if (!visit_close_arcs(pair, hubs, hub, edges, visit)) return false;
    for (const HubEdge& edge : edges) {
      const bool is_many = edge.triangles.size() >= many_on_edge(pair.piece(0).star_of(hub).size());
      if (!is_many && edge.to < hub) continue;  // its triangles were paired from the other end
      if (!visit_close_on_edge(pair, hub, edge.to, edge.triangles, is_many, in_order)) return false;
    }
  }
  const std::span<const std::int32_t> great = hubs.great();
  for (std::size_t i = 0; i < great.size(); ++i) {
    for (std::size_t j = i + 1; j < great.size(); ++j) {
      const auto visit_unshared = [&](std::int32_t p, std::int32_t q) {
        return hubs.shared(p, q) > 0 || in_order(p, q);
      };
      if (!visit_close_about(pair, great[i], great[j], visit_unshared)) return false;
    }
  }
  return true;
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
