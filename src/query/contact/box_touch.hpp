// SPDX-License-Identifier: Apache-2.0
//
// Computes the contact of two boxes of which a face of each lies in one plane.
#pragma once

#include <array>
#include <optional>

#include "narrow/boxes/boxes.hpp"
#include "query/contact/touching.hpp"
#include "query/relation/world.hpp"

namespace sunder::detail::contact {

/// Decides and finds a touch of two boxes that an exact sum proves, with the points of find_touching().
/// The plane is across an axis of the world that both poses map an axis of the box to, exactly: crates on
/// a floor and walls. Or both boxes have one orientation: shelves and stacks in a tilted world. Or both
/// quaternions have few bits and turn a face into the plane. Returns false for other boxes, where they do
/// not touch by the faces, and where doubles do not prove a side or a rounded coordinate.
bool find_touching_box_faces(const Pair<3>& pair, Memory memory, Touching<3>& touching);

/// The directions of a box's axes, without rounding: column k of R is n[k] / length.
struct ExactAxes {
  std::array<Vector3, 3> n{};
  double length = 1;
};
/// Returns nothing unless R is a signed permutation, or the quaternion has few bits.
std::optional<ExactAxes> exact_axes(const Pose<3>& pose) noexcept;

/// A face of a solid box: the upper or the lower end of its axis `up`.
struct BoxFace {
  const Body<3>* body;
  std::size_t up = 0;
  bool upper = false;
  bool exact = false;  ///< R is a signed permutation
};

/// The plane of two faces that look at each other.
struct FacePlane {
  Vector3 normal{};  ///< from a to b, rounded; of length 1
  relation::PlaneAxes axes;
  std::size_t dropped = 2;  ///< the coordinate that `axes` lack
  bool is_level = false;    ///< all of the plane has one exact height along `dropped`
  double height = 0;        ///< that height, rounded; otherwise unspecified
  double size = 0;          ///< bounds the coordinates of both boxes relative to one of them
};

using FaceRanks = std::array<std::array<int, 2>, 3>;
/// The order of the ends of two boxes along the axes of a common frame. Equal ends have one rank.
using BoxRanks = boxes::AlignedRanks;

/// Finds the points of two faces in one plane. `ranks` is null unless the boxes have one orientation.
bool touch_faces(const BoxFace& a, const BoxFace& b, const FacePlane& plane, const BoxRanks* ranks,
                 Memory memory, Touching<3>& touching);

}  // namespace sunder::detail::contact
