// SPDX-License-Identifier: Apache-2.0
//
// Builds scenes of the suite's own bodies. Neighbours touch or miss by a unit in the last place,
// and bodies of other pairs lie anywhere. Pruning, margins and verdicts are all exercised.
#include <string>
#include <vector>

#include "suite/golden.hpp"
#include "suite/posed.hpp"
#include "suite/random.hpp"

namespace sunder::suite {
namespace {

constexpr std::size_t kScenes = 8;
constexpr std::size_t kPairsPerScene = 16;

class SceneHash {
 public:
  void add(std::uint64_t word) noexcept { state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u; }
  std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0;
};

/// The permutation of the bodies in a scene, and its inverse.
struct Ordered {
  Scene scene;
  std::vector<std::size_t> made;  ///< by id
};

Ordered add_in_order(const std::vector<const BodyData*>& bodies, std::uint64_t seed) {
  Ordered result;
  for (std::size_t i = 0; i < bodies.size(); ++i) result.made.push_back(i);
  if (seed != 0) {
    Random random(seed);
    random.shuffle(result.made);
  }
  for (const std::size_t i : result.made) {
    result.scene.add({"body " + std::to_string(i), make_polytope<3>(*bodies[i], 3),
                      make_pose<3>(bodies[i]->pose, 3)});
  }
  return result;
}

/// Hashes the whole report of check(), in the original order of the bodies.
void add_report(SceneHash& hash, const Ordered& ordered, double clearance, Executor* executor) {
  CheckOptions options;
  options.clearance = clearance;
  options.executor = executor;
  const SceneReport report = check(ordered.scene, options).value();
  const std::size_t count = ordered.made.size();
  std::vector<Proximity> stand(count * count, Proximity::clear);
  for (const PairReport& pair : report.pairs) {
    const std::size_t a = ordered.made[static_cast<std::size_t>(pair.a)];
    const std::size_t b = ordered.made[static_cast<std::size_t>(pair.b)];
    stand[a * count + b] = stand[b * count + a] = pair.proximity;
  }
  for (const Proximity one : stand) hash.add(static_cast<std::uint64_t>(one));
}

}  // namespace

std::uint64_t hash_of_scenes(std::uint64_t order, Executor* executor) {
  SceneHash hash;
  std::uint64_t next = 0;
  for (std::size_t scene = 0; scene < kScenes; ++scene) {
    std::vector<Case> cases;
    while (cases.size() < kPairsPerScene) {
      Case item = make_case(next++);
      if (item.dimension == 3) cases.push_back(std::move(item));
    }
    std::vector<const BodyData*> bodies;
    for (const Case& item : cases) {
      hash.add(hash_inputs(item));
      bodies.push_back(&item.a);
      bodies.push_back(&item.b);
    }
    const Ordered ordered = add_in_order(bodies, order);
    for (const double clearance : {0.0, 1.0}) add_report(hash, ordered, clearance, executor);
  }
  return hash.value();
}

}  // namespace sunder::suite
