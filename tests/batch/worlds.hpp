// SPDX-License-Identifier: Apache-2.0
//
// Worlds of every kind that a fast path may be caught out by.
#pragma once

#include <functional>

#include "batch/world.hpp"

namespace sunder::test {

/// A named world of about `items` items, by seed.
struct Maker3 {
  const char* name;
  World<3> (*make)(std::uint64_t seed, int items);
};
/// Every maker, those that only boxes are in first.
std::span<const Maker3> makers3();

World<2> polygons(std::uint64_t seed, int items);

/// A rotation matrix in doubles, of three angles, with an offset.
World<3>::Rows rotation(Random& random, double reach);

}  // namespace sunder::test
