// SPDX-License-Identifier: Apache-2.0
//
// The contract of an algorithm: what it is given, and what it hands up. An algorithm looks for a certificate by
// whatever means; it may fail, it can never lie, because query/ proves every proposal that a filter
// inside the algorithm has not proven already.
//
//   Proposed<D> propose(const FilteredPair<D>&, const Request<D>&)   every algorithm
//   Measured<D> measure(const FilteredPair<D>&, const Request<D>&)   algorithms that can tell how far
//   Depth<D> penetrate(const FilteredPair<D>&, const Request<D>&)    algorithms that can tell how deep
//
// Indices here are kept indices (HullBlock); query/ translates to the caller's. Neither body is
// empty.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "filter/filtered_pair.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {

/// A list of at most 2 d + 2 plain items without allocation; a vector at run-time dimension.
template <int D, class T>
class ShortList {
 public:
  ShortList() noexcept {}  // NOLINT(modernize-use-equals-default): the items stay unset
  void push_back(const T& item) noexcept { items_[size_++] = item; }
  void clear() noexcept { size_ = 0; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  T& operator[](std::size_t i) noexcept { return items_[i]; }
  const T& operator[](std::size_t i) const noexcept { return items_[i]; }
  const T* begin() const noexcept { return items_; }
  const T* end() const noexcept { return items_ + size_; }

 private:
  static_assert(std::is_trivially_copyable_v<T>);
  std::size_t size_ = 0;
  // In a union, since clearing 64 bytes in each step of the pipeline shows in a query of 100 ns.
  union {
    T items_[2 * std::size_t{D} + 2];
  };
};
template <class T>
class ShortList<kRunTime, T> : public std::vector<T> {};

template <int D>
using PairList = ShortList<D, IndexPair>;

/// What a search found. `stage` is none while nothing has been proven; an algorithm that fused the proof
/// into its search says which stage proved it.
template <int D>
struct Proposed {
  /// Proven by `stage`, or undecided. Separated needs the direction, overlapping the pairs; a list
  /// of axes that is complete proves each verdict as it stands.
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  /// From a to b, largest entry in [1/2, 1); the best found so far if undecided.
  Vector<D> direction{};
  bool has_direction = false;
  PairList<D> pairs;  ///< the last simplex or basis; a place to start for the next stage
};

/// A distance as a search sees it: the active vertices and a weight for each, none negative (sum 1
/// where separated; elsewhere they may prove nothing).
template <int D>
struct Measured {
  Verdict verdict =
      Verdict::undecided;  ///< separated, overlapping (proven by `stage`), or undecided
  Stage stage = Stage::none;
  Vector<D> direction{};
  bool has_direction = false;
  PairList<D> pairs;
  ShortList<D, double> weights;
  /// lp: proven bounds on the smallest 1-norm; valid if has_one_norm.
  double one_norm_lower = 0;
  double one_norm_upper = 0;
  bool has_one_norm = false;
};

/// A depth as a search sees it. Both ends are proven, be the search done or not.
template <int D>
struct Depth {
  Verdict verdict = Verdict::undecided;  ///< separated and overlapping are proven
  double lower = 0;                      ///< a ball of this radius about 0 lies in C
  double upper = std::numeric_limits<double>::infinity();  ///< reached along `direction`
  Vector<D> direction{};                                   ///< unit, from a to b
  bool has_direction = false;
  PairList<D> pairs;  ///< corners of the face nearest to 0, where the search has faces
  /// What of them makes up that face's point nearest to 0 (sum 1, none negative).
  ShortList<D, double> weights;
  /// Or these, where the search tells them itself: point_a - point_b = depth * direction, rounded.
  Vector<D> point_a{};
  Vector<D> point_b{};
  bool has_points = false;
};

/// What an algorithm may use beside the pair.
template <int D>
struct Request {
  const Vector<D>* direction = nullptr;  ///< where to look first: the last answer's direction
  Trace* trace = nullptr;
  std::span<const IndexPair> basis{};  ///< pairs to start from: lp's basis, a simplex for epa
  Pricing pricing = Pricing::automatic;
  std::int32_t max_faces = 0;  ///< edge_projection: 0 for all
  double width = 0;            ///< depth: upper - lower <= width * upper is narrow enough
  bool alone = false;  ///< no other algorithm follows: what a proof needs is worth more queries
};

/// Appends a step, in the caller's indices.
template <int D>
void append_step(Trace& trace, Algorithm algorithm, TraceEvent event, const Pair<D>& pair,
                 std::span<const IndexPair> pairs, const Vector<D>* direction, double value) {
  TraceStep step;
  step.algorithm = algorithm;
  step.event = event;
  for (const IndexPair& kept : pairs) {
    step.pairs.push_back({pair.a.hull->caller[kept.a], pair.b.hull->caller[kept.b]});
  }
  if (direction != nullptr) step.direction.assign(direction->begin(), direction->end());
  step.value = value;
  trace.push_back(std::move(step));
}

/// The same if anyone listens; costs a test where nobody does.
template <int D>
inline void record(Trace* trace, Algorithm algorithm, TraceEvent event, const Pair<D>& pair,
                   std::span<const IndexPair> pairs, const Vector<D>* direction, double value) {
  if (trace != nullptr) [[unlikely]] {
    append_step(*trace, algorithm, event, pair, pairs, direction, value);
  }
}

}  // namespace sunder::detail
