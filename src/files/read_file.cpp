// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <sys/stat.h>

#include "files/model.hpp"

namespace sunder::detail::files {
namespace {

struct Closer {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};

Error cannot_read(const std::string& path, int reason) {
  return {io_error::cannot_read, fmt::format("{}: {}", path, std::strerror(reason))};
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::int64_t max_bytes) {
  // The kind is tested before opening: opening a named pipe would wait for a writer.
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) return cannot_read(path, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    return Error{io_error::cannot_read, path + ": not a regular file; write it to one first"};
  }
  const std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return cannot_read(path, errno);
  const auto size = static_cast<std::int64_t>(status.st_size);
  if (size == 0) {
    return Error{io_error::syntax, path + ": the file is empty; a mesh was expected"};
  }
  if (size > max_bytes) {
    return Error{ErrorCode::too_large,
                 fmt::format("{}: {} bytes, and at most {} are read; split the file", path, size,
                             max_bytes)};
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t got = std::fread(bytes.data(), 1, bytes.size(), file.get());
  if (std::ferror(file.get()) != 0) return cannot_read(path, errno);
  bytes.resize(got);
  return bytes;
}

}  // namespace sunder::detail::files
