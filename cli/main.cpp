// SPDX-License-Identifier: Apache-2.0
//
// The program: one verb a file. Data on standard output, talk on standard error.
#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <new>
#include <string>

#include "interruption.hpp"
#include "sunder/version.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace {

using sunder::cli::ExitStatus;

constexpr const char* kExamples = R"(Examples:
  sunder check scenes/room.glb                   who overlaps, touches or comes near whom
  sunder check a.stl b.obj --clearance 5mm       a pair of meshes, with a clearance
  sunder explain a.obj b.obj -o steps.html       watch a room search, step by step, in a browser
  sunder query < pairs.jsonl > answers.jsonl     questions in, proven answers out
  sunder verify pairs.jsonl answers.jsonl        check every certificate
  sunder algorithms                              the rooms that look for certificates
  sunder reproduce --quick                       a paper's experiments, with every room

Exit status: 0 clear, 1 found or refuted, 2 bad input or usage.)";

void add_verbs(CLI::App& program, ExitStatus& status) {
  sunder::cli::add_check(program, status);
  sunder::cli::add_convert(program, status);
  sunder::cli::add_explain(program, status);
  sunder::cli::add_query(program, status);
  sunder::cli::add_verify(program, status);
  sunder::cli::add_algorithms(program, status);
  sunder::cli::add_reproduce(program, status);
}

/// CLI11 ends --help and --version by an exception too; theirs is exit code 0, and their text goes
/// to standard output.
int end_parse(const CLI::App& program, const CLI::ParseError& error) {
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    std::ostringstream text;
    std::ostringstream unused;
    program.exit(error, text, unused);
    return sunder::cli::write_output(text.str()) ? 0 : static_cast<int>(ExitStatus::bad_input);
  }
  const auto verbs = program.get_subcommands();
  const std::string verb = verbs.empty() ? "" : " " + verbs.front()->get_name();
  sunder::cli::complain(std::string(error.what()) + "; `sunder" + verb + " --help` tells more");
  return static_cast<int>(ExitStatus::bad_input);
}

int run(int count, char** arguments) {
  CLI::App program(
      "Sunder decides whether convex polytopes collide, with a proof for every answer.", "sunder");
  program.set_version_flag("--version", std::string("sunder ") + sunder::kVersion);
  program.footer(kExamples);
  program.require_subcommand(1);
  ExitStatus status = ExitStatus::clear;
  add_verbs(program, status);
  try {
    program.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return end_parse(program, error);
  }
  return static_cast<int>(status);
}

}  // namespace

int main(int count, char** arguments) {
  // A closed pipe and a file that may not grow are then errors of write(), told and ended like any
  // other.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    const int status = run(count, arguments);
    sunder::cli::obey_interruption();
    return status;
  } catch (const std::bad_alloc&) {
    sunder::cli::complain("out of memory; give smaller input, or more memory");
  } catch (const std::exception& error) {
    sunder::cli::complain(error.what());
  }
  return static_cast<int>(ExitStatus::bad_input);
}
