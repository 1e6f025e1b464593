// SPDX-License-Identifier: Apache-2.0
//
// Bounds on the singular values of matrices, a matrix a lane. They equal those of
// Pose::from_matrix() in geometry/pose.cpp to the last bit. A change there requires a change here.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_STRETCH_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_STRETCH_LANES_INL_HPP
#undef SUNDER_BATCH_STRETCH_LANES_INL_HPP
#else
#define SUNDER_BATCH_STRETCH_LANES_INL_HPP
#endif

#include <hwy/highway.h>

#include "geometry/bounds.hpp"
#include "narrow/boxes/many_pairs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace boxes = detail::boxes::HWY_NAMESPACE;

/// Does what is_signed_permutation() does, for each lane.
HWY_INLINE boxes::PairMask are_signed_permutations(const boxes::PairMatrix& r) {
  const boxes::Pairs lanes;
  const boxes::PairBits bits;
  const auto one = boxes::DoublePairs::number(1);
  const boxes::PairMatrix sizes = Abs(r);
  const boxes::PairMatrix columns = transposed(sizes);
  // The comparison reads bits, since the host may read subnormals as zero.
  const auto known = [&](boxes::PairsOf size) HWY_ATTR {
    const auto as_bits = hn::BitCast(bits, size);
    const auto zero = hn::Eq(as_bits, hn::Zero(bits));
    return hn::RebindMask(lanes, hn::Or(zero, hn::Eq(as_bits, hn::BitCast(bits, one))));
  };
  auto all = hn::Eq(one, one);
  for (std::size_t i = 0; i < 3; ++i) {
    all = hn::And(all, hn::And(hn::And(known(sizes[i].x), known(sizes[i].y)), known(sizes[i].z)));
    all = hn::And(all, hn::Eq(sum(columns[i]), one));
    all = hn::And(all, hn::Eq(sum(sizes[i]), one));
  }
  return all;
}

/// Does what stretch_of() does within the filter's range. Beyond it, the greatest value is NaN or
/// far above 1.
HWY_INLINE void set_stretch(boxes::BoxesOfPairs& box) {
  const boxes::Pairs lanes;
  const auto margin = boxes::DoublePairs::number((3 + kSingularUnits) * kUnit);
  const auto tiny = boxes::DoublePairs::number(kSingularUnderflow);
  const boxes::PairMatrix& r = box.r;
  // R^T R, and bounds on the errors of its entries.
  boxes::PairsOf sums[3][3], slacks[3][3];
  const auto set = [&](std::size_t i, std::size_t j, const boxes::Vec3<boxes::PairsOf>& p,
                       const boxes::Vec3<boxes::PairsOf>& q) HWY_ATTR {
    const boxes::Vec3<boxes::PairsOf> products = Mul(p, q);
    slacks[i][j] = slacks[j][i] = hn::Add(hn::Mul(margin, sum(Abs(products))), tiny);
    sums[i][j] = sums[j][i] = sum(products);
  };
  const boxes::Vec3<boxes::PairsOf> x{r[0].x, r[1].x, r[2].x};
  const boxes::Vec3<boxes::PairsOf> y{r[0].y, r[1].y, r[2].y};
  const boxes::Vec3<boxes::PairsOf> z{r[0].z, r[1].z, r[2].z};
  set(0, 0, x, x);
  set(0, 1, x, y);
  set(0, 2, x, z);
  set(1, 1, y, y);
  set(1, 2, y, z);
  set(2, 2, z, z);
  auto least = boxes::DoublePairs::number(std::numeric_limits<double>::infinity());
  auto greatest = hn::Zero(lanes);
  for (std::size_t i = 0; i < 3; ++i) {
    auto others = hn::Zero(lanes);
    for (std::size_t j = 0; j < 3; ++j) {
      others = hn::Add(others, slacks[i][j]);
      if (j != i) others = hn::Add(others, hn::Abs(sums[i][j]));
    }
    const auto diagonal = sums[i][i];
    const auto rounding = hn::Add(hn::Mul(margin, hn::Add(diagonal, others)), tiny);
    least = hn::Min(least, hn::Sub(hn::Sub(diagonal, others), rounding));
    greatest = hn::Max(greatest, hn::Add(hn::Add(diagonal, others), rounding));
  }
  const auto whole = hn::Gt(least, hn::Zero(lanes));
  const auto root = hn::Mul(hn::Sqrt(least), boxes::DoublePairs::number(1 - kSingularRootShare));
  box.least = hn::IfThenElseZero(whole, root);
  box.greatest = hn::Mul(hn::Sqrt(greatest), boxes::DoublePairs::number(1 + kSingularRootShare));
  const auto corner = hn::Abs(box.r[0].x);
  const auto unit = hn::Eq(corner, boxes::DoublePairs::number(1));
  const auto zero = hn::Eq(corner, hn::Zero(lanes));
  if (hn::AllFalse(lanes, hn::Or(unit, zero))) return;
  const auto turned = are_signed_permutations(box.r);
  box.least = hn::IfThenElse(turned, boxes::DoublePairs::number(1), box.least);
  box.greatest = hn::IfThenElse(turned, boxes::DoublePairs::number(1), box.greatest);
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_STRETCH_LANES_INL_HPP
