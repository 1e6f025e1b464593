// SPDX-License-Identifier: Apache-2.0
//
// Idea: A body that moved gets a new box, and the boxes above it are made anew. A tree whose nodes have grown by half is
// built again.
// Bound: Boxes are rounded outward.
// Cost: O(log n) for a body that moved, O(n) for many, O(n log n) to build.
// Gives up: Never.
#include "scene/index.hpp"

#include <algorithm>

namespace sunder::detail::scene {
namespace {

/// Refits follow single paths up to this share of the bodies.
constexpr std::size_t kFew = 16;
constexpr double kWorse = 1.5;

ReachBox box_of(const Scene& scene, std::int32_t id) noexcept {
  return make_reach_box(world_box(scene.posed(id)), 0);
}

}  // namespace

void Index::change() noexcept {
  has_structure_ = false;
  is_fresh_.store(false, std::memory_order_release);
}

void Index::move(std::int32_t id) {
  const auto at = static_cast<std::size_t>(id);
  if (has_structure_ && (at >= is_moved_.size() || !is_moved_[at])) {
    if (at >= is_moved_.size()) is_moved_.resize(at + 1);
    moved_.push_back(id);
    is_moved_[at] = true;
  }
  is_fresh_.store(false, std::memory_order_release);
}

const Index::Tree& Index::tree(const Scene& scene) {
  if (is_fresh_.load(std::memory_order_acquire)) return tree_;
  const Lock lock(mutex_);
  if (is_fresh_.load(std::memory_order_relaxed)) return tree_;
  if (has_structure_) {
    refit(scene);
  } else {
    rebuild(scene);
  }
  is_fresh_.store(true, std::memory_order_release);
  return tree_;
}

void Index::rebuild(const Scene& scene) {
  has_structure_ = false;
  tree_.tree.reset();
  tree_.ids.clear();
  tree_.boxes.clear();
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    if (!scene.holds(id)) continue;
    tree_.ids.push_back(id);
    tree_.boxes.push_back(box_of(scene, id));
  }
  tree_.tree.emplace(tree_.boxes);
  cost_ = tree_.tree->cost();
  moves_ = 0;
  moved_.clear();
  is_moved_.assign(static_cast<std::size_t>(scene.size()), false);
  has_structure_ = true;
}

void Index::refit(const Scene& scene) {
  std::vector<std::int32_t> changed;
  changed.reserve(moved_.size());
  for (const std::int32_t id : moved_) {
    const auto at = std::lower_bound(tree_.ids.begin(), tree_.ids.end(), id) - tree_.ids.begin();
    changed.push_back(static_cast<std::int32_t>(at));
    tree_.boxes[static_cast<std::size_t>(at)] = box_of(scene, id);
  }
  for (const std::int32_t id : moved_) is_moved_[static_cast<std::size_t>(id)] = false;
  moves_ += moved_.size();
  moved_.clear();
  const std::size_t count = tree_.ids.size();
  if (changed.size() * kFew < count) {
    tree_.tree->refit(changed);
  } else {
    tree_.tree->refit();
  }
  if (moves_ < count) return;
  moves_ = 0;
  if (!(tree_.tree->cost() <= kWorse * cost_)) rebuild(scene);
}

Body3 Index::union_of(const Scene& scene, std::int32_t id) {
  const SceneBody& body = scene.body(id);
  if (body.body) return *body.body;
  const Lock lock(mutex_);
  const auto found = unions_.find(id);
  if (found != unions_.end()) return found->second;
  return unions_.emplace(id, Body3{{body.polytope}}).first->second;
}

IndexOwner::IndexOwner() : index_(std::make_unique<Index>()) {}
IndexOwner::IndexOwner(const IndexOwner&) : IndexOwner() {}
IndexOwner& IndexOwner::operator=(const IndexOwner& other) {
  if (this != &other) index_ = std::make_unique<Index>();
  return *this;
}
IndexOwner::~IndexOwner() = default;

}  // namespace sunder::detail::scene
