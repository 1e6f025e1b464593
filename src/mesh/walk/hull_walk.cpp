// SPDX-License-Identifier: Apache-2.0
//
// Idea: What is far apart is closest where the convex hulls are, or nearly. GJK finds the direction u in which they are
// apart, by vertices that each tree finds. Then each side alone lists its leaves that are near its highest point along u:
// a pair of leaves is as far apart as their heights. Two lists are short where a list of pairs is long.
// Source: Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects" (1988).
// Bound: No direction needs proof. A height along a u of at most length 1 is three products and an offset, in doubles.
// Those of both sides together are within 8 e + 64 u D, where e bounds the errors of world points and D their sizes. A box'
// height in floats is within 2^-18 |g|_1 + 2^-100 of the exact one, where g is u as the piece sees it.
// Cost: O(log n) nodes a support, some ten supports, and the leaves that are listed.
// Gives up: For flat faces, and where the hulls meet or nearly, or are so much closer than the pieces that lists are long.
#include "mesh/walk/hull_walk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/vectors.hpp"
#include "narrow/closest_simplex.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk/hull_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/walk/node_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

/// A leaf, or a node that is still to be opened, and the most that its points may have as height.
struct HighPlace {
  double height = 0;
  std::int32_t child = 0;
};

/// A piece along a direction: its highest vertex, and its highest leaves.
class Heights {
 public:
  Heights(const Piece& piece, const WorldMap& map) : piece_(piece), map_(map) { open_.reserve(64); }

  void set_direction(const Vector3& u) {
    double size = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      g_[j] = u[0] * map_.m[j] + u[1] * map_.m[3 + j] + u[2] * map_.m[6 + j];
      along_[j] = static_cast<float>(g_[j]);
      size += std::fabs(g_[j]);
    }
    slack_ = static_cast<float>(size * 0x1p-18 + 0x1p-100);  // a float may underflow
    offset_ = dot<3>(u, map_.t);
    // The last vertex may still be the highest: little is then opened.
    most_ = vertex_ < 0 ? -std::numeric_limits<double>::infinity() : height_of(vertex_);
  }
  /// Finds the highest vertex; of equal ones the first, so that no instruction set makes a difference.
  void find_highest() {
    open_.push_back({std::numeric_limits<double>::infinity(), 0});
    while (!open_.empty()) {
      const HighPlace next = open_.back();
      open_.pop_back();
      if (next.height < most_) continue;
      if (is_leaf(next.child)) {
        scan(Leaf::decode(next.child));
      } else {
        open(next.child, most_);
      }
    }
  }
  /// Lists the leaves that may reach over a height. Returns false if they are more than `most`.
  bool list_over(double height, std::size_t most, std::vector<HighPlace>& leaves) {
    leaves.clear();
    open_.push_back({std::numeric_limits<double>::infinity(), 0});
    while (!open_.empty()) {
      const HighPlace next = open_.back();
      open_.pop_back();
      if (is_leaf(next.child)) {
        double own = -std::numeric_limits<double>::infinity();
        for_each_corner(Leaf::decode(next.child),
                        [&](std::int32_t vertex) { own = std::max(own, height_of(vertex)); });
        if (own <= height) continue;
        if (leaves.size() == most) {
          open_.clear();
          return false;
        }
        leaves.push_back({own, next.child});
      } else {
        open(next.child, height);
      }
    }
    std::sort(leaves.begin(), leaves.end(), [](const HighPlace& p, const HighPlace& q) {
      return p.height != q.height ? p.height > q.height : p.child > q.child;
    });
    return true;
  }

  const Piece& piece() const { return piece_; }
  double most() const { return most_; }
  std::int32_t vertex() const { return vertex_; }
  Vector3 point() const { return map_.of(piece_.normalised(vertex_)); }

 private:
  double height_of(std::int32_t vertex) const {
    return dot<3>(g_, piece_.normalised(vertex)) + offset_;
  }
  template <class Take>
  void for_each_corner(Leaf leaf, const Take& take) const {
    for (std::int32_t i = leaf.begin; i < leaf.begin + leaf.count; ++i) {
      for (const std::int32_t corner : piece_.corners(i)) take(corner);
    }
  }
  void scan(Leaf leaf) {
    for_each_corner(leaf, [&](std::int32_t corner) {
      const double height = height_of(corner);
      if (height < most_ || (height == most_ && vertex_ >= 0 && corner >= vertex_)) return;
      most_ = height;
      vertex_ = corner;
    });
  }
  /// Opens a node: its children that may reach a height come next, the highest first.
  void open(std::int32_t index, double height) {
    const TreeNode& node = piece_.nodes[static_cast<std::size_t>(index)];
    const Children::Tag d;
    float heights[TreeNode::kChildren];
    std::uint32_t left = 0;
    const auto least =
        hn::Set(d, static_cast<float>(std::clamp(height - offset_, -0x1p100, 0x1p100)) - slack_);
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
      const Children c(node, at);
      Children::Lane g[3], middle = hn::Set(d, slack_);
      for (std::size_t k = 0; k < 3; ++k) {
        g[k] = hn::Set(d, along_[k]);
        middle = hn::MulAdd(g[k], c.middle[k], middle);
      }
      const auto most = c.range_along(g, middle).most;
      hn::StoreU(most, d, heights + at);
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::AndNot(c.are_empty(), hn::Not(hn::Lt(most, least))), bits);
      left |= static_cast<std::uint32_t>(bits[0]) << at;
    }
    const std::size_t first = open_.size();
    for (; left != 0; left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      const HighPlace child{static_cast<double>(heights[i]) + offset_, node.child[i]};
      open_.push_back(child);
      for (std::size_t at = open_.size() - 1; at > first && open_[at - 1].height > child.height;
           --at)
        std::swap(open_[at - 1], open_[at]);
    }
  }

  const Piece& piece_;
  const WorldMap& map_;
  Vector3 g_{};
  float along_[3] = {}, slack_ = 0;
  double offset_ = 0, most_ = 0;
  std::int32_t vertex_ = -1;
  std::vector<HighPlace> open_;
};

class HullWalk {
 public:
  HullWalk(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor)
      : maps_(maps),
        visitor_(visitor),
        // The hulls of what is close tell little.
        is_far_(least_gap(maps, a.box, b.box) > 0.01 * (maps.unit[0] + maps.unit[1])),
        side_{{a, maps.world[0]}, {b, maps.world[1]}} {
    double extent = 0, error = 0;
    for (const WorldMap& map : maps.world) {
      error = std::max(error, map.error);
      for (const double t : map.t) extent = std::max(extent, std::fabs(t));
    }
    height_error_ =
        8 * error + 64 * kUnit * (extent + 2 * (maps.unit[0] + maps.unit[1])) + 0x1p-900;
  }

  bool run() {
    if (!is_far_ || !std::isfinite(height_error_) || !find_direction()) return false;
    if (gap() >= visitor_.reach) return true;
    // The triangles of the closest vertices bound what is listed.
    const Leaf a = leaf_of(0), b = leaf_of(1);
    visitor_.visit(a, b);
    for (std::size_t side = 0; side < 2; ++side) {
      const double height = -side_[1 - side].most() - height_error_ - visitor_.reach;
      if (!side_[side].list_over(height, kMostLeaves, leaves_[side])) return false;
    }
    if (count_pairs() > kMostPairs) return false;
    for (const HighPlace& p : leaves_[0]) {
      for (const HighPlace& q : leaves_[1]) {
        if (gap_of(p, q) >= visitor_.reach) break;
        if (p.child == a.encode() && q.child == b.encode()) continue;
        visitor_.visit(Leaf::decode(p.child), Leaf::decode(q.child));
      }
    }
    return true;
  }

 private:
  static constexpr int kMostSteps = 32;
  static constexpr std::size_t kMostLeaves = 64, kMostPairs = 512;

  double gap_of(const HighPlace& p, const HighPlace& q) const {
    return -p.height - q.height - height_error_;
  }
  std::size_t count_pairs() const {
    std::size_t count = 0;
    for (const HighPlace& p : leaves_[0]) {
      for (const HighPlace& q : leaves_[1]) {
        if (gap_of(p, q) >= visitor_.reach) break;
        ++count;
      }
    }
    return count;
  }
  /// Returns the leaf of a triangle that has all of a side's vertices of the simplex, or else one of them.
  Leaf leaf_of(std::size_t side) const {
    const Piece& piece = side_[side].piece();
    const auto vertex = [&](std::size_t i) {
      return side == 0 ? simplex_.pairs[i].a : simplex_.pairs[i].b;
    };
    const auto has_all = [&](std::int32_t triangle) {
      const Corners& c = piece.corners(triangle);
      for (std::size_t i = 1; i < simplex_.size; ++i) {
        if (std::find(c.begin(), c.end(), vertex(i)) == c.end()) return false;
      }
      return true;
    };
    const auto star = piece.star_of(vertex(0));
    const auto found = std::find_if(star.begin(), star.end(), has_all);
    return Leaf::holding(found == star.end() ? star.front() : *found,
                         static_cast<std::int32_t>(piece.triangles.size()));
  }

  /// A lower bound of the distance, by the heights along u.
  double gap() const { return -side_[0].most() - side_[1].most() - height_error_; }

  void look_along(const Vector3& u) {
    side_[0].set_direction(u);
    side_[1].set_direction(negated<3>(u));
    for (Heights& side : side_) side.find_highest();
  }
  /// Finds the direction in which the hulls are apart. Returns false if some direction on the way leaves no gap: near
  /// pieces are not worth more steps.
  bool find_direction() {
    Vector3 v = minus<3>(maps_.world[0].t, maps_.world[1].t);
    double shortest = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSteps; ++step) {
      const double length = std::sqrt(dot<3>(v, v));
      if (!(length > 0)) return false;
      Vector3 u;
      for (std::size_t k = 0; k < 3; ++k) u[k] = -v[k] / length * (1 - 0x1p-40);
      look_along(u);
      const double least = gap();
      if (least >= visitor_.reach) return true;
      if (!(least > 0)) return false;
      const IndexPair pair{side_[0].vertex(), side_[1].vertex()};
      if (simplex_.holds(pair) || least > shortest * (1 - 0x1p-30)) return true;
      simplex_.add(pair, minus<3>(side_[0].point(), side_[1].point()));
      if (reduce(simplex_)) return false;
      v = simplex_.closest();
      const double now = std::sqrt(dot<3>(v, v));
      if (!(now < shortest)) return true;
      shortest = now;
    }
    return false;
  }

  const PairMaps& maps_;
  NearestVisitor& visitor_;
  bool is_far_;
  Heights side_[2];
  double height_error_ = 0;
  simplex_walk::Simplex<3> simplex_;
  std::vector<HighPlace> leaves_[2];
};

bool hulls(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  // Slabs of flat faces tell as much, and all of such a face may be the highest.
  if (a.is_faceted || b.is_faceted) return false;
  return HullWalk(a, b, maps, visitor).run();
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(hulls);

bool walk_hulls(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  return HWY_DYNAMIC_DISPATCH(hulls)(a, b, maps, visitor);
}

}  // namespace sunder::detail::mesh
#endif
