// SPDX-License-Identifier: Apache-2.0
//
// Is the way between two configurations of a robot free? Edges are proven for all of their times, the rounding of
// kinematics included; none is called free because samples were.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "sunder/batch.hpp"
#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/query.hpp"
#include "sunder/robot_check.hpp"

namespace sunder::inline SUNDER_ABI {

/// How an edge ends.
enum class EdgeVerdict : std::uint8_t {
  free = 0,       ///< no pair meets, nor comes as close as its margin, at any time
  hit = 1,        ///< a pair overlaps, or is closer than its margin, at time.upper
  unresolved = 2  ///< a pair comes closer than the width asked; whether it meets is left open
};
SUNDER_EXPORT std::string_view to_string(EdgeVerdict verdict) noexcept;

/// The answer about one edge, whose time goes from 0 to 1.
struct EdgeAnswer {
  EdgeVerdict verdict = EdgeVerdict::unresolved;
  /// Proven free on [0, time.lower). Hit: a pair overlaps at time.upper. Unresolved: nothing is known of some times from
  /// time.lower to time.upper. Free: [1, 1].
  Interval time{0, 1};
  std::int64_t pair = -1;  ///< of the checker: that overlaps at time.upper, or is left open at time.lower; free: -1
  /// The smallest distance on the edge lies in it, less the margin of its pair. Its lower end is no closer
  /// to the distance than the proof needed, and 0 where meshes were compared. Its upper end is infinite where no distance was measured.
  Interval clearance{0, std::numeric_limits<double>::infinity()};
  std::int64_t intervals = 0;  ///< of time that were examined
  explicit operator bool() const noexcept { return verdict == EdgeVerdict::free; }
};

/// A direction along which the second body of a pair stays beyond the first, by more than their margin, for a span of
/// time. It stays with the first: it is in the frame of its link, and of a body of the scene in the world's.
struct EdgePiece {
  double begin = 0, end = 0;
  std::int64_t pair = -1;  ///< of the checker; of a pair with a body of the scene that is the first
  Vector3 direction{};     ///< 0 where there is none: meshes whose pieces no directions separate
  /// The clusters of triangles that it is about, where meshes are separated cluster by cluster. The checker numbers them,
  /// and 0 is all of a body. -1: both bodies as a whole.
  std::int32_t piece_a = -1, piece_b = -1;
};

/// The proof that an edge is free: for each pair that is examined, pieces from 0 to 1, in their order. Those about clusters
/// have one span for several pieces, which together are about all triangles of both.
struct EdgeCertificate {
  std::vector<EdgePiece> pieces;
};

struct PathOptions {
  /// A pair that comes closer than this, in metres, may be left unresolved. At least 1e-9.
  double width = 1e-4;
  std::span<EdgeCertificate> certificates{};  ///< empty, or one an edge: written where it is free
  std::int64_t max_intervals = 100'000;       ///< of one edge; beyond them it is unresolved
  bool stop = false;                          ///< do not examine edges behind the first that is not free
  Executor* executor = nullptr;               ///< null: the calling thread, in order; the answers are the same
  const std::atomic<bool>* cancel = nullptr;  ///< read before each edge; true ends the call
  std::function<void(std::int64_t done, std::int64_t all)> progress;  ///< in edges, never two at once
};

/// Edges: free + hit + unresolved + skipped is their number.
struct PathReport {
  std::int64_t free = 0, hit = 0, unresolved = 0;
  std::int64_t skipped = 0;      ///< not examined, since the call was stopped or cancelled
  std::int64_t first_edge = -1;  ///< the first that is not free; -1 where all that were examined are
  std::int64_t intervals = 0;
  bool cancelled = false;
};

/// Answers about each edge between two waypoints that follow each other: edges[i] is the one from waypoint i to i + 1.
/// Each waypoint is checker.variables() doubles, as a configuration. On an edge all variables change at constant rates, a
/// continuous joint the shorter way round. Parts are where exact kinematics puts them (Robot::rounding()), for all real
/// times: no answer is about samples, or about the doubles of forward(). Entries that were not examined are unresolved
/// with 0 intervals.
///
/// Refuses spans of another size, fewer than one waypoint, a width below 1e-9 or not finite, and limits below 1
/// (wrong_shape). It refuses waypoints that forward() does, and edges on which a floating joint turns (not_served). Throws
/// std::bad_alloc. Cost: tens of microseconds an edge of an arm of 7 joints that keeps some distance; more where it comes
/// close. The first call on a checker with meshes makes their clusters, some milliseconds a link.
SUNDER_EXPORT Result<PathReport> check_path(const RobotChecker& checker, std::span<const double> waypoints,
                                            std::int64_t count, std::span<EdgeAnswer> edges,
                                            const PathOptions& options = {});

/// Checks that a certificate shows the edge between two configurations free, by interval arithmetic: no search runs, and
/// nothing of what found it takes part. It accepts nothing that is not true, and reads any garbage safely. Pieces without
/// a direction are not accepted. Those about clusters must cover both bodies. Some cluster of each component of either
/// boundary must be able to get away from the other body along a line. Cost: some microseconds, and 0.1 a vertex, for each span that a piece is cut into. An edge
/// of several radians takes tens of milliseconds.
SUNDER_EXPORT Check verify(const RobotChecker& checker, std::span<const double> from, std::span<const double> to,
                           const EdgeCertificate& certificate);

}  // namespace sunder::inline SUNDER_ABI
