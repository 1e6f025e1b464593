// SPDX-License-Identifier: Apache-2.0
#include "verify_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "bodies.hpp"
#include "pair_rules.hpp"
#include "read_text.hpp"
#include "sunder/report.hpp"
#include "terminal.hpp"
#include "verify_tally.hpp"

namespace sunder::cli {
namespace {

/// Loads the files again, each in the unit of the check. All points are kept: verification trusts
/// no hull search.
Result<ReportedScene> load_reported(std::span<const ReportedFile> claimed,
                                    const ReportedRules& rules,
                                    const std::vector<std::string>& paths) {
  if (claimed.size() != paths.size()) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("the report is about {} files, and {} are named: {}", claimed.size(),
                             paths.size(), "name each of them, in its order")};
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    names.push_back(claimed[i].unit_given ? paths[i] + "@" + claimed[i].unit : paths[i]);
  }
  auto forms = BodyForms::from_words(rules.as, rules.body);
  if (!forms) return Error{io_error::syntax, "its rules cannot be read"};
  auto loaded = load_bodies(names, {}, {.reduce = false}, *std::move(forms));
  // load_bodies() has already complained.
  if (!loaded) return Error{io_error::cannot_read, "the files of the report cannot be read"};
  ReportedScene found;
  auto skips = pairs_to_skip(rules.ignore, rules.between, loaded->scene);
  if (!skips) return Error{io_error::syntax, "its rules cannot be read"};
  found.skips = *std::move(skips);
  for (std::int32_t id = 0; id < loaded->scene.size(); ++id) {
    found.taken.push_back(loaded->taken(id));
  }
  for (LoadedFile& file : loaded->files) {
    found.files.push_back({file.path, std::move(file.report), file.unit.name, metres(file.unit),
                           file.assumed, file.given});
  }
  found.scene = std::move(loaded->scene);
  found.unit = loaded->unit.name;
  found.unit_in_metres = metres(loaded->unit);
  return found;
}

std::string report_json(const ReportSummary& summary) {
  return fmt::format(R"({{"facts": {}, "verdicts": {}, "intervals": {}, "margins": {}, )"
                     R"("pruned": {}, "contact_unchecked": {}, "meshes_unchecked": {}, )"
                     R"("known_unchecked": {}, "by_theorem": {}}})"
                     "\n",
                     tally_json(summary.facts), tally_json(summary.verdicts),
                     tally_json(summary.intervals), tally_json(summary.margins),
                     tally_json(summary.pruned), summary.contacts, summary.meshes, summary.known,
                     summary.by_theorem);
}

std::string report_text(const ReportSummary& summary, bool colours) {
  std::string text = fmt::format("a report of sunder check, with clearance {} {}\n",
                                 summary.clearance, printable(summary.unit));
  text += tally_heads();
  text += tally_text("facts", summary.facts, colours);
  text += tally_text("verdicts", summary.verdicts, colours);
  text += tally_text("intervals", summary.intervals, colours);
  const VerifyTally& margins = summary.margins;
  if (summary.clearance > 0 || margins.accepted + margins.refuted + margins.unchecked > 0)
    text += tally_text("margins", summary.margins, colours);
  text += tally_text("pruned", summary.pruned, colours);
  if (summary.meshes > 0) {
    text += fmt::format(
        "{} of the verdicts are about solids, surfaces or unions, without a certificate: "
        "unchecked\n",
        summary.meshes);
  }
  if (summary.by_theorem > 0) {
    text += fmt::format(
        "{} of the verdicts: that nothing overlaps rests on the theorem of docs/bodies.md\n",
        summary.by_theorem);
  }
  if (summary.known > 0) {
    text += fmt::format("{} of the clashes are in the baseline, says the report: unchecked\n",
                        summary.known);
  }
  if (summary.contacts > 0) text += tally_text("contact", {0, 0, summary.contacts}, colours);
  return text;
}

}  // namespace

ExitStatus verify_report_of(Source& report, const std::vector<std::string>& files, bool json) {
  auto text = read_text(report);
  if (!text) {
    complain(text.error().message);
    return ExitStatus::bad_input;
  }
  std::int64_t count = 0;
  const ReportSummary summary = verify_report(
      std::move(text).value(),
      [&](std::span<const ReportedFile> claimed, const ReportedRules& rules) {
        return load_reported(claimed, rules, files);
      },
      [&](const std::string& finding) {
        if (++count <= kToldFindings) complain("refuted: " + finding);
      });
  if (!summary.status) {
    complain("the report cannot be checked: " + summary.status.error().message);
    return ExitStatus::bad_input;
  }
  if (count > kToldFindings) complain(fmt::format("and {} more like these", count - kToldFindings));
  const bool written = write_output(json ? report_json(summary)
                                         : report_text(summary, colours_on_standard_output()));
  if (!written) return ExitStatus::bad_input;
  return summary.refuted() ? ExitStatus::found : ExitStatus::clear;
}

}  // namespace sunder::cli
