// SPDX-License-Identifier: Apache-2.0
//
// Idea: One table of the algorithms, generated from include/sunder/algorithms.inc. Names, tests,
// benchmarks, --algorithm and the bindings iterate over it.
// Cost: The table is constexpr. A lookup is a linear scan of some dozen entries.
// Gives up: Never. A value that names no algorithm maps to "auto"; an unknown name is refused.
#include <array>
#include <tuple>

#include "machine/strict_arithmetic.hpp"
#include "sunder/algorithm.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

struct Dimensions {
  std::span<const int> listed;
  bool any;
};
constexpr std::array kOneToEight = {1, 2, 3, 4, 5, 6, 7, 8};
constexpr std::array kPlane = {2};
constexpr std::array kSpace = {3};
constexpr std::array kPlaneAndSpace = {2, 3};

// The identifiers that algorithms.inc uses.
namespace words {
[[maybe_unused]] constexpr Dimensions any{kOneToEight, true};
[[maybe_unused]] constexpr Dimensions plane{kPlane, false};
[[maybe_unused]] constexpr Dimensions space{kSpace, false};
[[maybe_unused]] constexpr Dimensions plane_and_space{kPlaneAndSpace, false};
using enum Question;
using enum Reads;
template <Question... asked>
constexpr std::array<Question, sizeof...(asked)> kAsked{asked...};

#define SUNDER_ALGORITHM(name, dimensions, reads, summary, source, ...) \
  AlgorithmInfo{Algorithm::name, #name, dimensions.listed,              \
                dimensions.any,  reads, kAsked<__VA_ARGS__>,            \
                summary,         source},
constexpr std::array kAlgorithms = {
#include "sunder/algorithms.inc"
};
#undef SUNDER_ALGORITHM
}  // namespace words
using words::kAlgorithms;
static_assert(kAlgorithms.size() < std::tuple_size_v<decltype(Counters::by_algorithm)>);

constexpr std::array<std::string_view, 8> kQuestions = {
    "verdict", "distance", "depth", "relation", "contains", "contact", "cast", "derivative"};

template <class Range, class Item>
bool holds(const Range& range, const Item& item) noexcept {
  for (const auto& entry : range) {
    if (entry == item) return true;
  }
  return false;
}

}  // namespace

std::span<const AlgorithmInfo> algorithms() noexcept { return kAlgorithms; }

bool needs_faces(Algorithm algorithm) noexcept {
  for (const AlgorithmInfo& info : kAlgorithms) {
    if (info.id == algorithm) return info.reads != Reads::points;
  }
  return false;
}

std::string_view to_string(Algorithm algorithm) noexcept {
  for (const AlgorithmInfo& info : kAlgorithms) {
    if (info.id == algorithm) return info.name;
  }
  return "auto";
}

std::string_view to_string(Question question) noexcept {
  return kQuestions[static_cast<std::size_t>(question)];
}

std::optional<Algorithm> algorithm_from_name(std::string_view name) noexcept {
  if (name == "auto") return Algorithm::automatic;
  for (const AlgorithmInfo& algorithm : kAlgorithms) {
    if (algorithm.name == name) return algorithm.id;
  }
  return std::nullopt;
}

std::optional<Question> question_from_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kQuestions.size(); ++i) {
    if (kQuestions[i] == name) return static_cast<Question>(i);
  }
  return std::nullopt;
}

bool serves(Algorithm algorithm, Question question, int dimension) noexcept {
  if (dimension < 1) return false;
  if (algorithm == Algorithm::automatic) {
    const bool in_any_dimension = question == Question::verdict || question == Question::distance ||
                                  question == Question::contains;
    return in_any_dimension || dimension == 2 || dimension == 3;
  }
  for (const AlgorithmInfo& info : kAlgorithms) {
    if (info.id != algorithm) continue;
    return holds(info.questions, question) &&
           (info.any_dimension || holds(info.dimensions, dimension));
  }
  return false;
}

}  // namespace sunder::inline SUNDER_ABI
