// SPDX-License-Identifier: Apache-2.0
//
// Idea: The mesh's tree is walked with itself. Most pairs share a corner or an edge, and filters prove that this is all. Others
// are proven apart by a separating axis. What is left is classified exactly: every contact must be a common vertex.
// Triangles at a vertex of many, whose boxes all meet there, are not paired by the walk, but by their directions.
// Bound: That of neighbours.cpp and triangle_pair.cpp. The points are exact, unless the piece is of an extreme size.
// Cost: O(n log n).
// Gives up: Never.
#include "mesh/build/simple.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "mesh/build/hubs.hpp"
#include "mesh/build/neighbours.hpp"
#include "mesh/build/self_walk.hpp"
#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::detail::mesh {
namespace {

class SelfTest final : public ClosePairVisitor {
 public:
  SelfTest(const Piece& piece, Insertions& insertions)
      : piece_(piece), insertions_(insertions), pair_({&piece, {}}, {&piece, {}}), hubs_(piece) {
    // No product of differences of points overflows or vanishes then.
    constexpr int kLargestExponent = 200;
    if (std::abs(piece.exponent) <= kLargestExponent) {
      at_ = piece.points;
    } else {
      const auto count = static_cast<std::int32_t>(piece.points.size());
      for (std::int32_t i = 0; i < count; ++i) world_.push_back(pair_.world({0, i}));
      at_ = world_;
      error_ = pair_.error();
    }
    frame_.reserve(piece.triangles.size());
    for (const Corners& corners : piece.triangles) frame_.emplace_back(placed(corners));
  }

  std::optional<std::array<std::int32_t, 2>> run() {
    if (!walk_self(piece_, hubs_, *this)) return found_;
    visit_close_at_hubs(pair_, hubs_, [&](std::int32_t i, std::int32_t j) { return test(i, j); });
    return found_;
  }

  bool visit(std::int32_t i, std::int32_t j) override { return hubs_.look_at(i, j) || test(i, j); }

 private:
  const Vector3& at(std::int32_t vertex) const noexcept {
    return at_[static_cast<std::size_t>(vertex)];
  }
  WorldTriangle placed(const Corners& c) const noexcept { return {at(c[0]), at(c[1]), at(c[2])}; }

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
    // The corners in common first. A swap turns the normal.
    Corners p = piece_.corners(i), q = piece_.corners(j);
    std::size_t common = 0;
    int turn = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t l = common; l < 3; ++l) {
        if (p[k] != q[l]) continue;
        if (k != common) turn = -turn;
        if (l != common) turn = -turn;
        std::swap(p[common], p[k]);
        std::swap(q[common], q[l]);
        ++common;
        break;
      }
    }
    const FramedTriangle a{placed(p), frame_[static_cast<std::size_t>(i)]},
        b{placed(q), frame_[static_cast<std::size_t>(j)]};
    switch (common) {
      case 0: {
        if (share_nothing(a, b, error_)) return true;
        const Filtered filtered = filter_triangles(a.at, b.at, error_);
        if (filtered == Filtered::apart) return true;
        if (filtered == Filtered::piercing) return false;
        break;
      }
      case 1:
        if (share_corner_alone(a, b, error_)) return true;
        if (opposite_is_apart(p, q) && opposite_is_apart(q, p)) return true;
        break;
      case 2:
        if (share_edge_alone(a, b, turn, error_)) return true;
        break;
      default:
        return false;
    }
    return meets_in_vertices(i, j);
  }

  /// Is the edge opposite a triangle's first corner apart from another one?
  bool opposite_is_apart(const Corners& p, const Corners& q) const noexcept {
    return filter_triangles({at(p[1]), at(p[2]), at(p[2])}, placed(q), error_) == Filtered::apart;
  }

  bool meets_in_vertices(std::int32_t i, std::int32_t j) {
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

  const Piece& piece_;
  Insertions& insertions_;
  PiecePair pair_;
  OwnHubs hubs_;
  std::vector<Vector3> world_;
  std::span<const Vector3> at_;  ///< of each vertex, within error_
  double error_ = 0;
  std::vector<TriangleFrame> frame_;  ///< of each triangle
  std::vector<Contact> contacts_;
  std::optional<std::array<std::int32_t, 2>> found_;
};

}  // namespace

std::optional<std::array<std::int32_t, 2>> find_crossing(const Piece& piece,
                                                         Insertions& insertions) {
  return SelfTest(piece, insertions).run();
}

}  // namespace sunder::detail::mesh
