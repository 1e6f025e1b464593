// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

namespace sunder::web {

std::int32_t verify_bodies(const Side<3>& /*unused*/, const Side<3>& /*unused*/, double /*unused*/,
                           Reader& /*unused*/) {
  return refuse(ErrorCode::not_served,
                "the certificate is one of parts, which this module does not check; load the whole "
                "library: load({ whole: true })");
}

}  // namespace sunder::web
