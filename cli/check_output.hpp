// SPDX-License-Identifier: Apache-2.0
//
// Writes the output of sunder check: a table for people, an object for programs.
#pragma once

#include <string>
#include <vector>

#include "bodies.hpp"
#include "check_contacts.hpp"
#include "check_proof.hpp"
#include "check_rules.hpp"
#include "clashes.hpp"
#include "length.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

struct CheckResult {
  const LoadedBodies& loaded;
  const SceneReport& report;
  const CheckOptions& options;
  const CheckRules& rules;
  const std::vector<FoundContact>& contacts;  ///< one for each pair of the report
  const std::vector<std::string>& clear;      ///< the proofs of pairs that are not in it
  const Clashes& clashes;
  double seconds = 0;
  Certificates certificates = Certificates::none;
};

std::string check_text(const CheckResult& result);
/// Returns one line of JSON. docs/check.md documents its keys.
std::string check_json(const CheckResult& result);

}  // namespace sunder::cli
