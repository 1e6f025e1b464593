// SPDX-License-Identifier: Apache-2.0
//
// Idea: An edge between two convex parts goes if the union is convex at both of its ends. The longest edges go first,
// which leaves compact parts.
// Source: Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983). Without holes they are at most four times
// the fewest.
// Bound: Two corners of less than half a turn, or of half a turn, join to less than a whole turn, since each corner
// leaves some angle free. The union is then convex where the edge before and the one after do not turn right.
// Cost: O(n log n); four exact signs an edge.
// Gives up: Never.
#include "polygon/convex_parts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/orientation.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr std::int32_t kNoTwin = -1;

class Merger {
 public:
  Merger(std::span<const Vector2> points, std::span<const std::array<std::int32_t, 3>> triangles)
      : points_(points) {
    for (const auto& triangle : triangles) {
      const auto first = static_cast<std::int32_t>(origin_.size());
      for (std::int32_t k = 0; k < 3; ++k) {
        origin_.push_back(triangle[static_cast<std::size_t>(k)]);
        next_.push_back(first + (k + 1) % 3);
        before_.push_back(first + (k + 2) % 3);
      }
    }
    twin_.assign(origin_.size(), kNoTwin);
    pair_up();
  }

  ConvexParts run() {
    for (const std::int32_t half : by_length()) {
      if (joins_to_convex(half) && joins_to_convex(at(twin_, half))) drop(half);
    }
    return collected();
  }

 private:
  template <class T>
  static T& at(std::vector<T>& list, std::int32_t i) noexcept {
    return list[static_cast<std::size_t>(i)];
  }
  const Vector2& point(std::int32_t half) noexcept {
    return points_[static_cast<std::size_t>(at(origin_, half))];
  }
  std::int32_t end_of(std::int32_t half) noexcept { return at(origin_, at(next_, half)); }

  /// Finds the other half of each edge between two triangles.
  void pair_up() {
    using Key = std::array<std::int32_t, 3>;  // the ends, the lower first, and the half
    std::vector<Key> keys;
    for (std::int32_t half = 0; half < static_cast<std::int32_t>(origin_.size()); ++half) {
      const std::int32_t i = at(origin_, half), j = end_of(half);
      keys.push_back({std::min(i, j), std::max(i, j), half});
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      const Key &p = keys[i], &q = keys[i + 1];
      if (p[0] != q[0] || p[1] != q[1]) continue;
      at(twin_, p[2]) = q[2];
      at(twin_, q[2]) = p[2];
    }
  }

  /// One half of each inner edge, the longest first. Lengths are rounded: any order will do.
  std::vector<std::int32_t> by_length() {
    std::vector<std::pair<double, std::int32_t>> edges;
    for (std::int32_t half = 0; half < static_cast<std::int32_t>(origin_.size()); ++half) {
      if (at(twin_, half) <= half) continue;
      const Vector2 &p = point(half), &q = point(at(next_, half));
      const double x = q[0] / 4 - p[0] / 4, y = q[1] / 4 - p[1] / 4;
      edges.emplace_back(-std::hypot(x, y), half);
    }
    std::sort(edges.begin(), edges.end());
    std::vector<std::int32_t> halves;
    for (const auto& [length, half] : edges) halves.push_back(half);
    return halves;
  }

  /// Is the union of both sides of an edge convex at the half's origin?
  bool joins_to_convex(std::int32_t half) {
    const std::int32_t after = at(next_, at(twin_, half));
    return orient2d(point(at(before_, half)).data(), point(half).data(),
                    point(at(next_, after)).data()) >= 0;
  }

  void drop(std::int32_t half) {
    const std::int32_t twin = at(twin_, half);
    const auto join = [&](std::int32_t p, std::int32_t q) {
      at(next_, p) = q;
      at(before_, q) = p;
    };
    join(at(before_, half), at(next_, twin));
    join(at(before_, twin), at(next_, half));
    at(next_, half) = at(next_, twin) = kDropped;
  }

  ConvexParts collected() {
    ConvexParts parts;
    parts.begin.push_back(0);
    std::vector<std::int32_t> part(origin_.size(), -1);
    for (std::int32_t first = 0; first < static_cast<std::int32_t>(origin_.size()); ++first) {
      if (at(next_, first) == kDropped || at(part, first) >= 0) continue;
      std::int32_t half = first;
      do {
        at(part, half) = static_cast<std::int32_t>(parts.begin.size()) - 1;
        parts.corners.push_back(at(origin_, half));
        half = at(next_, half);
      } while (half != first);
      parts.begin.push_back(static_cast<std::int32_t>(parts.corners.size()));
    }
    for (std::int32_t half = 0; half < static_cast<std::int32_t>(origin_.size()); ++half) {
      const std::int32_t twin = at(twin_, half);
      if (twin <= half || at(next_, half) == kDropped) continue;
      parts.cuts.push_back({{at(origin_, half), end_of(half)}, {at(part, half), at(part, twin)}});
    }
    return parts;
  }

  static constexpr std::int32_t kDropped = -1;
  std::span<const Vector2> points_;
  // Each half of an edge has its triangle on its left.
  std::vector<std::int32_t> origin_, next_, before_, twin_;
};

}  // namespace

ConvexParts merge_triangles(std::span<const Vector2> points,
                            std::span<const std::array<std::int32_t, 3>> triangles) {
  return Merger(points, triangles).run();
}

}  // namespace sunder::detail::polygon
