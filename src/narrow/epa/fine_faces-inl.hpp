// SPDX-License-Identifier: Apache-2.0
//
// Measures faces of C's inscribed polytope in twofold arithmetic, a face a lane. The normal is that
// of the exact corners up to one rounding. Along it the heights of the corners differ by roundings
// of the distance, however far the bodies are from the origin.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_EPA_FINE_FACES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_EPA_FINE_FACES_INL_HPP
#undef SUNDER_NARROW_EPA_FINE_FACES_INL_HPP
#else
#define SUNDER_NARROW_EPA_FINE_FACES_INL_HPP
#endif

#include <array>
#include <cstddef>
#include <hwy/highway.h>
#include <limits>

#include "filter/fine_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::epa::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The number of faces that are measured at once: a multiple of the lanes.
inline constexpr std::size_t kFineFaces = 4;

/// The pairs of kept vertices at the corners of a face.
using FaceSources = std::array<IndexPair, 3>;

struct FineFace {
  double distance;  ///< the least of the corners along the normal; off by the corners' errors alone
  Vector3 normal;   ///< outward, of any length
};

HWY_INLINE std::array<FineFace, kFineFaces> measure_faces(
    const sunder::detail::HWY_NAMESPACE::FinePair& fine,
    const std::array<FaceSources, kFineFaces>& sources) {
  using Lanes = hn::CappedTag<double, kFineFaces>;
  using V = hn::Vec<Lanes>;
  using Number = sunder::detail::HWY_NAMESPACE::Twofold<V>;
  using Point = sunder::detail::HWY_NAMESPACE::FineVector<V>;
  const Lanes lanes;
  std::array<FineFace, kFineFaces> found;
  for (std::size_t first = 0; first < kFineFaces; first += hn::Lanes(lanes)) {
    Point corners[3];
    for (std::size_t k = 0; k < 3; ++k) {
      IndexPair pairs[kFineFaces];
      for (std::size_t i = 0; i < hn::Lanes(lanes); ++i) pairs[i] = sources[first + i][k];
      corners[k] = fine.differences(lanes, pairs);
    }
    Point edges[2];
    for (std::size_t l = 0; l < 3; ++l) {
      edges[0][l] = difference_of(corners[1][l], corners[0][l]);
      edges[1][l] = difference_of(corners[2][l], corners[0][l]);
    }
    V normal[3];
    V squared = hn::Zero(lanes);
    for (std::size_t l = 0; l < 3; ++l) {
      const std::size_t m = (l + 1) % 3;
      const std::size_t n = (l + 2) % 3;
      Number entry{hn::Zero(lanes), hn::Zero(lanes)};
      add_product(entry, edges[0][m], edges[1][n]);
      add_product(entry, opposite_of(edges[0][n]), edges[1][m]);
      normal[l] = hn::Add(entry.value, entry.rest);
      squared = hn::MulAdd(normal[l], normal[l], squared);
    }
    V least = hn::Set(lanes, std::numeric_limits<double>::infinity());
    for (const Point& corner : corners) {
      Number height{hn::Zero(lanes), hn::Zero(lanes)};
      for (std::size_t l = 0; l < 3; ++l) add_product(height, normal[l], corner[l]);
      least = hn::Min(least, hn::Add(height.value, height.rest));
    }
    HWY_ALIGN double rows[4][kFineFaces];
    for (std::size_t l = 0; l < 3; ++l) hn::Store(normal[l], lanes, rows[l]);
    hn::Store(hn::Div(least, hn::Sqrt(squared)), lanes, rows[3]);
    for (std::size_t i = 0; i < hn::Lanes(lanes); ++i)
      found[first + i] = {rows[3][i], {rows[0][i], rows[1][i], rows[2][i]}};
  }
  return found;
}

}  // namespace sunder::detail::epa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_EPA_FINE_FACES_INL_HPP
