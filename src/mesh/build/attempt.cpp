// SPDX-License-Identifier: Apache-2.0
//
// Idea: Triangles that stand twice, turned both ways, are set aside. Edges that do not close are cut at vertices inside
// them. If every edge then closes and no two triangles cross, one ray a sheet tells where the inside is.
// Source: docs/bodies.md.
// Cost: O(n log n).
// Gives up: Never; it reports what stands in the way. Open edges that hold 64 ends of others on average are not cut.
#include "mesh/build/attempt.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "exact/orientation.hpp"
#include "mesh/build/collinear.hpp"
#include "mesh/build/cut.hpp"
#include "mesh/build/sides.hpp"
#include "mesh/build/simple.hpp"
#include "mesh/build/small_convex.hpp"
#include "mesh/build/surface_edges.hpp"

namespace sunder::detail::mesh {
namespace {

std::string place_of(const Vector3& p) {
  const auto text = [](double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", x);
    return std::string(buffer);
  };
  return "(" + text(p[0]) + ", " + text(p[1]) + ", " + text(p[2]) + ")";
}

/// Ends of open edges inside others, for each of them: what lies on a line in any order has the square of its number.
constexpr std::size_t kMostInside = 64;
/// Every round cuts at all vertices on edges; more than a few are needed only where cuts bring new ones.
constexpr int kMostRounds = 16;

class Attempter {
 public:
  Attempter(const CallerLists& caller, const Welded& places)
      : given_(caller.points), triangles_(caller.triangles), welded_(places) {}

  Attempt run(Triangles rest) const {
    Attempt result;
    if (const int turn = small_convex(welded_.points, rest.corners)) {
      result.turned = turn < 0 ? static_cast<std::int64_t>(rest.size()) : 0;
      for (Corners& corners : rest.corners) {
        if (turn < 0) std::swap(corners[1], corners[2]);
      }
      result.piece = piece_of(welded_.points, rest, MeshKind::solid);
      return result;
    }
    {
      std::vector<EdgeUse> uses = edge_uses(rest.corners, welded_.points.size());
      if (may_stand_twice(rest, uses)) {
        result.obstacle = cancel(rest, result.cancelled);
        if (result.cancelled.size() > 0) uses = edge_uses(rest.corners, welded_.points.size());
      }
      if (result.obstacle.none()) result.obstacle = open_edges(rest, uses);
    }
    if (result.obstacle.open_edges > 0 && cut_at_vertices(rest, result.split))
      result.obstacle = open_edges(rest);
    if (result.obstacle.none() && rest.size() == 0) {
      result.obstacle.why = "it has no triangle with an area that bounds anything";
    }
    if (!result.obstacle.none()) return result;
    result.piece = piece_of(welded_.points, rest, MeshKind::solid);
    if (const auto crossing = find_crossing_after_cuts(result.piece, result.split)) {
      const auto caller = [&](std::size_t i) {
        return result.piece.caller[static_cast<std::size_t>((*crossing)[i])];
      };
      result.obstacle = crossing_of(caller(0), caller(1));
    } else {
      const SideCounts counts = settle_sides(result.piece);
      result.turned = counts.turned;
      result.buried = counts.buried;
    }
    return result;
  }

  bool can_close(Triangles rest) const {
    std::int64_t split = 0;
    return open_edges(rest).none() || (cut_at_vertices(rest, split) && open_edges(rest).none());
  }

 private:
  const Vector3& point(std::int32_t welded) const noexcept {
    return welded_.points[static_cast<std::size_t>(welded)];
  }
  std::int32_t caller_point(std::int32_t welded) const noexcept {
    return welded_.caller[static_cast<std::size_t>(welded)];
  }

  Obstacle crossing_of(std::int32_t i, std::int32_t j) const {
    Obstacle obstacle;
    obstacle.crossing = {std::min(i, j), std::max(i, j)};
    obstacle.why =
        "triangles " + std::to_string(obstacle.crossing[0]) + " and " +
        std::to_string(obstacle.crossing[1]) +
        " have more in common than a corner or an edge, near " +
        place_of(given_[static_cast<std::size_t>(triangles_[static_cast<std::size_t>(i)][0])]);
    return obstacle;
  }

  /// May two triangles have the same corners? Then an edge of two uses has one third corner, or one has more uses.
  static bool may_stand_twice(const Triangles& rest, std::span<const EdgeUse> uses) noexcept {
    const auto third = [&](const EdgeUse& use) {
      const Corners& c = rest.corners[static_cast<std::size_t>(use.triangle)];
      return c[0] ^ c[1] ^ c[2] ^ use.low ^ use.high;
    };
    bool may = false;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
      may = may || edge.size() > 2 || (edge.size() == 2 && third(edge[0]) == third(edge[1]));
    });
    return may;
  }

  /// Moves triangles that stand twice, turned both ways, to `cancelled`.
  Obstacle cancel(Triangles& rest, Triangles& cancelled) const {
    // Corners from the least on; `turned` says which way round.
    struct Key {
      Corners sorted;
      bool turned;
      std::size_t at;
    };
    std::vector<Key> keys(rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
      Corners c = rest.corners[i];
      std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
      keys[i] = {c, c[1] > c[2], i};
      if (keys[i].turned) std::swap(keys[i].sorted[1], keys[i].sorted[2]);
    }
    std::sort(keys.begin(), keys.end(), [](const Key& p, const Key& q) {
      return p.sorted != q.sorted ? p.sorted < q.sorted : p.at < q.at;
    });
    std::vector<bool> goes(rest.size());
    bool any = false;
    for (std::size_t first = 0; first < keys.size();) {
      std::size_t last = first + 1;
      while (last < keys.size() && keys[last].sorted == keys[first].sorted) ++last;
      std::array<std::vector<std::size_t>, 2> ways;
      for (std::size_t i = first; last - first > 1 && i < last; ++i)
        ways[keys[i].turned ? 1 : 0].push_back(keys[i].at);
      while (!ways[0].empty() && !ways[1].empty()) {
        goes[ways[0].back()] = goes[ways[1].back()] = any = true;
        ways[0].pop_back();
        ways[1].pop_back();
      }
      for (const auto& way : ways) {
        if (way.size() > 1) return crossing_of(rest.caller[way[0]], rest.caller[way[1]]);
      }
      first = last;
    }
    if (!any) return {};
    Triangles kept;
    for (std::size_t i = 0; i < rest.size(); ++i)
      (goes[i] ? cancelled : kept).add(rest.corners[i], rest.caller[i]);
    rest = std::move(kept);
    return {};
  }

  Obstacle open_edges(const Triangles& rest) const {
    return open_edges(rest, edge_uses(rest.corners, welded_.points.size()));
  }
  Obstacle open_edges(const Triangles& rest, std::span<const EdgeUse> uses) const {
    Obstacle obstacle;
    std::int32_t first = -1;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
      if (net_use(edge) == 0) return;
      ++obstacle.open_edges;
      // The first in the order of the caller's triangles.
      const std::int32_t triangle = rest.caller[static_cast<std::size_t>(edge[0].triangle)];
      if (first >= 0 && triangle >= first) return;
      first = triangle;
      obstacle.edge = {caller_point(edge[0].low), caller_point(edge[0].high)};
    });
    if (obstacle.open_edges == 0) return obstacle;
    const auto at = [&](std::size_t k) {
      return given_[static_cast<std::size_t>(obstacle.edge[k])];
    };
    obstacle.why = std::to_string(obstacle.open_edges) +
                   (obstacle.open_edges == 1 ? " edge is" : " edges are") +
                   " open; the first runs from point " + std::to_string(obstacle.edge[0]) + " at " +
                   place_of(at(0)) + " to point " + std::to_string(obstacle.edge[1]) + " at " +
                   place_of(at(1));
    return obstacle;
  }

  /// Cuts triangles where their open edges hold ends of others on one line. Returns false if there is none. At other
  /// vertices a cut would close nothing: what is missing on one side of it is missing on the other.
  bool cut_at_vertices(Triangles& rest, std::int64_t& split) const {
    std::vector<Segment> open;
    for_each_edge(edge_uses(rest.corners, welded_.points.size()),
                  [&](std::span<const EdgeUse> edge) {
                    if (net_use(edge) != 0) open.push_back({edge[0].low, edge[0].high});
                  });
    Insertions inside;
    std::size_t left = kMostInside * open.size();
    for (const std::vector<std::int32_t>& group : line_groups(welded_.points, open)) {
      if (!note_ends(open, group, left, inside)) return false;
    }
    if (inside.empty()) return false;
    for (auto& [edge, vertices] : inside.on_edges) {
      std::sort(vertices.begin(), vertices.end());
      vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    }
    rest = cut(rest, welded_.points, inside, split);
    return true;
  }

  /// Notes the ends of segments that lie inside others of a group. Returns false where they are more than `left`.
  bool note_ends(std::span<const Segment> segments, std::span<const std::int32_t> group,
                 std::size_t& left, Insertions& inside) const {
    const auto before = [&](std::int32_t i, std::int32_t j) { return point(i) < point(j); };
    std::vector<std::int32_t> ends;
    for (const std::int32_t i : group) {
      for (const std::int32_t end : segments[static_cast<std::size_t>(i)]) ends.push_back(end);
    }
    std::sort(ends.begin(), ends.end(), before);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const std::int32_t i : group) {
      const Segment& segment = segments[static_cast<std::size_t>(i)];
      // On a line, the order of places by x, then y, then z, is that along the line.
      const auto [first, last] = std::minmax(segment[0], segment[1], before);
      auto at = std::upper_bound(ends.begin(), ends.end(), first, before);
      for (; at != ends.end() && before(*at, last); ++at) {
        if (!collinear3d(point(first).data(), point(last).data(), point(*at).data())) continue;
        if (left-- == 0) return false;
        inside.on_edges[segment].push_back(*at);
      }
    }
    return true;
  }

  /// Cuts triangles at vertices of the piece on them, until no more are found. Returns two that cross.
  std::optional<std::array<std::int32_t, 2>> find_crossing_after_cuts(Piece& piece,
                                                                      std::int64_t& split) const {
    for (int round = 0;; ++round) {
      Insertions insertions;
      const auto crossing = find_crossing(piece, insertions);
      if (crossing || insertions.empty()) return crossing;
      if (round == kMostRounds) return insertions.first;
      const Triangles parts = cut({piece.triangles, piece.caller}, piece.points, insertions, split);
      piece = piece_of(piece.points, parts, MeshKind::solid);
    }
  }

  static Triangles cut(const Triangles& triangles, const std::vector<Vector3>& points,
                       const Insertions& insertions, std::int64_t& split) {
    Triangles parts;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      const std::vector<Corners> cuts =
          cut_triangle(triangles.corners[i], static_cast<std::int32_t>(i), points, insertions);
      for (const Corners& corners : cuts) parts.add(corners, triangles.caller[i]);
      split += cuts.size() > 1 ? 1 : 0;
    }
    return parts;
  }

  std::span<const Vector3> given_;
  std::span<const Corners> triangles_;
  const Welded& welded_;
};

}  // namespace

Attempt attempt_solid(const CallerLists& caller, const Welded& places, Triangles triangles) {
  return Attempter(caller, places).run(std::move(triangles));
}

bool can_close(const CallerLists& caller, const Welded& places, Triangles triangles) {
  return Attempter(caller, places).can_close(std::move(triangles));
}

/// Makes the piece of some triangles, with the points that they use.
Piece piece_of(const std::vector<Vector3>& points, const Triangles& triangles, MeshKind kind) {
  Piece piece;
  piece.kind = kind;
  piece.triangles = triangles.corners;
  piece.caller = triangles.caller;
  take_points(piece, points);
  index_piece(piece);
  return piece;
}

Group Grouping::of(const Triangles& triangles, std::span<const std::int32_t> members) {
  Group group;
  group.triangles.corners.reserve(members.size());
  group.triangles.caller.reserve(members.size());
  for (const std::int32_t member : members) {
    const auto at = static_cast<std::size_t>(member);
    Corners corners = triangles.corners[at];
    for (std::int32_t& corner : corners) {
      const auto place = static_cast<std::size_t>(corner);
      if (index_[place] < 0) {
        index_[place] = static_cast<std::int32_t>(group.places.points.size());
        group.places.points.push_back(places_.points[place]);
        group.places.caller.push_back(places_.caller[place]);
      }
      corner = index_[place];
    }
    group.triangles.add(corners, triangles.caller[at]);
  }
  for (const std::int32_t member : members) {
    for (const std::int32_t corner : triangles.corners[static_cast<std::size_t>(member)])
      index_[static_cast<std::size_t>(corner)] = -1;
  }
  return group;
}

}  // namespace sunder::detail::mesh
