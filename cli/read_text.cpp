// SPDX-License-Identifier: Apache-2.0
#include "read_text.hpp"

#include <algorithm>
#include <cstddef>

namespace sunder::cli {

Result<std::string> read_text(Source& source) {
  constexpr std::size_t kStep = std::size_t{1} << 16;
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    if (before > kPipeLargestLine) {
      return Error{ErrorCode::too_large, "the text is longer than 2 GiB"};
    }
    text.resize(before + std::max(kStep, before / 2));
    const auto count = source.read(text.data() + before, text.size() - before);
    if (!count) return count.error();
    text.resize(before + count.value());
    if (count.value() == 0) return text;
  }
}

Result<std::string> read_text(const std::string& path) {
  const auto source = open_source(path);
  return source ? read_text(*source.value()) : source.error();
}

}  // namespace sunder::cli
