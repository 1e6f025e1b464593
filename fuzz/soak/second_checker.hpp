// SPDX-License-Identifier: Apache-2.0
//
// Runs the Python checker (tests/python), which shares no code with the library. It gets pairs in
// blocks, as questions of the pipe and their answers.
#pragma once

#include <string>
#include <vector>

#include "fuzz/soak/round.hpp"

namespace sunder::soak {

/// The outcome of a block. If nothing could be asked, the answers are not judged.
struct BlockCheck {
  enum class Outcome : std::uint8_t { accepted, refuted, not_asked };
  Outcome outcome = Outcome::accepted;
  std::string reason;
};

class SecondChecker {
 public:
  /// `script` is check_certificates.py; files are written to `folder`.
  SecondChecker(std::string script, std::string folder)
      : script_(std::move(script)), folder_(std::move(folder)) {}

  /// Runs the pipe and then the checker. `name` distinguishes the files of this block; they are
  /// kept only if something is wrong.
  BlockCheck check(const std::vector<Finding>& block, const std::string& name) const;

 private:
  std::string script_;
  std::string folder_;
};

}  // namespace sunder::soak
