// SPDX-License-Identifier: Apache-2.0
//
// golden_hash [--numbers] decides the first cases of the suite, in order on one thread and on four.
// It repeats them with the bodies moved, and in every rounding mode with and without flushing. It
// also decides scenes whose bodies were added in two orders. It prints the hashes and exits 0 if
// all are golden. With --numbers the hash of the numbers must be golden too. It is simple enough to
// be linked statically and run by an emulator of another machine.
#include <cstdio>
#include <string_view>

#include "suite/golden.hpp"

namespace {

bool told(const char* name, std::uint64_t hash, std::uint64_t golden) {
  std::printf("%-24s %20llu %s\n", name, static_cast<unsigned long long>(hash),
              hash == golden ? "golden" : "another");
  return hash == golden;
}

}  // namespace

int main(int count, char** arguments) {
  using namespace sunder::suite;
  const bool compare_numbers = count > 1 && std::string_view(arguments[1]) == "--numbers";
  bool golden = told("verdicts", hash_decided_by(1, kGoldenCases), kGolden);
  golden = told("verdicts, 4 threads", hash_decided_by(4, kGoldenCases), kGolden) && golden;
  golden =
      told("verdicts, bodies moved", hash_with_bodies_moved(1, kGoldenCases), kGolden) && golden;
  for (const sunder::test::FloatMode& mode : sunder::test::float_modes()) {
    golden = told(mode.name, hash_decided_in(mode, kGoldenCases), kGolden) && golden;
  }
  golden = told("scenes", hash_of_scenes(0), kGoldenScenes) && golden;
  golden = told("scenes, bodies moved", hash_of_scenes(1), kGoldenScenes) && golden;
  const bool numbers = told("numbers", hash_of_numbers(kGoldenCases), kGoldenNumbers);
  return golden && (numbers || !compare_numbers) ? 0 : 1;
}
