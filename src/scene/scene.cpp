// SPDX-License-Identifier: Apache-2.0
//
// Idea: A list by id, with names and rules beside it. A body that is removed leaves an empty one in its place.
// Cost: O(1) for each call, and a name.
// Gives up: Never.
#include "sunder/scene.hpp"

#include <algorithm>
#include <utility>

#include "machine/enum_names.hpp"
#include "machine/strict_arithmetic.hpp"
#include "mesh/pair/part_pair.hpp"
#include "scene/index.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

std::uint64_t key_of(BodyPair pair) noexcept {
  const auto [least, most] = std::minmax(pair.a, pair.b);
  return std::uint64_t{static_cast<std::uint32_t>(least)} << 32 | static_cast<std::uint32_t>(most);
}

/// Calls a function at its end, unless dismissed.
template <class F>
class Undo {
 public:
  explicit Undo(F undo) : undo_(std::move(undo)) {}
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    if (!is_dismissed_) undo_();
  }
  void dismiss() noexcept { is_dismissed_ = true; }

 private:
  F undo_;
  bool is_dismissed_ = false;
};

}  // namespace

std::int32_t Scene::add(SceneBody body) {
  if (body.body && body.polytope.empty()) body.polytope = detail::scene::hull_around(*body.body);
  if (ids_.contains(body.name)) {
    std::int32_t& suffix = suffixes_.try_emplace(body.name, 1).first->second;
    std::string unique;
    do {
      unique = body.name + "#" + std::to_string(++suffix);
    } while (ids_.contains(unique));
    body.name = std::move(unique);
  }
  const std::int32_t id = size();
  // An allocation that fails leaves the scene as it was.
  Undo undo([&] {
    if (size() > id) bodies_.pop_back();
    removed_.resize(static_cast<std::size_t>(id));
  });
  removed_.push_back(false);
  bodies_.push_back(std::move(body));
  ids_.emplace(bodies_.back().name, id);
  undo.dismiss();
  ++count_;
  (*index_).change();
  return id;
}

std::int32_t Scene::add(const Body3& body, const Pose3& pose) {
  SceneBody entry;
  entry.pose = pose;
  const std::span<const Part3> parts = body.parts();
  const auto* const hull = parts.size() == 1 ? std::get_if<Polytope3>(&parts[0].shape) : nullptr;
  if (hull != nullptr && detail::mesh::is_identity(parts[0].pose)) {
    entry.polytope = *hull;
  } else {
    entry.body = body;
  }
  return add(std::move(entry));
}

void Scene::set_pose(std::int32_t id, const Pose3& pose) {
  (*index_).move(id);
  bodies_[static_cast<std::size_t>(id)].pose = pose;
}

void Scene::remove(std::int32_t id) {
  if (!holds(id)) return;
  SceneBody& body = bodies_[static_cast<std::size_t>(id)];
  ids_.erase(body.name);
  body = {};
  removed_[static_cast<std::size_t>(id)] = true;
  --count_;
  (*index_).change();
}

void Scene::truncate(std::int32_t size) noexcept {
  for (; this->size() > size; bodies_.pop_back(), removed_.pop_back()) {
    if (removed_.back()) continue;
    ids_.erase(bodies_.back().name);
    --count_;
  }
  suffixes_.clear();  // only says where the search for a free number continues
  (*index_).change();
}

void Scene::skip(BodyPair pair) { skipped_.insert(key_of(pair)); }

bool Scene::skips(BodyPair pair) const noexcept {
  const SceneBody &a = body(pair.a), &b = body(pair.b);
  if (a.group >= 0 && a.group == b.group) return true;
  if ((a.mask & b.categories) == 0 || (b.mask & a.categories) == 0) return true;
  return !skipped_.empty() && skipped_.contains(key_of(pair));
}

bool Scene::holds(std::int32_t id) const noexcept {
  return id >= 0 && id < size() && !removed_[static_cast<std::size_t>(id)];
}

std::int32_t Scene::find(std::string_view name) const {
  const auto found = ids_.find(std::string(name));
  return found == ids_.end() ? -1 : found->second;
}

std::string_view to_string(Proximity proximity) noexcept {
  static constexpr std::string_view kNames[] = {"overlapping", "touching", "near", "clear"};
  return detail::name_of<Proximity::clear>(kNames, proximity, "clear");
}

}  // namespace sunder::inline SUNDER_ABI
