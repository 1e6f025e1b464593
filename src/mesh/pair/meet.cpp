// SPDX-License-Identifier: Apache-2.0
//
// Idea: Triangles that boxes do not prove apart are tested in doubles. One edge that pierces a triangle settles nearly
// every overlap. What doubles leave open is classified exactly, feature by feature. Components that nothing touches may
// lie inside the other body: one winding number tells.
// Source: docs/bodies.md, the theorem.
// Cost: O(log n) boxes and the triangles that are close; a winding number for each component.
#include "mesh/pair/meet.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "geometry/pose_access.hpp"
#include "mesh/build/hubs.hpp"
#include "mesh/pair/cones.hpp"
#include "mesh/pair/trace.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/triangles/winding.hpp"
#include "mesh/walk/leaf_pairs.hpp"
#include "mesh/walk/walk.hpp"

namespace sunder::detail::mesh {
namespace {

class Meeting final : public LeafVisitor {
 public:
  /// With `outside`, all that lies outside a is meant in its place.
  explicit Meeting(PiecePair& pair, bool outside = false, Tracer* tracer = nullptr)
      : pair_(pair),
        places_(pair.piece(0), pair.piece(1), pair.maps()),
        is_outside_(outside),
        tracer_(tracer) {
    if (outside) pair_.take_outside_of_a();
    for (int side = 0; side < 2; ++side) {
      solid_[static_cast<std::size_t>(side)] =
          pair_.piece(side).kind == MeshKind::solid && pair_.handedness(side) != 0;
    }
  }

  PieceVerdict run() {
    if (!is_outside_ && least_gap(pair_.maps(), pair_.piece(0).box, pair_.piece(1).box) > 0) {
      if (tracer_ != nullptr) tracer_->apart();
      return found_;
    }
    if (tracer_ == nullptr && solid_[0] && solid_[1] && hubs_overlap()) return overlapping();
    if (is_divided_) return found_;
    if (tracer_ != nullptr) tracer_->begin_walk();
    const bool is_open = walk_pair(pair_.piece(0), pair_.piece(1), pair_.maps(), *this);
    if (tracer_ != nullptr) tracer_->end_walk(boxes_opened);
    if (!is_open) return in_one_plane_ || is_divided_ || gave_up_ ? found_ : overlapping();
    if (!one_encloses()) return found_;
    name(-1, -1);
    return overlapping();
  }

  /// Does a component that nothing touches lie inside the other piece?
  bool one_encloses() { return (solid_[1] && lies_inside(0)) || (solid_[0] && lies_inside(1)); }

  /// Returns none where many boxes must be opened. Half of the pairs that overlap by much need fewer.
  std::optional<PieceVerdict> run_quickly() {
    const std::size_t count = pair_.piece(0).triangles.size() + pair_.piece(1).triangles.size();
    most_boxes_ = std::min(64.0, 0.2 * std::sqrt(static_cast<double>(count)));
    const PieceVerdict found = run();
    if (gave_up_) return std::nullopt;
    return found;
  }

  bool visit(Leaf a, Leaf b) override {
    gave_up_ =
        static_cast<double>(boxes_opened) > most_boxes_ && found_.verdict == Verdict::separated;
    if (gave_up_) return false;
    if (tracer_ != nullptr) tracer_->leaves(a, b);
    if (hubs_ && hubs_->share_one(a, b)) return true;
    const LeafPair pair = places_.pair(a, b);
    // Triangles that one plane or box divides take a lane each; what is left needs more axes.
    for (std::uint32_t left = pair.may_meet(pair_.error()); left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left), i = bit / Leaf::kMost, j = bit % Leaf::kMost;
      if (hubs_ && hubs_->share_one(a.begin + i, b.begin + j)) continue;
      const Filtered filtered =
          filter_triangles(pair.corners[0]->triangle(static_cast<std::size_t>(i)),
                           pair.corners[1]->triangle(static_cast<std::size_t>(j)), pair_.error());
      if (filtered == Filtered::apart) continue;
      if (tracer_ != nullptr) tracer_->triangles_left();
      if (filtered == Filtered::piercing && tracer_ != nullptr)
        tracer_->piercing(a.begin + i, b.begin + j);
      if (filtered == Filtered::piercing || triangles_meet(a.begin + i, b.begin + j)) {
        name(a.begin + i, b.begin + j);
        return false;
      }
      if (in_one_plane_ || is_divided_) return false;
    }
    return true;
  }

 private:
  /// Do the solids overlap at vertices of many triangles that coincide, or near them?
  bool hubs_overlap() {
    if (pair_.piece(0).hubs.empty() || pair_.piece(1).hubs.empty()) return false;
    hubs_.emplace(pair_);
    for (const SharedHubs::Shared& shared : hubs_->all()) {
      std::array<std::int32_t, 2> first{};
      for (std::size_t side = 0; side < 2; ++side) {
        const auto star = pair_.piece(static_cast<int>(side)).star_of(shared.vertex[side]);
        close_[side].assign(star.size(), false);
        first[side] = star.front();
        touch(static_cast<int>(side), star.front());
      }
      if (found_.verdict == Verdict::separated) name(first[0], first[1]);
      found_.verdict = Verdict::touching;
      found_.exact = true;
      const Contact contact{{0, shared.vertex[0], -1}, {0, shared.vertex[1], -1}};
      decided_.insert(contact);  // after its triangles were looked at
      const auto visit = [&](std::int32_t a, std::int32_t b) {
        set_close(shared, {a, b});
        if (!triangles_meet(a, b)) return !is_divided_;
        name(a, b);
        return false;
      };
      if (!visit_close_at(pair_, shared.vertex, visit)) return !is_divided_;
      if (!solids_overlap_at(pair_, contact, nullptr, &close_)) continue;
      name(first[0], first[1]);
      return true;
    }
    return false;
  }

  void set_close(const SharedHubs::Shared& shared, const std::array<std::int32_t, 2>& triangles) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto star = pair_.piece(static_cast<int>(side)).star_of(shared.vertex[side]);
      close_[side][static_cast<std::size_t>(
          std::lower_bound(star.begin(), star.end(), triangles[side]) - star.begin())] = true;
    }
  }

  PieceVerdict overlapping() {
    found_.verdict = Verdict::overlapping;
    return found_;
  }
  void name(std::int32_t a, std::int32_t b) {
    found_.triangle_a = a;
    found_.triangle_b = b;
  }

  /// Classifies two triangles exactly. Returns true if the bodies overlap at a contact.
  bool triangles_meet(std::int32_t a, std::int32_t b) {
    contacts_.clear();
    append_contacts(pair_, a, b, contacts_);
    if (contacts_.empty()) return false;
    if (found_.verdict == Verdict::separated) {
      found_.verdict = Verdict::touching;
      name(a, b);
      // Surfaces in one plane never overlap: the first contact decides.
      in_one_plane_ = !solid_[0] && !solid_[1] && pair_.lies_in_one_plane();
    }
    // A trace lists every contact.
    if (!in_one_plane_ && !is_outside_ && tracer_ == nullptr && a_plane_divides(a, b)) {
      is_divided_ = true;
      found_.exact = true;
      return false;
    }
    touch(0, a);
    touch(1, b);
    found_.exact = true;
    if (!solid_[0] && !solid_[1]) {
      const bool overlap = !in_one_plane_ && triangles_overlap(pair_, a, b, contacts_);
      if (tracer_ != nullptr) {
        ConeStep step;
        step.reason = overlap ? ContactReason::crossing : ContactReason::no_crossing;
        for (const Contact& contact : contacts_)
          tracer_->contact(pair_, a, b, contact, step, overlap);
      }
      return overlap;
    }
    return std::any_of(contacts_.begin(), contacts_.end(), [&](const Contact& contact) {
      if (solid_[0] && solid_[1] && !decided_.insert(contact).second) return false;
      ConeStep step;
      ConeStep* const told = tracer_ != nullptr ? &step : nullptr;
      const bool overlap = overlap_at(contact, a, b, told);
      if (told != nullptr) tracer_->contact(pair_, a, b, contact, step, overlap);
      return overlap;
    });
  }
  /// Is there a triangle whose plane divides the pieces? The first triangles that meet may be those beside the faces that
  /// do. All triangles of a small piece are asked, once; of a large one those that meet first.
  bool a_plane_divides(std::int32_t a, std::int32_t b) {
    constexpr std::int32_t kFew = 64, kMostAsked = 8;
    const std::array<std::int32_t, 2> met{a, b};
    for (int side = 0; side < 2; ++side) {
      const auto count = static_cast<std::int32_t>(pair_.piece(side).triangles.size());
      if (count > kFew) {
        if (contacts_asked_ < kMostAsked && divides(side, met[static_cast<std::size_t>(side)]))
          return true;
      } else if (contacts_asked_ == 0) {
        for (std::int32_t i = 0; i < count; ++i) {
          if (divides(side, i)) return true;
        }
      }
    }
    ++contacts_asked_;
    return false;
  }

  /// Does the plane of a triangle have one piece on one side and the other on the other, points in it on either? Then no
  /// inner point of one is a point of the other, and nothing but touching is left. Small pieces are asked alone.
  bool divides(int side, std::int32_t triangle) {
    constexpr std::size_t kMostPoints = 1024;
    if (pair_.piece(0).points.size() + pair_.piece(1).points.size() > kMostPoints) return false;
    const Corners& c = pair_.piece(side).corners(triangle);
    const PlacedVertex p = pair_.placed({side, c[0]}), q = pair_.placed({side, c[1]}),
                       r = pair_.placed({side, c[2]});
    int own_sign = 0;  // on which side the own piece lies, once that is known
    for (const int of : {1 - side, side}) {
      const auto count = static_cast<std::int32_t>(pair_.piece(of).points.size());
      for (std::int32_t i = 0; i < count; ++i) {
        const int sign = pair_.orientation(p, q, r, pair_.placed({of, i}));
        if (sign == 0) continue;
        const int tells = of == side ? sign : -sign;
        if (own_sign == 0) own_sign = tells;
        if (tells != own_sign) return false;
      }
    }
    return own_sign != 0;  // else all is in one plane, or the triangle spans none
  }

  bool overlap_at(const Contact& contact, std::int32_t a, std::int32_t b, ConeStep* step) {
    if (solid_[0] && solid_[1]) return solids_overlap_at(pair_, contact, step);
    return solid_[0] ? surface_is_inside_at(pair_, 0, contact.a, b, contact.b, step)
                     : surface_is_inside_at(pair_, 1, contact.b, a, contact.a, step);
  }

  void touch(int side, std::int32_t triangle) {
    const Piece& piece = pair_.piece(side);
    auto& touched = touched_[static_cast<std::size_t>(side)];
    touched.resize(piece.first.size());
    touched[static_cast<std::size_t>(piece.component_of(piece.corners(triangle)[0]))] = true;
  }

  /// Does a component of this side that nothing touches lie inside the other, a solid?
  bool lies_inside(int side) {
    const Piece& piece = pair_.piece(side);
    const auto& touched = touched_[static_cast<std::size_t>(side)];
    for (std::size_t i = 0; i < piece.first.size(); ++i) {
      if (!touched.empty() && touched[i]) continue;
      std::vector<CrossedTriangle> crossed;
      const int winding = winding_number(pair_, 1 - side, {side, {&piece.first[i], 1}},
                                         tracer_ != nullptr ? &crossed : nullptr);
      const bool overlap = (winding != 0) != (is_outside_ && side == 1);
      if (tracer_ != nullptr) tracer_->enclosure(side, piece.first[i], winding, crossed, overlap);
      if (overlap) return true;
    }
    return false;
  }

  PiecePair& pair_;
  LeafPlaces places_;
  bool is_outside_;
  Tracer* tracer_;  ///< nullptr: nobody asks
  std::array<bool, 2> solid_{};
  PieceVerdict found_;
  double most_boxes_ = std::numeric_limits<double>::infinity();
  bool gave_up_ = false;                      ///< more were opened
  bool in_one_plane_ = false;                 ///< known from the first contact of two surfaces on
  std::int32_t contacts_asked_ = 0;           ///< of which a plane was sought
  bool is_divided_ = false;                   ///< a plane has the pieces on either side
  std::array<std::vector<bool>, 2> touched_;  ///< the components that touch the other piece
  std::vector<Contact> contacts_;
  std::set<Contact> decided_;
  std::optional<SharedHubs> hubs_;  ///< of two solids
  CloseAtVertices close_;
};

/// Two poses as the same map, by the numbers that were given.
bool are_equal(const Pose3& p, const Pose3& q) noexcept {
  if (&p == &q) return true;
  if (p.is_quaternion() != q.is_quaternion()) return false;
  const bool same_rotation = p.is_quaternion()
                                 ? p.wxyz() == q.wxyz()
                                 : std::equal(linear_data(p), linear_data(p) + 9, linear_data(q));
  return same_rotation && std::equal(offset_data(p), offset_data(p) + 3, offset_data(q));
}

/// Takes the outermost poses away while they are equal and invertible: no verdict depends on them. What touches in the
/// bodies' own numbers then needs no wide integers.
void drop_common_poses(Placed& a, Placed& b) noexcept {
  const auto outermost = [](Placed& placed) -> const Pose3*& {
    return placed.poses[placed.poses[1] != nullptr ? 1 : 0];
  };
  for (;;) {
    const Pose3 *&p = outermost(a), *&q = outermost(b);
    if (p == nullptr || q == nullptr || !are_equal(*p, *q) || !(least_singular_value(*p) > 0))
      return;
    p = q = nullptr;
  }
}

bool are_clearly_apart(const Placed& a, const Placed& b) noexcept {
  return a.piece->triangles.empty() || b.piece->triangles.empty() || balls_lie_apart(a, b);
}

}  // namespace

PieceVerdict meet(const Placed& a, const Placed& b, Tracer* tracer) {
  if (tracer != nullptr) tracer->set_pieces(a, b);
  if (are_clearly_apart(a, b)) {
    if (tracer != nullptr) tracer->apart();
    return {};
  }
  Placed own = a, other = b;
  if (tracer == nullptr) drop_common_poses(own, other);  // a trace has the world's directions
  PiecePair pair(own, other);
  return Meeting(pair, false, tracer).run();
}

std::optional<PieceVerdict> meet_quickly(const Placed& a, const Placed& b) {
  if (are_clearly_apart(a, b)) return PieceVerdict{};
  Placed own = a, other = b;
  drop_common_poses(own, other);
  PiecePair pair(own, other);
  return Meeting(pair).run_quickly();
}

bool one_encloses(PiecePair& pair) { return Meeting(pair).one_encloses(); }

PieceContainment contains(const Placed& a, const Placed& b) {
  if (b.piece->triangles.empty()) return {};
  PiecePair pair(a, b);
  const PieceVerdict met = Meeting(pair, true).run();
  return {met.verdict != Verdict::overlapping, met.triangle_b, met.exact};
}

}  // namespace sunder::detail::mesh
