// SPDX-License-Identifier: Apache-2.0
//
// Queries a pair again and again while its bodies only translate: variant B of the edge projection. What depends on the
// bodies' rotations is kept from one query to the next.
#pragma once

#include <cstdint>
#include <memory>

#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::edge_projection {
class TranslatedOutlines;
}  // namespace sunder::detail::edge_projection

namespace sunder::inline SUNDER_ABI {

/// Runs the algorithm edge_projection with a memory. It projects bodies along their edges. While neither body rotates,
/// a projection is only translated, not computed again. A rotation since the last query clears the memory, so that
/// every pose is allowed.
///
/// Memory: two outlines for each edge direction in use; Search::max_faces bounds
/// their number. Thread safety: one object a thread.
class SUNDER_EXPORT TranslatedPair3 {
 public:
  TranslatedPair3(const Polytope3& a, const Polytope3& b);
  ~TranslatedPair3();
  TranslatedPair3(TranslatedPair3&&) noexcept;
  TranslatedPair3& operator=(TranslatedPair3&&) noexcept;

  /// Returns the verdict of sunder::intersects() at these poses, as proven as that one, found as with
  /// Algorithm::edge_projection. It reads the search's max_faces, counters, trace and hint, whose direction it tries
  /// first.
  Decision intersects(const Pose3& pose_a, const Pose3& pose_b, const Search3& search = {});

  /// Returns how often both bodies were projected so far.
  std::int64_t projections() const noexcept;

 private:
  Polytope3 a_;
  Polytope3 b_;
  std::unique_ptr<detail::edge_projection::TranslatedOutlines> outlines_;
  std::int64_t earlier_ = 0;
};

}  // namespace sunder::inline SUNDER_ABI
