// SPDX-License-Identifier: Apache-2.0
#include "reproduce_algorithms.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sunder::cli {
namespace {

/// The algorithms that the paper measures besides its own, with its names for them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOfThePaper{
    {{"plane_projection", "Li Ziqiang"},
     {"gjk_hill_climbing", "EGJK"},
     {"separating_vector", "HS-jump"}}};

/// The paper tries at most this many faces of each body.
constexpr std::int32_t kPapersFaces = 5;

bool is_of_the_paper(std::string_view name) {
  return std::any_of(kOfThePaper.begin(), kOfThePaper.end(),
                     [&](const auto& entry) { return entry.first == name; });
}

}  // namespace

std::vector<Contestant> contestants() {
  const Algorithm edges = Algorithm::edge_projection;
  std::vector<Contestant> all{{"edge_projection", "A, all faces", edges, 0, false},
                              {"edge_projection/5", "A, five faces", edges, kPapersFaces, false},
                              {"edge_projection/B", "B", edges, 0, true}};
  // An algorithm that this build lacks is omitted: the table lists the available ones.
  for (const auto& [name, paper] : kOfThePaper) {
    const auto algorithm = algorithm_from_name(name);
    if (algorithm) all.push_back({std::string(name), std::string(paper), *algorithm, 0, false});
  }
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.id == edges || is_of_the_paper(algorithm.name)) continue;
    if (!serves(algorithm.id, Question::verdict, 3)) continue;
    all.push_back({std::string(algorithm.name), "", algorithm.id, 0, false});
  }
  all.push_back({"auto", "", Algorithm::automatic, 0, false});
  return all;
}

Asker::Asker(const Contestant& who, const Polytope3& a, const Polytope3& b) : a_(a), b_(b) {
  options_.algorithm = who.algorithm;
  options_.max_faces = who.max_faces;
  if (who.translated) kept_.emplace(a, b);
}

Decision Asker::operator()(const Place& place) {
  if (kept_) return kept_->intersects(place.a, place.b, options_);
  return intersects(Posed3{a_, place.a}, Posed3{b_, place.b}, options_);
}

bool proved_itself(const Contestant& who, const Decision& answer) noexcept {
  return answer.stage != Stage::lp || who.algorithm == Algorithm::lp;
}

}  // namespace sunder::cli
