// SPDX-License-Identifier: Apache-2.0
//
// Idea: V-Clip has five states, named by the kinds of the features. In each, `own` is the index of
// the feature whose region is tested and `other` that of the feature that should lie in it.
// Source: Mirtich, V-Clip (1998).
// Bound: None: a direction or a simplex is proven afterwards.
// Cost: One plane test for each neighbour of the features.
// Gives up: Where an edge pierces a face, or a vertex is below all faces: the bodies overlap, or
// rounding hides the answer.
#include "algorithms/vclip/features.hpp"

#include <limits>

#include "algorithms/vclip/clip.hpp"
#include "algorithms/vclip/segments.hpp"

namespace sunder::detail::vclip {
namespace {

using Bodies = std::array<PosedFaces, 2>;

Feature vertex_of(std::int32_t v) noexcept { return {Kind::vertex, v}; }
Feature edge_of(std::int32_t e) noexcept { return {Kind::edge, e}; }
Feature face_of(std::int32_t f) noexcept { return {Kind::face, f}; }

/// Returns the whole edge.
Clip clip_of(const PosedFaces& body, std::int32_t e) noexcept {
  const auto [tail, head] = body.edge(e).vertices;
  return {body.vertex(tail), body.from_to(tail, head)};
}

/// The plane of a region behind which a point is farthest.
class Farthest {
 public:
  /// `height` is the distance behind a plane, positive outside the region.
  void add(double height, const Feature& beyond) noexcept {
    if (!(height > height_)) return;
    height_ = height;
    beyond_ = beyond;
    found_ = true;
  }
  /// Moves to that feature; returns false if the point is inside.
  bool move(Feature& feature) const noexcept {
    if (found_) feature = beyond_;
    return found_;
  }

 private:
  double height_ = 0;
  Feature beyond_{};
  bool found_ = false;
};

/// Tests a vertex's region, which lies behind the planes across its edges.
bool leave_vertex(const PosedFaces& body, Feature& feature, const Vector3& x) noexcept {
  const std::int32_t v = feature.index;
  const Vector3 away = minus<3>(x, body.vertex(v));
  Farthest farthest;
  for (const std::int32_t e : body.edges_at(v)) {
    const Vector3 along = body.from_to(v, body.topology().other_end(e, v));
    farthest.add(dot<3>(away, along) / length<3>(along), edge_of(e));
  }
  return farthest.move(feature);
}

/// Tests an edge's region, between the planes across its ends and outside those at its faces' rims.
bool leave_edge(const PosedFaces& body, Feature& feature, const Vector3& x) noexcept {
  const Edge edge = body.edge(feature.index);
  const auto [tail, head] = edge.vertices;
  const Vector3 along = body.from_to(tail, head);
  const Vector3 away = minus<3>(x, body.vertex(tail));
  Farthest ends;
  ends.add(-dot<3>(away, along), vertex_of(tail));
  ends.add(dot<3>(minus<3>(x, body.vertex(head)), along), vertex_of(head));
  if (ends.move(feature)) return true;
  Farthest rims;
  rims.add(dot<3>(away, body.inward(edge.faces[0], tail, head)), face_of(edge.faces[0]));
  rims.add(dot<3>(away, body.inward(edge.faces[1], head, tail)), face_of(edge.faces[1]));
  return rims.move(feature);
}

/// Tests a face's prism, inside the planes at its rim.
bool leave_face(const PosedFaces& body, Feature& feature, const Vector3& x) noexcept {
  const IndexList rim = body.corners(feature.index);
  Farthest farthest;
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const std::int32_t v = rim[i];
    const std::int32_t w = rim[(i + 1) % rim.size()];
    const double inside = dot<3>(minus<3>(x, body.vertex(v)), body.inward(feature.index, v, w));
    if (inside < 0) farthest.add(-inside, edge_of(body.edge_between(v, w)));
  }
  return farthest.move(feature);
}

Outcome vertex_vertex(const Bodies& bodies, Features& features) noexcept {
  for (const std::size_t own : {0U, 1U}) {
    const Vector3 x = bodies[1 - own].vertex(features[1 - own].index);
    if (leave_vertex(bodies[own], features[own], x)) return Outcome::moved;
  }
  return Outcome::done;
}

/// Returns the derivative of the squared distance from a point along the edge at `t`, up to a
/// factor.
double change(const Clip& clip, double t, const Vector3& from) noexcept {
  return dot<3>(clip.along, minus<3>(clip.at(t), from));
}

Outcome vertex_edge(const Bodies& bodies, Features& features, std::size_t vertex) noexcept {
  const std::size_t edge = 1 - vertex;
  const PosedFaces& body = bodies[vertex];
  const std::int32_t v = features[vertex].index;
  const Vector3 x = body.vertex(v);
  if (leave_edge(bodies[edge], features[edge], x)) return Outcome::moved;
  Clip clip = clip_of(bodies[edge], features[edge].index);
  for (const std::int32_t e : body.edges_at(v)) {
    if (!clip.cut(x, body.from_to(body.topology().other_end(e, v), v), edge_of(e))) break;
  }
  if (clip.outside || (clip.cut_low && change(clip, clip.low, x) > 0)) {
    features[vertex] = clip.beyond_low;
    return Outcome::moved;
  }
  if (clip.cut_high && change(clip, clip.high, x) < 0) {
    features[vertex] = clip.beyond_high;
    return Outcome::moved;
  }
  return Outcome::done;
}

/// Returns the derivative along an edge of the distance from the plane of a face, below it or
/// above.
double change_from_face(const PosedFaces& body, std::int32_t f, const Clip& clip,
                        double t) noexcept {
  const Vector3 normal = body.winding(f);
  const double height = dot<3>(minus<3>(clip.at(t), body.vertex(body.corners(f)[0])), normal);
  const double rise = dot<3>(clip.along, normal);
  return height > 0 ? rise : (height < 0 ? -rise : 0);
}

/// Tests whether the other edge lies, at its closest point, in this one's region.
bool leave_edge_for(const Bodies& bodies, Features& features, std::size_t own) noexcept {
  const PosedFaces& body = bodies[own];
  const Edge edge = body.edge(features[own].index);
  const auto [tail, head] = edge.vertices;
  const Vector3 along = body.from_to(tail, head);
  Clip clip = clip_of(bodies[1 - own], features[1 - own].index);
  const auto leave = [&](const auto& change_at) {
    if (clip.outside || (clip.cut_low && change_at(clip.beyond_low, clip.low) > 0)) {
      features[own] = clip.beyond_low;
      return true;
    }
    if (clip.cut_high && change_at(clip.beyond_high, clip.high) < 0) {
      features[own] = clip.beyond_high;
      return true;
    }
    return false;
  };
  if (clip.cut(body.vertex(tail), along, vertex_of(tail))) {
    clip.cut(body.vertex(head), body.from_to(head, tail), vertex_of(head));
  }
  if (leave(
          [&](const Feature& end, double t) { return change(clip, t, body.vertex(end.index)); })) {
    return true;
  }
  if (clip.empty()) return false;
  // The parts that the ends cut off need no further test.
  clip.cut_low = clip.cut_high = false;
  const Vector3 base = body.vertex(tail);
  if (clip.cut(base, body.inward(edge.faces[0], head, tail), face_of(edge.faces[0]))) {
    clip.cut(base, body.inward(edge.faces[1], tail, head), face_of(edge.faces[1]));
  }
  return leave(
      [&](const Feature& face, double t) { return change_from_face(body, face.index, clip, t); });
}

Outcome edge_edge(const Bodies& bodies, Features& features) noexcept {
  for (const std::size_t own : {0U, 1U}) {
    if (leave_edge_for(bodies, features, own)) return Outcome::moved;
  }
  return Outcome::done;
}

/// A vertex is below a face, and no edge leads up: moves to the face that it is farthest above.
Outcome escape(const PosedFaces& body, Feature& face, const Vector3& x) noexcept {
  Farthest highest;
  for (std::int32_t f = 0; f < body.face_count(); ++f) {
    const Vector3 normal = body.normal(f);
    const Vector3 above = minus<3>(x, body.vertex(body.corners(f)[0]));
    highest.add(dot<3>(above, normal) / length<3>(normal), face_of(f));
  }
  return highest.move(face) ? Outcome::moved : Outcome::pierced;
}

Outcome vertex_face(const Bodies& bodies, Features& features, std::size_t vertex) noexcept {
  const std::size_t face = 1 - vertex;
  const PosedFaces& body = bodies[vertex];
  const std::int32_t v = features[vertex].index;
  const Vector3 x = body.vertex(v);
  if (leave_face(bodies[face], features[face], x)) return Outcome::moved;
  const Vector3 normal = bodies[face].normal(features[face].index);
  const Vector3 corner = bodies[face].vertex(bodies[face].corners(features[face].index)[0]);
  const double height = dot<3>(minus<3>(x, corner), normal);
  if (height == 0) return Outcome::pierced;
  const double toward = height > 0 ? -1 : 1;
  Farthest steepest;
  for (const std::int32_t e : body.edges_at(v)) {
    const Vector3 along = body.from_to(v, body.topology().other_end(e, v));
    steepest.add(toward * dot<3>(along, normal) / length<3>(along), edge_of(e));
  }
  if (steepest.move(features[vertex])) return Outcome::moved;
  return height > 0 ? Outcome::done : escape(bodies[face], features[face], x);
}

/// Returns the side or corner of the face that is closest to an edge outside its prism.
Feature closest_on_rim(const PosedFaces& body, std::int32_t f, const Clip& edge) noexcept {
  const IndexList rim = body.corners(f);
  Feature closest = vertex_of(rim[0]);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const std::int32_t v = rim[i];
    const std::int32_t w = rim[(i + 1) % rim.size()];
    const ClosestOnSegments found =
        closest_on_segments(body.vertex(v), body.from_to(v, w), edge.tail, edge.along);
    if (!(found.square < least)) continue;
    least = found.square;
    closest = found.s > 0 && found.s < 1 ? edge_of(body.edge_between(v, w))
                                         : vertex_of(found.s > 0 ? w : v);
  }
  return closest;
}

Outcome edge_face(const Bodies& bodies, Features& features, std::size_t edge) noexcept {
  const std::size_t face = 1 - edge;
  const PosedFaces& body = bodies[face];
  const std::int32_t f = features[face].index;
  const std::int32_t e = features[edge].index;
  const IndexList rim = body.corners(f);
  Clip clip = clip_of(bodies[edge], e);
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const std::int32_t v = rim[i];
    const std::int32_t w = rim[(i + 1) % rim.size()];
    if (clip.cut(body.vertex(v), body.inward(f, v, w), edge_of(body.edge_between(v, w)))) continue;
    features[face] = closest_on_rim(body, f, clip);
    return Outcome::moved;
  }
  const Vector3 normal = body.normal(f);
  const Vector3 corner = body.vertex(rim[0]);
  const double low = dot<3>(minus<3>(clip.at(clip.low), corner), normal);
  const double high = dot<3>(minus<3>(clip.at(clip.high), corner), normal);
  if (!(low > 0 && high > 0) && !(low < 0 && high < 0)) return Outcome::pierced;
  const double rise = low > 0 ? dot<3>(clip.along, normal) : -dot<3>(clip.along, normal);
  const auto [tail, head] = bodies[edge].edge(e).vertices;
  if (rise >= 0) {
    (clip.cut_low ? features[face] : features[edge]) =
        clip.cut_low ? clip.beyond_low : vertex_of(tail);
  } else {
    (clip.cut_high ? features[face] : features[edge]) =
        clip.cut_high ? clip.beyond_high : vertex_of(head);
  }
  return Outcome::moved;
}

}  // namespace

Outcome step(const Bodies& bodies, Features& features) noexcept {
  const Kind a = features[0].kind;
  const Kind b = features[1].kind;
  if (a == Kind::vertex && b == Kind::vertex) return vertex_vertex(bodies, features);
  if (a == Kind::edge && b == Kind::edge) return edge_edge(bodies, features);
  // Two faces never occur: a step pairs a face only with a vertex or an edge.
  if (a == Kind::face && b == Kind::face) return Outcome::pierced;
  if (a == Kind::face || b == Kind::face) {
    const std::size_t other = a == Kind::face ? 1 : 0;
    return features[other].kind == Kind::vertex ? vertex_face(bodies, features, other)
                                                : edge_face(bodies, features, other);
  }
  return vertex_edge(bodies, features, a == Kind::vertex ? 0 : 1);
}

}  // namespace sunder::detail::vclip
