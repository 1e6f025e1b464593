// SPDX-License-Identifier: Apache-2.0
//
// Are two bodies apart for all that the joints between them may do, seen from one configuration? What edges of paths and
// boxes of joint values ask alike.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "robot/path/path_moment.hpp"
#include "robot/path/path_problem.hpp"
#include "robot/path/relative_motion.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::robot {

inline constexpr double kPathUpward = 1 + 0x1p-30;  ///< covers the roundings of a few operations
/// Times the sizes: the roundings of an image, of a direction and of a scalar product.
inline constexpr double kPathSumError = 0x1p-47;

/// What a pair may do, seen from the poses of the moment.
struct PairPlay {
  RelativeMotion motion;
  double error = 0;  ///< of the frames of both
  double doubt = 0;  ///< of where b is, in all
  double loss =
      0;  ///< how far both must be apart at the moment, so that they stay apart by more than their margin
  double ball_gap = 0;  ///< what their balls prove; below 0: nothing
};

/// What is tried first on a pair.
struct PairDirection {
  Vector3 direction{};  ///< that separated it last, in the frame of its body a
  bool known = false;
  std::array<std::int32_t, 2> pieces{-1, -1};  ///< that were last not apart; -1: none
  /// The bodies were apart at another moment, and their boundaries never met between.
  bool encloses_none = false;
};

/// A direction of the world that separates a piece of a from one of b, and by how much more than is asked.
struct PieceGap {
  std::array<std::int32_t, 2> pieces{};
  Vector3 direction{};
  double gap = 0;
};

/// A proof, or none, that a pair stays apart, or that it overlaps.
struct PairGap {
  bool apart = false;
  bool enclosed = false;  ///< proven: one lies inside the other, boundaries apart
  /// They stay farther apart than their margin by this, at least; 0 where meshes were compared.
  double gap = 0;
  Vector3 direction{};  ///< from a to b, in the world's frame; 0 where there is none
  /// Pairs of pieces that cover those of both, where no direction separates all; valid until the next call.
  std::span<const PieceGap> pieces{};
  /// The distance of the hulls at the moment; [0, infinity] where it was not measured.
  Interval hulls{0, std::numeric_limits<double>::infinity()};
};

/// A thread needs its own.
class PairBounds {
 public:
  /// `largest` bounds the size of each variable.
  PairBounds(const PathProblem& problem, std::span<const double> largest);

  PathMoment& moment() noexcept { return moment_; }

  /// All joints move at once, each by the same share of its rate, up to `half` of it either way. `doubts` are those of the
  /// variables at the moment. The answer holds until the next call.
  const PairPlay& play_together(const PathPair& pair, std::span<const double> rates,
                                std::span<const double> doubts, double half);
  /// Each joint moves by up to its rate either way, whatever the others do; its variable is exact at the moment. What is
  /// proven apart is so for exact kinematics, and for the doubles of forward().
  const PairPlay& play_apart(const PathPair& pair, std::span<const double> rates);

  /// Tries what is cheap first. Hulls are measured where the joints move b by `width` at most, or where a direction could
  /// prove something.
  PairGap separate(const PathPair& pair, PairDirection& kept, double width);

  /// A lower bound on the depth to which the bodies, as their poses were computed, overlap at the moment; 0 where they do
  /// not.
  double least_depth(const PathPair& pair);

  std::span<const MovingAxis> axes() const noexcept { return axes_; }

 private:
  double rounding_of(const PathBody& body) const noexcept;
  Ball<3> set_axes(const PathPair& pair, std::span<const double> rates,
                   std::span<const double> doubts);
  void set_play(const PathPair& pair, const Ball<3>& ball, double half, double errors);
  double least_gap(const PathPair& pair, const Vector3& direction,
                   std::span<const Vector3> points_a, std::span<const Vector3> points_b);
  // piece_bounds.cpp
  /// overlap: the hulls of two pieces do, at the moment. enclosed: one body lies inside the other.
  enum class Pieces : std::uint8_t { apart, close, overlap, enclosed };
  Pieces separate_pieces(const PathPair& pair, PairDirection& kept);
  Pieces separate_two(const PathPair& pair, std::array<std::int32_t, 2> two, Vector3& direction);
  Pieces walk_pieces(const PathPair& pair, std::array<std::int32_t, 2> two, Vector3 direction);
  Pieces look_inside(const PathPair& pair);

  /// How a twist moves a point of b along a direction, in b's frame: by slope * point + rest.
  struct Way {
    Vector3 slope{};
    double rest = 0;
  };

  const PathProblem& problem_;
  std::vector<std::vector<FrameRounding>> rounding_;  ///< of each robot
  PathMoment moment_;
  std::vector<MovingAxis> axes_;
  std::vector<Twist> twists_;  ///< times the most that each is done
  std::vector<Way> ways_;
  PairPlay play_;
  std::vector<PieceGap> gaps_;           ///< of the pieces that were separated
  std::array<std::int32_t, 2> close_{};  ///< those that were not
};

/// A checker's body as a body.
const Body3& whole(const CheckBody& body) noexcept;
/// A checker's body, or what lies in it where it is a cylinder.
const Body3& core(const CheckBody& body) noexcept;

}  // namespace sunder::detail::robot
