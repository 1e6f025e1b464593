// SPDX-License-Identifier: Apache-2.0
//
// A run of consecutive items, settled in their order.
#pragma once

#include "query/batch/tally.hpp"

namespace sunder::detail::batch {

template <int D>
class Settler {
 public:
  Settler(const PairBatch<D>& batch, const BatchOutput<D>& output, bool certify) noexcept
      : batch_(batch), output_(output), certify_(certify) {}

  /// Settles items `begin` to `end` - 1, but stops behind the `limit`-th that meets. Returns the
  /// item to go on with. Any number of threads may settle runs that share no item.
  std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t limit, Tally& tally) const;

  /// Marks items as not examined.
  void forget(std::int64_t begin, std::int64_t end) const noexcept;

 private:
  void write(std::int64_t item, const Finding& finding) const noexcept;

  const PairBatch<D>& batch_;
  const BatchOutput<D>& output_;
  bool certify_;
};

}  // namespace sunder::detail::batch
