// SPDX-License-Identifier: Apache-2.0
//
// Writes the clashes of a check as issues of the BIM Collaboration Format, versions 2.1 and 3.0.
#pragma once

#include <memory>
#include <string>

#include "background.hpp"
#include "check_output.hpp"
#include "model.hpp"

namespace sunder::cli {

enum class BcfVersion : std::uint8_t { v2_1, v3_0 };

struct IssueOptions {
  BcfVersion version = BcfVersion::v2_1;
  std::string author;
  std::string date;  ///< as XML Schema has it
};

/// Returns the bytes of a .bcfzip with a topic for each pair that fails. A topic's GUID follows from the pair's key, so
/// that a later run updates it. `loaded` is that of the result. Where an interruption comes between, the topics that
/// remain have no snapshot.
std::string bcf(const CheckResult& result, const std::shared_ptr<const LoadedBodies>& loaded,
                const std::shared_ptr<const Model>& model, const IssueOptions& options,
                const BackgroundOptions& background);

}  // namespace sunder::cli
