// SPDX-License-Identifier: Apache-2.0
//
// Writes the steps of a decision about two pieces in the caller's terms.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/pair/cones.hpp"
#include "mesh/piece/placed.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/triangles/winding.hpp"
#include "mesh/walk/walk.hpp"
#include "sunder/body_trace.hpp"

namespace sunder::detail::mesh {

/// Appends steps about piece a of one part and piece b of another.
class Tracer {
 public:
  Tracer(BodyTrace& trace, std::int32_t part_a, std::int32_t part_b)
      : trace_(trace), part_a_(part_a), part_b_(part_b) {}

  /// Names the pieces of the steps that follow.
  void set_pieces(const Placed& a, const Placed& b) noexcept { placed_ = {a, b}; }

  /// Appends a step that looked at no triangle.
  void convex(bool overlaps) {
    if (has_room(overlaps)) start(BodyEvent::convex).overlaps = overlaps;
  }
  void apart() {
    if (has_room(false)) start(BodyEvent::apart);
  }

  /// Begins a walk of both trees; the calls that follow count for it, up to the end.
  void begin_walk();
  void leaves(Leaf a, Leaf b);
  void triangles_left() { ++walk().triangles_left; }
  void end_walk(std::int64_t boxes_opened) { walk().boxes_opened = boxes_opened; }

  void piercing(std::int32_t triangle_a, std::int32_t triangle_b);
  void contact(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
               const Contact& contact, const ConeStep& cones, bool overlaps);
  /// A ray from a vertex of `side`.
  void enclosure(int side, std::int32_t vertex, int winding,
                 const std::vector<CrossedTriangle>& crossed, bool overlaps);

 private:
  BodyStep& start(BodyEvent event);
  BodyStep& walk() { return walk_ < trace_.steps.size() ? trace_.steps[walk_] : not_kept_; }
  /// Is there room for a step? The one that decides always has.
  bool has_room(bool overlaps);
  void set_triangles(BodyStep& step, std::int32_t triangle_a, std::int32_t triangle_b) const;
  std::vector<Vector3> points_of(std::size_t side, const Feature& feature) const;

  BodyTrace& trace_;
  std::int32_t part_a_, part_b_;
  std::array<Placed, 2> placed_{};
  std::size_t walk_ = 0;  ///< the place of its step; beyond the end where there was no room
  BodyStep not_kept_;
};

}  // namespace sunder::detail::mesh
