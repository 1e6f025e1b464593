// SPDX-License-Identifier: Apache-2.0
//
// Idea: Matrices and vectors are kept as doubles of size about 1 with an exponent apart. Each product adds its
// rounding to the error.
// Bound: u = 2^-53. A product of factors below 1 rounds by at most u / 2, a sum of two such by u, of three by 2 u. A sum
// of three products of factors with errors e and f is then within 3 (e + f + e f) + 4.5 u of the exact one. A sum of two
// numbers that is below 1 rounds by at most u / 2. The constants below are larger: they cover their own roundings.
// Cost: some hundred flops a pair.
// Gives up: Never; a bound may be infinite.
#include "mesh/piece/placed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/pose_access.hpp"
#include "mesh/piece/exact_pair.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Entries times 2^exponent, each within error 2^exponent. Entries are below 1.
template <std::size_t N>
struct Scaled {
  std::array<double, N> at{};
  int exponent = 0;
  double error = 0;

  bool is_zero() const noexcept {
    return error == 0 && std::all_of(at.begin(), at.end(), [](double x) { return x == 0; });
  }
  /// Brings the largest entry to [1/2, 1).
  void normalise() noexcept {
    double most = 0;
    for (const double entry : at) most = std::max(most, std::fabs(entry));
    if (most == 0) return;
    int shift = 0;
    std::frexp(most, &shift);
    if (shift == 0) return;
    for (double& entry : at) entry = std::ldexp(entry, -shift);
    error = std::ldexp(error, -shift) + 0x1p-1000;
    exponent += shift;
  }
};

template <std::size_t N>
Scaled<N> scaled(const double* entries, double error) noexcept {
  Scaled<N> result;
  std::copy_n(entries, N, result.at.begin());
  result.error = error;
  result.normalise();
  return result;
}

/// Returns p + sign * q.
Scaled<3> sum(const Scaled<3>& p, const Scaled<3>& q, double sign) noexcept {
  Scaled<3> result;
  if (p.is_zero() && q.is_zero()) return result;
  result.exponent =
      p.is_zero() ? q.exponent : (q.is_zero() ? p.exponent : std::max(p.exponent, q.exponent) + 1);
  for (std::size_t k = 0; k < 3; ++k) {
    result.at[k] = std::ldexp(p.at[k], p.exponent - result.exponent) +
                   sign * std::ldexp(q.at[k], q.exponent - result.exponent);
  }
  const bool is_exact = p.is_zero() || q.is_zero();
  result.error = std::ldexp(p.error, p.exponent - result.exponent) +
                 std::ldexp(q.error, q.exponent - result.exponent) + (is_exact ? 0 : kUnit);
  result.normalise();
  return result;
}

template <std::size_t Columns>
Scaled<3 * Columns> product(const Scaled<9>& p, const Scaled<3 * Columns>& q) noexcept {
  Scaled<3 * Columns> result;
  if (p.is_zero() || q.is_zero()) return result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < Columns; ++j) {
      const double* const row = &p.at[3 * i];
      result.at[Columns * i + j] =
          (row[0] * q.at[j] + row[1] * q.at[Columns + j]) + row[2] * q.at[2 * Columns + j];
    }
  }
  result.exponent = p.exponent + q.exponent;
  result.error = 3.1 * (p.error + q.error + p.error * q.error) + 5 * kUnit;
  result.normalise();
  return result;
}

/// R and t of a chain, in the piece's normalised coordinates.
struct Chain {
  Scaled<9> linear;
  Scaled<3> offset;
};

Chain chain_of(const Placed& placed) noexcept {
  Chain chain;
  const Piece& piece = *placed.piece;
  chain.linear.at = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5};
  chain.linear.exponent = piece.exponent + 1;
  bool is_unit = true;  // the first rotation is taken without a rounding
  chain.offset = scaled<3>(piece.origin.data(), 0);
  for (const Pose3* pose : placed.poses) {
    if (pose == nullptr) continue;
    if (!pose->is_translation()) {
      const auto r = scaled<9>(linear_data(*pose), linear_error(*pose));
      chain.linear = is_unit ? r : product<3>(r, chain.linear);
      if (is_unit) chain.linear.exponent += piece.exponent;
      is_unit = false;
      chain.offset = product<1>(r, chain.offset);
    }
    chain.offset = sum(chain.offset, scaled<3>(offset_data(*pose), 0), 1);
  }
  return chain;
}

/// Returns the largest exponent of what is not zero.
template <std::size_t N>
int top(const Scaled<N>& value) noexcept {
  return std::all_of(value.at.begin(), value.at.end(), [](double x) { return x == 0; })
             ? std::numeric_limits<int>::min() / 4
             : value.exponent;
}

double largest(const Vector3& v) noexcept {
  return std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])});
}

double largest_row(const Matrix3& m) noexcept {
  double most = 0;
  for (std::size_t i = 0; i < 9; i += 3) {
    most = std::max(most, std::fabs(m[i]) + std::fabs(m[i + 1]) + std::fabs(m[i + 2]));
  }
  return most;
}

/// Returns about the inverse; entries that are not finite where there is none.
Matrix3 about_inverse(const Matrix3& m) noexcept {
  const Matrix3 adjugate{
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  const double determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
  Matrix3 inverse;
  for (std::size_t i = 0; i < 9; ++i) inverse[i] = adjugate[i] / determinant;
  return inverse;
}

/// Any matrix S gives a true statement: where R x + t = R' y + t', also S R x = S (R' y + t' - t). S is about the
/// inverse of R, so that S R is about 1.
OwnFrame frame_of(const WorldMap& own, const WorldMap& other) noexcept {
  const Matrix3 s = about_inverse(own.m);
  OwnFrame frame;
  double deviation = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      const auto times = [&](const Matrix3& m) {
        return (s[3 * i] * m[j] + s[3 * i + 1] * m[3 + j]) + s[3 * i + 2] * m[6 + j];
      };
      row += std::fabs(times(own.m) - (i == j ? 1 : 0));
      frame.m[3 * i + j] = times(other.m);
    }
    deviation = std::max(deviation, row);
    frame.t[i] = (s[3 * i] * (other.t[0] - own.t[0]) + s[3 * i + 1] * (other.t[1] - own.t[1])) +
                 s[3 * i + 2] * (other.t[2] - own.t[2]);
  }
  const double size = largest_row(s);
  const double apart =
      largest({other.t[0] - own.t[0], other.t[1] - own.t[1], other.t[2] - own.t[2]});
  // The sizes that products of S round: of the own matrix, of the other's, and of the difference of places.
  const double rounded = size * (largest_row(own.m) + largest_row(other.m) + apart);
  frame.error = 2 * (deviation + size * (own.error + other.error) + 16 * kUnit * rounded +
                     4 * kNormalisedError);
  // |S w| <= sigma |w|, where sigma^2 is at most the largest row sum of S S^T.
  double square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      row += std::fabs(s[3 * i] * s[3 * j] + s[3 * i + 1] * s[3 * j + 1] +
                       s[3 * i + 2] * s[3 * j + 2]);
    }
    square = std::max(square, row);
  }
  frame.scale = (1 - 0x1p-40) / std::sqrt(square);
  const bool usable = frame.error <= 1 && frame.scale > 0;  // false for NaN
  if (!usable) {
    frame.m = {};
    frame.t = {};
    frame.error = kInfinite;
    frame.scale = 0;
  }
  return frame;
}

}  // namespace

PlacedBall ball_of(const Placed& placed) noexcept {
  PlacedBall ball{placed.piece->origin, placed.piece->radius};
  for (const Pose3* pose : placed.poses) {
    if (pose != nullptr) ball = carried(ball, *pose);
  }
  return ball;
}

bool balls_lie_apart(const Placed& a, const Placed& b) noexcept {
  return lie_apart(ball_of(a), ball_of(b));
}

double size_of_middle(const Placed& placed) noexcept { return largest(ball_of(placed).middle); }

double least_gap(const PairMaps& maps, const FloatBox& a, const FloatBox& b) noexcept {
  double widest = 0;
  const std::array<const FloatBox*, 2> boxes{&a, &b};
  for (std::size_t i = 0; i < 3; ++i) {
    double gap = 0, reach = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const WorldMap& map = maps.world[side];
      const FloatBox& box = *boxes[side];
      double centre = map.t[i];
      for (std::size_t j = 0; j < 3; ++j) {
        const double lower = static_cast<double>(box.lower[j]),
                     upper = static_cast<double>(box.upper[j]);
        centre += map.m[3 * i + j] * (0.5 * (lower + upper));
        reach += std::fabs(map.m[3 * i + j]) * (0.5 * (upper - lower));
      }
      gap += side == 0 ? -centre : centre;
      reach += 2 * map.error;
    }
    const double left = std::fabs(gap) * (1 - 0x1p-40) - reach * (1 + 0x1p-40);
    if (left > widest) widest = left;  // never for NaN
  }
  return widest;
}

PairMaps maps_of(const Placed& a, const Placed& b) {
  const std::array<Chain, 2> chains{chain_of(a), chain_of(b)};
  Scaled<3> apart = sum(chains[1].offset, chains[0].offset, -1);
  const int size = std::max(top(chains[0].linear), top(chains[1].linear));
  // Where the places are known to less than 2^-26 of the bodies' size, their difference is rounded from the exact one.
  if (std::ldexp(apart.error, apart.exponent - size) > 0x1p-26) {
    const ExactVector exact = exact_difference_of_origins(a, b);
    apart.at = exact.at;
    apart.exponent = exact.exponent;
    apart.error = 2 * kUnit;
    apart.normalise();
  }
  // Very far places set the unit themselves, so that nothing overflows.
  const int w = std::max(size, top(apart) - 500);

  PairMaps maps;
  maps.exponent = w;
  for (std::size_t side = 0; side < 2; ++side) {
    const Scaled<9>& linear = chains[side].linear;
    WorldMap& map = maps.world[side];
    for (std::size_t i = 0; i < 9; ++i) map.m[i] = std::ldexp(linear.at[i], linear.exponent - w);
    double place_error = 0;
    if (side == 1) {
      for (std::size_t k = 0; k < 3; ++k) map.t[k] = std::ldexp(apart.at[k], apart.exponent - w);
      place_error = std::ldexp(apart.error, apart.exponent - w);
    }
    maps.unit[side] = largest_row(map.m);
    // Matrix and vector. Then of() rounds each product, two sums of products and the last sum: at most 4 units of the
    // row's size and one of t. A coordinate below 1 is one difference, rounded by half a unit.
    map.error = 1.01 * (3 * std::ldexp(linear.error, linear.exponent - w) + place_error +
                        maps.unit[side] * (0.5 * kUnit + 4 * kUnit) + kUnit * largest(map.t)) +
                0x1p-900;
    const bool known = map.error <= 0x1p600;
    if (!known) map.error = kInfinite;
  }
  maps.frame = {frame_of(maps.world[0], maps.world[1]), frame_of(maps.world[1], maps.world[0])};
  return maps;
}

}  // namespace sunder::detail::mesh
