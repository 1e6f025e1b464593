// SPDX-License-Identifier: Apache-2.0
//
// Tests each pair of a list in each configuration of a list. An item of this batch is a
// configuration.
#pragma once

#include "batch/settle.hpp"

namespace sunder::detail::batch {

template <int D>
class ConfigurationSearch final : public Work {
 public:
  ConfigurationSearch(const ConfigurationBatch<D>& batch,
                      const ConfigurationOutput& output) noexcept;

  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit,
                      Tally& tally) const override;
  void forget(std::int64_t begin, std::int64_t end) const noexcept override;

  /// Returns the number of configurations in a task.
  std::int64_t chunk() const noexcept;

 private:
  /// The result of a configuration so far.
  struct Known {
    std::int32_t first_hit = -1;
    Verdict verdict = Verdict::separated;  ///< of the first hit
    Refusal refusal = Refusal::none;       ///< before the first hit
  };
  struct Items;
  using Block = std::array<Known, kBlock>;

  bool leaves_early() const noexcept { return output_.pair_verdicts.empty(); }
  std::int32_t pose_of(std::int32_t body, std::int64_t configuration) const noexcept;
  void ask_block(std::int64_t first, std::int32_t count, Block& block, Counters& counters) const;
  /// Tests one pair in the configurations `first` + open[i].
  void ask_pair(std::int64_t pair, std::int64_t first, std::span<const std::int32_t> open,
                Block& block, Counters& counters) const;
  /// Tests all pairs from `pair` on in one configuration.
  void ask_rest(std::int64_t pair, std::int64_t configuration, Known& known,
                Counters& counters) const;
  std::int64_t settle_items(Items& items, std::int64_t limit, Counters& counters) const;
  void note(std::int64_t pair, std::int64_t configuration, Verdict verdict, Refusal refusal,
            Known& known) const noexcept;

  const ConfigurationBatch<D>& batch_;
  const ConfigurationOutput& output_;
  Demand<D> demand_;
  LaneRecords<D> records_;
};

}  // namespace sunder::detail::batch
