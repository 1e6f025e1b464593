// SPDX-License-Identifier: Apache-2.0
//
// Computes the first contact of two small bodies with integer coordinates, by complete enumeration.
// A line meets C = K_A - K_B where it meets the half spaces of all planes that can hold a face of
// C. It uses 64-bit integers, and shares no idea with the library.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace sunder::test {

using Whole = std::array<std::int64_t, 3>;
using CastRational = boost::multiprecision::cpp_rational;

inline Whole operator-(const Whole& p, const Whole& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
inline std::int64_t dot(const Whole& p, const Whole& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
inline Whole cross(const Whole& p, const Whole& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

class CastOracle {
 public:
  /// World coordinates in a common unit; in the plane the third is always 0.
  CastOracle(std::vector<Whole> a, std::vector<Whole> b) : a_(std::move(a)), b_(std::move(b)) {
    std::vector<Whole> edges{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::size_t axes = edges.size();
    for (const auto* body : {&a_, &b_}) {
      for (std::size_t i = 0; i < body->size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) edges.push_back((*body)[i] - (*body)[j]);
      }
    }
    // Normals of faces if C is solid, edges if it is a polygon, ends if it is a segment. Two
    // normals each keep it in its plane or line.
    for (std::size_t i = 0; i < edges.size(); ++i) {
      normals_.push_back(edges[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const Whole normal = cross(edges[i], edges[j]);
        normals_.push_back(normal);
        if (j < axes) continue;
        normals_.push_back(cross(edges[i], normal));
        normals_.push_back(cross(edges[j], normal));
      }
    }
  }

  /// Returns the least t >= 0 with t v in C, v in the same unit.
  std::optional<CastRational> first_meeting(const Whole& v) const {
    CastRational from = 0;
    CastRational to = -1;  // none yet
    for (const Whole& normal : normals_) {
      for (const int sign : {1, -1}) {
        const std::int64_t height = height_of(normal, sign);
        const std::int64_t rate = sign * dot(normal, v);
        if (rate == 0 && height < 0) return std::nullopt;
        if (rate == 0) continue;
        const CastRational at = CastRational(height) / rate;
        if (rate < 0 && at > from) from = at;
        if (rate > 0 && (to < 0 || at < to)) to = at;
        if (rate > 0 && at < 0) return std::nullopt;
      }
    }
    if (to >= 0 && from > to) return std::nullopt;
    return from;
  }

 private:
  /// max over C of sign * normal . c
  std::int64_t height_of(const Whole& normal, int sign) const {
    std::int64_t most_a = INT64_MIN;
    std::int64_t least_b = INT64_MAX;
    for (const Whole& x : a_) most_a = std::max(most_a, sign * dot(normal, x));
    for (const Whole& y : b_) least_b = std::min(least_b, sign * dot(normal, y));
    return most_a - least_b;
  }

  std::vector<Whole> a_;
  std::vector<Whole> b_;
  std::vector<Whole> normals_;
};

}  // namespace sunder::test
