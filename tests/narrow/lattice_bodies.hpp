// SPDX-License-Identifier: Apache-2.0
//
// Draws small bodies of integers: they produce ties, duplicates and flat sets, and every verdict
// has an exact oracle.
#pragma once

#include <gtest/gtest.h>

#include "geometry/body.hpp"
#include "oracle/brute_force.hpp"
#include "oracle/expect.hpp"
#include "suite/body_data.hpp"
#include "suite/random.hpp"

namespace sunder::test {

using suite::Bodies;
using suite::BodyData;
using suite::box_body;
using suite::PoseData;
using suite::Random;
using suite::with_matrix;
using suite::with_quaternion;
using suite::with_translation;

/// `count` points with coordinates in [-reach, reach], the first coordinate moved by `shift`.
inline BodyData lattice_body(Random& random, int dimension, int count, int reach, int shift = 0) {
  BodyData body;
  for (int i = 0; i < count; ++i) {
    auto& vertex = body.vertices.emplace_back();
    for (int k = 0; k < dimension; ++k) vertex.push_back(random.in(-reach, reach));
    vertex.front() += shift;
  }
  return body;
}

inline Verdict truth(const BodyData& a, const BodyData& b) {
  return oracle::brute_force_verdict(oracle::world_points<suite::Rational>(a),
                                     oracle::world_points<suite::Rational>(b));
}

template <int D>
detail::Pair<D> pair_of(const Bodies<D>& bodies) {
  return {detail::make_body(bodies.a()), detail::make_body(bodies.b())};
}

template <int D>
IndexPair to_caller(const detail::Pair<D>& pair, IndexPair kept) {
  return {pair.a.hull->caller[kept.a], pair.b.hull->caller[kept.b]};
}

}  // namespace sunder::test
