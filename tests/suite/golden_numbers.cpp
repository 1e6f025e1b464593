// SPDX-License-Identifier: Apache-2.0
//
// Hashes every number of an answer. Only sums, products and square roots generate the inputs, so
// that they are equal doubles on every machine.
#include <array>
#include <bit>
#include <cmath>

#include "suite/golden.hpp"
#include "suite/posed.hpp"
#include "suite/random.hpp"

namespace sunder::suite {
namespace {

class NumberHash {
 public:
  void add(double value) noexcept {
    // The sign of a zero does not matter.
    const std::uint64_t word = value == 0 ? 0 : std::bit_cast<std::uint64_t>(value);
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
  }
  template <class Vector>
  void add_all(const Vector& values) noexcept {
    for (const double value : values) add(value);
  }
  template <int D>
  void add_measure(const Interval& found, const std::optional<Witness<D>>& witness) noexcept {
    add(found.lower);
    add(found.upper);
    if (!witness) return;
    add_all(witness->normal);
    add_all(witness->point_a);
    add_all(witness->point_b);
  }
  std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0;
};

template <int D>
void add_answers(NumberHash& hash, const Bodies<D>& bodies) {
  const Distance<D> gap = distance(bodies.a(), bodies.b());
  hash.add_measure<D>(gap.distance, gap.witness);
  if constexpr (D != kRunTime) {
    const Penetration<D> deep = penetration(bodies.a(), bodies.b());
    hash.add_measure<D>(deep.depth, deep.witness);
    const auto manifold = contact(bodies.a(), bodies.b());
    for (const auto& point : manifold.points) {
      hash.add_all(point.point_a);
      hash.add(point.depth);
    }
  }
}

double between(Random& random, double low, double high) {
  return low + (high - low) * random.unit();
}

/// Boxes for even `index`, hulls of up to 60 points for odd ones, rotated by a quaternion in 3-D
/// and slightly sheared in the plane.
template <int D>
BodyData free_body(Random& random, std::uint64_t index) {
  BodyData body;
  const bool box = index % 2 == 0;
  const int count = box ? 1 << D : random.in(D + 1, 60);
  std::array<double, 3> half{};
  for (double& h : half) h = between(random, 0.5, 1.5);
  for (int i = 0; i < count; ++i) {
    std::vector<double> vertex;
    for (int k = 0; k < D; ++k) {
      const double h = half[static_cast<std::size_t>(k)];
      const double inside = between(random, -h, h);
      vertex.push_back(box ? ((i >> k & 1) != 0 ? h : -h) : inside);
    }
    body.vertices.push_back(vertex);
  }
  for (int k = 0; k < D; ++k) body.pose.translation.push_back(between(random, 0, 2.5));
  if constexpr (D == 3) {
    body.pose.form = PoseData::Form::quaternion;
    for (double& q : body.pose.quaternion) q = between(random, -1, 1);
  } else {
    body.pose.form = PoseData::Form::matrix;
    for (std::size_t row = 0; row < 2; ++row) {
      for (std::size_t k = 0; k < 2; ++k) {
        const double off = between(random, -0.4, 0.4);
        body.pose.rows.push_back((row == k ? 1.0 : 0.0) + off);
      }
      body.pose.rows.push_back(body.pose.translation[row]);
    }
  }
  return body;
}

template <int D>
void add_free_pair(NumberHash& hash, Random& random, std::uint64_t index) {
  const BodyData a = free_body<D>(random, index);
  const BodyData b = free_body<D>(random, index / 2);
  const Bodies<D> bodies(a, b, D);
  add_answers(hash, bodies);
  Vector<D> way{};
  for (double& x : way) x = between(random, -2, 2);
  const auto met =
      cast(bodies.a(), Motion<D>(), bodies.b(), Motion<D>::linear(way).value(), CastOptions{});
  hash.add(met.time.lower);
  hash.add(met.time.upper);
}

}  // namespace

std::uint64_t hash_of_numbers(std::size_t cases) {
  NumberHash hash;
  Random random(2026);
  for (std::size_t index = 0; index < cases; ++index) {
    const Case item = make_case(index);
    if (item.dimension == 2) {
      add_answers(hash, Bodies<2>(item.a, item.b, 2));
    } else if (item.dimension == 3) {
      add_answers(hash, Bodies<3>(item.a, item.b, 3));
    } else {
      add_answers(hash, Bodies<kRunTime>(item.a, item.b, item.dimension));
    }
    add_free_pair<2>(hash, random, index);
    add_free_pair<3>(hash, random, index);
  }
  return hash.value();
}

}  // namespace sunder::suite
