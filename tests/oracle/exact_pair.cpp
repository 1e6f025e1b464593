// SPDX-License-Identifier: Apache-2.0
#include "oracle/exact_pair.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/facet_search.hpp"

namespace sunder::oracle {
namespace {

BigInt dot(const std::vector<BigInt>& x, const std::vector<BigInt>& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

/// `direction` times a power of two that makes it an integer vector, and the exponent of that
/// power.
std::pair<std::vector<BigInt>, int> to_integers(const std::vector<double>& direction) {
  int lowest = 0;
  for (const double entry : direction) {
    if (entry == 0) continue;
    int exponent = 0;
    std::frexp(entry, &exponent);
    lowest = std::min(lowest, exponent - 53);
  }
  std::vector<BigInt> result;
  for (const double entry : direction) {
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(entry, &exponent), 53);
    BigInt value(static_cast<std::int64_t>(mantissa));
    if (entry != 0) value *= BigInt(1) << static_cast<unsigned>(exponent - 53 - lowest);
    result.push_back(std::move(value));
  }
  result.resize(3);
  return {std::move(result), -lowest};
}

Points<BigInt> times(const Points<Rational>& points, const BigInt& common) {
  Points<BigInt> result;
  for (const auto& x : points) {
    auto& y = result.emplace_back();
    for (const Rational& entry : x) y.push_back(numerator(entry) * (common / denominator(entry)));
    y.resize(3);
  }
  return result;
}

void take_in(BigInt& common, const Points<Rational>& points) {
  for (const auto& x : points) {
    for (const Rational& entry : x) {
      if (common % denominator(entry) != 0)
        common = boost::multiprecision::lcm(common, denominator(entry));
    }
  }
}

}  // namespace

Skeleton every_pair_and_triple(const suite::BodyData& body) {
  Skeleton skeleton;
  const auto count = static_cast<std::int32_t>(body.vertices.size());
  const bool space = body.vertices.front().size() == 3;
  for (std::int32_t i = 0; i < count; ++i) {
    for (std::int32_t j = i + 1; j < count; ++j) {
      skeleton.edges.push_back({{i, j}, {-1, -1}});
      for (std::int32_t k = j + 1; space && k < count; ++k) skeleton.faces.push_back({i, j, k});
    }
  }
  return skeleton;
}

Skeleton offered_skeleton(const Polytope2& polytope) {
  Skeleton skeleton;
  for (const Edge& edge : polytope.edges()) {
    skeleton.edges.push_back(
        {{polytope.caller_index(edge.vertices[0]), polytope.caller_index(edge.vertices[1])},
         {-1, -1}});
  }
  return skeleton;
}

Skeleton offered_skeleton(const Polytope3& polytope) {
  Skeleton skeleton;
  for (const Edge& edge : polytope.edges()) {
    skeleton.edges.push_back(
        {{polytope.caller_index(edge.vertices[0]), polytope.caller_index(edge.vertices[1])},
         edge.faces});
  }
  for (const Face& face : polytope.faces()) {
    const std::size_t third = face.vertices.size() / 2 + 1;
    skeleton.faces.push_back({polytope.caller_index(face.vertices[0]),
                              polytope.caller_index(face.vertices[1]),
                              polytope.caller_index(face.vertices[third])});
  }
  return skeleton;
}

ExactPair::ExactPair(const suite::BodyData& a, const suite::BodyData& b)
    : dimension_(a.vertices.front().size()), denominator_(1) {
  const auto world_a = world_points<Rational>(a);
  const auto world_b = world_points<Rational>(b);
  take_in(denominator_, world_a);
  take_in(denominator_, world_b);
  a_ = times(world_a, denominator_);
  b_ = times(world_b, denominator_);
}

ExactDepthOfPair ExactPair::depth(const Skeleton& a, const Skeleton& b) const {
  return FacetSearch(a_, b_, dimension_).run(a, b, denominator_);
}

Rational ExactPair::extent(const std::vector<double>& direction) const {
  const auto [u, exponent] = to_integers(direction);
  BigInt high_a = dot(u, a_.front());
  for (const auto& x : a_) high_a = std::max<BigInt>(high_a, dot(u, x));
  BigInt low_b = dot(u, b_.front());
  for (const auto& y : b_) low_b = std::min<BigInt>(low_b, dot(u, y));
  return Rational(BigInt(high_a - low_b),
                  BigInt(denominator_ * (BigInt(1) << static_cast<unsigned>(exponent))));
}

Rational ExactPair::scale() const {
  BigInt largest(0);
  for (const auto* points : {&a_, &b_}) {
    for (const auto& x : *points) {
      for (const BigInt& entry : x) largest = std::max<BigInt>(largest, abs(entry));
    }
  }
  return Rational(largest, denominator_);
}

}  // namespace sunder::oracle
