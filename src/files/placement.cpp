// SPDX-License-Identifier: Apache-2.0
//
// Idea: A placement is a translation, a rotation by a quaternion, or a matrix; products keep the
// simplest kind that holds them.
// Bound: A TrackedSum detects whether a product rounds; every product of rotations counts as
// rounded.
// Cost: Constant for each node.
// Gives up: pose() refuses a zero quaternion and numbers that are not finite.
#include "files/placement.hpp"

#include <cstddef>

#include "files/tracked_sum.hpp"

namespace sunder::detail::files {
namespace {

constexpr std::array<double, 9> kIdentity{1, 0, 0, 0, 1, 0, 0, 0, 1};
constexpr std::array<double, 4> kNoTurn{1, 0, 0, 0};

std::array<double, 9> product(const std::array<double, 9>& a, const std::array<double, 9>& b,
                              bool& rounded) {
  std::array<double, 9> result{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      TrackedSum sum;
      for (std::size_t k = 0; k < 3; ++k) sum.add_product(a[3 * row + k], b[3 * k + column]);
      result[3 * row + column] = sum.value();
      rounded = rounded || sum.rounded();
    }
  }
  return result;
}

std::array<double, 4> product(const std::array<double, 4>& p, const std::array<double, 4>& q) {
  return {p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
          p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
          p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
          p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]};
}

}  // namespace

Placement Placement::translation(const Vector3& t) {
  Placement result;
  result.offset_ = t;
  return result;
}

Placement Placement::rotation(const std::array<double, 4>& wxyz) {
  Placement result;
  if (wxyz == kNoTurn) return result;
  result.kind_ = Kind::rigid;
  result.wxyz_ = wxyz;
  return result;
}

Placement Placement::scale(const Vector3& factors) {
  return matrix({factors[0], 0, 0, 0, 0, factors[1], 0, 0, 0, 0, factors[2], 0});
}

Placement Placement::matrix(const std::array<double, 12>& rows) {
  Placement result;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      result.linear_[3 * row + column] = rows[4 * row + column];
    }
    result.offset_[row] = rows[4 * row + 3];
  }
  if (result.linear_ != kIdentity) result.kind_ = Kind::affine;
  return result;
}

std::array<double, 9> Placement::linear() const {
  if (kind_ != Kind::rigid) return linear_;
  const Result<Pose3> pose = Pose3::from_wxyz(wxyz_);
  std::array<double, 9> result{};
  if (!pose) return result;  // pose() refuses it
  for (int i = 0; i < 9; ++i) {
    result[static_cast<std::size_t>(i)] = pose.value().linear(i / 3, i % 3);
  }
  return result;
}

Vector3 Placement::apply(const Vector3& point, bool& rounded) const {
  const std::array<double, 9> r = linear();
  const bool moves = point != Vector3{};
  Vector3 result{};
  for (std::size_t row = 0; row < 3; ++row) {
    TrackedSum sum;
    for (std::size_t k = 0; k < 3; ++k) sum.add_product(r[3 * row + k], point[k]);
    sum.add(offset_[row]);
    result[row] = sum.value();
    rounded = rounded || sum.rounded();
  }
  if (moves && kind_ == Kind::rigid) rounded = true;
  return result;
}

Placement operator*(const Placement& outer, const Placement& inner) {
  using Kind = Placement::Kind;
  Placement result;
  result.rounded_ = outer.rounded_ || inner.rounded_;
  result.offset_ = outer.apply(inner.offset_, result.rounded_);
  if (outer.kind_ == Kind::affine || inner.kind_ == Kind::affine) {
    result.kind_ = Kind::affine;
    result.linear_ = product(outer.linear(), inner.linear(), result.rounded_);
    if (outer.kind_ == Kind::rigid || inner.kind_ == Kind::rigid) result.rounded_ = true;
  } else if (outer.kind_ == Kind::rigid || inner.kind_ == Kind::rigid) {
    result.kind_ = Kind::rigid;
    result.wxyz_ = product(outer.wxyz_, inner.wxyz_);
    if (outer.kind_ == inner.kind_) result.rounded_ = true;
  }
  return result;
}

Result<Pose3> Placement::pose() const {
  if (kind_ == Kind::rigid) return Pose3::from_wxyz(wxyz_, offset_);
  const std::array<double, 9>& r = linear_;
  const Vector3& t = offset_;
  const std::array<double, 12> rows{r[0], r[1], r[2], t[0], r[3], r[4],
                                    r[5], t[1], r[6], r[7], r[8], t[2]};
  return Pose3::from_matrix(rows);
}

}  // namespace sunder::detail::files
