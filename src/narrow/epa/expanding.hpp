// SPDX-License-Identifier: Apache-2.0
//
// The expanding polytope is the boundary of a convex body, made of triangles (edges in 2-D). Its
// corners are support points of the body that it approximates from inside. It has a fixed buffer
// and allocates nothing. Each face stores its neighbours, so a step costs in proportion to its
// changes, not to the size of the polytope.
//
// Each face stores a lower bound of its distance from 0 that holds despite the rounding of its
// normal. For any unit vector n no point of a face is nearer to 0 than the least n . corner. If
// that is positive for all faces, 0 is inside, and the least of them is the radius of a ball inside
// the body.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "geometry/vectors.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::epa {

/// Scales v to length 1; returns false if its length is outside the range of doubles.
template <int D>
bool to_unit(Vector<D>& v) noexcept {
  const double length = std::sqrt(dot<D>(v, v));
  if (!(length > 0x1p-500 && length < 0x1p500)) return false;
  for (double& entry : v) entry /= length;
  return true;
}

/// A corner and its origin. `source` is meaningless if the corner is no point of the body.
template <int D, class Source>
struct Corner {
  Vector<D> point;
  Source source;
  bool real;
};

template <int D>
struct Face {
  std::array<std::int16_t, D> corners;  ///< counter-clockwise seen from outside
  /// Entry i: the face across the edge from corner i to the next one; in 2-D at corner i.
  std::array<std::int16_t, D> neighbours;
  Vector<D> normal;  ///< outward, unit
  double offset;     ///< normal . corner 0
  double distance;   ///< least normal . corner; negative where 0 is outside
};

/// The result of an expansion: `torn` if rounding broke the horizon, `full` if the buffer is.
enum class Growth : std::uint8_t { grown, torn, full };

template <int D, class Source>
class Expanding {
 public:
  static constexpr std::size_t kMostFaces = 512;

  // The buffers stay uninitialised: clearing them would cost more than many a query.
  Expanding() noexcept {}  // NOLINT(modernize-use-equals-default)

  /// Starts with the simplex of D + 1 corners, oriented outward. Returns false if it is flat: a
  /// corner lies within `flat` of the plane of the others, so rounding could orient a face inward.
  bool start(std::array<Corner<D, Source>, D + 1> corners, double flat) noexcept {
    corner_count_ = face_count_ = visible_count_ = 0;
    visible_.fill(false);
    // Face i is opposite to corner i; this order orients all outward if corner 0 is behind face 0.
    if (!is_behind_first(corners)) std::swap(corners[D - 1], corners[D]);
    for (const auto& corner : corners) corners_[corner_count_++] = corner;
    for (std::size_t i = 0; i <= D; ++i) {
      if (!set_face(i, kSimplexFaces[i])) return false;
      Face<D>& face = faces_[face_count_++];
      if (!(height(face, corners[i].point) < -flat)) return false;
      face.neighbours = kSimplexNeighbours[i];
    }
    return true;
  }

  std::span<const Face<D>> faces() const noexcept { return {faces_.data(), face_count_}; }
  const Corner<D, Source>& corner(std::int16_t at) const noexcept {
    return corners_[static_cast<std::size_t>(at)];
  }
  std::size_t corner_count() const noexcept { return corner_count_; }

  /// Returns the face with the least distance; it is the one that 0 is farthest outside of, if
  /// there is one.
  std::size_t nearest() const noexcept {
    std::size_t best = 0;
    double least = distances_[0];
    for (std::size_t i = 1; i < face_count_; ++i) {
      const bool nearer = distances_[i] < least;
      best = nearer ? i : best;
      least = nearer ? distances_[i] : least;
    }
    return best;
  }

  static double height(const Face<D>& face, const Vector<D>& point) noexcept {
    return dot<D>(face.normal, point) - face.offset;
  }

  /// Adds a point beyond face `beyond`. A face whose plane holds the point up to `flat` is removed
  /// with the visible ones. Otherwise a new face could have its corners on one line.
  Growth expand(std::size_t beyond, const Corner<D, Source>& next, double flat) noexcept {
    if (corner_count_ == corners_.size()) return Growth::full;
    if (!find_horizon(beyond, next.point, flat)) return Growth::torn;
    if (face_count_ - visible_count_ + horizon_count_ > kMostFaces) return Growth::full;
    corners_[corner_count_++] = next;
    return cover_horizon() ? Growth::grown : Growth::torn;
  }

 private:
  /// An edge of the horizon (a corner, in 2-D) in the orientation of the visible face. It names the
  /// face on the other side and the index of the edge in that face.
  struct Ridge {
    std::int16_t from;
    std::int16_t to;
    std::int16_t face;
    std::int16_t place;
  };
  using Corners = std::array<std::int16_t, D>;
  static constexpr auto kSimplexFaces = [] {
    if constexpr (D == 2) {
      return std::array<Corners, 3>{Corners{1, 2}, {2, 0}, {0, 1}};
    } else {
      return std::array<Corners, 4>{Corners{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    }
  }();
  /// The neighbour across an edge is the face opposite to the corner of this face that is not on
  /// the edge.
  static constexpr auto kSimplexNeighbours = [] {
    if constexpr (D == 2) {
      return std::array<Corners, 3>{Corners{2, 1}, {0, 2}, {1, 0}};
    } else {
      return std::array<Corners, 4>{Corners{3, 1, 2}, {2, 0, 3}, {3, 0, 1}, {1, 0, 2}};
    }
  }();

  static Vector<D> normal_of(const std::array<const Vector<D>*, D>& at) noexcept {
    const Vector<D> edge = minus<D>(*at[1], *at[0]);
    if constexpr (D == 2) {
      return {edge[1], -edge[0]};
    } else {
      return cross(edge, minus<3>(*at[2], *at[0]));
    }
  }

  static bool is_behind_first(const std::array<Corner<D, Source>, D + 1>& corners) noexcept {
    std::array<const Vector<D>*, D> at;
    for (std::size_t i = 0; i < D; ++i) at[i] = &corners[i + 1].point;
    return dot<D>(normal_of(at), minus<D>(corners[0].point, corners[1].point)) < 0;
  }

  /// Sets a face, without its neighbours.
  bool set_face(std::size_t place, const Corners& corners) noexcept {
    Face<D>& face = faces_[place];
    face.corners = corners;
    std::array<const Vector<D>*, D> at;
    for (std::size_t i = 0; i < D; ++i) at[i] = &corner(corners[i]).point;
    face.normal = normal_of(at);
    const double length = std::sqrt(dot<D>(face.normal, face.normal));
    if (!(length > 0x1p-500 && length < 0x1p500)) return false;
    const double inverse = 1 / length;
    for (double& entry : face.normal) entry *= inverse;
    face.offset = dot<D>(face.normal, *at[0]);
    face.distance = face.offset;
    for (std::size_t i = 1; i < D; ++i) {
      face.distance = std::min(face.distance, dot<D>(face.normal, *at[i]));
    }
    distances_[place] = face.distance;
    return true;
  }

  /// Finds the faces visible from the point, by search over neighbours from `beyond` on, and the
  /// ridges around them in order. Returns false unless the ridges form one simple closed line, the
  /// condition that keeps the surface closed.
  bool find_horizon(std::size_t beyond, const Vector<D>& point, double flat) noexcept {
    horizon_count_ = visible_count_ = 0;
    point_ = &point;
    flat_ = flat;
    mark_visible(static_cast<std::int16_t>(beyond));
    const Face<D>& first = faces_[beyond];
    bool fits = true;
    for (std::size_t i = 0; i < D && fits; ++i) fits = advance(first.neighbours[i], beyond);
    for (std::size_t i = 0; i < visible_count_; ++i) visible_[index(visible_faces_[i])] = false;
    return fits && is_closed();
  }

  static std::size_t index(std::int16_t at) noexcept { return static_cast<std::size_t>(at); }

  void mark_visible(std::int16_t face) noexcept {
    visible_[index(face)] = true;
    visible_faces_[visible_count_++] = face;
  }

  /// Returns the index of `other` among the neighbours of face `at`.
  std::size_t place_of(std::int16_t at, std::size_t other) const noexcept {
    const auto& neighbours = faces_[index(at)].neighbours;
    std::size_t place = 0;
    while (place + 1 < D && index(neighbours[place]) != other) ++place;
    return place;
  }

  /// Moves from a visible face to its neighbour, and onward in the order of the horizon. Returns
  /// false if the buffer is full.
  bool advance(std::int16_t at, std::size_t from) noexcept {
    if (visible_[index(at)]) return true;
    const Face<D>& face = faces_[index(at)];
    const std::size_t place = place_of(at, from);
    if (height(face, *point_) < -flat_) return add_ridge(face, at, place);
    mark_visible(at);
    for (std::size_t i = 1; i < D; ++i) {
      if (!advance(face.neighbours[(place + i) % D], index(at))) return false;
    }
    return true;
  }

  bool add_ridge(const Face<D>& face, std::int16_t at, std::size_t place) noexcept {
    if (horizon_count_ == horizon_.size()) return false;
    // The neighbour traverses the edge in the opposite direction.
    const std::int16_t here = face.corners[place];
    const std::int16_t next = face.corners[(place + 1) % D];
    horizon_[horizon_count_++] = {next, here, at, static_cast<std::int16_t>(place)};
    return true;
  }

  bool is_closed() noexcept {
    if constexpr (D == 2) {
      return horizon_count_ == 2 && horizon_[0].place != horizon_[1].place;
    } else {
      if (horizon_count_ < 3) return false;
      std::array<std::uint64_t, (kMostCorners + 63) / 64> passed{};
      for (std::size_t i = 0; i < horizon_count_; ++i) {
        const Ridge& ridge = horizon_[i];
        const Ridge& next = horizon_[i + 1 < horizon_count_ ? i + 1 : 0];
        const std::size_t from = index(ridge.from);
        const std::uint64_t bit = std::uint64_t{1} << (from % 64);
        if (ridge.to != next.from || (passed[from / 64] & bit) != 0) return false;
        passed[from / 64] |= bit;
      }
      return true;
    }
  }

  /// Adds a face from each ridge to the newest corner, first in the slots of the removed faces.
  bool cover_horizon() noexcept {
    const auto top = static_cast<std::int16_t>(corner_count_ - 1);
    const std::size_t count = horizon_count_;
    for (std::size_t i = 0; i < count; ++i) {
      const Ridge& ridge = horizon_[i];
      const std::int16_t at = place_for(i);
      if (!set_face(index(at), face_over(ridge, top))) return false;
      const std::int16_t after = place_for(i + 1 < count ? i + 1 : 0);
      if constexpr (D == 2) {
        faces_[index(at)].neighbours =
            starts_at_top(ridge) ? Corners{after, ridge.face} : Corners{ridge.face, after};
      } else {
        faces_[index(at)].neighbours = {ridge.face, after, place_for(i > 0 ? i - 1 : count - 1)};
      }
      faces_[index(ridge.face)].neighbours[index(ridge.place)] = at;
    }
    if (count > visible_count_) face_count_ += count - visible_count_;
    if (count < visible_count_) close_gaps(count);
    return true;
  }

  /// Returns the slot of the face over ridge i.
  std::int16_t place_for(std::size_t i) const noexcept {
    return i < visible_count_ ? visible_faces_[i]
                              : static_cast<std::int16_t>(face_count_ + i - visible_count_);
  }

  /// Returns true in 2-D if the face over this corner runs from the top to it: the neighbour starts
  /// there.
  static bool starts_at_top(const Ridge& ridge) noexcept { return ridge.place == 0; }

  static Corners face_over(const Ridge& ridge, std::int16_t top) noexcept {
    if constexpr (D == 2) {
      return starts_at_top(ridge) ? Corners{top, ridge.to} : Corners{ridge.to, top};
    } else {
      return {ridge.from, ridge.to, top};
    }
  }

  /// Moves the last faces into the slots of removed faces that no new face occupies.
  void close_gaps(std::size_t taken) noexcept {
    const auto first = visible_faces_.begin() + static_cast<std::ptrdiff_t>(taken);
    auto gap = visible_faces_.begin() + static_cast<std::ptrdiff_t>(visible_count_);
    std::sort(first, gap);
    while (gap != first) {
      const auto last = static_cast<std::int16_t>(--face_count_);
      if (*--gap != last) move_face(last, *gap);
    }
  }

  void move_face(std::int16_t from, std::int16_t to) noexcept {
    const Face<D>& face = faces_[index(to)] = faces_[index(from)];
    distances_[index(to)] = distances_[index(from)];
    for (std::size_t i = 0; i < D; ++i) {
      const std::int16_t neighbour = face.neighbours[i];
      for (std::int16_t& other : faces_[index(neighbour)].neighbours) {
        if (other == from) other = to;
      }
    }
  }

  static constexpr std::size_t kMostCorners = kMostFaces / 2 + 2;

  std::size_t corner_count_ = 0;
  std::size_t face_count_ = 0;
  std::size_t visible_count_ = 0;
  std::size_t horizon_count_ = 0;
  const Vector<D>* point_ = nullptr;
  double flat_ = 0;
  // A union, because a corner's source may have default initialisers.
  static_assert(std::is_trivially_copyable_v<Corner<D, Source>>);
  union {
    std::array<Corner<D, Source>, kMostCorners> corners_;
  };
  std::array<Face<D>, kMostFaces> faces_;
  std::array<double, kMostFaces> distances_;
  std::array<bool, kMostFaces> visible_;
  std::array<std::int16_t, kMostFaces> visible_faces_;
  std::array<Ridge, kMostFaces> horizon_;
};

}  // namespace sunder::detail::epa
