// SPDX-License-Identifier: Apache-2.0
//
// The tests' own oracle: complete enumeration in exact integers. Slow, short, and without an idea
// in common with the library. For small point sets.
#pragma once

#include "oracle/world.hpp"

namespace sunder::oracle {

using BigInt = boost::multiprecision::cpp_int;
using suite::Rational;

/// The verdict, from every hyperplane direction that edges of C = K_A - K_B can span. The facets of
/// a full-dimensional C have such normals, because a face of C is a face of K_A minus one of K_B; a
/// flat C is projected to its own dimension first.
Verdict brute_force_verdict(const Points<Rational>& a, const Points<Rational>& b);

/// The square of the distance: the least over all pairs of simplices, at most d + 1 vertices
/// together, of the distance between their affine hulls where it is attained inside both.
Rational brute_force_distance_squared(const Points<Rational>& a, const Points<Rational>& b);

}  // namespace sunder::oracle
