// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about bodies that are not convex, and says what triangles were taken as.
#pragma once

#include <optional>
#include <string>

#include "pipe/answer.hpp"
#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {

/// Appends the parts of an answer about bodies; and their triangles in space, their convex pieces
/// or edges in the plane. It appends null where there is none.
template <class Answer>
void append_places(std::string& out, const Answer& answer) {
  append_index(out, "part_a", answer.part_a);
  append_index(out, "part_b", answer.part_b);
  if constexpr (requires { answer.triangle_a; }) {
    append_index(out, "triangle_a", answer.triangle_a);
    append_index(out, "triangle_b", answer.triangle_b);
  } else if constexpr (requires { answer.edge_a; }) {
    append_index(out, "edge_a", answer.edge_a);
    append_index(out, "edge_b", answer.edge_b);
  } else {
    append_index(out, "piece_a", answer.piece_a);
    append_index(out, "piece_b", answer.piece_b);
  }
}

/// Appends "taken_as" where a body of the pair has triangles.
void append_taken_as(std::string& out, const TakenPair& taken);

/// Appends the answer line, or returns why the question is refused. D is 2 or 3; `facts` may be null.
template <int D>
std::optional<Error> append_bodies_answer(std::string& out, const Request& request,
                                          const PlacedBodies<D>& bodies, AnswerFacts* facts);

}  // namespace sunder::detail
