// SPDX-License-Identifier: Apache-2.0
//
// Idea: An item takes the path of a single query, with bodies and poses from the batch's tables.
// Cost: That of a single query. A matrix becomes a pose first, unless an earlier item had it too.
// Gives up: Items that cannot be read. The finding names the body, pose, matrix, dimension or
//   radius that is wrong.
#include "batch/examiner.hpp"

#include "query/intersects.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::batch {

template <int D>
const Polytope<D>* Examiner<D>::polytope(const Indices& list, std::int64_t item) const noexcept {
  const std::int32_t index = index_at(list, item);
  const Column<Polytope<D>>& table = batch_.bodies;
  if (index < 0 || index >= table.count) return nullptr;
  return &entry_at(table.data, table.stride, index);
}

template <int D>
bool Examiner<D>::read_pose(const Indices& list, std::int64_t item, Read& read, const Read& other) {
  const std::int32_t index = index_at(list, item);
  const PoseTable<D>& table = batch_.poses;
  if (index < 0 || index >= table.count) return false;
  if (index == read.index) return true;
  read.index = index;
  if (table.form == PoseTable<D>::Form::poses) {
    read.pose = &entry_at(static_cast<const Pose<D>*>(table.data), table.stride, index);
  } else {
    read.pose = cache_.find(index);
    if (read.pose == nullptr) read.pose = build_pose(index, read, other);
  }
  return true;
}

/// Returns null if the matrix is not finite.
template <int D>
const Pose<D>* Examiner<D>::build_pose(std::int32_t index, Read& read, const Read& other) {
  const PoseTable<D>& table = batch_.poses;
  MatrixRows<D> rows;
  if (!read_matrix<D>(table, index, rows)) return nullptr;
  const Pose<D>& built = read.built.emplace(Pose<D>::from_matrix(rows, table.dimension).value());
  const bool shared = table.count < batch_.count;
  const Pose<D>* const kept = shared ? cache_.keep(index, built, other.pose) : nullptr;
  return kept != nullptr ? kept : &built;
}

template <int D>
Finding Examiner<D>::examine(std::int64_t item, Hint<D>* hint) {
  return with_bodies(item, [&](const Posed<D>& a, const Posed<D>& b) {
    switch (demand_.question) {
      case Question::verdict:
        break;
      case Question::distance:
        return measured(a, b, hint);
      case Question::margin:
        return compared(a, b, number_at(demand_.margins, item), hint);
      case Question::proof:
        return finding_of(prove(a, b, entry_at(demand_.proposals, item)));
      case Question::contact:
        return contacted(a, b, item, hint);
      case Question::cast:
        return moved(a, b, item);
    }
    const bool padded = a.radius() > 0 || b.radius() > 0;
    return padded ? compared(a, b, 0, hint) : decided(a, b, hint);
  });
}

template <int D>
Finding Examiner<D>::decided(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const {
  const Search<D> search{.hint = hint};
  return finding_of(find_verdict(a, b, Plan<D>(search, demand_.certify ? kCertified : kPlain)));
}

/// Runs the single query after an exact comparison with `beyond`. Two boxes are measured first, and
/// compared if the interval holds `beyond`. A hint need not hold the pairs of a meeting. If these
/// are wanted, a query for the verdict follows.
template <int D>
Finding Examiner<D>::measured(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const {
  const auto farther = [&](Finding& finding) {
    finding = compared(a, b, demand_.beyond, hint);
    finding.distance.lower = demand_.beyond;
    return finding.verdict == Verdict::separated;
  };
  const bool compare_first = demand_.is_limited() && !are_boxes(a, b);
  Finding finding;
  if (compare_first && farther(finding)) return finding;
  const Distance<D> answer = distance(a, b, {.search = {.hint = hint}, .width = demand_.width});
  if (!compare_first && answer.distance.upper > demand_.beyond && farther(finding)) return finding;
  finding = finding_of(answer);
  finding.distance = answer.distance;
  if (demand_.certify && hint != nullptr && answer) decided(a, b, hint);
  return finding;
}

template <int D>
Finding Examiner<D>::contacted(const Posed<D>& a, const Posed<D>& b, std::int64_t item,
                               Hint<D>* hint) const {
  if constexpr (D == kRunTime) {
    return {};
  } else {
    ContactOptions<D> options = demand_.contact_options;
    options.search = {.hint = hint};
    options.all = {};  // one span cannot hold the points of all items
    Contact<D>& found = demand_.contacts[static_cast<std::size_t>(item)];
    found = contact(a, b, options);
    return finding_of(found);
  }
}

template <int D>
Finding Examiner<D>::moved(const Posed<D>& a, const Posed<D>& b, std::int64_t item) const {
  if constexpr (D == kRunTime) {
    return {};
  } else {
    Cast<D>& found = demand_.casts[static_cast<std::size_t>(item)];
    found = cast(a, entry_at(demand_.motions, a_.index), b, entry_at(demand_.motions, b_.index),
                 demand_.cast_options);
    return finding_of_cast(found);
  }
}

/// The verdict of padded bodies is that of a margin between the bodies without padding.
template <int D>
Finding compared(const Posed<D>& a, const Posed<D>& b, double margin, Hint<D>* hint) {
  const auto answer = compare_to_margin(a, b, {.distance = margin}, {.hint = hint});
  return answer ? finding_of(answer.value()) : refused(Refusal::margin);
}

template Finding compared(const Posed<2>&, const Posed<2>&, double, Hint<2>*);
template Finding compared(const Posed<3>&, const Posed<3>&, double, Hint<3>*);
template Finding compared(const Posed<kRunTime>&, const Posed<kRunTime>&, double, Hint<kRunTime>*);

template class Examiner<2>;
template class Examiner<3>;
template class Examiner<kRunTime>;

}  // namespace sunder::detail::batch
