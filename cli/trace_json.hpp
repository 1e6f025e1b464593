// SPDX-License-Identifier: Apache-2.0
//
// Writes the steps of a search as JSON: docs/trace.md describes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sunder/cast.hpp"
#include "sunder/contact.hpp"
#include "sunder/penetration.hpp"
#include "sunder/query.hpp"

namespace sunder::cli {

/// Where b is at a time of its motion, and how far from a; the offset of the pose is rounded.
struct CastPose {
  double time = 0;
  Vector3 offset{};  ///< of b from its first pose
  Distance3 distance{};
};

/// A question about two named bodies, the recorded search, and the answer.
struct Explanation {
  std::string name_a;
  std::string name_b;
  Posed3 a;
  Posed3 b;
  bool y_up = false;  ///< for the viewer alone: y points up in the files, else z
  Algorithm asked = Algorithm::automatic;
  Question question = Question::verdict;  ///< the question whose steps `trace` holds
  std::optional<Vector3> motion_b{};      ///< a cast's: how far b moves until time 1
  Trace trace{};
  Decision decision{};
  Distance3 distance{};  ///< by the same algorithm, else by the library's choice
  Certificate certificate{};
  std::optional<Penetration3> depth{};  ///< where it was asked for and the bodies overlap
  std::optional<Contact3> contact{};    ///< where it was asked for and the bodies meet
  std::vector<ContactPoint<3>> contact_points{};
  std::optional<Cast3> cast{};
  std::vector<CastPose> cast_poses{};  ///< from the start to the hit, or to the end
};

/// Returns the pose, moved; each coordinate of the offset is rounded once.
Result<Pose3> translated(const Pose3& pose, const Vector3& by);

/// Asks the question about the bodies of the explanation, and records the search. A distance is traced only where the
/// bodies are apart, a depth only where they overlap, a contact only where they meet; else the search for the verdict.
void record_search(Question question, Explanation& explanation);

/// Returns one JSON object, with a line for each step.
std::string trace_json(const Explanation& explanation);

}  // namespace sunder::cli
