// SPDX-License-Identifier: Apache-2.0
//
// Finds the exact extreme vertex of a body in an integer direction. Doubles discard the vertices
// that are provably not extreme. The remaining ones, mostly one or a few tied ones, are compared in
// integers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/integer_pair.hpp"

namespace sunder::detail {

template <class Int>
struct ExactExtreme {
  std::int32_t vertex = 0;  ///< lowest kept index among the tied
  Int value{};              ///< direction . point
};

/// Selects the vertices that can be extreme: those whose double value is within `slack` of the
/// best.
template <int D, class Int>
class ExtremeFilter {
 public:
  /// `covector` is the direction pulled back to the body's vertices.
  ExtremeFilter(const HullBlock& hull, const PerAxis<D, Int>& covector, int d)
      : hull_(hull), d_(d) {
    // With fewer than four vertices, or outside the bound's range, all vertices are candidates.
    if (hull.count < 4 || !hull.in_filter_range) return;
    int bits = 0;
    for (const Int& entry : covector) bits = std::max(bits, bit_length(entry));
    const int shift = std::max(0, bits - 60);
    const double lost = shift > 0 ? 1 : 0;
    double size = 0;
    double bound = 0;
    if constexpr (D == kRunTime) direction_.resize(static_cast<std::size_t>(d));
    for (int k = 0; k < d; ++k) {
      const auto rounded =
          static_cast<double>(scaled_down(covector[static_cast<std::size_t>(k)], shift));
      direction_[static_cast<std::size_t>(k)] = rounded;
      size = std::max(size, hull.max_abs[k]);
      // |entry / 2^shift - rounded| <= lost + 2^-52 |rounded|; then 2 d roundings, each 2^-52 at most.
      bound += hull.max_abs[k] * (lost + std::fabs(rounded) * (2 * d + 4) * 0x1p-52);
    }
    if (!(size >= 0x1p-400)) return;  // products of tiny coordinates may be flushed to zero
    slack_ = 2.5 * bound + 0x1p-800;
    active_ = true;
    best_ = value(0);
    for (std::int32_t i = 1; i < hull.count; ++i) best_ = std::max(best_, value(i));
  }

  bool may_be_extreme(std::int32_t vertex) const {
    return !active_ || value(vertex) >= best_ - slack_;
  }

 private:
  double value(std::int32_t vertex) const {
    double sum = 0;
    for (int k = 0; k < d_; ++k) {
      sum += direction_[static_cast<std::size_t>(k)] * hull_.coordinate(vertex, k);
    }
    return sum;
  }
  const HullBlock& hull_;
  int d_;
  Vector<D> direction_{};
  double best_ = 0;
  double slack_ = 0;
  bool active_ = false;
};

/// sign * direction in the body's frame: direction . point = sign * covector . vertex + constant.
template <int D, class Int>
struct PulledBack {
  PerAxis<D, Int> covector{};
  Int constant{};

  PulledBack(const IntegerBody<D, Int>& body, const Int* direction, int sign) : constant(0) {
    const int d = body.dimension();
    if constexpr (D == kRunTime) covector.resize(static_cast<std::size_t>(d));
    for (int l = 0; l < d; ++l) constant += direction[l] * body.offset[static_cast<std::size_t>(l)];
    for (int k = 0; k < d; ++k) {
      Int sum(0);
      for (int l = 0; l < d; ++l) sum += direction[l] * body.entry(l, k);
      covector[static_cast<std::size_t>(k)] = sign > 0 ? sum : Int(-sum);
    }
  }
};

/// Calls visit(vertex, covector . vertex) for each vertex that may be extreme.
template <int D, class Int, class Visit>
void visit_extreme(const IntegerBody<D, Int>& body, const PerAxis<D, Int>& covector,
                   Visit&& visit) {
  const int d = body.dimension();
  const ExtremeFilter<D, Int> filter(*body.hull, covector, d);
  for (std::int32_t i = 0; i < body.hull->count; ++i) {
    if (!filter.may_be_extreme(i)) continue;
    Int value(0);
    for (int k = 0; k < d; ++k)
      value += covector[static_cast<std::size_t>(k)] * body.coordinate(i, k);
    visit(i, value);
  }
}

/// Returns the maximum over the body's vertices of sign * (direction . point); `value` is direction
/// . point.
template <int D, class Int>
ExactExtreme<Int> exact_support(const IntegerBody<D, Int>& body, const Int* direction, int sign) {
  const PulledBack<D, Int> seen(body, direction, sign);
  ExactExtreme<Int> extreme;
  bool found = false;
  visit_extreme<D, Int>(body, seen.covector, [&](std::int32_t i, const Int& value) {
    if (found && !(value > extreme.value)) return;
    extreme.vertex = i;
    extreme.value = value;
    found = true;
  });
  extreme.value = seen.constant + (sign > 0 ? extreme.value : Int(-extreme.value));
  return extreme;
}

/// All extreme vertices, ascending, and their common value direction . point.
template <class Int, class Vertices>
struct ExactExtremes {
  Vertices vertices;
  Int value{};
};

template <int D, class Int, class Vertices = std::vector<std::int32_t>>
ExactExtremes<Int, Vertices> exact_extremes(const IntegerBody<D, Int>& body, const Int* direction,
                                            int sign,
                                            typename Vertices::allocator_type memory = {}) {
  const PulledBack<D, Int> seen(body, direction, sign);
  ExactExtremes<Int, Vertices> extreme{Vertices(memory), {}};
  visit_extreme<D, Int>(body, seen.covector, [&](std::int32_t i, const Int& value) {
    if (!extreme.vertices.empty() && value < extreme.value) return;
    if (extreme.vertices.empty() || value > extreme.value) extreme.vertices.clear();
    extreme.value = value;
    extreme.vertices.push_back(i);
  });
  extreme.value = seen.constant + (sign > 0 ? extreme.value : Int(-extreme.value));
  return extreme;
}

}  // namespace sunder::detail
