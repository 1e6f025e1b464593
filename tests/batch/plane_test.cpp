// SPDX-License-Identifier: Apache-2.0
//
// Tests batches in the plane against exact numbers: worlds that are hard for floats, in every form
// of poses. They run on every instruction set, on any host, in any split.
#include <limits>

#include "batch/blocks.hpp"
#include "batch/executors.hpp"
#include "batch/worlds.hpp"
#include "geometry/polygon.hpp"
#include "geometry/pose_access.hpp"
#include "lanes/every_target.hpp"
#include "narrow/exact_polygons.hpp"

namespace sunder::test {
namespace {

using Rows = World<2>::Rows;
constexpr std::array kForms{Form::poses, Form::doubles, Form::floats};
constexpr double kTurn = 6.283185307179586;

Rows turned(double angle, double x, double y, double scale = 1) {
  const double c = scale * std::cos(angle);
  const double s = scale * std::sin(angle);
  return {c, -s, x, s, c, y};
}
Rows turned(Random& random, double reach) {
  const double angle = between(random, 0, kTurn);
  const double x = between(random, -reach, reach);
  const double y = between(random, -reach, reach);
  return turned(angle, x, y);
}

Polytope2 polygon(Random& random, int corners, double width, double height, Vector2 centre = {}) {
  std::vector<Vector2> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = kTurn * (i + between(random, 0.1, 0.9)) / corners;
    points.push_back({centre[0] + width * std::cos(angle), centre[1] + height * std::sin(angle)});
  }
  return Polytope2::from_points(points).value();
}

/// Polygons of `least` to `most` corners in any rotation.
World<2> any_polygons(std::uint64_t seed, int items, int least, int most) {
  World<2> world;
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    const int corners = least + below(random, static_cast<std::size_t>(most - least + 1));
    const double width = between(random, 0.3, 1);
    const double height = between(random, 0.3, 1);
    world.hulls.push_back(polygon(random, corners, width, height));
  }
  for (int i = 0; i < 60; ++i) world.rows.push_back(turned(random, 1.6));
  world.add_random_items(random, items);
  return world;
}
World<2> triangles(std::uint64_t seed, int items) { return any_polygons(seed, items, 3, 3); }
World<2> up_to_four(std::uint64_t seed, int items) { return any_polygons(seed, items, 3, 4); }
World<2> up_to_eight(std::uint64_t seed, int items) { return any_polygons(seed, items, 3, 8); }
World<2> up_to_twelve(std::uint64_t seed, int items) { return any_polygons(seed, items, 7, 12); }

/// A table longer than any vector, and one that fits a vector of four.
World<2> many_polygons(std::uint64_t seed, int items) {
  World<2> world = any_polygons(seed, 0, 3, 8);
  Random random(seed + 1);
  while (world.hulls.size() < 40) {
    world.hulls.push_back(polygon(random, 3 + below(random, 6), 1, 0.7));
  }
  world.add_random_items(random, items);
  return world;
}
World<2> few_polygons(std::uint64_t seed, int items) {
  World<2> world = any_polygons(seed, 0, 3, 8);
  Random random(seed + 1);
  world.hulls.resize(3);
  world.add_random_items(random, items);
  return world;
}

/// Nearly all are so far apart that balls decide; the others go to the second round.
World<2> scattered(std::uint64_t seed, int items) {
  World<2> world = few_polygons(seed, 0);
  Random random(seed + 2);
  for (Rows& rows : world.rows) rows = turned(random, 6);
  world.add_random_items(random, items);
  return world;
}

/// Bodies far from the origin of their frames, and frames far from the world's.
World<2> far_from_the_origin(std::uint64_t seed, int items) {
  World<2> world = any_polygons(seed, items, 3, 8);
  Random random(seed + 1);
  for (int i = 0; i < 5; ++i) {
    world.hulls[std::size_t(i)] = polygon(random, 5, 1, 0.5, {40.0 * i, -30});
  }
  for (Rows& rows : world.rows) {
    rows[2] += 1e6;
    rows[5] -= 3e6;
  }
  return world;
}

/// Integers: touching, collinear, equal and contained polygons; two of three have no rotation, the
/// others quarter turns.
World<2> on_a_grid(std::uint64_t seed, int items) {
  World<2> world;
  Random random(seed);
  while (world.hulls.size() < 12) {
    std::vector<Vector2> points;
    const int corners = 3 + below(random, 6);
    for (int i = 0; i < corners; ++i) {
      const double x = below(random, 5) - 2;
      const double y = below(random, 5) - 2;
      points.push_back({x, y});
      points.push_back({x, y});
    }
    Polytope2 hull = Polytope2::from_points(points).value();
    if (!hull.edges().empty()) world.hulls.push_back(hull);
  }
  for (int i = 0; i < 60; ++i) {
    const std::int32_t quarter = below(random, 4);
    const double c = std::array{1, 0, -1, 0}[std::size_t(quarter)];
    const double s = std::array{0, 1, 0, -1}[std::size_t(quarter)];
    const double x = below(random, 9) - 4;
    const double y = below(random, 9) - 4;
    world.rows.push_back({c, -s, x, s, c, y});
  }
  world.add_random_items(random, items);
  return world;
}

/// Sheared, scaled, mirrored and nearly flattened by their matrices.
World<2> sheared(std::uint64_t seed, int items) {
  World<2> world = any_polygons(seed, items, 3, 8);
  Random random(seed + 1);
  for (std::size_t i = 0; i < world.rows.size(); ++i) {
    Rows& rows = world.rows[i];
    const double scale = std::array{-1.0, 0.5, 1.001, 3.0, 1e-9, 1e5}[i % 6];
    rows[0] *= scale;
    rows[3] *= scale;
    const double shear = std::ldexp(1.0, -4 * below(random, 12));
    rows[1] += between(random, -shear, shear);
  }
  return world;
}

/// Slender polygons, 1 to 1e6, with numbers from 1e-30 to 1e30, and subnormal ones.
World<2> of_every_size(std::uint64_t seed, int items) {
  World<2> world;
  Random random(seed);
  for (const double scale : {1e-310, 1e-40, 1e-19, 1e-12, 1.0, 1e6, 1e12, 1e30, 1e200}) {
    world.hulls.push_back(polygon(random, 4, scale, 0.5 * scale));
    world.hulls.push_back(polygon(random, 6, scale, 1e-6 * scale));
    for (int i = 0; i < 6; ++i) {
      Rows rows = turned(random, 1.2);
      rows[2] *= scale;
      rows[5] *= scale;
      world.rows.push_back(rows);
    }
  }
  world.add_random_items(random, items);
  return world;
}

/// Brought to contact by bisection, to the last bits and slightly to either side.
World<2> near_contact(std::uint64_t seed, int items) {
  World<2> world = any_polygons(seed, 0, 3, 8);
  Random random(seed + 1);
  world.rows.clear();
  for (int i = 0; i < items; ++i) {
    const std::int32_t of_a = below(random, world.hulls.size());
    const std::int32_t of_b = below(random, world.hulls.size());
    const Rows a = turned(random, 1);
    Rows b = turned(random, 1);
    const double way = between(random, 0, kTurn);
    const int steps = 14 + below(random, 44);
    const Pose2 pose_a = Pose2::from_matrix(a).value();
    double inside = 0;
    double outside = 8;
    for (int step = 0; step < steps; ++step) {
      const double middle = 0.5 * (inside + outside);
      b[2] = a[2] + middle * std::cos(way);
      b[5] = a[5] + middle * std::sin(way);
      const Pose2 pose_b = Pose2::from_matrix(b).value();
      const bool meets =
          static_cast<bool>(intersects(Posed2{world.hulls[std::size_t(of_a)], pose_a},
                                       Posed2{world.hulls[std::size_t(of_b)], pose_b}));
      (meets ? inside : outside) = middle;
    }
    if (below(random, 2) == 0) b[2] = std::nextafter(b[2], between(random, -9, 9));
    const auto first = static_cast<std::int32_t>(world.rows.size());
    world.rows.push_back(a);
    world.rows.push_back(b);
    world.add_item(of_a, of_b, first, first + 1);
  }
  return world;
}

struct Maker2 {
  const char* name;
  World<2> (*make)(std::uint64_t seed, int items);
};
constexpr std::array kMakers{Maker2{"triangles", triangles},
                             Maker2{"up to four corners", up_to_four},
                             Maker2{"up to eight corners", up_to_eight},
                             Maker2{"up to twelve corners", up_to_twelve},
                             Maker2{"many polygons", many_polygons},
                             Maker2{"few polygons", few_polygons},
                             Maker2{"scattered", scattered},
                             Maker2{"far from the origin", far_from_the_origin},
                             Maker2{"on a grid", on_a_grid},
                             Maker2{"sheared", sheared},
                             Maker2{"of every size", of_every_size},
                             Maker2{"near contact", near_contact},
                             Maker2{"any bodies", polygons}};

/// Rational numbers judge polygons with area at poses that preserve it; the single query judges the
/// rest.
std::vector<Verdict> truths_of(const World<2>& world) {
  std::vector<Verdict> truths;
  for (std::int64_t item = 0; item < world.count(); ++item) {
    const auto i = static_cast<std::size_t>(item);
    const Posed2 a{world.hulls[std::size_t(world.hull_a[i])],
                   world.poses[std::size_t(world.pose_a[i])]};
    const Posed2 b{world.hulls[std::size_t(world.hull_b[i])],
                   world.poses[std::size_t(world.pose_b[i])]};
    const bool plain = !a.polytope().edges().empty() && !b.polytope().edges().empty() &&
                       detail::least_singular_value(a.pose()) > 0 &&
                       detail::least_singular_value(b.pose()) > 0;
    truths.push_back(plain ? exact_verdict(exact_polygon(a), exact_polygon(b))
                           : world.single(item));
  }
  return truths;
}

TEST(BatchInThePlane, AgreesWithExactNumbersOnEveryInstructionSet) {
  for (const Maker2& maker : kMakers) {
    SCOPED_TRACE(maker.name);
    World<2> world = maker.make(31, 100);
    for (const Form form : kForms) {
      world.set_form(form);
      const std::vector<Verdict> truths = truths_of(world);
      EXPECT_EQ(world.singles(), truths);
      detail::on_every_target([&] {
        const Answers<2> answers = ask<2>(world.batch());
        EXPECT_EQ(answers.verdicts, truths) << static_cast<int>(form);
        expect_sums(answers);
      });
    }
  }
}

/// Nearly all items that are not very close to contact are settled without a single query.
TEST(BatchInThePlane, LanesSettleWhatIsClear) {
  for (const auto& make :
       {triangles, up_to_four, up_to_eight, many_polygons, few_polygons, scattered}) {
    World<2> world = make(32, 1200);
    for (const Form form : kForms) {
      world.set_form(form);
      const detail::batch::PolygonRecords records(world.batch().bodies, world.count());
      detail::on_every_target([&] {
        std::int32_t open = 0;
        detail::batch::LaneAnswers answers;
        for (std::int64_t first = 0; first < world.count(); first += detail::batch::kBlock) {
          const auto count = static_cast<std::int32_t>(
              std::min<std::int64_t>(detail::batch::kBlock, world.count() - first));
          detail::batch::settle_in_lanes(world.batch(), records, first, count, answers);
          open += answers.counts[detail::batch::kOpen];
        }
        EXPECT_LT(open, 20);
      });
    }
  }
}

/// A polygon in lanes is the polygon itself. Its corners are in order, with points of the edges
/// between them, spread evenly. Twice its area equals that of the polygon.
TEST(BatchInThePlane, RecordsOfFewerCornersAreTheSamePolygons) {
  Random random(36);
  for (int round = 0; round < 200; ++round) {
    const int count = 3 + below(random, 6);
    const double x = between(random, -1, 1);
    const double y = between(random, -1, 1);
    const Polytope2 body = polygon(random, count, 1, 0.4, {x, y});
    const detail::HullBlock& block = detail::BlockAccess::block(body);
    for (const int corners : {3, 4, 8}) {
      if (count > corners) continue;
      detail::batch::PolygonRecord record;
      record.write(block, corners);
      using Record = detail::batch::PolygonRecord;
      Record::Columns columns;
      columns.set(5, record);
      std::vector<std::array<double, 2>> points;
      for (std::size_t i = 0; i < std::size_t(corners); ++i) {
        const std::size_t x_at = i < 4 ? Record::kX + i : Record::kMoreX + i - 4;
        const std::size_t y_at = i < 4 ? Record::kY + i : Record::kMoreY + i - 4;
        points.push_back({columns.number[x_at][5], columns.number[y_at][5]});
      }
      double area = 0;
      double least_turn = 1;
      double least_length = 1;
      for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& p = points[i];
        const auto& q = points[(i + 1) % points.size()];
        const auto& r = points[(i + 2) % points.size()];
        area += p[0] * q[1] - p[1] * q[0];
        const double turn = (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
        least_turn = std::min(least_turn, turn);
        least_length = std::min(least_length, std::hypot(q[0] - p[0], q[1] - p[1]));
      }
      double exact = 0;
      const double* const rows = block.polygon->rows();
      const auto n = std::size_t(count);
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t next = (i + 1) % n;
        exact += rows[i] * rows[8 + next] - rows[8 + i] * rows[next];
      }
      EXPECT_NEAR(area, exact, 1e-5);
      EXPECT_GT(least_turn, -1e-6);
      EXPECT_GT(least_length, 1e-3);
      for (std::size_t i = 0; i < n; ++i) {
        const std::array<double, 2> corner{double(float(rows[i])), double(float(rows[8 + i]))};
        EXPECT_EQ(std::count(points.begin(), points.end(), corner), 1) << count << " " << corners;
      }
      EXPECT_GE(record.farthest, block.farthest);
    }
  }
}

TEST(BatchInThePlane, NoAnswerDependsOnTheHost) {
  for (const Maker2& maker : kMakers) {
    SCOPED_TRACE(maker.name);
    for (const Form form : {Form::doubles, Form::floats}) {
      World<2> world = maker.make(33, 120);
      world.set_form(form);
      expect_no_host_matters(world);
    }
  }
}

/// Compares verdicts, stages and refusals.
TEST(BatchInThePlane, EveryPartitionAgrees) {
  Backwards backwards;
  Threads threads(3);
  for (const Maker2& maker : kMakers) {
    SCOPED_TRACE(maker.name);
    World<2> world = maker.make(34, 90);
    world.set_form(Form::doubles);
    const Answers<2> whole = ask<2>(world.batch());
    for (const std::int64_t chunk : {1, 2, 3, 5, 7, 16, 18, 31, 45, 64, 89, 90, 91}) {
      BatchOptions options;
      options.chunk = chunk;
      options.executor = chunk % 3 == 0 ? static_cast<Executor*>(&backwards) : nullptr;
      if (chunk % 5 == 0) options.executor = &threads;
      const Answers<2> cut = ask<2>(world.batch(), options);
      ASSERT_TRUE(same_items(cut, whole)) << chunk;
      expect_sums(cut);
    }
  }
}

/// Indices out of range and matrices with NaN, each amid items that lanes settle.
TEST(BatchInThePlane, RefusesWhatCannotBeRead) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  World<2> world = up_to_eight(35, 400);
  world.set_form(Form::doubles);
  const auto bad = static_cast<std::int32_t>(world.rows.size());
  for (std::size_t entry = 0; entry < 6; ++entry) {
    for (const double value : {kInfinity, -kInfinity, nan}) {
      Rows rows = turned(1, 5, 5);
      rows[entry] = value;
      world.rows.push_back(rows);
    }
  }
  std::vector<Refusal> expected(world.hull_a.size(), Refusal::none);
  const auto refuse = [&](std::size_t i, std::vector<std::int32_t>& list, std::int32_t index,
                          Refusal why) {
    list[i] = index;
    expected[i] = why;
  };
  refuse(3, world.hull_a, -1, Refusal::body_a);
  refuse(4, world.hull_b, 1000, Refusal::body_b);
  refuse(17, world.pose_a, -2147483647, Refusal::pose_a);
  refuse(301, world.pose_b, 1 << 30, Refusal::pose_b);
  for (std::size_t i = 0; i < 18; ++i) {
    const auto index = bad + static_cast<std::int32_t>(i);
    refuse(40 + 2 * i, world.pose_a, index, Refusal::matrix_a);
    refuse(41 + 2 * i, world.pose_b, index, Refusal::matrix_b);
  }
  detail::on_every_target([&] {
    const Answers<2> answers = ask<2>(world.batch());
    EXPECT_EQ(answers.refusals, expected);
    expect_sums(answers);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (expected[i] != Refusal::none) {
        EXPECT_EQ(answers.verdicts[i], Verdict::undecided) << i;
      } else {
        EXPECT_EQ(answers.verdicts[i], world.single(static_cast<std::int64_t>(i))) << i;
      }
    }
  });
}

}  // namespace
}  // namespace sunder::test
