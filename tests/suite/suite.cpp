// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <utility>

#include "suite/dressing.hpp"

namespace sunder::suite {
namespace {

using Build = BasePair (*)(Random&, int);
constexpr Build kBuilds[] = {touching_pair, shifted_pair,     touching_pair,   one_ulp_pair,
                             shifted_pair,  overlapping_pair, crossing_pair,   flat_pair,
                             point_pair,    singular_pair,    size_ratio_pair, contained_pair,
                             touching_pair};
/// 2-D and 3-D are as frequent as 4 to 8 together.
constexpr int kDimensions[] = {2, 3, 4, 3, 2, 5, 3, 2, 6, 3, 2, 7, 3, 2, 8, 3};

void swap_bodies(Case& item) {
  std::swap(item.a, item.b);
  item.contained.reset();
}

class Hash {
 public:
  void add(std::uint64_t word) noexcept {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
  }
  void add(double value) noexcept { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const BodyData& body) noexcept {
    for (const auto& vertex : body.vertices) {
      for (const double x : vertex) add(x);
    }
    add(static_cast<std::uint64_t>(body.pose.form));
    for (const double x : body.pose.rows) add(x);
    for (const double x : body.pose.quaternion) add(x);
    for (const double x : body.pose.translation) add(x);
  }
  std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 0x53756e646572u;
};

}  // namespace

Case make_case(std::uint64_t index) {
  Random random(index);
  // 13 builds, 16 dimensions and 11 dressings: cycle lengths without a common divisor meet in every
  // combination.
  const Build build = kBuilds[index % std::size(kBuilds)];
  const int dimension = kDimensions[(index / std::size(kBuilds)) % std::size(kDimensions)];
  const auto dressing = static_cast<Dressing>(index % kDressingCount);
  const BasePair pair = build(random, dimension);
  Case item = dress(random, pair, dressing);
  if (random.chance(1, 2)) swap_bodies(item);
  return item;
}

std::uint64_t hash_inputs(const Case& item) {
  Hash hash;
  hash.add(item.a);
  hash.add(item.b);
  return hash.value();
}

}  // namespace sunder::suite
