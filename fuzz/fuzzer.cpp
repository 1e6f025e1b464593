// SPDX-License-Identifier: Apache-2.0
//
// Builds one libFuzzer program for all targets: `sunder_fuzz TARGET [LIBFUZZER-ARGUMENT...]`. The
// library is instrumented and linked once. The environment carries the target's name, since
// libFuzzer restarts itself to merge and to minimise, without the arguments removed here.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fuzz/mutate_text.hpp"
#include "fuzz/targets.hpp"

namespace {

const sunder::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed);
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr const char* kVariable = "SUNDER_FUZZ_TARGET";
  if (*argc > 1 && sunder::fuzz::find_target((*argv)[1]) != nullptr) {
    setenv(kVariable, (*argv)[1], 1);
    std::rotate(*argv + 1, *argv + 2, *argv + *argc);
    --*argc;
  }
  const char* name = std::getenv(kVariable);
  if (name != nullptr) target = sunder::fuzz::find_target(name);
  if (target != nullptr) return 0;
  std::fprintf(stderr, "usage: sunder_fuzz TARGET [LIBFUZZER-ARGUMENT...]; targets:\n");
  for (const auto& known : sunder::fuzz::kTargets) {
    std::fprintf(stderr, "  %-14s %s\n", known.name.data(), known.summary.data());
  }
  std::exit(2);
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->run({data, size});
  return 0;
}

/// Mutates formats of text and of headers by numbers and by lines, in addition to libFuzzer's own
/// mutations. The other targets read choices, each byte of which is already one.
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                    unsigned seed) {
  sunder::fuzz::Choices choices(std::uint64_t{seed});
  if (sunder::fuzz::reads_text(target->name) && choices.chance(1, 2)) {
    return sunder::fuzz::mutate_text(choices, {data, max_size}, size);
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
