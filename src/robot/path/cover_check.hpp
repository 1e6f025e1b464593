// SPDX-License-Identifier: Apache-2.0
//
// What the pieces of one pair show together: that its boundaries stay apart, and that neither body lies inside the other.
//
// A piece about clusters tells about some pairs of smallest clusters of triangles. Those of one span must cover all pairs.
// Boundaries that never meet leave the bodies apart at all times, or at none. Each component of either boundary must have
// a smallest cluster that gets away at one time. Along a line it is shifted until it is beyond the other's hull, and stays
// apart from all of the other's clusters. The other is bounded, and so the component is not inside of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "robot/path/path_problem.hpp"
#include "robot/path/span_check.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::detail::robot {

/// The smallest clusters of a body, and which of them belong to each cluster.
class LeafTable {
 public:
  explicit LeafTable(const PathBody& body);

  /// The first and the one behind the last, of all smallest clusters.
  const std::array<std::size_t, 2>& range(std::int32_t piece) const noexcept {
    return ranges_[static_cast<std::size_t>(piece)];
  }
  std::size_t count() const noexcept { return leaves_.size(); }
  const PathPiece& leaf(std::size_t index) const noexcept { return *leaves_[index]; }

 private:
  std::vector<std::array<std::size_t, 2>> ranges_;
  std::vector<const PathPiece*> leaves_;
};

/// The proof of one pair, as far as it was read.
class PairCover {
 public:
  double until = 0;       ///< the pair is shown apart up to here
  bool is_apart = false;  ///< one direction separated all of both, at some time

  /// The pairs of smallest clusters of the last span that are not shown apart.
  std::size_t left() const noexcept { return left_; }
  double begin() const noexcept { return begin_; }
  double end() const noexcept { return end_; }
  /// Does a piece belong to the span that is not covered yet?
  bool continues(const EdgePiece& piece) const noexcept;
  void add(const EdgePiece& piece, const LeafTable& a, const LeafTable& b);

  /// Looks for clusters that get away at one time, that of `span`, when the pieces of a span are complete.
  void look_outside(const SpanCheck& span, const PathProblem& problem, const PathPair& pair,
                    const LeafTable& a, const LeafTable& b);
  bool encloses_none() const noexcept;

 private:
  struct Gap {
    EdgePiece piece;
    double least;  ///< in units of the direction's length
  };
  bool gets_away(const SpanCheck& span, const PathProblem& problem, const PathPair& pair, int side,
                 const PathPiece& leaf, const std::vector<Gap>& gaps) const;

  double begin_ = 0, end_ = 0;
  std::vector<EdgePiece> pieces_;  ///< of the last span
  std::vector<bool> separated_;    ///< pairs of smallest clusters, those of b side by side
  std::size_t left_ = 0;
  std::array<std::vector<bool>, 2> outside_;  ///< components of a and of b
};

/// Do pieces of one pair, which all are true and about clusters, show that neither body lies inside the other?
bool show_outside(std::span<const EdgePiece> pieces, const PathProblem& problem,
                  const PathPair& pair, std::span<const double> from,
                  std::span<const Range> change);

}  // namespace sunder::detail::robot
