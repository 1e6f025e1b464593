// SPDX-License-Identifier: Apache-2.0
//
// Declares the options of a verb. Only verb.cpp, main.cpp and manual.cpp include CLI11, since each
// inclusion compiles all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verbs.hpp"

namespace sunder::cli {

/// Registers a verb that has verbs of its own, such as "robot", and returns the program that they are added to.
CLI::App& add_family(CLI::App& program, const char* name, const char* purpose, const char* notes);

/// Converts the number of an option; complains where it is not whole, or not from 0 to `most`.
bool whole_number(const char* name, double number, double most, std::int64_t& value);

/// Registers one verb. Values live as long as the program and hold the defaults; the help shows the
/// defaults of texts and numbers. Names have the form "-o,--output"; a name without a dash is a
/// positional argument.
class Verb {
 public:
  Verb(CLI::App& program, const char* name, const char* purpose, const char* notes);

  Verb& flag(const char* names, bool& value, const char* help);
  Verb& text(const char* names, std::string& value, const char* help);
  /// Adds an optional text; absent differs from empty.
  Verb& text(const char* names, std::optional<std::string>& value, const char* help);
  /// Reads the number like every other number of the program; CLI11 would use the locale and round
  /// twice. A number that is not finite is refused.
  Verb& number(const char* names, double& value, const char* help);
  /// Adds --threads, for executor_of().
  Verb& threads(int& value);
  /// Adds `least` to `most` positional words; any number if `most` is below 0. They are required.
  Verb& words(const char* names, std::vector<std::string>& values, int least, int most,
              const char* help);
  /// Adds an option that may be given many times, each with one text.
  Verb& texts(const char* names, std::vector<std::string>& values, const char* help);
  /// Adds a required positional word.
  Verb& word(const char* name, std::string& value, const char* help);
  /// Sets the action of the verb, once the line is read; its status becomes that of the program.
  void runs(ExitStatus& status, std::function<ExitStatus()> work);

 private:
  CLI::App& verb_;
};

}  // namespace sunder::cli
