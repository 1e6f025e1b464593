// SPDX-License-Identifier: Apache-2.0
//
// This file is the contract of an algorithm: its input and its proposal. An algorithm searches for
// a certificate by any means. It may fail, but it cannot produce a wrong answer, because query/
// proves every proposal that a filter inside the algorithm has not proven already.
//
//
//   Proposed<D> propose(const FilteredPair<D>&, const Request<D>&): every algorithm
//
//   Measured<D> measure(const FilteredPair<D>&, const Request<D>&): those that compute distances
//
//   Depth<D> penetrate(const FilteredPair<D>&, const Request<D>&): those that compute depths
//
// Indices here are kept indices (HullBlock); query/ translates them to the caller's. Neither body
// is empty.
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

/// A list of at most 2 d + 2 trivially copyable items, without allocation. At run-time dimension it
/// is a vector.
template <int D, class T>
class ShortList {
 public:
  ShortList() noexcept {}  // NOLINT(modernize-use-equals-default): the items stay unset
  void push_back(const T& item) noexcept { items_[size_++] = item; }
  void pop_back() noexcept { --size_; }
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
  // A union leaves the items uninitialised: clearing 64 bytes in each step of the pipeline is
  // measurable in a query of 100 ns.
  union {
    T items_[2 * std::size_t{D} + 2];
  };
};
template <class T>
class ShortList<kRunTime, T> : public std::vector<T> {};

template <int D>
using PairList = ShortList<D, IndexPair>;

/// The result of a search. `stage` is none while nothing is proven. An algorithm whose search
/// includes the proof names the stage that proved it.
template <int D>
struct Proposed {
  /// Proven by `stage`, or undecided. Separated needs the direction and overlapping needs the
  /// pairs. A complete list of axes proves either verdict without them.
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  /// From a to b, largest entry in [1/2, 1); the best found so far if undecided.
  Vector<D> direction{};
  bool has_direction = false;
  PairList<D> pairs;  ///< the last simplex or basis; where the next stage starts
};

/// A distance as a search computes it: the active vertices with a weight for each. No weight is
/// negative, and they sum to 1 where separated. Elsewhere they may prove nothing.
template <int D>
struct Measured {
  Verdict verdict =
      Verdict::undecided;  ///< separated, overlapping (proven by `stage`), or undecided
  Stage stage = Stage::none;
  Vector<D> direction{};
  bool has_direction = false;
  PairList<D> pairs;
  ShortList<D, double> weights;
  /// Proven bounds on the smallest 1-norm, from lp only; valid if has_one_norm.
  double one_norm_lower = 0;
  double one_norm_upper = 0;
  bool has_one_norm = false;
};

/// A depth as a search computes it. Both bounds are proven, whether or not the search has finished.
template <int D>
struct Depth {
  Verdict verdict = Verdict::undecided;  ///< separated and overlapping are proven
  double lower = 0;                      ///< a ball of this radius about 0 lies in C
  double upper = std::numeric_limits<double>::infinity();  ///< attained along `direction`
  Vector<D> direction{};                                   ///< unit, from a to b
  bool has_direction = false;
  PairList<D> pairs;  ///< corners of the face nearest to 0, where the search has faces
  /// The weights of the face's point nearest to 0 (sum 1, none negative).
  ShortList<D, double> weights;
  /// If request.keeps_proof: those corners, and one more pair with which they are proven to surround
  /// 0. Further pairs near the face follow. Empty if the search found none.
  PairList<D> proof;
  bool basis_holds = false;  ///< the first pairs of request.basis are proven to surround 0
  /// Alternatively the search's own witness points: point_a - point_b = depth * direction, rounded.
  Vector<D> point_a{};
  Vector<D> point_b{};
  bool has_points = false;
};

/// What an algorithm may use in addition to the pair.
template <int D>
struct Request {
  const Vector<D>* direction = nullptr;  ///< start direction: that of the last answer
  Trace* trace = nullptr;
  /// Start pairs: lp's basis; for epa a simplex, and further pairs near the last nearest face.
  std::span<const IndexPair> basis{};
  Pricing pricing = Pricing::automatic;
  std::int32_t max_faces = 0;  ///< edge_projection: 0 for all
  double width = 0;            ///< depth: upper - lower <= width * upper is narrow enough
  bool keeps_proof = false;    ///< depth: the caller needs pairs that prove the overlap
  bool alone = false;          ///< no other algorithm follows, so more queries for a proof pay
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

/// Calls append_step() if there is a trace; otherwise costs one test.
template <int D>
inline void record(Trace* trace, Algorithm algorithm, TraceEvent event, const Pair<D>& pair,
                   std::span<const IndexPair> pairs, const Vector<D>* direction, double value) {
  if (trace != nullptr) [[unlikely]] {
    append_step(*trace, algorithm, event, pair, pairs, direction, value);
  }
}

}  // namespace sunder::detail
