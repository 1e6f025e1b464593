// SPDX-License-Identifier: Apache-2.0
//
// Writes the output of sunder reproduce: tables for people, an object for programs, files for a
// page.
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

  /// Returns true if all verdicts agree, and the closest points are those that the paper prints.
  bool agree() const noexcept;
};

/// A file that -o writes.
struct OutputFile {
  std::string name;
  std::string content;
};

std::string reproduce_text(const Reproduction& done);
/// Returns one line of JSON. docs/reproduce.md documents its keys.
std::string reproduce_json(const Reproduction& done);
/// Returns three CSV tables, and a plot of each regime.
std::vector<OutputFile> reproduce_files(const Reproduction& done);

}  // namespace sunder::cli
