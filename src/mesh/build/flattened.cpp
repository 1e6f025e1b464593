// SPDX-License-Identifier: Apache-2.0
//
// Idea: The image is seen along an axis out of its plane, and its outline is wrapped. After an extreme point comes the
// one that all others lie to the left of.
// Source: Jarvis, "On the identification of the convex hull of a finite set of points in the plane" (1973).
// Bound: No number is rounded.
// Cost: O(n h) exact signs.
// Gives up: Never.
#include "mesh/build/flattened.hpp"

#include <algorithm>
#include <vector>

#include "geometry/pose_access.hpp"
#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::detail::mesh {
namespace {

class Outline {
 public:
  explicit Outline(const Placed& placed)
      : pair_(placed, placed), count_(static_cast<std::int32_t>(placed.piece->points.size())) {}

  bool is_regular() { return pair_.handedness(0) != 0; }

  /// The extreme points in order round the image; two of a segment, one of a point.
  std::vector<std::int32_t> corners() {
    const std::int32_t first = extreme(-1), last = extreme(1);
    if (pair_.exact().coincide(at(first), at(last))) return {first};
    if (!find_axis(first, last)) return {first, last};
    std::vector<std::int32_t> corners;
    for (std::int32_t here = lowest();;) {
      corners.push_back(here);
      here = next(here);
      if (pair_.exact().coincide(at(here), at(corners.front()))) return corners;
    }
  }

 private:
  static Vertex at(std::int32_t i) noexcept { return {0, i}; }

  /// The order of places, by x, y and z.
  bool before(std::int32_t i, std::int32_t j, int first_axis) {
    for (int k = 0; k < 3; ++k) {
      const int sign = pair_.exact().coordinate_sign(at(i), at(j), (first_axis + k) % 3);
      if (sign != 0) return sign > 0;
    }
    return false;
  }
  /// The first place in that order (-1), or the last one (1): ends of a segment.
  std::int32_t extreme(int end) {
    std::int32_t found = 0;
    for (std::int32_t i = 1; i < count_; ++i) {
      if (end < 0 ? before(i, found, 0) : before(found, i, 0)) found = i;
    }
    return found;
  }
  /// Finds an axis out of the plane of all points. Returns false if they lie on a line.
  bool find_axis(std::int32_t p, std::int32_t q) {
    for (std::int32_t i = 0; i < count_; ++i) {
      for (axis_ = 0; axis_ < 3; ++axis_) {
        if (pair_.normal_component(at(p), at(q), at(i), axis_) != 0) return true;
      }
    }
    return false;
  }
  /// The first place by the two coordinates that follow the axis: extreme as seen along it.
  std::int32_t lowest() {
    std::int32_t found = 0;
    for (std::int32_t i = 1; i < count_; ++i) {
      if (before(i, found, (axis_ + 1) % 3)) found = i;
    }
    return found;
  }
  /// The point that all others lie to the left of, seen from `here`; the farthest of several on a line.
  std::int32_t next(std::int32_t here) {
    std::int32_t found = -1;
    for (std::int32_t i = 0; i < count_; ++i) {
      if (pair_.exact().coincide(at(here), at(i))) continue;
      const int turn = found < 0 ? -1 : pair_.normal_component(at(here), at(found), at(i), axis_);
      // On the line, `found` is passed if it lies between `here` and i.
      if (turn < 0 || (turn == 0 && pair_.exact().lies_ahead(at(found), at(here), at(i)) < 0))
        found = i;
    }
    return found;
  }

  PiecePair pair_;
  std::int32_t count_;
  int axis_ = 0;
};

}  // namespace

std::optional<Piece> flattened(const Placed& placed) {
  const bool is_regular = std::all_of(
      placed.poses.begin(), placed.poses.end(),
      [](const Pose3* pose) { return pose == nullptr || least_singular_value(*pose) > 0; });
  if (is_regular || placed.piece->triangles.empty()) return std::nullopt;
  Outline outline(placed);
  if (outline.is_regular()) return std::nullopt;
  const std::vector<std::int32_t> corners = outline.corners();
  Piece image;
  image.is_polygon = true;
  for (const std::int32_t corner : corners) image.points.push_back(placed.piece->point(corner));
  const auto count = static_cast<std::int32_t>(corners.size());
  if (count < 3) image.triangles.push_back({0, count - 1, count - 1});
  for (std::int32_t i = 1; i + 1 < count; ++i) image.triangles.push_back({0, i, i + 1});
  image.caller.assign(image.triangles.size(), -1);
  index_piece(image);
  return image;
}

}  // namespace sunder::detail::mesh
