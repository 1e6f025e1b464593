// SPDX-License-Identifier: Apache-2.0
//
// Many pairs of polytopes in space.
#include "batches.hpp"

namespace sunder::web {

SUNDER_WEB(ask_batch)() { return ask_batch_of<3>(); }

}  // namespace sunder::web
