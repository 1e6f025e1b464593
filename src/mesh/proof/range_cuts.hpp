// SPDX-License-Identifier: Apache-2.0
//
// Finds directions that separate all triangles of one part from all of another, many at once.
#pragma once

#include <cstdint>
#include <vector>

#include "certificate/range_cut.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {

/// Where doubles about a pair of bodies are measured from, and in which unit.
struct ReferenceFrame {
  certificate::WorldPoint origin;
  int exponent = 0;
};

/// The items of a part in an order in which neighbours lie close, as a tree of ranges. A range is ordered and halved when
/// its halves are first asked for, so that only what is looked at is sorted.
class RangeTree {
 public:
  RangeTree(const certificate::PosedPart& part, const ReferenceFrame& frame);

  struct Node {
    std::int32_t begin = 0, end = 0;
    std::int32_t left = -1;  ///< the other half is behind it; -1: not halved
    Vector3 lower{}, upper{};
    bool is_leaf() const noexcept { return end - begin == 1; }
  };
  const certificate::PosedPart& part() const noexcept { return *part_; }
  /// In units of 2^exponent places and lengths are given.
  int exponent() const noexcept { return exponent_; }
  /// The order of the triangles; empty for a polytope. Halving a range orders it; it keeps its triangles.
  const std::vector<std::int32_t>& order() const noexcept { return order_; }
  const Node& node(std::int32_t index) const noexcept {
    return nodes_[static_cast<std::size_t>(index)];
  }
  bool is_empty() const noexcept { return nodes_.empty(); }
  std::int32_t size() const noexcept { return nodes_.empty() ? 0 : nodes_[0].end; }
  /// Returns the first half of a node that is no leaf; the other one is behind it.
  std::int32_t halved(std::int32_t index);
  /// Returns the points of a node's items, each once, in the frame.
  std::vector<Vector3> places(const Node& node) const;
  /// Returns the triangle of a leaf, or -1 for a polytope.
  std::int32_t item(const Node& leaf) const noexcept {
    return order_.empty() ? -1 : order_[static_cast<std::size_t>(leaf.begin)];
  }

 private:
  Node node_of(std::int32_t begin, std::int32_t end) const;
  const certificate::PosedPart* part_;
  int exponent_;
  std::vector<Vector3> places_;  ///< of the points, rounded
  std::vector<std::int32_t> order_;
  std::vector<Node> nodes_;
  mutable std::vector<std::int32_t> stamp_;
  mutable std::int32_t stamps_ = 0;
};

/// Appends cuts that cover all pairs of items as demanded. Returns false if some cannot be separated so. Every cut has
/// been checked exactly; `ties` is set where ranges tie. Throws std::bad_alloc.
bool append_cuts(RangeTree& a, RangeTree& b, const certificate::CutDemand& demand,
                 std::vector<RangeCut>& cuts, bool& ties);
/// Appends one cut of all items, along which parts that touch tie. Returns false where none is found. The triangles are
/// two that touch, or -1. Cost: the hulls of both, and some exact checks.
bool append_whole_cut(RangeTree& a, std::int32_t triangle_a, RangeTree& b, std::int32_t triangle_b,
                      std::vector<RangeCut>& cuts);

}  // namespace sunder::detail::mesh
