// SPDX-License-Identifier: Apache-2.0
//
// Pairs that are hard for error bounds: spread exponents, far from the origin, cancellation to the
// last bits, subnormals. Quaternions are not of unit length.
#pragma once

#include <cmath>
#include <limits>
#include <random>

#include "filter/exact_world.hpp"

namespace sunder::test {

class RandomSpecs {
 public:
  explicit RandomSpecs(std::uint64_t seed) : engine_(seed) {}

  int in(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool chance(int of) { return in(1, of) == 1; }
  /// In (-1, 1), with all 53 bits used.
  double signed_unit() {
    const double size = static_cast<double>(engine_() >> 11) * 0x1p-53;
    return chance(2) ? size : -size;
  }
  double spread(int bits) { return std::ldexp(signed_unit(), in(-bits, bits)); }

  enum Kind { plain, spread_out, far_away, off_centre, subnormal, sheared, quaternion, kKinds };

  BodySpec body(std::size_t d, Kind kind) {
    BodySpec spec;
    const int count = in(1, 6);
    for (int i = 0; i < count; ++i) {
      Doubles& vertex = spec.vertices.emplace_back();
      for (std::size_t k = 0; k < d; ++k) vertex.push_back(coordinate(kind));
    }
    for (std::size_t i = 0; i < d * d; ++i) {
      const bool diagonal = i / d == i % d;
      double entry = (diagonal ? 1.0 : 0.0) + 0.3 * signed_unit();
      if (kind == spread_out) entry = spread(60);
      if (kind == subnormal) entry = std::ldexp(signed_unit(), 150);
      if (kind == sheared) entry = signed_unit();
      spec.linear.push_back(entry);
    }
    for (std::size_t l = 0; l < d; ++l) spec.offset.push_back(translation(kind));
    if (kind == quaternion && d == 3) {
      const int size = chance(2) ? in(-600, 600) : 0;
      spec.wxyz.emplace();
      for (double& entry : *spec.wxyz) entry = std::ldexp(signed_unit(), size);
    }
    return spec;
  }

  /// A direction with its largest entry in [1/2, 1), the smallest zero or at least 2^-120.
  Doubles direction(std::size_t d) {
    Doubles u;
    const bool wide = chance(3);
    for (std::size_t l = 0; l < d; ++l) {
      u.push_back(chance(6) ? 0.0 : (wide ? spread(50) : signed_unit()));
    }
    u[static_cast<std::size_t>(in(0, static_cast<int>(d) - 1))] =
        signed_unit() + (chance(2) ? 1 : -1);
    double largest = 0;
    for (const double entry : u) largest = std::max(largest, std::fabs(entry));
    int exponent = 0;
    std::frexp(largest, &exponent);
    for (double& entry : u) entry = std::ldexp(entry, -exponent);
    return u;
  }

 private:
  double coordinate(Kind kind) {
    if (kind == spread_out) return spread(60);
    if (kind == off_centre) return 1e6 + signed_unit();
    if (kind == subnormal) return in(-4, 4) * std::ldexp(1.0, chance(2) ? -1074 : -1024);
    return signed_unit();
  }
  double translation(Kind kind) {
    if (kind == spread_out) return spread(60);
    if (kind == far_away) return 1e8 * (1 + 1e-8 * signed_unit());
    if (kind == subnormal) return chance(2) ? 0.0 : std::ldexp(signed_unit(), -872);
    return 2 * signed_unit();
  }

  std::mt19937_64 engine_;
};

/// Moves b so that its vertex 0 comes as near to a's as doubles allow: the gap cancels.
inline void bring_together(const BodySpec& a, BodySpec& b) {
  const Point x = world(a)[0];
  const Point y = world(b)[0];
  for (std::size_t l = 0; l < b.offset.size(); ++l) {
    const Rational offset = Rational(b.offset[l]) + x[l] - y[l];
    b.offset[l] = offset.convert_to<double>();
  }
}

/// The factor on the number of cases in the long run.
inline int long_run() { return std::getenv("SUNDER_LONG") != nullptr ? 20 : 1; }

}  // namespace sunder::test
