// SPDX-License-Identifier: Apache-2.0
//
// Bodies that move in space, rays and derivatives.
#include "casts.hpp"

namespace sunder::web {

SUNDER_WEB(ask_cast)() { return ask_cast_of<3>(); }
SUNDER_WEB(ask_ray)() { return ask_ray_of<3>(); }
SUNDER_WEB(ask_point)() { return ask_point_of<3>(); }
SUNDER_WEB(locate_point)() { return locate_of<3>(); }
SUNDER_WEB(ask_derivative)() { return ask_derivative_of<3>(); }

}  // namespace sunder::web
