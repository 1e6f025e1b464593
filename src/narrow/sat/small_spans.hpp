// SPDX-License-Identifier: Apache-2.0
//
// A Span is one of the two edges of C that span a candidate (small_depth.cpp). The function
// heights_of() bounds the height of a point of C along their cross product.
//
// Errors, eps = 2^-52, rho that of R's entries, P that of a component of c (FilteredPair).
//
//   Edges  p = R d, where d has one rounding: `size` is at least each entry, `error` its error.
//
//   n      error at most 2 (p.size q.error + q.size p.error) + 5 eps p.size q.size + 2^-900.
//
// Between 2^-100 and 2^100 no square or product below leaves the range of doubles.
#pragma once

#include <algorithm>
#include <cmath>

#include "geometry/vectors.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/small_hulls.hpp"

namespace sunder::detail::sat {

/// An edge of C perpendicular to a candidate's true normal.
struct Span {
  Vector3 along;
  double size;
  double error;
};

/// Returns an edge with the error of posed_hull.hpp.
inline Span span_of(const Body<3>& body, const Turning& turning, std::int32_t from,
                    std::int32_t to) noexcept {
  Vector3 d;
  for (int k = 0; k < 3; ++k) {
    d[static_cast<std::size_t>(k)] = body.hull->coordinate(to, k) - body.hull->coordinate(from, k);
  }
  Span span{{}, 0, 0};
  for (std::size_t l = 0; l < 3; ++l) {
    const double x = turning.linear[3 * l] * d[0];
    const double y = turning.linear[3 * l + 1] * d[1];
    const double z = turning.linear[3 * l + 2] * d[2];
    span.along[l] = x + y + z;
    span.size = std::max(span.size, std::fabs(x) + std::fabs(y) + std::fabs(z));
  }
  const double length = std::fabs(d[0]) + std::fabs(d[1]) + std::fabs(d[2]);
  span.size = span.size * (1 + kAxisShare) + kSpanUnderflow;
  span.error = kSpanUnits * kUnit * span.size + kSpanEntries * linear_error(*body.pose) * length;
  return span;
}

/// Returns the error of an entry of the cross product.
inline double cross_error(const Span& p, const Span& q) noexcept {
  return (kSpanCrossErrors * (p.size * q.error + q.size * p.error) +
          kSpanCrossUnits * kUnit * p.size * q.size) *
             (1 + kAxisShare) +
         kSpanCrossUnderflow;
}

/// The bound on u . c. The error of u's entries is given at the end; each entry of c has its own.
struct HeightBound {
  double height;
  double error;
  double reach;

  void add(double u, double c, double off) noexcept {
    height += u * c;
    error += std::fabs(u) * off + kHeightUnits * kUnit * std::fabs(u * c);
    reach += std::fabs(c) + off;
  }
  double error_with(double u_error) const noexcept {
    return (error + u_error * reach) * (1 + kSumShare) + kHeightUnderflow;
  }
  double lower(double u_error) const noexcept { return height - error_with(u_error); }
  double upper(double u_error) const noexcept { return height + error_with(u_error); }
};

/// The heights of a point c of C along the true normal, which differs from u by n_error.
struct CandidateHeights {
  double alpha;  ///< minimises |c - alpha p - beta q|, with beta
  double beta;
  double n_error;
  HeightBound here;  ///< from c
  HeightBound foot;  ///< from c - alpha p - beta q, which has equal height
};

/// `n` is the cross product of p and q, `u` is n or -n.
inline CandidateHeights heights_of(const SmallPair& pair, const Span& p, const Span& q,
                                   const Vector3& n, const Vector3& u, const Vector3& c) noexcept {
  CandidateHeights found;
  const double squared = dot<3>(n, n);
  found.alpha = dot<3>(cross(c, q.along), n) / squared;
  found.beta = dot<3>(cross(p.along, c), n) / squared;
  found.n_error = cross_error(p, q);
  found.here = {0, 0, kHeightPoints * pair.point_error};
  found.foot = {0, 0, 0};
  const double moved = std::fabs(found.alpha) * p.error + std::fabs(found.beta) * q.error;
  for (std::size_t l = 0; l < 3; ++l) {
    const double along_p = found.alpha * p.along[l];
    const double along_q = found.beta * q.along[l];
    const double terms = std::fabs(c[l]) + std::fabs(along_p) + std::fabs(along_q);
    const double off = pair.filtered->error(static_cast<int>(l));
    found.here.add(u[l], c[l], off);
    found.foot.add(u[l], (c[l] - along_p) - along_q, off + moved + kFootTermUnits * kUnit * terms);
  }
  return found;
}

}  // namespace sunder::detail::sat
