// SPDX-License-Identifier: Apache-2.0
//
// Counts the pairs of a soak so far, and reports them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "fuzz/families.hpp"
#include "sunder/certificate.hpp"

namespace sunder::soak {

using Count = std::uint64_t;

/// Counts of one round or of all: each pair has one family, one verdict, one stage.
struct Tally {
  Count pairs = 0;
  Count wrong = 0;
  Count verified = 0;        ///< certificates of verdicts that verify() accepted
  Count intervals = 0;       ///< certificates of distances and depths that verify() accepted
  Count hinted = 0;          ///< pairs asked again with the hint of the previous step
  Count algorithms = 0;      ///< verdicts of named algorithms
  Count careless_hosts = 0;  ///< pairs asked in another rounding mode, or with subnormals flushed
  Count python = 0;          ///< pairs whose certificates the Python checker accepted
  std::array<Count, fuzz::kFamilyCount> by_family{};
  std::array<Count, 3> by_verdict{};
  std::array<Count, kStageCount> by_stage{};
  std::array<Count, 3> by_dimension{};  ///< 2, 3, another

  void add(const Tally& other) noexcept;
};

/// The settings of a soak, and its progress.
struct Run {
  Count seed = 0;
  int threads = 1;
  double seconds = 0;
  bool finished = false;
};

/// Returns one JSON object.
std::string report_text(const Run& run, const Tally& tally);

/// "12,345,678 pairs in 61 s, ...": one line without its end.
std::string progress_line(const Run& run, const Tally& tally);

/// Writes beside the file and renames it, so that it is complete or unchanged. False if it cannot
/// be written.
bool write_file(const std::string& path, const std::string& text);

}  // namespace sunder::soak
