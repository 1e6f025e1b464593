// SPDX-License-Identifier: Apache-2.0
//
// Calls the vector algebra of lanes/ on the chosen instruction set: all its functions of given
// vectors, with a set of vectors in each lane. Tests see the kernels of lanes/ through this header
// alone.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>

namespace sunder::detail {

/// A multiple of the lanes of a vector on each target.
inline constexpr std::size_t kSets = 16;
template <class T>
using PerSet = std::array<T, kSets>;

template <class T>
struct SpaceInput {
  std::array<PerSet<T>, 3> p, q, r;
  std::array<std::array<PerSet<T>, 3>, 3> m;
  PerSet<T> factor;
};

/// Each function's coordinates, one of a scalar, by its name.
template <class T>
struct SpaceAnswers {
  std::map<std::string, std::array<PerSet<T>, 3>> of;
  bool fused = false;  ///< MulAdd() rounds once
};

SpaceAnswers<float> space_in_lanes(const SpaceInput<float>& input);
SpaceAnswers<double> space_in_lanes(const SpaceInput<double>& input);
/// Vectors of plain numbers; the functions that contract nothing.
SpaceAnswers<double> space_of_numbers(const SpaceInput<double>& input);
/// Arrays instead of vectors, which contract nothing.
SpaceAnswers<double> space_of_few(const SpaceInput<double>& input);
/// One set a vector, of one instruction set's own width, and in a Quad.
SpaceAnswers<double> space_packed(const SpaceInput<double>& input);
SpaceAnswers<double> space_of_quads(const SpaceInput<double>& input);

}  // namespace sunder::detail
