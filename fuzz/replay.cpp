// SPDX-License-Identifier: Apache-2.0
//
// fuzz_replay TARGET FILE-OR-FOLDER... runs a target once on each input.
//
// fuzz_replay TARGET --draw FIRST COUNT [FOLDER] runs it on inputs FIRST to FIRST + COUNT - 1 of an
// endless sequence. The inputs are random choices, or mutations of the folder's files.
//
// It works with any compiler, optimised or not. libFuzzer's instrumented program searches by
// coverage; this one searches by numbers, ten times as fast. Without arguments it lists the
// targets.
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/choices.hpp"
#include "fuzz/mutate_text.hpp"
#include "fuzz/targets.hpp"

namespace sunder::fuzz {
namespace {

using Input = std::vector<std::uint8_t>;
namespace fs = std::filesystem;

/// The longest input drawn: more choices than most targets make.
constexpr int kLongest = 600;

std::string asked_now;  ///< for the report of a crash

extern "C" void report_crash(int signal) {
  std::fprintf(stderr, "while asking %s\n", asked_now.c_str());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

bool read_input(const fs::path& path, Input& input) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  input.assign(std::istreambuf_iterator<char>(file), {});
  return true;
}

std::vector<fs::path> files_of(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files(fs::directory_iterator(path), {});
  std::sort(files.begin(), files.end());
  return files;
}

/// Draws random bytes, many of them small; or a valid file with some numbers, lines and bytes
/// changed.
Input draw_input(Choices& choices, const std::vector<Input>& seeds) {
  Input input;
  if (seeds.empty()) {
    input.resize(static_cast<std::size_t>(choices.in(0, kLongest)));
    for (std::uint8_t& byte : input) byte = static_cast<std::uint8_t>(choices.bits(1));
    return input;
  }
  input = seeds[static_cast<std::size_t>(choices.bits(8) % seeds.size())];
  const std::size_t size = input.size();
  input.resize(2 * size + 100);
  input.resize(choices.chance(3, 4) ? mutate_text(choices, input, size) : size);
  for (int i = choices.in(0, 3); i > 1 && !input.empty(); --i) {
    input[static_cast<std::size_t>(choices.bits(8) % input.size())] =
        static_cast<std::uint8_t>(choices.bits(1));
  }
  if (choices.chance(1, 16)) input.resize(input.size() / 2);
  return input;
}

int draw(const Target& target, std::uint64_t first, std::uint64_t count, const char* folder) {
  std::vector<Input> seeds;
  if (folder != nullptr) {
    for (const fs::path& file : files_of(folder)) read_input(file, seeds.emplace_back());
  }
  for (std::uint64_t i = first; i < first + count; ++i) {
    asked_now = std::string(target.name) + " --draw " + std::to_string(i) + " 1";
    Choices choices(i * 0x9e3779b97f4a7c15u + 1);
    target.run(draw_input(choices, seeds));
  }
  std::printf("%s: %llu drawn inputs kept every promise\n", target.name.data(),
              static_cast<unsigned long long>(count));
  return 0;
}

int replay(const Target& target, int count, char** paths) {
  int inputs = 0;
  for (int i = 0; i < count; ++i) {
    for (const fs::path& file : files_of(paths[i])) {
      Input input;
      if (!read_input(file, input)) {
        std::fprintf(stderr, "fuzz_replay: cannot read %s\n", file.c_str());
        return 2;
      }
      asked_now = std::string(target.name) + " " + file.string();
      target.run(input);
      ++inputs;
    }
  }
  std::printf("%s: %d inputs kept every promise\n", target.name.data(), inputs);
  return inputs > 0 ? 0 : 2;
}

int list_targets() {
  for (const Target& target : kTargets) {
    std::printf("%-14s %s\n", target.name.data(), target.summary.data());
  }
  return 0;
}

int run(int argc, char** argv) {
  if (argc == 1) return list_targets();
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, report_crash);
  const Target* target = find_target(argv[1]);
  if (target != nullptr && argc >= 5 && argv[2] == std::string_view("--draw")) {
    const std::uint64_t first = std::strtoull(argv[3], nullptr, 10);
    return draw(*target, first, std::strtoull(argv[4], nullptr, 10), argc > 5 ? argv[5] : nullptr);
  }
  if (target != nullptr && argc > 2) return replay(*target, argc - 2, argv + 2);
  std::fprintf(stderr,
               "usage: fuzz_replay TARGET FILE-OR-FOLDER...\n"
               "       fuzz_replay TARGET --draw FIRST COUNT [FOLDER]\n");
  return 2;
}

}  // namespace
}  // namespace sunder::fuzz

int main(int argc, char** argv) { return sunder::fuzz::run(argc, argv); }
