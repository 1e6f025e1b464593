// SPDX-License-Identifier: Apache-2.0
//
// Tests edges on which meshes pass inside of each other's hulls: their pieces, and the proofs about these.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "robot/checker/pieces.hpp"
#include "robot/checker_robots.hpp"
#include "sunder/robot_path.hpp"

namespace sunder {
namespace {

using test::Draw;

/// A box, and hollows in it.
Mesh3 mesh_of_boxes(const std::vector<std::array<double, 3>>& halves) {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
  for (const std::array<double, 3>& half : halves) {
    const auto first = static_cast<std::int32_t>(points.size());
    for (int corner = 0; corner < 8; ++corner) {
      points.push_back({(corner & 1) != 0 ? half[0] : -half[0],
                        (corner & 2) != 0 ? half[1] : -half[1],
                        (corner & 4) != 0 ? half[2] : -half[2]});
    }
    for (const auto& t : std::array<std::array<std::int32_t, 3>, 12>{{{0, 2, 3},
                                                                      {0, 3, 1},
                                                                      {4, 5, 7},
                                                                      {4, 7, 6},
                                                                      {0, 1, 5},
                                                                      {0, 5, 4},
                                                                      {2, 6, 7},
                                                                      {2, 7, 3},
                                                                      {0, 4, 6},
                                                                      {0, 6, 2},
                                                                      {1, 3, 7},
                                                                      {1, 7, 5}}}) {
      triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
  // A box inside of another one is a hollow: its triangles look inward.
  for (std::size_t t = 12; t < triangles.size(); ++t) std::swap(triangles[t][1], triangles[t][2]);
  return Mesh3::from_triangles(points, triangles, TakeAs::solid).value();
}

RobotPart solid_part(std::int32_t link, const Mesh3& mesh) {
  RobotPart part;
  part.name = "solid " + std::to_string(link);
  part.link = link;
  part.shape = RobotShape::solid;
  part.hull = Polytope3::from_points(mesh.points()).value();
  part.body.emplace(Body3{Part3{mesh}});
  return part;
}

RobotPart box_part(std::int32_t link, const std::array<double, 3>& half, const Vector3& place) {
  RobotPart part;
  part.name = "box " + std::to_string(link);
  part.link = link;
  part.hull = Polytope3::box({half[0], half[1], half[2]});
  part.pose = Pose3::translation(place).value();
  return part;
}

/// A still part, and one on a joint.
RobotChecker two_parts(JointKind kind, const Vector3& axis, RobotPart still, RobotPart moving) {
  RobotModel model;
  model.name = "two parts";
  model.links = {{"base"}, {"moving"}};
  RobotJoint joint;
  joint.name = "joint";
  joint.kind = kind;
  joint.parent = 0;
  joint.child = 1;
  joint.axis = axis;
  model.joints = {joint};
  model.parts = {std::move(still), std::move(moving)};
  return RobotChecker::make(Robot::from_model(std::move(model)).value()).value();
}

struct Proven {
  EdgeAnswer answer;
  EdgeCertificate certificate;
  Check check;
};

Proven proven(const RobotChecker& checker, const std::vector<double>& from,
              const std::vector<double>& to) {
  std::vector<double> path = from;
  path.insert(path.end(), to.begin(), to.end());
  Proven found;
  PathOptions options;
  options.certificates = std::span(&found.certificate, 1);
  const auto report = check_path(checker, path, 2, std::span(&found.answer, 1), options);
  EXPECT_TRUE(report.has_value()) << report.error().message;
  found.check = verify(checker, from, to, found.certificate);
  return found;
}

bool has_clusters(const EdgeCertificate& certificate) {
  return std::any_of(certificate.pieces.begin(), certificate.pieces.end(),
                     [](const EdgePiece& piece) { return piece.piece_a >= 0; });
}

/// Every triangle lies in the hull of a smallest cluster, and every cluster in that above.
TEST(PathPieces, HoldAllTriangles) {
  using detail::robot::PieceTree;
  Draw draw(701);
  for (int trial = 0; trial < 20; ++trial) {
    const Mesh3 mesh = trial == 0   ? mesh_of_boxes({{3, 2, 1}, {1, 1, 0.5}})
                       : trial == 1 ? mesh_of_boxes({{1, 1, 1}})
                                    : test::concave_mesh(draw.between(0.1, 3));
    const PieceTree tree = detail::robot::piece_tree_of(Body3{Part3{mesh}});
    ASSERT_FALSE(tree.nodes.empty());
    EXPECT_EQ(tree.components, trial == 0 ? 2 : 1);
    const auto holds = [](const Polytope3& outer, const Polytope3& inner) {
      return contains({inner}, {outer}).contained;
    };
    for (const auto& t : mesh.triangles()) {
      std::vector<Vector3> corners;
      for (const std::int32_t corner : t)
        corners.push_back(mesh.points()[static_cast<std::size_t>(corner)]);
      const Polytope3 triangle = Polytope3::from_points(corners).value();
      EXPECT_TRUE(std::any_of(tree.nodes.begin(), tree.nodes.end(), [&](const auto& node) {
        return node.second < 0 && holds(node.hull, triangle);
      }));
    }
    for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
      if (tree.nodes[k].second < 0) continue;
      EXPECT_TRUE(holds(tree.nodes[k].hull, tree.nodes[k + 1].hull));
      EXPECT_TRUE(holds(tree.nodes[k].hull,
                        tree.nodes[static_cast<std::size_t>(tree.nodes[k].second)].hull));
    }
  }
}

/// A post slides along the notch of an L, at a distance from both of its inner walls.
TEST(PathPieces, APostSlidesInANotch) {
  const Mesh3 notched = test::concave_mesh(1);  // walls at x = 0 and y = 0 bound the notch
  for (const double gap : {0.1, 1e-3, 1e-6, -1e-6, -1e-3}) {
    const RobotChecker checker = two_parts(JointKind::prismatic, {0, 0, 1}, solid_part(0, notched),
                                           box_part(1, {0.1, 0.1, 0.1}, {0.1 + gap, 0.1 + gap, 0}));
    const Proven found = proven(checker, {-3}, {3});
    EXPECT_EQ(found.answer.verdict, gap > 0 ? EdgeVerdict::free : EdgeVerdict::hit) << gap;
    if (gap < 0) continue;
    EXPECT_LE(found.answer.clearance.lower, gap * (1 + 1e-6));
    EXPECT_TRUE(has_clusters(found.certificate));
    EXPECT_TRUE(found.check.accepted) << gap << ": " << found.check.reason;
  }
}

/// A post turns about an axis in the notch: its corner comes to a wall.
TEST(PathPieces, APostTurnsInANotch) {
  const Mesh3 notched = test::concave_mesh(1);
  const double reach = std::hypot(0.2, 0.1);
  for (const double gap : {1e-2, 1e-4, -1e-4}) {
    RobotPart post = box_part(1, {0.2, 0.1, 0.1}, {});
    RobotPart still = solid_part(0, notched);
    still.pose = Pose3::translation({-(reach + gap), -0.5, 0}).value();
    const RobotChecker checker =
        two_parts(JointKind::revolute, {0, 0, 1}, std::move(still), std::move(post));
    const Proven found = proven(checker, {-0.1}, {3});
    EXPECT_EQ(found.answer.verdict, gap > 0 ? EdgeVerdict::free : EdgeVerdict::hit) << gap;
    if (gap > 0) {
      EXPECT_TRUE(found.check.accepted) << gap << ": " << found.check.reason;
    }
  }
}

/// Boundaries that never meet do not make a body inside of another one free.
TEST(PathPieces, WhatIsInsideASolidIsNotFree) {
  const Mesh3 block = mesh_of_boxes({{1, 1, 1}});
  const Mesh3 small = mesh_of_boxes({{0.1, 0.1, 0.1}});
  const RobotChecker boxed = two_parts(JointKind::prismatic, {1, 0, 0}, solid_part(0, block),
                                       box_part(1, {0.1, 0.1, 0.1}, {}));
  EXPECT_EQ(proven(boxed, {-0.2}, {0.2}).answer.verdict, EdgeVerdict::hit);
  const RobotChecker meshes =
      two_parts(JointKind::prismatic, {1, 0, 0}, solid_part(0, small), solid_part(1, block));
  EXPECT_EQ(proven(meshes, {-0.2}, {0.2}).answer.verdict, EdgeVerdict::hit);
  const RobotChecker back =
      two_parts(JointKind::prismatic, {1, 0, 0}, solid_part(0, block), solid_part(1, small));
  EXPECT_EQ(proven(back, {-0.2}, {0.2}).answer.verdict, EdgeVerdict::hit);
}

/// In a hollow it is free, and clusters alone are no proof of it: they would be the same ones in a solid.
TEST(PathPieces, WhatIsInAHollowIsFreeWithoutAProof) {
  const Mesh3 hollow = mesh_of_boxes({{1, 1, 1}, {0.5, 0.5, 0.5}});
  const RobotChecker checker = two_parts(JointKind::prismatic, {1, 0, 0}, solid_part(0, hollow),
                                         box_part(1, {0.1, 0.1, 0.1}, {}));
  const Proven found = proven(checker, {-0.3}, {0.3});
  EXPECT_EQ(found.answer.verdict, EdgeVerdict::free);
  EXPECT_FALSE(found.check.accepted);
  // A piece without a direction says so. The others are true, and not enough.
  EdgeCertificate others = found.certificate;
  EXPECT_EQ(others.pieces.back().direction, Vector3{});
  others.pieces.pop_back();
  const Check check = verify(checker, std::vector<double>{-0.3}, std::vector<double>{0.3}, others);
  EXPECT_FALSE(check.accepted);
  EXPECT_NE(check.reason.find("inside"), std::string::npos) << check.reason;
  EXPECT_EQ(proven(checker, {-0.3}, {0.45}).answer.verdict, EdgeVerdict::hit);
  // In the wall.
  EXPECT_EQ(proven(checker, {0.7}, {0.8}).answer.verdict, EdgeVerdict::hit);
}

/// Each cluster of a proof counts: with one less, turned, of another body or of another span it is refused.
TEST(PathPieces, RefusesWhatIsForged) {
  const Mesh3 notched = test::concave_mesh(1);
  const RobotChecker checker = two_parts(JointKind::revolute, {0, 0, 1}, solid_part(0, notched),
                                         box_part(1, {0.1, 0.1, 0.1}, {0.3, 0.3, 0}));
  const std::vector<double> from{-0.2}, to{0.3};
  const Proven found = proven(checker, from, to);
  ASSERT_TRUE(found.answer);
  ASSERT_TRUE(found.check.accepted) << found.check.reason;
  ASSERT_TRUE(has_clusters(found.certificate));
  const auto refuses = [&](const auto& change) {
    int accepted = 0;
    for (std::size_t k = 0; k < found.certificate.pieces.size(); ++k) {
      EdgeCertificate forged = found.certificate;
      change(forged.pieces, k);
      accepted += verify(checker, from, to, forged).accepted ? 1 : 0;
    }
    return accepted == 0;
  };
  using Pieces = std::vector<EdgePiece>;
  const auto at = [](Pieces& pieces, std::size_t k) -> EdgePiece& { return pieces[k]; };
  EXPECT_TRUE(refuses([](Pieces& pieces, std::size_t k) {
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(k));
  }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) {
    for (double& entry : at(pieces, k).direction) entry = -entry;
  }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) { at(pieces, k).piece_a = -1; }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) { at(pieces, k).piece_b = -1; }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) { at(pieces, k).piece_a = 1 << 30; }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) { at(pieces, k).piece_b = -2; }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) {
    at(pieces, k).piece_a = at(pieces, k).piece_b = -1;  // all of both bodies
  }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) {
    at(pieces, k).end = std::nextafter(at(pieces, k).end, 0);
  }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) {
    at(pieces, k).direction[0] = std::numeric_limits<double>::quiet_NaN();
  }));
  EXPECT_TRUE(refuses([&](Pieces& pieces, std::size_t k) {
    at(pieces, k).direction = {1e308, -1e308, 1e308};
  }));
}

/// Links that are meshes, with meshes of a scene: no sample meets on a free edge, and proofs with directions are accepted.
TEST(PathPieces, IsNeverFreeWhereASampleMeets) {
  Draw draw(702);
  int free = 0, by_clusters = 0, in_hollows = 0, unproven = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool has_hollow = draw.chance(4);
    // One is small, so that it may lie in the notch of the other, or in its hollow.
    const auto drawn = [&](std::int32_t link, double size) {
      RobotPart part = solid_part(
          link, has_hollow && link == 0
                    ? mesh_of_boxes({{size, size, size}, {0.9 * size, 0.9 * size, 0.9 * size}})
                    : test::concave_mesh(size));
      part.pose = draw.pose(link == 0 ? 0.1 : 0.5);
      return part;
    };
    const RobotChecker checker =
        two_parts(draw.chance(2) ? JointKind::revolute : JointKind::prismatic, draw.point(1),
                  drawn(0, draw.between(0.3, 0.8)), drawn(1, draw.between(0.03, 0.2)));
    const std::vector<double> from{draw.between(-0.3, 0.3)}, to{from[0] + draw.between(-0.4, 0.4)};
    const Proven found = proven(checker, from, to);
    if (!found.answer) continue;
    ++free;
    if (has_clusters(found.certificate)) ++by_clusters;
    const bool complete =
        std::none_of(found.certificate.pieces.begin(), found.certificate.pieces.end(),
                     [](const EdgePiece& piece) { return piece.direction == Vector3{}; });
    EXPECT_EQ(found.check.accepted, complete) << found.check.reason;
    if (!complete) ++(has_hollow ? in_hollows : unproven);
    std::vector<double> samples;
    for (int s = 0; s <= 500; ++s) samples.push_back(from[0] + (to[0] - from[0]) * s / 500);
    EXPECT_EQ(checker.check({samples, 501}, {}).value().separated, 501) << trial;
  }
  EXPECT_GT(free, 40);
  EXPECT_GT(by_clusters, 10);
  EXPECT_GT(in_hollows, 3);
  EXPECT_LT(unproven, 3) << "of " << by_clusters;
}

}  // namespace
}  // namespace sunder
