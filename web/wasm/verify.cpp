// SPDX-License-Identifier: Apache-2.0
//
// Checks certificates about bodies in space.
#include "verify_questions.hpp"

namespace sunder::web {

SUNDER_WEB(verify_certificate)() { return verify_certificate_of<3>(verify_bodies); }

}  // namespace sunder::web
