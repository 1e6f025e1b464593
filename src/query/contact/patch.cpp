// SPDX-License-Identifier: Apache-2.0
//
// Idea: The support is the set of vertices that are highest along the direction, up to rounding.
// The face is the best aligned one among the faces around the highest vertex that hold the support.
// Bound: Heights and normals are rounded; kSupportWidth covers the roundings.
// Cost: A pass over the vertices for each set, and the faces around one vertex.
// Gives up: Where no face is known. Then a flat body is its own face if it lies flat enough, and
// otherwise all vertices within kFaceWidth of the highest are the face.
#include "query/contact/patch.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

#include "geometry/facet_normal.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::contact {
namespace {

/// A share of the body's size. It bounds what the rounding of a normal and of points does to
/// heights, with a reserve.
constexpr double kSupportWidth = 0x1p-30;
/// The share for a face where no faces are known.
constexpr double kFaceWidth = 0x1p-20;
/// A flat body is its own face up to 60 degrees from the normal. Beyond that it meets by its rim.
constexpr double kLiesFlat = 0.5;

template <int D>
class PatchSearch {
 public:
  PatchSearch(const PosedPoints<D>& body, const Vector<D>& outward, Memory memory)
      : body_(body),
        outward_(outward),
        heights_(static_cast<std::size_t>(body.count()), memory),
        found_(memory) {
    for (std::int32_t v = 0; v < body_.count(); ++v) {
      const double height = dot<D>(outward_, body_.at(v));
      heights_[static_cast<std::size_t>(v)] = height;
      if (height > heights_[static_cast<std::size_t>(top_)]) top_ = v;
      size_ = std::fmax(size_, length<D>(body_.from_to(0, v)));
    }
  }

  Patches run() && {
    Patch& face = found_.face;
    set_within(kSupportWidth, found_.support.vertices);
    if (find_face(found_.support.vertices, face) || find_flat(face)) return std::move(found_);
    set_within(kFaceWidth, face.vertices);
    face.alignment = face.vertices.size() >= std::size_t{D} ? 1 : 0;
    return std::move(found_);
  }

 private:
  void set_within(double width, List<std::int32_t>& vertices) const {
    const double least = heights_[static_cast<std::size_t>(top_)] - width * size_;
    vertices.clear();
    const auto near = [least](double height) { return height >= least; };
    vertices.reserve(static_cast<std::size_t>(std::ranges::count_if(heights_, near)));
    for (std::int32_t v = 0; v < body_.count(); ++v) {
      if (near(heights_[static_cast<std::size_t>(v)])) vertices.push_back(v);
    }
  }

  template <class Corners>
  static bool holds(const Corners& face, std::span<const std::int32_t> vertices) {
    return std::all_of(vertices.begin(), vertices.end(), [&](std::int32_t v) {
      return std::find(face.begin(), face.end(), v) != face.end();
    });
  }

  /// Searches the faces around the highest vertex. Among equally aligned ones the first in the
  /// hull's order is kept.
  bool find_face(std::span<const std::int32_t> support, Patch& face) const {
    const Topology* const topology = body_.hull().topology.get();
    const int side = body_.orientation();
    if (topology == nullptr || side == 0) return false;
    face.alignment = -std::numeric_limits<double>::infinity();
    for (const std::int32_t e : topology->edges_around(top_)) {
      const Edge edge = topology->edge(e);
      if constexpr (D == 2) {
        const Vector2 along = body_.from_to(edge.vertices[0], edge.vertices[1]);
        take_better(edge.vertices, {side * along[1], -side * along[0]}, support, face);
      } else {
        for (const std::int32_t f : edge.faces) {
          const IndexList around = topology->face(f);
          const auto [p, q, r] = spread_triangle(around);
          Vector3 normal = cross(body_.from_to(p, q), body_.from_to(p, r));
          for (double& entry : normal) entry *= side;
          take_better(around, normal, support, face);
        }
      }
    }
    return !face.vertices.empty();
  }
  template <class Corners>
  void take_better(const Corners& corners, const Vector<D>& normal,
                   std::span<const std::int32_t> support, Patch& best) const {
    const double alignment = dot<D>(normal, outward_) / length<D>(normal);
    if (!(alignment > best.alignment) || !holds(corners, support)) return;
    best.vertices.assign(corners.begin(), corners.end());
    best.alignment = alignment;
  }

  /// Returns the vertex farthest from the first one, measured across `along` if that is not 0.
  std::int32_t farthest(const Vector<D>& along) const {
    const auto squared_distance = [&](std::int32_t v) {
      Vector<D> x = body_.from_to(0, v);
      const double share = dot<D>(x, along);
      for (std::size_t l = 0; l < D; ++l) x[l] -= share * along[l];
      return dot<D>(x, x);
    };
    return *std::ranges::max_element(std::views::iota(0, body_.count()), {}, squared_distance);
  }

  /// Takes the whole body if its dimension is one less than that of space.
  bool find_flat(Patch& face) const {
    if (body_.count() < D) return false;
    Vector<D> along = body_.from_to(0, farthest({}));
    const double reach = length<D>(along);
    if (!(reach > 0)) return false;
    for (double& entry : along) entry /= reach;
    Vector<D> normal{};
    if constexpr (D == 2) {
      normal = {along[1], -along[0]};
    } else {
      normal = cross(along, body_.from_to(0, farthest(along)));
      const double width = length<D>(normal);
      if (!(width > kSupportWidth * size_)) return false;  // a segment
      for (double& entry : normal) entry /= width;
    }
    const double alignment = std::fabs(dot<D>(normal, outward_));
    if (alignment < kLiesFlat) return false;
    face.alignment = alignment;
    face.vertices.resize(static_cast<std::size_t>(body_.count()));
    std::iota(face.vertices.begin(), face.vertices.end(), 0);
    return std::ranges::all_of(face.vertices, [&](std::int32_t v) {
      return std::fabs(dot<D>(normal, body_.from_to(0, v))) <= kSupportWidth * size_;
    });
  }

  const PosedPoints<D>& body_;
  Vector<D> outward_;
  List<double> heights_;
  Patches found_;
  std::int32_t top_ = 0;
  double size_ = 0;
};

}  // namespace

template <int D>
Patches find_patches(const PosedPoints<D>& body, const Vector<D>& outward, Memory memory) {
  return PatchSearch<D>(body, outward, memory).run();
}

template Patches find_patches<2>(const PosedPoints<2>&, const Vector2&, Memory);
template Patches find_patches<3>(const PosedPoints<3>&, const Vector3&, Memory);

}  // namespace sunder::detail::contact
