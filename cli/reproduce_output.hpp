// SPDX-License-Identifier: Apache-2.0
//
// What sunder reproduce says: tables for people, an object for programs, files for a page.
#pragma once

#include <string>
#include <vector>

#include "reproduce_points.hpp"
#include "reproduce_timing.hpp"

namespace sunder::cli {

struct Reproduction {
  std::vector<Contestant> who;
  Effort effort;
  ChairResult chair;
  std::vector<EllipsoidResult> ellipsoids;
  std::vector<ClosestPoints> points;
  std::vector<Disagreement> disagreements;
  double seconds = 0;

  /// All verdicts are alike, and the closest points are those that the paper prints.
  bool agree() const noexcept;
};

/// A file to be written with -o.
struct OutputFile {
  std::string name;
  std::string content;
};

std::string reproduce_text(const Reproduction& done);
/// One line. Its keys are documented in docs/reproduce.md.
std::string reproduce_json(const Reproduction& done);
/// Three CSV tables, and a plot of each regime.
std::vector<OutputFile> reproduce_files(const Reproduction& done);

}  // namespace sunder::cli
