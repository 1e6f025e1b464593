// SPDX-License-Identifier: Apache-2.0
//
// Defines the assertions of a fuzz target. A broken promise ends the program like a crash, and
// prints the promise and the pair in the pipe's syntax.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/families.hpp"
#include "sunder/certificate.hpp"

namespace sunder::fuzz {

/// The pair of the current questions, for the report of a broken promise; null for none. It is read
/// only then, and must outlive its questions.
void asking_about(const DrawnPair* pair) noexcept;

[[noreturn]] void broken(std::string_view promise, std::string_view detail = {});

inline void demand(bool kept, std::string_view promise) {
  if (!kept) broken(promise);
}
inline void demand(const Check& check, std::string_view promise) {
  if (!check) broken(promise, check.reason);
}
inline void demand_equal(Verdict said, Verdict truth, std::string_view who) {
  if (said == truth) return;
  broken(who, std::string(to_string(said)) + " instead of " + std::string(to_string(truth)));
}

}  // namespace sunder::fuzz
