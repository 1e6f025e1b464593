// SPDX-License-Identifier: Apache-2.0
//
// Computes points of C and gaps in twofold arithmetic, for intervals that must be narrower than the
// roundings of doubles.
//
// Lemma 6. The bounds of Lemma 1 (filtered_pair.hpp), times kFineShare = 2^-40, hold for the points
// and gaps below in round-to-nearest.
//
// Proof. Let u = 2^-53. R of a quaternion is the rounded matrix plus a rest. With N = |q|^2, the
// numerators and N are sums of at most four products, off by 144 u^2 N (twofold-inl.hpp). The
// remainder `numerator - rounded N` is a sum of five products, whose absolute values add up to 2 N
// at most. It is off by 392 u^2 N for its own sum, and by 144 u^2 N for each of numerator and N. Its
// quotient by N is at most 2^-53 and loses three roundings. An entry of R is therefore off by less
// than 700 u^2 < 2^-96. Lemma 1 counts each entry with 2 rho |M|, where rho is above 2^-54 and
// 2^-40 rho is above 2^-94.
//
// A point is a sum of six products and the exact offset, off by 324 u^2 reach_l. A gap is a height
// of each body, and the offset's. A pulled back direction is a sum of three products, and so is a
// height along it, which together lose 200 u^2 sum_l |u_l| reach_l. All are below 2^-93 times the
// sizes, and Lemma 1 counts these with 6 2^-52 or more. What underflows is below 2^-1022 times
// factors up to 2^150, and Lemma 1 has 2^-850 or more.

// Highway's include guard: open once for each target.
#if defined(SUNDER_FILTER_FINE_PAIR_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_FILTER_FINE_PAIR_INL_HPP
#undef SUNDER_FILTER_FINE_PAIR_INL_HPP
#else
#define SUNDER_FILTER_FINE_PAIR_INL_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <hwy/highway.h>
#include <limits>

#include "filter/bounds.hpp"
#include "filter/filtered_pair.hpp"
#include "lanes/scan-inl.hpp"
#include "lanes/twofold-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// R of a pose: the entries of linear_data(), and what these lack.
class FineRotation {
 public:
  HWY_INLINE explicit FineRotation(const Pose<3>& pose)
      : rounded_(linear_data(pose)), whole_(!pose.is_quaternion()) {
    if (whole_) {
      std::fill(std::begin(rest_), std::end(rest_), 0.0);
    } else {
      set_rest(pose.wxyz());
    }
  }

  /// Returns R[l][k] in every lane.
  template <class Tag>
  HWY_INLINE Twofold<hn::Vec<Tag>> entry(Tag tag, std::size_t l, std::size_t k) const {
    return {hn::Set(tag, rounded_[3 * l + k]), hn::Set(tag, rest_[3 * l + k])};
  }

 private:
  /// A lane computes the entries [k][k], [k][m] and [m][k], where (k, m, n) are cyclic.
  HWY_NOINLINE void set_rest(const std::array<double, 4>& wxyz) {
    using Lanes = hn::CappedTag<double, 4>;
    using Number = Twofold<hn::Vec<Lanes>>;
    const Lanes lanes;
    const double scale = unit_scale(std::max(std::max(std::fabs(wxyz[0]), std::fabs(wxyz[1])),
                                             std::max(std::fabs(wxyz[2]), std::fabs(wxyz[3]))));
    HWY_ALIGN double xyz[3][4];
    HWY_ALIGN double rounded[3][4];
    HWY_ALIGN double rest[3][4];
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t at = k % 3;
      const std::size_t m = (at + 1) % 3;
      xyz[0][k] = scale * wxyz[at + 1];
      xyz[1][k] = scale * wxyz[m + 1];
      xyz[2][k] = scale * wxyz[(at + 2) % 3 + 1];
      rounded[0][k] = rounded_[4 * at];
      rounded[1][k] = rounded_[3 * at + m];
      rounded[2][k] = rounded_[3 * m + at];
    }
    const auto w = hn::Set(lanes, scale * wxyz[0]);
    for (std::size_t i = 0; i < 4; i += hn::Lanes(lanes)) {
      const auto x = hn::Load(lanes, &xyz[0][i]);
      const auto y = hn::Load(lanes, &xyz[1][i]);
      const auto z = hn::Load(lanes, &xyz[2][i]);
      const Number ww = two_product(w, w);
      const Number xx = two_product(x, x);
      const Number yy = two_product(y, y);
      const Number zz = two_product(z, z);
      Number norm = two_product(w, w);
      add_to(norm, xx);
      add_to(norm, yy);
      add_to(norm, zz);
      norm = renormalised(norm);
      const auto finish = [&](Number remainder, std::size_t row) HWY_ATTR {
        add_product(remainder, hn::Neg(hn::Load(lanes, &rounded[row][i])), norm);
        hn::Store(hn::Div(hn::Add(remainder.value, remainder.rest), norm.value), lanes,
                  &rest[row][i]);
      };
      Number of_diagonal = ww;
      add_to(of_diagonal, xx);
      add_to(of_diagonal, opposite_of(yy));
      add_to(of_diagonal, opposite_of(zz));
      finish(of_diagonal, 0);
      const auto twice_x = hn::Add(x, x);
      const auto twice_w = hn::Add(w, w);
      Number above = two_product(twice_x, y);
      Number below = above;
      const Number wz = two_product(twice_w, z);
      add_to(above, opposite_of(wz));
      add_to(below, wz);
      finish(above, 1);
      finish(below, 2);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t m = (k + 1) % 3;
      rest_[4 * k] = rest[0][k];
      rest_[3 * k + m] = rest[1][k];
      rest_[3 * m + k] = rest[2][k];
    }
  }

  const double* rounded_;
  bool whole_;
  double rest_[9];
};

/// A vector in each lane.
template <class V>
struct FineVector {
  Twofold<V> at[3];

  HWY_INLINE Twofold<V>& operator[](std::size_t l) { return at[l]; }
  HWY_INLINE const Twofold<V>& operator[](std::size_t l) const { return at[l]; }
};

class FinePair {
 public:
  HWY_INLINE explicit FinePair(const FilteredPair<3>& filtered)
      : pair_(filtered.pair()), of_a_(*pair_.a.pose), of_b_(*pair_.b.pose) {}

  /// Computes the points of C of a pair of kept vertices a lane.
  template <class Tag>
  HWY_INLINE FineVector<hn::Vec<Tag>> differences(Tag tag, const IndexPair* pairs) const {
    FineVector<hn::Vec<Tag>> c;
    for (std::size_t l = 0; l < 3; ++l) c[l] = offset(tag, l);
    HWY_ALIGN double a[hn::MaxLanes(Tag())];
    HWY_ALIGN double b[hn::MaxLanes(Tag())];
    for (std::size_t k = 0; k < 3; ++k) {
      for (std::size_t i = 0; i < hn::Lanes(tag); ++i) {
        a[i] = pair_.a.hull->coordinate(pairs[i].a, static_cast<int>(k));
        b[i] = -pair_.b.hull->coordinate(pairs[i].b, static_cast<int>(k));
      }
      const auto x = hn::Load(tag, a);
      const auto y = hn::Load(tag, b);
      for (std::size_t l = 0; l < 3; ++l) {
        add_product(c[l], x, of_a_.entry(tag, l, k));
        add_product(c[l], y, of_b_.entry(tag, l, k));
      }
    }
    for (Twofold<hn::Vec<Tag>>& entry : c.at) entry = renormalised(entry);
    return c;
  }

  /// Returns minus the gap along u, the greatest height of C. `error` is Lemma 1's.
  HWY_INLINE double greatest_height(const Vector3& u, double error) const {
    const One one;
    Twofold<OneOf> sum = greatest(pair_.a, of_a_, u, 1, 2 * error);
    add_to(sum, greatest(pair_.b, of_b_, u, -1, 2 * error));
    for (std::size_t l = 0; l < 3; ++l) add_product(sum, hn::Set(one, u[l]), offset(one, l));
    return hn::GetLane(hn::Add(sum.value, sum.rest));
  }

 private:
  using One = hn::CappedTag<double, 1>;
  using OneOf = hn::Vec<One>;

  /// Returns t_A - t_B, in every lane.
  template <class Tag>
  HWY_INLINE Twofold<hn::Vec<Tag>> offset(Tag tag, std::size_t l) const {
    return two_sum(hn::Set(tag, offset_data(*pair_.a.pose)[l]),
                   hn::Set(tag, -offset_data(*pair_.b.pose)[l]));
  }

  /// Returns the greatest height of a body's vertices along sign * u, without the pose's offset.
  /// The vertices whose heights in doubles are within `slack` of the greatest are measured.
  HWY_NOINLINE static Twofold<OneOf> greatest(const Body<3>& body, const FineRotation& rotation,
                                              const Vector3& u, double sign, double slack) {
    const One one;
    const Block block;
    const HullBlock& hull = *body.hull;
    FineVector<BlockOf> p;
    double rounded[3];
    for (std::size_t k = 0; k < 3; ++k) {
      Twofold<OneOf> sum{hn::Zero(one), hn::Zero(one)};
      for (std::size_t l = 0; l < 3; ++l)
        add_product(sum, hn::Set(one, sign * u[l]), rotation.entry(one, l, k));
      sum = renormalised(sum);
      rounded[k] = hn::GetLane(sum.value);
      p[k] = {hn::Set(block, rounded[k]), hn::Set(block, hn::GetLane(sum.rest))};
    }
    const Extreme most = scan<3>(hull.points, hull.stride, hull.count, rounded, 3);
    const auto least = hn::Set(block, most.value - slack);
    const auto lowest = hn::Set(block, -std::numeric_limits<double>::infinity());
    Twofold<BlockOf> best{lowest, hn::Zero(block)};
    for (std::int32_t i = 0; i < hull.count; i += static_cast<std::int32_t>(hn::Lanes(block))) {
      const auto near = hn::Ge(heights<3>(hull.points, hull.stride, i, rounded, 3), least);
      if (hn::AllFalse(block, near)) continue;
      Twofold<BlockOf> height{hn::Zero(block), hn::Zero(block)};
      for (std::size_t k = 0; k < 3; ++k)
        add_product(height, hn::Load(block, hull.row(static_cast<int>(k)) + i), p[k]);
      height = renormalised(height);
      const auto higher =
          hn::Or(hn::Gt(height.value, best.value),
                 hn::And(hn::Eq(height.value, best.value), hn::Gt(height.rest, best.rest)));
      best = {hn::IfThenElse(higher, height.value, best.value),
              hn::IfThenElse(higher, height.rest, best.rest)};
    }
    const auto value = hn::MaxOfLanes(block, best.value);
    const auto rest =
        hn::MaxOfLanes(block, hn::IfThenElse(hn::Eq(best.value, value), best.rest, lowest));
    return {hn::Set(one, hn::GetLane(value)), hn::Set(one, hn::GetLane(rest))};
  }

  const Pair<3>& pair_;
  FineRotation of_a_;
  FineRotation of_b_;
};

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_FILTER_FINE_PAIR_INL_HPP
