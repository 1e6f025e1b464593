// SPDX-License-Identifier: Apache-2.0
//
// Draws worlds of every kind that may break a fast path.
#pragma once

#include <functional>

#include "batch/world.hpp"

namespace sunder::test {

/// A named world of about `items` items, by seed.
struct Maker3 {
  const char* name;
  World<3> (*make)(std::uint64_t seed, int items);
};
/// Returns every maker; those with boxes only come first.
std::span<const Maker3> makers3();

World<2> polygons(std::uint64_t seed, int items);

/// Returns a rotation matrix in doubles, of three angles, with an offset.
World<3>::Rows rotation(Random& random, double reach);

}  // namespace sunder::test
