// SPDX-License-Identifier: Apache-2.0
//
// Idea: The perpendicular from 0 ends in the nearest facet of C. The polytope has some triangles (edges)
// of that facet, and exact barycentric coordinates find the one with the foot of the perpendicular.
// Bound: The weights are exact up to one rounding each.
// Cost: One pass over the facets of the polytope, with O(1) determinants each.
// Gives up: The polytope may lack the part of the facet that holds the foot. The weights of the nearest
// triangle are then clamped to its rim.
#include "query/depth/witness.hpp"

#include "exact/dot.hpp"
#include "exact/rounding.hpp"
#include "geometry/integer_pair.hpp"

namespace sunder::detail {
namespace {

template <int D>
using Whole = std::array<BigInt, D>;

/// Returns n . (p x q) in space; in the plane the weight that the end q leaves to p.
BigInt weight_of(const Whole<3>& n, const Whole<3>& p, const Whole<3>& q) {
  return n[0] * (p[1] * q[2] - p[2] * q[1]) + n[1] * (p[2] * q[0] - p[0] * q[2]) +
         n[2] * (p[0] * q[1] - p[1] * q[0]);
}

template <int D>
Whole<D> weights_of_foot(const Whole<D>& normal, const std::array<Whole<D>, D>& corners) {
  Whole<D> weights;
  if constexpr (D == 2) {
    const Whole<2> along{-normal[1], normal[0]};  // counter-clockwise, as the corners run
    weights = {dot(along, corners[1]), -dot(along, corners[0])};
  } else {
    for (std::size_t i = 0; i < 3; ++i) {
      weights[i] = weight_of(normal, corners[(i + 1) % 3], corners[(i + 2) % 3]);
    }
  }
  return weights;
}

template <int D>
class FootSearch {
 public:
  FootSearch(const Pair<D>& pair, const ExactDepth<D>& depth)
      : points_(pair, integer_scale(pair)), depth_(depth), nearest_(depth.nearest.front()) {}

  DepthWitness run() {
    for (const auto& facet : depth_.facets) {
      if (is_in_plane(facet) && !has_negative(weights_at(facet))) return witness(facet);
    }
    return witness(nearest_.corners);
  }

 private:
  using Facet = std::array<std::int32_t, D>;

  Whole<D> corner(std::int32_t at) const {
    Whole<D> c;
    points_.difference(depth_.pairs[static_cast<std::size_t>(at)], c.data());
    return c;
  }

  bool is_in_plane(const Facet& facet) const {
    for (const std::int32_t at : facet) {
      if (dot(nearest_.normal, corner(at)) != nearest_.height) return false;
    }
    return true;
  }

  Whole<D> weights_at(const Facet& facet) const {
    std::array<Whole<D>, D> corners;
    for (std::size_t i = 0; i < D; ++i) corners[i] = corner(facet[i]);
    return weights_of_foot<D>(nearest_.normal, corners);
  }

  static bool has_negative(const Whole<D>& weights) {
    for (const BigInt& weight : weights) {
      if (weight < 0) return true;
    }
    return false;
  }

  DepthWitness witness(const Facet& facet) const {
    Whole<D> weights = weights_at(facet);
    BigInt total = 0;
    for (BigInt& weight : weights) {
      if (weight < 0) weight = 0;
      total += weight;
    }
    DepthWitness found;
    for (std::size_t i = 0; i < D; ++i) {
      found.pairs.push_back(depth_.pairs[static_cast<std::size_t>(facet[i])]);
      found.weights.push_back(quotient(weights[i], total, 0));
    }
    return found;
  }

  IntegerPair<D, BigInt> points_;
  const ExactDepth<D>& depth_;
  const NearestFacet<D>& nearest_;
};

}  // namespace

template <int D>
DepthWitness find_witness(const Pair<D>& pair, const ExactDepth<D>& depth) {
  return FootSearch<D>(pair, depth).run();
}

template DepthWitness find_witness<2>(const Pair<2>&, const ExactDepth<2>&);
template DepthWitness find_witness<3>(const Pair<3>&, const ExactDepth<3>&);

}  // namespace sunder::detail
