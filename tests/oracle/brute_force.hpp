// SPDX-License-Identifier: Apache-2.0
//
// Implements the tests' own oracle: complete enumeration in exact integers, for small point sets.
// It is slow and short, and shares no idea with the library.
#pragma once

#include "oracle/world.hpp"

namespace sunder::oracle {

using BigInt = boost::multiprecision::cpp_int;
using suite::Rational;

/// Returns the verdict, from every hyperplane direction that edges of C = K_A - K_B can span. A
/// face of C is a face of K_A minus one of K_B; the facets of a full-dimensional C therefore have
/// such normals. A flat C is projected to its own dimension first.
Verdict brute_force_verdict(const Points<Rational>& a, const Points<Rational>& b);

/// Returns the square of the distance. It is the least distance between the affine hulls of two
/// simplices that is attained inside both. The pairs of simplices have at most d + 1 vertices
/// together.
Rational brute_force_distance_squared(const Points<Rational>& a, const Points<Rational>& b);

}  // namespace sunder::oracle
