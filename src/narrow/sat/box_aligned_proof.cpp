// SPDX-License-Identifier: Apache-2.0
//
// For boxes of the same orientation, C is a box of their common frame too. If the greatest gap is
// 0, 0 is in the facet of C across its axis, and hence in the hull of that facet's four corners. If
// 0 is inside C, it is in the hull of all eight corners.
#include "narrow/sat/box_aligned.hpp"
#include "narrow/sat/box_corners.hpp"

namespace sunder::detail::sat {

bool prove_aligned(const Pair<3>& pair, Hint3& record) noexcept {
  AlignedFrame frame;
  const Verdict verdict = verdict_of_aligned(pair, &frame);
  if (verdict == Verdict::undecided) return false;
  const bool overlapping = verdict == Verdict::overlapping;
  if (!overlapping && frame.direction == Vector3{}) return false;
  record.verdict = verdict;
  record.stage = Stage::integer;
  record.pair_count = 0;
  if (!overlapping) record.direction = frame.direction;
  if (verdict == Verdict::separated) return true;
  const std::size_t axis = frame.greatest();
  const std::uint32_t step = frame.along[axis];
  const std::uint32_t next = frame.along[(axis + 1) % 3];
  const std::uint32_t last = frame.along[(axis + 2) % 3];
  const auto add_facet = [&](std::uint32_t corner) {
    for (const std::uint32_t ends : {0U, next, last, next | last})
      record.pairs[record.pair_count++] = corner_at(pair, corner ^ ends);
  };
  const std::uint32_t corner = frame.least ^ (frame.gaps[axis].b_ahead ? step : 0);
  add_facet(corner);
  if (overlapping) add_facet(corner ^ step);
  return true;
}

}  // namespace sunder::detail::sat
