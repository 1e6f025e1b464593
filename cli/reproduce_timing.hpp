// SPDX-License-Identifier: Apache-2.0
//
// The paper's first two experiments: who says what of each place, and how long it takes.
#pragma once

#include <functional>

#include "reproduce_algorithms.hpp"

namespace sunder::cli {

struct Effort {
  int places = 20;       ///< of each regime, and of the chair
  int repetitions = 20;  ///< of each question; its time is their median
  std::vector<int> faces{16, 50, 150, 500, 1500, 5000};
  double budget = 0.2;  ///< seconds: a question that takes longer puts its algorithm out
};

/// What one contestant made of one set of places.
struct Score {
  std::int64_t asked = 0;
  std::int64_t proved = 0;     ///< by itself, not by exact pivoting
  std::int64_t missed = 0;     ///< of those that are separated: not proved by itself
  double mean = 0;             ///< seconds a question, over the places
  double slowest = 0;          ///< of the places
  double over_budget = 0;      ///< seconds: the question that put it out, or 0
  std::int32_t out_since = 0;  ///< faces of the bodies of that question
};

/// A verdict that is not the one of the others.
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
  std::vector<Score> scores;  ///< one a contestant
};

struct EllipsoidResult {
  Regime regime = Regime::far;
  std::vector<int> faces;
  std::vector<std::vector<Score>> scores;  ///< [size][contestant]
};

/// Told before each piece of work what it is.
using Telling = std::function<void(const std::string&)>;

ChairResult table_and_chair(const std::vector<Contestant>& who, const Effort& effort,
                            const Telling& tell, std::vector<Disagreement>& disagreements);
std::vector<EllipsoidResult> ellipsoids(const std::vector<Contestant>& who, const Effort& effort,
                                        const Telling& tell,
                                        std::vector<Disagreement>& disagreements);

}  // namespace sunder::cli
