// SPDX-License-Identifier: Apache-2.0
//
// No answer depends on the order of bodies, parts, triangles, points or corners. None depends on instruction sets,
// threads, or the host's rounding mode and treatment of subnormals.
#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <vector>

#include "lanes/every_target.hpp"
#include "mesh/polycubes.hpp"
#include "oracle/host_state.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;

struct Question {
  Body3 a, b;
  Pose3 pose_a = Pose3::identity(), pose_b = Pose3::identity();
  Verdict verdict = Verdict::undecided;

  Verdict ask() const { return intersects({a, pose_a}, {b, pose_b}).verdict; }
};

Pose3 draw_rotation(Random& random) {
  return Pose3::from_wxyz({random.unit(), random.unit(), -random.unit(), 1}, {random.unit(), 0, -7})
      .value();
}

std::vector<Question> questions(int count) {
  std::vector<Question> all;
  for (int i = 0; i < count; ++i) {
    Random random(static_cast<std::uint64_t>(i) + 5000);
    const auto fit =
        random.chance(1, 2) ? draw_fit(random) : std::array{draw_cells(random), draw_cells(random)};
    const Pose3 pose = draw_rotation(random);
    Question question{{{solid_of(draw_mesh(fit[0], random))}},
                      {{solid_of(draw_mesh(fit[1], random))}},
                      pose,
                      pose};
    if (random.chance(1, 3)) {
      question.a = Body3{{mesh_of(draw_mesh(fit[0], random), TakeAs::surface)}};
      question.pose_b = draw_rotation(random);
    }
    question.verdict = question.ask();
    all.push_back(std::move(question));
  }
  return all;
}

TEST(Invariance, OrderOfEverything) {
  for (int i = 0; i < suite::cases(60); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const auto fit = draw_fit(random);
    Soup a = draw_mesh(fit[0], random), b = draw_mesh(fit[1], random);
    const bool surfaces = random.chance(1, 3);
    const Pose3 pose = draw_rotation(random),
                other = random.chance(1, 2) ? pose : draw_rotation(random);
    const auto body_of = [&](const Soup& soup, bool surface) {
      return Body3{{mesh_of(soup, surface ? TakeAs::surface : TakeAs::solid)}};
    };
    const Body3 p = body_of(a, surfaces), q = body_of(b, surfaces && i % 2 == 0);
    const BodyDecision first = intersects({p, pose}, {q, other});
    EXPECT_EQ(verdict_of(q, other, p, pose), first.verdict) << i;
    EXPECT_EQ(intersects({p, pose}, {q, other}).triangle_a, first.triangle_a) << i;
    for (int k = 0; k < 3; ++k) {
      a.shuffle(random);
      b.shuffle(random);
      EXPECT_EQ(verdict_of(body_of(a, surfaces), pose, body_of(b, surfaces && i % 2 == 0), other),
                first.verdict)
          << i;
    }
    const std::vector<Part3> parts = boxes_of(fit[0], {});
    const Body3 boxes{std::span<const Part3>(parts)};
    const Verdict verdict = verdict_of(boxes, pose, q, other);
    const std::vector<Part3> reversed(parts.rbegin(), parts.rend());
    EXPECT_EQ(verdict_of(Body3{std::span<const Part3>(reversed)}, pose, q, other), verdict) << i;
  }
}

TEST(Invariance, InstructionSets) {
  const std::vector<Question> all = questions(suite::cases(60));
  detail::on_every_target([&] {
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].ask(), all[i].verdict) << i;
    const std::vector<Question> again =
        questions(std::min(20, static_cast<int>(all.size())));  // built on this target
    for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i].verdict, all[i].verdict) << i;
  });
}

// Bodies are shared: the pieces of polytopes are made at the first question, by whichever thread asks it.
TEST(Invariance, Threads) {
  const std::vector<Question> all = questions(suite::cases(60));
  Random random(1);
  const auto cells = draw_cells(random);
  for (int round = 0; round < 5; ++round) {
    const auto parts = boxes_of(cells, {});
    const Body3 boxes{std::span<const Part3>(parts)};
    const Body3 others{std::span<const Part3>(parts)};
    const Verdict truth = intersects(others, all[0].b).verdict;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        if (intersects(boxes, all[0].b).verdict != truth) ++wrong;
        for (const Question& question : all) {
          if (question.ask() != question.verdict) ++wrong;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

/// Boxes an ulp apart, of sizes up to the subnormal ones, built and asked in every mode of the host.
TEST(Invariance, HostArithmetic) {
  for (const int rounding : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    for (const oracle::Subnormals subnormals : oracle::kAllSubnormals) {
      for (int i = 0; i < 120; ++i) {
        Random random(static_cast<std::uint64_t>(i));
        const double size = std::array{1.0, 1e-310, 1e-300, 1e300}[static_cast<std::size_t>(i % 4)];
        const double at[] = {size, std::nextafter(size, 0), std::nextafter(size, 2 * size)};
        const Verdict truth[] = {Verdict::touching, Verdict::overlapping, Verdict::separated};
        const Soup a = box_soup({-size, -size, -size}, {size, size, size}),
                   b = box_soup({at[i % 3], -0.5 * size, -0.3 * size},
                                {1.5 * size, 0.7 * size, 0.2 * size});
        const Pose3 pose =
            Pose3::from_wxyz({1, random.unit(), random.unit(), -1}, {size * random.unit(), 0, size})
                .value();
        Verdict verdict = Verdict::undecided;
        bool solid = false;
        {
          const oracle::HostState state(rounding, subnormals);
          const Mesh3 mesh_a = mesh_of(a), mesh_b = mesh_of(b);
          solid = mesh_a.kind() == MeshKind::solid && mesh_b.kind() == MeshKind::solid;
          verdict = verdict_of(Body3{{mesh_a}}, pose, Body3{{mesh_b}}, pose);
          EXPECT_EQ(std::fegetround(), rounding);
        }
        EXPECT_TRUE(solid);
        EXPECT_EQ(verdict, truth[i % 3])
            << size << ", rounding " << rounding << oracle::to_string(subnormals);
      }
    }
  }
}

}  // namespace
}  // namespace sunder::test
