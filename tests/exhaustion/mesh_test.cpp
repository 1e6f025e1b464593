// SPDX-License-Identifier: Apache-2.0
//
// Memory runs out in meshes and bodies: std::bad_alloc or the whole answer, never a wrong one.
#include <gtest/gtest.h>
#include <new>
#include <optional>

#include "exhaustion/failing_memory.hpp"
#include "mesh/soup.hpp"

namespace sunder::test {
namespace {

/// A box with a shell in it that adds nothing, a plate that bounds nothing, and T-junctions.
Soup busy_soup() {
  suite::Random random(3);
  Soup soup = box_soup({0, 0, 0}, {4, 4, 4});
  soup.add(box_soup({1, 1, 1}, {2, 2, 2}));
  split(soup, random, 6);
  const auto first = static_cast<std::int32_t>(soup.points.size());
  for (const Vector3& p : {Vector3{9, 0, 0}, Vector3{9, 1, 0}, Vector3{9, 0, 1}}) soup.add(p);
  soup.triangles.push_back({first, first + 1, first + 2});
  soup.triangles.push_back({first, first + 2, first + 1});
  return soup;
}

TEST(Exhaustion, AMeshIsBuiltWholeOrNotAtAll) {
  const Soup soup = busy_soup();
  const Mesh3 truth = mesh_of(soup);
  ASSERT_EQ(truth.kind(), MeshKind::solid);
  std::optional<Mesh3> mesh;
  const auto call = [&] {
    try {
      mesh = Mesh3::from_triangles(soup.points, soup.triangles).value();
      return Outcome::done;
    } catch (const std::bad_alloc&) {
      return Outcome::threw;
    }
  };
  const auto is_whole = [&](Outcome outcome) {
    return outcome != Outcome::done ||
           (mesh->kind() == MeshKind::solid && mesh->triangle_count() == truth.triangle_count() &&
            mesh->report().buried == truth.report().buried);
  };
  expect_sound("mesh", exhaust({[&] { mesh.reset(); }, call, is_whole, [&] { mesh.reset(); }}));
}

void exhaust_question(const char* name, const Body3& a, const Body3& b, const Pose3& pose,
                      Verdict truth) {
  Verdict verdict = Verdict::undecided;
  const auto call = [&] {
    try {
      verdict = intersects({a, pose}, {b, pose}).verdict;
      return Outcome::done;
    } catch (const std::bad_alloc&) {
      return Outcome::threw;
    }
  };
  expect_sound(
      name, exhaust({[] {}, call,
                     [&](Outcome outcome) { return outcome != Outcome::done || verdict == truth; },
                     [] {}}));
}

TEST(Exhaustion, TwoBodiesAreDecidedOrTheCallThrows) {
  const Body3 a{{mesh_of(busy_soup())}};
  const Pose3& here = Pose3::identity();
  const Pose3 turned = Pose3::from_wxyz({1, 2, 3, 4}, {0.1, 0.2, 0.3}).value();
  for (const Pose3* pose : {&here, &turned}) {
    exhaust_question("touching", a, Body3{{mesh_of(box_soup({4, 1, 1}, {5, 2, 2}))}}, *pose,
                     Verdict::touching);
    exhaust_question("overlapping", a, Body3{{mesh_of(box_soup({0, 0, 0}, {1, 1, 1}))}}, *pose,
                     Verdict::overlapping);
    exhaust_question("enclosed", a, Body3{{mesh_of(box_soup({2.5, 2.5, 2.5}, {3, 3, 3}))}}, *pose,
                     Verdict::overlapping);
    exhaust_question("surface", a,
                     Body3{{mesh_of(triangle_soup({Vector3{4, 1, 1}, {5, 1, 1}, {5, 2, 1}}))}},
                     *pose, Verdict::touching);
  }
}

// The pieces of a polytope are made at the first question; a call that throws leaves the next one whole.
TEST(Exhaustion, PolytopesBecomePiecesOrTheCallThrows) {
  const Body3 a{{mesh_of(busy_soup())}};
  std::optional<Body3> hull;
  Verdict verdict = Verdict::undecided;
  const auto call = [&] {
    try {
      verdict = intersects(*hull, a).verdict;
      return Outcome::done;
    } catch (const std::bad_alloc&) {
      return Outcome::threw;
    }
  };
  const auto is_whole = [&](Outcome outcome) {
    return (outcome != Outcome::done || verdict == Verdict::touching) &&
           intersects(*hull, a).verdict == Verdict::touching;
  };
  const Part3 part{Polytope3::box({1, 1, 1}), Pose3::translation({-1, 0, 0}).value()};
  expect_sound("polytope", exhaust({[&] { hull.emplace(std::span<const Part3>(&part, 1)); }, call,
                                    is_whole, [&] { hull.reset(); }}));
}

}  // namespace
}  // namespace sunder::test
