// SPDX-License-Identifier: Apache-2.0
#include "robot/reading/file_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>

#include "files/xml_text.hpp"

namespace sunder::detail::robot {

Result<std::string> file_text(const std::string& path, const ReadLimits& limits) {
  Result<std::unique_ptr<Source>> source = open_source(path);
  if (!source) return source.error();
  const auto most = std::min(files::kGreatestXml,
                             static_cast<std::size_t>(std::max(limits.bytes, std::int64_t{0})));
  std::string text;
  for (std::size_t size = 0;;) {
    text.resize(size + (std::size_t{1} << 16));
    const Result<std::size_t> got = source.value()->read(text.data() + size, text.size() - size);
    if (!got) return got.error();
    size += got.value();
    text.resize(size);
    if (got.value() == 0) return text;
    if (size > most) {
      return Error{ErrorCode::too_large,
                   fmt::format("{}: more than {} bytes; split the file", path, most)};
    }
  }
}

}  // namespace sunder::detail::robot
