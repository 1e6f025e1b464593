// SPDX-License-Identifier: Apache-2.0
#include "certificate/known_pairs.hpp"

#include <cmath>

namespace sunder::test {
namespace {

PolytopeN scaled_simplex(int d) {
  std::vector<double> points(static_cast<std::size_t>((d + 1) * d));
  for (int k = 0; k < d; ++k) points[static_cast<std::size_t>((k + 1) * d + k)] = d;
  return body(d, points);
}

/// c (1, ..., 1) - scaled_simplex.
PolytopeN reflected_simplex(int d, double c) {
  std::vector<double> points(static_cast<std::size_t>((d + 1) * d), c);
  for (int k = 0; k < d; ++k) points[static_cast<std::size_t>((k + 1) * d + k)] = c - d;
  return body(d, points);
}

KnownPair simplices(std::string name, int d, double c, Verdict verdict) {
  Certificate certificate;
  certificate.dimension = d;
  certificate.verdict = verdict;
  certificate.stage = Stage::integer;
  return {std::move(name),    scaled_simplex(d),  reflected_simplex(d, c),
          PoseN::identity(d), PoseN::identity(d), std::move(certificate)};
}

std::vector<ExactNumber> ones(int d) {
  return doubles(std::vector<double>(static_cast<std::size_t>(d), 1.0));
}

}  // namespace

PolytopeN body(int dimension, const std::vector<double>& coordinates) {
  const auto count = static_cast<std::int64_t>(coordinates.size()) / dimension;
  return PolytopeN::from_points(coordinates.data(), count, dimension,
                                static_cast<std::int64_t>(sizeof(double)) * dimension)
      .value();
}

PoseN matrix_pose(int dimension, const std::vector<double>& rows) {
  return PoseN::from_matrix(rows, dimension).value();
}

std::vector<ExactNumber> doubles(const std::vector<double>& values) {
  std::vector<ExactNumber> out;
  for (const double value : values) out.push_back({value, {}});
  return out;
}

KnownPair touching_facets(int d) {
  KnownPair pair = simplices("touching facets", d, 2, Verdict::touching);
  pair.certificate.direction = ones(d);
  for (int k = 1; k <= d; ++k) pair.certificate.pairs.push_back({k, k});
  pair.certificate.distance.emplace();
  return pair;
}

KnownPair separated_facets(int d) {
  KnownPair pair = simplices("separated facets", d, 2.5, Verdict::separated);
  pair.certificate.direction = ones(d);
  DistanceProof proof;
  const double distance = std::sqrt(static_cast<double>(d)) / 2;
  const bool exact = d == 1 || d == 4;
  proof.lower = exact ? distance : std::nextafter(distance, 0.0);
  proof.upper = exact ? distance : std::nextafter(distance, 10.0);
  proof.direction = ones(d);
  for (int k = 1; k <= d; ++k) {
    proof.a.push_back({k, {0.5, {}}});
    proof.b.push_back({k, {0, "123456789012345678901234567890"}});
  }
  pair.certificate.distance = proof;
  return pair;
}

KnownPair overlapping_simplices(int d) {
  KnownPair pair = simplices("overlapping simplices", d, 1, Verdict::overlapping);
  for (int k = 0; k <= d; ++k) pair.certificate.pairs.push_back({k, k});
  pair.certificate.distance.emplace();
  return pair;
}

KnownPair overlap_of_most_pairs(int d) {
  KnownPair pair = overlapping_simplices(d);
  pair.name = "overlap of 2d+2 pairs";
  for (int k = 1; k <= d; ++k) pair.certificate.pairs.push_back({0, k});
  pair.certificate.pairs.push_back({1, 0});
  return pair;
}

KnownPair concentric_crosses(int d) {
  KnownPair pair = overlapping_simplices(d);
  pair.name = "concentric crosses";
  std::vector<double> tips(static_cast<std::size_t>(2 * d * d));
  pair.certificate.pairs.clear();
  for (int k = 0; k < d; ++k) {
    tips[static_cast<std::size_t>(2 * k * d + k)] = 1;
    tips[static_cast<std::size_t>((2 * k + 1) * d + k)] = -1;
    pair.certificate.pairs.push_back({2 * k, 2 * k + 1});
    pair.certificate.pairs.push_back({2 * k + 1, 2 * k});
  }
  pair.a = body(d, tips);
  pair.b = body(d, tips);
  return pair;
}

std::vector<KnownPair> known_pairs(int d) {
  return {touching_facets(d), separated_facets(d), overlapping_simplices(d), concentric_crosses(d),
          overlap_of_most_pairs(d)};
}

KnownPair moved(KnownPair pair, const std::vector<double>& rows,
                const std::function<std::vector<double>(std::vector<double>)>& take_direction) {
  const int d = pair.certificate.dimension;
  pair.pose_a = matrix_pose(d, rows);
  pair.pose_b = matrix_pose(d, rows);
  std::vector<double> direction;
  for (const ExactNumber& number : pair.certificate.direction) direction.push_back(number.value);
  if (!direction.empty()) pair.certificate.direction = doubles(take_direction(direction));
  return pair;
}

}  // namespace sunder::test
