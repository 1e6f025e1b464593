// SPDX-License-Identifier: Apache-2.0
#include "query/batch/examiner.hpp"

#include "narrow/sat/polygon_verdict.hpp"

namespace sunder::detail::batch {
namespace {

Finding refused(Refusal why) noexcept {
  Finding finding;
  finding.refusal = why;
  return finding;
}

}  // namespace

template <int D>
const HullBlock* Examiner<D>::hull(const Indices& list, std::int64_t item) const noexcept {
  const std::int32_t index = index_at(list, item);
  const Column<Polytope<D>>& table = batch_.polytopes;
  if (index < 0 || index >= table.count) return nullptr;
  return &BlockAccess::block(entry_at(table.data, table.stride, index));
}

template <int D>
bool Examiner<D>::read_pose(const Indices& list, std::int64_t item, Read& read) const {
  const std::int32_t index = index_at(list, item);
  const PoseTable<D>& table = batch_.poses;
  if (index < 0 || index >= table.count) return false;
  if (index == read.index) return true;
  read.index = index;
  if (table.form == PoseTable<D>::Form::poses) {
    read.pose = &entry_at(static_cast<const Pose<D>*>(table.data), table.stride, index);
    return true;
  }
  MatrixRows<D> rows;
  read.pose = nullptr;
  if (!read_matrix<D>(table, index, rows)) return true;
  read.pose = &read.built.emplace(Pose<D>::from_matrix(rows).value());
  return true;
}

template <int D>
Finding Examiner<D>::examine(std::int64_t item, Hint<D>* hint) {
  const HullBlock* const hull_a = hull(batch_.hull_a, item);
  if (hull_a == nullptr) return refused(Refusal::hull_a);
  const HullBlock* const hull_b = hull(batch_.hull_b, item);
  if (hull_b == nullptr) return refused(Refusal::hull_b);
  if (!read_pose(batch_.pose_a, item, a_)) return refused(Refusal::pose_a);
  if (!read_pose(batch_.pose_b, item, b_)) return refused(Refusal::pose_b);
  if (a_.pose == nullptr) return refused(Refusal::matrix_a);
  if (b_.pose == nullptr) return refused(Refusal::matrix_b);

  const Pair<D> pair{{hull_a, a_.pose}, {hull_b, b_.pose}};
  if constexpr (D == 2) {
    if (hint == nullptr && !certify_ && sat::are_polygons(pair)) {
      const sat::PolygonVerdict found = sat::quick_verdict(pair);
      const bool by_edges = found.stage == Stage::filter;
      if (found.verdict != Verdict::undecided) {
        return {found.verdict, found.stage, by_edges ? Algorithm::sat : Algorithm::automatic,
                Refusal::none};
      }
    }
  }
  Options<D> options;
  options.hint = hint;
  const Decision<D> decision = decide<D>(pair, options, {certify_, nullptr});
  if (hint != nullptr) report<D>(pair, decision, options);
  return {decision.verdict, decision.stage, decision.decided_by, Refusal::none};
}

template class Examiner<2>;
template class Examiner<3>;

}  // namespace sunder::detail::batch
