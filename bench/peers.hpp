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
  /// The shortest way out of an overlap, as this library has it; only of those named below.
  virtual double depth(std::size_t i) const = 0;
};

/// libccd on point clouds in double, with a linear scan for support: its two boolean questions and
/// its two depths (EPA after GJK; MPR's is along its own portal, not always the shortest).
enum class CcdMethod { gjk, mpr };
std::unique_ptr<Peer> make_ccd_peer(const PairSet& set, CcdMethod method);

/// FCL in double on its Convex shape (or, if `as_boxes`, its Box), by either of its solvers. Depth
/// by collide() with one contact.
enum class FclSolver { libccd, independent };
std::unique_ptr<Peer> make_fcl_peer(const PairSet& set, FclSolver solver, bool as_boxes);

/// Bullet in double on its convex hull or box shape without margins: GJK and EPA. Depth alone.
std::unique_ptr<Peer> make_bullet_peer(const PairSet& set, bool as_boxes);
/// Coal in double on its Convex or Box, by collide() with one contact, where the build found Coal.
/// Depth alone.
std::unique_ptr<Peer> make_coal_peer(const PairSet& set, bool as_boxes);

}  // namespace sunder::bench
