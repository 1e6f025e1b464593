// SPDX-License-Identifier: Apache-2.0
//
// Repeats the paper's first two experiments: the verdict of each algorithm for each placement, and
// its time.
#pragma once

#include <functional>

#include "reproduce_algorithms.hpp"

namespace sunder::cli {

struct Effort {
  int places = 20;       ///< for each regime, and for the chair
  int repetitions = 20;  ///< of each question; its time is the median
  std::vector<int> faces{16, 50, 150, 500, 1500, 5000};
  double budget = 0.2;  ///< seconds: a slower question excludes its algorithm
};

/// The results of one contestant on one set of placements.
struct Score {
  std::int64_t asked = 0;
  std::int64_t proved = 0;     ///< by its own proposal, not by exact pivoting
  std::int64_t missed = 0;     ///< separated pairs that its own proposal did not prove
  double mean = 0;             ///< seconds a question, over the places
  double slowest = 0;          ///< over the placements
  double over_budget = 0;      ///< seconds: the question that excluded it, or 0
  std::int32_t out_since = 0;  ///< faces of the bodies of that question
};

/// A verdict that differs from the others.
struct Disagreement {
  std::string where;
  std::string algorithm;
  Verdict verdict;
  Verdict expected;
};

struct ChairResult {
  std::int64_t table_vertices = 0, table_faces = 0, chair_vertices = 0, chair_faces = 0;
  std::size_t table_parts = 0, chair_parts = 0;
  int places = 0;
  std::int64_t separated = 0, touching = 0, overlapping = 0;
  std::vector<Score> scores;  ///< one for each contestant
};

struct EllipsoidResult {
  Regime regime = Regime::far;
  std::vector<int> faces;
  std::vector<std::vector<Score>> scores;  ///< [size][contestant]
};

/// It is called before each piece of work with its description.
using Telling = std::function<void(const std::string&)>;

ChairResult table_and_chair(const std::vector<Contestant>& who, const Effort& effort,
                            const Telling& tell, std::vector<Disagreement>& disagreements);
std::vector<EllipsoidResult> ellipsoids(const std::vector<Contestant>& who, const Effort& effort,
                                        const Telling& tell,
                                        std::vector<Disagreement>& disagreements);

}  // namespace sunder::cli
