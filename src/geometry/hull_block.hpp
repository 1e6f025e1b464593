// SPDX-License-Identifier: Apache-2.0
//
// Defines the contiguous, 64-byte-aligned block behind a Polytope: this header, the float and the
// double structure of arrays, then the caller's indices. Rows are padded with the first vertex, so
// that a padded lane never beats a real one in a support query. Topology and the table of
// candidates are allocated separately, since few queries read them whole.
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

/// Rows are padded to a multiple of this many vertices: one AVX-512 vector of floats, two of
/// doubles.
inline constexpr std::int32_t kRowAlignment = 16;

/// The largest |coordinate| for which the filters' bounds hold (Lemma 1). Beyond it, exact numbers
/// decide.
inline constexpr double kFilterRange = 0x1p150;

/// Faces and edges; present only if exact signs prove the boundary closed and convex.
struct Topology {
  std::vector<Face> faces;
  std::vector<Edge> edges;  ///< in 2-D counter-clockwise, vertices[0] -> vertices[1]

  /// Adjacency for walks from vertex to vertex. The edges around v are the entries first_around[v]
  /// to first_around[v + 1] of both lists, in the order of `edges`.
  std::vector<std::int32_t> first_around;  ///< one entry more than vertices
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
  /// True for a box whose vertex i, also the caller's i, is at upper[k] if and only if bit k of i
  /// is set.
  bool in_box_order = false;
  ExponentSpan exponents;  ///< of all coordinates

  // Arrays inside this block. Row k of `points` is points + k * stride.
  const double* points = nullptr;         ///< d rows
  const float* points_float = nullptr;    ///< up to 3-D: d rows, rounded to nearest, for searches
  const std::int32_t* caller = nullptr;   ///< caller's index of each kept vertex
  const double* max_abs = nullptr;        ///< d: max_i |a_ik|, exact
  const double* lower = nullptr;          ///< d: min_i a_ik, exact
  const double* upper = nullptr;          ///< d: max_i a_ik, exact
  const double* centre = nullptr;         ///< d: the centre of both balls, a point near the middle
  const std::int32_t* lowest = nullptr;   ///< above 3-D, d: a vertex at lower[k]
  const std::int32_t* highest = nullptr;  ///< above 3-D, d: a vertex at upper[k]
  double circumscribed = 0;  ///< radius about centre that contains the body, rounded up
  double inscribed = 0;      ///< radius about centre proven to lie inside; 0 if unknown

  PointReport report;
  std::uint64_t content_hash = 0;
  std::unique_ptr<const Topology> topology;  ///< null if the block offers none
  CandidateTable candidates;                 ///< of large solid bodies in 3-D; empty otherwise
  std::unique_ptr<const SmallHull> small;    ///< null except for solids of few vertices
  std::unique_ptr<const Polygon> polygon;    ///< null except for solids in 2-D
  /// In 2-D: no vertex is farther than this from the origin of the body's frame; infinite if
  /// unknown.
  double farthest = std::numeric_limits<double>::infinity();

  const double* row(int k) const noexcept { return points + std::ptrdiff_t{k} * stride; }
  double coordinate(std::int32_t vertex, int k) const noexcept { return row(k)[vertex]; }
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

/// Lays out a block of `count` vertices whose k-th coordinate is coordinates[i * dimension + k]. It
/// fills everything except the counts given/duplicate/interior of the report, topology and the
/// inscribed ball. `hashes`: the hash_point() of each vertex, or null.
std::shared_ptr<HullBlock> make_block(const double* coordinates, const std::int32_t* caller,
                                      std::int32_t count, int dimension,
                                      const std::uint64_t* hashes = nullptr);

/// Moves both balls to another centre in the body, and recomputes the circumscribed radius. Call it
/// only while the block is being built: afterwards it is shared.
void move_centre(HullBlock& block, const double* centre) noexcept;

}  // namespace sunder::detail
