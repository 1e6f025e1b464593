// SPDX-License-Identifier: Apache-2.0
//
// Is the signed distance less than, equal to or more than a margin? Decided exactly: squares of
// rationals are compared, never rounded numbers. Bodies may be padded by a ball.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// How the signed distance of the (padded) bodies compares with the margin.
enum class MarginVerdict : std::uint8_t { closer = 0, exactly = 1, farther = 2 };
/// Returns "closer", "exactly" or "farther": the pipe's words.
SUNDER_EXPORT std::string_view to_string(MarginVerdict verdict) noexcept;

/// A margin, in the world's unit of length, and a radius for each body, which pads it by a ball about each of its
/// points. The signed distance of padded bodies is that of the hulls less both radii. The hulls' signed distance is
/// compared with the exact sum of distance, radius_a, radius_b and the radii of the Posed.
struct Margin {
  double distance = 0;  ///< positive: to keep apart; negative: overlap that is allowed
  double radius_a = 0;  ///< not negative
  double radius_b = 0;
};

/// The answer of compare_to_margin(). The verdict is that of the bodies padded by the margin:
/// separated where they are farther apart, touching exactly at it, overlapping closer.
struct MarginAnswer : Decision {};

/// Returns the word for a verdict of padded bodies, which must be one of the first three.
constexpr MarginVerdict margin_verdict(Verdict verdict) noexcept {
  return static_cast<MarginVerdict>(2 - static_cast<int>(verdict));
}

/// Refuses numbers that are not finite (not_finite) and negative radii (wrong_shape), of a Posed too. The empty body
/// is farther than every margin. Cost: that of intersects() for most pairs not close to the margin, at most that of
/// distance() or penetration() where doubles decide. It is tens of microseconds where the margin is the distance, or
/// within its last few places.
SUNDER_EXPORT Result<MarginAnswer> compare_to_margin(const Posed2& a, const Posed2& b, const Margin& margin,
                                                     const Search2& search = {});
SUNDER_EXPORT Result<MarginAnswer> compare_to_margin(const Posed3& a, const Posed3& b, const Margin& margin,
                                                     const Search3& search = {});
/// Refuses numbers whose exact sum is less than 0 (not_served): it takes a depth to compare with.
SUNDER_EXPORT Result<MarginAnswer> compare_to_margin(const PosedN& a, const PosedN& b, const Margin& margin,
                                                     const SearchN& search = {});

/// The proof of a margin verdict, m being the exact sum of the margin's numbers and the bodies' radii.
///
/// farther:  a direction u whose gap is more than m |u|
/// closer:   where m > 0 two weighted points nearer than m; else pairs and facets of a closed hull
///           in C, each of whose planes is farther than -m from 0 on the outside; where m = 0
///           pairs alone will do, as those of an overlap (in a run-time dimension they do)
/// exactly:  a direction whose gap is at least m |u|; and where m >= 0 two weighted points no
///           farther apart than m, else a closed hull with no plane nearer than -m
/// Lists that a verdict does not name are empty, and all are where a body is empty.
struct MarginCertificate {
  int dimension = 0;
  MarginVerdict verdict = MarginVerdict::closer;
  std::vector<ExactNumber> direction;
  std::vector<WeightedVertex> a, b;
  std::vector<IndexPair> pairs;
  std::vector<std::int32_t> facets;  ///< `dimension` positions in `pairs` a facet, as in DepthProof
};

/// Decides once more, in full. Cost: that of the exact stage. `margin` must be one that
/// compare_to_margin() takes, else the certificate is one that verify() refuses.
SUNDER_EXPORT MarginCertificate certify(const Posed2& a, const Posed2& b, const Margin& margin, const MarginAnswer&);
SUNDER_EXPORT MarginCertificate certify(const Posed3& a, const Posed3& b, const Margin& margin, const MarginAnswer&);
SUNDER_EXPORT MarginCertificate certify(const PosedN& a, const PosedN& b, const Margin& margin, const MarginAnswer&);
SUNDER_EXPORT Check verify(const Posed2& a, const Posed2& b, const Margin& margin, const MarginCertificate& proof);
SUNDER_EXPORT Check verify(const Posed3& a, const Posed3& b, const Margin& margin, const MarginCertificate& proof);
SUNDER_EXPORT Check verify(const PosedN& a, const PosedN& b, const Margin& margin, const MarginCertificate& proof);

}  // namespace sunder::inline SUNDER_ABI
