// SPDX-License-Identifier: Apache-2.0
//
// One question about many pairs: indices in, verdicts out. Nothing is copied, nothing is kept
// between calls, no thread is started here, and each answer is the one that a single query gives.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>

#include "sunder/certificate.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/margin.hpp"
#include "sunder/polytope.hpp"
#include "sunder/query.hpp"

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
  /// This one for every item.
  static Column same(const T& one) { return {&one, 1, 0}; }
};
/// Indices into a table. Where `data` is null item i uses entry i, where the stride is 0 the first.
using Indices = Column<std::int32_t>;

/// Poses: built ones, or d x (d+1) row-major matrices (the columns of R, then t) of doubles, or of
/// floats, which stand for the very numbers that they are.
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
  PoseTable(const double* rows, std::int64_t size, std::int64_t bytes = std::int64_t{8} * D * (D + 1))
    requires(D != kRunTime)
      : data(rows), count(size), stride(bytes), form(Form::doubles) {}
  PoseTable(const float* rows, std::int64_t size, std::int64_t bytes = std::int64_t{4} * D * (D + 1))
    requires(D != kRunTime)
      : data(rows), count(size), stride(bytes), form(Form::floats) {}
  /// One behind the other.
  PoseTable(const double* rows, std::int64_t size, int d)
    requires(D == kRunTime)
      : data(rows), count(size), stride(8LL * d * (d + 1)), form(Form::doubles), dimension(d) {}
  PoseTable(const float* rows, std::int64_t size, int d)
    requires(D == kRunTime)
      : data(rows), count(size), stride(4LL * d * (d + 1)), form(Form::floats), dimension(d) {}
};

/// Item i asks about bodies[body_a[i]] at poses[pose_a[i]] and the same of b.
template <int D>
struct PairBatch {
  Column<Polytope<D>> bodies;
  PoseTable<D> poses;
  Indices body_a, body_b, pose_a, pose_b;
  std::int64_t count = 0;  ///< items
  Column<double> radii{};  ///< one a body, as the radius of Posed; without data all are 0
};

/// Why an item was not asked: an index that is not in its table, a matrix with NaN or an infinity,
/// bodies and poses that differ in dimension, a margin or radius that compare_to_margin() refuses.
enum class Refusal : std::uint8_t { none, body_a, body_b, pose_a, pose_b, matrix_a, matrix_b, dimension, margin };
SUNDER_EXPORT std::string_view to_string(Refusal refusal) noexcept;

/// Arrays of the caller's, each empty or of `count` entries, that share no byte with each other or
/// with any input.
template <int D>
struct BatchOutput {
  std::span<Verdict> verdicts{};  ///< not_examined; undecided where refused or not proven
  std::span<Stage> stages{};      ///< what proved it; none unless examined
  std::span<Refusal> refusals{};
  std::span<Hint<D>> hints{};       ///< one an item, read first and written last, as Search::hint
  std::span<Interval> distances{};  ///< distances() alone; [0, infinity] where it was not examined
};

/// Runs the chunks of a batch, on one thread or many.
class SUNDER_EXPORT Executor {
 public:
  using Task = void (*)(void* context, std::int64_t index);
  virtual ~Executor() = default;
  /// Calls task(context, i) once for each 0 <= i < count, in any order, at once or one by one, and
  /// returns after the last has.
  virtual void parallel_for(std::int64_t count, Task task, void* context) = 0;
};

/// When to stop: at the end; at the `hits` hits of lowest index, whatever the order of work; or as
/// soon as so many were found, no matter which.
enum class BatchStop : std::uint8_t { never, first, any };
/// What a hit is: an item that meets, or is no farther than its margin; or one that is apart.
enum class BatchHit : std::uint8_t { meets, apart };

struct BatchOptions {
  BatchStop stop = BatchStop::never;
  BatchHit hit = BatchHit::meets;
  std::int64_t hits = 1;
  double width = 0;                           ///< of distances() and closest(), as MeasureOptions::width
  bool certify = false;                       ///< let the hints hold what prove() takes: pairs of each meeting
  std::int64_t begin = 0;                     ///< where to start: BatchReport::next of a call that was cut short
  std::int64_t chunk = 0;                     ///< items a task; 0 leaves the choice to the library
  Executor* executor = nullptr;               ///< null: the calling thread, in order
  const std::atomic<bool>* cancel = nullptr;  ///< read before each chunk; true ends the call
  /// Told after each chunk, never two at once, how many items are settled, and of how many.
  std::function<void(std::int64_t settled, std::int64_t total)> progress;
};

/// What became of the items from `begin` on: separated + touching + overlapping + refused +
/// unproven + skipped is their number.
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

/// Asks of each item whether its bodies meet. Verdicts are what single queries say on any number of
/// threads, with any chunks, on every instruction set; with BatchStop::first so is which items are examined. A stage may be
/// another than a single query's.
/// Refuses as a whole (wrong_shape) negative numbers, columns too short for the items, outputs of
/// another length. Cost: nanoseconds a pair that balls settle, of polygons of up to 8 corners, of
/// boxes at nearly rigid matrices; tens where one pair of hulls of up to 64 vertices stands at many
/// poses in a row; else a single query's. Memory: 32 bytes a polytope (2-D: 96).
SUNDER_EXPORT Result<BatchReport> intersects(const PairBatch<2>& batch, const BatchOutput<2>& output,
                                             const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> intersects(const PairBatch<3>& batch, const BatchOutput<3>& output,
                                             const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> intersects(const PairBatch<kRunTime>& batch, const BatchOutput<kRunTime>& output,
                                             const BatchOptions& options = {});

/// Margins of a batch, as Margin is one of a pair.
struct BatchMargins {
  Column<double> distances;  ///< one an item, or one for all
  Column<double> radii;      ///< one a polytope of the table, or one for all; no data: 0
};

/// Asks of each item how far apart its bodies are. Intervals are what single queries say, on any
/// number of threads; `distances` must be given. Cost: a fraction of a single query's for boxes.
SUNDER_EXPORT Result<BatchReport> distances(const PairBatch<2>& batch, const BatchOutput<2>& output,
                                            const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> distances(const PairBatch<3>& batch, const BatchOutput<3>& output,
                                            const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> distances(const PairBatch<kRunTime>& batch, const BatchOutput<kRunTime>& output,
                                            const BatchOptions& options = {});

/// Compares each item's signed distance with its margin, as compare_to_margin() does. The verdict
/// is that of the padded bodies: separated says farther, touching exactly at it, overlapping
/// closer. Hints are about the bodies as they are. Takes no `distances` or `certify`.
/// Cost: nanoseconds an item in 3-D that balls settle, else that of compare_to_margin().
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const PairBatch<2>& batch, const BatchMargins& margins,
                                                     const BatchOutput<2>& output, const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const PairBatch<3>& batch, const BatchMargins& margins,
                                                     const BatchOutput<3>& output, const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> compare_to_margins(const PairBatch<kRunTime>& batch, const BatchMargins& margins,
                                                     const BatchOutput<kRunTime>& output,
                                                     const BatchOptions& options = {});

/// Proves or refuses the proposal of each item, as prove() does: what a GPU, another library or a
/// file says of many pairs. The verdict is the proven one, or undecided where nothing was proven;
/// no refusal then. Takes no `hints`, `distances` or `certify`.
SUNDER_EXPORT Result<BatchReport> prove_batch(const PairBatch<2>& batch, Column<Proposal2> proposals,
                                              const BatchOutput<2>& output, const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> prove_batch(const PairBatch<3>& batch, Column<Proposal3> proposals,
                                              const BatchOutput<3>& output, const BatchOptions& options = {});
SUNDER_EXPORT Result<BatchReport> prove_batch(const PairBatch<kRunTime>& batch, Column<ProposalN> proposals,
                                              const BatchOutput<kRunTime>& output, const BatchOptions& options = {});

/// The closest item of a batch.
struct Closest {
  std::int64_t item = -1;  ///< where several are equally far, exactly, the lowest; -1: none
  /// What distance() says of it at the width asked.
  Interval distance{0, std::numeric_limits<double>::infinity()};
  Verdict verdict = Verdict::not_examined;
  BatchReport report;
};

/// Which item is closest? Skips items proven farther than the best; stops at the first that meets. The answer is the same for any order of work and any
/// number of threads; the counts are not. Of the outputs only `refusals` is taken; `stop` is not
/// read. `known` is the answer of a call that was cut short, which goes on from report.next.
SUNDER_EXPORT Result<Closest> closest(const PairBatch<2>& batch, const BatchOutput<2>& output = {},
                                      const BatchOptions& options = {}, const Closest& known = {});
SUNDER_EXPORT Result<Closest> closest(const PairBatch<3>& batch, const BatchOutput<3>& output = {},
                                      const BatchOptions& options = {}, const Closest& known = {});
SUNDER_EXPORT Result<Closest> closest(const PairBatch<kRunTime>& batch, const BatchOutput<kRunTime>& output = {},
                                      const BatchOptions& options = {}, const Closest& known = {});

}  // namespace sunder::inline SUNDER_ABI
