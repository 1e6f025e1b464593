// SPDX-License-Identifier: Apache-2.0
//
// The hint of a question, brought to the dimension of its bodies.
#pragma once

#include <optional>

#include "sunder/certificate.hpp"
#include "sunder/error.hpp"

namespace sunder::detail {

/// Shape only: whether the hint helps is for the proof to say.
template <int D>
std::optional<Error> to_hint(const Certificate& text, int dimension, Hint<D>& hint);

extern template std::optional<Error> to_hint(const Certificate&, int, Hint<2>&);
extern template std::optional<Error> to_hint(const Certificate&, int, Hint<3>&);
extern template std::optional<Error> to_hint(const Certificate&, int, Hint<kRunTime>&);

}  // namespace sunder::detail
