// SPDX-License-Identifier: Apache-2.0
//
// Idea: The bodies and poses of a run are kept, and each batch of questions is asked of them: indices lie where Arrow
//   has them, answers go to the arrays of the columns that are asked for. Missing bodies and broken poses become indices
//   that the library refuses, and the refusal is then given its name.
// Cost: That of the library's batches; a copy of the indices where a body or a pose is missing.
// Gives up: Dimensions other than 2 and 3.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <variant>

#include "arrow.hpp"
#include "body_batches.hpp"
#include "running.hpp"
#include "sunder/body_batch.hpp"
#include "sunder/sunder.hpp"
#include "tables.hpp"
#include "union_table.hpp"

namespace sunder::python {
namespace {

/// The refusals of tables beside those of the library.
constexpr std::uint8_t kMissingA = 9, kMissingB = 10;

/// The columns of the answers; each may be absent.
struct AnswerArrays {
  std::optional<Output<std::uint8_t>> verdicts, stages, refusals, certificates;
  std::optional<Output<double>> lower, upper;
};

template <class T>
void take_array(std::optional<Output<T>>& to, nb::handle given, std::vector<std::size_t> shape,
                std::string_view where) {
  if (!given.is_none()) to.emplace(given, std::move(shape), where);
}

/// Which rows of a table cannot be asked about.
class MissingRows {
 public:
  MissingRows(nb::handle mask, std::int64_t rows, std::string_view where) {
    if (mask.is_none()) return;
    const Numbers numbers(mask, where);
    if (numbers.ndim() != 1 || numbers.shape(0) != rows)
      refuse_shape(where, "shape " + numbers.shape_text(), "give a number a row");
    std::vector<bool> read;
    bool any = false;
    for (std::int64_t i = 0; i < rows; ++i) {
      read.push_back(numbers.at(i) != 0);
      any = any || read.back();
    }
    if (any) missing_ = std::move(read);
  }
  bool any() const noexcept { return !missing_.empty(); }
  bool has(std::int32_t row) const noexcept {
    return row >= 0 && static_cast<std::size_t>(row) < missing_.size() &&
           missing_[static_cast<std::size_t>(row)];
  }

 private:
  std::vector<bool> missing_;
};

/// A list of indices in which missing rows are -1.
class AskedIndices {
 public:
  AskedIndices(nb::handle given, std::string_view where, const MissingRows& missing)
      : list_(given, where), missing_(missing) {
    if (!missing.any() || list_.size() < 0) return;
    masked_.reserve(static_cast<std::size_t>(list_.size()));
    for (std::int64_t i = 0; i < list_.size(); ++i) {
      const auto index = static_cast<std::int32_t>(list_.at(i));
      masked_.push_back(missing.has(index) ? -1 : index);
    }
  }
  AskedIndices(const AskedIndices&) = delete;
  AskedIndices& operator=(const AskedIndices&) = delete;

  std::int64_t size() const noexcept { return list_.size(); }
  Indices column() const noexcept {
    return masked_.empty() ? list_.column() : Indices(std::span<const std::int32_t>(masked_));
  }
  bool masks(std::int64_t item) const noexcept {
    return !masked_.empty() && missing_.has(static_cast<std::int32_t>(list_.at(item)));
  }

 private:
  IndexList list_;
  const MissingRows& missing_;
  std::vector<std::int32_t> masked_;
};

/// The bytes of a record, as docs/clusters.md lays them out.
template <int D>
inline constexpr std::size_t kPairsOfRecord = 2 * D + 2;
template <int D>
inline constexpr std::size_t kRecordBytes = 8 + 8 * kPairsOfRecord<D> + 8 * D;

template <int D>
void pack(const Hint<D>& record, std::uint8_t* to) noexcept {
  std::memset(to, 0, kRecordBytes<D>);
  to[0] = static_cast<std::uint8_t>(record.verdict);
  to[1] = static_cast<std::uint8_t>(record.stage);
  to[2] = record.pair_count;
  const std::size_t count = std::min<std::size_t>(record.pair_count, kPairsOfRecord<D>);
  for (std::size_t k = 0; k < count; ++k) {
    std::memcpy(to + 8 + 8 * k, &record.pairs[k].a, 4);
    std::memcpy(to + 12 + 8 * k, &record.pairs[k].b, 4);
  }
  const bool directed = record.verdict == Verdict::separated || record.verdict == Verdict::touching;
  if (directed) std::memcpy(to + 8 + 8 * kPairsOfRecord<D>, record.direction.data(), 8 * D);
}

template <int D>
Proposal<D> unpack(const std::uint8_t* from) noexcept {
  Proposal<D> record;
  record.verdict = from[0] <= 2 ? static_cast<Verdict>(from[0]) : Verdict::undecided;
  record.stage = from[1] < kStageCount ? static_cast<Stage>(from[1]) : Stage::none;
  record.pair_count = std::min(from[2], static_cast<std::uint8_t>(kPairsOfRecord<D>));
  for (std::size_t k = 0; k < record.pair_count; ++k) {
    std::memcpy(&record.pairs[k].a, from + 8 + 8 * k, 4);
    std::memcpy(&record.pairs[k].b, from + 12 + 8 * k, 4);
  }
  std::memcpy(record.direction.data(), from + 8 + 8 * kPairsOfRecord<D>, 8 * D);
  return record;
}

template <int D>
struct PolytopeTables {
  static constexpr int kDimension = D;
  static constexpr bool kHasRecords = true;
  PolytopeTables(nb::handle given, nb::handle poses_given)
      : bodies(given, D), poses(poses_given, D) {
    batch.bodies = bodies.column();
    batch.radii = bodies.radius_column();
    batch.poses = poses.table();
  }
  std::int64_t size() const noexcept { return batch.bodies.count; }

  BodyTable<D> bodies;
  PoseList<D> poses;
  PairBatch<D> batch;
};

template <int D>
struct UnionTables {
  static constexpr int kDimension = D;
  static constexpr bool kHasRecords = false;
  UnionTables(nb::handle given, nb::handle poses_given)
      : radii(take_bodies<D>(given, bodies)), poses(poses_given, D) {
    batch.bodies = std::span<const typename UnionOf<D>::Body>(bodies);
    if (std::any_of(radii.begin(), radii.end(), [](double radius) { return radius > 0; }))
      batch.radii = std::span<const double>(radii);
    batch.poses = poses.table();
  }
  std::int64_t size() const noexcept { return batch.bodies.count; }

  std::vector<typename UnionOf<D>::Body> bodies;
  std::vector<double> radii;
  PoseList<D> poses;
  BodyBatch<D> batch;
};

using AnyTables =
    std::variant<std::unique_ptr<PolytopeTables<2>>, std::unique_ptr<PolytopeTables<3>>,
                 std::unique_ptr<UnionTables<2>>, std::unique_ptr<UnionTables<3>>>;

AnyTables tables_of(nb::handle bodies, nb::handle poses) {
  if (has_union(bodies)) {
    if (dimension_of_unions(bodies) == 2) return std::make_unique<UnionTables<2>>(bodies, poses);
    return std::make_unique<UnionTables<3>>(bodies, poses);
  }
  const int dimension = dimension_of_bodies(bodies);
  if (dimension == 2) return std::make_unique<PolytopeTables<2>>(bodies, poses);
  if (dimension == 3) return std::make_unique<PolytopeTables<3>>(bodies, poses);
  refuse_run_time("tables");
}

/// A batch of the tables about other items.
template <class Batch, class Items>
Batch batch_of(Batch batch, const Items& items) {
  batch.body_a = items.body_a.column();
  batch.body_b = items.body_b.column();
  batch.pose_a = items.pose_a.column();
  batch.pose_b = items.pose_b.column();
  batch.count = items.count;
  return batch;
}

}  // namespace

/// sunder._core.PairTables: the bodies and poses of a run.
class PairTables {
 public:
  PairTables(nb::handle bodies, nb::handle poses, nb::handle missing_bodies,
             nb::handle missing_poses)
      : of_(tables_of(bodies, poses)),
        missing_bodies_(missing_bodies, static_cast<std::int64_t>(nb::len(bodies)),
                        "missing_bodies"),
        missing_poses_(missing_poses, pose_count(), "missing_poses") {}

  int dimension() const {
    return std::visit([](const auto& tables) { return tables->kDimension; }, of_);
  }
  bool has_records() const {
    return std::visit([](const auto& tables) { return tables->kHasRecords; }, of_);
  }

  nb::dict ask(nb::handle body_a, nb::handle body_b, nb::handle pose_a, nb::handle pose_b,
               nb::handle verdicts, nb::handle stages, nb::handle refusals, nb::handle lower,
               nb::handle upper, nb::handle certificates, int threads, nb::handle progress) const {
    const Items items(*this, body_a, body_b, pose_a, pose_b);
    const auto count = static_cast<std::size_t>(items.count);
    AnswerArrays out;
    take_array(out.verdicts, verdicts, {count}, "verdicts");
    take_array(out.stages, stages, {count}, "stages");
    take_array(out.refusals, refusals, {count}, "refusals");
    take_array(out.lower, lower, {count}, "lower");
    take_array(out.upper, upper, {count}, "upper");
    return std::visit(
        [&](const auto& tables) {
          using Tables = std::remove_cvref_t<decltype(*tables)>;
          constexpr int D = Tables::kDimension;
          if constexpr (Tables::kHasRecords) {
            take_array(out.certificates, certificates, {count, kRecordBytes<D>}, "certificates");
          } else if (!certificates.is_none()) {
            throw Refusal("not_served", "certificate", "records of meshes",
                          "ask for other columns; sunder.certify() proves a pair of meshes");
          }
          Running running({threads, progress, 0, 0});
          return report_dict(answer(*tables, items, out, running));
        },
        of_);
  }

  nb::dict prove(nb::handle body_a, nb::handle body_b, nb::handle pose_a, nb::handle pose_b,
                 const nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>&
                     certificates,
                 nb::handle verdicts, int threads, nb::handle progress) const {
    const Items items(*this, body_a, body_b, pose_a, pose_b);
    const auto count = static_cast<std::size_t>(items.count);
    const Output<std::uint8_t> out(verdicts, {count}, "verdicts");
    return std::visit(
        [&](const auto& tables) -> nb::dict {
          using Tables = std::remove_cvref_t<decltype(*tables)>;
          constexpr int D = Tables::kDimension;
          if constexpr (Tables::kHasRecords) {
            if (certificates.shape(0) != count || certificates.shape(1) != kRecordBytes<D>)
              refuse_shape("certificate", "rows of another number or size",
                           "give " + std::to_string(kRecordBytes<D>) + " bytes a pair");
            std::vector<Proposal<D>> proposals(count);
            for (std::size_t i = 0; i < count; ++i)
              proposals[i] = unpack<D>(certificates.data() + i * kRecordBytes<D>);
            const auto batch = batch_of(tables->batch, items);
            BatchOutput<D> output;
            output.verdicts = {reinterpret_cast<Verdict*>(out.span().data()), count};
            Running running({threads, progress, 0, 0});
            return report_dict(running.run(
                [&](const BatchOptions& options) {
                  return prove_batch(batch,
                                     Column<Proposal<D>>(std::span<const Proposal<D>>(proposals)),
                                     output, options);
                },
                nb::none()));
          } else {
            throw Refusal("not_served", "certificate", "records of meshes",
                          "verify certificates of polytopes");
          }
        },
        of_);
  }

 private:
  struct Items {
    Items(const PairTables& of, nb::handle given_body_a, nb::handle given_body_b,
          nb::handle given_pose_a, nb::handle given_pose_b)
        : body_a(given_body_a, "body_a", of.missing_bodies_),
          body_b(given_body_b, "body_b", of.missing_bodies_),
          pose_a(given_pose_a, "pose_a", of.missing_poses_),
          pose_b(given_pose_b, "pose_b", of.missing_poses_),
          count(count_items({{"body_a", body_a.size()},
                             {"body_b", body_b.size()},
                             {"pose_a", pose_a.size()},
                             {"pose_b", pose_b.size()}},
                            -1)) {}
    AskedIndices body_a, body_b, pose_a, pose_b;
    std::int64_t count;
  };

  std::int64_t pose_count() const {
    return std::visit([](const auto& tables) { return tables->poses.table().count; }, of_);
  }

  /// Names refusals of rows that are missing.
  static void name_missing(const Items& items, std::span<std::uint8_t> refusals) noexcept {
    for (std::size_t i = 0; i < refusals.size(); ++i) {
      const auto item = static_cast<std::int64_t>(i);
      switch (static_cast<sunder::Refusal>(refusals[i])) {
        case sunder::Refusal::body_a:
          if (items.body_a.masks(item)) refusals[i] = kMissingA;
          break;
        case sunder::Refusal::body_b:
          if (items.body_b.masks(item)) refusals[i] = kMissingB;
          break;
        case sunder::Refusal::pose_a:
          if (items.pose_a.masks(item))
            refusals[i] = static_cast<std::uint8_t>(sunder::Refusal::matrix_a);
          break;
        case sunder::Refusal::pose_b:
          if (items.pose_b.masks(item))
            refusals[i] = static_cast<std::uint8_t>(sunder::Refusal::matrix_b);
          break;
        default:
          break;
      }
    }
  }

  template <class Tables>
  static BatchReport answer(const Tables& tables, const Items& items, const AnswerArrays& out,
                            Running& running) {
    constexpr int D = Tables::kDimension;
    const auto count = static_cast<std::size_t>(items.count);
    auto batch = batch_of(tables.batch, items);
    const auto fill = [&](auto& output) {
      if (out.verdicts)
        output.verdicts = {reinterpret_cast<Verdict*>(out.verdicts->span().data()), count};
      if (out.stages) output.stages = {reinterpret_cast<Stage*>(out.stages->span().data()), count};
      if (out.refusals)
        output.refusals = {reinterpret_cast<sunder::Refusal*>(out.refusals->span().data()), count};
    };
    std::conditional_t<Tables::kHasRecords, BatchOutput<D>, BodyBatchOutput<D>> output;
    const bool measures = out.lower || out.upper;
    std::optional<BatchReport> found;
    if constexpr (Tables::kHasRecords) {
      if (out.certificates) {
        std::vector<Hint<D>> records(count);
        fill(output);
        output.hints = records;
        running.options.certify = true;
        found = running.run(
            [&](const BatchOptions& options) { return intersects(batch, output, options); },
            nb::none());
        running.options.certify = false;
        for (std::size_t i = 0; i < count; ++i)
          pack<D>(records[i], out.certificates->span().data() + i * kRecordBytes<D>);
        output = {};
      }
      // Intervals are asked of the points as they were given, as everywhere.
      batch.bodies = measures
                         ? Column<Polytope<D>>(std::span<const Polytope<D>>(tables.bodies.written))
                         : batch.bodies;
    }
    if (measures) {
      std::vector<Interval> intervals(count);
      if (!found) fill(output);
      output.distances = intervals;
      const BatchReport report = running.run(
          [&](const BatchOptions& options) { return distances(batch, output, options); },
          nb::none());
      if (!found) found = report;
      for (std::size_t i = 0; i < count; ++i) {
        if (out.lower) out.lower->span()[i] = intervals[i].lower;
        if (out.upper) out.upper->span()[i] = intervals[i].upper;
      }
    }
    if (!found) {
      fill(output);
      found = running.run(
          [&](const BatchOptions& options) { return intersects(batch, output, options); },
          nb::none());
    }
    if (out.refusals && found->refused > 0) name_missing(items, out.refusals->span());
    return *found;
  }

  AnyTables of_;
  MissingRows missing_bodies_, missing_poses_;
};

namespace {

std::uint64_t mix(std::uint64_t x) noexcept {
  // The finisher of splitmix64: a bijection whose every bit depends on all bits.
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

using Ids = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::device::cpu>;

/// Two sums over all rows, so that their order does not matter; modulo 2^64.
std::pair<std::uint64_t, std::uint64_t> digest(const Ids& ids, const Bytes& verdicts) {
  if (ids.shape(0) != verdicts.shape(0))
    refuse_shape("verdict", "another number of rows than pair_id", "give a verdict for each id");
  const std::size_t count = ids.shape(0);
  const std::uint64_t* const id = ids.data();
  const std::uint8_t* const verdict = verdicts.data();
  const std::int64_t id_step = ids.stride(0), verdict_step = verdicts.stride(0);
  const nb::gil_scoped_release released;
  std::uint64_t low = 0, high = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    const std::uint64_t row = mix(id[at * id_step] + 0x9e3779b97f4a7c15U);
    const std::uint64_t word = row + verdict[at * verdict_step];
    low += mix(word ^ 0x6a09e667f3bcc908U);
    high += mix(word ^ 0xbb67ae8584caa73bU);
  }
  return {low, high};
}

}  // namespace

void add_pair_tables(nb::module_& module) {
  nb::class_<PairTables>(module, "PairTables",
                         "The bodies and poses of a run. sunder.tables makes it and asks it.")
      .def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle>(), nb::arg("bodies"),
           nb::arg("poses").none(), nb::arg("missing_bodies").none() = nb::none(),
           nb::arg("missing_poses").none() = nb::none(),
           nb::sig("def __init__(self, bodies: collections.abc.Sequence[Polytope | Mesh | Polygon "
                   "| Body], poses: numpy.typing.ArrayLike | collections.abc.Sequence[Pose] | "
                   "None, "
                   "missing_bodies: " SUNDER_BYTES " | None = None, missing_poses: " SUNDER_BYTES
                   " | None = None) -> None"))
      .def_prop_ro("dimension", &PairTables::dimension)
      .def_prop_ro("has_records", &PairTables::has_records)
      .def(
          "ask", &PairTables::ask, nb::arg("body_a"), nb::arg("body_b"), nb::arg("pose_a"),
          nb::arg("pose_b"), nb::kw_only(), nb::arg("verdicts").none() = nb::none(),
          nb::arg("stages").none() = nb::none(), nb::arg("refusals").none() = nb::none(),
          nb::arg("lower").none() = nb::none(), nb::arg("upper").none() = nb::none(),
          nb::arg("certificates").none() = nb::none(), nb::arg("threads") = 1,
          nb::arg("progress").none() = nb::none(),
          nb::sig("def ask(self, body_a: " SUNDER_ITEMS ", body_b: " SUNDER_ITEMS
                  ", pose_a: " SUNDER_ITEMS ", pose_b: " SUNDER_ITEMS ", *, verdicts: " SUNDER_BYTES
                  " | None = None, stages: " SUNDER_BYTES " | None = None, refusals: " SUNDER_BYTES
                  " | None = None, lower: " SUNDER_DOUBLES " | None = None, upper: " SUNDER_DOUBLES
                  " | None = None, certificates: " SUNDER_BYTES
                  " | None = None, threads: int = 1, progress: "
                  "collections.abc.Callable[[int, int], typing.Any] | None = None) -> "
                  "dict[str, typing.Any]"))
      .def("prove", &PairTables::prove, nb::arg("body_a"), nb::arg("body_b"), nb::arg("pose_a"),
           nb::arg("pose_b"), nb::arg("certificates"), nb::arg("verdicts"), nb::arg("threads") = 1,
           nb::arg("progress").none() = nb::none(),
           nb::sig("def prove(self, body_a: " SUNDER_ITEMS ", body_b: " SUNDER_ITEMS
                   ", pose_a: " SUNDER_ITEMS ", pose_b: " SUNDER_ITEMS
                   ", certificates: " SUNDER_BYTES ", verdicts: " SUNDER_BYTES
                   ", threads: int = 1, progress: collections.abc.Callable[[int, int], typing.Any] "
                   "| None = None) -> dict[str, typing.Any]"));
  module.def(
      "rows_digest",
      [](const Ids& ids, const Bytes& verdicts) {
        const auto [low, high] = digest(ids, verdicts);
        return nb::make_tuple(low, high);
      },
      nb::arg("pair_ids"), nb::arg("verdicts"),
      nb::sig(
          "def rows_digest(pair_ids: numpy.typing.NDArray[numpy.uint64], verdicts: " SUNDER_BYTES
          ") -> tuple[int, int]"),
      "Two sums modulo 2^64 over the rows (id, verdict), whatever their order.");
}

}  // namespace sunder::python
