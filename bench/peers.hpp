// SPDX-License-Identifier: Apache-2.0
//
// Defines one interface for all contestants, including Sunder: all answer the same question about
// the same pairs. Bodies and transforms are prepared when a peer is made, outside any timing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/pairs.hpp"

namespace sunder::bench {

enum class Question : std::uint8_t { intersects, distance, depth };
std::string to_string(Question question);

class Peer {
 public:
  virtual ~Peer() = default;
  /// Do the bodies of pair i meet?
  virtual bool intersects(std::size_t i) const;
  /// How far apart are they? The result is negative or 0 if they meet.
  virtual double distance(std::size_t i) const;
  /// The minimum translation of an overlap, as this library defines it; negative if it finds none.
  virtual double depth(std::size_t i) const;
};

/// The sets on which a peer runs.
enum class Suits : std::uint8_t { all, boxes, motions };

struct Contestant {
  std::string name;
  std::unique_ptr<Peer> (*make)(const PairSet& set);
  std::vector<Question> answers;
  Suits suits = Suits::all;
  std::int64_t held_to = 0;  ///< Sunder, with a lesser instruction set than the machine's best
};

/// Sunder first, then every peer that the build found.
std::span<const Contestant> contestants();
/// The version and precision of each contestant, for the context of a result: name, description.
struct Description {
  std::string name;
  std::string text;
};
std::span<const Description> descriptions();

/// Sunder with its defaults, with a certificate (the direction or the pairs) for each verdict, or
/// with one hint passed from pair to pair.
enum class SunderUse : std::uint8_t { plain, certificate, hint };
std::unique_ptr<Peer> make_sunder(const PairSet& set, SunderUse use);

/// libccd on point clouds in double, with a linear scan for support. It has two boolean queries and
/// two depths. EPA follows GJK; MPR's depth is along its own portal, not always the shortest.
enum class CcdMethod : std::uint8_t { gjk, mpr };
std::unique_ptr<Peer> make_ccd_peer(const PairSet& set, CcdMethod method);

/// FCL in double on its Convex shape (or, if `as_boxes`, its Box), by either of its solvers. Depth
/// comes from collide() with one contact.
enum class FclSolver : std::uint8_t { libccd, independent };
std::unique_ptr<Peer> make_fcl_peer(const PairSet& set, FclSolver solver, bool as_boxes);
std::string fcl_description();

/// Bullet in double on its convex hull or box shape without margins. Distance() of btGjkEpaSolver2
/// also answers whether they meet.
std::unique_ptr<Peer> make_bullet_peer(const PairSet& set, bool as_boxes);
std::string bullet_description();

/// Coal in double: collide(), distance(), and collide() with one contact for the depth. It starts
/// from its default, from the line of the bounding boxes' centres, or from the last pair's result.
enum class CoalUse : std::uint8_t { convex, guess, warm, box };
std::unique_ptr<Peer> make_coal_peer(const PairSet& set, CoalUse use);
std::string coal_description();

/// MuJoCo in double on its box, or on meshes, whose vertices it stores in float. The signed
/// distance of two geoms answers all three questions.
std::unique_ptr<Peer> make_mujoco_peer(const PairSet& set, bool as_boxes);
std::string mujoco_description();

}  // namespace sunder::bench
