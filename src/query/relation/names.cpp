// SPDX-License-Identifier: Apache-2.0
#include "machine/strict_arithmetic.hpp"
#include "sunder/relation.hpp"

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(Relation relation) noexcept {
  switch (relation) {
    case Relation::separated:
      return "separated";
    case Relation::vertex:
      return "vertex";
    case Relation::edge_vertex:
      return "edge-vertex";
    case Relation::edge_edge:
      return "edge-edge";
    case Relation::face:
      return "face";
    case Relation::piercing:
      return "piercing";
    case Relation::containment:
      return "containment";
  }
  return "invalid";
}

std::string_view to_string(FeatureKind kind) noexcept {
  switch (kind) {
    case FeatureKind::none:
      return "none";
    case FeatureKind::vertex:
      return "vertex";
    case FeatureKind::edge:
      return "edge";
    case FeatureKind::face:
      return "face";
    case FeatureKind::interior:
      return "interior";
  }
  return "invalid";
}

}  // namespace sunder::inline SUNDER_ABI
