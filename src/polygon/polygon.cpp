// SPDX-License-Identifier: Apache-2.0
//
// Idea: Edges are made simple, what they go round is cut into triangles, and these join to convex parts. Only corners of
// the outline stay.
// Cost: O(n log n).
// Gives up: At edges that cross.
#include "sunder/polygon.hpp"

#include <cstdio>
#include <limits>
#include <string>
#include <utility>

#include "exact/at_width.hpp"
#include "exact/nearest.hpp"
#include "exact/orientation.hpp"
#include "geometry/integer_pair.hpp"
#include "geometry/refusal.hpp"
#include "mesh/default_environment.hpp"
#include "polygon/exact_chain.hpp"
#include "polygon/pieces.hpp"
#include "polygon/simple_edges.hpp"
#include "polygon/triangulate.hpp"

namespace sunder::detail::polygon {
namespace {

using Rings = std::span<const std::vector<Vector2>>;

std::string edge_name(Rings rings, std::int32_t edge) {
  std::size_t ring = 0;
  auto corner = static_cast<std::size_t>(edge);
  for (; corner >= rings[ring].size(); ++ring) corner -= rings[ring].size();
  return "rings[" + std::to_string(ring) + "] from corner " + std::to_string(corner) + " to " +
         std::to_string((corner + 1) % rings[ring].size());
}

std::string name_of_place(const Vector2& p) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "(%.6g, %.6g)", p[0], p[1]);
  return buffer;
}

Error refuse_crossing(Rings rings, const Crossing& crossing) {
  return {ErrorCode::not_simple, "two edges cross at " + name_of_place(crossing.where) + ": of " +
                                     edge_name(rings, crossing.edges[0]) + " and of " +
                                     edge_name(rings, crossing.edges[1]) +
                                     "; rings may meet in corners and along edges only"};
}

/// Drops points that are on no edge.
void keep_outline(SimpleEdges& simple) {
  std::vector<std::int32_t> kept(simple.points.size(), -1);
  for (const auto& edge : simple.edges) {
    for (const std::int32_t i : edge) kept[static_cast<std::size_t>(i)] = 0;
  }
  std::int32_t count = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i] < 0) continue;
    simple.points[static_cast<std::size_t>(count)] = simple.points[i];
    kept[i] = count++;
  }
  simple.points.resize(static_cast<std::size_t>(count));
  for (auto& edge : simple.edges) {
    for (std::int32_t& i : edge) i = kept[static_cast<std::size_t>(i)];
  }
}

/// The area of what an outline goes round, by the shoelace formula in integers.
double area_of(std::span<const Vector2> points,
               std::span<const std::array<std::int32_t, 2>> outline) {
  const ExponentSpan span = span_of(points);
  if (span.empty()) return 0;
  // A product of two coordinates less another has 2 b + 1 bits; a sum of less than 2^32 of them 32 more.
  return at_width(2 * span.bits() + 33, [&](auto zero) {
    using Int = decltype(zero);
    Int twice(0);
    for (const auto& [i, j] : outline) {
      const Vector2 &p = points[static_cast<std::size_t>(i)],
                    &q = points[static_cast<std::size_t>(j)];
      twice += to_integer<Int>(p[0], span.low) * to_integer<Int>(q[1], span.low) -
               to_integer<Int>(p[1], span.low) * to_integer<Int>(q[0], span.low);
    }
    return nearest_quotient(to_big(twice), 2, 2 * span.low);
  });
}

void list_cuts(PolygonData& data) {
  data.cut_begin.assign(data.parts.size() + 1, 0);
  for (const Cut& cut : data.parts.cuts) {
    data.cuts.push_back(cut.ends);
    for (const std::int32_t part : cut.parts) ++data.cut_begin[static_cast<std::size_t>(part) + 1];
  }
  for (std::size_t i = 1; i < data.cut_begin.size(); ++i)
    data.cut_begin[i] += data.cut_begin[i - 1];
  data.cut_of.resize(2 * data.cuts.size());
  std::vector<std::int32_t> at(data.cut_begin.begin(), data.cut_begin.end() - 1);
  for (std::size_t i = 0; i < data.cuts.size(); ++i) {
    for (const std::int32_t part : data.parts.cuts[i].parts) {
      std::int32_t& place = at[static_cast<std::size_t>(part)];
      data.cut_of[static_cast<std::size_t>(place++)] = static_cast<std::int32_t>(i);
    }
  }
}

PolygonData data_of(Rings rings, SimpleEdges&& simple) {
  PolygonData data;
  data.rings.assign(rings.begin(), rings.end());
  PolygonReport& report = data.report;
  report.rings = static_cast<std::int64_t>(rings.size());
  for (const auto& ring : rings) report.points_given += static_cast<std::int64_t>(ring.size());
  report.welded = report.points_given - static_cast<std::int64_t>(simple.points.size());
  report.cut = simple.cut;
  report.cancelled = simple.cancelled;
  keep_outline(simple);
  data.points = std::move(simple.points);
  Triangulation triangulation = triangulate(data.points, simple.edges);
  data.outline = std::move(triangulation.outline);
  data.outline_tree = tree_of_edges(data.points, data.outline);
  report.area = area_of(data.points, data.outline);
  data.parts = merge_triangles(data.points, triangulation.triangles);
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    std::vector<Vector2> corners;
    for (const std::int32_t corner : data.parts.corners_of(i))
      corners.push_back(data.points[static_cast<std::size_t>(corner)]);
    data.pieces.convex.push_back(Polytope2::from_points(corners).value());
  }
  index_pieces(data.pieces);
  list_cuts(data);
  report.points = static_cast<std::int64_t>(data.points.size());
  report.outline = static_cast<std::int64_t>(data.outline.size());
  report.cuts = static_cast<std::int64_t>(data.cuts.size());
  report.parts = static_cast<std::int64_t>(data.parts.size());
  return data;
}

bool part_contains(const PolygonData& data, std::int32_t part, const Vector2& point) noexcept {
  const std::span<const std::int32_t> corners =
      data.parts.corners_of(static_cast<std::size_t>(part));
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto at = [&](std::size_t k) {
      return data.points[static_cast<std::size_t>(corners[k % corners.size()])].data();
    };
    if (orient2d(at(i), at(i + 1), point.data()) < 0) return false;
  }
  return true;
}

bool node_contains(const PolygonData& data, std::int32_t at, const Vector2& point) noexcept {
  const BoxNode& node = data.pieces.tree[static_cast<std::size_t>(at)];
  for (std::size_t k = 0; k < 2; ++k) {
    if (!(node.box.lower[k] <= point[k] && point[k] <= node.box.upper[k])) return false;
  }
  if (node.is_leaf()) return part_contains(data, node.piece, point);
  return node_contains(data, at + 1, point) || node_contains(data, node.second_child, point);
}

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

Polygon2::Polygon2(std::shared_ptr<const detail::polygon::PolygonData> data) noexcept
    : data_(std::move(data)) {}

Result<Polygon2> Polygon2::from_rings(std::span<const std::vector<Vector2>> rings) {
  std::size_t corners = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    corners += rings[i].size();
    for (std::size_t j = 0; j < rings[i].size(); ++j) {
      for (std::size_t k = 0; k < 2; ++k) {
        if (detail::is_finite_bits(rings[i][j][k])) continue;
        return detail::refuse_not_finite("rings[" + std::to_string(i) + "][" + std::to_string(j) +
                                             "][" + std::to_string(k) + "]",
                                         rings[i][j][k], "coordinate");
      }
    }
  }
  if (corners >= std::size_t{1} << 28) {
    return Error{ErrorCode::too_large, "the rings have " + std::to_string(corners) +
                                           " corners; the limit is 2^28 - 1: split the polygon"};
  }
  const detail::DefaultEnvironment environment;
  detail::polygon::SimpleEdges simple = detail::polygon::simple_edges(rings);
  if (simple.crossing) return detail::polygon::refuse_crossing(rings, *simple.crossing);
  return detail::polygon::PolygonAccess::wrap(std::make_shared<detail::polygon::PolygonData>(
      detail::polygon::data_of(rings, std::move(simple))));
}

const PolygonReport& Polygon2::report() const noexcept { return data_->report; }
std::span<const std::vector<Vector2>> Polygon2::rings() const noexcept { return data_->rings; }
Bounds<2> Polygon2::bounds() const noexcept {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  if (data_->pieces.tree.empty()) return {{kInfinite, kInfinite}, {-kInfinite, -kInfinite}};
  return data_->pieces.tree[0].box;
}
std::span<const Polytope2> Polygon2::parts() const noexcept { return data_->pieces.convex; }
std::span<const Vector2> Polygon2::points() const noexcept { return data_->points; }
std::span<const std::array<std::int32_t, 2>> Polygon2::outline() const noexcept {
  return data_->outline;
}
std::span<const std::array<std::int32_t, 2>> Polygon2::cuts() const noexcept { return data_->cuts; }

bool Polygon2::contains(const Vector2& point) const noexcept {
  if (!detail::is_finite_bits(point[0]) || !detail::is_finite_bits(point[1])) return false;
  const detail::DefaultEnvironment environment;
  return !data_->pieces.tree.empty() && detail::polygon::node_contains(*data_, 0, point);
}

std::size_t Polygon2::memory() const noexcept {
  const auto bytes = [](const auto&... lists) {
    return ((lists.capacity() * sizeof(lists[0])) + ...);
  };
  std::size_t given = 0;
  for (const auto& ring : data_->rings) given += bytes(ring);
  return sizeof(detail::polygon::PolygonData) + given +
         bytes(data_->rings, data_->points, data_->outline, data_->outline_tree, data_->cuts,
               data_->parts.corners, data_->parts.begin, data_->parts.cuts, data_->pieces.convex,
               data_->pieces.tree, data_->cut_begin, data_->cut_of);
}

}  // namespace sunder::inline SUNDER_ABI
