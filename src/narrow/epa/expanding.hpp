// SPDX-License-Identifier: Apache-2.0
//
// The polytope that expands: the boundary of a convex body made of triangles (edges in 2-D), whose
// corners are support points of the body it grows into. A fixed buffer, no allocation.
//
// A face knows a lower bound of its distance from 0, whatever its normal's roundings: for any unit
// vector n no point of a face is nearer to 0 than the least n . corner. If that is positive for all
// faces, 0 is inside, and the least of them is the radius of a ball inside the body.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "narrow/vectors.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::epa {

/// Scales v to length 1; false where it has no length that a double can hold.
template <int D>
bool to_unit(Vector<D>& v) noexcept {
  const double length = std::sqrt(dot<D>(v, v));
  if (!(length > 0x1p-500 && length < 0x1p500)) return false;
  for (double& entry : v) entry /= length;
  return true;
}

/// A corner and where it came from. `source` says nothing if the corner is no point of the body.
template <int D, class Source>
struct Corner {
  Vector<D> point;
  Source source;
  bool real;
};

template <int D>
struct Face {
  std::array<std::int16_t, D> corners;  ///< counter-clockwise seen from outside
  Vector<D> normal;                     ///< outward, unit
  double distance;                      ///< least normal . corner; negative where 0 is outside
};

/// Why an expansion came to nothing: `torn` if rounding tore the horizon, `full` if the buffer is.
enum class Growth : std::uint8_t { grown, torn, full };

template <int D, class Source>
class Expanding {
 public:
  static constexpr std::size_t kMostFaces = 256;

  // The buffers stay unset: clearing them would cost more than many a query.
  Expanding() noexcept {}  // NOLINT(modernize-use-equals-default)

  /// The simplex of D + 1 corners, turned outward. False if it is flat: if a corner lies within
  /// `flat` of the plane of the others, so that rounding could turn a face inward.
  bool start(const std::array<Corner<D, Source>, D + 1>& corners, double flat) noexcept {
    corner_count_ = face_count_ = 0;
    for (const auto& corner : corners) corners_[corner_count_++] = corner;
    for (std::size_t dropped = 0; dropped <= D; ++dropped) {
      std::array<std::int16_t, D> face{};
      for (std::size_t i = 0, at = 0; i <= D; ++i) {
        if (i != dropped) face[at++] = static_cast<std::int16_t>(i);
      }
      if (!add_face(face)) return false;
      const double across = height(faces_[face_count_ - 1], corners_[dropped].point);
      if (!(std::fabs(across) > flat)) return false;
      if (across < 0) continue;
      --face_count_;
      std::swap(face[0], face[1]);
      if (!add_face(face)) return false;
    }
    return true;
  }

  std::span<const Face<D>> faces() const noexcept { return {faces_.data(), face_count_}; }
  const Corner<D, Source>& corner(std::int16_t at) const noexcept {
    return corners_[static_cast<std::size_t>(at)];
  }
  std::size_t corner_count() const noexcept { return corner_count_; }

  /// The face with the least distance, hence the one that 0 is farthest outside of, if any.
  std::size_t nearest() const noexcept {
    std::size_t best = 0;
    for (std::size_t i = 1; i < face_count_; ++i) {
      if (faces_[i].distance < faces_[best].distance) best = i;
    }
    return best;
  }

  static double height(const Face<D>& face, const Vector<D>& point,
                       const Vector<D>& corner) noexcept {
    return dot<D>(face.normal, minus<D>(point, corner));
  }
  double height(const Face<D>& face, const Vector<D>& point) const noexcept {
    return height(face, point, corner(face.corners[0]).point);
  }

  /// Takes in a point beyond face `beyond`. Faces that it lies in the plane of, to within `flat`,
  /// go with those that it sees, so that no new face has its corners on one line.
  Growth expand(std::size_t beyond, const Corner<D, Source>& next, double flat) noexcept {
    if (corner_count_ == corners_.size()) return Growth::full;
    seen_count_ = 0;
    for (std::size_t i = 0; i < face_count_; ++i) {
      if (i == beyond || height(faces_[i], next.point) >= -flat) {
        seen_[seen_count_++] = static_cast<std::uint16_t>(i);
      }
    }
    if (!find_horizon()) return Growth::torn;
    if (face_count_ - seen_count_ + horizon_count_ > kMostFaces) return Growth::full;
    drop_seen();
    const auto newest = static_cast<std::int16_t>(corner_count_);
    corners_[corner_count_++] = next;
    for (std::size_t i = 0; i < horizon_count_; ++i) {
      if (!add_face(face_over(horizon_[i], newest))) return Growth::torn;
    }
    return Growth::grown;
  }

 private:
  /// In 3-D an edge of the horizon as the faces it sees run along it; in 2-D the corner where the
  /// seen edges begin (second = -1), or end (first = -1).
  using Ridge = std::array<std::int16_t, 2>;

  Vector<D> normal_of(const std::array<std::int16_t, D>& at) const noexcept {
    const Vector<D>& origin = corner(at[0]).point;
    const Vector<D> edge = minus<D>(corner(at[1]).point, origin);
    if constexpr (D == 2) {
      return {edge[1], -edge[0]};
    } else {
      return cross(edge, minus<3>(corner(at[2]).point, origin));
    }
  }

  bool add_face(const std::array<std::int16_t, D>& at) noexcept {
    Face<D>& face = faces_[face_count_];
    face.corners = at;
    face.normal = normal_of(at);
    if (!to_unit<D>(face.normal)) return false;
    face.distance = std::numeric_limits<double>::infinity();
    for (const std::int16_t i : at) {
      face.distance = std::min(face.distance, dot<D>(face.normal, corner(i).point));
    }
    ++face_count_;
    return true;
  }

  static std::array<std::int16_t, D> face_over(const Ridge& ridge, std::int16_t top) noexcept {
    if constexpr (D == 2) {
      return ridge[0] >= 0 ? std::array<std::int16_t, 2>{ridge[0], top}
                           : std::array<std::int16_t, 2>{top, ridge[1]};
    } else {
      return {ridge[0], ridge[1], top};
    }
  }

  /// A ridge between two faces that are both seen comes twice, in opposite senses, and is none of
  /// the horizon's. False if the buffer ends.
  bool toggle(const Ridge& ridge, const Ridge& opposite) noexcept {
    for (std::size_t i = 0; i < horizon_count_; ++i) {
      if (horizon_[i] != opposite) continue;
      horizon_[i] = horizon_[--horizon_count_];
      return true;
    }
    if (horizon_count_ == horizon_.size()) return false;
    horizon_[horizon_count_++] = ridge;
    return true;
  }

  /// Collects the horizon; false unless it is one chain (2-D) or one simple cycle (3-D), which is
  /// what keeps the surface closed.
  bool find_horizon() noexcept {
    horizon_count_ = 0;
    for (std::size_t k = 0; k < seen_count_; ++k) {
      const auto& at = faces_[seen_[k]].corners;
      if constexpr (D == 2) {
        if (!toggle({at[0], -1}, {-1, at[0]}) || !toggle({-1, at[1]}, {at[1], -1})) return false;
      } else {
        for (std::size_t i = 0; i < 3; ++i) {
          const std::int16_t from = at[i];
          const std::int16_t to = at[(i + 1) % 3];
          if (!toggle({from, to}, {to, from})) return false;
        }
      }
    }
    return D == 2 ? horizon_count_ == 2 : is_cycle();
  }

  /// Brings the ridges into the order of the cycle.
  bool is_cycle() noexcept {
    if (horizon_count_ < 3) return false;
    for (std::size_t i = 0; i < horizon_count_; ++i) {
      // Who starts where this one ends? The last one closes the cycle.
      std::size_t followers = 0;
      std::size_t follower = 0;
      for (std::size_t j = 0; j < horizon_count_; ++j) {
        if (horizon_[j][0] != horizon_[i][1]) continue;
        ++followers;
        follower = j;
      }
      if (followers != 1) return false;
      const bool last = i + 1 == horizon_count_;
      if (last ? follower != 0 : follower <= i) return false;
      if (!last) std::swap(horizon_[i + 1], horizon_[follower]);
    }
    return true;
  }

  void drop_seen() noexcept {
    // `seen_` ascends, so the last face may always fill the highest gap.
    while (seen_count_ > 0) faces_[seen_[--seen_count_]] = faces_[--face_count_];
  }

  std::size_t corner_count_ = 0;
  std::size_t face_count_ = 0;
  std::size_t seen_count_ = 0;
  std::size_t horizon_count_ = 0;
  std::array<Corner<D, Source>, kMostFaces / 2 + 2> corners_;
  std::array<Face<D>, kMostFaces + 1> faces_;
  std::array<std::uint16_t, kMostFaces> seen_;
  std::array<Ridge, kMostFaces> horizon_;
};

}  // namespace sunder::detail::epa
