// SPDX-License-Identifier: Apache-2.0
//
// The tables of a batch: bodies, poses and indices, as Python gives them.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "arrays.hpp"
#include "bodies.hpp"
#include "sunder/batch.hpp"

namespace sunder::python {

/// Bodies of one dimension, and their radii.
template <int D>
struct BodyTable {
  std::vector<Polytope<D>> polytopes, written;
  std::vector<double> radii;
  int dimension = D;
  bool padded = false;

  BodyTable(nb::handle bodies, int of_dimension) : dimension(of_dimension) {
    for (nb::handle one : bodies) {
      const Body& body = body_of(one, "bodies");
      const auto* const polytope = std::get_if<kAlternative<D>>(&body.polytope);
      if (polytope == nullptr || polytope->dimension() != dimension) {
        refuse_dimension("bodies", dimension, body.dimension());
      }
      polytopes.push_back(*polytope);
      written.push_back(std::get<kAlternative<D>>(body.written));
      radii.push_back(body.radius);
      padded = padded || body.radius > 0;
    }
  }
  Column<Polytope<D>> column() const { return std::span<const Polytope<D>>(polytopes); }
  Column<double> radius_column() const {
    return padded ? Column<double>(std::span<const double>(radii)) : Column<double>();
  }
};

/// Poses: None (the world's frame), Pose objects, or an array of shape (m, d, d+1) or
/// (m, d+1, d+1). An array whose matrices are dense rows is not copied.
template <int D>
class PoseList {
 public:
  PoseList(nb::handle poses, int dimension) {
    if (poses.is_none()) {
      take_identity(dimension);
    } else if (is_list_of_poses(poses)) {
      take_objects(poses, dimension);
    } else {
      take_array(poses, dimension);
    }
  }
  PoseList(const PoseList&) = delete;
  PoseList& operator=(const PoseList&) = delete;

  const PoseTable<D>& table() const noexcept { return table_; }
  bool is_identity() const noexcept { return identity_; }
  /// The pose of an entry that the library has accepted; None is one entry for all.
  Pose<D> at(std::int64_t index) const { return read(index).value(); }
  /// The pose of an entry of the table, or none for a matrix that is not finite.
  std::optional<Pose<D>> read(std::int64_t index) const {
    if (identity_) return objects_.front();
    if (!objects_.empty()) return objects_[static_cast<std::size_t>(index)];
    std::vector<double> rows;
    for (std::int64_t r = 0; r < table_.dimension; ++r) {
      for (std::int64_t c = 0; c <= table_.dimension; ++c) {
        rows.push_back(numbers_->at(index, r, c));
      }
    }
    auto pose = Pose<D>::from_matrix(rows, table_.dimension);
    return pose ? std::optional<Pose<D>>(std::move(pose).value()) : std::nullopt;
  }

 private:
  static bool is_list_of_poses(nb::handle poses) {
    const bool listed = nb::isinstance<nb::list>(poses) || nb::isinstance<nb::tuple>(poses);
    return listed && nb::len(poses) > 0 && nb::isinstance<AnyPose>(nb::object(poses[0]));
  }

  void take_objects(nb::handle poses, int dimension) {
    for (nb::handle one : poses) {
      const PoseArgument<D> pose(one, dimension, "poses");
      objects_.push_back(pose.get());
    }
    table_ = PoseTable<D>(Column<Pose<D>>(std::span<const Pose<D>>(objects_)));
    table_.dimension = dimension;
  }

  void take_identity(int dimension) {
    if constexpr (D == kRunTime) {
      objects_.push_back(PoseN::identity(dimension));
    } else {
      objects_.push_back(Pose<D>::identity());
    }
    table_ = PoseTable<D>(Column<Pose<D>>(std::span<const Pose<D>>(objects_)));
    table_.dimension = dimension;
    identity_ = true;
  }

  void take_array(nb::handle poses, int dimension) {
    Numbers& numbers = numbers_.emplace(poses, "poses");
    const std::int64_t d = dimension;
    const bool shaped = numbers.ndim() == 3 && numbers.shape(2) == d + 1 &&
                        (numbers.shape(1) == d || numbers.shape(1) == d + 1);
    if (!shaped) {
      const std::string rows = std::to_string(d), columns = std::to_string(d + 1);
      refuse_shape(
          "poses", "shape " + numbers.shape_text(),
          "give shape (m, " + rows + ", " + columns + ") or (m, " + columns + ", " + columns + ")");
    }
    const std::int64_t count = numbers.shape(0);
    if (numbers.shape(1) == d + 1) check_last_rows(d);
    const bool floats = numbers.floats();
    table_.count = count;
    table_.dimension = dimension;
    table_.form = floats ? PoseTable<D>::Form::floats : PoseTable<D>::Form::doubles;
    if (numbers.has_dense_rows() && numbers.stride(0) % (floats ? 4 : 8) == 0) {
      table_.data = numbers.data();
      table_.stride = numbers.stride(0);
      return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      for (std::int64_t r = 0; r < d; ++r) {
        for (std::int64_t c = 0; c <= d; ++c) copied_.push_back(numbers.at(i, r, c));
      }
    }
    table_.form = PoseTable<D>::Form::doubles;
    table_.data = copied_.data();
    table_.stride = 8 * d * (d + 1);
  }

  void check_last_rows(std::int64_t d) const {
    for (std::int64_t i = 0; i < numbers_->shape(0); ++i) {
      for (std::int64_t c = 0; c <= d; ++c) {
        if (!(numbers_->at(i, d, c) == (c == d ? 1 : 0))) {
          refuse_shape("poses",
                       "matrix " + std::to_string(i) + " has a last row that is not 0 ... 0 1",
                       "give affine transforms");
        }
      }
    }
  }

  std::optional<Numbers> numbers_;
  std::vector<double> copied_;
  std::vector<Pose<D>> objects_;
  PoseTable<D> table_;
  bool identity_ = false;
};

/// Margins: one for all items, or one an item.
class MarginList {
 public:
  MarginList(nb::handle margins, std::int64_t items);
  MarginList(const MarginList&) = delete;
  MarginList& operator=(const MarginList&) = delete;

  Column<double> column() const noexcept {
    return same_ ? Column<double>::same(read_.front())
                 : Column<double>(std::span<const double>(read_));
  }

 private:
  bool same_ = false;
  std::vector<double> read_;
};

/// Returns the dimension of the first body of a sequence. Refuses what is no sequence of bodies.
int dimension_of_bodies(nb::handle bodies);
/// Returns the number of items, which every list that has one must agree with.
std::int64_t count_items(std::initializer_list<std::pair<const char*, std::int64_t>> lists,
                         std::int64_t given);
/// A list of indices, and the object that it was read from.
struct ItemList {
  nb::handle given;
  const IndexList& list;
};
/// Sets the poses, the lists of a batch of any kind, and how many items they are.
template <int D, class Batch>
void set_items(Batch& batch, std::int64_t bodies, const PoseList<D>& poses, const ItemList& body_a,
               const ItemList& body_b, const ItemList& pose_a, const ItemList& pose_b,
               std::int64_t count) {
  static constexpr std::int32_t kFirst = 0;
  const bool identity = poses.is_identity();
  const std::int64_t pose_entries = identity ? -1 : poses.table().count;
  const auto length = [](const ItemList& of, std::int64_t entries) {
    return of.given.is_none() ? entries : of.list.size();
  };
  batch.count = count_items({{"body_a", length(body_a, bodies)},
                             {"body_b", length(body_b, bodies)},
                             {"pose_a", length(pose_a, pose_entries)},
                             {"pose_b", length(pose_b, pose_entries)}},
                            count);
  batch.poses = poses.table();
  batch.body_a = body_a.list.column();
  batch.body_b = body_b.list.column();
  const auto of_poses = [&](const ItemList& of) {
    return identity && of.given.is_none() ? Indices::same(kFirst) : of.list.column();
  };
  batch.pose_a = of_poses(pose_a);
  batch.pose_b = of_poses(pose_b);
}

/// Motions of poses: an array (poses, D) of translations.
template <int D>
std::vector<Motion<D>> read_translations(nb::handle translations, std::int64_t poses) {
  const Numbers numbers(translations, "translations");
  if (numbers.ndim() != 2 || numbers.shape(1) != D || numbers.shape(0) != poses) {
    refuse_shape(
        "translations", "shape " + numbers.shape_text(),
        "give a row for each pose: (" + std::to_string(poses) + ", " + std::to_string(D) + ")");
  }
  std::vector<Motion<D>> motions;
  for (std::int64_t i = 0; i < numbers.shape(0); ++i)
    motions.push_back(accepted("translations", Motion<D>::linear(row<D>(numbers, i))));
  return motions;
}

/// Refuses a question that has no answer in dimensions above 3.
[[noreturn]] void refuse_run_time(std::string_view question);

// Types in the signatures of batches.
#define SUNDER_ITEMS                                                         \
  "numpy.typing.NDArray[numpy.int32] | numpy.typing.NDArray[numpy.int64] | " \
  "collections.abc.Sequence[int] | int | None"
#define SUNDER_PLACES "numpy.typing.NDArray[numpy.int32]"
#define SUNDER_BYTES "numpy.typing.NDArray[numpy.uint8]"
#define SUNDER_DOUBLES "numpy.typing.NDArray[numpy.float64]"

}  // namespace sunder::python
