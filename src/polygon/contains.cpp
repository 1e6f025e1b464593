// SPDX-License-Identifier: Apache-2.0
//
// Idea: Edges are cut at all corners in which the outlines meet. Where an edge of one crosses one of the other, a leaves
// b. Else the inside of each piece of an edge is in the other part, outside it, or on its outline, and the middle shows
// which. A part with an area lies in another if three things hold. No piece of its edges is outside, none that coincides
// has b on its other side, and no piece of b's edges is inside a.
// Source: docs/polygons.md has the proof.
// Bound: No number of this file is rounded.
// Cost: the edges that meet, and O(log n) boxes for each piece of an edge.
// Gives up: Where parts may hold a body together. The answer is refused then.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "mesh/default_environment.hpp"
#include "mesh/forest.hpp"
#include "polygon/outline_pair.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {
namespace {

/// What was found on an edge: the corners in it, and the pieces between two of them that lie on the other outline.
struct EdgeCuts {
  std::vector<Corner> corners;
  struct Shared {
    Corner from;
    bool insides_agree;  ///< both have their inside on the same side
  };
  std::vector<Shared> shared;
};

/// Does one part, a, lie in another, b?
class Holding {
 public:
  explicit Holding(const OutlinePair& pair) : pair_(pair) {}

  bool decide() {
    const PlacedOutline &a = pair_.side(0), &b = pair_.side(1);
    if (b.is_flat()) return a.is_flat() && lies_in_segments();
    cuts_[0].resize(a.edges().size());
    cuts_[1].resize(a.is_flat() ? 0 : b.edges().size());
    pair_.for_each_pair([&](std::int32_t i, std::int32_t j) { return note(i, j); });
    if (leaving_ >= 0) return false;
    leaving_ = find_piece(0, [&](Corner u, Corner v, const EdgeCuts::Shared* shared) {
      return shared != nullptr ? !shared->insides_agree : !pair_.holds_middle(1, u, v);
    });
    if (leaving_ >= 0) return false;
    return find_piece(1, [&](Corner u, Corner v, const EdgeCuts::Shared* shared) {
             return shared == nullptr && pair_.holds_middle(0, u, v);
           }) < 0;
  }

  /// An edge of a that leaves b, if one was found.
  std::int32_t leaving() const noexcept { return leaving_; }

 private:
  EdgeCuts& cuts(std::size_t side, std::int32_t edge) {
    return cuts_[side][static_cast<std::size_t>(edge)];
  }

  bool note(std::int32_t i, std::int32_t j) {
    const Meeting meeting = pair_.meet(i, j);
    if (meeting.points == 0) return true;
    if (meeting.ends[0].is_crossing()) {
      leaving_ = i;
      return false;
    }
    const bool b_counts = !cuts_[1].empty();
    for (int k = 0; k < meeting.points; ++k) {
      const Corner corner = meeting.ends[static_cast<std::size_t>(k)].corner();
      cuts(0, i).corners.push_back(corner);
      if (b_counts) cuts(1, j).corners.push_back(corner);
    }
    if (meeting.points == 2) {
      const Corner from = meeting.ends[0].corner();
      const bool agree =
          pair_.side(0).is_flat() || pair_.is_inside_left(0, i) == pair_.is_inside_left(1, j);
      cuts(0, i).shared.push_back({from, agree});
      if (b_counts) cuts(1, j).shared.push_back({from, agree});
    }
    return true;
  }

  /// Calls visit(u, v, shared) for the pieces of an edge, by x and then by y; `shared` is null where a piece is not on the
  /// other outline. Stops where it returns true.
  template <class Visit>
  bool any_piece(int side, std::int32_t edge, const Visit& visit) {
    EdgeCuts& found = cuts(static_cast<std::size_t>(side), edge);
    const auto [p, q] = pair_.ends(side, edge);
    if (p == q) return found.corners.empty() && visit(p, p, nullptr);
    std::vector<Corner>& corners = found.corners;
    corners.push_back(p);
    corners.push_back(q);
    std::sort(corners.begin(), corners.end(),
              [&](Corner u, Corner v) { return pair_.order(u, v) < 0; });
    for (std::size_t k = 0; k + 1 < corners.size(); ++k) {
      const Corner u = corners[k], v = corners[k + 1];
      if (pair_.order(u, v) == 0) continue;
      const auto shared =
          std::find_if(found.shared.begin(), found.shared.end(),
                       [&](const EdgeCuts::Shared& s) { return pair_.order(s.from, u) == 0; });
      if (visit(u, v, shared == found.shared.end() ? nullptr : &*shared)) return true;
    }
    return false;
  }

  /// Returns the first edge of a side that counts and has such a piece; -1 where none has one. Edges that do not meet the
  /// other outline, and hang together, are all inside or all outside: one of them is looked at.
  template <class Visit>
  std::int32_t find_piece(int side, const Visit& visit) {
    const std::vector<EdgeCuts>& found = cuts_[static_cast<std::size_t>(side)];
    if (found.empty()) return -1;
    const auto& edges = pair_.side(side).edges();
    mesh::Forest forest(pair_.side(side).points().size());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (found[i].corners.empty()) forest.join(edges[i][0], edges[i][1]);
    }
    std::vector<bool> is_known(pair_.side(side).points().size(), false);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (found[i].corners.empty()) {
        const auto root = static_cast<std::size_t>(forest.root(edges[i][0]));
        if (is_known[root]) continue;
        is_known[root] = true;
      }
      const auto edge = static_cast<std::int32_t>(i);
      if (any_piece(side, edge, visit)) return edge;
    }
    return -1;
  }

  /// Segments of b have no point in common, so that each of a must lie in one of them.
  bool lies_in_segments() {
    std::vector<bool> held(pair_.side(0).edges().size(), false);
    pair_.for_each_pair([&](std::int32_t i, std::int32_t j) {
      const Meeting meeting = pair_.meet(i, j);
      auto [p, q] = pair_.ends(0, i);
      if (pair_.order(p, q) > 0) std::swap(p, q);
      if (p == q ? meeting.points == 1
                 : meeting.points == 2 && pair_.order(meeting.ends[0].corner(), p) == 0 &&
                       pair_.order(meeting.ends[1].corner(), q) == 0)
        held[static_cast<std::size_t>(i)] = true;
      return true;
    });
    const auto out = std::find(held.begin(), held.end(), false);
    if (out == held.end()) return true;
    leaving_ = static_cast<std::int32_t>(out - held.begin());
    return false;
  }

  const OutlinePair& pair_;
  std::array<std::vector<EdgeCuts>, 2> cuts_;
  std::int32_t leaving_ = -1;
};

/// The parts of two bodies, and which of b are near each of a.
class BodyHolding {
 public:
  explicit BodyHolding(const PartsPair& parts)
      : parts_(parts), a_(parts.side(0)), b_(parts.side(1)) {
    near_.resize(parts.side(0).size());
    parts.for_each_meeting([&](std::size_t i, std::size_t j) { near_[i].push_back(j); });
    holders_ =
        std::count_if(parts.side(1).begin(), parts.side(1).end(),
                      [](const PlacedPieces& part) { return !part.pieces().convex.empty(); });
  }

  Result<BodyContainment2> decide() {
    BodyContainment2 found;
    found.contained = true;
    found.stage = Stage::filter;
    for (std::size_t i = 0; i < parts_.side(0).size(); ++i) {
      if (parts_.side(0)[i].pieces().convex.empty() || is_held(i, found)) continue;
      if (holders_ > 1 && !has_corner_outside(i, found)) {
        return Error{ErrorCode::not_served,
                     "part " + std::to_string(i) +
                         " of a lies in no single part of b; whether several parts hold it "
                         "together is not decided: make one polygon of b"};
      }
      found.contained = false;
      found.part = static_cast<std::int32_t>(i);
      return found;
    }
    found.edge = -1;
    return found;
  }

 private:
  bool is_held(std::size_t part, BodyContainment2& found) {
    found.edge = -1;
    return std::any_of(near_[part].begin(), near_[part].end(), [&](std::size_t j) {
      const OutlinePair pair(a_.of(part), b_.of(j));
      Holding holding(pair);
      const bool held = holding.decide();
      found.stage = std::max(found.stage, pair.stage());
      if (found.edge < 0 && a_.of(part).is_polygon()) found.edge = holding.leaving();
      return held;
    });
  }

  bool has_corner_outside(std::size_t part, BodyContainment2& found) {
    std::vector<OutlinePair> pairs;
    for (const std::size_t j : near_[part]) pairs.emplace_back(a_.of(part), b_.of(j));
    for (std::size_t k = 0; k < a_.of(part).points().size(); ++k) {
      const Corner corner{0, static_cast<std::int32_t>(k)};
      const bool is_held = std::any_of(pairs.begin(), pairs.end(), [&](const OutlinePair& pair) {
        return pair.holds(1, corner);
      });
      if (is_held) continue;
      for (const OutlinePair& pair : pairs) found.stage = std::max(found.stage, pair.stage());
      return true;
    }
    return false;
  }

  const PartsPair& parts_;
  Outlines a_, b_;
  std::vector<std::vector<std::size_t>>
      near_;                    ///< of each part of a, parts of b whose boxes meet its
  std::ptrdiff_t holders_ = 0;  ///< parts of b that are not empty
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

Result<BodyContainment2> contains(const PosedBody2& a, const PosedBody2& b) {
  const detail::DefaultEnvironment environment;
  const detail::polygon::PartsPair parts(a, b);
  return detail::polygon::BodyHolding(parts).decide();
}

}  // namespace sunder::inline SUNDER_ABI
