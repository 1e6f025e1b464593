// SPDX-License-Identifier: Apache-2.0
//
// The walk of two bodies' trees: pairs of convex pieces whose boxes are near.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/pair/close_parts.hpp"
#include "polygon/piece_pair.hpp"

namespace sunder::detail::polygon {

struct BodyData {
  std::vector<Part2> parts;
  std::vector<Pieces> made;  ///< of each part that is a polytope

  const Pieces& pieces(std::size_t part) const noexcept {
    const auto* const polygon = std::get_if<Polygon2>(&parts[part].shape);
    return polygon == nullptr ? made[part] : PolygonAccess::data(*polygon).pieces;
  }
};

struct BodyAccess {
  static const BodyData& data(const Body2& body) noexcept { return *body.data_; }
  static std::shared_ptr<const BodyData> make(std::span<const Part2> parts) {
    auto data = std::make_shared<BodyData>();
    data->parts.assign(parts.begin(), parts.end());
    data->made.resize(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (const auto* const hull = std::get_if<Polytope2>(&parts[i].shape))
        data->made[i] = pieces_of(*hull);
    }
    return data;
  }
};

/// Returns a number that the distance of two boxes is not below; 0 where they meet.
inline double distance_of_boxes(const Bounds<2>& a, const Bounds<2>& b) noexcept {
  const auto gap = [&](std::size_t k) {
    return std::max({a.lower[k] - b.upper[k], b.lower[k] - a.upper[k], 0.0});
  };
  return std::max(0.0, std::hypot(gap(0), gap(1)) * (1 - 0x1p-40) - 0x1p-1070);
}

/// A node of a tree at its place.
struct PlacedNode {
  std::int32_t index;
  Bounds<2> box;
};

/// A tree of the pieces or of the edges of a part at its place.
struct PlacedTree {
  const PlacedPieces& placed;
  std::span<const BoxNode> nodes;
};

/// Walks two trees. `visitor.apart(p, q)` is a number that what two boxes hold is apart by at least, such as a
/// distance. `visitor.reach()` is the number from which on boxes are left out, and `visitor.visit(i, j)` takes leaves
/// whose boxes are nearer. It returns false to stop.
template <class Visitor>
class Walk {
 public:
  Walk(const PlacedTree& a, const PlacedTree& b, Visitor& visitor)
      : a_(a), b_(b), visitor_(visitor) {}

  bool run() {
    if (a_.nodes.empty() || b_.nodes.empty()) return true;
    const PlacedNode p = place(a_, 0), q = place(b_, 0);
    return visit(p, q, visitor_.apart(p.box, q.box));
  }

 private:
  static const BoxNode& node(const PlacedTree& of, const PlacedNode& at) noexcept {
    return of.nodes[static_cast<std::size_t>(at.index)];
  }
  static PlacedNode place(const PlacedTree& of, std::int32_t index) noexcept {
    return {index, of.placed.world_box(of.nodes[static_cast<std::size_t>(index)].box)};
  }
  static std::array<PlacedNode, 2> children(const PlacedTree& of, const PlacedNode& at) noexcept {
    return {place(of, at.index + 1), place(of, node(of, at).second_child)};
  }
  static double extent(const Bounds<2>& box) noexcept {
    return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]);
  }

  bool visit(const PlacedNode& p, const PlacedNode& q, double distance) {
    if (distance >= visitor_.reach() && distance > 0) return true;
    const bool leaf_a = node(a_, p).is_leaf(), leaf_b = node(b_, q).is_leaf();
    if (leaf_a && leaf_b) return visitor_.visit(node(a_, p).piece, node(b_, q).piece);
    const bool split_a = !leaf_a && (leaf_b || extent(p.box) >= extent(q.box));
    std::array<PlacedNode, 2> halves = split_a ? children(a_, p) : children(b_, q);
    const PlacedNode& other = split_a ? q : p;
    const auto apart = [&](const PlacedNode& half) {
      return split_a ? visitor_.apart(half.box, other.box) : visitor_.apart(other.box, half.box);
    };
    std::array<double, 2> distances{apart(halves[0]), apart(halves[1])};
    if (distances[1] < distances[0]) {
      std::swap(halves[0], halves[1]);
      std::swap(distances[0], distances[1]);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (!(split_a ? visit(halves[k], q, distances[k]) : visit(p, halves[k], distances[k])))
        return false;
    }
    return true;
  }

  const PlacedTree a_, b_;
  Visitor& visitor_;
};

inline std::vector<PlacedPieces> placed_parts(const PosedBody2& posed) {
  const BodyData& data = BodyAccess::data(posed.body());
  std::vector<PlacedPieces> placed;
  placed.reserve(data.parts.size());
  for (std::size_t i = 0; i < data.parts.size(); ++i)
    placed.emplace_back(data.parts[i], data.pieces(i), posed.pose());
  return placed;
}

/// The parts of two bodies at their places.
class PartsPair {
 public:
  PartsPair(const PosedBody2& a, const PosedBody2& b) : a_(placed_parts(a)), b_(placed_parts(b)) {}

  const std::vector<PlacedPieces>& side(int side) const noexcept { return side == 0 ? a_ : b_; }

  /// Calls visit(i, j) for each pair of parts, none of them empty, whose boxes have a bound below reach() or of 0, until
  /// it returns false. While reach() is 0 the order is that of the numbers. Cost: O(n log n) for n parts, and the pairs.
  template <class Bound, class Reach, class Visit>
  void for_each(const Bound& bound, const Reach& reach, const Visit& visit) const {
    const auto look_at = [&](std::int32_t i, std::int32_t j) {
      const auto at_a = static_cast<std::size_t>(i), at_b = static_cast<std::size_t>(j);
      if (a_[at_a].pieces().tree.empty() || b_[at_b].pieces().tree.empty()) return true;
      const double least = bound(a_[at_a].whole_box(), b_[at_b].whole_box());
      return (least >= reach() && least > 0) || visit(at_a, at_b);
    };
    if (a_.size() * b_.size() > mesh::kFewPairs) {
      const auto bound_of_boxes = [&](const ReachBox& p, const ReachBox& q) {
        if (is_nothing(p) || is_nothing(q)) return std::numeric_limits<double>::infinity();
        return bound(plane_box(p), plane_box(q));
      };
      return mesh::CloseParts(boxes_of(a_), boxes_of(b_)).for_each(bound_of_boxes, reach, look_at);
    }
    for (std::size_t i = 0; i < a_.size(); ++i) {
      for (std::size_t j = 0; j < b_.size(); ++j) {
        if (!look_at(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j))) return;
      }
    }
  }
  /// Calls visit(i, j) for each pair of parts whose boxes meet, by their numbers.
  template <class Visit>
  void for_each_meeting(const Visit& visit) const {
    for_each(
        distance_of_boxes, [] { return 0.0; },
        [&](std::size_t i, std::size_t j) {
          visit(i, j);
          return true;
        });
  }

  /// Calls visitor.begin(pair, i, j) and walks, for each pair of parts, until the visitor stops.
  template <class Visitor>
  void walk(Visitor& visitor) const {
    for_each([&](const Bounds<2>& p, const Bounds<2>& q) { return visitor.apart(p, q); },
             [&] { return visitor.reach(); },
             [&](std::size_t i, std::size_t j) {
               const PiecePair2 pair(a_[i], b_[j]);
               visitor.begin(pair, static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
               return Walk<Visitor>({a_[i], a_[i].pieces().tree}, {b_[j], b_[j].pieces().tree},
                                    visitor)
                   .run();
             });
  }

 private:
  static bool is_nothing(const ReachBox& box) noexcept { return !(box.lower[0] <= box.reach[0]); }
  static Bounds<2> plane_box(const ReachBox& box) noexcept {
    return {{box.lower[0], box.lower[1]}, {box.reach[0], box.reach[1]}};
  }
  static std::vector<ReachBox> boxes_of(const std::vector<PlacedPieces>& parts) {
    constexpr double kNowhere = std::numeric_limits<double>::infinity();
    std::vector<ReachBox> boxes;
    boxes.reserve(parts.size());
    for (const PlacedPieces& part : parts) {
      if (part.pieces().tree.empty()) {
        boxes.push_back({{kNowhere, kNowhere, 0}, {-kNowhere, -kNowhere, 0}});
        continue;
      }
      const Bounds<2>& box = part.whole_box();
      boxes.push_back({{box.lower[0], box.lower[1], 0}, {box.upper[0], box.upper[1], 0}});
    }
    return boxes;
  }

  std::vector<PlacedPieces> a_, b_;
};

/// Which parts and pieces a visitor is at.
class Visitor {
 public:
  static double apart(const Bounds<2>& p, const Bounds<2>& q) noexcept {
    return distance_of_boxes(p, q);
  }
  void begin(const PiecePair2& pair, std::int32_t part_a, std::int32_t part_b) noexcept {
    pair_ = &pair;
    part_a_ = part_a;
    part_b_ = part_b;
  }

 protected:
  template <class Answer>
  void name(Answer& answer, std::int32_t i, std::int32_t j) const noexcept {
    answer.part_a = part_a_;
    answer.part_b = part_b_;
    answer.piece_a = pair_->side(0).polygon() != nullptr ? i : -1;
    answer.piece_b = pair_->side(1).polygon() != nullptr ? j : -1;
  }
  const PiecePair2& pair() const noexcept { return *pair_; }

 private:
  const PiecePair2* pair_ = nullptr;
  std::int32_t part_a_ = -1, part_b_ = -1;
};

}  // namespace sunder::detail::polygon
