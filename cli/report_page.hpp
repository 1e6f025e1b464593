// SPDX-License-Identifier: Apache-2.0
//
// Writes the result of a check as a page that people open: web/src/report.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "check_output.hpp"
#include "model.hpp"

namespace sunder::cli {

/// A scene that was made by hand, as pages name it. By id: what each body was taken as.
std::shared_ptr<const LoadedBodies> made_bodies(const Scene& scene, std::vector<TakenMesh> taken,
                                                std::string_view title);

/// Returns the page of a scene that was checked: contacts, depths and proofs are made for it. `made` is of the scene that
/// was checked. Throws std::bad_alloc. Cost: that of the contacts and certificates of all pairs of the report.
std::string made_report_page(const std::shared_ptr<const LoadedBodies>& made, SceneReport report,
                             const CheckOptions& options, const BackgroundOptions& background);

/// Returns the page of a scene that shows its bodies alone.
std::string bodies_page(const LoadedBodies& made);

/// Returns one HTML file without external resources. `date` is as XML Schema has it.
std::string report_page(const CheckResult& result, const Model& model, const std::string& date);

}  // namespace sunder::cli
