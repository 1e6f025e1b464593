// SPDX-License-Identifier: Apache-2.0
//
// Data goes to standard output, messages to standard error. Colours appear on terminals alone.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace sunder::cli {

/// Returns true if colours may be used on the stream: it is a terminal, and neither NO_COLOR nor
/// TERM=dumb is set.
bool colours_on_standard_output();
bool colours_on_standard_error();

/// Writes one line "sunder: <message>" to standard error. Names from files cannot control the
/// terminal through it.
void complain(std::string_view message);

/// Returns true if a person reads standard error: only then is progress shown.
bool talks_to_a_person();
/// A line on standard error that rewrites itself, and disappears at the end.
class ProgressLine {
 public:
  /// Returns true a tenth of a second after the last update, or after the start; more updates are
  /// not worth their cost.
  bool is_due() const {
    return std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(100);
  }
  void show(std::string_view text);
  void clear();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

/// Writes all of `text` to standard output. On a closed pipe or a full disk it complains and
/// returns false. The verb then ends with ExitStatus::bad_input.
[[nodiscard]] bool write_output(std::string_view text);
/// Writes all of `text` to a file. The file is replaced as a whole, or left unchanged on failure.
[[nodiscard]] bool write_file(const std::string& path, std::string_view text);
/// Returns whether a file to be written is one of those that are read, and complains if it is.
[[nodiscard]] bool is_read(std::string_view option, const std::string& path,
                           const std::vector<std::string>& inputs);

/// Names come from files: control characters are shown as "?".
std::string printable(std::string_view name);

}  // namespace sunder::cli
