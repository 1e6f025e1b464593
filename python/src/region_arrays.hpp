// SPDX-License-Identifier: Apache-2.0
//
// Writes the contacts of many bodies into arrays: a row for each region, and offsets where the rows of an item begin.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "arrays.hpp"
#include "cast_arrays.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::python {

/// Rows of `width` numbers that belong to things of varying length: those of thing i are offsets[i] to offsets[i + 1].
template <class T>
class Rows {
 public:
  explicit Rows(std::size_t width) : width_(width) {}
  void add(std::span<const T> row) { entries_.insert(entries_.end(), row.begin(), row.end()); }
  void end_thing() { offsets_.push_back(static_cast<std::int64_t>(entries_.size() / width_)); }
  nb::object rows() {
    const std::size_t count = entries_.size() / width_;
    return to_numpy(std::move(entries_), {count, width_});
  }
  nb::object offsets() {
    const std::size_t count = offsets_.size();
    return to_numpy(std::move(offsets_), {count});
  }

 private:
  std::size_t width_;
  std::vector<T> entries_;
  std::vector<std::int64_t> offsets_{0};
};

inline void add_rims(const ContactRegion& region, Rows<double>& corners, std::int64_t& rims) {
  for (const std::vector<Vector3>& rim : region.outline) {
    for (const Vector3& corner : rim) corners.add(corner);
    corners.end_thing();
    ++rims;
  }
}
inline void add_rims(const ContactRegion2& region, Rows<double>& corners, std::int64_t& rims) {
  for (const Vector2& end : std::span(region.ends).first(region.dimension == 0 ? 1 : 2))
    corners.add(end);
  corners.end_thing();
  ++rims;
}

template <int D, class Found>
nb::dict region_arrays(const std::vector<Found>& found) {
  std::vector<std::int64_t> offsets{0}, rim_offsets{0};
  std::vector<std::int32_t> dimensions, parts;
  std::vector<double> normals, lengths, areas;
  Rows<double> corners(D);
  Rows<std::int32_t> features(2);
  std::int64_t rims = 0;
  for (const Found& one : found) {
    for (const auto& region : one.regions) {
      dimensions.push_back(region.dimension);
      parts.insert(parts.end(), {region.part_a, region.part_b});
      normals.insert(normals.end(), region.normal.begin(), region.normal.end());
      lengths.push_back(region.length);
      add_rims(region, corners, rims);
      rim_offsets.push_back(rims);
      if constexpr (D == 3) areas.push_back(region.area);
      const auto& pairs = [&]() -> const auto& {
        if constexpr (D == 3) {
          return region.triangles;
        } else {
          return region.edges;
        }
      }();
      for (const std::array<std::int32_t, 2>& pair : pairs) features.add(pair);
      features.end_thing();
    }
    offsets.push_back(static_cast<std::int64_t>(dimensions.size()));
  }
  const std::size_t regions = dimensions.size();
  nb::dict all;
  all["verdicts"] = collect<std::uint8_t>(
      found.size(), {found.size()},
      [&](std::size_t i, auto& to) { to.push_back(static_cast<std::uint8_t>(found[i].verdict)); });
  all["offsets"] = to_numpy(std::move(offsets), {found.size() + 1});
  all["dimensions"] = to_numpy(std::move(dimensions), {regions});
  all["parts"] = to_numpy(std::move(parts), {regions, 2});
  all["normals"] = to_numpy(std::move(normals), {regions, D});
  all["lengths"] = to_numpy(std::move(lengths), {regions});
  if constexpr (D == 3) all["areas"] = to_numpy(std::move(areas), {regions});
  all["rim_offsets"] = to_numpy(std::move(rim_offsets), {regions + 1});
  all["corner_offsets"] = corners.offsets();
  all["corners"] = corners.rows();
  all["feature_offsets"] = features.offsets();
  all[D == 3 ? "triangles" : "edges"] = features.rows();
  return all;
}

}  // namespace sunder::python
