// SPDX-License-Identifier: Apache-2.0
//
// Idea: Weights on at most three pairs of vertices give the closest points of two features.
// Source: Ericson, Real-Time Collision Detection (2005), section 5.1.9, for two edges
// (segments.hpp).
// Bound: None: Lemma 4 bounds the distance from the weights.
// Cost: A few products; for a vertex over a face, a pass over its corners.
#include "algorithms/vclip/nearest.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/vclip/segments.hpp"

namespace sunder::detail::vclip {
namespace {

using Bodies = std::array<PosedFaces, 2>;
using Simplex = simplex_walk::Simplex<3>;

IndexPair pair_of(std::size_t first_is, std::int32_t first, std::int32_t second) noexcept {
  return first_is == 0 ? IndexPair{first, second} : IndexPair{second, first};
}

/// Adds a pair if it has positive weight.
void add(const FilteredPair<3>& filtered, Simplex& simplex, IndexPair pair, double weight) {
  if (!(weight > 0)) return;
  Vector3 c{};
  filtered.difference(pair, c.data());
  simplex.weights[simplex.size] = weight;
  simplex.add(pair, c);
}

void vertex_edge(const FilteredPair<3>& filtered, const Bodies& bodies, const Features& features,
                 std::size_t vertex, Simplex& simplex) {
  const PosedFaces& body = bodies[1 - vertex];
  const std::int32_t v = features[vertex].index;
  const auto [tail, head] = body.edge(features[1 - vertex].index).vertices;
  const Vector3 along = body.from_to(tail, head);
  const Vector3 away = minus<3>(bodies[vertex].vertex(v), body.vertex(tail));
  const double t = between_0_and_1(dot<3>(away, along) / dot<3>(along, along));
  add(filtered, simplex, pair_of(vertex, v, tail), 1 - t);
  add(filtered, simplex, pair_of(vertex, v, head), t);
}

/// The parallelogram of the two edges' differences consists of two triangles; the point is in one.
void edge_edge(const FilteredPair<3>& filtered, const Bodies& bodies, const Features& features,
               Simplex& simplex) {
  const auto [a0, a1] = bodies[0].edge(features[0].index).vertices;
  const auto [b0, b1] = bodies[1].edge(features[1].index).vertices;
  const auto [s, t, square] = closest_on_segments(bodies[0].vertex(a0), bodies[0].from_to(a0, a1),
                                                  bodies[1].vertex(b0), bodies[1].from_to(b0, b1));
  add(filtered, simplex, {a0, b0}, 1 - std::max(s, t));
  add(filtered, simplex, s >= t ? IndexPair{a1, b0} : IndexPair{a0, b1},
      std::max(s, t) - std::min(s, t));
  add(filtered, simplex, {a1, b1}, std::min(s, t));
}

/// Divides the face into a fan of triangles about its first corner, and selects the one with the
/// vertex deepest over it.
void vertex_face(const FilteredPair<3>& filtered, const Bodies& bodies, const Features& features,
                 std::size_t vertex, Simplex& simplex) {
  const PosedFaces& body = bodies[1 - vertex];
  const std::int32_t f = features[1 - vertex].index;
  const std::int32_t v = features[vertex].index;
  const IndexList rim = body.corners(f);
  const Vector3 winding = body.winding(f);
  const Vector3 away = minus<3>(bodies[vertex].vertex(v), body.vertex(rim[0]));
  std::array<double, 3> weights{};
  std::size_t at = 0;
  double deepest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i + 1 < rim.size(); ++i) {
    const Vector3 p = body.from_to(rim[0], rim[i]);
    const Vector3 q = body.from_to(rim[0], rim[i + 1]);
    const double area = dot<3>(winding, cross(p, q));
    const double by_p = dot<3>(winding, cross(away, q)) / area;
    const double by_q = dot<3>(winding, cross(p, away)) / area;
    const double least = std::min({1 - by_p - by_q, by_p, by_q});
    if (!(least > deepest)) continue;
    deepest = least;
    weights = {1 - by_p - by_q, by_p, by_q};
    at = i;
  }
  if (at == 0) return;
  add(filtered, simplex, pair_of(vertex, v, rim[0]), weights[0]);
  add(filtered, simplex, pair_of(vertex, v, rim[at]), weights[1]);
  add(filtered, simplex, pair_of(vertex, v, rim[at + 1]), weights[2]);
}

void make_sum_one(Simplex& simplex) noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < simplex.size; ++i) sum += simplex.weights[i];
  for (std::size_t i = 0; i < simplex.size; ++i) simplex.weights[i] /= sum;
}

/// Returns one to three vertices of a feature, spread over its rim if that is longer.
std::array<std::int32_t, 3> vertices_of(const PosedFaces& body, const Feature& feature) {
  if (feature.kind == Kind::vertex) return {feature.index, feature.index, feature.index};
  if (feature.kind == Kind::face) {
    return spread_triangle(body.corners(feature.index));
  }
  const auto [tail, head] = body.edge(feature.index).vertices;
  return {tail, head, tail};
}

}  // namespace

Simplex nearest(const FilteredPair<3>& filtered, const Bodies& bodies, const Features& features) {
  Simplex simplex;
  const Kind a = features[0].kind;
  const Kind b = features[1].kind;
  if (a == Kind::vertex && b == Kind::vertex) {
    add(filtered, simplex, {features[0].index, features[1].index}, 1);
  } else if (a == Kind::edge && b == Kind::edge) {
    edge_edge(filtered, bodies, features, simplex);
  } else if (a == Kind::face || b == Kind::face) {
    vertex_face(filtered, bodies, features, a == Kind::face ? 1 : 0, simplex);
  } else {
    vertex_edge(filtered, bodies, features, a == Kind::vertex ? 0 : 1, simplex);
  }
  make_sum_one(simplex);
  return simplex;
}

PairList<3> named(const Bodies& bodies, const Features& features) {
  const auto a = vertices_of(bodies[0], features[0]);
  const auto b = vertices_of(bodies[1], features[1]);
  PairList<3> pairs;
  for (std::size_t i = 0; i < 3; ++i) {
    const IndexPair next{a[i], b[i]};
    if (std::find(pairs.begin(), pairs.end(), next) == pairs.end()) pairs.push_back(next);
  }
  return pairs;
}

}  // namespace sunder::detail::vclip
