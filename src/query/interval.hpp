// SPDX-License-Identifier: Apache-2.0
//
// Defines what the answers with an interval share: the test of its width, the witness points and
// the normal. Everything here is rounded; the proofs are elsewhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "filter/filtered_pair.hpp"
#include "geometry/body.hpp"
#include "narrow/default_width.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {

/// Returns an interval for the negated number. Zeros stay positive.
inline Interval opposite_of(const Interval& interval) noexcept {
  return {opposite(interval.upper), opposite(interval.lower)};
}

template <int D>
Vector<D> world_point(const Body<D>& body, std::int32_t vertex) {
  const int d = body.dimension();
  Vector<D> x = make_vector<D>(d);
  for (int l = 0; l < d; ++l) {
    double sum = 0;
    for (int k = 0; k < d; ++k) sum += body.pose->linear(l, k) * body.hull->coordinate(vertex, k);
    x[static_cast<std::size_t>(l)] = sum + body.pose->offset(l);
  }
  return x;
}

/// Bounds every absolute world coordinate of a body, up to rounding.
template <int D>
double most_world_size(const Body<D>& body) noexcept {
  double largest = 0;
  for (int l = 0; l < body.dimension(); ++l) {
    double centre = body.pose->offset(l);
    double reach = 0;
    for (int k = 0; k < body.dimension(); ++k) {
      const double low = body.pose->linear(l, k) * body.hull->lower[k];
      const double high = body.pose->linear(l, k) * body.hull->upper[k];
      centre += low / 2 + high / 2;
      reach += std::fabs(high / 2 - low / 2);
    }
    largest = std::fmax(largest, std::fabs(centre) + reach);
  }
  return largest;
}

/// Returns the largest absolute world coordinate of a body's vertices, rounded. It takes two
/// support queries an axis.
template <int D>
double world_size(const Body<D>& body) {
  const int d = body.dimension();
  Vector<D> ahead = make_vector<D>(d);
  Vector<D> back = ahead;
  double largest = 0;
  for (int l = 0; l < d; ++l) {
    for (int k = 0; k < d; ++k) {
      ahead[static_cast<std::size_t>(k)] = body.pose->linear(l, k);
      back[static_cast<std::size_t>(k)] = -body.pose->linear(l, k);
    }
    const double offset = body.pose->offset(l);
    largest = std::fmax(largest, std::fabs(support<D>(*body.hull, ahead.data()).value + offset));
    largest = std::fmax(largest, std::fabs(support<D>(*body.hull, back.data()).value - offset));
  }
  return largest;
}

/// Returns whether a spread is within the absolute part of the default width, a share of the
/// largest absolute world coordinate. Bounds of that coordinate, or a vertex, mostly decide.
template <int D>
bool is_narrow_for_size(const Pair<D>& pair, double spread) {
  const auto fits = [&](double x) { return spread <= kSizeWidth * std::fabs(x); };
  if (pair.a.hull->shape == Shape::box && pair.b.hull->shape == Shape::box) {
    // A corner attains the bound.
    return fits(most_world_size(pair.b)) || fits(most_world_size(pair.a));
  }
  if (!fits(std::fmax(most_world_size(pair.a), most_world_size(pair.b)))) return false;
  const Vector<D> a = world_point(pair.a, 0);
  const Vector<D> b = world_point(pair.b, 0);
  if (std::any_of(a.begin(), a.end(), fits) || std::any_of(b.begin(), b.end(), fits)) return true;
  return fits(std::fmax(world_size(pair.a), world_size(pair.b)));
}

/// A relative width is relative to `value`. A lower end of 0 is never narrow: it would lose the
/// proof that the value is above 0.
template <int D>
bool is_narrow(const Pair<D>& pair, double lower, double upper, double value, double width) {
  const double spread = upper - lower;
  if (!(lower > 0 && spread >= 0)) return false;
  if (width > 0) return spread <= width * value;
  return spread <= kRelativeWidth * value || is_narrow_for_size(pair, spread);
}

/// Implements is_narrow() for an answer whose points are known to be points of the bodies. Up to
/// rounding, their coordinates do not exceed the largest one. They mostly suffice, and then no
/// other is computed.
template <int D>
bool is_narrow_between_points(const Pair<D>& pair, const Interval& found, const Witness<D>& witness,
                              double value, double width) {
  const double spread = found.upper - found.lower;
  if (width == 0 && found.lower > 0 && spread >= 0) {
    if (spread <= kRelativeWidth * value) return true;
    double largest = 0;
    for (std::size_t l = 0; l < D; ++l) {
      largest =
          std::max(largest, std::max(std::fabs(witness.point_a[l]), std::fabs(witness.point_b[l])));
    }
    if (spread <= kRoundedSizeWidth * largest) return true;
  }
  return is_narrow(pair, found.lower, found.upper, value, width);
}

/// Drops a witness with a world coordinate that overflows: there is no point to return.
template <int D>
void keep_finite(std::optional<Witness<D>>& witness) noexcept {
  bool finite = true;  // without a branch, since nearly all are
  for (const double x : witness->point_a) finite &= is_finite_bits(x);
  for (const double x : witness->point_b) finite &= is_finite_bits(x);
  if (!finite) witness.reset();
}

/// Returns false where the direction is zero.
template <int D>
bool set_normal(const Vector<D>& direction, Vector<D>& normal) {
  double squared = 0;
  for (const double entry : direction) squared += entry * entry;
  const double length = std::sqrt(squared);
  if (!(length > 0)) return false;
  normal = direction;
  for (double& entry : normal) entry = entry / length + 0.0;  // -0 becomes 0
  return true;
}

/// Computes the points with these weights on pairs of vertices (kept indices), in the world frame,
/// and the unit vector along a direction. There is no witness where the points overflow or the
/// direction is zero.
template <int D, class Pairs, class Weights>
void set_witness(const Pair<D>& pair, const Pairs& pairs, const Weights& weights,
                 const Vector<D>& direction, std::optional<Witness<D>>& witness) {
  Witness<D>& found = witness.emplace();
  found.point_a = make_vector<D>(pair.dimension());
  found.point_b = found.point_a;
  double total = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) total += weights[i];
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vector<D> x = world_point(pair.a, pairs[i].a);
    const Vector<D> y = world_point(pair.b, pairs[i].b);
    const double share = weights[i] / total;
    for (std::size_t l = 0; l < x.size(); ++l) {
      found.point_a[l] += share * x[l];
      found.point_b[l] += share * y[l];
    }
  }
  const bool directed = set_normal<D>(direction, found.normal);
  keep_finite(witness);
  if (!directed) witness.reset();
}

}  // namespace sunder::detail
