// SPDX-License-Identifier: Apache-2.0
//
// One number for the answers about many pairs. That for the verdicts is the same with every
// compiler, level of optimisation, instruction set, number of threads, and place of the bodies in
// memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/float_environment.hpp"
#include "sunder/batch.hpp"

namespace sunder::suite {

/// A hash over the inputs and the verdicts of the first `cases` cases. Of n threads each decides
/// every n-th case: the order in which they are asked differs from n to n, and the hash does not
/// see it.
std::uint64_t hash_decided_by(std::size_t threads, std::size_t cases);

/// The same hash where all bodies are alive at once, were built in a random order with other blocks
/// between them, so that no two seeds have them at the same addresses in the same order, and where
/// the points of each were handed in in another order. Inputs are hashed as they were made.
std::uint64_t hash_with_bodies_moved(std::uint64_t seed, std::size_t cases);

/// The same hash where the host has set a rounding mode, or flushing of subnormals, before bodies
/// are built and pairs are asked.
std::uint64_t hash_decided_in(const test::FloatMode& mode, std::size_t cases);

/// A hash over what check() says of scenes whose bodies were added in an order of this number (0: as
/// they were made), asked by the executor (null: the caller's thread).
std::uint64_t hash_of_scenes(std::uint64_t order, Executor* executor = nullptr);

/// A hash over the bits of what distance(), penetration(), contact() and cast() say of the first
/// cases and of as many pairs of boxes and of hulls at turned poses: intervals, points and normals.
/// These may differ from one instruction set to the next, in the last places and where ways out
/// tie, but not between two builds for HWY_SCALAR, which SUNDER_DETERMINISTIC asks for.
std::uint64_t hash_of_numbers(std::size_t cases);

/// What those of verdicts are for 600 cases. The constant changes only when the generators do.
constexpr std::size_t kGoldenCases = 600;
constexpr std::uint64_t kGolden = 6160173755640904425u;
/// What that of scenes is.
constexpr std::uint64_t kGoldenScenes = 9370050535919360684u;
/// And hash_of_numbers() on HWY_SCALAR. It changes with whatever changes a number.
constexpr std::uint64_t kGoldenNumbers = 12566780223847201199u;

}  // namespace sunder::suite
