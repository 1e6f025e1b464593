// SPDX-License-Identifier: Apache-2.0
//
// Lists the contestants: the searches that the paper compares, and every other algorithm that
// serves 3-D.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reproduce_bodies.hpp"
#include "sunder/sunder.hpp"

namespace sunder::cli {

struct Contestant {
  std::string name;   ///< the algorithm's name; for edge_projection with its options
  std::string paper;  ///< its name in the paper, or nothing
  Algorithm algorithm = Algorithm::automatic;
  std::int32_t max_faces = 0;
  bool translated = false;  ///< keeps outlines while bodies only translate
};

/// Returns the paper's algorithms first, then the others in the order of algorithms(), `auto` last.
std::vector<Contestant> contestants();

/// One pair of bodies, queried in the way of one contestant.
class Asker {
 public:
  Asker(const Contestant& who, const Polytope3& a, const Polytope3& b);
  Decision operator()(const Place& place);

 private:
  const Polytope3& a_;
  const Polytope3& b_;
  Search3 options_;
  std::optional<TranslatedPair3> kept_;
};

/// Returns true if the contestant's proposal was proven; false if the exact stage had to continue.
bool proved_itself(const Contestant& who, const Decision& answer) noexcept;

}  // namespace sunder::cli
