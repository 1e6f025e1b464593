// SPDX-License-Identifier: Apache-2.0
//
// Ten directions whose support points are a first surface: the one in which bodies are likely to be
// apart, a ring of four about it, a ring of four about across it, turned by an eighth, and back.
// The least depth is near the first for most pairs, and the faces there decide how many more points
// are asked for; away from it C is deeper, and few points will do. All ten can be asked for at once,
// where a walk has to wait for each before it knows the next.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "narrow/epa/expanding.hpp"

namespace sunder::detail::epa {

struct Rings {
  static constexpr std::size_t kCorners = 10;
  static constexpr std::size_t kFront = 9;  ///< after back, the near ring and the far ring

  /// u, s and t are at right angles and of length 1, s x t = u.
  Vector3 u;
  Vector3 s;
  Vector3 t;

  // Rings at 27 and at 75 degrees: wide enough that support points of a body of some twenty vertices
  // differ, and near enough to 0 that the near ring says where the minimum is.
  static constexpr double kNearCosine = 0.891;
  static constexpr double kNearSine = 0.454;
  /// Of u in a direction of the far ring beside s and t of length kNearSine: sqrt 2 kNearSine /
  /// tan 75.
  static constexpr double kFarCosine = 0.172;

  /// About a direction, any where it is zero.
  explicit Rings(const Vector3& axis) noexcept : u(axis) {
    if (!to_unit<3>(u)) u = {1, 0, 0};
    // Without a branch on which entry is least: Duff and others, Building an Orthonormal Basis,
    // Revisited (2017).
    const double sign = std::copysign(1.0, u[2]);
    const double a = -1 / (sign + u[2]);
    const double b = u[0] * u[1] * a;
    s = {1 + sign * u[0] * u[0] * a, sign * b, -sign * u[0]};
    t = {b, sign + u[1] * u[1] * a, -u[1]};
  }

  Vector3 direction(std::size_t corner) const noexcept {
    // By quarters of a turn from s on; the far ring an eighth later, with both of s and t.
    constexpr std::array<std::array<double, 3>, kCorners> kOf{{{-1, 0, 0},
                                                               {kNearCosine, kNearSine, 0},
                                                               {kNearCosine, 0, kNearSine},
                                                               {kNearCosine, -kNearSine, 0},
                                                               {kNearCosine, 0, -kNearSine},
                                                               {kFarCosine, kNearSine, kNearSine},
                                                               {kFarCosine, -kNearSine, kNearSine},
                                                               {kFarCosine, -kNearSine, -kNearSine},
                                                               {kFarCosine, kNearSine, -kNearSine},
                                                               {1, 0, 0}}};
    const auto& of = kOf[corner];
    Vector3 w;
    for (std::size_t l = 0; l < 3; ++l) w[l] = of[0] * u[l] + (of[1] * s[l] + of[2] * t[l]);
    return w;
  }

  // Faces, counter-clockwise seen from outside, from the lowest byte up.

  static constexpr std::uint32_t triangle(std::size_t p, std::size_t q, std::size_t r) noexcept {
    return static_cast<std::uint32_t>(p | q << 8 | r << 16);
  }
  /// All but the near ring's square; first those that share its edges.
  static constexpr std::array<std::uint32_t, 12> sides() noexcept {
    std::array<std::uint32_t, 12> faces{};
    for (std::size_t k = 0; k < 4; ++k) {
      const std::size_t next = (k + 1) % 4;
      faces[k] = triangle(1 + k, 5 + k, 1 + next);
      faces[4 + k] = triangle(5 + k, 5 + next, 1 + next);
      faces[8 + k] = triangle(0, 5 + next, 5 + k);
    }
    return faces;
  }
  /// The square, with the front as its tip.
  static constexpr std::array<std::uint32_t, 4> tip() noexcept {
    return {triangle(1, 2, kFront), triangle(2, 3, kFront), triangle(3, 4, kFront),
            triangle(4, 1, kFront)};
  }
  /// The square in halves, cut from its second corner or from its first.
  static constexpr std::array<std::uint32_t, 2> halves(bool cut_from_second) noexcept {
    if (cut_from_second) return {triangle(2, 3, 4), triangle(2, 4, 1)};
    return {triangle(1, 2, 3), triangle(1, 3, 4)};
  }
};

}  // namespace sunder::detail::epa
