// SPDX-License-Identifier: Apache-2.0
//
// Idea: Equal points are welded, and triangles without area set aside. What is left is a solid as a whole, or as shells
// that cross each other; else it is a surface.
// Source: docs/bodies.md.
// Cost: O(n log n).
// Gives up: Never; what is no solid is a surface, and the report says why.
#include "mesh/build/build.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "exact/orientation.hpp"
#include "mesh/build/attempt.hpp"
#include "mesh/build/components.hpp"
#include "mesh/build/shells.hpp"
#include "mesh/build/weld.hpp"

namespace sunder::detail::mesh {
namespace {

/// A triangle whose corners lie on a line, as a segment (i, j, j) between the outermost two, or as a point (i, i, i).
Corners flattened(const std::vector<Vector3>& points, const Corners& c) {
  const auto before = [&](std::int32_t i, std::int32_t j) {
    return points[static_cast<std::size_t>(i)] < points[static_cast<std::size_t>(j)];
  };
  const std::int32_t first = std::min({c[0], c[1], c[2]}, before),
                     last = std::max({c[0], c[1], c[2]}, before);
  return {first, last, last};
}

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
  CallerLists lists() const noexcept { return {given_, triangles_}; }
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
    Attempt whole = attempt_solid(lists(), welded_, rest);
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
    if (by_welded) return components(rest.corners, welded_.points.size());
    std::vector<Corners> corners;
    corners.reserve(rest.size());
    for (const std::int32_t caller : rest.caller)
      corners.push_back(triangles_[static_cast<std::size_t>(caller)]);
    return components(corners, given_.size());
  }

  /// Takes the components as solids of their own, with their hollows. Returns false where one is none, or where it is
  /// open what is hollow.
  bool make_shells(const Triangles& rest, const std::vector<std::int32_t>& component) {
    const std::vector<std::vector<std::int32_t>> groups = members_of(component);
    if (groups.size() < 2) return false;
    Grouping grouping(welded_);
    std::vector<Attempt> attempts;
    std::vector<Shell> shells;
    for (const std::vector<std::int32_t>& members : groups) {
      Group group = grouping.of(rest, members);
      attempts.push_back(attempt_solid(lists(), group.places, std::move(group.triangles)));
      Attempt& last = attempts.back();
      if (!last.obstacle.none()) return false;
      for (Corners& corners : last.cancelled.corners) {
        for (std::int32_t& corner : corners) corner = place_of(group.places, corner);
      }
      const bool inward = last.is_inward();
      shells.push_back({std::exchange(last.piece, {}), inward});
    }
    auto pieces = join_hollows(std::move(shells));
    if (!pieces) return false;
    data_.pieces = *std::move(pieces);
    take(std::move(attempts));
    return true;
  }
  /// The welded place of a place of a group.
  std::int32_t place_of(const Welded& places, std::int32_t place) const noexcept {
    return welded_.of[static_cast<std::size_t>(places.caller[static_cast<std::size_t>(place)])];
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
