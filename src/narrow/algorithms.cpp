// SPDX-License-Identifier: Apache-2.0
//
// The table: one line a room. Names, tests, benchmarks, --algorithm and the bindings walk it.
#include <array>

#include "sunder/algorithm.hpp"

namespace sunder {
namespace {

constexpr std::array kAll = {1, 2, 3, 4, 5, 6, 7, 8};
constexpr std::array kPlaneAndSpace = {2, 3};
constexpr std::array kVerdict = {Question::verdict};
constexpr std::array kVerdictContains = {Question::verdict, Question::contains};
constexpr std::array kVerdictDistanceContains = {Question::verdict, Question::distance,
                                                 Question::contains};

constexpr std::array kRooms = {
    AlgorithmInfo{Algorithm::lp, "lp", kAll, true, kVerdictContains,
                  "Linear program P2 over the vertices, by tableau or revised simplex method",
                  "On Convex Polytopes, Collision Detection, and the Simplex Method (2016)"},
    AlgorithmInfo{Algorithm::gjk, "gjk", kAll, true, kVerdictDistanceContains,
                  "Walk to the point of the Minkowski difference that is closest to 0",
                  "Gilbert, Johnson, Keerthi (1988); Wolfe (1976) in d dimensions"},
    AlgorithmInfo{Algorithm::sat, "sat", kPlaneAndSpace, false, kVerdict,
                  "Separating axes: fifteen for boxes, the edge normals of polygons",
                  "Gottschalk, Lin, Manocha (1996)"},
};

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

std::span<const AlgorithmInfo> algorithms() noexcept { return kRooms; }

std::string_view to_string(Algorithm algorithm) noexcept {
  for (const AlgorithmInfo& room : kRooms) {
    if (room.id == algorithm) return room.name;
  }
  return "auto";
}

std::string_view to_string(Question question) noexcept {
  return kQuestions[static_cast<std::size_t>(question)];
}

std::optional<Algorithm> algorithm_from_name(std::string_view name) noexcept {
  if (name == "auto") return Algorithm::automatic;
  for (const AlgorithmInfo& room : kRooms) {
    if (room.name == name) return room.id;
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
  if (algorithm == Algorithm::automatic) return holds(kVerdictDistanceContains, question);
  for (const AlgorithmInfo& room : kRooms) {
    if (room.id != algorithm) continue;
    return holds(room.questions, question) &&
           (room.any_dimension || holds(room.dimensions, dimension));
  }
  return false;
}

}  // namespace sunder
