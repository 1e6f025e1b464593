// SPDX-License-Identifier: Apache-2.0
//
// Defines the questions about one pair of posed polytopes, and what their answers have in common. Every answer is
// proven before it leaves; queries on valid bodies are total and never throw.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sunder/algorithm.hpp"
#include "sunder/certificate.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {

/// How many answers each stage and each algorithm proved; the caller's, added to by each query.
struct Counters {
  std::array<std::uint64_t, kStageCount> by_stage{};
  std::array<std::uint64_t, 16> by_algorithm{};
};

/// What a step of a search was. In order: a support query along a direction, a reduced simplex or portal, a measured
/// axis, a pivot, a projection along a line or onto one.
enum class TraceEvent : std::uint8_t { direction, simplex, axis, pivot, projection };

/// One step of a search, for viewers and for the curious.
struct TraceStep {
  Algorithm algorithm = Algorithm::automatic;
  TraceEvent event = TraceEvent::direction;
  std::vector<IndexPair> pairs;   ///< caller's indices: the simplex, or the basis
  std::vector<double> direction;  ///< from a to b, or the line projected along; may be empty
  double value = 0;               ///< gap along the direction, or the objective
  /// Projections: corners of what a and b became, two coordinates each in the plane, one on a line.
  std::vector<double> outline_a, outline_b;
};
using Trace = std::vector<TraceStep>;

/// Which column enters lp's basis: the first that improves (Bland: it cannot cycle), or the one that improves most
/// per unit (Dantzig). `support` finds Dantzig's column as a support point of each body.
enum class Pricing : std::uint8_t { automatic, bland, dantzig, support };

/// How to look for an answer. Every question about polytopes takes these.
template <int D>
struct Search {
  Algorithm algorithm = Algorithm::automatic;
  Hint<D>* hint = nullptr;  ///< read first and written last: keep one a pair
  Trace* trace = nullptr;
  Counters* counters = nullptr;
  Pricing pricing = Pricing::automatic;  ///< lp; automatic starts fast and ends with Bland's rule
  std::int32_t max_faces = 0;            ///< edge_projection: facing faces of each body it tries; 0: all
};
using Search2 = Search<2>;
using Search3 = Search<3>;
using SearchN = Search<kRunTime>;

/// The options of distance(), penetration() and signed_distance(), whose answer is an interval.
template <int D>
struct MeasureOptions {
  Search<D> search{};
  double width = 0;  ///< requested relative width of the interval; 0: the default width
};
using MeasureOptions2 = MeasureOptions<2>;
using MeasureOptions3 = MeasureOptions<3>;
using MeasureOptionsN = MeasureOptions<kRunTime>;

/// The verdict of a question about two bodies, and what proved it; true where the bodies meet.
/// Every answer about a pair at rest begins with it.
struct Decision {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  Algorithm decided_by = Algorithm::automatic;  ///< the algorithm whose proposal was proven
  bool proven = false;
  explicit operator bool() const noexcept { return verdict == Verdict::touching || verdict == Verdict::overlapping; }
};

/// A closed interval that holds the real number asked for.
struct Interval {
  double lower = 0, upper = 0;
};

/// Where two bodies are closest, touch or overlap deepest: world frame, rounded, so no part of a
/// proof. An answer has none where a coordinate would be beyond the largest double.
template <int D>
struct Witness {
  Vector<D> normal{};  ///< unit, from a to b
  Vector<D> point_a{}, point_b{};
};

/// Returns "hint", "bounds" or the algorithm's name: the pipe's decided_by.
SUNDER_EXPORT std::string_view decided_by(const Decision& answer) noexcept;

/// Returns in words why another algorithm than the one named decided. Reasons are a body that is empty, flat or without
/// faces, numbers beyond its range, a contact it did not name, or a search without a proof. The text is empty where the
/// named one decided, or none was named.
SUNDER_EXPORT std::string why_not(Algorithm named, const Posed2& a, const Posed2& b, const Decision& answer);
SUNDER_EXPORT std::string why_not(Algorithm named, const Posed3& a, const Posed3& b, const Decision& answer);
SUNDER_EXPORT std::string why_not(Algorithm named, const PosedN& a, const PosedN& b, const Decision& answer);

/// The answer of distance(): [0, 0] where the bodies meet, [largest double, infinity] where one is
/// empty; upper is infinity where it overflows.
template <int D>
struct Distance : Decision {
  Interval distance;
  /// Apart: the closest points, and the normal along them. Touching: a common point twice, and the
  /// normal of a supporting plane. Overlapping or empty: none.
  std::optional<Witness<D>> witness;
};
using Distance2 = Distance<2>;
using Distance3 = Distance<3>;
using DistanceN = Distance<kRunTime>;

/// The answer of contains().
struct Containment {
  bool contained = false;
  std::int32_t outside = -1;  ///< caller's index of a point of a that is outside b, else -1
  Stage stage = Stage::none;  ///< the latest stage that any point needed
  explicit operator bool() const noexcept { return contained; }
};

/// Do the bodies meet? Cost: tens to hundreds of nanoseconds; microseconds where they touch
/// exactly.
SUNDER_EXPORT Decision intersects(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT Decision intersects(const Posed3& a, const Posed3& b, const Search3& search = {});
SUNDER_EXPORT Decision intersects(const PosedN& a, const PosedN& b, const SearchN& search = {});

/// How far apart are they? upper - lower <= width * lower where a width is asked, else
/// max(1e-12 of the value, 64 * 2^-52 of the largest absolute world coordinate).
SUNDER_EXPORT Distance2 distance(const Posed2& a, const Posed2& b, const MeasureOptions2& options = {});
SUNDER_EXPORT Distance3 distance(const Posed3& a, const Posed3& b, const MeasureOptions3& options = {});
SUNDER_EXPORT DistanceN distance(const PosedN& a, const PosedN& b, const MeasureOptionsN& options = {});

/// The answer of one_norm_distance(): [0, 0] where the bodies meet.
struct OneNormDistance : Decision {
  Interval distance;
};
/// Computes the smallest 1-norm of a difference of a point of a and one of b, which lp minimises; at most sqrt(d) times
/// distance(). search.algorithm is not read. Cost: that of distance() by lp. With a radius it is no linear program's
/// value: the interval is that of distance(), with sqrt(d) of its upper end.
SUNDER_EXPORT OneNormDistance one_norm_distance(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT OneNormDistance one_norm_distance(const Posed3& a, const Posed3& b, const Search3& search = {});
SUNDER_EXPORT OneNormDistance one_norm_distance(const PosedN& a, const PosedN& b, const SearchN& search = {});

/// Does every point of a lie in b? The empty a lies in everything; the empty b holds only that. Exact with
/// radii too; a PosedN of larger radius than b's, whose vertices lie in b, is not served: the stage is none.
SUNDER_EXPORT Containment contains(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT Containment contains(const Posed3& a, const Posed3& b, const Search3& search = {});
SUNDER_EXPORT Containment contains(const PosedN& a, const PosedN& b, const SearchN& search = {});

/// Returns the certificate of an answer to intersects() or distance() about the same bodies, with or without radii. Its
/// stage is `hint` where the answer's normal proves it, without a search. A distance's proves the interval too.
SUNDER_EXPORT Certificate certify(const Posed2& a, const Posed2& b, const Decision& answer);
SUNDER_EXPORT Certificate certify(const Posed3& a, const Posed3& b, const Decision& answer);
SUNDER_EXPORT Certificate certify(const PosedN& a, const PosedN& b, const Decision& answer);
SUNDER_EXPORT Certificate certify(const Posed2& a, const Posed2& b, const Distance2& answer);
SUNDER_EXPORT Certificate certify(const Posed3& a, const Posed3& b, const Distance3& answer);
SUNDER_EXPORT Certificate certify(const PosedN& a, const PosedN& b, const DistanceN& answer);

/// Returns the verdict of the named algorithm by itself, unproven: no hint, bounds or exact stage. `automatic` means
/// gjk. Where the algorithm does not decide, the verdict is the sign of its best gap. The stage is none unless a filter
/// inside the algorithm proved it.
SUNDER_EXPORT Proposal2 propose(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT Proposal3 propose(const Posed3& a, const Posed3& b, const Search3& search = {});
SUNDER_EXPORT ProposalN propose(const PosedN& a, const PosedN& b, const SearchN& search = {});

/// Proves a proposal of any origin (a GPU, another library, a file): a
/// direction, or index pairs. May polish a rough one. verdict is undecided where it proves nothing.
SUNDER_EXPORT Decision prove(const Posed2& a, const Posed2& b, const Proposal2& proposal);
SUNDER_EXPORT Decision prove(const Posed3& a, const Posed3& b, const Proposal3& proposal);
SUNDER_EXPORT Decision prove(const PosedN& a, const PosedN& b, const ProposalN& proposal);

}  // namespace sunder::inline SUNDER_ABI
