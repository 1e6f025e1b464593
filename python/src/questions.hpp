// SPDX-License-Identifier: Apache-2.0
//
// What the questions about one pair share, and their way into the module.
#pragma once

#include <cmath>
#include <string>

#include "bodies.hpp"
#include "search.hpp"

namespace sunder::python {

/// Refuses a question in dimensions other than 2 and 3.
inline void require_plane_or_space(const Body& a, std::string_view question) {
  if (std::holds_alternative<PolytopeN>(a.polytope)) {
    throw Refusal("not_served", question, "dimension " + std::to_string(a.dimension()),
                  "ask it about bodies of dimension 2 and 3");
  }
}

/// Calls ask(a, b) in the dimensions 2 and 3.
template <class Ask>
auto with_flat_bodies(const Body& a, const Body& b, nb::handle pose_a, nb::handle pose_b,
                      std::string_view question, const Ask& ask, Points points = Points::kept) {
  require_plane_or_space(a, question);
  using Answer = decltype(ask(std::declval<const Posed3&>(), std::declval<const Posed3&>()));
  return with_bodies(
      a, b, pose_a, pose_b,
      [&]<int D>(const Posed<D>& x, const Posed<D>& y) -> Answer {
        if constexpr (D == kRunTime) {
          return {};
        } else {
          return ask(x, y);
        }
      },
      points);
}

/// The documentation of a question: its promise, and what all have in common.
std::string documented(const char* promise);

/// The options of a question about polytopes that takes a hint alone.
inline SearchArguments hinted(AnyHint* hint) { return {"auto", hint, nb::none(), 0}; }

// The bodies and poses in the signature of a question about polytopes.
#define SUNDER_PAIR                                                                  \
  "(a: Polytope, b: Polytope, pose_a: Pose | numpy.typing.ArrayLike | None = None, " \
  "pose_b: Pose | numpy.typing.ArrayLike | None = None, *, "

/// Adds the questions about bodies at rest, about polytopes alone, and about moving ones and rays.
void add_questions(nb::module_& module);
void add_polytope_questions(nb::module_& module);
void add_motions(nb::module_& module);

}  // namespace sunder::python
