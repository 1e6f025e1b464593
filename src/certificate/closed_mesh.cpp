// SPDX-License-Identifier: Apache-2.0
//
// Idea: Edges that cancel one to one are counted first. The others are intervals on lines, with a multiplicity each. Their
// sum is zero if and only if its jumps are: the intervals that start at a point along a line, less those that end there.
// Bound: No number is rounded.
// Cost: O(n log n) comparisons of doubles; integers for edges that do not cancel one to one.
// Gives up: Never.
#include "certificate/closed_mesh.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "geometry/double_bits.hpp"

namespace sunder::detail::certificate {
namespace {

std::array<std::int64_t, 3> place_key(const Vector3& p) {
  return {order_key(p[0]), order_key(p[1]), order_key(p[2])};
}

/// An edge between two welded points.
struct Use {
  std::int32_t low, high, component, sign;
  auto edge() const { return std::tuple(low, high, component); }
};

void append_use(std::vector<Use>& uses, std::int32_t p, std::int32_t q, std::int32_t component) {
  if (p != q) uses.push_back({std::min(p, q), std::max(p, q), component, p < q ? 1 : -1});
}

/// Returns a point at which the sum of the edges jumps by a number that is not 0, or odd where pairs cancel; -1 if there
/// is none.
std::int32_t find_jump(const PosedPart& part, std::vector<Use> uses, bool pairs_cancel) {
  const auto counts = [&](std::int64_t number) {
    return pairs_cancel ? number % 2 != 0 : number != 0;
  };
  std::sort(uses.begin(), uses.end(),
            [](const Use& x, const Use& y) { return x.edge() < y.edge(); });
  std::map<std::tuple<std::int32_t, std::int32_t, Big3>, std::int64_t> jumps;
  for (std::size_t i = 0; i < uses.size();) {
    const Use edge = uses[i];
    std::int64_t net = 0;
    for (; i < uses.size() && uses[i].edge() == edge.edge(); ++i) net += uses[i].sign;
    if (!counts(net)) continue;
    const Big3 line = primitive_line(part.local_direction(edge.high, edge.low));
    jumps[{edge.component, edge.low, line}] += net;
    jumps[{edge.component, edge.high, line}] -= net;
  }
  const auto jump = std::find_if(jumps.begin(), jumps.end(),
                                 [&](const auto& entry) { return counts(entry.second); });
  return jump == jumps.end() ? -1 : std::get<1>(jump->first);
}

}  // namespace

std::vector<std::int32_t> weld_points(std::span<const Vector3> points) {
  std::vector<std::int32_t> order(points.size()), number(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto key = [&](std::int32_t i) { return place_key(points[static_cast<std::size_t>(i)]); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t i, std::int32_t j) { return key(i) < key(j); });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
    number[static_cast<std::size_t>(order[i])] =
        same ? number[static_cast<std::size_t>(order[i - 1])] : order[i];
  }
  return number;
}

std::string refute_closed(const PosedPart& part, std::span<const std::int32_t> component) {
  const std::vector<std::int32_t> welded = weld_points(part.points());
  std::vector<Use> uses;
  uses.reserve(3 * part.triangles().size());
  for (const Triple& t : part.triangles()) {
    const std::int32_t of = component.empty() ? 0 : component[static_cast<std::size_t>(t[0])];
    for (std::size_t i = 0; i < 3; ++i) {
      append_use(uses, welded[static_cast<std::size_t>(t[i])],
                 welded[static_cast<std::size_t>(t[(i + 1) % 3])], of);
    }
  }
  const std::int32_t jump = find_jump(part, std::move(uses), false);
  return jump < 0 ? "" : "its mesh is open: edges end at point " + std::to_string(jump);
}

std::string refute_cover(const PosedPart& polygon) {
  const std::vector<std::int32_t> welded = weld_points(polygon.points());
  std::vector<Use> uses;
  const auto append = [&](std::int32_t p, std::int32_t q) {
    append_use(uses, welded[static_cast<std::size_t>(p)], welded[static_cast<std::size_t>(q)], 0);
  };
  polygon.for_each_edge(append);
  for (const Triple& t : polygon.triangles()) {
    for (std::size_t i = 0; i < 3; ++i) append(t[i], t[(i + 1) % 3]);
  }
  const std::int32_t jump = find_jump(polygon, std::move(uses), true);
  return jump < 0 ? ""
                  : "its cover is not the polygon: the edges of both do not cancel at corner " +
                        std::to_string(jump);
}

std::vector<std::int32_t> components(const PosedPart& part, std::int32_t& count, bool by_place) {
  std::vector<std::int32_t> up(part.points().size());
  std::iota(up.begin(), up.end(), 0);
  if (by_place) up = weld_points(part.points());
  const auto root = [&](std::int32_t i) {
    while (up[static_cast<std::size_t>(i)] != i) {
      std::int32_t& above = up[static_cast<std::size_t>(i)];
      i = above = up[static_cast<std::size_t>(above)];
    }
    return i;
  };
  std::vector<bool> used(up.size());
  for (std::size_t t = 0; t < part.triangles().size(); ++t) {
    if (part.drops_flat() && part.is_flat(static_cast<std::int32_t>(t))) continue;
    const Triple& corners = part.triangles()[t];
    for (const std::int32_t corner : corners) {
      used[static_cast<std::size_t>(corner)] = true;
      up[static_cast<std::size_t>(root(corner))] = root(corners[0]);
    }
  }
  std::vector<std::int32_t> of_root(up.size(), -1), component(up.size(), -1);
  count = 0;
  for (std::size_t i = 0; i < up.size(); ++i) {
    if (!used[i]) continue;
    std::int32_t& number = of_root[static_cast<std::size_t>(root(static_cast<std::int32_t>(i)))];
    if (number < 0) number = count++;
    component[i] = number;
  }
  return component;
}

}  // namespace sunder::detail::certificate
