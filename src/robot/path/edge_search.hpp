// SPDX-License-Identifier: Apache-2.0
//
// Proves an edge of a path free, for all of its times, or finds where it is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "robot/kinematics/kinematics.hpp"
#include "robot/path/pair_bounds.hpp"
#include "robot/path/path_problem.hpp"
#include "sunder/polytope.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::detail::robot {

/// Searches edges one after another; a thread needs its own.
class EdgeSearch {
 public:
  /// `largest` bounds the size of each variable on all edges.
  EdgeSearch(const PathProblem& problem, std::span<const double> largest,
             const PathOptions& options);

  /// The configurations are from + t * change, t in [0, 1], in real arithmetic; `change` may be rounded once.
  EdgeAnswer run(std::span<const double> from, std::span<const double> change);
  /// The proof of the last edge, if it is free and certificates were asked for; else no piece.
  EdgeCertificate take_certificate() noexcept { return std::move(certificate_); }

 private:
  /// A pair that is not proven free yet, and the direction that was tried last.
  struct Active {
    std::int32_t pair = 0;  ///< of the problem
    PairDirection direction;
  };
  struct Span {
    double begin = 0, end = 1;
    double half() const noexcept { return (end - begin) / 2; }
    double middle() const noexcept { return (begin + end) / 2; }
  };
  /// close: not free, and what is left to halve is shorter than what the caller asks about.
  enum class Outcome : std::uint8_t { free, open, close };

  void visit(const Span& span, std::size_t level, std::size_t node);
  void place(const Span& span, std::size_t level);
  Outcome examine(Active& active, const Span& span);
  Outcome settle_short(const PathPair& pair, const Span& span, double doubt);
  void record(const PathPair& pair, const Span& span, const PairGap& gap);
  void mark_unproven();
  void leave_open(const Span& span, std::int64_t pair);

  const PathProblem& problem_;
  PathOptions options_;
  PairBounds bounds_;
  std::vector<double> doubts_;  ///< of each variable
  std::span<const double> from_, change_;
  /// A row for three levels: the kinematics of each robot at seven times, the middles of a span, of its halves and of
  /// theirs.
  std::vector<std::vector<Workspace>> blocks_;
  std::vector<std::vector<Active>> active_;  ///< of each level
  /// Tells of each pair whether it was apart at a moment since which nothing was left open.
  std::vector<bool> encloses_none_;
  std::vector<double> configurations_;
  double hit_ = 2;  ///< the earliest time that is known to be one
  std::int64_t hit_pair_ = -1;
  double open_begin_ = 2, open_end_ = 0;
  std::int64_t open_pair_ = -1;
  EdgeAnswer answer_;
  EdgeCertificate certificate_;
};

}  // namespace sunder::detail::robot
