// SPDX-License-Identifier: Apache-2.0
//
// What Pose::from_matrix() knows of the stretch of a matrix (geometry/pose.cpp), a matrix a lane,
// to the last bit: whoever changes it there changes it here.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_STRETCH_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_STRETCH_LANES_INL_HPP
#undef SUNDER_QUERY_BATCH_STRETCH_LANES_INL_HPP
#else
#define SUNDER_QUERY_BATCH_STRETCH_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "geometry/bounds.hpp"
#include "narrow/sat/box_distance_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace sat = detail::sat::HWY_NAMESPACE;

#if SUNDER_BOXES_IN_FLOATS

/// is_signed_permutation().
HWY_INLINE sat::PairMask are_signed_permutations(const sat::PairMatrices& r) {
  const sat::Pairs lanes;
  const sat::PairBits bits;
  const auto one = sat::for_all(1);
  sat::PairMatrices sizes = sat::magnitude_of(r);
  auto all = hn::Eq(one, one);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      // By bits: the host may read subnormals as zero.
      const auto size = hn::BitCast(bits, sizes.row[i].of[k]);
      const auto known = hn::Or(hn::Eq(size, hn::Zero(bits)), hn::Eq(size, hn::BitCast(bits, one)));
      all = hn::And(all, hn::RebindMask(lanes, known));
    }
  }
  for (int k = 0; k < 3; ++k) {
    const sat::PairVectors column{{sizes.row[0].of[k], sizes.row[1].of[k], sizes.row[2].of[k]}};
    all = hn::And(all, hn::Eq(sat::sum_of_row(column), one));
    all = hn::And(all, hn::Eq(sat::sum_of_row(sizes.row[k]), one));
  }
  return all;
}

/// stretch_of() within the filter's range; beyond it the greatest is so much more than 1, or NaN.
HWY_INLINE void set_stretch(sat::BoxesOfPairs& box) {
  const sat::Pairs lanes;
  const auto margin = sat::for_all((3 + kSingularUnits) * kUnit);
  const auto tiny = sat::for_all(kSingularUnderflow);
  sat::PairMatrices sums, slacks;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      sat::PairVectors products;
      for (int k = 0; k < 3; ++k) products.of[k] = hn::Mul(box.r.row[k].of[i], box.r.row[k].of[j]);
      const auto size = sat::sum_of_row(sat::magnitude_of(products));
      slacks.row[i].of[j] = slacks.row[j].of[i] = hn::Add(hn::Mul(margin, size), tiny);
      const auto sum = sat::sum_of_row(products);
      sums.row[i].of[j] = sums.row[j].of[i] = sum;
    }
  }
  auto least = sat::for_all(std::numeric_limits<double>::infinity());
  auto greatest = hn::Zero(lanes);
  for (int i = 0; i < 3; ++i) {
    auto others = hn::Zero(lanes);
    for (int j = 0; j < 3; ++j) {
      others = hn::Add(others, slacks.row[i].of[j]);
      if (j != i) others = hn::Add(others, hn::Abs(sums.row[i].of[j]));
    }
    const auto diagonal = sums.row[i].of[i];
    const auto rounding = hn::Add(hn::Mul(margin, hn::Add(diagonal, others)), tiny);
    least = hn::Min(least, hn::Sub(hn::Sub(diagonal, others), rounding));
    greatest = hn::Max(greatest, hn::Add(hn::Add(diagonal, others), rounding));
  }
  const auto whole = hn::Gt(least, hn::Zero(lanes));
  const auto root = hn::Mul(hn::Sqrt(least), sat::for_all(1 - kSingularRootShare));
  box.least = hn::IfThenElseZero(whole, root);
  box.greatest = hn::Mul(hn::Sqrt(greatest), sat::for_all(1 + kSingularRootShare));
  const auto unit = hn::Eq(hn::Abs(box.r.row[0].of[0]), sat::for_all(1));
  const auto zero = hn::Eq(box.r.row[0].of[0], hn::Zero(lanes));
  if (hn::AllFalse(lanes, hn::Or(unit, zero))) return;
  const auto turned = are_signed_permutations(box.r);
  box.least = hn::IfThenElse(turned, sat::for_all(1), box.least);
  box.greatest = hn::IfThenElse(turned, sat::for_all(1), box.greatest);
}

#endif

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_STRETCH_LANES_INL_HPP
