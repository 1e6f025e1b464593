// SPDX-License-Identifier: Apache-2.0
//
// The meshes that Python holds.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "arrays.hpp"
#include "sunder/body.hpp"
#include "sunder/mesh.hpp"

namespace sunder::python {

/// sunder.Mesh: a mesh, the arrays that it was made of, and a body of it alone, which questions take.
struct AnyMesh {
  struct Given {
    std::vector<Vector3> vertices;
    std::vector<std::array<std::int32_t, 3>> triangles;
  };

  Mesh3 mesh;
  std::shared_ptr<const Given> given;
  TakeAs as = TakeAs::automatic;
  Body3 body{{mesh}};
};

void add_meshes(nb::module_& module);

}  // namespace sunder::python
