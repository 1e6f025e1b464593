// SPDX-License-Identifier: Apache-2.0
#include "batch/examiner.hpp"

#include <hwy/cache_control.h>
#include <type_traits>

#include "batch/margin_item.hpp"
#include "query/intersects.hpp"

namespace sunder::detail::batch {
namespace {

/// Bytes that memory hands over at once.
constexpr std::ptrdiff_t kLine = 64;

Finding finding_of(const Decision& answer) noexcept {
  Finding finding;
  finding.verdict = answer.verdict;
  finding.stage = answer.stage;
  finding.decided_by = answer.decided_by;
  return finding;
}

}  // namespace

template <int D>
const Polytope<D>* Examiner<D>::polytope(const Indices& list, std::int64_t item) const noexcept {
  const std::int32_t index = index_at(list, item);
  const Column<Polytope<D>>& table = batch_.bodies;
  if (index < 0 || index >= table.count) return nullptr;
  return &entry_at(table.data, table.stride, index);
}

template <int D>
const HullBlock* Examiner<D>::hull(const Indices& list, std::int64_t item) const noexcept {
  const Polytope<D>* const found = polytope(list, item);
  return found == nullptr ? nullptr : &BlockAccess::block(*found);
}

template <int D>
void Examiner<D>::prefetch_handles(std::int64_t item) const noexcept {
  for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
    const Polytope<D>* const found = polytope(*list, item);
    if (found != nullptr) hwy::Prefetch(found);
  }
}

/// Where the vertices lie stands in the header, which must have come before.
template <int D>
void Examiner<D>::prefetch_headers(std::int64_t item) const noexcept {
  for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
    const HullBlock* const block = hull(*list, item);
    if (block == nullptr) continue;
    const auto* const bytes = reinterpret_cast<const std::byte*>(block);
    hwy::Prefetch(bytes);
    hwy::Prefetch(bytes + kLine);
    hwy::Prefetch(bytes + 2 * kLine);
  }
}

/// Vertices in floats: all that is read of a small body before doubles prove the verdict. Of a
/// large one no more than this, or it would take the place of what is asked now.
template <int D>
void Examiner<D>::prefetch_bodies(std::int64_t item) const noexcept {
  constexpr std::ptrdiff_t kMost = 8 * kLine;
  for (const Indices* list : {&batch_.body_a, &batch_.body_b}) {
    const HullBlock* const block = hull(*list, item);
    if (block == nullptr || block->points_float == nullptr) continue;
    hwy::Prefetch(block->max_abs);
    hwy::Prefetch(block->centre);
    const auto* const bytes = reinterpret_cast<const std::byte*>(block->points_float);
    const std::ptrdiff_t size = std::ptrdiff_t{D} * block->stride * 4;
    for (std::ptrdiff_t at = 0; at < std::min(size, kMost); at += kLine) hwy::Prefetch(bytes + at);
  }
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
  read.pose = &read.built.emplace(Pose<D>::from_matrix(rows, table.dimension).value());
  return true;
}

template <int D>
Finding Examiner<D>::examine(std::int64_t item, Hint<D>* hint) {
  return with_bodies(item, [&](const Posed<D>& a, const Posed<D>& b) {
    switch (demand_.question) {
      case Question::distance:
        return measured(a, b, hint);
      case Question::margin:
        return compared(a, b, item, hint);
      case Question::proof:
        return finding_of(prove(a, b, entry_at(demand_.proposals, item)));
      case Question::verdict:
        break;
    }
    return decided(a, b, hint);
  });
}

template <int D>
Finding Examiner<D>::decided(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const {
  const Search<D> search{.hint = hint};
  return finding_of(find_verdict(a, b, Plan<D>(search, demand_.certify ? kCertified : kPlain)));
}

/// The single query itself. Its hint need not hold pairs of a meeting, so where these are wanted
/// the verdict is asked for once more.
template <int D>
Finding Examiner<D>::measured(const Posed<D>& a, const Posed<D>& b, Hint<D>* hint) const {
  const Distance<D> answer = distance(a, b, {.search = {.hint = hint}, .width = demand_.width});
  Finding finding = finding_of(answer);
  finding.distance = answer.distance;
  if (demand_.certify && hint != nullptr && answer) decided(a, b, hint);
  return finding;
}

/// A margin verdict is the verdict of the padded bodies.
template <int D>
Finding Examiner<D>::compared(const Posed<D>& a, const Posed<D>& b, std::int64_t item,
                              Hint<D>* hint) const {
  const auto answer =
      compare_to_margin(a, b, margin_of_item(batch_, demand_.margins, item), {.hint = hint});
  return answer ? finding_of(answer.value()) : refused(Refusal::margin);
}

template class Examiner<2>;
template class Examiner<3>;
template class Examiner<kRunTime>;

}  // namespace sunder::detail::batch
