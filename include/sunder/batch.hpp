// SPDX-License-Identifier: Apache-2.0
//
// Asks one question about many pairs. A batch copies nothing, keeps nothing between calls and starts no thread. Each
// answer is the one that a single query gives.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <type_traits>

#include "sunder/cast.hpp"
#include "sunder/contact.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"

namespace sunder::inline SUNDER_ABI {

/// `count` entries, entry i at i * `stride` bytes after `data`. It owns nothing.
template <class T>
struct Column {
  const T* data = nullptr;
  std::int64_t count = 0, stride = sizeof(T);
  Column() = default;
  Column(std::span<const T> all)  // NOLINT(google-explicit-constructor)
      : data(all.data()), count(static_cast<std::int64_t>(all.size())) {}
  Column(const T* first, std::int64_t size, std::int64_t bytes) : data(first), count(size), stride(bytes) {}
  static Column same(const T& one) { return {&one, 1, 0}; }  ///< this one for every item
};
/// Indices into a table. Where `data` is null item i uses entry i; where the stride is 0 it uses the first.
using Indices = Column<std::int32_t>;

/// Built poses, or d x (d+1) row-major matrices, (R t). Floats are taken exactly. They are dense without `bytes`.
template <int D>
struct PoseTable {
  enum class Form : std::uint8_t { poses, doubles, floats };
  const void* data = nullptr;
  std::int64_t count = 0, stride = 0;
  Form form = Form::poses;
  int dimension = D;  ///< of the matrices

  PoseTable() = default;
  PoseTable(Column<Pose<D>> poses)  // NOLINT(google-explicit-constructor)
      : data(poses.data), count(poses.count), stride(poses.stride) {}
  template <detail::DoubleOrFloat T>
  PoseTable(const T* rows, std::int64_t size, std::int64_t bytes = std::int64_t{sizeof(T)} * D * (D + 1))
    requires(D != kRunTime)
      : data(rows), count(size), stride(bytes), form(sizeof(T) == 8 ? Form::doubles : Form::floats) {}
  template <detail::DoubleOrFloat T>
  PoseTable(const T* rows, std::int64_t size, int d)
    requires(D == kRunTime)
      : data(rows), count(size), form(sizeof(T) == 8 ? Form::doubles : Form::floats), dimension(d) {
    stride = std::int64_t{sizeof(T)} * d * (d + 1);
  }
};

/// Item i asks about bodies[body_a[i]] at poses[pose_a[i]] and the same of b.
template <int D>
struct PairBatch {
  Column<Polytope<D>> bodies;
  PoseTable<D> poses;
  Indices body_a, body_b, pose_a, pose_b;
  std::int64_t count = 0;  ///< items
  Column<double> radii{};  ///< one a body, or one for all, as the radius of Posed; without data all are 0
};

/// Item c tests whether any pair of a list meets in configuration c, such as a robot's links. The first
/// `fixed` bodies are at poses[k], k being their index, the others at poses[k + c * (bodies.count - fixed)].
template <int D>
struct ConfigurationBatch {
  Column<Polytope<D>> bodies;
  PoseTable<D> poses;
  Indices body_a, body_b;  ///< of the pairs
  std::int64_t pairs = 0, configurations = 0, fixed = 0;
  Column<double> radii{};  ///< as in PairBatch
};

/// Why an item was refused. The reasons are an index beyond its table, NaN or an infinity in a matrix, different
/// dimensions, and a margin or radius that compare_to_margin() refuses.
enum class Refusal : std::uint8_t { none, body_a, body_b, pose_a, pose_b, matrix_a, matrix_b, dimension, margin };
SUNDER_EXPORT std::string_view to_string(Refusal refusal) noexcept;

/// The caller's arrays, each empty or of `count` entries. None shares a byte with another or with an input.
template <int D>
struct BatchOutput {
  std::span<Verdict> verdicts{};  ///< not_examined; undecided where refused or not proven
  std::span<Stage> stages{};      ///< what proved it; none unless examined
  std::span<Refusal> refusals{};
  std::span<Hint<D>> hints{};       ///< one an item, read first and written last, as Search::hint
  std::span<Interval> distances{};  ///< distances() alone; [0, infinity] where it was not examined
};

/// Such arrays with one entry a configuration. In `pair_verdicts` that of pair p is at [c * pairs + p].
struct ConfigurationOutput {
  std::span<Verdict> verdicts{};         ///< the first hit's; else undecided where a pair was refused, or separated
  std::span<std::int32_t> first_hits{};  ///< the lowest pair that meets; -1 where none is known to
  std::span<Refusal> refusals{};         ///< of the lowest refused pair before the first hit
  std::span<Verdict> pair_verdicts{};    ///< where given, a first hit does not end a configuration
};

/// Runs the chunks of a batch, on one thread or many.
class SUNDER_EXPORT Executor {
 public:
  using Task = void (*)(void* context, std::int64_t index);
  virtual ~Executor() = default;
  /// Calls task(context, i) once for each 0 <= i < count, in any order or at once; returns after the last.
  virtual void parallel_for(std::int64_t count, Task task, void* context) = 0;
};

/// When to stop: at the end; at the `hits` hits of lowest index; or as soon as any so many were found.
enum class BatchStop : std::uint8_t { never, first, any };
/// What a hit is: an item that meets, or is no farther than its margin; or one that is apart.
enum class BatchHit : std::uint8_t { meets, apart };

struct BatchOptions {
  BatchStop stop = BatchStop::never;
  BatchHit hit = BatchHit::meets;
  std::int64_t hits = 1;
  double width = 0;                                         ///< of distances() and closest(), as MeasureOptions::width
  double beyond = std::numeric_limits<double>::infinity();  ///< these omit items that are farther, exactly
  bool certify = false;                       ///< let the hints hold what prove() takes: pairs of each meeting
  std::int64_t begin = 0;                     ///< where to start: BatchReport::next of a call that was cut short
  std::int64_t chunk = 0;                     ///< items a task; 0 leaves the choice to the library
  Executor* executor = nullptr;               ///< null: the calling thread, in order
  const std::atomic<bool>* cancel = nullptr;  ///< read before each chunk; true ends the call
  std::function<void(std::int64_t settled, std::int64_t total)> progress;  ///< after each chunk, never two at once
};

/// Items from `begin` on: separated + touching + overlapping + refused + unproven + skipped is their number.
struct BatchReport {
  std::int64_t separated = 0, touching = 0, overlapping = 0, refused = 0;
  std::int64_t unproven = 0;    ///< prove_batch(): proposals that proved nothing
  std::int64_t skipped = 0;     ///< not examined, since the call was stopped or cancelled
  std::int64_t pruned = 0;      ///< of those examined: settled by balls, which are proofs
  std::int64_t first_hit = -1;  ///< lowest index known to be a hit
  std::int64_t next = 0;        ///< every item from begin to next - 1 is settled
  bool cancelled = false;
  Counters counters;
};

/// Do the bodies of each item meet? Verdicts do not depend on threads, chunks or the instruction set. With
/// BatchStop::first the set of examined items does not either. A stage may differ from a single query's.
/// Refuses as a whole (wrong_shape) negative numbers, short columns, outputs of another length. Cost:
/// nanoseconds for balls that are apart, polygons of up to 8 corners, boxes at nearly rigid matrices. Tens for
/// a pair of hulls of up to 64 vertices at many poses in a row; else a single query's. Memory: 32 bytes a
/// polytope (2-D: 96), and 160 kB a thread where items share matrices.
template <int D>
SUNDER_EXPORT Result<BatchReport> intersects(const PairBatch<D>&, const BatchOutput<D>&, const BatchOptions& = {});
/// Items, hits and chunks are configurations; `pruned` and `counters` count pairs.
template <int D>
SUNDER_EXPORT Result<BatchReport> intersects(const ConfigurationBatch<D>&, const ConfigurationOutput&,
                                             const BatchOptions& = {});

/// How far apart are they? Writes what distance() says, or [beyond, infinity], to `distances`. Cost: a
/// fraction of a single query's for boxes; other bodies are compared with a finite `beyond` first.
template <int D>
SUNDER_EXPORT Result<BatchReport> distances(const PairBatch<D>&, const BatchOutput<D>&, const BatchOptions& = {});

/// Compares each item with a margin, one an item or one for all: separated is farther, touching exactly at it,
/// overlapping closer. Hints are about the bodies as they are. It takes no `distances` or `certify`. Cost: nanoseconds
/// an item in 3-D that balls settle, else that of a single query.
template <int D>
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const PairBatch<D>&, Column<double> margins, const BatchOutput<D>&,
                                                     const BatchOptions& = {});

/// Calls prove() for each item: what a GPU, another library or a file says of many pairs. The verdict is undecided,
/// without a refusal, where nothing was proven. Takes no `hints`, `distances` or `certify`.
template <int D>
SUNDER_EXPORT Result<BatchReport> prove_batch(const PairBatch<D>&, std::type_identity_t<Column<Proposal<D>>> proposals,
                                              const BatchOutput<D>&, const BatchOptions& = {});

/// Writes contact() of each item to its entry of `found`, whose verdict is not_examined where it was not. The last
/// argument's `search` and `all` are not read. Takes no `distances` or `certify`.
template <int D>
SUNDER_EXPORT Result<BatchReport> contacts(const PairBatch<D>&, std::type_identity_t<std::span<Contact<D>>> found,
                                           const BatchOutput<D>& = {}, const BatchOptions& = {},
                                           const ContactOptions<D>& = {});

/// Writes cast() of each item to its entry of `found`; motions[k] moves what is at pose k. Counts free items as
/// separated, overlaps at the start as overlapping, other hits as touching, unresolved ones as unproven. Takes
/// `refusals` alone.
template <int D>
SUNDER_EXPORT Result<BatchReport> casts(const PairBatch<D>&, std::type_identity_t<Column<Motion<D>>> motions,
                                        std::type_identity_t<std::span<Cast<D>>> found, const BatchOutput<D>& = {},
                                        const BatchOptions& = {}, const CastOptions& = {});

/// The closest item of a batch.
struct Closest {
  std::int64_t item = -1;  ///< where several are equally far, exactly, the lowest; -1: none within `beyond`
  Interval distance{0, std::numeric_limits<double>::infinity()};  ///< distance()'s, at the requested width
  Verdict verdict = Verdict::not_examined;
  BatchReport report;
};

/// Which item is closest? Skips items proven farther than the best; stops at the first that meets. Counts
/// depend on the order of work, the answer does not. Takes `refusals` alone; `stop` is not read. `known` is
/// the answer of a call that was cut short.
template <int D>
SUNDER_EXPORT Result<Closest> closest(const PairBatch<D>&, const BatchOutput<D>& = {}, const BatchOptions& = {},
                                      const Closest& known = {});

}  // namespace sunder::inline SUNDER_ABI
