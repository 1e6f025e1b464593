// SPDX-License-Identifier: Apache-2.0
//
// Who is asked, behind one interface, Sunder too, so that all answer the same question about the
// same pairs. Bodies and transforms are prepared when a peer is made, outside any timing.
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
  /// How far apart are they? Negative or 0 where they meet.
  virtual double distance(std::size_t i) const;
  /// The shortest way out of an overlap, as this library has it; negative where it has none.
  virtual double depth(std::size_t i) const;
};

/// On which sets a peer is asked.
enum class Suits : std::uint8_t { all, boxes, motions };

struct Contestant {
  std::string name;
  std::unique_ptr<Peer> (*make)(const PairSet& set);
  std::vector<Question> answers;
  Suits suits = Suits::all;
  bool held_to_avx2 = false;  ///< Sunder, on a machine that has more
};

/// Sunder first, then every peer that the build found.
std::span<const Contestant> contestants();
/// Version and precision of each of them, for the context of a result: name, description.
struct Description {
  std::string name;
  std::string text;
};
std::span<const Description> descriptions();

/// Sunder with its defaults; with a certificate (the direction or the pairs) beside each verdict;
/// with one hint, from each pair to the next.
enum class SunderUse : std::uint8_t { plain, certificate, hint };
std::unique_ptr<Peer> make_sunder(const PairSet& set, SunderUse use);

/// libccd on point clouds in double, with a linear scan for support: its two boolean questions and
/// its two depths (EPA after GJK; MPR's is along its own portal, not always the shortest).
enum class CcdMethod : std::uint8_t { gjk, mpr };
std::unique_ptr<Peer> make_ccd_peer(const PairSet& set, CcdMethod method);

/// FCL in double on its Convex shape (or, if `as_boxes`, its Box), by either of its solvers. Depth
/// by collide() with one contact.
enum class FclSolver : std::uint8_t { libccd, independent };
std::unique_ptr<Peer> make_fcl_peer(const PairSet& set, FclSolver solver, bool as_boxes);
std::string fcl_description();

/// Bullet in double on its convex hull or box shape without margins: btGjkEpaSolver2, whose
/// Distance() answers whether they meet too.
std::unique_ptr<Peer> make_bullet_peer(const PairSet& set, bool as_boxes);
std::string bullet_description();

/// Coal in double: collide(), distance(), and collide() with one contact for the depth. From its
/// default start, from the line of the bounding boxes' centres, or from where the last pair ended.
enum class CoalUse : std::uint8_t { convex, guess, warm, box };
std::unique_ptr<Peer> make_coal_peer(const PairSet& set, CoalUse use);
std::string coal_description();

/// MuJoCo in double on meshes, whose vertices it keeps in float, or on its box: the signed distance
/// of two geoms, which answers all three.
std::unique_ptr<Peer> make_mujoco_peer(const PairSet& set, bool as_boxes);
std::string mujoco_description();

}  // namespace sunder::bench
