// SPDX-License-Identifier: Apache-2.0
//
// Checks certificates about bodies in space that need not be convex.
#include "verify_questions.hpp"

namespace sunder::web {

std::int32_t verify_bodies(const Side<3>& a, const Side<3>& b, double distance, Reader& message) {
  return verify_parts<3>(a, b, distance, message);
}

}  // namespace sunder::web
