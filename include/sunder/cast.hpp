// SPDX-License-Identifier: Apache-2.0
//
// When do moving bodies meet first? Translations are answered exactly; rotating bodies by steps that are proven free,
// with the error of every computed rotation included: nothing tunnels.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// How a posed body moves while time goes from 0 to 1, world frame, in real arithmetic. At time t
/// the point that was at x is at
///
///   c + R(t * angle) (x - c) + t * translation
///
/// where R rotates about `axis` through the centre c, right-handed, by radians (in the plane:
/// counter-clockwise about c). The centre moves along with the translation.
template <int D>
class SUNDER_EXPORT Motion {
 public:
  /// Makes a motion that moves nothing.
  Motion() = default;
  /// Refuses NaN and infinities.
  static Result<Motion> linear(const Vector<D>& translation);
  /// Refuses NaN, infinities, and an axis of length zero. The axis may have any other length.
  static Result<Motion> rigid(const Vector<3>& translation, const Vector<3>& centre, const Vector<3>& axis,
                              double angle)
    requires(D == 3);
  static Result<Motion> rigid(const Vector<2>& translation, const Vector<2>& centre, double angle)
    requires(D == 2);

  const Vector<D>& translation() const noexcept { return translation_; }
  const Vector<D>& centre() const noexcept { return centre_; }
  const Vector<3>& axis() const noexcept { return axis_; }  ///< in the plane (0, 0, 1)
  double angle() const noexcept { return angle_; }
  bool turns() const noexcept { return angle_ < 0 || angle_ > 0; }

 private:
  Vector<D> translation_{};
  Vector<D> centre_{};
  Vector<3> axis_{0, 0, 1};
  double angle_ = 0;
};
using Motion2 = Motion<2>;
using Motion3 = Motion<3>;

enum class CastVerdict : std::uint8_t {
  free = 0,       ///< the bodies do not meet at any time in [0, 1]
  hit = 1,        ///< they meet, for the first time in `time`
  unresolved = 2  ///< apart before time.lower; whether they meet in `time` is left open, and
                  ///< of later times nothing is said
};
SUNDER_EXPORT std::string_view to_string(CastVerdict verdict) noexcept;

/// The answer of cast(); true where they meet, which is touching or overlapping.
template <int D>
struct Cast {
  CastVerdict verdict = CastVerdict::unresolved;
  /// Proven apart on [0, time.lower). Hit: they meet at some time in it. Free: [1, 1].
  Interval time{0, 1};
  /// Hit or unresolved, at about time.lower: where they meet, or are closest, as one point twice.
  std::optional<Witness<D>> witness;
  Verdict start = Verdict::undecided;  ///< at time 0, exact; a hit at [0, 0] unless separated
  int steps = 0;                       ///< poses that were examined
  explicit operator bool() const noexcept { return verdict == CastVerdict::hit; }
};
using Cast2 = Cast<2>;
using Cast3 = Cast<3>;

struct CastOptions {
  /// For rotations and paths: the requested width of `time`, in units of time; 2^-48 at least.
  double tolerance = 1e-9;
  /// Poses examined at most; then the answer is unresolved with what is left. 0: a million, which takes seconds.
  /// Thousands of turns may need that, or a body millions of times as large as its gap.
  int max_steps = 0;
};

/// When do they meet first? Where both bodies only translate the time is exact: its ends are the doubles next to it, or
/// it itself; with radii too. Else the interval is no wider than the tolerance. For a hit it can be 4096 times as wide,
/// where bodies close so slowly that the roundings of their poses hide the contact. These roundings are some 100 ulps
/// of the bodies' size and path. Unresolved are bodies that come closer than that and do not overlap deeper: grazes,
/// flat bodies rotating in a common plane. Angles of 2^60 and more, and numbers beyond 2^150, are unresolved. Cost:
/// translations, a fraction of distance() where free, 0.2 microseconds for a hit of boxes of one orientation, 0.4 to
/// 0.7 of other boxes, small hulls or polygons. Hulls that graze or have parallel faces take 3 to 60, radii some 75.
/// Rotations take 2 to 5 microseconds a step, of which a free answer needs 2 or 3 and a hit 10 to 15.
SUNDER_EXPORT Cast2 cast(const Posed2& a, const Motion2& motion_a, const Posed2& b, const Motion2& motion_b,
                         const CastOptions& options = {});
SUNDER_EXPORT Cast3 cast(const Posed3& a, const Motion3& motion_a, const Posed3& b, const Motion3& motion_b,
                         const CastOptions& options = {});

/// Casts unknown motions: no point of a moves farther than `bound_a` from where it is now, none of b farther than
/// `bound_b`. `free` is proven exactly, `hit` means that the bodies meet now, and all else is unresolved in [0, 1]. A
/// bound that is negative or NaN proves nothing.
SUNDER_EXPORT Cast2 cast_within(const Posed2& a, double bound_a, const Posed2& b, double bound_b);
SUNDER_EXPORT Cast3 cast_within(const Posed3& a, double bound_a, const Posed3& b, double bound_b);

/// A motion that the caller knows: `pose(t)`, exact for each t in [0, 1], and a bound on the speed of every point of
/// the body (length per time). With a bound that is negative or not finite, or without a function, only a hit at time
/// 0 is proven.
template <int D>
struct Path {
  std::function<Pose<D>(double)> pose;
  double speed = 0;
  double radius = 0;  ///< of the body, as that of Posed
};
SUNDER_EXPORT Cast2 cast(const Polytope2& a, const Path<2>& path_a, const Polytope2& b, const Path<2>& path_b,
                         const CastOptions& options = {});
SUNDER_EXPORT Cast3 cast(const Polytope3& a, const Path<3>& path_a, const Polytope3& b, const Path<3>& path_b,
                         const CastOptions& options = {});

/// Where does the ray origin + t * direction, t in [0, 1], meet the body first? It is exact, as the cast of a point,
/// which is a: the normal points into the body. Refuses NaN and infinities. Cost in space: 0.03 microseconds for most
/// misses, 0.2 for a hit, 1 to 2 where it passes an edge as closely as doubles resolve. In the plane 0.6 for a hit.
SUNDER_EXPORT Result<Cast2> ray_cast(const Vector2& origin, const Vector2& direction, const Posed2& body);
SUNDER_EXPORT Result<Cast3> ray_cast(const Vector3& origin, const Vector3& direction, const Posed3& body);

/// Returns the point of the body closest to `point`, which is a: witness->point_b. Where the point is in the body the
/// distance is 0. Refuses NaN and infinities.
SUNDER_EXPORT Result<Distance2> closest_point(const Vector2& point, const Posed2& body, double width = 0);
SUNDER_EXPORT Result<Distance3> closest_point(const Vector3& point, const Posed3& body, double width = 0);

}  // namespace sunder::inline SUNDER_ABI
