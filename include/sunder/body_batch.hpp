// SPDX-License-Identifier: Apache-2.0
//
// Asks one question about many pairs of bodies that need not be convex, as batch.hpp does about polytopes.
#pragma once

#include <cstdint>
#include <span>

#include "sunder/batch.hpp"
#include "sunder/body.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// Item i asks about bodies[body_a[i]] at poses[pose_a[i]] and the same of b.
struct BodyBatch {
  Column<Body3> bodies;
  PoseTable<3> poses;
  Indices body_a, body_b, pose_a, pose_b;
  std::int64_t count = 0;  ///< items
  Column<double> radii{};  ///< one a body, or one for all, which pads it; without data all are 0
};

/// The parts and triangles that an answer names: those of BodyDecision and BodyDistance.
struct BodyPlace {
  std::int32_t part_a = -1, part_b = -1, triangle_a = -1, triangle_b = -1;
};

/// The caller's arrays, as those of BatchOutput.
struct BodyBatchOutput {
  std::span<Verdict> verdicts{};
  std::span<Stage> stages{};
  std::span<Refusal> refusals{};
  std::span<BodyPlace> places{};
  std::span<Interval> distances{};  ///< distances() alone; [0, infinity] where it was not examined
};

/// Do the bodies of each item meet? Verdicts do not depend on threads or chunks. Takes neither `width`, `beyond` nor
/// `certify`. Refuses as a whole what PairBatch does (wrong_shape). Throws std::bad_alloc. Cost: that of single queries.
SUNDER_EXPORT Result<BatchReport> intersects(const BodyBatch&, const BodyBatchOutput&, const BatchOptions& = {});
/// How far apart are they? Writes what distance() says, or [beyond, infinity]; farther items are compared alone.
SUNDER_EXPORT Result<BatchReport> distances(const BodyBatch&, const BodyBatchOutput&, const BatchOptions& = {});
/// Compares each item with a margin, one an item or one for all. An item with a margin that compare_to_margin() refuses is
/// refused.
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const BodyBatch&, Column<double> margins, const BodyBatchOutput&,
                                                     const BatchOptions& = {});

}  // namespace sunder::inline SUNDER_ABI
