// SPDX-License-Identifier: Apache-2.0
//
// One question about many pairs of polytopes. A loop is much smaller than the library's batches.
#pragma once

#include <limits>
#include <string>

#include "answers.hpp"
#include "module.hpp"

namespace sunder::web {

template <int D>
struct PosedItem {
  const Polytope<D>* polytope;
  Pose<D> pose;
};

template <int D>
struct Posing {
  static constexpr std::size_t kNumbers = std::size_t{D} * (D + 1);
  std::span<const Polytope<D>> bodies;
  std::span<const double> poses;

  /// Refuses an index beyond its table, and a pose that is not finite.
  Result<PosedItem<D>> at(std::int32_t body, std::int32_t pose, std::uint32_t item,
                          const char* side) const {
    const auto refusal = [&](const char* what, std::int32_t index, std::size_t size) {
      return Error{ErrorCode::wrong_shape, "item " + std::to_string(item) + ": " + what + side +
                                               " is " + std::to_string(index) + "; the table has " +
                                               std::to_string(size) + " entries"};
    };
    if (body < 0 || static_cast<std::size_t>(body) >= bodies.size())
      return refusal("body ", body, bodies.size());
    const auto rows = static_cast<std::size_t>(pose);
    if (pose < 0 || rows >= poses.size() / kNumbers)
      return refusal("pose ", pose, poses.size() / kNumbers);
    Result<Pose<D>> made = Pose<D>::from_matrix(poses.subspan(kNumbers * rows, kNumbers));
    if (!made) {
      return Error{made.error().code, "item " + std::to_string(item) + ": " + made.error().message};
    }
    return PosedItem<D>{&bodies[static_cast<std::size_t>(body)], std::move(made).value()};
  }
};

/// Request: bodies, poses as rows of a matrix, four lists of indices (empty: item i uses entry i; one: the same for all), the
/// number of items, whether to measure, the relative width, how many hits end it (0: none do), the number of
/// the first item in messages. Answer: verdicts; intervals
/// where measured; items settled.
template <int D>
std::int32_t ask_batch_of() {
  Reader message = request();
  std::vector<Polytope<D>> bodies;
  const auto table = message.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < table; ++i) bodies.push_back(std::get<0>(read_shape<D>(message)));
  const auto poses = message.read<std::vector<double>>();
  const auto body_a = message.read<std::vector<std::int32_t>>();
  const auto body_b = message.read<std::vector<std::int32_t>>();
  const auto pose_a = message.read<std::vector<std::int32_t>>();
  const auto pose_b = message.read<std::vector<std::int32_t>>();
  const auto count = message.read<std::uint32_t>();
  const auto measures = message.read<bool>();
  const auto width = message.read<double>();
  const auto hits = message.read<std::uint32_t>();
  const auto first_item = message.read<std::uint32_t>();
  if (!message.is_whole()) return refuse(ErrorCode::wrong_shape, "the message is cut off");

  const Posing<D> posing{bodies, poses};
  std::vector<Verdict> verdicts(count, Verdict::not_examined);
  std::vector<Interval> intervals(measures ? count : 0,
                                  Interval{0, std::numeric_limits<double>::infinity()});
  std::uint32_t met = 0, i = 0;
  for (; i < count && (hits == 0 || met < hits); ++i) {
    const auto entry = [&](const std::vector<std::int32_t>& list) {
      return list.empty() ? static_cast<std::int32_t>(i) : list.size() == 1 ? list[0] : list[i];
    };
    const Result<PosedItem<D>> a = posing.at(entry(body_a), entry(pose_a), first_item + i, "a");
    if (!a) return refuse(a.error());
    const Result<PosedItem<D>> b = posing.at(entry(body_b), entry(pose_b), first_item + i, "b");
    if (!b) return refuse(b.error());
    const Posed<D> first(*a.value().polytope, a.value().pose);
    const Posed<D> second(*b.value().polytope, b.value().pose);
    if (measures) {
      const Distance<D> found = distance(first, second, {.search = {}, .width = width});
      verdicts[i] = found.verdict;
      intervals[i] = found.distance;
    } else {
      verdicts[i] = intersects(first, second).verdict;
    }
    if (verdicts[i] != Verdict::separated) ++met;
  }
  return answer(verdicts, intervals, i);
}

}  // namespace sunder::web
