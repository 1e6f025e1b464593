// SPDX-License-Identifier: Apache-2.0
//
// Defines verdicts and their proofs. A certificate is small, can be written down, and is checked by verify(), which
// shares nothing with the algorithms but the exact arithmetic.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {

/// How the bodies K_A and K_B meet, with C = K_A - K_B.
enum class Verdict : std::uint8_t {
  separated = 0,    ///< 0 is not in C
  touching = 1,     ///< 0 is on the boundary of C (also whenever C is flat and holds 0)
  overlapping = 2,  ///< 0 is inside C
  undecided = 3,    ///< a proposal or a bare algorithm that proved nothing; never a plain query's answer
  not_examined = 4  ///< batches: this item was not looked at
};

/// The step of the pipeline that proved a verdict.
enum class Stage : std::uint8_t {
  none = 0,   ///< not proven: a raw answer
  hint,       ///< the caller's last certificate, proven anew
  bounds,     ///< balls, boxes or the centre line
  filter,     ///< doubles with a proven error bound
  expansion,  ///< error-free transforms
  integer,    ///< exact integers, on the algorithm's own proposal
  lp          ///< exact pivoting
};
inline constexpr int kStageCount = 7;

SUNDER_EXPORT std::string_view to_string(Verdict verdict) noexcept;
SUNDER_EXPORT std::string_view to_string(Stage stage) noexcept;

/// Vertices that belong together: caller's index into a's points and into b's.
struct IndexPair {
  std::int32_t a = 0, b = 0;
  friend bool operator==(const IndexPair&, const IndexPair&) = default;
};

/// The plain part of a certificate, fixed in size for 2-D and 3-D. It is also the hint (keep one a
/// pair of bodies, hand it to each query) and the form of a proposal to prove().
template <int D>
struct CertificateRecord {
  Verdict verdict = Verdict::not_examined;
  Stage stage = Stage::none;
  std::uint8_t pair_count = 0;
  std::array<IndexPair, std::size_t{2 * D + 2}> pairs{};  ///< the first pair_count; apart: closest ones
  Vector<D> direction{};                                  ///< separated, touching: from a to b, rounded
};
template <>
struct CertificateRecord<kRunTime> {
  Verdict verdict = Verdict::not_examined;
  Stage stage = Stage::none;
  std::vector<IndexPair> pairs;
  VectorN direction;
};
template <int D>
using Hint = CertificateRecord<D>;
using Hint2 = Hint<2>;
using Hint3 = Hint<3>;
using HintN = Hint<kRunTime>;
template <int D>
using Proposal = CertificateRecord<D>;
using Proposal2 = Proposal<2>;
using Proposal3 = Proposal<3>;
using ProposalN = Proposal<kRunTime>;

/// An exact number: a double, or where no double is exact a decimal integer.
struct ExactNumber {
  double value = 0;     ///< exact if `integer` is empty, else rounded
  std::string integer;  ///< "-123..."; empty if the double is exact
};

/// A vertex and its weight; weights are >= 0 and are divided by their exact sum.
struct WeightedVertex {
  std::int32_t vertex = 0;  ///< caller's index
  ExactNumber weight;
};

/// Proof of a distance interval: `direction` bounds from below, the two weighted points from above.
/// With radii of sum r both bound the distance of the polytopes, which is r more.
struct DistanceProof {
  double lower = 0, upper = 0;
  std::vector<ExactNumber> direction;
  std::vector<WeightedVertex> a, b;
};

/// Proof of a depth interval (2-D, 3-D): the gap along `direction` bounds from above, a closed hull
/// inside C = K_A - K_B from below.
///
/// The hull is a list of facets (3-D triangles, 2-D edges) whose corners are differences a - b of pairs. Exactly two
/// facets share each ridge, and run along it in opposite senses. Each facet's plane has 0 strictly inside: with
/// corners c counter-clockwise seen from outside, det(c) > 0. Then the hull holds the ball about 0 that reaches to
/// its nearest plane. With radii of sum r each bound is r more than the polytopes'; where lower <= r the
/// certificate's points prove it, not a hull.
struct DepthProof {
  double lower = 0, upper = 0;
  std::vector<ExactNumber> direction;
  std::vector<IndexPair> pairs;      ///< caller's indices
  std::vector<std::int32_t> facets;  ///< `dimension` positions in `pairs` a facet, one by one
};

/// The proof of a verdict, and on request of a distance or a depth.
///
/// separated:   direction u with u.y > u.x for every x in K_A, y in K_B; no pairs
/// touching:    u != 0 with u.y >= u.x, and 1 to d+1 pairs whose differences a - b have 0 in their
///              hull
/// overlapping: d+1 to 2d+2 pairs whose differences have 0 in the interior of their hull; no
///              direction
/// With radii of sum r it is the proof of a margin r, without pairs. Separated is a gap of more than r |u|.
/// Overlapping is points of a and b nearer than r, touching a gap of r |u| and points r apart.
struct Certificate {
  int dimension = 0;
  Verdict verdict = Verdict::not_examined;
  Stage stage = Stage::none;
  std::vector<ExactNumber> direction;
  std::vector<IndexPair> pairs;
  std::optional<DistanceProof> distance;
  std::optional<DepthProof> depth;
  std::vector<WeightedVertex> a, b;  ///< with radii alone
  /// An empty body is separated from everything by no direction: then both lists are empty.
};

/// The result of verify(); false with the first condition that does not hold.
struct Check {
  bool accepted = false;
  std::string reason;
  explicit operator bool() const noexcept { return accepted; }
};

/// Checks a certificate against the bodies in exact arithmetic. Cost: O(n + m) products of big
/// integers, plus O(d^3) for pairs. Accepts nothing that is not true; reads any garbage safely.
SUNDER_EXPORT Check verify(const Posed2& a, const Posed2& b, const Certificate& certificate);
SUNDER_EXPORT Check verify(const Posed3& a, const Posed3& b, const Certificate& certificate);
SUNDER_EXPORT Check verify(const PosedN& a, const PosedN& b, const Certificate& certificate);

/// Writes and reads a versioned, little-endian, hashed byte form, the same on every platform.
SUNDER_EXPORT std::vector<std::uint8_t> serialise(const Certificate& certificate);
SUNDER_EXPORT Result<Certificate> deserialise_certificate(std::span<const std::uint8_t> bytes);

}  // namespace sunder::inline SUNDER_ABI
