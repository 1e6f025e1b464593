// SPDX-License-Identifier: Apache-2.0
//
// The parts of two bodies that a proof is about, and what was counted of them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "certificate/posed_part.hpp"
#include "certificate/range_cut.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::certificate {

inline bool is_solid_mesh(const PosedPart& part) {
  return part.is_mesh() && part.is_solid() && !part.is_polygon();
}
/// Is it a polygon that its poses do not flatten?
inline bool is_region(const PosedPart& part) { return part.is_polygon() && part.is_solid(); }

class CheckedParts {
 public:
  /// With `simple`, solids are compared with themselves.
  template <class Posed>
  CheckedParts(const Posed& a, const Posed& b, bool simple)
      : dimension_(a.pose().dimension()), simple_(simple) {
    for (const auto& part : a.body().parts()) parts_[0].emplace_back(part, a.pose());
    for (const auto& part : b.body().parts()) parts_[1].emplace_back(part, b.pose());
    for (std::size_t side = 0; side < 2; ++side) refusals_[side].resize(parts_[side].size());
  }

  int dimension() const noexcept { return dimension_; }
  const std::vector<PosedPart>& side(std::size_t side) const noexcept { return parts_[side]; }
  const PosedPart& part(std::size_t side, std::int32_t index) const {
    return parts_[side][static_cast<std::size_t>(index)];
  }

  /// These return why something does not hold; an empty text where it does.
  std::string refute_part(std::size_t side, std::int32_t index, const std::string& name) const;
  /// A solid goes round points only if its mesh closes. Each mesh is counted once.
  const std::string& refute_solid(std::size_t side, std::int32_t index);
  /// Takes the covers of one body's polygons: one for each that has an inside.
  std::string take_covers(std::size_t side, std::span<const PolygonCover> covers);
  /// Accepts a point inside a solid mesh, or a polygon.
  std::string refute_inside(std::size_t side, std::int32_t index, const WorldPoint& x);

 private:
  std::array<std::vector<PosedPart>, 2> parts_;
  std::array<std::vector<std::optional<std::string>>, 2> refusals_;
  int dimension_;
  bool simple_;
};

/// A point that a list names, and the indices in points() of what it is made of.
struct ReadPoint {
  std::vector<std::int32_t> points;
  WorldPoint at;
};

/// Reads a point of a part; returns why it is none, or an empty text.
std::string read_point(const PosedPart& of, const PartPoint& point, const std::string& name,
                       ReadPoint& out);
/// Reads world coordinates: one for each axis.
std::string read_world_point(std::span<const ExactNumber> coordinates, int dimension,
                             WorldPoint& x);
/// Lists on both sides hold all points between theirs. A polygon that its poses flatten need not.
std::string refute_list(const PosedPart& of, const ReadPoint& point, const std::string& name);

/// Returns why separations do not keep each pair of parts that are not empty as far apart as is demanded. Ranges may tie
/// only where this proves that nothing overlaps. Covers are taken before.
std::string refute_separations(CheckedParts& parts, std::span<const PartSeparation> separations,
                               const CutDemand& demand);

}  // namespace sunder::detail::certificate
