// SPDX-License-Identifier: Apache-2.0
//
// Proves two parts of a robot apart, or meeting, for all values of the joints between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "robot/kinematics/kinematics.hpp"
#include "robot/pairs/joint_box.hpp"
#include "robot/path/pair_bounds.hpp"
#include "robot/path/path_problem.hpp"

namespace sunder::detail::robot {

/// How a search ends.
enum class BoxOutcome : std::uint8_t {
  proven,  ///< for all values
  met,  ///< there is a configuration where they meet; or, if asked whether they always meet, where they do not
  open  ///< no proof was found within the boxes allowed
};

struct BoxAnswer {
  BoxOutcome outcome = BoxOutcome::open;
  std::int64_t boxes = 0;
  double gap =
      std::numeric_limits<double>::infinity();  ///< by which the parts stay apart, if proven
  /// The smallest distance of the hulls that was met at the middle of a box.
  double nearest = std::numeric_limits<double>::infinity();
  std::vector<double> configuration;  ///< where they meet, or that was met; else empty
};

/// Searches pairs one after another; a thread needs its own.
class BoxSearch {
 public:
  /// `problem` is of one robot, without a scene.
  /// `goes_on` is asked between boxes; where it says no, the pair is left open.
  BoxSearch(const PathProblem& problem, const JointBox& ranges, std::function<bool()> goes_on);

  /// Are the parts apart everywhere?
  BoxAnswer apart(const PathPair& pair, std::int64_t boxes);
  /// Do the parts overlap everywhere? Asked of convex parts alone; others are left open.
  BoxAnswer overlapping(const PathPair& pair, std::int64_t boxes);

 private:
  struct Box {
    double key = 0;  ///< boxes of smaller ones are halved first
    std::int64_t number = 0;
    PairDirection direction;
    std::size_t split = 0;  ///< the variable of the pair that is halved
    std::vector<double> lower, upper;
  };
  enum class Question : std::uint8_t { apart, overlapping };
  enum class State : std::uint8_t { settled, met, open };

  BoxAnswer run(const PathPair& pair, std::int64_t boxes, Question question);
  State look(const PathPair& pair, Box& box, std::size_t lane, Question question,
             BoxAnswer& answer);
  void place(std::span<const Box> boxes);
  double set_rates(const Box& box);
  void choose_split(const PathPair& pair, Box& box);

  const PathProblem& problem_;
  const JointBox& ranges_;
  std::function<bool()> goes_on_;
  PairBounds bounds_;
  Workspace workspace_;
  std::vector<double> start_, configurations_, rates_;
  std::vector<std::size_t> variables_;  ///< of the pair's chain
};

}  // namespace sunder::detail::robot
