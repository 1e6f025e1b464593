// SPDX-License-Identifier: Apache-2.0
//
// Asks one question about many pairs of bodies that need not be convex, as batch.hpp does about polytopes: of space,
// D = 3, or of the plane, D = 2.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "sunder/batch.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_contact.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// The types of bodies of D dimensions, and of what single queries say of them.
template <int D>
struct BodyTypes;
template <>
struct BodyTypes<2> {
  using Body = Body2;
  using Distance = BodyDistance2;
  using Contact = BodyContact2;
  using Cast = BodyCast2;
  using Penetration = BodyPenetration2;
};
template <>
struct BodyTypes<3> {
  using Body = Body3;
  using Distance = BodyDistance;
  using Contact = BodyContact;
  using Cast = BodyCast;
  using Penetration = BodyPenetration;
};

/// Item i asks about bodies[body_a[i]] at poses[pose_a[i]] and the same of b.
template <int D>
struct BodyBatch {
  Column<typename BodyTypes<D>::Body> bodies;
  PoseTable<D> poses;
  Indices body_a, body_b, pose_a, pose_b;
  std::int64_t count = 0;  ///< items
  Column<double> radii{};  ///< one a body, or one for all, which pads it; without data all are 0
};

/// The parts that a verdict or a distance names, and their features. A mesh has the caller's triangles, a polygon those of
/// Polygon2::parts(). -1 where the single query has -1, or names none.
struct BodyPlace {
  std::int32_t part_a = -1, part_b = -1, feature_a = -1, feature_b = -1;
};

/// The caller's arrays, as those of BatchOutput.
template <int D>
struct BodyBatchOutput {
  std::span<Verdict> verdicts{};
  std::span<Stage> stages{};
  std::span<Refusal> refusals{};
  std::span<BodyPlace> places{};                     ///< not of contacts() and casts(), whose answers name their own
  std::span<Interval> distances{};                   ///< distances() alone; [0, infinity] where it was not examined
  std::span<std::optional<Witness<D>>> witnesses{};  ///< distances() alone: the closest points of what was measured
};

/// Do the bodies of each item meet? Verdicts do not depend on threads or chunks. Takes neither `width`, `beyond` nor
/// `certify`. Refuses as a whole what PairBatch does (wrong_shape). Throws std::bad_alloc. Cost: that of single queries.
template <int D>
SUNDER_EXPORT Result<BatchReport> intersects(const BodyBatch<D>&, const BodyBatchOutput<D>&, const BatchOptions& = {});
/// How far apart are they? Writes what distance() says, or [beyond, infinity]; farther items are compared alone.
template <int D>
SUNDER_EXPORT Result<BatchReport> distances(const BodyBatch<D>&, const BodyBatchOutput<D>&, const BatchOptions& = {});
/// Compares each item with a margin, one an item or one for all. An item with a margin that compare_to_margin() refuses is
/// refused.
template <int D>
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const BodyBatch<D>&, Column<double> margins,
                                                     const BodyBatchOutput<D>&, const BatchOptions& = {});

/// Writes contact() of each item to its entry of `found`, whose verdict is not_examined where it was not. Refuses radii
/// (not_served), which these have none of; so do the next two.
template <int D>
SUNDER_EXPORT Result<BatchReport> contacts(const BodyBatch<D>&,
                                           std::type_identity_t<std::span<typename BodyTypes<D>::Contact>> found,
                                           const BodyBatchOutput<D>& = {}, const BatchOptions& = {});
/// Writes penetration() of each item to its entry of `found`.
template <int D>
SUNDER_EXPORT Result<BatchReport> penetrations(
    const BodyBatch<D>&, std::type_identity_t<std::span<typename BodyTypes<D>::Penetration>> found,
    const BodyBatchOutput<D>& = {}, const BatchOptions& = {});
/// Writes cast() of each item to its entry of `found`; motions[k] moves what is at pose k, and must not turn. Counts as
/// casts() of polytopes. Takes `refusals` alone.
template <int D>
SUNDER_EXPORT Result<BatchReport> casts(const BodyBatch<D>&, std::type_identity_t<Column<Motion<D>>> motions,
                                        std::type_identity_t<std::span<typename BodyTypes<D>::Cast>> found,
                                        const BodyBatchOutput<D>& = {}, const BatchOptions& = {});

/// Which item is closest? Promises what closest() of polytopes does: distances whose intervals overlap are compared
/// exactly. Takes `refusals` alone, and no `width`.
template <int D>
SUNDER_EXPORT Result<Closest> closest(const BodyBatch<D>&, const BodyBatchOutput<D>& = {}, const BatchOptions& = {},
                                      const Closest& known = {});

}  // namespace sunder::inline SUNDER_ABI
