// SPDX-License-Identifier: Apache-2.0
#include "reproduce_timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace sunder::cli {
namespace {

/// Short questions are repeated for about this many seconds, so that the clock's cost is
/// negligible.
constexpr double kRow = 5e-6;
/// A question is repeated within this time, but at least three times.
constexpr double kPlaceSeconds = 0.05;

double seconds_of(Asker& ask, const Place& place, int times, Decision& answer) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i) answer = ask(place);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / times;
}

struct Timed {
  Decision answer;
  double seconds = 0;        ///< the median of the repetitions
  double longest_first = 0;  ///< the first question, for the budget
};

Timed time_of(Asker& ask, const Place& place, const Effort& effort) {
  Timed timed;
  timed.longest_first = seconds_of(ask, place, 1, timed.answer);
  if (timed.longest_first > effort.budget) return timed;
  const double once = seconds_of(ask, place, 1, timed.answer);
  const int row = static_cast<int>(std::clamp(std::ceil(kRow / std::max(once, 1e-9)), 1.0, 64.0));
  const double fit = kPlaceSeconds / std::max(once * row, 1e-9);
  const int least = std::min(effort.repetitions, 3);
  const int repetitions =
      static_cast<int>(std::clamp(fit, double(least), double(effort.repetitions)));
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    times.push_back(seconds_of(ask, place, row, timed.answer));
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  timed.seconds = *middle;
  return timed;
}

void add(const Contestant& who, const Timed& timed, Score& score) {
  ++score.asked;
  const bool proved = proved_itself(who, timed.answer);
  score.proved += proved ? 1 : 0;
  score.missed += !proved && timed.answer.verdict == Verdict::separated ? 1 : 0;
  score.mean += (timed.seconds - score.mean) / static_cast<double>(score.asked);
  score.slowest = std::max(score.slowest, timed.seconds);
}

/// Collects the verdicts of a placement and compares them with that of `auto`.
class Jury {
 public:
  explicit Jury(std::vector<Disagreement>& disagreements) : disagreements_(disagreements) {}
  void hear(const Contestant& who, const Decision& answer, Verdict expected,
            const std::string& where) {
    if (answer.proven && answer.verdict == expected) return;
    disagreements_.push_back({where, who.name, answer.verdict, expected});
  }

 private:
  std::vector<Disagreement>& disagreements_;
};

struct Counts {
  std::int64_t vertices = 0, faces = 0;
};
Counts counts_of(const std::vector<Polytope3>& parts) {
  Counts counts;
  for (const Polytope3& part : parts) {
    counts.vertices += part.vertex_count();
    // Counted in triangles, as in mesh files: V - E + F = 2 and 2 E = 3 F.
    counts.faces += 2 * part.vertex_count() - 4;
  }
  return counts;
}

}  // namespace

ChairResult table_and_chair(const std::vector<Contestant>& who, const Effort& effort,
                            const Telling& tell, std::vector<Disagreement>& disagreements) {
  const std::vector<Polytope3> table = table_parts();
  const std::vector<Polytope3> chair = chair_parts();
  const Counts of_table = counts_of(table);
  const Counts of_chair = counts_of(chair);
  ChairResult result{of_table.vertices,
                     of_table.faces,
                     of_chair.vertices,
                     of_chair.faces,
                     table.size(),
                     chair.size(),
                     effort.places,
                     0,
                     0,
                     0,
                     {}};
  result.scores.resize(who.size());
  Jury jury(disagreements);
  const std::vector<Place> places = chair_places(table, chair, effort.places);
  for (std::size_t i = 0; i < places.size(); ++i) {
    tell(fmt::format("table and chair, place {} of {}", i + 1, places.size()));
    for (const Polytope3& p : table) {
      for (const Polytope3& q : chair) {
        const Verdict expected = intersects(Posed3{p, places[i].a}, Posed3{q, places[i].b}).verdict;
        result.separated += expected == Verdict::separated ? 1 : 0;
        result.touching += expected == Verdict::touching ? 1 : 0;
        result.overlapping += expected == Verdict::overlapping ? 1 : 0;
        for (std::size_t w = 0; w < who.size(); ++w) {
          Asker ask(who[w], p, q);
          // A thousand pairs need fewer repetitions each than a placement of two ellipsoids.
          Effort fewer = effort;
          fewer.repetitions = std::min(effort.repetitions, 3);
          fewer.budget = 1e9;
          const Timed timed = time_of(ask, places[i], fewer);
          jury.hear(who[w], timed.answer, expected, fmt::format("chair at place {}", i + 1));
          add(who[w], timed, result.scores[w]);
        }
      }
    }
  }
  return result;
}

std::vector<EllipsoidResult> ellipsoids(const std::vector<Contestant>& who, const Effort& effort,
                                        const Telling& tell,
                                        std::vector<Disagreement>& disagreements) {
  std::vector<EllipsoidResult> results;
  Jury jury(disagreements);
  for (const Regime regime : kRegimes) {
    EllipsoidResult& result = results.emplace_back();
    result.regime = regime;
    result.faces = effort.faces;
    std::vector<Score> last(who.size());
    for (const int faces : effort.faces) {
      const Polytope3 a = ellipsoid(faces);
      const Polytope3 b = a;
      const std::vector<Place> places = ellipsoid_places(a, b, regime, effort.places);
      std::vector<Score> scores(who.size());
      for (std::size_t w = 0; w < who.size(); ++w) {
        Score& score = scores[w];
        score.over_budget = last[w].over_budget;
        score.out_since = last[w].out_since;
        if (score.over_budget > 0) continue;
        tell(fmt::format("ellipsoids {}, {} faces, {}", to_string(regime), faces, who[w].name));
        for (std::size_t i = 0; i < places.size() && score.over_budget == 0; ++i) {
          Asker ask(who[w], a, b);
          const Timed timed = time_of(ask, places[i], effort);
          const Verdict expected =
              intersects(Posed3{a, places[i].a}, Posed3{b, places[i].b}).verdict;
          jury.hear(
              who[w], timed.answer, expected,
              fmt::format("ellipsoids {}, {} faces, place {}", to_string(regime), faces, i + 1));
          if (timed.longest_first > effort.budget) {
            score = {};
            score.over_budget = timed.longest_first;
            score.out_since = faces;
          } else {
            add(who[w], timed, score);
          }
        }
        last[w] = score;
      }
      result.scores.push_back(std::move(scores));
    }
  }
  return results;
}

}  // namespace sunder::cli
