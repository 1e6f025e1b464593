// SPDX-License-Identifier: Apache-2.0
//
// Idea: A tree of boxes finds the shells that may lie in each other: the box of one holds that of the other. If two do
// not meet, one vertex tells. The innermost shell round another is the one that lies in all others round it.
// Source: docs/bodies.md.
// Bound: No number is rounded.
// Cost: O(n log n) boxes, a walk of two trees for each pair of nested boxes.
// Gives up: Where it is open what is hollow, and beyond 2^22 such pairs.
#include "mesh/build/shells.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/triangles/winding.hpp"
#include "mesh/walk/walk.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr std::int64_t kMostNested = std::int64_t{1} << 22;

/// Appends a shell to the piece round it. A hollow's triangles are turned: their front is the hollow.
void append(Piece& piece, const Piece& shell, bool is_hollow) {
  const auto offset = static_cast<std::int32_t>(piece.points.size());
  piece.points.insert(piece.points.end(), shell.points.begin(), shell.points.end());
  for (std::size_t i = 0; i < shell.triangles.size(); ++i) {
    Corners c = shell.triangles[i];
    if (is_hollow) std::swap(c[1], c[2]);
    piece.triangles.push_back({c[0] + offset, c[1] + offset, c[2] + offset});
    piece.caller.push_back(shell.caller[i]);
  }
}

/// Ends the walk at the first two triangles that meet.
class FirstContact final : public LeafVisitor {
 public:
  explicit FirstContact(PiecePair& pair) : pair_(pair) {}
  bool visit(Leaf a, Leaf b) override {
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      for (std::int32_t j = b.begin; j < b.begin + b.count; ++j) {
        if (meet(i, j)) return false;
      }
    }
    return true;
  }

 private:
  bool meet(std::int32_t i, std::int32_t j) {
    const Filtered filtered = filter_triangles(pair_.world(0, i), pair_.world(1, j), pair_.error());
    if (filtered != Filtered::unsure) return filtered == Filtered::piercing;
    contacts_.clear();
    append_contacts(pair_, i, j, contacts_);
    return !contacts_.empty();
  }

  PiecePair& pair_;
  std::vector<Contact> contacts_;
};

/// Have the triangles of two pieces a point in common?
bool triangles_meet(PiecePair& pair) {
  FirstContact first(pair);
  return !walk_pair(pair.piece(0), pair.piece(1), pair.maps(), first);
}

bool lies_in(PiecePair& pair, int inner) {
  return winding_number(pair, 1 - inner, {inner, {pair.piece(inner).first.data(), 1}}) != 0;
}

class Nester {
 public:
  explicit Nester(std::span<const Shell> shells) : shells_(shells), around_(shells.size()) {
    boxes_.reserve(shells.size());
    for (const Shell& shell : shells) boxes_.push_back(box_around(shell.piece.points));
    nesting_.holder.assign(shells.size(), shells.size());
  }

  std::optional<Nesting> run() {
    const BoxTree tree(boxes_);
    tree.join(*this);
    find_holders();
    in_doubt_ = true;
    if (left_ >= 0) tree.join(*this);
    if (left_ < 0) return std::nullopt;
    return std::move(nesting_);
  }

  /// The tree's visitor: two shells whose boxes meet.
  bool examine(std::int32_t first, std::int32_t second) {
    const auto i = static_cast<std::size_t>(first), j = static_cast<std::size_t>(second);
    const bool i_holds = holds(boxes_[i], boxes_[j]), j_holds = holds(boxes_[j], boxes_[i]);
    if (in_doubt_) return find_doubt(i, j);
    if (!i_holds && !j_holds) return true;
    if (--left_ < 0) return false;
    PiecePair pair(placed(i), placed(j));
    if (triangles_meet(pair)) return true;
    if (i_holds && lies_in(pair, 1)) {
      around_[j].push_back(i);
    } else if (j_holds && lies_in(pair, 0)) {
      around_[i].push_back(j);
    }
    return true;
  }
  bool prune(const PrunedBlock&) const noexcept { return true; }

 private:
  Placed placed(std::size_t i) const noexcept { return {&shells_[i].piece, {}}; }

  void find_holders() {
    for (std::size_t i = 0; i < shells_.size(); ++i) {
      if (around_[i].empty()) continue;
      const std::size_t innermost = *std::max_element(
          around_[i].begin(), around_[i].end(), [&](std::size_t p, std::size_t q) {
            return around_[p].size() != around_[q].size() ? around_[p].size() < around_[q].size()
                                                          : p > q;
          });
      if (shells_[innermost].inward != shells_[i].inward) nesting_.holder[i] = innermost;
    }
  }

  bool find_doubt(std::size_t i, std::size_t j) {
    const bool of_one = nesting_.is_held(i) && nesting_.holder[i] == nesting_.holder[j];
    const bool turned =
        !nesting_.is_held(i) && !nesting_.is_held(j) && shells_[i].inward != shells_[j].inward;
    if (!of_one && !turned) return true;
    if (--left_ < 0) return false;
    PiecePair pair(placed(i), placed(j));
    if (triangles_meet(pair)) nesting_.doubtful.emplace_back(i, j);
    return true;
  }

  std::span<const Shell> shells_;
  std::vector<ReachBox> boxes_;
  std::vector<std::vector<std::size_t>>
      around_;  ///< of each shell, those that it lies clear inside of
  Nesting nesting_;
  bool in_doubt_ = false;  ///< the second walk
  std::int64_t left_ = kMostNested;
};

}  // namespace

ReachBox box_around(std::span<const Vector3> points) noexcept {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  ReachBox box;
  box.lower.fill(kEverywhere);
  box.reach.fill(-kEverywhere);
  for (const Vector3& point : points) {
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = std::min(box.lower[k], point[k]);
      box.reach[k] = std::max(box.reach[k], point[k]);
    }
  }
  return box;
}

std::optional<Nesting> nest(std::span<const Shell> shells) { return Nester(shells).run(); }

std::optional<std::vector<Piece>> join_hollows(std::vector<Shell> shells) {
  const auto nesting = nest(shells);
  if (!nesting || !nesting->doubtful.empty()) return std::nullopt;
  const std::size_t n = shells.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!nesting->is_held(i)) continue;
    std::size_t outermost = i;
    while (nesting->is_held(outermost)) outermost = nesting->holder[outermost];
    append(shells[outermost].piece, shells[i].piece, nesting->is_hollow(i));
  }
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < n; ++i) {
    if (nesting->is_held(i)) continue;
    shells[i].piece.kind = MeshKind::solid;
    index_piece(shells[i].piece);
    pieces.push_back(std::move(shells[i].piece));
  }
  return pieces;
}

}  // namespace sunder::detail::mesh
