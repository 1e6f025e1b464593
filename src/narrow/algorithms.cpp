// SPDX-License-Identifier: Apache-2.0
//
// Idea: One table of the algorithms, generated from include/sunder/algorithms.inc. Names, tests,
// benchmarks, --algorithm and the bindings iterate over it.
// Cost: The table is constexpr. A lookup is a linear scan of some dozen entries.
// Gives up: Never. A value that names no algorithm maps to "auto"; an unknown name is refused.
#include <array>
#include <tuple>

#include "machine/strict_arithmetic.hpp"
#include "narrow/questions.hpp"
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
template <Question... answered>
constexpr std::array<Question, sizeof...(answered)> kAnswers{answered...};

#define SUNDER_ALGORITHM(name, dimensions, reads, summary, source, ...) \
  AlgorithmInfo{Algorithm::name, #name, dimensions.listed,              \
                dimensions.any,  reads, kAnswers<__VA_ARGS__>,          \
                summary,         source},
constexpr std::array kAlgorithms = {
#include "sunder/algorithms.inc"
};
#undef SUNDER_ALGORITHM

struct QuestionInfo {
  std::string_view name;
  bool any_dimension;
};
#define SUNDER_QUESTION(name, dimensions, ...) QuestionInfo{#name, dimensions.any},
constexpr std::array kQuestionInfos = {
#include "narrow/questions.inc"
};
#undef SUNDER_QUESTION
}  // namespace words
using words::kAlgorithms;
using words::kQuestionInfos;
static_assert(kAlgorithms.size() < std::tuple_size_v<decltype(Counters::by_algorithm)>);

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
  return kQuestionInfos[detail::row_of(question)].name;
}

std::optional<Algorithm> algorithm_from_name(std::string_view name) noexcept {
  if (name == "auto") return Algorithm::automatic;
  for (const AlgorithmInfo& algorithm : kAlgorithms) {
    if (algorithm.name == name) return algorithm.id;
  }
  return std::nullopt;
}

std::optional<Question> question_from_name(std::string_view name) noexcept {
  for (const Question question : detail::kQuestions) {
    if (to_string(question) == name) return question;
  }
  return std::nullopt;
}

bool serves(Algorithm algorithm, Question question, int dimension) noexcept {
  if (dimension < 1) return false;
  if (algorithm == Algorithm::automatic) {
    return kQuestionInfos[detail::row_of(question)].any_dimension || dimension == 2 ||
           dimension == 3;
  }
  for (const AlgorithmInfo& info : kAlgorithms) {
    if (info.id != algorithm) continue;
    return holds(info.questions, question) &&
           (info.any_dimension || holds(info.dimensions, dimension));
  }
  return false;
}

}  // namespace sunder::inline SUNDER_ABI
