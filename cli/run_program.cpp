// SPDX-License-Identifier: Apache-2.0
//
// Runs the program; each verb has a file. Data goes to standard output, messages to standard error.
#include "run_program.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <fmt/format.h>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "interruption.hpp"
#include "sunder/version.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace {

using sunder::cli::ExitStatus;

constexpr const char* kProgramExamples = R"(Examples:
  sunder check scenes/room.glb                   who overlaps, touches or comes near whom
  sunder check a.stl b.obj --clearance 5mm       a pair of meshes, with a clearance
  sunder explain a.obj b.obj -o steps.html       watch an algorithm search, step by step, in a browser
  sunder query < pairs.jsonl > answers.jsonl     questions in, proven answers out
  sunder verify pairs.jsonl answers.jsonl        check every certificate
  sunder audit pairs.jsonl theirs.jsonl          another program's answers: confirmed, or refuted with a certificate
  sunder robot info panda.urdf                   what a robot was taken as, and which pairs are checked
  sunder algorithms                              the algorithms that look for certificates
  sunder reproduce --quick                       a paper's experiments, with every algorithm

Exit status: 0 clear, 1 found or refuted, 2 bad input or usage.)";

void add_verbs(CLI::App& program, ExitStatus& status) {
  sunder::cli::add_check(program, status);
  sunder::cli::add_convert(program, status);
  sunder::cli::add_explain(program, status);
  sunder::cli::add_query(program, status);
  sunder::cli::add_verify(program, status);
  sunder::cli::add_audit(program, status);
  sunder::cli::add_algorithms(program, status);
  sunder::cli::add_reproduce(program, status);
  sunder::cli::add_robot(program, status);
  sunder::cli::add_manual(program, status);
}

/// Returns the number of letters to change, delete, insert or swap with their neighbour.
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> cost(from.size() + 1,
                                             std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t change = from[i - 1] == to[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      const bool swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost.back().back();
}

/// Returns "; did you mean check?" for a word that is close to one of these, else nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const auto nearest = std::min_element(
      known.begin(), known.end(),
      [&](const auto& x, const auto& y) { return edits(word, x) < edits(word, y); });
  if (nearest == known.end() || edits(word, *nearest) > std::max<std::size_t>(1, word.size() / 3))
    return {};
  return "; did you mean " + *nearest + "?";
}

/// Returns the verb that the line names, as far as it names one: the program, or "robot" before its own verbs.
const CLI::App& named_verb(const CLI::App& program) {
  const CLI::App* verb = &program;
  while (!verb->get_subcommands().empty()) verb = verb->get_subcommands().front();
  return *verb;
}

std::vector<std::string> verbs_below(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::App* below :
       verb.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); })) {
    names.push_back(below->get_name());
  }
  return names;
}

/// Returns " robot info" of the verb, and nothing of the program.
std::string words_of(const CLI::App& verb) {
  if (verb.get_parent() == nullptr) return {};
  return words_of(*verb.get_parent()) + " " + verb.get_name();
}

/// Returns the message of CLI11, with a suggestion if a verb or an option is misspelt.
std::string what_was_wrong(const CLI::App& program, const CLI::ParseError& error) {
  const CLI::App& verb = named_verb(program);
  const std::vector<std::string> below = verbs_below(verb);
  for (const std::string& word : program.remaining(true)) {
    if (!below.empty() && !word.starts_with('-')) {
      return fmt::format("there is no verb{} {}{}", words_of(verb), sunder::cli::printable(word),
                         suggestion(word, below));
    }
    if (!word.starts_with('-') || word == "-" || word == "--") continue;
    std::vector<std::string> known;
    const std::string name = word.substr(0, word.find('='));
    for (const CLI::Option* option : verb.get_options()) {
      for (const std::string& text : option->get_lnames()) known.push_back("--" + text);
    }
    return "there is no option " + sunder::cli::printable(name) + suggestion(name, known);
  }
  if (!below.empty() && verb.get_parent() != nullptr) {
    return fmt::format("`sunder{}` needs a verb: {}", words_of(verb), fmt::join(below, ", "));
  }
  return error.what();
}

/// CLI11 also ends --help and --version by an exception. Their exit code is 0, and their text goes
/// to standard output.
int end_parse(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    std::ostringstream text;
    std::ostringstream unused;
    program.exit(error, text, unused);
    return sunder::cli::write_output(text.str()) ? 0 : static_cast<int>(ExitStatus::bad_input);
  }
  sunder::cli::complain(what_was_wrong(program, error) + "; `sunder" +
                        words_of(named_verb(program)) + " --help` says more");
  return static_cast<int>(ExitStatus::bad_input);
}

/// Opens /dev/null on each standard stream that the caller closed, in the opposite mode. Reading or
/// writing it is then an error, and no file opened later takes its number.
void fill_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    const int opened = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != stream) dup2(opened, stream);
  }
}

int run(int count, char** arguments) {
  CLI::App program(
      "Sunder decides whether convex polytopes collide, with a proof for every answer.", "sunder");
  program.set_version_flag("--version", std::string("sunder ") + sunder::kVersion);
  program.footer(kProgramExamples);
  program.require_subcommand(1);
  ExitStatus status = ExitStatus::clear;
  add_verbs(program, status);
  if (count < 2) {
    return sunder::cli::write_output(program.help()) ? 0 : static_cast<int>(ExitStatus::bad_input);
  }
  try {
    program.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return end_parse(program, error);
  }
  return static_cast<int>(status);
}

}  // namespace

namespace sunder::cli {

int run_program(int count, char** arguments) {
  // A closed pipe and a full file then cause errors of write(), which are reported like any other.
  fill_closed_streams();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int status = run(count, arguments);
    obey_interruption();
    return status;
  } catch (const std::bad_alloc&) {
    complain("out of memory; give smaller input, or more memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return static_cast<int>(ExitStatus::bad_input);
}

}  // namespace sunder::cli
