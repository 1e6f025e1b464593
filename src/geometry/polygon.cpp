// SPDX-License-Identifier: Apache-2.0
#include "geometry/polygon.hpp"

#include <cmath>
#include <new>

#include "geometry/bounds.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail {
namespace {

std::int32_t stride_of(std::int32_t count) noexcept {
  constexpr std::int32_t kLanes = Polygon::kLanes;
  return count <= kLanes ? kLanes : (count + kLanes - 1) / kLanes * kLanes + kLanes;
}

/// Computes the edge from p to q. An entry of its normal loses one rounding in the difference, and
/// one in the product with the inverse length. Both entries share that factor, so that its own
/// error does no harm. Returns false if the edge is so short that a host may have flushed a part of
/// it.
bool set_edge(const Vector2& p, const Vector2& q, double* entry, std::int32_t stride) noexcept {
  const double x = q[0] - p[0];
  const double y = q[1] - p[1];
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0x1p-200)) return false;
  const double inverse = 1 / length;
  const double normal_x = y * inverse;
  const double normal_y = -x * inverse;
  entry[0] = p[0];
  entry[stride] = p[1];
  entry[2 * stride] = normal_x;
  entry[3 * stride] = normal_y;
  entry[4 * stride] = normal_x * p[0] + normal_y * p[1];
  return true;
}

void set_header(const HullBlock& hull, std::int32_t stride, Polygon& polygon) noexcept {
  polygon.count = hull.count;
  polygon.stride = stride;
  for (std::size_t k = 0; k < 2; ++k) {
    polygon.most[k] = hull.max_abs[k];
    polygon.centre[k] = hull.centre[k];
  }
  polygon.size = std::sqrt(hull.max_abs[0] * hull.max_abs[0] + hull.max_abs[1] * hull.max_abs[1]) *
                 (1 + kRootShare);
  polygon.circumscribed = hull.circumscribed;
  polygon.inscribed = hull.inscribed;
}

}  // namespace

Owned<Polygon> make_polygon(const HullBlock& hull) {
  if (hull.dimension != 2 || hull.topology == nullptr) return nullptr;
  if (hull.count > Polygon::kMostVertices) return nullptr;
  const double largest = std::fmax(hull.max_abs[0], hull.max_abs[1]);
  if (!(largest > 0x1p-100 && largest < 0x1p100)) return nullptr;
  const std::int32_t stride = stride_of(hull.count);
  const std::size_t rows = std::size_t{5} * static_cast<std::size_t>(stride) * sizeof(double);
  void* const memory = ::operator new(sizeof(Polygon) + rows, std::align_val_t{alignof(Polygon)});
  auto* const polygon = new (memory) Polygon;
  Owned<Polygon> owned(polygon);
  set_header(hull, stride, *polygon);
  double* const entries = reinterpret_cast<double*>(polygon + 1);
  for (std::int32_t i = 0; i < stride; ++i) {
    const auto [from, to] = hull.topology->edge(i % hull.count).vertices;  // in order around
    const Vector2 p{hull.coordinate(from, 0), hull.coordinate(from, 1)};
    const Vector2 q{hull.coordinate(to, 0), hull.coordinate(to, 1)};
    if (!set_edge(p, q, entries + i, stride)) return nullptr;
  }
  return owned;
}

void Discard::operator()(const Polygon* polygon) const noexcept {
  ::operator delete(const_cast<Polygon*>(polygon), std::align_val_t{alignof(Polygon)});
}

}  // namespace sunder::detail
