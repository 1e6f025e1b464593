// SPDX-License-Identifier: Apache-2.0
//
// Idea: The mesh's tree is walked with itself. Neighbours are simple if the other corners of
// one lie strictly on one side of the other's plane. They also are if the edges opposite the common corner lie apart
// from the other triangle. What is left is classified exactly: every contact must be a common vertex.
// Triangles at a vertex of many, whose boxes all meet there, are not paired by the walk, but by their directions.
// Bound: That of triangle_pair.cpp.
// Cost: O(n log n).
// Gives up: Never.
#include "mesh/simple.hpp"

#include <algorithm>
#include <vector>

#include "mesh/hubs.hpp"
#include "mesh/triangle_pair.hpp"
#include "mesh/walk.hpp"

namespace sunder::detail::mesh {
namespace {

class SelfTest final : public LeafVisitor {
 public:
  SelfTest(const Piece& piece, Insertions& insertions)
      : piece_(piece), insertions_(insertions), pair_({&piece, {}}, {&piece, {}}) {}

  std::optional<std::array<std::int32_t, 2>> run() {
    find_hubs();
    if (!walk_pair(piece_, piece_, pair_.maps(), *this)) return found_;
    for (const std::int32_t hub : piece_.hubs) {
      const auto visit = [&](std::int32_t i, std::int32_t j) {
        return i >= j || !share_one_hub(i, j) || test(i, j);
      };
      if (!visit_close_at(pair_, {hub, hub}, visit)) break;
    }
    return found_;
  }

  bool visit(Leaf a, Leaf b) override {
    if (b.begin + b.count <= a.begin) return true;  // the other order comes too
    if (!leaf_hub_.empty()) {
      const std::int32_t hub = leaf_hub_[static_cast<std::size_t>(a.begin)];
      if (hub >= 0 && hub == leaf_hub_[static_cast<std::size_t>(b.begin)]) return true;
    }
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      for (std::int32_t j = std::max(b.begin, i + 1); j < b.begin + b.count; ++j) {
        if (!share_one_hub(i, j) && !test(i, j)) return false;
      }
    }
    return true;
  }

 private:
  bool is_hub(std::int32_t vertex) const {
    return std::binary_search(piece_.hubs.begin(), piece_.hubs.end(), vertex);
  }

  /// Notes the leaves whose triangles all have one hub.
  void find_hubs() {
    if (piece_.hubs.empty()) return;
    leaf_hub_.assign(piece_.triangles.size(), -1);
    for (const TreeNode& node : piece_.nodes) {
      for (std::size_t k = 0; k < TreeNode::kChildren; ++k) {
        const bool is_empty = node.lower[0][k] > node.upper[0][k];
        if (!is_empty && is_leaf(node.child[k])) set_leaf_hub(Leaf::decode(node.child[k]));
      }
    }
  }

  void set_leaf_hub(Leaf leaf) {
    std::int32_t common = -1;
    for (std::int32_t i = leaf.begin; i < leaf.begin + leaf.count; ++i) {
      int hubs = 0;
      std::int32_t hub = -1;
      for (const std::int32_t corner : piece_.corners(i)) {
        if (!is_hub(corner)) continue;
        ++hubs;
        hub = corner;
      }
      if (hubs != 1 || (i > leaf.begin && hub != common)) return;
      common = hub;
    }
    leaf_hub_[static_cast<std::size_t>(leaf.begin)] = common;
  }

  /// Triangles that share two hubs are tested by the walk: each edge opposite the one meets the other.
  bool share_one_hub(std::int32_t i, std::int32_t j) const {
    if (piece_.hubs.empty()) return false;
    const Corners &p = piece_.corners(i), &q = piece_.corners(j);
    return std::count_if(p.begin(), p.end(), [&](std::int32_t corner) {
             return (corner == q[0] || corner == q[1] || corner == q[2]) && is_hub(corner);
           }) == 1;
  }

  /// Returns false, and notes the pair, if two triangles are not simple.
  bool test(std::int32_t i, std::int32_t j) {
    if (!is_simple(i, j)) {
      found_ = {i, j};
      return false;
    }
    if (insertions_.first[0] < 0 && !insertions_.empty()) insertions_.first = {i, j};
    return true;
  }

  bool is_simple(std::int32_t i, std::int32_t j) {
    const Corners& p = piece_.corners(i);
    const Corners& q = piece_.corners(j);
    int common = 0;
    std::int32_t vertex = -1;
    for (const std::int32_t corner : p) {
      if (corner != q[0] && corner != q[1] && corner != q[2]) continue;
      ++common;
      vertex = corner;
    }
    if (common == 3) return false;
    const WorldTriangle s = pair_.world(0, i), t = pair_.world(1, j);
    if (common == 0) {
      const Filtered filtered = filter_triangles(s, t, pair_.error());
      if (filtered == Filtered::apart) return true;
      if (filtered == Filtered::piercing) return false;
    } else if (lies_on_one_side(p, q) || lies_on_one_side(q, p)) {
      return true;
    } else if (common == 1 && opposite_is_apart(pair_, 0, p, vertex, t) &&
               opposite_is_apart(pair_, 1, q, vertex, s)) {
      return true;
    }
    contacts_.clear();
    append_contacts(pair_, i, j, contacts_);
    return std::all_of(contacts_.begin(), contacts_.end(), [&](const Contact& contact) {
      return contact.a == contact.b || inserts(contact.a, contact.b) ||
             inserts(contact.b, contact.a);
    });
  }

  /// Notes a vertex inside an edge or a triangle. Returns false if the first feature is no vertex.
  bool inserts(const Feature& vertex, const Feature& other) {
    if (vertex.dimension != 0 || other.dimension == 0) return false;
    auto& list = other.dimension == 1 ? insertions_.on_edges[{other.i, other.j}]
                                      : insertions_.in_triangles[other.i];
    if (std::find(list.begin(), list.end(), vertex.i) == list.end()) list.push_back(vertex.i);
    return true;
  }

  /// Are all corners of q that p has not strictly on one side of p's plane?
  bool lies_on_one_side(const Corners& p, const Corners& q) {
    int least = 1, most = -1;
    for (const std::int32_t corner : q) {
      if (corner == p[0] || corner == p[1] || corner == p[2]) continue;
      const int sign =
          pair_.orientation(Vertex{0, p[0]}, Vertex{0, p[1]}, Vertex{0, p[2]}, Vertex{1, corner});
      least = std::min(least, sign);
      most = std::max(most, sign);
    }
    return least == most && least != 0;
  }

  const Piece& piece_;
  Insertions& insertions_;
  PiecePair pair_;
  std::vector<Contact> contacts_;
  std::optional<std::array<std::int32_t, 2>> found_;
  /// The hub of all triangles of a leaf, at its first one; -1 where one of them has another hub, or none.
  std::vector<std::int32_t> leaf_hub_;
};

}  // namespace

std::optional<std::array<std::int32_t, 2>> find_crossing(const Piece& piece,
                                                         Insertions& insertions) {
  return SelfTest(piece, insertions).run();
}

}  // namespace sunder::detail::mesh
