// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "exact/int128.hpp"
#include "geometry/float_environment.hpp"
#include "scene/random_scene.hpp"
#include "suite/effort.hpp"
#include "sunder/query.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder {
namespace {

Scene random_scene(unsigned seed, int bodies, double size, double centre, double spread) {
  test::RandomScene random(seed);
  Scene scene;
  for (int i = 0; i < bodies; ++i) {
    scene.add({"body", random.polytope(size), random.pose(centre, spread)});
  }
  return scene;
}

/// Unit boxes whose faces touch: no cut may pass between neighbours.
Scene grid(int side) {
  Scene scene;
  const Polytope3 box = Polytope3::box({0.5, 0.5, 0.5});
  for (int x = 0; x < side; ++x) {
    for (int y = 0; y < side; ++y) {
      scene.add({"box", box, Pose3::translation({1.0 * x, 1.0 * y, 0}).value()});
    }
  }
  return scene;
}

/// Counts in a table how often a cut or an examined pair covers each pair.
void expect_each_pair_once(const Scene& scene, const PruningProof& proof,
                           const std::vector<BodyPair>& examined) {
  const auto size = static_cast<std::size_t>(scene.size());
  std::vector<int> count(size * size);
  const auto note = [&](std::int32_t a, std::int32_t b) {
    ++count[static_cast<std::size_t>(std::min(a, b)) * size +
            static_cast<std::size_t>(std::max(a, b))];
  };
  for (const SceneCut& cut : proof.cuts) {
    for (std::int32_t i = cut.a_begin; i < cut.a_end; ++i) {
      for (std::int32_t j = cut.b_begin; j < cut.b_end; ++j) {
        note(proof.order[static_cast<std::size_t>(i)], proof.order[static_cast<std::size_t>(j)]);
      }
    }
  }
  for (const BodyPair pair : examined) note(pair.a, pair.b);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = 0; b < size; ++b) ASSERT_EQ(count[a * size + b], a < b ? 1 : 0);
  }
}

TEST(ProvePruning, EveryPairIsCutOrExaminedInAnyMode) {
  for (const test::FloatMode& mode : test::float_modes()) {
    for (const double centre : {0.0, 1e9}) {
      for (const double clearance : {0.0, 0.25, 1e-320}) {
        const Scene scene = random_scene(7, 60, 1, centre, 6);
        const PruningProof proof =
            test::in_mode(mode, [&] { return prove_pruning(scene, clearance); });
        const auto examined =
            test::in_mode(mode, [&] { return candidate_pairs(scene, clearance); });
        expect_each_pair_once(scene, proof, examined);
        const Check check =
            test::in_mode(mode, [&] { return verify(scene, clearance, proof, examined); });
        EXPECT_TRUE(check) << mode.name << ' ' << centre << ' ' << clearance << ": "
                           << check.reason;
      }
    }
  }
}

TEST(ProvePruning, SpecialScenes) {
  Scene huge;
  for (const double x : {-1.7e308, 0.0, 1.7e308}) {
    huge.add({"box", Polytope3::box({1e300, 1, 1}), Pose3::translation({x, 0, 0}).value()});
  }
  Scene tiny;
  for (const double x : {0.0, 5e-324, 1e-320, 1.0}) {
    tiny.add({"point", Polytope3::from_points({{x, 0, 0}}).value()});
  }
  Scene empty_bodies;
  for (int i = 0; i < 3; ++i)
    empty_bodies.add({"empty", Polytope3::from_points(std::vector<Vector3>{}).value()});
  empty_bodies.add({"box", Polytope3::box({1, 1, 1})});
  Scene equal;
  for (int i = 0; i < 9; ++i) equal.add({"box", Polytope3::box({1, 1, 1})});
  Scene none;
  for (Scene* scene : {&huge, &tiny, &empty_bodies, &equal, &none}) {
    for (const double clearance : {0.0, 1.0, std::numeric_limits<double>::max()}) {
      const auto examined = candidate_pairs(*scene, clearance);
      const PruningProof proof = prove_pruning(*scene, clearance);
      const Check check = verify(*scene, clearance, proof, examined);
      EXPECT_TRUE(check) << check.reason;
    }
  }
}

/// A modified proof is refused, or its claims are still true for each pair.
TEST(ProvePruning, ForgedCutsAreRefused) {
  const Scene scene = grid(6);
  const auto examined = candidate_pairs(scene, 0);
  const PruningProof proof = prove_pruning(scene, 0);
  ASSERT_TRUE(verify(scene, 0, proof, examined));
  const auto refused = [&](const PruningProof& forged) {
    return !verify(scene, 0, forged, examined);
  };
  for (std::size_t i = 0; i < proof.cuts.size(); ++i) {
    PruningProof forged = proof;
    forged.cuts.erase(forged.cuts.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(refused(forged)) << "left out " << i;
    forged = proof;
    forged.cuts.push_back(proof.cuts[i]);
    EXPECT_TRUE(refused(forged)) << "twice " << i;
    for (std::int32_t SceneCut::*end :
         {&SceneCut::a_begin, &SceneCut::a_end, &SceneCut::b_begin, &SceneCut::b_end}) {
      for (const std::int32_t change : {-1, 1, 1 << 30, std::numeric_limits<std::int32_t>::min()}) {
        forged = proof;
        forged.cuts[i].*end = static_cast<std::int32_t>(
            static_cast<std::uint32_t>(proof.cuts[i].*end) + static_cast<std::uint32_t>(change));
        EXPECT_TRUE(refused(forged)) << "range of " << i;
      }
    }
    for (std::int32_t axis = -4; axis <= 4; ++axis) {
      if (axis == proof.cuts[i].axis) continue;
      forged = proof;
      forged.cuts[i].axis = axis;
      bool apart = axis != 0 && axis != -4 && axis != 4;
      const SceneCut& cut = forged.cuts[i];
      for (std::int32_t a = cut.a_begin; apart && a < cut.a_end; ++a) {
        for (std::int32_t b = cut.b_begin; apart && b < cut.b_end; ++b) {
          const int k = axis < 0 ? -axis - 1 : axis - 1;
          const double from =
              scene.posed(proof.order[static_cast<std::size_t>(a)]).pose().offset(k);
          const double to = scene.posed(proof.order[static_cast<std::size_t>(b)]).pose().offset(k);
          apart = (axis > 0 ? to - from : from - to) > 1;
        }
      }
      EXPECT_EQ(refused(forged), !apart) << "axis " << axis << " of " << i;
    }
  }
  for (std::size_t i = 0; i < proof.order.size(); ++i) {
    for (const std::int32_t id : {-1, scene.size(), proof.order[(i + 1) % proof.order.size()]}) {
      PruningProof forged = proof;
      forged.order[i] = id;
      EXPECT_TRUE(refused(forged));
    }
  }
  // A touching pair cannot pass as proven by its absence from the examined ones.
  auto fewer = examined;
  fewer.pop_back();
  EXPECT_FALSE(verify(scene, 0, proof, fewer));
  EXPECT_FALSE(verify(scene, std::numeric_limits<double>::infinity(), proof, examined));
  EXPECT_FALSE(verify(scene, 1, proof, examined)) << "second neighbours are exactly that far";
}

TEST(ProvePruning, TheCutOfALargeSceneIsSmall) {
  const int bodies = suite::cases(20000);
  const Scene scene = random_scene(3, bodies, 0.05, 0, 20);
  const auto examined = candidate_pairs(scene, 0);
  const PruningProof proof = prove_pruning(scene, 0);
  EXPECT_LT(proof.cuts.size(), static_cast<std::size_t>(bodies) * 40);
  const Check check = verify(scene, 0, proof, examined);
  EXPECT_TRUE(check) << check.reason;
}

/// Two points, each at a pose, and the one cut between them.
struct TwoPoints {
  Scene scene;
  PruningProof proof{.order = {0, 1}, .cuts = {{0, 1, 1, 2, 1}}};

  TwoPoints(const Vector3& a, const Pose3& of_a, const Vector3& b, const Pose3& of_b) {
    scene.add({"a", Polytope3::from_points({a}).value(), of_a});
    scene.add({"b", Polytope3::from_points({b}).value(), of_b});
  }
  Check check(double clearance) const { return verify(scene, clearance, proof, {}); }
};

Pose3 scaled(double scale) {
  return Pose3::from_matrix(std::vector<double>{scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0}, 3)
      .value();
}

/// A third below 0 is rounded up to the end of its body, and down to its beginning. Each direction is needed by one side.
TEST(ProvePruning, EndsBelowZeroAreRoundedOutward) {
  // Turned by (2, 1, 0, 0) / sqrt(5): y of (0, 1, 0) is 3/5, z is 4/5.
  const Pose3 turned = Pose3::from_wxyz({2, 1, 0, 0}).value();
  const Pose3 still = Pose3::identity();
  for (const int sign : {-1, 1}) {
    const double rounded = sign * 0.6;  // its error is above 2^-60
    for (const double beside :
         {std::nextafter(rounded, 2.0), rounded, std::nextafter(rounded, -2.0)}) {
      // The exact place is sign * 3 / 5: 5 beside < 3 sign, in integers of 2^-60.
      const auto whole = static_cast<detail::Int128>(beside * 0x1p60);
      const bool lies_below = 5 * whole < static_cast<detail::Int128>(sign) * 3 *
                                              (static_cast<detail::Int128>(1) << 60);
      // The clearance is below 0 by less than any rounding, so that ends at one double pass.
      TwoPoints below({0, beside, 0}, still, {0, static_cast<double>(sign), 0}, turned);
      below.proof.cuts[0].axis = 2;
      EXPECT_EQ(static_cast<bool>(below.check(-0x1p-100)), lies_below) << beside;
      TwoPoints above({0, static_cast<double>(sign), 0}, turned, {0, beside, 0}, still);
      above.proof.cuts[0].axis = 2;
      EXPECT_EQ(static_cast<bool>(above.check(-0x1p-100)), !lies_below) << beside;
    }
  }
}

/// Half the least double below 0, and numbers beyond the doubles.
TEST(ProvePruning, EndsNextToZeroAndBeyondTheDoubles) {
  const double least = std::numeric_limits<double>::denorm_min();
  const Pose3 still = Pose3::identity();
  EXPECT_TRUE(TwoPoints({-least, 0, 0}, scaled(0.5), {0.25, 0, 0}, still).check(0));
  EXPECT_TRUE(TwoPoints({-least, 0, 0}, scaled(0.5), {least, 0, 0}, still).check(0));
  EXPECT_FALSE(TwoPoints({-least, 0, 0}, scaled(0.5), {0.25, 0, 0}, still).check(0.25));

  const Vector3 far{0x1p600, 0, 0}, back{-0x1p600, 0, 0};
  EXPECT_TRUE(TwoPoints({0, 0, 0}, still, far, scaled(0x1p600)).check(0));
  EXPECT_TRUE(TwoPoints(back, scaled(0x1p600), {0, 0, 0}, still).check(0));
  EXPECT_FALSE(TwoPoints(far, scaled(0x1p600), {0, 0, 0}, still).check(0));
  EXPECT_FALSE(TwoPoints({0, 0, 0}, still, back, scaled(0x1p600)).check(0));
  EXPECT_FALSE(TwoPoints(far, scaled(0x1p600), far, scaled(0x1p600)).check(0));
}

TEST(ProvePruning, RangesWithoutBodiesAndBodiesThatAreNotThereAreRefused) {
  const Scene scene = grid(3);
  const auto examined = candidate_pairs(scene, 0);
  const PruningProof proof = prove_pruning(scene, 0);
  ASSERT_TRUE(verify(scene, 0, proof, examined));
  const std::int32_t n = scene.size();
  for (const SceneCut& none : {SceneCut{0, 0, 3, 4, 1}, SceneCut{2, 3, 5, 5, 1},
                               SceneCut{2, 1, 3, 4, 1}, SceneCut{2, 3, 5, 4, 1}}) {
    PruningProof forged = proof;
    forged.cuts.push_back(none);
    const Check check = verify(scene, 0, forged, examined);
    EXPECT_FALSE(check);
    EXPECT_NE(check.reason.find("is not two ranges"), std::string::npos) << check.reason;
  }
  for (const BodyPair& pair : {BodyPair{0, n}, BodyPair{n, 0}, BodyPair{-1, 0}, BodyPair{0, -1},
                               BodyPair{3, 3}, BodyPair{n, n + 1}}) {
    auto forged = examined;
    forged.push_back(pair);
    const Check check = verify(scene, 0, proof, forged);
    EXPECT_FALSE(check);
    EXPECT_EQ(check.reason, "an examined pair names bodies that are not there");
  }
  auto fewer = examined;
  fewer.resize(examined.size() - 3);
  EXPECT_EQ(verify(scene, 0, proof, fewer).reason, "3 pairs are neither cut nor examined");
}

}  // namespace
}  // namespace sunder
