// SPDX-License-Identifier: Apache-2.0
//
// A robot's link passes posts. At which of its poses is it closer than a safety margin, and where
// is it closest? Are the separating directions of another program right? Exits 0 if the answers
// equal those computed by hand.
#include <array>
#include <cstdio>
#include <vector>

#include "sunder/sunder.hpp"

namespace {

using Matrix = std::array<double, 12>;  // 3 x 4, row-major

Matrix moved(double x, double y, double z) { return {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z}; }

constexpr std::int32_t kSteps = 65;
constexpr std::int32_t kPosts = 2;

}  // namespace

int main() {
  // The link is a segment with a radius of 1/4, a capsule; the posts have no radius.
  const std::vector<sunder::Polytope3> hulls{sunder::Polytope3::box({1, 0, 0}),
                                             sunder::Polytope3::box({0.25, 0.25, 4})};
  const std::vector<double> radii{0.25, 0};
  std::vector<Matrix> poses;
  for (std::int32_t step = 0; step < kSteps; ++step) poses.push_back(moved(step / 8.0 - 4, 0, 0));
  poses.push_back(moved(-2, 2, 0));  // the posts are beside the path, on both sides
  poses.push_back(moved(2, -1.5, 0));

  std::vector<std::int32_t> pose_a, pose_b;
  for (std::int32_t step = 0; step < kSteps; ++step) {
    for (std::int32_t post = 0; post < kPosts; ++post) {
      pose_a.push_back(step);
      pose_b.push_back(kSteps + post);
    }
  }
  const std::int32_t link = 0;
  const std::int32_t post = 1;
  sunder::PairBatch<3> batch;
  batch.bodies = std::span<const sunder::Polytope3>(hulls);
  batch.poses = sunder::PoseTable<3>(poses.front().data(), std::ssize(poses));
  batch.body_a = sunder::Indices::same(link);
  batch.body_b = sunder::Indices::same(post);
  batch.pose_a = std::span<const std::int32_t>(pose_a);
  batch.pose_b = std::span<const std::int32_t>(pose_b);
  batch.count = std::ssize(pose_a);

  // Beside the second post the link's axis is 5/4 away, and its surface 1: exactly the margin.
  const double safe = 1;
  sunder::BatchMargins margins;
  margins.distances = sunder::Column<double>::same(safe);
  margins.radii = std::span<const double>(radii);
  const auto compared = sunder::compare_to_margins(batch, margins, {}).value();
  std::printf("%lld farther than the margin, %lld exactly at it, %lld closer\n",
              static_cast<long long>(compared.separated), static_cast<long long>(compared.touching),
              static_cast<long long>(compared.overlapping));
  // From x = 3/4 to x = 13/4 the post's side is beside the link: 21 eighths.
  bool good = compared.overlapping == 0 && compared.touching == 21;

  // The first pair within the margin: the answer is the same for any number of threads.
  sunder::BatchOptions options;
  options.stop = sunder::BatchStop::first;
  const auto first = sunder::compare_to_margins(batch, margins, {}, options).value();
  const auto nearest = sunder::closest(batch).value();
  std::printf("the first is item %lld, the closest is item %lld at a distance of %g\n",
              static_cast<long long>(first.first_hit), static_cast<long long>(nearest.item),
              nearest.distance.lower);
  good = good && first.first_hit == nearest.item && pose_a[std::size_t(nearest.item)] == 38 &&
         nearest.distance.lower <= 1.25 && nearest.distance.upper >= 1.25;

  // One direction for all pairs: from the link across the path. It is right for the first post, and
  // a rough guess for the second, which the proof may polish.
  sunder::Proposal3 across;
  across.verdict = sunder::Verdict::separated;
  across.direction = {0, 1, 0};
  const auto proven =
      sunder::prove_batch(batch, sunder::Column<sunder::Proposal3>::same(across), {}).value();
  std::printf("%lld separations are proven, %lld proposals prove nothing\n",
              static_cast<long long>(proven.separated), static_cast<long long>(proven.unproven));
  good = good && proven.separated >= kSteps && proven.separated + proven.unproven == batch.count;
  return good ? 0 : 1;
}
