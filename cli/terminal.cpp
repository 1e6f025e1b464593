// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace sunder::cli {
namespace {

bool colours_on(int descriptor) {
  if (isatty(descriptor) == 0 || std::getenv("NO_COLOR") != nullptr) return false;
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Writes everything, or returns the errno of the failure.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Writes to the file at `path`; returns the errno of the failure, or 0.
int write_over(const std::string& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  const int failure = write_all(file, text);
  return close(file) != 0 && failure == 0 ? errno : failure;
}

/// Returns the end of a chain of symbolic links; the file need not exist yet.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // the limit of Linux
  std::error_code failure;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, failure); ++i) {
    const auto next = std::filesystem::read_symlink(path, failure);
    if (failure) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Writes beside `path` and then renames. A full disk leaves the old file intact, and a symbolic
/// link stays one.
int write_beside(const std::string& path, std::string_view text, mode_t mode) {
  const std::filesystem::path target = end_of_links(path);
  // The part has a short name of its own: the target's may be as long as names can be.
  const std::string part =
      (target.parent_path() / fmt::format(".sunder.{}.part", getpid())).string();
  int failure = write_over(part, text);
  if (failure == 0 && mode != 0 && chmod(part.c_str(), mode) != 0) failure = errno;
  if (failure == 0 && std::rename(part.c_str(), target.c_str()) != 0) failure = errno;
  if (failure != 0) unlink(part.c_str());
  return failure;
}

/// Returns the descriptor that a name such as /dev/stdout or /dev/fd/3 denotes.
std::optional<int> descriptor_of(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const char* end = path.data() + path.size();
    int descriptor = 0;
    const auto read = std::from_chars(path.data() + folder.size(), end, descriptor);
    if (read.ec == std::errc() && read.ptr == end && descriptor >= 0) return descriptor;
  }
  return std::nullopt;
}

/// Follows the rules of write_file(); returns the errno of the failure, or 0.
int write_named(const std::string& path, std::string_view text) {
  // Opening the file behind the descriptor anew would truncate what the caller wrote to it before.
  if (const auto descriptor = descriptor_of(path)) return write_all(*descriptor, text);
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  // A loop of symbolic links names no file, and none of its links may be replaced.
  if (!exists && errno != ENOENT) return errno;
  // A rename cannot replace something that is no regular file, such as a named pipe.
  if (exists && !S_ISREG(status.st_mode)) return write_over(path, text);
  const int failure = write_beside(path, text, exists ? status.st_mode & 07777 : 0);
  // A folder without write permission may contain a writable file.
  const bool in_place = exists && (failure == EACCES || failure == EPERM);
  return in_place ? write_over(path, text) : failure;
}

}  // namespace

bool colours_on_standard_output() { return colours_on(STDOUT_FILENO); }
bool colours_on_standard_error() { return colours_on(STDERR_FILENO); }

void complain(std::string_view message) {
  const bool red = colours_on_standard_error();
  // If standard error itself is closed, the message has no reader.
  static_cast<void>(
      write_all(STDERR_FILENO, fmt::format("{}sunder:{} {}\n", red ? "\x1b[31m" : "",
                                           red ? "\x1b[0m" : "", printable(message))));
}

bool talks_to_a_person() { return isatty(STDERR_FILENO) != 0; }

void ProgressLine::show(std::string_view text) {
  last_ = std::chrono::steady_clock::now();
  shown_ = true;
  static_cast<void>(write_all(STDERR_FILENO, fmt::format("\r\x1b[K{}", text)));
}

void ProgressLine::clear() {
  if (shown_) static_cast<void>(write_all(STDERR_FILENO, "\r\x1b[K"));
}

bool write_output(std::string_view text) {
  const int failure = write_all(STDOUT_FILENO, text);
  if (failure == 0) return true;
  complain(fmt::format("cannot write to standard output: {}", std::strerror(failure)));
  return false;
}

bool write_file(const std::string& path, std::string_view text) {
  const int failure = write_named(path, text);
  if (failure == 0) return true;
  complain(fmt::format("cannot write {}: {}", path, std::strerror(failure)));
  return false;
}

bool is_read(std::string_view option, const std::string& path,
             const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code unused;
    if (!std::filesystem::equivalent(path, input, unused)) continue;
    complain(fmt::format("{}{}{}: that file is read; name another", option,
                         option.empty() ? "" : " ", printable(path)));
    return true;
  }
  return false;
}

std::string printable(std::string_view name) {
  std::string text(name);
  int owed = 0;  // continuation bytes still expected in the current UTF-8 character
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool goes_on = (byte & 0xc0) == 0x80;
    if (goes_on && owed > 0) {
      --owed;
      // U+0080 to U+009F are control characters, such as the one that begins an escape sequence.
      if (text[i - 1] == '\xc2' && byte < 0xa0) text[i - 1] = text[i] = '?';
      continue;
    }
    owed = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
    if (byte < 0x20 || byte == 0x7f || goes_on) text[i] = '?';
  }
  return text;
}

}  // namespace sunder::cli
