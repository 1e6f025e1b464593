// SPDX-License-Identifier: Apache-2.0
//
// What the answers with an interval share: how narrow it has to be, and the points and the normal
// that go with it. Everything here is rounded; the proofs are elsewhere.
#pragma once

#include <algorithm>
#include <cmath>

#include "filter/filtered_pair.hpp"
#include "geometry/body.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

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

/// What no absolute world coordinate of a body exceeds, but for rounding.
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

/// Largest absolute world coordinate of a body's vertices, rounded: two support queries an axis.
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

/// Whether a spread is within the absolute part of the default width, that of the largest absolute
/// world coordinate. Mostly bounds of that coordinate, or a vertex, tell.
template <int D>
bool is_narrow_for_size(const Pair<D>& pair, double spread) {
  constexpr double kShare = 64 * 0x1p-52;
  const auto fits = [&](double x) { return spread <= kShare * std::fabs(x); };
  if (!fits(std::fmax(most_world_size(pair.a), most_world_size(pair.b)))) return false;
  const Vector<D> a = world_point(pair.a, 0);
  const Vector<D> b = world_point(pair.b, 0);
  if (std::any_of(a.begin(), a.end(), fits) || std::any_of(b.begin(), b.end(), fits)) return true;
  return fits(std::fmax(world_size(pair.a), world_size(pair.b)));
}

/// `value` is what a relative width is of. Nothing above 0 that is proven may be taken back by a
/// lower end of 0.
template <int D>
bool is_narrow(const Pair<D>& pair, double lower, double upper, double value, double width) {
  const double spread = upper - lower;
  if (!(lower > 0 && spread >= 0)) return false;
  if (width > 0) return spread <= width * value;
  return spread <= 1e-12 * value || is_narrow_for_size(pair, spread);
}

/// is_narrow() of an answer whose points are known to be points of the bodies: no coordinate of
/// theirs is larger than the largest, but for rounding, so that mostly no other has to be asked.
template <int D, class Answer>
bool is_narrow_between_points(const Pair<D>& pair, const Answer& answer, double value,
                              double width) {
  const double spread = answer.upper - answer.lower;
  double largest = 0;
  for (std::size_t l = 0; l < D; ++l) {
    largest =
        std::max(largest, std::max(std::fabs(answer.point_a[l]), std::fabs(answer.point_b[l])));
  }
  if (width == 0 && answer.lower > 0 && spread >= 0 && spread <= 0x1.fp-47 * largest) return true;
  return is_narrow(pair, answer.lower, answer.upper, value, width);
}

/// A world coordinate may lie beyond the largest double: then there is no point to tell.
template <class Answer>
void keep_finite_points(Answer& answer) noexcept {
  bool finite = true;  // no branch: as a rule all are
  for (const double x : answer.point_a) finite &= is_finite_bits(x);
  for (const double x : answer.point_b) finite &= is_finite_bits(x);
  answer.has_points = finite;
}

/// The points that weights on pairs of vertices (kept indices) stand for, in the world frame.
template <int D, class Pairs, class Weights, class Answer>
void set_points(const Pair<D>& pair, const Pairs& pairs, const Weights& weights, Answer& answer) {
  answer.point_a = make_vector<D>(pair.dimension());
  answer.point_b = answer.point_a;
  double total = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) total += weights[i];
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vector<D> x = world_point(pair.a, pairs[i].a);
    const Vector<D> y = world_point(pair.b, pairs[i].b);
    const double share = weights[i] / total;
    for (std::size_t l = 0; l < x.size(); ++l) {
      answer.point_a[l] += share * x[l];
      answer.point_b[l] += share * y[l];
    }
  }
  keep_finite_points(answer);
}

template <int D, class Answer>
void set_normal(const Vector<D>& direction, Answer& answer) {
  double squared = 0;
  for (const double entry : direction) squared += entry * entry;
  const double length = std::sqrt(squared);
  if (!(length > 0)) return;
  answer.normal = direction;
  for (double& entry : answer.normal) entry = entry / length + 0.0;  // -0 becomes 0
  answer.has_normal = true;
}

}  // namespace sunder::detail
