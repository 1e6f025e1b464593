// SPDX-License-Identifier: Apache-2.0
#include "fuzz/demand.hpp"

#include <cfenv>
#include <cstdio>
#include <cstdlib>

#include "fuzz/question_text.hpp"

namespace sunder::fuzz {
namespace {

thread_local const DrawnPair* asked = nullptr;

}  // namespace

void asking_about(const DrawnPair* pair) noexcept { asked = pair; }

void broken(std::string_view promise, std::string_view detail) {
  std::fesetround(FE_TONEAREST);
  std::fprintf(stderr, "broken promise: %.*s %.*s\n", static_cast<int>(promise.size()),
               promise.data(), static_cast<int>(detail.size()), detail.data());
  if (asked != nullptr) {
    const std::string question = question_text(*asked, "null", "\"verdict\", \"distance\"");
    std::fprintf(stderr, "about the pair, as a question for `sunder query`:\n%s\n",
                 question.c_str());
  }
  std::abort();
}

}  // namespace sunder::fuzz
