// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "bench/moving_boxes.hpp"

namespace sunder::bench {
namespace {

btVector3 corner(const Vector3& place, const Vector3& half, double sign) {
  return {place[0] + sign * half[0], place[1] + sign * half[1], place[2] + sign * half[2]};
}

class BulletBoxes final : public MovingBroadPhase {
 public:
  explicit BulletBoxes(const MovingBoxes& boxes) : boxes_(boxes) {
    for (std::size_t i = 0; i < boxes.half.size(); ++i) {
      proxies_.push_back(broad_phase_.createProxy(corner(boxes.steps[0][i], boxes.half[i], -1),
                                                  corner(boxes.steps[0][i], boxes.half[i], 1), 0,
                                                  nullptr, 1, -1, nullptr));
    }
  }

  std::size_t step(std::size_t at) override {
    for (std::size_t i = 0; i < proxies_.size(); ++i) {
      broad_phase_.setAabb(proxies_[i], corner(boxes_.steps[at][i], boxes_.half[i], -1),
                           corner(boxes_.steps[at][i], boxes_.half[i], 1), nullptr);
    }
    broad_phase_.calculateOverlappingPairs(nullptr);
    return static_cast<std::size_t>(
        broad_phase_.getOverlappingPairCache()->getNumOverlappingPairs());
  }

 private:
  const MovingBoxes& boxes_;
  btDbvtBroadphase broad_phase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::unique_ptr<MovingBroadPhase> make_bullet_boxes(const MovingBoxes& boxes) {
  return std::make_unique<BulletBoxes>(boxes);
}

}  // namespace sunder::bench
