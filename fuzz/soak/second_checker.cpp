// SPDX-License-Identifier: Apache-2.0
#include "fuzz/soak/second_checker.hpp"

#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>

#include "sunder/io.hpp"

extern char** environ;

namespace sunder::soak {
namespace {

/// The exit status of python3 on these arguments, or -1.
int run_python(const std::string& script, const std::string& questions, const std::string& answers,
               const std::string& log) {
  std::string name = "python3";
  std::string flag = "-B";
  std::string arguments[] = {script, questions, answers};
  char* argv[] = {name.data(),         flag.data(),         arguments[0].data(),
                  arguments[1].data(), arguments[2].data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), 01101, 0644);  // write, create, empty
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // keeps Ctrl-C from the checker
  pid_t child = 0;
  const int failure = posix_spawnp(&child, "python3", &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// True if each answer's verdict equals that of intersects().
bool says_the_same(const std::vector<Finding>& block, const std::string& answers) {
  std::size_t at = 0;
  for (const Finding& pair : block) {
    const std::size_t end = answers.find('\n', at);
    if (end == std::string::npos) return false;
    const std::string wanted = "\"verdict\": \"" + pair.verdict + "\"";
    if (answers.substr(at, end - at).find(wanted) == std::string::npos) return false;
    at = end + 1;
  }
  return at == answers.size();
}

}  // namespace

BlockCheck SecondChecker::check(const std::vector<Finding>& block, const std::string& name) const {
  using Outcome = BlockCheck::Outcome;
  std::string questions;
  for (const Finding& pair : block) questions += pair.question + "\n";
  std::string answers;
  answer_questions(*text_source(questions), *text_sink(answers));
  const std::string stem = folder_ + "/" + name;
  const std::string log = stem + ".checker.txt";
  if (!write_file(stem + ".questions.jsonl", questions) ||
      !write_file(stem + ".answers.jsonl", answers)) {
    return {Outcome::not_asked, "cannot write to " + folder_};
  }
  if (!says_the_same(block, answers)) {
    return {Outcome::refuted, "the pipe says another verdict; see " + stem + ".answers.jsonl"};
  }
  const int status = run_python(script_, stem + ".questions.jsonl", stem + ".answers.jsonl", log);
  if (status == 1) return {Outcome::refuted, "the Python checker refutes; see " + log};
  if (status != 0) return {Outcome::not_asked, "python3 did not check; see " + log};
  for (const char* end : {".questions.jsonl", ".answers.jsonl", ".checker.txt"}) {
    std::filesystem::remove(stem + end);
  }
  return {};
}

}  // namespace sunder::soak
