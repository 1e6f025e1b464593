// SPDX-License-Identifier: Apache-2.0
//
// One item of a batch by the path of a single query: the reference that every faster path hands
// back to, and must agree with. A matrix becomes a pose on the stack; one that the item before
// had too is kept.
#pragma once

#include <optional>

#include "query/batch/columns.hpp"
#include "query/decide.hpp"

namespace sunder::detail::batch {

/// What became of an item.
struct Finding {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;
  Refusal refusal = Refusal::none;
  double lower = 0;  ///< of the distance, where it is measured
  double upper = std::numeric_limits<double>::infinity();
};

/// What is wanted of each item beside the verdict.
struct Demand {
  bool certify = false;  ///< pairs of each meeting, in the hint
  bool measure = false;  ///< the distance's interval
  double width = 0;      ///< of the interval
};

template <int D>
class Examiner {
 public:
  Examiner(const PairBatch<D>& batch, const Demand& demand) noexcept
      : batch_(batch), demand_(demand) {}

  /// `hint` may be null.
  Finding examine(std::int64_t item, Hint<D>* hint);
  /// Asks the memory for what a search of the item will read first: some items before it the
  /// headers of the bodies, then, when these have come, the bodies.
  void prefetch_headers(std::int64_t item) const noexcept;
  void prefetch_bodies(std::int64_t item) const noexcept;

 private:
  /// The pose that was read last on one side.
  struct Read {
    std::int32_t index = -1;
    const Pose<D>* pose = nullptr;  ///< null where the matrix is not finite
    std::optional<Pose<D>> built;   ///< of a matrix
  };

  /// Null where the index names no polytope.
  const Polytope<D>* polytope(const Indices& list, std::int64_t item) const noexcept;
  const HullBlock* hull(const Indices& list, std::int64_t item) const noexcept;
  /// False where the index names no pose.
  bool read_pose(const Indices& list, std::int64_t item, Read& read) const;

  Finding decided(const Pair<D>& pair, Hint<D>* hint) const;
  Finding measured(const Polytope<D>& a, const Polytope<D>& b, Hint<D>* hint) const;

  const PairBatch<D>& batch_;
  Demand demand_;
  Read a_;
  Read b_;
};

}  // namespace sunder::detail::batch
