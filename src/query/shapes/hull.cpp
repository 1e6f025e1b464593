// SPDX-License-Identifier: Apache-2.0
#include "filter/filtered_pair.hpp"
#include "sunder/shapes.hpp"

namespace sunder::shapes {

template <int D>
Vector<D> Hull<D>::support(const Vector<D>& direction) const {
  const detail::HullBlock& block = detail::BlockAccess::block(*polytope_);
  Vector<D> point{};
  if (block.count == 0) {
    point.fill(std::numeric_limits<double>::quiet_NaN());  // no point: nothing will be decided
    return point;
  }
  const detail::Extreme most = detail::support<D>(block, direction.data());
  for (int k = 0; k < D; ++k) {
    point[static_cast<std::size_t>(k)] = block.coordinate(most.vertex, k);
  }
  return point;
}

template Vector2 Hull<2>::support(const Vector2&) const;
template Vector3 Hull<3>::support(const Vector3&) const;

}  // namespace sunder::shapes
