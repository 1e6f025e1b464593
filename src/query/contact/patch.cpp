// SPDX-License-Identifier: Apache-2.0
//
// Idea: The support is the set of vertices that are highest along the direction, up to rounding.
// The face is the best aligned one among the faces around the highest vertex that hold the support.
// Bound: Heights and normals are rounded; kSupportWidth covers the roundings.
// Cost: A support query, and the faces around one vertex. A pass over the vertices where no face is
// known.
// Gives up: Where no face is known. Then a flat body is its own face if it lies flat enough, and
// otherwise all vertices within kFaceWidth of the highest are the face.
#include "query/contact/patch.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>

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

/// Bodies of at most so many vertices are scanned for their support. A walk from vertex to vertex
/// finds up to as many supporting vertices of other bodies.
constexpr std::int32_t kFew = 16;

/// Maps normals of planes by the cofactors of a matrix, row-major, and the sign of its determinant.
struct NormalMap {
  bool is_rotation = false;  ///< which needs no cofactors
  int side = 0;
  std::array<double, 9> cofactors{};
};

template <int D>
class PatchSearch {
 public:
  PatchSearch(const PosedPoints<D>& body, const Vector<D>& outward, Memory memory)
      : body_(body),
        outward_(outward),
        covector_(body.pulled_back(outward)),
        memory_(memory),
        size_(body.size()) {
    if (body_.count() > kFew) {
      top_ = support<D>(body.hull(), covector_.data()).vertex;
      highest_ = height(top_);
      return;
    }
    highest_ = height(0);
    for (std::int32_t v = 1; v < body_.count(); ++v) {
      const double other = height(v);
      top_ = other > highest_ ? v : top_;
      highest_ = std::max(highest_, other);
    }
  }

  Patches run() && {
    Patches found;
    Patch& face = found.face;
    found.support.vertices = support_vertices();
    if (find_face(found.support.vertices, face) || find_flat(face)) return found;
    face.vertices = vertices_within(kFaceWidth);
    face.alignment = face.vertices.size() >= std::size_t{D} ? 1 : 0;
    return found;
  }

 private:
  double height(std::int32_t v) const noexcept {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      sum += covector_[static_cast<std::size_t>(k)] * body_.hull().coordinate(v, k);
    }
    return sum;
  }
  double least_within(double width) const noexcept { return highest_ - width * size_; }

  /// Returns a list of at most `most` vertices, which nothing releases before the query ends.
  std::int32_t* make_list(std::int32_t most) const {
    const std::size_t bytes = static_cast<std::size_t>(most) * sizeof(std::int32_t);
    return static_cast<std::int32_t*>(memory_->allocate(bytes, alignof(std::int32_t)));
  }

  std::span<const std::int32_t> vertices_within(double width) const {
    const double least = least_within(width);
    std::int32_t* const list = make_list(body_.count());
    std::size_t size = 0;
    for (std::int32_t v = 0; v < body_.count(); ++v) {
      list[size] = v;
      size += v == top_ || height(v) >= least ? 1 : 0;
    }
    return {list, size};
  }

  /// The vertices of a convex body above a plane are connected by edges, so a walk from the highest
  /// one finds them all.
  std::span<const std::int32_t> support_vertices() const {
    const Topology* const topology = body_.hull().topology.get();
    if (topology == nullptr || body_.count() <= kFew) return vertices_within(kSupportWidth);
    const double least = least_within(kSupportWidth);
    std::int32_t* const list = make_list(kFew);
    std::size_t size = 0;
    list[size++] = top_;
    for (std::size_t next = 0; next < size; ++next) {
      const std::int32_t from = list[next];
      for (const std::int32_t e : topology->edges_around(from)) {
        const std::int32_t v = topology->other_end(e, from);
        if (height(v) < least || std::find(list, list + size, v) != list + size) continue;
        if (size == std::size_t{kFew}) return vertices_within(kSupportWidth);
        list[size++] = v;
      }
    }
    return {list, size};
  }

  /// All faces that are tested hold the highest vertex.
  template <class Corners>
  static bool holds(const Corners& face, std::span<const std::int32_t> vertices) {
    if (vertices.size() == 1) return true;
    return vertices.size() <= face.size() &&
           std::all_of(vertices.begin(), vertices.end(), [&](std::int32_t v) {
             return std::find(face.begin(), face.end(), v) != face.end();
           });
  }

  /// Searches the faces around the highest vertex. Among equally aligned ones the first of the hull's
  /// is kept, whichever vertex is the highest by rounding.
  bool find_face(std::span<const std::int32_t> support, Patch& face) const {
    const Topology* const topology = body_.hull().topology.get();
    if (topology == nullptr) return false;
    const NormalMap map = normal_map();
    if (map.side == 0) return false;
    Vector<D> in_body = covector_;
    for (double& entry : in_body) entry /= body_.scale();
    Best best;
    for (const std::int32_t e : topology->edges_around(top_)) {
      const Edge edge = topology->edge(e);
      if constexpr (D == 2) {
        const Vector2 along = body_.from_to(edge.vertices[0], edge.vertices[1]);
        const Vector2 normal{map.side * along[1], -map.side * along[0]};
        offer(e, edge.vertices, normal, outward_, support, best);
      } else {
        // Each face around the vertex has one edge that leaves it.
        const std::int32_t f = edge.faces[edge.vertices[0] == top_ ? 0 : 1];
        const Vector3 normal = normal_of(topology->face(f));
        offer(f, topology->face(f), map.is_rotation ? normal : mapped(map, normal),
              map.is_rotation ? in_body : outward_, support, best);
      }
    }
    if (best.index < 0) return false;
    face.alignment = best.alignment;
    face.vertices =
        D == 2 ? copy_of(topology->edge(best.index).vertices) : copy_of(topology->face(best.index));
    face.is_rim = true;
    return true;
  }

  /// The face that is aligned best so far, by its index, or in the plane an edge.
  struct Best {
    std::int32_t index = -1;
    double alignment = -std::numeric_limits<double>::infinity();
  };
  template <class Corners>
  static void offer(std::int32_t index, const Corners& corners, const Vector<D>& normal,
                    const Vector<D>& along, std::span<const std::int32_t> support, Best& best) {
    const double alignment = dot<D>(normal, along) / length<D>(normal);
    const bool first_of_equal = alignment == best.alignment && index < best.index;
    if (!(alignment > best.alignment || first_of_equal) || !holds(corners, support)) return;
    best = {index, alignment};
  }
  template <class Corners>
  std::span<const std::int32_t> copy_of(const Corners& corners) const {
    std::int32_t* const list = make_list(static_cast<std::int32_t>(corners.size()));
    std::copy(corners.begin(), corners.end(), list);
    return {list, corners.size()};
  }

  /// Returns the normal of a face in the body's frame, of any length.
  Vector3 normal_of(const IndexList& corners) const {
    const auto [p, q, r] = spread_triangle(corners);
    const auto from_to = [&](std::int32_t from, std::int32_t to) {
      Vector3 x{};
      for (int k = 0; k < 3; ++k) {
        x[static_cast<std::size_t>(k)] =
            body_.hull().coordinate(to, k) - body_.hull().coordinate(from, k);
      }
      return x;
    };
    return cross(from_to(p, q), from_to(p, r));
  }

  NormalMap normal_map() const noexcept {
    NormalMap map;
    if constexpr (D == 2) {
      map.side = body_.orientation();
    } else {
      const Pose3& pose = body_.pose();
      map.is_rotation = pose.is_quaternion() || pose.is_translation();
      map.side = map.is_rotation ? 1 : body_.orientation();
      if (map.is_rotation) return map;
      std::array<double, 9> r;
      std::copy_n(linear_data(pose), 9, r.begin());
      if (!normalise(r.data(), 9)) return {};
      for (std::size_t l = 0; l < 3; ++l) {
        const std::size_t p = 3 * ((l + 1) % 3);
        const std::size_t q = 3 * ((l + 2) % 3);
        const Vector3 row = cross({r[p], r[p + 1], r[p + 2]}, {r[q], r[q + 1], r[q + 2]});
        std::ranges::copy(row, map.cofactors.begin() + static_cast<std::ptrdiff_t>(3 * l));
      }
    }
    return map;
  }
  static Vector3 mapped(const NormalMap& map, const Vector3& normal) noexcept {
    Vector3 n{};
    for (std::size_t l = 0; l < 3; ++l) {
      const double* const row = map.cofactors.data() + 3 * l;
      n[l] = map.side * (row[0] * normal[0] + row[1] * normal[1] + row[2] * normal[2]);
    }
    return n;
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
    std::int32_t* const all = make_list(body_.count());
    std::iota(all, all + body_.count(), 0);
    face.vertices = {all, static_cast<std::size_t>(body_.count())};
    face.is_rim = false;
    return std::ranges::all_of(face.vertices, [&](std::int32_t v) {
      return std::fabs(dot<D>(normal, body_.from_to(0, v))) <= kSupportWidth * size_;
    });
  }

  const PosedPoints<D>& body_;
  Vector<D> outward_;
  Vector<D> covector_;
  Memory memory_;
  double size_;
  std::int32_t top_ = 0;
  double highest_ = 0;
};

}  // namespace

template <int D>
Patches find_patches(const PosedPoints<D>& body, const Vector<D>& outward, Memory memory) {
  return PatchSearch<D>(body, outward, memory).run();
}

template Patches find_patches<2>(const PosedPoints<2>&, const Vector2&, Memory);
template Patches find_patches<3>(const PosedPoints<3>&, const Vector3&, Memory);

}  // namespace sunder::detail::contact
