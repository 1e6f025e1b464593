// SPDX-License-Identifier: Apache-2.0
//
// What a soak has counted so far, and the report that it leaves.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "fuzz/families.hpp"
#include "sunder/certificate.hpp"

namespace sunder::soak {

using Count = std::uint64_t;

/// Counts of one round or of all: each pair is in one family, one verdict, one stage.
struct Tally {
  Count pairs = 0;
  Count wrong = 0;
  Count verified = 0;        ///< verdicts' certificates that verify() accepted
  Count intervals = 0;       ///< certificates of distances and depths, likewise
  Count hinted = 0;          ///< the same pair asked with the hint of the step before
  Count algorithms = 0;      ///< verdicts of named algorithms
  Count careless_hosts = 0;  ///< asked while rounding another way, or flushing subnormals
  Count python = 0;          ///< pairs whose certificates the Python checker accepted
  std::array<Count, fuzz::kFamilyCount> by_family{};
  std::array<Count, 3> by_verdict{};
  std::array<Count, kStageCount> by_stage{};
  std::array<Count, 3> by_dimension{};  ///< 2, 3, another

  void add(const Tally& other) noexcept;
};

/// What a soak was asked for, and how far it came.
struct Run {
  Count seed = 0;
  int threads = 1;
  double seconds = 0;
  bool finished = false;
};

/// One JSON object.
std::string report_text(const Run& run, const Tally& tally);

/// "12,345,678 pairs in 61 s, ...": one line without its end.
std::string progress_line(const Run& run, const Tally& tally);

/// Whole or not at all: beside the file, then in its place. False where it cannot be written.
bool write_file(const std::string& path, const std::string& text);

}  // namespace sunder::soak
