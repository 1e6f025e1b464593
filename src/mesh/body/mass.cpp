// SPDX-License-Identifier: Apache-2.0
#include "geometry/mass.hpp"

#include <vector>

#include "mesh/piece/mesh_data.hpp"

namespace sunder::inline SUNDER_ABI {

MassProperties<3> Mesh3::mass_properties() const {
  std::vector<double> packed;
  std::vector<detail::mesh::Corners> triangles;
  detail::ExponentSpan exponents;
  for (const detail::mesh::Piece& piece : data_->pieces) {
    if (piece.kind != MeshKind::solid) continue;
    const auto first = static_cast<std::int32_t>(packed.size() / 3);
    for (const Vector3& point : piece.points) {
      for (const double x : point) exponents.include(x);
      packed.insert(packed.end(), point.begin(), point.end());
    }
    for (const auto& [i, j, k] : piece.triangles)
      triangles.push_back({first + i, first + j, first + k});
  }
  return triangles.empty() ? MassProperties<3>{} : detail::solid_mass(packed, exponents, triangles);
}

}  // namespace sunder::inline SUNDER_ABI
