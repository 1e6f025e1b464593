// SPDX-License-Identifier: Apache-2.0
//
// How a pair was decided of which a body is no convex one: its steps in words and as JSON, which docs/trace.md
// describes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sunder/body_certificate.hpp"
#include "sunder/body_trace.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {

/// One of the two bodies.
struct ExplainedBody {
  std::string name;
  Body3 body;
  Pose3 pose;
  TakenMesh taken{};

  PosedBody3 posed() const noexcept { return {body, pose}; }
};

/// A question about two bodies, the steps of the decision, and the answer.
struct BodyExplanation {
  ExplainedBody a, b;
  bool y_up = false;     ///< for the viewer alone: y points up in the files, else z
  bool measures = true;  ///< the distance was asked for too
  BodyTrace trace{};
  BodyDecision decision{};
  std::optional<BodyDistance> distance{};  ///< of bodies that are apart
  std::optional<BodyCertificate> certificate{};
  std::string no_certificate{};  ///< why there is none
};

/// Asks the question, records how it was decided, and proves the answer.
void record_decision(BodyExplanation& told);

/// Returns the points of a body in the world, rounded: what is drawn of it.
std::vector<Vector3> drawn_points(const ExplainedBody& body);

/// Returns the steps in words, the answer last: what the page shows too.
std::vector<std::string> steps_in_words(const BodyExplanation& told);

/// Returns one JSON object, with a line for each step.
std::string body_trace_json(const BodyExplanation& told);

}  // namespace sunder::cli
