// SPDX-License-Identifier: Apache-2.0
//
// Computes the contact points of bodies that touch: the corners of the exact common part.
#pragma once

#include <optional>

#include "query/decide.hpp"
#include "query/intersects.hpp"
#include "query/scratch.hpp"
#include "sunder/contact.hpp"

namespace sunder::detail::contact {

template <int D>
struct Touching {
  explicit Touching(Memory memory) : points(memory) {}
  Vector<D> normal{};  ///< of an exact supporting plane, rounded; of length 1
  List<ContactPoint<D>> points;
};

/// Returns the corners of the common part S, of depth 0, each rounded once from its exact place.
/// They run counter-clockwise about the normal of the supporting plane, from the lowest id. A
/// coordinate that overflows is infinite.
///
/// `decision` is that the bodies touch; its direction is read first, exact where `exact_direction`
/// has it. S lies in every supporting plane, so S is the common part of the faces in any of them.
template <int D>
Touching<D> find_touching(const Pair<D>& pair, const Decided<D>& decision,
                          const lp::ExactDirection& exact_direction, Memory memory);

/// Returns a corner of that common part, twice. There is none where a coordinate overflows.
template <int D>
std::optional<Witness<D>> witness_of_touch(const Pair<D>& pair, const Decided<D>& decision,
                                           const lp::ExactDirection& exact_direction);

/// Decides and finds a touch whose plane is across an axis of the world, or that of a face of two boxes
/// whose normal is known exactly. Most bodies that touch have parallel faces. It costs less than a verdict
/// in integers. Returns false for others.
bool find_touching_faces(const Pair<3>& pair, Memory memory, Touching<3>& touching);

/// Decides and finds a touch of two boxes along the normal of a face, in one go. The gap along an exact
/// direction is 0, and the faces in that plane meet. Returns false where that is not the case. The boxes
/// may still touch, along the normal of two edges or one that doubles do not hold.
bool find_touching_boxes(const Pair<3>& pair, Memory memory, Touching<3>& touching);

/// Decides and finds a touch without a search: along a face, or at `facet`. That is the facet at which a
/// search for an overlap ended, if any. `algorithm` is what proposed the plane. Returns false where that
/// proves no touch.
bool find_touching_at_once(const Pair<3>& pair, const std::optional<FacetCorners>& facet,
                           Memory memory, Touching<3>& touching, Algorithm& algorithm);

/// Decides a touch for the verdict alone: by find_touching_faces(), or at the facet at which a search of
/// its own ends. The bodies are not empty.
bool touch_at_once(const Pair<3>& pair, Algorithm& algorithm);

/// A touch for the questions whose answer is then known: the verdict, a distance and a depth of 0.
struct Touch {
  Algorithm algorithm = Algorithm::automatic;
  std::optional<Witness<3>> witness;  ///< a common point twice; none where a coordinate overflows
};
/// Returns what find_touching_at_once() finds. It searches for the facet first, unless the bodies are
/// boxes. They are not empty.
std::optional<Touch> find_touch(const Pair<3>& pair);

}  // namespace sunder::detail::contact
