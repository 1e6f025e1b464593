// SPDX-License-Identifier: Apache-2.0
//
// Lists the pruned pairs as the blocks of the tree of boxes.
#include "geometry/box_tree.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

/// Merges a block with the one before it if both form one rectangle: leaves prune pair by pair.
class CutCollector {
 public:
  bool examine(std::int32_t, std::int32_t) const noexcept { return true; }

  bool prune(const detail::PrunedBlock& block) {
    const SceneCut cut{block.a_begin, block.a_end, block.b_begin, block.b_end, block.axis};
    if (cuts.empty() || !extend(cuts.back(), cut)) cuts.push_back(cut);
    // A complete row may now fit below the row before it.
    while (cuts.size() > 1 && extend(cuts[cuts.size() - 2], cuts.back())) cuts.pop_back();
    return true;
  }

  std::vector<SceneCut> cuts;

 private:
  static bool extend(SceneCut& last, const SceneCut& next) noexcept {
    if (last.axis != next.axis) return false;
    const bool same_a = last.a_begin == next.a_begin && last.a_end == next.a_end;
    const bool same_b = last.b_begin == next.b_begin && last.b_end == next.b_end;
    if (same_a && last.b_end == next.b_begin) {
      last.b_end = next.b_end;
      return true;
    }
    if (same_b && last.a_end == next.a_begin && next.a_end <= last.b_begin) {
      last.a_end = next.a_end;
      return true;
    }
    return false;
  }
};

}  // namespace

PruningProof prove_pruning(const Scene& scene, double clearance) {
  std::vector<detail::ReachBox> boxes;
  boxes.reserve(static_cast<std::size_t>(scene.size()));
  for (std::int32_t id = 0; id < scene.size(); ++id)
    boxes.push_back(detail::make_reach_box(world_box(scene.posed(id)), clearance));
  const detail::BoxTree tree(boxes);
  CutCollector collector;
  tree.join(collector);
  return {{tree.order().begin(), tree.order().end()}, std::move(collector.cuts)};
}

}  // namespace sunder::inline SUNDER_ABI
