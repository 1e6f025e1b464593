// SPDX-License-Identifier: Apache-2.0
//
// Data goes to standard output, talk to standard error; colours only where a person looks.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace sunder::cli {

/// True if colours may be used there: a terminal, and neither NO_COLOR nor TERM=dumb is set.
bool colours_on_standard_output();
bool colours_on_standard_error();

/// One line "sunder: <message>" on standard error; what a file says in it cannot steer a terminal.
void complain(std::string_view message);

/// True if a person reads standard error: progress is for them alone.
bool talks_to_a_person();
/// A line on standard error that rewrites itself, and is gone in the end.
class ProgressLine {
 public:
  /// A tenth of a second after it was shown, or begun: more often is not worth its cost.
  bool is_due() const {
    return std::chrono::steady_clock::now() - last_ >= std::chrono::milliseconds(100);
  }
  void show(std::string_view text);
  void clear();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool shown_ = false;
};

/// Writes all of `text` to standard output. On a closed pipe or a full disk complains and returns
/// false: the verb then ends with ExitStatus::bad_input.
[[nodiscard]] bool write_output(std::string_view text);
/// The same to a file, which is made anew, or left as it was where not all can be written.
[[nodiscard]] bool write_file(const std::string& path, std::string_view text);

/// Names come from files: what could steer a terminal is shown as "?".
std::string printable(std::string_view name);

}  // namespace sunder::cli
