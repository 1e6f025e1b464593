// SPDX-License-Identifier: Apache-2.0
//
// fuzz_replay TARGET FILE-OR-FOLDER...: runs a target on inputs once, with any compiler. Without
// arguments it lists the targets.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/targets.hpp"

namespace {

bool replay(const sunder::fuzz::Target& target, const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  const std::vector<char> content{std::istreambuf_iterator<char>(file), {}};
  const std::vector<std::uint8_t> bytes(content.begin(), content.end());
  std::fprintf(stderr, "%s\n", path.c_str());
  target.run(bytes);
  return true;
}

int list_targets() {
  for (const sunder::fuzz::Target& target : sunder::fuzz::kTargets) {
    std::printf("%-14s %s\n", target.name.data(), target.summary.data());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 1) return list_targets();
  const sunder::fuzz::Target* target = sunder::fuzz::find_target(argv[1]);
  if (target == nullptr || argc == 2) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET FILE-OR-FOLDER...\n");
    return 2;
  }
  int inputs = 0;
  for (int i = 2; i < argc; ++i) {
    const std::filesystem::path path = argv[i];
    std::vector<std::filesystem::path> files{path};
    if (std::filesystem::is_directory(path)) {
      files.assign(std::filesystem::directory_iterator(path), {});
    }
    for (const std::filesystem::path& file : files) {
      if (!replay(*target, file)) {
        std::fprintf(stderr, "fuzz_replay: cannot read %s\n", file.c_str());
        return 2;
      }
      ++inputs;
    }
  }
  std::printf("%s: %d inputs kept every promise\n", target->name.data(), inputs);
  return inputs > 0 ? 0 : 2;
}
