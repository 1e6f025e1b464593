// SPDX-License-Identifier: Apache-2.0
//
// Idea: The middle of a box is mapped by each pose, and its half extents by the sizes of the matrix.
// Bound: u = 2^-53. A coordinate of an image is a sum of four terms, each with at most five roundings, and the entries
// of a rotation are within u. Both lose less than 8 u of the sum of the terms' sizes; the margin is twice that, and 2^-900
// for underflow.
// Cost: some 60 flops a pose.
// Gives up: Where a number overflows the box is all of space.
#include "mesh/pair/close_parts.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "geometry/pose_access.hpp"
#include "mesh/pair/part_pair.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kAllSpace = std::numeric_limits<double>::infinity();

Bounds<3> own_bounds(const Part3& part) {
  if (const auto* const mesh = std::get_if<Mesh3>(&part.shape)) return mesh->bounds();
  const auto& polytope = std::get<Polytope3>(part.shape);
  if (polytope.empty())
    return {{kAllSpace, kAllSpace, kAllSpace}, {-kAllSpace, -kAllSpace, -kAllSpace}};
  return polytope.bounds();
}

std::vector<ReachBox> part_boxes(const PosedBody3& body) {
  const std::span<const Part3> parts = body.body().parts();
  std::vector<ReachBox> boxes;
  boxes.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    boxes.push_back(placed_box(own_bounds(parts[i]), PartPair(body, i, body, i).chain(0)));
  return boxes;
}

}  // namespace

ReachBox placed_box(const Bounds<3>& box, const PoseChain& chain) noexcept {
  if (!(box.lower[0] <= box.upper[0])) {
    ReachBox empty;
    empty.lower.fill(kAllSpace);
    empty.reach.fill(-kAllSpace);
    return empty;
  }
  ReachBox placed{box.lower, box.upper};
  for (const Pose3* pose : chain) {
    if (pose == nullptr) continue;
    const double* const r = linear_data(*pose);
    const double* const t = offset_data(*pose);
    ReachBox image;
    for (std::size_t i = 0; i < 3; ++i) {
      double middle = t[i], half = 0, size = std::fabs(t[i]);
      for (std::size_t k = 0; k < 3; ++k) {
        const double entry = r[3 * i + k], centre = 0.5 * placed.lower[k] + 0.5 * placed.reach[k],
                     extent = 0.5 * placed.reach[k] - 0.5 * placed.lower[k];
        middle += entry * centre;
        half += std::fabs(entry) * extent;
        size += (std::fabs(entry) + linear_error(*pose) * 0x1p53) *
                (std::fabs(placed.lower[k]) + std::fabs(placed.reach[k]));
      }
      half += 16 * kUnit * size + 0x1p-900;
      image.lower[i] = middle - half;
      image.reach[i] = middle + half;
    }
    placed = image;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (std::isfinite(placed.lower[k]) && std::isfinite(placed.reach[k])) continue;
    placed.lower[k] = -kAllSpace;
    placed.reach[k] = kAllSpace;
  }
  return placed;
}

double gap_of_boxes(const ReachBox& a, const ReachBox& b) noexcept {
  double gap = 0;
  for (std::size_t k = 0; k < 3; ++k)
    gap = std::max({gap, b.lower[k] - a.reach[k], a.lower[k] - b.reach[k]});
  return gap * (1 - 4 * kUnit);
}

CloseParts::CloseParts(const PosedBody3& a, const PosedBody3& b)
    : CloseParts(part_boxes(a), part_boxes(b)) {}

CloseParts::CloseParts(std::vector<ReachBox> a, std::vector<ReachBox> b)
    : boxes_a_(std::move(a)), boxes_b_(std::move(b)), tree_(boxes_b_) {}

ReachBox CloseParts::box_of_all() const noexcept {
  ReachBox all = boxes_b_.front();
  for (const ReachBox& box : boxes_b_) {
    for (std::size_t k = 0; k < 3; ++k) {
      all.lower[k] = std::min(all.lower[k], box.lower[k]);
      all.reach[k] = std::max(all.reach[k], box.reach[k]);
    }
  }
  return all;
}

}  // namespace sunder::detail::mesh
