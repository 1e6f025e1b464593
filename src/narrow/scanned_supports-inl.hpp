// SPDX-License-Identifier: Apache-2.0
//
// Answers the support queries of a search that scans all vertices, or all candidates of a table, in
// the form that simplex_walk-inl.hpp needs. It is for files that are compiled once for each
// instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SCANNED_SUPPORTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SCANNED_SUPPORTS_INL_HPP
#undef SUNDER_NARROW_SCANNED_SUPPORTS_INL_HPP
#else
#define SUNDER_NARROW_SCANNED_SUPPORTS_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "filter/filtered_pair.hpp"
#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// Hulls of up to kTurnedVertices are rotated into the world frame once, which costs three supports
/// and saves two products of matrices a query. Either way a height is a sum of products u_l R_lk
/// a_k in some order, so the bounds of FilteredPair hold.
template <int D, Algorithm kOwner, std::int32_t kTurnedVertices>
class ScannedSupports {
 public:
  static constexpr Algorithm kAlgorithm = kOwner;
  static constexpr bool kExtreme = true;

  HWY_INLINE explicit ScannedSupports(const FilteredPair<D>& filtered)
      : filtered_(filtered),
        turned_(filtered.pair().a.hull->count <= kTurnedVertices &&
                filtered.pair().b.hull->count <= kTurnedVertices) {
    if (turned_) {
      turn(filtered.pair().a, a_);
      turn(filtered.pair().b, b_);
    }
  }

  HWY_INLINE DirectionalGap probe(const Vector<D>& u) const {
    const Pair<D>& pair = filtered_.pair();
    DirectionalGap gap;
    Vector<D> against{};
    for (std::size_t l = 0; l < D; ++l) against[l] = -u[l];
    const Extreme a = turned_ ? scan_turned(pair.a, a_, u) : scan_pulled_back(pair.a, u);
    const Extreme b =
        turned_ ? scan_turned(pair.b, b_, against) : scan_pulled_back(pair.b, against);
    double along = 0;
    for (std::size_t l = 0; l < D; ++l) along += u[l] * filtered_.offset()[l];
    gap.value = (-b.value - a.value) + along;
    gap.vertices = {a.vertex, b.vertex};
    return gap;
  }

  /// Returns the gap alone.
  HWY_INLINE double gap_value(const Vector<D>& u) const {
    if (!turned_) return probe(u).value;
    Vector<D> against{};
    for (std::size_t l = 0; l < D; ++l) against[l] = -u[l];
    const double a = highest(filtered_.pair().a, a_, u);
    const double b = highest(filtered_.pair().b, b_, against);
    double along = 0;
    for (std::size_t l = 0; l < D; ++l) along += u[l] * filtered_.offset()[l];
    return (-b - a) + along;
  }

  /// Returns vertices that attain the gap to within 2^-46 of their heights, which suffices for a
  /// search.
  HWY_INLINE IndexPair guess(const Vector<D>& u) const {
    if (!turned_) return probe(u).vertices;
    Vector<D> against{};
    for (std::size_t l = 0; l < D; ++l) against[l] = -u[l];
    return {guess_turned(filtered_.pair().a, a_, u), guess_turned(filtered_.pair().b, b_, against)};
  }

  HWY_INLINE Vector<D> difference(IndexPair kept) const {
    Vector<D> c{};
    if (!turned_) {
      filtered_.difference(kept, c.data());
      return c;
    }
    for (std::size_t l = 0; l < D; ++l) {
      const auto row = l * kTurnedVertices;
      c[l] = (a_[row + static_cast<std::size_t>(kept.a)] -
              b_[row + static_cast<std::size_t>(kept.b)]) -
             filtered_.offset()[l];
    }
    return c;
  }

  /// Returns true if these hold the vertices in the world frame, without the bodies' offsets: three
  /// rows of kTurnedVertices, padded with the first vertex.
  bool turned() const { return turned_; }
  const double* turned_a() const { return a_; }
  const double* turned_b() const { return b_; }

 private:
  HWY_INLINE static void turn(const Body<D>& body, double* out) {
    transform<D>(body.hull->points, body.hull->stride, body.hull->count, linear_data(*body.pose),
                 out, kTurnedVertices);
  }
  HWY_INLINE static Extreme scan_turned(const Body<D>& body, const double* rows,
                                        const Vector<D>& u) {
    return scan<D>(rows, kTurnedVertices, body.hull->count, u.data(), D);
  }
  HWY_INLINE static double highest(const Body<D>& body, const double* rows, const Vector<D>& u) {
    const Block block;
    const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
    auto best = heights<D>(rows, kTurnedVertices, 0, u.data(), D);
    for (std::int32_t i = lanes; i < body.hull->count; i += lanes) {
      best = hn::Max(best, heights<D>(rows, kTurnedVertices, i, u.data(), D));
    }
    return hn::GetLane(hn::MaxOfLanes(block, best));
  }
  /// The last bits of a height hold its vertex, so the maximum also gives the vertex.
  HWY_INLINE static std::int32_t guess_turned(const Body<D>& body, const double* rows,
                                              const Vector<D>& u) {
    static_assert(kTurnedVertices <= 64);
    const Block block;
    const hn::RebindToUnsigned<Block> bits;
    const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
    const auto first_bits = hn::Set(bits, ~std::uint64_t{63});
    auto names = hn::Iota(bits, 0);
    auto best = hn::Set(block, -std::numeric_limits<double>::infinity());
    for (std::int32_t i = 0; i < body.hull->count; i += lanes) {
      const auto height = hn::BitCast(bits, heights<D>(rows, kTurnedVertices, i, u.data(), D));
      best = hn::Max(best, hn::BitCast(block, hn::OrAnd(names, first_bits, height)));
      names = hn::Add(names, hn::Set(bits, static_cast<std::uint64_t>(lanes)));
    }
    const double highest = hn::GetLane(hn::MaxOfLanes(block, best));
    const auto vertex = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(highest) & 63);
    return vertex < body.hull->count ? vertex : 0;  // padding repeats vertex 0
  }
  HWY_INLINE static Extreme scan_pulled_back(const Body<D>& body, const Vector<D>& u) {
    const Vector<D> p = pull_back(body, u.data(), 1.0);
    if constexpr (D == 3) {
      if (body.hull->candidates != nullptr) {
        return extreme_by_table(*body.hull->candidates, body.hull->points, body.hull->stride,
                                body.hull->count, p.data());
      }
    }
    return scan<D>(body.hull->points, body.hull->stride, body.hull->count, p.data(), D);
  }

  const FilteredPair<D>& filtered_;
  bool turned_;
  alignas(64) double a_[D * kTurnedVertices];
  alignas(64) double b_[D * kTurnedVertices];
};

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_SCANNED_SUPPORTS_INL_HPP
