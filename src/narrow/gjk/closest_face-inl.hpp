// SPDX-License-Identifier: Apache-2.0
//
// Reduces GJK's simplex in 3-D, its points side by side in lanes. A new support point w forms a
// simplex with up to three older points. The face closest to 0 has w as a corner. It is w, an edge
// to one older point, or a triangle to two of them. Lane i computes the edge to older point i and
// the triangle to points i and i + 1, cyclically, without a branch or a division:
//
//   e_i = p_i - w     m_i = w x e_i     n_i = e_i x e_(i+1)
//
// The foot of 0 in triangle i has the weights m_i . n_i of p_(i+1) and -m_(i+1) . n_i of p_i, both
// in units of |n_i|^2. The triangle is the closest face if all three weights are positive and the
// fourth point is not on 0's side of it. An edge is the closest face if 0 lies ahead of w along it,
// and no triangle beside it has a positive weight for its third corner.
//
// Directions are cross products of edges, so they are perpendicular to the face to the last bits,
// however close 0 is. Rounding may select a worse face: then the walk takes more steps, or gives
// up.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_CLOSEST_FACE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_CLOSEST_FACE_INL_HPP
#undef SUNDER_NARROW_GJK_CLOSEST_FACE_INL_HPP
#else
#define SUNDER_NARROW_GJK_CLOSEST_FACE_INL_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "geometry/vectors.hpp"
#include "narrow/gjk/posed_pair-inl.hpp"
#include "sunder/certificate.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {

/// Returns lane i + 1 as lane i, counted round.
HWY_INLINE Vec3<Packed> next(const Vec3<Packed>& p) {
  return {turned(p.x), turned(p.y), turned(p.z)};
}
HWY_INLINE void store_rows(const Vec3<Packed>& p, double (&out)[3][4]) {
  store_packed(p.x, out[0]);
  store_packed(p.y, out[1]);
  store_packed(p.z, out[2]);
}

class ClosestFace {
 public:
  enum class Outcome : std::uint8_t {
    face,    ///< reduced; u points from it toward 0
    inside,  ///< 0 seems inside the tetrahedron; not reduced
    lost     ///< no face fits: only w is kept
  };

  HWY_INLINE ClosestFace() : older_(zero(PackedTag())), newest_at_(older_), present_(mask_of(0)) {}

  /// Adds w and reduces. `u` is perpendicular to the remaining face, of any length.
  HWY_INLINE Outcome advance(const Vec3<Packed>& at, IndexPair pair, Vector3& u) {
    if ((kept_ & (kept_ - 1)) == 0) return advance_from_few(at, pair, u);
    const Vec3<Packed> e = IfThenElseZero(present_, Sub(older_, at));
    const Vec3<Packed> m = unfused_cross(at, e);
    const Vec3<Packed> e_next = next(e);
    const Vec3<Packed> n = unfused_cross(e, e_next);
    const Packed of_next = dot(m, n);
    const Packed of_own = Neg(dot(next(m), n));
    const Packed of_new = Sub(Sub(dot(n, n), of_own), of_next);
    const Packed ahead = Neg(dot(at, e));
    const Packed height = Neg(dot(n, at));
    const Packed inner = Mul(height, dot(n, next(e_next)));
    const PackedMask next_gets = positive(of_next);
    const PackedMask triangles =
        AndNot(positive(inner), And(And(positive(of_own), next_gets), positive(of_new)));
    const Packed square = dot(e, e);
    const PackedMask edges =
        AndNot(positive(turned_back(of_own)),
               AndNot(next_gets, And(positive(ahead), positive(Sub(square, ahead)))));
    const Vec3<Packed> ways = IfThenElse(triangles, times_sign(n, height), unfused_cross(m, e));
    alignas(32) double way[3][4];
    store_rows(ways, way);
    store_packed(of_own, shares_[0]);
    store_packed(of_next, shares_[1]);
    store_packed(of_new, shares_[2]);
    store_packed(ahead, shares_[3]);
    store_packed(square, shares_[4]);
    const unsigned found = bits_of(triangles) | bits_of(edges) << 3;
    Outcome outcome = Outcome::face;
    unsigned kept = 0;
    if (found != 0) [[likely]] {
      static constexpr std::array<std::uint8_t, 6> kKept{3, 6, 5, 1, 2, 4};
      static constexpr std::array<std::uint8_t, 6> kLane{0, 1, 2, 0, 1, 2};
      const auto which = static_cast<std::size_t>(std::countr_zero(found));
      kept = kKept[which];
      const std::size_t lane = kLane[which];
      found_ = which;
      u = {way[0][lane], way[1][lane], way[2][lane]};
    } else {
      if (bits_of(positive(inner)) == 7) return Outcome::inside;
      if (bits_of(positive(ahead)) != 0) outcome = Outcome::lost;
      u = first(Neg(at));
      found_ = kNoEdge;
    }
    keep(kept, at, pair);
    return outcome;
  }

  /// Replaces advance() for a set without points: the direction is -w.
  HWY_INLINE void begin(const Vec3<Packed>& at, IndexPair pair, Vector3& u) {
    older_ = at;
    newest_at_ = at;
    pairs_[0] = pair;
    kept_ = 1;
    present_ = mask_of(1);
    newest_ = 0;
    found_ = kNoEdge;
    u = first(Neg(at));
  }

  /// Stores a point, which the next advance() reduces.
  HWY_INLINE void add(const Vec3<Packed>& at, IndexPair pair) { keep(kept_, at, pair); }

  HWY_INLINE bool empty() const { return kept_ == 0; }
  HWY_INLINE bool holds(IndexPair pair) const {
    return (pairs_[0] == pair && (kept_ & 1) != 0) || (pairs_[1] == pair && (kept_ & 2) != 0) ||
           (pairs_[2] == pair && (kept_ & 4) != 0);
  }

  HWY_INLINE std::size_t size() const { return static_cast<std::size_t>(std::popcount(kept_)); }
  HWY_INLINE const Vec3<Packed>& newest() const { return newest_at_; }
  /// Returns true if a point is stored at index i.
  HWY_INLINE bool is_kept(std::size_t i) const { return (kept_ >> i & 1) != 0; }
  HWY_INLINE IndexPair pair(std::size_t i) const { return pairs_[i]; }
  /// Stores coordinate l of the point at index i in points[l][i].
  HWY_INLINE void store_points(double (&points)[3][4]) const { store_rows(older_, points); }
  /// Returns the weight of each point in the closest point, in units of their sum.
  HWY_INLINE std::array<double, 3> weights() const {
    std::array<double, 3> weights{};
    if (found_ == kNoEdge) {
      weights[newest_] = 1;
    } else if (found_ < 3) {
      weights[found_] = shares_[0][found_];
      weights[found_ == 2 ? 0 : found_ + 1] = shares_[1][found_];
      weights[newest_] = shares_[2][found_];
    } else {
      const std::size_t lane = found_ - 3;
      weights[lane] = shares_[3][lane];
      weights[newest_] = shares_[4][lane] - shares_[3][lane];
    }
    return weights;
  }

 private:
  static constexpr std::size_t kNoEdge = 6;

  /// Advances from one older point or none, without triangles. No older point is represented by w
  /// itself, to which no edge leads.
  HWY_INLINE Outcome advance_from_few(const Vec3<Packed>& at, IndexPair pair, Vector3& u) {
    const Vec3<Packed> e = Sub(kept_ == 0 ? at : newest_at_, at);
    const Packed ahead = Neg(dot(at, e));
    const Packed square = dot(e, e);
    const PackedMask edge = And(positive(ahead), positive(Sub(square, ahead)));
    u = first(IfThenElse(edge, unfused_cross(unfused_cross(at, e), e), Neg(at)));
    const bool found = bits_of(edge) != 0;
    shares_[3][newest_] = GetLane(ahead);
    shares_[4][newest_] = GetLane(square);
    found_ = found ? 3 + newest_ : kNoEdge;
    const Outcome outcome = found || GetLane(ahead) <= 0 ? Outcome::face : Outcome::lost;
    keep(found ? kept_ : 0, at, pair);
    return outcome;
  }

  /// Stores w at the first index that `kept` leaves free.
  HWY_INLINE void keep(unsigned kept, const Vec3<Packed>& at, IndexPair pair) {
    newest_ = static_cast<std::size_t>(std::countr_one(kept));
    newest_at_ = at;
    older_ = IfThenElse(mask_of(1U << newest_), at, older_);
    pairs_[newest_] = pair;
    kept_ = kept | 1U << newest_;
    present_ = mask_of(kept_);
  }

  Vec3<Packed> older_;
  Vec3<Packed> newest_at_;
  PackedMask present_;
  unsigned kept_ = 0;  ///< the bits of present_
  std::array<IndexPair, 3> pairs_{};
  std::size_t newest_ = 0;       ///< the index of w
  std::size_t found_ = kNoEdge;  ///< triangle 0 to 2, edge 3 to 5
  /// A lane's triangle: p_i, p_(i+1), w; a lane's edge: p_i, and the sum of both.
  alignas(32) double shares_[5][4];
};

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_CLOSEST_FACE_INL_HPP
