// SPDX-License-Identifier: Apache-2.0
#include "sunder/scene.hpp"

#include <utility>

#include "machine/strict_arithmetic.hpp"

namespace sunder::inline SUNDER_ABI {

std::int32_t Scene::add(SceneBody body) {
  if (ids_.contains(body.name)) {
    std::int32_t& suffix = suffixes_.try_emplace(body.name, 1).first->second;
    std::string unique;
    do {
      unique = body.name + "#" + std::to_string(++suffix);
    } while (ids_.contains(unique));
    body.name = std::move(unique);
  }
  const std::int32_t id = size();
  bodies_.push_back(std::move(body));
  try {
    ids_.emplace(bodies_.back().name, id);
  } catch (...) {
    bodies_.pop_back();
    throw;
  }
  return id;
}

void Scene::truncate(std::int32_t size) noexcept {
  for (; this->size() > size; bodies_.pop_back()) ids_.erase(bodies_.back().name);
  suffixes_.clear();  // only says where the search for a free number continues
}

std::int32_t Scene::find(std::string_view name) const {
  const auto found = ids_.find(std::string(name));
  return found == ids_.end() ? -1 : found->second;
}

std::string_view to_string(Proximity proximity) noexcept {
  switch (proximity) {
    case Proximity::overlapping:
      return "overlapping";
    case Proximity::touching:
      return "touching";
    case Proximity::near:
      return "near";
    case Proximity::clear:
      return "clear";
  }
  return "clear";
}

}  // namespace sunder::inline SUNDER_ABI
