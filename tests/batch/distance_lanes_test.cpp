// SPDX-License-Identifier: Apache-2.0
//
// The distances of boxes in lanes equal those of the single query, to the last bit: verdict, stage,
// both bounds. This holds on every instruction set, in every rounding mode, flushing or not, for
// boxes of all kinds. Lanes answer most boxes that are rotated and translated, and no others.
#include <bit>
#include <cstring>

#include "batch/blocks.hpp"
#include "batch/tally.hpp"
#include "batch/worlds.hpp"
#include "lanes/every_target.hpp"

namespace sunder::test {
namespace {

namespace batch = detail::batch;

constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};

struct Said {
  int items = 0;
  int open = 0;
};

bool same_bits(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

void expect_single(const World<3>& world, std::size_t i, double width, std::uint8_t code,
                   double lower, double upper) {
  MeasureOptions3 options;
  options.width = width;
  const Distance3 truth = distance(world.a(i), world.b(i), options);
  const batch::Finding found = batch::finding_of(code);
  EXPECT_EQ(found.verdict, truth.verdict) << i;
  EXPECT_EQ(found.stage, truth.stage) << i;
  EXPECT_EQ(found.decided_by, truth.decided_by) << i;
  EXPECT_TRUE(same_bits(lower, truth.distance.lower))
      << i << ": " << lower << ", " << truth.distance.lower;
  EXPECT_TRUE(same_bits(upper, truth.distance.upper))
      << i << ": " << upper << ", " << truth.distance.upper;
}

/// Answers `asked`, the world's batch or the same batch in another form.
Said expect_singles(const World<3>& world, const PairBatch<3>& asked, double width) {
  const batch::BoxRecords boxes(asked.bodies, asked.count);
  Said said;
  batch::LaneAnswers answers;
  for (std::int64_t first = 0; first < asked.count; first += batch::kBlock) {
    const auto count =
        static_cast<std::int32_t>(std::min<std::int64_t>(batch::kBlock, asked.count - first));
    batch::measure_in_lanes(asked, boxes, width, first, count, answers);
    for (std::int32_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      ++said.items;
      said.open += answers.codes[at] == batch::kOpen ? 1 : 0;
      if (answers.codes[at] == batch::kOpen) continue;
      expect_single(world, static_cast<std::size_t>(first + i), width, answers.codes[at],
                    answers.distances[at].lower, answers.distances[at].upper);
    }
  }
  return said;
}

Said expect_singles(const World<3>& world, double width) {
  return expect_singles(world, world.batch(), width);
}

/// Exact rotations, which the world stores as poses alone.
void make_quaternions(World<3>& world, std::uint64_t seed) {
  Random random(seed);
  world.form = Form::poses;
  world.poses.clear();
  for (const auto& rows : world.rows) {
    const double w = between(random, -1, 1);
    const double x = between(random, -1, 1);
    const double y = between(random, -1, 1);
    world.poses.push_back(Pose3::from_wxyz({w, x, y, 0.5}, {rows[3], rows[7], rows[11]}).value());
  }
}

/// Boxes in any rotation, at distance `reach` from each other.
World<3> turned(std::uint64_t seed, int items, double reach) {
  World<3> world = makers3().front().make(seed, items);
  for (auto& rows : world.rows) {
    for (const std::size_t at : {3U, 7U, 11U}) rows[at] *= reach;
  }
  return world;
}

/// Parallel faces and edges, some of them coplanar.
World<3> parallel(std::uint64_t seed, int items) {
  World<3> world = makers3()[3].make(seed, items);
  Random random(seed);
  const auto turn = rotation(random, 1);
  for (auto& rows : world.rows) {
    const auto before = rows;
    for (std::size_t l = 0; l < 3; ++l) {
      for (std::size_t k = 0; k < 4; ++k) {
        rows[4 * l + k] = turn[4 * l] * before[k] + turn[4 * l + 1] * before[4 + k] +
                          turn[4 * l + 2] * before[8 + k];
      }
    }
    if (below(random, 2) == 0) rows[3] += 1e6;
  }
  return world;
}

void expect_all(World<3> world) {
  for (const Form form : kForms) {
    world.set_form(form);
    for (const double width : {0.0, 1e-3, 1e-14}) {
      detail::on_every_target([&] { expect_singles(world, width); });
    }
  }
  make_quaternions(world, 77);
  detail::on_every_target([&] { expect_singles(world, 0); });
}

TEST(BatchDistanceLanes, AreThoseOfSingleQueries) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    expect_all(maker.make(61, 400));
  }
}

TEST(BatchDistanceLanes, AreThoseOfSingleQueriesFarAndNear) {
  for (const double reach : {0.7, 1.5, 3.0, 30.0}) expect_all(turned(62, 1000, reach));
  expect_all(parallel(63, 1000));
}

/// More polytopes than items: records are made one block at a time.
TEST(BatchDistanceLanes, OfLongTables) {
  for (const Maker3& maker : makers3()) {
    SCOPED_TRACE(maker.name);
    World<3> world = maker.make(66, 300);
    const std::size_t before = world.hulls.size();
    while (world.hulls.size() <= 300)
      world.hulls.push_back(world.hulls[world.hulls.size() - before]);
    Random random(66);
    for (std::int32_t& hull : world.hull_b) {
      hull += static_cast<std::int32_t>(before) * below(random, 300 / before);
    }
    expect_all(world);
  }
}

/// Amid other bytes, and without alignment.
TEST(BatchDistanceLanes, OfMatricesAnywhere) {
  for (const Form form : {Form::doubles, Form::floats}) {
    World<3> world = turned(68, 500, 1.5);
    world.set_form(form);
    PairBatch<3> asked = world.batch();
    const std::size_t size = form == Form::doubles ? 12 * sizeof(double) : 12 * sizeof(float);
    const std::size_t stride = size + 5;
    const auto count = static_cast<std::size_t>(asked.poses.count);
    std::vector<char> bytes(count * stride + 3);
    for (std::size_t i = 0; i < count; ++i) {
      const auto* const from = static_cast<const char*>(asked.poses.data) + i * size;
      std::memcpy(bytes.data() + 3 + i * stride, from, size);
    }
    asked.poses.data = bytes.data() + 3;
    asked.poses.stride = static_cast<std::int64_t>(stride);
    expect_singles(world, asked, 0);
  }
}

/// Items that cannot be read stay undecided, and do not affect the others.
TEST(BatchDistanceLanes, OfOtherItemsThanThoseRefused) {
  World<3> world = turned(67, 500, 1.5);
  world.set_form(Form::doubles);
  const int open = expect_singles(world, 0).open;
  int refused = 0;
  for (std::size_t i = 0; i < 500; i += 7) {
    std::vector<std::int32_t>* const lists[] = {&world.hull_a, &world.hull_b, &world.pose_a,
                                                &world.pose_b};
    (*lists[i % 4])[i] = i % 2 == 0 ? -1 : 100000;
    ++refused;
  }
  const Said said = expect_singles(world, 0);
  EXPECT_GE(said.open, refused);
  EXPECT_LE(said.open, refused + open);
}

/// The roundings of a pose follow the host's mode, in a batch of matrices too.
void build_poses_here(World<3>& world) {
  world.poses.clear();
  for (const auto& rows : world.rows) world.poses.push_back(Pose3::from_matrix(rows).value());
}

TEST(BatchDistanceLanes, WhateverTheHostDid) {
  for (const Maker3& maker : makers3()) {
    for (const Form form : kForms) {
      SCOPED_TRACE(maker.name);
      World<3> world = maker.make(64, 100);
      world.set_form(form);
      for (const int rounding : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO, FE_TONEAREST}) {
        for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
          const oracle::HostState host(rounding, subnormals);
          build_poses_here(world);
          expect_singles(world, 0);
        }
      }
    }
  }
}

TEST(BatchDistanceLanes, SayMostOfTurnedBoxes) {
  World<3> world = turned(65, 2000, 1.5);
  world.set_form(Form::doubles);
  const Said plain = expect_singles(world, 0);
  EXPECT_EQ(plain.items, 2000);
  EXPECT_LE(plain.open, 10);
  make_quaternions(world, 78);
  EXPECT_LE(expect_singles(world, 0).open, 10);
  world.set_form(Form::floats);
  EXPECT_LE(expect_singles(world, 0).open, 40);
}

}  // namespace
}  // namespace sunder::test
