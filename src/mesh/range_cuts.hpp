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

/// The items of a part in an order in which neighbours lie close, as a tree of ranges.
class RangeTree {
 public:
  RangeTree(const certificate::PosedPart& part, const ReferenceFrame& frame);

  struct Node {
    std::int32_t begin = 0, end = 0;
    std::int32_t left = -1, right = -1;  ///< -1: one item
    Vector3 lower{}, upper{};
    bool is_leaf() const noexcept { return left < 0; }
  };
  const certificate::PosedPart& part() const noexcept { return *part_; }
  /// The order of the triangles; empty for a polytope.
  const std::vector<std::int32_t>& order() const noexcept { return order_; }
  const Node& node(std::int32_t index) const noexcept {
    return nodes_[static_cast<std::size_t>(index)];
  }
  bool is_empty() const noexcept { return nodes_.empty(); }
  std::int32_t size() const noexcept { return nodes_.empty() ? 0 : nodes_[0].end; }
  /// Returns the points of a node's items, each once, in the frame.
  std::vector<Vector3> places(const Node& node) const;
  /// Returns the triangle of a leaf, or -1 for a polytope.
  std::int32_t item(const Node& leaf) const noexcept {
    return order_.empty() ? -1 : order_[static_cast<std::size_t>(leaf.begin)];
  }

 private:
  std::int32_t build(std::int32_t begin, std::int32_t end);
  const certificate::PosedPart* part_;
  std::vector<Vector3> places_;  ///< of the points, each coordinate rounded once
  std::vector<std::int32_t> order_;
  std::vector<Node> nodes_;
  mutable std::vector<std::int32_t> stamp_;
  mutable std::int32_t stamps_ = 0;
};

/// Appends cuts that cover all pairs of items as demanded. Returns false if some cannot be separated so. Every cut has
/// been checked exactly; `ties` is set where ranges tie. Throws std::bad_alloc.
bool append_cuts(const RangeTree& a, const RangeTree& b, const certificate::CutDemand& demand,
                 std::vector<RangeCut>& cuts, bool& ties);

}  // namespace sunder::detail::mesh
