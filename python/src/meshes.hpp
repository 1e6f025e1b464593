// SPDX-License-Identifier: Apache-2.0
//
// The meshes that Python holds.
#pragma once

#include "arrays.hpp"
#include "sunder/body.hpp"
#include "sunder/mesh.hpp"

namespace sunder::python {

/// sunder.Mesh: a mesh, how it was to be taken, and a body of it alone, which questions take.
struct AnyMesh {
  Mesh3 mesh;
  TakeAs as = TakeAs::automatic;
  Body3 body{{mesh}};
};

void add_meshes(nb::module_& module);

}  // namespace sunder::python
