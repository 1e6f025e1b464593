// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each double becomes an integer times a power of two. Both bodies are scaled to one unit, so
// that world points are integer vectors.
// Bound: Everything is exact; a quaternion's denominator |q|^2 becomes part of the unit.
// Cost: A linear function over a body takes d products a vertex, with numbers as long as the
// exponents spread.
// Gives up: Never; only memory limits the size of the integers.
#include "certificate/exact_pair.hpp"

#include <algorithm>
#include <optional>

namespace sunder::detail::certificate {

/// The rotation of a quaternion is R(q) / |q|^2. Both are quadratic in q, so that a power of two
/// that scales q cancels.
ExactLinear exact_rotation(const std::array<double, 4>& wxyz) {
  const ScaledIntegers q = to_integers(wxyz);
  const BigInt& w = q.values[0];
  const BigInt& x = q.values[1];
  const BigInt& y = q.values[2];
  const BigInt& z = q.values[3];
  const BigInt ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const BigInt wx = w * x, wy = w * y, wz = w * z;
  const BigInt xy = x * y, xz = x * z, yz = y * z;
  ExactLinear out;
  out.denominator = ww + xx + yy + zz;
  out.entries.values = {
      ww + xx - yy - zz, (xy - wz) * 2,     (xz + wy) * 2,  //
      (xy + wz) * 2,     ww - xx + yy - zz, (yz - wx) * 2,  //
      (xz - wy) * 2,     (yz + wx) * 2,     ww - xx - yy + zz,
  };
  out.entries.all_zero = false;
  return out;
}

namespace {

ExactLinear linear_of(const PosedHull& body) {
  if (body.wxyz != nullptr) return exact_rotation(*body.wxyz);
  const auto entries =
      static_cast<std::size_t>(body.dimension) * static_cast<std::size_t>(body.dimension);
  return {to_integers({body.linear, entries})};
}

/// Returns the least power of two among the vertices' coordinates; no value if all are 0.
std::optional<int> least_exponent(const HullBlock& hull) {
  std::optional<int> least;
  for (int k = 0; k < hull.dimension; ++k) {
    for (const double coordinate : std::span(hull.row(k), static_cast<std::size_t>(hull.count))) {
      const Dyadic value = decode(coordinate);
      if (value.mantissa != 0) least = std::min(least.value_or(value.exponent), value.exponent);
    }
  }
  return least;
}

/// One body before both are scaled to one unit.
struct Parts {
  ExactLinear linear;
  ScaledIntegers offset;
  std::optional<int> vertex_exponent;

  explicit Parts(const PosedHull& body)
      : linear(linear_of(body)),
        offset(to_integers({body.offset, static_cast<std::size_t>(body.dimension)})),
        vertex_exponent(least_exponent(*body.hull)) {}

  bool has_linear_part() const { return vertex_exponent && !linear.entries.all_zero; }
  int linear_exponent() const { return linear.entries.exponent + vertex_exponent.value_or(0); }

  void lower(std::optional<int>& least) const {
    if (has_linear_part()) least = std::min(least.value_or(linear_exponent()), linear_exponent());
    if (!offset.all_zero) least = std::min(least.value_or(offset.exponent), offset.exponent);
  }
};

IntegerVector scaled(const IntegerVector& values, const BigInt& factor, int shift) {
  IntegerVector out;
  out.reserve(values.size());
  for (const BigInt& value : values) out.push_back(BigInt(value * factor) << shift);
  return out;
}

}  // namespace

std::string refute_dimensions(const PosedHull& a, const PosedHull& b, int claimed) {
  for (const PosedHull* const body : {&a, &b}) {
    const bool fits_hull = body->hull->dimension == claimed;
    const bool fits_pose = body->dimension == claimed;
    if (body->hull->count == 0 ? !fits_hull && !fits_pose : !fits_hull || !fits_pose) {
      return "certificate.dimension is " + std::to_string(claimed) + ", a body's is " +
             std::to_string(body->hull->dimension) + " and its pose's " +
             std::to_string(body->dimension);
    }
  }
  return "";
}

std::int32_t ExactBody::find(std::int32_t caller) const {
  const std::int32_t* const begin = hull_->caller;
  const std::int32_t* const end = begin + hull_->count;
  const std::int32_t* const found = std::lower_bound(begin, end, caller);
  return found != end && *found == caller ? static_cast<std::int32_t>(found - begin) : -1;
}

/// Computes sum += factor * coordinate / 2^vertex_exponent, in place. It does not allocate once
/// `scratch` has grown.
void ExactBody::add_product(BigInt& sum, BigInt& scratch, const BigInt& factor,
                            double coordinate) const {
  const Dyadic value = decode(coordinate);
  if (value.mantissa == 0) return;
  scratch = factor;
  scratch *= value.mantissa;
  scratch <<= value.exponent - vertex_exponent_;
  sum += scratch;
}

IntegerVector ExactBody::place(const IntegerVector& vertex, const BigInt& weight) const {
  IntegerVector out;
  out.reserve(offset_.size());
  const BigInt* entry = linear_.data();
  for (const BigInt& offset : offset_) {
    BigInt sum = offset * weight;
    for (const BigInt& coordinate : vertex) sum += *entry++ * coordinate;
    out.push_back(std::move(sum));
  }
  return out;
}

IntegerVector ExactBody::combination(std::span<const std::int32_t> kept,
                                     const IntegerVector& weights) const {
  IntegerVector vertex(static_cast<std::size_t>(dimension_));
  BigInt total = 0;
  BigInt scratch;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    for (int k = 0; k < dimension_; ++k) {
      add_product(vertex[static_cast<std::size_t>(k)], scratch, weights[i],
                  hull_->coordinate(kept[i], k));
    }
    total += weights[i];
  }
  return place(vertex, total);
}

IntegerVector ExactBody::point(std::int32_t kept) const {
  const std::int32_t only[] = {kept};
  return combination(only, {BigInt(1)});
}

Extreme ExactBody::extreme(const IntegerVector& u, End end) const {
  const auto d = static_cast<std::size_t>(dimension_);
  // u . (M x + t) = (M^T u) . x + u . t takes d products a vertex instead of d^2.
  IntegerVector local(d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t k = 0; k < d; ++k) local[k] += linear_[i * d + k] * u[i];
  }
  Extreme best;
  BigInt value;
  BigInt scratch;
  for (std::int32_t vertex = 0; vertex < hull_->count; ++vertex) {
    value = 0;
    for (int k = 0; k < dimension_; ++k) {
      add_product(value, scratch, local[static_cast<std::size_t>(k)], hull_->coordinate(vertex, k));
    }
    const bool beats = end == End::greatest ? value > best.value : value < best.value;
    if (best.kept >= 0 && !beats) continue;
    best.kept = vertex;
    best.value.swap(value);
  }
  best.value += dot(u, offset_);
  return best;
}

ExactPair::ExactPair(const PosedHull& a, const PosedHull& b) {
  const PosedHull* const hulls[] = {&a, &b};
  const Parts parts[] = {Parts(a), Parts(b)};
  ExactBody* const bodies[] = {&a_, &b_};
  denominator_ = parts[0].linear.denominator * parts[1].linear.denominator;
  std::optional<int> least;
  for (const Parts& part : parts) part.lower(least);
  exponent_ = least.value_or(0);
  for (int i = 0; i < 2; ++i) {
    const Parts& part = parts[i];
    ExactBody& body = *bodies[i];
    body.hull_ = hulls[i]->hull;
    body.dimension_ = hulls[i]->dimension;
    body.vertex_exponent_ = part.vertex_exponent.value_or(0);
    const int shift = part.has_linear_part() ? part.linear_exponent() - exponent_ : 0;
    body.linear_ = scaled(part.linear.entries.values, parts[1 - i].linear.denominator, shift);
    body.offset_ = scaled(part.offset.values, denominator_,
                          part.offset.all_zero ? 0 : part.offset.exponent - exponent_);
  }
}

IntegerVector ExactPair::difference(std::int32_t kept_a, std::int32_t kept_b) const {
  IntegerVector out = a_.point(kept_a);
  const IntegerVector minus = b_.point(kept_b);
  for (std::size_t k = 0; k < out.size(); ++k) out[k] -= minus[k];
  return out;
}

}  // namespace sunder::detail::certificate
