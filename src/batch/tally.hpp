// SPDX-License-Identifier: Apache-2.0
//
// Counts the results of a run of items. Sums of counts do not depend on the cuts between chunks.
#pragma once

#include <algorithm>
#include <cstddef>

#include "batch/examiner.hpp"
#include "batch/lanes.hpp"
#include "batch/parallel.hpp"

namespace sunder::detail::batch {

/// Returns the finding of an item that lanes have settled.
inline Finding finding_of(std::uint8_t code) noexcept {
  Finding finding;
  finding.verdict = verdict_of(code);
  finding.stage = stage_of(code);
  finding.decided_by = functions_of_code(code);
  return finding;
}

struct Tally {
  BatchHit hit = BatchHit::meets;
  std::int64_t separated = 0;
  std::int64_t touching = 0;
  std::int64_t overlapping = 0;
  std::int64_t refused = 0;
  std::int64_t unproven = 0;
  std::int64_t first_hit = -1;
  Counters counters;

  Tally() = default;
  explicit Tally(BatchHit what) noexcept : hit(what) {}

  bool is_hit(Verdict verdict) const noexcept {
    const bool meets = verdict == Verdict::touching || verdict == Verdict::overlapping;
    return hit == BatchHit::meets ? meets : verdict == Verdict::separated;
  }
  std::int64_t hits() const noexcept {
    return hit == BatchHit::meets ? touching + overlapping : separated;
  }
  std::int64_t settled() const noexcept {
    return separated + touching + overlapping + refused + unproven;
  }

  void add_hit(std::int64_t item) noexcept {
    if (first_hit < 0 || item < first_hit) first_hit = item;
  }

  void add(std::int64_t item, const Finding& finding) noexcept {
    if (finding.refusal != Refusal::none) {
      ++refused;
      return;
    }
    if (finding.verdict == Verdict::undecided) {
      ++unproven;
      return;
    }
    if (finding.verdict == Verdict::separated) {
      ++separated;
    } else {
      ++(finding.verdict == Verdict::touching ? touching : overlapping);
    }
    if (is_hit(finding.verdict)) add_hit(item);
    if (finding.stage == Stage::none) return;  // a cast has none
    ++counters.by_stage[static_cast<std::size_t>(finding.stage)];
    ++counters.by_algorithm[static_cast<std::size_t>(finding.decided_by)];
  }

  /// Adds items that lanes have settled, without their first hit.
  void add(const std::array<std::int32_t, kLaneCodes>& counts) noexcept {
    for (std::uint8_t code = 0; code < kLaneCodes; ++code) {
      if (code == kOpen) continue;
      const Finding finding = finding_of(code);
      const std::int32_t items = counts[code];
      (finding.verdict == Verdict::separated ? separated : overlapping) += items;
      counters.by_stage[static_cast<std::size_t>(finding.stage)] +=
          static_cast<std::uint64_t>(items);
      counters.by_algorithm[static_cast<std::size_t>(finding.decided_by)] +=
          static_cast<std::uint64_t>(items);
    }
  }

  void add(const Tally& other) noexcept {
    separated += other.separated;
    touching += other.touching;
    overlapping += other.overlapping;
    refused += other.refused;
    unproven += other.unproven;
    if (other.first_hit >= 0) add_hit(other.first_hit);
    batch::add(counters, other.counters);
  }
};

}  // namespace sunder::detail::batch
