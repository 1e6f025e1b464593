// SPDX-License-Identifier: Apache-2.0
#include "bench/step.hpp"

#include <unordered_map>
#include <vector>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"

namespace sunder::bench {
namespace {

/// The scene's body of a ball is the box around it, since scenes have no radii.
class SunderStepper : public Stepper {
 public:
  explicit SunderStepper(const Pile& pile) : pile_(pile) {
    for (const PileBody& body : pile.bodies) {
      const double r = body.radius;
      scene_.add({.name = "body", .polytope = r > 0 ? Polytope3::box({r, r, r}) : body.core});
    }
  }

  StepCount step(std::size_t at) override {
    const std::vector<Placed>& places = pile_.steps[at];
    for (std::size_t i = 0; i < places.size(); ++i) {
      scene_.set_pose(static_cast<std::int32_t>(i),
                      pile_.bodies[i].radius > 0
                          ? Pose3::translation(places[i].position).value()
                          : Pose3::from_wxyz(places[i].wxyz, places[i].position).value());
    }
    StepCount count;
    for (const BodyPair& pair : candidate_pairs(scene_)) {
      ++count.pairs;
      examine(pair, count);
    }
    return count;
  }

 protected:
  virtual void examine(const BodyPair& pair, StepCount& count) = 0;

  Posed3 posed(std::int32_t id) const {
    const PileBody& body = pile_.bodies[static_cast<std::size_t>(id)];
    return {body.core, scene_.body(id).pose, body.radius};
  }
  Hint3& hint(const BodyPair& pair) {
    return hints_[static_cast<std::uint64_t>(pair.a) << 32 | static_cast<std::uint32_t>(pair.b)];
  }

 private:
  const Pile& pile_;
  Scene scene_;
  std::unordered_map<std::uint64_t, Hint3> hints_;
};

class Contacts final : public SunderStepper {
 public:
  using SunderStepper::SunderStepper;

 private:
  void examine(const BodyPair& pair, StepCount& count) override {
    const Contact3 found =
        contact(posed(pair.a), posed(pair.b), {.search = {.hint = &hint(pair)}, .max_points = 4});
    count.meeting += found.points.size() > 0 ? 1 : 0;
    count.contacts += found.points.size();
  }
};

class Verdicts final : public SunderStepper {
 public:
  using SunderStepper::SunderStepper;

 private:
  void examine(const BodyPair& pair, StepCount& count) override {
    count.meeting += intersects(posed(pair.a), posed(pair.b), {.hint = &hint(pair)}) ? 1 : 0;
  }
};

class BroadPhase final : public SunderStepper {
 public:
  using SunderStepper::SunderStepper;

 private:
  void examine(const BodyPair&, StepCount&) override {}
};

}  // namespace

std::unique_ptr<Stepper> make_sunder_stepper(const Pile& pile) {
  return std::make_unique<Contacts>(pile);
}
std::unique_ptr<Stepper> make_sunder_verdicts(const Pile& pile) {
  return std::make_unique<Verdicts>(pile);
}
std::unique_ptr<Stepper> make_sunder_broad_phase(const Pile& pile) {
  return std::make_unique<BroadPhase>(pile);
}

}  // namespace sunder::bench
