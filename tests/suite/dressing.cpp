// SPDX-License-Identifier: Apache-2.0
#include "suite/dressing.hpp"

#include "suite/placement.hpp"

namespace sunder::suite {
namespace {

void apply_similarity(Random& random, Placement& placement) {
  const Invertible map = similarity(random, placement.dimension());
  placement.map_world(map.matrix, map.scale);
}

void apply_permutation(Random& random, Placement& placement) {
  placement.map_world(signed_permutation(random, placement.dimension()).matrix, 1);
}

void move(Random& random, Placement& placement, int magnitude) {
  Point t;
  for (int k = 0; k < placement.dimension(); ++k) {
    const int entry = random.in(magnitude / 2, magnitude);
    t.push_back(random.chance(1, 2) ? entry : -entry);
  }
  // A tiny shift and a large translation do not fit one double: one of them moves into the
  // vertices.
  placement.translate(t, placement.has_shift() || random.chance(1, 2));
}

std::vector<int> some_axes(Random& random, int dimension, int value) {
  std::vector<int> chosen(static_cast<std::size_t>(dimension), 0);
  for (int k = random.in(1, dimension - 1); k > 0; --k) {
    chosen[static_cast<std::size_t>(random.in(0, dimension - 1))] = value;
  }
  return chosen;
}

void make_slender(Random& random, Placement& placement) {
  const int factor = placement.width() > 20 ? 1000 : 1000000;
  const auto chosen = some_axes(random, placement.dimension(), 1);
  Matrix map = Matrix::identity(placement.dimension());
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (chosen[k] != 0) map.columns[k] = factor * map.columns[k];
  }
  placement.map_world(map, 0);
  apply_similarity(random, placement);
}

void use_matrix_poses(Random& random, Placement& placement) {
  const Invertible map = similarity(random, placement.dimension());
  placement.map_poses(map.matrix, map.scale);
}

void go_huge(Random& random, Placement& placement) {
  placement.set_unit(1024 - placement.width());
  if (!placement.has_offset() && random.chance(1, 2)) {
    placement.scale_matrices_by_power(random.in(1, 1000));
  }
}

void go_tiny(Random& random, Placement& placement) {
  placement.set_unit(random.chance(1, 2) ? -1074 : -1030);
  if (!placement.has_offset() && random.chance(1, 2)) {
    placement.scale_matrices_by_power(-random.in(1, 1000));
  }
}

void stretch_to_needle(Random& random, Placement& placement) {
  const bool matrices = !placement.has_matrix() && random.chance(1, 2);
  const int exponent = random.chance(1, 2) ? 960 : -960;
  placement.stretch_axes(some_axes(random, placement.dimension(), exponent));
  if (matrices) use_matrix_poses(random, placement);
}

}  // namespace

const char* to_string(Dressing dressing) {
  constexpr const char* kNames[] = {"plain",        "similarity",     "matrix", "sheared",
                                    "quaternions",  "10^9 away",      "huge",   "tiny",
                                    "slender 10^6", "slender 10^300", "crowded"};
  return kNames[static_cast<int>(dressing)];
}

Case dress(Random& random, const BasePair& pair, Dressing dressing) {
  if (dressing == Dressing::quaternions && pair.dimension != 3) dressing = Dressing::matrix;
  Placement placement(random, pair);
  const bool fold = pair.shift_is_one_ulp || random.chance(1, 2);
  switch (dressing) {
    case Dressing::plain:
      apply_permutation(random, placement);
      if (random.chance(1, 2)) move(random, placement, 1000);
      placement.fold_shift(0, fold);
      break;
    case Dressing::similarity:
      apply_similarity(random, placement);
      if (random.chance(1, 2)) move(random, placement, 1000);
      placement.fold_shift(0, fold);
      break;
    case Dressing::matrix:
      placement.fold_shift(0, fold);
      use_matrix_poses(random, placement);
      break;
    case Dressing::sheared:
      if (random.chance(1, 2)) move(random, placement, 1000);
      placement.fold_shift(8, fold);
      placement.shear_each();
      break;
    case Dressing::quaternions:
      if (random.chance(1, 2)) move(random, placement, 1000);
      placement.fold_shift(14, fold);
      placement.rotate_each();
      break;
    case Dressing::far:
      apply_similarity(random, placement);
      move(random, placement, 1000000000);
      placement.fold_shift(0, fold);
      break;
    case Dressing::huge:
    case Dressing::tiny:
      apply_similarity(random, placement);
      placement.fold_shift(0, true);
      dressing == Dressing::huge ? go_huge(random, placement) : go_tiny(random, placement);
      break;
    case Dressing::slender:
      make_slender(random, placement);
      placement.fold_shift(0, fold);
      break;
    case Dressing::needle:
      placement.fold_shift(0, true);
      stretch_to_needle(random, placement);
      break;
    case Dressing::crowded:
      placement.crowd();
      apply_permutation(random, placement);
      placement.fold_shift(0, fold);
      break;
  }
  return placement.finish(to_string(dressing));
}

}  // namespace sunder::suite
