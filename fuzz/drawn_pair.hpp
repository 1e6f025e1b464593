// SPDX-License-Identifier: Apache-2.0
//
// Converts a drawn pair to the library's objects: brought near to contact, decided exactly,
// queried.
#pragma once

#include "fuzz/demand.hpp"
#include "fuzz/numbers.hpp"
#include "narrow/lp/exact.hpp"
#include "suite/posed.hpp"

namespace sunder::fuzz {

template <int D>
suite::Bodies<D> bodies_of(const DrawnPair& pair) {
  return {pair.a, pair.b, pair.dimension, {.reduce = pair.reduce}};
}

/// Returns the verdict of exact pivoting from the points alone. Besides the certificates it is the
/// truth of the targets.
template <int D>
Verdict exact_verdict(const suite::Bodies<D>& bodies) {
  if (bodies.polytope_a.empty() || bodies.polytope_b.empty()) return Verdict::separated;
  return detail::lp::decide_exactly<D>(
             {detail::make_body(bodies.a()), detail::make_body(bodies.b())}, {})
      .verdict;
}

/// Moves b along the shortest translation to contact: all of it, rounded, or slightly more or less.
/// If the bodies overlap, b moves out; in run-time dimensions b only moves in.
template <int D>
void bring_near(Choices& choices, DrawnPair& pair) {
  const suite::Bodies<D> bodies = bodies_of<D>(pair);
  const Distance<D> apart = distance(bodies.a(), bodies.b());
  double step = -apart.distance.lower;
  std::vector<double> by(static_cast<std::size_t>(D));
  if (apart.witness) by.assign(apart.witness->normal.begin(), apart.witness->normal.end());
  if constexpr (D != kRunTime) {
    if (apart) {
      const Penetration<D> inside = penetration(bodies.a(), bodies.b());
      step = inside.depth.upper;
      if (inside.witness) {
        by.assign(inside.witness->normal.begin(), inside.witness->normal.end());
      }
    }
  }
  if (by.size() != static_cast<std::size_t>(pair.dimension)) return;
  const int hair = choices.in(-52, 52);
  const double factor = hair == 0 ? 1 : 1 + std::copysign(std::ldexp(1.0, -std::abs(hair)), hair);
  for (double& entry : by) entry = finite_or_zero(entry * step * factor);
  move(pair.b, pair.dimension, by);
  if (choices.chance(1, 2)) nudge(choices, pair.b, pair.dimension, 1);
}

/// Draws a pair, in half of the cases near contact. Calls `ask` with it and its bodies in the
/// classes for its dimension. Run-time dimension is occasionally used in 2 and 3 dimensions too.
template <class Ask>
void with_drawn_pair(Choices& choices, int dimension, Ask&& ask) {
  DrawnPair pair = draw_pair(choices, dimension);
  const bool has_quaternion = pair.a.pose.form == suite::PoseData::Form::quaternion ||
                              pair.b.pose.form == suite::PoseData::Form::quaternion;
  const bool run_time =
      (dimension != 2 && dimension != 3) || (!has_quaternion && choices.chance(1, 8));
  const bool near = choices.chance(1, 2);
  asking_about(&pair);
  const auto run = [&]<int D>() {
    if (near) bring_near<D>(choices, pair);
    ask(pair, bodies_of<D>(pair));
  };
  if (run_time) {
    run.template operator()<kRunTime>();
  } else if (dimension == 2) {
    run.template operator()<2>();
  } else {
    run.template operator()<3>();
  }
  asking_about(nullptr);
}

/// Returns the dimension of Bodies<D> at compile time.
template <int D>
constexpr int dimension_of(const suite::Bodies<D>&) {
  return D;
}

}  // namespace sunder::fuzz
