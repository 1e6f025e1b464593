// SPDX-License-Identifier: Apache-2.0
//
// Idea: Equal points are welded. Triangles without area and those that cancel are set aside. Edges that do not close are
// cut at vertices inside them. If every edge then closes and no two triangles cross, one ray a sheet tells on which of
// its sides the inside is.
// Source: docs/bodies.md.
// Cost: O(n log n).
// Gives up: Never; what is no solid is a surface, and the report says why.
#include "mesh/build.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "exact/orientation.hpp"
#include "mesh/cut.hpp"
#include "mesh/forest.hpp"
#include "mesh/shells.hpp"
#include "mesh/sides.hpp"
#include "mesh/simple.hpp"
#include "mesh/surface_edges.hpp"
#include "mesh/walk.hpp"
#include "mesh/weld.hpp"

namespace sunder::detail::mesh {
namespace {

/// Triangles over welded points, each with the caller's index.
struct Triangles {
  std::vector<Corners> corners;
  std::vector<std::int32_t> caller;

  std::size_t size() const noexcept { return corners.size(); }
  void add(const Corners& c, std::int32_t index) {
    corners.push_back(c);
    caller.push_back(index);
  }
};

/// A triangle whose corners lie on a line, as a segment (i, j, j) between the outermost two, or as a point (i, i, i).
Corners flattened(const std::vector<Vector3>& points, const Corners& c) {
  const auto before = [&](std::int32_t i, std::int32_t j) {
    return points[static_cast<std::size_t>(i)] < points[static_cast<std::size_t>(j)];
  };
  const std::int32_t first = std::min({c[0], c[1], c[2]}, before),
                     last = std::max({c[0], c[1], c[2]}, before);
  return {first, last, last};
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

/// What stands in the way of a solid, in words, and where.
struct Obstacle {
  std::string why;
  std::array<std::int32_t, 2> edge{-1, -1}, crossing{-1, -1};
  std::int64_t open_edges = 0;
  bool none() const noexcept { return why.empty(); }
};

std::string place_of(const Vector3& p) {
  const auto text = [](double x) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", x);
    return std::string(buffer);
  };
  return "(" + text(p[0]) + ", " + text(p[1]) + ", " + text(p[2]) + ")";
}

/// Calls found(edge, vertex), the caller's numbers, for the segments and points of two pieces that are close.
template <class Found>
class EdgeSearch final : public LeafVisitor {
 public:
  EdgeSearch(Piece segments, Piece places, const Found& found)
      : segments_(std::move(segments)), places_(std::move(places)), found_(found) {}

  void run() { walk_pair(segments_, places_, maps_of({&segments_, {}}, {&places_, {}}), *this); }
  bool visit(Leaf a, Leaf b) override {
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      for (std::int32_t j = b.begin; j < b.begin + b.count; ++j)
        found_(segments_.caller[static_cast<std::size_t>(i)],
               places_.caller[static_cast<std::size_t>(j)]);
    }
    return true;
  }

 private:
  Piece segments_, places_;
  const Found& found_;
};

/// Every round cuts at all vertices on edges; more than a few are needed only where cuts bring new ones.
constexpr int kMostRounds = 16;
/// Shells are compared in pairs; a mesh of more that cross is a surface.
constexpr std::size_t kMostShells = 4096;

class Builder {
 public:
  Builder(std::span<const Vector3> points, std::span<const Corners> triangles, TakeAs as)
      : given_(points), triangles_(triangles), as_(as), welded_(weld(points)) {}

  MeshData build() {
    report_.points_given = static_cast<std::int64_t>(given_.size());
    report_.triangles_given = static_cast<std::int64_t>(triangles_.size());
    report_.welded = report_.points_given - static_cast<std::int64_t>(welded_.points.size());
    if (as_ == TakeAs::surface || !make_solid()) make_surface();
    finish();
    return std::move(data_);
  }

 private:
  Corners welded(std::size_t triangle) const noexcept {
    const Corners& c = triangles_[triangle];
    const auto of = [&](std::int32_t corner) {
      return welded_.of[static_cast<std::size_t>(corner)];
    };
    return {of(c[0]), of(c[1]), of(c[2])};
  }
  const Vector3& point(std::int32_t welded) const noexcept {
    return welded_.points[static_cast<std::size_t>(welded)];
  }
  std::int32_t caller_point(std::int32_t welded) const noexcept {
    return welded_.caller[static_cast<std::size_t>(welded)];
  }
  bool is_flat(const Corners& c) const noexcept {
    return c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
           collinear3d(point(c[0]).data(), point(c[1]).data(), point(c[2]).data());
  }

  /// Returns true if the mesh is a solid, with its pieces made. Otherwise the report says why not.
  bool make_solid() {
    Triangles rest;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const Corners c = welded(i);
      if (is_flat(c)) {
        ++report_.flat;
      } else {
        rest.add(c, static_cast<std::int32_t>(i));
      }
    }
    Attempt whole = attempt(rest);
    if (whole.obstacle.none()) {
      std::vector<Attempt> one;
      one.push_back(std::move(whole));
      take(std::move(one));
      return true;
    }
    // Shells may cross each other. Those of the file's own indices come first, since two that lie on each other are
    // one component of the welded mesh.
    if (whole.obstacle.crossing[0] >= 0 && (make_shells(rest, components_of(false, rest)) ||
                                            make_shells(rest, components_of(true, rest)))) {
      return true;
    }
    report_.why = whole.obstacle.why;
    report_.open_edges = whole.obstacle.open_edges;
    report_.first_open_edge = whole.obstacle.edge;
    report_.first_crossing = whole.obstacle.crossing;
    return false;
  }

  /// Triangles that are a solid by themselves, or what stands in the way.
  struct Attempt {
    Obstacle obstacle;
    Piece piece;
    Triangles cancelled;
    std::int64_t split = 0, buried = 0, turned = 0;
  };

  Attempt attempt(Triangles rest) const {
    Attempt result;
    result.obstacle = cancel(rest, result.cancelled);
    if (result.obstacle.none()) result.obstacle = open_edges(rest);
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

  /// Makes the pieces of the mesh, and counts.
  void take(std::vector<Attempt> attempts) {
    Triangles cancelled;
    for (Attempt& attempt : attempts) {
      report_.split += attempt.split;
      report_.buried += attempt.buried;
      report_.turned += attempt.turned;
      for (std::size_t i = 0; i < attempt.cancelled.size(); ++i) {
        cancelled.add(attempt.cancelled.corners[i], attempt.cancelled.caller[i]);
      }
      if (!attempt.piece.triangles.empty()) data_.pieces.push_back(std::move(attempt.piece));
    }
    report_.cancelled = static_cast<std::int64_t>(cancelled.size());
    report_.kind = MeshKind::solid;
    if (cancelled.size() > 0)
      data_.pieces.push_back(piece_of(welded_.points, cancelled, MeshKind::surface));
  }

  /// Numbers the components of triangles that are joined over their corners: welded points, or the caller's.
  std::vector<std::int32_t> components_of(bool by_welded, const Triangles& rest) const {
    const std::size_t points = by_welded ? welded_.points.size() : given_.size();
    Forest forest(points);
    const auto corner = [&](std::size_t i, std::size_t k) {
      return by_welded ? rest.corners[i][k]
                       : triangles_[static_cast<std::size_t>(rest.caller[i])][k];
    };
    for (std::size_t i = 0; i < rest.size(); ++i) {
      forest.join(corner(i, 0), corner(i, 1));
      forest.join(corner(i, 0), corner(i, 2));
    }
    std::vector<std::int32_t> number(points, -1), component(rest.size());
    std::int32_t count = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      std::int32_t& of_root = number[static_cast<std::size_t>(forest.root(corner(i, 0)))];
      if (of_root < 0) of_root = count++;
      component[i] = of_root;
    }
    return component;
  }

  /// Takes the components as solids of their own, with their hollows. Returns false where one is none, or where it is
  /// open what is hollow.
  bool make_shells(const Triangles& rest, const std::vector<std::int32_t>& component) {
    const std::size_t count =
        static_cast<std::size_t>(*std::max_element(component.begin(), component.end())) + 1;
    if (count < 2 || count > kMostShells) return false;
    std::vector<Triangles> groups(count);
    for (std::size_t i = 0; i < rest.size(); ++i) {
      groups[static_cast<std::size_t>(component[i])].add(rest.corners[i], rest.caller[i]);
    }
    std::vector<Attempt> attempts;
    std::vector<Shell> shells;
    for (Triangles& group : groups) {
      attempts.push_back(attempt(std::move(group)));
      Attempt& last = attempts.back();
      if (!last.obstacle.none()) return false;
      const bool inward = 2 * last.turned > static_cast<std::int64_t>(last.piece.triangles.size());
      shells.push_back({std::exchange(last.piece, {}), inward});
    }
    auto pieces = join_hollows(std::move(shells));
    if (!pieces) return false;
    data_.pieces = *std::move(pieces);
    take(std::move(attempts));
    return true;
  }

  void make_surface() {
    Triangles all;
    report_.flat = 0;
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const Corners c = welded(i);
      const bool flat = is_flat(c);
      report_.flat += flat ? 1 : 0;
      all.add(flat ? flattened(welded_.points, c) : c, static_cast<std::int32_t>(i));
    }
    if (as_ == TakeAs::surface) report_.why = "it was to be taken as a surface";
    report_.kind = MeshKind::surface;
    data_.pieces.push_back(piece_of(welded_.points, all, MeshKind::surface));
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
    Obstacle obstacle;
    std::int32_t first = -1;
    for_each_edge(
        edge_uses(rest.corners, welded_.points.size()), [&](std::span<const EdgeUse> uses) {
          if (net_use(uses) == 0) return;
          ++obstacle.open_edges;
          // The first in the order of the caller's triangles.
          const std::int32_t triangle = rest.caller[static_cast<std::size_t>(uses[0].triangle)];
          if (first >= 0 && triangle >= first) return;
          first = triangle;
          obstacle.edge = {caller_point(uses[0].low), caller_point(uses[0].high)};
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

  /// Cuts triangles at vertices inside their open edges. Returns false if there is none.
  bool cut_at_vertices(Triangles& rest, std::int64_t& split) const {
    const std::vector<EdgeUse> uses = edge_uses(rest.corners, welded_.points.size());
    std::vector<EdgeUse> open;
    std::vector<std::int32_t> ends;
    // The open edges and their ends become pieces, whose trees find what is close.
    Triangles segments, places;
    for_each_edge(uses, [&](std::span<const EdgeUse> edge) {
      if (net_use(edge) == 0) return;
      const EdgeUse& use = edge[0];
      segments.add({use.low, use.high, use.high}, static_cast<std::int32_t>(open.size()));
      open.push_back(use);
      ends.push_back(use.low);
      ends.push_back(use.high);
    });
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (const std::int32_t vertex : ends) places.add({vertex, vertex, vertex}, vertex);
    Insertions inside;
    EdgeSearch(piece_of(welded_.points, segments, MeshKind::surface),
               piece_of(welded_.points, places, MeshKind::surface),
               [&](std::int32_t edge, std::int32_t vertex) {
                 const EdgeUse& use = open[static_cast<std::size_t>(edge)];
                 if (lies_inside_edge(use, vertex))
                   inside.on_edges[{use.low, use.high}].push_back(vertex);
               })
        .run();
    if (inside.empty()) return false;
    rest = cut(rest, welded_.points, inside, split);
    return true;
  }

  bool lies_inside_edge(const EdgeUse& edge, std::int32_t vertex) const {
    const Vector3 &p = point(edge.low), &q = point(edge.high), &v = point(vertex);
    // On a line, the order of places by x, then y, then z, is that along the line.
    return std::min(p, q) < v && v < std::max(p, q) && collinear3d(p.data(), q.data(), v.data());
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

  void finish() {
    data_.report = std::move(report_);
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    data_.bounds = {{kInfinite, kInfinite, kInfinite}, {-kInfinite, -kInfinite, -kInfinite}};
    for (const Piece& piece : data_.pieces) {
      data_.report.points += static_cast<std::int64_t>(piece.points.size());
      data_.report.triangles += static_cast<std::int64_t>(piece.triangles.size());
      data_.report.components += static_cast<std::int64_t>(piece.first.size());
      for (const Vector3& p : piece.points) {
        for (std::size_t k = 0; k < 3; ++k) {
          data_.bounds.lower[k] = std::min(data_.bounds.lower[k], p[k]);
          data_.bounds.upper[k] = std::max(data_.bounds.upper[k], p[k]);
        }
      }
    }
  }

  std::span<const Vector3> given_;
  std::span<const Corners> triangles_;
  TakeAs as_;
  Welded welded_;
  MeshReport report_;
  MeshData data_;
};

}  // namespace

MeshData build_mesh(std::span<const Vector3> points, std::span<const Corners> triangles,
                    TakeAs as) {
  return Builder(points, triangles, as).build();
}

}  // namespace sunder::detail::mesh
