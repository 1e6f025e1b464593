// SPDX-License-Identifier: Apache-2.0
//
// One item of a batch by the path of a single query: the reference that every faster path hands
// back to, and must agree with. A matrix becomes a pose on the stack; one that the item before
// had too is kept.
#pragma once

#include <limits>
#include <optional>
#include <type_traits>

#include "batch/columns.hpp"
#include "query/plan.hpp"

namespace sunder::detail::batch {

/// What became of an item.
struct Finding {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;
  Refusal refusal = Refusal::none;
  Interval distance{0, std::numeric_limits<double>::infinity()};  ///< where it is measured
};

enum class Question : std::uint8_t { verdict, distance, margin, proof };

/// What is asked of each item.
template <int D>
struct Demand {
  Question question = Question::verdict;
  bool certify = false;  ///< pairs of each meeting, in the hint
  double width = 0;      ///< of the distance's interval
  BatchMargins margins{};
  Column<Proposal<D>> proposals{};
};

template <int D>
class Examiner {
 public:
  Examiner(const PairBatch<D>& batch, const Demand<D>& demand) noexcept
      : batch_(batch), demand_(demand) {}

  /// `hint` may be null.
  Finding examine(std::int64_t item, Hint<D>* hint);
  /// Hands the item's bodies to `use`, or tells why they cannot be read.
  template <class Use>
  Finding with_bodies(std::int64_t item, const Use& use);
  /// Asks the memory for what a search of the item will read first: each when what was asked before
  /// it has come. The table's entries say where the headers are, these where the vertices are.
  void prefetch_handles(std::int64_t item) const noexcept;
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

  Finding decided(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const;
  Finding measured(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const;
  Finding compared(const Posed<D>& a, const Posed<D>& b, std::int64_t item, Hint<D>* hint) const;

  const PairBatch<D>& batch_;
  const Demand<D>& demand_;
  Read a_;
  Read b_;
};

inline Finding refused(Refusal why) noexcept {
  Finding finding;
  finding.refusal = why;
  return finding;
}

template <int D>
template <class Use>
Finding Examiner<D>::with_bodies(std::int64_t item, const Use& use) {
  const Polytope<D>* const a = polytope(batch_.body_a, item);
  if (a == nullptr) return refused(Refusal::body_a);
  const Polytope<D>* const b = polytope(batch_.body_b, item);
  if (b == nullptr) return refused(Refusal::body_b);
  if (!read_pose(batch_.pose_a, item, a_)) return refused(Refusal::pose_a);
  if (!read_pose(batch_.pose_b, item, b_)) return refused(Refusal::pose_b);
  if (a_.pose == nullptr) return refused(Refusal::matrix_a);
  if (b_.pose == nullptr) return refused(Refusal::matrix_b);
  if constexpr (D == kRunTime) {
    const int d = a->dimension();
    const bool same = d == b->dimension() && d == a_.pose->dimension() && d == b_.pose->dimension();
    if (!same) return refused(Refusal::dimension);
  }
  return use(Posed<D>{*a, *a_.pose}, Posed<D>{*b, *b_.pose});
}

}  // namespace sunder::detail::batch
