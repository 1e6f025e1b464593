// SPDX-License-Identifier: Apache-2.0
//
// Builds bodies of triangles and of parts from their text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pipe/body_text.hpp"
#include "sunder/body.hpp"

namespace sunder::detail {

class Definitions;

/// A body has at most this many parts: a pair of bodies costs its pairs of parts.
inline constexpr std::size_t kMostParts = 10'000;

/// A body in space, before its own pose, as what its triangles were taken as. Parts are in the
/// order of the text. Those of a named union or of a file are where it is named.
struct SpaceBody {
  Body3 body{};
  std::vector<BodyForm> taken;  ///< of each part; hull where it has no triangles
  bool has_triangles = false;
  /// Where the body is one convex part: its polytope, and that of its points as written. The part's
  /// pose is not applied.
  std::optional<Polytope3> hull, as_written;
};

/// Returns the map that applies `inner` first, or none where its numbers would be rounded.
std::optional<Pose3> exact_product(const Pose3& outer, const Pose3& inner);

/// Builds a body that has triangles, parts or a file. `place` names it in refusals. `build` decides
/// whether points of hulls may be removed.
Result<SpaceBody> build_space_body(const BodyText& text, std::string_view place,
                                   const Definitions& definitions, BuildOptions build);

}  // namespace sunder::detail
