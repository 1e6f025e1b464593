// SPDX-License-Identifier: Apache-2.0
//
// Idea: The perpendicular from 0 ends in the nearest facet of C. The polytope has some triangles (edges)
// of that facet, and exact barycentric coordinates find the one with the foot of the perpendicular.
// Bound: The weights are exact up to one rounding each.
// Cost: A dot product for each corner of the polytope, and D determinants for each facet in the plane.
// Gives up: The polytope may lack the part of the facet that holds the foot. The weights of the nearest
// triangle are then clamped to its rim.
#include "query/depth/witness.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "exact/at_width.hpp"
#include "exact/rounding.hpp"
#include "geometry/integer_pair.hpp"

namespace sunder::detail {
namespace {

/// Returns bits of a weight, the largest integer below, where C's coordinates are below 2^bits.
constexpr int weight_bits(int bits, int dimension) noexcept {
  return 2 * (dimension - 1) * bits + 10;
}

template <int D, class Int>
class FootSearch {
 public:
  FootSearch(const Pair<D>& pair, const IntegerScale& scale, const ExactDepth<D>& depth)
      : depth_(depth) {
    const NearestFacet<D>& nearest = depth.nearest.front();
    for (std::size_t k = 0; k < D; ++k) normal_[k] = static_cast<Int>(nearest.normal[k]);
    const auto height = static_cast<Int>(nearest.height);
    const IntegerPair<D, Int> points(pair, scale);
    for (const IndexPair& at : depth.pairs) {
      Corner& corner = corners_.emplace_back();
      points.difference(at, corner.point.data());
      corner.in_plane = dot(normal_, corner.point) == height;
    }
  }

  DepthWitness run() const {
    for (const Facet& facet : depth_.facets) {
      if (!is_in_plane(facet)) continue;
      const Whole weights = weights_at(facet);
      if (std::ranges::none_of(weights, is_negative)) return witness(facet, weights);
    }
    const Facet& facet = depth_.nearest.front().corners;
    return witness(facet, weights_at(facet));
  }

 private:
  using Whole = std::array<Int, D>;
  using Facet = std::array<std::int32_t, D>;
  struct Corner {
    Whole point{};
    bool in_plane = false;  ///< in that of the nearest facet
  };

  static bool is_negative(const Int& weight) { return weight < 0; }
  static Int dot(const Whole& p, const Whole& q) {
    Int sum = p[0] * q[0];
    for (std::size_t k = 1; k < D; ++k) sum += p[k] * q[k];
    return sum;
  }

  const Corner& corner(std::int32_t at) const { return corners_[static_cast<std::size_t>(at)]; }

  bool is_in_plane(const Facet& facet) const {
    return std::ranges::all_of(facet, [this](std::int32_t at) { return corner(at).in_plane; });
  }

  /// Returns n . (p x q) of two corners; in the plane the weight that the end q leaves to p.
  Int weight_of(const Whole& p, const Whole& q) const
    requires(D == 3)
  {
    return dot(normal_,
               {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]});
  }

  Whole weights_at(const Facet& facet) const {
    Whole weights;
    if constexpr (D == 2) {
      const Whole along{-normal_[1], normal_[0]};  // counter-clockwise, as the corners run
      weights = {dot(along, corner(facet[1]).point), -dot(along, corner(facet[0]).point)};
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        weights[i] = weight_of(corner(facet[(i + 1) % 3]).point, corner(facet[(i + 2) % 3]).point);
      }
    }
    return weights;
  }

  /// Negative weights count as 0.
  DepthWitness witness(const Facet& facet, const Whole& weights) const {
    std::array<BigInt, D> positive;
    BigInt total = 0;
    for (std::size_t i = 0; i < D; ++i) {
      if (weights[i] > 0) positive[i] = to_big(weights[i]);
      total += positive[i];
    }
    DepthWitness found;
    for (std::size_t i = 0; i < D; ++i) {
      found.pairs.push_back(depth_.pairs[static_cast<std::size_t>(facet[i])]);
      found.weights.push_back(quotient(positive[i], total, 0));
    }
    return found;
  }

  const ExactDepth<D>& depth_;
  Whole normal_{};
  std::vector<Corner> corners_;
};

}  // namespace

template <int D>
DepthWitness find_witness(const Pair<D>& pair, const ExactDepth<D>& depth) {
  const IntegerScale scale = integer_scale(pair);
  return at_width(weight_bits(scale.bits, D), [&]<class Int>(const Int&) {
    return FootSearch<D, Int>(pair, scale, depth).run();
  });
}

template DepthWitness find_witness<2>(const Pair<2>&, const ExactDepth<2>&);
template DepthWitness find_witness<3>(const Pair<3>&, const ExactDepth<3>&);

}  // namespace sunder::detail
