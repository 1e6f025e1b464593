// SPDX-License-Identifier: Apache-2.0
//
// A batch answers each item like the single query, in any form and split anywhere. It refuses items
// that its tables do not hold.
#include <cmath>

#include "batch/executors.hpp"
#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::PoseData;
using Form = PoseData::Form;

/// The tables of a batch, in each form that it accepts.
template <int D>
struct Tables {
  static constexpr std::size_t kEntries = std::size_t{D} * (D + 1);
  std::vector<Polytope<D>> hulls;
  std::vector<Pose<D>> poses;
  std::vector<double> doubles;
  std::vector<float> floats;
  std::vector<std::int32_t> hull_a, hull_b, pose_a, pose_b;
};

template <int D>
void add_rows(Tables<D>& tables, const PoseData& pose, bool narrow) {
  std::array<double, Tables<D>::kEntries> rows{};
  for (std::size_t k = 0; k < D; ++k) {
    rows[k * (D + 2)] = 1;
    if (pose.form == Form::translation) rows[k * (D + 1) + D] = pose.translation[k];
  }
  if (pose.form == Form::matrix) std::copy(pose.rows.begin(), pose.rows.end(), rows.begin());
  for (double& entry : rows) {
    const auto rounded = static_cast<float>(std::fabs(entry) < 0x1p127 ? entry : 1.0);
    if (narrow) entry = static_cast<double>(rounded);
    tables.floats.push_back(rounded);
    tables.doubles.push_back(entry);
  }
  tables.poses.push_back(Pose<D>::from_matrix(rows).value());
}

enum class Given : std::uint8_t { poses, doubles, floats };

template <int D>
Tables<D> draw_tables(Choices& choices, Given given) {
  Tables<D> tables;
  const Family family = draw_family(choices);
  double reach = 1;
  for (int i = choices.in(1, 4); i > 0; --i) {
    const suite::BodyData body =
        draw_body(choices, D, choices.chance(1, 2) ? family : draw_family(choices), 12);
    reach = size_of(body);
    tables.hulls.push_back(suite::make_polytope<D>(body, D));
  }
  for (int i = choices.in(1, 6); i > 0; --i) {
    PoseData pose = draw_pose(choices, D, reach);
    if (pose.form == Form::quaternion && given != Given::poses) pose.form = Form::translation;
    if (pose.form == Form::quaternion) {
      tables.poses.push_back(suite::make_pose<D>(pose, D));
    } else {
      add_rows(tables, pose, given == Given::floats);
    }
  }
  const auto index = [&](std::size_t size) {
    if (choices.chance(1, 64)) return choices.chance(1, 2) ? -1 : static_cast<std::int32_t>(size);
    return choices.in(0, static_cast<int>(size) - 1);
  };
  for (int i = choices.in(0, 40); i > 0; --i) {
    tables.hull_a.push_back(index(tables.hulls.size()));
    tables.hull_b.push_back(index(tables.hulls.size()));
    tables.pose_a.push_back(index(tables.poses.size()));
    tables.pose_b.push_back(index(tables.poses.size()));
  }
  return tables;
}

template <int D>
PairBatch<D> batch_of(const Tables<D>& tables, Given given) {
  PairBatch<D> batch;
  batch.bodies = std::span<const Polytope<D>>(tables.hulls);
  const auto size = static_cast<std::int64_t>(tables.poses.size());
  batch.poses = Column<Pose<D>>(std::span<const Pose<D>>(tables.poses));
  if (given == Given::doubles) batch.poses = PoseTable<D>(tables.doubles.data(), size);
  if (given == Given::floats) batch.poses = PoseTable<D>(tables.floats.data(), size);
  batch.body_a = std::span<const std::int32_t>(tables.hull_a);
  batch.body_b = std::span<const std::int32_t>(tables.hull_b);
  batch.pose_a = std::span<const std::int32_t>(tables.pose_a);
  batch.pose_b = std::span<const std::int32_t>(tables.pose_b);
  batch.count = static_cast<std::int64_t>(tables.hull_a.size());
  return batch;
}

template <int D>
bool held(const Tables<D>& tables, std::size_t i) {
  const auto in = [](std::int32_t index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
  };
  return in(tables.hull_a[i], tables.hulls.size()) && in(tables.hull_b[i], tables.hulls.size()) &&
         in(tables.pose_a[i], tables.poses.size()) && in(tables.pose_b[i], tables.poses.size());
}

template <int D>
void check_item(const Tables<D>& tables, std::size_t i, const BatchOutput<D>& output) {
  const auto posed = [&](std::int32_t hull, std::int32_t pose) {
    return suite::PosedOf<D>{tables.hulls[static_cast<std::size_t>(hull)],
                             tables.poses[static_cast<std::size_t>(pose)]};
  };
  const bool refused = output.refusals[i] != Refusal::none;
  if (output.verdicts[i] == Verdict::not_examined) return;  // its tables are not read either
  demand(refused != held(tables, i), "items are refused that the tables do not hold, no others");
  if (refused) return;
  const auto a = posed(tables.hull_a[i], tables.pose_a[i]);
  const auto b = posed(tables.hull_b[i], tables.pose_b[i]);
  const Decision single = intersects(a, b);
  demand_equal(output.verdicts[i], single.verdict, "a batch's verdict");
  demand(output.stages[i] != Stage::none, "a batch's verdicts are proven");
  if (output.distances.empty()) return;
  const Distance<D> apart = distance(a, b);
  demand(output.distances[i].lower <= apart.distance.upper &&
             apart.distance.lower <= output.distances[i].upper,
         "a batch's distance is that of the single query");
}

template <int D>
void check_report(const BatchReport& report, const BatchOutput<D>& output, bool stopping) {
  std::int64_t counts[5] = {};
  std::int64_t refused = 0;
  for (std::size_t i = 0; i < output.verdicts.size(); ++i) {
    if (output.refusals[i] != Refusal::none) {
      ++refused;
    } else {
      ++counts[static_cast<std::size_t>(output.verdicts[i])];
    }
  }
  demand(report.separated == counts[0] && report.touching == counts[1] &&
             report.overlapping == counts[2],
         "a report counts the verdicts");
  demand(stopping || (report.skipped == 0 && report.refused == refused), "nothing is skipped");
}

template <int D>
void check_batch(Choices& choices) {
  const auto given = static_cast<Given>(choices.in(0, 2));
  const Tables<D> tables = draw_tables<D>(choices, given);
  const PairBatch<D> batch = batch_of(tables, given);
  const auto count = static_cast<std::size_t>(batch.count);
  std::vector<Verdict> verdicts(count);
  std::vector<Stage> stages(count);
  std::vector<Refusal> refusals(count);
  std::vector<Hint<D>> hints(count);
  std::vector<Interval> intervals(count);
  BatchOutput<D> output{.verdicts = verdicts, .stages = stages, .refusals = refusals};
  if (choices.chance(1, 3)) output.hints = hints;
  const bool measures = choices.chance(1, 4);
  if (measures) output.distances = intervals;
  test::Backwards backwards;
  BatchOptions options;
  options.chunk = choices.in(0, 9);
  options.certify = choices.chance(1, 8);
  options.stop = choices.chance(1, 6) ? BatchStop::first : BatchStop::never;
  if (choices.chance(1, 3)) options.executor = &backwards;
  const Host host = draw_host(choices);
  for (int round = output.hints.empty() ? 1 : 2; round > 0; --round) {
    const auto ask = [&] {
      const oracle::HostState state(host.rounding, host.subnormals);
      return measures ? distances(batch, output, options) : intersects(batch, output, options);
    };
    const Result<BatchReport> report = ask();
    demand(static_cast<bool>(report), "a batch of sound columns is answered");
    for (std::size_t i = 0; i < count; ++i) check_item(tables, i, output);
    check_report(report.value(), output, options.stop != BatchStop::never);
  }
}

}  // namespace

void fuzz_batches(Bytes bytes) {
  Choices choices(bytes);
  if (choices.chance(1, 3)) {
    check_batch<2>(choices);
  } else {
    check_batch<3>(choices);
  }
}

}  // namespace sunder::fuzz
