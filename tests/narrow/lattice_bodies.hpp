// SPDX-License-Identifier: Apache-2.0
//
// Draws small bodies of integers: they produce ties, duplicates and flat sets, and every verdict
// has an exact oracle.
#pragma once

#include <gtest/gtest.h>

#include "geometry/body.hpp"
#include "oracle/brute_force.hpp"
#include "oracle/expect.hpp"
#include "suite/random.hpp"

namespace sunder::test {

using suite::Bodies;
using suite::BodyData;
using suite::PoseData;
using suite::Random;

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

inline BodyData with_matrix(BodyData body, std::vector<double> rows) {
  body.pose.form = PoseData::Form::matrix;
  body.pose.rows = std::move(rows);
  return body;
}

inline BodyData with_translation(BodyData body, std::vector<double> t) {
  body.pose.form = PoseData::Form::translation;
  body.pose.translation = std::move(t);
  return body;
}

inline BodyData with_quaternion(BodyData body, const std::array<double, 4>& q,
                                std::vector<double> t = {0, 0, 0}) {
  body.pose.form = PoseData::Form::quaternion;
  body.pose.quaternion = q;
  body.pose.translation = std::move(t);
  return body;
}

inline BodyData box_body(const std::vector<double>& half) {
  BodyData body;
  for (std::size_t corner = 0; corner < (std::size_t{1} << half.size()); ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < half.size(); ++k)
      vertex.push_back((corner >> k) % 2 == 0 ? -half[k] : half[k]);
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
