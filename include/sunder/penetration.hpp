// SPDX-License-Identifier: Apache-2.0
//
// Computes how deep two bodies overlap: the length of the minimum translation, as a proven interval and exactly. It
// also computes the signed distance, one number apart and inside.
#pragma once

#include <string>
#include <vector>

#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// The answer of penetration(). The depth is the length of the shortest translation of b after
/// which the interiors no longer meet: [0, 0] where the bodies are apart or touch.
template <int D>
struct Penetration : Decision {
  Interval depth;
  /// Overlapping: the deepest pair, point_a - point_b = depth * normal, and moving b by depth.upper
  /// along the normal leaves no common interior point. Touching: as in Distance. Apart: none.
  std::optional<Witness<D>> witness;
};
using Penetration2 = Penetration<2>;
using Penetration3 = Penetration<3>;

/// How deep do they overlap? upper - lower <= width * upper where a width is asked, else max(1e-12 of the value, 64 *
/// 2^-52 of the largest absolute world coordinate). Where several minimum translations exist the answer has one.
/// Cost: about ten times that of intersects().
SUNDER_EXPORT Penetration2 penetration(const Posed2& a, const Posed2& b, const MeasureOptions2& options = {});
SUNDER_EXPORT Penetration3 penetration(const Posed3& a, const Posed3& b, const MeasureOptions3& options = {});

/// Distance where the bodies are apart, minus the depth where they overlap, 0 where they touch. It is continuous, and
/// grows at most as fast as the bodies move.
template <int D>
struct SignedDistance : Decision {
  Interval distance;
  /// That of Distance or Penetration: point_b - point_a = signed distance * normal.
  std::optional<Witness<D>> witness;
};
using SignedDistance2 = SignedDistance<2>;
using SignedDistance3 = SignedDistance<3>;
SUNDER_EXPORT SignedDistance2 signed_distance(const Posed2& a, const Posed2& b, const MeasureOptions2& options = {});
SUNDER_EXPORT SignedDistance3 signed_distance(const Posed3& a, const Posed3& b, const MeasureOptions3& options = {});

/// A fraction of two decimal integers; the denominator is positive.
struct ExactFraction {
  std::string numerator = "0", denominator = "1";
};

/// One minimum translation: depth^2 = gap_squared / direction_squared.
struct ExactTranslation {
  std::vector<std::string> direction;  ///< decimal integers, from a to b, without common factor
  ExactFraction gap_squared;           ///< of the gap along it, which is negative
  std::string direction_squared;       ///< sum of the squares of `direction`
};

/// The depth without rounding.
struct ExactPenetration {
  Verdict verdict = Verdict::undecided;
  ExactFraction depth_squared;  ///< in lowest terms; 0 unless overlapping
  /// All optimal directions, in ascending order of their entries; none unless overlapping.
  std::vector<ExactTranslation> translations;
};

/// Cost: hundreds of microseconds to milliseconds. Bodies with a radius are not served: undecided.
SUNDER_EXPORT ExactPenetration exact_penetration(const Posed2& a, const Posed2& b);
SUNDER_EXPORT ExactPenetration exact_penetration(const Posed3& a, const Posed3& b);

/// Returns the certificate of an answer: that of its verdict and, where the bodies overlap, the proof of the interval.
SUNDER_EXPORT Certificate certify(const Posed2& a, const Posed2& b, const Penetration2& answer);
SUNDER_EXPORT Certificate certify(const Posed3& a, const Posed3& b, const Penetration3& answer);

}  // namespace sunder::inline SUNDER_ABI
