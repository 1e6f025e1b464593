// SPDX-License-Identifier: Apache-2.0
//
// The bodies of a batch's items, and single questions about two of them with their radii. One text serves space and the plane.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "batch/columns.hpp"
#include "batch/request.hpp"
#include "exact/dyadic.hpp"
#include "sunder/body_batch.hpp"

namespace sunder::detail::mesh {

using batch::Finding;
using batch::refused;

template <int D>
using PosedBodyOf = PosedBody<typename BodyTypes<D>::Body, Pose<D>>;

inline constexpr double kNoEnd = std::numeric_limits<double>::infinity();

/// A body of an item.
template <int D>
struct PaddedBody {
  PosedBodyOf<D> posed;
  double radius;
};

/// Reads the items of a batch.
template <int D>
class BodyReader {
 public:
  using Table = BodyBatch<D>;
  explicit BodyReader(const Table& batch) noexcept : batch_(batch) {}

  /// Calls use(a, b) with the bodies of an item; returns a refusal if they cannot be read.
  template <class Use>
  Finding with_bodies(std::int64_t item, const Use& use) const {
    const auto* const a = body(batch_.body_a, item);
    if (a == nullptr) return refused(Refusal::body_a);
    const auto* const b = body(batch_.body_b, item);
    if (b == nullptr) return refused(Refusal::body_b);
    std::optional<Pose<D>> made_a, made_b;
    bool is_there = true;
    const Pose<D>* const pose_a = pose(batch_.pose_a, item, made_a, is_there);
    if (!is_there) return refused(Refusal::pose_a);
    const Pose<D>* const pose_b = pose(batch_.pose_b, item, made_b, is_there);
    if (!is_there) return refused(Refusal::pose_b);
    if (pose_a == nullptr) return refused(Refusal::matrix_a);
    if (pose_b == nullptr) return refused(Refusal::matrix_b);
    const double radius_a = radius(batch_.body_a, item), radius_b = radius(batch_.body_b, item);
    if (!is_length(radius_a) || !is_length(radius_b)) return refused(Refusal::margin);
    return use(PaddedBody<D>{{*a, *pose_a}, radius_a}, PaddedBody<D>{{*b, *pose_b}, radius_b});
  }

  const Table& table() const noexcept { return batch_; }

 private:
  const typename BodyTypes<D>::Body* body(const Indices& list, std::int64_t item) const noexcept {
    const std::int32_t index = batch::index_at(list, item);
    if (index < 0 || index >= batch_.bodies.count) return nullptr;
    return &batch::entry_at(batch_.bodies.data, batch_.bodies.stride, index);
  }

  /// Returns null for a matrix that is not finite.
  const Pose<D>* pose(const Indices& list, std::int64_t item, std::optional<Pose<D>>& made,
                      bool& is_there) const {
    const std::int32_t index = batch::index_at(list, item);
    const PoseTable<D>& table = batch_.poses;
    is_there = index >= 0 && index < table.count;
    if (!is_there) return nullptr;
    if (table.form == PoseTable<D>::Form::poses)
      return &batch::entry_at(static_cast<const Pose<D>*>(table.data), table.stride, index);
    batch::MatrixRows<D> rows;
    if (!batch::read_matrix<D>(table, index, rows)) return nullptr;
    return &made.emplace(Pose<D>::from_matrix(rows).value());
  }

  double radius(const Indices& list, std::int64_t item) const noexcept {
    return batch_.radii.data == nullptr
               ? 0
               : batch::number_at(batch_.radii, batch::index_at(list, item));
  }

  const Table& batch_;
};

template <class Answer>
BodyPlace place_of(const Answer& answer) noexcept {
  if constexpr (requires { answer.triangle_a; }) {
    return {answer.part_a, answer.part_b, answer.triangle_a, answer.triangle_b};
  } else {
    return {answer.part_a, answer.part_b, answer.piece_a, answer.piece_b};
  }
}

template <class Answer>
Finding finding_of_body(const Answer& answer) noexcept {
  return batch::finding_of(static_cast<const Decision&>(answer));
}

/// Compares the distance of two bodies, less their radii, with a margin.
template <int D, class Take>
Finding compare_padded(const PaddedBody<D>& a, const PaddedBody<D>& b, double margin,
                       const Take& take) {
  const auto answer = compare_to_margin(a.posed, b.posed, {margin, a.radius, b.radius});
  if (!answer) return refused(Refusal::margin);
  take(place_of(answer.value()));
  return finding_of_body(answer.value());
}
template <int D>
Result<typename BodyTypes<D>::Distance> measure_padded(const PaddedBody<D>& a,
                                                       const PaddedBody<D>& b) {
  if (is_zero_bits(a.radius) && is_zero_bits(b.radius)) return distance(a.posed, b.posed);
  return distance(a.posed, b.posed, a.radius, b.radius);
}

}  // namespace sunder::detail::mesh
