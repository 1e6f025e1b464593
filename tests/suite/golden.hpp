// SPDX-License-Identifier: Apache-2.0
//
// Computes one number for the answers about many pairs. The number for the verdicts is equal for
// every compiler, level of optimisation, instruction set, number of threads, and position of the
// bodies in memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/float_environment.hpp"
#include "sunder/batch.hpp"

namespace sunder::suite {

/// Returns a hash over the inputs and the verdicts of the first `cases` cases. Each of n threads
/// decides every n-th case. The order of the queries then depends on n, and the hash does not.
std::uint64_t hash_decided_by(std::size_t threads, std::size_t cases);

/// That hash with all bodies alive at once. They are built in a random order with other blocks
/// between them, so that no two seeds have equal addresses in equal order. The points of each are
/// permuted. Inputs are hashed in their original form.
std::uint64_t hash_with_bodies_moved(std::uint64_t seed, std::size_t cases);

/// That hash if the host sets a rounding mode, or flushing of subnormals, before bodies are built
/// and pairs are queried.
std::uint64_t hash_decided_in(const test::FloatMode& mode, std::size_t cases);

/// Returns a hash over the reports of check() for scenes. `order` numbers a permutation of the
/// bodies (0: the original order). The executor runs the check (null: the caller's thread).
std::uint64_t hash_of_scenes(std::uint64_t order, Executor* executor = nullptr);

/// Returns a hash over the bits of distance(), penetration(), contact() and cast(). It covers the
/// first cases and as many pairs of boxes and of hulls at rotated poses: intervals, points and
/// normals. These may differ between instruction sets, in the last places and where minimum
/// translations tie. Two builds for HWY_SCALAR, which SUNDER_DETERMINISTIC selects, agree.
std::uint64_t hash_of_numbers(std::size_t cases);

/// The number of cases of the verdicts' hash. The constant changes only with the generators.
constexpr std::size_t kGoldenCases = 600;
constexpr std::uint64_t kGolden = 6160173755640904425u;
/// The hash of the scenes.
constexpr std::uint64_t kGoldenScenes = 9370050535919360684u;
/// The value of hash_of_numbers() on HWY_SCALAR. It changes with any change of a number.
constexpr std::uint64_t kGoldenNumbers = 7672016431273997438u;

}  // namespace sunder::suite
