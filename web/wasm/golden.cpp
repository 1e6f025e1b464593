// SPDX-License-Identifier: Apache-2.0
//
// The suite's cases decided in this module: a test that WebAssembly gives the verdicts that every other build gives.
#include "suite/golden.hpp"

#include "module.hpp"
#include "suite/posed.hpp"

namespace sunder::web {
namespace {

template <int D>
Verdict verdict_of(const suite::Case& item) {
  const suite::Bodies<D> bodies(item.a, item.b, item.dimension);
  return intersects(bodies.a(), bodies.b()).verdict;
}

std::int32_t answer_hash(std::uint64_t hash, std::uint64_t golden) {
  result().clear();
  return answer(hash == golden, std::string_view(std::to_string(hash)),
                std::string_view(std::to_string(golden)));
}

}  // namespace

// Answer: whether the hash of the verdicts is golden, the hash, the golden one. It is that of tests/suite/golden.cpp, which
// needs threads.
SUNDER_WEB(golden_verdicts)() {
  std::uint64_t hash = 0;
  for (std::size_t index = 0; index < suite::kGoldenCases; ++index) {
    const suite::Case item = suite::make_case(index);
    const Verdict verdict = item.dimension == 2   ? verdict_of<2>(item)
                            : item.dimension == 3 ? verdict_of<3>(item)
                                                  : verdict_of<kRunTime>(item);
    hash = (hash ^ suite::hash_inputs(item)) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ static_cast<std::uint64_t>(verdict)) * 0x9e3779b97f4a7c15u;
  }
  return answer_hash(hash, suite::kGolden);
}

// The same of every number of distances, depths, contacts and casts. It is no build's but this one's: kGoldenNumbers is that
// of builds without vectors. The test knows the hash.
SUNDER_WEB(hash_of_numbers)() {
  const std::uint64_t hash = suite::hash_of_numbers(suite::kGoldenCases);
  return answer_hash(hash, hash);
}

// The same of scenes.
SUNDER_WEB(golden_scenes)() { return answer_hash(suite::hash_of_scenes(0), suite::kGoldenScenes); }

}  // namespace sunder::web
