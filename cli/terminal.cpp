// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <string>
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

}  // namespace

bool colours_on_standard_output() { return colours_on(STDOUT_FILENO); }
bool colours_on_standard_error() { return colours_on(STDERR_FILENO); }

void complain(std::string_view message) {
  const bool red = colours_on_standard_error();
  // Where standard error itself is closed there is nobody left to tell.
  static_cast<void>(write_all(STDERR_FILENO, fmt::format("{}sunder:{} {}\n", red ? "\x1b[31m" : "",
                                                         red ? "\x1b[0m" : "", message)));
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
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool good = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr && std::fclose(file) != 0) good = false;
  if (!good) complain(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  return good;
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
