// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of bodies in space that need not be convex.
#include "body_questions.hpp"

namespace sunder::web {

SUNDER_WEB(ask_bodies)() { return ask_bodies_of<3>(); }

}  // namespace sunder::web
