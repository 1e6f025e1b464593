// SPDX-License-Identifier: Apache-2.0
//
// Lists all sets of corners of a cube of the largest numbers of a given width. The results of exact
// kernels are linear in each coordinate, or sums of absolute values of such numbers. Over all
// bodies in a cube they are therefore largest for bodies of its corners. A count of bits that holds
// for all of these is a proof at that width, not a sample. A wider cube scales all numbers of a
// kind equally.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "narrow/lattice_bodies.hpp"

namespace sunder::test {

inline constexpr int kCubeBits = 20;
inline constexpr double kCubeSize = (1 << kCubeBits) - 1;
inline double plus_or_minus(unsigned bits, std::size_t k) {
  return (bits >> k & 1U) != 0 ? kCubeSize : -kCubeSize;
}

/// One bit for each of the 2^d corners.
using CornerSet = unsigned;
inline CornerSet all_corners(int d) { return (1U << (1U << static_cast<unsigned>(d))) - 1; }

inline BodyData body_of(CornerSet set, int d) {
  BodyData body;
  for (unsigned corner = 0; corner < (1U << static_cast<unsigned>(d)); ++corner) {
    if ((set >> corner & 1U) == 0) continue;
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < static_cast<std::size_t>(d); ++k) {
      vertex.push_back(plus_or_minus(corner, k));
    }
  }
  return body;
}

/// The image of the set under a symmetry of the cube: corner bits are permuted, then flipped.
template <class Order>
CornerSet turned(CornerSet set, const Order& order, unsigned flips) {
  CornerSet image = 0;
  for (unsigned corner = 0; corner < (1U << order.size()); ++corner) {
    if ((set >> corner & 1U) == 0) continue;
    unsigned to = flips;
    for (std::size_t k = 0; k < order.size(); ++k) to ^= (corner >> order[k] & 1U) << k;
    image |= 1U << to;
  }
  return image;
}

/// One non-empty set of each class under the symmetries of the cube. With these for one body, and
/// all sets for the other, every pair occurs up to a symmetry of both.
template <std::size_t D>
std::vector<CornerSet> classes_of_sets() {
  std::vector<CornerSet> found;
  for (CornerSet set = 1; set <= all_corners(D); ++set) {
    std::array<unsigned, D> order;
    for (std::size_t k = 0; k < D; ++k) order[k] = static_cast<unsigned>(k);
    bool least = true;
    do {
      for (unsigned flips = 0; flips < (1U << D); ++flips) {
        least = least && set <= turned(set, order, flips);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    if (least) found.push_back(set);
  }
  return found;
}

/// Calls with every pair up to a symmetry of both, or with every pair if SUNDER_LONG is set.
template <std::size_t D, class Visit>
void visit_pairs_of_corner_sets(const Visit& visit) {
  const bool all = std::getenv("SUNDER_LONG") != nullptr;
  for (CornerSet a = 1; all && a <= all_corners(D); ++a) {
    for (CornerSet b = 1; b <= all_corners(D); ++b) visit(body_of(a, D), body_of(b, D));
  }
  if (all) return;
  for (const CornerSet a : classes_of_sets<D>()) {
    for (CornerSet b = 1; b <= all_corners(D); ++b) visit(body_of(a, D), body_of(b, D));
  }
}

}  // namespace sunder::test
