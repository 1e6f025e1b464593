// SPDX-License-Identifier: Apache-2.0
//
// Decides lines that pass edges, or lie in faces, as closely as doubles resolve.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "query/cast/entry_time.hpp"
#include "query/cast/exact_line.hpp"
#include "query/cast/pierced_face.hpp"

namespace sunder::detail {

/// A line and a solid, in doubles and exactly.
struct SeenLine {
  const EntryBody& a;  ///< the point that moves, or a box
  const EntryBody& b;  ///< the solid, or a box like a
  Solid solid;
  Vector3 d;       ///< scaled
  Vector3 offset;  ///< rounded
  double error;    ///< of a projected coordinate
  int sense;       ///< the sign of det R, 0 if doubles do not tell
};

/// Computes each sign that doubles leave open in integers, which are made once, when they are needed.
class GrazingRay {
 public:
  explicit GrazingRay(const SeenLine& line);
  ~GrazingRay();
  GrazingRay(const GrazingRay&) = delete;
  GrazingRay& operator=(const GrazingRay&) = delete;

  /// Finds the face where the line enters the body, or leaves it. It walks from a face at the vertex.
  /// Returns false if R is singular.
  bool pierce(std::int32_t vertex, bool leaves, PiercedFace& found);
  /// Computes the time at the plane of the corners, and the normal into the body.
  void enter(const PiercedFace& pierced, EntryTime& entry);
  /// Returns the unit normal of a face, into the body.
  Vector3 inward_normal(std::int32_t face);

  struct Faces;  ///< in integers of some width

 private:
  static constexpr std::size_t kRoom = 4096;
  alignas(16) std::array<std::byte, kRoom> memory_;
  Faces* faces_ = nullptr;
};

}  // namespace sunder::detail
