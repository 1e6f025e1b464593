// SPDX-License-Identifier: Apache-2.0
//
// Settles one item of a batch by the path of a single query. Every faster path leaves this one what
// it cannot prove, and must agree with it. A matrix becomes a pose on the stack. A matrix that an
// earlier item had too is mostly not converted again.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>

#include "batch/columns.hpp"
#include "batch/pose_cache.hpp"
#include "batch/records.hpp"
#include "query/plan.hpp"

namespace sunder::detail::batch {

/// The result of an item.
struct Finding {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;
  Refusal refusal = Refusal::none;
  Interval distance{0, std::numeric_limits<double>::infinity()};  ///< if it is measured
};

enum class Question : std::uint8_t { verdict, distance, margin, proof, contact, cast };

/// The question that a batch asks about each item, with its options.
template <int D>
struct Demand {
  Question question = Question::verdict;
  bool certify = false;                                     ///< hints get the pairs of each meeting
  double width = 0;                                         ///< of the distance's interval
  double beyond = std::numeric_limits<double>::infinity();  ///< farther items are not measured
  Column<double> margins{};                                 ///< without data all are 0
  Column<Proposal<D>> proposals{};
  ContactOptions<D> contact_options{};
  std::span<Contact<D>> contacts{};
  CastOptions cast_options{};
  Column<Motion<D>> motions{};
  std::span<Cast<D>> casts{};

  bool is_limited() const noexcept { return beyond < std::numeric_limits<double>::infinity(); }
};

template <int D>
class Examiner {
 public:
  Examiner(const PairBatch<D>& batch, const Demand<D>& demand) noexcept
      : batch_(batch), demand_(demand) {}

  /// `hint` may be null.
  Finding examine(std::int64_t item, Hint<D>* hint);
  /// Calls `use` with the item's bodies. Returns a refusal if they cannot be read.
  template <class Use>
  Finding with_bodies(std::int64_t item, const Use& use);
  /// Prefetches what a search of the item reads first. Call each after the data of the previous one
  /// has arrived: a table's entry points to the header, and the header to the vertices.
  /// They are inlined, like those of records.hpp.
  [[gnu::always_inline]] void prefetch_handles(std::int64_t item) const noexcept {
    for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
      const Polytope<D>* const found = polytope(*list, item);
      if (found != nullptr) hwy::Prefetch(found);
    }
  }
  [[gnu::always_inline]] void prefetch_headers(std::int64_t item) const noexcept {
    for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
      const HullBlock* const block = hull(*list, item);
      if (block == nullptr) continue;
      prefetch_header(*block);
      hwy::Prefetch(reinterpret_cast<const std::byte*>(block) + 2 * kLine);
    }
  }
  /// Prefetches vertices in floats. A search of a small body reads nothing else before doubles prove
  /// the verdict. A large body gets few lines: more would evict the current item's data.
  [[gnu::always_inline]] void prefetch_bodies(std::int64_t item) const noexcept {
    for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
      const HullBlock* const block = hull(*list, item);
      if (block == nullptr || block->points_float == nullptr) continue;
      prefetch_numbers(*block);
      const auto* const bytes = reinterpret_cast<const std::byte*>(block->points_float);
      const std::ptrdiff_t size = std::min(std::ptrdiff_t{D} * block->stride * 4, 8 * kLine);
      for (std::ptrdiff_t at = 0; at < size; at += kLine) hwy::Prefetch(bytes + at);
    }
  }

 private:
  /// The last pose that was read on one side.
  struct Read {
    std::int32_t index = -1;
    const Pose<D>* pose = nullptr;  ///< null if the matrix is not finite
    std::optional<Pose<D>> built;   ///< from a matrix
  };

  /// Returns null if the index names no polytope.
  const Polytope<D>* polytope(const Indices& list, std::int64_t item) const noexcept;
  const HullBlock* hull(const Indices& list, std::int64_t item) const noexcept {
    const Polytope<D>* const found = polytope(list, item);
    return found == nullptr ? nullptr : &BlockAccess::block(*found);
  }
  /// Returns false if the index names no pose.
  bool read_pose(const Indices& list, std::int64_t item, Read& read, const Read& other);
  const Pose<D>* build_pose(std::int32_t index, Read& read, const Read& other);

  double radius(const Indices& list, std::int64_t item) const noexcept {
    return batch_.radii.data == nullptr ? 0 : number_at(batch_.radii, index_at(list, item));
  }

  Finding decided(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const;
  Finding measured(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const;
  Finding contacted(const Posed<D>& a, const Posed<D>& b, std::int64_t item, Hint<D>* hint) const;
  Finding moved(const Posed<D>& a, const Posed<D>& b, std::int64_t item) const;

  const PairBatch<D>& batch_;
  const Demand<D>& demand_;
  Read a_;
  Read b_;
  PoseCache<D> cache_;
};

inline Finding finding_of(const Decision& answer) noexcept {
  Finding finding;
  finding.verdict = answer.verdict;
  finding.stage = answer.stage;
  finding.decided_by = answer.decided_by;
  return finding;
}

/// Returns the verdict that a batch counts: a free item is separated, a hit touches or overlaps.
template <int D>
Finding finding_of_cast(const Cast<D>& found) noexcept {
  Finding finding;
  if (found.verdict == CastVerdict::free) finding.verdict = Verdict::separated;
  if (found.verdict == CastVerdict::hit) {
    const bool overlaps = found.start == Verdict::overlapping;
    finding.verdict = overlaps ? Verdict::overlapping : Verdict::touching;
  }
  return finding;
}

/// Compares the distance of the bodies, less their radii, with a margin.
template <int D>
Finding compared(const Posed<D>& a, const Posed<D>& b, double margin, Hint<D>* hint);

/// Returns whether both bodies are boxes. The distance of boxes costs as much as a comparison.
template <int D>
bool are_boxes(const Posed<D>& a, const Posed<D>& b) noexcept {
  return BlockAccess::block(a.polytope()).shape == Shape::box &&
         BlockAccess::block(b.polytope()).shape == Shape::box;
}

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
  if (!read_pose(batch_.pose_a, item, a_, b_)) return refused(Refusal::pose_a);
  if (!read_pose(batch_.pose_b, item, b_, a_)) return refused(Refusal::pose_b);
  if (a_.pose == nullptr) return refused(Refusal::matrix_a);
  if (b_.pose == nullptr) return refused(Refusal::matrix_b);
  if constexpr (D == kRunTime) {
    const int d = a->dimension();
    const bool same = d == b->dimension() && d == a_.pose->dimension() && d == b_.pose->dimension();
    if (!same) return refused(Refusal::dimension);
  }
  const double radius_a = radius(batch_.body_a, item);
  const double radius_b = radius(batch_.body_b, item);
  if (!is_length(radius_a) || !is_length(radius_b)) return refused(Refusal::margin);
  return use(Posed<D>{*a, *a_.pose, radius_a}, Posed<D>{*b, *b_.pose, radius_b});
}

}  // namespace sunder::detail::batch
