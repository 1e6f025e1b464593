// SPDX-License-Identifier: Apache-2.0
#include "suite/golden.hpp"

#include <memory>
#include <thread>
#include <vector>

#include "suite/posed.hpp"
#include "suite/random.hpp"

namespace sunder::suite {
namespace {

struct Decided {
  std::uint64_t inputs = 0;
  Verdict verdict = Verdict::undecided;
};

std::uint64_t hash_of(const std::vector<Decided>& cases) {
  std::uint64_t hash = 0;
  for (const Decided& one : cases) {
    hash = (hash ^ one.inputs) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ static_cast<std::uint64_t>(one.verdict)) * 0x9e3779b97f4a7c15u;
  }
  return hash;
}

/// A constructed pair of any dimension.
class Pair {
 public:
  virtual ~Pair() = default;
  virtual Verdict verdict() const = 0;
};

template <int D>
class PairOf final : public Pair {
 public:
  explicit PairOf(const Case& item) : bodies_(item.a, item.b, item.dimension) {}
  Verdict verdict() const override { return intersects(bodies_.a(), bodies_.b()).verdict; }

 private:
  Bodies<D> bodies_;
};

std::unique_ptr<Pair> build(const Case& item) {
  if (item.dimension == 2) return std::make_unique<PairOf<2>>(item);
  if (item.dimension == 3) return std::make_unique<PairOf<3>>(item);
  return std::make_unique<PairOf<kRunTime>>(item);
}

std::vector<std::size_t> shuffled(Random& random, std::size_t count) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  random.shuffle(order);
  return order;
}

}  // namespace

std::uint64_t hash_decided_by(std::size_t threads, std::size_t cases) {
  std::vector<Decided> decided(cases);
  const auto decide = [&](std::size_t first) {
    for (std::size_t index = first; index < cases; index += threads) {
      const Case item = make_case(index);
      decided[index] = {hash_inputs(item), build(item)->verdict()};
    }
  };
  std::vector<std::thread> workers;
  for (std::size_t first = 1; first < threads; ++first) workers.emplace_back(decide, first);
  decide(0);
  for (std::thread& worker : workers) worker.join();
  return hash_of(decided);
}

std::uint64_t hash_with_bodies_moved(std::uint64_t seed, std::size_t cases) {
  Random random(seed);
  std::vector<Decided> decided(cases);
  std::vector<std::unique_ptr<Pair>> pairs(cases);
  std::vector<std::vector<char>> ballast;
  for (const std::size_t index : shuffled(random, cases)) {
    Case item = make_case(index);
    decided[index].inputs = hash_inputs(item);
    random.shuffle(item.a.vertices);
    random.shuffle(item.b.vertices);
    const std::int64_t size = random.in(std::int64_t{1}, std::int64_t{3000});
    ballast.emplace_back(static_cast<std::size_t>(size));
    pairs[index] = build(item);
  }
  for (const std::size_t index : shuffled(random, cases)) {
    decided[index].verdict = pairs[index]->verdict();
  }
  return hash_of(decided);
}

std::uint64_t hash_decided_in(const test::FloatMode& mode, std::size_t cases) {
  std::vector<Decided> decided(cases);
  for (std::size_t index = 0; index < cases; ++index) {
    const Case item = make_case(index);  // the generators themselves round
    decided[index].inputs = hash_inputs(item);
    const test::FloatEnvironment environment(mode);
    decided[index].verdict = build(item)->verdict();
  }
  return hash_of(decided);
}

}  // namespace sunder::suite
