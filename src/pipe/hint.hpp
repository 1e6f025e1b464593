// SPDX-License-Identifier: Apache-2.0
//
// Converts the hint of a question to the dimension of its bodies.
#pragma once

#include <optional>

#include "sunder/certificate.hpp"
#include "sunder/error.hpp"

namespace sunder::detail {

/// Only the shape is checked; the proof decides whether the hint helps.
template <int D>
std::optional<Error> to_hint(const Certificate& text, int dimension, Hint<D>& hint);

extern template std::optional<Error> to_hint(const Certificate&, int, Hint<2>&);
extern template std::optional<Error> to_hint(const Certificate&, int, Hint<3>&);
extern template std::optional<Error> to_hint(const Certificate&, int, Hint<kRunTime>&);

}  // namespace sunder::detail
