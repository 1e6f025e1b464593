// SPDX-License-Identifier: Apache-2.0
//
// The polygons that Python holds.
#pragma once

#include "arrays.hpp"
#include "sunder/body2.hpp"
#include "sunder/polygon.hpp"

namespace sunder::python {

/// sunder.Polygon: a polygon, and a body of it alone, which questions take.
struct AnyPolygon {
  Polygon2 polygon;
  Body2 body{{polygon}};
};

void add_polygons(nb::module_& module);

}  // namespace sunder::python
