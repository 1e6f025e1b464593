// SPDX-License-Identifier: Apache-2.0
#include "certificate/closed_hull.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "certificate/pairs_proof.hpp"

namespace sunder::detail::certificate {
namespace {

/// An oriented ridge: an edge from one corner to the next, or in the plane the end of an edge.
using Ridge = std::pair<std::int32_t, std::int32_t>;

/// In the plane a ridge is a corner with a sense; -1 marks the missing second corner.
void add_ridges(std::span<const std::int32_t> facet, std::vector<Ridge>& ridges) {
  if (facet.size() == 2) {
    ridges.emplace_back(-1, facet[0]);
    ridges.emplace_back(facet[1], -1);
    return;
  }
  for (std::size_t i = 0; i < facet.size(); ++i) {
    ridges.emplace_back(facet[i], facet[(i + 1) % facet.size()]);
  }
}

std::string refute_ridges(std::vector<Ridge> ridges, const std::string& name) {
  std::sort(ridges.begin(), ridges.end());
  if (std::adjacent_find(ridges.begin(), ridges.end()) != ridges.end()) {
    return name + "facets pass a ridge twice in the same sense";
  }
  for (const Ridge& ridge : ridges) {
    if (!std::binary_search(ridges.begin(), ridges.end(), Ridge(ridge.second, ridge.first))) {
      return name + "facets do not close: a ridge has a facet on one side only";
    }
  }
  return "";
}

/// The normal is outward if the corners are counter-clockwise seen from outside.
IntegerVector normal_of(std::span<const IntegerVector* const> corners) {
  const IntegerVector& c0 = *corners[0];
  const IntegerVector& c1 = *corners[1];
  if (corners.size() == 2) return {c1[1] - c0[1], c0[0] - c1[0]};
  const IntegerVector& c2 = *corners[2];
  const BigInt u[] = {c1[0] - c0[0], c1[1] - c0[1], c1[2] - c0[2]};
  const BigInt v[] = {c2[0] - c0[0], c2[1] - c0[1], c2[2] - c0[2]};
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

std::string refute_plane(const ExactPair& pair, std::span<const IntegerVector* const> corners,
                         const BigDyadic& radius, bool strict, const std::string& facet) {
  const IntegerVector normal = normal_of(corners);
  const BigInt height = dot(normal, *corners[0]);
  if (height <= 0) return facet + " does not have 0 strictly inside of its plane";
  const BigInt side = pair.denominator() * radius.mantissa;
  const int sign = compare_scaled(height * height, 2 * pair.exponent(),
                                  side * side * dot(normal, normal), 2 * radius.exponent);
  if (strict ? sign > 0 : sign >= 0) return "";
  return facet + " is too near to 0";
}

}  // namespace

std::string refute_closed_hull(const ExactPair& pair, std::span<const IndexPair> pairs,
                               std::span<const std::int32_t> facets, const BigDyadic& radius,
                               bool strict, const std::string& name) {
  const auto d = static_cast<std::size_t>(pair.dimension());
  if (d != 2 && d != 3) return name + "facets are for two and three dimensions";
  if (facets.empty() || facets.size() % d != 0) {
    return name + "facets has " + std::to_string(facets.size()) + " numbers; a facet takes " +
           std::to_string(d);
  }
  std::vector<Ridge> ridges;
  for (std::size_t i = 0; i < facets.size(); i += d) add_ridges(facets.subspan(i, d), ridges);
  for (const std::int32_t at : facets) {
    if (at < 0 || static_cast<std::size_t>(at) >= pairs.size()) {
      return name + "facets names position " + std::to_string(at) + " of " +
             std::to_string(pairs.size()) + " pairs";
    }
  }
  std::string reason = refute_ridges(std::move(ridges), name);
  std::vector<IntegerVector> corners;
  if (reason.empty()) reason = read_differences(pair, pairs, name, corners);
  for (std::size_t i = 0; reason.empty() && i < facets.size(); i += d) {
    std::array<const IntegerVector*, 3> facet{};
    for (std::size_t k = 0; k < d; ++k)
      facet[k] = &corners[static_cast<std::size_t>(facets[i + k])];
    reason = refute_plane(pair, {facet.data(), d}, radius, strict,
                          name + "facets: facet " + std::to_string(i / d));
  }
  return reason;
}

}  // namespace sunder::detail::certificate
