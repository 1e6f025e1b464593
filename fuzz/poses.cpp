// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "fuzz/families.hpp"
#include "fuzz/numbers.hpp"

namespace sunder::fuzz {
namespace {

using suite::BodyData;
using suite::PoseData;
using Form = PoseData::Form;

/// A quaternion of integers: it gives rotations by 45 degrees and 3-4-5 angles, and is never zero.
std::array<double, 4> draw_quaternion(Choices& choices) {
  std::array<double, 4> q{};
  const bool whole = choices.chance(1, 2);
  for (double& entry : q) entry = whole ? choices.in(-2, 2) : choices.real(-1, 1);
  if (choices.chance(1, 8)) q = {1, std::ldexp(1.0, -choices.in(1, 60)), 0, 0};
  if (q == std::array<double, 4>{}) q[0] = 1;
  return q;
}

/// The rounded matrix of a rotation in space, or in a plane of two coordinates.
void set_rotation(Choices& choices, std::vector<double>& rows, int dimension) {
  const auto at = [&](int row, int column) -> double& {
    return rows[static_cast<std::size_t>(row * (dimension + 1) + column)];
  };
  if (dimension != 3) {
    const int i = choices.in(0, dimension - 1);
    const int j = choices.in(0, dimension - 1);
    const double angle = choices.real(-4, 4);
    if (i == j) return;
    at(i, i) = at(j, j) = std::cos(angle);
    at(j, i) = std::sin(angle);
    at(i, j) = -at(j, i);
    return;
  }
  const auto [w, x, y, z] = draw_quaternion(choices);
  const double n = w * w + x * x + y * y + z * z;
  const double entries[3][3] = {
      {w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
      {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
      {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) at(i, j) = entries[i][j] / n;
  }
}

enum class Matrix : std::uint8_t { permutation, whole, rotation, real, scaled, any };

std::vector<double> draw_matrix(Choices& choices, int dimension, Numbers numbers) {
  std::vector<double> rows(static_cast<std::size_t>(dimension * (dimension + 1)), 0.0);
  const auto at = [&](int row, int column) -> double& {
    return rows[static_cast<std::size_t>(row * (dimension + 1) + column)];
  };
  for (int k = 0; k < dimension; ++k) at(k, k) = 1;
  const auto kind = static_cast<Matrix>(choices.in(0, numbers == Numbers::any ? 5 : 3));
  if (kind == Matrix::rotation || kind == Matrix::scaled) set_rotation(choices, rows, dimension);
  if (kind == Matrix::permutation) {
    const int shift = choices.in(0, dimension - 1);
    for (int i = 0; i < dimension; ++i) {
      for (int j = 0; j < dimension; ++j) at(i, j) = 0;
      at(i, (i + shift) % dimension) = choices.chance(1, 3) ? -1 : 1;
    }
  }
  const int exponent = kind == Matrix::scaled ? draw_exponent(choices) : 0;
  for (int i = 0; i < dimension; ++i) {
    for (int j = 0; j < dimension; ++j) {
      if (kind == Matrix::whole) at(i, j) = choices.in(-2, 2);
      if (kind == Matrix::real) at(i, j) = choices.real(-1.5, 1.5);
      if (kind == Matrix::any) at(i, j) = any_double(choices);
      if (kind == Matrix::scaled) at(i, j) = finite_or_zero(std::ldexp(at(i, j), exponent));
    }
  }
  return rows;
}

std::vector<double> draw_translation(Choices& choices, int dimension, double reach,
                                     Numbers numbers) {
  std::vector<double> t;
  const int kind = choices.in(0, numbers == Numbers::any ? 4 : 2);
  for (int k = 0; k < dimension; ++k) {
    double entry = 0;
    if (kind == 1) entry = choices.in(-4, 4) * 0.5;
    if (kind == 2) entry = reach * choices.real(-2, 2);
    if (kind == 3) entry = reach * (1e6 + choices.real(-2, 2));
    if (kind == 4) entry = any_double(choices);
    t.push_back(finite_or_zero(entry));
  }
  return t;
}

/// The position of the translation in a pose; the form must have a translation.
double& offset(PoseData& pose, int dimension, int k) {
  const auto d = static_cast<std::size_t>(dimension);
  const auto at = static_cast<std::size_t>(k);
  return pose.form == Form::matrix ? pose.rows[at * (d + 1) + d] : pose.translation[at];
}

void give_offset(PoseData& pose, int dimension) {
  if (pose.form != Form::identity) return;
  pose.form = Form::translation;
  pose.translation.assign(static_cast<std::size_t>(dimension), 0.0);
}

}  // namespace

PoseData draw_pose(Choices& choices, int dimension, double reach, Numbers numbers) {
  PoseData pose;
  switch (choices.in(0, dimension == 3 ? 4 : 3)) {
    case 0:
      break;
    case 1:
      pose.form = Form::translation;
      pose.translation = draw_translation(choices, dimension, reach, numbers);
      break;
    case 2:
    case 3: {
      pose.form = Form::matrix;
      pose.rows = draw_matrix(choices, dimension, numbers);
      const std::vector<double> t = draw_translation(choices, dimension, reach, numbers);
      for (int k = 0; k < dimension; ++k) {
        offset(pose, dimension, k) = t[static_cast<std::size_t>(k)];
      }
      break;
    }
    default:
      pose.form = Form::quaternion;
      pose.quaternion = draw_quaternion(choices);
      pose.translation = draw_translation(choices, dimension, reach, numbers);
  }
  return pose;
}

void move(BodyData& body, int dimension, const std::vector<double>& by) {
  give_offset(body.pose, dimension);
  for (int k = 0; k < dimension; ++k) {
    double& entry = offset(body.pose, dimension, k);
    const double moved = entry + by[static_cast<std::size_t>(k)];
    if (std::isfinite(moved)) entry = moved;
  }
}

void nudge(Choices& choices, BodyData& body, int dimension, int most) {
  give_offset(body.pose, dimension);
  for (int k = 0; k < dimension; ++k) {
    double& entry = offset(body.pose, dimension, k);
    entry = neighbour(entry, choices.in(-most, most));
  }
}

}  // namespace sunder::fuzz
