// SPDX-License-Identifier: Apache-2.0
//
// Idea: A polytope inscribed in C expands at its nearest facet until that facet is one of C's. If the
// farthest point of C along the facet's normal lies in the facet's plane, then C ends there. The depth
// is then at most the plane's distance. It is at least that, because the polytope holds the ball up
// to its nearest plane. Otherwise the point is added.
// Source: The expanding polytope algorithm (van den Bergen 2001), here in integers.
// Bound: plane_bits() bounds the integers.
// Cost: A support query and a new corner a step.
// Gives up: Never. Each step adds a vertex of C that was outside, and there are finitely many.
#include "query/depth/exact_depth.hpp"

#include "exact/at_width.hpp"
#include "exact/dot.hpp"
#include "query/depth/first_simplex.hpp"
#include "query/depth/inscribed_polytope.hpp"

namespace sunder::detail {
namespace {

/// Returns bits of every integer below, except the products in WiderThan. Corners are below 2^bits.
/// The largest integer is a normal times a matrix times a vertex, summed over both axes of the
/// matrix.
constexpr int plane_bits(int bits, int dimension) noexcept { return dimension * bits + 10; }

template <int D, class Int>
class Expansion {
 public:
  Expansion(const IntegerPair<D, Int>& points, const FirstSimplex<D, Int>& start)
      : points_(points), polytope_(start.corners()) {}

  void take_in(IndexPair pair) { polytope_.take_in(corner_of(points_, pair)); }

  /// Expands to the nearest facet of C, or to all of them. Returns false where 0 is not inside C.
  bool run(bool all_nearest) {
    while (true) {
      const std::int32_t facet = polytope_.nearest();
      if (facet < 0 || (!nearest_.empty() && polytope_.is_nearer(nearest_.front(), facet))) break;
      // A facet equally far in the same direction has the same plane.
      if (is_known(polytope_.facet(facet).plane)) {
        polytope_.settle_nearest();
        continue;
      }
      const FacetPlane<D, Int>& plane = polytope_.facet(facet).plane;
      const FarthestCorner<D, Int> farthest = farthest_corner(points_, plane.normal);
      if (farthest.value > plane.height) {
        polytope_.take_in(corner_of(points_, farthest.pair), facet);
        continue;
      }
      if (plane.height <= 0) return false;
      nearest_.push_back(facet);
      polytope_.settle_nearest();
      if (!all_nearest) break;
    }
    return true;
  }

  /// Writes the corners that facets use, the facets, and the nearest of them.
  void write(ExactDepth<D>& result) const {
    std::vector<std::int32_t> position(polytope_.corners().size(), -1);
    for (const auto& facet : polytope_.facets()) {
      if (!facet.alive) continue;
      auto& corners = result.facets.emplace_back(facet.corners);
      for (std::int32_t& corner : corners) {
        std::int32_t& at = position[static_cast<std::size_t>(corner)];
        if (at < 0) {
          at = static_cast<std::int32_t>(result.pairs.size());
          result.pairs.push_back(polytope_.corners()[static_cast<std::size_t>(corner)].pair);
        }
        corner = at;
      }
    }
    for (const std::int32_t facet : nearest_) {
      NearestFacet<D>& told = result.nearest.emplace_back(reduced(polytope_.facet(facet).plane));
      told.corners = polytope_.facet(facet).corners;
      for (std::int32_t& corner : told.corners) {
        corner = position[static_cast<std::size_t>(corner)];
      }
    }
    result.denominator = to_big(points_.denominator);
    result.exponent = points_.exponent;
  }

 private:
  bool is_known(const FacetPlane<D, Int>& plane) const {
    return std::any_of(nearest_.begin(), nearest_.end(), [&](std::int32_t known) {
      return same_direction(polytope_.facet(known).plane, plane);
    });
  }

  static NearestFacet<D> reduced(const FacetPlane<D, Int>& plane) {
    NearestFacet<D> facet;
    BigInt divisor = 0;
    for (std::size_t k = 0; k < D; ++k) {
      facet.normal[k] = to_big(plane.normal[k]);
      divisor = gcd(divisor, facet.normal[k]);
    }
    for (BigInt& entry : facet.normal) entry /= divisor;
    facet.height = to_big(plane.height) / divisor;  // normal . corner, so exact
    return facet;
  }

  const IntegerPair<D, Int>& points_;
  InscribedPolytope<D, Int> polytope_;
  std::vector<std::int32_t> nearest_;
};

template <int D, class Int>
ExactDepth<D> expand(const Pair<D>& pair, const IntegerScale& scale,
                     std::span<const IndexPair> start, bool all_nearest) {
  const IntegerPair<D, Int> points(pair, scale);
  FirstSimplex<D, Int> simplex(points);
  for (const IndexPair& at : start) simplex.offer(corner_of(points, at));
  ExactDepth<D> result;
  if (!simplex.fill()) return result;
  Expansion<D, Int> expansion(points, simplex);
  for (const IndexPair& at : start) expansion.take_in(at);
  if (expansion.run(all_nearest)) expansion.write(result);
  return result;
}

}  // namespace

template <int D>
Root ExactDepth<D>::length() const {
  const NearestFacet<D>& facet = nearest.front();
  const BigInt square = dot(facet.normal, facet.normal);
  // height / sqrt(square) = sqrt(height^2 square) / square.
  return {facet.height * facet.height * square, square * denominator, exponent};
}

template <int D>
typename ExactDepth<D>::Interval ExactDepth<D>::depth() const {
  if (nearest.empty()) return {0, 0};
  const Enclosed found = length().enclosed();
  return {found.lower, found.upper};
}

template <int D>
ExactDepth<D> find_exact_depth(const Pair<D>& pair, std::span<const IndexPair> start,
                               bool all_nearest) {
  const IntegerScale scale = integer_scale(pair);
  return at_width(plane_bits(scale.bits, D), [&]<class Int>(const Int&) {
    return expand<D, Int>(pair, scale, start, all_nearest);
  });
}

template struct ExactDepth<2>;
template struct ExactDepth<3>;
template ExactDepth<2> find_exact_depth<2>(const Pair<2>&, std::span<const IndexPair>, bool);
template ExactDepth<3> find_exact_depth<3>(const Pair<3>&, std::span<const IndexPair>, bool);

}  // namespace sunder::detail
