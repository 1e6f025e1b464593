// SPDX-License-Identifier: Apache-2.0
//
// One part of a body and one of another, at their places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mesh/pair/close_parts.hpp"
#include "mesh/pair/nearest.hpp"
#include "mesh/piece/mesh_data.hpp"
#include "mesh/piece/placed.hpp"
#include "query/margin/sum.hpp"
#include "sunder/body_trace.hpp"

namespace sunder::detail::mesh {

/// Does one verdict take the place of another: overlapping that of touching, touching that of separated?
inline bool is_worse(Verdict one, Verdict other) noexcept {
  const auto rank = [](Verdict verdict) {
    return verdict == Verdict::overlapping ? 2 : (verdict == Verdict::touching ? 1 : 0);
  };
  return rank(one) > rank(other);
}

inline bool is_identity(const Pose3& pose) noexcept {
  return &pose == &Pose3::identity() || (pose.is_translation() && pose.offset(0) == 0 &&
                                         pose.offset(1) == 0 && pose.offset(2) == 0);
}

/// Returns the caller's number of a piece's triangle; -1 for none.
inline std::int32_t caller_of(const Piece& piece, std::int32_t triangle) noexcept {
  return triangle < 0 ? -1 : piece.caller[static_cast<std::size_t>(triangle)];
}

class PartPair {
 public:
  /// Part i of a and part j of b.
  PartPair(const PosedBody3& a, std::size_t i, const PosedBody3& b, std::size_t j) noexcept;

  /// Decides, and appends its steps to the trace, where there is one. With `is_open`, a pair of meshes that takes long is
  /// left open, and this is set.
  BodyDecision decide(const BodySearch& search, BodyTrace* trace, bool* is_open = nullptr) const;
  /// Measures parts that do not meet, into `best` if they are closer.
  void measure(const BodySearch& search, BodyDistance& best) const;
  /// Measures meshes whose verdict nobody knows. Returns false where they may meet: `best` then means nothing.
  bool measure_if_apart(BodyDistance& best) const;
  /// Replaces `least` by the distance of parts that do not meet, exactly, where that is less; none exceeds `within`.
  void measure_exactly(double within, std::optional<Root>& least) const;
  /// Compares the distance of parts that do not meet with the sum of the terms, which is positive.
  Compared compare(const MarginTerms& terms, const BodySearch& search) const;

  const Part3& part(std::size_t side) const noexcept { return body_[side]->parts[index_[side]]; }
  std::span<const Piece> pieces(std::size_t side) const {
    return body_[side]->pieces(index_[side]);
  }
  /// The part's pose and the body's, without identities.
  const PoseChain& chain(std::size_t side) const noexcept { return chain_[side]; }
  /// The image of a polytope that its poses flatten; none for others.
  std::optional<Piece> image(std::size_t side) const;
  /// Two polytopes whose chains are one pose each, as the convex kernel takes them.
  std::optional<std::pair<Posed3, Posed3>> hulls() const noexcept;

 private:
  void take(const Interval& distance, const Witness<3>& witness, std::int32_t triangle_a,
            std::int32_t triangle_b, BodyDistance& best) const;

  std::array<const BodyData*, 2> body_;
  std::array<std::size_t, 2> index_;
  std::array<PoseChain, 2> chain_;
};

/// Calls visit(pair, i, j) for each pair of parts, one of each body, that boxes do not prove farther apart than reach(),
/// until it returns false. Parts that are that far apart are separated; no more is known of them. Cost: about O(n log n)
/// for n parts, and the pairs.
template <class Reach, class Visit>
void for_each_pair(const PosedBody3& a, const PosedBody3& b, const Reach& reach,
                   const Visit& visit) {
  const std::size_t parts_a = a.body().parts().size(), parts_b = b.body().parts().size();
  if (parts_a * parts_b > kFewPairs) {
    return CloseParts(a, b).for_each(reach, [&](std::int32_t i, std::int32_t j) {
      const auto at_a = static_cast<std::size_t>(i), at_b = static_cast<std::size_t>(j);
      return visit(PartPair(a, at_a, b, at_b), at_a, at_b);
    });
  }
  for (std::size_t i = 0; i < parts_a; ++i) {
    for (std::size_t j = 0; j < parts_b; ++j) {
      if (!visit(PartPair(a, i, b, j), i, j)) return;
    }
  }
}

/// Calls visit(s, t) for each piece of the first part and each of the second.
template <class Visit>
void for_each_piece(const PartPair& pair, const Visit& visit) {
  for (const Piece& s : pair.pieces(0)) {
    for (const Piece& t : pair.pieces(1)) visit(s, t);
  }
}

}  // namespace sunder::detail::mesh
