// SPDX-License-Identifier: Apache-2.0
#include "mesh/soup.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

namespace sunder::test {

void Soup::add(const Soup& other) {
  const auto first = static_cast<std::int32_t>(points.size());
  points.insert(points.end(), other.points.begin(), other.points.end());
  for (const auto& t : other.triangles)
    triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
}

void Soup::turn_inside_out() {
  for (auto& t : triangles) std::swap(t[1], t[2]);
}

void Soup::shuffle(suite::Random& random) {
  random.shuffle(triangles);
  for (auto& t : triangles) std::rotate(t.begin(), t.begin() + random.in(0, 2), t.end());
  std::vector<std::int32_t> order(points.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::int32_t>(i);
  random.shuffle(order);
  std::vector<Vector3> moved(points.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    moved[static_cast<std::size_t>(order[i])] = points[i];
  points = std::move(moved);
  for (auto& t : triangles) {
    for (auto& corner : t) corner = order[static_cast<std::size_t>(corner)];
  }
}

namespace {

/// The point that is the middle of two, if no coordinate rounds.
bool middle(const Vector3& p, const Vector3& q, Vector3& m) {
  for (std::size_t k = 0; k < 3; ++k) {
    m[k] = (p[k] + q[k]) / 2;
    if (m[k] - p[k] != q[k] - m[k] || m[k] * 2 - p[k] != q[k]) return false;
  }
  return true;
}

}  // namespace

void split(Soup& soup, suite::Random& random, int times) {
  for (; times > 0 && !soup.triangles.empty(); --times) {
    const auto at = static_cast<std::size_t>(random.bits() % soup.triangles.size());
    const auto t = soup.triangles[at];
    const auto point = [&](int i) {
      return soup.points[static_cast<std::size_t>(t[static_cast<std::size_t>(i)])];
    };
    Vector3 m{}, inner{};
    if (!middle(point(0), point(1), m)) continue;
    if (random.chance(1, 3)) {
      if (!middle(m, point(2), inner)) continue;
      const std::int32_t c = soup.add(inner);
      soup.triangles[at] = {t[0], t[1], c};
      soup.triangles.push_back({t[1], t[2], c});
      soup.triangles.push_back({t[2], t[0], c});
    } else {
      const std::int32_t c = soup.add(m);
      soup.triangles[at] = {t[0], c, t[2]};
      soup.triangles.push_back({t[2], c, t[1]});
    }
  }
}

Soup soup_of(const Polytope3& polytope, suite::Random& random) {
  Soup soup;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) soup.add(polytope.vertex(i));
  for (const Face& face : polytope.faces()) {
    std::vector<std::int32_t> corners(face.vertices.begin(), face.vertices.end());
    if (corners.size() < 3) continue;
    std::rotate(corners.begin(),
                corners.begin() + random.in(0, static_cast<int>(corners.size()) - 1),
                corners.end());
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
      soup.triangles.push_back({corners[0], corners[i], corners[i + 1]});
  }
  return soup;
}

Mesh3 mesh_of(const Soup& soup, TakeAs as) {
  return Mesh3::from_triangles(soup.points, soup.triangles, as).value();
}

Mesh3 solid_of(const Soup& soup) {
  Mesh3 mesh = mesh_of(soup);
  EXPECT_EQ(mesh.kind(), MeshKind::solid) << mesh.report().why;
  return mesh;
}

Mesh3 surface_of(const Soup& soup) { return mesh_of(soup, TakeAs::surface); }

Soup box_soup(const Vector3& lower, const Vector3& upper) {
  Soup soup;
  for (int i = 0; i < 8; ++i) {
    soup.add({(i & 1) != 0 ? upper[0] : lower[0], (i & 2) != 0 ? upper[1] : lower[1],
              (i & 4) != 0 ? upper[2] : lower[2]});
  }
  constexpr std::int32_t kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : kFaces) {
    soup.triangles.push_back({f[0], f[1], f[2]});
    soup.triangles.push_back({f[0], f[2], f[3]});
  }
  return soup;
}

Soup triangle_soup(const std::array<Vector3, 3>& t) {
  Soup soup;
  for (const Vector3& p : t) soup.add(p);
  soup.triangles.push_back({0, 1, 2});
  return soup;
}

Verdict verdict_of(const Body3& a, const Pose3& pose_a, const Body3& b, const Pose3& pose_b) {
  const BodyDecision decision = intersects({a, pose_a}, {b, pose_b});
  static const char* const every = std::getenv("SUNDER_PROVE_EVERY");
  static const int step = every != nullptr ? std::atoi(every) : 61;
  static int asked = 0;
  if (step > 0 && asked++ % step == 0) expect_proof({a, pose_a}, {b, pose_b}, decision);
  return decision.verdict;
}

BodyCertificate expect_proof(const PosedBody3& a, const PosedBody3& b,
                             const BodyDecision& decision) {
  const auto made = certify(a, b, decision);
  if (!made) {
    ADD_FAILURE() << to_string(decision.verdict) << ": " << made.error().message;
    return {};
  }
  const BodyCertificate& proof = made.value();
  EXPECT_EQ(proof.verdict, decision.verdict);
  const BodyCheck check = verify(a, b, proof);
  EXPECT_TRUE(check) << to_string(decision.verdict) << ": " << check.reason;
  EXPECT_TRUE(check.complete || decision.verdict == Verdict::touching);
  // No other verdict has that proof.
  for (const Verdict other : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    if (other == proof.verdict) continue;
    BodyCertificate forged = proof;
    forged.verdict = other;
    const bool is_weaker = proof.verdict == Verdict::overlapping && other == Verdict::touching;
    EXPECT_TRUE(is_weaker || !verify(a, b, forged))
        << to_string(proof.verdict) << " as " << to_string(other);
  }
  return proof;
}

}  // namespace sunder::test
