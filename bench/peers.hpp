// SPDX-License-Identifier: Apache-2.0
//
// The peers, behind one interface so that all answer the same question about the same pairs. Bodies
// and transforms are prepared when a peer is made, outside any timing.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "bench/pairs.hpp"

namespace sunder::bench {

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  /// Do the bodies of pair i meet?
  virtual bool intersects(std::size_t i) const = 0;
  /// How far apart are they? Negative or 0 where they meet; only if measures().
  virtual double distance(std::size_t i) const = 0;
  virtual bool measures() const { return false; }
};

/// libccd on point clouds in double, with a linear scan for support: its two boolean questions.
enum class CcdMethod { gjk, mpr };
std::unique_ptr<Peer> make_ccd_peer(const PairSet& set, CcdMethod method);

/// FCL in double on its Convex shape (or, if `as_boxes`, its Box), with either of its solvers.
enum class FclSolver { libccd, independent };
std::unique_ptr<Peer> make_fcl_peer(const PairSet& set, FclSolver solver, bool as_boxes);

}  // namespace sunder::bench
