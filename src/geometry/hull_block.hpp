// SPDX-License-Identifier: Apache-2.0
//
// The one contiguous, 64-byte-aligned block behind a Polytope: this header, then the float and the
// double structure of arrays, then the caller's indices. Rows are padded with the first vertex, so
// that a padded lane can never win a support query against a real one. Topology and the table of
// candidates, which few queries read whole, stand by themselves.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "exact/dyadic.hpp"
#include "geometry/polygon.hpp"
#include "geometry/small_hull.hpp"
#include "lanes/candidate_table.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

/// Vertices per row are rounded up to this: one AVX-512 vector of floats, two of doubles.
inline constexpr std::int32_t kRowAlignment = 16;

/// Largest |coordinate| for which the filters' bounds hold (Lemma 1: beyond it, exact numbers).
inline constexpr double kFilterRange = 0x1p150;

/// Faces and edges, present only if proven closed and convex by exact signs.
struct Topology {
  std::vector<Face> faces;
  std::vector<Edge> edges;  ///< in 2-D counter-clockwise, vertices[0] -> vertices[1]

  /// For walks from vertex to vertex. Around v: the entries first_around[v] to first_around[v + 1]
  /// of both lists, in the order of `edges`.
  std::vector<std::int32_t> first_around;  ///< one more than there are vertices
  std::vector<std::int32_t> neighbours;    ///< the other ends of v's edges
  std::vector<std::int32_t> edges_around;  ///< these edges
};

enum class Shape : std::int32_t {
  general = 0,
  box = 1  ///< all 2^d combinations of bounds lower[k] < upper[k], in any order; d = 2 or 3
};

struct alignas(64) HullBlock {
  std::int32_t dimension = 0;
  std::int32_t count = 0;   ///< vertices kept
  std::int32_t stride = 0;  ///< count rounded up to kRowAlignment: the length of a row
  Shape shape = Shape::general;
  bool in_filter_range = true;  ///< every |coordinate| <= kFilterRange
  /// A box whose vertex i, the caller's i as well, is at upper[k] where bit k of i is set.
  bool in_box_order = false;
  ExponentSpan exponents;  ///< of all coordinates

  // Arrays inside this block. Row k of `points` is points + k * stride.
  const double* points = nullptr;        ///< d rows
  const float* points_float = nullptr;   ///< up to 3-D: d rows, rounded to nearest, for searches
  const std::int32_t* caller = nullptr;  ///< caller's index of each kept vertex
  const double* max_abs = nullptr;       ///< d: max_i |a_ik|, exact
  const double* lower = nullptr;         ///< d: min_i a_ik, exact
  const double* upper = nullptr;         ///< d: max_i a_ik, exact
  const double* centre = nullptr;  ///< d: the centre of both balls, some point near the middle
  const std::int32_t* lowest = nullptr;   ///< above 3-D, d: a vertex at lower[k]
  const std::int32_t* highest = nullptr;  ///< above 3-D, d: a vertex at upper[k]
  double circumscribed = 0;  ///< radius about centre that contains the body, rounded up
  double inscribed = 0;      ///< radius about centre proven to lie inside; 0 if unknown

  PointReport report;
  std::uint64_t content_hash = 0;
  std::unique_ptr<const Topology> topology;  ///< null where it is not offered
  CandidateTable candidates;                 ///< of large solid bodies in 3-D; empty otherwise
  std::unique_ptr<const SmallHull> small;    ///< null but for solids of few vertices
  std::unique_ptr<const Polygon> polygon;    ///< null but for solids in 2-D
  /// In 2-D: no vertex is farther from the origin of the body's frame; infinity if unknown.
  double farthest = std::numeric_limits<double>::infinity();

  const double* row(int k) const noexcept { return points + std::ptrdiff_t{k} * stride; }
  double coordinate(std::int32_t vertex, int k) const noexcept { return row(k)[vertex]; }
};

/// Access from the public handle to its block, for the library's own layers.
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

/// Lays out a block over `count` vertices whose k-th coordinate is coordinates[i * dimension + k],
/// and fills in everything but report.given/duplicate/interior, topology and the inscribed ball.
/// `hashes`: each vertex's hash_point() where they are at hand.
std::shared_ptr<HullBlock> make_block(const double* coordinates, const std::int32_t* caller,
                                      std::int32_t count, int dimension,
                                      const std::uint64_t* hashes = nullptr);

/// Puts both balls about another point of the body, and their circumscribed radius right. Only
/// while the block is being built: afterwards it is shared.
void move_centre(HullBlock& block, const double* centre) noexcept;

}  // namespace sunder::detail
