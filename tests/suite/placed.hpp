// SPDX-License-Identifier: Apache-2.0
//
// Stores a body with its pose: a test uses it in place of a view of two temporaries.
#pragma once

#include "sunder/polytope.hpp"

namespace sunder::test {

template <int D>
struct Placed {
  Polytope<D> polytope;
  Pose<D> pose;

  Placed(Polytope<D> body, Pose<D> at) : polytope(std::move(body)), pose(std::move(at)) {}
  explicit Placed(Polytope<D> body) : Placed(std::move(body), Pose<D>::identity()) {}
  /// For a temporary it is valid until the end of the full expression.
  operator Posed<D>() const noexcept { return {polytope, pose}; }  // NOLINT(*-explicit-*)
};

}  // namespace sunder::test
