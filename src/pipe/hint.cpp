// SPDX-License-Identifier: Apache-2.0
#include "pipe/hint.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

#include "pipe/certificate.hpp"

namespace sunder::detail {

template <int D>
std::optional<Error> to_hint(const Certificate& text, int dimension, Hint<D>& hint) {
  const auto d = static_cast<std::size_t>(dimension);
  if (!text.direction.empty() && text.direction.size() != d) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("hint.direction has length {}; in dimension {} it must have length {}",
                             text.direction.size(), d, d)};
  }
  if (text.pairs.size() > 2 * d + 2) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("hint.pairs has length {}; in dimension {} it has at most {}",
                             text.pairs.size(), d, 2 * d + 2)};
  }
  const std::vector<double> direction = rounded_direction(text.direction);
  hint.verdict = text.verdict;
  if constexpr (D == kRunTime) {
    hint.pairs = text.pairs;
    hint.direction = direction;
  } else {
    hint.pair_count = static_cast<std::uint8_t>(text.pairs.size());
    std::copy(text.pairs.begin(), text.pairs.end(), hint.pairs.begin());
    std::copy(direction.begin(), direction.end(), hint.direction.begin());
  }
  return std::nullopt;
}

template std::optional<Error> to_hint(const Certificate&, int, Hint<2>&);
template std::optional<Error> to_hint(const Certificate&, int, Hint<3>&);
template std::optional<Error> to_hint(const Certificate&, int, Hint<kRunTime>&);

}  // namespace sunder::detail
