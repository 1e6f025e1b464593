// SPDX-License-Identifier: Apache-2.0
//
// Stores a pair with the shared terms of the filters' error bounds, and computes Lemma 1's
// directional gap in doubles.
//
// Let C = K_A - K_B, and M the largest |coordinate| of a body's vertices. (M is not about the
// centre: roundings scale with |a|.) Let rho be the error of the entries of a quaternion's matrix,
// 0 for a matrix, and
//
//   reach_l = sum_k (|R_A,lk| + rho_A) M_A,k + (|R_B,lk| + rho_B) M_B,k + |t_B - t_A|_l.
//
// It bounds component l of every point of C, and of every sum of absolute values below.
//
// Lemma 1. For a direction u of doubles with |u|_inf <= 1 the gap is
//
//   g(u) = min over b of u . (R_B b + t_B)  -  max over a of u . (R_A a + t_A),
//
// and g(u) > 0 proves the bodies separated. It is computed as (min q.b - max p.a) + u.(t_B - t_A)
// with p = R_A^T u and q = R_B^T u. In any order of summation, fused or not, in any rounding mode
// (unit 2 eps = 2^-52), the value is off by at most
//
//   (2d+3) 2^-52 sum_l |u_l| reach_l + rho_A |u|_1 |M_A|_1 + rho_B |u|_1 |M_B|_1 + 2^-600.
//
// Points. c = R_A a - R_B b + (t_A - t_B) in doubles is off in component l by at most
//
//   (d+3) 2^-52 reach_l + rho_A |M_A|_1 + rho_B |M_B|_1 + 2^-850.
//
// Both hold if coordinates and entries of R are at most 2^150 and each reach_l is below 2^400. The
// powers of two cover the loss by gradual underflow or a flush to zero. A bound that is NaN or
// infinite proves nothing. This also catches NaN lanes, which a packed maximum may drop.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "filter/bounds.hpp"
#include "geometry/body.hpp"
#include "lanes/candidate_table.hpp"
#include "lanes/support.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail {

struct DirectionalGap {
  double value = 0;
  double error = std::numeric_limits<double>::infinity();
  IndexPair vertices{};  ///< kept indices that attain max over a, min over b

  bool proves_separated() const noexcept { return value > error; }
  bool proves_meeting_along() const noexcept { return value < -error; }
};

/// Returns the power of two that scales a number of size 2^-1000 to 2^1000 into [1/2, 1).
inline double unit_scale(double size) noexcept {
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(size) >> 52) & 0x7ff;
  return std::bit_cast<double>((std::uint64_t{2045} - exponent) << 52);
}

/// Scales a direction by a power of two, so that its largest entry is in [1/2, 1). Returns false
/// for zero, for directions that the host flushes to zero, and beyond 2^1000.
inline bool normalise(double* u, int d) noexcept {
  double largest = 0;
  for (int k = 0; k < d; ++k) largest = std::max(largest, std::fabs(u[k]));
  if (!(largest > 0x1p-1000 && largest < 0x1p1000)) return false;
  const double scale = unit_scale(largest);
  for (int k = 0; k < d; ++k) u[k] *= scale;
  return true;
}

template <int D>
Extreme support(const HullBlock& hull, const double* direction) noexcept {
  if constexpr (D == 2) {
    return support2(hull.points, hull.stride, hull.count, direction);
  } else if constexpr (D == 3) {
    if (hull.candidates != nullptr) {
      return support3(*hull.candidates, hull.points, hull.stride, hull.count, direction);
    }
    return support3(hull.points, hull.stride, hull.count, direction);
  } else {
    return support_n(hull.points, hull.stride, hull.count, direction, hull.dimension);
  }
}

/// Returns sign * R^T u: a direction in the body's own frame.
template <int D>
Vector<D> pull_back(const Body<D>& body, const double* u, double sign) {
  const int d = body.dimension();
  Vector<D> direction = make_vector<D>(d);
  if constexpr (D == kRunTime) {
    if (body.pose->is_translation()) {
      for (std::size_t k = 0; k < direction.size(); ++k) direction[k] = sign * u[k];
      return direction;
    }
  }
  for (int k = 0; k < d; ++k) {
    double sum = 0;
    for (int l = 0; l < d; ++l) sum += body.pose->linear(l, k) * u[l];
    direction[static_cast<std::size_t>(k)] = sign * sum;
  }
  return direction;
}

/// A vector that allocates only in more than 16 dimensions.
class ShortVector {
 public:
  explicit ShortVector(int d) : size_(static_cast<std::size_t>(d)) {
    if (size_ > few_.size()) many_.resize(size_);
  }
  double& operator[](std::size_t l) noexcept { return data()[l]; }
  operator std::span<const double>() const noexcept {  // NOLINT(google-explicit-constructor)
    return {size_ > few_.size() ? many_.data() : few_.data(), size_};
  }

 private:
  double* data() noexcept { return size_ > few_.size() ? many_.data() : few_.data(); }
  std::size_t size_;
  std::array<double, 16> few_;
  std::vector<double> many_;
};

template <int D>
class FilteredPair {
  using Held = std::conditional_t<D == kRunTime, ShortVector, Vector<D>>;

 public:
  /// A type that reads like a Vector<D>.
  using View = std::conditional_t<D == kRunTime, std::span<const double>, const Vector<D>&>;

  explicit FilteredPair(const Pair<D>& pair)
      : pair_(pair), offset_(make_held(pair.dimension())), reach_(make_held(pair.dimension())) {
    const int d = pair.dimension();
    for (int l = 0; l < d; ++l) {
      const auto at = static_cast<std::size_t>(l);
      const double offset = pair.b.pose->offset(l) - pair.a.pose->offset(l);
      offset_[at] = offset;
      reach_[at] = std::fabs(offset);
    }
    add_reach(pair.a);
    add_reach(pair.b);
    drift_ = drift(pair.a) + drift(pair.b);
    if (!pair.a.in_filter_range() || !pair.b.in_filter_range() || !reach_in_range()) {
      drift_ = std::numeric_limits<double>::infinity();
    }
  }

  const Pair<D>& pair() const noexcept { return pair_; }
  int dimension() const noexcept { return pair_.dimension(); }
  /// Returns t_B - t_A.
  View offset() const noexcept { return offset_; }
  View reach() const noexcept { return reach_; }

  /// Returns the gap along u without its error: enough for the steps of a search.
  DirectionalGap probe(const double* u) const {
    const Vector<D> p = pull_back(pair_.a, u, 1.0);
    const Vector<D> q = pull_back(pair_.b, u, -1.0);
    const Extreme most_a = support<D>(*pair_.a.hull, p.data());
    const Extreme least_b = support<D>(*pair_.b.hull, q.data());
    const View offset = offset_;
    double along = 0;
    for (std::size_t l = 0; l < offset.size(); ++l) along += u[l] * offset[l];
    DirectionalGap gap;
    gap.value = (-least_b.value - most_a.value) + along;
    gap.vertices = {most_a.vertex, least_b.vertex};
    return gap;
  }

  /// Returns Lemma 1's bound, for |u|_inf <= 1; infinite where the lemma does not hold.
  double gap_error(const double* u) const noexcept {
    const View reach = reach_;
    double size = 0;
    double norm = 0;
    for (std::size_t l = 0; l < reach.size(); ++l) {
      size += std::fabs(u[l]) * reach[l];
      norm += std::fabs(u[l]);
    }
    if (!(size < kMostGapSize)) return std::numeric_limits<double>::infinity();
    // Doubling the drift covers its own roundings and those of the sum.
    return ((kGapUnitsPerDimension * dimension() + kGapUnits) * kUnit * size +
            kDriftFactor * norm * drift_) +
           kGapUnderflow;
  }

  DirectionalGap gap(const double* u) const {
    DirectionalGap gap = probe(u);
    gap.error = gap_error(u);
    return gap;
  }

  /// Computes the point c of a kept vertex of a and one of b.
  void difference(IndexPair kept, double* c) const noexcept {
    const int d = dimension();
    const View offset = offset_;
    for (int l = 0; l < d; ++l) {
      double a = 0;
      double b = 0;
      for (int k = 0; k < d; ++k) {
        a += pair_.a.pose->linear(l, k) * pair_.a.hull->coordinate(kept.a, k);
        b += pair_.b.pose->linear(l, k) * pair_.b.hull->coordinate(kept.b, k);
      }
      c[l] = (a - b) - offset[static_cast<std::size_t>(l)];
    }
  }

  /// Returns the bound on the error of component l of a difference. Like the drift, it is infinite
  /// where the lemma does not hold.
  double error(int l) const noexcept {
    const double reach = View(reach_)[static_cast<std::size_t>(l)];
    return ((dimension() + kPointUnits) * kUnit * reach + kDriftFactor * drift_) + kPointUnderflow;
  }
  Vector<D> errors() const {
    Vector<D> e = make_vector<D>(dimension());
    for (int l = 0; l < dimension(); ++l) e[static_cast<std::size_t>(l)] = error(l);
    return e;
  }

 private:
  /// Returns false beyond 2^400. There u . (t_B - t_A) may overflow, which some modes round to the
  /// largest double. An entry of u lost to underflow may matter there too.
  bool reach_in_range() const noexcept {
    const View reach = reach_;
    return std::all_of(reach.begin(), reach.end(), [](double r) { return r < kMostPairReach; });
  }
  void add_reach(const Body<D>& body) noexcept {
    const int d = body.dimension();
    if constexpr (D == kRunTime) {
      if (body.pose->is_translation()) {
        for (int l = 0; l < d; ++l) reach_[static_cast<std::size_t>(l)] += body.hull->max_abs[l];
        return;
      }
    }
    for (int l = 0; l < d; ++l) reach_[static_cast<std::size_t>(l)] += row_size(body, l);
  }
  static double row_size(const Body<D>& body, int l) noexcept {
    double sum = 0;
    const double rho = linear_error(*body.pose);
    for (int k = 0; k < body.dimension(); ++k) {
      sum += (std::fabs(body.pose->linear(l, k)) + rho) * body.hull->max_abs[k];
    }
    return sum;
  }
  static double drift(const Body<D>& body) noexcept {
    double norm = 0;
    for (int k = 0; k < body.dimension(); ++k) norm += body.hull->max_abs[k];
    return linear_error(*body.pose) * norm;
  }

  static Held make_held(int d) {
    if constexpr (D == kRunTime) {
      return ShortVector(d);
    } else {
      return {};
    }
  }

  Pair<D> pair_;
  Held offset_;
  Held reach_;
  double drift_;
};

/// Returns one gap, for callers that need a single one.
template <int D>
DirectionalGap directional_gap(const Pair<D>& pair, const double* u) {
  return FilteredPair<D>(pair).gap(u);
}

}  // namespace sunder::detail
