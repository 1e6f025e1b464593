// SPDX-License-Identifier: Apache-2.0
//
// Computes the depth by complete enumeration in exact integers, for small overlapping bodies in 2-D
// and 3-D. It shares nothing with the library: no polytope, no support function, no pose.
#pragma once

#include <algorithm>
#include <vector>

#include "oracle/brute_force.hpp"

namespace sunder::oracle {

struct BruteForceDepth {
  Rational squared;
  std::vector<std::vector<BigInt>> directions;  ///< all minimum translations, primitive, ascending
};

namespace depth {

using Vec = std::vector<BigInt>;

inline BigInt dot(const Vec& p, const Vec& q) {
  BigInt sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k) sum += p[k] * q[k];
  return sum;
}

/// Both bodies as integers over one denominator.
struct Whole {
  std::vector<Vec> a;
  std::vector<Vec> b;
  BigInt denominator = 1;

  Whole(const Points<Rational>& given_a, const Points<Rational>& given_b) {
    for (const auto* body : {&given_a, &given_b}) {
      for (const auto& point : *body) {
        for (const Rational& x : point) {
          denominator = boost::multiprecision::lcm(denominator, BigInt(denominator_of(x)));
        }
      }
    }
    a = scaled(given_a);
    b = scaled(given_b);
  }

 private:
  static BigInt denominator_of(const Rational& x) { return boost::multiprecision::denominator(x); }
  std::vector<Vec> scaled(const Points<Rational>& body) const {
    std::vector<Vec> out;
    for (const auto& point : body) {
      Vec& whole = out.emplace_back();
      for (const Rational& x : point) {
        whole.push_back(
            BigInt(boost::multiprecision::numerator(x) * (denominator / denominator_of(x))));
      }
    }
    return out;
  }
};

inline bool make_primitive(Vec& v) {
  BigInt divisor = 0;
  for (const BigInt& entry : v) divisor = boost::multiprecision::gcd(divisor, entry);
  if (divisor == 0) return false;
  for (BigInt& entry : v) entry /= divisor;
  return true;
}

/// Returns every direction orthogonal to d - 1 edges of the bodies, in both senses, each once. Each
/// facet of C is spanned by edges of the two bodies' faces, so that its normal is among them.
inline std::vector<Vec> candidates(const Whole& bodies, std::size_t d) {
  std::vector<Vec> edges;
  for (const auto* body : {&bodies.a, &bodies.b}) {
    for (std::size_t i = 0; i < body->size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        Vec edge((*body)[i]);
        for (std::size_t k = 0; k < d; ++k) edge[k] -= (*body)[j][k];
        if (make_primitive(edge)) edges.push_back(edge);
      }
    }
  }
  std::vector<Vec> normals;
  const auto add = [&](Vec n) {
    if (!make_primitive(n)) return;
    normals.push_back(n);
    for (BigInt& entry : n) entry = -entry;
    normals.push_back(n);
  };
  for (const Vec& p : edges) {
    if (d == 2) add({p[1], -p[0]});
    for (const Vec& q : edges) {
      if (d == 2 || &q == &p) break;
      add({p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]});
    }
  }
  std::sort(normals.begin(), normals.end());
  normals.erase(std::unique(normals.begin(), normals.end()), normals.end());
  return normals;
}

}  // namespace depth

/// Returns the depth of overlapping bodies: the least of h(n) / |n| over all candidates, with h(n)
/// = max n.a - min n.b. At the depth the ball about 0 touches C within a facet, whose normal alone
/// is optimal there.
inline BruteForceDepth brute_force_depth(const Points<Rational>& a, const Points<Rational>& b) {
  const depth::Whole bodies(a, b);
  BruteForceDepth best;
  BigInt best_height = -1;
  BigInt best_square = 1;
  for (const depth::Vec& n : depth::candidates(bodies, a.front().size())) {
    BigInt high = depth::dot(n, bodies.a.front());
    for (const depth::Vec& x : bodies.a) high = std::max<BigInt>(high, depth::dot(n, x));
    BigInt low = depth::dot(n, bodies.b.front());
    for (const depth::Vec& y : bodies.b) low = std::min<BigInt>(low, depth::dot(n, y));
    const BigInt height = high - low;
    const BigInt square = depth::dot(n, n);
    const BigInt mine = height * height * best_square;
    const BigInt best_yet = best_height * best_height * square;
    if (best_height >= 0 && mine > best_yet) continue;
    if (best_height < 0 || mine < best_yet) best.directions.clear();
    best.directions.push_back(n);
    best_height = height;
    best_square = square;
  }
  best.squared = Rational(best_height * best_height) /
                 Rational(best_square * bodies.denominator * bodies.denominator);
  return best;
}

}  // namespace sunder::oracle
