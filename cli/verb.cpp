// SPDX-License-Identifier: Apache-2.0
#include "verb.hpp"

#include <CLI/CLI.hpp>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "sunder/io.hpp"
#include "terminal.hpp"
#include "threads.hpp"

namespace sunder::cli {

CLI::App& add_family(CLI::App& program, const char* name, const char* purpose, const char* notes) {
  CLI::App& family = *program.add_subcommand(name, purpose);
  family.footer(notes);
  family.require_subcommand(1);
  return family;
}

bool whole_number(const char* name, double number, double most, std::int64_t& value) {
  if (number >= 0 && number <= most && !(std::floor(number) < number)) {
    value = static_cast<std::int64_t>(number);
    return true;
  }
  complain(fmt::format("{} takes a whole number from 0 to {}", name, most));
  return false;
}

Verb::Verb(CLI::App& program, const char* name, const char* purpose, const char* notes)
    : verb_(*program.add_subcommand(name, purpose)) {
  verb_.footer(notes);
}

Verb& Verb::flag(const char* names, bool& value, const char* help) {
  verb_.add_flag(names, value, help);
  return *this;
}

Verb& Verb::text(const char* names, std::string& value, const char* help) {
  verb_.add_option(names, value, help)->capture_default_str();
  return *this;
}

Verb& Verb::text(const char* names, std::optional<std::string>& value, const char* help) {
  verb_.add_option(names, value, help);
  return *this;
}

Verb& Verb::number(const char* names, double& value, const char* help) {
  const auto read = [&value, names](const std::string& text) {
    const auto number = number_from_text(text);
    if (!number || !std::isfinite(*number)) throw CLI::ConversionError(text, names);
    value = *number;
  };
  verb_.add_option_function<std::string>(names, read, help)
      ->type_name("FLOAT")
      ->default_str(json_number(value));
  return *this;
}

Verb& Verb::threads(int& value) {
  verb_
      .add_option(
          "--threads", value,
          "Threads to work with; 0 for as many as the machine has. The answers are the same")
      ->check(CLI::Range(0, kMostThreads))
      ->capture_default_str();
  return *this;
}

Verb& Verb::words(const char* names, std::vector<std::string>& values, int least, int most,
                  const char* help) {
  CLI::Option* option = verb_.add_option(names, values, help)->expected(least, most);
  option->required(option->get_positional());
  return *this;
}

Verb& Verb::texts(const char* names, std::vector<std::string>& values, const char* help) {
  verb_.add_option(names, values, help)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

Verb& Verb::word(const char* name, std::string& value, const char* help) {
  verb_.add_option(name, value, help)->required();
  return *this;
}

void Verb::runs(ExitStatus& status, std::function<ExitStatus()> work) {
  verb_.callback([&status, work = std::move(work)] { status = work(); });
}

}  // namespace sunder::cli
