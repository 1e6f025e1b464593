// SPDX-License-Identifier: Apache-2.0
//
// Runs collision steps. Bodies move, the broad phase finds the pairs that may meet, and each pair
// gets its contact points. What a pair keeps from its last step is used.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "bench/pile.hpp"

namespace sunder::bench {

/// What a step found.
struct StepCount {
  std::size_t pairs = 0;     ///< candidates of the broad phase
  std::size_t meeting = 0;   ///< pairs with contact points
  std::size_t contacts = 0;  ///< contact points
};

class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Moves the bodies to their places in a step of the pile, and finds all contacts.
  virtual StepCount step(std::size_t at) = 0;
};

/// A Scene for the broad phase, and contact() with a hint for each pair.
std::unique_ptr<Stepper> make_sunder_stepper(const Pile& pile);
/// Verdicts instead of contacts.
std::unique_ptr<Stepper> make_sunder_verdicts(const Pile& pile);
/// The broad phase alone.
std::unique_ptr<Stepper> make_sunder_broad_phase(const Pile& pile);
/// performDiscreteCollisionDetection() of a btCollisionWorld, whose manifolds persist. Shapes have
/// Bullet's own margins.
std::unique_ptr<Stepper> make_bullet_stepper(const Pile& pile);

}  // namespace sunder::bench
