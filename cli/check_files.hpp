// SPDX-License-Identifier: Apache-2.0
//
// The files that a check writes beside its output: a page, a spreadsheet, issues.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "background.hpp"
#include "bcf.hpp"
#include "check_output.hpp"

namespace sunder::cli {

/// The options of these names. "-" is standard output.
struct CheckFiles {
  std::optional<std::string> html;
  std::optional<std::string> csv;
  std::optional<std::string> bcf;
  std::string bcf_version = "2.1";
  std::optional<std::string> date;
  std::string author = "sunder";

  bool to_standard_output() const { return html == "-" || csv == "-" || bcf == "-"; }
};

/// Returns what the options say of issues and dates. It complains and returns nothing where a word is not understood, or a
/// name is that of a mesh file, or two outputs would go to one place.
std::optional<IssueOptions> read_options(const CheckFiles& files, bool json);

/// Is no file to be written that was read? Complains where one is.
bool spares_inputs(const CheckFiles& files, const CheckRules& rules, const LoadedBodies& loaded);

/// Writes all files that were asked for; complains and returns false where one cannot be written. `loaded` is that of the
/// result.
bool write_files(const CheckFiles& files, const IssueOptions& options, const CheckResult& result,
                 const std::shared_ptr<const LoadedBodies>& loaded,
                 const BackgroundOptions& background);

/// Returns a line for each file that was written, for people.
std::string files_text(const CheckFiles& files);

}  // namespace sunder::cli
