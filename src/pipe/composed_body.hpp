// SPDX-License-Identifier: Apache-2.0
//
// Builds bodies of triangles, of rings and of parts from their text.
#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "pipe/body_text.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail {

class Definitions;

/// The types of unions, by dimension.
template <int D>
struct UnionOf {
  using Body = std::monostate;
};
template <>
struct UnionOf<2> {
  using Body = Body2;
  using Part = Part2;
};
template <>
struct UnionOf<3> {
  using Body = Body3;
  using Part = Part3;
};

/// What each part of a body was taken as; hull where it has no triangles.
struct TakenParts {
  std::vector<BodyForm> forms;
  bool has_triangles = false;
};

/// A body before its own pose, as what its triangles were taken as. Parts are in the order of the
/// text. Those of a named union or of a file are where it is named.
template <int D>
struct ComposedBody {
  typename UnionOf<D>::Body body{};
  TakenParts taken;
  /// Where the body is one convex part: its polytope, and that of its points as written. The part's
  /// pose is not applied.
  std::optional<Polytope<D>> hull, as_written;
};

/// A body of points, rings or triangles, and its dimension. It is 0, and the body one of space,
/// where nothing says it: all parts are empty then.
struct AnyComposed {
  std::variant<ComposedBody<3>, ComposedBody<2>> body;
  int dimension = 0;

  template <int D>
  const ComposedBody<D>* in() const noexcept {
    return dimension == D ? std::get_if<ComposedBody<D>>(&body) : nullptr;
  }
  const TakenParts& taken() const noexcept;
};

/// Returns the map that applies `inner` first, or none where its numbers would be rounded.
template <int D>
std::optional<Pose<D>> exact_product(const Pose<D>& outer, const Pose<D>& inner);

/// Builds a body that has triangles, rings, parts or a file. `place` names it in refusals. `build`
/// decides whether points of hulls may be removed.
Result<AnyComposed> compose_body(const BodyText& text, std::string_view place,
                                 const Definitions& definitions, BuildOptions build);

}  // namespace sunder::detail
