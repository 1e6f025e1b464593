// SPDX-License-Identifier: Apache-2.0
//
// How a verb says which options it takes. Of the program verb.cpp, main.cpp and manual.cpp alone see CLI11:
// whoever includes it compiles all of it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verbs.hpp"

namespace sunder::cli {

/// Registers one verb. Values live as long as the program and hold the defaults; the help shows those
/// of texts and numbers. Names are as in "-o,--output"; a name without a dash is a place on the line.
class Verb {
 public:
  Verb(CLI::App& program, const char* name, const char* purpose, const char* notes);

  Verb& flag(const char* names, bool& value, const char* help);
  Verb& text(const char* names, std::string& value, const char* help);
  /// One that may be left out, which is something else than an empty one.
  Verb& text(const char* names, std::optional<std::string>& value, const char* help);
  /// Read as every other number is, where CLI11 would go by the locale and round twice. What is no
  /// finite number is refused.
  Verb& number(const char* names, double& value, const char* help);
  /// --threads, for executor_of().
  Verb& threads(int& value);
  /// `least` to `most` words; any number where `most` is below 0. Places must be filled.
  Verb& words(const char* names, std::vector<std::string>& values, int least, int most,
              const char* help);
  /// A place that must be filled.
  Verb& word(const char* name, std::string& value, const char* help);
  /// What the verb does, once the line is read; its status is the program's.
  void runs(ExitStatus& status, std::function<ExitStatus()> work);

 private:
  CLI::App& verb_;
};

}  // namespace sunder::cli
