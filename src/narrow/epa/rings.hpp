// SPDX-License-Identifier: Apache-2.0
//
// Chooses ten directions whose support points form a first surface: the likely direction of
// separation, two rings about it, and its opposite. The near ring has four directions. The far ring
// has four near the perpendicular plane, rotated by an eighth of a turn. For most pairs the least
// depth is near the first direction, and the faces there decide the number of further points. Away
// from it C is deeper, and few points suffice. The ten queries are independent and overlap in the
// pipeline; in a walk each query waits for the last one.
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

  /// u, s and t are orthonormal with s x t = u.
  Vector3 u;
  Vector3 s;
  Vector3 t;

  // Rings at 27 and at 75 degrees. That is wide enough for the support points of a body of some
  // twenty vertices to differ. It is narrow enough for the near ring to locate the minimum.
  static constexpr double kNearCosine = 0.891;
  static constexpr double kNearSine = 0.454;
  /// The coefficient of u in a direction of the far ring whose coefficients of s and t are
  /// kNearSine: sqrt 2 kNearSine / tan 75.
  static constexpr double kFarCosine = 0.172;

  /// Builds the rings about a direction; about the x axis if it is zero.
  explicit Rings(const Vector3& axis) noexcept : u(axis) {
    if (!to_unit<3>(u)) u = {1, 0, 0};
    // A branch-free basis: Duff and others, Building an Orthonormal Basis, Revisited (2017).
    const double sign = std::copysign(1.0, u[2]);
    const double a = -1 / (sign + u[2]);
    const double b = u[0] * u[1] * a;
    s = {1 + sign * u[0] * u[0] * a, sign * b, -sign * u[0]};
    t = {b, sign + u[1] * u[1] * a, -u[1]};
  }

  Vector3 direction(std::size_t corner) const noexcept {
    // Near ring: quarter turns starting at s. Far ring: an eighth of a turn later, with both s and
    // t.
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

  // Faces, counter-clockwise seen from outside; the first corner is the lowest byte.

  static constexpr std::uint32_t triangle(std::size_t p, std::size_t q, std::size_t r) noexcept {
    return static_cast<std::uint32_t>(p | q << 8 | r << 16);
  }
  /// Returns all faces except the near ring's square; those that share its edges come first.
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
  /// Returns the square's faces if the front is its tip.
  static constexpr std::array<std::uint32_t, 4> tip() noexcept {
    return {triangle(1, 2, kFront), triangle(2, 3, kFront), triangle(3, 4, kFront),
            triangle(4, 1, kFront)};
  }
  /// Returns the two halves of the square, cut from its second corner or from its first.
  static constexpr std::array<std::uint32_t, 2> halves(bool cut_from_second) noexcept {
    if (cut_from_second) return {triangle(2, 3, 4), triangle(2, 4, 1)};
    return {triangle(1, 2, 3), triangle(1, 3, 4)};
  }
};

}  // namespace sunder::detail::epa
