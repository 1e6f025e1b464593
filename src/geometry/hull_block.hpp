// SPDX-License-Identifier: Apache-2.0
//
// Defines the contiguous block behind a Polytope: this header, the numbers of each axis, the
// caller's indices, then the float and the double structure of arrays. Rows are padded with the
// first vertex, so that a padded lane never beats a real one in a support query. Topology and
// tables are allocated separately, since few queries read them whole. Boxes about the origin share
// whatever does not depend on their size: one such box takes 512 bytes.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "exact/dyadic.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

/// Rows are padded to a multiple of this many vertices: one AVX-512 vector of floats, two of
/// doubles. Up to three dimensions, up to half as many vertices take half of that.
inline constexpr std::int32_t kRowAlignment = 16;

/// The largest number of vertices that a search reads as floats.
inline constexpr std::int32_t kFloatVertices = 128;

/// The largest |coordinate| for which the filters' bounds hold (Lemma 1). Beyond it, exact numbers
/// decide.
inline constexpr double kFilterRange = 0x1p150;

class Topology;
struct SmallHull;
struct Polygon;
struct CandidateTable;

/// Frees a table, unless all boxes share it.
struct Discard {
  void operator()(const Topology* topology) const noexcept;
  void operator()(const SmallHull* small) const noexcept;
  void operator()(const Polygon* polygon) const noexcept;
  void operator()(const CandidateTable* table) const noexcept;
};
template <class Table>
using Owned = std::unique_ptr<const Table, Discard>;

enum class Shape : std::uint8_t {
  general = 0,
  box = 1  ///< all 2^d combinations of bounds lower[k] < upper[k], in any order; d = 2 or 3
};

/// In the order of first use: a query that bounds decide reads little more than a cache line.
struct HullBlock {
  std::int32_t dimension = 0;
  std::int32_t count = 0;   ///< vertices kept
  std::int32_t stride = 0;  ///< the length of a row: the count, rounded up as kRowAlignment says
  Shape shape = Shape::general;
  bool in_filter_range = true;  ///< every |coordinate| <= kFilterRange
  /// True for a box whose vertex i, also the caller's i, is at upper[k] if and only if bit k of i
  /// is set.
  bool in_box_order = false;
  /// True for such a box about the origin that was made from half extents: it shares what does not
  /// depend on its size.
  bool is_standard_box = false;
  double circumscribed = 0;  ///< radius about centre that contains the body, rounded up
  double inscribed = 0;      ///< radius about centre proven to lie inside; 0 if unknown

  // Arrays inside this block, or shared ones. Row k of `points` is points + k * stride.
  const double* points = nullptr;  ///< d rows
  /// In 3-D up to kFloatVertices: d rows, rounded to nearest, for searches.
  const float* points_float = nullptr;
  const double* max_abs = nullptr;  ///< d: max_i |a_ik|, exact
  const double* lower = nullptr;    ///< d: min_i a_ik, exact
  const double* upper = nullptr;    ///< d: max_i a_ik, exact
  const double* centre = nullptr;   ///< d: the centre of both balls, a point near the middle
  /// The caller's index of each kept vertex. Above 3-D, d vertices at lower[k] follow, then d at
  /// upper[k].
  const std::int32_t* caller = nullptr;
  const PointReport* report = nullptr;

  Owned<CandidateTable> candidates;  ///< of large solid bodies in 3-D; null otherwise
  Owned<SmallHull> small;            ///< null except for solids of few vertices
  Owned<Polygon> polygon;            ///< null except for solids in 2-D
  Owned<Topology> topology;          ///< null if the block offers none
  ExponentSpan exponents;            ///< of all coordinates
  std::uint64_t content_hash = 0;
  /// In 2-D and 3-D: no vertex is farther than this from the origin of the body's frame; infinite if
  /// unknown.
  double farthest = std::numeric_limits<double>::infinity();

  const double* row(int k) const noexcept { return points + std::ptrdiff_t{k} * stride; }
  double coordinate(std::int32_t vertex, int k) const noexcept { return row(k)[vertex]; }
  /// Returns the caller's index of the vertex at these ends of a box in space, all of whose vertices
  /// differ: bit k is 1 at upper[k].
  std::int32_t caller_at(std::uint32_t ends) const noexcept {
    if (in_box_order) [[likely]]
      return static_cast<std::int32_t>(ends);
    const auto is_there = [&](std::int32_t vertex) {
      bool there = true;
      for (int k = 0; k < 3; ++k) {
        const double end = (ends >> k & 1) != 0 ? upper[k] : lower[k];
        there = there && coordinate(vertex, k) == end;
      }
      return there;
    };
    std::int32_t vertex = 0;
    while (vertex + 1 < count && !is_there(vertex)) ++vertex;
    return caller[vertex];
  }
  /// Above 3-D: vertices at lower[k], and at upper[k].
  const std::int32_t* lowest() const noexcept { return caller + count; }
  const std::int32_t* highest() const noexcept { return lowest() + dimension; }
};

/// Gives the library's own layers access from the public handle to its block.
struct BlockAccess {
  template <int D>
  static const HullBlock& block(const Polytope<D>& polytope) noexcept {
    return *polytope.block_;
  }
  template <int D>
  static Polytope<D> wrap(std::shared_ptr<const HullBlock> block) noexcept {
    return Polytope<D>(std::move(block));
  }
};

/// Lays out a block of `count` vertices whose k-th coordinate is coordinates[i * dimension + k].
/// `counted` has the counts given, duplicate and interior of the report. A caller who also fills in
/// `kept` knows that these are the corners of a box. `hashes`: the hash_point() of each vertex, or
/// null. It fills everything except tables and the inscribed ball, and those
/// too for a box that shares them.
std::shared_ptr<HullBlock> make_block(const double* coordinates, const std::int32_t* caller,
                                      std::int32_t count, int dimension, PointReport counted,
                                      const std::uint64_t* hashes = nullptr);

/// Moves both balls to another centre in the body, and recomputes the circumscribed radius. Call it
/// only while the block is being built: afterwards it is shared.
void move_centre(HullBlock& block, const double* centre) noexcept;

}  // namespace sunder::detail
