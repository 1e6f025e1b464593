// SPDX-License-Identifier: Apache-2.0
//
// Views a posed polytope as all upper layers read it: two pointers, without ownership.
#pragma once

#include "geometry/hull_block.hpp"
#include "geometry/pose_access.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

template <int D>
struct Body {
  const HullBlock* hull;
  const Pose<D>* pose;

  int dimension() const noexcept {
    if constexpr (D == kRunTime) {
      return hull->dimension;
    } else {
      return D;
    }
  }
  bool in_filter_range() const noexcept {
    return hull->in_filter_range && detail::in_filter_range(*pose);
  }
};

template <int D>
struct Pair {
  Body<D> a;
  Body<D> b;
  int dimension() const noexcept { return a.dimension(); }
};

template <int D>
Body<D> make_body_of(const Polytope<D>& polytope, const Pose<D>& pose) noexcept {
  return {&BlockAccess::block(polytope), &pose};
}

template <int D>
Body<D> make_body(const Posed<D>& posed) noexcept {
  return make_body_of(posed.polytope(), posed.pose());
}
/// Returns a zero vector; it needs no allocation if the dimension is fixed.
template <int D>
Vector<D> make_vector(int d) {
  Vector<D> v{};
  if constexpr (D == kRunTime) v.resize(static_cast<std::size_t>(d));
  return v;
}

}  // namespace sunder::detail
