// SPDX-License-Identifier: Apache-2.0
//
// Names the algorithms, and for each the dimensions and questions it serves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// The ways to look for a certificate. `automatic` lets the library choose, and in an answer it
/// means that no algorithm was needed: the hint or the bounds decided.
enum class Algorithm : std::uint8_t {
  automatic = 0,
#define SUNDER_ALGORITHM(name, ...) name,
#include "sunder/algorithms.inc"
#undef SUNDER_ALGORITHM
};

/// What can be asked. The spelling of to_string() is the pipe's `ask` word.
enum class Question : std::uint8_t { verdict, distance, depth, relation, contains, contact, cast, derivative };

/// What an algorithm reads of a body. Faces are there unless it was built with reduce = false.
enum class Reads : std::uint8_t {
  points,    ///< any body
  outlines,  ///< faces, and of a flat body the edges around it
  faces      ///< faces and edges of solids; it proves nothing about flat bodies
};

struct AlgorithmInfo {
  Algorithm id;
  std::string_view name;            ///< what --algorithm and the pipe's "algorithm" take
  std::span<const int> dimensions;  ///< the dimensions 1 to 8 that it serves
  bool any_dimension;               ///< serves every dimension
  Reads reads;
  std::span<const Question> questions;
  std::string_view summary;  ///< one sentence
  std::string_view source;   ///< paper or article
};

/// Lists the algorithms, one entry each, in the order of the enum; `automatic` is not listed.
SUNDER_EXPORT std::span<const AlgorithmInfo> algorithms() noexcept;

/// Returns "auto" for automatic, else the algorithm's name.
SUNDER_EXPORT std::string_view to_string(Algorithm algorithm) noexcept;
SUNDER_EXPORT std::string_view to_string(Question question) noexcept;
SUNDER_EXPORT std::optional<Algorithm> algorithm_from_name(std::string_view name) noexcept;
SUNDER_EXPORT std::optional<Question> question_from_name(std::string_view name) noexcept;

/// Does this algorithm need faces, where a body is a solid? `automatic` uses them, and needs none.
SUNDER_EXPORT bool needs_faces(Algorithm algorithm) noexcept;

/// Does this algorithm (or automatic) answer this question in this dimension?
SUNDER_EXPORT bool serves(Algorithm algorithm, Question question, int dimension) noexcept;

}  // namespace sunder::inline SUNDER_ABI
