// SPDX-License-Identifier: Apache-2.0
#include "machine/enum_names.hpp"
#include "machine/strict_arithmetic.hpp"
#include "sunder/relation.hpp"

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(Relation relation) noexcept {
  static constexpr std::string_view kNames[] = {"separated", "vertex",   "edge-vertex", "edge-edge",
                                                "face",      "piercing", "containment"};
  return detail::name_of<Relation::containment>(kNames, relation);
}

std::string_view to_string(FeatureKind kind) noexcept {
  static constexpr std::string_view kNames[] = {"none", "vertex", "edge", "face", "interior"};
  return detail::name_of<FeatureKind::interior>(kNames, kind);
}

}  // namespace sunder::inline SUNDER_ABI
