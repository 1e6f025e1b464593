// SPDX-License-Identifier: Apache-2.0
//
// Unions of shapes in space, each at a pose in the body's frame.
#include "unions.hpp"

namespace sunder::web {

SUNDER_WEB(make_body)() { return make_body_of<3>(); }

}  // namespace sunder::web
