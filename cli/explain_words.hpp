// SPDX-License-Identifier: Apache-2.0
//
// The words of a decision about two bodies, a sentence or some for each step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "explain_bodies.hpp"

namespace sunder::cli {

/// Returns "1 box", "2 boxes".
std::string several(std::int64_t count, std::string_view one, std::string_view many);

/// What a body was taken as, and why.
std::string taken_words(const ExplainedBody& body);
/// What a step looked at, and what it showed.
std::string step_words(const BodyStep& step, const BodyExplanation& told);
std::string closest_words(const BodyExplanation& told);
/// Cut `at` of `count` of the proof.
std::string cut_words(const BodyExplanation& told, const PartSeparation& parts, const RangeCut& cut,
                      std::size_t at, std::size_t count);
/// The verdict and its proof.
std::string answer_words(const BodyExplanation& told);

/// Where the features of a contact meet, rounded; nothing where rounding leaves no answer.
std::optional<Vector3> contact_place(const BodyStep& step);

}  // namespace sunder::cli
