// SPDX-License-Identifier: Apache-2.0
//
// Asks VAMP about the configurations that robots_bench --write left.
//
//   vamp_peer panda|ur5|fetch FOLDER [SCENES]
//
// "block" is a call of fkcc<8>() about eight different valid configurations. It gives one verdict for all, as a check of a
// motion does. "single" is one configuration in all lanes, as vamp.ROBOT.validate() of its wheel has it. Only
// configurations that VAMP too calls valid are timed. Its verdicts about the drawn ones are written beside them.
// Cylinders are capsules, and boxes in the scenes of the kind "box", as in VAMP's own reader. Prints one object of JSON.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vamp/collision/environment.hh>
#include <vamp/collision/factory.hh>
#include <vamp/robots/fetch.hh>
#include <vamp/robots/panda.hh>
#include <vamp/robots/ur5.hh>
#include <vector>

#include "bench/robots/robot_sets.hpp"

namespace sunder::bench {
namespace {

constexpr std::size_t kLanes = 8;
using Lanes = vamp::FloatVector<kLanes>;
using Environment = vamp::collision::Environment<Lanes>;

/// The doubles of a file that write_npy() wrote.
std::vector<double> read_doubles(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[10] = {};
  file.read(head, 10);
  file.ignore(static_cast<unsigned char>(head[8]) + 256 * static_cast<unsigned char>(head[9]));
  std::vector<double> all;
  for (double x; file.read(reinterpret_cast<char*>(&x), sizeof x);) all.push_back(x);
  return all;
}

vamp::collision::Environment<float> environment_of(const SceneItems& scene) {
  vamp::collision::Environment<float> environment;
  const bool as_boxes = scene.name.starts_with("box_");
  for (const SceneItem& item : scene.items) {
    const Pose3 pose = item.pose();
    const auto axis = [&](int column, int row) {
      return static_cast<float>(pose.linear(row, column));
    };
    const auto at = [&](int k) { return static_cast<float>(pose.offset(k)); };
    if (item.box || as_boxes) {
      const Vector3 sides =
          item.box ? item.size : Vector3{2 * item.size[1], 2 * item.size[1], item.size[0]};
      const auto half = [&](std::size_t k) { return static_cast<float>(sides[k] / 2); };
      const vamp::collision::Cuboid<float> box(
          at(0), at(1), at(2), axis(0, 0), axis(0, 1), axis(0, 2), axis(1, 0), axis(1, 1),
          axis(1, 2), axis(2, 0), axis(2, 1), axis(2, 2), half(0), half(1), half(2));
      (box.axis_3_z == 1.0F ? environment.z_aligned_cuboids : environment.cuboids).push_back(box);
      continue;
    }
    const auto half = static_cast<float>(item.size[0] / 2);
    const auto end = [&](int k, float sign) { return at(k) + sign * half * axis(2, k); };
    const vamp::collision::Capsule<float> capsule =
        vamp::collision::factory::capsule::endpoints::flat(end(0, 1), end(1, 1), end(2, 1),
                                                           end(0, -1), end(1, -1), end(2, -1),
                                                           static_cast<float>(item.size[1]));
    (capsule.xv == 0 && capsule.yv == 0 ? environment.z_aligned_capsules : environment.capsules)
        .push_back(capsule);
  }
  environment.sort();
  return environment;
}

template <class Robot>
class Timed {
 public:
  explicit Timed(const Environment& environment) : environment_(environment) {}

  bool single(const double* q) const {
    Block block;
    for (std::size_t v = 0; v < Robot::dimension; ++v) {
      alignas(vamp::FloatVectorAlignment) std::array<float, kLanes> lanes;
      lanes.fill(static_cast<float>(q[v]));
      block[v] = Lanes(lanes.data());
    }
    return Robot::template fkcc<kLanes>(environment_, block);
  }

  /// The CPU time of a configuration in blocks, and of a single one, in nanoseconds; best of five passes.
  void add_times(const std::vector<double>& valid, double& blocks, double& singles,
                 std::size_t& timed) const {
    std::vector<float> kept;
    for (std::size_t i = 0; i + Robot::dimension <= valid.size(); i += Robot::dimension) {
      if (single(valid.data() + i))
        kept.insert(kept.end(), valid.begin() + static_cast<std::ptrdiff_t>(i),
                    valid.begin() + static_cast<std::ptrdiff_t>(i + Robot::dimension));
    }
    const std::size_t count = kept.size() / Robot::dimension / kLanes * kLanes;
    if (count == 0) return;
    std::vector<Block> block_of_eight(count / kLanes), broadcast(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t v = 0; v < Robot::dimension; ++v) {
        alignas(vamp::FloatVectorAlignment) std::array<float, kLanes> lanes;
        lanes.fill(kept[i * Robot::dimension + v]);
        broadcast[i][v] = Lanes(lanes.data());
        if (i % kLanes != 0) continue;
        for (std::size_t k = 0; k < kLanes; ++k) lanes[k] = kept[(i + k) * Robot::dimension + v];
        block_of_eight[i / kLanes][v] = Lanes(lanes.data());
      }
    }
    blocks += best(block_of_eight);
    singles += best(broadcast);
    timed += count;
  }

 private:
  using Block = typename Robot::template ConfigurationBlock<kLanes>;

  double best(const std::vector<Block>& blocks) const {
    double least = 1e300;
    for (int pass = 0; pass < 5; ++pass) {
      const std::clock_t start = std::clock();
      std::size_t free = 0;
      int repeats = 0;
      do {
        for (const Block& block : blocks)
          free += Robot::template fkcc<kLanes>(environment_, block) ? 1 : 0;
        ++repeats;
      } while (std::clock() - start < CLOCKS_PER_SEC / 100);
      if (free != blocks.size() * static_cast<std::size_t>(repeats)) return 1e300;
      least = std::min(least, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / repeats);
    }
    return least * 1e9;
  }

  const Environment& environment_;
};

template <class Robot>
int run(const std::string& folder, const std::string& scenes) {
  std::ifstream names(folder + "/variables.txt");
  for (std::size_t v = 0; v < Robot::dimension; ++v) {
    std::string name;
    std::getline(names, name);
    if (name == Robot::joint_names[v]) continue;
    std::fprintf(stderr, "vamp_peer: variable %zu is %s, and VAMP's is %s\n", v, name.c_str(),
                 std::string(Robot::joint_names[v]).c_str());
    return 2;
  }
  std::vector<SceneItems> sets;
  if (!scenes.empty()) sets = read_scenes(scenes);
  const auto ask = [&](const SceneItems& items, const std::string& prefix, double& blocks,
                       double& singles, std::size_t& timed) {
    const Environment environment{environment_of(items)};
    const Timed<Robot> vamp(environment);
    vamp.add_times(read_doubles(prefix + "valid.npy"), blocks, singles, timed);
    const std::vector<double> drawn = read_doubles(prefix + "drawn.npy");
    std::vector<std::uint8_t> free;
    for (std::size_t i = 0; i + Robot::dimension <= drawn.size(); i += Robot::dimension)
      free.push_back(vamp.single(drawn.data() + i) ? 1 : 0);
    write_npy(prefix + "vamp.npy", "|u1", static_cast<std::int64_t>(free.size()), 1, free.data(),
              free.size());
  };
  double blocks = 0, singles = 0;
  std::size_t timed = 0;
  ask({}, folder + "/", blocks, singles, timed);
  std::printf("{\"self\": {\"block\": %g, \"single\": %g, \"timed\": %zu}",
              blocks / static_cast<double>(timed), singles / static_cast<double>(timed), timed);
  if (!sets.empty()) {
    blocks = singles = 0;
    timed = 0;
    for (std::size_t k = 0; k < sets.size(); ++k)
      ask(sets[k], folder + "/" + std::to_string(k) + "_", blocks, singles, timed);
    std::printf(", \"scenes\": {\"block\": %g, \"single\": %g, \"timed\": %zu}",
                blocks / static_cast<double>(timed), singles / static_cast<double>(timed), timed);
  }
  std::printf("}\n");
  return 0;
}

}  // namespace
}  // namespace sunder::bench

int main(int count, char** words) {
  const std::string robot = count > 2 ? words[1] : "";
  const std::string folder = count > 2 ? words[2] : "";
  const std::string scenes = count > 3 ? words[3] : "";
  if (robot == "panda") return sunder::bench::run<vamp::robots::Panda>(folder, scenes);
  if (robot == "ur5") return sunder::bench::run<vamp::robots::UR5>(folder, scenes);
  if (robot == "fetch") return sunder::bench::run<vamp::robots::Fetch>(folder, scenes);
  std::fprintf(stderr, "usage: vamp_peer panda|ur5|fetch FOLDER [SCENES]\n");
  return 2;
}
