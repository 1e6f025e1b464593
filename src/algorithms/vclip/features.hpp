// SPDX-License-Identifier: Apache-2.0
//
// V-Clip's state is a pair of features; step() moves it to a closer one.
#pragma once

#include "algorithms/vclip/posed_faces.hpp"

namespace sunder::detail::vclip {

enum class Kind : std::uint8_t { vertex, edge, face };

struct Feature {
  Kind kind = Kind::vertex;
  std::int32_t index = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

/// The features of a and of b.
using Features = std::array<Feature, 2>;

/// `moved`: one feature was replaced by a neighbour (or, if the other was behind a face, by a
/// distant face). `done`: they hold the closest points. `pierced`: the bodies overlap, or doubles
/// cannot decide.
enum class Outcome : std::uint8_t { moved, done, pierced };

/// Makes one step; the features are those of the bodies in this order.
Outcome step(const std::array<PosedFaces, 2>& bodies, Features& features) noexcept;

}  // namespace sunder::detail::vclip
