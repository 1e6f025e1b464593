// SPDX-License-Identifier: Apache-2.0
//
// Idea: A line sweeps the plane and stops at each point. Between two edges with the inside in between it keeps a chain:
// the points behind which all is covered by triangles. A chain bulges to the right, so that a new point sees a run of
// its edges, which become triangles.
// Source: Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983).
// Bound: All decisions are exact signs. A chain starts where the edge below its interval does and ends where the one
// above does. Where both end in one point, the chain and that point are a polygon. All but three of its corners are
// reflex or straight, so that the point sees the whole chain.
// Cost: O(n log n).
// Gives up: Never.
#include "polygon/triangulate.hpp"

#include <algorithm>

#include "polygon/sweep_line.hpp"

namespace sunder::detail::polygon {
namespace {

/// A chain from the left end of the edge below an interval to that of the edge above it.
struct Chain {
  std::int32_t bottom = kNone, top = kNone;  ///< nodes
  std::int32_t last = kNone;                 ///< the node of the point farthest to the right
};

struct OutlineEdge {
  std::int32_t left, right;
  bool inside_above = false;
  Chain chain{};  ///< of the interval above, if that is inside
};

struct Node {
  std::int32_t point;
  std::int32_t below, above;
};

class Triangulator {
 public:
  Triangulator(std::span<const Vector2> points, std::span<const std::array<std::int32_t, 2>> edges)
      : count_(static_cast<std::int32_t>(points.size())), edges_(edges), line_(points) {}

  Triangulation run() {
    for (std::int32_t v = 0; v < count_; ++v) stop_at(v);
    return std::move(found_);
  }

 private:
  void stop_at(std::int32_t v) {
    const auto [under, over] = line_.stop_at(v, ending_);
    find_starting(v);
    if (ending_.empty() && starting_.empty()) return;
    const bool inside_below = under != kNone && line_.edge(under).inside_above;
    const bool inside_above =
        ending_.empty() ? inside_below : line_.edge(ending_.back()).inside_above;
    Chain lower, upper;
    if (ending_.empty() && inside_below) {
      split(line_.edge(under).chain, lower, upper);
    } else {
      if (inside_below) lower = line_.edge(under).chain;
      if (inside_above) upper = line_.edge(ending_.back()).chain;
    }
    for (std::size_t i = 0; i < ending_.size(); ++i) {
      const OutlineEdge& edge = line_.edge(ending_[i]);
      found_.outline.push_back(edge.inside_above ? std::array{edge.left, v}
                                                 : std::array{v, edge.left});
      if (!edge.inside_above || i + 1 == ending_.size()) continue;
      Chain whole = edge.chain;
      push_top(whole, v);
    }
    if (inside_below) push_top(lower, v);
    if (inside_above) push_bottom(upper, v);
    if (inside_below) line_.edge(under).chain = starting_.empty() ? joined(lower, upper) : lower;
    bool inside = inside_below;
    for (const std::int32_t e : starting_) {
      inside = !inside;
      OutlineEdge& edge = line_.edge(e);
      edge.inside_above = inside;
      if (inside) edge.chain = e == starting_.back() ? upper : chain_of_one(v);
      line_.insert(e);
    }
  }

  /// Lists the edges that start at a point, from below.
  void find_starting(std::int32_t v) {
    starting_.clear();
    for (; next_ < edges_.size() && edges_[next_][0] == v; ++next_)
      starting_.push_back(line_.add_edge({v, edges_[next_][1]}));
    std::sort(starting_.begin(), starting_.end(), [&](std::int32_t i, std::int32_t j) {
      return line_.turn(v, line_.edge(i).right, line_.edge(j).right) > 0;
    });
  }

  Node& node(std::int32_t index) noexcept { return nodes_[static_cast<std::size_t>(index)]; }
  std::int32_t make_node(std::int32_t point, std::int32_t below, std::int32_t above) {
    nodes_.push_back({point, below, above});
    return static_cast<std::int32_t>(nodes_.size()) - 1;
  }
  Chain chain_of_one(std::int32_t v) {
    const std::int32_t only = make_node(v, kNone, kNone);
    return {only, only, only};
  }

  /// Adds a triangle if the point sees the edge between two neighbours of a chain.
  bool cover(std::int32_t lower, std::int32_t upper, std::int32_t v) {
    const std::int32_t p = node(lower).point, q = node(upper).point;
    if (line_.turn(p, q, v) >= 0) return false;
    found_.triangles.push_back({p, v, q});
    return true;
  }
  void push_top(Chain& chain, std::int32_t v) {
    while (chain.top != chain.bottom && cover(node(chain.top).below, chain.top, v))
      chain.top = node(chain.top).below;
    const std::int32_t added = make_node(v, chain.top, kNone);
    node(chain.top).above = added;
    chain.top = chain.last = added;
  }
  void push_bottom(Chain& chain, std::int32_t v) {
    while (chain.top != chain.bottom && cover(chain.bottom, node(chain.bottom).above, v))
      chain.bottom = node(chain.bottom).above;
    const std::int32_t added = make_node(v, kNone, chain.bottom);
    node(chain.bottom).below = added;
    chain.bottom = chain.last = added;
  }
  /// Splits a chain at its last point, which a point between both edges sees; both halves get it.
  void split(const Chain& chain, Chain& lower, Chain& upper) {
    const std::int32_t above = node(chain.last).above;
    const std::int32_t again = make_node(node(chain.last).point, kNone, above);
    if (above != kNone) node(above).below = again;
    node(chain.last).above = kNone;
    lower = {chain.bottom, chain.last, chain.last};
    upper = {again, above == kNone ? again : chain.top, again};
  }
  /// Joins two chains at the point that the first ends in and the second starts with.
  Chain joined(const Chain& lower, const Chain& upper) {
    const std::int32_t above = node(upper.bottom).above;
    node(lower.top).above = above;
    if (above != kNone) node(above).below = lower.top;
    return {lower.bottom, above == kNone ? lower.top : upper.top, lower.top};
  }

  std::int32_t count_;
  std::span<const std::array<std::int32_t, 2>> edges_;
  std::size_t next_ = 0;  ///< the next edge to start
  SweepLine<OutlineEdge> line_;
  Triangulation found_;
  std::vector<Node> nodes_;
  std::vector<std::int32_t> ending_, starting_;
};

}  // namespace

Triangulation triangulate(std::span<const Vector2> points,
                          std::span<const std::array<std::int32_t, 2>> edges) {
  return Triangulator(points, edges).run();
}

}  // namespace sunder::detail::polygon
