// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
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

/// Writes everything or returns the errno that stopped it.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Writes to what `path` names; returns the errno that stopped it, or 0.
int write_over(const std::string& path, std::string_view text) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  const int failure = write_all(file, text);
  return close(file) != 0 && failure == 0 ? errno : failure;
}

/// Where a chain of symbolic links leads, to a file that need not be there yet.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  std::error_code failure;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(path, failure); ++i) {
    const auto next = std::filesystem::read_symlink(path, failure);
    if (failure) break;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return path;
}

/// Writes beside `path` and then renames: a disk that is full leaves there what was there before, and a
/// symbolic link stays one.
int write_beside(const std::string& path, std::string_view text, mode_t mode) {
  const std::string target = end_of_links(path).string();
  const std::string part = fmt::format("{}.{}.part", target, getpid());
  int failure = write_over(part, text);
  if (failure == 0 && mode != 0 && chmod(part.c_str(), mode) != 0) failure = errno;
  if (failure == 0 && std::rename(part.c_str(), target.c_str()) != 0) failure = errno;
  if (failure != 0) unlink(part.c_str());
  return failure;
}

}  // namespace

bool colours_on_standard_output() { return colours_on(STDOUT_FILENO); }
bool colours_on_standard_error() { return colours_on(STDERR_FILENO); }

void complain(std::string_view message) {
  const bool red = colours_on_standard_error();
  // Where standard error itself is closed there is nobody left to tell.
  static_cast<void>(
      write_all(STDERR_FILENO, fmt::format("{}sunder:{} {}\n", red ? "\x1b[31m" : "",
                                           red ? "\x1b[0m" : "", printable(message))));
}

bool talks_to_a_person() { return isatty(STDERR_FILENO) != 0; }

void write_progress(std::string_view text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

bool write_output(std::string_view text) {
  const int failure = write_all(STDOUT_FILENO, text);
  if (failure == 0) return true;
  complain(fmt::format("cannot write to standard output: {}", std::strerror(failure)));
  return false;
}

bool write_file(const std::string& path, std::string_view text) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  // Such as links in a circle: what cannot be looked at is not put in another's place.
  const int unseen = exists || errno == ENOENT ? 0 : errno;
  // What is no regular file, such as a named pipe, cannot be put in another's place.
  int failure = unseen != 0 ? unseen
                : exists && !S_ISREG(status.st_mode)
                    ? write_over(path, text)
                    : write_beside(path, text, exists ? status.st_mode & 07777 : 0);
  // A folder that is not ours to write to may hold a file that is.
  if (exists && (failure == EACCES || failure == EPERM)) failure = write_over(path, text);
  if (failure == 0) return true;
  complain(fmt::format("cannot write {}: {}", path, std::strerror(failure)));
  return false;
}

std::string printable(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '?';
  }
  return text;
}

}  // namespace sunder::cli
